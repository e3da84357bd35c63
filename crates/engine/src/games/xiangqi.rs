//! What the engine has for xiangqi.

use super::{Equipped, Tables};
use crate::book;
use crate::drive::strength::Scale;
use crate::endgame::Usage;
use crate::eval::Evaluated;
use crate::eval::Knowledge;
use crate::eval::library::{GameCode, SQUARES, Show};
use crate::eval::network::{Changes, Game, Inputs, Places};
use crate::eval::xiangqi::HandMade;
use crate::search::params::Params;
use crate::wdl::Chances;
use ferz_rules::xiangqi::{Board, Kind, Move, Piece};
use ferz_rules::{Side, Variant};

impl Inputs for Board {
    fn game(&self) -> Game {
        Game::XIANGQI
    }

    /// The game with promotion has pawns where the other has none.
    fn suits(&self) -> bool {
        !self.promotes()
    }

    #[inline(always)]
    fn is_for_rules(&self) -> bool {
        false
    }

    fn may_be_mirrored(&self) -> bool {
        true
    }

    #[inline(always)]
    fn men(&self, piece: usize) -> Places {
        let (side, kind) = (Side::BOTH[(piece / 7) & 1], Kind::ALL[piece % 7]);
        self.pieces(side, kind).0.into()
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.occupied().count() as usize
    }

    #[inline(always)]
    fn king_square(&self, side: Side) -> usize {
        self.king(side).index()
    }

    #[inline]
    fn changes(&self, mv: Move, _: &Self, changes: &mut Changes) {
        let Some(piece) = self.piece_on(mv.from()) else { return };
        let kind = if mv.is_promotion() { Kind::Pawn } else { piece.kind };
        if let Some(captured) = self.captured(mv) {
            changes.take(captured.code(), mv.to().index());
        }
        changes.take(piece.code(), mv.from().index());
        changes.put(Piece { kind, ..piece }.code(), mv.to().index());
    }
}

impl Evaluated for Board {
    type Evaluator = HandMade;
    fn params(&self) -> Params {
        Params::XIANGQI
    }
    fn evaluator_with(knowledge: Knowledge) -> HandMade {
        HandMade::with(knowledge)
    }
}

impl Show for Board {
    const SIZE: (i32, i32) = (9, 10);

    fn code(&self) -> GameCode {
        match self.promotes() {
            true => GameCode { number: 3, name: "xiangqi with promotion" },
            false => GameCode { number: 2, name: "xiangqi" },
        }
    }

    fn letters(&self, squares: &mut [u8; SQUARES]) {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let letter = Piece { kind, side }.letter() as u8;
                for square in self.pieces(side, kind) {
                    squares[square.index()] = letter;
                }
            }
        }
    }
}

impl Equipped for Board {
    type Book = book::Elephant;
    const BENCH: (Variant, &'static [&'static str]) =
        (Variant::XIANGQI, &include!("../bench/xiangqi.in"));
    // Games last longer than those of chess.
    const HORIZON: u32 = 32;
    // Fitted to 430,581 positions in 3,240 games of x8 against itself at 500 nodes a move; at longer
    // times the same advantage wins more often.
    const CHANCES: Chances = Chances { offset: 233.0, spread: 186.0 };
    // From games of x11 against itself, as in games by table.
    const STRENGTH: Scale = Scale::new(&[
        (800.0, 27.0),
        (1400.0, 70.0),
        (1530.0, 300.0),
        (2170.0, 1200.0),
        (2720.0, 5e3),
        (3020.0, 80e3),
    ]);

    fn open_endgames(_: &str, _: Usage) -> Result<(Tables<Self>, String), String> {
        Err("there are no endgame tables of xiangqi".to_owned())
    }
}
