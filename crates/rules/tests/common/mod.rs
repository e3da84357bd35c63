//! Random positions for the properties.

use ferz_rules::{Variant, chess::Board};
use proptest::prelude::*;

/// Where random games begin: castling of all sorts, en passant, promotions, pins.
const STARTS: &[(Variant, &str)] = &[
    (Variant::Normal, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::Normal, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    (Variant::Normal, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    (Variant::Normal, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    (Variant::Normal, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    (Variant::Normal, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"),
    (Variant::Chess960, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
    (Variant::Chess960, "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1"),
    (Variant::Chess960, "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"),
    (Variant::WildCastle, "r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w KQkq - 0 1"),
    (Variant::NoCastle, "rbqnnkrb/pppppppp/8/8/8/8/PPPPPPPP/RBQNNKRB w - - 0 1"),
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

/// A variant and the last position of a random game of it.
pub(crate) fn any_board() -> impl Strategy<Value = (Variant, Board)> {
    any_game().prop_map(|(variant, boards)| (variant, boards[boards.len() - 1]))
}
