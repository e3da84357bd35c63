//! An engine that needs no time: it plays the moves of one game, whatever the clock says.
//!
//! What a match between two of it costs is the runner's own. The argument is the number of lines of
//! news it has for each move.

use std::io::{self, BufRead, Write};

/// A game of 120 half-moves, as two engines once played it.
const GAME: &str = "\
    g1f3 d7d5 g2g3 e7e6 f1g2 f8e7 d2d4 g8f6 e1g1 c7c5 d4c5 e7c5 \
    b1d2 f6g4 d2b3 c5b6 c1g5 f7f6 g5d2 e8g8 a2a4 a7a6 a4a5 b6a7 \
    h2h3 g4e5 d2b4 e5f3 e2f3 f8e8 d1d2 d8c7 f3f4 c8d7 f1d1 b8c6 \
    b4a3 c6e7 d1e1 e7f5 g1h1 a8c8 a1c1 h7h5 a3b4 h5h4 g3g4 f5d6 \
    b4d6 c7d6 f4f5 a7b8 f2f4 d6f4 d2f4 b8f4 c1d1 c8c2 f5e6 d7c6 \
    g2d5 c6d5 d1d5 c2h2 h1g1 h2h3 b3c5 f4e3 g1g2 h3g3 g2h2 e3c5 \
    d5c5 g3g4 h2h3 g4a4 b2b3 a4b4 c5c4 b4c4 b3c4 e8c8 e1b1 c8c4 \
    b1b7 c4e4 b7b6 g7g5 b6a6 e4e3 h3h2 g8g7 a6d6 f6f5 e6e7 e3e7 \
    a5a6 e7e2 h2h3 e2a2 d6e6 g7f7 e6c6 a2a3 h3h2 a3a2 h2h3 a2a3 \
    h3h2 g5g4 h2g1 a3a2 c6h6 h4h3 a6a7 f7g7 h6h5 g7g6 h5h8 a2a7 \
";

fn main() -> io::Result<()> {
    let news: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let game: Vec<&str> = GAME.split_whitespace().collect();
    let mut out = io::stdout().lock();
    let mut played = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split(' ').next().unwrap_or_default() {
            "uci" => writeln!(out, "id name Instant\nid author the Ferz developers\nuciok")?,
            "isready" => writeln!(out, "readyok")?,
            "position" => {
                let moves = line.split_once(" moves ").map_or("", |(_, moves)| moves);
                played = moves.split_whitespace().count();
            }
            "go" => {
                let mv = game.get(played).copied().unwrap_or("0000");
                let mut text = String::new();
                for depth in 1..=news {
                    text += &format!(
                        "info depth {depth} seldepth {depth} score cp 12 nodes 1000 nps 1000000 \
                         time 1 hashfull 1 pv {mv}\n"
                    );
                }
                text += &format!("bestmove {mv}\n");
                out.write_all(text.as_bytes())?;
            }
            "quit" => return Ok(()),
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
