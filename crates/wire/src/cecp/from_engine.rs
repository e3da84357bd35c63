//! Lines from the engine to the interface.

use super::to_engine::comment;
use super::*;
use crate::uci::Bound;
use crate::words::{Int, Reader, fold, is_blank, read_int, trim, trim_start};
use crate::{Parsed, RemarkKind};

impl FromEngine {
    /// Reads a line. Legacy results are tried after everything else (`C-096`).
    pub fn parse(line: &str) -> Parsed<FromEngine> {
        // Some engines ring the bell (C-031).
        let text = line.trim_start_matches('\u{7}');
        let indent = text.len() - trim_start(text).len();
        let mut reader = Reader::new(text);
        if text.len() < line.len() {
            reader.remark(RemarkKind::Dialect, &line[..line.len() - text.len()]);
        }
        if let Some(comment) = text.strip_prefix('#') {
            return reader.finish(FromEngine::Comment(crate::words::trim_end(comment).to_owned()));
        }
        let value = if reader.rest().is_empty() {
            None
        } else if let Some(thinking) = thinking(text, &mut reader) {
            // Columns are aligned with blanks, so this comes before the two that begin with them.
            Some(FromEngine::Thinking(Box::new(thinking)))
        } else if text.starts_with("    ") {
            reader.allow_blanks();
            Some(FromEngine::Continuation(reader.take_rest().to_owned()))
        } else {
            let mut attempt = reader.clone();
            let word = attempt.next().unwrap_or("");
            let mut value = message(word, &mut attempt);
            if indent > 0 && !value.as_ref().is_some_and(may_be_indented) {
                reader.allow_blanks();
                value = Some(FromEngine::BookLine(reader.take_rest().to_owned()));
            } else if value.is_some() {
                reader = attempt;
            } else {
                value = legacy(text, &mut reader);
            }
            value
        };
        reader.finish(value.unwrap_or_else(|| FromEngine::Unknown(line.to_owned())))
    }
}

/// A line of book information begins with a blank (`C-426`). Only what cannot be confused with
/// one is read behind blanks (`C-028`).
fn may_be_indented(message: &FromEngine) -> bool {
    use FromEngine as F;
    matches!(message, F::Feature(_) | F::Move(_) | F::Pong(_) | F::Stat01(_))
}

fn message(word: &str, reader: &mut Reader) -> Option<FromEngine> {
    let message = match word {
        "feature" => FromEngine::Feature(super::feature::features(reader)),
        "move" => FromEngine::Move(played(reader)?),
        "resign" => FromEngine::Resign,
        "pong" => FromEngine::Pong(match reader.next() {
            Some(word) => Some(read_int(word)?.0),
            None => None,
        }),
        "Hint:" => FromEngine::Hint(MoveText::new(reader.next()?)),
        "stat01:" => FromEngine::Stat01(stat01(reader)?),
        "++" => FromEngine::FailHigh,
        "--" => FromEngine::FailLow,
        "telluser" => tell(TellTo::User, reader),
        "tellusererror" => tell(TellTo::UserError, reader),
        "tellopponent" => tell(TellTo::Opponent, reader),
        "tellothers" => tell(TellTo::Others, reader),
        "tellall" => tell(TellTo::All, reader),
        "tellics" => tell(TellTo::Ics, reader),
        "tellicsnoalias" => tell(TellTo::IcsNoAlias, reader),
        "askuser" => FromEngine::AskUser {
            tag: reader.next()?.to_owned(),
            text: reader.take_rest().to_owned(),
        },
        "setup" => setup(reader)?,
        "piece" => {
            let id = reader.next()?;
            let moves = reader.next()?;
            let is_id = id.len() <= 4 && id.contains(|c: char| c.is_ascii_alphabetic());
            if !is_id || !reader.rest().is_empty() {
                return None;
            }
            FromEngine::Piece { id: id.to_owned(), moves: moves.to_owned() }
        }
        "highlight" => FromEngine::Highlight(reader.next()?.to_owned()),
        "click" => FromEngine::Click(reader.next()?.to_owned()),
        "choice" => FromEngine::Choice(reader.next()?.to_owned()),
        _ => return None,
    };
    reader.skip_rest();
    Some(message)
}

/// The move of `move`. Legs in two words are joined.
fn played(reader: &mut Reader) -> Option<MoveText> {
    let word = reader.next()?;
    match reader.peek() {
        Some(second) if word.ends_with(',') => {
            reader.remark(RemarkKind::Dialect, word);
            reader.next();
            Some(MoveText::new(&format!("{word}{second}")))
        }
        _ => Some(MoveText::new(word)),
    }
}

fn tell(to: TellTo, reader: &mut Reader) -> FromEngine {
    FromEngine::Tell { to, text: reader.take_rest().to_owned() }
}

fn stat01(reader: &mut Reader) -> Option<Stat01> {
    let mut attempt = reader.clone();
    let stat = Stat01 {
        time: int(&mut attempt)?,
        nodes: int(&mut attempt)?,
        ply: int(&mut attempt)?,
        moves_left: int(&mut attempt)?,
        moves_total: int(&mut attempt)?,
        current: attempt.next().map(MoveText::new),
    };
    *reader = attempt;
    Some(stat)
}

fn int<T: Int>(reader: &mut Reader) -> Option<T> {
    let word = reader.next()?;
    let (value, moved) = read_int(word)?;
    if moved {
        reader.remark(RemarkKind::Saturated, word);
    }
    Some(value)
}

/// `[(PIECETOCHAR)] [WxH+S_PARENT] FEN`
fn setup(reader: &mut Reader) -> Option<FromEngine> {
    let mut rest = reader.take_rest();
    let mut pieces = None;
    if let Some((inside, behind)) = rest.strip_prefix('(').and_then(|text| text.split_once(')')) {
        pieces = Some(trim(inside).to_owned());
        rest = trim(behind);
    }
    let word = rest.split(|c: char| c.is_ascii_whitespace()).next().unwrap_or("");
    let is_size = word.starts_with(|c: char| c.is_ascii_digit())
        && word.contains('x')
        && word.contains('+')
        && !word.contains('/');
    let size = is_size.then(|| word.to_owned());
    if is_size {
        rest = trim(&rest[word.len()..]);
    }
    (!rest.is_empty()).then(|| FromEngine::Setup { pieces, size, fen: fold(rest) })
}

/// Messages that more than their first word tells apart, and the legacy forms of section 31.
fn legacy(text: &str, reader: &mut Reader) -> Option<FromEngine> {
    let rest = reader.rest();
    if let Some((result, behind)) = GameResult::split(rest)
        && (result != GameResult::Unfinished || behind.is_empty() || behind.starts_with('{'))
    {
        reader.take_rest();
        return Some(FromEngine::Result { result, comment: comment(behind, reader) });
    }
    if let Some(behind) = rest.strip_prefix("stat01:") {
        let mut glued = Reader::new(behind);
        return stat01(&mut glued).map(FromEngine::Stat01);
    }
    if let Some(behind) = strip_word(rest, "Error") {
        let (kind, text) = reason_and_text(behind);
        return Some(FromEngine::Error { kind: kind.unwrap_or_default(), text });
    }
    for (word, remark) in [("Illegal move", false), ("illegal move", true)] {
        if let Some(behind) = strip_word(rest, word) {
            if remark {
                reader.remark(RemarkKind::Dialect, word);
            }
            let (reason, text) = reason_and_text(behind);
            return Some(FromEngine::IllegalMove { reason, text });
        }
    }
    if rest == "offer draw" {
        return Some(FromEngine::OfferDraw);
    }
    let has =
        |wanted: &str| rest.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == wanted);
    if has("offer") && has("draw") {
        reader.remark(RemarkKind::Dialect, text);
        return Some(FromEngine::OfferDraw);
    }
    if let Some(mv) = numbered_move(rest) {
        reader.remark(RemarkKind::Dialect, text);
        return Some(FromEngine::Move(mv));
    }
    let kind = legacy_result(rest)?;
    reader.remark(RemarkKind::Dialect, text);
    Some(FromEngine::LegacyResult { kind, line: text.to_owned() })
}

/// What follows a word at the beginning, if the word ends there.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let behind = text.strip_prefix(word)?;
    (!behind.starts_with(|c: char| c.is_alphanumeric())).then_some(behind)
}

/// `(REASON): TEXT`; brackets, colon and text may be missing (`C-555`, `C-739`).
fn reason_and_text(behind: &str) -> (Option<String>, String) {
    let behind = trim(behind);
    let bracket = behind.strip_prefix('(').and_then(|text| text.split_once(')'));
    let (reason, text) = match bracket {
        Some((reason, text)) => (Some(trim(reason).to_owned()), text),
        None => (None, behind),
    };
    let text = trim(text);
    (reason, trim(text.strip_prefix(':').unwrap_or(text)).to_owned())
}

/// `NUMBER ... MOVE`, the three dots required (`C-736`, `C-737`).
fn numbered_move(text: &str) -> Option<MoveText> {
    let mut words = crate::words::words(text);
    let number = words.next()?;
    let digits = number.strip_suffix('.').unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    (words.next()? == "...").then_some(())?;
    words.next().map(MoveText::new)
}

/// The legacy results. Longer forms come first (`C-732`).
fn legacy_result(text: &str) -> Option<LegacyResult> {
    const FORMS: [(&str, LegacyResult); 10] = [
        ("White resigns", LegacyResult::WhiteResigns),
        ("Black resigns", LegacyResult::BlackResigns),
        ("White", LegacyResult::WhiteMates),
        ("Black", LegacyResult::BlackMates),
        ("Draw", LegacyResult::Draw),
        ("computer mates", LegacyResult::ComputerMates),
        ("opponent mates", LegacyResult::OpponentMates),
        ("computer resigns", LegacyResult::ComputerResigns),
        ("game is a draw", LegacyResult::Draw),
        ("checkmate", LegacyResult::Checkmate),
    ];
    let (form, kind) = FORMS.iter().find(|(form, _)| strip_word(text, form).is_some())?;
    if matches!(*form, "White" | "Black") {
        // Prompts, and talk about both sides (C-734).
        let behind = trim(&text[form.len()..]);
        let other = if *form == "White" { "Black" } else { "White" };
        if behind.starts_with('(') || behind.starts_with("matches") || text.contains(other) {
            return None;
        }
    }
    Some(*kind)
}

/// `ply score time nodes [seldepth speed … tbhits] pv`; takes nothing if the line is none.
fn thinking(text: &str, reader: &mut Reader) -> Option<Thinking> {
    let rest = reader.rest();
    // Nearly all other lines are told apart here.
    if !rest.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
        return None;
    }
    let mut attempt = reader.clone();
    let first = attempt.next()?;
    let (ply, mark) = match read_int(first) {
        Some((ply, _)) => (ply, None),
        None => {
            // GNU Chess puts a character behind the ply (C-626).
            let mark = first.chars().next_back().filter(|mark| !mark.is_alphanumeric())?;
            (read_int(first.strip_suffix(mark)?)?.0, Some(mark))
        }
    };
    let (score, time) = (int(&mut attempt)?, int(&mut attempt)?);
    // The blanks behind the nodes matter, also at the end of the line.
    let word = attempt.peek()?;
    let behind = &text[word.as_ptr().addr() - text.as_ptr().addr() + word.len()..];
    let nodes = int(&mut attempt)?;
    let pv_start = pv_start(behind);
    let extras = &behind[..pv_start];
    let mut pv = trim(&behind[pv_start..]);
    let bound = match pv.as_bytes().last() {
        Some(b'!') => Bound::Lower,
        Some(b'?') => Bound::Upper,
        _ => Bound::Exact,
    };
    if bound != Bound::Exact {
        pv = trim(&pv[..pv.len() - 1]);
    }
    let mut thinking = Thinking { ply, mark, score, time, nodes, bound, ..Thinking::default() };
    thinking.pv = pv.to_owned();
    thinking.extras(extras);
    attempt.take_rest();
    *reader = attempt;
    Some(thinking)
}

/// Where the pv begins in the text behind the nodes: behind the last tab before the first word
/// that is no integer, and if there is no tab, at the first word (`C-612`, `C-613`).
fn pv_start(behind: &str) -> usize {
    let mut end = behind.len();
    let mut reader = Reader::new(behind);
    while let Some(word) = reader.peek() {
        if read_int::<i64>(word).is_none() {
            end = word.as_ptr().addr() - behind.as_ptr().addr();
            break;
        }
        reader.next();
    }
    behind[..end].bytes().rposition(|byte| byte == b'\t').map_or(0, |tab| tab + 1)
}

impl Thinking {
    /// The optional integers: the last one is table hits, then from the left selective depth
    /// and speed; what is between is reserved (`C-614`).
    fn extras(&mut self, text: &str) {
        let mut numbers: Vec<i64> = text
            .split(|c: char| c.is_ascii() && is_blank(c as u8))
            .filter_map(|word| Some(read_int(word)?.0))
            .collect();
        self.tbhits = numbers.pop();
        let mut numbers = numbers.into_iter();
        self.seldepth = numbers.next();
        self.speed = numbers.next();
        self.reserved = numbers.collect();
    }
}
