//! Two engines of any protocols play a game of chess, a tenth of a second a move:
//!
//! ```text
//! game COMMAND COMMAND
//! ```
//!
//! The engines are run by `ferz-host`, the rules are `ferz-rules`. Matches with clocks, openings and
//! statistics are what `ferz match` is for.

use ferz_host::{Engine, Error, Launch, Place, Quirks, Search};
use ferz_referee::Rules;
use ferz_rules::{Game, Notation, Side, Variant, Verdict, new_game};
use std::sync::Arc;
use std::time::Duration;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let commands: Vec<String> = std::env::args().skip(1).collect();
    let [white, black] = &commands[..] else {
        return Err("usage: game COMMAND COMMAND".into());
    };
    let launch = |command: &str| {
        let mut words = command.split_whitespace();
        Launch::new(words.next().unwrap_or_default()).arguments(words)
    };
    let engines = [launch(white), launch(black)];
    let game = play(engines, Duration::from_millis(100)).await?;
    println!("{}", game.moves(Notation::San).join(" "));
    println!("{:?}", game.verdict());
    Ok(())
}

/// Plays a game to its end, or to the first move that the rules do not know.
pub(crate) async fn play(
    mut launches: [Launch; 2],
    time: Duration,
) -> Result<Box<dyn Game>, Error> {
    let quirks = Quirks::built_in();
    launches.iter_mut().for_each(|launch| quirks.prepare(launch));
    let [white, black] = launches;
    let referee = Arc::new(Rules);
    let mut engines = [
        Engine::start(white, Some(referee.clone())).await?,
        Engine::start(black, Some(referee)).await?,
    ];
    for engine in &mut engines {
        engine.new_game("normal").await?;
    }
    let mut game = new_game(Variant::NORMAL, None).expect("the start position is one");
    while game.verdict() == Verdict::Open {
        let moves = game.moves(Variant::NORMAL.wire);
        let place = Place::startpos().then(moves.iter().map(String::as_str));
        let mover = &mut engines[(game.side() == Side::Second) as usize];
        let answer = mover.think(&place, Search::for_time(time), |_| ()).await?;
        let Some(best) = answer.best.filter(|_| !answer.resign) else {
            println!("{} gives up", mover.name());
            break;
        };
        if let Err(error) = game.play(best.as_ref()) {
            println!("{}: {error}", mover.name());
            break;
        }
    }
    for engine in engines {
        engine.quit().await?;
    }
    Ok(game)
}
