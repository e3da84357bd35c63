//! What is expected of an engine, as data with a small function each.

use crate::monitor::{Clause, Level};

/// One thing that is expected of an engine; `S` is the conversation that it is asked in.
pub(crate) struct Expectation<S> {
    /// Its name, for `--only` and for reports.
    pub(crate) id: &'static str,
    /// What is expected, as a sentence.
    pub(crate) title: &'static str,
    /// The requirements that demand it, separated by blanks.
    pub(crate) requirements: &'static str,
    pub(crate) level: Level,
    /// It takes long, and is asked only where its name is.
    pub(crate) on_demand: bool,
    pub(crate) how: How<S>,
}

/// How it is found out.
pub(crate) enum How<S> {
    /// By a conversation of its own.
    Ask(fn(&mut S) -> Outcome),
    /// By watching all conversations: nobody ever broke this clause.
    Watch(&'static Clause),
}

/// How a conversation ended.
pub(crate) type Outcome = Result<(), Finding>;

/// What a conversation found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// The expectation is not met: what was expected.
    Unmet(String),
    /// It does not apply to this engine: why.
    NotApplicable(String),
    /// What was asked for did not come, so that nothing can be said about the rest. The engine
    /// is started anew.
    Silent(Ability, String),
    /// The engine is gone.
    Gone(String),
}

/// What most conversations need. Where an engine lacks one of these, the first expectation that
/// needs it fails, and all others that do are not applicable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ability {
    /// The end of the handshake comes.
    Handshake,
    /// A ping is answered.
    Ping,
    /// A search with a limit ends with a move.
    Go,
    /// A search that is told to ends.
    Stop,
    /// Search output comes.
    Output,
    /// A search can be restricted to some moves.
    Restrict,
}

/// An expectation that asks; of this level, and whether it is on demand only.
const fn asked<S>(
    id: &'static str,
    title: &'static str,
    requirements: &'static str,
    (level, on_demand): (Level, bool),
    ask: fn(&mut S) -> Outcome,
) -> Expectation<S> {
    Expectation { id, title, requirements, level, on_demand, how: How::Ask(ask) }
}

/// An expectation of what the document demands.
pub(crate) const fn must<S>(
    id: &'static str,
    title: &'static str,
    requirements: &'static str,
    ask: fn(&mut S) -> Outcome,
) -> Expectation<S> {
    asked(id, title, requirements, (Level::Must, false), ask)
}

/// An expectation of what the document recommends, or practice.
pub(crate) const fn should<S>(
    id: &'static str,
    title: &'static str,
    requirements: &'static str,
    ask: fn(&mut S) -> Outcome,
) -> Expectation<S> {
    asked(id, title, requirements, (Level::Should, false), ask)
}

/// An expectation that takes long.
pub(crate) const fn on_demand<S>(
    id: &'static str,
    title: &'static str,
    requirements: &'static str,
    ask: fn(&mut S) -> Outcome,
) -> Expectation<S> {
    asked(id, title, requirements, (Level::Should, true), ask)
}

/// An expectation about everything that was said.
pub(crate) const fn watched<S>(clause: &'static Clause) -> Expectation<S> {
    Expectation {
        id: clause.id,
        title: clause.title,
        requirements: clause.requirements,
        level: clause.level,
        on_demand: false,
        how: How::Watch(clause),
    }
}

/// The outcome of a plain question.
pub(crate) fn ensure(holds: bool, expected: impl Into<String>) -> Outcome {
    if holds { Ok(()) } else { Err(Finding::Unmet(expected.into())) }
}

/// The end of a conversation that does not apply.
pub(crate) fn not_applicable<T>(why: impl Into<String>) -> Result<T, Finding> {
    Err(Finding::NotApplicable(why.into()))
}
