//! What the driver needs of a game beside its positions: text in, text out, and its parts. Each board
//! that the engine is equipped for has a file here with everything that it gives.

mod chess;
mod ratings;
mod table;
mod xiangqi;

pub(crate) use table::Tabled;

use crate::book::{self, Book, Known};
use crate::drive::evaluations::Evaluations;
use crate::drive::strength::Scale;
use crate::endgame::{Endgames, Usage};
use crate::eval::library::Show;
use crate::eval::network::Standard;
use crate::eval::plain::Plain;
use crate::eval::{Chosen, Evaluated, Evaluator};
use crate::options::Options;
use crate::search::Step;
use crate::search::params::Params;
use crate::wdl::Chances;
use ferz_rules::{Game, Notation, Playable, Played, Variant};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

/// Endgame tables of a game.
pub(crate) type Tables<P> = Arc<dyn Endgames<P>>;

/// A book of a game.
pub(crate) type OpenBook<P> = Box<dyn Known<P>>;

/// What the engine has for the games of one board.
pub(crate) trait Plays: Clone + Send + Sync + 'static {
    /// Their positions.
    type Position: Playable;
    /// What judges these.
    type Judge: Evaluator<Self::Position>;
    /// The game and the positions of the bench.
    const BENCH: Option<(Variant, &'static [&'static str])>;
    /// Moves to plan the time for, when the clock gives no number.
    const HORIZON: u32;
    /// What values mean for the end of a game.
    const CHANCES: Chances;

    /// The numbers that the game of this position is searched with.
    fn params(position: &Self::Position) -> Params;
    /// What `UCI_Elo` means in the game of this position.
    fn strength(position: &Self::Position) -> Scale;

    /// Opens the endgame tables of a path, and says what there is; or why there is nothing.
    fn open_endgames(path: &str, usage: Usage) -> Result<(Tables<Self::Position>, String), String>;
    /// Opens a book; or says why not.
    fn open_book(path: &Path) -> Result<OpenBook<Self::Position>, String>;
    /// The book inside the program.
    fn own_book() -> Option<OpenBook<Self::Position>>;

    /// What judges positions of a game when no option says otherwise; `None` where that is to be
    /// [opened](Self::open_evaluations), because something may be wrong with it.
    fn usual_evaluations(game: Variant) -> Option<Evaluations>;
    /// What the options name, for positions like this one; `remarks` says what is wrong with it.
    fn open_evaluations(
        options: &Options,
        position: &Self::Position,
        remarks: &mut Vec<String>,
    ) -> Evaluations;
    /// A judge for positions like this one.
    fn judge(evaluations: &Evaluations, position: &Self::Position) -> Self::Judge;
    /// Whether one judge can be asked about both positions.
    fn are_judged_alike(one: &Self::Position, other: &Self::Position) -> bool;
}

/// What the engine has for a board of its own: evaluation, networks, libraries, books, tables.
pub(crate) trait Equipped: Evaluated + Show + Playable {
    /// How its books are written.
    type Book: book::Format<Position = Self>;
    /// See [`Plays::BENCH`].
    const BENCH: (Variant, &'static [&'static str]);
    /// See [`Plays::HORIZON`].
    const HORIZON: u32;
    /// See [`Plays::CHANCES`].
    const CHANCES: Chances;
    /// See [`Plays::strength`].
    const STRENGTH: Scale;
    /// See [`Plays::open_endgames`].
    fn open_endgames(path: &str, usage: Usage) -> Result<(Tables<Self>, String), String>;
}

/// The games of a board that the engine is equipped for.
#[derive(Clone)]
pub(crate) struct Full<P>(PhantomData<P>);

impl<P: Equipped> Plays for Full<P> {
    type Position = P;
    type Judge = Chosen<Standard<P::Evaluator>>;
    const BENCH: Option<(Variant, &'static [&'static str])> = Some(P::BENCH);
    const HORIZON: u32 = P::HORIZON;
    const CHANCES: Chances = P::CHANCES;

    fn params(position: &P) -> Params {
        position.params()
    }

    fn strength(_: &P) -> Scale {
        P::STRENGTH
    }

    fn open_endgames(path: &str, usage: Usage) -> Result<(Tables<P>, String), String> {
        P::open_endgames(path, usage)
    }

    fn open_book(path: &Path) -> Result<OpenBook<P>, String> {
        Ok(Box::new(Book::<P::Book>::open(path)?))
    }

    fn own_book() -> Option<OpenBook<P>> {
        Some(Box::new(Book::<P::Book>::own()))
    }

    fn usual_evaluations(game: Variant) -> Option<Evaluations> {
        Some(Evaluations::usual(game))
    }

    fn open_evaluations(options: &Options, position: &P, remarks: &mut Vec<String>) -> Evaluations {
        Evaluations::open(options, position, remarks)
    }

    fn judge(evaluations: &Evaluations, position: &P) -> Self::Judge {
        evaluations.judge(position)
    }

    fn are_judged_alike(one: &P, other: &P) -> bool {
        one.code() == other.code()
    }
}

/// The games of any other board: judged by material and mobility, without books and tables.
#[derive(Clone)]
pub(crate) struct Bare<P>(PhantomData<P>);

impl<P: Playable> Plays for Bare<P> {
    type Position = P;
    type Judge = Plain;
    const BENCH: Option<(Variant, &'static [&'static str])> = None;
    // Those of chess, where nobody has measured anything.
    const HORIZON: u32 = ferz_rules::chess::Board::HORIZON;
    const CHANCES: Chances = ferz_rules::chess::Board::CHANCES;

    fn params(_: &P) -> Params {
        Params::USUAL
    }

    fn strength(_: &P) -> Scale {
        Scale::new(&ratings::USUAL)
    }

    fn open_endgames(path: &str, _: Usage) -> Result<(Tables<P>, String), String> {
        Err(format!("\"{path}\": there are no endgame tables of this game"))
    }

    fn open_book(path: &Path) -> Result<OpenBook<P>, String> {
        Err(format!("book \"{}\": there are no books of this game", path.display()))
    }

    fn own_book() -> Option<OpenBook<P>> {
        None
    }

    fn usual_evaluations(_: Variant) -> Option<Evaluations> {
        Some(Evaluations::default())
    }

    fn open_evaluations(options: &Options, _: &P, remarks: &mut Vec<String>) -> Evaluations {
        for file in [&options.eval_file, &options.eval_library] {
            if !file.is_empty() {
                remarks.push(format!("\"{file}\": not in use, this game is judged by its men"));
            }
        }
        Evaluations::default()
    }

    fn judge(_: &Evaluations, _: &P) -> Plain {
        Plain
    }

    fn are_judged_alike(_: &P, _: &P) -> bool {
        true
    }
}

/// The positions before the current one with the moves made there; empty where repetition is nothing
/// but a draw, because then the keys are enough.
pub(crate) fn past<P: Playable>(game: &Played<P>) -> Vec<Step<P>> {
    match game.board().repetition_may_lose() {
        true => game.boards().into_iter().zip(game.record().iter().copied()).collect(),
        false => Vec::new(),
    }
}

/// Makes a move given as text, or passes.
pub(crate) fn play<P: Playable>(game: &mut Played<P>, text: &str) -> Result<(), String> {
    match text {
        "0000" | "@@@@" | "--" => game.pass(),
        text => game.play(text),
    }
    .map_err(|error| error.to_string())
}

/// Writes moves that follow one another, up to one that is not legal: a line may come from the hash
/// table.
pub(crate) fn written<P: Playable>(
    game: &Played<P>,
    line: &[P::Move],
    notation: Notation,
) -> Vec<String> {
    let mut board = *game.board();
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        if !board.is_legal(mv) {
            break;
        }
        words.push(board.write_move(mv, notation));
        board.play(mv);
    }
    words
}
