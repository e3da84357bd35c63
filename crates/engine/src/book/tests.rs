use super::elephant::Image;
use super::*;
use ferz_rules::{Variant, chess, xiangqi};

/// The examples of the format's description (H.G. Muller, "Polyglot book format").
#[test]
fn polyglot_keys_of_the_documentation() {
    for (fen, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ] {
        let board = chess::Board::from_fen(fen, Variant::NORMAL).expect(fen);
        assert_eq!(polyglot::key(&board), expected, "{fen}");
    }
}

/// Keys of positions and of their mirror images, as ElephantEye 3.31 computes them.
#[test]
fn elephant_keys_are_those_of_elephant_eye() {
    for (fen, own, mirrored) in [
        (Variant::XIANGQI.start_fen, 0x0526_56d5, 0x0526_56d5),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1",
            0xeb50_5d7d,
            0x5396_644f,
        ),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 0 1",
            0x5396_644f,
            0xeb50_5d7d,
        ),
        (
            "r1bakabr1/9/1cn3nc1/p1p1p2Rp/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB2 b - - 0 5",
            0x6f23_0927,
            0x42db_24f2,
        ),
        (
            "2bakab2/r2r5/1cn1c1n2/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/R1BAKABR1 w - - 0 7",
            0x05cd_57fb,
            0x37be_6dde,
        ),
        ("3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1", 0x96ba_93cb, 0xfaa4_2541),
    ] {
        let board = xiangqi::Board::from_fen(fen, Variant::XIANGQI).expect(fen);
        assert_eq!(elephant::key(&board, Image::Own), own, "{fen}");
        assert_eq!(elephant::key(&board, Image::Mirrored), mirrored, "{fen}");
    }
}

/// The book moves of a position as text.
fn known<F: Format>(book: &Book<F>, position: &F::Position) -> Vec<(String, u32)> {
    let text = |(mv, weight)| (format!("{mv:?}"), weight);
    book.moves(position).into_iter().map(text).collect()
}

fn texts(moves: &[(&str, u32)]) -> Vec<(String, u32)> {
    moves.iter().map(|&(mv, weight)| (mv.to_owned(), weight)).collect()
}

fn polyglot_entry(board: &chess::Board, text: &str, weight: u16) -> Entry {
    let mv = board.read_move(text).expect(text);
    let (key, mv) = Polyglot::places(board, mv)[0];
    Entry { key, mv, weight }
}

#[test]
fn chess_moves_of_a_position() {
    let start = Polyglot::start();
    let castle = chess::Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::NORMAL).unwrap();
    let promote =
        chess::Board::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Variant::NORMAL).unwrap();
    let book = Book::<Polyglot>::from_entries(vec![
        polyglot_entry(&start, "e2e4", 30),
        polyglot_entry(&start, "d2d4", 70),
        polyglot_entry(&start, "a2a4", 0),
        polyglot_entry(&castle, "e1g1", 1),
        polyglot_entry(&promote, "a7a8n", 5),
    ]);
    assert_eq!(known(&book, &start), texts(&[("d2d4", 70), ("e2e4", 30), ("a2a4", 0)]));
    assert_eq!(known(&book, &castle), texts(&[("e1h1", 1)]));
    assert_eq!(known(&book, &promote), texts(&[("a7a8n", 5)]));
    for _ in 0..100 {
        let mv = choose(&book.moves(&start)).unwrap();
        assert!(["d2d4", "e2e4"].contains(&mv.to_string().as_str()), "{mv}");
    }
    assert_eq!(choose::<chess::Move>(&[]), None);
}

fn sorted(mut moves: Vec<(String, u32)>) -> Vec<(String, u32)> {
    moves.sort();
    moves
}

fn xiangqi_after(moves: &str) -> xiangqi::Board {
    let mut board = Elephant::start();
    moves.split_whitespace().for_each(|text| board.play(board.read_move(text).expect(text)));
    board
}

/// A line and its mirror image are one line of the book, found on either side of the board.
#[test]
fn xiangqi_moves_on_both_sides_of_the_mirror() {
    let mut maker = Maker::<Elephant>::new();
    maker.add_game("h2e2 h9g7 h0g2 1-0", 40).unwrap();
    maker.add_game("b2e2 b9c7 a0a1 1-0", 40).unwrap();
    let book = maker.book();
    let moves = |before: &str| sorted(known(&book, &xiangqi_after(before)));
    assert_eq!(moves(""), texts(&[("b2e2", 4), ("h2e2", 4)]));
    assert_eq!(moves("h2e2 h9g7"), texts(&[("h0g2", 2), ("i0i1", 2)]));
    assert_eq!(moves("b2e2 b9c7"), texts(&[("a0a1", 2), ("b0c2", 2)]));
    // Who lost is not followed, and what is not in the book is not found.
    assert_eq!(moves("h2e2"), []);
    assert_eq!(moves("h2e2 h9i7"), []);
}

/// A move on the middle file in a position that is its own mirror image has one entry.
#[test]
fn a_move_that_is_its_own_mirror_image_counts_once() {
    let mut maker = Maker::<Elephant>::new();
    maker.add_game("e3e4 *", 40).unwrap();
    assert_eq!(known(&maker.book(), &Elephant::start()), texts(&[("e3e4", 1)]));
}

/// Keys of four bytes are shared by positions: only legal moves count, and the mirror image is not
/// asked where the position itself is known.
#[test]
fn xiangqi_moves_of_another_position_are_left_out() {
    let board = xiangqi_after("h2e2");
    let (key, mirrored) =
        (elephant::key(&board, Image::Own), elephant::key(&board, Image::Mirrored));
    let mv = |text: &str| {
        let mv = board.read_move(text).unwrap();
        Elephant::places(&board, mv)[0].1
    };
    // The image's key is the smaller one, and what is written for it is mirrored.
    assert!(mirrored < key);
    let reply = Entry { key: mirrored as u64, mv: mv("h9g7"), weight: 7 };
    let unreachable = Entry { mv: 0x3334, ..reply };
    let book = Book::<Elephant>::from_entries(vec![reply, unreachable]);
    assert_eq!(known(&book, &board), texts(&[("h9g7", 7)]));
    let blocked = Entry { key: key as u64, ..unreachable };
    let book = Book::<Elephant>::from_entries(vec![reply, blocked]);
    assert_eq!(known(&book, &board), []);
}

/// What was read is written as it was, and found where it was put.
fn comes_back<F: Format>(bytes: Vec<u8>) {
    let book = Book::<F>::from_bytes(bytes.clone()).expect("a book");
    let again = Book::<F>::from_entries(book.entries().collect());
    assert_eq!(again.bytes(), bytes);
    for entry in book.entries() {
        assert!(book.find(entry.key).any(|found| found == entry));
    }
}

proptest::proptest! {
    #[test]
    fn entries_come_back(keys in proptest::collection::vec(0..40u64, 1..60)) {
        let chess = |key: &u64| Entry { key: key << 33, mv: *key as u32 & 0xFFFF, weight: 3 };
        let book = Book::<Polyglot>::from_entries(keys.iter().map(chess).collect());
        comes_back::<Polyglot>(book.bytes().to_vec());
        let mv = u16::from_le_bytes([0x33, 0xcb]).into();
        let xiangqi = |key: &u64| Entry { key: *key, mv, weight: *key as u16 };
        let book = Book::<Elephant>::from_entries(keys.iter().map(xiangqi).collect());
        comes_back::<Elephant>(book.bytes().to_vec());
    }

    /// Any bytes are a book or are refused, and a book answers any question.
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..80)) {
        if let Ok(book) = Book::<Polyglot>::from_bytes(bytes.clone()) {
            book.moves(&Polyglot::start());
        }
        if let Ok(book) = Book::<Elephant>::from_bytes(bytes) {
            book.moves(&Elephant::start());
        }
    }
}

/// The book inside the program is a book, knows the start, and its moves there are sound.
fn own_is_sound<F: Format>() {
    let own = Book::<F>::from_bytes(F::own()).unwrap();
    assert!(own.len() > 100, "{}", own.len());
    let moves = own.moves(&F::start());
    assert!(moves.len() >= 2 && moves.iter().any(|(_, weight)| *weight > 0));
}

#[test]
fn our_own_chess_book() {
    own_is_sound::<Polyglot>();
}

#[test]
fn our_own_xiangqi_book() {
    own_is_sound::<Elephant>();
}

#[test]
fn what_is_no_book_is_refused() {
    let refused = Book::<Polyglot>::from_bytes(Vec::new()).unwrap_err();
    assert_eq!(refused, Malformed::Empty);
    let refused = Book::<Polyglot>::from_bytes(vec![1; 17]).unwrap_err();
    assert_eq!(refused.to_string(), "the entry at byte 16 has 1 of its 16 bytes");
    let mut unsorted = vec![9; 16];
    unsorted.extend([1; 16]);
    let refused = Book::<Polyglot>::from_bytes(unsorted).unwrap_err();
    assert_eq!(refused.to_string(), "entry 1 at byte 16 is out of order");
    let off_board = vec![0, 0, 0, 0, 0x33, 0x34, 1, 0, 1, 0, 0, 0, 0x32, 0x34, 1, 0];
    let refused = Book::<Elephant>::from_bytes(off_board).unwrap_err();
    assert_eq!(refused.to_string(), "entry 1 at byte 8: a move that leaves the board");
}

#[test]
fn errors_name_the_file_and_the_place() {
    let missing = Book::<Elephant>::open(Path::new("no such file")).unwrap_err();
    assert!(missing.starts_with("book \"no such file\": "), "{missing}");
    let path = std::env::temp_dir().join(format!("ferz-cut-{}.dat", std::process::id()));
    std::fs::write(&path, [0; 12]).unwrap();
    let cut = Book::<Elephant>::open(&path).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    let expected = format!(
        "book \"{}\": no book of ElephantEye: the entry at byte 8 has 4 of its 8 bytes",
        path.display()
    );
    assert_eq!(cut, expected);
}

#[test]
fn games_that_are_none() {
    let mut maker = Maker::<Polyglot>::new();
    let error = maker.add_game("1. e4 e5 2. Ke3 1-0", 40).unwrap_err();
    assert!(error.to_string().starts_with("word 5: "), "{error}");
    let error = maker.add_game("1.e4 e5 1-0 Nf3", 40).unwrap_err();
    assert_eq!(error.to_string(), "word 4: \"Nf3\" after the result");
    assert!(maker.book().is_empty());
    maker.add_game("1.e4 e5 2.Nf3", 1).unwrap();
    assert_eq!(known(&maker.book(), &Polyglot::start()), texts(&[("e2e4", 1)]));
}

/// Weights keep their proportions where they have no room.
#[test]
fn large_weights() {
    let start = Polyglot::start();
    let mut maker = Maker::<Polyglot>::new();
    maker.add(&start, start.read_move("e2e4").unwrap(), 200_000.0);
    maker.add(&start, start.read_move("d2d4").unwrap(), 100_000.0);
    maker.add(&start, start.read_move("a2a3").unwrap(), -1.0);
    assert_eq!(known(&maker.book(), &start), texts(&[("e2e4", 65_535), ("d2d4", 32_768)]));
}

/// A book of a few games, made by us; ElephantEye 3.31 plays from it what is expected here.
#[test]
fn small_xiangqi_book() {
    let games = include_str!("../../tests/data/book/games.txt");
    let mut maker = Maker::<Elephant>::new();
    for line in games.lines().filter(|line| !line.starts_with('#')) {
        maker.add_game(line, 20).unwrap();
    }
    let bytes = include_bytes!("../../tests/data/book/small.dat");
    assert!(maker.book().bytes() == bytes);
    let book = Book::<Elephant>::from_bytes(&bytes[..]).unwrap();
    for (moves, expected) in [
        ("", &[("b2e2", 7), ("c0e2", 1), ("g0e2", 1), ("h2e2", 7)][..]),
        ("h2e2", &[("b9c7", 1), ("h9g7", 2)]),
        ("b2e2", &[("b9c7", 2), ("h9g7", 1)]),
        ("h2e2 h9g7 h0g2", &[("i9h9", 2)]),
        ("b2e2 b9c7 b0c2 a9b9", &[("a0b0", 2), ("g3g4", 2)]),
        ("c3c4", &[("b7c7", 2)]),
        ("g3g4", &[("h7g7", 2)]),
        ("g3g4 h7g7", &[]),
        ("g0e2", &[("g6g5", 1)]),
        ("c0e2 g6g5", &[]),
        ("a0a1", &[]),
    ] {
        assert_eq!(sorted(known(&book, &xiangqi_after(moves))), texts(expected), "{moves}");
    }
}
