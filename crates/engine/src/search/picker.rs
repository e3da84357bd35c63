//! Which move to try next: an enum of stages, each cheap until it is reached.

use super::history::{Histories, View};
use ferz_rules::{MoveSet, Searched};

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
    /// All that are noisy, or give check.
    Checks,
    /// Captures and strong promotions, whatever their exchange value.
    Noisy,
    /// Captures and strong promotions that win at least this much in the exchange.
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

/// A move, with what its picker knows of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picked<M> {
    pub(crate) mv: M,
    pub(crate) role: Role,
    /// Whether it is a capture or strong promotion.
    pub(crate) noisy: bool,
    /// Whether it gives check, where that was asked.
    pub(crate) checks: Option<bool>,
}

impl<M> Picked<M> {
    fn noisy(mv: M, role: Role) -> Option<Picked<M>> {
        Some(Picked { mv, role, noisy: true, checks: None })
    }

    fn quiet(mv: M, role: Role, checks: Option<bool>) -> Option<Picked<M>> {
        Some(Picked { mv, role, noisy: false, checks })
    }
}

/// A move with its score, and whether it gives check, where that was asked.
type Scored<M> = (i32, M, bool);

/// Buffers of a picker, kept between nodes.
pub(crate) struct Buffers<M> {
    made: Vec<M>,
    scored: Vec<Scored<M>>,
    bad: Vec<M>,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Buffers { made: Vec::new(), scored: Vec::new(), bad: Vec::new() }
    }
}

/// Gives each legal move of a position once, promising ones first.
pub(crate) struct Picker<P: Searched> {
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

impl<P: Searched> Picker<P> {
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
        view: &View<P>,
    ) -> Option<Picked<P::Move>> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::MakeNoisy;
                    return self.table_move.map(|mv| {
                        let noisy = position.is_noisy(mv);
                        Picked { mv, role: Role::Table, noisy, checks: None }
                    });
                }
                Stage::MakeNoisy => {
                    self.make(position, MoveSet::Noisy, |mv| {
                        Some((16 * position.gain(mv) + histories.capture(position, mv), false))
                    });
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    let Some((score, mv, _)) = self.best() else {
                        self.stage = match self.wanted {
                            Wanted::All | Wanted::Checks => Stage::Killer,
                            _ => Stage::End,
                        };
                        continue;
                    };
                    let threshold = match self.wanted {
                        Wanted::All | Wanted::Checks => -score / 40,
                        Wanted::Noisy => return Picked::noisy(mv, Role::GoodNoisy),
                        Wanted::Winning(threshold) => threshold,
                    };
                    if position.see_by(&view.threats, mv, threshold) {
                        return Picked::noisy(mv, Role::GoodNoisy);
                    }
                    self.buffers.bad.push(mv);
                }
                Stage::Killer => {
                    self.stage = Stage::Counter;
                    if let Some(mv) = self.refutation(position, self.killer) {
                        return Picked::quiet(mv, Role::Refutation, None);
                    }
                    self.killer = None;
                }
                Stage::Counter => {
                    self.stage = Stage::MakeQuiet;
                    if let Some(mv) = self.refutation(position, self.counter) {
                        return Picked::quiet(mv, Role::Refutation, None);
                    }
                    self.counter = None;
                }
                Stage::MakeQuiet => {
                    if !self.skip_quiets {
                        let checks = position.checks();
                        let rows = histories.rows(position, view);
                        let only_checks = self.wanted == Wanted::Checks;
                        self.make(position, MoveSet::Quiet, |mv| {
                            let checks = position.gives_check_by(&checks, mv);
                            if only_checks && !checks {
                                return None;
                            }
                            let order = histories.quiet_order(position, view, rows.as_ref(), mv);
                            // A check that loses nothing comes early (Stockfish).
                            let early = checks && position.see_by(&view.threats, mv, -50);
                            Some((order + early as i32 * histories.params.check_order, checks))
                        });
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skip_quiets
                        && let Some((_, mv, checks)) = self.best()
                    {
                        if Some(mv) != self.killer && Some(mv) != self.counter {
                            return Picked::quiet(mv, Role::Quiet, Some(checks));
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
                    return Picked::noisy(mv, Role::BadNoisy);
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

    /// Generates a set and scores those of it that are wanted.
    fn make(&mut self, position: &P, set: MoveSet, score: impl Fn(P::Move) -> Option<(i32, bool)>) {
        let Buffers { made, scored, .. } = &mut self.buffers;
        made.clear();
        scored.clear();
        self.next = 0;
        position.generate(set, made);
        let table_move = self.table_move;
        let others = made.iter().filter(|&&mv| Some(mv) != table_move);
        scored.extend(others.filter_map(|&mv| {
            let (score, checks) = score(mv)?;
            Some((score, mv, checks))
        }));
    }

    /// The best of those not yet taken; sorting by need, because most nodes look at few moves.
    #[inline]
    fn best(&mut self) -> Option<Scored<P::Move>> {
        let rest = self.buffers.scored.get_mut(self.next..)?;
        let (mut best, first) = (0, rest.first()?.0);
        let mut highest = first;
        for (i, &(score, ..)) in rest.iter().enumerate().skip(1) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history::Context;
    use ferz_rules::chess::{Board, Move};
    use ferz_rules::{Order, Position, Variant};
    use proptest::prelude::*;

    const FENS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    ];

    /// A position some random moves after one of the starts, and moves that may be of others.
    fn walk(start: usize, steps: &[usize]) -> (Board, Vec<Move>) {
        let mut board = Board::from_fen(FENS[start], Variant::NORMAL).unwrap();
        let mut seen = Vec::new();
        for &step in steps {
            let legal = board.legal();
            if legal.is_empty() {
                break;
            }
            seen.extend(&legal);
            let mv = legal[step % legal.len()];
            if legal.len() == 1 || step % 7 != 0 {
                let mut next = board;
                next.play(mv);
                if next.count_legal() == 0 {
                    break;
                }
                board = next;
            }
        }
        seen.extend(board.legal());
        (board, seen)
    }

    fn given(board: &Board, mut picker: Picker<Board>) -> Vec<Move> {
        let histories = Histories::<Board>::new(board.shape());
        let view = Histories::view(board, board.threats(), [Context::NONE; 6]);
        let mut moves = Vec::new();
        while let Some(picked) = picker.next(board, &histories, &view) {
            let Picked { mv, role, noisy, checks } = picked;
            assert_eq!(noisy, board.is_noisy(mv));
            assert!(checks.is_none_or(|checks| checks == board.gives_check(mv)));
            match role {
                Role::Table => {}
                Role::GoodNoisy | Role::BadNoisy => assert!(noisy),
                Role::Refutation | Role::Quiet => assert!(!noisy),
            }
            moves.push(mv);
        }
        moves
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Each legal move exactly once, whatever the table, the killer and the counter say.
        #[test]
        fn every_legal_move_once(
            start in 0..FENS.len(),
            steps in proptest::collection::vec(0usize..1000, 0..40),
            hints in proptest::array::uniform3(0usize..10_000),
        ) {
            let (board, seen) = walk(start, &steps);
            let hint = |i: usize| (hints[i] % 3 > 0).then(|| seen[hints[i] % seen.len()]);
            let table_move = hint(0).filter(|&mv| board.is_legal(mv));
            let sorted = |mut moves: Vec<Move>| { moves.sort(); moves };
            let legal = sorted(board.legal());
            let all =
                Picker::new(Buffers::default(), Wanted::All, table_move, hint(1), hint(2));
            let moves = given(&board, all);
            if let Some(mv) = table_move {
                prop_assert_eq!(moves.first(), Some(&mv));
            }
            prop_assert_eq!(sorted(moves), legal.clone());

            let table_move = table_move.filter(|&mv| Order::is_noisy(&board, mv));
            let noisy = Picker::new(Buffers::default(), Wanted::Noisy, table_move, None, None);
            let wanted = legal.iter().copied().filter(|&mv| Order::is_noisy(&board, mv));
            prop_assert_eq!(sorted(given(&board, noisy)), wanted.collect::<Vec<_>>());

            let checks = Picker::new(Buffers::default(), Wanted::Checks, table_move, None, None);
            let is_wanted = |mv: &Move| Order::is_noisy(&board, *mv) || board.gives_check(*mv);
            let wanted = legal.into_iter().filter(is_wanted);
            prop_assert_eq!(sorted(given(&board, checks)), wanted.collect::<Vec<_>>());
        }

        /// Without quiet moves only the others come.
        #[test]
        fn quiet_moves_can_be_skipped(
            start in 0..FENS.len(),
            steps in proptest::collection::vec(0usize..1000, 0..40),
        ) {
            let (board, _) = walk(start, &steps);
            let mut picker = Picker::new(Buffers::default(), Wanted::All, None, None, None);
            picker.skip_quiets();
            let moves = given(&board, picker);
            prop_assert!(moves.iter().all(|&mv| Order::is_noisy(&board, mv)));
        }
    }
}
