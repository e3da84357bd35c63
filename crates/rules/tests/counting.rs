//! Counts of makruk and ASEAN chess.

use std::sync::LazyLock;

use ferz_rules::table::{self, ini};
use ferz_rules::{DrawReason, FenStyle, Game, Variant, Verdict, new_game};

/// ASEAN chess is a game that files build on.
static ASEAN: LazyLock<Variant> = LazyLock::new(|| {
    let found = ini::read("[own-asean:asean]\n").remove(0);
    let row = table::spec(found.rules.expect("it reads")).expect("rules that fit together");
    Variant::add(row).expect("a new name")
});

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap_or_else(|| *ASEAN)
}

fn played(game: Variant, fen: &str, moves: &str) -> Box<dyn Game> {
    let mut game = new_game(game, Some(fen)).expect(fen);
    moves.split_whitespace().for_each(|mv| game.play(mv).unwrap_or_else(|why| panic!("{why}")));
    game
}

/// Whether the count runs, and how far it has come, is what another program says; of ASEAN chess only
/// with a rook, since its current source, which we follow, differs in other pieces from that release.
#[test]
fn counts_are_those_of_another_program() {
    let games = [variant("makruk"), variant("asean")];
    let rows = include_str!("data/counting.tsv").lines().skip(2);
    let mut held = 0;
    for row in rows {
        let [name, fen, moves, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let game = played(games[(name == "asean") as usize], fen, moves);
        // That program marks what has promoted; no pawn of these games goes to a hand.
        assert_eq!(game.fen(FenStyle::XFen), expected.replace('~', ""), "{row}");
        held += 1;
    }
    assert_eq!(held, 42);
}

/// A rook has sixteen moves from the number of men on; what is counted out is drawn, unless it is mate.
#[test]
fn a_count_that_runs_out_draws() {
    let makruk = variant("makruk");
    let verdict = |fen: &str, moves: &str| played(makruk, fen, moves).verdict();
    let drawn = Verdict::Draw(DrawReason::Rule("not mated within the count"));
    let fen = |ply: u32| format!("k7/8/2K5/8/8/8/8/7R w - 32 {ply} 30");
    assert_eq!(verdict(&fen(31), "h1h2"), Verdict::Open);
    assert_eq!(verdict(&fen(32), "h1h2"), drawn);
    assert_eq!(verdict(&fen(33), ""), drawn);
    let mate = "k7/8/1K6/8/8/8/8/7R w - 32 32 30";
    assert!(matches!(verdict(mate, "h1h8"), Verdict::Win(..)));
    // No fifty moves while pawns are left.
    let pawns = "4k3/8/4p3/8/8/3P4/8/4K2R w - - 180 120";
    assert_eq!(verdict(pawns, "h1h2"), Verdict::Open);
}

/// The count is part of the position as text.
#[test]
fn counts_are_written_and_read() {
    let fen = "k7/8/2K5/8/8/8/8/7R w - 32 9 30";
    let game = played(variant("makruk"), fen, "");
    assert_eq!(game.fen(FenStyle::XFen), fen);
    assert_eq!(
        played(variant("makruk"), fen, "h1h2").fen(FenStyle::XFen),
        "k7/8/2K5/8/8/8/7R/8 b - 32 10 30"
    );
    // Other games have no such field.
    assert!(new_game(Variant::by_name("shatranj").unwrap(), Some(fen)).is_err());
}

/// Without a rook it is the next piece that says how long; without any, nobody counts.
#[test]
fn asean_counts_by_the_best_piece() {
    let limit = |fen: &str| {
        let game = played(variant("asean"), fen, "e1d1");
        game.fen(FenStyle::XFen).split(' ').nth(3).map(str::to_owned)
    };
    for (men, expected) in [("1B6", "88"), ("1N6", "128"), ("1Q6", "-"), ("1NB5", "88")] {
        let fen = format!("7k/8/8/8/8/8/{men}/4K3 w - - 0 1");
        assert_eq!(limit(&fen).as_deref(), Some(expected), "{fen}");
    }
}

#[test]
fn counts_of_files_are_named() {
    let read = |text: &str| ini::read(text).remove(0).rules.map(|rules| rules.counting);
    assert_eq!(read("[a:makruk]\n"), Ok(table::Counting::Makruk));
    let fault = read("[a:makruk]\ncountingRule = cambodian\n").unwrap_err();
    assert!(fault.to_string().contains("cambodian"), "{fault}");
}
