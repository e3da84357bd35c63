//! The referee of the tests: the rules crate behind the machines' trait.

use ferz_link::{GameResult, MoveFault, Outcome, Place, Record, Referee, Side, Spelling};
use ferz_rules::{FenStyle, Game, MoveError, Notation, Variant, Verdict, WinReason, new_game};
use ferz_wire::{MoveText, Start};

/// Knows chess and Chess960, xiangqi and xiangqi with promotion.
pub(crate) struct Judge;

struct Board {
    variant: String,
    start: Start,
    game: Box<dyn Game>,
}

fn notation(spelling: Spelling) -> Notation {
    match spelling {
        Spelling::Coordinate => Notation::Coordinate,
        Spelling::KingTakesRook => Notation::KingTakesRook,
        Spelling::CastlingWords => Notation::CastlingWords,
        Spelling::San => Notation::San,
    }
}

fn fault(error: MoveError) -> MoveFault {
    match error {
        MoveError::Unreadable(_) => MoveFault::Unreadable,
        MoveError::Illegal(_, why) => MoveFault::Illegal(why.into()),
        MoveError::Ambiguous(_) => MoveFault::Ambiguous,
    }
}

impl Referee for Judge {
    fn variants(&self) -> Vec<String> {
        ["normal", "fischerandom", "xiangqi", "xiangqi-promotion"].map(String::from).to_vec()
    }

    fn place(&self, place: &Place) -> Result<(Box<dyn Record>, Option<String>), String> {
        let variant = match place.variant.as_str() {
            "normal" => Variant::NORMAL,
            "fischerandom" => Variant::CHESS960,
            "xiangqi" => Variant::XIANGQI,
            "xiangqi-promotion" => Variant::XIANGQI_PROMOTION,
            other => return Err(format!("unknown game {other}")),
        };
        let fen = match &place.start {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let game = new_game(variant, fen).map_err(|error| error.to_string())?;
        let mut board = Board { variant: place.variant.clone(), start: place.start.clone(), game };
        for mv in &place.moves {
            if board.play(mv.as_str()).is_err() {
                return Ok((Box::new(board), Some(format!("illegal move {mv}"))));
            }
        }
        Ok((Box::new(board), None))
    }
}

impl Record for Board {
    fn side(&self) -> Side {
        match self.game.side() {
            ferz_rules::Side::First => Side::First,
            ferz_rules::Side::Second => Side::Second,
        }
    }

    fn fen(&self) -> String {
        self.game.fen(FenStyle::XFen)
    }

    fn place(&self) -> Place {
        let moves = self.game.moves(Notation::Coordinate);
        Place {
            variant: self.variant.clone(),
            start: self.start.clone(),
            moves: moves.iter().map(|mv| MoveText::new(mv)).collect(),
        }
    }

    fn ply(&self) -> usize {
        self.game.ply()
    }

    fn in_check(&self) -> bool {
        self.game.in_check()
    }

    fn play(&mut self, text: &str) -> Result<(), MoveFault> {
        self.game.play(text).map_err(fault)
    }

    fn pass(&mut self) -> Result<(), MoveFault> {
        self.game.pass().map_err(fault)
    }

    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    fn spell(&self, text: &str, spelling: Spelling) -> Result<String, MoveFault> {
        self.game.rewrite(text, notation(spelling)).map_err(fault)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves(Notation::Coordinate)
    }

    fn losing_repetitions(&self) -> Vec<String> {
        self.game.losing_repetitions(Notation::Coordinate)
    }

    fn outcome(&self) -> Option<Outcome> {
        let (result, comment, by_claim) = match self.game.verdict() {
            Verdict::Open => return None,
            Verdict::Claimable(reason) => (GameResult::Draw, format!("{reason:?}"), true),
            Verdict::Draw(reason) => (GameResult::Draw, format!("{reason:?}"), false),
            Verdict::Win(side, reason) => match (side, reason) {
                (ferz_rules::Side::First, WinReason::Checkmate) => {
                    (GameResult::WhiteWins, "White mates".to_owned(), false)
                }
                (ferz_rules::Side::First, reason) => {
                    (GameResult::WhiteWins, format!("First {reason:?}"), false)
                }
                (ferz_rules::Side::Second, reason) => {
                    (GameResult::BlackWins, format!("Second {reason:?}"), false)
                }
            },
        };
        Some(Outcome { result, comment, by_claim })
    }

    fn picture(&self) -> String {
        self.game.picture()
    }

    fn boxed(&self) -> Box<dyn Record> {
        Box::new(Board {
            variant: self.variant.clone(),
            start: self.start.clone(),
            game: self.game.boxed(),
        })
    }
}
