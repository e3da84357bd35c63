//! Positions with operations: EPD, the Extended Position Description of the PGN standard (16.2).

use crate::FenError;
use crate::fen::error;
use std::fmt;

/// A line of EPD: a position and what is said of it.
///
/// ```
/// use ferz_rules::Epd;
///
/// let epd: Epd = r#"8/8/8/3k4/8/8/1R6/K7 w - - bm Rb7 Rb6; id "rook; 1"; hmvc 3;"#.parse().unwrap();
/// assert_eq!(epd.operands("bm"), Some(&["Rb7".to_owned(), "Rb6".to_owned()][..]));
/// assert_eq!(epd.operands("id").unwrap(), ["rook; 1"]);
/// assert_eq!(epd.fen(), "8/8/8/3k4/8/8/1R6/K7 w - - 3 1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Epd {
    /// The first four fields of a FEN.
    pub position: String,
    /// Operation codes with their operands, in their order.
    pub operations: Vec<(String, Vec<String>)>,
}

impl Epd {
    /// The operands of an operation.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        let found = self.operations.iter().find(|(name, _)| name == code);
        found.map(|(_, operands)| operands.as_slice())
    }

    /// The position as a whole FEN: counters come from `hmvc` and `fmvn`.
    pub fn fen(&self) -> String {
        let count = |code: &str, usual: u32| {
            let operand = self.operands(code).and_then(|operands| operands.first());
            operand.and_then(|text| text.parse().ok()).unwrap_or(usual)
        };
        format!("{} {} {}", self.position, count("hmvc", 0), count("fmvn", 1))
    }
}

impl std::str::FromStr for Epd {
    type Err = FenError;

    /// Reads EPD, and FEN as well: counters behind the fourth field become `hmvc` and `fmvn`.
    fn from_str(line: &str) -> Result<Epd, FenError> {
        let mut rest = line.trim();
        let mut fields = Vec::new();
        while fields.len() < 4 {
            let (field, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if field.is_empty() {
                return Err(error(line, "fewer than four fields"));
            }
            fields.push(field);
            rest = behind.trim_start();
        }
        let mut epd = Epd { position: fields.join(" "), operations: Vec::new() };
        for code in ["hmvc", "fmvn"] {
            let (field, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if field.is_empty() || !field.bytes().all(|byte| byte.is_ascii_digit()) {
                break;
            }
            epd.operations.push((code.to_owned(), vec![field.to_owned()]));
            rest = behind.trim_start();
        }
        while !rest.is_empty() {
            let (operation, behind) = operation(rest).map_err(|reason| error(rest, reason))?;
            epd.operations.extend(operation);
            rest = behind.trim_start();
        }
        Ok(epd)
    }
}

/// An operation up to its semicolon, and what comes behind; the last may lack its semicolon.
type Operation = (String, Vec<String>);

fn operation(text: &str) -> Result<(Option<Operation>, &str), &'static str> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut letters = text.char_indices();
    let mut behind = "";
    for (at, letter) in letters.by_ref() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ';' if !quoted => {
                behind = &text[at + 1..];
                break;
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    if quoted {
        return Err("an open quote");
    }
    words.extend(word);
    let mut words = words.into_iter();
    let Some(code) = words.next() else { return Ok((None, behind)) };
    let begins = code.starts_with(|c: char| c.is_alphabetic());
    if !begins || !code.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Err("not an operation");
    }
    Ok((Some((code, words.collect())), behind))
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position)?;
        for (code, operands) in &self.operations {
            write!(f, " {code}")?;
            for operand in operands {
                let bare = |c: char| c.is_whitespace() || c == ';';
                match operand.is_empty() || operand.contains(bare) {
                    true => write!(f, " \"{}\"", operand.replace('"', "'"))?,
                    false => write!(f, " {}", operand.replace('"', "'"))?,
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fen_is_read_too() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 9";
        let epd: Epd = fen.parse().unwrap();
        assert_eq!(epd.fen(), fen);
        assert_eq!(epd.operands("fmvn").unwrap(), ["9"]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| text.parse::<Epd>().unwrap_err().to_string();
        assert_eq!(error("8/8 w -"), "fewer than four fields: \"8/8 w -\"");
        assert_eq!(error("8/8 w - - id \"x"), "an open quote: \"id \"x\"");
        assert_eq!(error("8/8 w - - 0 1 7;"), "not an operation: \"7;\"");
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in "\\PC*", tail in "[a-z0-9 \";]{0,40}") {
            let _ = line.parse::<Epd>();
            if let Ok(epd) = format!("8/8 w - - {tail}").parse::<Epd>() {
                prop_assert_eq!(epd.to_string().parse::<Epd>().unwrap(), epd);
            }
        }
    }
}
