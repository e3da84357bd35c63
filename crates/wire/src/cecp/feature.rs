//! `feature` lines, and the options they declare.

use super::*;
use crate::words::{Int, Reader, read_int, trim, trim_start};
use crate::{Parsed, RemarkKind};

/// The rest of a `feature` line: `NAME=VALUE …`, strings in double quotes.
pub(super) fn features(reader: &mut Reader) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut rest = reader.take_rest();
    while !rest.is_empty() {
        let name_end =
            rest.find(|c: char| c == '=' || c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(name_end);
        let Some(value) = trim_start(behind).strip_prefix('=') else {
            reader.remark(RemarkKind::MissingArgument, name);
            let value = FeatureValue::Word(String::new());
            features.push(Feature { name: name.to_owned(), value });
            rest = trim_start(behind);
            continue;
        };
        // `a = b` is one feature, `a= b` an empty one and something else.
        let value = if behind.starts_with('=') { value } else { trim_start(value) };
        let (value, behind) = match value.strip_prefix('"') {
            Some(quoted) => {
                // A string ends at the next quote, whatever is in it (C-077).
                let (text, behind) = quoted.split_once('"').unwrap_or_else(|| {
                    reader.remark(RemarkKind::BadValue, value);
                    (quoted, "")
                });
                (FeatureValue::Text(text.to_owned()), behind)
            }
            None => {
                let end = value.find(|c: char| c.is_ascii_whitespace()).unwrap_or(value.len());
                let (word, behind) = value.split_at(end);
                (word_or_int(word), behind)
            }
        };
        features.push(Feature { name: name.to_owned(), value });
        rest = trim_start(behind);
    }
    features
}

fn word_or_int(word: &str) -> FeatureValue {
    match read_int(word) {
        Some((number, false)) if !word.starts_with('+') => FeatureValue::Int(number),
        _ => FeatureValue::Word(word.to_owned()),
    }
}

impl OptionDecl {
    /// Reads what stands between the quotes of `feature option="…"`. `None` is a syntax error, to
    /// be answered by `rejected option` and the text (`C-089`, `C-165`).
    ///
    /// ```
    /// use ferz_wire::cecp::{OptionDecl, OptionKind};
    /// let option = OptionDecl::parse("Multi-PV Margin -spin 0 0 100").unwrap().value;
    /// assert_eq!(option.name, "Multi-PV Margin");
    /// assert_eq!(option.kind, OptionKind::Spin { value: 0, min: 0, max: 100 });
    /// assert!(OptionDecl::parse("nonsense").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Parsed<OptionDecl>> {
        let mut reader = Reader::new(text);
        // The type is the first ` -` with a known type behind it: names may have hyphens (C-167).
        let mut name = reader
            .take_until(|word| word.strip_prefix('-').is_some_and(|kind| KINDS.contains(&kind)));
        let kind = reader.next()?;
        name = trim(name);
        if name.is_empty() {
            return None;
        }
        let kind = match kind {
            "-button" => OptionKind::Button,
            "-save" => OptionKind::Save,
            "-reset" => OptionKind::Reset,
            "-check" => OptionKind::Check(check(&mut reader)),
            "-string" => OptionKind::String(reader.take_rest().to_owned()),
            "-file" => OptionKind::File(reader.take_rest().to_owned()),
            "-path" => OptionKind::Path(reader.take_rest().to_owned()),
            "-spin" => {
                let (value, min, max) = range(&mut reader)?;
                OptionKind::Spin { value, min, max }
            }
            "-slider" => {
                let (value, min, max) = range(&mut reader)?;
                OptionKind::Slider { value, min, max }
            }
            _ => combo(reader.take_rest())?,
        };
        reader.skip_rest();
        Some(reader.finish(OptionDecl { name: name.to_owned(), kind }))
    }
}

const KINDS: [&str; 10] =
    ["button", "save", "reset", "check", "string", "spin", "combo", "slider", "file", "path"];

fn check(reader: &mut Reader) -> bool {
    let Some(word) = reader.next() else {
        reader.remark(RemarkKind::MissingArgument, "-check");
        return false;
    };
    match read_int::<i64>(word) {
        Some((number, _)) => number != 0,
        None => crate::uci::switch(word, reader).unwrap_or(false),
    }
}

/// Value, minimum, maximum. The maximum is not below the minimum, the value not outside (`C-168`).
fn range(reader: &mut Reader) -> Option<(i64, i64, i64)> {
    let text = reader.rest();
    let (value, min, max): (i64, i64, i64) = (int(reader)?, int(reader)?, int(reader)?);
    let max_shown = max.max(min);
    let shown = value.clamp(min, max_shown);
    if (shown, max_shown) != (value, max) {
        reader.remark(RemarkKind::BadValue, text);
    }
    Some((shown, min, max_shown))
}

fn int<T: Int>(reader: &mut Reader) -> Option<T> {
    Some(read_int(reader.next()?)?.0)
}

/// Choices between `///`; the current one has an asterisk, without any it is the first (`C-166`).
fn combo(text: &str) -> Option<OptionKind> {
    if text.is_empty() {
        return None;
    }
    let mut current = None;
    let choices = text
        .split("///")
        .enumerate()
        .map(|(index, choice)| match trim(choice).strip_prefix('*') {
            Some(choice) => {
                current.get_or_insert(index);
                trim(choice).to_owned()
            }
            None => trim(choice).to_owned(),
        })
        .collect();
    Some(OptionKind::Combo { choices, current: current.unwrap_or(0) })
}
