//! Lines from the engine to the interface.

use super::*;
use crate::uci::{self, ScoreValue};
use crate::words::{Reader, find_message, unknown};
use crate::{Parsed, RemarkKind};

impl FromEngine {
    /// Reads a line. Words before a message are skipped as in UCI.
    pub fn parse(line: &str) -> Parsed<FromEngine> {
        find_message(line, is_keyword, message)
            .unwrap_or_else(|| unknown(line, is_keyword, FromEngine::Unknown))
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "id" | "option"
            | "ucciok"
            | "readyok"
            | "bestmove"
            | "nobestmove"
            | "info"
            | "pophash"
            | "bye"
    )
}

/// The message that a keyword begins, if its mandatory arguments are there.
fn message(word: &str, reader: &mut Reader) -> Option<FromEngine> {
    Some(match word {
        "id" => {
            let key = reader.next()?.to_owned();
            FromEngine::Id { key, text: reader.take_rest().to_owned() }
        }
        "option" => FromEngine::Option(option(reader)?),
        "ucciok" => FromEngine::UcciOk,
        "readyok" => FromEngine::ReadyOk,
        "bestmove" => best_move(reader)?,
        "nobestmove" => FromEngine::NoBestMove,
        "info" => FromEngine::Info(Box::new(info(reader)?)),
        "pophash" => pop_hash(reader),
        "bye" => FromEngine::Bye,
        _ => return None,
    })
}

/// `<name> type <type> …`; UCI's form with the word `name` is read too (`X-142`).
fn option(reader: &mut Reader) -> Option<OptionDecl> {
    let mut uci = reader.clone();
    let with_name = uci.next() == Some("name") && uci.peek() != Some("type");
    let name = if with_name {
        reader.remark(RemarkKind::Dialect, "name");
        None
    } else {
        Some(reader.take_until(|word| word == "type"))
    };
    let (name, kind) = uci::declaration(name, reader)?;
    let kind = match kind {
        uci::OptionKind::Other { kind, .. } if kind == "label" => OptionKind::Label,
        kind => {
            if let uci::OptionKind::Other { kind, .. } = &kind {
                reader.remark(RemarkKind::Dialect, kind);
            }
            OptionKind::Uci(kind)
        }
    };
    Some(OptionDecl { name, kind })
}

/// Words behind the move may come in any order (`X-314`).
fn best_move(reader: &mut Reader) -> Option<FromEngine> {
    let is_keyword = |word: &str| matches!(word, "ponder" | "draw" | "resign");
    let mut best = None;
    if let Some(word) = reader.peek().filter(|word| !is_keyword(word)) {
        reader.next();
        best = uci::real_move(word, reader);
    }
    let (mut ponder, mut draw, mut resign) = (None, false, false);
    while let Some(word) = reader.next() {
        match word {
            "draw" => draw = true,
            "resign" => resign = true,
            "ponder" => match reader.peek().filter(|word| !is_keyword(word)) {
                Some(word) => {
                    reader.next();
                    ponder = uci::real_move(word, reader);
                }
                None => reader.remark(RemarkKind::MissingArgument, word),
            },
            _ => reader.skip(word),
        }
    }
    if best.is_none() {
        reader.remark(RemarkKind::Dialect, "bestmove");
        if !resign && !draw {
            return Some(FromEngine::NoBestMove);
        }
    }
    // The document wants a move even from an engine that resigns, and has no word for none.
    let best = best.unwrap_or_else(|| MoveText::new("0000"));
    Some(FromEngine::BestMove { best, ponder, draw, resign })
}

fn is_info_word(word: &str) -> bool {
    matches!(
        word,
        "time"
            | "nodes"
            | "depth"
            | "score"
            | "cp"
            | "mate"
            | "pv"
            | "currmove"
            | "currmovenumber"
            | "message"
            | "string"
    )
}

/// `None` if nothing known is in it.
fn info(reader: &mut Reader) -> Option<Info> {
    let mut info = Info::default();
    let mut unknown = Vec::new();
    while let Some(word) = reader.next() {
        match word {
            "time" => {
                let mut time = info.time.map(|time| time.as_millis() as u64);
                reader.int_into(&mut time, word, is_info_word);
                info.time = time.map(Duration::from_millis);
            }
            "nodes" => reader.int_into(&mut info.nodes, word, is_info_word),
            "depth" => reader.int_into(&mut info.depth, word, is_info_word),
            "currmovenumber" => {
                reader.int_into(&mut info.currmovenumber, word, is_info_word);
            }
            "score" => info.score = score(reader).or(info.score),
            "pv" => info.pv = uci::line_of_moves(word, reader, is_info_word),
            "currmove" => match reader.peek().filter(|word| !is_info_word(word)) {
                Some(mv) => {
                    reader.next();
                    info.currmove = Some(MoveText::new(mv));
                }
                None => reader.remark(RemarkKind::MissingArgument, word),
            },
            "message" => info.message = Some(reader.take_rest().to_owned()),
            "string" => {
                reader.remark(RemarkKind::Dialect, word);
                info.message = Some(reader.take_rest().to_owned());
            }
            _ => unknown.push(word),
        }
    }
    if info == Info::default() {
        return None;
    }
    info.other = uci::other(&unknown, reader);
    Some(info)
}

/// A plain integer; other programs' `cp` and `mate` are read too (`X-260`, `X-263`).
fn score(reader: &mut Reader) -> Option<ScoreValue> {
    let unit = reader.peek().filter(|word| matches!(*word, "cp" | "mate"));
    if let Some(unit) = unit {
        reader.remark(RemarkKind::Dialect, unit);
        reader.next();
    }
    let value = reader.int("score", is_info_word)?;
    Some(if unit == Some("mate") { ScoreValue::Mate(value) } else { ScoreValue::Cp(value) })
}

fn pop_hash(reader: &mut Reader) -> FromEngine {
    let is_keyword = |word: &str| matches!(word, "bestmove" | "lowerbound" | "upperbound");
    let (mut best, mut lower, mut upper) = (None, None, None);
    while let Some(word) = reader.next() {
        match word {
            "bestmove" => match reader.peek().filter(|word| !is_keyword(word)) {
                Some(word) => {
                    reader.next();
                    best = uci::real_move(word, reader);
                }
                None => reader.remark(RemarkKind::MissingArgument, word),
            },
            "lowerbound" => lower = bound(word, reader),
            "upperbound" => upper = bound(word, reader),
            _ => reader.skip(word),
        }
    }
    FromEngine::PopHash { best, lower, upper }
}

/// `<value> depth <d>`
fn bound(word: &str, reader: &mut Reader) -> Option<(i32, i32)> {
    let stops = |word: &str| matches!(word, "bestmove" | "lowerbound" | "upperbound" | "depth");
    let value = reader.int(word, stops)?;
    if reader.peek() != Some("depth") {
        reader.remark(RemarkKind::MissingArgument, "depth");
        return None;
    }
    reader.next();
    Some((value, reader.int("depth", stops)?))
}
