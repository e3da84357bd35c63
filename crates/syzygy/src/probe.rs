//! The result and the distance of a position, from what tables store.
//!
//! Tables know nothing of en passant, and where a capture is best (for distances a pawn move, too)
//! they store whatever packs well. So captures are looked at before a table is believed.

use crate::{Dtz, MAX_MEN, ProbeError, RootMove, Tablebase, Wdl};
use ferz_rules::chess::{Board, Kind, Move};
use ferz_rules::{MoveSet, Position};

/// Which moves are looked at before the table is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Looked {
    Captures,
    /// Captures and pawn moves: all that set the counter of the fifty-move rule to zero.
    Zeroing,
}

/// What a position is worth.
#[derive(Clone, Copy)]
struct Found {
    wdl: Wdl,
    /// Whether that is by a move that was looked at; the table's distance means nothing then.
    by_move: bool,
}

impl Tablebase {
    /// The result of a position with best play, seen from the side to move, if the counter of the
    /// fifty-move rule stands at zero.
    ///
    /// # Errors
    /// If a table is missing or damaged, or somebody may castle.
    pub fn probe_wdl(&self, board: &Board) -> Result<Wdl, ProbeError> {
        self.check(board)?;
        Ok(self.look(board, Looked::Captures)?.wdl)
    }

    /// How far it is to the next capture or pawn move with best play, which keeps the result;
    /// whatever the counter of the fifty-move rule says. See [`Dtz`].
    ///
    /// # Errors
    /// As [`probe_wdl`](Tablebase::probe_wdl).
    pub fn probe_dtz(&self, board: &Board) -> Result<Dtz, ProbeError> {
        self.check(board)?;
        self.distance(board, true).map(Dtz)
    }

    /// All legal moves, each with what it leads to, the counter of the fifty-move rule considered.
    /// They stand in no order.
    ///
    /// # Errors
    /// As [`probe_wdl`](Tablebase::probe_wdl).
    pub fn root_moves(&self, board: &Board) -> Result<Vec<RootMove>, ProbeError> {
        self.check(board)?;
        let counter = board.halfmove_clock();
        board
            .legal()
            .into_iter()
            .map(|mv| {
                let mut next = *board;
                next.play(mv);
                let dtz = self.distance_by(&next)?;
                Ok(RootMove { mv, dtz: Dtz(dtz), wdl: Dtz(dtz).within(counter) })
            })
            .collect()
    }

    fn check(&self, board: &Board) -> Result<(), ProbeError> {
        if board.castling_rooks().any() {
            return Err(ProbeError::Castling);
        }
        if board.occupied().count() as usize > MAX_MEN.min(self.largest().max(2)) {
            let material = crate::Material::of(board);
            return Err(ProbeError::Missing(material, crate::Content::Wdl));
        }
        Ok(())
    }

    /// The distance for the side that has just moved, its move included.
    fn distance_by(&self, next: &Board) -> Result<i32, ProbeError> {
        if next.checkers().any() && next.count_legal() == 0 {
            return Ok(1);
        }
        if next.halfmove_clock() == 0 {
            return Ok(-self.look(next, Looked::Captures)?.wdl.before_zeroing());
        }
        let dtz = -self.distance(next, true)?;
        Ok(dtz + dtz.signum())
    }

    fn look(&self, board: &Board, looked: Looked) -> Result<Found, ProbeError> {
        let mut moves = Vec::new();
        let set = if looked == Looked::Captures { MoveSet::Noisy } else { MoveSet::All };
        board.generate(set, &mut moves);
        moves.retain(|mv| is_looked_at(board, *mv, looked));
        let mut best = Wdl::Loss;
        for mv in &moves {
            let mut next = *board;
            next.play(*mv);
            let wdl = self.look(&next, Looked::Captures)?.wdl.reversed();
            best = best.max(wdl);
            if best == Wdl::Win {
                return Ok(Found { wdl: best, by_move: true });
            }
        }
        // Nothing else can be played: the table, which knows no en passant, may be wrong.
        if !moves.is_empty() && moves.len() as u64 == board.count_legal() {
            return Ok(Found { wdl: best, by_move: true });
        }
        let stored = self.stored_result(board)?;
        if best >= stored {
            return Ok(Found { wdl: best, by_move: best > Wdl::Draw });
        }
        Ok(Found { wdl: stored, by_move: false })
    }

    /// The signed distance. `may_move`: where the table has the other side to move only, the moves
    /// are looked at; not twice in a row, which could only happen with a damaged table.
    fn distance(&self, board: &Board, may_move: bool) -> Result<i32, ProbeError> {
        let found = self.look(board, Looked::Zeroing)?;
        if found.wdl == Wdl::Draw {
            return Ok(0);
        }
        if found.by_move {
            return Ok(found.wdl.before_zeroing());
        }
        match self.stored_distance(board, found.wdl, may_move)? {
            Some(plies) => {
                let beyond = if found.wdl.is_within_rule() { 0 } else { 100 };
                Ok((plies + beyond) * found.wdl.sign())
            }
            None => self.least_distance(board, found.wdl),
        }
    }

    /// The least distance after any move that keeps the result, seen from before the move.
    fn least_distance(&self, board: &Board, wdl: Wdl) -> Result<i32, ProbeError> {
        let mut least = None;
        for mv in board.legal() {
            let mut next = *board;
            next.play(mv);
            let dtz = if is_looked_at(board, mv, Looked::Zeroing) {
                -self.look(&next, Looked::Captures)?.wdl.before_zeroing()
            } else {
                let dtz = -self.distance(&next, false)?;
                if dtz == 1 && next.checkers().any() && next.count_legal() == 0 {
                    1
                } else {
                    dtz + dtz.signum()
                }
            };
            if dtz.signum() == wdl.sign() && least.is_none_or(|least| dtz < least) {
                least = Some(dtz);
            }
        }
        // Without a move to keep the result it is mate.
        Ok(least.unwrap_or(-1))
    }
}

fn is_looked_at(board: &Board, mv: Move, looked: Looked) -> bool {
    board.is_capture(mv)
        || looked == Looked::Zeroing
            && board.piece_on(mv.from()).is_some_and(|piece| piece.kind == Kind::Pawn)
}
