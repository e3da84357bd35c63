//! Games of Chinese chess between our program and others', driven by our own hosts' halves: Debian
//! has no interface that plays it over UCI or UCCI.

use ferz_link::host::{Profile, Ucci, Uci};
use ferz_link::{
    Clock, Clocks, Command, Dialect, Event, Input, Limits, Output, Place, Referee, Search, Side,
};
use ferz_referee::Rules;
use ferz_testkit::{Session, peer};
use ferz_wire::Start;
use std::path::Path;
use std::time::{Duration, Instant};

/// The clock of both sides.
const TIME: Duration = Duration::from_millis(1500);
const INCREMENT: Duration = Duration::from_millis(50);
/// Enough for a game; one that is not over then is as good.
const PLIES: usize = 300;

/// A machine and the program that it talks to.
struct Player {
    name: &'static str,
    machine: Box<dyn Dialect>,
    session: Session,
    events: Vec<Event>,
    odd: Vec<String>,
    left: Duration,
}

impl Player {
    fn start(name: &'static str, program: &Path, machine: impl Dialect + 'static) -> Player {
        let mut process = std::process::Command::new(program);
        process.current_dir(std::env::temp_dir());
        let machine = Box::new(machine);
        let (events, odd) = Default::default();
        let session = Session::start(process);
        let mut player = Player { name, machine, session, events, odd, left: TIME };
        player.step(Input::Start);
        player.until(|event| *event == Event::Ready);
        player.command(Command::NewGame { variant: "xiangqi".into() });
        player.command(Command::Ping(1));
        player.until(|event| *event == Event::Pong(1));
        player
    }

    fn step(&mut self, input: Input<'_>) {
        let shown = format!("{input:?}");
        let mut out = Vec::new();
        if let Err(refused) = self.machine.step(Duration::ZERO, input, &mut out) {
            self.session.fail(&format!("{refused}: {shown}"));
        }
        for output in out {
            match output {
                Output::Line(line) => {
                    self.session.send(&line);
                }
                Output::Event(event) => self.events.push(event),
                Output::Odd(text) => self.odd.push(text.to_string()),
                Output::Wait(_) | Output::Interrupt => {}
            }
        }
    }

    fn command(&mut self, command: Command) {
        self.step(Input::Command(&command));
    }

    fn until(&mut self, is_wanted: impl Fn(&Event) -> bool) -> Event {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            if let Some(index) = self.events.iter().position(&is_wanted) {
                let event = self.events.remove(index);
                self.events.drain(..index);
                return event;
            }
            match self.session.next_line(end.saturating_duration_since(Instant::now())) {
                Some(line) => self.step(Input::Line(&line)),
                None => {
                    self.session.fail(&format!("{}: no answer; odd: {:#?}", self.name, self.odd))
                }
            }
        }
    }

    /// A move on the clock; `None` for a resignation.
    fn play(&mut self, place: &Place, opponent: Duration) -> Option<String> {
        self.command(Command::Place(place.clone()));
        let clock = |remaining| Some(Clock { remaining, increment: INCREMENT, moves_to_go: None });
        let clocks = Clocks { own: clock(self.left), opponent: clock(opponent) };
        let limits = Limits { clock: Some(clocks), ..Limits::default() };
        let began = Instant::now();
        self.command(Command::Search(Search { limits, ..Search::default() }));
        let answer = self.until(|event| matches!(event, Event::BestMove { .. }));
        self.left = (self.left + INCREMENT).saturating_sub(began.elapsed());
        match answer {
            Event::BestMove { best: Some(best), resign: false, .. } => Some(best.to_string()),
            _ => None,
        }
    }

    fn quit(mut self) {
        self.command(Command::Quit);
        self.session.wait_exit();
    }
}

/// Plays a game; both names, moves and the end, for the failing test.
fn game(mut red: Player, mut black: Player) {
    let start = Place { variant: "xiangqi".into(), start: Start::Startpos, moves: Vec::new() };
    let (mut record, _) = Rules.place(&start).expect("the start position stands");
    while record.outcome().is_none() && record.ply() < PLIES {
        let place = record.place();
        let (player, opponent) = match record.side() {
            Side::First => (&mut red, black.left),
            Side::Second => (&mut black, red.left),
        };
        let Some(mv) = player.play(&place, opponent) else {
            // Whoever gives up has fought.
            assert!(record.ply() > 20, "{} gives up in {place:?}", player.name);
            break;
        };
        if let Err(fault) = record.play(&mv) {
            player.session.fail(&format!("{} plays {mv}: {fault:?} in {place:?}", player.name));
        }
    }
    for player in [&red, &black].into_iter().filter(|player| player.name == "Ferz") {
        assert!(!player.left.is_zero(), "out of time");
        let faults: Vec<_> = player.odd.iter().filter(|text| is_fault(text)).collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
    assert!(record.ply() > 20, "{:?}", record.place());
    red.quit();
    black.quit();
}

/// What our program must never make a host say.
fn is_fault(text: &str) -> bool {
    let allowed = ["UCI does not tell", "UCCI does not tell"];
    !allowed.iter().any(|start| text.starts_with(start))
}

fn referee() -> Option<Box<dyn Referee>> {
    Some(Box::new(Rules))
}

fn ferz(machine: impl Dialect + 'static) -> Player {
    Player::start("Ferz", Path::new(env!("CARGO_BIN_EXE_ferz")), machine)
}

fn fairy(machine: impl Dialect + 'static) -> Player {
    Player::start("Fairy-Stockfish", &peer("fairy-stockfish"), machine)
}

fn uci() -> Uci {
    Uci::new(Profile::default(), referee())
}

fn ucci() -> Ucci {
    Ucci::new(Profile::default(), referee())
}

/// U-443, U-511: both as Fairy-Stockfish has it, by `UCI_Variant`, ranks from 1.
#[test]
fn xiangqi_engines_over_uci() {
    game(ferz(uci()), fairy(uci()));
    game(fairy(uci()), ferz(uci()));
}

/// U-510: as Pikafish has it: no `UCI_Variant`, ranks from 0.
#[test]
fn xiangqi_engines_as_pikafish() {
    let profile = || {
        let mut profile = Profile::default();
        profile.variants.force(Some(vec!["xiangqi".into()]));
        profile.rank_base.force(ferz_link::host::RankBase::Zero);
        profile
    };
    let start = |machine: Uci| {
        let mut player = ferz(machine);
        let (name, value) = ("Xiangqi Dialect".into(), Some("Pikafish".into()));
        player.command(Command::SetOption { name, value });
        player
    };
    game(start(Uci::new(profile(), referee())), fairy(uci()));
}

/// over UCCI; the other one too, or in its own protocol.
#[test]
fn xiangqi_engines_over_ucci() {
    game(ferz(ucci()), fairy(uci()));
    game(fairy(ucci()), ferz(ucci()));
}
