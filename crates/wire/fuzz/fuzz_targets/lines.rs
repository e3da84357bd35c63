//! However a stream is cut into pieces, the lines are the same.
#![no_main]

use ferz_wire::LineSplitter;
use libfuzzer_sys::fuzz_target;

fn lines<'a>(pieces: impl Iterator<Item = &'a [u8]>, cap: usize) -> Vec<(Vec<u8>, usize)> {
    let mut splitter = LineSplitter::with_cap(cap);
    let mut lines = Vec::new();
    for piece in pieces {
        splitter.push(piece);
        while let Some(line) = splitter.next_line() {
            lines.push((line.bytes.to_vec(), line.dropped));
        }
    }
    lines.extend(splitter.end().map(|line| (line.bytes.to_vec(), line.dropped)));
    lines
}

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (size, cap, data) = (usize::from(input.0) + 1, usize::from(input.1), input.2);
    assert_eq!(lines(data.chunks(size), cap), lines(std::iter::once(data), cap));
});
