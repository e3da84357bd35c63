//! An engine of UCI that needs no time, and says when it was asked and when it answered.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable with the folder for [`Stamp`]s, a file for each engine.
pub(crate) const STAMPS: &str = "FERZ_STAMPS";

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

/// When, in nanoseconds, an engine was asked for a move (`true`) or gave one.
type Stamp = (u64, bool);

/// Plays the moves of the game, whatever the clock says, with this number of lines of news for each.
pub(crate) fn speak(news: usize) -> io::Result<()> {
    let game: Vec<&str> = GAME.split_whitespace().collect();
    let mut out = io::stdout().lock();
    let mut played = 0;
    let mut stamps: Vec<Stamp> = Vec::new();
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
                stamps.push((now(), true));
                let mv = game.get(played).copied().unwrap_or("0000");
                let mut text = String::new();
                for depth in 1..=news {
                    text += &format!(
                        "info depth {depth} seldepth {depth} score cp 12 nodes 1000 nps 1000000 \
                         time 1 hashfull 1 pv {mv}\n"
                    );
                }
                text += &format!("bestmove {mv}\n");
                stamps.push((now(), false));
                out.write_all(text.as_bytes())?;
            }
            "quit" => break,
            _ => {}
        }
        out.flush()?;
    }
    let Some(folder) = std::env::var_os(STAMPS) else { return Ok(()) };
    let lines: String = stamps.iter().map(|(at, asked)| format!("{at} {asked}\n")).collect();
    std::fs::write(Path::new(&folder).join(std::process::id().to_string()), lines)
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_nanos() as u64)
}

/// The median time from a move of one engine to the orders of the other, in microseconds, from what
/// two engines have left in a folder.
pub(crate) fn median_latency(folder: &Path) -> Option<f64> {
    let files: Vec<Vec<Stamp>> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter_map(|file| std::fs::read_to_string(file.path()).ok())
        .map(|text| {
            let stamp = |line: &str| -> Option<Stamp> {
                let (at, asked) = line.split_once(' ')?;
                Some((at.parse().ok()?, asked == "true"))
            };
            text.lines().filter_map(stamp).collect()
        })
        .collect();
    let [one, other] = &files[..] else { return None };
    let mut all: Vec<(Stamp, bool)> = one.iter().map(|stamp| (*stamp, true)).collect();
    all.extend(other.iter().map(|stamp| (*stamp, false)));
    all.sort_unstable();
    let mut times: Vec<u64> = all
        .windows(2)
        .filter(|pair| !pair[0].0.1 && pair[1].0.1 && pair[0].1 != pair[1].1)
        .map(|pair| pair[1].0.0 - pair[0].0.0)
        .collect();
    times.sort_unstable();
    times.get(times.len() / 2).map(|&time| time as f64 / 1000.0)
}
