//! Networks as files.
//!
//! ```text
//! file    = "FERZNET" version:u8 check:u64 body          the check sum is of the body
//! body    = game mirrored:u8 outputs:u8 second:u8        output buckets, neurons of the second layer
//!           hidden:u16 scale:u16                         centipawns that the output's 1.0 is worth
//!           length:u16 text                              UTF-8, one "key value" a line, for people
//!           kings:u8 *bucket                             0, or 1 and a byte for each square
//!           *i16                                         the inputs' weights, in 255ths
//!           *i16                                         the hidden neurons' biases, in 255ths
//!           *i16                                         the output's weights, in 64ths
//!           *i32                                         the output's biases, in 255 × 64ths
//!           *i8                                          the second layer's weights, in 64ths
//!           *i32                                         its neurons' biases, in 127 × 64ths
//!           *i16                                         the output's weights for it, in 4096ths
//! game    = byte                                         version 1; 0: chess, 1: xiangqi
//!         | length:u8 text kinds:u64                     version 2: the name of the game's row, a
//!           files:u8 squares:u8 places:u8 pieces:u8      fingerprint of its kinds, its numbers
//! ```
//!
//! Numbers of several bytes have the lowest first. The check sum is FNV-1a (Glenn Fowler, Landon
//! Curt Noll and Kiem-Phong Vo) with 64 bits. The inputs' weights come input by input, one number
//! for each hidden neuron; inputs are counted bucket by bucket, in a bucket own pieces first, then
//! by kind and square. The output's weights come bucket by bucket, those of the side to move first.

use super::{Architecture, Game, Network, Numbers, Unfit};
use ferz_rules::Variant;
use std::fmt;

/// How a file begins.
const MAGIC: &[u8; 7] = b"FERZNET";
/// The version of the format for games with numbers.
const NUMBERED: u8 = 1;
/// The version of the format for all other games.
const VERSION: u8 = 2;

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// They do not begin as a network does.
    NotANetwork,
    /// A version that this program does not know.
    Version(u8),
    /// They end too early, or do not end where they should.
    Length,
    /// The check sum differs.
    Damaged,
    /// A game that this program does not know.
    Game(u8),
    /// The same, by its name.
    Name(String),
    /// A game of this name, but with other men or another board.
    Rules(String),
    /// The numbers make no network.
    Unfit(Unfit),
    /// It is for another game than the one that is to be played.
    OtherGame(&'static str, &'static str),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::NotANetwork => f.write_str("it is not a network"),
            FileError::Version(version) => {
                write!(f, "its version is {version}, ours is {VERSION}")
            }
            FileError::Length => f.write_str("it has too many bytes or too few"),
            FileError::Damaged => f.write_str("its check sum differs: it is damaged"),
            FileError::Game(code) => write!(f, "it is for an unknown game, number {code}"),
            FileError::Name(name) => write!(f, "it is for an unknown game, \"{name}\""),
            FileError::Rules(name) => {
                write!(
                    f,
                    "it is for a game with the name \"{name}\" and other men or another board"
                )
            }
            FileError::Unfit(why) => write!(f, "{why}"),
            FileError::OtherGame(game, wanted) => write!(f, "it is for {game}, not for {wanted}"),
        }
    }
}

impl std::error::Error for FileError {}

impl Network {
    /// Reads a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, FileError> {
        let mut cursor = Cursor(bytes);
        if cursor.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(FileError::NotANetwork);
        }
        let version = cursor.byte()?;
        if version != NUMBERED && version != VERSION {
            return Err(FileError::Version(version));
        }
        let check = u64::from_le_bytes(cursor.array()?);
        if check != sum(cursor.0) {
            return Err(FileError::Damaged);
        }
        let game = match version {
            NUMBERED => {
                let code = cursor.byte()?;
                let found = Game::NUMBERED.into_iter().find(|game| game.number == Some(code));
                found.ok_or(FileError::Game(code))?
            }
            _ => cursor.game()?,
        };
        let mirrored = cursor.byte()? != 0;
        let output_buckets = cursor.byte()? as usize;
        let second = cursor.byte()? as usize;
        let hidden = u16::from_le_bytes(cursor.array()?) as usize;
        let scale = u16::from_le_bytes(cursor.array()?);
        let length = u16::from_le_bytes(cursor.array()?) as usize;
        let note = String::from_utf8_lossy(cursor.take(length)?).into_owned();
        let king_buckets = match cursor.byte()? {
            0 => Vec::new(),
            _ => cursor.take(game.squares)?.to_vec(),
        };
        let architecture =
            Architecture { game, hidden, mirrored, king_buckets, output_buckets, second };
        if let Some(fault) = architecture.fault() {
            return Err(FileError::Unfit(fault));
        }
        let inputs = cursor.numbers(architecture.inputs() * hidden)?;
        let biases = cursor.numbers(hidden)?;
        let output = cursor.numbers(output_buckets * 2 * hidden)?;
        let output_biases = cursor.wide_numbers(output_buckets)?;
        let bytes = cursor.take(architecture.second_weights())?;
        let second_weights = bytes.iter().map(|&byte| byte as i8).collect();
        let second_biases = cursor.wide_numbers(output_buckets * second)?;
        let last = cursor.numbers(output_buckets * second)?;
        if !cursor.0.is_empty() {
            return Err(FileError::Length);
        }
        let numbers = Numbers {
            inputs,
            biases,
            output,
            output_biases,
            second: second_weights,
            second_biases,
            last,
        };
        Network::new(architecture, scale, &note, &numbers).map_err(FileError::Unfit)
    }

    /// Reads a network that is to play a game.
    pub fn for_game(game: Game, bytes: &[u8]) -> Result<Network, FileError> {
        let network = Network::from_bytes(bytes)?;
        match network.architecture().game {
            made_for if made_for != game => Err(FileError::OtherGame(made_for.name, game.name)),
            _ => Ok(network),
        }
    }

    /// The file of a network. A note beyond 65,535 bytes is cut.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Architecture { game, hidden, mirrored, king_buckets, output_buckets, second } =
            self.architecture();
        let note = cut(self.note(), u16::MAX as usize);
        let numbers = self.numbers();
        let mut body = game_bytes(game);
        body.extend([u8::from(*mirrored), *output_buckets as u8, *second as u8]);
        body.extend((*hidden as u16).to_le_bytes());
        body.extend(self.scale().to_le_bytes());
        body.extend((note.len() as u16).to_le_bytes());
        body.extend(note.as_bytes());
        body.push(u8::from(!king_buckets.is_empty()));
        body.extend(king_buckets);
        for number in [&numbers.inputs, &numbers.biases, &numbers.output].into_iter().flatten() {
            body.extend(number.to_le_bytes());
        }
        body.extend(numbers.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        body.extend(numbers.second.iter().map(|&number| number as u8));
        body.extend(numbers.second_biases.iter().flat_map(|number| number.to_le_bytes()));
        body.extend(numbers.last.iter().flat_map(|number| number.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.push(game.number.map_or(VERSION, |_| NUMBERED));
        bytes.extend(sum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

/// How a file names a game.
fn game_bytes(game: &Game) -> Vec<u8> {
    if let Some(number) = game.number {
        return vec![number];
    }
    let name = cut(game.name, u8::MAX as usize);
    let mut bytes = vec![name.len() as u8];
    bytes.extend(name.as_bytes());
    bytes.extend(game.kinds.to_le_bytes());
    bytes.extend([game.files, game.squares, game.places, game.pieces].map(|number| number as u8));
    bytes
}

/// The beginning of a text, of at most this many bytes.
fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// FNV-1a.
pub(super) fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What is still to be read.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let (head, tail) = self.0.split_at_checked(count).ok_or(FileError::Length)?;
        self.0 = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let (head, tail) = self.0.split_first_chunk().ok_or(FileError::Length)?;
        self.0 = tail;
        Ok(*head)
    }

    fn byte(&mut self) -> Result<u8, FileError> {
        Ok(self.array::<1>()?[0])
    }

    /// A game by its name.
    fn game(&mut self) -> Result<Game, FileError> {
        let length = usize::from(self.byte()?);
        let name = String::from_utf8_lossy(self.take(length)?).into_owned();
        let rest = self.take(8 + 4)?;
        let Some(game) = Variant::by_name(&name).and_then(Game::of) else {
            return Err(FileError::Name(name));
        };
        match game.number.is_none() && game_bytes(&game).ends_with(rest) {
            true => Ok(game),
            false => Err(FileError::Rules(name)),
        }
    }

    fn wide_numbers(&mut self, count: usize) -> Result<Vec<i32>, FileError> {
        let bytes = self.take(4 * count)?;
        let (numbers, _) = bytes.as_chunks::<4>();
        Ok(numbers.iter().map(|number| i32::from_le_bytes(*number)).collect())
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<i16>, FileError> {
        let bytes = self.take(2 * count)?;
        let (pairs, _) = bytes.as_chunks::<2>();
        Ok(pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
    }
}
