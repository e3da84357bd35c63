//! Sessions within what UCCI can express.

use super::session::{Act, Chance, Session};
use ferz_link::{
    Bound, Clock, Clocks, Command, Event, Info, Limits, Message, MessageKind, OptionDecl,
    OptionKind, Place, Purpose, Record, Referee, Score, ScoreValue, Search,
};
use ferz_referee::Rules;
use ferz_wire::{MoveText, Start};
use std::time::Duration;

const FENS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 4 3",
    "3k5/4P4/9/9/9/9/9/9/4p4/5K3 b - - 7 40",
    "2bak4/4a4/4b4/9/9/2B6/9/3R5/4A4/3K1A3 b - - 0 30",
];

fn options() -> Vec<OptionDecl> {
    let decl = |name: &str, kind| OptionDecl { name: name.into(), kind };
    let grades = ["none", "small", "medium", "large"].map(String::from).to_vec();
    vec![
        decl("contempt", OptionKind::Spin { default: 0, min: -100, max: 100 }),
        decl("knowledge", OptionKind::Combo { default: "large".into(), choices: grades }),
        decl("loadbook", OptionKind::Button),
        decl("usehash", OptionKind::Check { default: true }),
        decl("evaluation", OptionKind::Text { default: "built in".into() }),
    ]
}

/// Draws a session.
struct Maker<'a> {
    chance: Chance<'a>,
    session: Session,
    variant: &'static str,
    /// The position last given.
    board: Box<dyn Record>,
    searching: Option<Search>,
    stopping: bool,
    /// The last main line of this search.
    pv: Vec<MoveText>,
    pings: u64,
}

/// A session after the handshake.
pub(crate) fn session(choices: &[u16]) -> Session {
    let mut maker = Maker {
        chance: Chance(choices.iter()),
        session: Session { acts: Vec::new(), heard: Vec::new(), options: options() },
        variant: "xiangqi",
        board: board("xiangqi", Start::Startpos),
        searching: None,
        stopping: false,
        pv: Vec::new(),
        pings: 0,
    };
    // One game a session: where it changes, a front may have to say that the position cannot stay.
    maker.variant = if maker.chance.one_in(3) { "xiangqi-promotion" } else { "xiangqi" };
    maker.new_game();
    while maker.chance.0.len() > 0 {
        maker.step();
    }
    if maker.searching.is_some() {
        maker.finish();
    }
    maker.command(Command::Quit);
    maker.session
}

fn board(variant: &str, start: Start) -> Box<dyn Record> {
    let place = Place { variant: variant.into(), start, moves: Vec::new() };
    Rules.place(&place).expect("the positions here stand").0
}

/// Neither over nor dead: where nobody can win a front offers a draw by itself.
fn goes_on(board: &dyn Record) -> bool {
    let fen = board.fen();
    let men = fen.split(' ').next().unwrap_or_default();
    board.outcome().is_none() && men.contains(['R', 'N', 'C', 'P', 'r', 'n', 'c', 'p'])
}

impl Maker<'_> {
    fn command(&mut self, command: Command) {
        self.session.acts.push(Act::Command(command));
    }

    fn event(&mut self, event: Event) {
        self.session.heard.push(event.clone());
        self.session.acts.push(Act::Event(event));
    }

    fn step(&mut self) {
        match &self.searching {
            None => self.step_idle(),
            Some(_) if self.stopping => self.finish(),
            Some(search) => self.step_searching(search.purpose),
        }
    }

    fn step_idle(&mut self) {
        match self.chance.below(12) {
            0 => self.new_game(),
            1 => self.set_option(),
            2 => self.ping(),
            3 => self.jump(),
            4 => self.take_back(),
            5 => self.message(),
            6 => self.probe(),
            7 => {
                let on = self.chance.one_in(2);
                self.command(Command::Debug(on));
            }
            8 => self.console(),
            _ => {
                self.grow();
                self.search();
            }
        }
    }

    fn new_game(&mut self) {
        self.command(Command::NewGame { variant: self.variant.into() });
        self.board = board(self.variant, Start::Startpos);
    }

    fn jump(&mut self) {
        let start = match self.chance.below(3) {
            0 => Start::Startpos,
            _ => Start::Fen(self.chance.pick(&FENS).unwrap_or(FENS[0]).into()),
        };
        self.board = board(self.variant, start);
        self.grow();
        self.place();
    }

    fn take_back(&mut self) {
        for _ in 0..=self.chance.below(3) {
            self.board.undo();
        }
        self.place();
    }

    /// Moves that do not end the game.
    fn grow(&mut self) {
        for _ in 0..self.chance.below(6) {
            let moves = self.board.legal_moves();
            let Some(text) = self.chance.pick(&moves) else { return };
            let mut after = self.board.boxed();
            after.play(&text).expect("it is legal");
            if goes_on(&*after) {
                self.board = after;
            }
        }
    }

    fn place(&mut self) {
        self.command(Command::Place(self.board.place()));
    }

    fn ping(&mut self) {
        self.pings += 1;
        self.command(Command::Ping(self.pings));
        self.session.heard.push(Event::Pong(self.pings));
    }

    fn probe(&mut self) {
        self.command(Command::Probe(self.board.place()));
        let bound = |chance: &mut Chance<'_>| {
            chance.one_in(2).then(|| (chance.below(2000) as i32 - 1000, chance.below(30) as i32))
        };
        let (lower, upper) = (bound(&mut self.chance), bound(&mut self.chance));
        let best = self.board.legal_moves().first().map(|mv| MoveText::new(mv));
        self.event(Event::Probed { best, lower, upper });
    }

    fn set_option(&mut self) {
        let Some(decl) = self.chance.pick(&options()) else { return };
        let value = match &decl.kind {
            OptionKind::Spin { .. } => Some((self.chance.below(201) as i64 - 100).to_string()),
            OptionKind::Check { .. } => Some(self.chance.one_in(2).to_string()),
            OptionKind::Combo { choices, .. } => self.chance.pick(choices),
            OptionKind::Text { .. } => {
                self.chance.pick(&["/a b", "C:\\value\\name x;y", "="]).map(Into::into)
            }
            _ => None,
        };
        self.command(Command::SetOption { name: decl.name, value });
    }

    fn message(&mut self) {
        let texts = ["hello", "depth 3 pv h2e2", "bestmove h2e2", "a  b", "棋"];
        let text = self.chance.pick(&texts).unwrap_or_default().to_owned();
        self.event(Event::Message(Message { kind: MessageKind::User, text }));
    }

    fn console(&mut self) {
        self.place();
        self.command(Command::Console("d".into()));
        for _ in 0..self.chance.below(3) {
            let text = self.chance.pick(&["", " +---+", "Key: 1"]).unwrap_or_default().to_owned();
            self.event(Event::Message(Message { kind: MessageKind::Console, text }));
        }
        self.place();
    }

    fn search(&mut self) {
        let moves = self.board.legal_moves();
        if moves.len() < 2 {
            return self.jump();
        }
        self.place();
        let purpose = match self.chance.below(6) {
            0 => Purpose::Analyse,
            1 => Purpose::Ponder,
            _ => Purpose::Play,
        };
        let limits = if purpose == Purpose::Analyse { Limits::default() } else { self.limits() };
        let mut search = Search { purpose, limits, ..Search::default() };
        search.draw_offer = purpose == Purpose::Play && self.chance.one_in(4);
        if self.chance.one_in(4) {
            search.without = moves.iter().step_by(2).take(5).map(|mv| MoveText::new(mv)).collect();
            if search.without.len() == moves.len() {
                search.without.clear();
            }
        }
        self.command(Command::Search(search.clone()));
        self.searching = Some(search);
        self.stopping = false;
        self.pv.clear();
    }

    fn limits(&mut self) -> Limits {
        let mut limits = Limits::default();
        let number = 1 + self.chance.below(1000) as u64;
        match self.chance.below(6) {
            0 => limits.depth = Some(number as u32),
            1 => limits.nodes = Some(number),
            2 => limits.static_only = true,
            _ => {
                limits.clock =
                    Some(Clocks { own: Some(self.clock()), opponent: Some(self.clock()) })
            }
        }
        if !limits.static_only && self.chance.one_in(5) {
            limits.depth = Some(number as u32);
        }
        limits
    }

    /// Either moves to go or an increment.
    fn clock(&mut self) -> Clock {
        let remaining = Duration::from_millis(1 + self.chance.below(60_000) as u64);
        let moves_to_go = self.chance.one_in(3).then_some(1 + self.chance.below(40) as u32);
        let increment = match moves_to_go {
            Some(_) => Duration::ZERO,
            None => Duration::from_millis(self.chance.below(3000) as u64),
        };
        Clock { remaining, increment, moves_to_go }
    }

    fn step_searching(&mut self, purpose: Purpose) {
        let is_static = self.searching.as_ref().is_some_and(|search| search.limits.static_only);
        match self.chance.below(8) {
            0 | 1 if !is_static => self.info(),
            2 => self.message(),
            3 => self.ping(),
            4 => self.probe(),
            5 if purpose == Purpose::Ponder => {
                let draw_offer = self.chance.one_in(2);
                self.command(Command::PonderHit { draw_offer });
                if let Some(search) = &mut self.searching {
                    search.purpose = Purpose::Play;
                }
            }
            6 => {
                self.command(Command::Stop);
                self.stopping = true;
            }
            _ if purpose != Purpose::Ponder => self.finish(),
            _ => {}
        }
    }

    fn score(&mut self) -> Score {
        let mates = self.searching.as_ref().is_some_and(|s| s.purpose != Purpose::Analyse);
        let value = match self.chance.below(4) {
            0 if mates => ScoreValue::Mate(1 + self.chance.below(20) as i32),
            1 if mates => ScoreValue::Mate(-(self.chance.below(20) as i32)),
            _ => ScoreValue::Cp(self.chance.below(2000) as i32 - 1000),
        };
        Score { value, bound: Bound::Exact }
    }

    /// A main line, or numbers.
    fn info(&mut self) {
        if self.chance.one_in(4) {
            let (time, nodes) = (Some(Duration::from_millis(5)), Some(7));
            return self.event(Event::Info(Box::new(Info { time, nodes, ..Info::default() })));
        }
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
        let depth = Some(1 + self.chance.below(50) as u32);
        let score = Some(self.score());
        self.pv.clone_from(&pv);
        self.event(Event::Info(Box::new(Info { depth, score, pv, ..Info::default() })));
    }

    /// The answer: the beginning of the last main line; or the score alone.
    fn finish(&mut self) {
        let Some(search) = self.searching.clone() else { return };
        if search.purpose == Purpose::Ponder && !self.stopping {
            self.command(Command::Stop);
        }
        let (mut best, mut ponder, mut draw_offer, mut resign) = (None, None, false, false);
        if search.limits.static_only {
            let (depth, score) = (Some(0), Some(self.score()));
            self.event(Event::Info(Box::new(Info { depth, score, ..Info::default() })));
        } else {
            while self.pv.is_empty() {
                self.info();
            }
            best = self.pv.first().cloned();
            ponder = self.pv.get(1).cloned();
            match self.chance.below(8) {
                0 => draw_offer = true,
                1 => resign = true,
                _ => {}
            }
        }
        self.searching = None;
        self.stopping = false;
        if let Some(mv) = best.as_ref().filter(|_| search.purpose == Purpose::Play) {
            let mut after = self.board.boxed();
            if after.play(mv.as_str()).is_ok() && goes_on(&*after) {
                self.board = after;
            }
        }
        self.event(Event::BestMove { best, ponder, draw_offer, resign });
    }
}
