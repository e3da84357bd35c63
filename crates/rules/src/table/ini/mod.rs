//! Games from files: the grammar of Fairy-Stockfish's `variants.ini`, read into [`Rules`].
//!
//! ```text
//! # a comment
//! [name:parent]                 a game, and the game that it is like
//! customPiece1 = a:BmW          a letter, and how the piece goes
//! startFen = rnbqkbnr/...       further keys and values
//! ```
//!
//! A file can hold many games: those that are understood are read, each other one is reported with
//! the line that stands in the way. Nothing is skipped: a key that is not known, or whose rule is
//! not played here, refuses its game.
//!
//! Source: what the keys mean is documented with that program, in its example file and its wiki.

mod keys;
mod kinds;
mod make;
mod pieces;
mod start;

use super::region::Grid;
use super::rules::{Prize, Rules};
use super::{rules_of, spec};
use crate::{AddError, GameSpec, Variant};
use keys::{PAWN_TYPES, Sort};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

/// A game of a file.
#[derive(Debug)]
pub struct Found {
    /// Its name; empty for lines before the first game.
    pub name: String,
    /// The line of its heading, from 1.
    pub line: usize,
    /// Its rules, or why it is refused.
    pub rules: Result<Rules, Fault>,
}

/// Why a game is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0: none in particular.
    pub line: usize,
    /// What stands there.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        match self.text.is_empty() {
            true => write!(f, "{}", self.why),
            false => write!(f, "\"{}\": {}", self.text, self.why),
        }
    }
}

impl std::error::Error for Fault {}

/// Reads the games of a file.
///
/// ```
/// use ferz_rules::table::ini;
///
/// let games = ini::read("[centaurs:chess]\nking = k:KN\n[odd:chess]\nwallingRule = duck");
/// assert_eq!(games[0].rules.as_ref().unwrap().kinds.last().unwrap().moves, "KN");
/// let why = games[1].rules.as_ref().unwrap_err().to_string();
/// assert_eq!(why, "line 4: \"wallingRule = duck\": only \"none\" is supported");
/// ```
pub fn read(text: &str) -> Vec<Found> {
    let mut known = PARENTS.clone();
    sections(text).map(|section| section.read(&mut known)).collect()
}

/// What came of the games of a file.
#[derive(Debug, Default)]
pub struct Added {
    /// Those that can be played now.
    pub games: Vec<Variant>,
    /// A line for each that is refused: its name, the line of the file, and why.
    pub refused: Vec<String>,
}

/// Adds the games of a file's text to those that are known. Those that are known already, just as the
/// text has them, are counted among them.
pub fn add(text: &str) -> Added {
    let mut added = Added::default();
    for found in read(text) {
        let (name, line) = (found.name.clone(), found.line);
        match add_one(found) {
            Ok(game) => added.games.push(game),
            Err(why) => {
                let why =
                    if why.starts_with("line ") { why } else { format!("line {line}: {why}") };
                added.refused.push(format!("game \"{name}\" is refused: {why}"));
            }
        }
    }
    added
}

fn add_one(found: Found) -> Result<Variant, String> {
    let rules = found.rules.map_err(|fault| fault.to_string())?;
    // Whoever names the file wants to play its games.
    let row = GameSpec { offered: true, ..spec(rules.clone())? };
    match Variant::add(row) {
        Err(AddError::Taken { by, .. }) if rules_of(by) == Some(&rules) => Ok(by),
        added => added.map_err(|why| why.to_string()),
    }
}

/// Games that files may build on without defining them, in the grammar of files.
static PARENTS: LazyLock<HashMap<String, Option<Settings>>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for section in sections(include_str!("parents.ini")) {
        let found = section.read(&mut known);
        debug_assert!(found.rules.is_ok(), "a game to build on: {found:?}");
    }
    known
});

/// The names of the games that files may build on.
pub fn parents() -> Vec<&'static str> {
    let mut names: Vec<&str> = PARENTS.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// The rules of a game that files may build on.
pub fn parent(name: &str) -> Option<Rules> {
    let settings = PARENTS.get(name)?.as_ref()?;
    make::rules(name, settings).ok()
}

/// The lines of a game.
struct Section<'a> {
    line: usize,
    heading: &'a str,
    lines: Vec<(usize, &'a str)>,
}

fn sections(text: &str) -> impl Iterator<Item = Section<'_>> {
    let mut all: Vec<Section> = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        match all.last_mut() {
            Some(section) if !line.starts_with('[') => section.lines.push((number, line)),
            _ => all.push(Section { line: number, heading: line, lines: Vec::new() }),
        }
    }
    all.into_iter()
}

/// What a file says about a game.
#[derive(Clone, Debug, Default)]
struct Settings {
    pieces: Vec<Piece>,
    values: BTreeMap<String, (Value, Origin)>,
    /// Squares that pieces never leave, by piece and side.
    domains: HashMap<(String, &'static str), String>,
}

/// A piece with a letter.
#[derive(Clone, Debug)]
struct Piece {
    name: String,
    letter: char,
    moves: String,
    origin: Origin,
}

/// Where something was said; line 0: in the games to build on.
#[derive(Clone, Debug, Default)]
struct Origin {
    line: usize,
    text: String,
}

impl Origin {
    fn fault(&self, why: impl Into<String>) -> Fault {
        Fault { line: self.line, text: self.text.clone(), why: why.into() }
    }
}

/// A value, read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Flag(bool),
    Number(u32),
    File(usize),
    /// Names of pieces, or `*`.
    Pieces(Vec<String>),
    Region(String),
    Prize(Option<Prize>),
    Pairs(Vec<(String, String)>),
    Text(String),
}

impl Section<'_> {
    fn read(&self, known: &mut HashMap<String, Option<Settings>>) -> Found {
        let (name, settings) = self.settings(known);
        let rules = match &settings {
            Ok(settings) => make::rules(&name, settings),
            Err(fault) => Err(fault.clone()),
        };
        if !name.is_empty() {
            known.insert(name.clone(), settings.ok());
        }
        Found { name, line: self.line, rules }
    }

    fn settings(
        &self,
        known: &HashMap<String, Option<Settings>>,
    ) -> (String, Result<Settings, Fault>) {
        let origin = Origin { line: self.line, text: self.heading.to_owned() };
        let heading = self.heading.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let Some(heading) = heading else {
            return (String::new(), Err(origin.fault("no heading of a game")));
        };
        let (name, parent) = match heading.split_once(':') {
            Some((name, parent)) => (name.trim(), Some(parent.trim())),
            None => (heading.trim(), None),
        };
        let settings = match parent.map(|parent| known.get(parent)) {
            None => Ok(Settings::default()),
            Some(Some(Some(settings))) => Ok(settings.clone()),
            Some(Some(None)) => Err(origin.fault("the game that it builds on is refused")),
            Some(None) => Err(origin.fault("no such game to build on")),
        };
        let settings = settings.and_then(|mut settings| {
            settings.add(&self.lines)?;
            Ok(settings)
        });
        (name.to_owned(), settings)
    }
}

impl Settings {
    /// Lays the lines of a game over what it builds on.
    fn add(&mut self, lines: &[(usize, &str)]) -> Result<(), Fault> {
        let mut entries = Vec::new();
        for (line, text) in lines {
            let origin = Origin { line: *line, text: (*text).to_owned() };
            let pair = text.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            let (key, value) = pair.ok_or_else(|| origin.fault("no key and value"))?;
            // Letters must be known before keys that use them, and what is for both sides gives way
            // to what is for one.
            let rank = match key {
                _ if pieces::is_piece(key) || pieces::REFUSED.contains(&key) => 0,
                "pawnTypes" => 1,
                _ if keys::SIDES.iter().any(|side| key.ends_with(side)) => 3,
                _ => 2,
            };
            entries.push((rank, key, value, origin));
        }
        entries.sort_by_key(|(rank, ..)| *rank);
        for (rank, key, value, origin) in entries {
            if rank == 0 {
                self.add_piece(key, value, origin)?;
            } else if let Some((side, piece)) = keys::domain(key) {
                self.domains.insert((piece, side), region(value).map_err(|why| origin.fault(why))?);
            } else {
                self.add_value(key, value, origin)?;
            }
        }
        Ok(())
    }

    fn add_piece(&mut self, name: &str, value: &str, origin: Origin) -> Result<(), Fault> {
        self.pieces.retain(|piece| piece.name != name);
        if value == "-" {
            return Ok(());
        }
        if pieces::REFUSED.contains(&name) {
            return Err(origin.fault("this piece is not supported"));
        }
        let (letter, moves) = match value.split_once(':') {
            Some((letter, moves)) => (letter.trim(), Some(moves.trim())),
            None => (value, None),
        };
        let letter = match letter.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => letter.to_ascii_uppercase() as char,
            _ => return Err(origin.fault("no letter of a piece")),
        };
        let moves = match (moves, pieces::moves(name)) {
            (Some(moves), usual) if usual.is_none() || name == "king" => moves,
            (Some(_), _) => return Err(origin.fault("only the king and own pieces take moves")),
            (None, Some(usual)) => usual,
            (None, None) => return Err(origin.fault("the moves are missing")),
        };
        let moves = moves.to_owned();
        if let Err(why) = super::betza::read(&moves) {
            return Err(origin.fault(why));
        }
        self.pieces.retain(|piece| piece.letter != letter);
        if moves.contains('e') && pieces::is_custom(name) {
            for side in keys::SIDES {
                let key = format!("enPassantTypes{side}");
                let mut types = self.pieces_of(&key, &["pawn"]);
                types.push(name.to_owned());
                self.values.insert(key, (Value::Pieces(types), origin.clone()));
            }
        }
        self.pieces.push(Piece { name: name.to_owned(), letter, moves, origin });
        Ok(())
    }

    fn add_value(&mut self, key: &str, value: &str, origin: Origin) -> Result<(), Fault> {
        let Some((sort, names)) = keys::meaning(key) else {
            return Err(origin.fault("unknown key"));
        };
        let value = self.value(sort, value).map_err(|why| origin.fault(why))?;
        let Some(value) = value else { return Ok(()) };
        for name in names {
            let stem = keys::SIDES.iter().find_map(|side| name.strip_suffix(side));
            // With one piece that is a pawn the second side's pawn is the same.
            debug_assert!(key != "pawnTypes" || stem.is_some_and(|it| PAWN_TYPES.contains(&it)));
            let mut value = value.clone();
            // Pairs are added to those that are known; of one letter the last counts.
            if let (Value::Pairs(more), Some((Value::Pairs(known), _))) =
                (&mut value, self.values.get(&name))
            {
                more.splice(0..0, known.iter().cloned());
            }
            self.values.insert(name, (value, origin.clone()));
        }
        Ok(())
    }

    /// Reads a value; `None`: it says nothing about the rules.
    fn value(&self, sort: Sort, text: &str) -> Result<Option<Value>, String> {
        Ok(Some(match sort {
            Sort::Idle => return Ok(None),
            Sort::Only(usual) if text == usual => return Ok(None),
            Sort::Only(usual) => return Err(format!("only \"{usual}\" is supported")),
            Sort::Flag => match text {
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                _ => return Err("neither \"true\" nor \"false\"".to_owned()),
            },
            Sort::Number => {
                let number = text.parse().ok().filter(|number| *number <= 1000);
                Value::Number(number.ok_or("no number from 0 to 1000")?)
            }
            Sort::File => Value::File(file(text).ok_or("no file of a board")?),
            Sort::Pieces => Value::Pieces(self.pieces_in(text)?),
            Sort::Region => Value::Region(region(text)?),
            Sort::Value => Value::Prize(match text {
                "win" => Some(Prize::Win),
                "loss" => Some(Prize::Loss),
                "draw" => Some(Prize::Draw),
                "none" => None,
                _ => return Err("neither \"win\" nor \"loss\", \"draw\" or \"none\"".to_owned()),
            }),
            Sort::Pairs => Value::Pairs(
                text.split_whitespace()
                    .filter(|pair| *pair != "-")
                    .map(|pair| self.pair(pair))
                    .collect::<Result<_, _>>()?,
            ),
            Sort::Text => Value::Text(text.to_owned()),
        }))
    }

    fn piece_of(&self, letter: char) -> Result<String, String> {
        let upper = letter.to_ascii_uppercase();
        let piece = self.pieces.iter().find(|piece| piece.letter == upper);
        piece.map(|piece| piece.name.clone()).ok_or_else(|| format!("no piece \"{letter}\""))
    }

    fn pieces_in(&self, text: &str) -> Result<Vec<String>, String> {
        let letters = text.chars().filter(|letter| !letter.is_whitespace());
        if text.contains('*') {
            return Ok(vec!["*".to_owned()]);
        }
        letters.filter(|letter| *letter != '-').map(|letter| self.piece_of(letter)).collect()
    }

    /// `p:g`, or `q:1`.
    fn pair(&self, pair: &str) -> Result<(String, String), String> {
        let wrong = || format!("no pair: \"{pair}\"");
        let (letter, other) = pair.split_once(':').ok_or_else(wrong)?;
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(wrong()) };
        let mut others = other.chars();
        let other = match (others.next(), others.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => self.piece_of(letter)?,
            _ => other.to_owned(),
        };
        Ok((self.piece_of(letter)?, other))
    }

    fn pieces_of(&self, key: &str, usual: &[&str]) -> Vec<String> {
        match self.values.get(key) {
            Some((Value::Pieces(pieces), _)) => pieces.clone(),
            _ => usual.iter().map(|name| (*name).to_owned()).collect(),
        }
    }
}

/// A file by its letter or its number.
fn file(text: &str) -> Option<usize> {
    let number = match text.as_bytes() {
        [letter @ b'a'..=b'z'] => (letter - b'a') as usize,
        _ => text.parse::<usize>().ok()?.checked_sub(1)?,
    };
    (number < 26).then_some(number)
}

/// Squares, ranks `*8` and files `c*`; what lies off the board is left out when it is known.
fn region(text: &str) -> Result<String, String> {
    let words: Vec<&str> = text.split_whitespace().take_while(|word| *word != "-").collect();
    for word in &words {
        let (file, rank) = word.split_at_checked(1).ok_or_else(|| no_square(word))?;
        let is_file = file == "*" || file.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_rank = rank == "*" && file != "*"
            || rank.parse::<usize>().is_ok_and(|rank| (1..=26).contains(&rank));
        if !is_file || !is_rank {
            return Err(no_square(word));
        }
    }
    Ok(words.join(" "))
}

/// The words of a region that lie on the board.
fn on_board(region: &str, grid: Grid) -> String {
    let fits = |word: &&str| {
        let Some((file, rank)) = word.split_at_checked(1) else { return false };
        (file == "*" || grid.file_of(file).is_some())
            && (rank == "*" || grid.rank_of(rank).is_some())
    };
    region.split_whitespace().filter(fits).collect::<Vec<_>>().join(" ")
}

fn no_square(word: &str) -> String {
    format!("no square, rank or file: \"{word}\"")
}
