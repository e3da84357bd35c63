//! A desk: where one page analyses, with engines of its own. It is independent of the table: looking
//! at another position, or trying moves, does nothing to the game that is played there.

use crate::known::{self, Known, Sources};
use crate::lines::{Lines, Opinion};
use crate::notation::{meant, usual};
use crate::shelf::Shelf;
use crate::view::View;
use ferz_host::{Engine, Error};
use ferz_link::{Place, Purpose, Search};
use ferz_referee::GameRecord;
use ferz_rules::FenStyle;
use ferz_wire::{MoveText, Start};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// Engines of one page at once.
const ENGINES: usize = 8;
/// Opinions of an engine are told no more often than this.
const OFTEN: Duration = Duration::from_millis(100);

/// What a page asks of its desk.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum DeskRequest {
    /// Lets engines think about a position; others stop.
    Analyse(Analyse),
    /// Shows a position; engines go on.
    Peek(Tried),
    /// Lets all engines stop.
    Rest,
}

/// What is to be analysed.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Analyse {
    /// The position.
    #[serde(flatten)]
    pub tried: Tried,
    /// By which engines.
    #[serde(default)]
    pub engines: Vec<String>,
    /// Lines of each.
    #[serde(default)]
    pub lines: u32,
    /// Moves that are left out.
    #[serde(default)]
    pub without: Vec<String>,
    /// The other side is to move: what does it threaten?
    #[serde(default)]
    pub threat: bool,
}

/// A position of the game on the table, or one near it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Tried {
    /// After so many moves of the game.
    pub ply: usize,
    /// Moves that are tried from there, in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The position that is analysed.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// Its number: what engines say of it has the same. 0 where nobody thinks about it.
    pub study: u64,
    /// The position.
    pub view: View,
    /// The moves that are tried, for people.
    pub san: Vec<String>,
    /// The same as [`View::legal`] has them.
    pub moves: Vec<String>,
    /// What books and endgame tables know of it.
    pub known: Vec<Known>,
}

/// What a page hears of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysed {
    /// Which position it is about: news of an earlier one may still be on their way.
    pub study: u64,
    /// The engine.
    pub engine: String,
    /// What it thinks.
    pub opinion: Opinion,
    /// It has nothing more to say.
    pub over: bool,
    /// Why it failed. It is started again when it is next asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// What an engine is to think about.
struct Study {
    number: u64,
    place: Place,
    search: Search,
    lines: u32,
    game: Box<dyn ferz_rules::Game>,
}

/// See the module.
pub struct Desk {
    shelf: Arc<Shelf>,
    sources: Sources,
    engines: BTreeMap<String, watch::Sender<Option<Arc<Study>>>>,
    tell: mpsc::Sender<Analysed>,
    /// How many positions were analysed.
    studies: u64,
}

impl Desk {
    /// An empty desk, and what will be heard of it. Its engines end with it.
    pub fn new(shelf: Arc<Shelf>, sources: Sources) -> (Desk, mpsc::Receiver<Analysed>) {
        let (tell, told) = mpsc::channel(64);
        (Desk { shelf, sources, engines: BTreeMap::new(), tell, studies: 0 }, told)
    }

    /// Does what a page asks, from the game on the table; the position, where one is to be shown.
    ///
    /// # Errors
    /// Names the move that is none, or the engine that there is none of. Engines go on as before.
    pub fn ask(&mut self, request: &DeskRequest, table: &Place) -> Result<Option<Shown>, String> {
        match request {
            DeskRequest::Rest => {
                self.engines.values().for_each(|engine| _ = engine.send_replace(None));
                Ok(None)
            }
            DeskRequest::Peek(tried) => Ok(Some(position(tried, table)?.1)),
            DeskRequest::Analyse(wanted) => self.analyse(wanted, table).map(Some),
        }
    }

    fn analyse(&mut self, wanted: &Analyse, table: &Place) -> Result<Shown, String> {
        if wanted.engines.len() > ENGINES {
            return Err(format!("no more than {ENGINES} engines analyse at once"));
        }
        let (mut record, mut shown, mut place) = position(&wanted.tried, table)?;
        shown.known = known::ask(&self.sources, record.game());
        if wanted.threat {
            let mut game = record.game().boxed();
            game.pass().map_err(|_| "in check there is no threat to look for".to_owned())?;
            place.start = Start::Fen(game.fen(FenStyle::XFen));
            place.moves.clear();
            record = GameRecord::new(&place.variant, &place.start)?;
        }
        let without = wanted.without.iter().map(|text| {
            let wire = record.game().variant().wire;
            let text = record.game().rewrite(text, wire).map_err(|error| error.to_string())?;
            Ok(MoveText::from(text.as_str()))
        });
        let search = Search {
            purpose: Purpose::Analyse,
            without: without.collect::<Result<_, String>>()?,
            ..Search::default()
        };
        let lines = wanted.lines.clamp(1, 100);
        self.studies += 1;
        shown.study = self.studies;
        let game = record.game().boxed();
        let study = Arc::new(Study { number: self.studies, place, search, lines, game });
        for (name, engine) in &self.engines {
            if !wanted.engines.contains(name) {
                engine.send_replace(None);
            }
        }
        for name in &wanted.engines {
            let engine = self.engines.entry(name.clone()).or_insert_with(|| {
                let (studies, studied) = watch::channel(None);
                let (shelf, tell) = (Arc::clone(&self.shelf), self.tell.clone());
                tokio::spawn(think(shelf, name.clone(), studied, tell));
                studies
            });
            engine.send_replace(Some(Arc::clone(&study)));
        }
        Ok(shown)
    }
}

/// The position that is asked for, to analyse and to show.
fn position(tried: &Tried, table: &Place) -> Result<(GameRecord, Shown, Place), String> {
    let played = table.moves.get(..tried.ply);
    let played = played
        .ok_or_else(|| format!("the game has {} moves, not {}", table.moves.len(), tried.ply))?;
    let mut place = Place { moves: played.to_vec(), ..table.clone() };
    let mut record = GameRecord::new(&place.variant, &place.start)?;
    for text in played {
        record.play_one(text)?;
    }
    let (mut san, mut moves) = (Vec::new(), Vec::new());
    for text in &tried.moves {
        let game = record.game();
        let text = meant(game, text).map_err(|error| error.to_string())?;
        let spelled = |notation| game.rewrite(&text, notation).map_err(|error| error.to_string());
        san.push(spelled(usual(game))?);
        let wire = MoveText::from(spelled(game.variant().wire)?.as_str());
        record.play_one(&wire)?;
        place.moves.push(wire);
        moves.push(text);
    }
    let view = View::of(record.game());
    Ok((record, Shown { study: 0, view, san, moves, known: Vec::new() }, place))
}

/// Lets one engine think about one position after the other.
async fn think(
    shelf: Arc<Shelf>,
    name: String,
    mut studies: watch::Receiver<Option<Arc<Study>>>,
    tell: mpsc::Sender<Analysed>,
) {
    let mut engine = None;
    loop {
        let study = studies.borrow_and_update().clone();
        let Some(study) = study else {
            // Whatever it thinks about, it stops when it is gone. Its memory is free again, too.
            engine = None;
            if studies.changed().await.is_err() {
                return;
            }
            continue;
        };
        let mut lines = Lines::of(study.game.boxed());
        let ended = tokio::select! {
            changed = studies.changed() => match changed {
                Ok(()) => continue,
                Err(_) => return,
            },
            ended = analyse(&mut engine, &shelf, &name, &study, &mut lines, &tell) => ended,
        };
        if ended.is_err() {
            engine = None;
        }
        let (opinion, failed) = (lines.opinion(), ended.err());
        let (study, engine) = (study.number, name.clone());
        let last = Analysed { study, engine, opinion, over: true, failed };
        if tell.send(last).await.is_err() || studies.changed().await.is_err() {
            return;
        }
    }
}

async fn analyse(
    engine: &mut Option<(Engine, String)>,
    shelf: &Shelf,
    name: &str,
    study: &Study,
    lines: &mut Lines,
    tell: &mpsc::Sender<Analysed>,
) -> Result<(), String> {
    let (engine, told_of) = match engine {
        Some(engine) => engine,
        None => engine.insert((shelf.open(name).await?, String::new())),
    };
    let said = |error: Error| format!("{name}: {error}");
    // It may still think about the position before.
    engine.settle().await.map_err(said)?;
    if *told_of != study.place.variant {
        engine.can_play(&study.place.variant).await.map_err(said)?;
        engine.new_game(&study.place.variant).await.map_err(said)?;
        study.place.variant.clone_into(told_of);
    }
    let count = study.lines.to_string();
    for (option, value) in [("UCI_AnalyseMode", "true"), ("MultiPV", count.as_str())] {
        let declared = &engine.about().options;
        let found = declared.iter().find(|known| known.name.eq_ignore_ascii_case(option));
        if let Some(known) = found.map(|known| known.name.clone()) {
            engine.set_option(&known, Some(value)).await.map_err(said)?;
        }
    }
    let (opinions, mut opinion) = watch::channel(Opinion::default());
    let thinking = async {
        let answer = engine.think(&study.place, study.search.clone(), |info| {
            if lines.take(info) {
                opinions.send_replace(lines.opinion());
            }
        });
        answer.await.map(|_| ()).map_err(said)
    };
    let telling = async {
        // The first at once, then not too often.
        let mut clock = interval_at(Instant::now(), OFTEN);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while opinion.changed().await.is_ok() {
            clock.tick().await;
            let opinion = opinion.borrow_and_update().clone();
            let (study, engine) = (study.number, name.to_owned());
            let news = Analysed { study, engine, opinion, over: false, failed: None };
            if tell.send(news).await.is_err() {
                break;
            }
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        ended = thinking => ended,
        () = telling => Ok(()),
    }
}
