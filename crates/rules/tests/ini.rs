//! Games from files: what they count to, what they build on, and what refuses them.

use ferz_rules::table::{self, Rules, ini};
use ferz_rules::{Notation, Variant, new_game};

/// Adds a game under a name that no other test uses.
fn added(mut rules: Rules, prefix: &str) -> Variant {
    rules.name = format!("{prefix}-{}", rules.name);
    let row = table::spec(rules).expect("rules that fit together");
    Variant::add(row).expect("a new name")
}

fn perft(game: Variant, fen: Option<&str>, depth: u32) -> u64 {
    new_game(game, fen).expect("a position").perft(depth)
}

/// The games of a file and what an independent program counts.
#[test]
fn counts_are_those_of_another_program() {
    let counts = include_str!("data/ini-perft.tsv");
    let counts: Vec<(&str, &str)> =
        counts.lines().skip(3).filter_map(|line| line.split_once('\t')).collect();
    let games = ini::read(include_str!("data/games.ini"));
    assert_eq!(games.len(), counts.len());
    for (found, (name, nodes)) in games.into_iter().zip(counts) {
        assert_eq!(found.name, name);
        let game = added(found.rules.unwrap_or_else(|why| panic!("{name}: {why}")), "own");
        for (depth, nodes) in (1..).zip(nodes.split(' ')) {
            assert_eq!(perft(game, None, depth).to_string(), nodes, "{name} at {depth} plies");
        }
    }
}

/// Two ways to one answer: rows of the catalogue, and the same games in the grammar of files.
#[test]
fn games_to_build_on_are_those_of_the_catalogue() {
    let mut held = 0;
    for name in ini::parents() {
        let catalogued = match name {
            "chess" => "normal",
            _ if table::rules(name).is_some() => name,
            _ => continue,
        };
        let rules = table::rules(catalogued).expect("a row");
        let fen = rules.start.clone();
        let [row, read] = [
            added(rules, "row"),
            added(ini::parent(name).unwrap_or_else(|| panic!("{name} is refused")), "read"),
        ];
        for depth in 1..=3 {
            let [row, read] = [row, read].map(|game| perft(game, Some(&fen), depth));
            assert_eq!(row, read, "{name} at {depth} plies");
        }
        held += 1;
    }
    assert!(held > 15, "{held} games in both");
}

#[track_caller]
fn refused(text: &str, why: &str) {
    let games = ini::read(text);
    let last = games.last().expect("a game");
    assert_eq!(last.rules.as_ref().expect_err("it is refused").to_string(), why);
}

#[test]
fn what_refuses_a_game_is_named_with_its_line() {
    refused("[a:chess]\nfoo = 1", "line 2: \"foo = 1\": unknown key");
    refused("[a:ludo]", "line 1: \"[a:ludo]\": no such game to build on");
    refused("pawn = p", "line 1: \"pawn = p\": no heading of a game");
    refused("[a:chess]\n\n# c\nmaxFile 9", "line 4: \"maxFile 9\": no key and value");
    refused(
        "[a:chess]\ncastling = yes",
        "line 2: \"castling = yes\": neither \"true\" nor \"false\"",
    );
    refused("[a:chess]\nmaxRank = -8", "line 2: \"maxRank = -8\": no number from 0 to 1000");
    refused("[a:chess]\nmaxRank = 400", "line 2: \"maxRank = 400\": no board of this size");
    refused("[a:chess]\nmaxFile = 0", "line 2: \"maxFile = 0\": no file of a board");
    refused(
        "[a:chess]\nflagRegion = x",
        "line 2: \"flagRegion = x\": no square, rank or file: \"x\"",
    );
    refused("[a:chess]\npawnTypes = z", "line 2: \"pawnTypes = z\": no piece \"z\"");
    refused(
        "[a:chess]\npromotedPieceType = p",
        "line 2: \"promotedPieceType = p\": no pair: \"p\"",
    );
    refused("[a:chess]\ncustomPiece1 = a", "line 2: \"customPiece1 = a\": the moves are missing");
    refused(
        "[a:chess]\ncustomPiece1 = a:yR",
        "line 2: \"customPiece1 = a:yR\": the letter \"y\" has no meaning that programs share, in the moves \"yR\"",
    );
    refused("[a:chess]\ncustomPiece26 = a:R", "line 2: \"customPiece26 = a:R\": unknown key");
    refused(
        "[a:chess]\nknight = n:R",
        "line 2: \"knight = n:R\": only the king and own pieces take moves",
    );
    refused(
        "[a:chess]\njanggiCannon = c",
        "line 2: \"janggiCannon = c\": this piece is not supported",
    );
    refused("[a:chess]\npass = true", "line 2: \"pass = true\": only \"false\" is supported");
    refused(
        "[a:chess]\nnFoldValue = x",
        "line 2: \"nFoldValue = x\": neither \"win\" nor \"loss\", \"draw\" or \"none\"",
    );
    refused(
        "[a:chess]\nfoo = 1\n[b:a]",
        "line 3: \"[b:a]\": the game that it builds on is refused",
    );
    refused("[a]", "\"startFen\": no pieces stand on the board");
    refused(
        "[a:chess]\npromotionPieceTypesBlack = q",
        "line 2: \"promotionPieceTypesBlack = q\": both sides must have the same pieces here",
    );
    refused(
        "[a:chess]\nflagRegion = e4\nflagMove = true",
        "line 3: \"flagMove = true\": only the king's arrival can be answered",
    );
}

/// A start that is no position is found when the game is made ready for play.
#[test]
fn a_start_that_is_no_position_is_refused() {
    let found = ini::read("[a:chess]\nmaxFile = 9").remove(0);
    let mut rules = found.rules.expect("it reads");
    rules.name = "nine-files".to_owned();
    let added = table::spec(rules).map(Variant::add).expect("rules that fit together");
    assert!(added.unwrap_err().to_string().contains("wrong number of files"));
}

/// Other letters' case, blanks, a mark of the encoding and Windows' line ends do not matter.
#[test]
fn a_file_may_be_written_by_anybody() {
    let text =
        "\u{feff}; mine\r\n[ wide : chess ]\r\n  startFen=4k3/8/8/8/8/8/8/4K3 w\r\nqueen=Q\r\n";
    let games = ini::read(text);
    let rules = games[0].rules.as_ref().expect("it reads");
    assert_eq!((games[0].name.as_str(), games[0].line), ("wide", 2));
    assert_eq!(rules.start, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(ini::read("").is_empty());
}

/// Whoever loses or wins by the rules of a file does so in its verdicts.
#[test]
fn ends_are_those_of_the_file() {
    let games = ini::read(include_str!("data/games.ini"));
    let rules = |name: &str| {
        let found = games.iter().find(|found| found.name == name).expect("a game");
        found.rules.clone().expect("it reads")
    };
    let ended = |name: &str, fen: &str, moves: &[&str]| {
        let mut game = new_game(added(rules(name), "ends"), Some(fen)).expect("a position");
        for text in moves {
            game.play(text).unwrap_or_else(|why| panic!("{name} {text}: {why}"));
        }
        assert!(game.legal_moves(Notation::San).is_empty() || name == "turned");
        format!("{:?}", game.verdict())
    };
    let won = ended("runners", "3k2/6/P5/6/6/3K2 w - - 0 1", &["a5"]);
    assert!(won.contains("First") && won.contains("goal reached"), "{won}");
    let won = ended("queens", "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", &["Qxd8+"]);
    assert!(won.contains("First") && won.contains("no pieces of a kind left"), "{won}");
    let won = ended("calm", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", &["Qg6"]);
    assert!(won.contains("First") && won.contains("Stalemate"), "{won}");
    let back = ["Ka2", "Ka6", "Ka1", "Ka7"].repeat(3);
    let drawn = ended("turned", "k6/7/7/7/7/7/K6[] w - - 0 1", &back);
    assert!(drawn.contains("Draw") && drawn.contains("Repetition"), "{drawn}");
}
