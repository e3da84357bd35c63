//! The game that a conversation is about: which moves are legal, and how they are written.

use ferz_rules::{FenStyle, Game, Notation, Variant, Verdict, new_game};
use ferz_wire::{MoveText, PositionText, Start};

/// A game that a monitor follows, and the spelling of moves that the conversation uses.
pub(crate) struct FollowedGame {
    game: Box<dyn Game>,
    /// How moves are written.
    pub(crate) notation: Notation,
}

impl Clone for FollowedGame {
    fn clone(&self) -> FollowedGame {
        FollowedGame { game: self.game.boxed(), notation: self.notation }
    }
}

impl FollowedGame {
    /// The start position of a game.
    pub(crate) fn new(variant: Variant, notation: Notation) -> FollowedGame {
        let game = new_game(variant, None).expect("every game has a start position");
        FollowedGame { game, notation }
    }

    /// A position as UCI and UCCI send it; the complaint of one that cannot be had, or of the first
    /// move that is not legal.
    pub(crate) fn of(
        variant: Variant,
        notation: Notation,
        position: &PositionText,
    ) -> Result<FollowedGame, String> {
        let fen = match &position.start {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let game = new_game(variant, fen).map_err(|error| error.to_string())?;
        let mut board = FollowedGame { game, notation };
        for mv in &position.moves {
            board.play(mv.as_str())?;
        }
        Ok(board)
    }

    /// A game from a FEN.
    pub(crate) fn from_fen(
        variant: Variant,
        notation: Notation,
        fen: &str,
    ) -> Result<FollowedGame, String> {
        let game = new_game(variant, Some(fen)).map_err(|error| error.to_string())?;
        Ok(FollowedGame { game, notation })
    }

    pub(crate) fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Gives both sides these hands, in letters of FEN; the moves before are forgotten. `false` in games
    /// without hands.
    pub(crate) fn hold(&mut self, white: &str, black: &str) -> bool {
        let fen = self.game.fen(FenStyle::XFen);
        let parts =
            fen.split_once('[').and_then(|(men, rest)| Some((men, rest.split_once(']')?.1)));
        let Some((men, rest)) = parts else { return false };
        let hands = white.to_uppercase() + &black.to_lowercase();
        match new_game(self.game.variant(), Some(&format!("{men}[{hands}]{rest}"))) {
            Ok(game) => {
                self.game = game;
                true
            }
            Err(_) => false,
        }
    }

    /// Makes a move.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        let played = match self.notation {
            Notation::CoordinateFromOne => self
                .game
                .rewrite_from(text, self.notation, Notation::Coordinate)
                .and_then(|text| self.game.play(&text)),
            _ => self.game.play(text),
        };
        played.map_err(|error| error.to_string())
    }

    pub(crate) fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Whether a move is legal; if not, why.
    pub(crate) fn legal(&self, text: &str) -> Result<(), String> {
        self.game
            .rewrite_from(text, self.notation, self.notation)
            .map(drop)
            .map_err(|error| error.to_string())
    }

    /// The move as the notation writes it, if it is legal.
    pub(crate) fn spelled(&self, text: &str) -> Option<String> {
        self.game.rewrite_from(text, self.notation, self.notation).ok()
    }

    pub(crate) fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves(self.notation)
    }

    /// Whether a line ends with the side to move having won, or lost; `None` where the game goes on
    /// behind it.
    pub(crate) fn wins<'a>(&self, line: impl IntoIterator<Item = &'a str>) -> Option<bool> {
        let mut board = self.clone();
        for mv in line {
            board.play(mv).ok()?;
        }
        match board.game().verdict() {
            Verdict::Win(winner, _) => Some(winner == self.game.side()),
            _ => None,
        }
    }

    /// The first move of a line that is not legal where it comes, with the reason.
    pub(crate) fn first_illegal(&self, line: &[MoveText]) -> Option<String> {
        let mut board = self.clone();
        for (index, mv) in line.iter().enumerate() {
            if let Err(why) = board.play(mv.as_str()) {
                return Some(format!("move {} of the line: {why}", index + 1));
            }
        }
        None
    }
}
