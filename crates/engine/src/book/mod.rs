//! Opening books in the Polyglot format: sixteen bytes an entry, sorted by key, big-endian.
//!
//! ```text
//! key: 8 bytes | move: 2 | weight: 2 | learn: 4 (not used)
//! ```

use ferz_rules::chess::{Board, Kind, Move, Wing};
use ferz_rules::{Position, Side};
use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

static RANDOM: [u64; 781] = include!("random.in");

/// Where the numbers of castling, en passant and turn begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;
/// Bytes of an entry.
const ENTRY: usize = 16;
/// Larger files are no books of this world.
const LARGEST: u64 = 1 << 31;

/// A small book of our own making (`examples/make_book.rs` says how).
static OWN: &[u8] = include_bytes!("own.bin");

/// A book in memory.
#[derive(Debug, Default)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
}

/// A book move with its weight.
pub type Weighted = (Move, u32);

impl Book {
    /// Reads a book from a file; says why not.
    pub fn open(path: &Path) -> Result<Book, String> {
        let fail = |why: String| format!("book \"{}\": {why}", path.display());
        let size = std::fs::metadata(path).map_err(|error| fail(error.to_string()))?.len();
        if size > LARGEST {
            return Err(fail("too large".to_owned()));
        }
        let bytes = std::fs::read(path).map_err(|error| fail(error.to_string()))?;
        Book::from_bytes(bytes).map_err(|why| fail(why.to_owned()))
    }

    /// The book inside the program.
    pub fn own() -> Book {
        Book { bytes: Cow::Borrowed(OWN) }
    }

    /// A book of these entries: key, move, weight.
    pub fn from_entries(mut entries: Vec<(u64, u16, u16)>) -> Book {
        entries.sort();
        let bytes = entries.iter().flat_map(|&(key, mv, weight)| {
            let mut entry = [0; ENTRY];
            entry[..8].copy_from_slice(&key.to_be_bytes());
            entry[8..10].copy_from_slice(&mv.to_be_bytes());
            entry[10..12].copy_from_slice(&weight.to_be_bytes());
            entry
        });
        Book { bytes: bytes.collect() }
    }

    /// The bytes, as in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A book from its bytes. Books that are not sorted cannot be searched.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Book, &'static str> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(ENTRY) {
            return Err("not a Polyglot book: its size is no multiple of 16");
        }
        let book = Book { bytes: bytes.into() };
        if (1..book.len()).any(|i| book.key(i - 1) > book.key(i)) {
            return Err("not a Polyglot book: its keys are not sorted");
        }
        Ok(book)
    }

    fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    fn field<const N: usize>(&self, index: usize, offset: usize) -> [u8; N] {
        let start = index * ENTRY + offset;
        self.bytes.get(start..start + N).and_then(|part| part.try_into().ok()).unwrap_or([0; N])
    }

    fn key(&self, index: usize) -> u64 {
        u64::from_be_bytes(self.field(index, 0))
    }

    /// The legal book moves of a position, the heaviest first.
    pub fn moves(&self, board: &Board) -> Vec<Weighted> {
        let wanted = key(board);
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.key(middle) < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let legal = board.legal();
        let mut moves: Vec<Weighted> = (low..self.len())
            .take_while(|&i| self.key(i) == wanted)
            .filter_map(|i| {
                let bits = u16::from_be_bytes(self.field(i, 8));
                let weight = u16::from_be_bytes(self.field(i, 10));
                let mv = legal.iter().copied().find(|&mv| encode(mv) == bits)?;
                Some((mv, weight as u32))
            })
            .collect();
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        moves
    }
}

/// One of the moves, as likely as its weight says; `None` if none has any.
pub fn choose<M: Copy>(moves: &[(M, u32)]) -> Option<M> {
    let total: u64 = moves.iter().map(|&(_, weight)| weight as u64).sum();
    let mut pick = RandomState::new().build_hasher().finish().checked_rem(total)?;
    for &(mv, weight) in moves {
        if pick < weight as u64 {
            return Some(mv);
        }
        pick -= weight as u64;
    }
    None
}

/// A move in the format's bits; castling is king takes rook there too.
pub fn encode(mv: Move) -> u16 {
    let promotion = match mv.promotion() {
        None | Some(Kind::Pawn | Kind::King) => 0,
        Some(kind) => kind.index() as u16,
    };
    mv.to().index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12
}

/// The key of a position in the format.
pub fn key(board: &Board) -> u64 {
    let mut key = 0;
    for side in Side::BOTH {
        for kind in Kind::ALL {
            // Black pawn, white pawn, black knight and so on.
            let piece = 2 * kind.index() + 1 - side.index();
            for square in board.pieces(side, kind) {
                key ^= RANDOM[64 * piece + square.index()];
            }
        }
        for (i, wing) in [Wing::King, Wing::Queen].into_iter().enumerate() {
            if board.castling_rook(side, wing).is_some() {
                key ^= RANDOM[CASTLING + 2 * side.index() + i];
            }
        }
    }
    if let Some(square) = board.en_passant() {
        key ^= RANDOM[EN_PASSANT + square.file()];
    }
    if Position::side(board) == Side::First {
        key ^= RANDOM[TURN];
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;
    use ferz_rules::chess::ChessGame;

    /// The examples of the format's description (H.G. Muller, "Polyglot book format").
    #[test]
    fn keys_of_the_documentation() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
                0x0756_b944_61c5_0fb0,
            ),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            let board = Board::from_fen(fen, Variant::Normal).expect(fen);
            assert_eq!(key(&board), expected, "{fen}");
        }
    }

    fn entry(board: &Board, text: &str, weight: u16) -> (u64, u16, u16) {
        (key(board), encode(board.read_move(text).expect(text)), weight)
    }

    #[test]
    fn finds_the_moves_of_a_position() {
        let start = *ChessGame::new(Variant::Normal, None).unwrap().board();
        let castle = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Normal).unwrap();
        let promote = Board::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Variant::Normal).unwrap();
        let entries = vec![
            entry(&start, "e2e4", 30),
            entry(&start, "d2d4", 70),
            entry(&start, "a2a4", 0),
            entry(&castle, "e1g1", 1),
            entry(&promote, "a7a8n", 5),
        ];
        let book = Book::from_entries(entries);
        let texts = |board: &Board| -> Vec<(String, u32)> {
            book.moves(board).into_iter().map(|(mv, weight)| (mv.to_string(), weight)).collect()
        };
        let known = |moves: &[(&str, u32)]| -> Vec<(String, u32)> {
            moves.iter().map(|&(mv, weight)| (mv.to_owned(), weight)).collect()
        };
        assert_eq!(texts(&start), known(&[("d2d4", 70), ("e2e4", 30), ("a2a4", 0)]));
        assert_eq!(texts(&castle), known(&[("e1h1", 1)]));
        assert_eq!(texts(&promote), known(&[("a7a8n", 5)]));
        for _ in 0..100 {
            let mv = choose(&book.moves(&start)).unwrap();
            assert!(["d2d4", "e2e4"].contains(&mv.to_string().as_str()), "{mv}");
        }
        assert_eq!(choose::<Move>(&[]), None);
    }

    /// The book inside the program is a book, knows the start, and its moves there are sound.
    #[test]
    fn our_own_book() {
        let own = Book::from_bytes(Book::own().bytes().to_vec()).unwrap();
        assert!(own.len() > 100, "{}", own.len());
        let start = *ChessGame::new(Variant::Normal, None).unwrap().board();
        let moves = own.moves(&start);
        assert!(moves.len() >= 2 && moves.iter().any(|(_, weight)| *weight > 0));
    }

    #[test]
    fn entries_come_back() {
        let start = *ChessGame::new(Variant::Normal, None).unwrap().board();
        let mv = start.read_move("g1f3").unwrap();
        let book = Book::from_entries(vec![(key(&start), encode(mv), 3), (7, 1, 1)]);
        assert_eq!(book.moves(&start), [(mv, 3)]);
    }

    #[test]
    fn what_is_no_book_is_refused() {
        assert!(Book::from_bytes(Vec::new()).is_err());
        assert!(Book::from_bytes(vec![1; 17]).is_err());
        let mut unsorted = vec![9; ENTRY];
        unsorted.extend([1; ENTRY]);
        assert!(Book::from_bytes(unsorted).is_err());
        assert!(Book::open(Path::new("no such file")).is_err());
    }
}
