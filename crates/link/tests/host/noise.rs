//! Engines that say anything at any time, and callers that do: the machines survive it and keep
//! their promises.

use super::script::{read_command, read_place};
use ferz_link::host::{Cecp, HostHalf, Profile, State, Ucci, Uci};
use ferz_link::{Command, Event, Input, Now, Output};
use ferz_referee::Rules;
use proptest::prelude::*;

/// What engines of all protocols say, and what they should not.
const LINES: [&str; 66] = [
    "ucciok",
    "option usemillisec type check default true",
    "option promotion type check default false",
    "nobestmove",
    "bestmove h2e2 ponder h9g7 draw",
    "bestmove a0a0 resign",
    "info depth 1 score 9999 pv H2-E2",
    "info message x",
    "pophash bestmove h2e2 lowerbound 3 depth 4",
    "bye",
    "id name X",
    "option name Hash type spin default 1 min 1 max 9",
    "uciok",
    "readyok",
    "bestmove e2e4",
    "bestmove e2e4 ponder e7e5",
    "bestmove (none)",
    "bestmove",
    "info depth 3 score cp 5 pv e2e4 e7e5",
    "info string x",
    "info depth",
    "option name",
    "copyprotection checking",
    "copyprotection ok",
    "copyprotection error",
    "registration error",
    "Nodes searched: 20",
    "",
    "   ",
    "\u{7}",
    "feature ping=1 setboard=1 usermove=1",
    "feature done=0",
    "feature done=1",
    "feature san=1 exclude=1 nps=1 colors=0",
    "feature option=\"A -check 1\" memory=1 smp=1",
    "feature option=\"B -reset\" variants=\"normal\"",
    "feature ping=0 analyze=0",
    "feature",
    "move e2e4",
    "move Nf3",
    "move e7e5",
    "move a1a1",
    "move c4d5,",
    "move",
    "1. ... e2e4",
    "pong 1",
    "pong 2",
    "pong 3",
    "pong 4",
    "pong",
    "resign",
    "offer draw",
    "1-0 {White mates}",
    "0-1 {Black resigns}",
    "checkmate",
    "Illegal move: e2e4",
    "Illegal move: sd 5",
    "Error (unknown command): ping",
    "Error (unknown command): setboard",
    "Error (unknown command): analyze",
    "Error (unknown command): protover",
    "5 20 100 4000 e4 e5",
    "     d4 d5",
    "stat01: 1 2 3 4 5 e4",
    "Hint: e4",
    " e4 100%",
];

const COMMANDS: [&str; 46] = [
    "option batch=true",
    "new xiangqi",
    "new xiangqi-promotion",
    "place in xiangqi startpos",
    "place in xiangqi startpos h2e2 h7e7 e2e6",
    "place in xiangqi fen 3k5/R8/9/9/9/9/9/9/9/4K4 w | a8a9 d9d8 a9a8 d8d9",
    "probe in xiangqi startpos",
    "go draw depth 1",
    "go static",
    "hit draw",
    "option Hash=2",
    "option Threads=2",
    "option Ponder=true",
    "option A=off",
    "option B",
    "new",
    "new fischerandom",
    "new atomic",
    "place startpos",
    "place startpos e2e4",
    "place startpos e2e4 e7e5",
    "place startpos d2d4",
    "place startpos e2e4 e2e4",
    "place fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1",
    "place fen nonsense",
    "go depth 3",
    "go clock 1000/10/4 1000/10/4",
    "go maxtime 1000",
    "go movetime 1",
    "go nodes 10",
    "go ponder clock 100 100",
    "go analyse",
    "go mate 2 maxtime 1000",
    "go depth 1 only e2e4",
    "go depth 1 without e2e4",
    "go perft 2",
    "hit",
    "stop",
    "ping 9",
    "draw",
    "over 1-0 x",
    "book",
    "console d",
    "pause",
    "value 5 startpos",
    "quit",
];

#[derive(Clone, Debug)]
enum Noise {
    Command(&'static str),
    Line(String),
    Timeout,
    Eof,
}

fn noise() -> impl Strategy<Value = Vec<Noise>> {
    let line = prop_oneof![
        8 => prop::sample::select(&LINES[..]).prop_map(str::to_owned),
        1 => "[ -~é\t]{0,30}",
    ];
    let one = prop_oneof![
        40 => prop::sample::select(&COMMANDS[..]).prop_map(Noise::Command),
        60 => line.prop_map(Noise::Line),
        3 => Just(Noise::Timeout),
        1 => Just(Noise::Eof),
    ];
    prop::collection::vec(one, 0..120)
}

/// One search, one answer; lines are lines; nothing after the end.
fn survives(
    mut machine: impl HostHalf,
    greeting: &[&str],
    noise: &[Noise],
) -> Result<(), TestCaseError> {
    let mut out = Vec::new();
    machine.step(Now::ZERO, Input::Start, &mut out).expect("it is the first step");
    for line in greeting {
        let _ = machine.step(Now::ZERO, Input::Line(line), &mut out);
    }
    let (mut searches, mut answers) = (0, 0);
    for one in noise {
        let was_gone = machine.state() == State::Gone;
        out.clear();
        let command;
        let input = match one {
            Noise::Command(text) => {
                command = read_command(text);
                Input::Command(&command)
            }
            Noise::Line(line) => Input::Line(line),
            Noise::Timeout => Input::Timeout,
            Noise::Eof => Input::Eof,
        };
        let is_search = matches!(input, Input::Command(Command::Search(_)));
        let result = machine.step(Now::ZERO, input, &mut out);
        if is_search && result.is_ok() {
            searches += 1;
        }
        for output in &out {
            match output {
                Output::Line(line) => {
                    prop_assert!(!line.contains(['\n', '\r']), "{line:?}");
                    prop_assert!(!was_gone, "said when gone: {line}");
                }
                Output::Event(Event::BestMove { .. }) => answers += 1,
                Output::Event(event) => prop_assert!(!was_gone, "told when gone: {event:?}"),
                Output::Wait(_) | Output::Odd(_) | Output::Interrupt => {}
            }
        }
        let now = machine.state();
        let owed = searches - answers;
        prop_assert!((0..=1).contains(&owed), "{searches} searches, {answers} answers");
        let busy = matches!(now, State::Searching(_) | State::Stopping);
        if !matches!(now, State::Gone | State::Leaving) {
            prop_assert_eq!(busy, owed == 1, "in {:?}", now);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// U-038, U-058, U-323, U-493.
    #[test]
    fn uci(noise in noise(), greeted: bool) {
        let machine = Uci::new(Profile::default(), Some(Box::new(Rules)));
        let greeting: &[&str] = if greeted { &["uciok"] } else { &[] };
        survives(machine, greeting, &noise)?;
    }

    ///
    #[test]
    fn ucci(noise in noise(), greeted: bool, known: bool, league: bool) {
        let referee = known.then(|| Box::new(Rules) as _);
        let machine = Ucci::new(Profile { league, ..Profile::default() }, referee);
        let greeting: &[&str] = if greeted { &["ucciok"] } else { &[] };
        survives(machine, greeting, &noise)?;
    }

    /// C-574, C-816, C-818.
    #[test]
    fn cecp(noise in noise(), greeted: bool, known: bool) {
        let referee = known.then(|| Box::new(Rules) as _);
        let machine = Cecp::new(Profile::default(), referee);
        let greeting: &[&str] = if greeted { &["feature ping=1 setboard=1 done=1"] } else { &[] };
        survives(machine, greeting, &noise)?;
    }
}

/// The words above read as what they are meant to be.
#[test]
fn vocabulary() {
    COMMANDS.iter().for_each(|text| drop(read_command(text)));
    assert_eq!(read_place("startpos e2e4").moves.len(), 1);
}
