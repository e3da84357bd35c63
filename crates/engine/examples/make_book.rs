//! Makes opening books, of chess in the format of Polyglot, of xiangqi in that of ElephantEye:
//!
//! ```text
//! make_book chess|xiangqi FILE search POSITIONS NODES
//! make_book chess|xiangqi FILE games LIST [PLIES]
//! ```
//!
//! `search`: from the start position on, the likeliest position not yet in the book is searched for
//! its four best moves; those within a fifth of a pawn of the best go in, the better the heavier.
//! That is how the books inside the program were made, chess with `search 800 1500000`, xiangqi with
//! `search 600 1500000`. Its searches are counted in nodes, so the same program makes the same book.
//!
//! `games`: of a list of games, one a line, moves in any notation and then the result; `#` begins a
//! remark. A move is worth 2 to who won and 1 in a draw.

use ferz_engine::book::{Elephant, Format, Maker, Polyglot};
use ferz_engine::{Limits, Report, Request, Score, Setup, engine};
use ferz_rules::{Notation, Position, Variant, new_game};
use std::collections::HashSet;
use std::error::Error;
use std::sync::mpsc::channel;

/// A move may be worse than the best by this many centipawns.
const SLACK: i32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["chess", file, ref rest @ ..] => make::<Polyglot>(Variant::NORMAL, file, rest),
        ["xiangqi", file, ref rest @ ..] => make::<Elephant>(Variant::XIANGQI, file, rest),
        _ => Err("neither chess nor xiangqi, and a file".into()),
    }
}

fn make<F: Format>(variant: Variant, file: &str, args: &[&str]) -> Result<(), Box<dyn Error>> {
    let maker = match args {
        ["search", positions, nodes] => search::<F>(variant, positions.parse()?, nodes.parse()?)?,
        ["games", list] => games::<F>(list, 40)?,
        ["games", list, plies] => games::<F>(list, plies.parse()?)?,
        _ => return Err("neither search nor games".into()),
    };
    let book = maker.book();
    std::fs::write(file, book.bytes())?;
    println!("{book:?}");
    Ok(())
}

fn games<F: Format>(list: &str, plies: usize) -> Result<Maker<F>, Box<dyn Error>> {
    let mut maker = Maker::new();
    for (number, line) in (1..).zip(std::fs::read_to_string(list)?.lines()) {
        if !line.starts_with('#') {
            maker.add_game(line, plies).map_err(|why| format!("{list}:{number}: {why}"))?;
        }
    }
    Ok(maker)
}

fn search<F: Format>(
    variant: Variant,
    positions: usize,
    nodes: u64,
) -> Result<Maker<F>, Box<dyn Error>> {
    let mut engine = engine(variant);
    for (name, value) in [("MultiPV", "4"), ("Hash", "64")] {
        engine.set_option(name, Some(value))?;
    }
    let mut maker = Maker::new();
    let mut known = HashSet::new();
    let mut waiting: Vec<(f64, Vec<String>)> = vec![(1.0, Vec::new())];
    while known.len() < positions {
        let Some(next) = (0..waiting.len()).max_by(|&a, &b| waiting[a].0.total_cmp(&waiting[b].0))
        else {
            break;
        };
        let (chance, moves) = waiting.swap_remove(next);
        let mut board = F::start();
        for mv in &moves {
            board.play(F::read_move(&board, mv)?);
        }
        // The place of any move is that of the position.
        let mut legal = Vec::new();
        board.generate(ferz_rules::MoveSet::All, &mut legal);
        let Some(place) = legal.first().and_then(|mv| F::places(&board, *mv).first().copied())
        else {
            continue;
        };
        if !known.insert(place.0) {
            continue;
        }
        engine.place(&Setup { variant, fen: None, moves: moves.clone() })?;
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
            maker.add(&board, F::read_move(&board, &mv)?, (share * 1000.0).round().max(1.0));
            let line = moves.iter().cloned().chain([mv]).collect();
            waiting.push((chance * share, line));
        }
        let mut shown = new_game(variant, None)?;
        for mv in &moves {
            shown.play(mv)?;
        }
        println!("{:>4} {:.5} {}", known.len(), chance, shown.moves(NOTATION).join(" "));
    }
    Ok(maker)
}

const NOTATION: Notation = Notation::Coordinate;
