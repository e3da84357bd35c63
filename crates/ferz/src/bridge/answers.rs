//! Answers that an interface can play, whatever the engine says.
//!
//! An engine of CECP may claim a result instead of moving, or resign, where the interface plays on; an
//! engine of any protocol may play an illegal move. Then it is asked once more: one that takes the
//! game for over gets the position without the moves before it. If that does not help, the
//! first move of its last main line is played, or any legal one: an interface of UCI takes no move
//! for a loss. Where no move is legal there is none.
//!
//! Moves behind a repetition that could have been claimed are not even told: HoiChess ends when it hears
//! of one.

use super::stack::{Emulation, Way};
use ferz_link::{
    Command, Event, GameResult, Limits, Now, Place, Purpose, Record, Referee, Search, Spelling,
};
use ferz_referee::Rules;
use ferz_rules::{Notation, Variant};
use ferz_wire::{MoveText, Start};

/// Holds answers against the rules.
#[derive(Default)]
pub(super) struct Answers {
    /// It may call a game over, and takes a position by its text.
    claims: bool,
    place: Option<Place>,
    /// The same on a board, once somebody has looked.
    board: Option<Board>,
    /// From where the engine gets the moves of this game.
    cut: Option<Cut>,
    running: Option<Running>,
    /// The last move of the engine, for what it says after it.
    played: Option<MoveText>,
}

struct Board {
    place: Place,
    record: Box<dyn Record>,
    /// The last position on the way where the game could have been called over.
    end: Option<Cut>,
}

/// The beginning of a game, and the position that stands for it.
#[derive(Clone)]
struct Cut {
    before: Place,
    fen: String,
}

struct Running {
    search: Search,
    /// The main line.
    line: Vec<MoveText>,
    tried: bool,
    stopping: bool,
}

impl Answers {
    /// For an engine that may call a game over and takes a position by its text, or another one.
    pub(super) fn new(claims: bool) -> Answers {
        Answers { claims, ..Answers::default() }
    }

    /// The position on a board. Mostly it is one or two moves behind the last one.
    fn record(&mut self) -> Option<&dyn Record> {
        let place = self.place.as_ref()?;
        let mut board = match self.board.take() {
            Some(board) if board.leads_to(place) => board,
            _ => {
                let start = Place { moves: Vec::new(), ..place.clone() };
                let (record, _) = Rules.place(&start).ok()?;
                Board { place: start, record, end: None }
            }
        };
        for mv in place.moves.iter().skip(board.place.moves.len()) {
            if self.claims && board.record.outcome().is_some() {
                let fen = without_count(&board.record.fen());
                board.end = Some(Cut { before: board.place.clone(), fen });
            }
            match mv.as_str() {
                "0000" | "@@@@" => board.record.pass().ok()?,
                mv => board.record.play(mv).ok()?,
            }
            board.place.moves.push(mv.clone());
        }
        Some(&*self.board.insert(board).record)
    }

    fn spelling(&self) -> Spelling {
        let variant = self.place.as_ref().and_then(|place| Variant::by_name(&place.variant));
        match variant.map(|variant| variant.wire) {
            Some(Notation::KingTakesRook) => Spelling::KingTakesRook,
            _ => Spelling::Coordinate,
        }
    }

    /// A legal move as everybody writes it.
    fn legal(&mut self, mv: &MoveText) -> Option<MoveText> {
        let spelling = self.spelling();
        let spelled = self.record()?.spell(mv.as_str(), spelling).ok()?;
        Some(MoveText::new(&spelled))
    }

    /// What the engine is told of a position.
    fn told(&self, place: Place) -> Place {
        match &self.cut {
            Some(Cut { before, fen }) if begins(before, &place) => Place {
                start: Start::Fen(fen.clone()),
                moves: place.moves.get(before.moves.len()..).unwrap_or_default().to_vec(),
                variant: place.variant,
            },
            _ => place,
        }
    }

    fn answered(&mut self, event: Event, way: &mut Way) {
        let Event::BestMove { best, ponder, draw_offer, resign } = event else { return };
        let as_said =
            || Event::BestMove { best: best.clone(), ponder: ponder.clone(), draw_offer, resign };
        let Some(running) = self.running.take() else { return way.up(as_said()) };
        let Limits { static_only, perft, .. } = running.search.limits;
        let has_moves = self.record().map(|record| !record.legal_moves().is_empty());
        if has_moves != Some(true) || static_only || perft.is_some() {
            return way.up(as_said());
        }
        let may_try = !running.tried && !running.stopping && !resign;
        match best.as_ref().map(|best| (best, self.legal(best))) {
            Some((_, Some(best))) => {
                let ponder = self.reply(&best, ponder);
                self.up(best, ponder, draw_offer, resign, way);
            }
            Some((best, None)) => {
                way.note(format!("{best} is no legal move here"));
                if may_try && running.search.purpose != Purpose::Ponder {
                    // Its board may be another one by now, and time has gone.
                    let limits = in_haste(&running.search.limits);
                    let search = Search { limits, ..running.search.clone() };
                    return self.again(running, search, way);
                }
                self.instead(&running, draw_offer, resign, way);
            }
            None if may_try && self.forget(way) => {
                let search = running.search.clone();
                self.again(running, search, way);
            }
            None => self.instead(&running, draw_offer, resign, way),
        }
    }

    fn again(&mut self, running: Running, search: Search, way: &mut Way) {
        if let Some(place) = self.place.clone() {
            way.down(Command::Place(self.told(place)));
        }
        way.down(Command::Search(search));
        self.running = Some(Running { tried: true, line: Vec::new(), ..running });
    }

    /// The engine shall not know what was before this position. Says whether there was anything.
    fn forget(&mut self, way: &mut Way) -> bool {
        let fen = match self.record() {
            Some(record) => without_count(&record.fen()),
            None => return false,
        };
        let Some(place) = self.place.clone() else { return false };
        let start = Start::Fen(fen.clone());
        let told = self.told(place.clone());
        if told.moves.is_empty() && told.start == start {
            return false;
        }
        way.note("the engine takes the game for over: it gets the position without its past");
        self.cut = Some(Cut { before: place, fen });
        true
    }

    /// A move in the place of the engine's.
    fn instead(&mut self, running: &Running, draw_offer: bool, resign: bool, way: &mut Way) {
        let Search { only, without, .. } = &running.search;
        let is_wanted =
            |mv: &MoveText| (only.is_empty() || only.contains(mv)) && !without.contains(mv);
        let of_line = running.line.first().and_then(|mv| self.legal(mv));
        let all = self.record().map(|record| record.legal_moves()).unwrap_or_default();
        let all: Vec<_> = all.iter().map(|mv| MoveText::new(mv)).collect();
        let wanted = all.iter().filter_map(|mv| self.legal(mv)).find(|mv| is_wanted(mv));
        let best = of_line.filter(|mv| is_wanted(mv)).or(wanted).or(all.first().cloned());
        let Some(best) = best else { return };
        way.note("the engine has ended its search without a move: one is played in its place");
        self.up(best, None, draw_offer, resign, way);
    }

    fn up(
        &mut self,
        best: MoveText,
        ponder: Option<MoveText>,
        draw_offer: bool,
        resign: bool,
        way: &mut Way,
    ) {
        self.played = Some(best.clone());
        way.up(Event::BestMove { best: Some(best), ponder, draw_offer, resign });
    }

    /// The reply to ponder on, if it can be played after the move.
    fn reply(&mut self, best: &MoveText, ponder: Option<MoveText>) -> Option<MoveText> {
        let ponder = ponder?;
        let spelling = self.spelling();
        let mut after = self.record()?.boxed();
        after.play(best.as_str()).ok()?;
        after.spell(ponder.as_str(), spelling).ok().map(|mv| MoveText::new(&mv))
    }

    /// Whether a result is that of the position, or of the one after the engine's move.
    fn is_true(&mut self, result: GameResult) -> bool {
        let played = self.played.clone();
        let Some(record) = self.record() else { return true };
        let mut after = record.boxed();
        let is = |record: &dyn Record| record.outcome().is_some_and(|it| it.result == result);
        let moved = played.is_some_and(|mv| after.play(mv.as_str()).is_ok());
        is(record) || moved && is(&*after)
    }
}

impl Board {
    fn leads_to(&self, place: &Place) -> bool {
        begins(&self.place, place)
    }
}

/// Whether one position is on the way to another.
fn begins(before: &Place, place: &Place) -> bool {
    before.variant == place.variant
        && before.start == place.start
        && place.moves.starts_with(&before.moves)
}

/// A position whose count of moves without a capture begins anew.
fn without_count(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    if let Some(count) = fields.get_mut(4) {
        *count = "0";
    }
    fields.join(" ")
}

/// Limits of a second search of the same position.
fn in_haste(limits: &Limits) -> Limits {
    let own = limits.clock.and_then(|clocks| clocks.own.or(clocks.opponent));
    let Some(own) = own else { return limits.clone() };
    Limits { clock: None, move_time: Some(own.remaining / 50), ..limits.clone() }
}

impl Emulation for Answers {
    fn command(&mut self, _: Now, command: Command, way: &mut Way) {
        let command = match command {
            Command::Place(place) => {
                self.played = None;
                self.place = Some(place.clone());
                if self.claims && self.record().is_some() {
                    let end = self.board.as_ref().and_then(|board| board.end.clone());
                    self.cut = end.or(self.cut.take());
                }
                Command::Place(self.told(place))
            }
            other => other,
        };
        match &command {
            Command::Search(search) => {
                let (line, search) = (Vec::new(), search.clone());
                self.played = None;
                self.running = Some(Running { search, line, tried: false, stopping: false });
            }
            Command::NewGame { .. } => self.cut = None,
            Command::Stop => {
                if let Some(running) = &mut self.running {
                    running.stopping = true;
                }
            }
            Command::PonderHit { .. } => {
                if let Some(running) = &mut self.running {
                    running.search.purpose = Purpose::Play;
                }
            }
            _ => {}
        }
        way.down(command);
    }

    fn event(&mut self, _: Now, event: Event, way: &mut Way) {
        match event {
            Event::BestMove { .. } => self.answered(event, way),
            Event::Claim { result, comment } if !self.is_true(result) => {
                way.note(format!("the engine claims what is not so: {result} {{{comment}}}"));
            }
            Event::Info(info) => {
                if let Some(running) = &mut self.running
                    && info.rank.is_none_or(|rank| rank == 1)
                    && !info.pv.is_empty()
                {
                    running.line.clone_from(&info.pv);
                }
                way.up(Event::Info(info));
            }
            other => way.up(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::{Bench, best_move};
    use super::*;

    const CLAIMED: &str =
        "* the engine takes the game for over: it gets the position without its past";
    const INSTEAD: &str =
        "* the engine has ended its search without a move: one is played in its place";

    fn bench(fen: &str) -> Bench {
        let mut bench = Bench::new(Answers::default());
        bench.place("normal", fen);
        bench
    }

    fn place(moves: &str) -> Command {
        let moves = moves.split_whitespace().map(Into::into).collect();
        Command::Place(Place { moves, ..Place::startpos() })
    }

    /// A move of the engine as everybody spells it; a reply that cannot be played is none.
    #[test]
    fn spelled_alike() {
        let mut bench = Bench::new(Answers::default());
        bench.place("fischerandom", "4k3/8/8/8/8/8/8/4K2R w H - 0 1");
        bench.search(Search::default()).best("e1g1");
        assert_eq!(bench.said(), ["> search play", "< best e1h1"]);
        let event = Event::BestMove {
            best: Some("h1h8".into()),
            ponder: Some("e8e1".into()),
            draw_offer: false,
            resign: false,
        };
        bench.search(Search::default()).event(event);
        assert_eq!(bench.said(), ["> search play", "< best h1h8"]);
    }

    /// B-A3: who claims where the interface plays on gets the position as a new one, also later.
    #[test]
    fn a_claim_is_no_move() {
        let mut bench = Bench::new(Answers::new(true));
        let knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        bench.command(place(knights)).search(Search::default());
        let claim = || Event::Claim { result: GameResult::Draw, comment: "3".into() };
        bench.event(claim()).best("none");
        let said = bench.said();
        assert!(said[2].starts_with("< Claim"), "{said:?}");
        assert_eq!(said[3..], [CLAIMED, "> place ", "> search play"]);
        bench.best("e2e4");
        bench.command(place(&format!("{knights} e2e4 e7e5")));
        assert_eq!(bench.said(), ["< best e2e4", "> place e2e4 e7e5"]);
        // Nothing is left to forget.
        bench.command(place(knights)).search(Search::default()).best("none");
        assert_eq!(bench.said(), ["> place ", "> search play", INSTEAD, "< best a2a3"]);
    }

    /// Nobody is told of moves behind an end.
    #[test]
    fn moves_behind_an_end() {
        let knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        for (claims, told) in [(true, "> place e2e4 e7e5"), (false, knights)] {
            let mut bench = Bench::new(Answers::new(claims));
            bench.command(place(&format!("{knights} e2e4 e7e5")));
            let said = bench.said();
            assert!(said[0].contains(told), "{said:?}");
        }
    }

    /// A claim that is not so is nobody's business: another host would take it for a loss.
    #[test]
    fn false_claims() {
        let mut bench = bench("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        bench.event(Event::Claim { result: GameResult::Draw, comment: "dead".into() });
        assert_eq!(bench.said(), ["* the engine claims what is not so: 1/2-1/2 {dead}"]);
        bench.search(Search::default()).best("h1h8");
        bench.event(Event::Claim { result: GameResult::WhiteWins, comment: "mates".into() });
        assert_eq!(bench.said().last().unwrap(), "* the engine claims what is not so: 1-0 {mates}");
    }

    /// Who resigns plays on where there is no word for it, with the best it knows.
    #[test]
    fn resignation_with_a_move() {
        let mut bench = bench("4k3/8/8/8/8/8/r7/4K3 w - - 0 1");
        let event = Event::BestMove { best: None, ponder: None, draw_offer: false, resign: true };
        bench.search(Search::default()).info(3, -900, "e1d1 a2b2").event(event);
        let said = ["> search play", "< info depth 3 cp -900 e1d1 a2b2", INSTEAD];
        assert_eq!(bench.said(), [&said[..], &["< best e1d1 resign"]].concat());
    }

    /// B-A7: an illegal move is not passed on: the engine is asked once more.
    #[test]
    fn illegal_moves() {
        let mut bench = bench("4k3/8/8/8/8/8/r7/4K3 w - - 0 1");
        bench.search(Search::default()).best("a1a1");
        let note = "* a1a1 is no legal move here";
        assert_eq!(bench.said(), ["> search play", note, "> place ", "> search play"]);
        bench.best("e1d1");
        assert_eq!(bench.said(), ["< best e1d1"]);
        bench.search(Search::default()).best("a1a1").best("a1a1");
        assert_eq!(bench.said()[3..], [INSTEAD, "< best e1d1"]);
        bench.search(Search::default()).command(Command::Stop).event(best_move("0000"));
        assert_eq!(bench.said()[2..], ["* 0000 is no legal move here", "< best e1d1"]);
    }

    /// Where no move is legal there is none.
    #[test]
    fn mated() {
        let mut bench = bench("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        bench.search(Search::default()).best("none");
        assert_eq!(bench.said(), ["> search play", "< best none"]);
    }
}
