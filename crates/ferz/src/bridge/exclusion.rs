//! Moves left out, or chosen among, with engines that cannot do it: of CECP without `exclude`, and of
//! all protocols that were told and play such a move all the same.
//!
//! Who can is trusted until it plays, or shows, what it may not. Who cannot searches freely first:
//! mostly its move is one of those allowed. If it is not, or if only few moves are, the position after
//! each of the allowed ones is searched, with a share of the time, and the one that is worst for the
//! opponent is taken. A move that was left out is never played.

use super::stack::{Emulation, Way};
use ferz_link::{
    Bound, Command, Event, GameResult, Info, Limits, Now, Place, Purpose, Record, Referee, Refusal,
    Score, ScoreValue, Search, Side, Spelling,
};
use ferz_referee::Rules;
use ferz_wire::MoveText;
use std::time::Duration;

const BROKEN: &str = "the engine does not leave out what it was told to";
const NOTE: &str = "the engine cannot leave moves out: each of the others is tried by itself";
/// An analysis of single moves begins so deep, and ends there.
const FIRST_DEPTH: u32 = 2;
const LAST_DEPTH: u32 = 60;
/// The least time for one move.
const LEAST: Duration = Duration::from_millis(20);

/// Tries moves one by one.
#[derive(Default)]
pub(super) struct Exclusion {
    /// The engine leaves moves out by itself, as far as is known.
    trusted: bool,
    place: Option<Place>,
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    Idle,
    Free(Box<Free>),
    /// One move after the other.
    Single(Box<Single>),
}

/// A free search whose answer is looked at.
struct Free {
    search: Search,
    allowed: Vec<MoveText>,
    stopping: bool,
    /// It was told which moves are allowed.
    told: bool,
    /// It is stopped, because it analyses what it may not.
    dropped: bool,
    /// The first move of the last line that is allowed.
    shown: Option<MoveText>,
}

/// The positions after some moves, searched in turn.
struct Single {
    search: Search,
    moves: Vec<MoveText>,
    /// The one that is being searched.
    index: usize,
    /// Of this round; `None` where one round is all.
    round: Option<u32>,
    /// The last news of the search that runs.
    news: Option<Box<Info>>,
    /// The best of this round, and of the last one.
    best: Option<Choice>,
    last: Option<Choice>,
    stopping: bool,
}

#[derive(Clone)]
struct Choice {
    mv: MoveText,
    reply: Option<MoveText>,
    worth: i32,
}

impl Exclusion {
    /// For an engine that can do it, or cannot.
    pub(super) fn new(trusted: bool) -> Exclusion {
        Exclusion { trusted, ..Exclusion::default() }
    }

    fn search(&mut self, search: Search, way: &mut Way) {
        let restricted = !(search.only.is_empty() && search.without.is_empty());
        let Some(place) = self.place.clone().filter(|_| restricted) else {
            return way.down(Command::Search(search));
        };
        let Ok((record, _)) = Rules.place(&place) else {
            return way.down(Command::Search(search));
        };
        let allowed = allowed(&*record, &place.variant, &search);
        let all = record.legal_moves().len();
        let free = Search { only: Vec::new(), without: Vec::new(), ..search.clone() };
        if allowed.len() == all {
            return way.down(Command::Search(free));
        }
        if allowed.is_empty() {
            let reason = "no legal move is left to search".to_owned();
            way.up(Event::Refused { what: Refusal::Other, text: "search".to_owned(), reason });
            return way.up(answer(None, None));
        }
        if self.trusted {
            self.free(search.clone(), allowed);
            return way.down(Command::Search(search));
        }
        way.note(NOTE);
        let few = allowed.len() * 3 < all || search.purpose == Purpose::Analyse;
        if few && search.purpose != Purpose::Ponder {
            self.begin(search, allowed, way);
        } else {
            self.free(search, allowed);
            way.down(Command::Search(free));
        }
    }

    fn free(&mut self, search: Search, allowed: Vec<MoveText>) {
        let (told, stopping, dropped, shown) = (self.trusted, false, false, None);
        let free = Free { search, allowed, stopping, told, dropped, shown };
        self.state = State::Free(Box::new(free));
    }

    /// It was told, and does not do it.
    fn distrust(&mut self, way: &mut Way) {
        self.trusted = false;
        way.note(BROKEN);
        way.note(NOTE);
    }

    fn begin(&mut self, search: Search, moves: Vec<MoveText>, way: &mut Way) {
        let limits = &search.limits;
        let endless = limits.depth.is_none()
            && limits.nodes.is_none()
            && share(limits, moves.len()).move_time.is_none();
        let mut single = Single {
            search,
            moves,
            index: 0,
            round: endless.then_some(FIRST_DEPTH),
            news: None,
            best: None,
            last: None,
            stopping: false,
        };
        if let Some(place) = self.place.clone() {
            match single.next(&place, way) {
                true => self.state = State::Single(Box::new(single)),
                false => single.finish(&place, way),
            }
        }
    }

    /// A free search has ended.
    fn judge(&mut self, event: Event, way: &mut Way) {
        let State::Free(free) = std::mem::take(&mut self.state) else { return way.up(event) };
        let Free { search, allowed, stopping, told, dropped, shown } = *free;
        let Event::BestMove { best, resign, .. } = &event else { return way.up(event) };
        let fine = best.as_ref().is_none_or(|best| allowed.contains(best)) || *resign;
        if !fine && told && self.trusted {
            self.distrust(way);
        }
        if fine && (stopping || !dropped) {
            way.up(event);
        } else if stopping || search.purpose == Purpose::Ponder {
            way.up(answer(shown.or_else(|| allowed.first().cloned()), None));
        } else {
            self.begin(search, allowed, way);
        }
    }
}

impl Single {
    /// Searches the next position that has not ended. Says whether there is one.
    fn next(&mut self, place: &Place, way: &mut Way) -> bool {
        loop {
            let Some(mv) = self.moves.get(self.index).cloned() else {
                match self.round {
                    Some(depth) if depth < LAST_DEPTH && !self.stopping => {
                        self.round = Some(depth + 1);
                        self.last = self.best.take();
                        self.index = 0;
                        // Where nothing is left to search, deeper is no better.
                        if self.moves.iter().all(|mv| ended(place, mv).is_some()) {
                            return false;
                        }
                        continue;
                    }
                    _ => return false,
                }
            };
            if let Some(worth) = ended(place, &mv) {
                self.take(Choice { mv, reply: None, worth });
                self.index += 1;
                continue;
            }
            let mut after = place.clone();
            after.moves.push(mv);
            let limits = match self.round {
                Some(depth) => Limits { depth: Some(depth), ..Limits::default() },
                None => share(&self.search.limits, self.moves.len()),
            };
            self.news = None;
            way.down(Command::Place(after));
            way.down(Command::Search(Search { limits, ..Search::default() }));
            return true;
        }
    }

    fn take(&mut self, choice: Choice) -> bool {
        let better = self.best.as_ref().is_none_or(|best| choice.worth > best.worth);
        if better {
            self.best = Some(choice);
        }
        better
    }

    /// The search of one position has ended.
    fn searched(&mut self, reply: Option<&MoveText>, way: &mut Way) {
        let Some(mv) = self.moves.get(self.index).cloned() else { return };
        self.index += 1;
        let news = self.news.take();
        let score = news.as_ref().and_then(|news| news.score).map(seen_before);
        // A position that was not looked at says nothing.
        let Some(score) = score else { return };
        let worth = match score.value {
            ScoreValue::Cp(cp) => cp,
            ScoreValue::Mate(moves) if moves > 0 => 100_000 - moves,
            ScoreValue::Mate(moves) => -100_000 - moves,
        };
        let choice = Choice { mv: mv.clone(), reply: reply.cloned(), worth };
        if self.take(choice)
            && let Some(mut news) = news
        {
            news.score = Some(score);
            news.depth = news.depth.map(|depth| depth.saturating_add(1));
            news.seldepth = news.seldepth.map(|depth| depth.saturating_add(1));
            news.pv.insert(0, mv);
            way.up(Event::Info(news));
        }
    }

    /// The answer; and the engine gets its position back.
    fn finish(mut self, place: &Place, way: &mut Way) {
        let complete = self.index >= self.moves.len();
        let choice = match (self.best.take(), self.last.take()) {
            (Some(best), last) if complete || last.is_none() => Some(best),
            (best, last) => last.or(best),
        };
        way.down(Command::Place(place.clone()));
        match choice {
            Some(Choice { mv, reply, .. }) => way.up(answer(Some(mv), reply)),
            None => way.up(answer(self.moves.first().cloned(), None)),
        }
    }
}

/// The moves that a search may choose from, as the engine's host spells them.
fn allowed(record: &dyn Record, variant: &str, search: &Search) -> Vec<MoveText> {
    let spelling = match variant {
        "fischerandom" => Spelling::KingTakesRook,
        _ => Spelling::Coordinate,
    };
    let spell = |mv: &str| record.spell(mv, spelling).ok().map(|mv| MoveText::new(&mv));
    let spelled = |moves: &[MoveText]| -> Vec<MoveText> {
        moves.iter().filter_map(|mv| spell(mv.as_str())).collect()
    };
    let (only, without) = (spelled(&search.only), spelled(&search.without));
    let mut moves: Vec<MoveText> = record.legal_moves().iter().filter_map(|mv| spell(mv)).collect();
    moves.retain(|mv| (only.is_empty() || only.contains(mv)) && !without.contains(mv));
    moves
}

/// What a move is worth by which the game ends.
fn ended(place: &Place, mv: &MoveText) -> Option<i32> {
    let mut after = place.clone();
    after.moves.push(mv.clone());
    let (record, _) = Rules.place(&after).ok()?;
    let outcome = record.outcome().filter(|outcome| !outcome.by_claim)?;
    let mover = !record.side();
    Some(match (outcome.result, mover) {
        (GameResult::WhiteWins, Side::First) | (GameResult::BlackWins, Side::Second) => 100_000,
        (GameResult::WhiteWins | GameResult::BlackWins, _) => -100_000,
        _ => 0,
    })
}

/// The part of the limits that one of `moves` gets.
fn share(limits: &Limits, moves: usize) -> Limits {
    let parts = u32::try_from(moves.max(1)).unwrap_or(u32::MAX);
    let own = limits.clock.and_then(|clocks| clocks.own.or(clocks.opponent));
    let for_move = own.map(|clock| clock.remaining / 30 + clock.increment / 2);
    let time = limits.move_time.into_iter().chain(limits.max_time).chain(for_move).min();
    Limits {
        depth: limits.depth.map(|depth| depth.saturating_sub(1).max(1)),
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
        move_time: time.map(|time| (time / parts).max(LEAST)),
        ..Limits::default()
    }
}

/// The opponent's score as the mover sees it.
fn seen_before(score: Score) -> Score {
    Score {
        value: match score.value {
            ScoreValue::Cp(cp) => ScoreValue::Cp(cp.saturating_neg()),
            // Being mated in n moves is to mate in n moves and one.
            ScoreValue::Mate(moves) if moves <= 0 => {
                ScoreValue::Mate(moves.saturating_neg().saturating_add(1))
            }
            ScoreValue::Mate(moves) => ScoreValue::Mate(moves.saturating_neg()),
        },
        bound: match score.bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        },
    }
}

fn answer(best: Option<MoveText>, ponder: Option<MoveText>) -> Event {
    Event::BestMove { best, ponder, draw_offer: false, resign: false }
}

impl Emulation for Exclusion {
    fn command(&mut self, _: Now, command: Command, way: &mut Way) {
        match (&command, &mut self.state) {
            (Command::Search(_), _) => {
                if let Command::Search(search) = command {
                    self.search(search, way);
                }
                return;
            }
            (Command::Place(place), _) => self.place = Some(place.clone()),
            (Command::PonderHit { .. }, State::Free(free)) => free.search.purpose = Purpose::Play,
            (Command::Stop, State::Free(free)) => {
                free.stopping = true;
                if free.dropped {
                    return;
                }
            }
            (Command::Stop, State::Single(single)) => single.stopping = true,
            _ => {}
        }
        way.down(command);
    }

    fn event(&mut self, _: Now, event: Event, way: &mut Way) {
        match (&event, &mut self.state) {
            (Event::BestMove { .. }, State::Free(_)) => return self.judge(event, way),
            (Event::BestMove { best, .. }, State::Single(single)) => {
                single.searched(best.as_ref(), way);
                let Some(place) = &self.place else { return };
                if (single.stopping || !single.next(place, way))
                    && let State::Single(single) = std::mem::take(&mut self.state)
                {
                    single.finish(place, way);
                }
                return;
            }
            (Event::Info(info), State::Free(free)) => match info.pv.first() {
                Some(first) if free.allowed.contains(first) => {
                    free.shown = Some(first.clone());
                }
                // An analysis would never end with another one.
                Some(_) if free.told && free.search.purpose == Purpose::Analyse => {
                    if !std::mem::replace(&mut free.dropped, true) && !free.stopping {
                        way.down(Command::Stop);
                        self.distrust(way);
                    }
                    return;
                }
                Some(_) => return,
                None => {}
            },
            (Event::Info(info), State::Single(single)) => {
                if info.score.is_some() && !info.pv.is_empty() {
                    single.news = Some(info.clone());
                }
                return;
            }
            // The position after the move is nobody else's business.
            (Event::Claim { .. } | Event::Resign | Event::DrawOffer, State::Single(_)) => return,
            _ => {}
        }
        way.up(event);
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;

    /// Three moves: the king's.
    const KING: &str = "7k/8/8/8/8/8/6p1/K7 w - - 0 1";

    fn bench() -> Bench {
        let mut bench = Bench::new(Exclusion::default());
        bench.place("normal", KING);
        bench
    }

    fn without(moves: &[&str], limits: Limits) -> Search {
        let without = moves.iter().map(|mv| MoveText::new(mv)).collect();
        Search { without, limits, ..Search::default() }
    }

    fn deep(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// an engine that plays what it may needs no help.
    #[test]
    fn a_good_answer_is_taken() {
        let mut bench = bench();
        bench.search(without(&["a1a2"], deep(5))).info(3, 9, "a1a2").info(4, 8, "a1b2");
        bench.best("a1b2");
        let note = format!("* {NOTE}");
        let said = [&note, "> search play depth 5", "< info depth 4 cp 8 a1b2", "< best a1b2"];
        assert_eq!(bench.said(), said);
    }

    /// X-095, U-227: who was told and does not do it is not trusted any more.
    #[test]
    fn trusted_until_it_fails() {
        let mut bench = Bench::new(Exclusion::new(true));
        bench.place("normal", KING);
        bench.search(without(&["a1a2"], deep(5))).info(4, 8, "a1b2").best("a1b2");
        let told = "> search play depth 5 without a1a2";
        assert_eq!(bench.said(), [told, "< info depth 4 cp 8 a1b2", "< best a1b2"]);
        bench.search(without(&["a1a2"], deep(5))).best("a1a2");
        let (broken, note) = (format!("* {BROKEN}"), format!("* {NOTE}"));
        let next = ["> place a1b1", "> search play depth 4"];
        assert_eq!(bench.said(), [&[told, &broken, &note], &next[..]].concat());
        bench.best("none").best("none");
        bench.said();
        bench.search(without(&["a1a2"], deep(5)));
        assert_eq!(bench.said(), ["> search play depth 5"]);
    }

    /// An analysis of the wrong moves is ended at once.
    #[test]
    fn analysis_of_what_it_may_not() {
        let mut bench = Bench::new(Exclusion::new(true));
        bench.place("normal", KING);
        let analysis = Search { purpose: Purpose::Analyse, ..without(&["a1a2"], deep(5)) };
        bench.search(analysis.clone()).info(3, 9, "a1a2").info(4, 9, "a1a2").best("a1a2");
        let told = "> search analyse depth 5 without a1a2";
        let (broken, note) = (format!("* {BROKEN}"), format!("* {NOTE}"));
        let next = ["> place a1b1", "> search play depth 4"];
        assert_eq!(bench.said(), [&[told, "> Stop", &broken, &note], &next[..]].concat());
    }

    /// A move that was left out is not played: the others are searched, the best is taken.
    #[test]
    fn others_are_tried() {
        let mut bench = bench();
        bench.search(without(&["a1a2"], deep(5))).best("a1a2");
        let said = bench.said();
        assert_eq!(said[1..], ["> search play depth 5", "> place a1b1", "> search play depth 4"]);
        bench.info(4, 50, "g2g1q b1b2").best("g2g1q");
        let info = "< info depth 5 cp -50 a1b1 g2g1q b1b2";
        assert_eq!(bench.said(), [info, "> place a1b2", "> search play depth 4"]);
        bench.info(4, 70, "g2g1q").best("g2g1q");
        assert_eq!(bench.said(), ["> place ", "< best a1b1"]);
    }

    /// The searches share the time; a stop gets the best move so far.
    #[test]
    fn time_and_stop() {
        let mut bench = bench();
        let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::default() };
        bench.search(without(&["a1a2"], limits)).best("a1a2");
        assert_eq!(bench.said()[3], "> search play time 250");
        bench.info(4, 50, "g2g1q").best("g2g1q").command(Command::Stop).best("g2g1q");
        assert_eq!(bench.said()[3..], ["> Stop", "> place ", "< best a1b1"]);
    }

    #[test]
    fn stopped_before_the_first_answer() {
        let mut bench = bench();
        bench.search(without(&["a1a2"], deep(5))).command(Command::Stop).best("a1a2");
        assert_eq!(bench.said()[2..], ["> Stop", "< best a1b1"]);
    }

    /// One move of several: it is searched alone; an analysis goes deeper and deeper.
    #[test]
    fn analysis_of_one_move() {
        let mut bench = Bench::new(Exclusion::default());
        bench.place("normal", "startpos");
        let only = vec!["a2a3".into()];
        bench.search(Search { only, purpose: Purpose::Analyse, ..Search::default() });
        bench.info(2, -10, "e7e5").best("e7e5").info(3, -12, "d7d5").command(Command::Stop);
        bench.best("d7d5");
        assert_eq!(
            bench.said()[1..],
            [
                "> place a2a3",
                "> search play depth 2",
                "< info depth 3 cp 10 a2a3 e7e5",
                "> place a2a3",
                "> search play depth 3",
                "> Stop",
                "< info depth 4 cp 12 a2a3 d7d5",
                "> place ",
                "< best a2a3",
            ]
        );
    }

    /// Moves that end the game need no search.
    #[test]
    fn mate_is_seen() {
        let mut bench = Bench::new(Exclusion::default());
        bench.place("normal", "7k/8/6K1/8/8/8/8/1R6 w - - 0 1");
        let only = vec!["b1b2".into(), "b1b8".into()];
        bench.search(Search { only, limits: deep(3), ..Search::default() });
        let said = bench.info(2, -500, "h8g8").best("h8g8").said();
        assert_eq!(said.last().map(String::as_str), Some("< best b1b8"), "{said:#?}");
    }

    #[test]
    fn nothing_is_left() {
        let mut bench = bench();
        bench.search(without(&["a1a2", "a1b1", "a1b2"], deep(1)));
        assert_eq!(bench.said()[1], "< best none");
        // Nothing is left out: nothing to do.
        bench.search(without(&["e2e4"], deep(1)));
        assert_eq!(bench.said(), ["> search play depth 1"]);
    }
}
