//! What the driver needs of a game beside its positions: text in, text out, and its parts.

use crate::book;
use crate::endgame::{Endgames, Usage};
use crate::eval::Evaluated;
use crate::eval::library::Show;
use crate::options::Options;
use crate::search::Step;
use crate::syzygy::Syzygy;
use crate::wdl::Chances;
use ferz_rules::{Game, Notation, Playable, Played, Position, Variant, chess, xiangqi};
use std::sync::Arc;

/// Endgame tables of a game.
pub(crate) type Tables<P> = Arc<dyn Endgames<P>>;

/// What judges the positions of a game.
pub(crate) type Judge<G> = <<G as Record>::Position as Evaluated>::Evaluator;

/// What the engine has for the games of one board.
pub(crate) trait Plays: Evaluated + Show + Playable {
    /// How its books are written.
    type Book: book::Format<Position = Self>;
    /// The game and the positions of the bench.
    const BENCH: (Variant, &'static [&'static str]);
    /// Moves to plan the time for, when the clock gives no number.
    const HORIZON: u32;
    /// What values mean for the end of a game.
    const CHANCES: Chances;
    /// Ratings and the nodes a move that give them, in rising order; `UCI_Elo` below the first of
    /// them is up to luck.
    const STRENGTH: &'static [(f64, f64)];

    /// How the options want its games judged.
    fn rules(options: &Options) -> Self::Rules;
    /// Opens the endgame tables of a path, and says what there is; or why there is nothing.
    fn open_endgames(path: &str, usage: Usage) -> Result<(Tables<Self>, String), String>;
}

impl Plays for chess::Board {
    type Book = book::Polyglot;
    // Openings, middlegames of all kinds, endgames, oddities. Chosen by us.
    const BENCH: (Variant, &'static [&'static str]) =
        (Variant::NORMAL, &include!("bench/chess.in"));
    const HORIZON: u32 = 24;
    // Fitted to 15,575 positions in 123 games of c9 against itself at 2+0.02 s; at longer times the
    // same advantage wins more often.
    const CHANCES: Chances = Chances { offset: 124.0, spread: 56.0 };
    // Measured with c9 against the `UCI_Elo` of Stockfish 15.1 at 1+0.01 s, and good to about 80
    // points: 165 nodes 1530, 1,130 nodes 1807 (80 games each), 4,500 nodes 1965, 10,000 nodes 2402
    // (160 each), 26,500 nodes 2826 (80); without a limit at 2+0.02 s, about 80,000 nodes, 3003 (200).
    const STRENGTH: &'static [(f64, f64)] = &[
        (1400.0, 70.0),
        (1530.0, 165.0),
        (1800.0, 1130.0),
        (1970.0, 4500.0),
        (2400.0, 10e3),
        (2800.0, 26_500.0),
        (3000.0, 80e3),
    ];

    fn rules(_: &Options) {}

    fn open_endgames(path: &str, usage: Usage) -> Result<(Tables<Self>, String), String> {
        let tables = Syzygy::open(path, usage)?;
        let found = match tables.largest() {
            0 => format!("no Syzygy table in \"{path}\" can be used"),
            men => format!("Syzygy tables with up to {men} men"),
        };
        Ok((Arc::new(tables), found))
    }
}

impl Plays for xiangqi::Board {
    type Book = book::Elephant;
    const BENCH: (Variant, &'static [&'static str]) =
        (Variant::XIANGQI, &include!("bench/xiangqi.in"));
    // Games last longer than those of chess.
    const HORIZON: u32 = 32;
    // Fitted to 430,581 positions in 3,240 games of x8 against itself at 500 nodes a move; at longer
    // times the same advantage wins more often.
    const CHANCES: Chances = Chances { offset: 233.0, spread: 186.0 };
    // From games of x8 against itself, each number of nodes against the one before it: 165 nodes
    // +176, 1,130 nodes +527, 4,500 nodes +426 (120 games each), 10,000 nodes +127, 26,500 nodes
    // +180 (40 each), by `ferz datagen duel --other-nodes`; good to about 100 points a step. The top
    // is that of chess by agreement.
    const STRENGTH: &'static [(f64, f64)] = &[
        (1400.0, 70.0),
        (1540.0, 165.0),
        (2065.0, 1130.0),
        (2490.0, 4500.0),
        (2620.0, 10e3),
        (2800.0, 26_500.0),
        (3000.0, 80e3),
    ];

    fn rules(options: &Options) -> xiangqi::Rules {
        options.xiangqi_rules()
    }

    fn open_endgames(_: &str, _: Usage) -> Result<(Tables<Self>, String), String> {
        Err("there are no endgame tables of xiangqi".to_owned())
    }
}

/// A game with its record, as the driver of a search uses it.
pub(crate) trait Record: Clone + Send + Sync + 'static {
    /// Its positions.
    type Position: Plays;

    /// Opens a game from a FEN or from its start.
    fn open(variant: Variant, fen: Option<&str>) -> Result<Self, String>;
    /// The position.
    fn position(&self) -> &Self::Position;
    /// Keys of all positions of the record, the current one last.
    fn keys(&self) -> &[u64];
    /// The positions before the current one with the moves made there; empty where repetition is
    /// nothing but a draw, because then the keys are enough.
    fn past(&self) -> Vec<Step<Self::Position>>;
    /// Makes a move given as text.
    fn play(&mut self, text: &str) -> Result<(), String>;
    /// Reads a legal move.
    fn read(&self, text: &str) -> Result<<Self::Position as Position>::Move, String>;
    /// Writes legal moves that follow one another.
    fn write(&self, line: &[<Self::Position as Position>::Move], notation: Notation)
    -> Vec<String>;
}

impl<P: Plays> Record for Played<P> {
    type Position = P;

    fn open(variant: Variant, fen: Option<&str>) -> Result<Self, String> {
        Played::new(variant, fen).map_err(|error| error.to_string())
    }

    fn position(&self) -> &P {
        self.board()
    }

    fn keys(&self) -> &[u64] {
        Played::keys(self)
    }

    fn past(&self) -> Vec<Step<P>> {
        match self.board().repetition_may_lose() {
            true => self.boards().into_iter().zip(self.record().iter().copied()).collect(),
            false => Vec::new(),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        match text {
            "0000" | "@@@@" | "--" => self.pass(),
            text => Game::play(self, text),
        }
        .map_err(|error| error.to_string())
    }

    fn read(&self, text: &str) -> Result<P::Move, String> {
        self.board().read_move(text).map_err(|error| error.to_string())
    }

    fn write(&self, line: &[P::Move], notation: Notation) -> Vec<String> {
        let mut board = *self.board();
        let mut words = Vec::with_capacity(line.len());
        for &mv in line {
            // A line may come from the hash table; what is not legal ends it.
            if !board.is_legal(mv) {
                break;
            }
            words.push(board.write_move(mv, notation));
            board.play(mv);
        }
        words
    }
}
