//! What everything that the engine has said is watched for.

use super::Cecp;
use crate::expectation::{Expectation, watched};
use crate::monitor::cecp::clauses;

pub(super) const ALL: &[Expectation<Cecp>] = &[
    watched(&clauses::KNOWN),
    watched(&clauses::LEGACY),
    watched(&clauses::WELL_FORMED),
    watched(&clauses::MOVE_ON_TURN),
    watched(&clauses::MOVE_LEGAL),
    watched(&clauses::MOVE_SPELLING),
    watched(&clauses::PONG_ORDER),
    watched(&clauses::PONG_AFTER_MOVE),
    watched(&clauses::TRUE_CLAIM),
    watched(&clauses::FALSE_COMPLAINT),
    watched(&clauses::FALSE_ERROR),
    watched(&clauses::POST_OFF),
    watched(&clauses::POST_DEFAULT),
    watched(&clauses::PV_LEGAL),
    watched(&clauses::PV_TAB),
    watched(&clauses::DEBUG_LINES),
    watched(&clauses::DEBUG_REJECTED),
    watched(&clauses::HINT_ASKED),
    watched(&clauses::FEATURE_LATE),
    watched(&clauses::STAT_ASKED),
];
