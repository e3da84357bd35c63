//! Games on two boards: scripted engines in memory, with time paused.

use ferz_arena::config::{DrawRule, EngineSpec, OpeningsSpec, Order, Resign};
use ferz_arena::inside::{Inside, Opened};
use ferz_arena::record::{GameRecord, GameResult, MoveRecord, Reason};
use ferz_arena::{Claim, Config, Control, Detail, Happening, Outside, Summary, What, pgn, run};
use ferz_host::Streams;
use ferz_link::Protocol;
use ferz_testkit::Scripted;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// What a player does: after so many milliseconds each it says this.
type Script<'a> = &'a [(u64, &'a str)];

const HELLO: &str = "id name Script\n\
    option name UCI_Variant type combo default chess var chess var bughouse\nuciok";

/// The two of each team: its player at the first board, and at the second.
struct Teams {
    scripts: [[(Protocol, Scripted); 2]; 2],
    opened: Mutex<[usize; 2]>,
}

impl Teams {
    fn of(teams: [[Script<'_>; 2]; 2]) -> Teams {
        let says = |(time, words): &(u64, &str)| match *words {
            "end" => format!("~ {time}\n~ end"),
            mv => format!("~ {time}\nbestmove {mv}"),
        };
        let scripts = teams.map(|team| {
            team.map(|script| {
                let replies: Vec<String> = script.iter().map(says).collect();
                let replies: Vec<&str> = replies.iter().map(String::as_str).collect();
                // Who has nothing more to say thinks on.
                let replies = [&replies[..], &[""]].concat();
                (Protocol::Uci, Scripted::uci().on("uci", HELLO).in_turn("go", &replies))
            })
        });
        Teams { scripts, opened: Mutex::default() }
    }
}

impl Inside for Teams {
    fn open(&self, index: usize) -> Option<Opened> {
        // Who was met before the first game sits at the first board.
        let opened = &mut self.opened.lock().unwrap()[index];
        let (protocol, script) = self.scripts[index][*opened].clone();
        let (said, heard) = script.run();
        *opened += 1;
        Some(Opened::Streams(protocol, Streams::new(said, heard)))
    }
}

fn config(spec: &EngineSpec) -> Config {
    let named =
        |name: &str| EngineSpec { name: Some(name.into()), program: name.into(), ..spec.clone() };
    let engines = vec![named("first"), named("second")];
    Config { engines, variant: "bughouse".into(), rounds: 1, games: 1, ..Config::default() }
}

/// One game, on both boards from this position.
async fn game(teams: [[Script<'_>; 2]; 2], fen: Option<&str>, spec: EngineSpec) -> GameRecord {
    game_of(Teams::of(teams), fen, spec).await
}

async fn game_of(teams: Teams, fen: Option<&str>, spec: EngineSpec) -> GameRecord {
    let place = tempfile::tempdir().unwrap();
    let claim = Claim::on(&place.path().join("run")).unwrap();
    let (_orders, control) = watch::channel(Control::Go);
    let openings = fen.map(|fen| {
        let file = place.path().join("start.epd");
        std::fs::write(&file, fen).unwrap();
        let policy = Default::default();
        OpeningsSpec { file, format: None, order: Order::Sequential, start: 1, plies: None, policy }
    });
    let config = Config { openings, ..config(&spec) };
    let inside: Arc<dyn Inside> = Arc::new(teams);
    let outside = Outside {
        books: &|_, _| Err("no books".to_owned()),
        tables: &|_| Err("no tables".to_owned()),
        conversations: None,
        inside: Some(&inside),
        detail: Detail::Games,
    };
    let mut played = None;
    let tell = |happening: &Happening, _: &Summary| {
        if let What::GameEnds { game, .. } = &happening.what {
            played = Some(game.clone());
        }
    };
    run(config, &claim, control, outside, tell).await.unwrap();
    played.expect("a game")
}

fn clock(control: &str) -> EngineSpec {
    EngineSpec { clock: Some(control.parse().unwrap()), ..EngineSpec::default() }
}

/// Moves with their places among those of both boards, and what had come before them.
fn made(moves: &[MoveRecord]) -> Vec<String> {
    let one = |mv: &MoveRecord| format!("{} {} {}", mv.order.unwrap(), mv.text, mv.came);
    moves.iter().map(|mv| one(mv).trim_end().to_owned()).collect()
}

#[track_caller]
fn assert_end(game: &GameRecord, result: GameResult, reason: Reason, detail: &str) {
    let end = (game.result, game.reason, &*game.detail);
    assert_eq!(end, (result, reason, detail), "{game:#?}");
    assert!(!game.late && !game.stopped, "the machine was in time");
}

/// C-219, C-531: what one takes the partner drops; an illegal move on one board ends both.
#[tokio::test(start_paused = true)]
async fn what_is_taken_goes_to_the_partner() {
    let teams: [[Script<'_>; 2]; 2] = [
        // White of the first board, Black of the second.
        [&[(100, "e2e4"), (100, "e4d5"), (100, "a1a8")], &[(100, "P@e5")]],
        [&[(100, "d7d5"), (600, "P@e6")], &[(400, "g1f3"), (100, "f3e5")]],
    ];
    let game = game(teams, None, clock("60")).await;
    assert_end(
        &game,
        GameResult::Second,
        Reason::IllegalMove,
        "a1a8 (illegal move \"a1a8\": the piece does not move so)",
    );
    assert_eq!(made(&game.moves), ["0 e2e4", "1 d7d5", "2 e4d5", "6 P@e6 p"]);
    assert_eq!(made(&game.beside), ["3 g1f3 p", "4 P@e5", "5 f3e5"]);
    // Each board has clocks of its own.
    let clocks = |moves: &[MoveRecord]| moves.iter().filter_map(|mv| mv.clock).collect::<Vec<_>>();
    assert_eq!(clocks(&game.moves), [59_900, 59_900, 59_800, 59_300]);
    assert_eq!(clocks(&game.beside), [59_600, 59_900, 59_500]);
    let names = ["A".to_owned(), "B".to_owned()];
    let text = pgn::write(&config(&clock("60")), &names, &game);
    for wanted in [
        "[WhiteA \"A\"]\n[BlackB \"A\"]\n[BlackA \"B\"]\n[WhiteB \"B\"]\n[Result \"0-1\"]",
        "[Variant \"bughouse\"]",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let moves = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert!(
        moves.starts_with(
            "1A. e4{59.900} {0.100s} 1a. d5{59.900} {0.100s} 2A. exd5{59.800} {0.100s} \
             1B. Nf3{59.600} {0.400s} 1b. P@e5{59.900} {0.100s} 2B. Nxe5{59.500} {0.100s} \
             2a. P@e6{59.300} {0.600s} {White makes an illegal move: a1a8"
        ),
        "{moves}"
    );
    assert!(moves.ends_with(" 0-1"), "{moves}");
}

/// A rook gives check along the last rank, which a piece could block; a knight can be had on the other
/// board.
const CHECK: &str = "6k1/5ppp/8/8/8/8/1n6/R2N2K1[] w - - 0 1";

/// C-219: a check that a piece of the other board can help against is no mate. Who has no move waits
/// on its own clock.
#[tokio::test(start_paused = true)]
async fn who_has_no_move_waits() {
    let teams: [[Script<'_>; 2]; 2] = [
        [&[(100, "a1a8"), (100, "a8f8"), (10, "end")], &[]],
        [&[(50, "N@f8"), (10, "g8f8")], &[(400, "d1b2")]],
    ];
    let game = game(teams, Some(CHECK), clock("10")).await;
    assert_eq!((game.result, game.reason), (GameResult::Second, Reason::Crash), "{game:#?}");
    assert_eq!(made(&game.moves), ["0 a1a8", "2 N@f8 n", "3 a8f8", "4 g8f8"]);
    // The other board's knight was taken here, too; nobody there has moved since.
    assert_eq!(made(&game.beside), ["1 d1b2"]);
    assert!(!game.late, "who waits is not late: {game:#?}");
    // It waited from 0.1 to 0.4 s, and thought for 0.05 s.
    assert_eq!((game.moves[1].micros, game.moves[1].clock), (Some(50_000), Some(9_650)));
}

/// Who has called that a mate is not punished, and plays on: it is set the next position anew.
#[tokio::test(start_paused = true)]
async fn a_mate_that_is_none() {
    let mut teams = Teams::of([[&[], &[]], [&[(50, "N@f8"), (10, "g8f8")], &[(400, "d1b2")]]]);
    let features = "ping=1 setboard=1 usermove=1 sigint=0 variants=\"normal,bughouse\" done=1";
    let script = Scripted::cecp()
        .on("protover", &format!("feature {features}"))
        .in_turn(
            "go",
            &["~ 100\nmove a1a8\ntellics ptell I mate\n1-0 {White mates}", "~ 100\nmove a8f8"],
        )
        .on("usermove g8f8", "resign");
    teams.scripts[0] =
        [script.clone(), script.clone().on("go", "")].map(|one| (Protocol::Cecp, one));
    let game = game_of(teams, Some(CHECK), clock("10")).await;
    assert_end(&game, GameResult::Second, Reason::Resignation, "");
    assert_eq!(made(&game.moves), ["0 a1a8", "2 N@f8 n", "3 a8f8", "4 g8f8"]);
    assert_eq!(game.remarks, []);
    // Who claims what is not so by anything that it was told has lost.
    let mut teams = Teams::of([[&[], &[]], [&[], &[]]]);
    let script = script.on("go", "~ 100\nmove d1b2\n1-0 {White mates}");
    teams.scripts[0] = [script.clone(), script].map(|one| (Protocol::Cecp, one));
    let game = game_of(teams, Some(CHECK), clock("10")).await;
    let detail = "claims 1-0 {White mates}, which is not so";
    assert_end(&game, GameResult::Second, Reason::WrongClaim, detail);
}

#[tokio::test(start_paused = true)]
async fn who_waits_in_vain_loses_on_time() {
    let teams: [[Script<'_>; 2]; 2] = [[&[(100, "a1a8")], &[]], [&[], &[(400, "g1f1")]]];
    let game = game(teams, Some(CHECK), clock("10")).await;
    assert_end(&game, GameResult::First, Reason::Time, "waits for a piece in vain");
    assert_eq!((game.moves.len(), game.beside.len()), (1, 1));
}

/// Where both boards wait nothing can come: who would wait in vain first has lost at once.
#[tokio::test(start_paused = true)]
async fn both_boards_wait() {
    let teams: [[Script<'_>; 2]; 2] = [[&[(100, "a1a8")], &[]], [&[], &[(200, "a1a8")]]];
    let with_clocks = game(teams, Some(CHECK), clock("10")).await;
    assert_end(&with_clocks, GameResult::First, Reason::Time, "both boards wait for a piece");
    assert!(with_clocks.seconds < 1.0, "{}", with_clocks.seconds);
    let depth = EngineSpec { depth: Some(1), ..EngineSpec::default() };
    let without = game(teams, Some(CHECK), depth).await;
    assert_end(&without, GameResult::First, Reason::Checkmate, "");
}

/// C-219: mate that no drop could help against, on the second board.
#[tokio::test(start_paused = true)]
async fn mate_on_one_board_ends_both() {
    let fen = "6k1/8/6KQ/8/8/8/8/8[] w - - 0 1";
    let teams: [[Script<'_>; 2]; 2] = [[&[(900, "h6h1")], &[]], [&[], &[(100, "h6g7")]]];
    let game = game(teams, Some(fen), clock("10")).await;
    assert_end(&game, GameResult::Second, Reason::Checkmate, "on the second board");
    assert_eq!((game.moves.len(), made(&game.beside)), (0, vec!["0 h6g7".to_owned()]));
}

#[tokio::test(start_paused = true)]
async fn a_crash_on_one_board_ends_both() {
    let teams: [[Script<'_>; 2]; 2] = [[&[(900, "e2e4")], &[(10, "end")]], [&[], &[(100, "e2e4")]]];
    let game = game(teams, None, clock("10")).await;
    assert_eq!((game.result, game.reason), (GameResult::Second, Reason::Crash));
    assert!(game.detail.starts_with("on the second board, "), "{}", game.detail);
    assert!(game.last_lines.iter().any(|line| line.ends_with(" moves e2e4")));
    assert_eq!((game.moves.len(), game.beside.len()), (0, 1), "{game:#?}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let good = config(&clock("10"));
    assert!(good.has_two_boards() && good.check().is_ok());
    let resign = Some(Resign { moves: 3, score: 500, two_sided: false });
    let draw = Some(DrawRule { from_move: 3, moves: 2, score: 10 });
    let mut cases = [good.clone(), good.clone(), good];
    cases[0].adjudication.resign = resign;
    cases[1].adjudication.draw = draw;
    cases[2].engines[1].ponder = true;
    for (case, wanted) in cases.iter().zip(["scores or tables", "scores or tables", "ponders"]) {
        let error = case.check().unwrap_err().to_string();
        assert!(error.starts_with("bughouse is played on two boards: "), "{error}");
        assert!(error.contains(wanted), "{error}");
        assert!(Config { variant: "crazyhouse".into(), ..case.clone() }.check().is_ok());
    }
}
