//! Kinds of misbehaving engines, over the three protocols: each ends with the right verdict within
//! its patience, with nothing left running, and in bounded memory.
//!
//! One table; its cases run side by side. Two games are played with each engine, and where the
//! table says so there is an analysis to stop.

mod common;

use common::*;
use ferz_host::{Answer, Error, Fault, Stage};
use ferz_link::{Awaited, Protocol};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How a session with an engine should end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    /// It is survived.
    Fine,
    /// It is survived, and this part of a remark says what was odd.
    Odd(&'static str),
    Exits(Stage),
    Crashes(i32, Stage),
    Hangs(Awaited, Stage),
    ClosesOutput(Stage),
}

use Verdict::*;

/// One kind of misbehaviour.
struct Kind {
    /// For people; also what its process is found by.
    name: &'static str,
    /// The protocols it is tried in: `u`, `x`, `c`.
    protocols: &'static str,
    /// What is wrong with the engine.
    spoil: fn(&mut Script),
    analyse: bool,
    verdict: Verdict,
}

const fn kind(
    name: &'static str,
    protocols: &'static str,
    verdict: Verdict,
    spoil: fn(&mut Script),
) -> Kind {
    Kind { name, protocols, spoil, analyse: false, verdict }
}

/// The same with an analysis to stop at its end.
const fn stopped(
    name: &'static str,
    protocols: &'static str,
    verdict: Verdict,
    spoil: fn(&mut Script),
) -> Kind {
    Kind { name, protocols, spoil, analyse: true, verdict }
}

/// Before what the engine does anyway.
fn first(what: &mut String, before: &str) {
    *what = format!("{before}; {what}");
}

/// After it.
fn then(what: &mut String, after: &str) {
    *what = format!("{what}; {after}");
}

/// In the second game only.
fn second(what: &mut String, other: &str) {
    *what = format!("n=$((n+1)); if [ $n = 2 ]; then {other}; else {what}; fi");
}

/// It thinks until it is stopped, when it was told to: the third time.
fn thinks_on(script: &mut Script) {
    script.go = format!("n=$((n+1)); if [ $n -lt 3 ]; then {}; fi", script.go);
}

const CRASH: &str = "kill -SEGV $$";
const STILL: &str = "sleep 1000";
const LINES: &str = "yes info string flood | head -n 150000";
const BYTES: &str = "head -c 20000000 /dev/zero | tr '\\0' x";
const MANY_BYTES: &str = "head -c 100000000 /dev/zero | tr '\\0' x";

/// U-491, C-816: ends of the process, at each stage.
const ENDS: &[Kind] = &[
    kind("exits before it is spoken to", "uxc", Exits(Stage::Start), |s| s.boot = "exit 3".into()),
    kind("exits on the first word", "uxc", Exits(Stage::Start), |s| s.handshake = "exit 3".into()),
    kind("exits halfway through its greeting", "uxc", Exits(Stage::Start), |s| {
        s.handshake = "printf 'id name Half'; exit 3".into();
    }),
    kind("exits on a ping", "uxc", Exits(Stage::Idle), |s| s.ping = "exit 3".into()),
    kind("exits on a new game", "uxc", Exits(Stage::Idle), |s| s.new = "exit 3".into()),
    kind("exits in a search", "uxc", Exits(Stage::Search), |s| s.go = "exit 3".into()),
    kind("exits in the second search", "uxc", Exits(Stage::Search), |s| {
        second(&mut s.go, "exit 3")
    }),
    kind("exits after its move", "ux", Exits(Stage::Idle), |s| then(&mut s.go, "exit 3")),
    stopped("exits when stopped", "ux", Exits(Stage::Stop), |s| {
        thinks_on(s);
        s.stop = "exit 3".into();
    }),
    kind("crashes before it is spoken to", "uxc", Crashes(11, Stage::Start), |s| {
        s.boot = CRASH.into();
    }),
    kind("crashes on the first word", "uxc", Crashes(11, Stage::Start), |s| {
        s.handshake = CRASH.into();
    }),
    kind("crashes on a ping", "uxc", Crashes(11, Stage::Idle), |s| s.ping = CRASH.into()),
    kind("crashes in a search", "uxc", Crashes(11, Stage::Search), |s| s.go = CRASH.into()),
    kind("crashes in the second game", "uxc", Crashes(11, Stage::Search), |s| {
        second(&mut s.go, CRASH);
    }),
    stopped("crashes when stopped", "ux", Crashes(11, Stage::Stop), |s| {
        thinks_on(s);
        s.stop = CRASH.into();
    }),
    kind("aborts", "uxc", Crashes(6, Stage::Search), |s| s.go = "kill -ABRT $$".into()),
    kind("is killed by the system", "uxc", Crashes(9, Stage::Search), |s| {
        s.go = "kill -KILL $$".into();
    }),
    kind("crashes on quit", "uxc", Fine, |s| s.quit = CRASH.into()),
    kind("exits with a fault on quit", "uxc", Fine, |s| s.quit = "exit 3".into()),
];

/// U-095, U-125, U-265, U-304, C-360, X-333: silence.
const SILENCES: &[Kind] = &[
    kind("is mute from the start", "ux", Hangs(Awaited::Handshake, Stage::Start), |s| {
        s.handshake = ":".into();
    }),
    kind("never ends its greeting", "ux", Hangs(Awaited::Handshake, Stage::Start), |s| {
        s.handshake = "echo id name Mute".into();
    }),
    kind("announces a slow start without an end", "c", SLOW, |s| {
        s.handshake = "echo feature done=0".into();
    }),
    kind("is stopped in its greeting", "ux", Hangs(Awaited::Handshake, Stage::Start), |s| {
        s.handshake = "kill -STOP $$".into();
    }),
    kind("does not answer a ping", "uc", Hangs(Awaited::Pong, Stage::Idle), |s| {
        s.ping = ":".into()
    }),
    kind("sleeps instead of an answer", "uc", Hangs(Awaited::Pong, Stage::Idle), |s| {
        s.ping = STILL.into();
    }),
    kind("spins instead of an answer", "uc", Hangs(Awaited::Pong, Stage::Idle), |s| {
        s.ping = "while :; do :; done".into();
    }),
    kind("is stopped like a job", "uc", Hangs(Awaited::Pong, Stage::Idle), |s| {
        s.ping = "kill -STOP $$".into();
    }),
    kind("hangs and ignores the request to end", "uc", Hangs(Awaited::Pong, Stage::Idle), |s| {
        s.boot = "trap '' TERM".into();
        s.ping = STILL.into();
    }),
    stopped("ignores stop", "ux", Hangs(Awaited::StopMove, Stage::Stop), |s| {
        thinks_on(s);
        s.stop = ":".into();
    }),
    stopped("is stopped like a job when told to stop", "ux", NO_MOVE, |s| {
        thinks_on(s);
        s.stop = "kill -STOP $$".into();
    }),
    kind("ignores quit", "uxc", Hangs(Awaited::Exit, Stage::Quit), |s| s.quit = ":".into()),
    kind("ignores quit and the request to end", "uxc", Hangs(Awaited::Exit, Stage::Quit), |s| {
        s.boot = "trap '' TERM".into();
        s.quit = ":".into();
        s.end = STILL.into();
    }),
    kind("says goodbye and stays", "x", Hangs(Awaited::Exit, Stage::Quit), |s| {
        s.quit = "echo bye; sleep 1000".into();
    }),
    stopped("moves late, but in time", "ux", Fine, |s| {
        thinks_on(s);
        first(&mut s.stop, "sleep 0.3");
    }),
];

const SLOW: Verdict = Hangs(Awaited::SlowHandshake, Stage::Start);
const NO_MOVE: Verdict = Hangs(Awaited::StopMove, Stage::Stop);

/// U-495, U-019, C-030, X-029: too much.
const FLOODS: &[Kind] = &[
    kind("floods before its greeting", "uxc", Fine, |s| first(&mut s.handshake, LINES)),
    kind("floods in a search", "uxc", Fine, |s| first(&mut s.go, LINES)),
    kind("floods after its move", "uxc", Fine, |s| then(&mut s.go, LINES)),
    kind("one endless line at the start", "uxc", Odd("was cut"), |s| {
        first(&mut s.handshake, &format!("{BYTES}; echo"));
    }),
    kind("one endless line in a search", "uxc", Odd("was cut"), |s| {
        first(&mut s.go, &format!("{BYTES}; echo"));
    }),
    kind("one endless line after its move", "ux", Odd("was cut"), |s| {
        then(&mut s.go, &format!("{BYTES}; echo"));
    }),
    kind("a line of 100 MB", "u", Odd("was cut"), |s| {
        second(&mut s.go, &format!("{MANY_BYTES}; echo; echo bestmove e2e4"));
    }),
    kind("floods its standard error", "uxc", Fine, |s| {
        first(&mut s.go, "yes noise | head -n 100000 >&2");
    }),
    kind("one endless line of standard error", "uxc", Fine, |s| {
        first(&mut s.go, &format!("{{ {BYTES}; }} >&2"));
    }),
    kind("protocol on standard error", "uxc", Fine, |s| {
        // A move there is none (U-019).
        first(&mut s.go, "echo bestmove a2a3 >&2; echo move a2a3 >&2; sleep 0.05");
    }),
];

/// U-015, C-026: bytes and line ends.
const BYTES_AND_LINES: &[Kind] = &[
    kind("CR LF at every end", "uxc", Fine, |s| crlf(s, r"\r\n")),
    kind("CR alone", "ux", Fine, |s| crlf(s, r"\r")),
    kind("empty lines between", "uxc", Fine, |s| {
        first(&mut s.handshake, "echo; echo '   '; echo");
        first(&mut s.go, "echo; echo");
    }),
    kind("Latin-1", "uxc", Fine, |s| {
        first(&mut s.handshake, r"printf 'id author Sch\344fer\n'");
        first(&mut s.go, r"printf 'info string \344\366\374\n# \344\n'");
    }),
    kind("NUL bytes", "uxc", Fine, |s| first(&mut s.go, r"printf 'info string \000\000\n'")),
    kind("control bytes and colours", "uxc", Fine, |s| {
        first(&mut s.go, r"printf '\033[31mred\033[0m\n\001\002\n'");
    }),
    kind("byte by byte", "u", Fine, |s| {
        s.go =
            "for c in b e s t m o v e ' ' e 2 e 4; do printf \"$c\"; sleep 0.01; done; echo".into();
    }),
    kind("echoes what it hears", "uxc", Fine, |s| {
        for part in [&mut s.ping, &mut s.new, &mut s.go] {
            first(part, "echo \"$line\"");
        }
    }),
    kind("no end behind its last line", "x", Fine, |s| s.quit = "printf bye; exit 0".into()),
];

fn crlf(script: &mut Script, end: &str) {
    for part in [&mut script.handshake, &mut script.ping, &mut script.go, &mut script.quit] {
        *part = format!("{{ {part}; }} | awk '{{ printf \"%s{end}\", $0 }}'");
    }
    // A pipe's end is no end of the script.
    script.quit = "exit 0".into();
}

/// U-400, U-128, C-357, X-198 and their like: words that are wrong.
const WORDS: &[Kind] = &[
    kind("ends its greeting twice", "u", Odd("uciok out of turn"), |s| {
        then(&mut s.handshake, "echo uciok");
    }),
    kind("has no name", "u", Odd("did not tell its name"), |s| s.handshake = "echo uciok".into()),
    kind("an option without a name", "u", Fine, |s| {
        first(&mut s.handshake, "echo option type check default true");
    }),
    kind("an option without a range", "u", Odd("no range"), |s| {
        first(&mut s.handshake, "echo option name Hash type spin default 9");
    }),
    kind("a default outside its range", "u", Odd("outside the range"), |s| {
        first(&mut s.handshake, "echo option name Hash type spin default 9 min 1 max 8");
    }),
    kind("a default that is no choice", "u", Odd("none of the choices"), |s| {
        first(&mut s.handshake, "echo option name Style type combo default Bold var Calm");
    }),
    kind("an option of an unknown type", "ux", Fine, |s| {
        first(&mut s.handshake, "echo option name Wheel type wheel default 9");
    }),
    kind("numbers that are too big", "ux", Fine, |s| {
        first(
            &mut s.handshake,
            "echo option name N type spin default 99999999999999999999 min 0 max 9",
        );
        first(&mut s.go, "echo info depth 99999999999999999999 nodes -1");
    }),
    kind("options twice", "ux", Fine, |s| {
        first(
            &mut s.handshake,
            "for i in 1 2; do echo option name A type check default true; done",
        );
    }),
    kind("unknown and broken features", "c", Fine, |s| {
        first(&mut s.handshake, "echo 'feature wings=2 option=\"no type\" variants=\"normal'");
    }),
    kind("answers a ping twice", "u", Odd("readyok without isready"), |s| {
        then(&mut s.ping, "echo readyok");
    }),
    kind("answers a ping before it comes", "u", Odd("readyok without isready"), |s| {
        first(&mut s.new, "echo readyok");
    }),
    kind("answers another ping", "c", Hangs(Awaited::Pong, Stage::Idle), |s| {
        s.ping = "echo pong 77".into();
    }),
    kind("answers a ping without its number", "c", Hangs(Awaited::Pong, Stage::Idle), |s| {
        s.ping = "echo pong".into();
    }),
    kind("words that nobody knows", "uxc", Odd("not "), |s| first(&mut s.go, "echo gibberish 1 2")),
    kind("errors about everything", "c", Fine, |s| {
        s.boot = "echo 'Error (unknown command): name'".into();
        first(&mut s.new, "echo 'Error (unknown command): random'");
    }),
];

/// U-058, U-288, U-077, X-392, C-574: moves that are wrong.
const MOVES: &[Kind] = &[
    kind("two moves for one search", "ux", Odd("no search asked for it"), |s| {
        let again = s.go.clone();
        then(&mut s.go, &again);
    }),
    kind("two moves for one search of CECP", "c", Odd("out of turn"), |s| {
        then(&mut s.go, "echo move d2d4");
    }),
    kind("a move before any search", "ux", Odd("no search asked for it"), |s| {
        first(&mut s.ping, "echo bestmove a2a3");
    }),
    kind("a bare bestmove", "ux", Fine, |s| s.go = "echo bestmove".into()),
    kind("a null move", "u", Fine, |s| s.go = "echo bestmove 0000".into()),
    kind("no move in words", "u", Fine, |s| s.go = "echo 'bestmove (none)'".into()),
    kind("nobestmove", "x", Fine, |s| s.go = "echo nobestmove".into()),
    kind("an illegal move", "u", Odd("illegal move of the engine"), |s| {
        s.go = "echo bestmove e2e5".into();
    }),
    kind("an illegal move of xiangqi", "x", Odd("illegal move of the engine"), |s| {
        s.go = "echo bestmove a0a9".into();
    }),
    kind("an illegal move of CECP", "c", Odd("illegal move of the engine"), |s| {
        s.go = "echo move e2e5".into();
    }),
    kind("a malformed move", "ux", Odd("illegal move of the engine"), |s| {
        s.go = "echo bestmove z9z99".into();
    }),
    kind("an illegal move to ponder on", "u", Odd("illegal move to ponder on"), |s| {
        s.go = "echo bestmove e2e4 ponder e2e4".into();
    }),
    kind("an illegal main line", "u", Odd("illegal move in a main line"), |s| {
        first(&mut s.go, "echo info depth 1 score cp 1 pv e2e4 e2e4");
    }),
    kind("a lie about its time", "uxc", Fine, |s| {
        first(&mut s.go, "echo info depth 9 time 999999999; echo '9 1 99999999 1 e2e4'");
    }),
    stopped("a move in the middle of an analysis", "u", Odd("ended too early"), |_| {}),
    kind("gives up out of the blue", "c", Fine, |s| {
        first(&mut s.new, "echo resign; echo '0-1 {x}'")
    }),
];

/// Streams and other processes.
const STREAMS: &[Kind] = &[
    kind("closes its output and lives on", "uxc", ClosesOutput(Stage::Search), |s| {
        s.go = "exec >&-; sleep 1000".into();
    }),
    kind("closes its input and lives on", "uxc", Hangs(Awaited::Exit, Stage::Quit), |s| {
        second(
            &mut s.go,
            "echo bestmove e2e4; echo move e2e4; echo bestmove h2e2; exec <&-; sleep 1000",
        );
    }),
    kind("closes both and lives on", "uxc", ClosesOutput(Stage::Search), |s| {
        s.go = "exec <&- >&-; sleep 1000".into();
    }),
    kind("closes its standard error", "uxc", Fine, |s| first(&mut s.handshake, "exec 2>&-")),
    kind("a child that holds the pipes", "uxc", Exits(Stage::Search), |s| {
        s.go = "sleep 1000 & exit 3".into();
    }),
    kind("a child that ignores requests", "uxc", Exits(Stage::Search), |s| {
        s.go = "(trap '' TERM; sleep 1000) & exit 3".into();
    }),
    kind("a child that goes on talking", "u", Exits(Stage::Search), |s| {
        s.go = "(while :; do echo info string still here; sleep 0.02; done) & exit 3".into();
    }),
    kind("children left on quit", "uxc", Fine, |s| {
        s.quit = format!("sleep 1000 & {}", s.quit);
    }),
];

const TABLES: [&[Kind]; 7] = [ENDS, SILENCES, FLOODS, BYTES_AND_LINES, WORDS, MOVES, STREAMS];

/// How it ended, if not as it should.
fn complaint(verdict: Verdict, ended: &Result<Answer, Error>) -> Option<String> {
    let as_wanted = match (verdict, ended) {
        (Fine, Ok(_)) => true,
        (Odd(part), Ok(answer)) => answer.odd.iter().any(|odd| odd.to_string().contains(part)),
        (Exits(at), Err(Error::Fault(Fault::Exited { code: 3, stage }))) => at == *stage,
        (Crashes(by, at), Err(Error::Fault(Fault::Crashed { signal, stage }))) => {
            by == *signal && at == *stage
        }
        (Hangs(what, at), Err(Error::Fault(Fault::Hangs { awaited, stage }))) => {
            what == *awaited && at == *stage
        }
        (ClosesOutput(at), Err(Error::Fault(Fault::ClosedOutput { stage }))) => at == *stage,
        _ => false,
    };
    let odd = ended.as_ref().map_or(&[][..], |answer| &answer.odd);
    let told = match ended {
        Ok(_) => format!("no fault, odd: {:?}", &odd[..odd.len().min(8)]),
        Err(error) => error.to_string(),
    };
    (!as_wanted).then(|| format!("{told}; expected {verdict:?}"))
}

/// One case: how it ended, if not as it should, and how long that took.
fn try_out(kind: &Kind, good: &Script, mark: &str) -> Option<String> {
    let mut script = good.clone();
    (kind.spoil)(&mut script);
    script.boot = format!("# {mark}\n{}", script.boot);
    let mut launch = script.launch();
    if kind.name.contains("flood") || kind.name.contains("line") {
        // Its time goes into the flood.
        launch.patience.handshake *= 20;
        launch.patience.features *= 20;
        launch.patience.pong *= 20;
        launch.patience.quit *= 20;
    }
    let began = Instant::now();
    let ended = run(long_session(launch, kind.analyse));
    let took = began.elapsed();
    let mut complaints: Vec<String> = complaint(kind.verdict, &ended).into_iter().collect();
    if took > Duration::from_secs(40) {
        complaints.push(format!("it took {took:?}"));
    }
    let left = (0..300).all(|_| {
        std::thread::sleep(Duration::from_millis(if is_running(mark) { 10 } else { 0 }));
        is_running(mark)
    });
    if left {
        complaints.push("something of it is left".to_owned());
    }
    (!complaints.is_empty()).then(|| format!("{mark}: {}", complaints.join("; ")))
}

#[test]
fn every_kind() {
    let cases: Vec<(&Kind, Script)> = TABLES
        .iter()
        .flat_map(|table| table.iter())
        .flat_map(|kind| {
            let chosen = move |script: &Script| {
                let letter = match script.protocol {
                    Protocol::Uci => 'u',
                    Protocol::Ucci => 'x',
                    Protocol::Cecp => 'c',
                };
                kind.protocols.contains(letter)
            };
            all().into_iter().filter(chosen).map(move |script| (kind, script))
        })
        .collect();
    let names: BTreeSet<&str> = cases.iter().map(|(kind, _)| kind.name).collect();
    assert!(names.len() >= 80, "{} kinds", names.len());
    let complaints = Mutex::new(Vec::new());
    let queue = Mutex::new(cases.iter().enumerate());
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().unwrap().next();
                    let Some((number, (kind, script))) = next else { return };
                    let process = std::process::id();
                    let mark =
                        format!("kind-{process}-{number} {} ({})", kind.name, script.protocol);
                    if let Some(complaint) = try_out(kind, script, &mark) {
                        complaints.lock().unwrap().push(complaint);
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().unwrap();
    assert!(complaints.is_empty(), "{} of {}: {complaints:#?}", complaints.len(), cases.len());
    assert!(peak_memory() < 400 << 20, "{} bytes", peak_memory());
}

/// The most memory this process has ever used.
fn peak_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() << 10
}
