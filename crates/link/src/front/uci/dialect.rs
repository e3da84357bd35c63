//! Which game an interface plays over UCI, and how it counts the ranks of xiangqi.
//!
//! UCI was made for chess. Xiangqi comes over it in three dialects, and the same text is another
//! move in each: what Pikafish calls `h2e2` is `h3e3` to Fairy-Stockfish, whose `h2e2` is another
//! move. So a conversation has one dialect, and it is found out from what the interface says, never
//! from its moves:
//!
//! | the interface says | it plays | ranks | id |
//! |---|---|---|---|
//! | `setoption name UCI_Variant value xiangqi` | xiangqi as Fairy-Stockfish | 1 to 10 | U-511 |
//! | `setoption name Xiangqi Dialect value Pikafish` | xiangqi as Pikafish, which plays nothing else | 0 to 9 | U-510 |
//! | then `setoption name Xiangqi Dialect value Fairy-Stockfish` | what `UCI_Variant` says, as before | 1 to 10 | U-511 |
//! | `position fen` with a board of ten ranks | as Pikafish | 0 to 9 | U-510 |
//! | `ucicyclone` | xiangqi as UCI-Cyclone | 0 to 9 | U-513 |
//! | bare `fen` with such a board, or bare `startpos` | xiangqi as UCI-Cyclone | 0 to 9 | U-513 |
//! | nothing of these, or a board of eight ranks | chess | | |
//!
//! Once an option has set the game, no position changes it. Between the machines and the engine
//! ranks count from 0.

use crate::host::RankBase;
use crate::host::text::{has_ten_ranks, try_shift_ranks};
use ferz_wire::{MoveText, Start};

/// The game of the dialects.
pub(super) const XIANGQI: &str = "xiangqi";
/// The option that says which dialect.
pub(super) const OPTION: &str = "Xiangqi Dialect";
/// Its choices, the default first.
pub(super) const CHOICES: [&str; 2] = ["Fairy-Stockfish", "Pikafish"];

/// The game and its spelling, as far as an interface has told.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    /// The game other than chess, by CECP name.
    game: Option<String>,
    ranks: RankBase,
    /// An option has set the game.
    is_set: bool,
    /// It greeted as UCI-Cyclone, which counts from 0 whatever else it says.
    is_cyclone: bool,
    /// What `UCI_Variant` says, while the dialect's option has set the game.
    beside: Option<Option<String>>,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect { game: None, ranks: RankBase::One, is_set: false, is_cyclone: false, beside: None }
    }
}

impl Dialect {
    /// For an engine that plays xiangqi and nothing else: as Pikafish has it, unless the interface
    /// says otherwise.
    pub(super) fn of_xiangqi() -> Dialect {
        Dialect {
            game: Some(XIANGQI.to_owned()),
            ranks: RankBase::Zero,
            is_set: false,
            is_cyclone: false,
            beside: None,
        }
    }

    /// `ucicyclone`: xiangqi. Says whether the game is another one now.
    pub(super) fn greet_cyclone(&mut self) -> bool {
        self.ranks = RankBase::Zero;
        (self.is_set, self.is_cyclone) = (true, true);
        self.switch(Some(XIANGQI))
    }

    /// The game, if it is not chess.
    pub(super) fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// `UCI_Variant`; `None` for chess. Says whether the game is another one now.
    pub(super) fn set_game(&mut self, game: Option<&str>) -> bool {
        if !self.is_set && !self.is_cyclone {
            self.ranks = RankBase::One;
        }
        self.is_set = true;
        self.beside = None;
        self.switch(game)
    }

    /// The option for the dialect. Says whether the game is another one now.
    pub(super) fn set_pikafish(&mut self, on: bool) -> bool {
        if !on {
            self.ranks = if self.is_cyclone { RankBase::Zero } else { RankBase::One };
            // An interface that tries all choices of an option ends where it began.
            return match self.beside.take() {
                Some(game) => self.switch(game.as_deref()),
                None => false,
            };
        }
        self.ranks = RankBase::Zero;
        self.is_set = true;
        if self.beside.is_none() {
            self.beside = Some(self.game.clone());
        }
        self.switch(Some(XIANGQI))
    }

    /// A position, maybe bare as Cyclone has it. Says whether the game is another one now.
    pub(super) fn hear(&mut self, start: &Start, bare: bool) -> bool {
        let ranks = match start {
            Start::Startpos => None,
            Start::Fen(fen) => fen.split_whitespace().next().map(|board| board.split('/').count()),
        };
        let game = match ranks {
            _ if self.is_set => return false,
            None if bare => Some(XIANGQI),
            Some(10) => Some(XIANGQI),
            Some(8) => None,
            _ => return false,
        };
        self.ranks = RankBase::Zero;
        self.switch(game)
    }

    fn switch(&mut self, game: Option<&str>) -> bool {
        let before = std::mem::replace(&mut self.game, game.map(str::to_owned));
        before.as_deref() != game
    }

    fn shifts(&self) -> bool {
        self.game().is_some_and(has_ten_ranks)
    }

    /// A move of the interface as the engine has it; `None` if it has a rank that is none.
    pub(super) fn inward(&self, mv: &MoveText) -> Option<MoveText> {
        match self.shifts() {
            true => try_shift_ranks(mv, self.ranks, RankBase::Zero),
            false => Some(mv.clone()),
        }
    }

    /// A move of the engine as the interface has it.
    pub(super) fn outward(&self, mv: &mut MoveText) {
        if self.shifts()
            && let Some(shifted) = try_shift_ranks(mv, RankBase::Zero, self.ranks)
        {
            *mv = shifted;
        }
    }

    /// The first move of a line of `go perft`.
    pub(super) fn outward_count(&self, text: String) -> String {
        let Some((mv, rest)) = text.split_once(':').filter(|_| self.shifts()) else { return text };
        let mut mv = MoveText::new(mv);
        self.outward(&mut mv);
        format!("{mv}:{rest}")
    }
}
