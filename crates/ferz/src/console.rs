//! Lines that only our engine knows, for people at a terminal: `d` (or `board`), `eval`, `bench`, `book`,
//! `export_net`, `help`. And the count of the tree of moves, which three places ask for.

use ferz_engine::{Engine, Number, SEARCH};
use ferz_link::{Place, Record};
use ferz_referee::GameRecord;
use ferz_rules::{Digits, Game, Notation, Pieces, Script, Variant};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The first words of these lines.
pub const WORDS: &[&str] = &["d", "board", "eval", "bench", "book", "export_net", "help"];

/// How deep `bench` searches when it is not told.
pub use ferz_engine::BENCH_DEPTH;

/// Nobody waits for more, and the recursion has to end somewhere.
const DEEPEST_PERFT: u32 = 20;

const HELP: &str = "\
Ferz plays chess, xiangqi and thirty other games. The first word chooses the protocol:
  uci       UCI, the protocol of most chess interfaces
  xboard    CECP, the protocol of XBoard and WinBoard
  ucci      UCCI, the protocol of Chinese chess
And these commands, whenever no search is running:
  d             shows the board and the legal moves; `d san`, `d wxf`, `d chinese` choose
                the notation
  eval          explains the static evaluation of the position
  book          shows the book moves of the position
  bench [DEPTH] searches a fixed set of positions; the node count identifies the search;
                `bench xiangqi` searches positions of xiangqi
  export_net F  writes the network in use to the file F
  go perft N    counts the legal move tree, N plies deep
  quit          ends the program
`ferz play` starts a game in the terminal. After `xboard` you can also just type moves (e2e4, Nf3).";

/// Answers a line whose first word is one of [`WORDS`].
pub fn answer(line: &str, engine: &mut dyn Engine, place: &Place) -> String {
    let mut words = line.split_whitespace();
    match words.next().unwrap_or_default() {
        "d" | "board" => board(place, words.next()),
        "eval" => engine.explain(),
        "book" => book(engine),
        "export_net" => {
            let file = line.trim_start().strip_prefix("export_net").unwrap_or_default().trim();
            export_net(engine, Path::new(file)).unwrap_or_else(|why| why)
        }
        "bench" => {
            let words: Vec<&str> = words.collect();
            bench(engine, &words).unwrap_or_else(|why| why)
        }
        _ => HELP.to_owned(),
    }
}

/// The board, and the legal moves in the notation that was asked for.
fn board(place: &Place, wanted: Option<&str>) -> String {
    let record = match GameRecord::of(place) {
        Ok(record) => record,
        Err(why) => return why,
    };
    let game = record.game();
    let style = match wanted {
        None => Ok((Pieces::Letters, game.variant().wire)),
        Some(word) => notation(word).map(|notation| (pieces(notation), notation)),
    };
    let (pieces, notation) = match style {
        Ok(style) => style,
        Err(why) => return why,
    };
    let moves = game.legal_moves(notation);
    format!(
        "{}\nFEN: {}\nKey: {:016x}\nLegal moves ({}): {}",
        game.picture_with(pieces).trim_end(),
        record.fen(),
        game.key(),
        moves.len(),
        moves.join(" ")
    )
}

/// The names of notations, for people.
const NOTATIONS: [(&str, Notation); 6] = [
    ("coordinates", Notation::Coordinate),
    ("san", Notation::San),
    ("wxf", Notation::Wxf),
    ("chinese", Notation::Chinese(Script::Traditional, Digits::Full)),
    ("western", Notation::Western),
    ("japanese", Notation::Japanese),
];

/// A notation by its name.
pub fn notation(name: &str) -> Result<Notation, String> {
    let found = NOTATIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, notation)| *notation).ok_or_else(|| {
        let names = NOTATIONS.map(|(name, _)| name).join(", ");
        format!("no notation has the name \"{name}\": there are {names}")
    })
}

/// The pieces that go with a notation.
pub(crate) fn pieces(notation: Notation) -> Pieces {
    match notation {
        Notation::Chinese(..) | Notation::Japanese => Pieces::Symbols,
        _ => Pieces::Letters,
    }
}

fn book(engine: &dyn Engine) -> String {
    let moves = engine.book_moves();
    if moves.is_empty() {
        return "no book move".to_owned();
    }
    let mut text = String::new();
    for (mv, share) in moves {
        let _ = writeln!(text, "{mv} {share}%");
    }
    text
}

/// Writes the network that judges positions to a file.
pub fn export_net(engine: &mut dyn Engine, file: &Path) -> Result<String, String> {
    if file.as_os_str().is_empty() {
        return Err("no file to write the network to".to_owned());
    }
    let Some(bytes) = engine.network() else {
        return Err("the game is played without a network: there is none to write".to_owned());
    };
    match std::fs::write(file, &bytes) {
        Ok(()) => Ok(format!("{} bytes written to {}", bytes.len(), file.display())),
        Err(why) => Err(format!("cannot write {}: {why}", file.display())),
    }
}

/// The numbers of the search of the engine's game, a line each as files of Fishtest have them: name,
/// value, least, most, and how far a tuner pushes it in the end.
pub fn numbers(engine: &dyn Engine) -> String {
    let line = |number: Number| {
        let Number { name, value, min, max, step } = number;
        format!("{SEARCH} {name}, {value}, {min}, {max}, {step}, 0.002")
    };
    engine.numbers().into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A bench runs, which nothing can interrupt.
static BENCH_RUNS: AtomicBool = AtomicBool::new(false);

/// Whether what runs cannot hear a signal.
pub(crate) fn is_deaf() -> bool {
    BENCH_RUNS.load(Ordering::Relaxed)
}

/// Searches a fixed set of positions: one line with nodes and speed, as test frameworks read it.
/// The words may name a game and a depth.
pub fn bench(engine: &mut dyn Engine, words: &[&str]) -> Result<String, String> {
    let (mut variant, mut depth) = (Variant::NORMAL, BENCH_DEPTH);
    for word in words {
        match (word.parse::<u32>(), Variant::by_name(word)) {
            (Ok(plies), _) if plies > 0 => depth = plies,
            (_, Some(named)) => variant = named,
            _ => return Err(format!("neither a game nor a depth: \"{word}\"")),
        }
    }
    BENCH_RUNS.store(true, Ordering::Relaxed);
    let (nodes, time) = engine.bench(variant, depth);
    BENCH_RUNS.store(false, Ordering::Relaxed);
    let nps = (u128::from(nodes) * 1_000_000) / time.as_micros().max(1);
    Ok(format!("{nodes} nodes {nps} nps"))
}

/// Counts the tree of legal moves, one line for each first move; returns what is to be said at the
/// end. Ends early when `cancel` is set.
pub fn perft(
    game: &dyn Game,
    depth: u32,
    cancel: &AtomicBool,
    line: &mut dyn FnMut(&str),
) -> String {
    let depth = depth.clamp(1, DEEPEST_PERFT);
    let began = Instant::now();
    let mut total = 0;
    for mv in game.legal_moves(game.variant().wire) {
        let mut next = game.boxed();
        if next.play(&mv).is_err() {
            continue;
        }
        let Some(count) = count(&mut *next, depth - 1, cancel) else {
            return "perft stopped".to_owned();
        };
        total += count;
        line(&format!("{mv}: {count}"));
    }
    let seconds = began.elapsed().as_secs_f64().max(1e-6);
    let speed = total as f64 / seconds;
    format!("nodes searched: {total}\n{seconds:.3} s, {speed:.0} nodes per second")
}

fn count(game: &mut dyn Game, depth: u32, cancel: &AtomicBool) -> Option<u64> {
    if cancel.load(Ordering::Relaxed) {
        return None;
    }
    // The fast count cannot be interrupted, so it gets subtrees of a fraction of a second.
    if depth <= 4 {
        return Some(game.perft(depth));
    }
    let mut total = 0;
    for mv in game.legal_moves(game.variant().wire) {
        if game.play(&mv).is_err() {
            continue;
        }
        let below = count(game, depth - 1, cancel);
        game.undo();
        total += below?;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `d` shows the board and the moves in the notation that was asked for.
    #[test]
    fn boards_in_notations() {
        let mut engine = ferz_engine::engine(Variant::NORMAL);
        let mut d = |line: &str, place: &Place| answer(line, &mut *engine, place);
        let chess = Place::startpos();
        let plain = d("d", &chess);
        assert!(plain.contains("\nFEN: rnbqkbnr/pppppppp/"), "{plain}");
        assert!(plain.contains("\nLegal moves (20): ") && plain.contains(" e2e4"), "{plain}");
        let san = d("d san", &chess);
        assert!(san.contains(" e4") && san.contains(" Nf3") && !san.contains("e2e4"), "{san}");
        let xiangqi = Place { variant: Variant::XIANGQI.name.into(), ..Place::startpos() };
        let plain = d("board", &xiangqi);
        assert!(plain.contains("\nLegal moves (44): ") && plain.contains(" h2e2"), "{plain}");
        let wxf = d("d wxf", &xiangqi);
        assert!(wxf.contains(" C2=5") && !wxf.contains('炮'), "{wxf}");
        let chinese = d("d chinese", &xiangqi);
        assert!(
            chinese.contains("炮二平五") && chinese.contains("|俥傌相仕帥仕相傌俥 |"),
            "{chinese}"
        );
        let told = d("d klingon", &chess);
        let known = "there are coordinates, san, wxf, chinese";
        assert!(told.contains("\"klingon\"") && told.contains(known), "{told}");
    }

    #[test]
    fn networks_go_to_files_and_what_is_wrong_is_said() {
        let path = std::env::temp_dir().join(format!("ferz-export-{}.net", std::process::id()));
        let mut xiangqi = ferz_engine::engine(Variant::XIANGQI);
        let said = export_net(&mut *xiangqi, &path);
        let bytes = std::fs::read(&path);
        let _ = std::fs::remove_file(&path);
        assert_eq!(bytes.ok(), xiangqi.network());
        assert!(said.is_ok_and(|said| said.contains("bytes written to")));
        let refused =
            |file: &str| export_net(&mut *ferz_engine::engine(Variant::XIANGQI), Path::new(file));
        assert_eq!(refused(""), Err("no file to write the network to".to_owned()));
        assert!(refused("/no/such/folder/x.net").is_err_and(|why| why.starts_with("cannot write")));
        let mut by_hand = ferz_engine::engine(Variant::XIANGQI);
        by_hand.set_option("Evaluation", Some("hand-made")).expect("an option");
        let none = export_net(&mut *by_hand, &path);
        assert!(none.is_err_and(|why| why.contains("without a network")));
    }
}
