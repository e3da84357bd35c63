//! Matches with others' engines, and others' readers of our PGN.

use crate::support::*;
use ferz_arena::record::{GameRecord, GameResult, Reason, Remark};
use ferz_testkit::peer;
use std::process::Command;

fn engine(name: &str) -> String {
    format!("{}", peer(name).display())
}

/// A few fast games in chess against an engine, clean.
#[track_caller]
fn chess(ours: &str, theirs: &str) -> Run {
    let run = plays(&format!(
        "'proto={ours} FERZ' '{theirs}' --tc 1+0.02 --rounds 1 --concurrency 2 --margin 3000 \
         --max-moves 60"
    ));
    run.assert_clean();
    run
}

#[track_caller]
fn xiangqi(ours: &str, theirs: &str) {
    let run = plays(&format!(
        "'proto={ours} FERZ' '{theirs}' --variant xiangqi --tc 1+0.02 --rounds 1 --concurrency 2 \
         --margin 3000 --max-moves 60"
    ));
    run.assert_clean();
}

/// C-247, C-640 to C-648: a game that only the engines know is refereed as one describes it; castling
/// and promotion included. One that nobody describes is refused with the reasons.
#[test]
fn a_game_that_an_engine_defines() {
    let place = Place::new();
    let file = place.file("my.ini", "[centaurs:chess]\nking = k:KN\n");
    let engine = format!("proto=cecp FERZ --variants {}", file.display());
    let line = |game: &str| {
        format!("'{engine}' '{engine}' --variant {game} --nodes 500 --rounds 1 --max-moves 40")
    };
    let run = plays(&line("centaurs"));
    run.assert_clean();
    assert!(run.pgn.contains("[Variant \"centaurs\"]"), "{}", run.pgn);
    let words = line("ludo").replace("FERZ", FERZ).replace('\'', "\"");
    let output = Command::new("sh").arg("-c").arg(format!("{FERZ} match {words}")).output();
    let told = said(&output.expect("a shell"));
    assert!(
        told.contains("the game \"ludo\" is not known here, and no engine describes it"),
        "{told}"
    );
    assert!(told.contains("engine does not play \"ludo\""), "{told}");
}

mod real_engines {
    use super::*;

    /// Los Alamos chess as Fairy-Max describes it, against Sjaak II, which writes the name otherwise.
    /// Fairy-Max itself refuses promotion to a knight: some games in a hundred end by that.
    #[test]
    fn a_game_of_two_engines() {
        let mut run = plays(&format!(
            "'proto=cecp depth=3 {}' 'proto=cecp depth=3 {}' --variant los-alamos --rounds 1 \
             --concurrency 2 --max-moves 60",
            engine("fairymax"),
            engine("sjaakii")
        ));
        assert_eq!(run.games.len(), 2);
        let refused = |game: &GameRecord| {
            let loser = if game.result == GameResult::First { game.second } else { game.first };
            let of_knight = game.detail.ends_with("n\": illegal move");
            game.reason == Reason::WrongClaim && of_knight && loser == 0
        };
        run.games.retain(|game| !refused(game));
        run.assert_clean();
    }

    /// C-640, C-644: Sjaak II describes a lion that takes once, and games by that name have another: no
    /// match begins whose moves would be judged by rules that one side does not play by.
    #[test]
    fn a_game_that_an_engine_plays_otherwise() {
        let place = Place::new();
        let theirs = format!("proto=cecp depth=2 {}", engine("sjaakii"));
        let ours = format!("proto=cecp depth=2 {FERZ}");
        let refused = place.runs(&[&ours, &theirs, "--variant", "lion", "--rounds", "1"]);
        assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
        let why =
            "it plays another game by the name \"lion\": its \"L\" goes \"mcpaKmcabK\", and here";
        assert!(said(&refused).contains(why), "{}", said(&refused));
        // What it describes as everybody does is played.
        let line =
            format!("'{ours}' '{theirs}' --variant super --rounds 1 --games 1 --max-moves 4");
        assert_eq!(plays(&line).games.len(), 1);
    }

    #[test]
    fn stockfish() {
        chess("uci", &format!("proto=uci nodes=2000 {}", engine("stockfish")));
    }

    #[test]
    fn fairymax() {
        chess("cecp", &format!("proto=cecp {}", engine("fairymax")));
    }

    /// It gets its lines slowly: a short game.
    #[test]
    fn gnuchess() {
        let run = plays(&format!(
            "'proto=cecp FERZ' 'proto=cecp {} --xboard' --tc 10+1 --rounds 1 --concurrency 2 \
             --margin 3000 --max-moves 6",
            engine("gnuchess")
        ));
        run.assert_clean();
    }

    /// Its protocol is found out.
    #[test]
    fn hoichess() {
        chess("uci", &engine("hoichess"));
    }
}

mod xiangqi_engines {
    use super::*;

    #[test]
    fn fairy_stockfish() {
        xiangqi("ucci", &format!("proto=uci {}", engine("fairy-stockfish")));
    }

    #[test]
    fn hoixiangqi() {
        xiangqi("uci", &format!("proto=cecp {}", engine("hoixiangqi")));
    }

    #[test]
    fn maxqi() {
        xiangqi("cecp", &format!("proto=cecp {}", engine("maxqi")));
    }
}

/// Other games than chess and xiangqi: no illegal move, and no result that anybody disputes.
mod games_by_table {
    use super::*;

    #[track_caller]
    fn clean(game: &str, ours: &str, theirs: &str) -> (Place, Run) {
        let place = Place::new();
        let ours = format!("proto={ours} nodes=300 {FERZ}");
        let run = place.plays(&[
            &ours,
            theirs,
            "--variant",
            game,
            "--tc",
            "60+1",
            "--rounds",
            "1",
            "--concurrency",
            "2",
            "--max-moves",
            "60",
        ]);
        // More where the machine stood still and games were played again.
        assert!(run.games.len() >= 2, "{game}");
        for game in &run.games {
            // Fairy-Stockfish's lines go on where a king has reached its goal.
            let is_ours = |remark: &&Remark| remark.engine == 0;
            assert!(game.remarks.iter().find(is_ours).is_none(), "{game:#?}");
            assert!(!game.reason.is_fault(), "{game:#?}");
        }
        (place, run)
    }

    #[test]
    fn fairy_stockfish() {
        let theirs = format!("proto=uci nodes=100 {}", engine("fairy-stockfish"));
        for game in ["crazyhouse", "antichess", "racingkings", "shogi", "capablanca", "knightmate"]
        {
            clean(game, "uci", &theirs);
        }
        for game in ["3check", "kingofthehill", "horde", "giveaway", "shatranj", "makruk", "janus"]
        {
            clean(game, "cecp", &theirs);
        }
    }

    #[test]
    fn sjaakii() {
        let theirs = format!("proto=cecp depth=2 {}", engine("sjaakii"));
        for game in ["crazyhouse", "shogi"] {
            clean(game, "cecp", &theirs);
        }
    }

    #[test]
    fn fairymax() {
        let theirs = format!("proto=cecp depth=2 {}", engine("fairymax"));
        for game in ["shatranj", "courier", "capablanca"] {
            clean(game, "cecp", &theirs);
        }
    }

    /// The moves are in SAN, drops too, under the game's name.
    #[test]
    fn python_chess_reads_crazyhouse() {
        let theirs = format!("proto=uci nodes=100 {}", engine("fairy-stockfish"));
        let (place, run) = clean("crazyhouse", "uci", &theirs);
        let pgn = place.path("run").join("games.pgn");
        let text = std::fs::read_to_string(&pgn).unwrap();
        assert!(text.contains("[Variant \"crazyhouse\"]") && text.contains('@'), "{text}");
        let python = Command::new(ferz_testkit::python())
            .args(["-B", "-c", SCRIPT])
            .arg(&pgn)
            .arg(run.games.len().to_string())
            .output()
            .unwrap();
        assert!(python.status.success(), "{}", said(&python));
    }
}

/// A PGN with comments of both kinds, with games from FENs and of Chess960.
fn games(comments: &str) -> (Place, usize) {
    let place = Place::new();
    let fens = "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w KQkq - 0 1\n\
                rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2\n";
    let book = place.file("book.fen", fens).display().to_string();
    let engine = format!("proto=uci {FERZ}");
    let run = place.plays(&[
        &engine,
        &engine,
        "--variant",
        "chess960",
        "--tc",
        "1+0.01",
        "--margin",
        "3000",
        "--rounds",
        "2",
        "--openings",
        &book,
        "--comments",
        comments,
    ]);
    run.assert_clean();
    (place, run.games.len())
}

#[test]
fn pgn_extract_takes_our_games() {
    for comments in ["short", "eval", "none"] {
        let place = Place::new();
        let engine = format!("proto=uci {FERZ}");
        let run = place.plays(&[
            &engine,
            &engine,
            "--tc",
            "1+0.01",
            "--margin",
            "3000",
            "--rounds",
            "1",
            "--comments",
            comments,
        ]);
        let pgn = place.path("run").join("games.pgn");
        let output = Command::new(peer("pgn-extract")).arg("-r").arg(&pgn).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(said.contains(&format!("{} games matched", run.games.len())), "{said}");
        // A line for each game, one before and one behind: and no complaint.
        assert_eq!(said.trim().lines().count(), run.games.len() + 2, "{said}");
    }
}

/// Every game is read, with all its moves and without a complaint.
#[test]
fn python_chess_reads_our_games() {
    for comments in ["short", "eval"] {
        let (place, count) = games(comments);
        let pgn = place.path("run").join("games.pgn");
        let output = Command::new(ferz_testkit::python())
            .args(["-B", "-c", SCRIPT])
            .arg(&pgn)
            .arg(count.to_string())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", said(&output));
    }
}

const SCRIPT: &str = r#"
import sys, chess.pgn
games = 0
with open(sys.argv[1]) as file:
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors, game.errors
        plies = sum(1 for _ in game.mainline())
        assert plies == int(game.headers["PlyCount"]), game.headers
        outcome = game.end().board().outcome(claim_draw=True)
        assert outcome is None or outcome.result() == game.headers["Result"], game.headers
        games += 1
assert games == int(sys.argv[2]), games
"#;
