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

use crate::Referee;
use crate::host::RankBase;
use crate::host::text::try_shift_ranks;
use ferz_wire::{MoveText, Start};

/// Ranks of the board that means chess.
const RANKS_OF_CHESS: usize = 8;
/// The choices of the option that says which dialect, the default first.
pub(super) const CHOICES: [&str; 2] = ["Fairy-Stockfish", "Pikafish"];

/// A game that some engines play alone, so that it comes in dialects that do not name it.
#[derive(Clone, Debug)]
pub(super) struct Unnamed {
    /// Its name.
    pub(super) game: String,
    /// The option that says which dialect.
    pub(super) option: String,
    /// Ranks of its board.
    ranks: usize,
}

impl Unnamed {
    /// The one that a referee knows, if any.
    pub(super) fn of(referee: &dyn Referee) -> Option<Unnamed> {
        referee.variants().into_iter().find_map(|game| {
            let facts = referee.facts(&game).filter(|facts| facts.unnamed)?;
            Some(Unnamed { game, option: format!("{} Dialect", facts.title), ranks: facts.ranks })
        })
    }
}

/// The game and its spelling, as far as an interface has told.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    /// What comes unnamed in some of them.
    unnamed: Option<Unnamed>,
    /// The game other than chess, by CECP name.
    game: Option<String>,
    /// Its ranks count from 0 between the machines.
    from_zero: bool,
    ranks: RankBase,
    /// An option has set the game.
    is_set: bool,
    /// It greeted as UCI-Cyclone, which counts from 0 whatever else it says.
    is_cyclone: bool,
    /// What `UCI_Variant` says, while the dialect's option has set the game.
    beside: Option<(Option<String>, bool)>,
}

impl Dialect {
    /// For these games. An engine that plays the unnamed one and nothing else does so as Pikafish,
    /// unless the interface says otherwise.
    pub(super) fn of(referee: &dyn Referee) -> Dialect {
        let unnamed = Unnamed::of(referee);
        let game = unnamed.as_ref().map(|unnamed| &unnamed.game);
        let only = game.filter(|game| referee.variants() == std::slice::from_ref(*game)).cloned();
        Dialect {
            ranks: if only.is_some() { RankBase::Zero } else { RankBase::One },
            from_zero: only.is_some(),
            game: only,
            unnamed,
            is_set: false,
            is_cyclone: false,
            beside: None,
        }
    }

    /// What comes unnamed in some of them.
    pub(super) fn unnamed(&self) -> Option<&Unnamed> {
        self.unnamed.as_ref()
    }

    /// `ucicyclone`: xiangqi. Says whether the game is another one now.
    pub(super) fn greet_cyclone(&mut self) -> bool {
        self.ranks = RankBase::Zero;
        (self.is_set, self.is_cyclone) = (true, true);
        self.switch_to_unnamed()
    }

    /// The game, if it is not chess.
    pub(super) fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// `UCI_Variant`; `None` for chess. Says whether the game is another one now.
    pub(super) fn set_game(&mut self, game: Option<&str>, from_zero: bool) -> bool {
        if !self.is_set && !self.is_cyclone {
            self.ranks = RankBase::One;
        }
        self.is_set = true;
        self.beside = None;
        self.switch(game, from_zero)
    }

    /// The option for the dialect. Says whether the game is another one now.
    pub(super) fn set_pikafish(&mut self, on: bool) -> bool {
        if !on {
            self.ranks = if self.is_cyclone { RankBase::Zero } else { RankBase::One };
            // An interface that tries all choices of an option ends where it began.
            return match self.beside.take() {
                Some((game, from_zero)) => self.switch(game.as_deref(), from_zero),
                None => false,
            };
        }
        self.ranks = RankBase::Zero;
        self.is_set = true;
        if self.beside.is_none() {
            self.beside = Some((self.game.clone(), self.from_zero));
        }
        self.switch_to_unnamed()
    }

    /// A position, maybe bare as Cyclone has it. Says whether the game is another one now.
    pub(super) fn hear(&mut self, start: &Start, bare: bool) -> bool {
        let ranks = match start {
            Start::Startpos => None,
            Start::Fen(fen) => fen.split_whitespace().next().map(|board| board.split('/').count()),
        };
        let Some(unnamed) = self.unnamed.as_ref().filter(|_| !self.is_set) else { return false };
        let is_unnamed = match ranks {
            None if bare => true,
            Some(ranks) if ranks == unnamed.ranks => true,
            Some(RANKS_OF_CHESS) => false,
            _ => return false,
        };
        self.ranks = RankBase::Zero;
        if is_unnamed { self.switch_to_unnamed() } else { self.switch(None, false) }
    }

    fn switch_to_unnamed(&mut self) -> bool {
        let game = self.unnamed.as_ref().map(|unnamed| unnamed.game.clone());
        self.switch(game.as_deref(), true)
    }

    fn switch(&mut self, game: Option<&str>, from_zero: bool) -> bool {
        self.from_zero = from_zero;
        let before = std::mem::replace(&mut self.game, game.map(str::to_owned));
        before.as_deref() != game
    }

    /// A move of the interface as the engine has it; `None` if it has a rank that is none.
    pub(super) fn inward(&self, mv: &MoveText) -> Option<MoveText> {
        match self.from_zero {
            true => try_shift_ranks(mv, self.ranks, RankBase::Zero),
            false => Some(mv.clone()),
        }
    }

    /// A move of the engine as the interface has it.
    pub(super) fn outward(&self, mv: &mut MoveText) {
        if self.from_zero
            && let Some(shifted) = try_shift_ranks(mv, RankBase::Zero, self.ranks)
        {
            *mv = shifted;
        }
    }

    /// The first move of a line of `go perft`.
    pub(super) fn outward_count(&self, text: String) -> String {
        let Some((mv, rest)) = text.split_once(':').filter(|_| self.from_zero) else { return text };
        let mut mv = MoveText::new(mv);
        self.outward(&mut mv);
        format!("{mv}:{rest}")
    }
}
