//! Lets an engine of any protocol look at a position for a second:
//!
//! ```text
//! analyse COMMAND [ARGUMENT…]
//! ```

use ferz_host::{Answer, Engine, Error, Launch, Place, Quirks, Search};
use ferz_referee::Rules;
use std::sync::Arc;
use std::time::Duration;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args_os().skip(1);
    let program = words.next().ok_or("usage: analyse COMMAND [ARGUMENT…]")?;
    let answer = analyse(Launch::new(program).arguments(words), Duration::from_secs(1)).await?;
    println!("best move: {}", answer.best.map_or("none".into(), |mv| mv.to_string()));
    Ok(())
}

/// Starts an engine, prints what it says of the start position, and ends it.
pub(crate) async fn analyse(mut launch: Launch, time: Duration) -> Result<Answer, Error> {
    // Some engines want to be treated in their own way.
    Quirks::built_in().prepare(&mut launch);
    // The referee answers what protocols need to know of the rules: CECP writes moves as SAN.
    let mut engine = Engine::start(launch, Some(Arc::new(Rules))).await?;
    println!("{} ({})", engine.name(), engine.protocol());
    engine.new_game("normal").await?;
    let answer = engine
        .think(&Place::startpos(), Search::for_time(time), |info| {
            if let (Some(depth), Some(score)) = (info.depth, info.score) {
                let line: Vec<_> = info.pv.iter().map(ToString::to_string).collect();
                println!("{depth:3} {score:?} {}", line.join(" "));
            }
        })
        .await?;
    engine.quit().await?;
    Ok(answer)
}
