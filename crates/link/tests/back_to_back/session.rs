//! Sessions: what a caller and an engine do together, drawn by chance within the rules.

use super::meaning;
use super::pair::Pair;
use ferz_link::{
    Bound, Check, Clock, Clocks, Command, Dialect, Event, Front, GameResult, Info, Limits, Message,
    MessageKind, Opponent, OptionDecl, OptionKind, Place, Purpose, Record, Referee, Refusal, Score,
    ScoreValue, Search, Spelling,
};
use ferz_referee::Rules;
use ferz_wire::uci::Register;
use ferz_wire::{MoveText, Start};
use proptest::test_runner::TestCaseError;
use std::time::Duration;

/// The protocol that has to express it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speech {
    Uci,
    Ucci,
    Cecp,
}

/// One thing that goes in at either end.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Command(Command),
    Event(Event),
}

/// A session after the handshake.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) acts: Vec<Act>,
    /// What the caller shall hear.
    pub(crate) heard: Vec<Event>,
    /// What the engine declares.
    pub(crate) options: Vec<OptionDecl>,
}

/// Chance, as given; zeros when it has run out.
pub(crate) struct Chance<'a>(pub(crate) std::slice::Iter<'a, u16>);

impl Chance<'_> {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let drawn = self.0.next().copied().unwrap_or_default();
        usize::from(drawn) % end.max(1)
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        // Not on zero: a session that has run out comes to its end.
        self.below(count) == count - 1
    }

    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).cloned()
    }
}

const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
];
const FENS_960: [&str; 2] =
    ["1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1", "4k2r/8/8/8/8/8/8/R3K2R b HAh - 0 1"];

fn options() -> Vec<OptionDecl> {
    let decl = |name: &str, kind| OptionDecl { name: name.into(), kind };
    vec![
        decl("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
        decl("Threads", OptionKind::Spin { default: 1, min: 1, max: 64 }),
        decl("Clear Hash", OptionKind::Button),
        decl("Contempt", OptionKind::Spin { default: 0, min: -100, max: 100 }),
        decl("Debug Log", OptionKind::Text { default: String::new() }),
        decl("Own Book", OptionKind::Check { default: true }),
        decl(
            "Style",
            OptionKind::Combo {
                default: "Normal".into(),
                choices: vec!["Very Risky".into(), "Normal".into()],
            },
        ),
    ]
}

/// Draws a session.
struct Maker<'a> {
    speech: Speech,
    chance: Chance<'a>,
    session: Session,
    variant: &'static str,
    /// The position last given.
    board: Box<dyn Record>,
    searching: Option<Purpose>,
    stopping: bool,
    /// The last main line of this search, and whether it was the last thing said.
    pv: Vec<MoveText>,
    fresh: bool,
    pings: u64,
    /// CECP: limits that hold for a whole game.
    depth: Option<u32>,
    rate: Option<u64>,
    offered: bool,
    over: bool,
}

impl Session {
    pub(crate) fn new(speech: Speech, choices: &[u16]) -> Session {
        let place = Place::startpos();
        let (board, _) = Rules.place(&place).expect("the start position stands");
        let mut maker = Maker {
            speech,
            chance: Chance(choices.iter()),
            session: Session { acts: Vec::new(), heard: Vec::new(), options: options() },
            variant: "normal",
            board,
            searching: None,
            stopping: false,
            pv: Vec::new(),
            fresh: false,
            pings: 0,
            depth: None,
            rate: None,
            offered: false,
            over: true,
        };
        while maker.chance.0.len() > 0 {
            maker.step();
        }
        if maker.searching.is_some() {
            maker.finish();
        }
        maker.command(Command::Quit);
        maker.session
    }

    /// The property.
    pub(crate) fn holds<H: Dialect, F: Front>(
        &self,
        mut pair: Pair<H, F>,
        speech: Speech,
    ) -> Result<(), TestCaseError> {
        let name = ("name".to_owned(), "Test 1".to_owned());
        pair.event(Event::Identity { key: name.0.clone(), text: name.1.clone() });
        for decl in &self.options {
            pair.event(Event::Option(decl.clone()));
        }
        pair.event(Event::Ready);
        pair.start();
        let greeting = std::mem::take(&mut pair.events);
        let has = |event: Event| greeting.contains(&event);
        assert!(has(Event::Ready) && has(Event::Identity { key: name.0, text: name.1 }));
        for decl in &self.options {
            // Memory and threads have commands of their own in CECP: the range is lost.
            let covered = speech == Speech::Cecp && matches!(&*decl.name, "Hash" | "Threads");
            let shown = meaning::shown(decl, speech);
            assert!(covered || has(Event::Option(shown)), "{decl:?} in {greeting:?}");
        }

        let mut told = Vec::new();
        for act in &self.acts {
            match act {
                Act::Command(command) => {
                    told.push(command.clone());
                    pair.command(command);
                }
                Act::Event(event) => pair.event(event.clone()),
            }
        }
        let log = pair.log.join("\n");
        let fail = |what: &str, wanted: &[String], got: &[String]| {
            let at = wanted.iter().zip(got).take_while(|(a, b)| a == b).count();
            let (wanted, got) = (wanted.get(at), got.get(at));
            let text = format!("{what} {at}\n wanted {wanted:?}\n got    {got:?}\n{log}");
            Err(TestCaseError::fail(text))
        };
        if let Some(refused) = pair.refused.first() {
            return Err(TestCaseError::fail(format!("{refused}\n{log}")));
        }
        let wanted = meaning::of_commands(&told, speech);
        let got = meaning::of_commands(&pair.commands, speech);
        if wanted != got {
            return fail("command", &wanted, &got);
        }
        let wanted = meaning::of_events(&self.heard, speech);
        let got = meaning::of_events(&pair.events, speech);
        if wanted != got {
            return fail("event", &wanted, &got);
        }
        Ok(())
    }
}

impl Maker<'_> {
    fn command(&mut self, command: Command) {
        self.session.acts.push(Act::Command(command));
    }

    fn event(&mut self, event: Event) {
        self.session.heard.push(event.clone());
        self.session.acts.push(Act::Event(event));
    }

    fn is_uci(&self) -> bool {
        self.speech == Speech::Uci
    }

    fn step(&mut self) {
        match (self.searching, self.stopping) {
            (_, true) => self.step_stopping(),
            (Some(purpose), false) => self.step_searching(purpose),
            (None, false) if self.over => self.new_game(),
            (None, false) => self.step_idle(),
        }
    }

    fn step_idle(&mut self) {
        match self.chance.below(16) {
            0 => self.new_game(),
            1 => self.set_option(),
            2 => self.ping(),
            3 => self.jump(),
            4 => self.take_back(),
            5 => self.message(),
            6 => self.opponent(),
            7 if self.is_uci() => self.idle_uci(),
            7 => self.idle_cecp(),
            8 => self.late_option(),
            _ => {
                if !self.chance.one_in(4) {
                    self.grow();
                }
                self.search();
            }
        }
    }

    fn ping(&mut self) {
        self.pings += 1;
        self.command(Command::Ping(self.pings));
        self.session.heard.push(Event::Pong(self.pings));
    }

    fn new_game(&mut self) {
        self.variant = if self.chance.one_in(3) { "fischerandom" } else { "normal" };
        self.command(Command::NewGame { variant: self.variant.into() });
        self.ping();
        self.start(Start::Startpos);
        self.over = false;
        self.offered = false;
        self.depth = self.chance.one_in(3).then_some(1 + self.chance.below(30) as u32);
        self.rate = self.chance.one_in(4).then_some(1 + self.chance.below(1000) as u64);
    }

    fn start(&mut self, start: Start) {
        let place = Place { variant: self.variant.into(), start, moves: Vec::new() };
        self.board = Rules.place(&place).expect("the positions here stand").0;
    }

    /// Another position of this game.
    fn jump(&mut self) {
        let fens: &[&str] = if self.variant == "normal" { &FENS } else { &FENS_960 };
        let start = match self.chance.below(3) {
            0 => Start::Startpos,
            _ => Start::Fen(self.chance.pick(fens).unwrap_or(FENS[0]).into()),
        };
        self.start(start);
        for _ in 0..self.chance.below(6) {
            self.play();
        }
        self.place();
    }

    fn take_back(&mut self) {
        for _ in 0..=self.chance.below(3) {
            self.board.undo();
        }
        self.place();
    }

    fn grow(&mut self) {
        for _ in 0..=self.chance.below(2) {
            self.play();
        }
    }

    fn place(&mut self) {
        self.command(Command::Place(self.board.place()));
    }

    /// A move that does not end the game.
    fn a_move(&mut self) -> Option<MoveText> {
        let moves = self.board.legal_moves();
        let text = self.chance.pick(&moves)?;
        let mut after = self.board.boxed();
        after.play(&text).ok()?;
        after.outcome().is_none().then(|| MoveText::new(&text))
    }

    fn play(&mut self) {
        if let Some(mv) = self.a_move() {
            self.board.play(mv.as_str()).expect("it is legal");
        }
    }

    fn set_option(&mut self) {
        let decls = options();
        let Some(decl) = self.chance.pick(&decls) else { return };
        let value = match &decl.kind {
            OptionKind::Spin { min, max, .. } => {
                let range = usize::try_from(max - min).unwrap_or_default() + 1;
                Some((min + self.chance.below(range) as i64).to_string())
            }
            OptionKind::Check { .. } => Some(self.chance.one_in(2).to_string()),
            OptionKind::Combo { choices, .. } => self.chance.pick(choices),
            OptionKind::Text { .. } => {
                self.chance.pick(&["/a b", "C:\\value\\name x", "=", "two  blanks"]).map(Into::into)
            }
            _ => None,
        };
        self.command(Command::SetOption { name: decl.name, value });
    }

    fn late_option(&mut self) {
        let name = format!("Late {}", self.chance.below(10));
        let kind = OptionKind::Spin { default: 3, min: 0, max: 9 };
        self.event(Event::Option(OptionDecl { name, kind }));
    }

    fn opponent(&mut self) {
        let number = |chance: &mut Chance<'_>| Some(1000 + chance.below(1800) as i64);
        let name = self.chance.pick(&["Shredder", "Gary K", "none of them"]).map(str::to_owned);
        let opponent = if self.is_uci() {
            Opponent {
                title: self.chance.pick(&[None, Some("GM".to_owned())]).flatten(),
                rating: number(&mut self.chance).filter(|rating| rating % 2 == 0),
                computer: Some(self.chance.one_in(2)),
                name,
                ..Opponent::default()
            }
        } else {
            Opponent {
                rating: number(&mut self.chance),
                own_rating: number(&mut self.chance),
                computer: Some(true),
                name,
                server: Some("-".into()),
                ..Opponent::default()
            }
        };
        self.command(Command::Opponent(opponent));
    }

    fn message(&mut self) {
        let kinds: &[MessageKind] = match self.speech {
            Speech::Uci => &[MessageKind::Note],
            Speech::Ucci => &[MessageKind::User],
            Speech::Cecp => &[
                MessageKind::User,
                MessageKind::UserError,
                MessageKind::Opponent,
                MessageKind::All,
                MessageKind::Others,
                MessageKind::Server,
                MessageKind::ServerVerbatim,
                MessageKind::Partner,
                MessageKind::Debug,
            ],
        };
        let kind = self.chance.pick(kinds).unwrap_or(MessageKind::Note);
        let words = ["hello", "depth 3 pv e2e4", "1-0 {White mates}", "move e2e4", "a  b"];
        let text = self.chance.pick(&words).unwrap_or_default().to_owned();
        self.event(Event::Message(Message { kind, text }));
        self.fresh = false;
    }

    fn idle_uci(&mut self) {
        match self.chance.below(6) {
            0 => {
                let on = self.chance.one_in(2);
                self.command(Command::Debug(on));
            }
            1 => self.command(Command::Register(Register::Later)),
            2 => {
                let (name, code) = (Some("Stefan MK".to_owned()), Some("4359874324".to_owned()));
                self.command(Command::Register(Register::As { name, code }));
            }
            3 => {
                let value = Some(self.chance.below(200) as i32 - 100);
                self.start(Start::Fen(self.board.fen()));
                let place = Some(self.board.place());
                self.command(Command::SetValue { place, value });
                self.place();
            }
            4 => {
                self.place();
                self.command(Command::Console("d".into()));
                for _ in 0..self.chance.below(3) {
                    let text = self.chance.pick(&["", " +---+", "Key: 1"]).unwrap_or_default();
                    let (kind, text) = (MessageKind::Console, text.to_owned());
                    self.event(Event::Message(Message { kind, text }));
                }
                self.place();
            }
            _ => {
                self.event(Event::CopyProtection(Check::Ok));
                self.event(Event::Registration(Check::Ok));
            }
        }
    }

    fn idle_cecp(&mut self) {
        match self.chance.below(5) {
            0 => {
                let value = Some(self.chance.below(200) as i32 - 100);
                self.command(Command::SetValue { place: Some(self.board.place()), value });
            }
            1 => {
                self.place();
                self.command(Command::Book);
                let moves = self.board.legal_moves();
                let count = self.chance.below(3).min(moves.len());
                let book = moves.iter().take(count).map(|mv| (MoveText::new(mv), 7)).collect();
                self.event(Event::BookMoves(book));
            }
            2 => {
                let (text, reason) = ("xyzzy 1".to_owned(), "bad parameter".to_owned());
                self.event(Event::Refused { what: Refusal::Other, text, reason });
            }
            3 => {
                // The engine has just played, or nothing stands yet on its board.
                let comment = "White resigns".to_owned();
                self.command(Command::GameOver { result: GameResult::BlackWins, comment });
                self.over = true;
            }
            _ => {}
        }
    }

    fn search(&mut self) {
        if self.board.legal_moves().len() < 2 {
            return self.jump();
        }
        self.place();
        let purpose = match self.chance.below(6) {
            0 => Purpose::Analyse,
            1 if self.is_uci() => Purpose::Ponder,
            _ => Purpose::Play,
        };
        let limits = match self.speech {
            Speech::Uci | Speech::Ucci => self.limits_uci(purpose),
            Speech::Cecp => self.limits_cecp(purpose),
        };
        let mut search = Search { purpose, limits, ..Search::default() };
        if self.chance.one_in(4) {
            let plain = |mv: &String| {
                // Castling in Chess960 has several spellings.
                let spelled = self.board.spell(mv, Spelling::KingTakesRook);
                spelled.is_ok_and(|spelled| spelled == *mv)
            };
            let moves: Vec<String> = self.board.legal_moves().into_iter().filter(plain).collect();
            let some: Vec<MoveText> =
                moves.iter().step_by(2).take(5).map(|mv| MoveText::new(mv)).collect();
            match self.speech {
                Speech::Uci | Speech::Ucci => search.only = some,
                Speech::Cecp if some.len() < moves.len() => search.without = some,
                Speech::Cecp => {}
            }
        }
        self.command(Command::Search(search));
        self.searching = Some(purpose);
        self.stopping = false;
        self.pv.clear();
        self.fresh = false;
    }

    fn clocks(&mut self, unit: u64) -> Clocks {
        let increment = Duration::from_millis(unit * self.chance.below(300) as u64);
        let moves_to_go = self.chance.one_in(3).then_some(1 + self.chance.below(40) as u32);
        let mut clock = || Clock {
            remaining: Duration::from_millis(unit * (1 + self.chance.below(60_000) as u64)),
            increment,
            moves_to_go,
        };
        Clocks { own: Some(clock()), opponent: Some(clock()) }
    }

    fn limits_uci(&mut self, purpose: Purpose) -> Limits {
        let mut limits = Limits::default();
        let number = 1 + self.chance.below(1000) as u64;
        if purpose == Purpose::Analyse {
            limits.depth = self.chance.one_in(3).then_some(number as u32);
            return limits;
        }
        match self.chance.below(6) {
            0 => limits.depth = Some(number as u32),
            1 => limits.nodes = Some(number),
            2 => limits.mate = Some(number as u32),
            3 => limits.move_time = Some(Duration::from_millis(number)),
            _ => limits.clock = Some(self.clocks(1)),
        }
        if self.chance.one_in(5) {
            limits.depth = Some(number as u32);
        }
        limits
    }

    fn limits_cecp(&mut self, purpose: Purpose) -> Limits {
        if purpose == Purpose::Analyse {
            return Limits::default();
        }
        let mut limits =
            Limits { depth: self.depth, nodes_per_second: self.rate, ..Limits::default() };
        match self.chance.below(3) {
            0 => limits.max_time = Some(Duration::from_secs(1 + self.chance.below(100) as u64)),
            _ => limits.clock = Some(self.clocks(10)),
        }
        limits
    }

    fn step_searching(&mut self, purpose: Purpose) {
        match self.chance.below(8) {
            0 | 1 => self.info(),
            2 => self.message(),
            3 => self.ping(),
            4 if purpose == Purpose::Ponder => {
                self.command(Command::PonderHit { draw_offer: false });
                self.searching = Some(Purpose::Play);
            }
            4 if !self.is_uci() => {
                self.command(Command::Pause(true));
                self.command(Command::Pause(false));
            }
            5 => {
                // CECP's analysis has no answer of its own but its last line.
                if self.pv.is_empty() {
                    self.info();
                }
                self.command(Command::Stop);
                self.stopping = true;
            }
            _ if purpose == Purpose::Play => self.finish(),
            _ => self.info(),
        }
    }

    fn step_stopping(&mut self) {
        // CECP's front hears of an analysis that it has left no more.
        let listens = self.is_uci() || self.searching == Some(Purpose::Play);
        match self.chance.below(3) {
            1 if listens => self.info(),
            _ => self.finish(),
        }
    }

    /// A main line.
    fn info(&mut self) {
        let mut line = self.board.boxed();
        let mut pv = Vec::new();
        for _ in 0..=self.chance.below(3) {
            let moves = line.legal_moves();
            let Some(mv) = self.chance.pick(&moves) else { break };
            if line.play(&mv).is_err() {
                break;
            }
            pv.push(MoveText::new(&mv));
        }
        let value = match self.chance.below(4) {
            0 => ScoreValue::Mate(1 + self.chance.below(20) as i32),
            1 => ScoreValue::Mate(-(self.chance.below(20) as i32)),
            _ => ScoreValue::Cp(self.chance.below(2000) as i32 - 1000),
        };
        let bound = self.chance.pick(&[Bound::Exact, Bound::Lower, Bound::Upper]);
        let score = Score { value, bound: bound.unwrap_or_default() };
        let is_uci = self.is_uci();
        let mut number = || 1 + self.chance.below(5000) as u64;
        let mut info = Info {
            depth: Some(number() as u32),
            time: Some(Duration::from_millis(10 * number())),
            nodes: Some(number()),
            score: Some(score),
            pv: pv.clone(),
            ..Info::default()
        };
        if number() % 2 == 0 {
            info.seldepth = Some(number() as u32);
            info.nps = Some(number());
            info.tbhits = Some(number());
        }
        if is_uci && number() % 2 == 0 {
            info.hashfull = Some(number() as u32 % 1001);
            info.cpuload = Some(number() as u32 % 1001);
        }
        self.event(Event::Info(Box::new(info)));
        self.pv = pv;
        self.fresh = true;
    }

    /// The answer: the beginning of the last main line.
    fn finish(&mut self) {
        if matches!(self.searching, Some(Purpose::Analyse | Purpose::Ponder)) && !self.stopping {
            if self.pv.is_empty() {
                self.info();
            }
            self.command(Command::Stop);
        }
        // A front ends a search with its last line: it has to be there, and the last thing said.
        let closing = !self.is_uci() && self.searching == Some(Purpose::Analyse);
        if !closing && (!self.fresh || self.pv.is_empty()) {
            self.info();
        }
        let best = self.pv.first().cloned();
        let ponder = self.pv.get(1).cloned();
        let play = self.searching == Some(Purpose::Play);
        self.searching = None;
        self.stopping = false;
        if !self.is_uci() && play && self.chance.one_in(12) {
            self.over = true;
            let (best, ponder, draw_offer, resign) = (None, None, false, true);
            return self.event(Event::BestMove { best, ponder, draw_offer, resign });
        }
        let draw_offer = !self.is_uci() && play && !self.offered && self.chance.one_in(8);
        self.offered |= draw_offer;
        if play && let Some(mv) = &best {
            let mut after = self.board.boxed();
            if after.play(mv.as_str()).is_ok() {
                self.over = after.outcome().is_some();
                self.board = after;
            }
        }
        self.event(Event::BestMove { best, ponder, draw_offer, resign: false });
        if self.over && !self.is_uci() {
            // The front knows the rules: it declares the result by itself.
            if let Some(outcome) = self.board.outcome().filter(|outcome| !outcome.by_claim) {
                let (result, comment) = (outcome.result, outcome.comment);
                self.session.heard.push(Event::Claim { result, comment });
            }
        }
    }
}
