//! A table as its owner sees it.

use super::engines::MOVE_TIME;
use super::*;

struct Play {
    table: Table,
    now: Instant,
}

impl Play {
    fn new(fen: &str, person: Person, clock: &str) -> Play {
        let game = NewGame {
            variant: "normal".to_owned(),
            fen: fen.to_owned(),
            person,
            level: "club".to_owned(),
            clock: clock.to_owned(),
            ponder: false,
            engines: [String::new(), String::new()],
        };
        let mut play = Play { table: Table::new("Fake"), now: Instant::now() };
        play.ask(Request::New(game)).unwrap();
        play
    }

    fn ask(&mut self, request: Request) -> Result<Option<Found>, Refused> {
        self.table.ask(&request, self.now)
    }

    fn moves(&mut self, text: &str) -> Result<Option<Found>, Refused> {
        self.ask(Request::Move { text: text.to_owned() })
    }

    /// The engine answers what it was asked last.
    fn answers(&mut self, text: &str) {
        let number = self.table.job().expect("the engine is wanted").number;
        let answer = EngineMove { best: Some(MoveText::from(text)), resign: false, draw: false };
        assert!(self.table.done(number, Ok(answer), self.now));
    }

    fn result(&self) -> Option<(&str, &str)> {
        let result = self.table.result.as_ref()?;
        Some((result.score, &result.reason))
    }
}

const START: &str = "";

#[test]
fn a_game_to_mate() {
    let mut play = Play::new(START, Person::First, "");
    assert_eq!(play.table.job(), None);
    for (person, engine) in [("e4", "e7e5"), ("Qh5", "b8c6"), ("Bc4", "g8f6")] {
        play.moves(person).unwrap();
        assert!(play.moves("d4").unwrap_err().contains("Fake is to move"));
        play.answers(engine);
    }
    play.moves("h5f7").unwrap();
    assert_eq!((play.result(), play.table.job()), (Some(("1-0", "checkmate")), None));
    assert_eq!(play.moves("d4").unwrap_err(), "the game is over");
    let news = play.table.news(play.now);
    assert_eq!(news.moves.last().unwrap(), "Qxf7#");
    assert_eq!((news.view.last, news.takes, news.movable), (vec![39, 53], true, false));
}

#[test]
fn the_engine_is_told_how_and_begins_where_it_has_the_first_side() {
    let play = Play::new(START, Person::Second, "");
    let job = play.table.job().unwrap();
    assert_eq!((job.elo, job.game, job.search.limits.move_time), (Some(1700), 1, Some(MOVE_TIME)));
    let play = Play::new("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", Person::First, "5+3");
    let clock = play.table.job().unwrap().search.limits.clock.unwrap();
    assert_eq!(clock.own.unwrap().remaining, Duration::from_secs(303));
    assert_eq!(clock.own.unwrap().increment, Duration::from_secs(3));
}

/// Each game of a table has a number, and shuffled ones a position by lot.
#[test]
fn games_follow_each_other() {
    let mut play = Play::new(START, Person::Second, "");
    let first = play.table.job().unwrap().game;
    let shuffled = NewGame {
        variant: "chess960".to_owned(),
        person: Person::Second,
        level: "full".to_owned(),
        ..NewGame::default()
    };
    let mut starts = std::collections::BTreeSet::new();
    for number in 1..=20 {
        play.ask(Request::New(shuffled.clone())).unwrap();
        let job = play.table.job().unwrap();
        assert_eq!((job.game, job.elo), (first + number, None));
        starts.insert(play.table.news(play.now).view.fen);
    }
    assert!(starts.len() > 5, "{starts:?}");
}

/// A game that is kept comes back as it was; one of others stands where it ends.
#[test]
fn kept_games_come_back() {
    let mut play = Play::new("", Person::First, "5+3");
    assert_eq!(play.table.kept(play.now), None);
    play.moves("e4").unwrap();
    play.answers("c7c5");
    play.now += Duration::from_secs(7);
    play.moves("Nf3").unwrap();
    let (_, kept_as, pgn) = play.table.kept(play.now).unwrap();
    assert_eq!((kept_as, pgn.tag("White"), pgn.tag("Black")), (None, Some("?"), Some("Fake")));
    let before = play.table.news(play.now);
    let open = |pgn: &str| Request::Open { pgn: pgn.to_owned(), number: Some(7) };
    play.ask(open(&pgn.to_string())).unwrap();
    let after = play.table.news(play.now);
    assert_eq!((after.moves, after.clocks), (before.moves, before.clocks));
    assert!(!after.movable && play.table.job().is_some(), "the engine is to move");
    assert_eq!(play.table.kept(play.now), None, "nothing has happened in it");
    play.answers("d7d6");
    let (_, kept_as, pgn) = play.table.kept(play.now).unwrap();
    assert_eq!((kept_as, pgn.line.moves.len()), (Some(7), 4));

    play.ask(open("[White \"A\"]\n[Variant \"xiangqi\"]\n\n1. h2e2 h9g7 0-1")).unwrap();
    assert_eq!((play.result(), play.table.news(play.now).moves.len()), (Some(("0-1", "")), 2));
    play.ask(open("1. e4 Ke7 2. d4 *")).unwrap();
    assert_eq!(play.table.news(play.now).moves, ["e4"]);
    assert!(play.table.remark.as_ref().unwrap().contains("half-move 2: illegal move \"Ke7\""));
    for (bad, named) in
        [("", "no game"), ("[Variant \"ludo\"]\n\n*", "ludo"), ("[FEN \"8/8\"]\n*", "8/8")]
    {
        assert!(play.ask(open(bad)).unwrap_err().contains(named), "{named}");
    }
    assert_eq!(play.table.news(play.now).moves, ["e4"]);
}

#[test]
fn moves_that_are_none_are_named() {
    let mut play = Play::new(START, Person::Both, "");
    assert!(play.moves("e2e5").unwrap_err().contains("illegal move \"e2e5\""));
    assert!(play.moves("hello").unwrap_err().contains("\"hello\""));
    let bad = |variant: &str, fen: &str, level: &str, clock: &str| {
        let (variant, fen) = (variant.to_owned(), fen.to_owned());
        let (level, clock) = (level.to_owned(), clock.to_owned());
        Request::New(NewGame {
            variant,
            fen,
            level,
            clock,
            person: Person::Both,
            ..NewGame::default()
        })
    };
    for (request, named) in [
        (bad("ludo", "", "club", ""), "ludo"),
        (bad("normal", "8/8", "club", ""), "8/8"),
        (bad("normal", "", "god", ""), "god"),
        (bad("normal", "", "club", "soon"), "soon"),
        (bad("normal", "", "club", "0+0"), "0+0"),
        (bad("normal", "", "club", "-5+3"), "-5+3"),
        (bad("normal", "", "club", "1e300+1"), "1e300"),
    ] {
        assert!(play.ask(request).unwrap_err().contains(named), "{named}");
    }
    // The game before is still there.
    play.moves("e4").unwrap();
}

#[test]
fn moves_are_taken_back_to_the_persons() {
    let mut play = Play::new(START, Person::First, "");
    assert!(play.ask(Request::Back).is_err());
    play.moves("e4").unwrap();
    // While the engine thinks: what it answers later is not wanted any more.
    let late = play.table.job().unwrap().number;
    play.ask(Request::Back).unwrap();
    assert_eq!((play.table.news(play.now).moves.len(), play.table.job()), (0, None));
    let answer = EngineMove { best: Some("e7e5".into()), resign: false, draw: false };
    assert!(!play.table.done(late, Ok(answer), play.now));
    play.moves("d4").unwrap();
    play.answers("d7d5");
    play.ask(Request::Back).unwrap();
    assert_eq!(play.table.news(play.now).moves.len(), 0);
    // The engine has the first move: it may not be taken back alone.
    let mut play = Play::new(START, Person::Second, "");
    play.answers("e2e4");
    assert!(play.ask(Request::Back).is_err());
}

#[test]
fn clocks() {
    let mut play = Play::new(START, Person::First, "1+2");
    let second = Duration::from_secs(1);
    play.now += 30 * second;
    play.moves("e4").unwrap();
    play.now += 5 * second;
    play.answers("e7e5");
    // Both first moves were free.
    let news = play.table.news(play.now);
    assert_eq!((news.clocks, news.running), (Some([62_000, 62_000]), Some(0)));
    play.now += 10 * second;
    assert_eq!(play.table.news(play.now).clocks, Some([52_000, 62_000]));
    play.moves("d4").unwrap();
    assert_eq!(play.table.news(play.now).clocks, Some([54_000, 62_000]));
    assert_eq!(play.table.flag_falls(), Some(play.now + 62 * second));
    play.now += 62 * second;
    assert!(play.table.flag(play.now) && !play.table.flag(play.now));
    assert_eq!(play.result(), Some(("1-0", "time")));
    assert_eq!(play.table.flag_falls(), None);
    // A move that comes with the flag is too late.
    let mut play = Play::new(START, Person::Both, "1");
    for mv in ["e4", "e5"] {
        play.moves(mv).unwrap();
    }
    play.now += 60 * second;
    assert_eq!(play.moves("d4").unwrap_err(), "the game is over");
    assert_eq!(play.result(), Some(("0-1", "time")));
}

#[test]
fn draws_and_resignations() {
    let mut play = Play::new(START, Person::First, "");
    assert_eq!(play.ask(Request::Draw).unwrap_err(), "Fake declines the draw");
    play.ask(Request::Resign).unwrap();
    assert_eq!(play.result(), Some(("0-1", "resignation")));
    assert!(play.ask(Request::Resign).is_err() && play.ask(Request::Draw).is_err());
    let mut play = Play::new(START, Person::Both, "");
    for mv in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2) {
        play.moves(mv).unwrap();
    }
    play.ask(Request::Draw).unwrap();
    assert_eq!(play.result(), Some(("1/2-1/2", "repetition")));
    let mut play = Play::new(START, Person::Second, "");
    let number = play.table.job().unwrap().number;
    play.table.done(number, Ok(EngineMove { best: None, resign: true, draw: false }), play.now);
    assert_eq!(play.result(), Some(("0-1", "resignation")));
}

#[test]
fn an_engine_that_fails_is_reported_and_the_game_goes_on() {
    let mut play = Play::new(START, Person::First, "");
    play.moves("e4").unwrap();
    let number = play.table.job().unwrap().number;
    assert!(play.table.done(number, Err("it crashed".to_owned()), play.now));
    let news = play.table.news(play.now);
    assert_eq!((news.remark.as_deref(), news.result), (Some("it crashed"), None));
    play.ask(Request::Again).unwrap();
    play.answers("e7e5");
    play.moves("d4").unwrap();
    play.answers("e5e9");
    assert!(play.table.news(play.now).remark.unwrap().contains("e5e9"));
}

#[test]
fn hints_and_looking_back() {
    let mut play = Play::new(START, Person::First, "");
    play.ask(Request::Hint).unwrap();
    assert_eq!(play.table.job().unwrap().elo, None);
    play.answers("g1f3");
    assert_eq!(play.table.news(play.now).arrows, [Arrow { from: Some(6), drop: None, to: 21 }]);
    play.moves("e4").unwrap();
    assert!(play.table.news(play.now).arrows.is_empty());
    let Some(Found::View(view)) = play.ask(Request::Look(Path::default())).unwrap() else {
        panic!("no position");
    };
    assert!(view.fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"));
    assert!(play.ask(Request::Look(Path { ply: 2, ..Path::default() })).is_err());
    assert!(play.ask(Request::Hint).is_err());
}

/// Two engines of the user's list, the second one with the same name as the first or another.
fn watched(second: &str) -> Play {
    let mut play = Play::new("", Person::First, "");
    let game = NewGame {
        variant: "normal".to_owned(),
        person: Person::Neither,
        level: "full".to_owned(),
        clock: "1+1".to_owned(),
        engines: ["Fish".to_owned(), second.to_owned()],
        ..NewGame::default()
    };
    play.ask(Request::New(game)).unwrap();
    play
}

#[test]
fn engines_of_the_list_play() {
    for (second, seat) in [("Fish", ("Fish", 1)), ("Bird", ("Bird", 0)), ("", (OWN, 0))] {
        let mut play = watched(second);
        assert_eq!(play.table.job().unwrap().engine, ("Fish".to_owned(), 0));
        play.answers("e2e4");
        assert_eq!(play.table.job().unwrap().engine, (seat.0.to_owned(), seat.1));
        let names = play.table.news(play.now).players.map(|player| player.name);
        assert_eq!(names, ["Fish", if second.is_empty() { "Fake" } else { second }]);
        for refused in [Request::Back, Request::Resign, Request::Draw, Request::Hint] {
            assert!(play.ask(refused).is_err());
        }
        assert!(play.moves("e5").is_err());
        // The game that is kept knows its engines.
        let (_, _, pgn) = play.table.kept(play.now).unwrap();
        play.ask(Request::Open { pgn: pgn.to_string(), number: None }).unwrap();
        assert_eq!(play.table.job().unwrap().engine, (seat.0.to_owned(), seat.1));
    }
}

#[test]
fn an_engines_offer_is_taken_by_the_next() {
    let offers = |play: &mut Play, best: &str| {
        let number = play.table.job().expect("wanted").number;
        let answer = EngineMove { best: Some(best.into()), draw: true, ..EngineMove::default() };
        assert!(play.table.done(number, Ok(answer), play.now));
    };
    let mut play = watched("Bird");
    offers(&mut play, "e2e4");
    assert_eq!(play.table.news(play.now).offered, Some(0));
    play.answers("e7e5");
    assert_eq!((play.result(), play.table.news(play.now).offered), (None, None));
    offers(&mut play, "d2d4");
    offers(&mut play, "d7d5");
    assert_eq!(play.result(), Some(("1/2-1/2", "agreement")));
    // A person takes it by offering one; a move declines it.
    for takes in [true, false] {
        let mut play = Play::new(START, Person::First, "");
        play.moves("e4").unwrap();
        offers(&mut play, "e7e5");
        if !takes {
            play.moves("d4").unwrap();
            assert_eq!(play.table.news(play.now).offered, None);
            play.answers("d7d5");
        }
        assert_eq!(play.ask(Request::Draw).is_ok(), takes);
    }
}

#[test]
fn nobody_loses_on_time_by_an_engine_that_is_gone() {
    let mut play = watched("Bird");
    play.answers("e2e4");
    play.answers("e7e5");
    play.now += Duration::from_secs(5);
    let number = play.table.job().unwrap().number;
    assert!(play.table.done(number, Err("Fish: crashed".to_owned()), play.now));
    let news = play.table.news(play.now);
    assert_eq!((news.remark.as_deref(), news.running), (Some("Fish: crashed"), None));
    play.now += Duration::from_secs(500);
    assert_eq!((play.table.flag_falls(), play.table.job()), (None, None));
    play.ask(Request::Again).unwrap();
    let news = play.table.news(play.now);
    assert_eq!((news.clocks, news.running), (Some([56_000, 61_000]), Some(0)));
    play.answers("d2d4");
    assert_eq!(play.result(), None);
}

#[test]
fn what_engines_say_is_kept_in_bounds() {
    let mut play = Play::new(START, Person::First, "");
    for number in 0..50 {
        play.table.notice(number.to_string());
        play.table.notice(number.to_string());
    }
    let notices = play.table.news(play.now).notices;
    assert_eq!((notices.len(), notices[19].as_str(), notices[18].as_str()), (20, "49", "48"));
}

fn path(ply: usize, moves: &[&str]) -> Path {
    Path { ply, moves: moves.iter().map(|text| (*text).to_owned()).collect() }
}

impl Play {
    fn note(&mut self, path: Path, comment: Option<&str>, glyphs: Option<Vec<u8>>) -> Path {
        let comment = comment.map(str::to_owned);
        match self.ask(Request::Note { path, comment, glyphs }).unwrap() {
            Some(Found::At(path)) => path,
            other => panic!("{other:?}"),
        }
    }

    fn written(&mut self) -> String {
        let Some(Found::Pgn(text)) = self.ask(Request::Pgn).unwrap() else { panic!("no PGN") };
        text.rsplit("\n\n").next().unwrap_or_default().replace('\n', " ").trim().to_owned()
    }
}

#[test]
fn variations_and_comments_are_kept_beside_the_game() {
    let mut play = Play::new(START, Person::Both, "");
    for text in ["e4", "e5", "Nf3"] {
        play.moves(text).unwrap();
    }
    // A path along the game is the game's; one beside it is a variation, whose moves may follow later.
    assert_eq!(play.note(path(0, &["e4", "e5"]), Some("open } {"), Some(vec![1])), path(2, &[]));
    assert_eq!(play.note(path(1, &["c5"]), None, Some(vec![5, 14])), path(1, &["c7c5"]));
    assert_eq!(
        play.note(path(0, &["e4", "c5", "Nf3"]), Some("<b>"), None),
        path(1, &["c7c5", "g1f3"])
    );
    play.note(path(1, &["c7c5", "c2c3"]), None, None);
    // Where nothing was played yet.
    play.note(path(3, &["Nc6", "Bb5"]), Some("the Spanish"), None);
    let text = "1. e4 e5 $1 {open {} (1... c5 $5 $14 2. Nf3 {<b>} (2. c3)) 2. Nf3 (2. Nf3 Nc6 3. Bb5 \
                {the Spanish}) *";
    assert_eq!(play.written(), text);
    let news = play.table.news(play.now);
    assert_eq!((news.notes.len(), news.notes[0].ply, news.variations.len()), (1, 2, 5));
    let ups: Vec<_> = news.variations.iter().map(|node| (node.ply, node.up)).collect();
    assert_eq!(ups, [(1, None), (1, Some(0)), (1, Some(0)), (3, None), (3, Some(3))]);
    // What it becomes when it is read again is the same.
    let Some(Found::Pgn(pgn)) = play.ask(Request::Pgn).unwrap() else { panic!("no PGN") };
    play.ask(Request::Open { pgn, number: None }).unwrap();
    assert_eq!(play.written(), text);
    // What was tried is played: it is the game now, and what is said of it stays.
    play.moves("Nc6").unwrap();
    play.moves("Bb5").unwrap();
    assert!(play.written().ends_with("2. Nf3 Nc6 3. Bb5 {the Spanish} *"), "{}", play.written());
    play.ask(Request::Back).unwrap();
    assert!(play.written().ends_with("2. Nf3 Nc6 *"));
    play.ask(Request::Prune(path(1, &["c5", "Nf3"]))).unwrap();
    assert!(play.written().contains("(1... c5 $5 $14 2. c3)"), "{}", play.written());
    for (request, named) in [
        (Request::Prune(path(1, &["e7e5"])), "no such variation"),
        (Request::Prune(path(1, &["d5"])), "no such variation"),
        (Request::Look(path(9, &[])), "no move 9"),
        (Request::Look(path(0, &["e5"])), "\"e5\""),
        (Request::Note { path: path(1, &["e4"]), comment: None, glyphs: None }, "\"e4\""),
    ] {
        let why = play.ask(request).unwrap_err();
        assert!(why.contains(named), "{why}");
    }
}

/// A game of others keeps its tags and its number while only notes are made; played on, it is ours.
#[test]
fn notes_in_games_of_others() {
    let open = |number, moves: &str| {
        let pgn = format!("[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n{moves}");
        Request::Open { pgn, number }
    };
    let mut play = Play::new(START, Person::First, "");
    play.ask(open(Some(7), "{first} 1. e4 {mine} (1. d4 (1. c4 c5)) e5 (1... Ke7 2. d4) 1-0"))
        .unwrap();
    let news = play.table.news(play.now);
    assert_eq!(news.players.map(|player| player.known), ["Ann", "Bob"]);
    assert_eq!(news.notes[0].comment, "first");
    let why = news.remark.unwrap();
    assert!(why.contains("after half-move 1: illegal move \"Ke7\""), "{why}");
    play.note(path(1, &[]), Some("yours"), None);
    // Something of it was not understood: it stays as it is, and this is another.
    let (_, kept_as, pgn) = play.table.kept(play.now).unwrap();
    assert_eq!((kept_as, pgn.tag("White")), (None, Some("Ann")));

    play.ask(open(Some(7), "1. e4 e5 1-0")).unwrap();
    assert_eq!(play.table.kept(play.now), None);
    play.note(path(1, &["c5"]), None, None);
    let (_, kept_as, pgn) = play.table.kept(play.now).unwrap();
    assert_eq!(
        (kept_as, pgn.tag("Black"), pgn.result.as_deref()),
        (Some(7), Some("Bob"), Some("1-0"))
    );
    play.ask(Request::Back).unwrap();
    let (_, kept_as, pgn) = play.table.kept(play.now).unwrap();
    assert_eq!((kept_as, pgn.tag("White"), pgn.result.as_deref()), (None, Some("?"), Some("*")));
}

#[test]
fn trees_have_bounds() {
    let mut play = Play::new(START, Person::Both, "");
    let mut deep = Vec::new();
    let mut refused = None;
    // At each second half-move another move than the first.
    for _ in 0..200 {
        for knights in [["g1f3", "g8f6"], ["f3g1", "f6g8"]] {
            let other = if knights[0] == "g1f3" { "b1c3" } else { "h1g1" };
            let mut first = deep.clone();
            first.push(other.to_owned());
            deep.extend(knights.map(str::to_owned));
            for moves in [first, deep.clone()] {
                let note =
                    Request::Note { path: Path { ply: 0, moves }, comment: None, glyphs: None };
                refused = refused.or(play.ask(note).err());
            }
        }
    }
    assert!(refused.unwrap().contains("deeper"));
    let long = "x".repeat(20_000);
    play.note(path(0, &[]), Some(&long), None);
    assert_eq!(play.table.news(play.now).notes[0].comment.len(), 10_000);
}

/// C-778 to C-780: questions wait, the oldest only so long; each is answered once, in one line, or not.
#[test]
fn questions_are_answered_once_or_not() {
    let mut play = Play::new(START, Person::First, "");
    let numbers: Vec<u64> =
        (0..10).map(|_| play.table.question("Bird".into(), "Why?".into())).collect();
    let (gone, open) = numbers.split_at(2);
    assert!(gone.iter().all(|number| !play.table.asks(*number)));
    assert!(open.iter().all(|number| play.table.asks(*number)));
    let answer = |question: u64, text: Option<&str>| Request::Answer {
        question,
        text: text.map(str::to_owned),
    };
    assert!(play.ask(answer(open[0], Some("two\nlines"))).unwrap_err().contains("one line"));
    play.ask(answer(open[0], Some("why not"))).unwrap();
    play.ask(answer(open[1], None)).unwrap();
    for number in [gone[0], open[0], open[1]] {
        assert!(play.ask(answer(number, Some("again"))).unwrap_err().contains("any more"));
    }
    assert_eq!(play.table.answers(), [(open[0], "why not".to_owned())]);
    assert_eq!(play.table.answers(), []);
    assert_eq!(play.table.news(play.now).questions.len(), 6);
    // Another game has none of them, and numbers of its own.
    let game = NewGame { variant: "normal".into(), level: "club".into(), ..NewGame::default() };
    play.ask(Request::New(game)).unwrap();
    assert_eq!(play.table.news(play.now).questions, []);
    assert!(!numbers.contains(&play.table.question("Bird".into(), "Why?".into())));
}
