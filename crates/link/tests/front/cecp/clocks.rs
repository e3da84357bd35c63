//! Sections 10 and 11: time controls and clocks.

use crate::cecp::support::{Talk, check};
use expect_test::expect;

/// What a search of our move is told after these lines.
fn limits(script: &str) -> String {
    let text = Talk::v2().run(script);
    let search = text.lines().rev().find_map(|line| line.strip_prefix("= search play, "));
    search.unwrap_or("no limits").to_owned()
}

/// C-260, C-262, C-265, C-278, C-268, C-269: `level` in all its forms.
#[test]
fn level() {
    let cases = [
        ("level 40 5 0", "300s/40 against 300s/40"),
        ("level 40 0:30 0", "30s/40 against 30s/40"),
        ("level 0 2 12", "120s+12s against 120s+12s"),
        ("level 40 25+5 0", "1500s/40 against 1500s/40"),
        ("level 0 1 0.1", "60s+100ms against 60s+100ms"),
        ("level 0 0 1", "10s+1s against 10s+1s"),
        ("level 38 1:32 0", "92s/38 against 92s/38"),
    ];
    for (level, expected) in cases {
        assert_eq!(limits(&format!("new\n{level}\ngo")), expected, "{level}");
    }
}

/// C-553, C-285, C-711, C-709: parameters that cannot be used change nothing.
#[test]
fn bad_parameters() {
    check(
        "new\nst 3\nlevel 1 2 3 4 5 6 7\nlevel x 5 0\nlevel 1 5\nlevel 40 -5 0\nlevel 0 1 -1\nst x\nst -1\nsd\nsd x\nnps -4\nnps y\ntime x\notim\nmemory x\ncores\ngo",
        expect![[r#"
            < Error (too many parameters): level 1 2 3 4 5 6 7
            < Error (bad parameter): level x 5 0
            < Error (too few parameters): level 1 5
            < Error (bad parameter): level 40 -5 0
            < Error (bad parameter): level 0 1 -1
            < Error (bad parameter): st x
            < Error (bad parameter): st -1
            < Error (too few parameters): sd
            < Error (bad parameter): sd x
            < Error (bad parameter): nps -4
            < Error (bad parameter): nps y
            < Error (bad parameter): time x
            < Error (too few parameters): otim
            < Error (bad parameter): memory x
            < Error (too few parameters): cores
            = new game normal
            = place normal startpos:
            = search play, at most 3s
        "#]],
    );
}

/// C-271, C-277: `st`; the later of `st` and `level` is in force.
#[test]
fn st() {
    assert_eq!(limits("new\nst 1\ngo"), "at most 1s");
    assert_eq!(limits("new\nst 0.5\ngo"), "at most 500ms");
    assert_eq!(limits("new\nlevel 40 5 0\nst 1\ngo"), "at most 1s");
    assert_eq!(limits("new\nst 1\nlevel 40 5 0\ngo"), "300s/40 against 300s/40");
    // Nothing is carried over.
    let moves = "new\nst 2\ngo\n@ 500\n! best e2e4\n@ 3000\ne7e5";
    assert_eq!(limits(moves), "at most 2s");
}

/// C-272, C-273, C-274, C-275, C-185, C-276: `sd` goes with any control; `new` and 0 end it.
#[test]
fn sd() {
    assert_eq!(limits("new\nst 60\nsd 3\ngo"), "depth 3, at most 60s");
    assert_eq!(limits("new\nsd 3\nst 60\ngo"), "depth 3, at most 60s");
    assert_eq!(limits("new\nsd 3\nlevel 40 5 0\ngo"), "depth 3, 300s/40 against 300s/40");
    assert_eq!(limits("sd 3\nnew\nst 1\ngo"), "at most 1s");
    assert_eq!(limits("new\nsd 2\nsd 0\nst 1\ngo"), "at most 1s");
}

/// C-183, C-280, C-282, C-283: `nps` lasts until `new`.
#[test]
fn nps() {
    assert_eq!(limits("new\nst 8\nnps 10000\ngo"), "at most 8s, 10000 nodes a second");
    assert_eq!(limits("new\nst 8\nnps 0\ngo"), "at most 8s, 0 nodes a second");
    let twice = "new\nnps 1000\nst 1\ngo\n! best e2e4\ne7e5";
    assert_eq!(limits(twice), "at most 1s, 1000 nodes a second");
    assert_eq!(limits("nps 1000\nnew\nst 1\ngo"), "at most 1s");
}

/// C-295, C-296, C-297, C-303: readings in centiseconds; nothing left means now.
#[test]
fn readings() {
    assert_eq!(limits("new\nlevel 0 5 0\ntime 100\notim 250\ne2e4"), "1s against 2.5s");
    assert_eq!(limits("new\nlevel 0 5 0\ntime 0\notim -50\ne2e4"), "0ns against 0ns");
    assert_eq!(limits("new\nlevel 0 5 0\ntime -1\ngo"), "0ns against 300s");
}

/// C-182, C-298: readings belong to colours: those of the colour we play when they come.
#[test]
fn readings_by_colour() {
    // As Black; then White's clock is what the opponent had.
    let switch = "new\nlevel 0 5 0\ntime 6000\notim 3000\ne2e4\n! best e7e5\nforce\ngo";
    assert_eq!(limits(switch), "30s against 60s");
    // In force mode it is the last colour we played.
    let forced = "new\nlevel 0 5 0\nforce\ntime 6000\notim 3000\ne2e4\ne7e5\ngo";
    assert_eq!(limits(forced), "30s against 60s");
    // XBoard sends them directly before `go` for the colour that we take.
    assert_eq!(limits("new\nlevel 0 5 0\ntime 6000\notim 3000\ngo"), "60s against 30s");
    let other = "new\nlevel 0 5 0\nforce\ntime 6000\notim 3000\nplayother\ne2e4";
    assert_eq!(limits(other), "60s against 30s");
}

/// C-261, C-263, C-264, C-299, C-304: without readings the clocks are kept here.
#[test]
fn own_clocks() {
    // The time from the opponent's move to ours is ours, the rest his.
    let game = "new\nlevel 0 1 2\ngo\n@ 5000\n! best e2e4\n@ 12000\ne7e5";
    assert_eq!(limits(game), "57s+2s against 55s+2s");
    // Three moves in ten seconds, again and again.
    let period = "new\nlevel 3 0:10 0\ngo\n@ 1000\n! best e2e4\ne7e5";
    assert_eq!(limits(period), "9s/2 against 10s/2");
    let period = format!("{period}\n@ 3000\n! best g1f3\ng8f6");
    assert_eq!(limits(&period), "7s/1 against 10s/1");
    let period = format!("{period}\n@ 9000\n! best b1c3\nb8c6");
    assert_eq!(limits(&period), "11s/3 against 20s/3");
    // Forced moves count.
    let forced = "new\nlevel 3 0:10 0\nforce\ne2e4\ne7e5\ng1f3\ng8f6\ngo";
    assert_eq!(limits(forced), "10s/1 against 10s/1");
    // A flag that has fallen can rise again.
    let fallen = "new\nlevel 0 0:05 3\ngo\n@ 20000\n! best e2e4\ne7e5";
    assert_eq!(limits(fallen), "3s+3s against 8s+3s");
}

/// C-188, C-182: `new` begins with full clocks.
#[test]
fn new_restarts_the_clocks() {
    let game = "new\nlevel 40 5 0\ngo\n@ 100000\n! best e2e4\nnew\ngo";
    assert_eq!(limits(game), "300s/40 against 300s/40");
    assert_eq!(limits("new\ngo"), "300s/40 against 300s/40");
}

/// C-184, C-194: the clocks stand still before the first move and in force mode.
#[test]
fn clocks_stand_still() {
    assert_eq!(limits("new\nlevel 0 1 0\n@ 30000\ne2e4"), "60s against 60s");
    let forced = "new\nlevel 0 1 0\ngo\n@ 1000\nforce\n@ 20000\ngo";
    assert_eq!(limits(forced), "59s against 60s");
}

/// C-266, C-267, C-763: a `level` in the game tells what is left now.
#[test]
fn level_in_the_game() {
    let game = "new\nlevel 40 60 0\ne2e4\n! best e7e5\nlevel 20 22 0\ng1f3";
    assert_eq!(limits(game), "1320s/20 against 3600s/19");
    let fritz = "new\nforce\ne2e4\ne7e5\nlevel 38 1:32 0\nwhite\ngo";
    assert!(limits(fritz).starts_with("92s/38 against "), "{}", limits(fritz));
}

/// C-281: what `nps` does to the reported times is the search's business; they are passed on.
#[test]
fn times_are_reported() {
    check(
        "new\nnps 1000\npost\ngo\n! info depth 3 time 1234 nodes 5 score cp 7 pv e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 1000 nodes a second, 300s/40 against 300s/40
            < 3 7 123 5 e2e4
        "#]],
    );
}

/// C-510, C-271: a search that begins again has what is left of the move's time.
#[test]
fn restarted_search() {
    assert_eq!(limits("new\nst 5\ngo\n@ 2000\nexclude e2e4"), "at most 3s, without [\"e2e4\"]");
    let clock = "new\nlevel 0 1 0\ngo\n@ 2000\nexclude e2e4";
    assert_eq!(limits(clock), "58s against 60s, without [\"e2e4\"]");
}
