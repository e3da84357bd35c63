//! What can be seen to be kept or broken in a conversation in CECP.

use crate::monitor::{Clause, engine, interface};

// The engine's clauses.

pub(crate) static KNOWN: Clause =
    engine("cecp-known-words", "every line is a message of the protocol", "C-025 C-020 C-720")
        .advised();
pub(crate) static LEGACY: Clause =
    engine("cecp-no-legacy", "results and moves are not said in the forms of old", "C-720")
        .advised();
pub(crate) static WELL_FORMED: Clause = engine(
    "cecp-well-formed",
    "messages have their arguments, and numbers are numbers",
    "C-075 C-076 C-606 C-607 C-608 C-609",
);
pub(crate) static MOVE_ON_TURN: Clause = engine(
    "cecp-move-on-turn",
    "a move comes when it is the engine's turn, and one only",
    "C-573 C-195 C-566 C-802",
);
pub(crate) static MOVE_LEGAL: Clause =
    engine("cecp-move-legal", "every move of the engine is legal", "C-565");
pub(crate) static MOVE_SPELLING: Clause = engine(
    "cecp-move-spelling",
    "moves are written as coordinates or in SAN",
    "C-567 C-568 C-311 C-312 C-313",
);
pub(crate) static PONG_ORDER: Clause = engine(
    "cecp-pong-number",
    "every pong answers a ping, in order, with its number",
    "C-350 C-351",
);
pub(crate) static PONG_AFTER_MOVE: Clause =
    engine("cecp-pong-after-move", "while the engine thinks, pong waits for the move", "C-353");
pub(crate) static TRUE_CLAIM: Clause = engine(
    "cecp-true-claims",
    "a result is claimed only when the game has ended so",
    "C-575 C-578 C-579 C-580 C-581 C-577",
);
pub(crate) static FALSE_COMPLAINT: Clause =
    engine("cecp-legal-taken", "no legal move is called illegal", "C-310 C-545");
pub(crate) static FALSE_ERROR: Clause = engine(
    "cecp-no-needless-error",
    "no error for commands that every engine is sent",
    "C-557 C-087 C-062",
)
.advised();
pub(crate) static POST_OFF: Clause =
    engine("cecp-nopost", "no thinking is shown after nopost", "C-630 C-445");
pub(crate) static POST_DEFAULT: Clause =
    engine("cecp-post-default", "no thinking is shown before post was said", "C-447").advised();
pub(crate) static PV_LEGAL: Clause =
    engine("cecp-pv-legal", "the line shown begins with a legal move", "C-610 C-605").advised();
pub(crate) static PV_TAB: Clause = engine(
    "cecp-pv-tab",
    "numbers between the nodes and the line are all there, or none",
    "C-611 C-615",
)
.advised();
pub(crate) static DEBUG_LINES: Clause =
    engine("cecp-debug-lines", "lines with # come only after debug was accepted", "C-132 C-786")
        .advised();
pub(crate) static DEBUG_REJECTED: Clause =
    engine("cecp-debug-rejected", "no line with # comes after debug was rejected", "C-132");
pub(crate) static HINT_ASKED: Clause = engine(
    "cecp-hint-asked",
    "Hint: comes when it was asked for, or while pondering",
    "C-425 C-628",
)
.advised();
pub(crate) static FEATURE_LATE: Clause =
    engine("cecp-feature-late", "after done=1 only options are announced", "C-095 C-136 C-078")
        .advised();
pub(crate) static STAT_ASKED: Clause =
    engine("cecp-stat01-asked", "stat01: comes after . only", "C-679 C-680").advised();
pub(crate) static SCORE_SIDE: Clause = engine(
    "cecp-score-side",
    "a mate counts for the engine if its line mates the opponent, and against it if not",
    "C-620",
);
pub(crate) static PINGS: Clause =
    engine("cecp-ping-answered", "an idle engine answers ping within fifteen seconds", "C-350")
        .timed();
pub(crate) static ON_TIME: Clause = engine(
    "cecp-flag",
    "the move comes before the engine's clock has run out",
    "C-264 C-271 C-295",
)
.timed();

// The interface's clauses.

pub(crate) static XBOARD_FIRST: Clause = interface(
    "cecp-host-xboard-first",
    "xboard comes first, protover right behind it",
    "C-055 C-057",
);
pub(crate) static WAITS_DONE: Clause = interface(
    "cecp-host-waits-done",
    "nothing is said between protover and done=1, or two seconds",
    "C-079 C-081",
)
.timed();
pub(crate) static ANSWERS_FEATURES: Clause =
    interface("cecp-host-answers-features", "each feature is accepted or rejected", "C-085");
pub(crate) static ENABLED_ONLY: Clause = interface(
    "cecp-host-enabled-only",
    "commands of version 2 are sent only when a feature has enabled them",
    "C-062 C-105 C-106 C-107",
);
pub(crate) static USERMOVE: Clause = interface(
    "cecp-host-usermove",
    "moves have usermove before them if and only if the engine has asked for it",
    "C-109",
);
pub(crate) static DISABLED: Clause = interface(
    "cecp-host-disabled",
    "what a feature has switched off is not sent",
    "C-110 C-111 C-116 C-124",
);
pub(crate) static MOVES_LEGAL: Clause =
    interface("cecp-host-moves-legal", "moves sent are legal, and in turn", "C-310 C-323 C-324");
pub(crate) static POSITION_FORCED: Clause = interface(
    "cecp-host-position-forced",
    "positions are set up and moves taken back in force mode or in analysis",
    "C-397 C-430 C-205",
)
.advised();
pub(crate) static OPTIONS_DECLARED: Clause = interface(
    "cecp-host-declared-options",
    "only options that the engine has announced are set",
    "C-490 C-494",
);
pub(crate) static NEW_FIRST: Clause =
    interface("cecp-host-new-first", "new comes before the first move or go", "C-063");
pub(crate) static HOST_KNOWN: Clause =
    interface("cecp-host-known-words", "every line is a command of the protocol", "C-019 C-029");
pub(crate) static RESULT_SENT: Clause = interface(
    "cecp-host-result",
    "after the end of a game nothing is asked but result, and what begins the next",
    "C-373 C-376",
)
.advised();

/// What an interface is graded by.
pub(crate) static INTERFACE: &[&Clause] = &[
    &XBOARD_FIRST,
    &WAITS_DONE,
    &ANSWERS_FEATURES,
    &ENABLED_ONLY,
    &USERMOVE,
    &DISABLED,
    &MOVES_LEGAL,
    &POSITION_FORCED,
    &OPTIONS_DECLARED,
    &NEW_FIRST,
    &HOST_KNOWN,
    &RESULT_SENT,
];
