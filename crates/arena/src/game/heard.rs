//! What is remembered of what engines say, and of our own delays.

use crate::record::MoveRecord;
use ferz_link::{Info, Score};
use ferz_wire::MoveText;
use std::time::Duration;
use tokio::time::Instant;

/// Between a move and the next engine's orders, in microseconds: our own part of the game.
#[derive(Clone, Copy, Default)]
pub(super) struct Lag {
    /// When the last move was read.
    pub(super) since: Option<Instant>,
    pub(super) worst: u64,
    pub(super) total: u64,
    pub(super) count: u64,
}

impl Lag {
    /// An engine that was told at `told` has moved.
    pub(super) fn moved(&mut self, told: Instant, heard: Instant) {
        if let Some(since) = self.since.replace(heard) {
            let lag = told.saturating_duration_since(since).as_micros();
            let lag = u64::try_from(lag).unwrap_or(u64::MAX);
            self.worst = self.worst.max(lag);
            self.total = self.total.saturating_add(lag);
            self.count += 1;
        }
    }

    /// A timer that was set to `due` has rung.
    pub(super) fn noticed(&mut self, due: Instant, now: Instant) {
        let late = now.saturating_duration_since(due).as_micros();
        self.worst = self.worst.max(u64::try_from(late).unwrap_or(u64::MAX));
    }
}

/// The last that was heard of a search.
#[derive(Default)]
pub(super) struct Best {
    pub(super) score: Option<Score>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) seldepth: Option<u32>,
    pub(super) nps: Option<u64>,
    pub(super) hashfull: Option<u32>,
    pub(super) tbhits: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) pv: Vec<MoveText>,
    pub(super) claim: Option<(ferz_link::GameResult, String)>,
    pub(super) offers: bool,
    pub(super) resigns: bool,
}

impl Best {
    /// News of the best line; other lines and mere numbers do not replace it.
    pub(super) fn heard(&mut self, info: Info) {
        if info.rank.is_some_and(|rank| rank > 1) {
            return;
        }
        if let Some(nodes) = info.nodes {
            self.nodes = Some(nodes);
        }
        self.time = info.time.or(self.time);
        self.nps = info.nps.or(self.nps);
        self.hashfull = info.hashfull.or(self.hashfull);
        self.tbhits = info.tbhits.or(self.tbhits);
        if info.score.is_some() {
            (self.score, self.depth) = (info.score, info.depth);
            self.seldepth = info.seldepth;
            self.pv = info.pv;
        }
    }

    /// What it thinks, for those who watch.
    pub(super) fn thought(&self) -> MoveRecord {
        let pv: Vec<_> = self.pv.iter().map(MoveText::as_str).collect();
        MoveRecord {
            text: pv.first().map_or_else(String::new, |mv| (*mv).to_owned()),
            score: self.score.map(|score| score.value),
            depth: self.depth,
            nodes: self.nodes,
            seldepth: self.seldepth,
            nps: self.nps,
            hashfull: self.hashfull,
            tbhits: self.tbhits,
            micros: self.time.map(|time| time.as_micros().try_into().unwrap_or(u64::MAX)),
            pv: pv.join(" "),
            ..MoveRecord::default()
        }
    }
}
