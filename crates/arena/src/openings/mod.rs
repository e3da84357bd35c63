//! Where games begin: files of positions or of games, in an order that follows from the seed.

mod book;
mod built_in;
pub mod names;

pub use book::Book;

use crate::config::{Config, Format, OpeningsSpec, Order};
use crate::judge;
use crate::lists::league;
use ferz_input::{file, text};
use ferz_rules::{Castling, Random, Variant, pgn};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// An opening.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Its number in the file, from 1; 0 for the start position.
    pub number: usize,
    /// Where it begins; `None`: at the start position.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// The openings of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    list: Vec<Opening>,
    order: Vec<u32>,
    start: usize,
    /// Tells one file from another.
    pub(crate) fingerprint: u32,
}

/// Opens books, whatever their format.
pub type Library<'a> = &'a dyn Fn(&Path, Variant) -> Result<Box<dyn Book>, String>;

/// Size limit of a file of openings, in bytes. Books of millions of lines are longer than other files.
const LONGEST: u64 = 4 << 30;

/// Half-moves played from a book, unless the configuration says otherwise.
const PLIES: usize = 8;

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum BadOpenings {
    /// The file cannot be read.
    #[error("cannot read the openings {file}: {reason}")]
    Io {
        /// The file.
        file: String,
        /// The system's word.
        reason: io::Error,
    },
    /// A line has no opening of this game.
    #[error("{file}, line {line}: {reason}")]
    Line {
        /// The file.
        file: String,
        /// Counting from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The book cannot be used.
    #[error("{file}: {reason}")]
    Book {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// Nothing is in it.
    #[error("{0} has no openings")]
    Empty(String),
}

impl Openings {
    /// Reads what the configuration names. Without a file there is one: the start position;
    /// those of Chess960 are drawn by lot.
    pub fn of(
        config: &Config,
        variant: Variant,
        library: Library<'_>,
    ) -> Result<Openings, BadOpenings> {
        match config.openings.as_ref().map(|spec| (spec, spec.format())) {
            None if variant.castling == Castling::AnyFile => {
                Ok(built_in::shuffled(variant, config.seed))
            }
            None | Some((_, Format::Start)) => Ok(Openings::start_position()),
            Some((spec, Format::BuiltIn)) => built_in::lines(config, variant, spec),
            Some((spec, _)) => {
                let file = spec.file.display().to_string();
                let bytes = file::read_up_to(&spec.file, LONGEST)
                    .map_err(|reason| BadOpenings::Io { file: file.clone(), reason })?;
                if spec.format() == Format::Book {
                    let list = book_lines(config, variant, spec, library, &file)?;
                    return Openings::ordered(config, spec, list, crc32fast::hash(&bytes), &file);
                }
                Openings::read(config, variant, spec, &text::decode(&bytes), &file)
            }
        }
    }

    /// The start position alone.
    pub(crate) fn start_position() -> Openings {
        let (list, order) = (vec![Opening::default()], vec![0]);
        Openings { list, order, ..Openings::default() }
    }

    fn read(
        config: &Config,
        variant: Variant,
        spec: &OpeningsSpec,
        text: &str,
        file: &str,
    ) -> Result<Openings, BadOpenings> {
        let list = match spec.format() {
            Format::Epd => positions(config, variant, text, file)?,
            Format::Pgn => games(config, variant, spec, text, file)?,
            Format::League => league_positions(config, variant, text, file)?,
            // No text; read before.
            Format::Book | Format::BuiltIn | Format::Start => Vec::new(),
        };
        Openings::ordered(config, spec, list, crc32fast::hash(text.as_bytes()), file)
    }

    fn ordered(
        config: &Config,
        spec: &OpeningsSpec,
        list: Vec<Opening>,
        fingerprint: u32,
        file: &str,
    ) -> Result<Openings, BadOpenings> {
        if list.is_empty() {
            return Err(BadOpenings::Empty(file.to_owned()));
        }
        let mut order: Vec<u32> = (0..list.len() as u32).collect();
        if spec.order == Order::Random {
            Random::new(config.seed).shuffle(&mut order);
        }
        Ok(Openings { list, order, start: spec.start.saturating_sub(1), fingerprint })
    }

    /// The opening at this place in their order; after the last the first comes again.
    pub fn get(&self, index: usize) -> &Opening {
        let place = (self.start + index) % self.order.len().max(1);
        let chosen = self.order.get(place).and_then(|index| self.list.get(*index as usize));
        chosen.expect("a list of openings is never empty")
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// There is always one.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// The lines of a book.
fn book_lines(
    config: &Config,
    variant: Variant,
    spec: &OpeningsSpec,
    library: Library<'_>,
    file: &str,
) -> Result<Vec<Opening>, BadOpenings> {
    let bad = |reason| BadOpenings::Book { file: file.to_owned(), reason };
    let book = library(&spec.file, variant).map_err(bad)?;
    let start = judge::begin(config, variant, None).map_err(|error| bad(error.to_string()))?;
    let lines = book::lines(&*book, &*start, spec.plies.unwrap_or(PLIES)).into_iter();
    let openings = lines.enumerate().map(|(index, moves)| {
        checked(config, variant, Opening { number: index + 1, fen: None, moves })
    });
    // A line that ends the game is no opening, and no mistake of the book.
    Ok(openings.filter_map(Result::ok).collect())
}

/// A position a line.
fn positions(
    config: &Config,
    variant: Variant,
    text: &str,
    file: &str,
) -> Result<Vec<Opening>, BadOpenings> {
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = Opening { number: list.len() + 1, fen: Some(fen_of(line)), moves: vec![] };
        list.push(checked(config, variant, opening).map_err(|reason| BadOpenings::Line {
            file: file.to_owned(),
            line: index + 1,
            reason,
        })?);
    }
    Ok(list)
}

/// The positions of a league's file, one for each cycle of its games; what is missing is played
/// from the start position.
fn league_positions(
    config: &Config,
    variant: Variant,
    text: &str,
    file: &str,
) -> Result<Vec<Opening>, BadOpenings> {
    let mut list = Vec::new();
    for (line, position) in league::positions(text) {
        let opening =
            Opening { number: list.len() + 1, fen: Some(fen_of(position)), moves: vec![] };
        let bad = |reason| BadOpenings::Line { file: file.to_owned(), line, reason };
        list.push(checked(config, variant, opening).map_err(bad)?);
    }
    let cycles = config.rounds.min(1_000) as usize;
    list.resize(list.len().max(cycles), Opening::default());
    Ok(list)
}

/// Games, of which the first moves are played.
fn games(
    config: &Config,
    variant: Variant,
    spec: &OpeningsSpec,
    text: &str,
    file: &str,
) -> Result<Vec<Opening>, BadOpenings> {
    let mut list = Vec::new();
    for game in pgn::games(text) {
        let fen = game.tag("FEN").map(str::to_owned);
        let mut moves: Vec<_> = game.line.moves.into_iter().map(|step| step.text).collect();
        if let Some(oddity) = game.oddities.first() {
            let (file, line) = (file.to_owned(), oddity.line);
            return Err(BadOpenings::Line { file, line, reason: oddity.what.clone() });
        }
        if fen.is_none() && moves.is_empty() && game.result.is_none() {
            continue;
        }
        let whole = spec.plies.is_none_or(|plies| moves.len() <= plies);
        moves.truncate(spec.plies.unwrap_or(usize::MAX));
        let opening = Opening { number: list.len() + 1, fen, moves };
        let bad = |reason: String| {
            let hint = match reason == OVER && whole && spec.plies.is_none() {
                true => ", and it is played to its end: --plies 8 plays only the beginning of each",
                false => "",
            };
            let (file, line) = (file.to_owned(), game.starts_at);
            BadOpenings::Line { file, line, reason: format!("{reason}{hint}") }
        };
        list.push(checked(config, variant, opening).map_err(bad)?);
    }
    Ok(list)
}

/// Why nothing can be played from a position.
const OVER: &str = "the game is over in this position";

/// An opening that can be played; its position written as we write it.
fn checked(config: &Config, variant: Variant, opening: Opening) -> Result<Opening, String> {
    let mut game =
        judge::begin(config, variant, opening.fen.as_deref()).map_err(|error| error.to_string())?;
    for mv in &opening.moves {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    if judge::verdict(&*game).is_some() {
        return Err(OVER.to_owned());
    }
    let fen = opening.fen.is_some().then(|| game.start_fen());
    let moves = game.moves(variant.wire);
    Ok(Opening { fen, moves, ..opening })
}

/// The position of a line of EPD or FEN: the counters of moves stand in EPD as operations, or not
/// at all.
fn fen_of(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut fields: Vec<&str> = words.iter().take(4).copied().collect();
    let number = |word: Option<&&str>| -> Option<String> {
        let digits = word?.trim_end_matches(';');
        digits.parse::<u32>().ok().map(|number| number.to_string())
    };
    let after = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        number(words.get(at + 1))
    };
    // `… 0 1`, or `… hmvc 0; fmvn 1;`
    let halfmoves = number(words.get(4)).or_else(|| after("hmvc")).unwrap_or_else(|| "0".into());
    let moves = number(words.get(5))
        .filter(|_| number(words.get(4)).is_some())
        .or_else(|| after("fmvn"))
        .unwrap_or_else(|| "1".into());
    fields.push(&halfmoves);
    fields.push(&moves);
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Policy;
    use std::path::PathBuf;

    fn spec(order: Order, start: usize) -> OpeningsSpec {
        let (file, policy) = (PathBuf::from("x.epd"), Policy::Encounter);
        OpeningsSpec { file, format: None, order, start, plies: None, policy }
    }

    fn read(text: &str, order: Order, start: usize) -> Result<Openings, BadOpenings> {
        let config = Config { seed: 7, ..Config::default() };
        Openings::read(&config, Variant::NORMAL, &spec(order, start), text, "x.epd")
    }

    const POSITIONS: &str = "\
        4k3/8/8/8/8/8/P7/4K3 w - -\n\n# a remark\n\
        4k3/8/8/8/8/8/1P6/4K3 w - - 3 9\n\
        4k3/8/8/8/8/8/2P5/4K3 b - - hmvc 5; fmvn 12; bm Kd7;\n\
        4k3/8/8/8/8/8/3P4/4K3 w - - bm Kd2;\n";

    #[test]
    fn epd_and_fen() {
        let openings = read(POSITIONS, Order::Sequential, 1).unwrap();
        let fens: Vec<_> = (0..4).map(|n| openings.get(n).fen.clone().unwrap()).collect();
        assert_eq!(fens[0], "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        assert_eq!(fens[1], "4k3/8/8/8/8/8/1P6/4K3 w - - 3 9");
        assert_eq!(fens[2], "4k3/8/8/8/8/8/2P5/4K3 b - - 5 12");
        assert_eq!(fens[3], "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
        assert_eq!(openings.get(4), openings.get(0));
    }

    #[test]
    fn the_start_is_moved_and_the_order_is_the_seeds() {
        let openings = read(POSITIONS, Order::Sequential, 3).unwrap();
        assert_eq!([0, 1, 2].map(|n| openings.get(n).number), [3, 4, 1]);
        let openings = read(POSITIONS, Order::Random, 1).unwrap();
        let numbers = [0, 1, 2, 3].map(|n| openings.get(n).number);
        let again = read(POSITIONS, Order::Random, 1).unwrap();
        assert_eq!(numbers, [0, 1, 2, 3].map(|n| again.get(n).number));
        let mut sorted = numbers;
        sorted.sort_unstable();
        assert_eq!(sorted, [1, 2, 3, 4]);
    }

    /// The order must not change with a new version: runs resume.
    #[test]
    fn the_shuffle_stays() {
        let mut list: Vec<u32> = (0..8).collect();
        Random::new(1).shuffle(&mut list);
        let mut sorted = list.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(list, STAYS);
    }

    /// Computed with the published algorithms by another program.
    const STAYS: [u32; 8] = [0, 3, 7, 1, 2, 6, 5, 4];

    #[test]
    fn games_in_pgn() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"b\"]\n\n1. d4 *\n";
        let spec = OpeningsSpec { plies: Some(3), ..spec(Order::Sequential, 1) };
        let spec = OpeningsSpec { file: "x.pgn".into(), ..spec };
        let read = |text| Openings::read(&Config::default(), Variant::NORMAL, &spec, text, "x.pgn");
        let openings = read(text).unwrap();
        assert_eq!(openings.get(0).moves, ["e2e4", "e7e5", "g1f3"]);
        assert_eq!(openings.get(1).moves, ["d2d4"]);
        let error = read("[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n").unwrap_err().to_string();
        assert!(error.starts_with("x.pgn, line 1: illegal move \"Ke3\""), "{error}");
        let error = read("1. e4 *\n\n1. e4 e5\n2. {Nf3 *\n").unwrap_err().to_string();
        assert_eq!(error, "x.pgn, line 4: a comment is not closed");
    }

    #[test]
    fn whole_games_need_a_number_of_plies() {
        let text = "[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let spec = OpeningsSpec { file: "x.pgn".into(), ..spec(Order::Sequential, 1) };
        let read = |plies| {
            let spec = OpeningsSpec { plies, ..spec.clone() };
            Openings::read(&Config::default(), Variant::NORMAL, &spec, text, "x.pgn")
        };
        let error = read(None).unwrap_err().to_string();
        assert!(
            error.contains("line 1: the game is over") && error.contains("--plies 8"),
            "{error}"
        );
        assert!(!read(Some(8)).unwrap_err().to_string().contains("--plies"));
        assert_eq!(read(Some(3)).unwrap().get(0).moves.len(), 3);
    }

    /// The positions of the UCCI league: one for each cycle, and the start position for the rest.
    #[test]
    fn positions_of_a_league() {
        let text = "[Positions]\r\n;Position=none\r\n\
            Position=rnbakab1r/9/1c1c2n2/p1p1p3p/6p2/2P6/P3P1P1P/1C2B1NC1/9/RNBAKA1R1 b - - 0 4 ;甲\r\n";
        let config = Config { rounds: 3, variant: "xiangqi".into(), ..Config::default() };
        let spec = OpeningsSpec { file: "x.ini".into(), ..spec(Order::Sequential, 1) };
        let read = |text| Openings::read(&config, Variant::XIANGQI, &spec, text, "x.ini");
        let openings = read(text).unwrap();
        assert_eq!(openings.len(), 3);
        assert!(openings.get(0).fen.as_ref().unwrap().ends_with("b - - 0 4"));
        assert_eq!((&openings.get(1).fen, &openings.get(2).fen), (&None, &None));
        let why = read("\nPosition=rubbish\n").unwrap_err().to_string();
        assert!(why.starts_with("x.ini, line 2: "), "{why}");
    }

    #[test]
    fn bad_lines_are_named() {
        let error = read("4k3/8/8/8/8/8/P7/4K3 w - -\nrubbish\n", Order::Sequential, 1);
        let text = error.unwrap_err().to_string();
        assert!(text.starts_with("x.epd, line 2: "), "{text}");
        let mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
        let text = read(mate, Order::Sequential, 1).unwrap_err().to_string();
        assert!(text.contains("the game is over"), "{text}");
        let text = read("# nothing\n", Order::Sequential, 1).unwrap_err().to_string();
        assert_eq!(text, "x.epd has no openings");
    }
}
