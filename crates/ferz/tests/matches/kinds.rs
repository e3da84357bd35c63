//! All the kinds of misbehaviour, each in a match of four games against an engine that behaves: each
//! game is recorded once, with the right loser and reason; the match ends soon; nothing of the
//! engine is left running, and the other engine notices nothing of it.

use crate::support::*;
use ferz_arena::record::{GameRecord, Reason};
use ferz_testkit::in_time_of;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What an engine does on each of the runner's words; by default it plays one good move a game.
#[derive(Clone)]
struct Script {
    boot: String,
    hello: String,
    ping: String,
    new: String,
    go: String,
    stop: String,
    quit: String,
    end: String,
}

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Nothing: the games are played.
    Fine,
    /// It loses each game so.
    Loses(Reason),
    /// It loses every second game so, and is started again.
    LosesEverySecond(Reason),
    /// It depends on who is quicker, the opponent or its end: it loses so, or not at all.
    MayLose(Reason),
}
use Verdict::*;

/// One kind of misbehaviour.
struct Kind {
    name: &'static str,
    /// Those that it is tried in, by letter: UCI, CECP, UCCI (X).
    protocols: &'static str,
    verdict: Verdict,
    spoil: fn(&mut Script),
}

const fn kind(
    name: &'static str,
    protocols: &'static str,
    verdict: Verdict,
    spoil: fn(&mut Script),
) -> Kind {
    Kind { name, protocols, verdict, spoil }
}

fn first(what: &mut String, before: &str) {
    *what = format!("{before}; {what}");
}

fn then(what: &mut String, after: &str) {
    *what = format!("{what}; {after}");
}

/// In every second game of a process.
fn second(what: &mut String, other: &str) {
    *what = format!("if [ $n = 2 ]; then {other}; else {what}; fi");
}

const CRASH: &str = "kill -SEGV $$";
const STILL: &str = "sleep 1000";
const LINES: &str = "yes info string flood | head -n 100000";
const BYTES: &str = "head -c 20000000 /dev/zero | tr '\\0' x; echo";
const MANY_BYTES: &str = "head -c 100000000 /dev/zero | tr '\\0' x; echo";

const CRASHES: Verdict = Loses(Reason::Crash);
const HANGS: Verdict = Loses(Reason::Hang);
const STARTS_NOT: Verdict = Loses(Reason::NotStarted);
const TOO_LATE: Verdict = Loses(Reason::Time);

const KINDS: &[Kind] = &[
    // Ends of the process, at each stage.
    kind("exits before it is spoken to", "ux", STARTS_NOT, |s| s.boot = "exit 3".into()),
    kind("exits on the first word", "uc", STARTS_NOT, |s| s.hello = "exit 3".into()),
    kind("exits halfway through its greeting", "x", STARTS_NOT, |s| {
        s.hello = "printf 'id name Half'; exit 3".into();
    }),
    kind("crashes before it is spoken to", "c", STARTS_NOT, |s| s.boot = CRASH.into()),
    kind("crashes on the first word", "u", STARTS_NOT, |s| s.hello = CRASH.into()),
    kind("exits on a ping", "uc", CRASHES, |s| s.ping = "exit 3".into()),
    kind("crashes on a ping", "u", CRASHES, |s| s.ping = CRASH.into()),
    kind("exits on a new game", "uc", CRASHES, |s| s.new = "exit 3".into()),
    kind("exits in a search", "uxc", CRASHES, |s| s.go = "exit 3".into()),
    kind("crashes in a search", "uxc", CRASHES, |s| s.go = CRASH.into()),
    kind("crashes between two games", "uxc", Fine, |s| second(&mut s.new, CRASH)),
    kind("aborts", "c", CRASHES, |s| s.go = "kill -ABRT $$".into()),
    kind("is killed by the system", "u", CRASHES, |s| s.go = "kill -KILL $$".into()),
    kind("exits in the second game", "u", LosesEverySecond(Reason::Crash), |s| {
        second(&mut s.go, "exit 3");
    }),
    kind("crashes in the second game", "c", LosesEverySecond(Reason::Crash), |s| {
        second(&mut s.go, CRASH);
    }),
    kind("exits after its move", "ux", MayLose(Reason::Crash), |s| then(&mut s.go, "exit 3")),
    kind("crashes on quit", "uxc", Fine, |s| s.quit = CRASH.into()),
    kind("exits with a fault on quit", "u", Fine, |s| s.quit = "exit 3".into()),
    // Silence.
    kind("is mute from the start", "u", STARTS_NOT, |s| s.hello = ":".into()),
    kind("never ends its greeting", "x", STARTS_NOT, |s| s.hello = "echo id name Mute".into()),
    kind("announces a slow start without an end", "c", STARTS_NOT, |s| {
        s.hello = "echo feature done=0".into();
    }),
    kind("is stopped in its greeting", "u", STARTS_NOT, |s| s.hello = "kill -STOP $$".into()),
    kind("does not answer a ping", "uc", HANGS, |s| s.ping = ":".into()),
    kind("never reads again", "u", HANGS, |s| then(&mut s.hello, STILL)),
    kind("spins instead of an answer", "c", HANGS, |s| s.ping = "while :; do :; done".into()),
    kind("is stopped like a job", "u", HANGS, |s| s.ping = "kill -STOP $$".into()),
    kind("hangs and ignores the request to end", "u", HANGS, |s| {
        s.boot = "trap '' TERM".into();
        s.ping = STILL.into();
    }),
    kind("does not move", "uc", TOO_LATE, |s| s.go = ":".into()),
    kind("does not move and ignores stop", "ux", TOO_LATE, |s| {
        s.go = ":".into();
        s.stop = ":".into();
    }),
    kind("is stopped like a job in a search", "uc", TOO_LATE, |s| s.go = "kill -STOP $$".into()),
    kind("moves too late", "ux", TOO_LATE, |s| first(&mut s.go, "sleep 0.6")),
    kind("ignores quit", "uxc", Fine, |s| s.quit = ":".into()),
    kind("ignores quit and the request to end", "u", Fine, |s| {
        s.boot = "trap '' TERM".into();
        s.quit = ":".into();
        s.end = STILL.into();
    }),
    kind("says goodbye and stays", "x", Fine, |s| s.quit = "echo bye; sleep 1000".into()),
    // Too much.
    kind("floods instead of a greeting", "uxc", STARTS_NOT, |s| {
        s.hello = "while :; do echo Hello; done".into();
    }),
    kind("floods before its greeting", "u", Fine, |s| first(&mut s.hello, LINES)),
    kind("floods in a search", "uc", Fine, |s| first(&mut s.go, LINES)),
    kind("floods after its move", "x", Fine, |s| then(&mut s.go, LINES)),
    kind("floods without an end", "u", TOO_LATE, |s| {
        s.go = "while :; do echo info depth 1 score cp 0 pv e7e5; done".into();
    }),
    kind("one endless line at the start", "x", Fine, |s| first(&mut s.hello, BYTES)),
    kind("one endless line in a search", "c", Fine, |s| first(&mut s.go, BYTES)),
    kind("a line of 100 MB", "u", Fine, |s| {
        let go = s.go.clone();
        second(&mut s.go, &format!("{MANY_BYTES}; {go}"));
    }),
    kind("floods its standard error", "uc", Fine, |s| {
        first(&mut s.go, "yes noise | head -n 100000 >&2");
    }),
    kind("protocol on standard error", "u", Fine, |s| first(&mut s.go, "echo bestmove a2a3 >&2")),
    // Bytes and line ends.
    kind("CR LF at every end", "ux", Fine, |s| {
        for part in [&mut s.hello, &mut s.ping, &mut s.go] {
            *part = format!("{{ {part}; }} | awk '{{ printf \"%s\\r\\n\", $0 }}'");
        }
    }),
    kind("empty lines between", "u", Fine, |s| {
        first(&mut s.hello, "echo; echo '   '; echo");
        first(&mut s.go, "echo; echo");
    }),
    kind("Latin-1", "c", Fine, |s| {
        first(&mut s.go, r"printf 'info string \344\366\374\n# \344\n'");
    }),
    kind("NUL bytes", "u", Fine, |s| first(&mut s.go, r"printf 'info string \000\000\n'")),
    kind("control bytes and colours", "x", Fine, |s| {
        first(&mut s.go, r"printf '\033[31mred\033[0m\n\001\002\n'");
    }),
    kind("byte by byte", "u", Fine, |s| {
        s.go = "for c in b e s t m o v e ' '; do printf \"$c\"; sleep 0.01; done; echo $mv".into();
    }),
    kind("echoes what it hears", "u", Fine, |s| {
        for part in [&mut s.ping, &mut s.new, &mut s.go] {
            first(part, "echo \"$line\"");
        }
    }),
    // Words that are wrong.
    kind("ends its greeting twice", "u", Fine, |s| then(&mut s.hello, "echo uciok")),
    kind("has no name", "u", Fine, |s| s.hello = "echo uciok".into()),
    kind("broken options", "u", Fine, |s| {
        first(&mut s.hello, "echo option type check; echo option name Hash type spin default 9");
        first(&mut s.hello, "echo option name N type spin default 99999999999999999999 max 9");
        first(&mut s.hello, "echo option name Wheel type wheel; echo option");
    }),
    kind("broken features", "c", Fine, |s| {
        first(&mut s.hello, "echo 'feature wings=2 option=\"no type\" variants=\"normal'");
    }),
    kind("answers a ping twice", "u", Fine, |s| then(&mut s.ping, "echo readyok")),
    kind("answers another ping", "c", HANGS, |s| s.ping = "echo pong 7777".into()),
    kind("words that nobody knows", "uxc", Fine, |s| first(&mut s.go, "echo gibberish 1 2")),
    // Moves that are wrong.
    kind("two moves for one search", "uxc", Fine, |s| {
        let again = s.go.clone();
        then(&mut s.go, &again);
    }),
    kind("its move once more, a moment later", "uxc", Fine, |s| {
        let again = s.go.clone();
        then(&mut s.go, &format!("sleep 0.02; {again}"));
    }),
    kind("a move before any search", "ux", Fine, |s| first(&mut s.ping, "echo bestmove a2a3")),
    kind("a bare bestmove", "ux", Loses(Reason::NoMove), |s| s.go = "echo bestmove".into()),
    kind("a null move", "u", Loses(Reason::NoMove), |s| s.go = "echo bestmove 0000".into()),
    kind("no move in words", "u", Loses(Reason::NoMove), |s| {
        s.go = "echo 'bestmove (none)'".into()
    }),
    kind("nobestmove", "x", Loses(Reason::NoMove), |s| s.go = "echo nobestmove".into()),
    kind("an illegal move", "ux", Loses(Reason::IllegalMove), |s| {
        s.go = "echo bestmove a0a9".into();
    }),
    kind("an illegal move of CECP", "c", Loses(Reason::IllegalMove), |s| {
        s.go = "echo move e2e6".into();
    }),
    kind("a malformed move", "ux", Loses(Reason::IllegalMove), |s| {
        s.go = "echo bestmove z9z99".into();
    }),
    kind("an illegal move to ponder on", "u", Fine, |s| {
        s.go = "echo bestmove $mv ponder $mv".into();
    }),
    kind("an illegal main line", "u", Fine, |s| {
        first(&mut s.go, "echo info depth 1 score cp 1 pv $mv $mv");
    }),
    kind("a lie about its time", "ux", Fine, |s| {
        first(&mut s.go, "echo info depth 9 time 999999999");
    }),
    kind("a wrong claim", "c", Loses(Reason::WrongClaim), |s| {
        s.go = "echo '1/2-1/2 {Draw by repetition}'".into();
    }),
    kind("capitals", "c", Fine, |s| {
        s.go = "echo move $(echo $mv | tr a-h A-H)".into();
    }),
    kind("gives up", "c", Loses(Reason::Resignation), |s| s.go = "echo resign".into()),
    // Streams and other processes.
    kind("closes its output and lives on", "uc", CRASHES, |s| {
        s.go = "exec >&-; sleep 1000".into();
    }),
    kind("closes both and lives on", "x", CRASHES, |s| s.go = "exec <&- >&-; sleep 1000".into()),
    kind("closes its standard error", "u", Fine, |s| first(&mut s.hello, "exec 2>&-")),
    kind("a child that holds the pipes", "u", CRASHES, |s| s.go = "sleep 1000 & exit 3".into()),
    kind("a child that ignores requests", "c", CRASHES, |s| {
        s.go = "(trap '' TERM; sleep 1000) & exit 3".into();
    }),
    kind("a child that goes on talking", "u", CRASHES, |s| {
        s.go = "(while :; do echo info string here; sleep 0.02; done) & exit 3".into();
    }),
    kind("a child in a session of its own", "uc", CRASHES, |s| {
        s.go = "setsid sh -c \": $0; sleep 1000\" & sleep 0.1; exit 3".into();
    }),
    kind("a child in a session of its own, left on quit", "ux", Fine, |s| {
        s.quit = "setsid sh -c \": $0; sleep 1000\" & sleep 0.1; exit 0".into();
    }),
    kind("children left on quit", "x", Fine, |s| s.quit = "sleep 1000 & exit 0".into()),
];

fn good(protocol: char) -> Script {
    let script = |hello: &str, ping: &str, go: &str, stop: &str| Script {
        boot: ":".into(),
        hello: hello.into(),
        ping: ping.into(),
        new: ":".into(),
        go: go.into(),
        stop: stop.into(),
        quit: "exit 0".into(),
        end: ":".into(),
    };
    match protocol {
        'c' => script(
            "echo 'feature myname=\"Script\" ping=1 setboard=1 usermove=1 sigint=0 done=1'",
            "echo pong ${line#ping }",
            "echo 1 20 0 1 $mv; echo move $mv",
            "echo move $mv",
        ),
        'x' => script(
            "echo id name Script; echo ucciok",
            "echo readyok",
            "echo info depth 1 score 20 pv $mv; echo bestmove $mv",
            "echo bestmove $mv",
        ),
        _ => script(
            "echo id name Script; echo uciok",
            "echo readyok",
            "echo info depth 1 score cp 20 pv $mv; echo bestmove $mv",
            "echo bestmove $mv",
        ),
    }
}

impl Script {
    fn text(&self, protocol: char) -> String {
        let Script { boot, hello, ping, new, go, stop, quit, end } = self;
        let new = format!("n=$((n+1)); {new}");
        let words = match protocol {
            'c' => format!(
                "protover*) {hello};; ping*) {ping};; new) {new};; go) mv=e2e4; {go};; \
                 usermove*) mv=e7e5; {go};; '?') {stop};;"
            ),
            'x' => format!(
                "ucci) {hello};; isready) {ping};; *newgame*) {new};; \
                 position*' b '*|position*moves*) mv=h7e7;; position*) mv=h2e2;; \
                 go*) {go};; stop) {stop};;"
            ),
            _ => format!(
                "uci) {hello};; isready) {ping};; ucinewgame) {new};; \
                 position*moves*) mv=e7e5;; position*) mv=e2e4;; go*) {go};; stop) {stop};;"
            ),
        };
        format!(
            "n=0; {boot}\nwhile read -r line; do case \"$line\" in {words} quit) {quit};; \
             esac; done\n{end}\n"
        )
    }
}

/// The seconds that an engine may take to start or to answer a ping, where that is the fault.
const PATIENCE: u32 = 1;
/// What the runner waits for an engine that is at fault: besides, for its end when told to stop (2 s),
/// to quit (2 s) and to terminate (1 s).
const GRACE: Duration = Duration::from_secs(PATIENCE as u64 + 2 + 2 + 1);
/// Whoever plays on does not use the whole of a long clock: no match takes longer than this.
const AT_MOST: Duration = Duration::from_secs(72);
/// The clock of a side that is to lose on time.
const SHORT_CLOCK: Duration = Duration::from_millis(300 + 10);
/// The clock of the others.
const LONG_CLOCK: Duration = Duration::from_millis(30_000 + 10);
/// What the runner may use, in bytes.
const MEMORY: usize = 100 << 20;

/// The longest that the four games may take: two seconds, the clock of the engine, and the grace for
/// each fault. That it does not end well is none of a game, and one fault.
fn longest(verdict: Verdict) -> Duration {
    let (clocks, faults) = match verdict {
        TOO_LATE => (4 * SHORT_CLOCK, 4),
        Loses(_) => (Duration::ZERO, 4),
        LosesEverySecond(_) | MayLose(_) => (2 * LONG_CLOCK, 4),
        Fine => (4 * LONG_CLOCK, 1),
    };
    (Duration::from_secs(2) + clocks + faults * GRACE).min(AT_MOST)
}

/// Plays the match; what is wrong about it, and how long it took.
fn try_out(kind: &Kind, protocol: char, number: usize) -> (Vec<String>, Duration) {
    let mut script = good(protocol);
    (kind.spoil)(&mut script);
    let place = Place::new();
    // By this the processes are found that should not be there any more.
    let mark = format!("kind-{}-{number}.sh", std::process::id());
    let file = place.file(&mark, &script.text(protocol));
    let clock = match kind.verdict {
        TOO_LATE => SHORT_CLOCK,
        _ => LONG_CLOCK,
    };
    // The last hundredth is the increment: one move is made.
    let clock = format!("{}+0.01", clock.as_secs_f64() - 0.01);
    let proto = match protocol {
        'c' => "cecp",
        'x' => "ucci",
        _ => "uci",
    };
    let patience = match kind.verdict {
        Loses(_) => PATIENCE,
        _ => 30,
    };
    let bad =
        format!("name=bad proto={proto} tc={clock} patience={patience} sh {}", file.display());
    let good = format!("name=good proto=uci nodes=20 {FERZ}");
    let variant = if protocol == 'x' { "xiangqi" } else { "normal" };
    let run = place.path("run").display().to_string();
    let arguments =
        [&good, &bad, "--rounds", "2", "--max-moves", "1", "--variant", variant, "--dir", &run];
    let began = Instant::now();
    let mut command = place.command(&arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("ferz starts");
    let (success, memory) = watched(child);
    let took = began.elapsed();

    let mut wrong = Vec::new();
    let mut check = |holds: bool, what: String| {
        if !holds {
            wrong.push(format!("{} ({proto}): {what}", kind.name));
        }
    };
    let starts = !matches!(kind.verdict, STARTS_NOT);
    check(success == starts, format!("its exit says {success}"));
    check(memory < MEMORY, format!("{memory} bytes"));
    check(ends(&mark), "is left running".to_owned());
    let games = Run::read(Path::new(&run)).games;
    let numbers: Vec<u32> = games.iter().map(|game| game.number).collect();
    check(numbers == [1, 2, 3, 4], format!("games {numbers:?}"));
    for game in &games {
        let fine = game.reason == Reason::MoveLimit;
        let expected = match kind.verdict {
            Fine => fine,
            Loses(reason) => is_lost(game, reason),
            LosesEverySecond(_) if game.number % 2 == 1 => fine,
            LosesEverySecond(reason) => is_lost(game, reason),
            MayLose(reason) => fine || is_lost(game, reason),
        };
        check(expected, format!("{game:?}"));
    }
    (wrong, took)
}

/// The engine that misbehaves, the second in the list, has lost so; its last words are kept if that
/// was its fault.
fn is_lost(game: &GameRecord, reason: Reason) -> bool {
    let won = if game.first == 1 { "0-1" } else { "1-0" };
    let told = !reason.is_fault() || !game.last_lines.is_empty();
    game.reason == reason && game.result.to_string() == won && told
}

/// Waits for its end; whether it was content, and the most memory that it had.
fn watched(mut child: Child) -> (bool, usize) {
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
        most = most.max(kilobytes.unwrap_or(0) << 10);
        if let Some(status) = child.try_wait().expect("a child of ours") {
            return (status.success(), most);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether no process has this word in its command; what is being killed may take a moment.
fn ends(word: &str) -> bool {
    let end = Instant::now() + Duration::from_secs(5);
    while is_running(word) {
        if Instant::now() > end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Whether a process has this word in its command.
fn is_running(word: &str) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    let mut commands =
        processes.flatten().filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    commands.any(|command| String::from_utf8_lossy(&command).contains(word))
}

/// U-491, U-495, C-816: most of the time they wait, so many wait side by side.
#[test]
fn every_kind_in_a_match() {
    assert!(KINDS.len() >= 45, "{} kinds", KINDS.len());
    let letters = |kind: &'static Kind| kind.protocols.chars().map(move |letter| (kind, letter));
    let cases = Mutex::new(KINDS.iter().flat_map(letters).enumerate());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let next = cases.lock().expect("nobody panics here").next();
                    let Some((number, (kind, protocol))) = next else { return };
                    let mut found = Vec::new();
                    in_time_of(longest(kind.verdict), || {
                        let took;
                        (found, took) = try_out(kind, protocol, number);
                        took
                    });
                    wrong.lock().expect("nobody panics here").extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("nobody panics here");
    assert!(wrong.is_empty(), "{} things are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
