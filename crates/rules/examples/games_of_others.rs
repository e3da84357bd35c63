//! Compares games that another program played by its rules with ours: moves of each position, and how it
//! stands. Standard input has the lines of a script such as `crates/ferz/tests/python/fairy_games.py`.
//!
//! ```sh
//! python3 crates/ferz/tests/python/fairy_games.py shogi 1000 |
//!     cargo run --profile quick -p ferz-rules --example games_of_others -- shogi
//! ```
//!
//! Prints how many positions had other moves, and which words for a position met which of ours, with the
//! first game for each.

use ferz_rules::{Game, Notation, Side, Variant, Verdict, new_game};
use std::collections::BTreeMap;
use std::io;

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::Claimable(_) => "claimable-draw",
        Verdict::Draw(_) => "draw",
        Verdict::Win(Side::First, _) => "white-wins",
        Verdict::Win(Side::Second, _) => "black-wins",
    }
}

fn main() -> Result<(), String> {
    let name = std::env::args().nth(1).ok_or("which game?")?;
    let variant = Variant::by_name(&name).ok_or_else(|| format!("unknown game {name:?}"))?;
    let notation = match variant.first_rank {
        0 => Notation::CoordinateFromOne,
        // Castling in shuffled games is king takes rook.
        _ => variant.wire,
    };
    let mut game: Option<Box<dyn Game>> = None;
    let (mut games, mut positions) = (0, 0);
    let mut words: BTreeMap<(String, &str), (usize, String)> = BTreeMap::new();
    let mut others: Vec<String> = Vec::new();
    for line in io::stdin().lines() {
        let line = line.map_err(|why| why.to_string())?;
        if let Some(fen) = line.strip_prefix("game ") {
            game = Some(new_game(variant, Some(fen)).map_err(|why| format!("{fen}: {why}"))?);
            games += 1;
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let [stands, moves, played] = fields[..] else {
            return Err(format!("not three fields: {line:?}"));
        };
        // A game that differed is over for us.
        let Some(now) = &mut game else { continue };
        positions += 1;
        let place = || format!("{} {}", now.start_fen(), now.moves(notation).join(" "));
        let ours = word(&now.verdict());
        words.entry((stands.to_owned(), ours)).or_insert_with(|| (0, place())).0 += 1;
        if played.is_empty() {
            continue;
        }
        let mut legal = now.legal_moves(notation);
        legal.sort();
        if legal.join(" ") != moves {
            let list = |from: &[&str], but: &[&str]| -> Vec<String> {
                from.iter().filter(|mv| !but.contains(mv)).map(|mv| (*mv).to_owned()).collect()
            };
            let mine: Vec<&str> = legal.iter().map(String::as_str).collect();
            let theirs: Vec<&str> = moves.split(' ').collect();
            let (more, less) = (list(&mine, &theirs), list(&theirs, &mine));
            others.push(format!("{}: here alone {more:?}, there alone {less:?}", place()));
        }
        let read = now.rewrite_from(played, notation, Notation::Coordinate);
        if read.and_then(|mv| now.play(&mv)).is_err() {
            game = None;
        }
    }
    println!("{name}: {games} games, {positions} positions, {} with other moves", others.len());
    others.iter().take(100).for_each(|other| println!("  {other}"));
    for ((theirs, ours), (count, first)) in words {
        println!("  {theirs} is {ours}: {count}, first in {first}");
    }
    Ok(())
}
