//! CECP for a person at a terminal: words of the engine's own.

use crate::cecp::support::Talk;
use expect_test::expect;

/// `d` is about the board as it stands, in every mode but while the engine is on move.
#[test]
fn words_of_the_engine() {
    let mut talk = Talk::with_person();
    expect![[r#"
        <
        = new game normal
        = place normal startpos:
        = console help
        = place normal startpos: e2e4
        = console d
        < a board
        < # hear, hear
    "#]]
    .assert_eq(&talk.run("xboard\nhelp\nforce\ne2e4\nd\n! console a board\n! note hear, hear"));
    expect![[r#"
        = place normal startpos: e2e4
        = search analyse
        = stop
        = place normal startpos: e2e4
        = console d
        = place normal startpos: e2e4
        = search analyse
        < Error (unknown command): foo
    "#]]
    .assert_eq(&talk.run("analyze\nd\nfoo"));
    expect![[r#"
        = stop
        = place normal startpos: e2e4
        = search play, 300s/40 against 300s/39
        < Error (command not legal now): d
    "#]]
    .assert_eq(&talk.run("go\nd"));
}

/// C-550: to a program they are unknown commands.
#[test]
fn unknown_to_programs() {
    let mut talk = Talk::v2();
    expect![[r#"
        < Error (unknown command): d
        < Error (unknown command): help
    "#]]
    .assert_eq(&talk.run("d\nhelp\n! note hear, hear\n! console a board"));
}
