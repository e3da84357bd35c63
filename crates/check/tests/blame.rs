//! Transcripts that are broken in one way each: the clause and the side are named.

use ferz_check::{Breach, JudgedConversation, Party, blame};
use std::time::Duration;

/// A transcript of these lines, a tenth of a second apart.
fn transcript(lines: &str) -> Vec<u8> {
    let mut text = "# ferz transcript 1\n".to_owned();
    for (index, line) in lines.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
        text.push_str(&format!("{}.{}00000 {line}\n", index / 10, index % 10));
    }
    text.into_bytes()
}

fn judged(lines: &str) -> JudgedConversation {
    let mut all = blame(&transcript(lines)).expect("a transcript");
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// The first breach: whose, of what, in which line.
#[track_caller]
fn assert_first(lines: &str, side: Party, clause: &str, line: usize) {
    let conversation = judged(lines);
    let first = conversation.first().unwrap_or_else(|| panic!("{}", conversation.text()));
    let found = (first.clause.side, first.clause.id, first.line);
    assert_eq!(found, (side, clause, line), "{}", conversation.text());
}

const UCI: &str = "> uci
    < id name Example
    < id author us
    < option name Hash type spin default 16 min 1 max 1024
    < option name Ponder type check default false
    < uciok
    > isready
    < readyok
    > ucinewgame
    > position startpos moves e2e4
    > go wtime 60000 btime 60000";

fn uci(rest: &str) -> String {
    format!("{UCI}\n{rest}")
}

/// U-091, U-120, U-315: nothing is wrong here.
#[test]
fn a_good_conversation() {
    let conversation = judged(&uci("< info depth 1 score cp 20 time 1 nodes 20 pv e7e5
        < bestmove e7e5 ponder g1f3
        > position startpos moves e2e4 e7e5 g1f3
        > go ponder wtime 60000 btime 59000
        > ponderhit
        < info depth 1 score cp 20 time 1 nodes 20 pv b8c6
        < bestmove b8c6
        > quit"));
    assert_eq!(conversation.breaches, [], "{}", conversation.text());
    assert_eq!((conversation.name.as_str(), conversation.first()), ("Example", None));
}

/// U-315, U-318, U-338, U-070.
#[test]
fn moves_of_an_engine() {
    let broken = |rest: &str, clause| assert_first(&uci(rest), Party::Engine, clause, 12);
    broken("< bestmove e7e4", "uci-bestmove-legal");
    broken("< bestmove e7e5 ponder e7e5", "uci-ponder-legal");
    broken("< bestmove 0000", "uci-no-move");
    broken("< bestmove E7E5", "uci-bestmove-legal");
    broken("< info depth 3 score cp 1 time 1 nodes 3 pv e7e5 e7e6", "uci-pv-legal");
    broken("< info currmove e7e4 currmovenumber 1", "uci-currmove");
}

/// U-316, U-126, U-091, U-229, U-050, U-335, U-353.
#[test]
fn answers_of_an_engine() {
    let broken = |rest: &str, clause, line| assert_first(&uci(rest), Party::Engine, clause, line);
    broken("< bestmove e7e5\n< bestmove e7e5", "uci-bestmove-per-go", 13);
    broken("< readyok", "uci-readyok-answers", 12);
    broken("< uciok", "uci-uciok-answers", 12);
    broken("< info seldepth 3 nodes 5", "uci-seldepth", 12);
    broken("< info hashfull 1001", "uci-per-mille", 12);
    broken("< info depth x nodes 5", "uci-well-formed", 12);
    broken("< bestmove e7e5\n< info depth 5 score cp 1 pv g1f3", "uci-forced-mode", 13);
    let early = "> position startpos\n> go infinite\n< bestmove e2e4";
    broken(&format!("< bestmove e7e5\n{early}"), "uci-not-before-told", 15);
    let restricted = "> position startpos\n> go depth 1 searchmoves a2a3\n< bestmove e2e4";
    broken(&format!("< bestmove e7e5\n{restricted}"), "uci-searchmoves", 15);
}

/// U-230, U-260, U-490, U-306: what comes late, or not at all.
#[test]
fn late_engines() {
    let first = |rest: &[u8]| {
        let record = [&transcript(&uci(""))[..], rest].concat();
        blame(&record).unwrap()[0].first().expect("a breach").clause.id
    };
    assert_eq!(first(b"2.000000 > stop\n9.000000 < bestmove e7e5\n"), "uci-stop-answered");
    assert_eq!(first(b"99.000000 < bestmove e7e5\n"), "uci-flag");
    let crash = "* crashed with signal 11 (segmentation fault) during a search";
    assert_first(&uci(crash), Party::Engine, "engine-stays", 12);
    let hang = "* hangs: no move after the end of a search was asked for";
    assert_first(&uci(hang), Party::Engine, "engine-answers", 12);
}

/// U-090, U-123, U-052, U-057, U-058, U-157, U-205, U-252, U-280, U-227: the interface's side.
#[test]
fn interfaces_of_uci() {
    let broken =
        |rest: &str, clause, line| assert_first(&uci(rest), Party::Interface, clause, line);
    broken("> go depth 1", "uci-host-go-idle", 12);
    broken("> setoption name Hash value 64", "uci-host-setoption-idle", 12);
    broken("> ponderhit", "uci-host-ponderhit", 12);
    broken("> fire", "uci-host-known-words", 12);
    let then = |rest: &str| format!("< bestmove e7e5\n{rest}");
    broken(&then("> setoption name Hash value 9999"), "uci-host-option-values", 13);
    broken(&then("> position startpos moves e2e5"), "uci-host-moves-legal", 13);
    broken(&then("> position startpos\n> go wtime 0 btime 100"), "uci-host-clocks", 14);
    broken(&then("> position startpos\n> go searchmoves e2e5"), "uci-host-searchmoves", 14);
    let first = |lines: &str, clause, line| assert_first(lines, Party::Interface, clause, line);
    first("> isready\n< readyok\n> uci", "uci-host-greets-first", 1);
    let greeting = "> uci\n< id name x\n< id author y\n< uciok";
    first(&format!("{greeting}\n> position startpos\n> go depth 1"), "uci-host-isready-first", 6);
    first(&format!("{greeting}\n> isready\n< readyok\n> go depth 1"), "uci-host-position-first", 7);
    let error = "< registration error\n> isready\n< readyok\n> position startpos\n> go depth 1";
    first(&format!("{greeting}\n{error}"), "uci-host-registers", 9);
}

const CECP: &str = "> xboard
    > protover 2
    < feature myname=\"Example\" ping=1 setboard=1 usermove=1 colors=0 draw=0 done=1
    > accepted myname
    > accepted ping
    > accepted setboard
    > accepted usermove
    > accepted colors
    > accepted draw
    > accepted done
    > new
    > level 40 5 0
    > post
    > easy
    > usermove e2e4";

fn cecp(rest: &str) -> String {
    format!("{CECP}\n{rest}")
}

/// C-565, C-573, C-350, C-353, C-578, C-545, C-630: the engine's side.
#[test]
fn engines_of_cecp() {
    let good = judged(&cecp("< 1 20 0 30 e7e5\n< move e7e5\n> ping 1\n< pong 1\n> quit"));
    assert_eq!(good.breaches, [], "{}", good.text());
    let broken = |rest: &str, clause, line| assert_first(&cecp(rest), Party::Engine, clause, line);
    broken("< move e7e4", "cecp-move-legal", 16);
    broken("< move e7e5\n> ping 1\n< pong 1\n< move d7d5", "cecp-move-on-turn", 19);
    broken("> ping 1\n< pong 1", "cecp-pong-after-move", 17);
    broken("< move e7e5\n> ping 1\n< pong 2", "cecp-pong-number", 18);
    broken("< move e7e5\n> ping 3\n< pong 3\n< 1-0 {White mates}", "cecp-true-claims", 19);
    broken("< Illegal move: e2e4", "cecp-legal-taken", 16);
    broken("> nopost\n> force\n> ping 1\n< pong 1\n> go\n< 1 2 3 4 e7e5", "cecp-nopost", 21);
}

/// C-055, C-062, C-085, C-109, C-111, C-310: the interface's side.
#[test]
fn interfaces_of_cecp() {
    let broken = |rest: &str, clause| {
        let lines = cecp(&format!("< move e7e5\n{rest}"));
        assert_first(&lines, Party::Interface, clause, 17);
    };
    broken("> d2d4", "cecp-host-usermove");
    broken("> usermove e4e6", "cecp-host-moves-legal");
    broken("> draw", "cecp-host-disabled");
    broken("> playother", "cecp-host-enabled-only");
    broken("> option Nothing=1", "cecp-host-declared-options");
    let first = |lines: &str, clause, line| assert_first(lines, Party::Interface, clause, line);
    first("> protover 2\n> xboard", "cecp-host-xboard-first", 1);
    let greeting = "> xboard\n> protover 2";
    let features = "< feature ping=1 done=1\n> new";
    first(&format!("{greeting}\n{features}"), "cecp-host-answers-features", 4);
    first(&format!("{greeting}\n> new"), "cecp-host-waits-done", 3);
}

const UCCI: &str = "> ucci
    < id name Example
    < option usemillisec type check default false
    < ucciok
    > setoption usemillisec true
    > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
    > banmoves h2e2
    > go time 60000 increment 0";

/// both sides.
#[test]
fn conversations_in_ucci() {
    let ucci = |rest: &str| format!("{UCCI}\n{rest}");
    let line = "< info depth 1 score 3 pv b0c2";
    let rest = "< bestmove b0c2\n> stop\n< nobestmove\n> quit\n< bye";
    let good = judged(&ucci(&format!("{line}\n{rest}")));
    assert_eq!(good.breaches, [], "{}", good.text());
    let engine = |rest: &str, clause, line| assert_first(&ucci(rest), Party::Engine, clause, line);
    engine("< bestmove h2e2", "ucci-banned", 9);
    engine("< bestmove b0c3", "ucci-bestmove-legal", 9);
    engine("< nobestmove", "ucci-nobestmove", 9);
    engine("< bestmove B0C2", "ucci-spelling", 9);
    engine("< bestmove b0c2\n< bestmove b0c2", "ucci-answer-per-go", 10);
    engine("< readyok", "ucci-readyok-answers", 9);
    engine("< bestmove b0c2\n< info depth 3 score 3 pv b0c2", "ucci-info-thinking", 10);
    let interface =
        |rest: &str, clause, line| assert_first(&ucci(rest), Party::Interface, clause, line);
    interface("> position startpos", "ucci-host-idle", 9);
    interface("> ponderhit", "ucci-host-thinking", 9);
    interface("< bestmove b0c2\n> position startpos moves b0c3", "ucci-host-moves-legal", 10);
    let both = "< bestmove b0c2\n> go ponder draw time 10 increment 0";
    interface(both, "ucci-host-ponder-or-draw", 10);
    assert_first("> isready\n> ucci", Party::Interface, "ucci-host-greets-first", 1);
}

/// Logs of others: two engines in one file, in cutechess's form and in XBoard's.
#[test]
fn logs_of_others() {
    let log = b"Started game 1 of 1
0 >One(0): uci
3 <One(0): id name One
3 <One(0): id author x
3 <One(0): uciok
4 >Two(1): xboard
4 >Two(1): protover 2
5 >One(0): isready
5 <One(0): readyok
6 >One(0): position startpos
6 >One(0): go depth 1
7 <One(0): bestmove e2e5
8 <Two(1): feature ping=1 done=1
9 >Two(1): accepted ping
9 >Two(1): accepted done
10 <Two(1): pong 7
";
    let firsts = |log: &[u8]| -> Vec<(String, &str)> {
        let all = blame(log).expect("a log");
        all.iter().map(|it| (it.name.clone(), it.first().expect("a breach").clause.id)).collect()
    };
    assert_eq!(
        firsts(log),
        [("One(0)".to_owned(), "uci-bestmove-legal"), ("Two(1)".to_owned(), "cecp-pong-number")]
    );
    assert_eq!(
        firsts(b"12 >first : xboard\n13 >first : new\n13 >first : protover 2\n"),
        [("first".to_owned(), "cecp-host-xboard-first")]
    );
}

/// Logs that these programs have written, shortened by lines about options: nobody has broken
/// anything, and every conversation has its name.
#[test]
fn logs_as_they_are_written() {
    let judged = |log: &[u8]| -> Vec<(String, usize, Option<&str>)> {
        let all = blame(log).expect("a log");
        all.iter()
            .map(|it| (it.name.clone(), it.lines.len(), it.first().map(|first| first.clause.id)))
            .collect()
    };
    let names = |log: &[u8]| -> Vec<String> {
        let all = judged(log);
        assert!(all.iter().all(|(_, lines, first)| *lines > 20 && first.is_none()), "{all:#?}");
        all.into_iter().map(|(name, ..)| name).collect()
    };
    assert_eq!(names(include_bytes!("logs/fastchess.log")), ["one", "two"]);
    assert_eq!(names(include_bytes!("logs/cutechess.log")), ["one(0)", "two(1)"]);
    let xboard = names(include_bytes!("logs/xboard.debug"));
    assert_eq!(xboard, ["Ferz 0.1.0, first", "Ferz 0.1.0, second"]);
}

/// The same logs with one line changed: the first breach, its engine, and when.
#[test]
fn faults_in_logs() {
    let fault = |log: &str, from: &str, to: &str| -> (String, &str, Party, Duration) {
        assert_eq!(log.matches(from).count(), 1, "{from}");
        let all = blame(log.replace(from, to).as_bytes()).expect("a log");
        let found = all.iter().find_map(|it| Some((it, it.first()?)));
        let (it, first) = found.expect("a breach");
        (it.name.clone(), first.clause.id, first.clause.side, first.at)
    };
    let fastchess = include_str!("logs/fastchess.log");
    let (name, clause, side, at) =
        fault(fastchess, "two ---> bestmove d7d5", "two ---> bestmove d7d4");
    assert_eq!((name.as_str(), clause, side), ("two", "uci-bestmove-legal", Party::Engine));
    // Since midnight, as it is written there.
    assert_eq!(at.as_micros(), ((19 * 60 + 57) * 60 + 59) * 1_000_000 + 119_691);
    let (name, clause, side, _) = fault(
        fastchess,
        "position startpos moves e2e3 d7d5\n",
        "position startpos moves e2e3 e2e4\n",
    );
    assert_eq!((name.as_str(), clause, side), ("one", "uci-host-moves-legal", Party::Interface));
    let cutechess = include_str!("logs/cutechess.log");
    let (name, clause, ..) = fault(cutechess, "<two(1): move d7d5", "<two(1): move d7d4");
    assert_eq!((name.as_str(), clause), ("two(1)", "cecp-move-legal"));
    let (name, clause, ..) = fault(cutechess, "<one(0): bestmove b1c3", "<one(0): bestmove b1c4");
    assert_eq!((name.as_str(), clause), ("one(0)", "uci-bestmove-legal"));
    let xboard = include_str!("logs/xboard.debug");
    let (name, clause, side, at) = fault(xboard, "<first : move a1a8", "<first : move a1b8");
    assert_eq!(
        (name.as_str(), clause, side),
        ("Ferz 0.1.0, first", "cecp-move-legal", Party::Engine)
    );
    assert_eq!(at, Duration::from_millis(2771));
    // What XBoard has sent in two pieces is one line.
    let pieces = "usermove 2771 >second: a1a8";
    let (name, clause, side, _) = fault(xboard, pieces, "usermove 2771 >second: a1b8");
    let theirs = ("Ferz 0.1.0, second", "cecp-host-moves-legal", Party::Interface);
    assert_eq!((name.as_str(), clause, side), theirs);
}

/// An engine that is started anew has a new conversation; the day may end in between.
#[test]
fn restarts_and_midnight() {
    let line = |time: &str, thread: u32, text: &str| {
        format!("[Engine] [{time}] <  {thread}>  one {text}\n")
    };
    let log = [
        line("23:59:59.900000", 1, "<--- uci"),
        line("23:59:59.950000", 1, "---> uciok"),
        line("00:00:00.050000", 1, "<--- quit"),
        line("00:00:00.060000", 1, "<--- uci"),
        line("00:00:00.070000", 2, "<--- uci"),
        line("00:00:00.080000", 3, "<--- quit"),
    ];
    let all = blame(log.concat().as_bytes()).expect("a log");
    let lengths: Vec<_> = all.iter().map(|it| it.lines.len()).collect();
    assert_eq!(lengths, [3, 1, 1]);
    assert_eq!(all[0].lines[2].0 - all[0].lines[0].0, Duration::from_millis(150));
}

#[test]
fn no_records() {
    let complaint = |record: &[u8]| blame(record).unwrap_err().to_string();
    let other = complaint(b"\n[Event \"x\"]\n[Site \"y\"]\n");
    assert!(other.contains("line 2") && other.contains("[Event"), "{other}");
    assert!(complaint(b"").contains("line 1"));
    assert!(complaint(b"# ferz transcript 1\n").contains("nothing was recorded"));
    assert!(complaint(b"# ferz transcript 1\n0.000000 > hello\n").contains("hello"));
    let broken = complaint(b"# ferz transcript 1\n0.000000 > uci\nx\n");
    assert!(broken.contains("line 3"), "{broken}");
    // A log of fastchess without the conversations says how to get them.
    let silent = b"[INFO  ] [19:57:58.487507] <    > fastchess --- fastchess alpha 1.8.2\n";
    assert!(complaint(silent).contains("engine=true"));
    let cut = b"[Engine] [19:57:58.528032] <  1>  one <--- uci\n[Engine] [19:57:58.5\n";
    assert!(complaint(cut).contains("line 2"), "{}", complaint(cut));
}

/// Of one moment the first line is the earlier one: a ping and a move in one piece.
#[test]
fn within_one_moment() {
    let log = |lines: &[&str]| -> Vec<u8> {
        let lines: Vec<_> = lines.iter().map(|line| format!("7 {line}\n")).collect();
        let head: Vec<_> = CECP.lines().map(|line| format!("1 {}\n", line.trim())).collect();
        let text = [head, lines].concat().concat();
        text.replace(" > ", " >One(0): ").replace(" < ", " <One(0): ").into_bytes()
    };
    let head = ["> force", "> usermove e7e5", "> ping 1", "> go", "< pong 1", "< move g1f3"];
    let all = blame(&log(&head)).expect("a log");
    assert_eq!(all[0].first(), None, "{}", all[0].text());
    let late = ["> force", "> usermove e7e5", "> go", "> ping 1", "< pong 1", "< move g1f3"];
    let all = blame(&log(&late)).expect("a log");
    assert_eq!(all[0].first().expect("a breach").clause.id, "cecp-pong-after-move");
}

/// C-205, C-397: a position in the middle of a game is the interface's fault. Whether an engine plays
/// on in it is open, and blames nobody.
#[test]
fn a_position_without_force() {
    let start = "> new\n> go\n> setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n> ping 9\n< move g1f3";
    let engines = |rest: &str| {
        let judged = judged(&format!("{}\n{start}\n{rest}", greeting_of_cecp()));
        let of_engine = |breach: &&Breach| breach.clause.side == Party::Engine;
        judged.breaches.iter().filter(of_engine).map(|it| it.clause.id).collect::<Vec<_>>()
    };
    assert_eq!(engines("< move e1d1\n< pong 9"), [""; 0]);
    assert_eq!(engines("< pong 9"), [""; 0]);
    assert_eq!(engines("< move e1e3\n< pong 9"), ["cecp-move-legal"]);
    assert_eq!(engines("< move e1d1\n< pong 9\n< move e2e4"), ["cecp-move-on-turn"]);
}

/// C-573, C-578, C-630: what comes behind `force`, `setboard` or `undo` is judged without a later
/// ping, where no search was under way that could still say something.
#[test]
fn judged_without_a_ping() {
    const MATE: &str = "setboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    let lines = |rest: &str| format!("{}\n> force\n> {MATE}\n{rest}", greeting_of_cecp());
    let broken = |rest: &str, clause, line: usize| {
        assert_first(&lines(rest), Party::Engine, clause, 12 + line);
    };
    broken("> go\n< move d1d8\n< 0-1 {Black mates}", "cecp-true-claims", 5);
    broken("> go\n< move d1d7\n< move d7d8", "cecp-move-on-turn", 5);
    broken("> undo\n< move d1d8", "cecp-move-on-turn", 4);
    broken("> nopost\n> go\n< 1 2 3 4 d1d8", "cecp-nopost", 5);
    let good = judged(&lines("> go\n< 1 2 3 4 d1d8\n< move d1d8\n< 1-0 {White mates}"));
    assert_eq!(good.breaches, [], "{}", good.text());
}

/// C-219, C-535: who could be helped by a piece of the partner is not mated, and moves when it comes.
#[test]
fn partners_wait_for_pieces() {
    let start = "> variant bughouse\n> force\n> setboard 6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1";
    let lines =
        |rest: &str| format!("{}\n{start}\n> usermove a1a8\n> go\n{rest}", greeting_of_cecp());
    for rest in [
        "> ping 9\n< pong 9",
        "> holding [] [N] BN\n> ping 9\n< move N@f8\n< pong 9\n> usermove a8f8\n< move g8f8",
    ] {
        let good = judged(&lines(rest));
        assert_eq!(good.breaches, [], "{}", good.text());
    }
    let broken = |rest: &str, clause, line: usize| {
        assert_first(&lines(rest), Party::Engine, clause, 17 + line);
    };
    broken("< 1-0 {White mates}", "cecp-true-claims", 1);
    broken("< move N@f8", "cecp-move-legal", 1);
    broken("> holding [] [N] BN\n< move Q@f8", "cecp-move-legal", 2);
}

fn greeting_of_cecp() -> String {
    let lines: Vec<&str> = CECP.lines().take(11).collect();
    format!("{}\n> post", lines.join("\n"))
}

/// C-022: a move, a line, a claim of a search that was ended may be on their way; for seconds they
/// are not.
#[test]
fn what_crosses() {
    for rest in [
        "> force\n< move e7e5",
        "> force\n< 1 2 3 4 e7e5\n< 1/2-1/2 {Draw}",
        "> nopost\n< 1 2 3 4 e7e5",
        "> force\n> setboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\n> go\n< move e7e5\n< move d1d8",
        "> undo\n< move e7e5",
        // The move may have ended the game.
        "> force\n< move e7e5\n< 0-1 {Black mates}",
    ] {
        let good = judged(&cecp(rest));
        assert_eq!(good.first(), None, "{}", good.text());
    }
    let late = [&transcript(&cecp("> force"))[..], b"8.000000 < move e7e5\n"].concat();
    let all = blame(&late).expect("a transcript");
    assert_eq!(all[0].first().expect("a breach").clause.id, "cecp-move-on-turn");
    // Of one search one move.
    let two = cecp("> force\n< move e7e5\n< move e7e6");
    assert_first(&two, Party::Engine, "cecp-move-on-turn", 18);
    // And one claim, before the answer to a ping.
    let claim = "< 0-1 {Black mates}";
    for rest in [format!("{claim}\n{claim}"), format!("> ping 9\n< pong 9\n{claim}")] {
        let said = cecp(&format!("> force\n< move e7e5\n{rest}"));
        let line = said.lines().count();
        assert_first(&said, Party::Engine, "cecp-true-claims", line);
    }
}

/// U-260, X-284: what comes late after `stop`, but not too late, is odd.
#[test]
fn slow_stops() {
    let record = [&transcript(&uci(""))[..], b"2.000000 > stop\n3.500000 < bestmove e7e5\n"];
    let all = blame(&record.concat()).expect("a transcript");
    let odd = all[0].breaches.iter().find(|breach| breach.clause.id == "uci-stop-soon");
    assert_eq!(odd.expect("a breach").why, "1.500 s went by");
    assert_eq!(all[0].first(), None);
}

/// U-342, U-344, C-620: the side of a score is known where its line ends the game.
#[test]
fn scores_of_the_wrong_side() {
    let mates = "> position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\n> go depth 2";
    let line = |fen: &str, info: &str| uci(&format!("< bestmove e7e5\n{fen}\n< info {info}"));
    let wrong = line(mates, "depth 2 score mate -1 time 1 nodes 9 pv d1d8");
    assert_first(&wrong, Party::Engine, "uci-score-side", 15);
    let mated = "> position fen k7/8/K7/8/8/8/8/3R4 b - - 0 1\n> go depth 2";
    let wrong = line(mated, "depth 2 score mate 1 time 1 nodes 9 pv a8b8 d1d8");
    assert_eq!(judged(&wrong).breaches.len(), 1, "no mate, no side: only the missing info");
    let mated = "> position fen 1k6/8/1K6/8/8/8/8/3R4 b - - 0 1\n> go depth 2";
    let wrong = line(mated, "depth 2 score mate 1 time 1 nodes 9 pv b8a8 d1d8");
    assert_first(&wrong, Party::Engine, "uci-score-side", 15);
    for right in ["mate -1", "mate 3", "cp -500"] {
        let info = format!("depth 2 score {right} time 1 nodes 9 pv b8a8 d1d8");
        assert_eq!(judged(&line(mated, &info)).first(), None);
    }
    let cecp = |score: &str| {
        let fen = "setboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
        let lines = format!("> force\n> {fen}\n> go\n< 2 {score} 1 9 d1d8\n< move d1d8");
        format!("{}\n{lines}", greeting_of_cecp())
    };
    assert_first(&cecp("-100001"), Party::Engine, "cecp-score-side", 16);
    assert_eq!(judged(&cecp("100001")).first(), None);
}

/// U-306, U-490: a record that ends where an answer is missing.
#[test]
fn unanswered() {
    let owed = |lines: &str| {
        let conversation = judged(lines);
        assert_eq!(conversation.first(), None, "{}", conversation.text());
        let owed = conversation.unanswered();
        assert_eq!(conversation.text().contains("ends without"), owed.is_some());
        owed.map(|owed| (owed.what, owed.line))
    };
    assert_eq!(owed(&uci("")), Some(("bestmove", 11)));
    assert_eq!(owed(&uci("< bestmove e7e5\n> isready")), Some(("readyok", 13)));
    assert_eq!(owed("> uci"), Some(("uciok", 1)));
    assert_eq!(owed(&uci("< bestmove e7e5")), None);
    assert_eq!(owed(&uci("> quit")), None);
    let infinite = "< bestmove e7e5\n> position startpos\n> go infinite";
    assert_eq!(owed(&uci(infinite)), None);
    assert_eq!(owed(&uci(&format!("{infinite}\n> stop"))), Some(("bestmove", 14)));
    assert_eq!(owed(CECP), Some(("a move", 15)));
    assert_eq!(owed(&cecp("< move e7e5\n> ping 1")), Some(("pong", 17)));
    assert_eq!(owed(UCCI), Some(("bestmove", 8)));
    // An engine that talks for ever and does not move has lost on time.
    let alive = [&transcript(&uci(""))[..], b"99.000000 < info depth 9\n"].concat();
    let all = blame(&alive).expect("a transcript");
    assert_eq!(all[0].first().expect("a breach").clause.id, "uci-flag");
    // Somebody has said what has happened.
    let crash = judged(&uci("* crashed with signal 11 (segmentation fault) during a search"));
    assert_eq!(crash.unanswered(), None);
}

/// The same fault again and again is one line, with its text and how often it came.
#[test]
fn repeated_faults_are_counted() {
    let talk = ["< (book) e4 e5"; 30].join("\n");
    let text = judged(&cecp(&format!("< move e7e5\n{talk}"))).text();
    assert_eq!(text.matches("cecp-known-words").count(), 1, "{text}");
    let line = "odd, 30 times, first in line 17, at 1.600 s, engine: cecp-known-words";
    assert!(text.contains(line) && text.contains("\"(book) e4 e5\""), "{text}");
    let text = judged(&uci(&"< readyok\n".repeat(3))).text();
    assert!(text.contains("and 2 times more"), "{text}");
}

/// The log of Ferz begins where the option was set, and goes on in the same file at the next start.
#[test]
fn our_own_log() {
    let log = "    0.022305 > isready
    0.022400 < readyok
    0.030000 > position startpos moves e2e4
    0.030100 > go wtime 60000 btime 60000
    0.500000 < bestmove e7e5
    0.600000 > quit
    0.010000 > isready
    0.010100 < readyok
    0.020000 > position startpos
    0.020100 > go movetime 100
    0.120100 < bestmove e2e5
";
    let all = blame(log.as_bytes()).expect("a log");
    let found: Vec<_> =
        all.iter().map(|it| (it.name.as_str(), it.first().map(|it| it.clause.id))).collect();
    assert_eq!(found, [("the engine", None), ("start 2", Some("uci-bestmove-legal"))]);
    // The other protocols are known by their words.
    let cecp = "    1.000000 > new\n    1.100000 > level 40 5 0\n    9.200000 > usermove e2e4
    9.300000 < move e7e4\n";
    let all = blame(cecp.as_bytes()).expect("a log");
    assert_eq!(all[0].first().expect("a breach").clause.id, "cecp-move-legal");
    let ucci = "    1.000000 > setoption usemillisec true
    1.100000 > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
    1.200000 > go time 60000 increment 0\n    1.300000 < nobestmove\n";
    let all = blame(ucci.as_bytes()).expect("a log");
    assert_eq!(all[0].first().expect("a breach").clause.id, "ucci-nobestmove");
}

/// Stockfish's log has no times: nothing is said about time. Whether it plays Chess960 is not known.
#[test]
fn stockfish_log_without_times() {
    let log = ">> isready
<< readyok
>> position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
>> go depth 12
<< info depth 1 score cp 20 time 1 nodes 20 currmove e1h1 pv e1h1
<< info depth 1 score cp 20 time 1 nodes 20 pv e1h1
<< bestmove e1h1
>> position startpos moves e2e4
>> go depth 12
<< info depth 3 score cp 20 time 900 nodes 20 pv e7e5
<< bestmove e7e4
";
    let all = blame(log.as_bytes()).expect("a log");
    let first = all[0].first().expect("a breach");
    assert_eq!((first.clause.id, first.line), ("uci-bestmove-legal", 11), "{}", all[0].text());
    assert!(!all[0].text().contains(" s, "), "{}", all[0].text());
}

/// python-chess's log, in the form that Python gives it and in another's, with times.
#[test]
fn python_chess_logs() {
    let log = include_str!("logs/python-chess.log");
    let all = blame(log.as_bytes()).expect("a log");
    let found: Vec<_> = all
        .iter()
        .map(|it| (it.name.as_str(), it.timed, it.first().map(|it| it.clause.id)))
        .collect();
    let pid = |name: &str, number| format!("{name}, pid={number}");
    let names = [pid("Stockfish 15.1", 10303), pid("Crasher", 10368), pid("Fairy-Max 5.0b", 10340)];
    assert_eq!(
        found,
        [
            (names[0].as_str(), false, None),
            (names[1].as_str(), false, Some("engine-stays")),
            (names[2].as_str(), true, None),
        ],
        "{all:#?}"
    );
    assert!(all[1].text().contains("exit code: 7"), "{}", all[1].text());
    let broken =
        log.replace("<< position startpos moves g1f3\n", "<< position startpos moves g1f6\n");
    let all = blame(broken.as_bytes()).expect("a log");
    assert_eq!(all[0].first().expect("a breach").clause.id, "uci-host-moves-legal");
}

/// fastchess says that an engine has ended; a log that does not say so is left open.
#[test]
fn crashes_in_the_log_of_fastchess() {
    let line = |text: &str| format!("[Engine] [14:08:55.107219] <     13>  one {text}\n");
    let words =
        ["<--- uci", "---> uciok", "<--- isready", "---> readyok", "<--- position startpos"];
    let mut log: String = words.map(line).concat() + &line("<--- go wtime 1200 btime 901");
    let all = blame(log.as_bytes()).expect("a log");
    assert_eq!(
        (all[0].first(), all[0].unanswered().map(|owed| owed.what)),
        (None, Some("bestmove"))
    );
    log += "[WARN  ] [14:08:55.142209] <     13> fastchess --- Engine one disconnects\n";
    log += &line("<--- quit");
    let all = blame(log.as_bytes()).expect("a log");
    assert_eq!(all[0].first().expect("a breach").clause.id, "engine-stays");
}

/// A match has one transcript for all starts of an engine.
#[test]
fn transcripts_with_several_starts() {
    let start = "> uci\n< id name Example\n< uciok\n> isready\n< readyok\n> quit";
    let again = "> uci\n< id name Example\n< uciok\n> isready\n< readyok\n> position startpos
        > go depth 1\n< bestmove e2e5";
    let all = blame(&transcript(&format!("{start}\n{again}"))).expect("a transcript");
    let found: Vec<_> =
        all.iter().map(|it| (it.name.as_str(), it.first().map(|it| it.clause.id))).collect();
    assert_eq!(found, [("Example", None), ("Example, start 2", Some("uci-bestmove-legal"))]);
}

/// U-205: engines of xiangqi alone have no option that says so.
#[test]
fn xiangqi_without_a_variant() {
    let lines = "> uci\n< id name Example\n< id author us\n< uciok\n> isready\n< readyok
        > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
        > go depth 1\n< info depth 1 score cp 1 time 1 nodes 1 pv h2e2\n< bestmove h2e2";
    let good = judged(lines);
    assert_eq!(good.first(), None, "{}", good.text());
    assert_first(&lines.replace("e h2e2", "e h2e3"), Party::Engine, "uci-bestmove-legal", 10);
}

/// U-512: with `UCI_Variant` ranks count from 1, unless the engine's first move says otherwise.
#[test]
fn xiangqi_ranks_by_the_first_move() {
    let lines = |position: &str, info: &str, best: &str| {
        format!(
            "> uci\n< id name Example\n< id author us
            < option name UCI_Variant type combo default chess var chess var xiangqi
            < uciok\n> setoption name UCI_Variant value xiangqi\n> isready\n< readyok
            > ucinewgame\n> position startpos{position}\n> go depth 1
            < info depth 1 score cp 1 time 1 nodes 1 pv {info}\n< bestmove {best}
            > position startpos moves h2e2 h9g7\n> go depth 1
            < info depth 1 score cp 1 time 1 nodes 1 pv h0g2\n< bestmove h0g2"
        )
    };
    // From 0: the engine begins, or the interface knows it.
    for (position, best) in [("", "h2e2"), (" moves h2e2", "h9g7")] {
        let good = judged(&lines(position, best, best));
        assert_eq!(good.first(), None, "{}", good.text());
    }
    // From 1, and what comes then from 0 is the interface's mistake.
    assert_first(&lines("", "h3e3", "h3e3"), Party::Interface, "uci-host-moves-legal", 14);
    // The engine did not understand moves from 0: the interface's mistake, not the engine's.
    let wrong = lines(" moves h2e2", "h3e3", "h3e3");
    assert_first(&wrong, Party::Interface, "uci-host-moves-legal", 12);
    // Once it is known, another way is an illegal move.
    let wrong = lines("", "h2e2", "h2e2").replace("h0g2", "h1g3");
    let (engine, clause) = (Party::Engine, "uci-pv-legal");
    assert_first(&wrong, engine, clause, 16);
}

/// U-512: other games on boards of ten ranks are counted in both ways, too.
#[test]
fn elven_ranks_by_the_first_move() {
    let lines = |first: &str, second: &str, third: &str| {
        format!(
            "> uci\n< id name Example\n< id author us
            < option name UCI_Variant type combo default chess var chess var elven
            < uciok\n> setoption name UCI_Variant value elven\n> isready\n< readyok
            > ucinewgame\n> position startpos\n> go depth 1
            < info depth 1 score cp 1 time 1 nodes 1 pv {first}\n< bestmove {first}
            > position startpos moves {first} {second}\n> go depth 1
            < info depth 1 score cp 1 time 1 nodes 1 pv {third}\n< bestmove {third}"
        )
    };
    for [first, second, third] in [["e3e5", "e8e6", "f3f5"], ["e2e4", "e7e5", "f2f4"]] {
        let good = judged(&lines(first, second, third));
        assert_eq!(good.first(), None, "{}", good.text());
    }
    // No pawn goes so in either way of counting.
    let (engine, clause) = (Party::Engine, "uci-pv-legal");
    assert_first(&lines("e3e6", "e8e6", "f3f5"), engine, clause, 12);
    assert_first(&lines("e3e5", "e8e6", "f2f4"), engine, clause, 16);
}
