//! Which moves give check: found once for a position, then asked of its moves.

use super::board::Board;
use super::moves::{Move, Sort};
use super::rules::Royalty;
use super::set::{Bits, Set};

/// What [`Board::gives_check_by`] asks for.
pub struct Checks<B: Bits>(Known<B>);

enum Known<B: Bits> {
    /// No move gives check.
    Never,
    /// Moves have to be tried.
    Unknown,
    Lists(Lists<B>),
}

struct Lists<B: Bits> {
    /// The king that may be checked.
    king: usize,
    /// What it sees along each of the four sorts of lines.
    seen: [Set<B>; 4],
    /// Pieces whose moves may reveal a check.
    shields: Set<B>,
}

impl<B: Bits> Board<B> {
    /// What [`gives_check_by`](Self::gives_check_by) asks for.
    pub fn checks(&self) -> Checks<B> {
        let layout = self.layout;
        if layout.royals.is_empty() || layout.rules.royalty == Royalty::Nothing {
            return Checks(Known::Never);
        }
        let last = self.last_royal(!self.side);
        // Lists know what the moved man attacks, not what is attacked already.
        if !layout.simple && last.is_none() || self.may_lose_last(!self.side) {
            return Checks(Known::Unknown);
        }
        let Some(king) = last.or_else(|| self.royal(!self.side)) else {
            return Checks(Known::Never);
        };
        // Kings side by side are safe until one of them goes.
        if self.touches_kings(king, self.occupied(), !self.side) {
            return Checks(Known::Unknown);
        }
        let seen = [1, 2, 4, 8].map(|line| layout.lines.slide(line, king, self.occupied()));
        let shields = self.shields(king, self.side) & self.of(self.side);
        Checks(Known::Lists(Lists { king, seen, shields }))
    }

    /// Whether a legal move gives check, or attacks the last royal piece where there is no check; the
    /// checks are those of this position.
    #[inline]
    pub fn gives_check_by(&self, checks: &Checks<B>, mv: Move) -> bool {
        let known = match &checks.0 {
            Known::Never => return false,
            Known::Unknown => None,
            Known::Lists(lists) => self.is_listed(lists, mv),
        };
        known.unwrap_or_else(|| self.after(mv).is_checked())
    }

    /// Whether the side to move is in check, or its last royal piece is attacked.
    fn is_checked(&self) -> bool {
        self.in_check() || self.may_lose_last(self.side)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.gives_check_by(&self.checks(), mv)
    }

    /// Whether a move gives check; `None` if the lists cannot tell.
    #[inline]
    fn is_listed(&self, lists: &Lists<B>, mv: Move) -> Option<bool> {
        let layout = self.layout;
        let (from, to) = (mv.from(), mv.to());
        let kind = match mv.sort() {
            Sort::Drop(kind) => kind,
            Sort::Plain | Sort::Double(_) | Sort::Promotion(_) => {
                let (kind, _) = self.piece(from)?;
                let explodes = layout.rules.explosions
                    && (self.of(!self.side).has(to) || layout.royals.contains(&kind));
                if lists.shields.has(from) || explodes {
                    return None;
                }
                if let Sort::Promotion(new) = mv.sort() {
                    // What it becomes may check through the square that it leaves.
                    if lists.seen.iter().any(|seen| seen.has(from)) {
                        return None;
                    }
                    new
                } else {
                    kind
                }
            }
            _ => return None,
        };
        let gait = &layout.gaits[self.side.index()][kind];
        if !gait.rays.is_empty() || !gait.lame.is_empty() {
            let occupied = (self.occupied() - Set::of(from)) | Set::of(to);
            return Some(self.hits(kind, self.side, to, occupied).has(lists.king));
        }
        let mut lines = lists.seen.iter().enumerate();
        let along = lines.any(|(line, seen)| gait.lines >> line & 1 != 0 && seen.has(to));
        Some(along || gait.taken_from[lists.king].has(to))
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use crate::Random;
    use crate::table::layout::Layout;
    use crate::table::set::{Bits, Wide};
    use crate::table::{Board, Rules, names, rules};

    /// Compares with making the moves, in random games; how many checks there were.
    fn compare<B: Bits>(rules: &Rules, random: &mut Random) -> usize {
        let layout: &'static Layout<B> =
            Box::leak(Box::new(Layout::new(rules.clone()).expect("it fits")));
        let mut seen = 0;
        for _ in 0..8 {
            let mut board = Board::from_fen(&rules.start, layout).expect("a start");
            for _ in 0..80 {
                let moves = board.legal();
                let checks = board.checks();
                for mv in &moves {
                    let checked = board.after(*mv).is_checked();
                    let found = board.gives_check_by(&checks, *mv);
                    assert_eq!(found, checked, "{}: {board} {mv:?}", rules.name);
                    seen += checked as usize;
                }
                let Some(mv) = (!moves.is_empty()).then(|| random.of(&moves)) else { break };
                board = board.after(mv);
            }
        }
        seen
    }

    #[test]
    fn lists_say_what_making_the_moves_says() {
        let mut random = Random::new(8);
        for rules in names().filter_map(rules) {
            let mut seen = 0;
            for variant in [
                rules.clone(),
                // Nothing explodes where lions take.
                Rules { explosions: rules.lions.is_none(), ..rules.clone() },
                Rules { checkless: true, ..rules.clone() },
            ] {
                seen += match rules.files * rules.ranks {
                    0..=64 => compare::<u64>(&variant, &mut random),
                    65..=128 => compare::<u128>(&variant, &mut random),
                    _ => compare::<Wide>(&variant, &mut random),
                };
            }
            let known =
                ["crazyhouse", "shogi", "capablanca", "courier", "chu"].contains(&&*rules.name);
            assert!(!known || seen > 30, "{}: {seen} checks", rules.name);
        }
    }
}
