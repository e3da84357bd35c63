//! What everything that the engine has said is watched for.

use super::Ucci;
use crate::expectation::{Expectation, watched};
use crate::monitor::ucci::clauses;

pub(super) const ALL: &[Expectation<Ucci>] = &[
    watched(&clauses::KNOWN),
    watched(&clauses::WELL_FORMED),
    watched(&clauses::SCORE_NUMBER),
    watched(&clauses::PLAIN_SCORE),
    watched(&clauses::ONE_ANSWER),
    watched(&clauses::BEST_LEGAL),
    watched(&clauses::BANNED),
    watched(&clauses::NO_MOVE),
    watched(&clauses::SPELLING),
    watched(&clauses::PONDER_LEGAL),
    watched(&clauses::PV_LEGAL),
    watched(&clauses::TOO_EARLY),
    watched(&clauses::READYOK),
    watched(&clauses::UCCIOK),
    watched(&clauses::DECLARED_BEFORE),
    watched(&clauses::INFO_THINKING),
    watched(&clauses::CURRMOVE),
    watched(&clauses::DRAW_OR_RESIGN),
    watched(&clauses::FINAL_PV),
    watched(&clauses::POPHASH),
    watched(&clauses::BYE),
];
