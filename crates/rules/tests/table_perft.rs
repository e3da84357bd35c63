//! Counts of legal moves of the games by table against the numbers that independent programs agree
//! on. Rows with many leaves are counted only when `FERZ_LONG_TESTS` is set: they take minutes.

use ferz_rules::Position;
use ferz_rules::table::set::{Bits, Wide};
use ferz_rules::table::{self, Board, Layout};
use std::collections::HashMap;

/// Leaves of the largest tree that is always counted.
const MANY: u64 = 150_000;

fn count<B: Bits>(layout: &'static Layout<B>, fen: &str, depth: u32) -> u64 {
    Board::from_fen(fen, layout).unwrap_or_else(|why| panic!("{fen}: {why}")).perft(depth)
}

/// The games of the rows, each made ready for play once.
#[derive(Default)]
struct Games {
    narrow: HashMap<String, &'static Layout<u64>>,
    middle: HashMap<String, &'static Layout<u128>>,
    wide: HashMap<String, &'static Layout<Wide>>,
}

fn layout<B: Bits>(
    known: &mut HashMap<String, &'static Layout<B>>,
    rules: table::Rules,
) -> &'static Layout<B> {
    let name = rules.name.clone();
    known.entry(name).or_insert_with(|| Box::leak(Box::new(Layout::new(rules).unwrap())))
}

impl Games {
    fn perft(&mut self, name: &str, fen: &str, depth: u32) -> u64 {
        let rules = table::rules(name).unwrap_or_else(|| panic!("no game {name}"));
        match rules.files * rules.ranks {
            ..=64 => count(layout(&mut self.narrow, rules), fen, depth),
            65..=128 => count(layout(&mut self.middle, rules), fen, depth),
            _ => count(layout(&mut self.wide, rules), fen, depth),
        }
    }
}

fn check(rows: &str) {
    let long = std::env::var_os("FERZ_LONG_TESTS").is_some();
    let mut games = Games::default();
    let mut faults = Vec::new();
    let mut held = 0;
    for row in rows.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [variant, fen, depth, nodes, _] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("five columns");
        let nodes: u64 = nodes.parse().expect("a number");
        if nodes > MANY && !long {
            continue;
        }
        let found = games.perft(variant, fen, depth.parse().expect("a number"));
        if found == nodes {
            held += 1;
        } else {
            faults.push(format!("{found} instead of {nodes}: {row}"));
        }
    }
    assert!(faults.is_empty(), "{held} rows hold, {} do not:\n{}", faults.len(), faults.join("\n"));
    assert!(held > 150, "only {held} rows");
}

#[test]
fn perft_of_games_by_table_agrees_with_other_programs() {
    check(include_str!("data/table-perft.tsv"));
}

/// Chess has a board of its own; the table must play it too.
#[test]
fn perft_of_chess_by_table_agrees_with_other_programs() {
    check(include_str!("data/perft.tsv"));
}

/// Wider boards hold the smaller games as well.
#[test]
fn all_widths_count_alike() {
    fn count<B: Bits>(name: &str, depth: u32) -> u64 {
        let rules = table::rules(name).unwrap();
        let start = rules.start.clone();
        let layout: &'static Layout<B> = Box::leak(Box::new(Layout::new(rules).unwrap()));
        Board::from_fen(&start, layout).unwrap().perft(depth)
    }
    for name in ["normal", "shogi", "cylinder", "lion", "capablanca"] {
        let wide = count::<Wide>(name, 3);
        assert_eq!(count::<u128>(name, 3), wide, "{name}");
        if !["shogi", "capablanca"].contains(&name) {
            assert_eq!(count::<u64>(name, 3), wide, "{name}");
        }
    }
}
