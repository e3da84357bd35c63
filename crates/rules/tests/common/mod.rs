//! Random positions for the properties.

use ferz_rules::{Variant, chess::Board};
use proptest::prelude::*;

/// Where random games begin: castling of all sorts, en passant, promotions, pins.
const STARTS: &[(Variant, &str)] = &[
    (Variant::NORMAL, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::NORMAL, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    (Variant::NORMAL, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    (Variant::NORMAL, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    (Variant::NORMAL, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    (Variant::NORMAL, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"),
    (Variant::CHESS960, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
    (Variant::CHESS960, "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1"),
    (Variant::CHESS960, "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"),
    (Variant::WILD_CASTLE, "r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w KQkq - 0 1"),
    (Variant::NO_CASTLE, "rbqnnkrb/pppppppp/8/8/8/8/PPPPPPPP/RBQNNKRB w - - 0 1"),
];

/// A variant and a random game of it: all its positions, at least one.
pub(crate) fn any_game() -> impl Strategy<Value = (Variant, Vec<Board>)> {
    (0..STARTS.len(), prop::collection::vec(any::<u16>(), 0..160)).prop_map(|(start, choices)| {
        let (variant, fen) = STARTS[start];
        let mut board = Board::from_fen(fen, variant).expect(fen);
        let mut boards = vec![board];
        for choice in choices {
            let moves = board.legal();
            if moves.is_empty() {
                break;
            }
            board.play(moves[choice as usize % moves.len()]);
            boards.push(board);
        }
        (variant, boards)
    })
}

/// A variant and a position: the last one of a random game, or pieces set up at random.
pub(crate) fn any_board() -> impl Strategy<Value = (Variant, Board)> {
    prop_oneof![
        any_game().prop_map(|(variant, boards)| (variant, boards[boards.len() - 1])),
        any_set_up()
    ]
}

/// Kings and some pieces anywhere: many checks, pins and promotions.
fn any_set_up() -> impl Strategy<Value = (Variant, Board)> {
    let squares = Just((0..64).collect::<Vec<usize>>()).prop_shuffle();
    let letters = prop::sample::subsequence(b"QRRBBNNPPPPPqrrbbnnppppp".to_vec(), 0..16);
    (squares, letters, any::<bool>()).prop_filter_map("no position", |(squares, letters, white)| {
        let mut board = [b'1'; 64];
        for (square, letter) in squares.into_iter().zip(b"Kk".iter().chain(&letters)) {
            if b"Pp".contains(letter) && !(8..56).contains(&square) {
                continue;
            }
            board[square] = *letter;
        }
        let ranks: Vec<_> = board.chunks(8).map(String::from_utf8_lossy).collect();
        let side = if white { 'w' } else { 'b' };
        let fen = format!("{} {side} KQkq - 0 1", ranks.join("/"));
        Some((Variant::CHESS960, Board::from_fen(&fen, Variant::CHESS960).ok()?))
    })
}
