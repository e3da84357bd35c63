//! The games that networks can be made for, and what their inputs are numbered by.
//!
//! A network has an input for each man on each square. Behind the squares of the board a man has
//! places in hand, one for each of his kind that can be there: the first of them is taken first, so
//! that three in hand switch on three inputs. A game by table may have two sorts of men more: marks, where
//! a man stands that is a pawn again once he is taken, and checks that are still to be given, which
//! wait in hand.

use super::embedded;
use ferz_rules::table::{self, Features, Rules};
use ferz_rules::{Side, Variant};
use std::fmt;

/// A game that networks can be made for.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Its number in a file, where games had numbers before they had names there.
    pub number: Option<u8>,
    /// What people call it; the name of a game by table is that of its row.
    pub name: &'static str,
    /// Files of the board.
    pub files: usize,
    /// Squares of the board.
    pub squares: usize,
    /// Places of a man: the squares, and behind them those in hand.
    pub places: usize,
    /// Codes of men, both sides together.
    pub pieces: usize,
    /// Men at the start, those in hand too.
    pub men: usize,
    /// No position has more inputs on, if it can come of the start.
    pub most_on: usize,
    /// Whether kings may mirror the board: each side has one, and the rules know no left and right.
    pub mirrors: bool,
    /// Whether each side sees the board from its own end. In racing kings both run the same way.
    pub turns: bool,
    /// A fingerprint of the kinds of men, and of how sides see the board.
    pub kinds: u64,
    /// The file of the network inside the program.
    pub own: Option<&'static [u8]>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        (self.name, self.kinds) == (other.name, other.kinds)
            && (self.files, self.squares) == (other.files, other.squares)
            && (self.places, self.pieces) == (other.places, other.pieces)
    }
}

impl Eq for Game {}

impl Game {
    /// Chess and its cousins on the same board.
    pub const CHESS: Game = Game {
        number: Some(0),
        name: "chess",
        files: 8,
        squares: 64,
        places: 64,
        pieces: 12,
        men: 32,
        most_on: 32,
        mirrors: true,
        turns: true,
        kinds: 0,
        own: Some(include_bytes!("../../../nets/chess.net")),
    };

    /// Xiangqi.
    pub const XIANGQI: Game = Game {
        number: Some(1),
        name: "xiangqi",
        files: 9,
        squares: 90,
        places: 90,
        pieces: 14,
        men: 32,
        most_on: 32,
        mirrors: true,
        turns: true,
        kinds: 0,
        own: Some(include_bytes!("../../../nets/xiangqi.net")),
    };

    /// Those with a board of their own.
    pub const NUMBERED: [Game; 2] = [Game::CHESS, Game::XIANGQI];

    /// The game whose networks judge this one; `None` for a game that can have none.
    pub fn of(variant: Variant) -> Option<Game> {
        if let Some(usual) = variant.family.usual() {
            return Game::NUMBERED
                .into_iter()
                .find(|game| Variant::by_name(game.name) == Some(usual));
        }
        table::rules_of(variant).map(Game::by_table)
    }

    /// A game by table.
    pub(crate) fn by_table(rules: &'static Rules) -> Game {
        let features = Features::of(rules);
        let checks = 2 * usize::from(rules.checks);
        // Marks are on men that are counted already.
        let marks = features.marks.map_or(0, |_| features.men);
        Game {
            number: None,
            name: &rules.name,
            files: rules.files,
            squares: rules.files * rules.ranks,
            places: features.places,
            pieces: 2 * features.sorts,
            men: features.men.max(1),
            most_on: features.men + marks + checks,
            mirrors: rules.keeps_one_king() && rules.is_symmetric(),
            turns: rules.is_turned(),
            kinds: fingerprint(rules),
            own: embedded::bytes(&rules.name),
        }
    }

    /// The square in the mirror between left and right.
    pub const fn mirrored(self, square: usize) -> usize {
        let files = self.files;
        square - square % files + (files - 1 - square % files)
    }

    /// The square as the other side counts ranks.
    pub const fn turned(self, square: usize) -> usize {
        let files = self.files;
        self.squares - files - (square - square % files) + square % files
    }

    /// The square as a side counts ranks: from its own end where the board [turns](Self::turns).
    pub const fn seen_by(self, side: Side, square: usize) -> usize {
        match side {
            Side::Second if self.turns => self.turned(square),
            _ => square,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The letters of the kinds in their order, and whether the board turns: what numbers of inputs mean.
fn fingerprint(rules: &Rules) -> u64 {
    let mut letters: Vec<&str> = rules.kinds.iter().map(|kind| &*kind.letter).collect();
    if !rules.is_turned() {
        letters.push("unturned");
    }
    super::file::sum(letters.join(" ").as_bytes())
}
