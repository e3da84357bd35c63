//! How one expectation came out, with the conversation that shows it.

use crate::expectation::{Expectation, How};
use crate::machine::Lateness;
use crate::monitor::{Breach, Clause, Level};
use crate::talk::Line;
use ferz_host::transcript::Way;
use std::fmt::Write;
use std::time::Duration;

/// How an expectation came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is met.
    Pass,
    /// The document demands it, and it is not met.
    Fail,
    /// It is not met, and only recommended, or the document leaves it open.
    Warn,
    /// It says nothing about this engine.
    NotApplicable,
}

impl Verdict {
    /// As reports write it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "FAIL",
            Verdict::Warn => "warn",
            Verdict::NotApplicable => "n/a",
        }
    }
}

/// How a report says what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Says {
    /// By what was expected and did not come.
    Expected,
    /// By what was found and should not be.
    Found,
}

impl Says {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Says::Expected => "expected",
            Says::Found => "found",
        }
    }
}

/// An expectation and how it came out.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its name.
    pub id: &'static str,
    /// What was expected, as a sentence.
    pub title: &'static str,
    /// The requirements that demand it.
    pub requirements: Vec<&'static str>,
    /// How much weight it has.
    pub level: Level,
    /// How it came out.
    pub verdict: Verdict,
    /// What `why` says where the expectation is not met.
    pub says: Says,
    /// What exactly was expected or found, or why it does not apply.
    pub why: String,
    /// What was said, where it was not met.
    pub talk: Vec<Line>,
    /// How long it took.
    pub took: Duration,
    /// It was not met, and the machine was busy meanwhile: if it is about time, it says little.
    pub late: Option<Lateness>,
}

impl Judged {
    /// Whether it was asked, and is not met.
    pub fn is_unmet(&self) -> bool {
        matches!(self.verdict, Verdict::Fail | Verdict::Warn)
    }

    pub(crate) fn new<S>(
        expectation: &Expectation<S>,
        verdict: Verdict,
        why: String,
        talk: Vec<Line>,
        took: Duration,
    ) -> Judged {
        Judged {
            id: expectation.id,
            title: expectation.title,
            requirements: expectation.requirements.split(' ').collect(),
            level: expectation.level,
            verdict,
            says: match expectation.how {
                How::Ask(_) => Says::Expected,
                How::Watch(_) => Says::Found,
            },
            why,
            talk,
            took,
            late: None,
        }
    }

    /// How a clause came out, with `chances` to break it.
    pub(crate) fn of_clause(clause: &'static Clause, breaches: &[Breach], chances: u64) -> Judged {
        let unmet = match clause.level {
            Level::Must => Verdict::Fail,
            Level::Should => Verdict::Warn,
        };
        let mut all = breaches.iter().filter(|breach| breach.clause == clause);
        let (verdict, why, talk) = match all.next() {
            None if chances == 0 => {
                let why = "nothing of the kind was said".to_owned();
                (Verdict::NotApplicable, why, Vec::new())
            }
            None => (Verdict::Pass, String::new(), Vec::new()),
            Some(first) => {
                let line = |text: &String| Line { at: first.at, way: Way::To, text: text.clone() };
                (unmet, first.why.clone(), first.after.iter().map(line).collect())
            }
        };
        Judged {
            id: clause.id,
            title: clause.title,
            requirements: clause.requirements.split(' ').collect(),
            level: clause.level,
            verdict,
            says: Says::Found,
            why,
            talk,
            took: Duration::ZERO,
            late: None,
        }
    }

    /// For people, in one line.
    pub fn line(&self) -> String {
        let requirements = self.requirements.join(" ");
        format!("{:<4} {}: {} [{requirements}]", self.verdict.word(), self.id, self.title)
    }

    /// For people, with what was said.
    pub fn text(&self) -> String {
        let mut text = self.line();
        match self.verdict {
            Verdict::Pass => {}
            Verdict::NotApplicable => {
                let _ = write!(text, "\n     because: {}", self.why);
            }
            Verdict::Fail | Verdict::Warn => {
                let _ = write!(text, "\n     {}: {}", self.says.word(), self.why);
                if let Some(late) = &self.late {
                    let _ = write!(text, "\n     meanwhile: {late}");
                }
                for entry in &self.talk {
                    let _ = write!(text, "\n     {}", line(entry));
                }
            }
        }
        text
    }
}

pub(crate) fn line(entry: &Line) -> String {
    let sign = match entry.way {
        Way::To => '>',
        Way::From => '<',
        Way::Error => '!',
        Way::Note => '*',
    };
    format!("{:8.3} {sign} {}", entry.at.as_secs_f64(), entry.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who reads of a failure by time reads whether the machine had time.
    #[test]
    fn a_busy_machine_is_told() {
        let expectation =
            crate::expectation::must::<()>("x-y", "it is quick", "U-001", |()| Ok(()));
        let why = "soon".to_owned();
        let mut judged = Judged::new(&expectation, Verdict::Fail, why, Vec::new(), Duration::ZERO);
        assert!(!judged.text().contains("meanwhile"));
        judged.late = Some(Lateness { late: Duration::from_millis(300), busy: 0.0 });
        let text = judged.text();
        assert!(text.contains("meanwhile: the machine was up to 300 ms late"), "{text}");
    }
}
