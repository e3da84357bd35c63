//! Two ways to one answer that xiangqi alone has, on random games and random positions. What is true
//! of all games is in `laws.rs`.

mod common;

use common::{any_game, starts};
use ferz_rules::xiangqi::{Board, Kind, Move, Piece, Square, XiangqiGame};
use ferz_rules::{Cycles, FenStyle, Game, Notation, Position, Repetition, Rulings, Side, Variant};
use proptest::prelude::*;

/// A random game, promotion of advisors and elephants perhaps allowed.
fn any_xiangqi() -> impl Strategy<Value = (Variant, Vec<Board>)> {
    any_game(&[Variant::XIANGQI, Variant::XIANGQI_PROMOTION], 200)
}

/// The last position of a random game, or pieces set up at random.
fn any_board() -> impl Strategy<Value = (Variant, Board)> {
    prop_oneof![
        any_xiangqi().prop_map(|(variant, boards)| (variant, boards[boards.len() - 1])),
        any_set_up()
    ]
}

/// Kings in their palaces and attackers anywhere: many checks, screens and pins.
fn any_set_up() -> impl Strategy<Value = (Variant, Board)> {
    let squares = Just((0..90).collect::<Vec<usize>>()).prop_shuffle();
    let letters = prop::sample::subsequence(b"RRCCNNPPPPPAABBrrccnnpppppaabb".to_vec(), 0..22);
    let kings = (0..9usize, 0..9usize);
    (squares, letters, kings, any::<[bool; 2]>()).prop_filter_map(
        "no position",
        |(squares, letters, kings, [red, promotes])| {
            let mut board = [b'1'; 90];
            board[kings.0 / 3 * 9 + kings.0 % 3 + 3] = b'k';
            board[(kings.1 / 3 + 7) * 9 + kings.1 % 3 + 3] = b'K';
            let mut squares = squares.into_iter();
            for letter in letters {
                let square = squares.find(|square| {
                    let (file, rank) = (square % 9, square / 9);
                    let rank = if letter.is_ascii_lowercase() { rank } else { 9 - rank };
                    board[*square] == b'1'
                        && match letter.to_ascii_uppercase() {
                            b'A' => rank < 3 && (3..6).contains(&file) && (file + rank) % 2 == 1,
                            b'B' => {
                                rank < 5 && (rank + file) % 4 == 2 && rank % 2 == 0 && file % 2 == 0
                            }
                            b'P' => promotes || rank > 2,
                            _ => true,
                        }
                });
                if let Some(square) = square {
                    board[square] = letter;
                }
            }
            let ranks: Vec<_> = board.chunks(9).map(String::from_utf8_lossy).collect();
            let side = if red { 'w' } else { 'b' };
            let fen = format!("{} {side}", ranks.join("/"));
            let variant = if promotes { Variant::XIANGQI_PROMOTION } else { Variant::XIANGQI };
            Some((variant, Board::from_fen(&fen, variant).ok()?))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn kings_and_counts_are_kept((_, board) in any_board()) {
        for side in Side::BOTH {
            prop_assert_eq!(board.king(side), board.pieces(side, Kind::King).first().unwrap());
            for kind in Kind::ALL {
                let count = board.counts() >> (4 * Piece { kind, side }.code()) & 15;
                prop_assert_eq!(count, board.pieces(side, kind).count() as u64);
            }
        }
    }

    /// Red may be called so.
    #[test]
    fn dialects_of_fen_are_read((variant, board) in any_board()) {
        let dialect = board.fen(FenStyle::HorseElephant).replace(" w ", " r ");
        prop_assert_eq!(board, Board::from_fen(&dialect, variant).unwrap());
    }

    #[test]
    fn generated_moves_are_those_of_a_simple_reference((_, board) in any_board()) {
        let mut ours: Vec<String> = board.legal().iter().map(Move::to_string).collect();
        ours.sort();
        prop_assert_eq!(ours, reference_moves(&board), "{}", board);
    }

    #[test]
    fn exchanges_agree_with_a_simple_reference((_, board) in any_board(), slack in -20..20) {
        for mv in board.legal() {
            let value = exchange_value(&board, mv);
            for threshold in [value, value + 1, value + slack] {
                prop_assert_eq!(
                    board.see(mv, threshold), value >= threshold,
                    "{:?} wins {} in {}, asked for {}", mv, value, board, threshold
                );
            }
        }
    }

    #[test]
    fn reversible_moves_are_found((_, board) in any_board()) {
        for mv in board.legal() {
            let mut next = board;
            next.play(mv);
            // A pass, so that the mover is to move again, as after a repetition of the opponent.
            let back = Move::new(mv.to(), mv.from());
            if next.halfmove_clock() == 0 || next.in_check() {
                continue;
            }
            let difference = board.key() ^ next.key();
            next.pass();
            let found = Cycles::reversible_move(&next, difference);
            let is_way_back = next.is_legal(back);
            let squares = (mv.to().index(), mv.from().index());
            prop_assert!(!is_way_back || found == Some(squares), "{:?} in {}", mv, board);
        }
        prop_assert_eq!(board.reversible_move(0), None);
    }

    #[test]
    fn readers_survive_any_text(text in "\\PC*") {
        for variant in Variant::all() {
            _ = Board::from_fen(&text, variant);
        }
    }

    #[test]
    fn readers_survive_nearly_right_texts(
        fen in "[rnbakcpehRNBAKCP1-9]{0,9}(/[rnbakcpRNBAKCP1-9]{1,5}){9} [wbr-]( -){0,2}( [0-9-]{1,6}){0,3}",
    ) {
        if let Ok(board) = Board::from_fen(&fen, Variant::XIANGQI_PROMOTION) {
            let again = Board::from_fen(&board.to_string(), Variant::XIANGQI_PROMOTION);
            prop_assert_eq!(Ok(board), again);
            prop_assert_eq!(board.perft(1), board.legal().len() as u64);
        }
    }
}

type Grid = [Option<Piece>; 90];

fn grid(board: &Board) -> Grid {
    std::array::from_fn(|i| board.piece_on(Square::new(i).unwrap()))
}

/// Whether the piece on `from` goes to `to`, kings in danger or not: from the rules of each piece,
/// square by square, without tables.
fn goes(grid: &Grid, from: usize, to: usize) -> bool {
    let Some(piece) = grid[from] else { return false };
    if from == to || grid[to].is_some_and(|target| target.side == piece.side) {
        return false;
    }
    let at = |index: usize| ((index % 9) as i32, (index / 9) as i32);
    let ((x, y), (u, v)) = (at(from), at(to));
    let (dx, dy) = (u - x, v - y);
    let red = piece.side == Side::First;
    let own_rank = if red { v } else { 9 - v };
    let on = |x: i32, y: i32| grid[(y * 9 + x) as usize].is_some();
    let between = || -> usize {
        let n = dx.abs().max(dy.abs());
        (1..n).filter(|i| on(x + dx.signum() * i, y + dy.signum() * i)).count()
    };
    let straight = dx == 0 || dy == 0;
    match piece.kind {
        Kind::King => dx.abs() + dy.abs() == 1 && (3..6).contains(&u) && own_rank < 3,
        Kind::Advisor => dx.abs() == 1 && dy.abs() == 1 && (3..6).contains(&u) && own_rank < 3,
        Kind::Elephant => {
            dx.abs() == 2 && dy.abs() == 2 && own_rank < 5 && !on(x + dx / 2, y + dy / 2)
        }
        Kind::Horse if dx.abs() == 2 && dy.abs() == 1 => !on(x + dx / 2, y),
        Kind::Horse if dx.abs() == 1 && dy.abs() == 2 => !on(x, y + dy / 2),
        Kind::Horse => false,
        Kind::Rook => straight && between() == 0,
        Kind::Cannon => straight && between() == usize::from(grid[to].is_some()),
        Kind::Pawn => {
            let forward = if red { 1 } else { -1 };
            let crossed = if red { y > 4 } else { y < 5 };
            dx == 0 && dy == forward || crossed && dy == 0 && dx.abs() == 1
        }
    }
}

fn king_is_safe(grid: &Grid, side: Side) -> bool {
    let king = |side| grid.iter().position(|p| *p == Some(Piece { kind: Kind::King, side }));
    let (Some(own), Some(other)) = (king(side), king(!side)) else { return false };
    let facing = own % 9 == other % 9
        && (own.min(other) + 9..own.max(other)).step_by(9).all(|i| grid[i].is_none());
    let attacked = (0..90).any(|i| grid[i].is_some_and(|p| p.side != side) && goes(grid, i, own));
    !facing && !attacked
}

fn reference_moves(board: &Board) -> Vec<String> {
    let (grid, side) = (grid(board), board.side());
    let mut moves = Vec::new();
    for from in 0..90 {
        let Some(piece) = grid[from].filter(|piece| piece.side == side) else { continue };
        for to in 0..90 {
            let mut after = grid;
            after[from] = None;
            after[to] = Some(piece);
            if goes(&grid, from, to) && king_is_safe(&after, side) {
                moves.push(format!("{}{}", Square::new(from).unwrap(), Square::new(to).unwrap()));
            }
        }
        let first_rank = if side == Side::First { from / 9 == 0 } else { from / 9 == 9 };
        let pawns = grid.iter().filter(|p| **p == Some(Piece { kind: Kind::Pawn, side })).count();
        if board.promotes()
            && first_rank
            && matches!(piece.kind, Kind::Advisor | Kind::Elephant)
            && pawns < 5
            && king_is_safe(&grid, side)
        {
            let square = Square::new(from).unwrap();
            moves.push(format!("{square}{square}"));
        }
    }
    moves.sort();
    moves
}

fn value(kind: Kind) -> i32 {
    [100, 200, 200, 400, 450, 900, 0][kind.index()]
}

/// What an exchange wins, by trying it out: each side takes with its cheapest piece or stops.
fn exchange_value(board: &Board, mv: Move) -> i32 {
    let mut grid = grid(board);
    let (from, to) = (mv.from().index(), mv.to().index());
    let mut piece = grid[from].unwrap();
    let gain = if mv.is_promotion() {
        value(Kind::Pawn) - value(piece.kind)
    } else {
        grid[to].map_or(0, |taken| value(taken.kind))
    };
    if mv.is_promotion() {
        piece.kind = Kind::Pawn;
    }
    grid[from] = None;
    grid[to] = Some(piece);
    gain - best_answer(grid, to, !board.side())
}

fn best_answer(grid: Grid, to: usize, side: Side) -> i32 {
    let takers = |grid: &Grid, side: Side| -> Vec<usize> {
        (0..90).filter(|i| grid[*i].is_some_and(|p| p.side == side) && goes(grid, *i, to)).collect()
    };
    let all = takers(&grid, side);
    let Some(from) = all.into_iter().min_by_key(|i| (grid[*i].unwrap().kind, *i)) else { return 0 };
    let taken = grid[to].unwrap();
    let mut after = grid;
    after[to] = after[from].take();
    if grid[from].unwrap().kind == Kind::King && !takers(&after, !side).is_empty() {
        return 0;
    }
    (value(taken.kind) - best_answer(after, to, !side)).max(0)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn move_readers_survive_any_text(
        text in "\\PC*",
        words in "[前中后一二兵炮车马相仕帅士象卒变]{0,3}[一二三四1-9１-９平进退變]{0,3}",
        wxf in "[KAEBNHRCPa-i+.-]{0,3}[0-9=.+-]{0,3}[1-9P]{0,2}",
    ) {
        let board = Board::start(Variant::XIANGQI_PROMOTION);
        for text in [text, words, wxf] {
            _ = board.read_move(&text);
            _ = board.read_move_in(&text, Notation::CoordinateFromOne);
        }
    }

    /// The judge takes any record.
    #[test]
    fn repetition_is_judged_in_any_game(
        choices in prop::collection::vec(0..4u16, 0..60),
        start in any::<prop::sample::Index>(),
    ) {
        let variant = Variant::XIANGQI;
        let fen = *start.get(&starts(variant));
        for repetition in [Repetition::Asian, Repetition::Chinese, Repetition::Computer] {
            let rulings = Rulings { repetition, ..Rulings::default() };
            let mut game = XiangqiGame::with_rulings(variant, Some(fen), rulings).unwrap();
            for choice in &choices {
                let moves = game.board().legal();
                let Some(mv) = moves.get(*choice as usize % moves.len().max(1)) else { break };
                game.play_move(*mv);
                _ = (game.verdict(), game.standing());
            }
            prop_assert!(game.banned().len() <= game.board().legal().len());
        }
    }
}
