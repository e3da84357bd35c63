//! Bytes, lines and back.

use ferz_wire::{LineSplitter, bytes};
use proptest::prelude::*;

/// The lines of a stream that comes in pieces of `size` bytes.
fn lines(stream: &[u8], size: usize, cap: usize) -> Vec<(Vec<u8>, usize)> {
    let mut splitter = LineSplitter::with_cap(cap);
    let mut lines = Vec::new();
    for piece in stream.chunks(size) {
        splitter.push(piece);
        while let Some(line) = splitter.next_line() {
            lines.push((line.bytes.to_vec(), line.dropped));
        }
    }
    lines.extend(splitter.end().map(|line| (line.bytes.to_vec(), line.dropped)));
    assert!(splitter.end().is_none());
    lines
}

fn check(stream: &str, expected: &[&str]) {
    for size in 1..=stream.len().max(1) {
        let lines = lines(stream.as_bytes(), size, 1000);
        let lines: Vec<_> = lines.iter().map(|(line, _)| str::from_utf8(line).unwrap()).collect();
        assert_eq!(lines, expected, "{stream:?} in pieces of {size}");
    }
}

/// U-015, U-016, U-021, C-026, X-024, X-025: every terminator, in every mixture, however the
/// stream is cut into pieces.
#[test]
fn terminators() {
    check("", &[]);
    check("uci", &["uci"]);
    check("uci\n", &["uci"]);
    check("uci\ruci", &["uci", "uci"]);
    check("uci\ruci\r", &["uci", "uci"]);
    check("uci\r\nuci\r\n", &["uci", "uci"]);
    check("uci\n\ruci\n\r", &["uci", "uci"]);
    check("a\nb\rc\r\nd\n\re", &["a", "b", "c", "d", "e"]);
    check("\n", &[""]);
    check("\r\n", &[""]);
    check("a\n\nb", &["a", "", "b"]);
    check("a\r\rb", &["a", "", "b"]);
    check("a\r\n\r\nb", &["a", "", "b"]);
}

/// U-018, X-027, U-495: long lines come whole, longer ones are cut and say so.
#[test]
fn caps() {
    let cut = |stream: &str, cap| -> Vec<(String, usize)> {
        let of = |size| lines(stream.as_bytes(), size, cap);
        let whole = of(stream.len());
        for size in 1..stream.len() {
            assert_eq!(of(size), whole, "{stream:?} in pieces of {size}");
        }
        whole.into_iter().map(|(line, cut)| (String::from_utf8(line).unwrap(), cut)).collect()
    };
    let line = |text: &str, dropped| (text.to_owned(), dropped);
    assert_eq!(cut("abcdefgh\nxy\n", 3), [line("abc", 5), line("xy", 0)]);
    assert_eq!(cut("abc\nabcd", 3), [line("abc", 0), line("abc", 1)]);
    assert_eq!(cut("abcd", 0), [line("", 4)]);
    let long = "x".repeat(100_000);
    assert_eq!(lines(long.as_bytes(), 4096, LineSplitter::CAP), [(long.into_bytes(), 0)]);
}

/// U-495: a hundred megabytes without a terminator take neither memory nor time; were the search
/// begun anew with each piece, this would take minutes.
#[test]
fn a_line_without_end() {
    let piece = [b'x'; 4096];
    for cap in [1 << 16, usize::MAX] {
        let mut splitter = LineSplitter::with_cap(cap);
        let pieces = 25_000;
        for _ in 0..pieces {
            splitter.push(&piece);
            assert!(splitter.next_line().is_none());
        }
        let line = splitter.end().unwrap();
        assert_eq!(line.bytes.len() + line.dropped, pieces * piece.len());
        assert_eq!(line.bytes.len(), (pieces * piece.len()).min(cap));
    }
}

/// U-020, X-028.
#[test]
fn bytes_that_are_not_utf8() {
    assert_eq!(bytes::decode(b"plain"), "plain");
    assert_eq!(bytes::decode("caf\u{e9}".as_bytes()), "caf\u{e9}");
    assert_eq!(bytes::decode(b"\xff\xfe"), "\u{10ffff}\u{10fffe}");
    // A genuine character of the range is escaped itself.
    let genuine = "\u{10ff80}";
    assert_eq!(genuine.as_bytes(), b"\xf4\x8f\xbe\x80");
    assert_eq!(bytes::decode(genuine.as_bytes()), "\u{10fff4}\u{10ff8f}\u{10ffbe}\u{10ff80}");
    assert_eq!(bytes::readable("a\u{10ffe4}b"), "a\u{fffd}b");
    assert_eq!(bytes::readable("plain"), "plain");
}

proptest! {
    /// U-020: nothing is lost, whatever the bytes.
    #[test]
    fn encode_undoes_decode(input: Vec<u8>) {
        let text = bytes::decode(&input);
        prop_assert_eq!(&*bytes::encode(&text), &input[..]);
    }

    #[test]
    fn encode_undoes_decode_near_the_escapes(
        input in prop::collection::vec(
            prop::sample::select(vec![0xf4, 0x8f, 0xbe, 0xbf, 0x80, 0xbf, 0xff, b'a', 0xe4, 0xc3]),
            0..40,
        )
    ) {
        let text = bytes::decode(&input);
        prop_assert_eq!(&*bytes::encode(&text), &input[..]);
    }

    /// However a stream is cut into pieces, the lines are the same.
    #[test]
    fn pieces_do_not_matter(
        input in prop::collection::vec(
            prop::sample::select(b"ab\r\n".to_vec()), 0..40
        ),
        size in 1usize..10,
        cap in 0usize..6,
    ) {
        let whole = lines(&input, input.len().max(1), cap);
        prop_assert_eq!(lines(&input, size, cap), whole);
    }
}
