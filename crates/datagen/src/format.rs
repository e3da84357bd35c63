//! Whole games in about two and a half bytes a position.
//!
//! ```text
//! file    = "FERZGAME" version header *game
//! version = byte                          1
//! header  = varint(length) text           UTF-8, one "key value" a line, for people: seed, nodes, …
//! game    = length check body             length: u16, of the body; check: u16, of the body
//! body    = outcome variant start
//!           varint(n) n*index             the opening: moves without scores
//!           varint(m) m*(index delta)     the game proper
//! outcome = byte                          0: Black won, 1: drawn, 2: White won; plus 4 * reason
//! variant = byte                          the number of the game in its row: 0 to 3 chess, 4
//!                                         and 5 xiangqi
//! start   = byte(length) text             FEN; length 0 for the usual start position
//! index   = byte                          number of the move among the legal ones, sorted by their
//!                                         sixteen bits: special, to, from
//! delta   = zigzag varint                 score after this move's search, in centipawns from
//!                                         White's point of view, less the one before it
//! ```
//!
//! Numbers of two bytes have the lower byte first. A varint has seven bits a byte, the lowest first;
//! the high bit says that more follow. A file that ends inside a game ends with the game before it.

use crate::game::Playable;
use ferz_rules::{Position, Variant};
use std::fmt;

/// How a file begins.
pub const MAGIC: &[u8; 8] = b"FERZGAME";
/// The version of the format.
pub const VERSION: u8 = 1;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Outcome {
    BlackWins,
    Draw,
    WhiteWins,
}

impl Outcome {
    /// White's points: 0, ½, 1.
    pub fn points(self) -> f64 {
        self as u8 as f64 / 2.0
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Ending {
    Mate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,
    TooLong,
    AdjudicatedWin,
    AdjudicatedDraw,
    Forbidden,
    /// It was not played to its end, and its outcome means nothing.
    Open,
}

impl Ending {
    /// All endings, in the order of their numbers in a file.
    pub const ALL: [Ending; 10] = [
        Ending::Mate,
        Ending::Stalemate,
        Ending::Repetition,
        Ending::FiftyMoves,
        Ending::Material,
        Ending::TooLong,
        Ending::AdjudicatedWin,
        Ending::AdjudicatedDraw,
        Ending::Forbidden,
        Ending::Open,
    ];
}

/// A move that was searched, and its score in centipawns from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<P: Position> {
    /// The move.
    pub mv: P::Move,
    /// The score.
    pub score: i32,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P: Position> {
    /// Which game it is.
    pub variant: Variant,
    /// Where it starts; `None` for the usual start position.
    pub fen: Option<String>,
    /// Moves that were not searched.
    pub opening: Vec<P::Move>,
    /// Moves that were.
    pub moves: Vec<Played<P>>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
}

/// Why bytes are no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The file does not begin with [`MAGIC`].
    NotGames,
    /// A version that this program does not know.
    Version(u8),
    /// The bytes end in the middle.
    Truncated,
    /// The check sum of a game differs.
    Damaged,
    /// An outcome, ending or variant has no meaning.
    Code(u8),
    /// A game of this variant, where one of another game was asked for.
    OtherGame(Variant),
    /// The start is no position.
    Start(String),
    /// No legal move has this number, in this position.
    Index(u8, String),
    /// A number is too large.
    Overlong,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::NotGames => f.write_str("not a file of games"),
            FormatError::Version(version) => write!(f, "unknown version {version}"),
            FormatError::Truncated => f.write_str("ends in the middle of a game"),
            FormatError::Damaged => f.write_str("a game's check sum differs"),
            FormatError::Code(code) => write!(f, "unknown code {code}"),
            FormatError::OtherGame(variant) => {
                write!(f, "a game of \"{}\", which was not asked for", variant.name)
            }
            FormatError::Start(text) => write!(f, "no start position: \"{text}\""),
            FormatError::Index(index, fen) => write!(f, "no move number {index} in \"{fen}\""),
            FormatError::Overlong => f.write_str("a number is too large"),
        }
    }
}

impl std::error::Error for FormatError {}

/// The legal moves in the order that indices count.
pub fn ordered_moves<P: Playable>(board: &P) -> Vec<P::Move> {
    let mut moves = board.moves();
    moves.sort_unstable_by_key(|mv| P::pack(*mv));
    moves
}

/// The beginning of a file; `header` is for people.
pub fn file_start(header: &str) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.push(VERSION);
    put_varint(&mut out, header.len() as u64);
    out.extend_from_slice(header.as_bytes());
    out
}

/// Reads the beginning of a file: the header, and how many bytes it took.
pub fn read_file_start(bytes: &[u8]) -> Result<(String, usize), FormatError> {
    let mut cursor = Cursor { bytes, at: 0 };
    if cursor.take(MAGIC.len())? != MAGIC {
        return Err(FormatError::NotGames);
    }
    let version = cursor.byte()?;
    if version != VERSION {
        return Err(FormatError::Version(version));
    }
    let len = cursor.varint()? as usize;
    let text = String::from_utf8_lossy(cursor.take(len)?).into_owned();
    Ok((text, cursor.at))
}

impl<P: Playable> Record<P> {
    /// The position that the game starts from.
    pub fn start(&self) -> Result<P, FormatError> {
        match &self.fen {
            None => Ok(P::start(self.variant)),
            Some(fen) => {
                P::from_fen(fen, self.variant).map_err(|_| FormatError::Start(fen.clone()))
            }
        }
    }

    /// Appends the game to `out`, with length and check sum. The moves are legal, one after
    /// another, from a FEN that is a position.
    ///
    /// # Panics
    /// Where they are not.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut body = vec![self.outcome as u8 + 4 * self.ending as u8];
        body.push(self.variant.number);
        let fen = self.fen.as_deref().unwrap_or("");
        body.push(u8::try_from(fen.len()).expect("a FEN is short"));
        body.extend_from_slice(fen.as_bytes());

        let mut board = self.start().expect("a record starts from a position");
        let mut put_move = |body: &mut Vec<u8>, mv: P::Move| {
            let moves = ordered_moves(&board);
            let index = moves.iter().position(|other| *other == mv);
            body.push(index.expect("a record has legal moves") as u8);
            board.play(mv);
        };
        put_varint(&mut body, self.opening.len() as u64);
        for mv in &self.opening {
            put_move(&mut body, *mv);
        }
        put_varint(&mut body, self.moves.len() as u64);
        let mut before = 0;
        for played in &self.moves {
            put_move(&mut body, played.mv);
            put_varint(&mut body, zigzag(played.score.wrapping_sub(before)));
            before = played.score;
        }
        let len = u16::try_from(body.len()).expect("a game fits into 64 KiB");
        out.extend_from_slice(&len.to_le_bytes());
        out.extend_from_slice(&check(&body).to_le_bytes());
        out.extend_from_slice(&body);
    }

    /// Reads the game at the beginning of `bytes`, and says how many bytes it took.
    pub fn read(bytes: &[u8]) -> Result<(Self, usize), FormatError> {
        let mut cursor = Cursor { bytes, at: 0 };
        let len = cursor.u16()? as usize;
        let sum = cursor.u16()?;
        let body = cursor.take(len)?;
        if check(body) != sum {
            return Err(FormatError::Damaged);
        }
        Ok((Record::read_body(body)?, cursor.at))
    }

    fn read_body(body: &[u8]) -> Result<Self, FormatError> {
        let mut cursor = Cursor { bytes: body, at: 0 };
        let code = cursor.byte()?;
        let outcome = match code & 3 {
            0 => Outcome::BlackWins,
            1 => Outcome::Draw,
            2 => Outcome::WhiteWins,
            _ => return Err(FormatError::Code(code)),
        };
        let ending = *Ending::ALL.get(code as usize / 4).ok_or(FormatError::Code(code))?;
        let code = cursor.byte()?;
        let variant = Variant::by_number(code).ok_or(FormatError::Code(code))?;
        if variant.family != P::FAMILY {
            return Err(FormatError::OtherGame(variant));
        }
        let len = cursor.byte()? as usize;
        let text = String::from_utf8_lossy(cursor.take(len)?).into_owned();
        let mut record = Record {
            variant,
            fen: (len > 0).then_some(text),
            opening: Vec::new(),
            moves: Vec::new(),
            outcome,
            ending,
        };
        let mut board: P = record.start()?;
        let mut next_move = |cursor: &mut Cursor<'_>| {
            let index = cursor.byte()?;
            let moves = ordered_moves(&board);
            let mv = moves.get(index as usize);
            let mv = *mv.ok_or_else(|| FormatError::Index(index, board.to_string()))?;
            board.play(mv);
            Ok(mv)
        };
        for _ in 0..cursor.varint()? {
            record.opening.push(next_move(&mut cursor)?);
        }
        let mut score = 0i32;
        for _ in 0..cursor.varint()? {
            let mv = next_move(&mut cursor)?;
            score = score.wrapping_add(unzigzag(cursor.varint()?)?);
            record.moves.push(Played { mv, score });
        }
        Ok(record)
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], FormatError> {
        let end = self.at.checked_add(len).ok_or(FormatError::Overlong)?;
        let part = self.bytes.get(self.at..end).ok_or(FormatError::Truncated)?;
        self.at = end;
        Ok(part)
    }

    fn byte(&mut self) -> Result<u8, FormatError> {
        let byte = *self.bytes.get(self.at).ok_or(FormatError::Truncated)?;
        self.at += 1;
        Ok(byte)
    }

    fn u16(&mut self) -> Result<u16, FormatError> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn varint(&mut self) -> Result<u64, FormatError> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err(FormatError::Overlong)
    }
}

fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn zigzag(value: i32) -> u64 {
    ((value << 1) ^ (value >> 31)) as u32 as u64
}

fn unzigzag(value: u64) -> Result<i32, FormatError> {
    let value = u32::try_from(value).map_err(|_| FormatError::Overlong)?;
    Ok((value >> 1) as i32 ^ -((value & 1) as i32))
}

/// Fletcher's check sum with 16 bits.
fn check(bytes: &[u8]) -> u16 {
    let (mut low, mut high) = (1u32, 0u32);
    for byte in bytes {
        low = (low + u32::from(*byte)) % 255;
        high = (high + low) % 255;
    }
    (high << 8 | low) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{chess, xiangqi};
    use proptest::prelude::*;

    type Record = super::Record<chess::Board>;

    fn record() -> impl Strategy<Value = Record> {
        let plies = prop::collection::vec((any::<u16>(), -3000..3000i32), 0..120);
        (plies, 0..10usize, 0..3u8, 0..9usize, any::<bool>()).prop_map(
            |(plies, opening, outcome, ending, with_fen)| {
                let mut record = Record {
                    variant: Variant::CHESS960,
                    fen: with_fen.then(|| {
                        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9".into()
                    }),
                    opening: Vec::new(),
                    moves: Vec::new(),
                    outcome: [Outcome::BlackWins, Outcome::Draw, Outcome::WhiteWins]
                        [outcome as usize],
                    ending: Ending::ALL[ending],
                };
                let mut board = record.start().expect("a start");
                for (choice, score) in plies {
                    let moves = ordered_moves(&board);
                    let Some(mv) = moves.get(choice as usize % moves.len().max(1)) else { break };
                    if record.opening.len() < opening {
                        record.opening.push(*mv);
                    } else {
                        record.moves.push(Played { mv: *mv, score });
                    }
                    board.play(*mv);
                }
                record
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(record in record()) {
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            prop_assert_eq!(Record::read(&bytes), Ok((record, bytes.len())));
        }

        #[test]
        fn a_cut_game_is_truncated(record in record(), cut in any::<prop::sample::Index>()) {
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            let cut = cut.index(bytes.len());
            prop_assert_eq!(Record::read(&bytes[..cut]), Err(FormatError::Truncated));
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = Record::read(&bytes);
            let _ = read_file_start(&bytes);
            // The body behind a right check sum.
            let _ = Record::read_body(&bytes);
        }

        #[test]
        fn numbers_of_any_size(value in any::<i32>(), wide in 0..1u64 << 62) {
            prop_assert_eq!(unzigzag(zigzag(value)), Ok(value));
            let mut bytes = Vec::new();
            put_varint(&mut bytes, wide);
            prop_assert_eq!(Cursor { bytes: &bytes, at: 0 }.varint(), Ok(wide));
        }
    }

    /// A game of xiangqi is kept as well, and is none of chess.
    #[test]
    fn games_of_xiangqi() {
        let mut record = super::Record::<xiangqi::Board> {
            variant: Variant::XIANGQI,
            fen: None,
            opening: Vec::new(),
            moves: Vec::new(),
            outcome: Outcome::BlackWins,
            ending: Ending::Forbidden,
        };
        let mut board = record.start().expect("the start position");
        for number in 0..60 {
            let moves = ordered_moves(&board);
            let mv = moves[number * 7 % moves.len()];
            record.moves.push(Played { mv, score: 10 * number as i32 });
            board.play(mv);
        }
        let mut bytes = Vec::new();
        record.write(&mut bytes);
        assert_eq!(super::Record::read(&bytes), Ok((record, bytes.len())));
        assert_eq!(Record::read(&bytes), Err(FormatError::OtherGame(Variant::XIANGQI)));
    }

    #[test]
    fn a_start_is_read_back() {
        let bytes = file_start("seed 7\nnodes 2000");
        assert_eq!(read_file_start(&bytes), Ok(("seed 7\nnodes 2000".into(), bytes.len())));
        assert_eq!(read_file_start(b"FERZGAME\x09"), Err(FormatError::Version(9)));
        assert_eq!(read_file_start(b"[Event ]"), Err(FormatError::NotGames));
    }
}
