//! What can be seen to be kept or broken in a conversation in UCI.

use crate::monitor::{Clause, engine, interface};

// The engine's clauses.

pub(crate) static KNOWN: Clause =
    engine("uci-known-words", "every line is a message of the protocol", "U-498 U-037 U-011")
        .advised();
pub(crate) static WELL_FORMED: Clause = engine(
    "uci-well-formed",
    "messages have their arguments, and numbers are numbers",
    "U-330 U-334 U-339 U-355 U-356 U-367",
);
pub(crate) static ENCODING: Clause =
    engine("uci-encoding", "what is said is ASCII or UTF-8", "U-020").advised();
pub(crate) static ONE_BESTMOVE: Clause = engine(
    "uci-bestmove-per-go",
    "there is a bestmove for each go, and no other",
    "U-315 U-316 U-263",
);
pub(crate) static BEST_LEGAL: Clause =
    engine("uci-bestmove-legal", "bestmove is legal in the position of its go", "U-315 U-278");
pub(crate) static NO_MOVE: Clause =
    engine("uci-no-move", "bestmove names a move where there is one", "U-315 U-073 U-320");
pub(crate) static SPELLING: Clause = engine(
    "uci-spelling",
    "moves are written as coordinates in lower case, castling as the mode has it",
    "U-070 U-071 U-072 U-463",
);
pub(crate) static PONDER_LEGAL: Clause =
    engine("uci-ponder-legal", "the move to ponder on is legal after the bestmove", "U-318");
pub(crate) static PV_LEGAL: Clause = engine(
    "uci-pv-legal",
    "every pv is a line of legal moves from the position searched",
    "U-338 U-228",
);
pub(crate) static RESTRICTED: Clause =
    engine("uci-searchmoves", "with searchmoves, bestmove is one of them", "U-223");
pub(crate) static TOO_EARLY: Clause = engine(
    "uci-not-before-told",
    "a search that is infinite or pondering does not end before it is told to",
    "U-229 U-241",
);
pub(crate) static READYOK: Clause =
    engine("uci-readyok-answers", "readyok is said once for each isready", "U-120 U-126");
pub(crate) static UCIOK: Clause =
    engine("uci-uciok-answers", "uciok is said once for each uci", "U-091 U-094");
pub(crate) static DECLARED_BEFORE: Clause = engine(
    "uci-declared-before-uciok",
    "id and option lines come between uci and uciok",
    "U-094 U-381",
)
.advised();
pub(crate) static FORCED_MODE: Clause = engine(
    "uci-forced-mode",
    "no line of play is shown while no search was asked for",
    "U-050 U-051",
);
pub(crate) static PV_COMPLETE: Clause = engine(
    "uci-pv-complete",
    "depth, score, time and nodes stand on the line of their pv",
    "U-331 U-336 U-337",
)
.advised();
pub(crate) static SELDEPTH: Clause = engine("uci-seldepth", "seldepth comes with depth", "U-335");
pub(crate) static PER_MILLE: Clause =
    engine("uci-per-mille", "hashfull is between 0 and 1000", "U-353 U-357");
pub(crate) static WDL: Clause =
    engine("uci-wdl-sum", "the three numbers of wdl make a thousand", "U-444").advised();
pub(crate) static RANKS: Clause = engine(
    "uci-multipv-order",
    "the lines of several variations come in order, 1 first, without a gap",
    "U-340 U-341 U-339",
);
pub(crate) static RANK_COUNT: Clause = engine(
    "uci-multipv-count",
    "not more variations than were asked for, or than there are moves",
    "U-224 U-424",
);
pub(crate) static CURRMOVE: Clause =
    engine("uci-currmove", "currmove is a legal root move, numbered from 1", "U-351 U-352");
pub(crate) static CURR_LATE: Clause =
    engine("uci-currmove-late", "currmove, currline and refutation begin after a second", "U-332")
        .advised()
        .timed();
pub(crate) static UNASKED: Clause = engine(
    "uci-shown-on-demand",
    "refutation and currline are shown only when their option is set",
    "U-360 U-364",
);
pub(crate) static FINAL_INFO: Clause =
    engine("uci-final-info", "an info line comes directly before bestmove", "U-317").advised();
pub(crate) static TIME_RISES: Clause =
    engine("uci-time-rises", "info time does not go back within a search", "U-336").advised();
pub(crate) static SPEED: Clause = engine("uci-nps", "nps is nodes by time", "U-354").advised();
pub(crate) static TRAFFIC: Clause =
    engine("uci-traffic", "info does not flood: less than 1000 lines a second", "U-369")
        .advised()
        .timed();
pub(crate) static STOPS: Clause =
    engine("uci-stop-answered", "stop is followed by bestmove within five seconds", "U-260 U-261")
        .timed();
pub(crate) static STOPS_SOON: Clause =
    engine("uci-stop-soon", "bestmove follows stop within a second", "U-260").advised().timed();
pub(crate) static SCORE_SIDE: Clause = engine(
    "uci-score-side",
    "a mate counts for the engine if its line mates the opponent, and against it if not",
    "U-342 U-344",
);
pub(crate) static PINGS: Clause =
    engine("uci-isready-answered", "isready is answered within fifteen seconds", "U-120 U-122")
        .timed();
pub(crate) static ON_TIME: Clause = engine(
    "uci-flag",
    "the move comes before the own clock has run out",
    "U-230 U-231 U-240 U-275",
)
.timed();

// The interface's clauses.

pub(crate) static UCI_FIRST: Clause =
    interface("uci-host-greets-first", "uci is the first command", "U-090 U-480");
pub(crate) static WAITS_UCIOK: Clause = interface(
    "uci-host-waits-uciok",
    "nothing but quit is said between uci and uciok",
    "U-480 U-095",
)
.advised();
pub(crate) static READY_FIRST: Clause = interface(
    "uci-host-isready-first",
    "isready is asked and answered before the first search",
    "U-123",
);
pub(crate) static POSITION_FIRST: Clause =
    interface("uci-host-position-first", "a position comes before every search", "U-052");
pub(crate) static GO_IDLE: Clause =
    interface("uci-host-go-idle", "go is said while no search runs", "U-058 U-264");
pub(crate) static SET_IDLE: Clause =
    interface("uci-host-setoption-idle", "options are set while no search runs", "U-057");
pub(crate) static PLACE_IDLE: Clause = interface(
    "uci-host-position-idle",
    "position and ucinewgame are said while no search runs",
    "U-264",
)
.advised();
pub(crate) static SETS_DECLARED: Clause = interface(
    "uci-host-declared-options",
    "only options that the engine has declared are set",
    "U-158",
)
.advised();
pub(crate) static SETS_VALUES: Clause = interface(
    "uci-host-option-values",
    "options are set to values that they may have",
    "U-157 U-146",
);
pub(crate) static MOVES_LEGAL: Clause = interface(
    "uci-host-moves-legal",
    "positions are playable and their moves legal",
    "U-205 U-077",
);
pub(crate) static SENDS_SPELLING: Clause = interface(
    "uci-host-spelling",
    "moves are sent as coordinates in lower case, castling as the mode has it",
    "U-070 U-071 U-072 U-463",
);
pub(crate) static PONDERHIT: Clause =
    interface("uci-host-ponderhit", "ponderhit is said while the engine ponders", "U-280");
pub(crate) static CLOCKS: Clause =
    interface("uci-host-clocks", "clocks are at least 1 and movestogo is not 0", "U-252 U-236");
pub(crate) static SEARCHMOVES: Clause =
    interface("uci-host-searchmoves", "searchmoves names legal moves, and at least one", "U-227");
pub(crate) static HOST_KNOWN: Clause =
    interface("uci-host-known-words", "every line is a command of the protocol", "U-011 U-039");
pub(crate) static REGISTERS: Clause = interface(
    "uci-host-registers",
    "registration error at start-up is answered by register",
    "U-178",
);

/// What an interface is graded by.
pub(crate) static INTERFACE: &[&Clause] = &[
    &UCI_FIRST,
    &WAITS_UCIOK,
    &READY_FIRST,
    &POSITION_FIRST,
    &GO_IDLE,
    &SET_IDLE,
    &PLACE_IDLE,
    &SETS_DECLARED,
    &SETS_VALUES,
    &MOVES_LEGAL,
    &SENDS_SPELLING,
    &PONDERHIT,
    &CLOCKS,
    &SEARCHMOVES,
    &HOST_KNOWN,
    &REGISTERS,
];
