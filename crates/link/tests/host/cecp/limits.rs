//! CECP: clocks and limits, those of the protocol and those put into its words.

use super::{moved, playing, with};
use crate::script::{check, feed};
use ferz_link::host::{DepthWords, HostHalf};

/// C-302: no clock at zero. C-300: no clocks for who does not want them.
#[test]
fn clocks() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go clock 0 3
         > time 1
         > otim 1
         > usermove e7e5",
    );
    check(
        feed(with("time=0 usermove=1 colors=0"), "! new\n! place startpos"),
        "! go clock 60000 60000\n> level 0 1 0\n> post\n> easy\n> go",
    );
}

/// C-260, C-278, C-279: `level` in its units.
#[test]
fn level_units() {
    let level = |clock: &str, level: &str| {
        let transcript =
            format!("! go clock {clock} -\n> {level}\n> post\n> easy\n> time 3000\n> go");
        check(feed(playing(), "! place startpos"), &transcript);
    };
    level("30000/0/40", "level 40 0:30 0");
    level("30000/100", "level 0 0:30 0.1");
    level("30000/12000", "level 0 0:30 12");
}

/// C-266, C-267: a new `level` when the next period is another one; none while all goes by it.
#[test]
fn periods() {
    let two_moves = feed(
        playing(),
        "! place startpos
         ! go clock 60000/0/2 60000/0/2
         < move e2e4
         ! place startpos e2e4 e7e5
         ! go clock 50000/0/1 50000/0/2
         < move g1f3
         ! place startpos e2e4 e7e5 g1f3 b8c6",
    );
    check(
        two_moves,
        "! go clock 100000/0/2 40000/0/1
         > time 10000
         > otim 4000
         > usermove b8c6
         < move f1b5
         = best f1b5
         ! place startpos e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
         ! go clock 90000 40000
         > level 0 1:30 0
         > time 9000
         > otim 4000
         > usermove a7a6",
    );
}

/// C-271, C-272, C-276: `st` and `sd`, each once.
#[test]
fn fixed_time_and_depth() {
    check(
        feed(playing(), "! place startpos"),
        "! go maxtime 2000 depth 5
         > st 2
         > sd 5
         > post
         > easy
         > go
         < move e2e4
         = best e2e4
         ! place startpos e2e4 e7e5
         ! go maxtime 2000 depth 5
         > usermove e7e5",
    );
}

/// C-271: whole seconds, unless the user knows better. C-274: only `new` lifts a depth limit.
#[test]
fn emulated_limits() {
    check(
        feed(playing(), "! place startpos"),
        "! go movetime 500 depth 3
         ? CECP counts whole seconds: 1 s per move given
         > st 1
         > sd 3
         > post
         > easy
         > go
         < move e2e4
         = best e2e4
         ! place startpos e2e4 e7e5
         ! go movetime 500
         ? only `new` lifts a depth limit: a deep one given
         > sd 100
         > usermove e7e5",
    );
    let mut cecp = feed(playing(), "! place startpos");
    cecp.profile_mut().fractional_st.force(true);
    check(cecp, "! go movetime 500\n> st 0.5\n> post\n> easy\n> go");
}

/// C-280, C-283, C-823: nodes by a clock that counts them; only `new` ends that.
#[test]
fn nodes_by_rate() {
    check(
        feed(playing(), "! place startpos"),
        "! go nodes 5000
         > st 5000
         > nps 1
         > post
         > easy
         > go
         < move e2e4
         = best e2e4
         ! place startpos e2e4 e7e5
         ! go maxtime 1000
         > new
         > force
         > usermove e2e4
         > usermove e7e5
         > st 1
         > post
         > easy
         > ping 2
         > go
         w Pong
         < pong 2
         w -",
    );
}

/// C-130: `nps` only for who said so; C-823: else the output is watched.
#[test]
fn nodes_by_watching() {
    let cecp = || feed(with("ping=1 colors=0"), "! new\n! ping 1\n< pong 1\n! place startpos");
    check(cecp(), "! go maxtime 1000 nps 100\nx refused: engine has no clock that counts nodes");
    check(
        cecp(),
        "! go nodes 5000 maxtime 60000
         ? CECP has no node limit: the output is watched
         > st 60
         > post
         > easy
         > go
         < 1 20 0 4000 e4
         = info depth 1 score cp 20 time 0 nodes 4000 pv e2e4
         < 2 20 0 6000 e4
         > ?
         = info depth 2 score cp 20 time 0 nodes 6000 pv e2e4
         < move e2e4
         = best e2e4",
    );
}

/// C-823: a mate is watched for, up to the depth that would show it.
#[test]
fn mate_by_watching() {
    let searching = || feed(playing(), "! place startpos\n! go mate 2 maxtime 60000");
    check(
        searching(),
        "< 3 100002 0 6000 e4
         > ?
         = info depth 3 score mate 2 time 0 nodes 6000 pv e2e4",
    );
    check(
        searching(),
        "< 2 20 0 6000 e4
         = info depth 2 score cp 20 time 0 nodes 6000 pv e2e4
         < 3 20 0 6000 e4
         > ?
         = info depth 3 score cp 20 time 0 nodes 6000 pv e2e4",
    );
}

/// No clock at all: the protocol has no such search.
#[test]
fn depth_without_a_clock() {
    check(
        feed(playing(), "! place startpos"),
        "! go depth 4
         ? CECP knows no search without a clock: ten hours given
         > st 36000
         > sd 4
         > post
         > easy
         > go",
    );
}

/// C-272: an engine that knows the depth by another word.
#[test]
fn depth_by_another_word() {
    let mut cecp = playing();
    cecp.profile_mut().depth_words.force(DepthWords::Depth);
    check(
        feed(cecp, "! place startpos"),
        "! go depth 4 maxtime 1000\n> st 1\n> depth 4\n> post\n> easy\n> go",
    );
}
