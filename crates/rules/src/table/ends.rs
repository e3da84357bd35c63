//! Ends of games by the position alone: goals, lone kings, the last piece, no move.

use super::board::Board;
use super::rules::{Bare, Extinct, Goal, Hands, Material, Prize, Royalty};
use super::set::{Bits, Set};
use crate::Side;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Who has won; `None`: nobody.
    pub winner: Option<Side>,
    /// Why.
    pub why: Why,
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// In check without a legal move.
    Checkmate,
    /// No legal move, but no check.
    Stalemate,
    /// A royal piece has reached its goal; both have, if nobody won.
    Goal,
    /// The last of the checks that win was given; how many they were.
    Checks,
    /// A side has no pieces left.
    NoPieces,
    /// A side has its king alone; both have, if nobody won.
    BareKing,
    /// The last royal piece is gone.
    NoRoyals,
    /// Nobody can win with what is left.
    Material,
    /// The position has come back too often.
    Repetition,
    /// It has come back by checks with every move.
    PerpetualCheck,
    /// It has come back by attacks with every move.
    PerpetualAttack,
    /// Too many moves without capture or pawn move.
    QuietMoves,
    /// The moves are counted out in which it was to be won.
    Counted,
}

impl<B: Bits> Board<B> {
    /// Whether the game is over by something else than the lack of moves.
    pub fn end(&self) -> Option<End> {
        let layout = self.layout;
        let rules = &layout.rules;
        if !layout.may_end {
            return None;
        }
        if rules.royalty == Royalty::Last || rules.explosions && rules.royalty == Royalty::One {
            let royals = self.union(&layout.royals);
            for side in Side::BOTH {
                if (royals & self.of(side)).is_empty() {
                    return Some(End { winner: Some(!side), why: Why::NoRoyals });
                }
            }
        }
        if rules.checks > 0
            && let Some(side) = Side::BOTH.into_iter().find(|side| self.checks[side.index()] == 0)
        {
            return Some(End { winner: Some(side), why: Why::Checks });
        }
        if let Some(extinct) = &rules.extinct
            && let Some(side) =
                [!self.side, self.side].into_iter().find(|side| self.is_extinct(*side, extinct))
        {
            return Some(self.prize(side, extinct.prize, Why::NoPieces));
        }
        if let Some(bare) = rules.bare
            && let Some(end) = self.bare_end(bare)
        {
            return Some(end);
        }
        rules.goal.as_ref().and_then(|goal| self.goal_end(goal))
    }

    /// Whether a side has its royal piece alone where only mate wins: there is nothing to count but
    /// where that can go.
    #[inline(always)]
    pub fn has_lone_king(&self) -> bool {
        let layout = self.layout;
        let rules = &layout.rules;
        if !layout.keeps_kings || rules.goal.is_some() || rules.gives_away() {
            return false;
        }
        let royals = self.union(&layout.royals);
        let is_alone = |side: &Side| {
            (self.of(*side) - royals).is_empty() && self.hand(*side).iter().all(|held| *held == 0)
        };
        Side::BOTH.iter().any(is_alone)
    }

    /// What it means that the side to move has no legal move; `None`: it waits for a piece, and the
    /// game goes on.
    pub fn no_moves(&self) -> Option<End> {
        let rules = &self.layout.rules;
        if rules.hands == Hands::Partner && self.could_move_with_more() {
            return None;
        }
        Some(match self.in_check() {
            true => self.prize(self.side, rules.mated, Why::Checkmate),
            false => self.prize(self.side, rules.stalemated, Why::Stalemate),
        })
    }

    /// Whether the side to move could move if it had one of each kind in hand. A mate that a dropped
    /// piece could block is none in bughouse, as long as the partner may still take one.
    #[inline(never)]
    fn could_move_with_more(&self) -> bool {
        let layout = self.layout;
        let mut richer = *self;
        let kinds = layout.rules.kinds.iter().enumerate();
        for (kind, _) in kinds.filter(|(kind, rule)| !rule.royal && layout.held_as[*kind] == *kind)
        {
            if let Some(held) = richer.hands[self.side.index()].get_mut(kind) {
                *held = 1;
            }
        }
        richer.count_legal() > 0
    }

    fn prize(&self, side: Side, prize: Prize, why: Why) -> End {
        let winner = match prize {
            Prize::Win => Some(side),
            Prize::Draw => None,
            Prize::Loss => Some(!side),
            Prize::Fewer => {
                let [own, other] = [side, !side].map(|side| self.of(side).count());
                match own.cmp(&other) {
                    std::cmp::Ordering::Less => Some(side),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Greater => Some(!side),
                }
            }
        };
        End { winner, why }
    }

    /// Whether a side has run out of pieces, or of some kind of them.
    fn is_extinct(&self, side: Side, extinct: &Extinct) -> bool {
        let count = |side: Side, kinds: &[usize]| -> u32 {
            let held: u32 = kinds.iter().map(|kind| self.held(side, *kind) as u32).sum();
            held + (self.union(kinds) & self.of(side)).count()
        };
        let all = |side: Side| {
            let held: u32 = self.hands[side.index()].iter().map(|count| *count as u32).sum();
            held + self.of(side).count()
        };
        let too_few = |left: u32, others: u32| left <= extinct.most && others >= extinct.others;
        if extinct.kinds.is_empty() {
            return too_few(all(side), all(!side));
        }
        self.layout.needed.iter().any(|kinds| too_few(count(side, kinds), count(!side, kinds)))
    }

    /// Whether a side has pieces enough on its goal.
    fn is_at_goal(&self, side: Side, goal: &Goal) -> bool {
        let layout = self.layout;
        let mut there = self.union(&layout.runners) & self.of(side) & layout.goal[side.index()];
        if goal.safe {
            let (occupied, enemies) = (self.occupied(), self.of(!side));
            for square in there {
                if self.attackers::<true>(square, !side, occupied, enemies).any() {
                    there -= Set::of(square);
                }
            }
        }
        there.count() >= goal.count.max(1)
    }

    /// A piece on its goal wins, unless the other side may answer at once.
    fn goal_end(&self, goal: &Goal) -> Option<End> {
        let last_word = goal.last_word;
        let [first, second] = Side::BOTH.map(|side| self.is_at_goal(side, goal));
        let winner = match (first, second) {
            (false, false) => return None,
            (true, true) => None,
            (false, true) => Some(Side::Second),
            (true, false) => {
                if last_word && self.side == Side::Second && self.can_reach_goal() {
                    return None;
                }
                Some(Side::First)
            }
        };
        Some(End { winner, why: Why::Goal })
    }

    /// Whether the king to move can step to its goal without being attacked there.
    fn can_reach_goal(&self) -> bool {
        let layout = self.layout;
        let Some(king) = self.royal(self.side) else { return false };
        let Some((kind, _)) = self.piece(king) else { return false };
        let gait = &layout.gaits[self.side.index()][kind];
        let enemies = self.of(!self.side);
        (self.reach(gait, king) & layout.goal[self.side.index()]).into_iter().any(|to| {
            let taken = Set::of(to) & enemies;
            self.is_safe(super::legality::Effect { kind, from: Some(king), to, taken })
        })
    }

    fn bare_end(&self, bare: Bare) -> Option<End> {
        let royals = self.union(&self.layout.royals);
        let is_bare = |side| (self.of(side) - royals).is_empty();
        let bared = Side::BOTH.map(is_bare);
        let why = Why::BareKing;
        if bare == Bare::Win {
            let side = Side::BOTH.into_iter().find(|side| bared[side.index()])?;
            return Some(End { winner: Some(side), why });
        }
        match bared {
            [false, false] => None,
            [true, true] => Some(End { winner: None, why }),
            _ => {
                let side = if bared[0] { Side::First } else { Side::Second };
                let others = self.of(!side) - royals;
                let may_answer = side == self.side && !others.several() && {
                    let target = others.first()?;
                    self.can_take(target)
                };
                (!may_answer).then_some(End { winner: Some(!side), why })
            }
        }
    }

    /// Whether the side to move can take on a square.
    fn can_take(&self, target: usize) -> bool {
        let gaits = &self.layout.gaits[self.side.index()];
        gaits.iter().enumerate().any(|(kind, gait)| {
            (self.kind(kind) & self.of(self.side)).into_iter().any(|from| {
                let effect = super::legality::Effect {
                    kind,
                    from: Some(from),
                    to: target,
                    taken: Set::of(target),
                };
                self.reach(gait, from).has(target) && self.is_safe(effect)
            })
        })
    }

    /// Whether neither side can win any more, by what is left or by the count of moves.
    pub fn is_dead_draw(&self) -> bool {
        if self.is_counted_out() {
            return true;
        }
        if self.layout.rules.must_drop && self.holds_any(self.side) {
            return false;
        }
        let royals = self.union(&self.layout.royals);
        let others = self.occupied() - royals;
        match self.layout.rules.material {
            Material::Any => false,
            Material::Kings => others.is_empty(),
            Material::Chess => self.is_dead_in_chess(others),
            Material::Bishops => self.are_bishops_apart(),
        }
    }

    fn is_dead_in_chess(&self, others: Set<B>) -> bool {
        let layout = self.layout;
        let of = |letter| layout.kind_of(letter).map_or(Set::none(), |kind| self.kind(kind));
        match others.count() {
            0 => true,
            1 => (others - of("N") - of("B")).is_empty(),
            _ => {
                let dark = layout.dark & others;
                (others - of("B")).is_empty() && (dark.is_empty() || dark == others)
            }
        }
    }

    /// Whether each side has bishops alone, of one colour of square that the other's have not.
    fn are_bishops_apart(&self) -> bool {
        let bishops = self.layout.kind_of("B").map_or(Set::none(), |kind| self.kind(kind));
        let dark = self.layout.dark;
        let [first, second] = Side::BOTH.map(|side| self.of(side));
        let apart = |a: Set<B>, b: Set<B>| (a - dark).is_empty() && (b & dark).is_empty();
        bishops == self.occupied()
            && first.any()
            && second.any()
            && (apart(first, second) || apart(second, first))
    }

    /// Whether a side whose king has entered the far camp may declare that it has won: the 27-point
    /// rule of the Computer Shogi Association.
    pub fn may_declare_win(&self) -> bool {
        let layout = self.layout;
        if !layout.rules.entering || self.in_check() {
            return false;
        }
        let side = self.side;
        let zone = layout.zone[side.index()];
        let king = self.royal(side);
        if !king.is_some_and(|king| zone.has(king)) {
            return false;
        }
        let worth = |kind: usize| match layout.rules.kinds[kind].letter.trim_start_matches('+') {
            "R" | "B" => 5,
            "K" => 0,
            _ => 1,
        };
        let inside = self.of(side) & zone;
        let men = inside.count() - 1;
        let points: u32 = inside
            .into_iter()
            .filter_map(|square| self.piece(square))
            .map(|(kind, _)| worth(kind))
            .sum();
        let held: u32 = self.hands[side.index()]
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(kind, count)| worth(kind) * *count as u32)
            .sum();
        let needed = if side == Side::First { 28 } else { 27 };
        men >= 10 && points + held >= needed
    }
}
