//! Plays a match of two engines, whatever their protocols, three plies deep:
//!
//! ```text
//! duel FOLDER ENGINE ENGINE
//! ```

use ferz_arena::config::EngineSpec;
use ferz_arena::{Claim, Config, Control, Detail, Outside, RunError, Summary, What};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [folder, white, black] = &words[..] else {
        return Err("usage: duel FOLDER ENGINE ENGINE".into());
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let summary = runtime.block_on(duel(folder, [white, black], 10))?;
    let tally = summary.tally();
    println!("{} won {}, drew {}, lost {}", summary.name(0), tally.wins, tally.draws, tally.losses);
    if let Some(estimate) = tally.estimate() {
        println!("score {:.3} ± {:.3}", estimate.score, estimate.score_error);
    }
    Ok(())
}

/// Plays `rounds` pairs of games. What came of them is in the folder: the log, the PGN, a report.
pub(crate) async fn duel(
    folder: &Path,
    engines: [&Path; 2],
    rounds: u32,
) -> Result<Summary, RunError> {
    let engine = |program: &Path| EngineSpec {
        program: program.to_owned(),
        depth: Some(3),
        ..EngineSpec::default()
    };
    let config = Config { engines: engines.map(engine).to_vec(), rounds, ..Config::default() };
    // Books and tables come from outside: their formats are not known here.
    let outside = Outside {
        books: &|_, _| Err("no books here".to_owned()),
        tables: &|_| Err("no tables here".to_owned()),
        conversations: None,
        inside: None,
        detail: Detail::Games,
    };
    // Nobody else plays in this folder meanwhile.
    let claim = Claim::on(folder)?;
    // Whoever keeps the sender can end the match early.
    let (_orders, control) = tokio::sync::watch::channel(Control::Go);
    ferz_arena::run(config, &claim, control, outside, |happening, _| {
        if let What::GameEnds { game, counts: true } = &happening.what {
            println!("game {}: {:?}, {} plies", game.number, game.result, game.moves.len());
        }
    })
    .await
}
