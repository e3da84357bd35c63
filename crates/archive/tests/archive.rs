//! A file of games, as those who keep games in it see it.

use ferz_archive::{Archive, Error, Imported, Kept, Progress, Query, Reply, Source};
use ferz_rules::Variant;
use ferz_rules::pgn::{self, PgnGame};
use std::fmt::Write;
use std::ops::ControlFlow;

fn game(text: &str) -> PgnGame {
    pgn::games(text).next().expect("a game")
}

fn import(archive: &mut Archive, text: &[u8]) -> Imported {
    archive.import(text, |_| ControlFlow::Continue(())).expect("it is read")
}

const GAMES: &str = "\
[Event \"Club\"]
[White \"Müller, Ann\"]
[Black \"Bob\"]
[Date \"2023.12.31\"]
[ECO \"C20\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# {[not a tag]} 1-0

[Event \"Club\"]
[White \"Bob\"]
[Black \"MÜLLER, ANN\"]
[Date \"2024.05.01\"]

1. e4 c5 {the Sicilian} (1... e5 2. Nf3) 2. Nf3 1/2-1/2

[Event \"Temple\"]
[Variant \"xiangqi\"]
[Red \"象\"]
[Black \"Cho\"]
[Date \"2024.??.??\"]

1. C2=5 H8+7 0-1

[White \"Eve\"]
[Black \"Bob\"]
[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]

1... e5 *
";

fn filled() -> Archive {
    let mut archive = Archive::in_memory().expect("memory");
    let imported = import(&mut archive, GAMES.as_bytes());
    assert_eq!((imported.progress.new, imported.remarks), (4, vec![]));
    archive
}

fn found(archive: &Archive, query: Query) -> Vec<i64> {
    let found = archive.find(&query).expect("it is found");
    assert_eq!(found.total, found.games.len());
    found.games.iter().map(|game| game.id).collect()
}

#[test]
fn games_are_found_again() {
    let archive = filled();
    let text = str::to_owned;
    let any = Query::default;
    for (query, expected) in [
        (any(), vec![2, 3, 1, 4]),
        (Query { player: text("müller"), ..any() }, vec![2, 1]),
        (Query { player: text("象"), ..any() }, vec![3]),
        (Query { player: text("100%_"), ..any() }, vec![]),
        (Query { variant: text("xiangqi"), ..any() }, vec![3]),
        (Query { event: text("CLUB"), ..any() }, vec![2, 1]),
        (Query { opening: text("c2"), ..any() }, vec![1]),
        (Query { since: text("2024"), ..any() }, vec![2, 3]),
        (Query { since: text("2024.05"), ..any() }, vec![2]),
        (Query { until: text("2023"), ..any() }, vec![1]),
        (Query { since: text("2024"), until: text("2024"), ..any() }, vec![2, 3]),
        (Query { result: text("*"), ..any() }, vec![4]),
        (Query { source: Some(Source::Played), ..any() }, vec![]),
        (Query { player: text("bob"), result: text("1-0"), ..any() }, vec![1]),
    ] {
        assert_eq!(found(&archive, query.clone()), expected, "{query:?}");
    }
    let page = archive.find(&Query { skip: 1, most: 2, ..any() }).expect("it is found");
    assert_eq!((page.total, page.games[0].id, page.games.len()), (4, 3, 2));
    let first = &archive.find(&Query { player: text("müller"), ..any() }).expect("found").games[1];
    assert_eq!((first.plies, first.result.as_str(), first.source), (7, "1-0", Source::Imported));
}

#[test]
fn positions_are_found_however_they_came_about() {
    let archive = filled();
    let at = |variant, fen: &str| {
        found(&archive, Query { position: Some((variant, fen.to_owned())), ..Query::default() })
    };
    let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3 9";
    assert_eq!(at(Variant::NORMAL, open), [1, 4]);
    assert_eq!(at(Variant::NORMAL, Variant::NORMAL.start_fen), [2, 1]);
    assert_eq!(at(Variant::XIANGQI, Variant::XIANGQI.start_fen), [3]);
    let bad = Query { position: Some((Variant::NORMAL, "8/8".to_owned())), ..Query::default() };
    let error = archive.find(&bad).expect_err("no position");
    assert!(matches!(error, Error::Position(_)) && error.to_string().contains("8/8"), "{error}");
}

#[test]
fn replies_are_counted() {
    let archive = filled();
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let reply = |san: &str, text: &str, games, results| {
        let (san, text) = (san.to_owned(), text.to_owned());
        Reply { san, text, games, results }
    };
    let expected = [reply("e5", "e7e5", 2, [1, 0, 0]), reply("c5", "c7c5", 1, [0, 1, 0])];
    assert_eq!(archive.replies(Variant::NORMAL, fen).expect("counted"), expected);
}

#[test]
fn a_game_is_kept_whole() {
    let archive = filled();
    let kept = archive.game(2).expect("it is there");
    assert_eq!(kept.line.moves[1].comments, ["the Sicilian"]);
    assert_eq!(kept.line.moves[1].variations[0].moves[1].text, "Nf3");
    assert!(matches!(archive.game(99), Err(Error::NoGame(99))));
}

#[test]
fn the_same_game_is_not_taken_twice() {
    let mut archive = filled();
    let again = import(&mut archive, GAMES.as_bytes());
    assert_eq!((again.progress.new, again.progress.known), (0, 4));
    let mut text = Vec::new();
    assert_eq!(archive.export(&Query::default(), &mut text).expect("written"), 4);
    let again = import(&mut archive, &text);
    assert_eq!((again.progress.new, again.progress.known), (0, 4));
    let changed = GAMES.replace("Qxf7#", "Qxe5+");
    assert_eq!(import(&mut archive, changed.as_bytes()).progress.new, 1);
}

#[test]
fn what_is_odd_is_kept_and_said() {
    let mut archive = Archive::in_memory().expect("memory");
    let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n\n[Variant \"ludo\"]\n\n1. a b *\n\n\
                [White \"C\"]\n\n1. e4 {not closed\n";
    let imported = import(&mut archive, text.as_bytes());
    assert_eq!((imported.progress.new, imported.remarked), (3, 3));
    let remarks: Vec<String> = imported.remarks.iter().map(ToString::to_string).collect();
    assert!(remarks[0].starts_with("line 1: this game: half-move 3: illegal move \"Ke3\""));
    assert_eq!(remarks[1], "line 5: this game: unknown game \"ludo\"");
    assert!(remarks[2].ends_with("a comment is not closed"), "{remarks:?}");
    assert_eq!(archive.game(1).expect("kept").line.moves.len(), 4);
    let ludo = archive.find(&Query { variant: "ludo".to_owned(), ..Query::default() });
    assert_eq!(ludo.expect("found").total, 1);
    // Latin-1, as old files are written.
    import(&mut archive, b"[White \"J\xf6rg\"]\n\n1. e4 *\n");
    let jorg = archive.find(&Query { player: "jörg".to_owned(), ..Query::default() });
    assert_eq!(jorg.expect("found").total, 1);
}

#[test]
fn a_game_in_progress_is_always_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new/games.sqlite");
    let tags = "[White \"Me\"]\n[Black \"Ferz\"]\n\n";
    let at = |moves: &str| game(&format!("{tags}{moves}"));
    let mut archive = Archive::open(&path).expect("made");
    let id = archive.begin(&at("*"), Source::Played).expect("begun");
    for moves in ["1. d4 *", "1. d4 d5 *", "1. d4 *", "1. d4 Nf6 2. c4 *"] {
        archive.update(id, &at(moves)).expect("kept");
        // As another program sees it, or this one after it was killed.
        let other = Archive::open(&path).expect("opened");
        assert_eq!(other.game(id).expect("there"), game(&at(moves).to_string()), "{moves}");
        assert_eq!(other.unfinished().expect("asked"), Some(id));
    }
    let start = archive.replies(Variant::NORMAL, Variant::NORMAL.start_fen).expect("counted");
    assert_eq!((start.len(), start[0].games), (1, 1));
    archive.update(id, &at("1. d4 Nf6 2. c4 1-0")).expect("kept");
    assert_eq!(archive.unfinished().expect("asked"), None);
    // Exported and imported again it is the same game.
    let mut text = Vec::new();
    archive.export(&Query::default(), &mut text).expect("written");
    assert_eq!(import(&mut archive, &text).progress.known, 1);
    archive.remove(id).expect("removed");
    assert!(matches!(archive.update(id, &at("*")), Err(Error::NoGame(_))));
    assert!(matches!(archive.remove(id), Err(Error::NoGame(_))));
    let gone = archive.replies(Variant::NORMAL, Variant::NORMAL.start_fen).expect("counted");
    assert_eq!(gone, []);
}

#[test]
fn thousands_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut archive = Archive::open(folder.path().join("games")).expect("made");
    let mut text = String::new();
    for number in 0..1_200 {
        let moves = ["1. e4 e5 1-0", "1. d4 d5 0-1"][number % 2];
        writeln!(text, "[White \"A{number}\"]\n[Black \"B\"]\n\n{moves}\n").expect("memory");
    }
    let mut heard = Vec::new();
    let mut told = |progress: Progress| {
        heard.push(progress.new);
        if progress.new == 1_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let imported = archive.import(text.as_bytes(), &mut told).expect("read");
    assert!(imported.broken_off);
    assert_eq!(heard, [500, 1_000]);
    // Once more: the rest.
    let imported = import(&mut archive, text.as_bytes());
    assert_eq!((imported.progress.new, imported.progress.known), (200, 1_000));
    assert_eq!(imported.progress.bytes, text.len() as u64);
    let wins = Query { result: "1-0".to_owned(), most: 10, ..Query::default() };
    let found = archive.find(&wins).expect("found");
    assert_eq!((found.total, found.games.len()), (600, 10));
}

#[test]
fn two_programs_write_to_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    std::thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let path = &path;
            scope.spawn(move || {
                let mut archive = Archive::open(path).expect("opened");
                for round in 0..20 {
                    let text = format!("[White \"{name}\"]\n[Round \"{round}\"]\n\n1. e4 *");
                    let kept = archive.keep(&game(&text), Source::Watched).expect("kept");
                    assert!(matches!(kept, Kept::New(_)));
                }
            });
        }
    });
    let found = Archive::open(&path).expect("opened").find(&Query::default());
    assert_eq!(found.expect("found").total, 60);
}

#[test]
fn files_of_others_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("text"), "[White \"A\"]\n\n1. e4 e5 1-0\n".repeat(100)).expect("written");
    let other = rusqlite::Connection::open(path("other")).expect("made");
    other.execute_batch("CREATE TABLE t (a)").expect("made");
    drop(Archive::open(path("newer")).expect("made"));
    let newer = rusqlite::Connection::open(path("newer")).expect("opened");
    newer.pragma_update(None, "user_version", 99).expect("set");
    for (name, words) in [
        ("text", "text: not a file of games"),
        ("other", "an SQLite file of another program"),
        ("newer", "made by a later version (format 99, this program knows 1)"),
        (".", "no regular file"),
    ] {
        let error = Archive::open(path(name)).expect_err("refused").to_string();
        assert!(error.contains(words), "{name}: {error}");
    }
    let text = std::fs::read_to_string(path("text")).expect("there");
    assert!(text.starts_with("[White \"A\"]"), "it was left as it was");
}
