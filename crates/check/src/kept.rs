//! What is kept of what an engine says: the newest lines, up to some megabytes. An engine may say
//! more than any machine can hold.

use std::collections::VecDeque;

/// Bytes kept of one answer, about.
const MOST: usize = 4 << 20;
/// What a line costs beside its text, and how much larger it is once it was read.
const LINE: usize = 128;
const READ: usize = 4;

/// Lines, the oldest of which are forgotten when there are too many.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    lines: VecDeque<(usize, T)>,
    bytes: usize,
}

impl<T> Kept<T> {
    pub(crate) fn new() -> Kept<T> {
        Kept { lines: VecDeque::new(), bytes: 0 }
    }

    /// Keeps a line whose text has this length.
    pub(crate) fn push(&mut self, line: T, length: usize) {
        let cost = LINE + READ * length;
        self.bytes += cost;
        self.lines.push_back((cost, line));
        while self.bytes > MOST && self.lines.len() > 1 {
            let Some((cost, _)) = self.lines.pop_front() else { break };
            self.bytes -= cost;
        }
    }

    pub(crate) fn into_vec(self) -> Vec<T> {
        self.lines.into_iter().map(|(_, line)| line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a flood the end is kept, and some megabytes of it.
    #[test]
    fn a_flood_is_forgotten() {
        let line = "info depth 1 score cp 1 pv e2e4";
        let mut kept = Kept::new();
        for number in 0..1_000_000 {
            kept.push(format!("{line} {number}"), line.len() + 7);
        }
        let lines = kept.into_vec();
        let bytes: usize = lines.iter().map(String::len).sum();
        assert!(bytes <= MOST, "{bytes}");
        assert!(lines.last().is_some_and(|it| it.ends_with(" 999999")));
        assert!(lines.len() > 1000, "{}", lines.len());
    }

    #[test]
    fn one_long_line_is_kept() {
        let mut kept = Kept::new();
        kept.push("short".to_owned(), 5);
        kept.push("x".repeat(2 * MOST), 2 * MOST);
        assert_eq!(kept.into_vec().len(), 1);
    }
}
