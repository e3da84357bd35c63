//! The rules, as a front asks for them: [`Referee`] and [`Record`] over [`ferz_rules::Game`].

mod description;

pub use description::{define, differs, is_comparable};

use ferz_link::{
    Castling, Description, Facts, GameResult, MoveFault, Outcome, Place, Record, Referee, Side,
    Spelling,
};
use ferz_rules::{
    DrawReason, Family, FenStyle, Game, MoveError, Notation, Random, Variant, Verdict, WinReason,
    new_game,
};
use ferz_wire::{MoveText, Start};

/// Knows every game that `ferz-rules` knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Referee for Rules {
    fn variants(&self) -> Vec<String> {
        let offered = Variant::all().into_iter().filter(|game| game.offered || game.partners);
        offered.map(|game| game.name.to_owned()).collect()
    }

    fn facts(&self, game: &str) -> Option<Facts> {
        let game = Variant::by_name(game)?;
        let castling = match game.castling {
            ferz_rules::Castling::None => Castling::None,
            ferz_rules::Castling::Usual => Castling::Usual,
            ferz_rules::Castling::Wild => Castling::Wild,
            ferz_rules::Castling::AnyFile => Castling::AnyFile,
        };
        let promotes = |other: &Variant| other.demotes && other.family == game.family;
        let promoted = match game.unnamed {
            true => Variant::all().into_iter().find(promotes).map(|other| other.spec().name),
            false => None,
        };
        Some(Facts {
            name: game.spec().name,
            files: game.files,
            ranks: game.ranks,
            held: description::held(game),
            partners: game.partners,
            first_rank: game.first_rank,
            // Courier chess, makruk and others begin elsewhere in other programs.
            one_start: game.family != Family::Other,
            starts_differ: game.spec().starts_differ,
            start_fen: game.spec().start_fen,
            castling,
            spelling: match game.wire {
                Notation::KingTakesRook => Spelling::KingTakesRook,
                _ => Spelling::Coordinate,
            },
            title: game.spec().title,
            letters: game.letters,
            unnamed: game.unnamed,
            promoted,
        })
    }

    fn description(&self, game: &str) -> Option<Description> {
        Variant::by_name(game).and_then(description::of)
    }

    fn place(&self, place: &Place) -> Result<(Box<dyn Record>, Option<String>), String> {
        let mut record = GameRecord::new(&place.variant, &place.start)?;
        let complaint = record.play_all(&place.moves);
        Ok((Box::new(record), complaint))
    }
}

/// What can be said of games without a board, and no more: for engines whose games somebody else
/// follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Catalogue;

impl Referee for Catalogue {
    fn variants(&self) -> Vec<String> {
        Rules.variants()
    }

    fn facts(&self, game: &str) -> Option<Facts> {
        Rules.facts(game)
    }

    fn follows(&self) -> bool {
        false
    }

    fn place(&self, _: &Place) -> Result<(Box<dyn Record>, Option<String>), String> {
        Err("nobody follows the game".to_owned())
    }
}

/// Where a new game begins; a shuffled game somewhere else each time.
pub fn drawn_start(game: Variant) -> Start {
    game.drawn_start(Random::by_chance().next_u64()).map_or(Start::Startpos, Start::Fen)
}

/// A game in progress.
pub struct GameRecord {
    game: Box<dyn Game>,
    start: Start,
    /// Where the turn was passed: number of moves then, and the position behind it. The record
    /// can only be told from the last of them on, since no list of moves can say "pass" to an
    /// engine of every protocol.
    passes: Vec<(usize, String)>,
}

impl GameRecord {
    /// A game at its start.
    pub fn new(variant: &str, start: &Start) -> Result<GameRecord, String> {
        let rules = Variant::by_name(variant).ok_or_else(|| format!("unknown game {variant:?}"))?;
        let fen = match start {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let game = new_game(rules, fen).map_err(|error| error.to_string())?;
        let start = match start {
            Start::Startpos => Start::Startpos,
            Start::Fen(_) => Start::Fen(game.start_fen()),
        };
        Ok(GameRecord { game, start, passes: Vec::new() })
    }

    /// The game of a place, its moves played.
    pub fn of(place: &Place) -> Result<GameRecord, String> {
        let mut record = GameRecord::new(&place.variant, &place.start)?;
        record.play_all(&place.moves);
        Ok(record)
    }

    /// The game itself.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Plays moves up to the first bad one; the complaint names it.
    fn play_all(&mut self, moves: &[MoveText]) -> Option<String> {
        for text in moves {
            if let Err(why) = self.play_one(text) {
                return Some(format!("moves from {text} on ignored: {why}"));
            }
        }
        None
    }

    /// Plays a move in any notation, a null move included: UCI's `0000`, and `@@@@`. The text leaves
    /// open whether an interface may send it.
    pub fn play_one(&mut self, text: &MoveText) -> Result<(), String> {
        match text.as_str() {
            "0000" | "@@@@" => Record::pass(self).map_err(|_| "no pass".to_owned()),
            text => self.game.play(text).map_err(|error| error.to_string()),
        }
    }
}

fn fault(error: MoveError) -> MoveFault {
    match error {
        MoveError::Unreadable(_) => MoveFault::Unreadable,
        MoveError::Illegal(_, reason) => MoveFault::Illegal(reason.to_owned()),
        MoveError::Ambiguous(_) => MoveFault::Ambiguous,
    }
}

fn notation(spelling: Spelling) -> Notation {
    match spelling {
        Spelling::Coordinate => Notation::Coordinate,
        Spelling::KingTakesRook => Notation::KingTakesRook,
        Spelling::CastlingWords => Notation::CastlingWords,
        Spelling::San => Notation::San,
    }
}

impl Record for GameRecord {
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
        let variant = self.game.variant();
        let mut moves = self.game.moves(variant.wire);
        let start = match self.passes.last() {
            Some((ply, fen)) => {
                moves.drain(..(*ply).min(moves.len()));
                Start::Fen(fen.clone())
            }
            None => self.start.clone(),
        };
        let moves = moves.iter().map(|mv| MoveText::new(mv)).collect();
        Place { variant: variant.name.to_owned(), start, moves }
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
        self.game.pass().map_err(fault)?;
        self.passes.push((self.game.ply(), self.fen()));
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let undone = self.game.undo();
        let ply = self.game.ply();
        self.passes.retain(|(at, _)| *at <= ply);
        undone
    }

    fn spell(&self, text: &str, spelling: Spelling) -> Result<String, MoveFault> {
        self.game.rewrite(text, notation(spelling)).map_err(fault)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves(self.game.variant().wire)
    }

    fn losing_repetitions(&self) -> Vec<String> {
        self.game.losing_repetitions(self.game.variant().wire)
    }

    fn outcome(&self) -> Option<Outcome> {
        let disputed = || self.game.variant().disputed && !self.legal_moves().is_empty();
        let drawn = |reason, by_claim| Outcome {
            result: GameResult::Draw,
            comment: draw_comment(reason).to_owned(),
            by_claim,
            disputed: disputed(),
        };
        match self.game.verdict() {
            Verdict::Open => None,
            Verdict::Claimable(reason) => Some(drawn(reason, true)),
            Verdict::Draw(reason) => Some(drawn(reason, false)),
            Verdict::Win(side, reason) => {
                let (result, name) = match side {
                    ferz_rules::Side::First => (GameResult::WhiteWins, "White"),
                    ferz_rules::Side::Second => (GameResult::BlackWins, "Black"),
                };
                let verb = match reason {
                    WinReason::Checkmate => "mates",
                    WinReason::Stalemate
                    | WinReason::PerpetualCheck
                    | WinReason::PerpetualChase
                    | WinReason::Rule(_) => "wins",
                };
                let comment = format!("{name} {verb}");
                Some(Outcome { result, comment, by_claim: false, disputed: disputed() })
            }
        }
    }

    fn picture(&self) -> String {
        self.game.picture()
    }

    fn boxed(&self) -> Box<dyn Record> {
        Box::new(GameRecord {
            game: self.game.boxed(),
            start: self.start.clone(),
            passes: self.passes.clone(),
        })
    }
}

fn draw_comment(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Stalemate => "Stalemate",
        DrawReason::Repetition => "Draw by repetition",
        DrawReason::FiftyMoves => "Draw by the fifty-move rule",
        DrawReason::SeventyFiveMoves => "Draw by the seventy-five-move rule",
        DrawReason::InsufficientMaterial => "Draw by insufficient material",
        DrawReason::NaturalMoves | DrawReason::Rule(_) => "Draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C-578: mate and stalemate are ends for everybody, a repetition of xiangqi is not.
    #[test]
    fn disputed_ends() {
        let end = |game: &str, fen: &str, moves: &[&str]| {
            let place = Place::fen(fen).of(game).then(moves.iter().copied());
            let outcome = Rules.place(&place).unwrap().0.outcome().unwrap();
            (outcome.result, outcome.disputed)
        };
        let chase = ["a8a9", "d9d8", "a9a8", "d8d9"].repeat(3);
        let check = end("xiangqi", "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", &chase);
        assert_eq!(check, (GameResult::BlackWins, true));
        let mate = end("xiangqi", "3k5/R8/9/9/9/9/9/9/9/R3K4 w - - 0 1", &["a0d0"]);
        assert_eq!(mate, (GameResult::WhiteWins, false));
        let there = ["e1d1", "e8d8", "d1e1", "d8e8"].repeat(2);
        let again = end("normal", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &there);
        assert_eq!(again, (GameResult::Draw, false));
    }

    /// C-411, C-567: what the machines need to know of a game stands in its row.
    #[test]
    fn facts_of_games() {
        let facts =
            |game: &str| Rules.facts(game).map(|facts| (facts.files, facts.ranks, facts.castling));
        assert_eq!(facts("normal"), Some((8, 8, Castling::Usual)));
        assert_eq!(facts("fischerandom"), Some((8, 8, Castling::AnyFile)));
        assert_eq!(facts("wildcastle"), Some((8, 8, Castling::Wild)));
        assert_eq!(facts("xiangqi"), Some((9, 10, Castling::None)));
        assert_eq!(facts("no such game"), None);
        let unnamed = |game: &str| Rules.facts(game).map(|facts| (facts.unnamed, facts.promoted));
        assert_eq!(unnamed("xiangqi"), Some((true, Some("xiangqi-promotion"))));
        assert_eq!(unnamed("chess"), Some((false, None)));
        let spelling = |game: &str| Rules.facts(game).map(|facts| facts.spelling);
        assert_eq!(spelling("chess960"), Some(Spelling::KingTakesRook));
        assert_eq!(Rules.facts("xiangqi").map(|facts| facts.first_rank), Some(0));
        assert!(!Catalogue.follows() && Catalogue.place(&Place::startpos()).is_err());
        assert!(Rules.variants().iter().all(|game| Rules.facts(game).is_some()));
    }
}
