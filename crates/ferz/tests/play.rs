//! `ferz play`: whole games as lists of lines.

use clap::Parser;
use ferz::play;
use ferz_rules::Variant;
use std::collections::BTreeSet;

/// The arguments of `ferz play`, as the command line has them.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    arguments: play::Arguments,
}

/// What is printed for these arguments and lines.
fn said(arguments: &str, lines: &str) -> String {
    let line = Line::try_parse_from(shlex::split(&format!("play {arguments}")).unwrap()).unwrap();
    let mut out = Vec::new();
    let engine = ferz_engine::engine(Variant::NORMAL);
    play::run(&line.arguments, engine, lines.as_bytes(), &mut out, false).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn two_people_play_to_the_end() {
    let text = said("--side both", "f3\ne7e5\ng2-g4\ng4\nQh4#\na3\ngame\nundo\nfen\n");
    assert!(text.starts_with("Chess. Type a move, or `help`.\n  +-----"), "{text}");
    assert!(text.contains("\n8 | r n b . k b n r |\n"), "{text}");
    assert!(text.contains("\nBlack mates. `new` begins another game.\n"), "{text}");
    assert!(text.contains("\nThe game is over: `undo` takes a move back"), "{text}");
    assert!(text.contains("\nf3 e5 g4 Qh4#\n"), "{text}");
    assert!(
        text.ends_with("w KQkq - 0 3\n")
            || text.ends_with("b KQkq g3 0 2\n")
            || text.ends_with("b KQkq - 0 2\n"),
        "{text}"
    );
}

#[test]
fn mistakes_are_named() {
    let text =
        said("--side both", "e5\nNd2\nfoo\nside left\nlevel 99\ntime x\nnotation x\nfen x\n");
    for expected in [
        "illegal move \"e5\": ",
        "illegal move \"Nd2\": ",
        "not a move: \"foo\". `help` lists the words, `moves` the moves.",
        "no side is called \"left\"",
        "Skill Level: bad value \"99\": not in 0 to 20",
        "a number of seconds is wanted",
        "no notation has the name \"x\"",
        "no position: ",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn ferz_answers_and_takes_back() {
    let text =
        said("--level 0 --time 0.01", "e4\nundo\ngame\nhint\nresign\ne4\nnew\nboard\nquit\ne4\n");
    assert_eq!(text.matches("Ferz plays ").count(), 1, "{text}");
    assert!(text.contains("\nNo move was made.\nFerz would play "), "{text}");
    assert!(text.contains("\nYou resign. `new` begins another game.\nThe game is over"), "{text}");
    let text = said("--side black --time 0.01 --elo 1000", "moves\n");
    assert!(text.contains("Ferz plays "), "{text}");
    assert_eq!(text.lines().last().map(|moves| moves.split(' ').count()), Some(20));
}

/// Ferz against itself, from a position where it mates.
#[test]
fn ferz_plays_itself_from_a_position() {
    let text = said("--side none --time 0.05 --fen '7k/5Q2/6K1/8/8/8/8/8 w - - 0 1'", "");
    assert!(text.contains("\nWhite mates. "), "{text}");
    let mated = said("--fen '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1'", "moves\n");
    assert!(!mated.contains("Ferz plays"), "{mated}");
}

#[test]
fn xiangqi_in_its_own_notations() {
    let lines = "炮二平五\nH8+7\nnotation wxf\ngame\nnotation coordinates\ngame\nsymbols\n";
    let text = said("--variant xiangqi --side both --notation chinese", lines);
    assert!(text.starts_with("Xiangqi. "), "{text}");
    assert!(text.contains("\n9 |車馬象士將士象馬車 |\n"), "{text}");
    assert!(text.contains("\n0 |俥傌相仕帥仕相傌俥 |\n"), "{text}");
    assert!(text.contains("\nC2=5 h8+7\n") || text.contains("\nC2=5 H8+7\n"), "{text}");
    assert!(text.contains("\nh2e2 h9g7\n"), "{text}");
    let answer = said("--variant xiangqi --time 0.01 --notation chinese", "炮二平五\n");
    let played = answer.lines().find_map(|line| line.strip_prefix("Ferz plays "));
    assert!(played.is_some_and(|mv| mv.chars().count() == 4 && !mv.is_ascii()), "{answer}");
}

#[test]
fn shogi_in_its_own_notations() {
    let lines = "７六歩\nP-3d\n22角成\n同銀\ngame\nnotation western\ngame\n";
    let text = said("--variant shogi --side both --notation japanese", lines);
    assert!(text.contains("\n７六歩 ３四歩 ２二角成 同銀\n"), "{text}");
    assert!(text.contains("\nP-7f P-3d Bx2b+ Sx2b\n"), "{text}");
}

/// Chess960 begins somewhere else each time, unless a position is given.
#[test]
fn shuffled_games_are_drawn() {
    for name in ["fischerandom", "Chess960"] {
        let text = said(&format!("--variant {name} --side both"), &"new\nfen\n".repeat(20));
        let starts: BTreeSet<&str> = text.lines().filter(|line| line.ends_with(" 0 1")).collect();
        assert!(text.starts_with("Chess960. ") && starts.len() > 10, "{text}");
    }
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let text = said(&format!("--variant fischerandom --side both --fen '{fen}'"), "fen\n");
    assert!(text.contains("/BBQNNRKR w "), "{text}");
    let text = said("--side both", "new\nfen\n");
    assert!(text.contains(Variant::NORMAL.start_fen), "{text}");
}

/// What USI writes can be set up, and is written again.
#[test]
fn positions_of_shogi_as_sfen() {
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 w RB2Pp 8";
    let text = said("--variant shogi --side both", &format!("fen {sfen}\nfen\nsfen\n"));
    assert!(text.contains("4K4[RBPPp] b - - 0 4\n"), "{text}");
    assert!(text.contains(&format!("{sfen}\n")), "{text}");
    let text = said("--side both", "sfen\n");
    assert!(text.contains("this game has no SFEN"), "{text}");
}

#[test]
fn a_bad_start_is_refused() {
    let refused = Line::try_parse_from(["play", "--variant", "ludo"]).map(|_| ());
    assert!(refused.is_err_and(|why| why.to_string().contains("ludo")));
    let line = Line::try_parse_from(["play", "--fen", "ludo"]).unwrap();
    let engine = ferz_engine::engine(Variant::NORMAL);
    let refused = play::run(&line.arguments, engine, &b""[..], &mut Vec::new(), false);
    assert!(refused.is_err_and(|why| why.to_string().contains("ludo")));
    assert!(Line::try_parse_from(["play", "--level", "21"]).is_err());
    assert!(Line::try_parse_from(["play", "--level", "1", "--elo", "1000"]).is_err());
}
