//! Lines on their way to the engine, and the questions it has not answered yet: UCI's and UCCI's.

use crate::Output;
use std::collections::VecDeque;

/// The question, in both protocols.
const ISREADY: &str = "isready";

/// Lines wait here while the engine has to answer a question first.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: VecDeque<Item>,
    /// Unanswered `isready`s, oldest first (`U-128`).
    questions: VecDeque<Question>,
    /// Nothing goes out until the engine's copy protection has come to a verdict (`U-174`).
    pub(super) shut: bool,
    /// How many `go`s went out.
    pub(super) gos: u64,
}

#[derive(Debug)]
enum Item {
    Line(String),
    Question(Question),
}

/// One `isready`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The ping that it puts into words; `None` when it is our own.
    pub(super) ping: Option<u64>,
    /// What comes after it waits for the answer.
    pub(super) holds: bool,
}

impl Outbox {
    fn is_closed(&self) -> bool {
        self.shut || self.questions.iter().any(|question| question.holds)
    }

    /// Whether the engine owes an answer.
    pub(super) fn is_asking(&self) -> bool {
        !self.questions.is_empty()
    }

    /// Sends a line, now or when its turn comes.
    pub(super) fn send(&mut self, line: String, out: &mut Vec<Output>) {
        if self.waiting.is_empty() && !self.is_closed() {
            self.put(line, out);
        } else {
            self.waiting.push_back(Item::Line(line));
        }
    }

    /// Asks `isready`, now or when its turn comes.
    pub(super) fn ask(&mut self, question: Question, out: &mut Vec<Output>) {
        if self.waiting.is_empty() && !self.shut {
            self.put_question(question, out);
        } else {
            self.waiting.push_back(Item::Question(question));
        }
    }

    /// `readyok`: the oldest question is answered, and what waited for it goes out.
    pub(super) fn answered(&mut self) -> Option<Question> {
        self.questions.pop_front()
    }

    /// Gives up all questions: those not answered, and those not asked yet.
    pub(super) fn abandon(&mut self) -> Vec<Question> {
        let mut questions: Vec<Question> = self.questions.drain(..).collect();
        self.waiting.retain(|item| match item {
            Item::Question(question) => {
                questions.push(*question);
                false
            }
            Item::Line(_) => true,
        });
        questions
    }

    /// Sends what may go out by now.
    pub(super) fn flush(&mut self, out: &mut Vec<Output>) {
        while !self.is_closed() {
            match self.waiting.pop_front() {
                Some(Item::Line(line)) => self.put(line, out),
                Some(Item::Question(question)) => self.put_question(question, out),
                None => break,
            }
        }
    }

    /// Forgets lines that have not gone out; questions stay.
    pub(super) fn drop_waiting(&mut self) {
        self.waiting.retain(|item| matches!(item, Item::Question(_)));
    }

    fn put(&mut self, line: String, out: &mut Vec<Output>) {
        if line == "go" || line.starts_with("go ") {
            self.gos += 1;
        }
        out.push(Output::Line(line));
    }

    fn put_question(&mut self, question: Question, out: &mut Vec<Output>) {
        self.questions.push_back(question);
        out.push(Output::Line(ISREADY.to_owned()));
    }
}
