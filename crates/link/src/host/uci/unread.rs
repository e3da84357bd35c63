//! News that are put off: engines tell much more of a search than a match needs, which keeps what
//! the last of it says.

use super::*;
use ferz_wire::uci::FromEngine;

/// Longest delay of news, so that no engine is taken for silent.
const LONG: Now = Now::from_millis(100);
/// Most bytes that are put off.
const MUCH: usize = 1 << 16;

/// Lines of news that nobody has read, one after another.
#[derive(Debug, Default)]
pub(super) struct Unread {
    text: String,
    /// Where each line ends.
    ends: Vec<usize>,
    /// When news were read last that could have been put off.
    read: Now,
}

impl Unread {
    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.ends.push(self.text.len());
    }

    fn is_due(&self, now: Now) -> bool {
        now.saturating_sub(self.read) >= LONG || self.text.len() >= MUCH
    }

    /// The lines, the latest first.
    fn latest_first(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans: Vec<_> = starts.zip(self.ends.iter().copied()).collect();
        spans.into_iter().rev().filter_map(|(start, end)| self.text.get(start..end))
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

impl Uci {
    /// Whether this input is news that may be read later. Anything else comes after what was put
    /// off.
    pub(super) fn put_off(&mut self, now: Now, input: &Input<'_>, out: &mut Vec<Output>) -> bool {
        let Some(mut unread) = self.unread.take() else { return false };
        let searching = matches!(self.half.state, State::Searching(_) | State::Stopping);
        let put_off = match input {
            Input::Line(line) if searching && is_news(line) => {
                match self.suspects() || unread.is_due(now) {
                    true => {
                        unread.read = now;
                        false
                    }
                    false => {
                        unread.push(line);
                        true
                    }
                }
            }
            _ => false,
        };
        if !put_off {
            self.read_latest(&unread, out);
            unread.clear();
        }
        self.unread = Some(unread);
        put_off
    }

    /// Reads backwards until nothing older can matter: the score and the nodes of the best line are
    /// known.
    fn read_latest(&mut self, unread: &Unread, out: &mut Vec<Output>) {
        let (mut scored, mut counted) = (false, false);
        let mut wanted = Vec::new();
        for line in unread.latest_first() {
            let parsed = FromEngine::parse(line);
            if let FromEngine::Info(info) = &parsed.value
                && info.multipv.is_none_or(|rank| rank <= 1)
            {
                let (scores, counts) = (info.score.is_some(), info.nodes.is_some());
                let matters = scores && !scored || counts && !counted;
                (scored, counted) = (scored || scores, counted || counts);
                if matters {
                    wanted.push((parsed, line));
                }
            }
            if scored && counted {
                break;
            }
        }
        for (parsed, line) in wanted.into_iter().rev() {
            self.replied(parsed, line, out);
        }
    }
}

fn is_news(line: &str) -> bool {
    line.strip_prefix("info ").is_some_and(|rest| !rest.starts_with("string"))
}
