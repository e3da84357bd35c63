//! What the documents ask of a host that lets two engines play: draws, claims, results, clocks and
//! introductions, played by scripts whose every move is known and which write down what they hear.

use crate::support::*;
use ferz_arena::record::{GameRecord, Reason};
use std::fmt::Write;

/// A script: what it does on each of its turns, in shell; after the last it resigns.
struct Actor {
    protocol: &'static str,
    turns: &'static [&'static str],
    /// On UCCI's `stop`.
    stop: &'static str,
    /// Words before its command.
    words: &'static str,
}

const CECP: Actor = Actor { protocol: "cecp", turns: &[], stop: ":", words: "" };
const UCCI: Actor = Actor { protocol: "ucci", ..CECP };
const UCI: Actor = Actor { protocol: "uci", ..CECP };

impl Actor {
    fn text(&self, name: &str, heard: &str) -> String {
        let mut turns = String::new();
        for (index, turn) in self.turns.iter().enumerate() {
            let _ = writeln!(turns, "{}) {turn};;", index + 1);
        }
        let resign = if self.protocol == "cecp" { "resign" } else { "bestmove a0a1 resign" };
        let words = match self.protocol {
            "uci" => format!(
                "uci) echo id name {name}; echo option name UCI_Opponent type string default; \
                 echo uciok;; isready) echo readyok;; go*) turn;;"
            ),
            "ucci" => format!(
                "ucci) echo id name {name}; echo ucciok;; isready) echo readyok;; go*) turn;; \
                 stop) {};;",
                self.stop
            ),
            _ => format!(
                "protover*) echo 'feature myname=\"{name}\" ping=1 setboard=1 usermove=1 sigint=0 \
                 name=1 nps=1 done=1';; ping*) echo pong ${{line#ping }};; new) forced=;; \
                 force) forced=1;; go) forced=; turn;; usermove*) [ \"$forced\" ] || turn;;"
            ),
        };
        format!(
            "n=0; forced=\nturn() {{ n=$((n+1)); case $n in\n{turns}*) echo {resign};;\nesac; }}\n\
             while read -r line; do printf '%s\\n' \"$line\" >> '{heard}'; case \"$line\" in \
             {words} quit) exit 0;; esac; done\n"
        )
    }
}

/// A match of two scripts, and what it left behind.
struct Duel {
    run: Run,
    said: String,
    heard: [Vec<String>; 2],
}

fn duel(first: Actor, second: Actor, arguments: &str) -> Duel {
    let place = Place::new();
    let mut words = Vec::new();
    let heard = ["alice.heard", "bob.heard"].map(|name| place.path(name));
    for ((name, actor), heard) in [("alice", &first), ("bob", &second)].iter().zip(&heard) {
        let file =
            place.file(&format!("{name}.sh"), &actor.text(name, &heard.display().to_string()));
        let Actor { protocol, words: before, .. } = actor;
        words.push(format!("name={name} proto={protocol} {before} sh {}", file.display()));
    }
    let variant = if first.protocol == "ucci" { "xiangqi" } else { "normal" };
    let mut all: Vec<String> = words;
    all.extend(["--variant".to_owned(), variant.to_owned()]);
    if !arguments.contains("--games") {
        all.extend(["--games".to_owned(), "1".to_owned()]);
    }
    if !arguments.contains("--tc") && ![&first, &second].iter().any(|it| it.words.contains("tc=")) {
        all.extend(["--tc".to_owned(), "60".to_owned()]);
    }
    for word in arguments.split_whitespace() {
        // A word that is a FEN, its blanks written as `_`, becomes a file of one opening.
        all.push(match word.contains('/') {
            true => place.file("opening.fen", &word.replace('_', " ")).display().to_string(),
            false => word.to_owned(),
        });
    }
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let output = place.runs(&all);
    assert!(output.status.success(), "{}", said(&output));
    let heard = heard.map(|file| {
        let text = std::fs::read_to_string(file).expect("what it has heard");
        text.lines().map(str::to_owned).collect()
    });
    Duel { run: Run::read(&place.path("run")), said: said(&output), heard }
}

impl Duel {
    /// The only game.
    #[track_caller]
    fn game(&self) -> &GameRecord {
        let [game] = &self.run.games[..] else { panic!("{:#?}", self.run) };
        game
    }

    /// How the only game ended.
    #[track_caller]
    fn end(&self) -> (String, Reason) {
        (self.game().result.to_string(), self.game().reason)
    }

    fn moves(&self) -> Vec<&str> {
        self.game().moves.iter().map(|mv| mv.text.as_str()).collect()
    }

    /// Where a line that begins so was heard first.
    fn place_of(&self, who: usize, begins: &str) -> Option<usize> {
        self.heard[who].iter().position(|line| line.starts_with(begins))
    }
}

fn is(result: &str, reason: Reason) -> (String, Reason) {
    (result.to_owned(), reason)
}

/// C-549: whoever calls a legal move illegal has lost, and so has whoever claims a result that is
/// not so.
#[test]
fn false_claims_lose() {
    let white = || Actor { turns: &["echo move e2e4"], ..CECP };
    for claim in ["echo Illegal move: e2e4", "echo 'Illegal move (in check): e2e4'"] {
        let claim: &'static [&'static str] = vec![claim].leak();
        let duel = duel(white(), Actor { turns: claim, ..CECP }, "");
        assert_eq!(duel.end(), is("1-0", Reason::WrongClaim), "{:#?}", duel.game());
        assert!(duel.game().detail.contains("e2e4"), "{}", duel.game().detail);
    }
    let claim = Actor { turns: &["echo '0-1 {White resigns}'; echo '0-1 {Black mates}'"], ..CECP };
    assert_eq!(duel(white(), claim, "").end(), is("1-0", Reason::WrongClaim));
}

const MATED: &[&str] = &["echo move e7e5", "echo move b8c6", "echo move g8f6", "echo move e2e4"];

/// C-582: a claim is about the position that the engine knew, whenever it is read: together with
/// the move, or when the next game has begun.
#[test]
fn claims_are_about_the_position_that_was_known() {
    let begin = ["echo move e2e4", "echo move f1c4", "echo move d1h5"];
    for claim in [
        "printf 'move h5f7\\n1-0 {White mates}\\n'",
        "echo move h5f7; sleep 0.4; echo '1-0 {White mates}'",
    ] {
        let turns: &'static [&'static str] = [&begin[..], &[claim]].concat().leak();
        let duel = duel(Actor { turns, ..CECP }, Actor { turns: MATED, ..CECP }, "--games 2");
        let [mate, next] = &duel.run.games[..] else { panic!("{:#?}", duel.run) };
        assert_eq!((mate.reason, mate.result.to_string().as_str()), (Reason::Checkmate, "1-0"));
        // Now it has Black, and says nothing but that it resigns.
        assert_eq!((next.reason, next.result.to_string().as_str()), (Reason::Resignation, "1-0"));
        assert!(mate.remarks.is_empty() && next.remarks.is_empty(), "{mate:#?} {next:#?}");
    }
}

/// C-583: the result is told to the user and to both engines, and stands in the file of games.
#[test]
fn results_are_passed_on() {
    let duel = duel(
        Actor { turns: &["echo move e2e4"], ..CECP },
        Actor { turns: &["echo move e7e5", ""], ..CECP },
        "",
    );
    assert_eq!(duel.end(), is("0-1", Reason::Resignation));
    for who in 0..2 {
        assert!(duel.place_of(who, "result 0-1 {resignation}").is_some(), "{:?}", duel.heard);
    }
    assert!(duel.run.pgn.contains("[Result \"0-1\"]"), "{}", duel.run.pgn);
    assert!(duel.said.contains("0-1"), "{}", duel.said);
}

/// C-591, C-589: who offers a draw that can be claimed with its move has it, and nobody is asked.
#[test]
fn claimable_draws_are_granted() {
    let white = ["echo move g1f3", "echo move f3g1", "echo move g1f3", "echo move f3g1"];
    let black = ["echo move g8f6", "echo move f6g8", "echo move g8f6"];
    let last = "echo offer draw; echo move f6g8";
    let duel = duel(
        Actor { turns: Vec::from(white).leak(), ..CECP },
        Actor { turns: [&black[..], &[last]].concat().leak(), ..CECP },
        "",
    );
    assert_eq!(duel.end(), is("1/2-1/2", Reason::Repetition));
    assert_eq!(duel.place_of(0, "draw"), None, "{:?}", duel.heard[0]);
}

/// C-593, C-590, C-592: an offer is told once, before the move, and stands for two more moves of
/// whoever made it: an offer of the other in this time is an agreement.
#[test]
fn two_offers_are_a_draw() {
    const QUIET: [&str; 4] =
        ["echo move e2e4", "echo move d2d4", "echo move g1f3", "echo move b1c3"];
    let white = |offers: usize| {
        let offering = "echo offer draw; echo move e2e4";
        let turns = [&QUIET[..offers], &[offering], &QUIET[offers + 1..]].concat();
        Actor { turns: turns.leak(), ..CECP }
    };
    // The answers: at once, one move later, too late.
    let at_once = Actor { turns: &["echo offer draw; echo move e7e5"], ..CECP };
    let played = duel(white(0), at_once, "");
    assert_eq!(played.end(), is("1/2-1/2", Reason::Agreement));
    let (asked, told) = (played.place_of(1, "draw"), played.place_of(1, "usermove e2e4"));
    assert!(asked.is_some() && asked < told, "{:?}", played.heard[1]);
    let later = Actor { turns: &["echo move e7e5", "echo offer draw; echo move d7d5"], ..CECP };
    let played = duel(white(0), later, "");
    assert_eq!(played.end(), is("1/2-1/2", Reason::Agreement));
    assert_eq!(played.moves(), ["e2e4", "e7e5", "d2d4", "d7d5"]);
    let times = played.heard[1].iter().filter(|line| *line == "draw").count();
    assert_eq!(times, 1, "{:?}", played.heard[1]);
    let late = Actor {
        turns: &["echo move e7e5", "echo move d7d5", "echo offer draw; echo move g8f6"],
        ..CECP
    };
    let played = duel(white(0), late, "");
    assert_eq!(played.end(), is("1-0", Reason::Resignation), "{:#?}", played.game());
    assert_eq!(played.moves().len(), 7);
    assert!(played.place_of(0, "draw").is_some(), "{:?}", played.heard[0]);
    // Who has accepted waits for the result, and is fit for another game.
    let accepts = Actor { turns: &["echo offer draw"], ..CECP };
    let played = duel(white(0), accepts, "");
    assert_eq!(played.end(), is("1/2-1/2", Reason::Agreement));
    assert!(played.game().seconds < 20.0, "{:#?}", played.game());
    // Nobody agrees where offers do not count.
    let at_once = Actor { turns: &["echo offer draw; echo move e7e5"], ..CECP };
    let played = duel(white(0), at_once, "--no-offers");
    assert_eq!(played.end(), is("1-0", Reason::Resignation));
}

/// C-822: each engine hears its own time and its opponent's, and who the opponent is.
#[test]
fn two_engines() {
    let moves = ["echo move e2e4", "echo move d2d4"];
    let duel = duel(
        Actor { words: "tc=100", turns: Vec::from(moves).leak(), ..CECP },
        Actor { words: "tc=200", turns: &["echo move e7e5"], ..CECP },
        "",
    );
    for (who, own, other, name) in [(0, 100, 200, "bob"), (1, 200, 100, "alice")] {
        let heard = &duel.heard[who];
        let centiseconds = |word: &str| -> Vec<u64> {
            let lines = heard.iter().filter_map(|line| line.strip_prefix(word));
            lines.map(|number| number.trim().parse().expect("a number")).collect()
        };
        let (times, others) = (centiseconds("time "), centiseconds("otim "));
        let near = |times: &[u64], seconds: u64| {
            !times.is_empty()
                && times.iter().all(|it| (seconds * 100 - 3_000..=seconds * 100).contains(it))
        };
        assert!(near(&times, own) && near(&others, other), "{heard:?}");
        assert!(heard.iter().any(|line| line == "computer"), "{heard:?}");
        assert!(heard.iter().any(|line| *line == format!("name {name}")), "{heard:?}");
    }
}

/// U-434: the same in UCI, for engines that want to know.
#[test]
fn the_opponent_in_uci() {
    let duel = duel(UCI, Actor { turns: &["echo move e7e5"], ..CECP }, "");
    let told = "setoption name UCI_Opponent value none none computer bob";
    assert!(duel.heard[0].iter().any(|line| line == told), "{:?}", duel.heard[0]);
}

/// C-284: where nodes count as time, a move costs what the engine has reported, and not what it took.
#[test]
fn clocks_that_count_nodes() {
    let clocks = |words: &'static str, turn: &'static str| {
        let turns: &'static [&'static str] =
            vec![turn, "sleep 1.2; echo '1 0 9 4000 d2d4'; echo move d2d4"].leak();
        let white = Actor { words, turns, ..CECP };
        duel(white, Actor { turns: &["echo move e7e5"], ..CECP }, "--tc 60")
    };
    let thinking = "echo '1 20 150 300 e2e4'; echo move e2e4";
    let by_nodes = clocks("tc=9 nps=100", thinking);
    assert_eq!(by_nodes.game().moves[0].clock, Some(6_000), "{:#?}", by_nodes.game());
    assert_eq!(by_nodes.end(), is("0-1", Reason::Time));
    assert!(by_nodes.place_of(0, "nps 100").is_some(), "{:?}", by_nodes.heard[0]);
    // By the time that it reports, in centiseconds.
    let by_time = clocks("tc=9 nps=0", thinking);
    assert_eq!(by_time.game().moves[0].clock, Some(7_500), "{:#?}", by_time.game());
    // Longer than the clock has, and not charged.
    let cheap = clocks("tc=1 nps=10000", "sleep 1.2; echo '1 0 999 100 e2e4'; echo move e2e4");
    assert_eq!(cheap.game().moves[0].clock, Some(990), "{:#?}", cheap.game());
    assert_eq!(cheap.game().moves[2].clock, Some(590), "{:#?}", cheap.game());
}

/// an engine's offer is passed on, and is an agreement if the other says `draw` too;
/// else the moves stand.
#[test]
fn offers_in_ucci() {
    let offers = || Actor { turns: &["echo bestmove h2e2 draw", "echo bestmove b0c2"], ..UCCI };
    let accepts = Actor { turns: &["echo bestmove h9g7 draw"], ..UCCI };
    let played = duel(offers(), accepts, "");
    assert_eq!(played.end(), is("1/2-1/2", Reason::Agreement));
    assert!(played.place_of(1, "go draw").is_some(), "{:?}", played.heard[1]);
    let refuses = Actor { turns: &["echo bestmove h9g7"], ..UCCI };
    let played = duel(offers(), refuses, "");
    assert_eq!(played.moves(), ["h2e2", "h9g7", "b0c2"]);
    assert_eq!(played.end(), is("1-0", Reason::Resignation));
}

/// the engine that resigns has lost, and the move beside the word is not played.
#[test]
fn resignation_in_ucci() {
    let resigns = Actor { turns: &["echo bestmove h9g7 ponder h0g2 resign"], ..UCCI };
    let played = duel(Actor { turns: &["echo bestmove h2e2"], ..UCCI }, resigns, "");
    assert_eq!(played.end(), is("1-0", Reason::Resignation));
    assert_eq!(played.moves(), ["h2e2"]);
}

/// `nobestmove` loses, where the rules do not say otherwise.
#[test]
fn nobestmove_loses() {
    let nothing = Actor { turns: &["echo nobestmove"], ..UCCI };
    let played = duel(Actor { turns: &["echo bestmove h2e2"], ..UCCI }, nothing, "");
    assert_eq!(played.end(), is("1-0", Reason::NoMove));
    // To and fro; then both would give up, but the rules have ended the game.
    let fro = ["echo bestmove a0a1", "echo bestmove a1a0"];
    let back = ["echo bestmove a9a8", "echo bestmove a8a9"];
    let again = |moves: [&'static str; 2]| {
        let turns = [&moves[..], &moves[..], &["echo nobestmove"]].concat();
        Actor { turns: turns.leak(), ..UCCI }
    };
    let played = duel(again(fro), again(back), "");
    assert_eq!(played.end(), is("1/2-1/2", Reason::Repetition));
}

/// the time is up, the engine is told to stop, and has the margin to answer.
#[test]
fn the_stopping_time_of_the_league() {
    let waits = |stop: &'static str| {
        let words = "tc=0.3+0.1 margin=8000 patience=20";
        Actor { words, turns: &[":"], stop, ..UCCI }
    };
    let moves = || Actor { words: "tc=60", turns: &["echo bestmove h9g7"], ..UCCI };
    let played = duel(waits("echo bestmove h2e2"), moves(), "");
    assert_eq!(played.end(), is("0-1", Reason::Resignation), "{:#?}", played.game());
    assert_eq!(played.moves(), ["h2e2", "h9g7"]);
    // The time is up, and the increment comes.
    assert_eq!(played.game().moves[0].clock, Some(100));
    let silent = Actor { words: "tc=0.3 margin=200", ..waits(":") };
    let played = duel(silent, moves(), "");
    assert_eq!(played.end(), is("0-1", Reason::Time), "{:#?}", played.game());
    assert!(played.place_of(0, "stop").is_some(), "{:?}", played.heard[0]);
}

/// illegal moves, mates, perpetual checks and moves that are counted are the host's to judge,
/// whatever the engines say or do not say.
#[test]
fn the_host_judges() {
    let illegal = Actor { turns: &["echo bestmove h2h8"], ..UCCI };
    assert_eq!(duel(illegal, UCCI, "").end(), is("0-1", Reason::IllegalMove));
    // Mate in one: the rook comes to the last rank, the other holds the one before.
    let mates = Actor { turns: &["echo bestmove a1a9"], ..UCCI };
    let fen = "--openings 3k5/8R/9/9/9/9/9/9/R8/4K4_w_-_-_0_1";
    assert_eq!(duel(mates, UCCI, fen).end(), is("1-0", Reason::Checkmate));
    let checks = ["echo bestmove a0a9", "echo bestmove a9a8", "echo bestmove a8a9"];
    let checks = [&checks[..], &checks[1..], &checks[1..], &checks[1..], &checks[1..]].concat();
    let flees = ["echo bestmove d9d8", "echo bestmove d8d9"].repeat(5);
    let fen = "--openings 3k5/9/9/9/9/9/9/9/4K4/R8_w_-_-_0_1";
    let played =
        duel(Actor { turns: checks.leak(), ..UCCI }, Actor { turns: flees.leak(), ..UCCI }, fen);
    assert_eq!(played.end(), is("0-1", Reason::PerpetualCheck), "{:#?}", played.game());
    let quiet = |turns| Actor { turns, ..UCCI };
    let played = duel(
        quiet(&["echo bestmove h2e2", "echo bestmove h0g2"]),
        quiet(&["echo bestmove h9g7", "echo bestmove g6g5"]),
        "--natural-limit 4",
    );
    assert_eq!(played.end(), is("1/2-1/2", Reason::NaturalMoves));
    assert_eq!(played.moves().len(), 4);
}
