//! What engines ask their user, and what the user answers (`C-778` to `C-780`).

use super::Table;
use crate::news::{Question, Refused};

/// So many wait for an answer; the oldest of more is as good as cancelled.
const OPEN: usize = 8;

/// See the module.
#[derive(Default)]
pub(super) struct Questions {
    open: Vec<Question>,
    /// Answers that nobody has taken to their engines yet.
    answered: Vec<(u64, String)>,
    /// How many there were.
    asked: u64,
}

impl Questions {
    /// None is open any more; numbers go on.
    pub(super) fn forgotten(&self) -> Questions {
        Questions { asked: self.asked, ..Questions::default() }
    }

    /// An engine is gone, and its questions with it.
    pub(super) fn forget_of(&mut self, engine: &str) {
        self.open.retain(|question| question.engine != engine);
    }

    pub(super) fn open(&self) -> &[Question] {
        &self.open
    }

    /// The user answers a question, or does not want to: then the engine hears nothing.
    pub(super) fn answer(&mut self, number: u64, text: Option<&str>) -> Result<(), Refused> {
        let Some(at) = self.open.iter().position(|question| question.number == number) else {
            return Err("nobody asks that any more".to_owned());
        };
        if text.is_some_and(|text| text.contains(['\n', '\r'])) {
            return Err("an answer is one line".to_owned());
        }
        self.open.remove(at);
        self.answered.extend(text.map(|text| (number, text.to_owned())));
        Ok(())
    }
}

impl Table {
    /// An engine asks its user something; the question's number.
    pub fn question(&mut self, engine: String, text: String) -> u64 {
        let Questions { open, asked, .. } = &mut self.questions;
        *asked += 1;
        open.push(Question { number: *asked, engine, text });
        let surplus = open.len().saturating_sub(OPEN);
        open.drain(..surplus);
        *asked
    }

    /// Whether a question still waits for its answer.
    pub fn asks(&self, number: u64) -> bool {
        self.questions.open.iter().any(|question| question.number == number)
    }

    /// What the user has answered since this was last asked: numbers of questions, and texts.
    pub fn answers(&mut self) -> Vec<(u64, String)> {
        std::mem::take(&mut self.questions.answered)
    }
}
