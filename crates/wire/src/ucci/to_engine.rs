//! Lines from the interface to the engine.

use super::*;
use crate::uci::{moves, position};
use crate::words::{Reader, find_message, fold, trim, unknown};
use crate::{Parsed, RemarkKind};

impl ToEngine {
    /// Reads a line. Words before a command are skipped as in UCI.
    pub fn parse(line: &str) -> Parsed<ToEngine> {
        find_message(line, is_keyword, command)
            .unwrap_or_else(|| unknown(line, is_keyword, ToEngine::Unknown))
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "ucci"
            | "isready"
            | "setoption"
            | "position"
            | "fen"
            | "startpos"
            | "banmoves"
            | "go"
            | "ponderhit"
            | "stop"
            | "probe"
            | "ucinewgame"
            | "uccinewgame"
            | "quit"
    )
}

/// The command that a keyword begins, if its mandatory arguments are there.
fn command(word: &str, reader: &mut Reader) -> Option<ToEngine> {
    Some(match word {
        "ucci" => ToEngine::Ucci,
        "isready" => ToEngine::IsReady,
        "setoption" => set_option(reader)?,
        "position" => {
            let start = reader.next()?;
            ToEngine::Position(position(start, reader)?)
        }
        "fen" | "startpos" => {
            reader.remark(RemarkKind::Dialect, word);
            ToEngine::Position(position(word, reader)?)
        }
        "probe" => {
            let start = reader.next()?;
            ToEngine::Probe(position(start, reader)?)
        }
        "banmoves" => ToEngine::BanMoves(moves(reader, |_| false)),
        "go" => ToEngine::Go(Box::new(go(reader))),
        "ponderhit" => ToEngine::PonderHit { draw: has_draw(reader) },
        "stop" => ToEngine::Stop,
        "ucinewgame" | "uccinewgame" => {
            reader.remark(RemarkKind::Dialect, word);
            ToEngine::NewGame
        }
        "quit" => ToEngine::Quit,
        _ => return None,
    })
}

/// `<name> [<value>]`; also UCI's form, if `name` comes first and `value` later (`X-196`).
fn set_option(reader: &mut Reader) -> Option<ToEngine> {
    let first = reader.next()?;
    let mut uci = reader.clone();
    let name = uci.take_until(|word| word == "value");
    if first == "name" && !name.is_empty() && uci.next().is_some() {
        reader.remark(RemarkKind::Dialect, first);
        let value = trim(uci.rest());
        let value = if value == "<empty>" { "" } else { value };
        reader.take_rest();
        return Some(ToEngine::SetOption { name: fold(name), value: some_text(value) });
    }
    Some(ToEngine::SetOption { name: first.to_owned(), value: some_text(reader.take_rest()) })
}

/// No text and an empty text are the same on this wire.
fn some_text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn has_draw(reader: &mut Reader) -> bool {
    let mut draw = false;
    while let Some(word) = reader.next() {
        if word == "draw" { draw = true } else { reader.skip(word) }
    }
    draw
}

fn is_go_word(word: &str) -> bool {
    matches!(
        word,
        "ponder"
            | "draw"
            | "depth"
            | "infinite"
            | "nodes"
            | "time"
            | "movestogo"
            | "increment"
            | "opptime"
            | "oppmovestogo"
            | "oppincrement"
            | "movetime"
    )
}

fn go(reader: &mut Reader) -> Go {
    let mut go = Go::default();
    while let Some(word) = reader.next() {
        let number = match word {
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "draw" => {
                go.draw = true;
                continue;
            }
            "infinite" => {
                go.infinite = true;
                continue;
            }
            // `depth infinite` is a reading of the document's `depth <n> | infinite`.
            "depth" if reader.peek() == Some("infinite") => continue,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "time" => &mut go.time,
            "movestogo" => &mut go.movestogo,
            "increment" => &mut go.increment,
            "opptime" => &mut go.opptime,
            "oppmovestogo" => &mut go.oppmovestogo,
            "oppincrement" => &mut go.oppincrement,
            "movetime" => {
                reader.remark(RemarkKind::Dialect, word);
                &mut go.movetime
            }
            _ => {
                reader.skip(word);
                continue;
            }
        };
        reader.int_into(number, word, is_go_word);
    }
    go
}
