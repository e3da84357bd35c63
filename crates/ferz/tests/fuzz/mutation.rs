//! Files that somebody has damaged: samples with some bytes changed, or nothing but noise.

use ferz_rules::Random;

/// What breaks readers, to be put anywhere.
const WORDS: &[&[u8]] = &[
    b"99999999999999999999",
    b"-1",
    b"0",
    b"1e999",
    b"NaN",
    b"-9223372036854775808",
    b"18446744073709551615",
    b"\n",
    b"\r\n",
    b"\0",
    b"\"",
    b"\\",
    b"\\u0000",
    b"[",
    b"]",
    b"{",
    b"}",
    b"(((((((((((((((((((((((((((((((((",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"=",
    b";",
    b"\xff\xfe",
    b"\xcf\xf3\xd1\xdb",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"\xf4\x90\x80\x80",
    b" ",
    b"\t",
    b"null",
    b"true",
    b"/dev/zero",
];

/// No file here becomes longer.
const LONGEST: usize = 64 << 10;

/// A file made from one of the samples, or from none.
pub(crate) fn file(random: &mut Random, samples: &[Vec<u8>]) -> Vec<u8> {
    if samples.is_empty() || random.below(20) == 0 {
        return noise(random);
    }
    let sample = |random: &mut Random| &samples[random.below(samples.len())];
    let mut bytes = sample(random).clone();
    for _ in 0..=random.below(8) {
        let at = place(random, bytes.len());
        match random.below(9) {
            0 => flip(random, &mut bytes),
            1 => insert(&mut bytes, at, &[random.next_u64() as u8]),
            2 => {
                let word = WORDS[random.below(WORDS.len())];
                insert(&mut bytes, at, word);
            }
            3 => {
                let end = range(random, at, bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let end = range(random, at, bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = place(random, bytes.len());
                insert(&mut bytes, to, &piece);
            }
            5 => bytes.truncate(at),
            6 => {
                let other = sample(random);
                let from = place(random, other.len());
                let end = range(random, from, other.len());
                let piece = other[from..end].to_vec();
                insert(&mut bytes, at, &piece);
            }
            7 => number(random, &mut bytes),
            _ => {
                let end = range(random, at, bytes.len());
                bytes[at..end].fill(random.next_u64() as u8);
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}

fn noise(random: &mut Random) -> Vec<u8> {
    let length = random.below(400);
    (0..length).map(|_| random.next_u64() as u8).collect()
}

fn place(random: &mut Random, length: usize) -> usize {
    random.below(length + 1)
}

/// The end of a piece from here on, mostly a short one.
fn range(random: &mut Random, from: usize, length: usize) -> usize {
    let most = if random.below(4) == 0 { length } else { 24 };
    (from + random.below(most + 1)).min(length)
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    let tail = bytes.split_off(at);
    bytes.extend_from_slice(piece);
    bytes.extend(tail);
}

fn flip(random: &mut Random, bytes: &mut [u8]) {
    if !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
    }
}

/// Another number in the place of one.
fn number(random: &mut Random, bytes: &mut Vec<u8>) {
    let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
    if digits.is_empty() {
        return;
    }
    let at = digits[random.below(digits.len())];
    let text = match random.below(3) {
        0 => random.next_u64().to_string(),
        1 => random.below(300).to_string(),
        _ => format!("-{}", random.below(1 << 33)),
    };
    bytes.remove(at);
    insert(bytes, at, text.as_bytes());
}
