//! Tables of three men against a solver of our own, and en passant, of which tables know nothing.

mod common;

use common::{Random, folder};
use ferz_rules::{Position, Variant, chess::Board};
use ferz_syzygy::{Dtz, ProbeError, Problem, Tablebase, Wdl};
use std::path::Path;

/// King and one piece against king, solved backwards from mate. All squares are 0 to 63; the side
/// with the piece is White.
struct Solved {
    piece: char,
    /// By side to move, king, piece and lone king: the distance, signed for the side to move; 0 if
    /// drawn or not yet known. A mated king is one ply from his end, as tables count.
    plies: Vec<i32>,
    legal: Vec<bool>,
}

const ALL: usize = 2 * 64 * 64 * 64;

#[derive(Clone, Copy, PartialEq)]
struct Placed {
    white_to_move: bool,
    king: usize,
    piece: usize,
    lone: usize,
}

impl Placed {
    fn index(self) -> usize {
        ((usize::from(self.white_to_move) * 64 + self.king) * 64 + self.piece) * 64 + self.lone
    }

    fn board(self, letter: char, mirrored: bool) -> Board {
        let mut squares = ['1'; 64];
        let men = [(self.king, 'K'), (self.piece, letter), (self.lone, 'k')];
        for (square, letter) in men {
            match mirrored {
                false => squares[square] = letter,
                true if letter.is_uppercase() => squares[square ^ 56] = letter.to_ascii_lowercase(),
                true => squares[square ^ 56] = letter.to_ascii_uppercase(),
            }
        }
        let ranks: Vec<String> = squares.rchunks(8).map(|rank| rank.iter().collect()).collect();
        let turn = if self.white_to_move != mirrored { "w" } else { "b" };
        let fen = format!("{} {turn} - - 0 1", ranks.join("/"));
        Board::from_fen(&fen, Variant::NORMAL).expect("a legal position")
    }
}

fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn king_moves(square: usize) -> impl Iterator<Item = usize> {
    STRAIGHT.into_iter().chain(DIAGONAL).filter_map(move |direction| step(square, direction))
}

/// Where a piece goes: up to the first man in its way, that one included.
fn reach(letter: char, square: usize, men: [usize; 2]) -> Vec<usize> {
    if letter == 'P' {
        return [(1, 1), (-1, 1)].into_iter().filter_map(|way| step(square, way)).collect();
    }
    let diagonals: &[_] = if letter == 'Q' { &DIAGONAL } else { &[] };
    let mut squares = Vec::new();
    for direction in STRAIGHT.iter().chain(diagonals) {
        let mut at = square;
        while let Some(next) = step(at, *direction) {
            squares.push(next);
            if men.contains(&next) {
                break;
            }
            at = next;
        }
    }
    squares
}

impl Solved {
    fn new(piece: char, promoted: &[Solved]) -> Solved {
        let mut solved = Solved { piece, plies: vec![0; ALL], legal: vec![false; ALL] };
        if piece == 'P' {
            for rank in (1..7).rev() {
                solved.solve(rank * 8..rank * 8 + 8, promoted);
            }
        } else {
            solved.solve(0..64, promoted);
        }
        solved
    }

    fn plies(&self, at: Placed) -> i32 {
        self.plies[at.index()]
    }

    fn attacks(&self, at: Placed, square: usize) -> bool {
        king_moves(at.king).any(|next| next == square)
            || reach(self.piece, at.piece, [at.king, at.lone]).contains(&square)
    }

    fn is_legal(&self, at: Placed) -> bool {
        self.legal[at.index()]
    }

    fn find_legal(&self, at: Placed) -> bool {
        let Placed { white_to_move, king, piece, lone } = at;
        king != piece
            && piece != lone
            && king != lone
            && !king_moves(king).any(|square| square == lone)
            && !(white_to_move && self.attacks(at, lone))
    }

    /// Finds the distances of the positions with the piece on some squares, the short ones first.
    fn solve(&mut self, pieces: std::ops::Range<usize>, promoted: &[Solved]) {
        let mut open: Vec<Placed> = Vec::new();
        for white_to_move in [false, true] {
            for king in 0..64 {
                for piece in pieces.clone() {
                    let at = |lone| Placed { white_to_move, king, piece, lone };
                    open.extend((0..64).map(at).filter(|at| self.find_legal(*at)));
                }
            }
        }
        open.iter().for_each(|at| self.legal[at.index()] = true);
        let mates: Vec<_> = open.iter().copied().filter(|at| self.is_mate(*at)).collect();
        mates.iter().for_each(|at| self.plies[at.index()] = -1);
        let mut idle = 0;
        for distance in 1.. {
            open.retain(|at| self.plies(*at) == 0);
            let mover = open.iter().filter(|at| at.white_to_move == (distance % 2 == 1));
            let is_it = |at: &&Placed| self.is_at(**at, distance, promoted);
            let found: Vec<Placed> = mover.filter(is_it).copied().collect();
            idle = if found.is_empty() { idle + 1 } else { 0 };
            if idle == 2 {
                return;
            }
            for at in found {
                self.plies[at.index()] = if at.white_to_move { distance } else { -distance };
            }
        }
    }

    /// Whether a position has this distance, all shorter ones being known.
    fn is_at(&self, at: Placed, distance: i32, promoted: &[Solved]) -> bool {
        if at.white_to_move {
            // Before mate it is one ply, too.
            let wanted = if distance == 1 { -1 } else { 1 - distance };
            return distance == 1 && self.pawn_wins(at, promoted)
                || self.after_white(at).any(|next| self.plies(next) == wanted);
        }
        let mut longest = 0;
        for lone in king_moves(at.lone) {
            let next = Placed { lone, white_to_move: true, ..at };
            if self.takes(at, lone) || self.is_legal(next) && self.plies(next) == 0 {
                return false;
            }
            if self.is_legal(next) {
                longest = longest.max(self.plies(next));
            }
        }
        longest == distance - 1
    }

    /// Whether the lone king takes the piece there.
    fn takes(&self, at: Placed, square: usize) -> bool {
        square == at.piece && !king_moves(at.king).any(|guarded| guarded == square)
    }

    fn is_mate(&self, at: Placed) -> bool {
        !at.white_to_move
            && self.attacks(at, at.lone)
            && king_moves(at.lone).all(|lone| {
                !self.takes(at, lone) && !self.is_legal(Placed { lone, white_to_move: true, ..at })
            })
    }

    /// Moves of White but those of a pawn.
    fn after_white(&self, at: Placed) -> impl Iterator<Item = Placed> {
        let at = Placed { white_to_move: false, ..at };
        let kings = king_moves(at.king).map(move |king| Placed { king, ..at });
        let piece = match self.piece {
            'P' => Vec::new(),
            letter => reach(letter, at.piece, [at.king, at.lone]),
        };
        let pieces = piece.into_iter().map(move |piece| Placed { piece, ..at });
        kings.chain(pieces).filter(|next| self.is_legal(*next))
    }

    fn pawn_wins(&self, at: Placed, promoted: &[Solved]) -> bool {
        let at = Placed { white_to_move: false, ..at };
        let is_free = |square| square != at.king && square != at.lone;
        let single = at.piece + 8;
        if self.piece != 'P' || !is_free(single) {
            return false;
        }
        let next = Placed { piece: single, ..at };
        if single >= 56 {
            return promoted.iter().any(|solved| solved.is_legal(next) && solved.plies(next) < 0);
        }
        let double = Placed { piece: at.piece + 16, ..at };
        self.plies(next) < 0 || at.piece < 16 && is_free(double.piece) && self.plies(double) < 0
    }

    /// Compares one in so many positions; says how many.
    fn compare(&self, tables: &Tablebase, every: usize) -> usize {
        let ranks = if self.piece == 'P' { 8..56 } else { 0..64 };
        let mut count = 0;
        for number in (0..ALL).step_by(every) {
            let at = Placed {
                white_to_move: number & 1 == 1,
                king: number >> 1 & 63,
                piece: number >> 7 & 63,
                lone: number >> 13,
            };
            if !ranks.contains(&at.piece) || !self.is_legal(at) {
                continue;
            }
            let plies = self.plies(at);
            let wdl = [Wdl::Loss, Wdl::Draw, Wdl::Win][(plies.signum() + 1) as usize];
            let board = at.board(self.piece, number >> 2 & 1 == 1);
            assert_eq!(tables.probe_wdl(&board), Ok(wdl), "{board}");
            assert_eq!(tables.probe_dtz(&board), Ok(Dtz(plies)), "{board}");
            count += 1;
        }
        count
    }
}

#[test]
fn three_men_as_our_own_solver_has_them() {
    let (tables, faults) = Tablebase::open([folder()]);
    assert_eq!(faults, []);
    let solved = [Solved::new('Q', &[]), Solved::new('R', &[])];
    assert!(solved[0].compare(&tables, 7) > 40_000);
    assert!(solved[1].compare(&tables, 7) > 40_000);
    assert!(Solved::new('P', &solved).compare(&tables, 5) > 40_000);
}

/// A table of pawn against pawn that says the same everywhere: 0 is lost, 4 is won.
fn write_pawn_against_pawn(folder: &Path, result: u8) {
    // Magic, flags: with pawns, the same on both sides.
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 2];
    for _file in 0..4 {
        // Order of the two groups of pawns; pawn, pawn, king, king.
        bytes.extend([0, 1, 1, 9, 6, 14]);
    }
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    for _file in 0..4 {
        bytes.extend([0x80, result]);
    }
    bytes.resize(bytes.len().next_multiple_of(64) + 16, 0);
    std::fs::write(folder.join("KPvKP.rtbw"), bytes).unwrap();
}

#[test]
fn pawns_taken_en_passant_are_seen() {
    let own = tempfile::tempdir().unwrap();
    write_pawn_against_pawn(own.path(), 2);
    let (tables, faults) = Tablebase::open([own.path(), &folder()]);
    assert_eq!(faults, []);
    for (fen, wdl, dtz) in [
        ("8/4K3/8/3pP3/8/8/8/7k w - d6 0 1", Wdl::Win, 1),
        ("8/4K3/8/3pP3/8/8/8/7k w - - 0 1", Wdl::Draw, 0),
        ("7K/8/8/8/3Pp3/8/4k3/8 b - d3 0 1", Wdl::Win, 1),
        ("7K/8/8/8/3Pp3/8/4k3/8 b - - 0 1", Wdl::Draw, 0),
    ] {
        let board = Board::from_fen(fen, Variant::NORMAL).unwrap();
        assert_eq!(tables.probe_wdl(&board), Ok(wdl), "{fen}");
        assert_eq!(tables.probe_dtz(&board), Ok(Dtz(dtz)), "{fen}");
    }
}

/// A table of rook against king that says two things everywhere: White to move wins, Black loses.
fn write_rook(folder: &Path, distances: &[u8]) {
    let men = [6, 4, 14];
    // Magic, flags: both sides to move; order, and the men for both.
    let mut results = vec![0x71, 0xe8, 0x23, 0x5d, 1, 0];
    results.extend(men.map(|man| man | man << 4));
    results.extend([0, 0x80, 4, 0x80, 0]);
    results.resize(80, 0);
    std::fs::write(folder.join("KRvK.rtbw"), results).unwrap();
    let mut bytes = vec![0xd7, 0x66, 0x0c, 0xa5, 1, 0];
    bytes.extend(men.map(|man| man | man << 4));
    bytes.push(0);
    bytes.extend(distances);
    bytes.resize(bytes.len().next_multiple_of(64) + 16, 0);
    std::fs::write(folder.join("KRvK.rtbz"), bytes).unwrap();
}

/// Distances are stored as they are, or stand in lists of bytes or of words; in plies or in moves.
#[test]
fn distances_are_stored_in_several_ways() {
    const SINGLE: u8 = 0x80;
    const MAPPED: u8 = 2;
    const IN_PLIES: u8 = 4;
    const WIDE: u8 = 16;
    let board = Board::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", Variant::NORMAL).unwrap();
    for (distances, plies) in [
        // Flags; a byte that means nothing; lists for wins, losses, cursed wins, blessed losses.
        (vec![SINGLE, 77], 1),
        (vec![SINGLE | MAPPED, 77, 1, 200, 0, 0, 0], 401),
        (vec![SINGLE | MAPPED | IN_PLIES, 77, 1, 200, 0, 0, 0], 201),
        (vec![SINGLE | MAPPED | WIDE | IN_PLIES, 77, 1, 0, 0xe8, 3, 0, 0, 0, 0, 0, 0], 1001),
    ] {
        let own = tempfile::tempdir().unwrap();
        write_rook(own.path(), &distances);
        let (tables, faults) = Tablebase::open([own.path()]);
        assert_eq!(faults, []);
        assert_eq!(tables.probe_dtz(&board), Ok(Dtz(plies)), "{distances:?}");
    }
    // A list that is too short.
    let own = tempfile::tempdir().unwrap();
    write_rook(own.path(), &[SINGLE | MAPPED, 0, 0, 1, 5, 0, 0]);
    let (tables, _) = Tablebase::open([own.path()]);
    assert!(matches!(tables.probe_dtz(&board), Err(ProbeError::Damaged(..))));
    assert_eq!(tables.take_faults()[0].problem, Problem::Value);
    // Black to move only: one move of White's more.
    write_rook(own.path(), &[SINGLE | 1, 0]);
    let (tables, _) = Tablebase::open([own.path()]);
    assert_eq!(tables.probe_dtz(&board), Ok(Dtz(2)));
}

/// Such a table would send the prober back and forth for ever.
#[test]
fn a_table_with_neither_side_to_move_is_damaged() {
    let own = tempfile::tempdir().unwrap();
    write_pawn_against_pawn(own.path(), 4);
    let mut bytes = std::fs::read(own.path().join("KPvKP.rtbw")).unwrap();
    bytes[..4].copy_from_slice(&[0xd7, 0x66, 0x0c, 0xa5]);
    // The parts say: Black to move. But of equal sides White always is.
    bytes.iter_mut().filter(|byte| **byte == 0x80).for_each(|byte| *byte |= 1);
    std::fs::write(own.path().join("KPvKP.rtbz"), bytes).unwrap();
    let (tables, faults) = Tablebase::open([own.path(), &folder()]);
    assert_eq!(faults, []);
    let board = Board::from_fen("8/p7/8/k7/8/K7/P7/8 w - - 0 1", Variant::NORMAL).unwrap();
    assert_eq!(tables.probe_wdl(&board), Ok(Wdl::Win));
    assert!(matches!(tables.probe_dtz(&board), Err(ProbeError::Damaged(..))));
    assert_eq!(tables.take_faults()[0].problem, Problem::Flags);
}

#[test]
fn root_moves_consider_the_counter() {
    let (tables, _) = Tablebase::open([folder()]);
    let at = |counter: u32| {
        let fen = format!("8/8/8/3k4/8/8/8/R3K3 w - - {counter} 60");
        Board::from_fen(&fen, Variant::NORMAL).unwrap()
    };
    let moves = tables.root_moves(&at(0)).unwrap();
    assert_eq!(moves.len(), at(0).legal().len());
    let best = moves.iter().filter(|rated| rated.wdl == Wdl::Win).map(|rated| rated.dtz).min();
    assert_eq!(best, tables.probe_dtz(&at(0)).ok());
    assert!(tables.root_moves(&at(90)).unwrap().iter().all(|rated| rated.wdl != Wdl::Win));
    // Takes the rook: nothing is left.
    let takes = Board::from_fen("8/8/8/8/8/8/1k6/R3K3 b - - 3 60", Variant::NORMAL).unwrap();
    let moves = tables.root_moves(&takes).unwrap();
    assert!(moves.iter().any(|rated| rated.mv.to_string() == "b2a1" && rated.dtz == Dtz(0)));
}

#[test]
fn what_tables_do_not_know() {
    let (tables, _) = Tablebase::open([folder()]);
    for (fen, reason) in [
        ("8/8/8/3k4/8/8/8/R3K3 w Q - 0 1", "tables know nothing of castling"),
        ("8/8/8/3k4/8/8/8/RR2K3 w - - 0 1", "there is no KRRvK.rtbw"),
        ("8/8/5n2/3k4/8/8/8/R3K3 w - - 0 1", "there is no KRvKN.rtbw"),
        ("8/8/8/3kr3/8/8/8/4K3 w - - 0 1", ""),
        ("8/8/8/3k4/8/8/8/4K3 w - - 0 1", ""),
        ("rnbqkbnr/8/8/8/8/8/8/4K3 w - - 0 1", "there is no KvKQRRBBNN.rtbw"),
    ] {
        let board = Board::from_fen(fen, Variant::NORMAL).unwrap();
        let said = tables.probe_wdl(&board).err().map_or(String::new(), |error| error.to_string());
        assert_eq!(said, reason, "{fen}");
    }
    let board = Random(1).position("KQvK");
    let (nothing, faults) = Tablebase::open(["no such folder"]);
    assert!(matches!(nothing.probe_wdl(&board), Err(ProbeError::Missing(..))));
    assert!(faults[0].to_string().starts_with("no such folder: "), "{faults:?}");
}
