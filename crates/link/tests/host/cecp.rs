//! CECP: what we sent, heard and reported, with engines that behave.

use super::judge::Judge;
use super::script::{check, feed};
use ferz_link::host::{Cecp, Profile, ScoreView};

/// No sound yet.
pub(crate) fn fresh() -> Cecp {
    // The toggle of random moves would only be noise here.
    let profile = Profile { init: vec!["new".into()], ..Profile::default() };
    Cecp::new(profile, Some(Box::new(Judge)))
}

/// Past the handshake with these features.
pub(crate) fn with(features: &str) -> Cecp {
    feed(fresh(), &format!("~ start\n< feature {features} done=1"))
}

/// A modern engine.
pub(crate) fn idle() -> Cecp {
    with("ping=1 setboard=1 usermove=1 colors=0 exclude=1 nps=1 pause=1 setscore=1")
}

/// In a game.
pub(crate) fn playing() -> Cecp {
    feed(idle(), "! new\n! ping 1\n< pong 1")
}

/// In a game, where it plays White and has answered `clock 300000 300000` with e2e4.
pub(crate) fn moved() -> Cecp {
    feed(playing(), "! place startpos\n! go clock 300000 300000\n< move e2e4")
}

/// C-055, C-057, C-059, C-063, C-071, C-080, C-081, C-085, C-088, C-093, C-117, C-135, C-248, C-442:
/// the whole start dialogue.
#[test]
fn start_dialogue() {
    let cecp = Cecp::new(Profile::default(), Some(Box::new(Judge)));
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

/// C-082, C-083: `done=0` before anything was said.
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
        "bughouse",
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

/// C-200, C-700, C-297, C-301: the opponent's move starts the search.
#[test]
fn moves_of_a_game() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go clock 290000 295000
         > time 29000
         > otim 29500
         > usermove e7e5
         < move g1f3
         = best g1f3",
    );
}

/// C-181: after `new` the engine answers as Black.
#[test]
fn black_from_the_start() {
    check(
        playing(),
        "! place startpos e2e4
         ! go clock 300000 300000
         > level 0 5 0
         > post
         > easy
         > time 30000
         > otim 30000
         > usermove e2e4
         < move e7e5
         = best e7e5",
    );
}

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
         > go",
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

/// C-505 to C-508, C-512: root moves.
#[test]
fn root_moves() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go clock 290000 295000 only g1f3 f1c4
         > force
         > usermove e7e5
         > exclude all
         > include g1f3
         > include f1c4
         > time 29000
         > otim 29500
         > go",
    );
    check(
        feed(playing(), "! place startpos"),
        "! go maxtime 1000 without e2e4\n> st 1\n> post\n> easy\n> exclude e2e4\n> go",
    );
    check(
        feed(with("ping=1"), "! new\n! place startpos"),
        "! go maxtime 1000 without e2e4\nx refused: engine cannot leave out moves",
    );
}

/// C-509: what was left out comes back, also where the position stays.
#[test]
fn root_moves_of_one_search() {
    check(
        feed(playing(), "! place startpos\n! go analyse without e2e4\n! stop\n< pong 2"),
        "! go maxtime 1000
         > st 1
         > include all
         > go",
    );
}

/// C-429, C-430: what the engine has played and the game has not is taken back.
#[test]
fn taking_back() {
    check(
        moved(),
        "! place startpos d2d4 d7d5
         ! go clock 290000 295000
         > force
         > undo
         > usermove d2d4
         > usermove d7d5
         > time 29000
         > otim 29500
         > go",
    );
}

/// C-330: a passed turn is told as the position after it.
#[test]
fn passes() {
    check(
        feed(playing(), "! place startpos e2e4 @@@@"),
        "! go maxtime 1000
         > force
         > setboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2
         > st 1
         > post
         > easy
         > go",
    );
}

/// C-390, C-396, C-397: positions by `setboard`, and back to a game from the start.
#[test]
fn jumping() {
    check(
        moved(),
        "! place fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1 | e8e7
         ! go maxtime 1000
         > force
         > setboard 4k3/8/8/8/8/8/P7/4K3 b - - 0 1
         > usermove e8e7
         > st 1
         > go
         < move a2a4
         = best a2a4
         ! place fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1 | e8e7 a2a4 e7e6
         ! go maxtime 1000
         > usermove e7e6
         < move a4a5
         = best a4a5
         ! place startpos e2e4
         ! go maxtime 1000
         > force
         > setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
         > usermove e2e4
         > go",
    );
}

/// C-407, C-701, C-702, C-703, C-704: version 1 gets its positions by `edit` and its colours by
/// name.
#[test]
fn edit_and_colours() {
    let old = || feed(fresh(), "~ start\n~ timeout\n! new");
    check(
        feed(old(), "! place fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1"),
        "! go clock 60000 60000
         > new
         > force
         > a2a3
         > edit
         > #
         > Pa2
         > Ke1
         > c
         > Ke8
         > .
         > level 0 1 0
         > post
         > easy
         > white
         > time 6000
         > otim 6000
         > black
         > go",
    );
    check(
        feed(old(), "! place startpos"),
        "! go clock 60000 60000
         > level 0 1 0
         > post
         > easy
         > black
         > time 6000
         > otim 6000
         > white
         > go",
    );
    check(
        feed(old(), "! place startpos"),
        "! go maxtime 1000\n> st 1\n> post\n> easy\n> white\n> go",
    );
}

/// C-203: no colours for who forbade them.
#[test]
fn no_colours() {
    check(feed(playing(), "! place startpos"), "! go maxtime 1000\n> st 1\n> post\n> easy\n> go");
}

/// C-108, C-322, C-331, C-821: moves in SAN, unambiguous.
#[test]
fn san() {
    check(
        feed(with("san=1 usermove=1 colors=0"), "! new\n! place startpos d2d4 d7d5 b1d2 g8f6"),
        "! go maxtime 1000
         > force
         > usermove d4
         > usermove d5
         > usermove Nd2
         > usermove Nf6
         > st 1
         > post
         > easy
         > go
         < move Ngf3
         = best g1f3",
    );
    let nobody = Cecp::new(Profile::default(), None);
    check(
        feed(nobody, "~ start\n< feature san=1 done=1\n! new\n! place startpos e2e4"),
        "! go maxtime 1000\nx refused: engine wants SAN, and nobody knows the rules",
    );
}

/// C-316, C-328: castling in Chess960, both ways.
#[test]
fn castling_words() {
    let place = "in fischerandom fen r3k3/8/8/8/8/8/8/4K2R w Ha - 0 1";
    check(
        feed(idle(), &format!("! new fischerandom\n! ping 1\n< pong 1\n! place {place} | e1h1")),
        "! go maxtime 1000
         > force
         > setboard r3k3/8/8/8/8/8/8/4K2R w Ha - 0 1
         > usermove O-O
         > st 1
         > post
         > easy
         > go
         < move O-O-O
         = best e8c8",
    );
}

/// C-340, C-343: `?` ends a search with a move.
#[test]
fn stopping() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 60000");
    check(
        searching(),
        "! stop
         > ?
         w StopMove
         < move e2e4
         = best e2e4
         w -
         ! stop
         x refused: not searching",
    );
}

/// C-343: an engine that ignores `?` is taken off its search; its last main line has a move.
#[test]
fn stopping_the_deaf() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 60000\n< 1 20 0 40 d4 d5");
    check(
        searching(),
        "! stop
         > ?
         w StopMove
         ~ timeout
         ? engine does not move when told to: taken off its search
         > force
         > ping 2
         w Pong
         < pong 2
         = best d2d4 ponder d7d5
         w -
         ! place startpos d2d4 d7d5
         ! go maxtime 60000
         > usermove d2d4
         > usermove d7d5
         > go",
    );
    let mut cecp = searching();
    cecp.profile_mut().move_now.force(false);
    check(cecp, "! stop\n> force\n> ping 2\nw Pong\n< move e2e4\n= best e2e4\n< pong 2\nw -");
}

/// C-670, C-678, C-692: analysis, ended with the best line's move.
#[test]
fn analysis() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go analyse
         > force
         > usermove e7e5
         > analyze
         < 5 20 100 4000 Nf3 Nc6
         = info depth 5 score cp 20 time 1000 nodes 4000 pv g1f3 b8c6
         ! ping 9
         > ping 2
         w Pong
         < pong 2
         = pong 9
         w -
         ! stop
         > exit
         > ping 3
         w Pong
         < 6 21 200 8000 Bc4 Nc6
         = info depth 6 score cp 21 time 2000 nodes 8000 pv f1c4 b8c6
         < pong 3
         = best f1c4 ponder b8c6
         w -",
    );
}

/// Analysis that said nothing ends with some legal move.
#[test]
fn analysis_without_a_line() {
    check(
        feed(playing(), "! place fen k7/8/1K6/8/8/8/8/8 b - - 0 1\n! go analyse\n! stop"),
        "< pong 2\n= best a8b8\nw -",
    );
}

/// C-361: without `ping`, a short silence instead.
#[test]
fn analysis_without_ping() {
    check(
        feed(with("colors=0"), "! new\n! place startpos\n! go analyse\n< 1 20 0 40 d4"),
        "! stop
         > exit
         w Silence
         ~ timeout
         = best d2d4
         w -",
    );
}

/// C-116, C-671, C-554: no analysis.
#[test]
fn engines_without_analysis() {
    check(
        feed(with("analyze=0"), "! new\n! place startpos"),
        "! go analyse\nx refused: engine cannot analyse",
    );
    check(
        feed(with("ping=1"), "! new\n! ping 1\n< pong 1\n! place startpos\n! go analyse"),
        "< Error (unknown command): analyze
         = refused analyze: no analysis
         = best none
         ? learned from its complaint: analyze
         ! go analyse
         x refused: engine cannot analyse",
    );
}

/// C-440, C-441, C-706: pondering is the engine's own; the guess is only played when it comes.
#[test]
fn pondering() {
    let ponders = || feed(moved(), "! option Ponder=true\n! place startpos e2e4 e7e5");
    check(
        moved(),
        "! option Ponder=true
         > hard
         ! place startpos e2e4 e7e5
         ! go ponder clock 290000 295000
         ? CECP's engines ponder by themselves, and on a move of their own
         < 5 20 100 4000 Nf3
         = info depth 5 score cp 20 time 1000 nodes 4000 pv g1f3
         ! ping 7
         > ping 2
         w Pong
         < pong 2
         = pong 7
         w -
         ! hit
         > time 29000
         > otim 29500
         > usermove e7e5
         < move g1f3
         = best g1f3",
    );
    check(
        feed(ponders(), "! go ponder clock 290000 295000\n< 5 20 100 4000 Nf3"),
        "! stop
         = best g1f3
         ! place startpos e2e4 c7c5
         ! go clock 280000 295000
         > time 28000
         > otim 29500
         > usermove c7c5",
    );
    check(moved(), "! hit\nx refused: not pondering");
}

/// C-264 of the other protocol's kind: nothing is placed while a search runs.
#[test]
fn busy() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 60000"),
        "! place startpos e2e4
         x refused: searching
         ! new
         x refused: searching
         ! go maxtime 1000
         x refused: searching
         ! stop
         > ?
         w StopMove
         ! stop
         x refused: stopping already",
    );
    check(playing(), "! go maxtime 1000\nx refused: no position");
}

/// C-353, C-356: a thinking engine is not asked, nor one that knows no `ping`.
#[test]
fn pings_answered_for_the_engine() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 60000"),
        "! ping 5
         ? a thinking engine answers no ping: answered for it
         = pong 5
         ! ping 6
         = pong 6",
    );
    check(
        with("setboard=1"),
        "! ping 5
         ? engine knows no ping: answered for it
         = pong 5",
    );
}

/// C-358, C-360: each number once; the wrong one is none; no answer means that the engine hangs.
#[test]
fn ping_numbers() {
    check(
        idle(),
        "! ping 70
         > ping 1
         w Pong
         ! ping 71
         > ping 2
         < pong 3
         ? pong 3 without its ping
         < pong 1
         = pong 70
         w Pong
         < pong 2
         = pong 71
         w -
         ! ping 72
         > ping 3
         w Pong
         ~ timeout
         ? engine does not respond: waited for Pong
         = gone
         w -",
    );
}

/// C-064, C-379: `force` and `result` at the end.
#[test]
fn end_of_game() {
    check(moved(), "! over 1-0 White mates\n> force\n> result 1-0 {White mates}");
    check(moved(), "! over * \n> force\n> result *");
    check(
        feed(playing(), "! place startpos\n! go maxtime 60000"),
        "! over 0-1 time
         > force
         > result 0-1 {time}
         > ping 2
         w Pong
         < pong 2
         = best a2a3
         w -",
    );
}

/// C-372, C-592: draw offers to the engine.
#[test]
fn offers_to_the_engine() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go clock 290000 295000 draw
         > draw
         > time 29000
         > otim 29500
         > usermove e7e5
         < offer draw
         = draw
         < move g1f3
         = best g1f3",
    );
    check(moved(), "! draw\n> draw\n< offer draw\n= draw");
    check(with("draw=0"), "! draw\nx refused: engine wants to hear of no draw offers");
}

/// C-588, C-589, C-738: the engine's offers go with its move.
#[test]
fn offers_of_the_engine() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "< offer draw\n< move e2e4\n= best e2e4 draw",
    );
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "< I offer you a draw
         ? Dialect \"I offer you a draw\" in: I offer you a draw
         < move e2e4
         = best e2e4 draw",
    );
    check(moved(), "< offer draw\n= draw");
}

/// C-584, C-585, C-587: resignation, on move and off.
#[test]
fn resignations() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 1000");
    check(searching(), "< resign\n= best none resign");
    check(searching(), "< 0-1 {White resigns}\n= best none resign");
    check(searching(), "< 1-0 {Black resigns}\n= claim 1-0 Black resigns\n= best none");
    check(moved(), "< resign\n= resign");
}

/// C-575, C-576: claims after a move of either side.
#[test]
fn claims() {
    check(moved(), "< 1-0 {White mates}\n= claim 1-0 White mates");
    check(
        feed(moved(), "! place startpos e2e4 e7e5\n! go clock 290000 295000"),
        "< 1/2-1/2 {Draw by repetition}
         = claim 1/2-1/2 Draw by repetition
         = best none",
    );
}

/// C-721, C-722, C-723, C-724, C-725, C-726, C-727, C-728, C-729, C-730: old forms, by colour and
/// by who is the computer; C-731: anything may follow.
#[test]
fn legacy_results() {
    let as_white = || feed(playing(), "! place startpos\n! go maxtime 1000\n< move e2e4");
    let as_black = || feed(playing(), "! place startpos e2e4\n! go maxtime 1000\n< move e7e5");
    let claim = |machine: Cecp, line: &str, event: &str| {
        let remark = format!("? Dialect {line:?} in: {line}");
        check(machine, &format!("< {line}\n{remark}\n= {event}"));
    };
    claim(as_white(), "White mates", "claim 1-0 White mates");
    claim(as_white(), "Black mates!", "claim 0-1 Black mates");
    claim(as_white(), "White resigns", "resign");
    claim(as_white(), "Black resigns", "claim 1-0 Black resigns");
    claim(as_white(), "Draw", "claim 1/2-1/2 Draw");
    claim(as_white(), "game is a draw by the 50 move rule", "claim 1/2-1/2 Draw");
    claim(as_white(), "computer mates", "claim 1-0 computer mates");
    claim(as_black(), "computer mates", "claim 0-1 computer mates");
    claim(as_white(), "opponent mates", "claim 0-1 opponent mates");
    claim(as_black(), "computer resigns", "resign");
    claim(as_white(), "checkmate", "claim 1-0 checkmate");
    claim(as_black(), "checkmate", "claim 0-1 checkmate");
}

/// C-736, C-737: the legacy form of a move.
#[test]
fn numbered_moves() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 1000");
    check(searching(), "< 1. ... e2e4\n? Dialect \"1. ... e2e4\" in: 1. ... e2e4\n= best e2e4");
    check(searching(), "< 1. e2e4\n? not CECP: 1. e2e4");
}

/// C-570: coordinates and SAN in any case.
#[test]
fn moves_in_san() {
    check(feed(playing(), "! place startpos\n! go maxtime 1000"), "< move Nf3\n= best g1f3");
}

/// C-571, C-572: moves of several legs.
#[test]
fn legs() {
    let nobody = feed(Cecp::new(Profile::default(), None), "~ start\n< feature done=1\n! new lion");
    check(
        feed(nobody, "! place in lion startpos\n! go maxtime 1000"),
        "< move c4d5,
         < move d5e4
         = best c4d5,d5e4",
    );
}

/// C-605 to C-626: thinking output of every kind (C-612, C-613, C-614, C-615, C-621, C-622).
#[test]
fn thinking_output() {
    let info = |line: &str, event: &str| {
        let searching = feed(playing(), "! place startpos\n! go maxtime 1000");
        check(searching, &format!("< {line}\n= info {event}"));
    };
    info(
        "9 156 1084 48000 Nf3 Nc6 Nc3 Nf6",
        "depth 9 score cp 156 time 10840 nodes 48000 pv g1f3 b8c6 b1c3 g8f6",
    );
    info(
        "9 156 1084 48000 20 44280 0\tNf3",
        "depth 9 seldepth 20 score cp 156 time 10840 nodes 48000 nps 44280 tbhits 0 pv g1f3",
    );
    info("2 -5 1 9 1. e4 e5 2. Nf3", "depth 2 score cp -5 time 10 nodes 9 pv e2e4 e7e5 g1f3");
    info("2 -5 1 9 e2e4 e7e5!", "depth 2 score cp -5 Lower time 10 nodes 9 pv e2e4 e7e5");
    info("2 -5 1 9 e2e4 e7e5?", "depth 2 score cp -5 Upper time 10 nodes 9 pv e2e4 e7e5");
    info("2 100002 1 9 e2e4", "depth 2 score mate 2 time 10 nodes 9 pv e2e4");
    info("2 -100003 1 9 e2e4", "depth 2 score mate -3 time 10 nodes 9 pv e2e4");
    info("2 -100000 1 9 e2e4", "depth 2 score mate 0 time 10 nodes 9 pv e2e4");
    info("2 32000 1 9 e2e4", "depth 2 score cp 32000 time 10 nodes 9 pv e2e4");
    info("3& 14 2 38 d2d4 e7e5", "depth 3 score cp 14 time 2000 nodes 38 pv d2d4 e7e5");
    info("2 14 2 38 e4 e5 <HT>", "depth 2 score cp 14 time 20 nodes 38 pv e2e4 e7e5");
}

/// C-617: a long line in two.
#[test]
fn continuation_lines() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000\n< 2 14 2 38 e4 e5"),
        "<      Nf3 Nc6
         = info depth 2 score cp 14 time 20 nodes 38 pv e2e4 e7e5 g1f3 b8c6",
    );
}

/// C-624, C-625, C-633: words instead of moves.
#[test]
fn words_for_a_line() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "< 0 0 0 0 (e4 64%, d4 24%)
         = Note (e4 64%, d4 24%)
         < 0 0 0 0 hash table cleared
         = Note hash table cleared",
    );
}

/// C-623: an engine with White's view.
#[test]
fn white_relative_engine() {
    let mut cecp = playing();
    cecp.profile_mut().score_view.force(ScoreView::First);
    check(
        feed(cecp, "! place startpos e2e4\n! go maxtime 1000"),
        "< 2 30 2 38 e5\n= info depth 2 score cp -30 time 20 nodes 38 pv e7e5",
    );
}

/// C-679, C-680, C-686: status, and signs for the moment.
#[test]
fn status() {
    check(
        feed(playing(), "! place startpos\n! go analyse"),
        "< stat01: 1234 30000 7 5 30 Nf3
         = info depth 7 time 12340 nodes 30000 current g1f3 25/30
         < ++
         < --",
    );
}

/// C-425, C-629: the move that the engine would suggest.
#[test]
fn hints() {
    check(moved(), "< Hint: e5\n= hint e7e5");
}

/// C-426, C-427: book information up to the first line that does not begin with a blank.
#[test]
fn book() {
    check(
        feed(playing(), "! place startpos"),
        "! book
         > bk
         <  e4 64%
         <  d4 24%
         <
         = book e2e4 64% d2d4 24%",
    );
}

/// C-772 to C-782, C-749, C-786, C-787: words for somebody (C-777, C-780).
#[test]
fn messages() {
    check(
        idle(),
        "< telluser hello  there
         = User hello  there
         < tellusererror Illegal position
         = UserError Illegal position
         < tellopponent hi
         = Opponent hi
         < tellothers hi
         = Others hi
         < tellall hi
         = All hi
         < tellics say hi
         = Server say hi
         < # 1-0 {x}
         = Debug 1-0 {x}
         < warning: no book
         = User warning: no book
         < askuser tag your name?
         ? a question without an answer: askuser tag your name?
         = User your name?",
    );
}

/// C-740: words for a server, on a server and elsewhere.
#[test]
fn words_for_a_server() {
    check(
        feed(with("ics=1"), "! opponent - - - human Gary chess.org"),
        "< kibitz Hello from Crafty\n= Server kibitz Hello from Crafty",
    );
    check(idle(), "< kibitz Hello from Crafty\n? not CECP: kibitz Hello from Crafty");
}

/// C-455, C-457, C-459, C-461, C-462, C-463: who the opponent is.
#[test]
fn opponents() {
    check(
        with("ics=1 name=1"),
        "! opponent - 1500 2600 computer Shredder -
         > ics -
         > computer
         > name Shredder
         > rating 2600 1500",
    );
    check(
        with("ping=1"),
        "! opponent - - - computer Shredder
         > computer
         ? engine does not want to know its opponent's name",
    );
    check(with("ping=1"), "! opponent - - - human Gary chess.org\n> name Gary");
}

/// C-470: pausing.
#[test]
fn pausing() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "! pause\n> pause\n! resume\n> resume",
    );
    check(with("ping=1"), "! pause\nx refused: engine cannot pause");
}

/// C-513, C-514: scores for positions.
#[test]
fn scores_of_positions() {
    check(
        playing(),
        "! value 30 startpos e2e4
         > force
         > usermove e2e4
         > setscore 30 100",
    );
    check(with("ping=1"), "! value 30 startpos\nx refused: engine takes no scores of positions");
}

/// C-640 to C-645, C-120: a game of the engine's own. C-646: one that it does not describe.
#[test]
fn described_games() {
    let fen = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1";
    check(
        feed(with("ping=1"), "! new losalamos\n! ping 1"),
        &format!(
            "< setup (PN.RQKpn.rqk) 6x6+0_fairy {fen}
             = setup PN.RQKpn.rqk 6x6+0_fairy {fen}
             < piece N& N
             = Piece {{ id: \"N&\", moves: \"N\" }}
             < pong 1
             = pong 1
             w -"
        ),
    );
    check(
        feed(with("ping=1"), "! new losalamos\n! ping 1"),
        "< pong 1
         ? engine did not describe its game \"losalamos\"
         = pong 1
         w -",
    );
}

/// C-663: marks on a board are not for us.
#[test]
fn marks() {
    check(idle(), "< highlight 8/8/8/8/4Y3/4Y3/8/8\n< click e4\n< choice QRBN");
}

/// What CECP has no words for.
#[test]
fn refused_commands() {
    check(idle(), "! debug on\nx refused: CECP has no word for debugging");
    check(idle(), "! register later\nx refused: CECP has no registration");
    check(idle(), "! probe\nx refused: CECP cannot ask what the hash table knows");
    check(feed(playing(), "! place startpos"), "! go perft 3\nx refused: CECP cannot count moves");
}

/// C-033: lines of the user's own.
#[test]
fn console() {
    check(idle(), "! console eval\n> eval");
}

/// C-048, U-306: quitting, and the end of the output.
#[test]
fn quit() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "! quit
         > quit
         w Exit
         < move e2e4
         ? out of turn: move e2e4
         ~ eof
         = gone
         w -
         ! new
         x refused: engine is gone",
    );
}
