use super::*;
use crate::Side;
use proptest::prelude::*;
use std::time::Duration;

fn read(text: &str) -> Vec<PgnGame> {
    games(text).collect()
}

fn moves(text: &str) -> Vec<Vec<String>> {
    let text_of = |game: PgnGame| game.line.moves.into_iter().map(|step| step.text).collect();
    games(text).map(text_of).collect()
}

#[test]
fn what_is_no_move_is_kept_apart() {
    let text = "[Event \"x\"]\n\n1. e4 {a (comment} e5 $1 2.Nf3!? (2. f4 exf4 (2... d5)) \
                2... Nc6 ; the rest 3. Bb5\n% 3. Bc4\n3. d4 1-0\n";
    assert_eq!(moves(text), [["e4", "e5", "Nf3", "Nc6", "d4"]]);
    let game = &read(text)[0];
    let steps = &game.line.moves;
    assert_eq!(steps[0].comments, ["a (comment"]);
    assert_eq!((&steps[1].glyphs[..], &steps[2].glyphs[..]), (&[1][..], &[5][..]));
    assert_eq!(steps[2].variations[0].moves[1].variations[0].moves[0].text, "d5");
    assert_eq!(steps[3].comments, ["the rest 3. Bb5"]);
    assert_eq!((game.result.as_deref(), &game.oddities[..]), (Some("1-0"), &[][..]));
}

/// Promoted pieces and drops of pawns do not begin with a letter.
#[test]
fn moves_of_games_with_hands() {
    let text = "1. Pc4 P-3d 2. Bxh8+ Sxh8 3. P*5e +Rx4d 4. @e4 ▲７六歩 5. 同銀 + *";
    let expected = ["Pc4", "P-3d", "Bxh8+", "Sxh8", "P*5e", "+Rx4d", "@e4", "▲７六歩", "同銀"];
    assert_eq!(moves(text), [expected]);
    assert_eq!(read(text)[0].oddities[0].what, "\"+\" is no move");
}

#[test]
fn several_games_with_their_positions() {
    let text = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]\n\n1. a4 *\n\n\
                [Event \"b\"]\n\n1. d4\n\n[Event \"c\"]\n\n*\n";
    let games = read(text);
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].tag("fen"), Some("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    assert_eq!((games[1].tag("FEN"), games[1].starts_at), (None, 6));
    assert_eq!(moves(text), [vec!["a4"], vec!["d4"], vec![]]);
    assert_eq!(games[1].result, None);
}

#[test]
fn other_spellings() {
    assert_eq!(moves("1. H2-E2 H7-E7 2. 马八进七 *"), [["H2-E2", "H7-E7", "马八进七"]]);
    assert_eq!(moves("1. 0-0 O-O 2. e8=Q# 1/2-1/2"), [["0-0", "O-O", "e8=Q#"]]);
    assert_eq!(moves("1. C2.5 c8.5"), [["C2.5", "c8.5"]]);
    assert_eq!(moves("1.e4 e5 2.Z0 --"), [["e4", "e5", "--", "--"]]);
    assert!(moves("").is_empty());
    assert!(moves(" ) }\n%x\n").is_empty());
}

#[test]
fn tags_with_quotes() {
    let game = &read("[White \"A \\\"B\\\" \\\\ C\"]\n[Black \"say \"hi\"\"]\n\n*")[0];
    assert_eq!(game.tag("White"), Some("A \"B\" \\ C"));
    assert_eq!(game.tag("Black"), Some("say \"hi\""));
    let again = &read(&game.to_string())[0];
    assert_eq!(again.tags, game.tags);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let odd = |text: &str| read(text)[0].oddities.iter().map(Oddity::to_string).collect::<Vec<_>>();
    assert_eq!(odd("1. e4 {open"), ["line 1: a comment is not closed"]);
    assert_eq!(odd("1. e4\n(1. d4"), ["line 2: a variation is not closed"]);
    assert_eq!(odd("1. e4 )"), ["line 1: \")\" closes no variation"]);
    assert_eq!(odd("[White Ann]\n\n1. e4 *"), ["line 1: \"[White Ann]\" is no tag"]);
    assert_eq!(odd("1. e4?!? *"), ["line 1: \"?!?\" is no annotation"]);
    assert_eq!(odd("(1. d4) 1. e4 *"), ["line 1: a variation before any move is left out"]);
    let deep = format!("1. e4 {}", "(1. e4 ".repeat(100_000));
    assert_eq!(odd(&deep)[0], "line 1: a variation too deep is left out");
}

#[test]
fn games_are_replayed() {
    let unplayable = |text: &str| read(text)[0].replay().err().map(|error| error.to_string());
    assert_eq!(unplayable("1. e4 e5 2. -- Nc6 *"), None);
    assert_eq!(
        unplayable("1. e4 e5 2. Ke3 *").as_deref(),
        Some("half-move 3: illegal move \"Ke3\": no such piece moves there")
    );
    assert_eq!(unplayable("[Variant \"ludo\"]\n\n*").as_deref(), Some("unknown game \"ludo\""));
    assert_eq!(unplayable("[Game \"Chinese Chess\"]\n\n1. H2-E2 马８进７ *"), None);
}

#[test]
fn the_export_format() {
    let mut game = PgnGame::default();
    for (name, value) in
        [("FEN", "4k3/8/8/8/8/8/P7/4K3 b - - 3 17"), ("Result", "1-0"), ("White", "Ann")]
    {
        game.set_tag(name, value);
    }
    for text in ["Kd7", "a4", "Kc6"] {
        game.line.moves.push(Step { text: text.into(), ..Step::default() });
    }
    game.line.moves[1].comments.push("on {and} on".into());
    let variation =
        Line { moves: vec![Step { text: "Kd2".into(), ..Step::default() }], ..Line::default() };
    game.line.moves[1].variations.push(variation);
    assert_eq!(
        game.to_string(),
        "[White \"Ann\"]\n[Result \"1-0\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 b - - 3 17\"]\n\n\
         17... Kd7 18. a4 {on {and| on} (18. Kd2) 18... Kc6 1-0\n"
    );
}

#[test]
fn lines_are_bounded() {
    let step =
        Step { text: "Nf3".into(), comments: vec!["+0.31/14 1.200s".into()], ..Step::default() };
    let line = Line { moves: vec![step; 60], ..Line::default() };
    let text = PgnGame { line, ..PgnGame::default() }.to_string();
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert_eq!(text.replace('\n', " ").matches("Nf3 {+0.31/14 1.200s}").count(), 60);
}

/// Behind the moves it would be read as one of them.
#[test]
fn a_tag_that_is_no_result_stays_a_tag() {
    let text = "[Result \"Nf3\"]\n\n1. e4 *\n";
    let written = read(text)[0].to_string();
    assert!(written.contains("[Result \"Nf3\"]") && written.ends_with("1. e4 *\n"), "{written}");
    let nowhere = PgnGame { result: None, ..read(text)[0].clone() }.to_string();
    assert_eq!(moves(&nowhere), [["e4"]]);
}

#[test]
fn a_result_with_a_mark_is_no_move() {
    for text in ["1. e4 1-0? e5 *", "1. e4 1.0-1 e5 *", "1. e4 2...1/2-1/2!! e5 1-0"] {
        assert_eq!(moves(text), [["e4", "e5"]], "{text}");
        assert!(read(text)[0].oddities[0].what.ends_with("is no move"), "{text}");
        assert_eq!(moves(&read(text)[0].to_string()), [["e4", "e5"]], "{text}");
    }
}

#[test]
fn remarks_of_programs() {
    let read = |text: &str, mover| {
        let remark = Remark::read(text, mover);
        (remark.value, remark.depth, remark.spent.map(|time| time.as_millis()), remark.text)
    };
    let cp = |value| Some(Value::Centipawns(value));
    let (white, black) = (Side::First, Side::Second);
    let text = String::new;
    assert_eq!(read("+0.31/14 1.2s", white), (cp(31), Some(14), Some(1200), text()));
    assert_eq!(read("+0.31/14 1.2s", black), (cp(-31), Some(14), Some(1200), text()));
    assert_eq!(read("-M5/20 0.300s", white), (Some(Value::Mate(-5)), Some(20), Some(300), text()));
    assert_eq!(
        read("[%eval -1.5,20] [%emt 0:01:02]", black),
        (cp(-150), Some(20), Some(62000), text())
    );
    assert_eq!(read("[%eval #3]", black), (Some(Value::Mate(3)), None, None, text()));
    assert_eq!(read("d=30, mt=1500, wv=-0.20,", black), (cp(-20), Some(30), Some(1500), text()));
    assert_eq!(read("book", white), (None, None, None, "book".into()));
    assert_eq!(read("+0.31/14 1.2s, White mates", white).3, "White mates");
    assert_eq!(read("[%csl Ga1] 1/2 [%eval x]", white).3, "[%csl Ga1] 1/2 [%eval x]");
    assert_eq!(
        Remark::read("[%clk 1:00:30.5]", white).clock,
        Some(Duration::from_millis(3_630_500))
    );
}

/// As it can be written: a comment ends at the first closing brace.
fn writable(line: &Line) -> Line {
    let comments =
        |comments: &[String]| comments.iter().map(|text| text.replace('}', "|")).collect();
    let step = |step: &Step| Step {
        comments: comments(&step.comments),
        variations: step.variations.iter().map(writable).collect(),
        ..step.clone()
    };
    Line { intro: comments(&line.intro), moves: line.moves.iter().map(step).collect() }
}

proptest! {
    /// Whatever it is, it is read, and what was read can be written and read again.
    #[test]
    fn any_text_is_read(text in "[\\[\\](){};%$!?\"\\\\ \n.0-9a-hKQRBNO1/*x-]{0,200}") {
        let once = read(&text);
        for game in &once {
            let again = read(&game.to_string());
            prop_assert_eq!(again.len().max(1), 1, "{:?} from {:?}", game.to_string(), game);
            if let Some(again) = again.first() {
                prop_assert_eq!(&again.line, &writable(&game.line), "{:?}", game.to_string());
                prop_assert_eq!(again.tags.len(), game.tags.len());
                prop_assert!(again.oddities.is_empty(), "{:?} {:?}", again.oddities, game.to_string());
            }
        }
    }

    #[test]
    fn any_bytes_are_read(text in "\\PC*") {
        let _ = read(&text);
    }

    #[test]
    fn remarks_keep_their_meaning(
        cp in -100_000i32..100_000, depth in 0u32..200, spent in 0u64..10_000_000, first in any::<bool>(),
    ) {
        let mover = if first { Side::First } else { Side::Second };
        let remark = Remark {
            value: Some(Value::Centipawns(cp)),
            depth: Some(depth),
            spent: Some(Duration::from_millis(spent)),
            ..Remark::default()
        };
        prop_assert_eq!(Remark::read(&remark.for_mover(mover), mover), remark.clone());
        let tenths = Duration::from_millis(spent / 100 * 100);
        let commands = Remark::read(&remark.as_commands(), mover);
        prop_assert_eq!(commands, Remark { spent: Some(tenths), ..remark });
    }
}
