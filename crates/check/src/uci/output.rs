//! What everything that the engine has said is watched for.

use super::Uci;
use crate::expectation::{Expectation, watched};
use crate::monitor::uci::clauses;

pub(super) const ALL: &[Expectation<Uci>] = &[
    watched(&clauses::KNOWN),
    watched(&clauses::WELL_FORMED),
    watched(&clauses::ENCODING),
    watched(&clauses::ONE_BESTMOVE),
    watched(&clauses::BEST_LEGAL),
    watched(&clauses::NO_MOVE),
    watched(&clauses::SPELLING),
    watched(&clauses::PONDER_LEGAL),
    watched(&clauses::PV_LEGAL),
    watched(&clauses::RESTRICTED),
    watched(&clauses::TOO_EARLY),
    watched(&clauses::READYOK),
    watched(&clauses::UCIOK),
    watched(&clauses::DECLARED_BEFORE),
    watched(&clauses::FORCED_MODE),
    watched(&clauses::PV_COMPLETE),
    watched(&clauses::SELDEPTH),
    watched(&clauses::PER_MILLE),
    watched(&clauses::WDL),
    watched(&clauses::RANKS),
    watched(&clauses::RANK_COUNT),
    watched(&clauses::CURRMOVE),
    watched(&clauses::CURR_LATE),
    watched(&clauses::UNASKED),
    watched(&clauses::FINAL_INFO),
    watched(&clauses::TIME_RISES),
    watched(&clauses::SPEED),
    watched(&clauses::TRAFFIC),
];
