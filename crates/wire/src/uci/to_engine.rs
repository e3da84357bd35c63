//! Lines from the interface to the engine.

use super::*;
use crate::words::{Reader, find_message, unknown};
use crate::{Parsed, RemarkKind, Start};

impl ToEngine {
    /// Reads a line.
    ///
    /// Unknown words before a command are skipped (`U-031`), but a command behind such words
    /// counts only if it has nothing odd itself, so that chatter starts no search (`U-034`).
    pub fn parse(line: &str) -> Parsed<ToEngine> {
        ToEngine::parse_with::<&str>(line, &[])
    }

    /// Like [`parse`](ToEngine::parse), for an engine that has declared options whose names
    /// contain the word `value`: the longest declared name is taken (`U-149`).
    pub fn parse_with<S: AsRef<str>>(line: &str, declared: &[S]) -> Parsed<ToEngine> {
        find_message(line, is_keyword, |word, reader| command(word, reader, declared))
            .unwrap_or_else(|| unknown(line, is_keyword, ToEngine::Unknown))
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "uci"
            | "debug"
            | "isready"
            | "setoption"
            | "register"
            | "ucinewgame"
            | "position"
            | "fen"
            | "startpos"
            | "go"
            | "stop"
            | "ponderhit"
            | "quit"
    )
}

/// The command that a keyword begins, if its mandatory arguments are there.
fn command<S: AsRef<str>>(word: &str, reader: &mut Reader, declared: &[S]) -> Option<ToEngine> {
    Some(match word {
        "uci" => ToEngine::Uci,
        "debug" => ToEngine::Debug(debug(reader)),
        "isready" => ToEngine::IsReady,
        "setoption" => set_option(reader, declared)?,
        "register" => ToEngine::Register(register(reader)?),
        "ucinewgame" => ToEngine::UciNewGame,
        "position" => {
            let start = reader.next()?;
            ToEngine::Position(position(start, reader)?)
        }
        "fen" | "startpos" => {
            reader.remark(RemarkKind::Dialect, word);
            ToEngine::Position(position(word, reader)?)
        }
        "go" => ToEngine::Go(Box::new(go(reader))),
        "stop" => ToEngine::Stop,
        "ponderhit" => ToEngine::PonderHit,
        "quit" => ToEngine::Quit,
        _ => return None,
    })
}

fn debug(reader: &mut Reader) -> Option<bool> {
    let switch = match reader.peek() {
        Some("on") => Some(true),
        Some("off") => Some(false),
        // Neither: no change of state (U-032, U-115).
        Some(_) => return None,
        None => {
            reader.remark(RemarkKind::MissingArgument, "debug");
            return None;
        }
    };
    reader.next();
    switch
}

fn set_option<S: AsRef<str>>(reader: &mut Reader, declared: &[S]) -> Option<ToEngine> {
    if reader.next()? != "name" {
        return None;
    }
    let name = match longest_declared(reader, declared) {
        Some(name) => name,
        None => reader.take_until(|word| word == "value"),
    };
    if name.is_empty() {
        return None;
    }
    let value = reader.next().map(|_value| match reader.take_rest() {
        "<empty>" => String::new(),
        value => value.to_owned(),
    });
    Some(ToEngine::SetOption { name: crate::words::fold(name), value })
}

/// Takes the longest declared name that the rest begins with and that `value` or nothing follows.
fn longest_declared<'a, S: AsRef<str>>(reader: &mut Reader<'a>, declared: &[S]) -> Option<&'a str> {
    let mut best: Option<(&'a str, Reader<'a>)> = None;
    for name in declared {
        let start = reader.rest();
        let mut attempt = reader.clone();
        let matches = crate::words::words(name.as_ref())
            .all(|word| attempt.next().is_some_and(|next| next.eq_ignore_ascii_case(word)));
        let length = start.len() - attempt.rest().len();
        let longer = best.as_ref().is_none_or(|(best, _)| length > best.len());
        if matches && longer && attempt.peek().is_none_or(|next| next == "value") {
            best = start.get(..length).map(|name| (name, attempt));
        }
    }
    let (name, after) = best?;
    *reader = after;
    Some(name)
}

fn register(reader: &mut Reader) -> Option<Register> {
    let is_keyword = |word: &str| word == "name" || word == "code";
    if reader.peek()? == "later" {
        reader.next();
        return Some(Register::Later);
    }
    let (mut name, mut code) = (None, None);
    while let Some(word) = reader.next() {
        let field = match word {
            "name" => &mut name,
            "code" => &mut code,
            _ => {
                reader.skip(word);
                continue;
            }
        };
        let value = reader.take_until(is_keyword);
        let repeated = field.is_some();
        if value.is_empty() {
            reader.remark(RemarkKind::MissingArgument, word);
            continue;
        }
        // The last one wins (U-185).
        *field = Some(value.to_owned());
        if repeated {
            reader.remark(RemarkKind::Repeated, word);
        }
    }
    (name.is_some() || code.is_some()).then_some(Register::As { name, code })
}

/// A position whose first word, `fen` or `startpos`, is taken.
pub(crate) fn position(start: &str, reader: &mut Reader) -> Option<PositionText> {
    let start = match start {
        "startpos" => Start::Startpos,
        "fen" => {
            let fen = reader.take_until(|word| word == "moves");
            if fen.is_empty() {
                return None;
            }
            Start::Fen(crate::words::fold(fen))
        }
        _ => return None,
    };
    while let Some(word) = reader.next() {
        if word == "moves" {
            return Some(PositionText { start, moves: moves(reader, |_| false) });
        }
        reader.skip(word);
    }
    Some(PositionText { start, moves: Vec::new() })
}

/// The words up to one that `stops`, as moves.
pub(crate) fn moves(reader: &mut Reader, stops: impl Fn(&str) -> bool) -> Vec<MoveText> {
    // Most moves take five bytes with their blank: one allocation does for nearly every list.
    let mut moves = Vec::with_capacity(reader.rest().len().div_ceil(5).min(512));
    while let Some(word) = reader.peek() {
        if stops(word) {
            break;
        }
        moves.push(MoveText::new(word));
        reader.next();
    }
    moves
}

fn is_go_word(word: &str) -> bool {
    matches!(
        word,
        "searchmoves"
            | "ponder"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "depth"
            | "nodes"
            | "mate"
            | "movetime"
            | "infinite"
            | "perft"
    )
}

fn go(reader: &mut Reader) -> Go {
    let mut go = Go::default();
    while let Some(word) = reader.next() {
        let number = match word {
            "searchmoves" => {
                go.searchmoves = moves(reader, is_go_word);
                if go.searchmoves.is_empty() {
                    reader.remark(RemarkKind::MissingArgument, word);
                }
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "wtime" => &mut go.wtime,
            "btime" => &mut go.btime,
            "winc" => &mut go.winc,
            "binc" => &mut go.binc,
            "movestogo" => &mut go.movestogo,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "mate" => &mut go.mate,
            "movetime" => &mut go.movetime,
            "perft" => &mut go.perft,
            _ => {
                reader.skip(word);
                continue;
            }
        };
        reader.int_into(number, word, is_go_word);
    }
    go
}
