//! Searches one position and prints what the engine reports:
//! `search DEPTH [FEN] [moves MOVE...]`, with options from the environment variable `OPTIONS`
//! (`MultiPV=3,Threads=2`) and the game from `VARIANT` (`xiangqi`).

use ferz_engine::{Limits, Report, Request, Setup, engine};
use ferz_rules::Variant;

fn main() {
    let mut args = std::env::args().skip(1);
    let depth = args.next().and_then(|text| text.parse().ok()).unwrap_or(12);
    let words: Vec<String> = args.collect();
    let mut parts = words.split(|word| word == "moves");
    let fen = parts.next().filter(|fen| !fen.is_empty()).map(|fen| fen.join(" "));
    let moves = parts.next().unwrap_or(&[]).to_vec();
    let variant = std::env::var("VARIANT").ok().and_then(|name| Variant::by_name(&name));
    let variant = variant.unwrap_or(Variant::NORMAL);
    let mut engine = engine(variant);
    let options = std::env::var("OPTIONS").unwrap_or_default();
    for (name, value) in options.split(',').filter_map(|option| option.split_once('=')) {
        if let Err(error) = engine.set_option(name, Some(value)) {
            eprintln!("{error}");
        }
    }
    let setup = Setup { variant, fen, moves };
    if let Err(error) = engine.place(&setup) {
        eprintln!("{error}");
        return;
    }
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let sink = Box::new(|report| match report {
        Report::Line(line) => println!(
            "{:>3}/{:<3} {:?} {:?} {:>10} nodes {:>6} ms  {}",
            line.depth,
            line.seldepth,
            line.score,
            line.bound,
            line.stats.nodes,
            line.stats.time.as_millis(),
            line.pv.join(" ")
        ),
        Report::Done(done) => println!("{done:?}"),
        Report::Note(note) => println!("{note}"),
        _ => {}
    });
    engine.start(Request { limits, ..Request::default() }, sink);
    engine.wait();
}
