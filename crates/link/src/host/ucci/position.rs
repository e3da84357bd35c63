//! Positions as UCCI wants them: a FEN behind the last capture, and the moves since.

use super::super::options::one_line;
use super::super::text::{has_ten_ranks, is_xiangqi, shift_ranks, without_passes, xiangqi_fen};
use super::super::{RankBase, XiangqiFen};
use super::*;
use crate::Spelling;
use ferz_wire::{PositionText, Start};

/// The start position of xiangqi, as the protocol's text has it (`X-105`, `X-115`).
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The game with promotion; all else about it is xiangqi.
pub(super) const PROMOTION: &str = "xiangqi-promotion";

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
        let place = without_passes(place, self.half.referee.as_deref())?;
        let known = self
            .half
            .referee
            .as_deref()
            .filter(|referee| referee.variants().contains(&place.variant));
        let Some(referee) = known else {
            let start = Start::Fen(self.fen(plain_start(&place)?, &place.variant));
            let moves = place.moves.iter().map(|mv| self.outward(mv, &place.variant)).collect();
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
                moves.push(self.outward(&MoveText::new(&spelled), &place.variant));
            }
        }
        let start = Start::Fen(self.fen(fen, &place.variant));
        Ok(Told { text: PositionText { start, moves }, root: Some(record) })
    }

    /// In the document's letters, and with all its fields (`X-106` to `X-108`).
    fn fen(&self, fen: String, variant: &str) -> String {
        match is_xiangqi(variant) {
            true => {
                xiangqi_fen(&fen, self.half.profile.xiangqi_fen.get().unwrap_or(XiangqiFen::Knight))
            }
            false => fen,
        }
    }

    pub(super) fn outward(&self, mv: &MoveText, variant: &str) -> MoveText {
        match has_ten_ranks(variant) {
            true => shift_ranks(mv, RankBase::Zero, *self.half.profile.rank_base.get()),
            false => mv.clone(),
        }
    }
}

/// How many pieces stand on the board of a FEN.
fn count_pieces(fen: &str) -> usize {
    let board = fen.split_whitespace().next().unwrap_or_default();
    let board = board.split('[').next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).count()
}

/// The start as a FEN, without anybody who knows the rules.
fn plain_start(place: &Place) -> Result<String, Refused> {
    match &place.start {
        Start::Fen(fen) => Ok(fen.clone()),
        Start::Startpos if is_xiangqi(&place.variant) => Ok(START_FEN.to_owned()),
        Start::Startpos => Err(refused("nobody knows the start position as a FEN")),
    }
}
