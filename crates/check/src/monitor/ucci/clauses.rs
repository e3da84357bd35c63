//! What can be seen to be kept or broken in a conversation in UCCI.

use crate::monitor::{Clause, engine, interface};

// The engine's clauses.

pub(crate) static KNOWN: Clause =
    engine("ucci-known-words", "every line is a message of the protocol", "X-022 X-065 X-395")
        .advised();
pub(crate) static WELL_FORMED: Clause = engine(
    "ucci-well-formed",
    "messages have their arguments, and numbers are numbers",
    "X-256 X-259 X-260",
);
pub(crate) static SCORE_NUMBER: Clause =
    engine("ucci-score-number", "a score is a number, without cp before it", "X-260");
pub(crate) static PLAIN_SCORE: Clause =
    engine("ucci-plain-score", "a mate is a plain number too, without a word", "X-263").advised();
pub(crate) static ONE_ANSWER: Clause = engine(
    "ucci-answer-per-go",
    "each go is answered once, by bestmove or nobestmove",
    "X-047 X-059 X-312",
);
pub(crate) static BEST_LEGAL: Clause = engine(
    "ucci-bestmove-legal",
    "bestmove is legal in the position of its go",
    "X-300 X-050 X-054",
);
pub(crate) static BANNED: Clause =
    engine("ucci-banned", "a banned move is not answered", "X-206 X-207 X-208");
pub(crate) static NO_MOVE: Clause = engine(
    "ucci-nobestmove",
    "nobestmove is said only in a dead position, at depth 0, or for a stop while idle",
    "X-312 X-096 X-059",
);
pub(crate) static SPELLING: Clause = engine(
    "ucci-spelling",
    "moves are four characters in lower case, ranks from 0",
    "X-090 X-091 X-092",
);
pub(crate) static PONDER_LEGAL: Clause =
    engine("ucci-ponder-legal", "the move to ponder on is legal after the bestmove", "X-300 X-301");
pub(crate) static PV_LEGAL: Clause = engine(
    "ucci-pv-legal",
    "every pv is a line of legal moves from the position searched",
    "X-259 X-092",
);
pub(crate) static TOO_EARLY: Clause =
    engine("ucci-not-before-told", "a pondering search does not end before it is told to", "X-238");
pub(crate) static READYOK: Clause =
    engine("ucci-readyok-answers", "readyok is said once for each isready", "X-190");
pub(crate) static UCCIOK: Clause =
    engine("ucci-ucciok-answers", "ucciok is said once for each ucci", "X-041 X-044 X-145");
pub(crate) static DECLARED_BEFORE: Clause = engine(
    "ucci-declared-before-ucciok",
    "id and option lines come between ucci and ucciok",
    "X-044",
)
.advised();
pub(crate) static INFO_THINKING: Clause =
    engine("ucci-info-thinking", "info comes only while thinking, but for messages", "X-255 X-053");
pub(crate) static CURRMOVE: Clause =
    engine("ucci-currmove", "currmove is a legal root move", "X-265");
pub(crate) static DRAW_OR_RESIGN: Clause =
    engine("ucci-draw-or-resign", "an engine does not offer a draw and resign at once", "X-315")
        .advised();
pub(crate) static FINAL_PV: Clause =
    engine("ucci-final-pv", "a line of play comes before bestmove", "X-271").advised();
pub(crate) static POPHASH: Clause =
    engine("ucci-pophash-answers", "pophash answers a probe", "X-320 X-322");
pub(crate) static BYE: Clause =
    engine("ucci-bye-answers", "bye answers quit, and is the last word", "X-331");
pub(crate) static STOPS: Clause =
    engine("ucci-stop-answered", "stop is answered within five seconds", "X-284 X-345").timed();
pub(crate) static STOPS_SOON: Clause =
    engine("ucci-stop-soon", "stop is answered within a second", "X-284").advised().timed();
pub(crate) static ON_TIME: Clause =
    engine("ucci-flag", "the move comes before the own clock has run out", "X-227 X-345").timed();

// The interface's clauses.

pub(crate) static UCCI_FIRST: Clause =
    interface("ucci-host-greets-first", "ucci is the first command", "X-125 X-042");
pub(crate) static WAITS_UCCIOK: Clause = interface(
    "ucci-host-waits-ucciok",
    "nothing but quit is said between ucci and ucciok",
    "X-052",
);
pub(crate) static IDLE_ONLY: Clause = interface(
    "ucci-host-idle",
    "position, banmoves, setoption and go are said while the engine is idle",
    "X-050 X-052 X-285",
);
pub(crate) static THINKING_ONLY: Clause =
    interface("ucci-host-thinking", "ponderhit is said while the engine ponders", "X-049 X-064");
pub(crate) static MOVES_LEGAL: Clause = interface(
    "ucci-host-moves-legal",
    "positions are playable and their moves legal",
    "X-094 X-105 X-110",
);
pub(crate) static POSITION_FIRST: Clause =
    interface("ucci-host-position-first", "a position comes before go", "X-063 X-054");
pub(crate) static CLOCKS: Clause =
    interface("ucci-host-clocks", "times are at least 1", "X-244 X-246");
pub(crate) static PONDER_OR_DRAW: Clause =
    interface("ucci-host-ponder-or-draw", "ponder and draw are not said together", "X-242");
pub(crate) static HOST_KNOWN: Clause =
    interface("ucci-host-known-words", "every line is a command of the protocol", "X-022 X-374");
pub(crate) static NO_BATCH: Clause =
    interface("ucci-host-no-batch", "batch mode is not switched on in conversation", "X-086")
        .advised();

/// What an interface is graded by.
pub(crate) static INTERFACE: &[&Clause] = &[
    &UCCI_FIRST,
    &WAITS_UCCIOK,
    &IDLE_ONLY,
    &THINKING_ONLY,
    &MOVES_LEGAL,
    &POSITION_FIRST,
    &CLOCKS,
    &PONDER_OR_DRAW,
    &HOST_KNOWN,
    &NO_BATCH,
];
