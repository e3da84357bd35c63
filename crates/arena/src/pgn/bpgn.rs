//! Games on two boards, as players of bughouse exchange them (BPGN): one list of the moves of both
//! boards in the order in which they were made, numbered `1A.` for White of the first board, `1b.` for Black
//! of the second; the clock of who has moved stands behind the move.

use super::{Walk, ending, tags};
use crate::config::{Comments, Config};
use crate::record::{GameRecord, MoveRecord};
use ferz_rules::Variant;
use std::fmt::Write;

/// Columns of a line.
const WIDTH: usize = 80;

/// A game; the text ends with an empty line.
pub(super) fn write(config: &Config, names: &[String], record: &GameRecord) -> String {
    let variant = config.game().unwrap_or(Variant::NORMAL);
    let boards = [&record.moves, &record.beside];
    let walks = boards.map(|moves| Walk::over(config, record, moves));
    let mut text = String::new();
    for (key, value) in tags(config, names, record, variant, walks[0].as_ref()) {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        let players = match key {
            // Those who have White on one board have Black on the other.
            "White" => ["WhiteA", "BlackB"],
            "Black" => ["BlackA", "WhiteB"],
            key => [key, ""],
        };
        for key in players.into_iter().filter(|key| !key.is_empty()) {
            let partner = match key {
                "BlackB" => partner(config, record.first),
                "WhiteB" => partner(config, record.second),
                _ => None,
            };
            let value = partner.as_ref().unwrap_or(&value);
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{key} \"{value}\"]");
        }
    }
    let mut moves = Vec::new();
    for (board, (walk, made)) in walks.iter().zip(boards).enumerate() {
        let Some(walk) = walk else { continue };
        let mut fields = walk.start.split(' ').skip(1);
        let black_begins = usize::from(fields.next() == Some("b"));
        let number: usize = fields.nth(3).and_then(|field| field.parse().ok()).unwrap_or(1);
        for (index, (step, made)) in walk.line.moves.iter().zip(made).enumerate() {
            let ply = index + black_begins;
            let letter = [["A", "a"], ["B", "b"]][board][ply % 2];
            let mut word =
                format!("{}{letter}. {}{}", number + ply / 2, step.text, clock(config, made));
            step.comments.iter().for_each(|said| _ = write!(word, " {{{said}}}"));
            moves.push((made.order, word));
        }
    }
    moves.sort_by_key(|(order, _)| *order);
    let ended = ending((record.result, record.reason, &record.detail), variant.sides);
    let (words, end) =
        (moves.into_iter().map(|(_, word)| word), format!("{{{ended}}} {}", record.result));
    text.push('\n');
    let mut column = 0;
    for word in words.chain([end]).collect::<Vec<_>>().join(" ").split(' ') {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        column += length;
        text.push_str(word);
    }
    text.push_str("\n\n");
    text
}

/// What a partner is called that is another engine.
fn partner(config: &Config, index: usize) -> Option<String> {
    Some(config.engines.get(index)?.partner.as_deref()?.called())
}

/// What the clock showed behind a move.
fn clock(config: &Config, made: &MoveRecord) -> String {
    let wanted = made.clock.filter(|_| config.pgn.comments != Comments::None);
    wanted.map_or_else(String::new, |ms| format!("{{{}.{:03}}}", ms / 1000, ms % 1000))
}
