//! `option` lines.

use super::*;
use crate::RemarkKind;
use crate::words::{Reader, fold, read_int};

/// The parts of an `option` line as they stand on it.
#[derive(Default)]
struct Parts<'a> {
    name: Option<&'a str>,
    kind: Option<&'a str>,
    default: Option<&'a str>,
    min: Option<&'a str>,
    max: Option<&'a str>,
    vars: Vec<&'a str>,
}

/// The rest of an `option` line, behind the name where that is read already; `None` without a
/// name or a type.
///
/// Parts come in any order, and a value runs to the next keyword (`U-396`). A keyword that came
/// before belongs to the value, only `var` repeats; `min` and `max` are keywords only before a
/// number (`U-397`).
pub(crate) fn declaration<'a>(
    name: Option<&'a str>,
    reader: &mut Reader<'a>,
) -> Option<(String, OptionKind)> {
    let mut parts = Parts { name, ..Parts::default() };
    while let Some(word) = reader.peek() {
        if parts.kind == Some("button") && parts.name.is_some() {
            // Nothing is read after the type of a button (U-389, U-391).
            break;
        }
        reader.next();
        match word {
            "name" if parts.name.is_none() => parts.name = Some(parts.name_value(reader)),
            "type" if parts.kind.is_none() => parts.kind = Some(parts.value(reader)),
            "default" if parts.default.is_none() => {
                let free = parts.name.is_some() && parts.kind.is_some_and(is_free_text);
                parts.default = Some(if free { reader.take_rest() } else { parts.value(reader) });
            }
            "min" if parts.min.is_none() => parts.min = Some(parts.value(reader)),
            "max" if parts.max.is_none() => parts.max = Some(parts.value(reader)),
            "var" => {
                let var = parts.value(reader);
                parts.vars.push(var);
            }
            _ => reader.skip(word),
        }
    }
    let name = fold(parts.name.filter(|name| !name.is_empty())?);
    let kind = parts.kind.filter(|kind| !kind.is_empty())?;
    Some((name, parts.into_kind(kind, reader)))
}

/// Whether everything behind `default` is the value: strings, and types that we do not know and
/// treat like strings (`U-398`).
fn is_free_text(kind: &str) -> bool {
    !matches!(kind, "check" | "spin" | "combo" | "button")
}

impl<'a> Parts<'a> {
    fn is_keyword(&self, word: &str, after: &str) -> bool {
        let number = || Reader::new(after).peek().and_then(read_int::<i64>).is_some();
        match word {
            "name" => self.name.is_none(),
            "type" => self.kind.is_none(),
            "default" => self.default.is_none(),
            "min" => self.min.is_none() && number(),
            "max" => self.max.is_none() && number(),
            "var" => true,
            _ => false,
        }
    }

    fn value(&self, reader: &mut Reader<'a>) -> &'a str {
        let start = reader.rest();
        while let Some(word) = reader.peek() {
            if self.is_keyword(word, &reader.rest()[word.len()..]) {
                break;
            }
            reader.next();
        }
        crate::words::trim_end(&start[..start.len() - reader.rest().len()])
    }

    /// A name ends at a keyword too, but not before its first word, and never at itself.
    fn name_value(&self, reader: &mut Reader<'a>) -> &'a str {
        let start = reader.rest();
        if reader.peek() != Some("type") {
            reader.next();
        }
        let named = Parts { name: Some(""), ..Parts { vars: Vec::new(), ..*self } };
        named.value(reader);
        crate::words::trim_end(&start[..start.len() - reader.rest().len()])
    }

    fn into_kind(self, kind: &str, reader: &mut Reader) -> OptionKind {
        let number = |text: Option<&str>, reader: &mut Reader| {
            let text = text?;
            let read = read_int(text);
            match read {
                None => reader.remark(RemarkKind::BadNumber, text),
                Some((_, true)) => reader.remark(RemarkKind::Saturated, text),
                Some((_, false)) => {}
            }
            read.map(|(number, _)| number)
        };
        let text = |text: &str| if text == "<empty>" { String::new() } else { text.to_owned() };
        match kind {
            "check" => {
                OptionKind::Check { default: self.default.and_then(|word| switch(word, reader)) }
            }
            "spin" => OptionKind::Spin {
                default: number(self.default, reader),
                min: number(self.min, reader),
                max: number(self.max, reader),
            },
            "combo" => OptionKind::Combo {
                default: self.default.map(text),
                vars: self.vars.into_iter().map(text).collect(),
            },
            "button" => OptionKind::Button,
            "string" => OptionKind::String { default: self.default.map(text) },
            other => OptionKind::Other { kind: fold(other), default: self.default.map(text) },
        }
    }
}

/// A check value: `true` and `false` in any case (`U-143`), and the words of other protocols.
pub(crate) fn switch(word: &str, reader: &mut Reader) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    let value = if is(["true", "on", "1"]) {
        true
    } else if is(["false", "off", "0"]) {
        false
    } else {
        reader.remark(RemarkKind::BadValue, word);
        return None;
    };
    if !matches!(word, "true" | "false") {
        reader.remark(RemarkKind::Dialect, word);
    }
    Some(value)
}
