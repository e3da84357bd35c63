//! Books of xiangqi in the format of ElephantEye's `BOOK.DAT`: eight bytes an entry, little-endian.
//!
//! ```text
//! key: 4 bytes | move: 2 (from: 1, to: 1) | weight: 2
//! ```
//!
//! A position and its mirror image, left and right exchanged, stand in the book once: under
//! whichever key is the smaller one. A position that is its own mirror image has its moves twice,
//! mirrored. A look-up tries the position's own key first, then that of its mirror image.
//!
//! Squares are those of a board of 16 by 16 with the board of xiangqi in it, counted from Black's
//! end: a9 is 0x33, i0 is 0xcb. The keys are taken from RC4's stream of bytes under a key of zeros,
//! in numbers of three times four bytes, the last of which counts here: one for the turn, then one
//! for each square of the large board for each piece, king, advisor, elephant, horse, rook, cannon,
//! pawn, Red's before Black's. (Source: ElephantEye 3.31, `book.h`, `pregen.cpp`, `rc4prng.h`.)

use super::{Book, Entry, Format, Weighted};
use ferz_rules::xiangqi::{Board, Kind, Move, Square};
use ferz_rules::{MoveError, Position, Side, Variant};

/// The format of ElephantEye.
pub struct Elephant;

impl Format for Elephant {
    type Position = Board;
    const NAME: &'static str = "ElephantEye";
    const SIZE: usize = 8;

    fn start() -> Board {
        Board::start(Variant::XIANGQI)
    }

    fn read_move(board: &Board, text: &str) -> Result<Move, MoveError> {
        board.read_move(text)
    }

    fn read(bytes: &[u8]) -> Entry {
        match *bytes {
            [k0, k1, k2, k3, m0, m1, w0, w1, ..] => Entry {
                key: u32::from_le_bytes([k0, k1, k2, k3]) as u64,
                mv: u16::from_le_bytes([m0, m1]).into(),
                weight: u16::from_le_bytes([w0, w1]),
            },
            _ => Entry { key: 0, mv: 0, weight: 0 },
        }
    }

    fn write(entry: Entry, out: &mut Vec<u8>) {
        out.extend((entry.key as u32).to_le_bytes());
        out.extend((entry.mv as u16).to_le_bytes());
        out.extend(entry.weight.to_le_bytes());
    }

    fn fault(entry: Entry) -> Option<&'static str> {
        decode(entry.mv).is_none().then_some("a move that leaves the board")
    }

    fn moves(book: &Book<Self>, board: &Board) -> Vec<Weighted<Self>> {
        let look = |image: Image| -> (bool, Vec<Weighted<Self>>) {
            let mut known = false;
            let mut moves = Vec::new();
            for entry in book.find(key(board, image) as u64) {
                known = true;
                // Keys of four bytes meet other positions; what is not legal came from there.
                let mv = decode(entry.mv).map(|mv| image.of_move(mv));
                moves.extend(
                    mv.filter(|mv| board.is_legal(*mv)).map(|mv| (mv, entry.weight as u32)),
                );
            }
            (known, moves)
        };
        match look(Image::Own) {
            (true, moves) => moves,
            (false, _) => look(Image::Mirrored).1,
        }
    }

    fn places(board: &Board, mv: Move) -> Vec<(u64, u32)> {
        let place = |image: Image| (key(board, image) as u64, encode(image.of_move(mv)));
        let (own, mirrored) = (place(Image::Own), place(Image::Mirrored));
        match own.0.cmp(&mirrored.0) {
            std::cmp::Ordering::Less => vec![own],
            std::cmp::Ordering::Greater => vec![mirrored],
            std::cmp::Ordering::Equal if own == mirrored => vec![own],
            std::cmp::Ordering::Equal => vec![own, mirrored],
        }
    }

    fn own() -> &'static [u8] {
        include_bytes!("own-xiangqi.dat")
    }
}

/// A position as it is, or with left and right exchanged.
#[derive(Clone, Copy)]
pub(super) enum Image {
    Own,
    Mirrored,
}

impl Image {
    fn of_square(self, square: Square) -> Square {
        match self {
            Image::Own => square,
            Image::Mirrored => Square::at(8 - square.file(), square.rank()),
        }
    }

    fn of_move(self, mv: Move) -> Move {
        Move::new(self.of_square(mv.from()), self.of_square(mv.to()))
    }
}

/// Where the board begins in the large one.
const MARGIN: usize = 3;
const LARGE: usize = 16;

fn place(square: Square) -> usize {
    (9 - square.rank() + MARGIN) * LARGE + square.file() + MARGIN
}

fn square(place: u8) -> Option<Square> {
    let (row, column) = (place as usize / LARGE, place as usize % LARGE);
    let inside = (MARGIN..MARGIN + 10).contains(&row) && (MARGIN..MARGIN + 9).contains(&column);
    inside.then(|| Square::at(column - MARGIN, 9 + MARGIN - row))
}

/// A move in the format's bits.
fn encode(mv: Move) -> u32 {
    u16::from_le_bytes([place(mv.from()) as u8, place(mv.to()) as u8]).into()
}

/// The move with these bits, if it stays on the board.
fn decode(bits: u32) -> Option<Move> {
    let [from, to, ..] = bits.to_le_bytes();
    let (from, to) = (square(from)?, square(to)?);
    // A promotion stays where it is, and never on a0.
    (from != to || from != Square::at(0, 0)).then(|| Move::new(from, to))
}

/// The numbers of the pieces' squares, and that of Black's turn.
struct Numbers {
    pieces: [[u32; 90]; 14],
    turn: u32,
}

static NUMBERS: Numbers = numbers();

/// RC4's stream of bytes.
struct Stream {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Stream {
    /// Under a key of zeros.
    const fn new() -> Stream {
        let mut state = [0; 256];
        let mut i = 0;
        while i < 256 {
            state[i] = i as u8;
            i += 1;
        }
        let (mut i, mut j) = (0, 0u8);
        while i < 256 {
            j = j.wrapping_add(state[i]);
            (state[i], state[j as usize]) = (state[j as usize], state[i]);
            i += 1;
        }
        Stream { state, x: 0, y: 0 }
    }

    const fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        let a = self.state[self.x as usize];
        self.y = self.y.wrapping_add(a);
        let b = self.state[self.y as usize];
        self.state[self.x as usize] = b;
        self.state[self.y as usize] = a;
        self.state[a.wrapping_add(b) as usize]
    }

    /// The last of three numbers.
    const fn number(&mut self) -> u32 {
        let mut skipped = 0;
        while skipped < 8 {
            self.byte();
            skipped += 1;
        }
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }
}

const fn numbers() -> Numbers {
    let mut stream = Stream::new();
    let mut numbers = Numbers { pieces: [[0; 90]; 14], turn: stream.number() };
    let mut piece = 0;
    while piece < 14 {
        let mut place = 0;
        while place < LARGE * LARGE {
            let number = stream.number();
            let (row, column) = (place / LARGE, place % LARGE);
            if row >= MARGIN && row < MARGIN + 10 && column >= MARGIN && column < MARGIN + 9 {
                numbers.pieces[piece][(9 + MARGIN - row) * 9 + column - MARGIN] = number;
            }
            place += 1;
        }
        piece += 1;
    }
    numbers
}

/// The key of a position or of its mirror image.
pub(super) fn key(board: &Board, image: Image) -> u32 {
    let mut key = 0;
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let order = match kind {
                Kind::King => 0,
                Kind::Advisor => 1,
                Kind::Elephant => 2,
                Kind::Horse => 3,
                Kind::Rook => 4,
                Kind::Cannon => 5,
                Kind::Pawn => 6,
            };
            let numbers = &NUMBERS.pieces[order + 7 * side.index()];
            for square in board.pieces(side, kind) {
                key ^= numbers[image.of_square(square).index()];
            }
        }
    }
    if Position::side(board) == Side::Second {
        key ^= NUMBERS.turn;
    }
    key
}
