//! Lines from the interface to the engine, and the lines of edit mode.

use super::*;
use crate::words::{Int, Reader, fold, read_int};
use crate::{Parsed, RemarkKind};

/// The error types of `Malformed` (`C-553`).
const BAD: &str = "bad parameter";
const TOO_FEW: &str = "too few parameters";
const TOO_MANY: &str = "too many parameters";

/// A command, or the error type to answer.
type Command = Result<ToEngine, &'static str>;

impl ToEngine {
    /// Reads a line outside edit mode.
    pub fn parse(line: &str) -> Parsed<ToEngine> {
        let mut reader = Reader::new(line);
        let Some(word) = reader.next() else {
            return reader.finish(ToEngine::Unknown(line.to_owned()));
        };
        let value = match command(word, &mut reader) {
            Some(Ok(command)) => command,
            Some(Err(error)) => ToEngine::Malformed { error, line: line.to_owned() },
            None if reader.rest().is_empty() && looks_like_move(word) => {
                ToEngine::BareMove(MoveText::new(word))
            }
            None => ToEngine::Unknown(line.to_owned()),
        };
        if !matches!(value, ToEngine::Malformed { .. } | ToEngine::Unknown(_)) {
            reader.skip_rest();
        }
        reader.finish(value)
    }
}

fn command(word: &str, reader: &mut Reader) -> Option<Command> {
    Some(Ok(match word {
        "xboard" => ToEngine::Xboard,
        "new" => ToEngine::New,
        "quit" => ToEngine::Quit,
        "random" => ToEngine::Random,
        "force" => ToEngine::Force,
        "go" => ToEngine::Go,
        "playother" => ToEngine::PlayOther,
        "white" => ToEngine::White,
        "black" => ToEngine::Black,
        "?" => ToEngine::MoveNow,
        "draw" => ToEngine::Draw,
        "edit" => ToEngine::Edit,
        "hint" => ToEngine::Hint,
        "bk" => ToEngine::Bk,
        "undo" => ToEngine::Undo,
        "remove" => ToEngine::Remove,
        "hard" => ToEngine::Hard,
        "easy" => ToEngine::Easy,
        "post" => ToEngine::Post,
        "nopost" => ToEngine::NoPost,
        "analyze" => ToEngine::Analyze,
        "exit" => ToEngine::Exit,
        "." => ToEngine::Status,
        "computer" => ToEngine::Computer,
        "pause" => ToEngine::Pause,
        "resume" => ToEngine::Resume,
        "fritz" => ToEngine::Fritz,
        "reset" => ToEngine::Reset,
        "ponder" => ToEngine::Ponder,
        "accepted" => ToEngine::Accepted(reader.take_rest().to_owned()),
        "rejected" => ToEngine::Rejected(reader.take_rest().to_owned()),
        "name" => ToEngine::Name(reader.take_rest().to_owned()),
        "ics" => ToEngine::Ics(reader.take_rest().to_owned()),
        "ptell" => ToEngine::Ptell(reader.take_rest().to_owned()),
        "partner" => {
            let name = reader.take_rest();
            ToEngine::Partner((!name.is_empty()).then(|| name.to_owned()))
        }
        _ => return with_arguments(word, reader),
    }))
}

fn with_arguments(word: &str, reader: &mut Reader) -> Option<Command> {
    Some(match word {
        "protover" => one_number(reader).map(ToEngine::Protover),
        "sd" => one_number(reader).map(ToEngine::Sd),
        "nps" => one_number(reader).map(ToEngine::Nps),
        "time" => one_number(reader).map(ToEngine::Time),
        "otim" => one_number(reader).map(ToEngine::Otim),
        "memory" => one_number(reader).map(ToEngine::Memory),
        "cores" => one_number(reader).map(ToEngine::Cores),
        "ping" if reader.rest().is_empty() => Ok(ToEngine::Ping(None)),
        "ping" => one_number(reader).map(|number| ToEngine::Ping(Some(number))),
        "rating" => two_numbers(reader).map(|(own, other)| ToEngine::Rating(own, other)),
        "setscore" => two_numbers(reader).map(|(score, depth)| ToEngine::SetScore(score, depth)),
        "depth" if reader.rest().is_empty() => Ok(ToEngine::Depth),
        "depth" => {
            reader.remark(RemarkKind::Dialect, word);
            one_number(reader).map(ToEngine::Sd)
        }
        "st" => seconds(reader).map(ToEngine::St),
        "level" => level(reader).map(ToEngine::Level),
        "variant" => word_of(reader).map(|word| ToEngine::Variant(word.to_owned())),
        "usermove" => word_of(reader).map(|word| ToEngine::UserMove(MoveText::new(word))),
        "exclude" => word_of(reader).map(|word| ToEngine::Exclude(move_or_all(word))),
        "include" => word_of(reader).map(|word| ToEngine::Include(move_or_all(word))),
        "lift" => word_of(reader).map(|word| ToEngine::Lift(word.to_owned())),
        "put" => word_of(reader).map(|word| ToEngine::Put(word.to_owned())),
        "hover" => word_of(reader).map(|word| ToEngine::Hover(word.to_owned())),
        "setboard" => match reader.take_until(|_| false) {
            "" => Err(TOO_FEW),
            fen => Ok(ToEngine::SetBoard(fold(fen))),
        },
        "egtpath" => word_of(reader).map(|kind| ToEngine::EgtPath {
            kind: kind.to_owned(),
            path: reader.take_rest().to_owned(),
        }),
        "option" => match reader.take_rest() {
            "" => Err(TOO_FEW),
            text => Ok(option(text)),
        },
        "result" => game_result(reader),
        "holding" => holding(reader),
        _ => return None,
    })
}

fn word_of<'a>(reader: &mut Reader<'a>) -> Result<&'a str, &'static str> {
    reader.next().ok_or(TOO_FEW)
}

fn no_more(reader: &Reader) -> Result<(), &'static str> {
    if reader.rest().is_empty() { Ok(()) } else { Err(TOO_MANY) }
}

fn number<T: Int>(reader: &mut Reader) -> Result<T, &'static str> {
    let word = word_of(reader)?;
    let (value, moved) = read_int(word).ok_or(BAD)?;
    if moved {
        reader.remark(RemarkKind::Saturated, word);
    }
    Ok(value)
}

fn one_number(reader: &mut Reader) -> Result<i64, &'static str> {
    let value = number(reader)?;
    no_more(reader)?;
    Ok(value)
}

fn two_numbers(reader: &mut Reader) -> Result<(i64, i64), &'static str> {
    let both = (number(reader)?, number(reader)?);
    no_more(reader)?;
    Ok(both)
}

fn seconds(reader: &mut Reader) -> Result<f64, &'static str> {
    let seconds = decimal(reader)?;
    no_more(reader)?;
    Ok(seconds)
}

/// A decimal number; what follows it in its word is ignored (`C-278`).
fn decimal(reader: &mut Reader) -> Result<f64, &'static str> {
    let word = word_of(reader)?;
    let end = decimal_end(word);
    if end < word.len() {
        reader.remark(RemarkKind::BadNumber, word);
    }
    word[..end].parse().ok().filter(|seconds: &f64| seconds.is_finite()).ok_or(BAD)
}

/// Where the decimal number that a word begins with ends.
fn decimal_end(word: &str) -> usize {
    let bytes = word.as_bytes();
    let digits = |from: usize| {
        bytes[from.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = sign + digits(sign);
    match bytes.get(whole) {
        Some(b'.') => whole + 1 + digits(whole + 1),
        _ => whole,
    }
}

fn level(reader: &mut Reader) -> Result<Level, &'static str> {
    let count = crate::words::words(reader.rest()).count();
    if count != 3 {
        // Two are the `level 1 TIME` for engines without `st` (C-711).
        return Err(if count < 3 { TOO_FEW } else { TOO_MANY });
    }
    let moves = number(reader)?;
    let word = word_of(reader)?;
    let (base, exact) = base(word).ok_or(BAD)?;
    if !exact {
        reader.remark(RemarkKind::BadNumber, word);
    }
    Ok(Level { moves, base, increment: decimal(reader)? })
}

/// `MIN` or `MIN:SEC` in seconds, and whether nothing else is in the word: what follows is
/// ignored, as in `25+5` (`C-265`). Minutes may have decimals.
fn base(word: &str) -> Option<(i64, bool)> {
    let (negative, text) = match word.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, word),
    };
    let digits = |text: &str| text.bytes().take_while(|byte| byte.is_ascii_digit()).count();
    let (minutes, behind) = text.split_at(digits(text));
    let (minutes, _) = read_int::<i64>(minutes)?;
    let minutes_in_seconds = minutes.saturating_mul(60);
    let (seconds, exact) = if let Some(behind) = behind.strip_prefix(':') {
        let (seconds, behind) = behind.split_at(digits(behind));
        let (seconds, _) = read_int::<i64>(seconds).unwrap_or((0, false));
        (minutes_in_seconds.saturating_add(seconds), behind.is_empty())
    } else if behind.starts_with('.') {
        let end = decimal_end(text);
        let minutes: f64 = text[..end].parse().ok()?;
        ((minutes * 60.0).round() as i64, end == text.len())
    } else {
        (minutes_in_seconds, behind.is_empty())
    };
    Some((if negative { -seconds } else { seconds }, exact))
}

fn move_or_all(word: &str) -> Option<MoveText> {
    (word != "all").then(|| MoveText::new(word))
}

/// `NAME=VALUE`, split at the first `=` (`C-493`).
fn option(text: &str) -> ToEngine {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(crate::words::trim(value).to_owned())),
        None => (text, None),
    };
    ToEngine::Option { name: crate::words::trim(name).to_owned(), value }
}

fn game_result(reader: &mut Reader) -> Command {
    let Some((result, rest)) = GameResult::split(reader.take_rest()) else {
        return Err(BAD);
    };
    Ok(ToEngine::Result { result, comment: comment(rest, reader) })
}

impl GameResult {
    /// A result word at the beginning of a text, and what follows.
    pub(super) fn split(text: &str) -> Option<(GameResult, &str)> {
        const WORDS: [(&str, GameResult); 4] = [
            ("1-0", GameResult::WhiteWins),
            ("0-1", GameResult::BlackWins),
            ("1/2-1/2", GameResult::Draw),
            ("*", GameResult::Unfinished),
        ];
        WORDS.iter().find_map(|&(word, result)| {
            let rest = text.strip_prefix(word)?;
            let ends = rest.bytes().next().is_none_or(|b| b == b'{' || crate::words::is_blank(b));
            ends.then_some((result, crate::words::trim(rest)))
        })
    }
}

/// What stands in braces; without them the whole text.
pub(super) fn comment(text: &str, reader: &mut Reader) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let Some(inside) = text.strip_prefix('{') else {
        reader.remark(RemarkKind::Dialect, text);
        return Some(text.to_owned());
    };
    match inside.rsplit_once('}') {
        Some((comment, behind)) => {
            if !behind.is_empty() {
                reader.remark(RemarkKind::UnknownToken, behind);
            }
            Some(comment.to_owned())
        }
        None => {
            reader.remark(RemarkKind::BadValue, text);
            Some(inside.to_owned())
        }
    }
}

/// `[WHITE] [BLACK]`, and perhaps what a side just got (`C-535`, `C-536`).
fn holding(reader: &mut Reader) -> Command {
    let mut rest = reader.take_rest();
    if rest.is_empty() {
        return Err(TOO_FEW);
    }
    let mut bracket = || {
        let (inside, behind) = crate::words::trim(rest).strip_prefix('[')?.split_once(']')?;
        rest = crate::words::trim(behind);
        Some(inside.to_owned())
    };
    let white = bracket().ok_or(BAD)?;
    let black = bracket().ok_or(BAD)?;
    let got = (!rest.is_empty()).then(|| rest.to_owned());
    Ok(ToEngine::Holding { white, black, got })
}

impl EditLine {
    /// Reads a line of edit mode.
    pub fn parse(line: &str) -> Parsed<EditLine> {
        let mut reader = Reader::new(line);
        let word = reader.next().unwrap_or("");
        let argument = reader.rest();
        let value = match word {
            "c" => EditLine::ChangeColour,
            "#" => EditLine::Clear,
            "." => EditLine::Leave,
            "quit" => EditLine::Quit,
            "castle" => EditLine::Castle(argument.to_owned()),
            "ep" => EditLine::EnPassant(argument.to_owned()),
            _ => piece_or_square(word).unwrap_or_else(|| EditLine::Unknown(line.to_owned())),
        };
        if !matches!(value, EditLine::Castle(_) | EditLine::EnPassant(_) | EditLine::Unknown(_)) {
            reader.skip_rest();
        }
        reader.finish(value)
    }
}

/// `Pa4`, `Pa4+`, `xa4`. Small letters are pieces too, but `x` and `c` (`C-413`).
fn piece_or_square(word: &str) -> Option<EditLine> {
    let mut characters = word.chars();
    let piece = characters.next()?;
    let rest = characters.as_str();
    let (square, promoted) = match rest.strip_suffix('+') {
        Some(square) => (square, true),
        None => (rest, false),
    };
    if square_length(square.as_bytes()) != Some(square.len()) {
        return None;
    }
    match piece {
        'x' if promoted => None,
        'x' => Some(EditLine::Remove(square.to_owned())),
        'c' => None,
        _ if !piece.is_ascii_alphabetic() => None,
        _ => Some(EditLine::Place { piece, square: square.to_owned(), promoted }),
    }
}
