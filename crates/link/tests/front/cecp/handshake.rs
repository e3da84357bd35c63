//! Sections 1, 2, 4 to 7: start, features, versions.

use crate::cecp::support::{Talk, check, check_v1, heard};
use expect_test::expect;

/// C-056, C-059, C-075, C-076, C-078, C-090, C-105 to C-119, C-124 to C-126, C-129,
/// C-127, C-128, C-131, C-133 to C-140, C-150, C-153 to C-162, C-169: everything in one answer,
/// `done=1` last.
#[test]
fn features() {
    let mut talk = Talk::new();
    expect![[r#"
        <
        < feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=1 name=1 pause=1 nps=1 debug=1
        < feature myname="Script 1.0" variants="normal,fischerandom,nocastle,wildcastle,xiangqi,crazyhouse,bughouse,placement,losers,suicide,giveaway,antichess,twokings,atomic,3check,kingofthehill,racingkings,horde,shatranj,makruk,knightmate,berolina,cylinder,super,capablanca,gothic,caparandom,janus,falcon,courier,great,shogi,lion,elven,chu"
        < feature memory=1 smp=1 exclude=1 setscore=1 highlight=1 egt="syzygy"
        < feature option="MultiPV -spin 1 1 255"
        < feature option="UCI_LimitStrength -check 0"
        < feature option="Style -combo *Calm /// Very Risky"
        < feature option="ClearHash -button"
        < feature option="BookFile -file "
        < feature option="Log -string a=b -c"
        < feature option="Margin -slider 5 0 9"
        < feature option="ResignScore -spin 0 0 10000"
        < feature done=1
    "#]].assert_eq(&talk.run("xboard\nprotover 2"));
}

/// C-060, C-061: a higher version is version 2.
#[test]
fn later_versions() {
    let (mut two, mut nine) = (Talk::new(), Talk::new());
    assert_eq!(two.run("protover 2"), nine.run("protover 9"));
}

/// C-001, C-058, C-066, C-068, C-757, C-764, C-765: without `protover` it is version 1, with or
/// without `xboard`; moves are coordinates.
#[test]
fn version_1() {
    let mut answers = Vec::new();
    for first in ["xboard", "fritz", "new"] {
        let mut talk = Talk::new();
        talk.run(first);
        answers.push(talk.run("new\nrandom\nlevel 40 5 0\neasy\ne2e4\n! best g8f6"));
    }
    expect![[r#"
        = new game normal
        = place normal startpos: e2e4
        = search play, 300s/40 against 300s/39
        < move g8f6
    "#]]
    .assert_eq(&answers[0]);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

/// C-069, C-070, C-082, C-083: an engine that is not ready yet: `done=0`, and no line is lost.
#[test]
fn slow_start() {
    let mut talk = Talk::unready();
    let text = talk.run("xboard\nprotover 2\nnew\nlevel 0 1 0\nforce\ne2e4\ngo\nping 1");
    expect![[r#"
        <
        < feature done=0
    "#]]
    .assert_eq(&text);
    let text = talk.run("! introduction");
    let rest = text.split_once("< feature done=1\n").expect("the end of the features").1;
    expect![[r#"
        = new game normal
        = place normal startpos: e2e4
        = search play, 60s against 60s
    "#]]
    .assert_eq(rest);
}

/// C-192: also before the engine is ready.
#[test]
fn quit_while_starting() {
    let mut talk = Talk::unready();
    expect![[r#"
        <
        = quit
        = end
    "#]]
    .assert_eq(&talk.run("xboard\nnew\nquit\nnew"));
}

/// C-086, C-087, C-557: no answer, whatever was accepted.
#[test]
fn answers_to_features() {
    check(
        "accepted ping\nrejected ping\naccepted option\nrejected option Foo -bar\naccepted done\naccepted\nrejected nonsense",
        expect![],
    );
}

/// C-131, C-132, C-786, C-800: `#` lines only with leave. They tell the mode.
#[test]
fn debug_lines() {
    assert_eq!(heard("rejected debug\nnew\ngo\n! note hello"), [""; 0]);
    let mut talk = Talk::new();
    expect![[r#"
        = new game normal
        = place normal startpos:
        = search play, 300s/40 against 300s/40
        < # mode thinking
        < # hello
        < move e2e4
        < # mode waiting
        < # mode force
        = place normal startpos: e2e4
        = search analyse
        < # mode analysing
        = pause
        < # mode paused
        = resume
        < # mode analysing
        = stop
        < # mode edit
        = place normal rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1:
        = search analyse
        < # mode analysing
        = stop
        < # mode force
        = game over: * 
        < # mode over
    "#]].assert_eq(&talk.run(
        "accepted debug\nnew\ngo\n! note hello\n! best e2e4\nforce\nanalyze\npause\nresume\nedit\n.\nexit\nresult *",
    ));
}

/// C-136, C-162: an option that comes later is announced at once.
#[test]
fn late_option() {
    check(
        "! option Fresh Start",
        expect![[r#"
            < feature option="FreshStart -button"
        "#]],
    );
    check_v1("! option Fresh Start", expect![]);
}

/// C-026, C-028, C-029, C-558: blanks are of no importance, letter case is.
#[test]
fn blanks() {
    check(
        "  level   40  5 0 \nsd  3\r\nblank\n  \nNew\n  go  ",
        expect![[r#"
            < Error (unknown command): New
            = new game normal
            = place normal startpos:
            = search play, depth 3, 300s/40 against 300s/40
        "#]],
    );
}

/// C-035: the end of input is the end.
#[test]
fn end_of_input() {
    check(
        "new\ngo\neof\nnew",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = quit
            = end
        "#]],
    );
}

/// The engine is gone: so are we.
#[test]
fn engine_gone() {
    check(
        "new\ngo\n! gone\nping 1",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < tellusererror the engine has ended
            = end
        "#]],
    );
}
