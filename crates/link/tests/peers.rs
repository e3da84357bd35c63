//! Hosts' halves with real engines: they play, take back, jump, analyse and are stopped, and
//! every answer is a legal move. The engines are Debian's; a missing one fails the test.

use ferz_link::host::{Cecp, Profile, Ucci, Uci};
use ferz_link::{
    Awaited, Clock, Clocks, Command, Dialect, Event, Input, Limits, Output, Place, Purpose,
    Referee, Search,
};
use ferz_referee::Rules;
use ferz_testkit::{Session, peer};
use ferz_wire::{MoveText, Start};
use std::time::{Duration, Instant};

/// A machine and the process that it talks to.
struct Host<M> {
    machine: M,
    session: Session,
    patience: Option<(Awaited, Instant)>,
    events: Vec<Event>,
    odd: Vec<String>,
    lines: Vec<String>,
    /// Between two lines. An engine that needs one may also miss that there is something to read:
    /// while it owes something it is sent an empty line now and then, as `ferz-host` does it.
    pace: Duration,
}

/// The silence after which an engine with a pace is sent an empty line.
const NUDGE: Duration = Duration::from_secs(1);

/// A process that says something. GNU Chess may stop at its start, where one of its threads sets
/// stdin's buffer while another holds stdin to wait for a line. Hundreds of lines at once free it at
/// the first to third try, as `ferz-host` does it.
fn awake(mut session: Session) -> Session {
    for _ in 0..20 {
        if session.next_line(NUDGE).is_some() {
            return session;
        }
        session.send_bytes(&[b'\n'; 300]);
    }
    panic!("knocked 20 times, and not a word");
}

impl<M: Dialect> Host<M> {
    fn start(machine: M, command: &[&str], pace: Duration) -> Host<M> {
        let (program, arguments) = command.split_first().expect("a program");
        let mut process = std::process::Command::new(peer(program));
        // GNU Chess starts another program of the same folder.
        let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
        process.args(arguments).env("PATH", path).current_dir(std::env::temp_dir());
        let session = Session::start(process);
        let session = if pace.is_zero() { session } else { awake(session) };
        let (events, odd, lines) = Default::default();
        let mut host = Host { machine, session, patience: None, events, odd, lines, pace };
        host.step(Input::Start);
        host.until("the handshake", |event| *event == Event::Ready);
        host
    }

    fn step(&mut self, input: Input<'_>) {
        let shown = format!("{input:?}");
        let mut out = Vec::new();
        let now = self.session.started().elapsed();
        if let Err(refused) = self.machine.step(now, input, &mut out) {
            self.fail(&format!("{refused}: {shown}"));
        }
        for output in out {
            match output {
                Output::Line(line) => {
                    std::thread::sleep(self.pace);
                    self.session.send(&line);
                }
                Output::Event(event) => self.events.push(event),
                Output::Odd(text) => self.odd.push(text.to_string()),
                Output::Interrupt => {}
                Output::Wait(awaited) => {
                    let limit = |awaited| match awaited {
                        Awaited::Silence => 200,
                        _ => 10_000,
                    };
                    self.patience = awaited.map(|awaited| {
                        (awaited, Instant::now() + Duration::from_millis(limit(awaited)))
                    });
                }
            }
        }
    }

    fn fail(&mut self, reason: &str) -> ! {
        let text = format!("{reason}\nodd: {:#?}\nlast: {:?}", self.odd, self.lines.last());
        self.session.fail(&text)
    }

    /// Listens until an event comes, and gives it.
    fn until(&mut self, what: &str, is_wanted: impl Fn(&Event) -> bool) -> Event {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            if let Some(index) = self.events.iter().position(&is_wanted) {
                let event = self.events.remove(index);
                self.events.drain(..index);
                return event;
            }
            if self.events.contains(&Event::Gone) || Instant::now() > end {
                self.fail(&format!("no {what}"));
            }
            let mut next = self.patience.map_or(end, |(_, at)| at.min(end));
            let nudge = (!self.pace.is_zero()).then(|| Instant::now() + NUDGE);
            next = nudge.map_or(next, |at| at.min(next));
            match self.session.next_line(next.saturating_duration_since(Instant::now())) {
                Some(line) => {
                    self.step(Input::Line(&line));
                    self.lines.push(line);
                }
                None if self.patience.is_some_and(|(_, at)| at <= Instant::now()) => {
                    self.patience = None;
                    self.step(Input::Timeout);
                }
                None if nudge.is_some_and(|at| at <= Instant::now()) => {
                    self.session.send("");
                }
                None => {}
            }
        }
    }

    fn command(&mut self, command: Command) {
        self.step(Input::Command(&command));
    }

    /// The answer, which is legal.
    fn answer(&mut self, place: &Place) -> MoveText {
        let event = self.until("answer", |event| matches!(event, Event::BestMove { .. }));
        let Event::BestMove { best: Some(best), .. } = event else {
            self.fail(&format!("no move in {place:?}"));
        };
        let (mut record, complaint) = Rules.place(place).expect("the positions here stand");
        assert_eq!(complaint, None);
        if record.play(best.as_str()).is_err() {
            self.fail(&format!("illegal move {best} in {place:?}"));
        }
        best
    }

    fn play(&mut self, place: &mut Place) {
        self.command(Command::Place(place.clone()));
        let clock = Clock {
            remaining: Duration::from_secs(3),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let clocks = Clocks { own: Some(clock), opponent: Some(clock) };
        let limits = Limits { depth: Some(4), clock: Some(clocks), ..Limits::default() };
        self.command(Command::Search(Search { limits, ..Search::default() }));
        let best = self.answer(place);
        place.moves.push(best);
    }

    fn stopped(&mut self, place: &Place, purpose: Purpose, limits: Limits) {
        self.command(Command::Place(place.clone()));
        self.command(Command::Search(Search { purpose, limits, ..Search::default() }));
        self.until("news", |event| matches!(event, Event::Info(info) if !info.pv.is_empty()));
        self.command(Command::Stop);
        self.answer(place);
    }

    /// Some legal move, another one each time.
    fn reply(place: &mut Place) {
        let (record, _) = Rules.place(place).expect("the positions here stand");
        let moves = record.legal_moves();
        let index = place.moves.len() * 7 % moves.len();
        place.moves.push(MoveText::new(&moves[index]));
    }

    fn whole_session(&mut self, course: &Course) {
        let game = || Command::NewGame { variant: course.variant.into() };
        let place = |start| Place { variant: course.variant.into(), start, moves: Vec::new() };
        self.command(game());
        self.command(Command::Ping(1));
        self.until("pong", |event| *event == Event::Pong(1));

        let mut begun = place(Start::Startpos);
        for _ in 0..4 {
            self.play(&mut begun);
            Self::reply(&mut begun);
        }
        // Taken back, and as the other side.
        begun.moves.truncate(3);
        self.play(&mut begun);

        // A position with Black to move.
        let mut later = place(Start::Fen(course.fen.into()));
        self.play(&mut later);
        Self::reply(&mut later);
        self.play(&mut later);

        // Stopped, as analysis and on the clock.
        Self::reply(&mut later);
        if course.analyses {
            self.stopped(&later, Purpose::Analyse, Limits::default());
        }
        let long = Limits { max_time: Some(Duration::from_secs(5)), ..Limits::default() };
        self.stopped(&later, Purpose::Play, long);

        // Another game from the start, as Black.
        self.command(game());
        let mut begun = place(Start::Startpos);
        Self::reply(&mut begun);
        self.play(&mut begun);
        self.command(Command::Quit);
        self.session.wait_exit();
    }
}

/// What is played.
struct Course {
    variant: &'static str,
    /// A position with Black to move.
    fen: &'static str,
    analyses: bool,
}

const CHESS: Course = Course {
    variant: "normal",
    fen: "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
    analyses: true,
};

const XIANGQI: Course = Course {
    variant: "xiangqi",
    fen: "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2",
    analyses: true,
};

fn uci(command: &[&str]) {
    let machine = Uci::new(Profile::default(), Some(Box::new(Rules)));
    Host::start(machine, command, Duration::ZERO).whole_session(&CHESS);
}

fn cecp(command: &[&str]) {
    let machine = Cecp::new(Profile::default(), Some(Box::new(Rules)));
    Host::start(machine, command, Duration::ZERO).whole_session(&CHESS);
}

/// Named like the peers in the list of `cargo xtask peers`.
mod real_engines {
    use super::*;

    #[test]
    fn stockfish() {
        uci(&["stockfish"]);
    }

    #[test]
    fn toga2() {
        uci(&["toga2"]);
    }

    #[test]
    fn ethereal() {
        uci(&["ethereal-chess"]);
    }

    /// It waits for its input and then reads one line, although more may have come with it: the next
    /// one then lies there until there is another. So it gets one at a time. And `exit` takes it back
    /// to its own prompt instead of to the game: no analysis.
    #[test]
    fn gnuchess() {
        let machine = Cecp::new(Profile::default(), Some(Box::new(Rules)));
        let pace = Duration::from_millis(300);
        let course = Course { analyses: false, ..CHESS };
        Host::start(machine, &["gnuchess", "--xboard"], pace).whole_session(&course);
    }

    #[test]
    fn fairymax() {
        cecp(&["fairymax"]);
    }

    #[test]
    fn phalanx() {
        cecp(&["phalanx"]);
    }

    #[test]
    fn sjeng() {
        cecp(&["sjeng"]);
    }

    #[test]
    fn hoichess() {
        cecp(&["hoichess"]);
    }
}

/// Chinese chess in all protocols. Named like the peers in the list of `cargo xtask peers`.
mod xiangqi_engines {
    use super::*;

    /// U-443, U-511, U-512: the game by `UCI_Variant`, ranks from 1.
    #[test]
    fn fairy_stockfish_uci() {
        let machine = Uci::new(Profile::default(), Some(Box::new(Rules)));
        Host::start(machine, &["fairy-stockfish"], Duration::ZERO).whole_session(&XIANGQI);
    }

    /// the same program over UCCI, ranks from 0; it knows neither `usemillisec` nor
    /// `bye`.
    #[test]
    fn fairy_stockfish_ucci() {
        let machine = Ucci::new(Profile::default(), Some(Box::new(Rules)));
        Host::start(machine, &["fairy-stockfish"], Duration::ZERO).whole_session(&XIANGQI);
    }

    /// C-228, C-319, C-320: with `setboard`, in XBoard's short form.
    #[test]
    fn hoixiangqi() {
        let machine = Cecp::new(Profile::default(), Some(Box::new(Rules)));
        Host::start(machine, &["hoixiangqi"], Duration::ZERO).whole_session(&XIANGQI);
    }

    /// C-319, C-399, C-407: positions by edit mode. It has no analysis and says so too late.
    #[test]
    fn maxqi() {
        let machine = Cecp::new(Profile::default(), Some(Box::new(Rules)));
        let course = Course { analyses: false, ..XIANGQI };
        Host::start(machine, &["maxqi"], Duration::ZERO).whole_session(&course);
    }
}
