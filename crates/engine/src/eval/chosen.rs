//! Our own evaluation, by hand or by a network, or that of a library.

use super::Evaluator;
use super::library::{Context, Show};

/// The evaluation that plays: our own, unless a library supplies one.
pub(crate) struct Chosen<E> {
    own: E,
    foreign: Option<Context>,
}

impl<E> Chosen<E> {
    /// That of a library, where there is one.
    pub(crate) fn new(own: E, foreign: Option<Context>) -> Chosen<E> {
        Chosen { own, foreign }
    }
}

impl<P: Show, E: Evaluator<P>> Evaluator<P> for Chosen<E> {
    type State = E::State;

    fn refresh(&mut self, position: &P, state: &mut E::State) {
        match &mut self.foreign {
            // The search asks for this at its root.
            Some(library) => library.root(position),
            None => self.own.refresh(position, state),
        }
    }

    #[inline(always)]
    fn update(&mut self, before: &P, mv: P::Move, after: &P, from: &E::State, to: &mut E::State) {
        if self.foreign.is_none() {
            self.own.update(before, mv, after, from, to);
        }
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &P, state: &E::State) -> i32 {
        match &mut self.foreign {
            None => self.own.evaluate(position, state),
            Some(library) => library.value(position),
        }
    }

    fn explain(&mut self, position: &P) -> String {
        let own = self.own.explain(position);
        let Some(library) = &mut self.foreign else { return own };
        if position.in_check() {
            return format!("{}: not asked in check", library.name());
        }
        let value = library.value(position) as f64 / 100.0;
        let name = library.name();
        format!("{name}: {value:+.2} for the side to move\n\nour own, not in use:\n{own}")
    }
}
