//! Positions as UCCI wants them: a FEN behind the last capture, and the moves since.

use super::super::FenForm;
use super::super::options::one_line;
use super::super::text::without_passes;
use super::*;
use crate::Spelling;
use ferz_wire::{PositionText, Start};

/// A position as text, and on a board where somebody knows the rules.
pub(super) struct Told {
    pub(super) text: PositionText,
    pub(super) root: Option<Box<dyn Record>>,
}

impl Ucci {
    /// What to tell the engine of a position (`X-109` to `X-111`).
    pub(super) fn told(&self, place: &Place) -> Result<Told, Refused> {
        if let Start::Fen(fen) = &place.start {
            one_line(fen)?;
        }
        for mv in &place.moves {
            one_line(mv.as_str())?;
        }
        let place = without_passes(place, self.half.referee())?;
        let known =
            self.half.referee().filter(|referee| referee.variants().contains(&place.variant));
        let Some(referee) = known else {
            let start = match self.plain_start(&place) {
                Some(fen) => Start::Fen(self.fen(fen, &place.variant)),
                None => Start::Startpos,
            };
            let moves =
                place.moves.iter().map(|mv| self.half.outward(mv, &place.variant)).collect();
            return Ok(Told { text: PositionText { start, moves }, root: None });
        };
        let (mut record, _) = referee.place(&place.at_start()).map_err(refused)?;
        let mut fen = record.fen();
        let mut moves = Vec::with_capacity(place.moves.len());
        let mut pieces = count_pieces(&fen);
        for mv in &place.moves {
            let fault = |_| refused(format!("illegal move {mv}"));
            let spelled = record.spell(mv.as_str(), Spelling::Coordinate).map_err(fault)?;
            record.play(mv.as_str()).map_err(fault)?;
            let now = record.fen();
            let left = count_pieces(&now);
            if left < pieces {
                (fen, pieces) = (now, left);
                moves.clear();
            } else {
                moves.push(self.half.outward(&MoveText::new(&spelled), &place.variant));
            }
        }
        let start = Start::Fen(self.fen(&fen, &place.variant));
        Ok(Told { text: PositionText { start, moves }, root: Some(record) })
    }

    /// In the document's letters, and with all its fields (`X-106` to `X-108`).
    fn fen(&self, fen: &str, variant: &str) -> String {
        self.half.fen(fen, variant, FenForm::Knight)
    }

    /// The start as a FEN (`X-105`, `X-115`), without anybody who knows the rules.
    fn plain_start<'a>(&self, place: &'a Place) -> Option<&'a str> {
        match &place.start {
            Start::Fen(fen) => Some(fen),
            Start::Startpos => self.half.facts(&place.variant).map(|facts| facts.start_fen),
        }
    }
}

/// How many pieces stand on the board of a FEN.
fn count_pieces(fen: &str) -> usize {
    let board = fen.split_whitespace().next().unwrap_or_default();
    let board = board.split('[').next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).count()
}
