//! Which move to try next: an enum of stages, each cheap until it is reached.

use super::history::{Histories, View};
use ferz_rules::{MoveSet, Position};

/// What the picker does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    MakeNoisy,
    GoodNoisy,
    Killer,
    Counter,
    MakeQuiet,
    Quiet,
    BadNoisy,
    End,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All.
    All,
    /// Captures and strong promotions, whatever their exchange value.
    Noisy,
    /// Captures and strong promotions that win at least so much in the exchange.
    Winning(i32),
}

/// What a move is to the picker that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The hash table's move.
    Table,
    /// A capture or strong promotion that does not lose material.
    GoodNoisy,
    /// Refuted a sibling, or the move before.
    Refutation,
    /// Another quiet move.
    Quiet,
    /// A capture that loses material.
    BadNoisy,
}

/// Buffers of a picker, kept between nodes.
pub(crate) struct Buffers<M> {
    made: Vec<M>,
    scored: Vec<(i32, M)>,
    bad: Vec<M>,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Buffers { made: Vec::new(), scored: Vec::new(), bad: Vec::new() }
    }
}

/// Gives each legal move of a position once, promising ones first.
pub(crate) struct Picker<P: Position> {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<P::Move>,
    killer: Option<P::Move>,
    counter: Option<P::Move>,
    buffers: Buffers<P::Move>,
    next: usize,
    next_bad: usize,
    skip_quiets: bool,
}

impl<P: Position> Picker<P> {
    /// A picker. `table_move` must be legal and wanted; `killer` and `counter` may be anything.
    pub(crate) fn new(
        mut buffers: Buffers<P::Move>,
        wanted: Wanted,
        table_move: Option<P::Move>,
        killer: Option<P::Move>,
        counter: Option<P::Move>,
    ) -> Self {
        buffers.bad.clear();
        let stage = if table_move.is_some() { Stage::TableMove } else { Stage::MakeNoisy };
        let counter = counter.filter(|_| counter != killer);
        Picker {
            stage,
            wanted,
            table_move,
            killer,
            counter,
            buffers,
            next: 0,
            next_bad: 0,
            skip_quiets: false,
        }
    }

    /// Gives the buffers back.
    pub(crate) fn into_buffers(self) -> Buffers<P::Move> {
        self.buffers
    }

    /// No further quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub(crate) fn next(
        &mut self,
        position: &P,
        histories: &Histories<P>,
        view: &View,
    ) -> Option<(P::Move, Role)> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::MakeNoisy;
                    return self.table_move.map(|mv| (mv, Role::Table));
                }
                Stage::MakeNoisy => {
                    self.make(position, MoveSet::Noisy, |mv| {
                        16 * position.gain(mv) + histories.capture(position, mv)
                    });
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    let Some((score, mv)) = self.best() else {
                        self.stage = match self.wanted {
                            Wanted::All => Stage::Killer,
                            _ => Stage::End,
                        };
                        continue;
                    };
                    let threshold = match self.wanted {
                        Wanted::All => -score / 40,
                        Wanted::Noisy => return Some((mv, Role::GoodNoisy)),
                        Wanted::Winning(threshold) => threshold,
                    };
                    if position.see(mv, threshold) {
                        return Some((mv, Role::GoodNoisy));
                    }
                    self.buffers.bad.push(mv);
                }
                Stage::Killer => {
                    self.stage = Stage::Counter;
                    if let Some(mv) = self.refutation(position, self.killer) {
                        return Some((mv, Role::Refutation));
                    }
                    self.killer = None;
                }
                Stage::Counter => {
                    self.stage = Stage::MakeQuiet;
                    if let Some(mv) = self.refutation(position, self.counter) {
                        return Some((mv, Role::Refutation));
                    }
                    self.counter = None;
                }
                Stage::MakeQuiet => {
                    if !self.skip_quiets {
                        self.make(position, MoveSet::Quiet, |mv| {
                            histories.quiet_order(position, view, mv)
                        });
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skip_quiets
                        && let Some((_, mv)) = self.best()
                    {
                        if Some(mv) != self.killer && Some(mv) != self.counter {
                            return Some((mv, Role::Quiet));
                        }
                        continue;
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    let Some(&mv) = self.buffers.bad.get(self.next_bad) else {
                        self.stage = Stage::End;
                        continue;
                    };
                    self.next_bad += 1;
                    return Some((mv, Role::BadNoisy));
                }
                Stage::End => return None,
            }
        }
    }

    /// The refutation, if it is a legal quiet move that was not given yet.
    fn refutation(&self, position: &P, mv: Option<P::Move>) -> Option<P::Move> {
        mv.filter(|&mv| {
            !self.skip_quiets
                && Some(mv) != self.table_move
                && position.is_legal(mv)
                && !position.is_noisy(mv)
        })
    }

    /// Generates a set and scores it.
    fn make(&mut self, position: &P, set: MoveSet, score: impl Fn(P::Move) -> i32) {
        let Buffers { made, scored, .. } = &mut self.buffers;
        made.clear();
        scored.clear();
        self.next = 0;
        position.generate(set, made);
        let table_move = self.table_move;
        scored.extend(made.iter().filter(|&&mv| Some(mv) != table_move).map(|&mv| (score(mv), mv)));
    }

    /// The best of those not yet taken; sorting by need, because most nodes look at few moves.
    #[inline]
    fn best(&mut self) -> Option<(i32, P::Move)> {
        let rest = self.buffers.scored.get_mut(self.next..)?;
        let (mut best, first) = (0, rest.first()?.0);
        let mut highest = first;
        for (i, &(score, _)) in rest.iter().enumerate().skip(1) {
            if score > highest {
                highest = score;
                best = i;
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}
