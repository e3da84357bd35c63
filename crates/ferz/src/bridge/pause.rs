//! CECP's `pause` for engines without it: the search is stopped, and begins anew afterwards with the
//! time that was left.

use super::stack::{Emulation, Way};
use ferz_link::{Command, Event, Now, Place, Purpose, Search};
use std::time::Duration;

/// Stops and begins anew.
#[derive(Default)]
pub(super) struct Pause {
    place: Option<Place>,
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    Idle,
    Searching {
        search: Search,
        /// Since when its time counts.
        since: Now,
    },
    Paused {
        search: Search,
        /// What the stopped search has answered.
        answer: Option<Event>,
        /// It shall go on as soon as it has.
        resumed: bool,
    },
}

impl Pause {
    fn pause(&mut self, now: Now, way: &mut Way) {
        match std::mem::take(&mut self.state) {
            State::Searching { mut search, since } => {
                way.note("the engine cannot pause: its search is stopped and begins anew");
                if search.purpose == Purpose::Play {
                    spend(&mut search, now.saturating_sub(since));
                }
                way.down(Command::Stop);
                self.state = State::Paused { search, answer: None, resumed: false };
            }
            other => self.state = other,
        }
    }

    fn resume(&mut self, now: Now, way: &mut Way) {
        match &mut self.state {
            State::Paused { answer: Some(_), .. } => self.go_on(now, way),
            State::Paused { resumed, .. } => *resumed = true,
            _ => {}
        }
    }

    fn go_on(&mut self, now: Now, way: &mut Way) {
        if let State::Paused { search, .. } = std::mem::take(&mut self.state) {
            if let Some(place) = &self.place {
                way.down(Command::Place(place.clone()));
            }
            way.down(Command::Search(search.clone()));
            self.state = State::Searching { search, since: now };
        }
    }
}

/// Takes what a search has used off its times.
fn spend(search: &mut Search, spent: Duration) {
    const LEAST: Duration = Duration::from_millis(1);
    let take = |time: &mut Duration| *time = time.saturating_sub(spent).max(LEAST);
    let limits = &mut search.limits;
    limits.move_time.as_mut().map(take);
    limits.max_time.as_mut().map(take);
    if let Some(own) = limits.clock.as_mut().and_then(|clocks| clocks.own.as_mut()) {
        take(&mut own.remaining);
    }
}

impl Emulation for Pause {
    fn command(&mut self, now: Now, command: Command, way: &mut Way) {
        match (&command, &mut self.state) {
            (Command::Pause(true), _) => return self.pause(now, way),
            (Command::Pause(false), _) => return self.resume(now, way),
            (Command::Place(place), _) => self.place = Some(place.clone()),
            (Command::Search(search), _) => {
                self.state = State::Searching { search: search.clone(), since: now };
            }
            (Command::PonderHit { .. }, State::Searching { search, since }) => {
                search.purpose = Purpose::Play;
                *since = now;
            }
            (Command::Stop, State::Paused { answer, .. }) => {
                // It was stopped already: the answer is there, or on its way.
                if let Some(answer) = answer.take() {
                    way.up(answer);
                }
                self.state = State::Idle;
                return;
            }
            _ => {}
        }
        way.down(command);
    }

    fn event(&mut self, now: Now, event: Event, way: &mut Way) {
        match (&event, &mut self.state) {
            (Event::BestMove { .. }, State::Paused { answer, resumed, .. }) => {
                *answer = Some(event);
                if *resumed {
                    self.go_on(now, way);
                }
                return;
            }
            (Event::Info(_), State::Paused { .. }) => return,
            (Event::BestMove { .. }, _) => self.state = State::Idle,
            _ => {}
        }
        way.up(event);
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;
    use ferz_link::{Clock, Clocks, Limits};

    fn searching() -> Bench {
        let mut bench = Bench::new(Pause::default());
        let own = Some(Clock { remaining: Duration::from_secs(9), ..Clock::default() });
        let limits = Limits { clock: Some(Clocks { own, opponent: None }), ..Limits::default() };
        bench.place("normal", "startpos");
        bench.search(Search { limits, ..Search::default() }).later(2000);
        bench.command(Command::Pause(true)).info(1, 1, "e2e4");
        let note = "* the engine cannot pause: its search is stopped and begins anew";
        assert_eq!(bench.said(), ["> search play clock 9000", note, "> Stop"]);
        bench
    }

    /// C-471, C-472: exactly where it stopped, with the time that was left.
    #[test]
    fn goes_on_with_what_is_left() {
        let mut bench = searching();
        bench.best("d2d4").later(60_000).command(Command::Pause(false)).best("e2e4");
        assert_eq!(bench.said(), ["> place ", "> search play clock 7000", "< best e2e4"]);
    }

    #[test]
    fn resumed_before_it_has_stopped() {
        let mut bench = searching();
        bench.command(Command::Pause(false)).best("d2d4").best("e2e4");
        assert_eq!(bench.said(), ["> place ", "> search play clock 7000", "< best e2e4"]);
    }

    /// One answer, also of a search that never goes on.
    #[test]
    fn stopped_while_paused() {
        let mut bench = searching();
        bench.best("d2d4").command(Command::Stop);
        assert_eq!(bench.said(), ["< best d2d4"]);
        let mut bench = searching();
        bench.command(Command::Stop).best("d2d4");
        assert_eq!(bench.said(), ["< best d2d4"]);
    }

    #[test]
    fn nothing_to_pause() {
        let mut bench = Bench::new(Pause::default());
        bench.command(Command::Pause(true)).command(Command::Pause(false));
        assert!(bench.said().is_empty());
    }
}
