//! Watches a conversation in UCCI.

pub(crate) mod clauses;

use super::game::FollowedGame;
use super::{Findings, Monitor, OVERDUE, Owed};
use clauses::*;
use ferz_rules::{Notation, Variant};
use ferz_wire::ucci::{FromEngine, Go, Info, ToEngine};
use ferz_wire::{MoveText, Parsed, PositionText, RemarkKind};
use std::time::Duration;

const STOP_PATIENCE: Duration = Duration::from_secs(5);
const STOP_SOON: Duration = Duration::from_secs(1);
/// What the way of a line through pipes and programs may cost.
const SLACK: Duration = Duration::from_millis(500);

struct Search {
    go: Go,
    board: Option<FollowedGame>,
    bans: Vec<MoveText>,
    since: Duration,
    pondering: bool,
    told_to_end: Option<Duration>,
    shown: bool,
    /// The line of its `go`.
    line: usize,
    /// Its flag has fallen, and that was said.
    flagged: bool,
}

impl Search {
    /// When it has to end, counting from its beginning, as far as it can be known.
    fn limit(&self, milliseconds: bool) -> Option<Duration> {
        let time = self.go.time.filter(|&time| time > 0 && !self.pondering)?;
        let unit = if milliseconds { 1 } else { 1000 };
        Some(Duration::from_millis(time.unsigned_abs().saturating_mul(unit)))
    }
}

/// What is known of the conversation.
#[derive(Default)]
pub(crate) struct Ucci {
    findings: Findings,
    said_anything: bool,
    greetings: u32,
    pings: u32,
    probes: u32,
    quits: u32,
    milliseconds: bool,
    promotion: bool,
    placed: bool,
    /// `None` before the first position.
    board: Option<FollowedGame>,
    bans: Vec<MoveText>,
    search: Option<Search>,
    /// `stop`s while idle, which are answered.
    idle_stops: u32,
    /// The lines of the last `ucci` and `isready`.
    asked: [usize; 2],
    /// The record begins amid the conversation: nobody knows what was set before.
    amid: bool,
}

impl Monitor for Ucci {
    fn heard_interface(&mut self, at: Duration, line: &str) {
        self.findings.hear_interface(at, line);
        self.late(at);
        if line.trim().is_empty() {
            return;
        }
        let Parsed { value, .. } = ToEngine::parse(line);
        let unknown = matches!(value, ToEngine::Unknown(_));
        self.findings.judge(&HOST_KNOWN, !unknown, || "no command of the protocol".to_owned());
        if !std::mem::replace(&mut self.said_anything, true) {
            let first = matches!(value, ToEngine::Ucci | ToEngine::Quit);
            self.findings
                .judge(&UCCI_FIRST, first, || "the first command is another one".to_owned());
        }
        if self.greetings > 0 {
            let fine = matches!(value, ToEngine::Quit);
            self.findings.judge(&WAITS_UCCIOK, fine, || "ucciok has not come yet".to_owned());
        }
        match value {
            ToEngine::Ucci => {
                self.greetings += 1;
                self.asked[0] = self.findings.line;
            }
            ToEngine::IsReady => {
                self.pings += 1;
                self.asked[1] = self.findings.line;
            }
            ToEngine::Probe(_) => self.probes += 1,
            ToEngine::SetOption { name, value } => {
                if self.is_idle() {
                    self.set(&name, value.as_deref().unwrap_or_default());
                }
            }
            ToEngine::Position(position) => {
                if self.is_idle() {
                    self.place(&position);
                }
            }
            ToEngine::BanMoves(moves) => {
                if self.is_idle() {
                    self.bans = moves;
                }
            }
            ToEngine::Go(go) => {
                if self.is_idle() {
                    self.go(at, *go);
                }
            }
            ToEngine::Stop => match &mut self.search {
                Some(search) => {
                    search.told_to_end.get_or_insert(at);
                }
                None => self.idle_stops += 1,
            },
            ToEngine::PonderHit { .. } => {
                let pondering = self.search.as_ref().is_some_and(|search| search.pondering);
                self.findings
                    .judge(&THINKING_ONLY, pondering, || "the engine does not ponder".to_owned());
                if let Some(search) = self.search.as_mut().filter(|search| search.pondering) {
                    search.pondering = false;
                    search.since = at;
                }
            }
            ToEngine::Quit => {
                self.quits += 1;
                if let Some(search) = &mut self.search {
                    search.told_to_end.get_or_insert(at);
                }
            }
            ToEngine::NewGame | ToEngine::Unknown(_) => {}
        }
    }

    fn heard_engine(&mut self, at: Duration, line: &str) {
        self.findings.turn(at, line);
        self.late(at);
        if line.trim().is_empty() {
            return;
        }
        let Parsed { value, remarks } = FromEngine::parse(line);
        if self.said_anything {
            let unknown = matches!(value, FromEngine::Unknown(_));
            self.findings.judge(&KNOWN, !unknown, || "no message of the protocol".to_owned());
            let bad = remarks.iter().find(|remark| {
                matches!(
                    remark.kind,
                    RemarkKind::BadNumber | RemarkKind::MissingArgument | RemarkKind::BadValue
                )
            });
            self.findings.judge(&WELL_FORMED, bad.is_none(), || {
                format!("{:?} cannot be understood", bad.map_or("", |bad| bad.text.as_str()))
            });
        }
        match value {
            FromEngine::UcciOk => {
                self.findings
                    .judge(&UCCIOK, self.greetings > 0, || "no ucci asked for it".to_owned());
                self.greetings = self.greetings.saturating_sub(1);
            }
            FromEngine::ReadyOk => {
                self.findings
                    .judge(&READYOK, self.pings > 0, || "no isready asked for it".to_owned());
                self.pings = self.pings.saturating_sub(1);
            }
            FromEngine::Id { .. } | FromEngine::Option(_) => {
                let in_time = self.greetings > 0;
                self.findings
                    .judge(&DECLARED_BEFORE, in_time, || "ucciok was said before".to_owned());
            }
            FromEngine::BestMove { best, ponder, draw, resign } => {
                self.findings.judge(&DRAW_OR_RESIGN, !(draw && resign), || "both words".to_owned());
                self.best_move(at, &best, ponder.as_ref());
            }
            FromEngine::NoBestMove => self.no_best_move(at),
            FromEngine::Info(info) => {
                if info.score.is_some() {
                    let (unit, mate) = (line.contains("score cp"), line.contains("score mate"));
                    let word = || "a word before the number".to_owned();
                    self.findings.judge(&SCORE_NUMBER, !unit, word);
                    self.findings.judge(&PLAIN_SCORE, !mate, word);
                }
                self.info(&info);
            }
            FromEngine::PopHash { .. } => {
                self.findings
                    .judge(&POPHASH, self.probes > 0, || "no probe asked for it".to_owned());
                self.probes = self.probes.saturating_sub(1);
            }
            FromEngine::Bye => {
                self.findings.judge(&BYE, self.quits > 0, || "quit was not said".to_owned());
            }
            FromEngine::Unknown(_) => {}
        }
    }

    fn ended(&mut self, _at: Duration) {
        let mut findings = std::mem::take(&mut self.findings);
        findings.closed = false;
        *self = Ucci { findings, ..Ucci::default() };
    }

    fn begin_amid(&mut self) {
        self.amid = true;
        self.said_anything = true;
        self.placed = true;
    }

    fn owed(&self) -> Option<Owed> {
        let search = self.search.as_ref().filter(|search| {
            let go = &search.go;
            let limited = go.depth.is_some() || go.nodes.is_some() || go.time.is_some();
            !search.pondering && limited || search.told_to_end.is_some()
        });
        let [greeting, ping] = self.asked;
        let what = |what, line| Some(Owed { what, line });
        match search {
            Some(search) => what("bestmove", search.line),
            None if self.pings > 0 => what("readyok", ping),
            None if self.greetings > 0 => what("ucciok", greeting),
            None => None,
        }
    }

    fn findings(&self) -> &Findings {
        &self.findings
    }

    fn findings_mut(&mut self) -> &mut Findings {
        &mut self.findings
    }
}

impl Ucci {
    pub(crate) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// The legal moves of the position that was sent last.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        self.board.as_ref().map(FollowedGame::legal_moves).unwrap_or_default()
    }

    /// Commands for the idle state are void while the engine thinks.
    fn is_idle(&mut self) -> bool {
        let idle = self.search.is_none();
        self.findings.judge(&IDLE_ONLY, idle, || "the engine thinks".to_owned());
        idle
    }

    fn late(&mut self, at: Duration) {
        if let Some(search) = &mut self.search
            && let Some(told) = search.told_to_end
            && at.saturating_sub(told) > STOP_PATIENCE
        {
            search.told_to_end = None;
            self.findings.miss(&STOPS, format!("stop was said at {:.3} s", told.as_secs_f64()));
        }
        let milliseconds = self.milliseconds;
        if let Some(search) = self.search.as_mut().filter(|search| !search.flagged)
            && let Some(limit) = search.limit(milliseconds)
            && at.saturating_sub(search.since).saturating_sub(limit) > SLACK + OVERDUE
        {
            search.flagged = true;
            self.findings.miss(&ON_TIME, format!("{:.3} s, and no move", limit.as_secs_f64()));
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        let on = ["true", "on"].iter().any(|word| value.eq_ignore_ascii_case(word));
        match name {
            "usemillisec" => self.milliseconds = on,
            "promotion" => self.promotion = on,
            "batch" => self.findings.judge(&NO_BATCH, !on, || "batch is on".to_owned()),
            _ => {}
        }
    }

    fn place(&mut self, position: &PositionText) {
        self.placed = true;
        self.bans.clear();
        let games = [Variant::XIANGQI, Variant::XIANGQI_PROMOTION];
        let [variant, mut other] = if self.promotion { [games[1], games[0]] } else { games };
        if !self.amid {
            other = variant;
        }
        let board = FollowedGame::of(variant, Notation::Coordinate, position);
        let board = board.or_else(|why| {
            FollowedGame::of(other, Notation::Coordinate, position).map_err(|_| why)
        });
        self.findings.judge(&MOVES_LEGAL, board.is_ok(), || {
            board.as_ref().err().cloned().unwrap_or_default()
        });
        self.board = board.ok();
    }

    fn go(&mut self, at: Duration, go: Go) {
        self.findings.judge(&POSITION_FIRST, self.placed, || "no position was sent".to_owned());
        let both = go.ponder && go.draw;
        self.findings.judge(&PONDER_OR_DRAW, !both, || "both words".to_owned());
        if let Some(time) = go.time {
            self.findings.judge(&CLOCKS, time > 0, || format!("time {time}"));
        }
        self.search = Some(Search {
            pondering: go.ponder,
            go,
            board: self.board.clone(),
            bans: self.bans.clone(),
            since: at,
            told_to_end: None,
            shown: false,
            line: self.findings.line,
            flagged: false,
        });
    }

    /// The search that an answer is for.
    fn answered(&mut self, at: Duration) -> Option<Search> {
        let search = self.search.take();
        self.findings.judge(&ONE_ANSWER, search.is_some(), || "no go asked for it".to_owned());
        let search = search?;
        if let Some(told) = search.told_to_end {
            let took = at.saturating_sub(told);
            self.findings.judge(&STOPS_SOON, took <= STOP_SOON, || {
                format!("{:.3} s went by", took.as_secs_f64())
            });
        }
        // Pondering is meant for the mode with a clock.
        if search.pondering && search.go.time.is_some() {
            self.findings
                .judge(&TOO_EARLY, search.told_to_end.is_some(), || "it was to ponder".to_owned());
        }
        Some(search)
    }

    fn best_move(&mut self, at: Duration, best: &MoveText, ponder: Option<&MoveText>) {
        let Some(search) = self.answered(at) else { return };
        self.findings.judge(&FINAL_PV, search.shown, || "no line was shown".to_owned());
        if let Some(limit) = search.limit(self.milliseconds).filter(|_| !search.flagged) {
            let took = at.saturating_sub(search.since);
            self.findings.judge(&ON_TIME, took <= limit + SLACK, || {
                format!("{:.3} s of {:.3} s", took.as_secs_f64(), limit.as_secs_f64())
            });
        }
        self.findings.judge(&BANNED, !search.bans.contains(best), || format!("{best} is banned"));
        let Some(board) = &search.board else { return };
        let legal = board.legal(best.as_str());
        self.findings.judge(&BEST_LEGAL, legal.is_ok(), || legal.clone().unwrap_err());
        if legal.is_err() {
            return;
        }
        let spelled = board.spelled(best.as_str());
        self.findings.judge(&SPELLING, spelled.as_deref() == Some(best.as_str()), || {
            format!("{best} is written {}", spelled.clone().unwrap_or_default())
        });
        if let Some(ponder) = ponder {
            let illegal = board.first_illegal(&[best.clone(), ponder.clone()]);
            self.findings.judge(&PONDER_LEGAL, illegal.is_none(), || illegal.unwrap_or_default());
        }
    }

    fn no_best_move(&mut self, at: Duration) {
        if self.search.is_none() && self.idle_stops > 0 {
            self.idle_stops -= 1;
            self.findings.judge(&NO_MOVE, true, String::new);
            return;
        }
        let Some(search) = self.answered(at) else { return };
        let Some(board) = &search.board else { return };
        // A position that is drawn or lost by its repetitions may count as dead too.
        let open = board.game().verdict() == ferz_rules::Verdict::Open;
        let left =
            board.legal_moves().iter().any(|mv| !search.bans.iter().any(|ban| ban == mv.as_str()));
        let fine = !left || !open || search.go.depth.is_some_and(|depth| depth <= 0);
        self.findings.judge(&NO_MOVE, fine, || "there are legal moves".to_owned());
    }

    fn info(&mut self, info: &Info) {
        let talks = info.message.is_some() || !info.other.is_empty();
        let Some(search) = &mut self.search else {
            self.findings.judge(&INFO_THINKING, talks, || "the engine is idle".to_owned());
            return;
        };
        self.findings.judge(&INFO_THINKING, true, String::new);
        search.shown |= !info.pv.is_empty() || info.score.is_some();
        let Some(board) = &search.board else { return };
        if !info.pv.is_empty() {
            let illegal = board.first_illegal(&info.pv);
            self.findings.judge(&PV_LEGAL, illegal.is_none(), || illegal.unwrap_or_default());
        }
        if let Some(mv) = &info.currmove {
            let legal = board.legal(mv.as_str());
            self.findings.judge(&CURRMOVE, legal.is_ok(), || legal.unwrap_err());
        }
    }
}

/// Whether a line to an engine is one of this protocol, and can be understood whole.
pub(crate) fn understands(line: &str) -> bool {
    let Parsed { value, remarks } = ToEngine::parse(line);
    remarks.is_empty() && !matches!(value, ToEngine::Unknown(_))
}

/// Whether a line of an engine is one of this protocol, and can be understood whole.
pub(crate) fn is_said(line: &str) -> bool {
    let Parsed { value, remarks } = FromEngine::parse(line);
    remarks.is_empty() && !matches!(value, FromEngine::Unknown(_))
}
