//! A game in one file: what a new game has to write, and what it then gets for nothing.
//!
//! Runners: on a board of five files and five ranks each side has a runner, who steps like a king,
//! and two walls, which it may drop on any empty square instead. Nothing is captured. Whose runner
//! reaches the middle of the far rank has won; who cannot move has lost.

#![cfg(feature = "host")]

use ferz::player::Player;
use ferz::session::{Happening, Rim, Session};
use ferz_arena::log::LogEvent;
use ferz_engine::{Limits, Report, Request};
use ferz_link::Post;
use ferz_referee::GameRecord;
use ferz_rules::{
    Castling, Cycles, End, Family, FenError, FenStyle, GameSpec, MoveSet, Notation, Order, Path,
    PgnForm, Pieces, Playable, Played, Position, Random, Shape, Side, Variant, Verdict, WinReason,
    laws, new_game,
};
use std::fmt;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

const FILES: usize = 5;
const SQUARES: usize = FILES * FILES;
/// Where runners start, and where that of the other side wants to go: c1 and c5.
const GOALS: [u8; 2] = [2, 22];

/// A position of runners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Runners {
    runners: [u8; 2],
    /// A bit for each wall, the first side's and the second's.
    walls: [u32; 2],
    hands: [u8; 2],
    side: Side,
    clock: u16,
    number: u16,
}

/// A step, or a drop where it starts on the square it ends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Move {
    from: u8,
    to: u8,
}

impl Runners {
    fn is_empty(&self, square: u8) -> bool {
        (self.walls[0] | self.walls[1]) >> square & 1 == 0 && !self.runners.contains(&square)
    }

    fn steps(&self, from: u8) -> impl Iterator<Item = u8> {
        let near = move |to: u8| {
            let (file, rank) = ((from % 5).abs_diff(to % 5), (from / 5).abs_diff(to / 5));
            file.max(rank) == 1
        };
        (0..SQUARES as u8).filter(move |to| near(*to) && self.is_empty(*to))
    }
}

/// A number that looks like any other.
fn mix(number: u64) -> u64 {
    let number = (number ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Position for Runners {
    type Move = Move;

    fn shape(&self) -> Shape {
        Shape { squares: SQUARES, pieces: 1 }
    }

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let walls = u64::from(self.walls[0]) | u64::from(self.walls[1]) << 32;
        let [a, b] = self.runners.map(u64::from);
        mix(mix(walls) ^ (a | b << 8 | (self.side as u64) << 16))
    }

    fn halfmove_clock(&self) -> u32 {
        self.clock.into()
    }

    fn end(&self) -> Option<End> {
        (self.runners[(!self.side).index()] == GOALS[self.side.index()]).then_some(End::Lost)
    }

    fn no_moves(&self) -> Option<End> {
        Some(End::Lost)
    }

    fn generate(&self, set: MoveSet, out: &mut Vec<Move>) {
        if set == MoveSet::Noisy || self.end().is_some() {
            return;
        }
        let from = self.runners[self.side.index()];
        out.extend(self.steps(from).map(|to| Move { from, to }));
        if self.hands[self.side.index()] > 0 {
            let empty = (0..SQUARES as u8).filter(|square| self.is_empty(*square));
            out.extend(empty.map(|to| Move { from: to, to }));
        }
    }

    fn play(&mut self, mv: Move) {
        let us = self.side.index();
        self.clock += 1;
        if mv.from == mv.to {
            self.walls[us] |= 1 << mv.to;
            self.hands[us] -= 1;
            self.clock = 0;
        } else {
            self.runners[us] = mv.to;
        }
        self.number += us as u16;
        self.side = !self.side;
    }

    fn pass(&mut self) {
        self.clock += 1;
        self.side = !self.side;
    }

    fn from(mv: Move) -> usize {
        mv.from.into()
    }

    fn to(mv: Move) -> usize {
        mv.to.into()
    }

    fn pack(mv: Move) -> u32 {
        1 + u32::from(mv.from) + 32 * u32::from(mv.to)
    }

    fn unpack(bits: u32) -> Option<Move> {
        let bits = bits.checked_sub(1)?;
        let (from, to) = ((bits % 32) as u8, (bits / 32).try_into().ok()?);
        (usize::from(from.max(to)) < SQUARES).then_some(Move { from, to })
    }
}

impl Order for Runners {
    type Threats = ();
    type Checks = ();

    fn checks(&self) {}

    /// The nearer the goal, the better.
    fn material(&self, side: Side) -> i32 {
        let (runner, goal) = (self.runners[side.index()], GOALS[(!side).index()]);
        -100 * i32::from((runner / 5).abs_diff(goal / 5).max((runner % 5).abs_diff(goal % 5)))
    }
}

impl Cycles for Runners {}

fn wrong(text: &str, reason: &'static str) -> FenError {
    FenError::new(text, reason)
}

impl Playable for Runners {
    const FAMILY: Family = Family::Other;
    const WIDE_SYMBOLS: bool = false;

    fn from_fen(fen: &str, _: Variant) -> Result<Runners, FenError> {
        let fields: Vec<&str> = fen.split(' ').collect();
        let [placement, side, hands, _, clock, number] = fields[..] else {
            return Err(wrong(fen, "not six fields"));
        };
        let mut runners = [u8::MAX; 2];
        let mut walls = [0; 2];
        let ranks: Vec<&str> = placement.split('/').collect();
        if ranks.len() != FILES {
            return Err(wrong(placement, "not five ranks"));
        }
        for (rank, text) in (0..5).rev().zip(ranks) {
            let mut file = 0;
            for letter in text.chars() {
                let square = 5 * rank + file as u8;
                match letter {
                    '1'..='5' => file += letter as usize - '1' as usize,
                    _ if file >= FILES => return Err(wrong(text, "not five files")),
                    'R' => runners[0] = square,
                    'r' => runners[1] = square,
                    'W' => walls[0] |= 1 << square,
                    'w' => walls[1] |= 1 << square,
                    _ => return Err(wrong(text, "no such piece")),
                }
                file += 1;
            }
            if file != FILES {
                return Err(wrong(text, "not five files"));
            }
        }
        if runners.contains(&u8::MAX) {
            return Err(wrong(placement, "not one runner on each side"));
        }
        let held = |letter| hands.chars().filter(|c| *c == letter).count().min(2) as u8;
        let count = |text: &str| text.parse().map_err(|_| wrong(text, "unreadable counter"));
        let side = if side == "w" { Side::First } else { Side::Second };
        let hands = [held('W'), held('w')];
        Ok(Runners { runners, walls, hands, side, clock: count(clock)?, number: count(number)? })
    }

    fn fen(&self, _: FenStyle) -> String {
        let look = |file, rank| self.look(file, rank, Pieces::Letters).unwrap_or(' ');
        let row = |rank| -> String { (0..FILES).map(|file| look(file, rank)).collect() };
        let mut rows: Vec<String> = (0..FILES).rev().map(row).collect();
        for count in (1..=FILES).rev() {
            let blank = " ".repeat(count);
            rows.iter_mut().for_each(|row| *row = row.replace(&blank, &count.to_string()));
        }
        let hands = ["W", "w"].iter().zip(self.hands).map(|(w, count)| w.repeat(count.into()));
        let hands: String = hands.collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        let side = if self.side == Side::First { "w" } else { "b" };
        format!("{} {side} {hands} - {} {}", rows.join("/"), self.clock, self.number)
    }

    fn look(&self, file: usize, rank: usize, _: Pieces) -> Option<char> {
        let square = (5 * rank + file) as u8;
        let has = |side: usize| self.walls[side] >> square & 1 != 0;
        match square {
            _ if square == self.runners[0] => Some('R'),
            _ if square == self.runners[1] => Some('r'),
            _ if has(0) => Some('W'),
            _ if has(1) => Some('w'),
            _ => None,
        }
    }

    fn path(&self, mv: Move) -> Path {
        let drops = mv.from == mv.to;
        let from = (!drops).then_some(mv.from.into());
        let drop = drops.then(|| "W".to_owned());
        Path { from, drop, to: mv.to.into(), ..Path::default() }
    }

    fn write_move(&self, mv: Move, _: Notation) -> String {
        let square = |at: u8| format!("{}{}", (b'a' + at % 5) as char, at / 5 + 1);
        match mv.from == mv.to {
            true => format!("W@{}", square(mv.to)),
            false => square(mv.from) + &square(mv.to),
        }
    }
}

impl fmt::Display for Runners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(FenStyle::XFen))
    }
}

/// The game, known to rules and engine.
fn runners() -> Variant {
    static GAME: OnceLock<Variant> = OnceLock::new();
    *GAME.get_or_init(|| {
        let game = Variant::add(GameSpec {
            number: None,
            name: "runners",
            aliases: &["toy"],
            title: "Runners",
            family: Family::Other,
            files: FILES,
            ranks: FILES,
            first_rank: 1,
            start_fen: "2r2/5/5/5/2R2 w WWww - 0 1",
            sides: ["White", "Black"],
            starts_differ: false,
            castling: Castling::None,
            demotes: false,
            letters: &[],
            unnamed: false,
            disputed: false,
            wire: Notation::Coordinate,
            offered: true,
            partners: false,
            pgn: PgnForm::STANDARD,
            openings: None,
            opening_names: None,
            open: Played::<Runners>::open,
            data: None,
        });
        let game = game.expect("no other game is called so");
        ferz_engine::add_game::<Runners>(game);
        game
    })
}

#[test]
fn rules_and_ends() {
    let mut game = new_game(runners(), None).unwrap();
    // Five steps, or a drop on one of 23 squares; then the same, less what the first move took: a
    // square, and for five of the drops a step.
    assert_eq!(game.legal_moves(Notation::Coordinate).len(), 5 + 23);
    assert_eq!((game.perft(1), game.perft(2)), (28, 5 * 28 + 23 * 27 - 5));
    for mv in ["c1c2", "W@a3", "c2c3", "W@b4", "c3c4", "c5b5"] {
        assert_eq!(game.verdict(), Verdict::Open);
        game.play(mv).unwrap();
    }
    assert_eq!(game.fen(FenStyle::XFen), "1r3/1wR2/w4/5/5 w WW - 2 4");
    assert!(game.play("c4c3x").is_err() && game.play("W@b4").is_err());
    game.play("c4c5").unwrap();
    assert_eq!(game.verdict(), Verdict::Win(Side::First, WinReason::Rule("a rule of the game")));
    assert_eq!((game.legal_moves(Notation::Coordinate).len(), game.perft(3)), (0, 0));
    assert!(game.undo() && game.verdict() == Verdict::Open);
    // Who is walled in has lost.
    let lost = "11111/11111/11r11/wW111/Rw111 w - - 0 9";
    let lost = new_game(runners(), Some(lost)).unwrap();
    assert_eq!(lost.verdict(), Verdict::Win(Side::Second, WinReason::Stalemate));
    assert!(new_game(runners(), Some("5/5/5/5 w - - 0 1")).is_err());
}

#[test]
fn laws_of_all_games() {
    let start = runners().start_fen;
    for seed in 0..8 {
        let mut random = Random::new(seed);
        laws::random_game::<Runners>(runners(), start, laws::Sides::Alike, 40, &mut random);
    }
}

/// What the engine says of a position in so many plies: its move and its score.
fn answer(moves: &[&str], depth: u32) -> (Option<String>, Option<ferz_engine::Score>) {
    let mut engine = ferz_engine::engine(Variant::NORMAL);
    let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
    engine.place(&ferz_engine::Setup { variant: runners(), fen: None, moves }).unwrap();
    let (send, receive) = channel();
    let sink = Box::new(move |report| drop(send.send(report)));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.start(Request { limits, ..Request::default() }, sink);
    engine.wait();
    match receive.iter().last() {
        Some(Report::Done(done)) => (done.best, done.score),
        other => panic!("{other:?}"),
    }
}

/// It runs to the goal, and drops a wall into the way of a runner that would be there first.
#[test]
fn the_engine_plays_it() {
    let near = ["c1c2", "c5d5", "c2c3", "d5e5", "c3c4", "e5e4"];
    assert_eq!(answer(&near, 3), (Some("c4c5".into()), Some(ferz_engine::Score::MateIn(1))));
    let won = [&near[..], &["c4c5"]].concat();
    assert_eq!(answer(&won, 3), (None, Some(ferz_engine::Score::MatedIn(0))));
    let threatened = ["c1c2", "c5b5", "c2c3", "b5b4", "c3c4"];
    assert_eq!(answer(&threatened, 4).0.as_deref(), Some("W@c5"));
}

/// Lines for the interface.
#[derive(Default)]
struct Lines(Vec<String>);

impl Rim for Lines {
    fn line(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }

    fn flush(&mut self) {}

    fn log_to(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
}

/// A conversation; after each line until what is waited for was said.
struct Talk {
    session: Session,
    said: Receiver<ferz_link::Event>,
    lines: Lines,
}

impl Talk {
    fn new() -> Talk {
        runners();
        let (send, said) = channel();
        let post: Post = Arc::new(move |event| drop(send.send(event)));
        let player = Player::new(ferz_engine::engine(Variant::NORMAL), post);
        Talk { session: Session::new(Box::new(player), None), said, lines: Lines::default() }
    }

    fn tell(&mut self, lines: &[&str]) {
        for line in lines {
            self.session.step(Duration::ZERO, Happening::Line(line), &mut self.lines);
        }
    }

    fn until(&mut self, start: &str) -> String {
        loop {
            if let Some(line) = self.lines.0.iter().find(|line| line.starts_with(start)) {
                return line.clone();
            }
            let event = self.said.recv_timeout(Duration::from_secs(20));
            let event = event.unwrap_or_else(|_| panic!("no {start}: {:#?}", self.lines.0));
            self.session.step(Duration::ZERO, Happening::Said(event), &mut self.lines);
        }
    }
}

#[test]
fn by_uci() {
    let mut talk = Talk::new();
    talk.tell(&["uci"]);
    assert!(talk.until("option name UCI_Variant").contains("var runners"));
    talk.tell(&["setoption name UCI_Variant value runners", "isready"]);
    talk.tell(&["position startpos moves c1c2 c5b5 c2c3 b5b4 c3c4", "go depth 4"]);
    assert_eq!(talk.until("bestmove").split(' ').nth(1), Some("W@c5"));
}

#[test]
fn by_cecp() {
    let mut talk = Talk::new();
    talk.tell(&["xboard", "protover 2"]);
    assert!(talk.until("feature").len() > 7 && talk.lines.0.join(" ").contains("runners"));
    talk.tell(&["new", "variant runners", "force"]);
    talk.tell(&["c1c2", "c5b5", "c2c3", "b5b4", "c3c4", "sd 4", "go"]);
    assert_eq!(talk.until("move "), "move W@c5");
    talk.tell(&["usermove c4c5"]);
    assert!(talk.until("Illegal move").ends_with("c4c5"), "there is a wall");
}

/// The interface's side: what a record of a game says.
#[test]
fn by_the_referee() {
    let start = ferz_wire::Start::Startpos;
    let mut record = GameRecord::new(runners().name, &start).expect("it is offered");
    record.play_one(&"W@c3".into()).expect("legal");
    assert!(record.play_one(&"W@c3".into()).is_err());
}

/// Whether this process is to be an engine of the match below.
const ENGINE: &str = "FERZ_RUNNERS_ENGINE";

/// A match of two rounds. This test is its engines, too: no other program knows the game.
#[test]
fn in_a_match() {
    let game = runners();
    if std::env::var_os(ENGINE).is_some() {
        let open = |post| -> std::io::Result<Box<dyn ferz::session::Backend>> {
            Ok(Box::new(Player::new(ferz_engine::engine(Variant::NORMAL), post)))
        };
        ferz::serve::serve(None, None, open).unwrap();
        std::process::exit(0);
    }
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let ourselves = std::env::current_exe().unwrap();
    let engine = format!("env {ENGINE}=1 {} in_a_match --exact --nocapture", ourselves.display());
    let words = [&engine, &engine, "--variant", game.name, "--rounds", "2", "--nodes", "300"];
    let folder = ["--dir", run.to_str().unwrap()];
    let words = words.into_iter().chain(folder).map(Into::into);
    assert_eq!(ferz::matches::run(ferz::matches::Kind::Match, words).unwrap(), 0);
    let bytes = std::fs::read(run.join(ferz_arena::log::FILE)).unwrap();
    let (events, _) = ferz_arena::log::read(&bytes, &run).unwrap();
    let games = events.into_iter().filter_map(|event| match event {
        LogEvent::Game(game) => Some(game),
        _ => None,
    });
    let mut count = 0;
    for game in games {
        assert!(!game.reason.is_fault() && game.moves.len() > 4, "{game:?}");
        count += 1;
    }
    assert_eq!(count, 4);
}
