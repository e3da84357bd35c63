//! Games to look at in the report: their moves as data, and a board that a script draws.

use super::escaped;
use crate::config::Config;
use crate::log::{self, Log, LogError, LogEvent};
use crate::pgn;
use crate::record::{GameRecord, score_text};
use crate::runner::Summary;
use ferz_rules::Family;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// So many games can be looked at: more would make the page too large. All are in the PGN.
const SHOWN: usize = 500;

/// What the report takes from the log.
#[derive(Default)]
pub(crate) struct Sources {
    /// When the run began, in seconds since 1970.
    pub(super) began: u64,
    /// How many openings there are.
    pub(super) openings: usize,
    /// What each engine said: its author, its protocol.
    pub(super) engines: BTreeMap<usize, (String, String)>,
    pub(super) games: Vec<Shown>,
}

/// A game as the script wants it.
#[derive(Serialize)]
pub(super) struct Shown {
    #[serde(skip)]
    pub(super) number: u32,
    /// What it is called.
    t: String,
    /// Where it begins.
    f: String,
    /// Half-moves before its first.
    o: u32,
    /// Moves, in coordinates.
    m: Vec<String>,
    /// Moves, as they are spelled.
    s: Vec<String>,
    /// What the engine said of each.
    c: Vec<String>,
}

impl Sources {
    /// What the log of this folder has.
    pub(crate) fn read(
        folder: &Path,
        summary: &Summary,
        openings: usize,
    ) -> Result<Sources, LogError> {
        let mut sources = Sources { openings, ..Sources::default() };
        for event in log::beginning(folder)? {
            match event {
                LogEvent::Run { began, .. } => sources.began = began,
                LogEvent::Engine { index, author, protocol, .. } => {
                    sources.engines.insert(index, (author, protocol));
                }
                LogEvent::Game(_) | LogEvent::Resumed { .. } => {}
            }
        }
        Log::games_in_order(folder, &summary.config, |game| {
            if sources.games.len() < SHOWN {
                sources.games.extend(Shown::of(summary, game));
            }
            Ok(())
        })?;
        Ok(sources)
    }
}

impl Shown {
    pub(super) fn of(summary: &Summary, game: &GameRecord) -> Option<Shown> {
        let config: &Config = &summary.config;
        let is_xiangqi = config.game().ok()?.family == Family::Xiangqi;
        let f = pgn::first_fen(config, game)?;
        let s = pgn::spelled(config, game);
        let said = |mv: &crate::record::MoveRecord| -> Option<String> {
            let time = mv.time()?.as_secs_f64();
            let score = mv.score.map_or_else(|| "no score".to_owned(), score_text);
            let depth = mv.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
            Some(format!("{score}{depth}, {time:.3} s"))
        };
        let moves = game.moves.iter().take(s.len());
        let number = |at: usize| f.split(' ').nth(at).and_then(|text| text.parse::<u32>().ok());
        let begins_second = f.split(' ').nth(1) == Some("b");
        Some(Shown {
            number: game.number,
            t: format!(
                "game {}: {} - {}: {}  {}",
                game.number,
                summary.name(game.first),
                summary.name(game.second),
                game.result,
                pgn::ending(&game.brief(), is_xiangqi)
            ),
            o: 2 * number(5).unwrap_or(1).saturating_sub(1) + u32::from(begins_second),
            m: moves.clone().map(|mv| mv.text.clone()).collect(),
            c: moves.map(|mv| said(mv).unwrap_or_else(|| "opening".to_owned())).collect(),
            f,
            s,
        })
    }
}

/// The board, and the games as data that no markup of theirs can leave.
pub(super) fn viewer(summary: &Summary, games: &[Shown]) -> String {
    if games.is_empty() {
        return String::new();
    }
    let family = summary.config.game().map(|game| game.family);
    let data = serde_json::json!({ "xiangqi": family == Ok(Family::Xiangqi), "games": games });
    let data = data.to_string().replace('<', "\\u003c");
    let mut out = String::from(
        "<div id=\"viewer\"><div><p id=\"which\"></p><table id=\"board\"></table>\
         <p><button id=\"first\">⏮</button> <button id=\"back\">◀</button> \
         <button id=\"next\">▶</button> <button id=\"last\">⏭</button> <span id=\"said\"></span></p></div>\
         <div id=\"moves\"></div></div>\n",
    );
    let all = summary.games.len();
    if games.len() < all {
        let _ =
            writeln!(out, "<p>The first {} of {all} games; all are in games.pgn.</p>", games.len());
    }
    let _ = write!(
        out,
        "<script id=\"games\" type=\"application/json\">{data}</script>\n<script>{}</script>",
        include_str!("viewer.js")
    );
    out
}

/// What shows a game, in its row of the table.
pub(super) fn button(games: &[Shown], number: u32) -> String {
    match games.iter().position(|game| game.number == number) {
        Some(index) => format!("<button data-game=\"{index}\">{number}</button>"),
        None => escaped(&number.to_string()),
    }
}
