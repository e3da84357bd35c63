//! What is true of every position of every game by table, on random games.

use ferz_rules::table::set::{Bits, Wide};
use ferz_rules::table::{self, Board, Layout};
use ferz_rules::{FenStyle, MoveSet, Notation, Order, Position, Random};

fn laws<B: Bits>(board: &Board<B>) {
    let name = &board.layout().rules().name;
    let about = format!("{name}: {board}");
    assert_eq!(board.key(), board.fresh_key(), "{about}");
    let moves = board.legal();
    assert_eq!(board.count_legal(), moves.len() as u64, "{about}");
    assert!(board.end().is_none() || moves.is_empty(), "{about}");
    let [mut noisy, mut quiet] = [MoveSet::Noisy, MoveSet::Quiet].map(|set| {
        let mut moves = Vec::new();
        board.generate(set, &mut moves);
        moves
    });
    assert_eq!(noisy.len() + quiet.len(), moves.len(), "{about}");
    noisy.append(&mut quiet);
    for mv in &moves {
        assert!(noisy.contains(mv) && board.is_legal(*mv), "{about}: {mv:?}");
        assert_eq!(<Board<B> as Position>::unpack(mv.pack()), Some(*mv));
        let shape = board.shape();
        assert!(mv.from().max(mv.to()) < shape.squares, "{about}: {mv:?}");
        assert!(board.moved_piece(*mv) < shape.pieces, "{about}: {mv:?}");
        assert!(board.is_capture(*mv) == board.captured_piece(*mv).is_some(), "{about}: {mv:?}");
    }
}

fn fen_comes_back<B: Bits>(board: &Board<B>) {
    for style in [FenStyle::XFen, FenStyle::Shredder] {
        let fen = board.fen(style);
        let again = Board::from_fen(&fen, board.layout()).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(again.fen(style), fen);
        // The memory of a lion that was taken has no place in FEN.
        if board.layout().rules().lions.is_none() {
            assert_eq!(&again, board, "{fen}");
        }
    }
}

fn texts_come_back<B: Bits>(board: &Board<B>) {
    for mv in board.legal() {
        for notation in [Notation::Coordinate, Notation::San] {
            let text = board.write_move(mv, notation);
            assert_eq!(
                board.read_move(&text),
                Ok(mv),
                "{}: {board}: {text}",
                board.layout().rules().name
            );
        }
    }
}

fn play<B: Bits>(name: &str, random: &mut Random) {
    let rules = table::rules(name).unwrap();
    let start = rules.start.clone();
    let layout: &'static Layout<B> = Box::leak(Box::new(Layout::new(rules).unwrap()));
    for _ in 0..4 {
        let mut board = Board::from_fen(&start, layout).unwrap();
        assert_eq!(board.to_string(), start);
        for ply in 0..120 {
            laws(&board);
            fen_comes_back(&board);
            if ply % 15 == 14 {
                texts_come_back(&board);
            }
            let moves = board.legal();
            if moves.is_empty() {
                break;
            }
            board = board.after(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn laws_hold_in_all_games_by_table() {
    let mut random = Random::new(7);
    for name in table::names() {
        let rules = table::rules(name).unwrap();
        match rules.files * rules.ranks {
            ..=64 => play::<u64>(name, &mut random),
            65..=128 => play::<u128>(name, &mut random),
            _ => play::<Wide>(name, &mut random),
        }
    }
}

/// Wider boards hold the smaller games as well.
#[test]
fn all_widths_count_alike() {
    fn count<B: Bits>(name: &str, depth: u32) -> u64 {
        let rules = table::rules(name).unwrap();
        let start = rules.start.clone();
        let layout: &'static Layout<B> = Box::leak(Box::new(Layout::new(rules).unwrap()));
        Board::from_fen(&start, layout).unwrap().perft(depth)
    }
    for name in ["normal", "shogi", "cylinder", "lion", "capablanca"] {
        let wide = count::<Wide>(name, 3);
        assert_eq!(count::<u128>(name, 3), wide, "{name}");
        if !["shogi", "capablanca"].contains(&name) {
            assert_eq!(count::<u64>(name, 3), wide, "{name}");
        }
    }
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    fn reason<B: Bits>(name: &str, fen: &str) -> String {
        let layout: &'static Layout<B> =
            Box::leak(Box::new(Layout::new(table::rules(name).unwrap()).unwrap()));
        Board::from_fen(fen, layout).unwrap_err().to_string()
    }
    for (name, fen, why) in [
        ("3check", "", "empty FEN: \"\""),
        ("3check", "8/8/8 w - - 0 1", "wrong number of ranks: \"8/8/8\""),
        ("3check", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "wrong number of files: \"9\""),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 9+9 0 1", "unreadable number of checks: \"9+9\""),
        ("atomic", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "no pieces are held in this game: \"Q\""),
        ("atomic", "4k3/8/8/4j3/8/8/8/4K3 w - - 0 1", "unknown piece: \"j\""),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Z] w - - 0 1", "unknown piece in hand: \"Z\""),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "brackets stay open: \"Q\""),
        ("knightmate", "4k3/8/8/8/8/8/8/8 w - - 0 1", "a king is missing"),
        ("knightmate", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "too many kings"),
        ("shatranj", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "there is no castling in this game: \"K\""),
        ("knightmate", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "no rook to castle with: \"K\""),
        ("knightmate", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "unknown side to move: \"x\""),
        ("knightmate", "4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "no square that was passed: \"z9\""),
        ("knightmate", "4k3/8/8/8/8/8/8/4K3 w - - é 1", "unreadable counter: \"é\""),
    ] {
        let found = reason::<u64>(name, fen);
        assert!(found.starts_with(why), "{found} instead of {why}");
    }
}

#[test]
fn hands_and_checks_are_read_in_both_spellings() {
    fn same<B: Bits>(name: &str, one: &str, other: &str) {
        let layout: &'static Layout<B> =
            Box::leak(Box::new(Layout::new(table::rules(name).unwrap()).unwrap()));
        let [one, other] = [one, other].map(|fen| Board::from_fen(fen, layout).unwrap());
        assert_eq!(one, other, "{name}");
    }
    same::<u64>(
        "crazyhouse",
        "4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/PpN w - - 0 1",
    );
    same::<u128>("shogi", "4k4/9/9/9/9/9/9/9/4K4[RPPp]", "4k4/9/9/9/9/9/9/9/4K4[R2Pp] w - - 0 1");
    same::<u64>(
        "3check",
        "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0",
    );
}
