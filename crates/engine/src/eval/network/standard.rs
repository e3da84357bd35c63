//! A network where there is one to play, else the hand-made evaluation, which also judges the endings
//! that it has rules for.

use super::{Accumulators, Inputs, Network};
use crate::eval::Evaluator;
use std::sync::Arc;

/// An evaluation of a game: the hand-made one, and a network that plays instead of it.
pub struct Standard<E> {
    own: E,
    network: Option<Box<Accumulators>>,
}

/// What a [`Standard`] carries from position to position.
#[derive(Clone, Default)]
pub struct StandardState<S> {
    own: S,
    /// The position's number in the network's line.
    number: u32,
}

impl<E> Standard<E> {
    /// The hand-made evaluation, or the network if there is one.
    pub fn new(own: E, network: Option<Arc<Network>>) -> Standard<E> {
        let network = network.map(|network| Box::new(Accumulators::new(network)));
        Standard { own, network }
    }

    /// This network, at work already.
    pub fn by(own: E, network: Accumulators) -> Standard<E> {
        Standard { own, network: Some(Box::new(network)) }
    }

    /// The hand-made evaluation of a position by itself.
    #[cold]
    fn by_hand<P: Inputs>(&mut self, position: &P) -> i32
    where
        E: Evaluator<P>,
    {
        let mut state = E::State::default();
        self.own.refresh(position, &mut state);
        self.own.evaluate(position, &state)
    }
}

impl<P: Inputs, E: Evaluator<P>> Evaluator<P> for Standard<E> {
    type State = StandardState<E::State>;

    fn refresh(&mut self, position: &P, state: &mut Self::State) {
        match &mut self.network {
            None => self.own.refresh(position, &mut state.own),
            Some(network) => {
                network.start(position);
                state.number = 0;
            }
        }
    }

    #[inline(always)]
    fn update(
        &mut self,
        before: &P,
        mv: P::Move,
        after: &P,
        from: &Self::State,
        to: &mut Self::State,
    ) {
        match &mut self.network {
            None => self.own.update(before, mv, after, &from.own, &mut to.own),
            Some(network) => {
                to.number = network.step(before, mv, after, from.number as usize) as u32
            }
        }
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &P, state: &Self::State) -> i32 {
        match &mut self.network {
            None => self.own.evaluate(position, &state.own),
            Some(_) if position.is_for_rules() => self.by_hand(position),
            Some(network) => network.value(position, state.number as usize),
        }
    }

    fn explain(&mut self, position: &P) -> String {
        let own = self.own.explain(position);
        let Some(network) = &mut self.network else { return own };
        if position.is_for_rules() {
            return format!("network: not asked about an ending like this\n\nby hand:\n{own}");
        }
        let value = f64::from(network.fresh_value(position)) / 100.0;
        let shape = network.network().architecture();
        format!(
            "network ({shape}): {value:+.2} for the side to move\n\nby hand, not in use:\n{own}"
        )
    }
}
