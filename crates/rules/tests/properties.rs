//! Two ways to one answer, on random games of all variants.

mod common;

use common::{any_board, any_game};
use ferz_rules::chess::{
    Board, ChessGame, Kind, Move, Piece, Sort, Square, attacks, chess960_start,
};
use ferz_rules::{
    Castling, Cycles, FenStyle, Game, MoveSet, Notation, Order, Position, Side, Variant,
};
use proptest::prelude::*;
use std::collections::HashSet;

fn generate(board: &Board, set: MoveSet) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate(set, &mut moves);
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn incremental_hashes_equal_fresh_ones((variant, boards) in any_game()) {
        for board in boards {
            // U-465: a position written and read again keeps its hashes and everything else.
            let fresh = Board::from_fen(&board.fen(FenStyle::Shredder), variant).unwrap();
            prop_assert_eq!(board.key(), board.fresh_key());
            prop_assert_eq!(board.key(), fresh.key());
            prop_assert_eq!(board.pawn_key(), fresh.pawn_key());
            for side in Side::BOTH {
                prop_assert_eq!(board.piece_key(side), fresh.piece_key(side));
            }
            prop_assert_eq!(board.checkers(), fresh.checkers());
            prop_assert_eq!(board.pinned(), fresh.pinned());
            prop_assert_eq!(board, fresh);
            prop_assert_eq!(board, Board::from_fen(&board.fen(FenStyle::XFen), variant).unwrap());
        }
    }

    #[test]
    fn noisy_and_quiet_are_all((_, board) in any_board()) {
        let all = board.legal();
        let set: HashSet<Move> = all.iter().copied().collect();
        prop_assert_eq!(all.len(), set.len());
        prop_assert_eq!(all.len() as u64, board.count_legal());
        prop_assert!(all.len() <= 256);
        let (noisy, quiet) = (generate(&board, MoveSet::Noisy), generate(&board, MoveSet::Quiet));
        prop_assert_eq!(noisy.len() + quiet.len(), all.len());
        prop_assert!(noisy.iter().all(|mv| set.contains(mv) && Order::is_noisy(&board, *mv)));
        prop_assert!(quiet.iter().all(|mv| set.contains(mv) && !Order::is_noisy(&board, *mv)));
    }

    #[test]
    fn legality_agrees_with_generation(
        (_, board) in any_board(),
        (_, other) in any_board(),
        random in prop::collection::vec(any::<u16>(), 500),
    ) {
        let legal: HashSet<Move> = board.legal().into_iter().collect();
        let random = random.into_iter().filter_map(Move::from_bits);
        for mv in random.chain(other.legal()).chain(legal.iter().copied()) {
            prop_assert_eq!(board.is_legal(mv), legal.contains(&mv), "{:?} in {}", mv, board);
        }
    }

    #[test]
    fn consequences_of_moves_are_foreseen((_, board) in any_board()) {
        let checks = board.checks();
        for mv in board.legal() {
            let mut next = board;
            next.play(mv);
            prop_assert_eq!(board.gives_check(mv), next.in_check(), "{:?} in {}", mv, board);
            let by_look = board.gives_check_by(&checks, mv);
            prop_assert_eq!(by_look, next.in_check(), "{:?} in {}", mv, board);
            prop_assert_eq!(Board::unpack(Board::pack(mv)), Some(mv));
            let exact = !mv.is_castling()
                && board.castling_rooks() == next.castling_rooks()
                && next.en_passant().is_none();
            if exact {
                prop_assert_eq!(Order::key_after(&board, mv), next.key());
            }
            let taken = board.occupied().count() - next.occupied().count();
            prop_assert_eq!(taken == 1, Order::captured_piece(&board, mv).is_some());
        }
    }

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

    /// U-070, U-071, U-072, U-468, C-311, C-312, C-313, C-316, C-322
    #[test]
    fn every_notation_reads_back((_, board) in any_board()) {
        for notation in
            [Notation::San, Notation::Coordinate, Notation::KingTakesRook, Notation::CastlingWords]
        {
            let mut texts = HashSet::new();
            for mv in board.legal() {
                let text = board.write_move(mv, notation);
                prop_assert_eq!(board.read_move(&text), Ok(mv), "{} in {}", text, board);
                prop_assert!(texts.insert(text));
            }
        }
    }

    #[test]
    fn legal_moves_agree_with_cozy_chess((variant, boards) in any_game()) {
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
