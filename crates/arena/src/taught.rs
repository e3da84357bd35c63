//! Games that an engine defines itself: what it says of one by `setup` and `piece` becomes rules, and
//! the game is one like others (C-247, C-640 to C-648).

use crate::config::{Described, EngineSpec};
use ferz_host::{Command, Engine, Event, Fault, Launch, News};
use ferz_link::{Description, Protocol, Setup};
use ferz_referee::{Rules, define, differs, is_comparable};
use ferz_rules::Variant;
use ferz_wire::cecp::sized_game;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of our question: [`Engine::ping`] counts from 1.
const QUESTION: u64 = 0;
/// How long an engine may be asked about games of its own.
const LEARNING: Duration = Duration::from_secs(3);

/// Asks an engine how it plays a game: its board and start, if it tells them, and how pieces go.
///
/// # Errors
/// Says why it does not play the game.
async fn asked(engine: &mut Engine, game: &str) -> Result<(Option<Setup>, Moves), String> {
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
    Ok((setup, pieces))
}

/// How pieces go, by their letters.
type Moves = Vec<(String, String)>;

/// Asks an engine how it plays a game, and adds the game to those that are known.
///
/// # Errors
/// Says why the game cannot be refereed.
async fn learn(engine: &mut Engine, game: &str) -> Result<Description, String> {
    let (setup, pieces) = asked(engine, game).await?;
    let setup = setup.ok_or("it does not say how the game is played")?;
    let description = Description { setup, pieces };
    define(game, &description)?;
    Ok(description)
}

/// Why an engine that describes a game plays another one than we know by that name: its moves would be
/// judged by rules that it does not mean. Nothing where it says nothing, or the same.
pub(crate) async fn otherwise(engine: &mut Engine, game: Variant) -> Option<String> {
    if engine.protocol() != Protocol::Cecp || !is_comparable(game) {
        return None;
    }
    let (setup, pieces) = asked(engine, game.name).await.ok()?;
    let why = differs(game, setup.as_ref(), &pieces)?;
    Some(format!("it plays another game by the name {:?}: {why}", game.name))
}

/// What became of the games that an engine of CECP lists.
#[derive(Debug, Default)]
pub struct Learnt {
    /// What is left out, and why, for people.
    pub left_out: Vec<String>,
    /// Games that we know and the engine plays otherwise, or not at all: they are not to be had of it.
    pub otherwise: Vec<Variant>,
    /// The engine has ended when it was asked.
    pub ended: bool,
}

/// Compares the games that an engine of CECP lists and describes with ours of the same name, and learns
/// those that nobody here knows.
///
/// # Errors
/// The engine failed before it was asked.
pub async fn learn_all(engine: &mut Engine) -> Result<Learnt, Fault> {
    let mut learnt = Learnt::default();
    if engine.protocol() != Protocol::Cecp {
        return Ok(learnt);
    }
    let listed = engine.profile(|profile| profile.variants.get().clone()).await?;
    // An engine with a hundred games must not be late where somebody waits for it. Those that we know
    // come first: without an answer they would be offered, and judged by rules that it may not mean.
    let until = Instant::now() + LEARNING;
    let mut listed = listed.unwrap_or_default();
    listed.sort_by_key(|name| Variant::by_name(name).is_none());
    let is_told = |name: &String| {
        let plain = sized_game(name).map_or(name.as_str(), |(_, plain)| plain);
        !matches!(plain, "fairy" | "unknown" | "boardsize")
    };
    for name in listed.iter().filter(|name| is_told(name)) {
        let known = Variant::by_name(name);
        if Instant::now() > until {
            let what = known.map_or("left out", |_| "not compared with ours");
            learnt.left_out.push(format!("{name} and games behind it are {what}: no time to ask"));
            break;
        }
        let mut why = match known {
            Some(game) => otherwise(engine, game).await,
            None => learn(engine, name).await.err(),
        };
        learnt.ended = engine.profile(|_| ()).await.is_err();
        if learnt.ended {
            why = why.or(Some("it ends when it is asked".to_owned()));
        }
        if let Some(why) = why {
            let name = known.map_or(name.as_str(), |game| game.name);
            learnt.left_out.push(format!("{name} is left out: {why}"));
            learnt.otherwise.extend(known);
        }
        if learnt.ended {
            break;
        }
    }
    Ok(learnt)
}

/// Asks the engines of a run, one after the other, how a game is played that we do not know.
///
/// # Errors
/// Says of each engine why it did not help.
pub async fn learn_of(engines: &[EngineSpec], game: &str) -> Result<Described, String> {
    let mut reasons = Vec::new();
    for spec in engines {
        let program = spec.program.display().to_string();
        match ask(spec, game).await {
            Ok(description) => return Ok(description.into()),
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

async fn ask(spec: &EngineSpec, game: &str) -> Result<Description, String> {
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
