//! What those who judge positions by their men ask of a game beside its moves.

use super::betza;
use super::region::Grid;
use super::rules::{Hands, Royalty, Rules};
use super::set::{Bits, Set, Wide};
use crate::Side;

impl Rules {
    /// Whether a position with left and right exchanged is worth the same, castling aside: every kind
    /// goes as far to the left as to the right, and so does every region.
    ///
    /// ```
    /// use ferz_rules::table::rules;
    ///
    /// let mut game = rules("shogi").unwrap();
    /// assert!(game.is_symmetric());
    /// game.kind("P").moves = "fWlF".to_owned();
    /// assert!(!game.is_symmetric());
    /// ```
    pub fn is_symmetric(&self) -> bool {
        let grid = Grid { files: self.files, ranks: self.ranks };
        let evenly = |text: &str| {
            Side::BOTH.into_iter().all(|side| {
                grid.region::<Wide>(text, side).is_ok_and(|region| {
                    let mirrored = region.into_iter().map(|square| grid.mirrored(square));
                    mirrored.collect::<Set<Wide>>() == region
                })
            })
        };
        let goes_evenly = |moves: &str| {
            betza::read(moves).is_ok_and(|walks| walks.0.iter().all(betza::Walk::is_symmetric))
        };
        // Of several kings the one that counts is found from the left.
        self.royalty != Royalty::FirstKing
            && self.kinds.iter().all(|kind| {
                let regions = [&kind.first, &kind.passed, &kind.domain, &kind.drops];
                goes_evenly(&kind.moves) && regions.into_iter().all(|text| evenly(text))
            })
            && evenly(&self.promotion.zone)
            && self.goal.as_ref().is_none_or(|goal| evenly(&goal.squares))
    }

    /// Whether the sides' goals, if there are any, are each other's with the board turned upside down.
    /// They are not where both have to reach one and the same end of it, as in racing kings.
    pub fn is_turned(&self) -> bool {
        let grid = Grid { files: self.files, ranks: self.ranks };
        let goal = self.goal.as_ref().map_or("", |goal| &goal.squares);
        let [first, second] = Side::BOTH.map(|side| grid.region::<Wide>(goal, side));
        let turned: Set<Wide> =
            second.into_iter().flatten().map(|square| grid.turned(square)).collect();
        first.is_ok_and(|first| first == turned)
    }

    /// Whether each side always has one royal piece that is not taken: where it stands says how its
    /// side sees the board.
    pub fn keeps_one_king(&self) -> bool {
        let is_alone = self.kinds.iter().filter(|kind| kind.royal).count() == 1;
        let of = |letter: &str| {
            self.start.split(['[', ' ']).next().map_or(0, |men| men.matches(letter).count())
        };
        is_alone
            && self.royalty == Royalty::One
            && self
                .kinds
                .iter()
                .filter(|kind| kind.royal)
                .all(|kind| of(&kind.letter) == 1 && of(&kind.letter.to_lowercase()) == 1)
    }
}

/// What those who judge positions are told of one: its kinds of men by side, and behind them two
/// sorts that are none; the squares of the board, and behind them places in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The number of the marks on men that are pawns again once they are taken, in games where such
    /// men come back.
    pub marks: Option<usize>,
    /// The number of the checks that are still to be given, which wait in hand.
    pub checks: Option<usize>,
    /// How many sorts there are, the kinds among them.
    pub sorts: usize,
    /// How many places there are: the squares, and one for each man of a kind that can be in one
    /// hand. More in hand than could come of the start position are not told of.
    pub places: usize,
    /// How many men there are at the start, those in hand among them.
    pub men: usize,
}

impl Features {
    /// Those of a game.
    pub fn of(rules: &Rules) -> Features {
        let kinds = rules.kinds.len();
        let becomes_marked = |letter: &String| {
            rules.kinds.iter().any(|kind| kind.letter == *letter && kind.demotes.is_none())
        };
        let is_marking = matches!(rules.hands, Hands::Taker | Hands::Partner)
            && rules.kinds.iter().flat_map(|kind| &kind.promotes).any(becomes_marked);
        let marks = is_marking.then_some(kinds);
        let after = kinds + usize::from(is_marking);
        let checks = (rules.checks > 0).then_some(after);
        let start = rules.start.split(' ').next().unwrap_or_default().to_ascii_lowercase();
        let letters = || start.chars().filter(char::is_ascii_alphabetic);
        let like = |letter| letters().filter(|other| *other == letter).count();
        let held = match rules.hands {
            Hands::None => 0,
            _ => letters().map(like).max().unwrap_or(0),
        };
        let squares = rules.files * rules.ranks;
        Features {
            marks,
            checks,
            sorts: after + usize::from(checks.is_some()),
            places: (squares + held.max(rules.checks.into())).min(Wide::SQUARES),
            men: letters().count(),
        }
    }
}
