//! Lines from the engine to the interface.

use super::*;
use crate::words::{Reader, find_message, read_int, unknown};
use crate::{Parsed, RemarkKind};

impl FromEngine {
    /// Reads a line. Words before a message are skipped, as in [`ToEngine::parse`].
    pub fn parse(line: &str) -> Parsed<FromEngine> {
        let first = |word: &str| crate::words::words(line).next() == Some(word);
        find_message(line, is_keyword, |word, reader| message(word, reader, first(word)))
            .unwrap_or_else(|| unknown(line, is_keyword, FromEngine::Unknown))
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "id" | "uciok"
            | "readyok"
            | "bestmove"
            | "copyprotection"
            | "registration"
            | "info"
            | "option"
    )
}

/// The message that a keyword begins, if its mandatory arguments are there.
fn message(word: &str, reader: &mut Reader, first: bool) -> Option<FromEngine> {
    Some(match word {
        "id" => {
            let key = reader.next()?;
            if !first && !matches!(key, "name" | "author") {
                return None;
            }
            FromEngine::Id { key: key.to_owned(), text: reader.take_rest().to_owned() }
        }
        "uciok" => FromEngine::UciOk,
        "readyok" => FromEngine::ReadyOk,
        "bestmove" => best_move(reader, first)?,
        "copyprotection" => FromEngine::CopyProtection(check(reader)?),
        "registration" => FromEngine::Registration(check(reader)?),
        "info" => FromEngine::Info(Box::new(info(reader)?)),
        "option" => FromEngine::Option(option(reader)?),
        _ => return None,
    })
}

fn option(reader: &mut Reader) -> Option<OptionDecl> {
    let (name, kind) = declaration(None, reader)?;
    if let OptionKind::Other { kind, .. } = &kind {
        reader.remark(RemarkKind::Dialect, kind);
    }
    Some(OptionDecl { name, kind })
}

fn check(reader: &mut Reader) -> Option<Check> {
    match reader.next()? {
        "checking" => Some(Check::Checking),
        "ok" => Some(Check::Ok),
        "error" => Some(Check::Error),
        _ => None,
    }
}

fn best_move(reader: &mut Reader, first: bool) -> Option<FromEngine> {
    let best = match reader.peek() {
        Some(word) if word != "ponder" => {
            reader.next();
            real_move(word, reader)
        }
        _ if !first => return None,
        _ => {
            reader.remark(RemarkKind::MissingArgument, "bestmove");
            None
        }
    };
    while let Some(word) = reader.next() {
        if word != "ponder" {
            reader.skip(word);
            continue;
        }
        let ponder = match reader.next() {
            Some(word) => real_move(word, reader),
            None => {
                reader.remark(RemarkKind::MissingArgument, "ponder");
                None
            }
        };
        return Some(FromEngine::BestMove { best, ponder });
    }
    Some(FromEngine::BestMove { best, ponder: None })
}

/// A word as a move, unless it is one of the ways to say that there is none (`U-321`).
pub(crate) fn real_move(word: &str, reader: &mut Reader) -> Option<MoveText> {
    const NONE: [&str; 5] = ["(none)", "none", "null", "resign", "(null)"];
    if word == "0000" {
        return None;
    }
    if NONE.iter().any(|none| none.eq_ignore_ascii_case(word)) {
        reader.remark(RemarkKind::Dialect, word);
        return None;
    }
    Some(MoveText::new(word))
}

/// The words that end a list of moves or the values of an unknown word.
fn is_info_word(word: &str) -> bool {
    matches!(
        word,
        "depth"
            | "seldepth"
            | "time"
            | "nodes"
            | "pv"
            | "multipv"
            | "score"
            | "cp"
            | "mate"
            | "lowerbound"
            | "upperbound"
            | "currmove"
            | "currmovenumber"
            | "hashfull"
            | "nps"
            | "tbhits"
            | "sbhits"
            | "cpuload"
            | "string"
            | "refutation"
            | "currline"
            | "wdl"
    )
}

/// `None` if nothing known is in it.
fn info(reader: &mut Reader) -> Option<Info> {
    let mut info = Info::default();
    let mut score = ScoreParts::default();
    let mut unknown = Vec::new();
    while let Some(word) = reader.next() {
        match word {
            "depth" => reader.int_into(&mut info.depth, word, is_info_word),
            "seldepth" => reader.int_into(&mut info.seldepth, word, is_info_word),
            "time" => {
                let mut time = info.time.map(|time| time.as_millis() as u64);
                reader.int_into(&mut time, word, is_info_word);
                info.time = time.map(Duration::from_millis);
            }
            "nodes" => reader.int_into(&mut info.nodes, word, is_info_word),
            "multipv" => reader.int_into(&mut info.multipv, word, is_info_word),
            "currmovenumber" => reader.int_into(&mut info.currmovenumber, word, is_info_word),
            "hashfull" => reader.int_into(&mut info.hashfull, word, is_info_word),
            "nps" => reader.int_into(&mut info.nps, word, is_info_word),
            "tbhits" => reader.int_into(&mut info.tbhits, word, is_info_word),
            "sbhits" => reader.int_into(&mut info.sbhits, word, is_info_word),
            "cpuload" => reader.int_into(&mut info.cpuload, word, is_info_word),
            "score" | "cp" | "mate" | "lowerbound" | "upperbound" => score.take(word, reader),
            "wdl" => info.wdl = wdl(reader).or(info.wdl),
            "pv" => info.pv = line_of_moves(word, reader, is_info_word),
            "refutation" => {
                let moves = line_of_moves(word, reader, is_info_word);
                info.refutation = (!moves.is_empty()).then_some(moves);
            }
            "currline" => info.currline = currline(reader),
            "currmove" => match reader.peek().filter(|word| !is_info_word(word)) {
                Some(mv) => {
                    info.currmove = Some(MoveText::new(mv));
                    reader.next();
                }
                None => reader.remark(RemarkKind::MissingArgument, word),
            },
            "string" => info.string = Some(reader.take_rest().to_owned()),
            _ => unknown.push(word),
        }
    }
    info.score = score.finish(reader);
    if info == Info::default() {
        return None;
    }
    info.other = other(&unknown, reader);
    Some(info)
}

/// The pieces of a score, which come in any order and anywhere on the line (`U-350`).
#[derive(Default)]
struct ScoreParts {
    announced: bool,
    value: Option<ScoreValue>,
    bound: Option<Bound>,
}

impl ScoreParts {
    fn take(&mut self, word: &str, reader: &mut Reader) {
        match word {
            "score" => {
                self.announced = true;
                // A bare number are centipawns (U-349).
                if let Some((value, _)) = reader.peek().and_then(read_int) {
                    self.value = Some(ScoreValue::Cp(value));
                    reader.remark(RemarkKind::Dialect, "score");
                    reader.next();
                }
            }
            "lowerbound" => self.bound = Some(Bound::Lower),
            "upperbound" => self.bound = Some(Bound::Upper),
            unit => {
                if !std::mem::replace(&mut self.announced, true) {
                    reader.remark(RemarkKind::Dialect, unit);
                }
                if let Some(value) = reader.int(unit, is_info_word) {
                    let cp = unit == "cp";
                    self.value =
                        Some(if cp { ScoreValue::Cp(value) } else { ScoreValue::Mate(value) });
                }
            }
        }
    }

    fn finish(self, reader: &mut Reader) -> Option<Score> {
        if self.value.is_none() && (self.announced || self.bound.is_some()) {
            reader.remark(RemarkKind::MissingArgument, "score");
        }
        self.value.map(|value| Score { value, bound: self.bound.unwrap_or_default() })
    }
}

fn wdl(reader: &mut Reader) -> Option<[u32; 3]> {
    let mut wdl = [0; 3];
    for part in &mut wdl {
        *part = reader.int("wdl", is_info_word)?;
    }
    Some(wdl)
}

/// A list of moves, up to a known word or one that can be no move in any spelling and so is an
/// unknown one (`movesleft`, `ebf`): small letters alone, four or more.
pub(crate) fn line_of_moves(
    word: &str,
    reader: &mut Reader,
    is_known: impl Fn(&str) -> bool,
) -> Vec<MoveText> {
    let no_move = |word: &str| {
        word.len() > 3
            && word.bytes().all(|byte| byte.is_ascii_lowercase())
            && !matches!(word, "pass" | "none" | "null")
    };
    let moves = moves(reader, |word| is_known(word) || no_move(word));
    if moves.is_empty() {
        reader.remark(RemarkKind::MissingArgument, word);
    }
    moves
}

/// The number of a CPU, which one CPU may leave out (`U-362`), and a line.
fn currline(reader: &mut Reader) -> Option<(Option<u32>, Vec<MoveText>)> {
    let number = reader.peek().filter(|&word| word != "0000").and_then(read_int);
    let cpu = number.map(|(number, _)| number);
    if cpu.is_some() {
        reader.next();
    }
    let moves = line_of_moves("currline", reader, is_info_word);
    (cpu.is_some() || !moves.is_empty()).then_some((cpu, moves))
}

/// Unknown words as names with their values: behind a number begins the next name, so that
/// `movesleft 20 ebf 3` are two.
pub(crate) fn other(words: &[&str], reader: &mut Reader) -> Vec<(String, String)> {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    let entries = words.chunk_by(|before, word| is_name(before) || !is_name(word));
    entries
        .map(|entry| {
            let (name, values) = entry.split_first().unwrap_or((&"", &[]));
            reader.remark(RemarkKind::UnknownToken, name);
            ((*name).to_owned(), values.join(" "))
        })
        .collect()
}
