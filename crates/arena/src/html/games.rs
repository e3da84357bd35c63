//! Games to look at in the report: their moves as data, and a board that a script draws.

use crate::boards;
use crate::log::{self, LogError, LogEvent};
use crate::pgn;
use crate::record::{GameBrief, GameRecord, MoveRecord, score_text};
use crate::report;
use crate::summary::Summary;
use ferz_rules::pgn::PgnGame;
use ferz_rules::{FenStyle, Ground, Variant, new_game};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Games that can be looked at, the first of the schedule: more would make the page too large. All
/// are in the PGN.
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
}

impl Sources {
    /// What the log of this folder has.
    pub(crate) fn read(folder: &Path, openings: usize) -> Result<Sources, LogError> {
        let mut sources = Sources { openings, ..Sources::default() };
        for event in log::beginning(folder)? {
            match event {
                LogEvent::Run { began, .. } => sources.began = began,
                LogEvent::Engine { index, author, protocol, .. } => {
                    sources.engines.insert(index, (author, protocol));
                }
                LogEvent::Game(_) | LogEvent::Resumed { .. } | LogEvent::Aside { .. } => {}
            }
        }
        Ok(sources)
    }
}

/// The games that can be looked at, by their numbers: JSON for the script, a few bytes a move.
#[derive(Default)]
pub(crate) struct Shown(BTreeMap<u32, Box<str>>);

/// A game as the script wants it; lists are words with one sign between them.
#[derive(Serialize)]
struct Data<'a> {
    /// Where it begins.
    f: &'a str,
    /// What its opening is called.
    n: &'a str,
    /// Half-moves before its first.
    o: u32,
    /// Moves, in coordinates.
    m: String,
    /// Moves, as they are spelled.
    s: String,
    /// What the engine said of each: score, depth, seconds.
    c: String,
    /// What stands where after each, of games whose moves the script does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<String>,
}

impl Shown {
    /// Whether a game of this number would be shown.
    pub(crate) fn wants(&self, number: u32) -> bool {
        let last = self.0.last_key_value();
        self.0.len() < SHOWN || last.is_some_and(|(last, _)| number < *last)
    }

    /// Adds a game, with what was written of it as PGN and the position in which it began.
    pub(crate) fn add(&mut self, record: &GameRecord, (written, start): &(PgnGame, String)) {
        let steps = &written.line.moves;
        if start.is_empty() || !self.wants(record.number) {
            return;
        }
        let moves = record.moves.iter().take(steps.len());
        let field = |at: usize| start.split(' ').nth(at);
        let number: u32 = field(5).and_then(|number| number.parse().ok()).unwrap_or(1);
        let opening = written.tags.iter().find(|(tag, _)| tag == "Opening");
        let data = Data {
            f: start,
            n: opening.map_or("", |(_, name)| name),
            o: 2 * number.saturating_sub(1) + u32::from(field(1) == Some("b")),
            m: joined(moves.clone().map(|mv| mv.text.as_str()), ' '),
            s: joined(steps.iter().map(|step| step.text.as_str()), ' '),
            c: said(moves.clone()),
            p: placements(written, start, moves),
        };
        // No markup of theirs can leave the script.
        let json = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
        self.0.insert(record.number, json.into());
        if self.0.len() > SHOWN {
            self.0.pop_last();
        }
    }

    /// What shows a game, in its row of the table.
    pub(super) fn button(&self, number: u32) -> String {
        match self.0.contains_key(&number) {
            true => format!("<button data-game=\"{number}\">{number}</button>"),
            false => number.to_string(),
        }
    }

    /// The board, and the games as data.
    pub(super) fn viewer(
        &self,
        out: &mut dyn io::Write,
        summary: &Summary,
        games: &[&GameBrief],
    ) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        out.write_all(
            "<div id=\"viewer\"><div><p id=\"which\"></p><table id=\"board\"></table>\
             <p><button id=\"first\">⏮</button> <button id=\"back\">◀</button> \
             <button id=\"next\">▶</button> <button id=\"last\">⏭</button> \
             <span id=\"said\"></span></p></div><div id=\"moves\"></div></div>\n"
                .as_bytes(),
        )?;
        if self.0.len() < games.len() {
            let (shown, all) = (self.0.len(), games.len());
            writeln!(out, "<p>The first {shown} of {all} games; all are in games.pgn.</p>")?;
        }
        let game = summary.config.game().unwrap_or(Variant::NORMAL);
        let look = new_game(game, None).map(|game| game.look()).unwrap_or_default();
        let on_points = look.ground == Ground::Points;
        let (files, ranks) = (game.files, game.ranks);
        let open = "<script id=\"games\" type=\"application/json\">";
        write!(
            out,
            "{open}{{\"points\":{on_points},\"files\":{files},\"ranks\":{ranks},\"games\":{{"
        )?;
        let shown = games.iter().filter_map(|game| Some((*game, self.0.get(&game.number)?)));
        for (count, (game, data)) in shown.enumerate() {
            let title = serde_json::to_string(&title(summary, game))?;
            let title = title.replace('<', "\\u003c");
            let comma = if count > 0 { "," } else { "" };
            let data = data.strip_prefix('{').unwrap_or(data);
            write!(out, "{comma}\"{}\":{{\"t\":{title},{data}", game.number)?;
        }
        let script = include_str!("viewer.js");
        writeln!(out, "}}}}</script>\n<script>{script}</script>")
    }
}

/// What a game is called.
fn title(summary: &Summary, game: &GameBrief) -> String {
    format!(
        "game {}: {} - {}: {}  {}",
        game.number,
        summary.name(game.first),
        summary.name(game.second),
        game.result,
        pgn::ending((game.result, game.reason, &game.detail), report::sides(summary))
    )
}

/// The pieces of each position of a game that is neither chess nor xiangqi, as its FENs have them.
fn placements<'a>(
    written: &PgnGame,
    start: &str,
    moves: impl Iterator<Item = &'a MoveRecord>,
) -> Option<String> {
    let variant = written.variant().ok().filter(|game| game.family.usual().is_none())?;
    let mut game = new_game(variant, Some(start)).ok()?;
    let placement = |fen: &str| fen.split(' ').next().unwrap_or_default().to_owned();
    let mut all = vec![placement(start)];
    for mv in moves {
        // An illegal move ends a game, and changes nothing on its board.
        if boards::play(&mut game, mv).is_err() {
            break;
        }
        all.push(placement(&game.fen(FenStyle::XFen)));
    }
    Some(joined(all.iter().map(String::as_str), '|'))
}

fn joined<'a>(words: impl Iterator<Item = &'a str>, sign: char) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(sign);
        }
        text.push_str(word);
    }
    text
}

/// What engines said of their moves, `+0.31 9 1.200`, one beside the other; nothing of the opening's.
fn said<'a>(moves: impl Iterator<Item = &'a MoveRecord>) -> String {
    let mut text = String::new();
    for (ply, mv) in moves.enumerate() {
        if ply > 0 {
            text.push('|');
        }
        let Some(micros) = mv.micros else { continue };
        match mv.score {
            Some(score) => text.push_str(&score_text(score)),
            None => text.push('-'),
        }
        match mv.depth {
            Some(depth) => _ = write!(text, " {depth}"),
            None => text.push_str(" -"),
        }
        let millis = (micros + 500) / 1000;
        _ = write!(text, " {}.{:03}", millis / 1000, millis % 1000);
    }
    text
}
