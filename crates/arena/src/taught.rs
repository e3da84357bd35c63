//! Games that an engine defines itself: what it says of one by `setup` and `piece` becomes rules, and
//! the game is one like others (C-247, C-640 to C-648).

use ferz_arena::config::EngineSpec;
use ferz_host::{Command, Engine, Event, Launch, News};
use ferz_link::{Description, Protocol};
use ferz_referee::{Rules, define};
use ferz_rules::Variant;
use std::sync::Arc;

/// The number of our question: [`Engine::ping`] counts from 1.
const QUESTION: u64 = 0;

/// Asks an engine how it plays a game, and adds the game to those that are known.
///
/// # Errors
/// Says why the game cannot be refereed.
pub(crate) async fn learn(engine: &mut Engine, game: &str) -> Result<Variant, String> {
    engine.new_game(game).await.map_err(|why| why.to_string())?;
    engine.command(Command::Ping(QUESTION)).await.map_err(|why| why.to_string())?;
    let (mut setup, mut pieces) = (None, Vec::new());
    loop {
        match engine.next().await.map_err(|fault| fault.to_string())? {
            News::Event(Event::Setup(said)) => setup = setup.or(Some(said)),
            News::Event(Event::Piece { id, moves }) => pieces.push((id, moves)),
            News::Event(Event::Refused { reason, .. }) => return Err(reason),
            News::Event(Event::Pong(QUESTION)) => break,
            _ => {}
        }
    }
    let setup = setup.ok_or("it does not say how the game is played")?;
    define(game, &Description { setup, pieces })?;
    Variant::by_name(game).ok_or_else(|| "its name is none".to_owned())
}

/// Asks the engines of a run, one after the other, how a game is played that we do not know.
///
/// # Errors
/// Says of each engine why it did not help.
pub(crate) async fn learn_of(engines: &[EngineSpec], game: &str) -> Result<Variant, String> {
    let mut reasons = Vec::new();
    for spec in engines {
        let program = spec.program.display().to_string();
        match ask(spec, game).await {
            Ok(game) => return Ok(game),
            Err(why) => {
                reasons.push(format!("{}: {why}", spec.name.as_deref().unwrap_or(&program)))
            }
        }
    }
    Err(format!(
        "the game \"{game}\" is not known here, and no engine describes it: {}",
        reasons.join("; ")
    ))
}

async fn ask(spec: &EngineSpec, game: &str) -> Result<Variant, String> {
    if spec.protocol.is_some_and(|protocol| protocol != Protocol::Cecp) {
        return Err("only engines of CECP can describe a game".to_owned());
    }
    let mut launch = Launch::new(&spec.program).arguments(&spec.arguments);
    launch.directory.clone_from(&spec.directory);
    // One that speaks other protocols, too, describes its games in this one alone.
    launch.protocol = Some(Protocol::Cecp);
    let engine = Engine::start(launch, Some(Arc::new(Rules))).await;
    let mut engine = engine.map_err(|why| why.to_string())?;
    let learnt = learn(&mut engine, game).await;
    // However it ends, it is not needed any more.
    let _ = engine.quit().await;
    learnt
}
