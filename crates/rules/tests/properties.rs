//! Two ways to one answer that chess alone has, on random games of its variants. What is true of all
//! games is in `laws.rs`.

mod common;

use common::any_game;
use ferz_rules::chess::{
    Board, ChessGame, Kind, Move, Piece, Sort, Square, attacks, chess960_start,
};
use ferz_rules::{Castling, Cycles, Family, FenStyle, Game, Position, Side, Variant};
use proptest::prelude::*;

/// A random game of any variant of chess.
fn any_chess() -> impl Strategy<Value = (Variant, Vec<Board>)> {
    any_game(&Family::Chess.games().collect::<Vec<_>>(), 160)
}

/// A variant and a position: the last one of a random game, or pieces set up at random.
fn any_board() -> impl Strategy<Value = (Variant, Board)> {
    prop_oneof![
        any_chess().prop_map(|(variant, boards)| (variant, boards[boards.len() - 1])),
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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn exchanges_agree_with_a_simple_reference((_, board) in any_board(), slack in -20..20) {
        for mv in board.legal() {
            if mv.is_castling() {
                continue;
            }
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
            let pawn = board.kind(Kind::Pawn).has(mv.from());
            if next.halfmove_clock() == 0 || pawn || mv.is_castling()
                || board.castling_rooks() != next.castling_rooks() || board.en_passant().is_some()
                || next.in_check()
            {
                continue;
            }
            // Only a move of the side to move counts.
            let difference = board.key() ^ next.key();
            prop_assert_eq!(Cycles::reversible_move(&next, difference), None);
            next.pass();
            let (a, b) = Cycles::reversible_move(&next, difference).unwrap();
            let squares = [mv.from().index(), mv.to().index()];
            prop_assert!([a, b] == squares || [b, a] == squares);
        }
        prop_assert_eq!(board.reversible_move(0), None);
    }

    #[test]
    fn legal_moves_agree_with_cozy_chess((variant, boards) in any_chess()) {
        if !known_to_cozy_chess(variant) {
            return Ok(());
        }
        let mut theirs =
            cozy_chess::Board::from_fen(&boards[0].fen(FenStyle::Shredder), true).unwrap();
        for (i, board) in boards.iter().enumerate() {
            prop_assert_eq!(moves(board), their_moves(&theirs), "{}", board);

            // cozy-chess writes an en passant square whenever a pawn has just made two steps.
            let theirs_text = format!("{theirs:#}");
            let ours_text = board.fen(FenStyle::Shredder);
            let (ours_fields, theirs_fields) =
                (fields(&ours_text), fields(&theirs_text));
            // Its clock stops at 100.
            prop_assert_eq!(board.halfmove_clock().min(100).to_string(), theirs_fields[4]);
            for field in [0, 1, 2, 5] {
                prop_assert_eq!(ours_fields[field], theirs_fields[field]);
            }
            prop_assert!(ours_fields[3] == "-" || ours_fields[3] == theirs_fields[3]);

            if let Some(next) = boards.get(i + 1) {
                let played = board.legal().into_iter().find(|mv| {
                    let mut copy = *board;
                    copy.play(*mv);
                    copy == *next
                });
                theirs.play(played.unwrap().to_string().parse().unwrap());
            }
        }
    }

    #[test]
    fn set_up_positions_agree_with_cozy_chess((variant, board) in any_board()) {
        // It refuses some impossible positions.
        let theirs = cozy_chess::Board::from_fen(&board.fen(FenStyle::Shredder), true);
        if let (true, Ok(theirs)) = (known_to_cozy_chess(variant), theirs) {
            prop_assert_eq!(moves(&board), their_moves(&theirs), "{}", board);
        }
    }

    /// U-076, U-079: no text makes the readers panic.
    #[test]
    fn readers_survive_any_text(text in "\\PC*", bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let start = Board::start(Variant::NORMAL);
        for text in [text.as_str(), &String::from_utf8_lossy(&bytes)] {
            for variant in Variant::all() {
                _ = Board::from_fen(text, variant);
            }
            _ = start.read_move(text);
        }
    }

    #[test]
    fn readers_survive_nearly_right_texts(
        fen in "[rnbqkpRNBQKP1-9/]{0,20}(/[rnbqkpRNBQKP1-9]{1,8}){0,8} [wb-] [A-Ha-hKQkq-]{1,5} [a-i1-9-]{1,3}( [0-9-]{1,6}){0,3}",
        mv in "[a-hKQRBNPO0@x=:+#-]{0,4}[a-i1-9O0-]{0,5}[qrbnkQ=+#!?]{0,3}",
    ) {
        for variant in Variant::all() {
            if let Ok(board) = Board::from_fen(&fen, variant) {
                prop_assert_eq!(Ok(board), Board::from_fen(&board.to_string(), variant));
                prop_assert_eq!(board.perft(1), board.legal().len() as u64);
            }
        }
        let mut game = ChessGame::new(Variant::NORMAL, None).unwrap();
        if game.play(&mv).is_ok() {
            prop_assert!(game.undo());
        }
        prop_assert_eq!(game.board(), &Board::start(Variant::NORMAL));
    }
}

/// The other variants castle in their own ways.
fn known_to_cozy_chess(variant: Variant) -> bool {
    matches!(variant.castling, Castling::Usual | Castling::AnyFile)
}

fn moves(board: &Board) -> Vec<String> {
    let mut moves: Vec<String> = board.legal().iter().map(Move::to_string).collect();
    moves.sort();
    moves
}

fn their_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut found = Vec::new();
    board.generate_moves(|moves| {
        found.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    found.sort();
    found
}

/// The numbering of the start positions of Chess960, and their castling rights.
#[test]
fn chess960_starts_agree_with_cozy_chess() {
    for number in 0..960 {
        let ours = Board::from_fen(&chess960_start(number).unwrap(), Variant::CHESS960).unwrap();
        let theirs = cozy_chess::Board::chess960_startpos(number as u32);
        assert_eq!(ours.fen(FenStyle::Shredder), format!("{theirs:#}"), "number {number}");
    }
}

fn fields(fen: &str) -> Vec<&str> {
    fen.split(' ').collect()
}

/// What an exchange wins, by trying it out: each side takes with its cheapest piece or stops.
fn exchange_value(board: &Board, mv: Move) -> i32 {
    let side = board.side();
    let mut pieces: Vec<(Square, Piece)> =
        Square::all().filter_map(|square| Some((square, board.piece_on(square)?))).collect();
    let victim = board.captured(mv).map(|(_, square)| square);
    pieces.retain(|(square, _)| *square != mv.from() && Some(*square) != victim);
    let kind = mv.promotion().unwrap_or(board.piece_on(mv.from()).unwrap().kind);
    pieces.push((mv.to(), Piece { kind, side }));
    let promotion = mv.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn));
    let taken = board.captured(mv).map_or(0, |(piece, _)| value(piece.kind));
    taken + promotion - best_answer(pieces, mv.to(), !side)
}

fn best_answer(pieces: Vec<(Square, Piece)>, to: Square, side: Side) -> i32 {
    let occupied = pieces.iter().map(|(square, _)| *square).collect();
    let takers = |side: Side| {
        pieces.iter().filter(move |(square, piece)| {
            piece.side == side && *square != to && {
                let reach = match piece.kind {
                    Kind::Pawn => attacks::pawn(side, *square),
                    Kind::Knight => attacks::knight(*square),
                    Kind::Bishop => attacks::bishop(*square, occupied),
                    Kind::Rook => attacks::rook(*square, occupied),
                    Kind::Queen => attacks::queen(*square, occupied),
                    Kind::King => attacks::king(*square),
                };
                reach.has(to)
            }
        })
    };
    let Some((from, taker)) = takers(side).min_by_key(|(square, piece)| (piece.kind, *square))
    else {
        return 0;
    };
    if taker.kind == Kind::King && takers(!side).next().is_some() {
        return 0;
    }
    let taken = pieces.iter().find(|(square, _)| *square == to).unwrap().1;
    let mut after = pieces.clone();
    after.retain(|(square, _)| *square != to && square != from);
    after.push((to, *taker));
    (value(taken.kind) - best_answer(after, to, !side)).max(0)
}

fn value(kind: Kind) -> i32 {
    [100, 320, 330, 500, 950, 0][kind.index()]
}

#[test]
fn a_sort_that_no_move_has() {
    let (a1, h8) = (Square::at(0, 0), Square::at(7, 7));
    assert_eq!(Board::unpack(0), None);
    assert_eq!(Board::unpack(7 << 12 | 1), None);
    assert_eq!(Board::unpack(u32::MAX), None);
    let mv = Move::new(a1, h8, Sort::Plain);
    assert_eq!(Board::unpack(Board::pack(mv)), Some(mv));
}
