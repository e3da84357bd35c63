//! The engine's board, and the lines that make it show another position.

use super::super::FenForm;
use super::super::half::Half;
use super::super::options::one_line;
use super::super::text::{fen_as, side_at_start, side_to_move};
use super::sent::Sent;
use super::*;
use crate::Oddity;
use crate::Spelling;
use ferz_wire::Start;
use std::cmp::Reverse;

/// More half-moves than this are not taken back one by one, if there is another way.
const MANY: usize = 16;

/// What the engine's board shows, and what the engine would do there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// `false`: anything may stand there.
    pub(super) known: bool,
    pub(super) variant: String,
    pub(super) start: Start,
    pub(super) moves: Vec<MoveText>,
    pub(super) mode: Mode,
    /// Root moves are left out, until the position changes (`C-509`).
    pub(super) restricted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// It takes moves for both sides.
    Force,
    /// It answers moves, playing this side.
    Plays(Side),
    /// Some mode that `force` ends.
    Unclear,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            known: false,
            variant: "normal".into(),
            start: Start::Startpos,
            moves: Vec::new(),
            mode: Mode::Unclear,
            restricted: false,
        }
    }
}

impl Board {
    /// After `new`: the start position, the engine playing Black (`C-180`, `C-181`).
    pub(super) fn new_game(variant: &str) -> Board {
        Board {
            known: true,
            variant: variant.into(),
            mode: Mode::Plays(Side::Second),
            ..Board::default()
        }
    }

    pub(super) fn force(&mut self) {
        self.mode = Mode::Force;
    }

    pub(super) fn side(&self) -> Side {
        let start = side_at_start(&self.start);
        if self.moves.len().is_multiple_of(2) { start } else { !start }
    }
}

/// Lines in the making: they are sent only if all of them can be.
pub(super) struct Draft<'a> {
    half: &'a Half,
    pub(super) board: Board,
    pub(super) sent: Sent,
    pub(super) lines: Vec<String>,
    pub(super) notes: Vec<Oddity>,
}

/// How the last step to a position is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The position stands.
    Stands,
    /// This move leads there, spelled for the engine, and the engine answers it.
    Move(MoveText),
}

impl<'a> Draft<'a> {
    pub(super) fn new(cecp: &'a Cecp) -> Draft<'a> {
        Draft {
            half: &cecp.half,
            board: cecp.board.clone(),
            sent: cecp.sent.clone(),
            lines: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub(super) fn profile(&self) -> &'a Profile {
        &self.half.profile
    }

    pub(super) fn say(&mut self, message: ToEngine) {
        self.lines.push(message.to_string());
    }

    pub(super) fn note(&mut self, what: impl Into<Oddity>) {
        self.notes.push(what.into());
    }

    /// `force`, if the engine would answer moves otherwise.
    pub(super) fn force(&mut self) {
        if self.board.mode != Mode::Force {
            self.say(ToEngine::Force);
            self.board.force();
        }
    }

    /// `new`, and `variant` behind it (`C-248`). All settings are forgotten with it.
    pub(super) fn new_game(&mut self, variant: &str) {
        self.say(ToEngine::New);
        let name = self.half.listed(variant).map_or(variant, String::as_str);
        if variant != "normal" {
            self.say(ToEngine::Variant(name.to_owned()));
        }
        self.board = Board::new_game(variant);
        self.sent = Sent::default();
        // `variant` leaves the array to the engine (C-248).
        let facts = self.half.facts(variant).filter(|facts| facts.starts_differ);
        if let Some(facts) = facts.filter(|_| self.half.profile.setboard.yes()) {
            self.force();
            self.say(ToEngine::SetBoard(self.fen(facts.start_fen, variant)));
        }
    }

    /// Makes the engine's board show a position. With `answer`, the engine is about to play its
    /// side to move: where a single move is missing that it would answer by itself, that move is
    /// left to the caller.
    pub(super) fn reach(&mut self, place: &Place, answer: bool) -> Result<Last, Refused> {
        let spelled = self.spelled(place)?;
        let same_game = self.board.known && self.board.variant == place.variant;
        let stands = same_game && (self.board.start == place.start || self.hands_over(place));
        if !stands {
            self.set_up(place)?;
        }
        let common = common(&self.board.moves, &place.moves);
        let surplus = self.board.moves.len() - common;
        if surplus > 0 || place.moves.len() != common + 1 {
            // The game does not simply go on: the moves until time is added may be others.
            self.sent.jumped();
        }
        self.board.restricted &= surplus == 0 && place.moves.len() == common;
        let again = matches!(place.start, Start::Fen(_)) && self.half.profile.setboard.yes();
        if surplus > MANY && again {
            self.set_up(place)?;
        } else if surplus > 0 {
            self.force();
            for _ in 0..surplus {
                self.say(ToEngine::Undo);
            }
            self.board.moves.truncate(common);
        }
        let have = self.board.moves.len();
        let answers = self.board.mode == Mode::Plays(side_to_move(place));
        if answer && answers && place.moves.len() == have + 1 {
            self.board.moves.clone_from(&place.moves);
            return Ok(spelled.last().cloned().map_or(Last::Stands, Last::Move));
        }
        if place.moves.len() > have {
            self.force();
            for mv in &spelled[have..] {
                self.move_line(mv.clone());
            }
            self.board.moves.clone_from(&place.moves);
        }
        Ok(Last::Stands)
    }

    /// A move as the engine takes it (`C-324`).
    pub(super) fn move_line(&mut self, mv: MoveText) {
        self.lines.push(match self.half.profile.usermove.yes() {
            true => ToEngine::UserMove(mv).to_string(),
            false => mv.to_string(),
        });
    }

    /// `holding`: where a place is what the engine's board shows, but for what the partners took
    /// (`C-535`, `C-536`).
    fn hands_over(&mut self, place: &Place) -> bool {
        let Some(referee) = self.half.referee() else { return false };
        if !self.half.facts(&place.variant).is_some_and(|facts| facts.partners) {
            return false;
        }
        let shown = Place {
            variant: self.board.variant.clone(),
            start: self.board.start.clone(),
            moves: self.board.moves.clone(),
        };
        let [shown, wanted] = [&shown, &place.at_start()].map(|place| {
            let (record, complaint) = referee.place(place).ok()?;
            if complaint.is_some() { None } else { Hands::of(&record.fen()) }
        });
        let (Some(shown), Some(wanted)) = (shown, wanted) else { return false };
        if shown.elsewhere != wanted.elsewhere {
            return false;
        }
        let got = wanted.beyond(&shown);
        let [white, black] = wanted.hands;
        self.say(ToEngine::Holding { white, black, got });
        self.board.start = place.start.clone();
        self.board.moves.clear();
        true
    }

    /// The start of a position, from scratch.
    fn set_up(&mut self, place: &Place) -> Result<(), Refused> {
        let same_game = self.board.known && self.board.variant == place.variant;
        let setboard = self.half.profile.setboard.yes();
        match &place.start {
            // The same game begins elsewhere: `new` would have the engine forget what it knows.
            Start::Startpos => match self.half.referee().filter(|_| same_game && setboard) {
                Some(referee) => {
                    let start = Place { moves: Vec::new(), ..place.clone() };
                    let fen = referee.place(&start).map_err(refused)?.0.fen();
                    let fen = self.fen(&fen, &place.variant);
                    self.force();
                    self.say(ToEngine::SetBoard(fen));
                }
                None => self.new_game(&place.variant),
            },
            Start::Fen(fen) => {
                one_line(fen)?;
                let fen = self.fen(fen, &place.variant);
                if !same_game || !setboard {
                    self.new_game(&place.variant);
                }
                self.force();
                if setboard {
                    self.say(ToEngine::SetBoard(fen));
                } else {
                    let colors = self.half.profile.colors.yes();
                    let fen = fen_as(&fen, self.half.letters(&place.variant), FenForm::Horse);
                    let game = edit::Game {
                        castling: self.half.facts(&place.variant).map(|facts| facts.castling),
                        first_move: self.first_move(&place.variant),
                    };
                    let (lines, notes) = edit::lines(&fen, &game, colors)
                        .map_err(|why| refused(format!("{}: {why}", place.variant)))?;
                    self.lines.extend(lines);
                    self.notes.extend(notes);
                }
            }
        }
        self.board.start = place.start.clone();
        self.board.moves.clear();
        self.board.restricted = false;
        Ok(())
    }

    /// A position as the engine reads it: by custom as XBoard writes it (`C-320`).
    fn fen(&self, fen: &str, variant: &str) -> String {
        self.half.fen(fen, variant, FenForm::HorseShort)
    }

    /// A move that the engine can be given at the start of a game: one step of the foremost piece
    /// on the first file.
    fn first_move(&self, variant: &str) -> Option<String> {
        let start = Place::startpos().of(variant);
        let moves = self.half.referee()?.place(&start).ok()?.0.legal_moves();
        let from = |mv: &String| mv.split_at_checked(2).map(|(from, _)| from.to_owned());
        moves
            .into_iter()
            .filter(|mv| mv.starts_with('a'))
            .min_by_key(|mv| (Reverse(from(mv)), mv.clone()))
    }

    fn spelling(&self, variant: &str) -> Spelling {
        match () {
            () if self.half.profile.san.yes() => Spelling::San,
            () if self.half.spelling(variant) == Spelling::KingTakesRook => Spelling::CastlingWords,
            () => Spelling::Coordinate,
        }
    }

    /// One move of a position as the engine wants it spelled.
    pub(super) fn word(&self, mv: &MoveText, root: Option<&dyn Record>) -> MoveText {
        let spelling = self.spelling(&self.board.variant);
        let spelled = root.and_then(|root| root.spell(mv.as_str(), spelling).ok());
        spelled.map_or_else(|| mv.clone(), |text| MoveText::new(&text))
    }

    /// All moves of a position as the engine wants them spelled (`C-821`).
    fn spelled(&self, place: &Place) -> Result<Vec<MoveText>, Refused> {
        let spelling = self.spelling(&place.variant);
        let plain = spelling == Spelling::Coordinate
            && !place.moves.iter().any(|mv| mv.as_str().starts_with(['O', '0', 'o']));
        if plain || place.moves.is_empty() {
            return Ok(place.moves.clone());
        }
        let Some(referee) = self.half.referee() else {
            return match spelling {
                Spelling::San => Err(refused("engine wants SAN, and nobody knows the rules")),
                _ => Ok(place.moves.clone()),
            };
        };
        let start = Place { moves: Vec::new(), ..place.clone() };
        let (mut record, _) = referee.place(&start).map_err(refused)?;
        let mut moves = Vec::with_capacity(place.moves.len());
        for mv in &place.moves {
            let fault = |_| refused(format!("{mv} is no legal move"));
            moves.push(MoveText::new(&record.spell(mv.as_str(), spelling).map_err(fault)?));
            record.play(mv.as_str()).map_err(fault)?;
        }
        Ok(moves)
    }
}

/// A position parted into what both sides hold and the rest.
struct Hands {
    /// White's pieces in hand, and Black's, in capitals.
    hands: [String; 2],
    elsewhere: String,
}

impl Hands {
    fn of(fen: &str) -> Option<Hands> {
        let (board, rest) = fen.split_once('[')?;
        let (held, rest) = rest.split_once(']')?;
        let of = |is: fn(&char) -> bool| held.chars().filter(is).collect::<String>();
        let black = of(char::is_ascii_lowercase).to_ascii_uppercase();
        Some(Hands {
            hands: [of(char::is_ascii_uppercase), black],
            elsewhere: format!("{board} {rest}"),
        })
    }

    /// The one piece that it has more than another, as `holding` names it: `BR` is a rook for Black.
    fn beyond(&self, before: &Hands) -> Option<String> {
        let more = |side: usize| {
            let mut more: Vec<char> = self.hands[side].chars().collect();
            for letter in before.hands[side].chars() {
                more.remove(more.iter().position(|other| *other == letter)?);
            }
            Some(more)
        };
        match (more(0)?.as_slice(), more(1)?.as_slice()) {
            ([piece], []) => Some(format!("W{piece}")),
            ([], [piece]) => Some(format!("B{piece}")),
            _ => None,
        }
    }
}

/// How many moves two lists have in common at their beginning.
fn common(a: &[MoveText], b: &[MoveText]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
