//! What the engine has for chess.

use super::{Equipped, Tables};
use crate::book;
use crate::drive::strength::Scale;
use crate::endgame::Usage;
use crate::eval::Evaluated;
use crate::eval::Knowledge;
use crate::eval::chess::HandMade;
use crate::eval::library::{GameCode, SQUARES, Show};
use crate::eval::network::{Changes, Game, Inputs, Places};
use crate::search::params::Params;
use crate::syzygy::Syzygy;
use crate::wdl::Chances;
use ferz_rules::chess::{Board, Kind, Move, Piece};
use ferz_rules::{Side, Variant};
use std::sync::Arc;

impl Inputs for Board {
    fn game(&self) -> Game {
        Game::CHESS
    }

    fn suits(&self) -> bool {
        true
    }

    /// Where a side has its king alone.
    #[inline(always)]
    fn is_for_rules(&self) -> bool {
        Side::BOTH.into_iter().any(|side| !self.of_side(side).several())
    }

    /// Castling differs by wing.
    fn may_be_mirrored(&self) -> bool {
        self.castling_rooks().is_empty()
    }

    #[inline(always)]
    fn men(&self, piece: usize) -> Places {
        let (side, kind) = (Side::BOTH[(piece / 6) & 1], Kind::ALL[piece % 6]);
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
    fn changes(&self, mv: Move, after: &Self, changes: &mut Changes) {
        if mv.is_castling() {
            // In Chess960 king and rook may stay or change places: what stays changes nothing.
            let side = self.side();
            for kind in [Kind::King, Kind::Rook] {
                let piece = Piece { kind, side }.code();
                let (old, new) = (self.pieces(side, kind), after.pieces(side, kind));
                (old - new).into_iter().for_each(|square| changes.take(piece, square.index()));
                (new - old).into_iter().for_each(|square| changes.put(piece, square.index()));
            }
            return;
        }
        if let Some((piece, square)) = self.captured(mv) {
            changes.take(piece.code(), square.index());
        }
        if let Some(piece) = self.piece_on(mv.from()) {
            let arrived = Piece { kind: mv.promotion().unwrap_or(piece.kind), ..piece };
            changes.take(piece.code(), mv.from().index());
            changes.put(arrived.code(), mv.to().index());
        }
    }
}

impl Evaluated for Board {
    type Evaluator = HandMade;
    fn params(&self) -> Params {
        Params::CHESS
    }
    fn evaluator_with(knowledge: Knowledge) -> HandMade {
        HandMade::with(knowledge)
    }
}

impl Show for Board {
    const SIZE: (i32, i32) = (8, 8);

    fn code(&self) -> GameCode {
        GameCode { number: 1, name: "chess" }
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
    type Book = book::Polyglot;
    // Openings, middlegames of all kinds, endgames, oddities. Chosen by us.
    const BENCH: (Variant, &'static [&'static str]) =
        (Variant::NORMAL, &include!("../bench/chess.in"));
    const HORIZON: u32 = 24;
    // Fitted to 15,575 positions in 123 games of c9 against itself at 2+0.02 s; at longer times the
    // same advantage wins more often.
    const CHANCES: Chances = Chances { offset: 124.0, spread: 56.0 };
    // Measured with c15 against the `UCI_Elo` of Stockfish 15.1 at 1+0.01 s: docs/games.md.
    const STRENGTH: Scale = Scale::new(&[
        (800.0, 20.0),
        (1400.0, 31.0),
        (1600.0, 59.0),
        (1800.0, 322.0),
        (2000.0, 1780.0),
        (2400.0, 5000.0),
        (2600.0, 7200.0),
        (2800.0, 9600.0),
        (3000.0, 13_500.0),
    ])
    .with_luck(500);

    fn open_endgames(path: &str, usage: Usage) -> Result<(Tables<Self>, String), String> {
        let tables = Syzygy::open(path, usage)?;
        let found = match tables.largest() {
            0 => format!("no Syzygy table in \"{path}\" can be used"),
            men => format!("Syzygy tables with up to {men} men"),
        };
        Ok((Arc::new(tables), found))
    }
}
