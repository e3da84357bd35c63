//! One line on a terminal that says how far a run is: it fits, and all in it is of the same moment.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The line.
pub(super) struct Progress {
    bar: ProgressBar,
    state: Arc<Mutex<State>>,
}

/// What it says.
#[derive(Clone, Debug)]
struct State {
    done: u32,
    /// Of them, in an earlier run.
    before: u32,
    /// `None`: as many as it takes.
    games: Option<u32>,
    began: Instant,
    /// How it stands.
    words: String,
}

/// What is left of a terminal of unknown width.
const NARROW: usize = 80;

impl Progress {
    /// A bar for this number of games, if it is known, of which `played` are from an earlier run.
    pub(super) fn new(games: Option<u32>, played: u32) -> Progress {
        let (began, words) = (Instant::now(), String::new());
        let state = State { done: played, before: played, games, began, words };
        let state = Arc::new(Mutex::new(state));
        let shown = state.clone();
        let line = move |_: &ProgressState, out: &mut dyn Write| {
            let state = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let _ = out.write_str(&state.line(state.began.elapsed(), width()));
        };
        let style = ProgressStyle::with_template("{line}").expect("a template of our own");
        let bar = ProgressBar::new_spinner();
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        bar.set_style(style.with_key("line", line));
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress { bar, state }
    }

    /// `done` of `games` are played; `words` say how it stands.
    pub(super) fn played(&self, done: u32, games: u32, words: String) {
        {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            (state.done, state.words) = (done, words);
            state.games = state.games.map(|_| games);
        }
        self.bar.tick();
    }

    /// Does something with the terminal while the line is away.
    pub(super) fn aside(&self, what: impl FnOnce()) {
        self.bar.suspend(what);
    }

    pub(super) fn end(self) {
        self.bar.finish_and_clear();
    }
}

fn width() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map_or(NARROW, |(width, _)| usize::from(width.0))
}

impl State {
    /// `12/20 [======    ] +7 -2 =3  Elo +150.1 ± 90.2        0:12, 0:08 to go`
    fn line(&self, elapsed: Duration, width: usize) -> String {
        // The last column stays free: some terminals would begin another line.
        let width = width.saturating_sub(1);
        let time = match self.to_go(elapsed) {
            Some(rest) => format!("{}, about {} to go", clock(elapsed), clock(rest)),
            None => clock(elapsed),
        };
        let mut line = match self.games {
            Some(games) => {
                let cells = 10 * u64::from(self.done.min(games)) / u64::from(games.max(1));
                let bar = "=".repeat(cells as usize);
                format!("{}/{games} [{bar:10}] ", self.done)
            }
            None => format!("{} games ", self.done),
        };
        let room = width.saturating_sub(line.chars().count() + time.chars().count() + 1);
        line.push_str(&cut(&self.words, room));
        let gap = width.saturating_sub(line.chars().count() + time.chars().count());
        line.extend(std::iter::repeat_n(' ', gap));
        line.push_str(&time);
        cut(&line, width)
    }

    /// How long it may take, as fast as it went.
    fn to_go(&self, elapsed: Duration) -> Option<Duration> {
        let (done, rest) = (self.done - self.before, self.games?.saturating_sub(self.done));
        (done > 0).then(|| elapsed.mul_f64(f64::from(rest) / f64::from(done)))
    }
}

/// The beginning of a text, if it is longer.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(most.saturating_sub(1)).collect();
    if most > 0 {
        cut.push('…');
    }
    cut
}

/// `1:02:03`, `2:03`
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(done: u32, games: Option<u32>, words: &str) -> State {
        State { done, before: 0, games, began: Instant::now(), words: words.to_owned() }
    }

    /// N23: whatever the width is, the line fits, and its end is the time.
    #[test]
    fn the_line_fits() {
        let words = "+3 -0 =0  Elo +144.9 ± 210.0  LLR 0.04 [-2.94, 2.94]";
        for games in [Some(20), None] {
            for width in [1, 20, 40, 79, 80, 120, 200] {
                let line = state(3, games, words).line(Duration::from_secs(4), width);
                assert!(line.chars().count() < width.max(2), "{width}: {line}");
            }
        }
        let line = state(3, Some(20), words).line(Duration::from_secs(9), 120);
        assert!(line.starts_with(
            "3/20 [=         ] +3 -0 =0  Elo +144.9 ± 210.0  LLR 0.04 [-2.94, 2.94] "
        ));
        assert!(line.ends_with(" 0:09, about 0:51 to go"), "{line}");
        let line = state(3, Some(20), words).line(Duration::from_secs(9), 80);
        assert!(line.contains("LLR 0.0…") && line.ends_with("0:51 to go"), "{line}");
        let line = state(3, None, words).line(Duration::from_secs(3723), 80);
        assert!(line.starts_with("3 games +3") && line.ends_with(" 1:02:03"), "{line}");
    }

    #[test]
    fn nothing_is_foretold_from_nothing() {
        let line = state(0, Some(20), "").line(Duration::from_secs(9), 80);
        assert!(line.starts_with("0/20 [          ]") && line.ends_with(" 0:09"), "{line}");
        let resumed = State { before: 10, ..state(10, Some(20), "") };
        assert!(resumed.line(Duration::from_secs(9), 80).ends_with(" 0:09"));
    }
}
