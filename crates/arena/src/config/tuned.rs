//! The options that a run tunes.

use serde::{Deserialize, Serialize};

/// Where a parameter says no more than its range: a twentieth of it, and this rate.
const USUAL_PUSH: f64 = 1.0 / 20.0;
const USUAL_RATE: f64 = 0.002;

/// An option that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The option.
    pub name: String,
    /// It takes whole numbers only.
    pub whole: bool,
    /// Where it starts.
    pub value: f64,
    /// It stays between this
    pub min: f64,
    /// and this.
    pub max: f64,
    /// How far it is pushed at the end of the run. At its beginning it is more.
    pub c_end: f64,
    /// Per point of a pair it moves by this part of `c_end` at the end of the run.
    pub r_end: f64,
}

/// Why a text is no parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a parameter: \"{text}\": {reason}")]
pub struct BadParameter {
    text: String,
    reason: String,
}

impl Parameter {
    /// Reads the lines of a file: one parameter each, empty ones and those that begin with `#`
    /// left out.
    ///
    /// # Errors
    /// The line's number, and what is wrong with it.
    pub fn read_all(text: &str) -> Result<Vec<Parameter>, String> {
        let lines = text.lines().zip(1..).filter(|(line, _)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        });
        lines.map(|(line, at)| line.parse().map_err(|bad| format!("line {at}: {bad}"))).collect()
    }
}

impl std::str::FromStr for Parameter {
    type Err = BadParameter;

    /// `name, value, min, max[, c_end[, r_end]]` as Fishtest has it, or with `int` or `float`
    /// behind the name, as OpenBench has it. Without that word it is whole if its first three
    /// numbers are.
    fn from_str(text: &str) -> Result<Parameter, BadParameter> {
        let bad = |reason: String| BadParameter { text: text.trim().to_owned(), reason };
        let mut words = text.split(',').map(str::trim).peekable();
        let name = words.next().filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| bad("no name".to_owned()))?.to_owned();
        let kind = words.next_if(|word| matches!(*word, "int" | "float"));
        let words: Vec<&str> = words.collect();
        let numbers: Vec<f64> = words
            .iter()
            .map(|word| word.parse().ok().filter(|number: &f64| number.is_finite()))
            .zip(&words)
            .map(|(number, word)| number.ok_or_else(|| bad(format!("\"{word}\" is no number"))))
            .collect::<Result<_, _>>()?;
        let (&[value, min, max], rest) = numbers
            .split_first_chunk()
            .ok_or_else(|| bad("it is NAME, VALUE, MIN, MAX".to_owned()))?;
        let c_end = rest.first().copied().unwrap_or((max - min) * USUAL_PUSH);
        let r_end = rest.get(1).copied().unwrap_or(USUAL_RATE);
        let whole = match kind {
            Some(kind) => kind == "int",
            None => words.iter().take(3).all(|word| word.parse::<i64>().is_ok()),
        };
        if rest.len() > 2 {
            return Err(bad(format!("more than c_end and r_end behind {max}")));
        }
        if min >= max || value < min || value > max {
            return Err(bad(format!("{value} is not between {min} and {max}")));
        }
        if c_end <= 0.0 || r_end <= 0.0 {
            return Err(bad("c_end and r_end are more than 0".to_owned()));
        }
        Ok(Parameter { name, whole, value, min, max, c_end, r_end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(text: &str) -> Parameter {
        text.parse().unwrap()
    }

    #[test]
    fn parameters_are_read() {
        let fishtest = parameter("Margin,100, 0,200,10,0.0020");
        assert_eq!((fishtest.name.as_str(), fishtest.whole), ("Margin", true));
        assert_eq!((fishtest.value, fishtest.c_end, fishtest.r_end), (100.0, 10.0, 0.002));
        let openbench = parameter("Base, float, 0.75, 0, 2, 0.1, 0.002");
        assert!(!openbench.whole);
        let short = parameter("Depth, 8, 0, 20");
        assert_eq!((short.c_end, short.r_end), (1.0, 0.002));
        for (text, reason) in [
            ("", "no name"),
            ("A, 1, 2", "it is NAME, VALUE"),
            ("A, 1, x, 3", "\"x\" is no number"),
            ("A, 5, 0, 3", "5 is not between 0 and 3"),
            ("A, 1, 0, 3, 0", "more than 0"),
            ("A, 1, 0, 3, 1, 1, 1", "more than c_end"),
            ("A, nan, 0, 3", "no number"),
        ] {
            let bad = text.parse::<Parameter>().unwrap_err().to_string();
            assert!(bad.contains(reason), "{bad}");
        }
        let file = "# mine\n\nA, 1, 0, 3\nB 1\n";
        assert!(Parameter::read_all(file).unwrap_err().starts_with("line 4: "));
    }
}
