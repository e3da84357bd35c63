//! Who has won, and when there is nothing left to play for: the rules, and what testers agree on.

use crate::config::{Adjudication, Config};
use crate::record::{GameResult, Reason};
use ferz_link::Score;
use ferz_rules::{
    DrawReason, FenError, Game, Notation, Side, Variant, Verdict, WinReason, new_game_under,
};

/// A result with its reason.
pub(crate) type End = (GameResult, Reason);

/// A game under the rules of this run.
pub(crate) fn begin(
    config: &Config,
    variant: Variant,
    fen: Option<&str>,
) -> Result<Box<dyn Game>, FenError> {
    new_game_under(variant, fen, config.rulings.into())
}

/// How the game stands; what a player could claim is taken as claimed.
pub(crate) fn verdict(game: &dyn Game) -> Option<End> {
    match game.verdict() {
        Verdict::Open => None,
        Verdict::Claimable(reason) | Verdict::Draw(reason) => {
            Some((GameResult::Draw, drawn(reason)))
        }
        Verdict::Win(side, reason) => Some((GameResult::lost_by(!side), won(reason))),
    }
}

fn drawn(reason: DrawReason) -> Reason {
    match reason {
        DrawReason::Stalemate => Reason::Stalemate,
        DrawReason::FiftyMoves | DrawReason::SeventyFiveMoves => Reason::FiftyMoves,
        DrawReason::InsufficientMaterial => Reason::InsufficientMaterial,
        DrawReason::NaturalMoves => Reason::NaturalMoves,
        DrawReason::Repetition => Reason::Repetition,
        DrawReason::Rule(_) => Reason::Rule,
    }
}

fn won(reason: WinReason) -> Reason {
    match reason {
        WinReason::Stalemate => Reason::Stalemate,
        WinReason::PerpetualCheck => Reason::PerpetualCheck,
        WinReason::PerpetualChase => Reason::PerpetualChase,
        WinReason::Checkmate => Reason::Checkmate,
        WinReason::Rule(_) => Reason::Rule,
    }
}

/// Whether a claim of the player to move is right: the game has ended so, it may declare that it has
/// won, or one of its moves would end it so, which it may announce together with its claim (FIDE 9.2).
pub(crate) fn claim(game: &dyn Game, result: GameResult) -> Option<End> {
    if let Some(end) = verdict(game) {
        return Some(end).filter(|end| end.0 == result);
    }
    if result == GameResult::lost_by(!game.side()) && game.may_declare_win() {
        return Some((result, Reason::Rule));
    }
    game.legal_moves(Notation::Coordinate).iter().find_map(|mv| {
        let mut next = game.boxed();
        next.play(mv).ok()?;
        verdict(&*next).filter(|end| end.0 == result)
    })
}

/// Watches the scores of a game.
#[derive(Debug)]
pub(crate) struct Watch {
    rules: Adjudication,
    /// Moves of each side, one after another, in which it was as good as lost, or won.
    losing: [u32; 2],
    winning: [u32; 2],
    /// Half-moves, one after another, with a score near nothing.
    level: u32,
}

impl Watch {
    pub(crate) fn new(rules: Adjudication) -> Watch {
        Watch { rules, losing: [0; 2], winning: [0; 2], level: 0 }
    }

    /// A move was made by `side`, the `number`th of its side, with this score of its own.
    pub(crate) fn moved(&mut self, side: Side, number: u32, score: Option<&Score>) -> Option<End> {
        let score = score.map(|score| score.value.centipawns());
        let (us, them) = (side as usize, !side as usize);
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(resign) = self.rules.resign {
            count(&mut self.losing[us], score.is_some_and(|score| score <= -resign.score));
            count(&mut self.winning[us], score.is_some_and(|score| score >= resign.score));
            let lost = |loser: usize, winner: usize| {
                self.losing[loser] >= resign.moves
                    && (!resign.two_sided || self.winning[winner] >= resign.moves)
            };
            if lost(us, them) {
                return Some((GameResult::lost_by(side), Reason::AdjudicatedWin));
            }
            if resign.two_sided && lost(them, us) {
                return Some((GameResult::lost_by(!side), Reason::AdjudicatedWin));
            }
        }
        if let Some(draw) = self.rules.draw {
            count(&mut self.level, score.is_some_and(|score| score.abs() <= draw.score));
            if number >= draw.from_move && self.level >= draw.moves.saturating_mul(2) {
                return Some((GameResult::Draw, Reason::AdjudicatedDraw));
            }
        }
        let limit = self.rules.max_moves.filter(|limit| *limit > 0);
        if side == Side::Second && limit.is_some_and(|limit| number >= limit) {
            return Some((GameResult::Draw, Reason::MoveLimit));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{DrawRule, Resign};
    use ferz_link::{Bound, ScoreValue};
    use ferz_rules::new_game;

    fn cp(cp: i32) -> Option<Score> {
        Some(Score { value: ScoreValue::Cp(cp), bound: Bound::Exact })
    }

    /// The index of the half-move that ends the game, and how.
    fn end_of(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, End)> {
        let mut watch = Watch::new(rules);
        scores.iter().enumerate().find_map(|(ply, score)| {
            let side = if ply % 2 == 0 { Side::First } else { Side::Second };
            let score = score.and_then(cp);
            let number = ply as u32 / 2 + 1;
            watch.moved(side, number, score.as_ref()).map(|end| (ply, end))
        })
    }

    #[test]
    fn resigns_after_bad_scores_in_a_row() {
        let resign = Some(Resign { moves: 2, score: 500, two_sided: false });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let scores = [-600, 100, -400, 100, -600, 100, -500, 100].map(Some);
        let lost = (GameResult::Second, Reason::AdjudicatedWin);
        assert_eq!(end_of(rules.clone(), &scores), Some((6, lost)));
        // A move without a score breaks the row.
        let mut gap = scores;
        gap[4] = None;
        assert_eq!(end_of(rules, &gap), None);
    }

    #[test]
    fn both_must_agree_if_so_wished() {
        let resign = Some(Resign { moves: 1, score: 500, two_sided: true });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let lost = (GameResult::Second, Reason::AdjudicatedWin);
        assert_eq!(end_of(rules.clone(), &[-600, 400, -700, 600].map(Some)), Some((3, lost)));
        assert_eq!(end_of(rules, &[-600, 400].map(Some)), None);
    }

    #[test]
    fn draws_by_score_from_a_move_on() {
        let draw = Some(DrawRule { from_move: 3, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let drawn = (GameResult::Draw, Reason::AdjudicatedDraw);
        assert_eq!(end_of(rules.clone(), &[0; 6].map(Some)), Some((4, drawn)));
        assert_eq!(end_of(rules, &[0, 0, 0, 11, 0, 10, -10, 0].map(Some)), Some((7, drawn)));
    }

    #[test]
    fn a_limit_of_moves() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        let drawn = (GameResult::Draw, Reason::MoveLimit);
        assert_eq!(end_of(rules, &[None; 6]), Some((3, drawn)));
    }

    #[test]
    fn claims_are_checked() {
        let mut game = new_game(Variant::NORMAL, None).unwrap();
        assert_eq!(claim(&*game, GameResult::Draw), None);
        // The knights come back for the second time with the move that follows.
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
            game.play(mv).unwrap();
        }
        let drawn = (GameResult::Draw, Reason::Repetition);
        assert_eq!(claim(&*game, GameResult::Draw), Some(drawn));
        assert_eq!(claim(&*game, GameResult::First), None);
        let mate = new_game(Variant::NORMAL, Some("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")).unwrap();
        let won = (GameResult::First, Reason::Checkmate);
        assert_eq!(claim(&*mate, GameResult::First), Some(won));
        let fen = "4K4/+R+R+B+B5/PPPPPPPP1/9/9/9/9/9/4k4[] w - - 0 1";
        let entered = new_game(Variant::by_name("shogi").unwrap(), Some(fen)).unwrap();
        let declared = (GameResult::First, Reason::Rule);
        assert_eq!(verdict(&*entered), None);
        assert_eq!(claim(&*entered, GameResult::First), Some(declared));
        assert_eq!(claim(&*entered, GameResult::Second), None);
    }
}
