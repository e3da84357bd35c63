//! Makes a small opening book by searching: `make_book FILE POSITIONS NODES`.
//!
//! From the start position on, the likeliest position not yet in the book is searched for its four
//! best moves; those within a fifth of a pawn of the best go in, the better the heavier. That is how
//! the book inside the program was made. Its searches are counted in nodes, so the same program
//! makes the same book.

use ferz_engine::book::{Book, encode, key};
use ferz_engine::{Limits, Report, Request, Score, Setup, engine};
use ferz_rules::{Game, Notation, Variant, chess::ChessGame};
use std::collections::HashSet;
use std::sync::mpsc::channel;

/// A move may be worse than the best by this many centipawns.
const SLACK: i32 = 20;

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or_else(|| "own.bin".to_owned());
    let mut number = |default| args.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (positions, nodes) = (number(100), number(100_000));

    let mut engine = engine(Variant::Normal);
    for (name, value) in [("MultiPV", "4"), ("Hash", "64")] {
        engine.set_option(name, Some(value)).expect("a known option");
    }
    let mut known = HashSet::new();
    let mut entries = Vec::new();
    let mut waiting: Vec<(f64, Vec<String>)> = vec![(1.0, Vec::new())];
    while known.len() < positions as usize {
        let Some(next) = (0..waiting.len()).max_by(|&a, &b| waiting[a].0.total_cmp(&waiting[b].0))
        else {
            break;
        };
        let (chance, moves) = waiting.swap_remove(next);
        let mut game = ChessGame::new(Variant::Normal, None).expect("the start position");
        moves.iter().for_each(|mv| game.play(mv).expect("a move found before"));
        let book_key = key(game.board());
        if !known.insert(book_key) {
            continue;
        }
        let setup = Setup { variant: Variant::Normal, fen: None, moves: moves.clone() };
        engine.place(&setup).expect("a line of legal moves");
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (send, receive) = channel();
        let sink = Box::new(move |report| drop(send.send(report)));
        engine.start(Request { limits, ..Request::default() }, sink);
        engine.wait();
        let mut found: Vec<(i32, String)> = Vec::new();
        for report in receive.iter() {
            if let Report::Line(line) = report
                && let (Score::Cp(score), Some(mv)) = (line.score, line.pv.first())
            {
                // The last lines of the search are its result.
                found.truncate(line.rank as usize - 1);
                found.push((score, mv.clone()));
            }
        }
        let best = found.first().map_or(0, |found| found.0);
        found.retain(|found| found.0 >= best - SLACK);
        let weigh = |score: i32| (1.0 - (best - score) as f64 / (SLACK + 5) as f64).powi(2);
        let total: f64 = found.iter().map(|found| weigh(found.0)).sum();
        for (score, mv) in found {
            let share = weigh(score) / total;
            let typed = game.board().read_move(&mv).expect("a move of the search");
            entries.push((book_key, encode(typed), (share * 1000.0).round().max(1.0) as u16));
            let line = moves.iter().cloned().chain([mv]).collect();
            waiting.push((chance * share, line));
        }
        println!("{:>4} {:.5} {}", known.len(), chance, game.moves(Notation::San).join(" "));
    }
    let book = Book::from_entries(entries);
    std::fs::write(&file, book.bytes()).expect("a file that can be written");
}
