//! Ends of games by table, and moves that are legal or not, against the rules and other programs.

use ferz_rules::Side;
use ferz_rules::table::set::{Bits, Wide};
use ferz_rules::table::{self, Board, End, Layout, Rules, Standing, standing};

/// What became of a game, in the words of the rows.
fn outcome<B: Bits>(rules: Rules, fen: &str, moves: &str) -> &'static str {
    let layout: &'static Layout<B> = Box::leak(Box::new(Layout::new(rules).unwrap()));
    let mut boards =
        vec![Board::from_fen(fen, layout).unwrap_or_else(|why| panic!("{fen}: {why}"))];
    let moves: Vec<&str> = moves.split_whitespace().collect();
    for (index, text) in moves.iter().enumerate() {
        let board = boards[boards.len() - 1];
        match board.read_move(text) {
            Ok(mv) => boards.push(board.after(mv)),
            Err(_) if index + 1 == moves.len() => return "illegal",
            Err(why) => panic!("{fen} {moves:?}: {why}"),
        }
    }
    match standing(&boards) {
        Standing::Open => "continue",
        Standing::Claimable(_) => "claimable-draw",
        Standing::MayDeclare => "may-declare-win",
        Standing::Over(End { winner: None, .. }) => "draw",
        Standing::Over(End { winner: Some(Side::First), .. }) => "white-wins",
        Standing::Over(End { winner: Some(Side::Second), .. }) => "black-wins",
    }
}

fn check(rows: &str, least: usize) {
    let mut faults = Vec::new();
    let mut held = 0;
    for row in rows.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [variant, fen, moves, expected, _, _] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("six columns");
        let rules = table::rules(variant).unwrap_or_else(|| panic!("no game {variant}"));
        let found = match rules.files * rules.ranks {
            ..=64 => outcome::<u64>(rules, fen, moves),
            65..=128 => outcome::<u128>(rules, fen, moves),
            _ => outcome::<Wide>(rules, fen, moves),
        };
        if found == expected {
            held += 1;
        } else {
            faults.push(format!("{found} instead of {expected}: {row}"));
        }
    }
    assert!(faults.is_empty(), "{held} rows hold, {} do not:\n{}", faults.len(), faults.join("\n"));
    assert!(held >= least, "only {held} rows");
}

#[test]
fn games_by_table_end_as_their_rules_say() {
    check(include_str!("data/table-outcomes.tsv"), 118);
}

/// Chess has a board of its own; the table must judge it too.
#[test]
fn chess_by_table_ends_as_its_rules_say() {
    check(include_str!("data/outcomes.tsv"), 26);
}
