//! CECP: the beginning, features, options and the start of a game.

use super::{fresh, idle, moved, playing, with};
use crate::script::{check, feed};
use ferz_link::host::{Cecp, HostHalf, Profile};
use ferz_referee::Rules;

/// C-055, C-057, C-059, C-063, C-071, C-080, C-081, C-085, C-088, C-093, C-117, C-135, C-248, C-442:
/// the whole start dialogue.
#[test]
fn start_dialogue() {
    let cecp = Cecp::new(Profile::default(), Some(Box::new(Rules)));
    check(
        cecp,
        "~ start
         > xboard
         > protover 2
         w Handshake
         <
         < feature done=0
         > accepted done
         w SlowHandshake
         < feature ping=1 setboard=1 usermove=1 colors=0 memory=1 smp=1 egt=\"syzygy\"
         > accepted ping
         > accepted setboard
         > accepted usermove
         > accepted colors
         > accepted memory
         > accepted smp
         > accepted egt
         < feature myname=\"Miracle Chess 0.9\" variants=\"normal, fischerandom\"
         = id name Miracle Chess 0.9
         > accepted myname
         > accepted variants
         < feature option=\"Style -combo A /// *B\" option=\"nonsense\"
         = option Style
         > accepted option
         > rejected option nonsense
         < feature done=1
         > accepted done
         = option Ponder
         = option Hash
         = option Threads
         = option SyzygyPath
         = ready
         w -
         ! option Style=a
         > option Style=A
         ! option Hash=64
         > memory 64
         ! option SyzygyPath=/tables here
         > egtpath syzygy /tables here
         ! option Threads=2
         > cores 2
         ! new fischerandom
         > new
         > random
         > variant fischerandom
         ! ping 1
         > ping 1
         w Pong
         < pong 1
         = pong 1
         w -
         ! place in fischerandom startpos
         ! go clock 300000/2000/40 300000/2000/40
         > level 40 5 2
         > post
         > easy
         > time 30000
         > otim 30000
         > go
         < move e2e4
         = best e2e4",
    );
}

/// C-082, C-083, C-084: `done=0` before anything was said. Early features are kept, and do no harm.
#[test]
fn early_features() {
    check(
        fresh(),
        "< feature done=0
         ~ start
         > xboard
         > protover 2
         > accepted done
         w SlowHandshake
         ~ timeout
         ? engine does not respond: waited for SlowHandshake
         = gone
         w -",
    );
}

/// C-076, C-077, C-092, C-141: values of all types, and features that nobody knows.
#[test]
fn features_of_all_sorts() {
    check(
        feed(fresh(), "~ start"),
        "< feature foo=\"a b\" ping=1 option=\"A=B -string c d\" xedit=1
         > rejected foo
         > accepted ping
         = option A=B
         > accepted option
         > rejected xedit",
    );
}

/// C-001, C-062, C-066, C-079: silence means version 1. C-094: features that come late still hold.
#[test]
fn version_1_by_silence() {
    check(
        feed(fresh(), "~ start"),
        "~ timeout
         ? engine told no features: taken for version 1
         = option Ponder
         = ready
         w -
         ! new
         > new
         ! place startpos e2e4 e7e5
         ! go maxtime 5000
         > force
         > e2e4
         > e7e5
         > st 5
         > post
         > easy
         > white
         > go
         < move g1f3
         = best g1f3
         < feature ping=1 usermove=1
         > accepted ping
         > accepted usermove
         ! place startpos e2e4 e7e5 g1f3 b8c6
         ! go maxtime 5000
         > usermove b8c6",
    );
}

/// C-067: the complaint ends the wait at once.
#[test]
fn version_1_by_complaint() {
    check(
        feed(fresh(), "~ start"),
        "< Error (unknown command): protover
         ? engine told no features: taken for version 1
         = option Ponder
         = ready
         ? learned from its complaint: protover
         w -",
    );
}

/// C-080, C-097: an engine that told features and forgot `done=1` is of version 2.
#[test]
fn features_without_done() {
    let cecp = feed(fresh(), "~ start\n< feature usermove=1\n~ timeout");
    assert!(!cecp.profile().version_1.yes());
    assert!(cecp.profile().usermove.yes());
}

/// C-095, C-136, C-162, C-163: features and options at any time.
#[test]
fn late_features() {
    check(
        playing(),
        "< feature option=\"Style -spin 1 0 9\" memory=1
         = option Style
         > accepted option
         > accepted memory
         = option Hash
         < feature option=\"Style -check 0\"
         = option Style
         > accepted option
         ! option Style=true
         > option Style=1",
    );
}

/// C-096: a result word inside an option is none.
#[test]
fn option_named_draw() {
    check(
        moved(),
        "< feature option=\"Accept Draw -check 1\"
         = option Accept Draw
         > accepted option",
    );
}

/// C-490 to C-494: options of each type.
#[test]
fn option_types() {
    let features = "option=\"Clear Hash -button\" option=\"Keep -save\" option=\"Again -reset\" \
        option=\"Deep -check 0\" option=\"Width -slider 1 0 9\" option=\"Book -file b.bin\"";
    check(
        with(features),
        "! option clear hash
         > option Clear Hash
         ! option Deep=on
         > option Deep=1
         ! option Width=10
         x refused: option \"Width\" does not take \"10\": not within 0 to 9
         ! option Width=9
         > option Width=9
         ! option Book=/x y.bin
         > option Book=/x y.bin
         ! option Keep
         > option Deep=1
         > option Width=9
         > option Book=/x y.bin
         > option Keep
         ! option Again
         > option Again
         ! option Deep=off
         x refused: engine has no option \"Deep\"",
    );
}

/// C-481, C-484, C-488: memory, tables and cores are due in each game, cores last before `new`.
#[test]
fn settings_of_each_game() {
    check(
        feed(
            with("ping=1 memory=1 smp=1 egt=\"syzygy\""),
            "! option Threads=2\n! option SyzygyPath=/t\n! option Hash=64\n! new",
        ),
        "! new
         > memory 64
         > egtpath syzygy /t
         > cores 2
         > new",
    );
}

/// C-133, C-134, C-489: no such commands without the features.
#[test]
fn no_memory_without_the_feature() {
    check(idle(), "! option Hash=64\nx refused: engine has no option \"Hash\"");
}

/// C-481: an engine that cannot do without is given memory though nobody has set any.
#[test]
fn memory_that_nobody_set() {
    let mut cecp = with("memory=1");
    cecp.profile_mut().megabytes = Some(64);
    check(cecp, "! new normal\n> memory 64\n> new\n! new normal\n> memory 64\n> new");
}

/// C-118, C-123, C-247: games that the engine did not list are not asked of it.
#[test]
fn listed_games() {
    check(
        with("variants=\"normal, atomic\""),
        "! new atomic
         > new
         > variant atomic
         ! new xiangqi
         x refused: engine does not play \"xiangqi\"",
    );
}

/// C-225, C-245: games for nobody. C-121, C-122, C-249: boards of other sizes, by their size.
#[test]
fn sizes_of_games() {
    let sizes = || with("variants=\"normal,capablanca,12x10+0_boardsize\"");
    check(sizes(), "! new 10x10+7_capablanca\n> new\n> variant 10x10+7_capablanca");
    check(sizes(), "! new 10x10+7_gothic\nx refused: engine does not play \"10x10+7_gothic\"");
    check(
        with("variants=\"normal,capablanca\""),
        "! new 10x10+7_capablanca\nx refused: engine does not play \"10x10+7_capablanca\"",
    );
    for name in ["kriegspiel", "unknown"] {
        let refused = format!("x refused: engines cannot play {name:?}");
        check(with("ping=1"), &format!("! new {name}\n{refused}"));
    }
}

/// C-121: a game is asked for by the name that the engine has for it, with the size that it says, if
/// that is the game's.
#[test]
fn names_of_the_engine() {
    check(
        with("variants=\"king-of-the-hill,12x12+0_chu,9x9+0_shogi\""),
        "! new kingofthehill
         > new
         > variant king-of-the-hill
         ! new chu
         > new
         > variant 12x12+0_chu
         ! new shogi
         x refused: engine does not play \"shogi\"",
    );
}

/// C-215 to C-246: games go by their names; an engine that lists none plays all.
/// (C-220, C-221, C-222, C-223, C-224, C-226, C-227, C-228, C-230, C-231, C-232, C-233, C-234,
/// C-235, C-236, C-237, C-238, C-239, C-240, C-241, C-242, C-243, C-244)
#[test]
fn names_of_games() {
    check(with("ping=1"), "! new normal\n> new");
    for name in [
        "wildcastle",
        "nocastle",
        "fischerandom",
        "crazyhouse",
        "losers",
        "suicide",
        "giveaway",
        "twokings",
        "atomic",
        "3check",
        "xiangqi",
        "shogi",
        "capablanca",
        "gothic",
        "falcon",
        "shatranj",
        "courier",
        "knightmate",
        "berolina",
        "janus",
        "caparandom",
        "cylinder",
        "super",
        "great",
        "lion",
        "elven",
        "chu",
        "makruk",
        "spartan",
    ] {
        check(with("ping=1"), &format!("! new {name}\n> new\n> variant {name}"));
    }
}

/// C-105 to C-139: what each feature is without a word of the engine, and what its word changes.
/// (C-106, C-107, C-109, C-110, C-111, C-113, C-114, C-115, C-124, C-125, C-126, C-127, C-128,
/// C-131, C-137, C-138, C-139)
#[test]
fn defaults_of_features() {
    let features = |profile: &Profile| {
        let Profile { ping, setboard, playother, san, usermove, time, draw, .. } = profile;
        let Profile { sigint, sigterm, reuse, analyze, colors, ics, pause, .. } = profile;
        let Profile { nps, debug, memory, smp, exclude, setscore, highlight, .. } = profile;
        [
            ("ping", ping.yes()),
            ("setboard", setboard.yes()),
            ("playother", playother.yes()),
            ("san", san.yes()),
            ("usermove", usermove.yes()),
            ("time", time.yes()),
            ("draw", draw.yes()),
            ("sigint", sigint.yes()),
            ("sigterm", sigterm.yes()),
            ("reuse", reuse.yes()),
            ("analyze", analyze.yes()),
            ("colors", colors.yes()),
            ("ics", ics.yes()),
            ("pause", pause.yes()),
            ("nps", nps.yes()),
            ("debug", debug.yes()),
            ("memory", memory.yes()),
            ("smp", smp.yes()),
            ("exclude", exclude.yes()),
            ("setscore", setscore.yes()),
            ("highlight", highlight.yes()),
        ]
    };
    let defaults = features(&Profile::default());
    let on = ["time", "draw", "sigint", "sigterm", "reuse", "analyze", "colors"];
    for (index, (name, value)) in defaults.iter().enumerate() {
        assert_eq!(*value, on.contains(name), "{name}");
        let told = with(&format!("{name}={}", i32::from(!value)));
        assert_eq!(features(told.profile())[index].1, !value, "{name}");
    }
}

/// C-820: the user knows better than the engine, before and after it speaks.
#[test]
fn overridden_features() {
    let mut profile = Profile::default();
    profile.ping.force(false);
    profile.sigint.force(false);
    let mut cecp =
        feed(Cecp::new(profile, None), "~ start\n< feature ping=1 reuse=1 sigint=1 done=1");
    assert!(!cecp.profile().ping.yes() && !cecp.profile().sigint.yes());
    cecp.profile_mut().reuse.force(false);
    assert!(!feed(cecp, "< feature reuse=1").profile().reuse.yes());
}
