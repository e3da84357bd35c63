//! Endgame tables and opening books as an engine uses them.

mod common;

use common::*;
use ferz_engine::book::{Maker, Polyglot};
use ferz_engine::{Engine, Report, Score, Setup, engine};
use ferz_rules::{Game, Variant, chess::ChessGame};
use std::path::{Path, PathBuf};

fn tables() -> String {
    format!("{}/../syzygy/tests/data/syzygy", env!("CARGO_MANIFEST_DIR"))
}

fn with_tables(fen: &str, moves: &str) -> Box<dyn Engine> {
    let mut engine = at(fen, moves);
    engine.set_option("SyzygyPath", Some(&tables())).unwrap();
    engine
}

#[test]
fn syzygy() {
    // Won with exactly one move (a pawn ending that a plain search takes long to see).
    let study = "8/8/8/8/8/8/1k1PK3/8 w - - 0 1";
    let mut engine = with_tables(study, "");
    let (reports, done) = search(&mut *engine, request(depth(3)));
    assert!(
        reports.iter().any(|report| matches!(report, Report::Note(note) if note.contains("4 men")))
    );
    assert!(matches!(done.score, Some(Score::Cp(19_000..) | Score::MateIn(_))), "{done:?}");

    // Drawn: the same with the king too near.
    engine.place(&setup("8/8/8/8/3k4/8/3P4/3K4 w - - 0 1", "")).unwrap();
    let (_, done) = search(&mut *engine, request(depth(3)));
    assert_eq!(done.score, Some(Score::Cp(0)), "{done:?}");

    // Inside the search the tables are asked after captures, and their answers counted (U-355):
    // there is no table of a pawn against a knight here, but of what is left of it.
    engine.place(&setup("8/8/8/3k4/2n5/3K4/2P5/8 w - - 0 1", "")).unwrap();
    let (reports, _) = search(&mut *engine, request(depth(8)));
    assert!(lines(&reports).last().unwrap().stats.tbhits > 0);

    // Plays a won ending to mate against the longest defence, without a search worth the name.
    let mut game = ChessGame::new(Variant::NORMAL, Some("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")).unwrap();
    for _ in 0..60 {
        if game.board().count_legal() == 0 {
            break;
        }
        let moves = game.moves(ferz_rules::Notation::Coordinate).join(" ");
        engine.place(&setup("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", &moves)).unwrap();
        let (_, done) = search(&mut *engine, request(depth(2)));
        game.play(best(&done)).unwrap();
    }
    assert!(game.in_check() && game.board().count_legal() == 0, "{}", game.picture());

    // Too late for the fifty-move rule: a draw, unless the rule is switched off.
    let late = "8/8/8/3k4/8/8/8/R3K3 w - - 90 120";
    engine.place(&setup(late, "")).unwrap();
    assert!(matches!(search(&mut *engine, request(depth(4))).1.score, Some(Score::Cp(-9..=9))));
    engine.set_option("Syzygy50MoveRule", Some("false")).unwrap();
    let (_, done) = search(&mut *engine, request(depth(4)));
    assert!(matches!(done.score, Some(Score::Cp(19_000..))), "{done:?}");

    // Men beyond the limit are not looked up.
    engine.set_option("SyzygyProbeLimit", Some("2")).unwrap();
    engine.place(&setup(study, "")).unwrap();
    let (reports, _) = search(&mut *engine, request(depth(4)));
    assert_eq!(lines(&reports).last().map(|line| line.stats.tbhits), Some(0));

    // Another engine's path, and one without tables: said, survived, corrected.
    let mut other = at(study, "");
    let refused = other.set_option("SyzygyPath", Some("no such place")).unwrap_err();
    assert!(refused.to_string().contains("no such place"), "{refused}");
    assert!(search(&mut *other, request(depth(2))).1.best.is_some());
    other.set_option("SyzygyPath", Some(&tables())).unwrap();
    let (_, done) = search(&mut *other, request(depth(2)));
    assert!(matches!(done.score, Some(Score::Cp(19_000..) | Score::MateIn(_))), "{done:?}");
    other.set_option("SyzygyPath", Some("<empty>")).unwrap();
    drop(engine);
    search(&mut *other, request(depth(1)));
    let mut again = with_tables(study, "");
    let (_, done) = search(&mut *again, request(depth(2)));
    assert!(matches!(done.score, Some(Score::Cp(19_000..) | Score::MateIn(_))), "{done:?}");
}

/// A folder of tables of which some are other than they should be.
struct Damaged(PathBuf);

impl Damaged {
    fn new(name: &str, tables: &[&str]) -> Damaged {
        let folder =
            std::env::temp_dir().join(format!("ferz-tables-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for table in tables {
            std::fs::copy(Path::new(&self::tables()).join(table), folder.join(table)).unwrap();
        }
        Damaged(folder)
    }

    fn overwrite(&self, table: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(table), bytes).unwrap();
    }
}

impl Drop for Damaged {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn notes(reports: &[Report]) -> Vec<&str> {
    let notes = reports.iter().filter_map(|report| match report {
        Report::Note(note) => Some(note.as_str()),
        _ => None,
    });
    notes.collect()
}

/// Damaged tables are named once, by their files, and the others are used.
#[test]
fn damaged_tables_are_named_and_left_out() {
    let folder = Damaged::new("opened", &["KQvK.rtbw", "KQvK.rtbz"]);
    folder.overwrite("KRvK.rtbw", b"");
    folder.overwrite("KPvK.rtbw", &[0; 7824]);
    let mut engine = at("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", "");
    engine.set_option("SyzygyPath", folder.0.to_str()).unwrap();
    let (reports, done) = search(&mut *engine, request(depth(2)));
    let told = notes(&reports);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("3 men"));
    assert!(
        told[1].starts_with("Syzygy: left out ")
            && told[1].ends_with("KPvK.rtbw: does not begin as a table does")
    );
    assert!(told[2].ends_with("KRvK.rtbw: an empty file"), "{told:?}");
    assert!(matches!(done.score, Some(Score::Cp(19_000..) | Score::MateIn(_))), "{done:?}");

    engine.place(&setup("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "")).unwrap();
    let (reports, done) = search(&mut *engine, request(depth(2)));
    assert!(notes(&reports).is_empty() && done.best.is_some(), "{reports:?}");
}

#[test]
fn a_folder_of_damaged_tables_is_one_without() {
    let folder = Damaged::new("all", &[]);
    for name in "QRBNP".chars().flat_map(|one| ["w", "z"].map(|end| format!("K{one}vK.rtb{end}"))) {
        folder.overwrite(&name, &[0; 80]);
    }
    let mut engine = at("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", "");
    engine.set_option("SyzygyPath", folder.0.to_str()).unwrap();
    let (reports, done) = search(&mut *engine, request(depth(2)));
    let told = notes(&reports);
    assert!(told[0].starts_with("no Syzygy table in ") && told[0].ends_with(" can be used"));
    assert_eq!(told.last(), Some(&"Syzygy: left out 2 more"), "{told:?}");
    assert!(done.best.is_some());
}

/// What breaks behind the engine's back is told by the search that finds it.
#[test]
fn tables_that_break_later_are_told_of_once() {
    let folder = Damaged::new("later", &["KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw", "KRvKB.rtbw"]);
    let position = "8/8/8/3k4/8/1Rn5/8/K7 w - - 0 1";
    let mut engine = at(position, "");
    engine.set_option("SyzygyPath", folder.0.to_str()).unwrap();
    engine.prepare();
    folder.overwrite("KRvK.rtbw", &[7; 208]);
    let (reports, done) = search(&mut *engine, request(depth(4)));
    let told = notes(&reports);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[1].ends_with("KRvK.rtbw: does not begin as a table does"), "{told:?}");
    assert!(done.best.is_some());
    let (reports, _) = search(&mut *engine, request(depth(5)));
    assert!(notes(&reports).is_empty(), "{reports:?}");
}

/// U-422, U-059: with `OwnBook` the book answers, without it is not touched; the moves are those of
/// the file. The key is the published one of the start position.
#[test]
fn u059_u422_book() {
    let mut bytes = 0x463b_9618_1691_fc9cu64.to_be_bytes().to_vec();
    // a2a3: to a3 = 16, from a2 = 8 << 6; weight 5.
    bytes.extend((16u16 | 8 << 6).to_be_bytes());
    bytes.extend(5u16.to_be_bytes());
    bytes.extend(0u32.to_be_bytes());
    let path = std::env::temp_dir().join(format!("ferz-book-{}.bin", std::process::id()));
    std::fs::write(&path, bytes).unwrap();

    let mut engine = at("startpos", "");
    engine.set_option("BookFile", Some(&path.to_string_lossy())).unwrap();
    let (_, done) = search(&mut *engine, request(depth(4)));
    assert!(!done.from_book && best(&done) != "a2a3", "{done:?}");
    engine.set_option("OwnBook", Some("true")).unwrap();
    let (_, done) = search(&mut *engine, request(depth(4)));
    assert!(done.from_book && best(&done) == "a2a3", "{done:?}");
    assert_eq!(engine.book_moves(), [("a2a3".to_owned(), 100)]);
    // No book in analysis, nor where its move is not allowed.
    let heard = start(&mut *engine, analyse());
    engine.stop();
    engine.wait();
    assert!(matches!(heard.all().last(), Some(Report::Done(done)) if !done.from_book));
    let without = vec!["a2a3".to_owned()];
    let request = ferz_engine::Request { without, ..request(depth(1)) };
    assert!(!search(&mut *engine, request).1.from_book);
    std::fs::remove_file(path).unwrap();
}

/// U-427 to U-430: limited strength searches less, and still answers legally.
#[test]
fn u427_u430_limited_strength() {
    let mut engine = at("startpos", "");
    engine.set_option("UCI_Elo", Some("1000")).unwrap();
    let (reports, _) = search(&mut *engine, request(depth(8)));
    let full = lines(&reports).last().unwrap().stats.nodes;
    engine.set_option("UCI_LimitStrength", Some("true")).unwrap();
    let (reports, done) = search(&mut *engine, request(depth(8)));
    let last = lines(&reports).last().copied().unwrap();
    assert!(last.stats.nodes < full / 10 && last.ranks == 1 && done.best.is_some());
}

/// several books with semicolons between them; the first that knows the position answers,
/// and one that is missing is named without harm to the others.
#[test]
fn x163_several_books() {
    let directory = std::env::temp_dir();
    let write = |name: &str, line: &str| {
        let mut maker = Maker::<Polyglot>::new();
        maker.add_game(line, 40).unwrap();
        let path = directory.join(format!("ferz-book-{}-{name}.bin", std::process::id()));
        std::fs::write(&path, maker.book().bytes()).unwrap();
        path
    };
    let (first, second) = (write("first", "a2a3 *"), write("second", "h2h3 h7h6 a2a4 *"));
    let files = format!("{};no such book; {}", first.display(), second.display());
    let mut engine = at("startpos", "");
    engine.set_option("OwnBook", Some("true")).unwrap();
    engine.set_option("BookFile", Some(&files)).unwrap();
    let (reports, done) = search(&mut *engine, request(depth(1)));
    assert!(done.from_book && best(&done) == "a2a3", "{done:?}");
    assert!(
        matches!(&reports[0], Report::Note(note) if note.starts_with("book \"no such book\": "))
    );
    engine.place(&setup("startpos", "h2h3 h7h6")).unwrap();
    let (_, done) = search(&mut *engine, request(depth(1)));
    assert!(done.from_book && best(&done) == "a2a4", "{done:?}");
    std::fs::remove_file(first).unwrap();
    std::fs::remove_file(second).unwrap();
}

/// A book knows nothing of the way to a position: its move is left out where it would repeat one.
#[test]
fn book_moves_do_not_repeat_positions() {
    let mut maker = Maker::<Polyglot>::new();
    maker.add_game("g1f3 g8f6 f3g1 *", 40).unwrap();
    let path = std::env::temp_dir().join(format!("ferz-book-{}-way.bin", std::process::id()));
    std::fs::write(&path, maker.book().bytes()).unwrap();
    let mut engine = at("startpos", "g1f3 g8f6");
    engine.set_option("OwnBook", Some("true")).unwrap();
    engine.set_option("BookFile", Some(&path.to_string_lossy())).unwrap();
    let (_, done) = search(&mut *engine, request(depth(1)));
    assert!(done.from_book && best(&done) == "f3g1", "{done:?}");
    engine.place(&setup("startpos", "g1h3 g8f6 h3g1 f6g8 g1f3 g8f6")).unwrap();
    let (_, done) = search(&mut *engine, request(depth(1)));
    assert!(!done.from_book, "{done:?}");
    std::fs::remove_file(path).unwrap();
}

/// books of xiangqi, from a file that ElephantEye could have written and from the
/// program.
#[test]
fn x161_x163_xiangqi_books() {
    let place = |engine: &mut dyn Engine, moves: &str| {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        engine.place(&Setup { variant: Variant::XIANGQI, fen: None, moves }).unwrap();
    };
    let file = format!("{}/tests/data/book/small.dat", env!("CARGO_MANIFEST_DIR"));
    let mut engine = engine(Variant::XIANGQI);
    engine.set_option("OwnBook", Some("true")).unwrap();
    engine.set_option("BookFile", Some(&file)).unwrap();
    for (moves, expected) in [("c3c4", "b7c7"), ("g3g4", "h7g7"), ("h2e2 h9g7 h0g2", "i9h9")] {
        place(&mut *engine, moves);
        let (_, done) = search(&mut *engine, request(depth(1)));
        assert!(done.from_book && best(&done) == expected, "{moves}: {done:?}");
        assert_eq!(engine.book_moves(), [(expected.to_owned(), 100)]);
    }
    place(&mut *engine, "a0a1");
    assert!(!search(&mut *engine, request(depth(1))).1.from_book);
    engine.set_option("BookFile", Some("")).unwrap();
    place(&mut *engine, "");
    assert!(search(&mut *engine, request(depth(1))).1.from_book);
    engine.set_option("OwnBook", Some("false")).unwrap();
    assert!(!search(&mut *engine, request(depth(1))).1.from_book);
}
