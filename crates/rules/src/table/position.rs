//! The board as searches see it.

use super::board::Board;
use super::checks::Checks;
use super::ends;
use super::judge::{perpetual_attacker, perpetual_checker};
use super::moves::{Move, Sort};
use super::rules::{Hands, Prize, Repetition, Royalty};
use super::set::{Bits, Set};
use super::threats::Threats;
use crate::{Cycles, End, MoveSet, Order, Position, Rulings, Shape, Side};

impl<B: Bits> Board<B> {
    fn end_for_mover(&self, end: ends::End) -> End {
        match end.winner {
            None => End::Drawn,
            Some(side) if side == self.side => End::Won,
            Some(_) => End::Lost,
        }
    }
}

/// Spreads what it multiplies over all bits: 2⁶⁴ by the golden ratio.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hash with a set taken in.
#[inline(always)]
fn mixed<B: Bits>(key: u64, set: Set<B>) -> u64 {
    set.0.words().into_iter().fold(key, mix)
}

/// A hash with a word taken in.
#[inline(always)]
fn mix(key: u64, word: u64) -> u64 {
    let key = (key ^ word).wrapping_mul(ODD);
    key ^ (key >> 29)
}

impl<B: Bits> Position for Board<B> {
    type Move = Move;

    fn shape(&self) -> Shape {
        Shape { squares: self.layout.grid.squares(), pieces: 2 * self.layout.rules.kinds.len() }
    }
    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }
    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }
    fn halfmove_clock(&self) -> u32 {
        self.clock as u32
    }
    #[inline]
    fn reversible(&self) -> u32 {
        match self.layout.rules.hands {
            Hands::Taker | Hands::Partner => u32::MAX,
            Hands::None | Hands::Given | Hands::Owner => self.clock as u32,
        }
    }
    fn in_check(&self) -> bool {
        Board::in_check(self)
    }
    #[inline]
    fn end(&self) -> Option<End> {
        Board::end(self).map(|end| self.end_for_mover(end))
    }
    fn no_moves(&self) -> Option<End> {
        Board::no_moves(self).map(|end| self.end_for_mover(end))
    }
    fn is_dead_draw(&self) -> bool {
        Board::is_dead_draw(self)
    }
    fn generate(&self, set: MoveSet, out: &mut Vec<Move>) {
        Board::generate(self, set, out);
    }
    fn count_legal(&self) -> u64 {
        Board::count_legal(self)
    }
    fn is_legal(&self, mv: Move) -> bool {
        Board::is_legal(self, mv)
    }
    fn play(&mut self, mv: Move) {
        Board::play(self, mv);
    }
    fn pass(&mut self) {
        Board::pass(self);
    }
    fn from(mv: Move) -> usize {
        mv.from()
    }
    fn to(mv: Move) -> usize {
        mv.to()
    }
    fn pack(mv: Move) -> u32 {
        mv.pack()
    }
    fn unpack(bits: u32) -> Option<Move> {
        Move::unpack(bits)
    }
}

impl<B: Bits> Order for Board<B> {
    type Threats = Threats<B>;
    type Checks = Checks<B>;

    fn is_forced(&self) -> bool {
        self.in_danger() || self.layout.rules.compulsory && self.count_captures() == 1
    }
    fn in_danger(&self) -> bool {
        Board::in_check(self) || self.may_win_at_once(!self.side)
    }
    fn wins_at_once(&self) -> bool {
        self.may_win_at_once(self.side)
    }
    fn pawn_key(&self) -> u64 {
        let pawns = self.union(&self.layout.pawns);
        Side::BOTH.into_iter().fold(0, |key, side| mixed(key, pawns & self.of(side)))
    }
    fn piece_key(&self, side: Side) -> u64 {
        let key = mixed(0, self.of(side) - self.union(&self.layout.pawns));
        if !self.layout.drops_pieces {
            return key;
        }
        // Eight counts at a time.
        let (words, _) = self.hands[side.index()].as_chunks::<8>();
        words.iter().fold(key, |key, held| mix(key, u64::from_le_bytes(*held)))
    }
    fn material(&self, side: Side) -> i32 {
        let men = self.of(side).into_iter().filter_map(|square| self.piece(square));
        let held = self.hand(side).iter().zip(&self.layout.values);
        men.map(|(kind, _)| self.layout.values[kind]).sum::<i32>()
            + held.map(|(count, value)| i32::from(*count) * value).sum::<i32>()
    }
    fn counts_checks(&self) -> bool {
        self.layout.rules.checks > 0
    }
    fn has_pieces(&self, side: Side) -> bool {
        // Pawns without a king are a horde, and no ending.
        let kings = self.union(&self.layout.royals) & self.of(side);
        self.may_pass(side) || kings.is_empty() && !self.layout.rules.compulsory
    }
    fn may_pass(&self, side: Side) -> bool {
        let layout = self.layout;
        // Where captures are compulsory every position may be one of zugzwang.
        !layout.rules.compulsory
            && (self.of(side) - self.union(&layout.pawns) - self.union(&layout.royals)).any()
    }
    fn key_after(&self, mv: Move) -> u64 {
        Board::key_after(self, mv)
    }
    fn is_noisy(&self, mv: Move) -> bool {
        Board::is_noisy(self, mv)
    }
    fn is_capture(&self, mv: Move) -> bool {
        Board::is_capture(self, mv)
    }
    fn moved_piece(&self, mv: Move) -> usize {
        let moved = self.piece(mv.from()).map_or(0, |(kind, _)| kind);
        let kind = if let Sort::Drop(kind) = mv.sort() { kind } else { moved };
        2 * kind + self.side.index()
    }
    fn captured_piece(&self, mv: Move) -> Option<usize> {
        let (kind, side) = self.piece(self.square_taken(mv)?)?;
        Some(2 * kind + side.index())
    }
    fn gain(&self, mv: Move) -> i32 {
        self.won_at_once(mv)
    }
    fn see(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_wins(mv, threshold)
    }
    fn gives_check(&self, mv: Move) -> bool {
        Board::gives_check(self, mv)
    }
    fn checks(&self) -> Checks<B> {
        Board::checks(self)
    }
    fn gives_check_by(&self, checks: &Checks<B>, mv: Move) -> bool {
        Board::gives_check_by(self, checks, mv)
    }
    fn see_by(&self, threats: &Threats<B>, mv: Move, threshold: i32) -> bool {
        match self.is_unanswered(threats, mv) {
            true => self.won_at_once(mv) >= threshold,
            false => self.exchange_wins(mv, threshold),
        }
    }
    fn threats(&self) -> Threats<B> {
        Board::threats(self)
    }
    #[inline(always)]
    fn threat_index(threats: &Threats<B>, mv: Move) -> usize {
        threats.index(mv)
    }
    fn threat_balance(&self, threats: &Threats<B>, mv: Move) -> i32 {
        Board::threat_balance(self, threats, mv)
    }
}

impl<B: Bits> Cycles for Board<B> {
    fn drawn_at(&self, _: Rulings) -> u32 {
        self.layout.rules.quiet.map_or(u32::MAX, |(claim, _)| claim)
    }
    fn repetition_may_lose(&self) -> bool {
        let rules = &self.layout.rules;
        match rules.repetition {
            Repetition::Western => false,
            Repetition::Japanese => rules.royalty == Royalty::One,
            Repetition::Attacks => true,
            Repetition::Times { prize, checks, .. } => checks || prize != Prize::Draw,
        }
    }
    fn loser_of_cycle(_: Rulings, positions: &[Board<B>], _: &[Option<Move>]) -> Option<Side> {
        let last = positions.last()?;
        if last.layout.rules.repetition == Repetition::Attacks {
            return perpetual_attacker(positions).or(Some(!last.side));
        }
        let (side, prize, checks) = match last.layout.rules.repetition {
            Repetition::Times { prize, first, checks, .. } => {
                (if first { Side::First } else { last.side }, prize, checks)
            }
            _ => (last.side, Prize::Draw, true),
        };
        perpetual_checker(positions).filter(|_| checks).or(match prize {
            Prize::Win => Some(!side),
            Prize::Loss => Some(side),
            Prize::Draw | Prize::Fewer => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::layout::Layout;
    use crate::table::rules;

    /// Whether White has pieces, and whether he may pass.
    #[test]
    fn pawns_alone_make_an_ending_only_beside_a_king() {
        let horde = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";
        for (game, fen, has_pieces, may_pass) in [
            ("atomic", "k7/p7/8/8/8/8/P7/KN6 w - - 0 1", true, true),
            ("atomic", "k7/p7/8/8/8/8/P7/K7 w - - 0 1", false, false),
            ("horde", horde, true, false),
            ("antichess", "k7/p7/8/8/8/8/P7/N7 w - - 0 1", false, false),
        ] {
            let layout = Layout::new(rules(game).expect(game).clone()).expect("it fits");
            let board = Board::<u64>::from_fen(fen, Box::leak(Box::new(layout))).expect(fen);
            let found = (board.has_pieces(Side::First), board.may_pass(Side::First));
            assert_eq!(found, (has_pieces, may_pass), "{game} {fen}");
        }
    }
}
