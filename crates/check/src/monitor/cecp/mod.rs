//! Watches a conversation in CECP.

pub(crate) mod clauses;
mod crossing;
mod described;
mod hears;

use super::game::FollowedGame;
use super::{Findings, Monitor, OVERDUE, Owed};
use clauses::*;
use crossing::{Crossing, Doing};
use ferz_link::Description;
use ferz_rules::{Notation, Side, Variant, Verdict};
use ferz_wire::cecp::{EditLine, FeatureValue, FromEngine, OptionDecl, ToEngine};
use ferz_wire::{MoveText, Parsed, RemarkKind};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// What the engine is to do with the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Play neither side.
    Force,
    /// Play this side.
    Play(Side),
    /// Analyse.
    Analyse,
    /// The game has ended.
    Over,
}

/// The engine is to move.
#[derive(Clone, Copy)]
struct Turn {
    since: Duration,
    /// The number of the line that said so: of two lines of one moment the first is the earlier.
    line: usize,
    /// Its flag has fallen, and that was said.
    flagged: bool,
}

/// A ping without its pong.
#[derive(Clone, Copy)]
struct Ping {
    number: Option<i64>,
    at: Duration,
    line: usize,
}

/// What is known of the conversation.
pub(crate) struct Cecp {
    findings: Findings,
    lines_said: u32,
    protover_at: Option<Duration>,
    done: Option<bool>,
    unanswered: VecDeque<String>,
    features: BTreeMap<String, FeatureValue>,
    options: Vec<OptionDecl>,
    debug_accepted: bool,
    debug_rejected: bool,
    variant: Option<Variant>,
    /// The name of the game, as the interface has it; empty where moves of it were not understood.
    name: String,
    /// What the engine says of the game, while it is saying it.
    described: Option<Description>,
    board: Option<FollowedGame>,
    mode: Mode,
    /// It is the engine's turn.
    thinking: Option<Turn>,
    /// A move may come although it is not due: in a game that is drawn, or after nonsense.
    optional: bool,
    /// The engine has claimed the end of the game in this position.
    claimed: bool,
    crossing: Crossing,
    /// `new` was said in analysis, which some take for a new game.
    unsure_of_mode: bool,
    pings: VecDeque<Ping>,
    editing: bool,
    post: Option<bool>,
    ponder: bool,
    hints: u32,
    stats: u32,
    /// The last move of the interface, if it cannot be legal.
    bad_move: bool,
    new_said: bool,
    /// The record begins amid the conversation: nobody knows what was announced before.
    amid: bool,
    /// What is left on the engine's clock for this move, and what `st` allows.
    clock: Option<Duration>,
    most: Option<Duration>,
}

impl Default for Cecp {
    fn default() -> Cecp {
        Cecp {
            findings: Findings::default(),
            lines_said: 0,
            protover_at: None,
            done: None,
            unanswered: VecDeque::new(),
            features: BTreeMap::new(),
            options: Vec::new(),
            debug_accepted: false,
            debug_rejected: false,
            variant: Some(Variant::NORMAL),
            name: Variant::NORMAL.name.to_owned(),
            described: None,
            board: Some(FollowedGame::new(Variant::NORMAL, Notation::Coordinate)),
            mode: Mode::Play(Side::Second),
            thinking: None,
            optional: false,
            claimed: false,
            crossing: Crossing::default(),
            unsure_of_mode: false,
            pings: VecDeque::new(),
            editing: false,
            post: None,
            ponder: false,
            hints: 0,
            stats: 0,
            bad_move: false,
            new_said: false,
            amid: false,
            clock: None,
            most: None,
        }
    }
}

impl Monitor for Cecp {
    fn heard_interface(&mut self, at: Duration, line: &str) {
        self.findings.hear_interface(at, line);
        if line.trim().is_empty() {
            return;
        }
        if self.editing {
            self.edit(line);
            return;
        }
        self.learn();
        let Parsed { value, .. } = ToEngine::parse(line);
        let known = !matches!(value, ToEngine::Unknown(_) | ToEngine::Malformed { .. });
        self.findings.judge(&HOST_KNOWN, known, || "no command of the protocol".to_owned());
        self.lines_said += 1;
        match self.lines_said {
            1 => self.findings.judge(&XBOARD_FIRST, value == ToEngine::Xboard, || {
                "the first command is another one".to_owned()
            }),
            // Without it the interface is one of version 1.
            said if matches!(value, ToEngine::Protover(_)) && self.protover_at.is_none() => {
                self.findings.judge(&XBOARD_FIRST, said == 2, || {
                    "protover does not follow xboard at once".to_owned()
                });
            }
            _ => {}
        }
        self.order(at, &value);
        self.allowed(&value);
        self.obey(at, value);
    }

    fn heard_engine(&mut self, at: Duration, line: &str) {
        self.findings.turn(at, line);
        if self.pings.is_empty() {
            // Who has not answered a ping yet may be deaf while it thinks: the pong ends the doubt.
            self.crossing.pass(at);
        }
        self.late(at);
        if line.trim().is_empty() {
            return;
        }
        let Parsed { value, remarks } = FromEngine::parse(line);
        if self.protover_at.is_some() {
            self.findings.judge(&KNOWN, !matches!(value, FromEngine::Unknown(_)), || {
                "no message of the protocol".to_owned()
            });
            let legacy = matches!(value, FromEngine::LegacyResult { .. });
            self.findings.judge(&LEGACY, !legacy, || "an old form of a result".to_owned());
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
        self.hear(at, value);
    }

    fn ended(&mut self, _at: Duration) {
        let mut findings = std::mem::take(&mut self.findings);
        findings.closed = false;
        *self = Cecp { findings, ..Cecp::default() };
    }

    fn begin_amid(&mut self) {
        self.amid = true;
        self.lines_said = 2;
        self.protover_at = Some(Duration::ZERO);
        self.done = Some(true);
        self.debug_accepted = true;
        self.new_said = true;
        self.post = Some(true);
        self.variant = None;
        self.board = None;
    }

    fn owed(&self) -> Option<Owed> {
        let turn = self.thinking.map(|turn| Owed { what: "a move", line: turn.line });
        let pong = self.pings.front().map(|ping| Owed { what: "pong", line: ping.line });
        turn.or(pong)
    }

    fn findings(&self) -> &Findings {
        &self.findings
    }

    fn findings_mut(&mut self) -> &mut Findings {
        &mut self.findings
    }
}

/// How long an interface waits for features that are not ended by `done=1`.
const FEATURES: Duration = Duration::from_millis(1900);
/// What the way of a line through pipes and programs may cost.
const SLACK: Duration = Duration::from_secs(1);
const PING_PATIENCE: Duration = Duration::from_secs(15);

impl Cecp {
    pub(crate) fn is_forced(&self) -> bool {
        self.mode == Mode::Force && !self.editing
    }

    pub(crate) fn board(&self) -> Option<&FollowedGame> {
        self.board.as_ref()
    }

    /// Whether a feature is on, where it is off unless it is set.
    fn has(&self, name: &str) -> bool {
        self.features.get(name) == Some(&FeatureValue::Int(1))
    }

    fn is_off(&self, name: &str) -> bool {
        self.features.get(name) == Some(&FeatureValue::Int(0))
    }

    fn order(&mut self, at: Duration, value: &ToEngine) {
        let answer = matches!(value, ToEngine::Accepted(_) | ToEngine::Rejected(_));
        if let Some(since) = self.protover_at
            && !answer
            && !matches!(value, ToEngine::Quit | ToEngine::Protover(_))
        {
            let fine = match self.done {
                Some(true) => true,
                Some(false) => false,
                None => at.saturating_sub(since) >= FEATURES,
            };
            self.findings
                .judge(&WAITS_DONE, fine, || "the features may not be complete".to_owned());
            let missing = self.unanswered.front().cloned();
            self.findings.judge(&ANSWERS_FEATURES, missing.is_none(), || {
                format!("{} was not answered", missing.unwrap_or_default())
            });
            self.unanswered.clear();
        }
        if self.mode == Mode::Over {
            let asks =
                matches!(value, ToEngine::Go | ToEngine::UserMove(_) | ToEngine::BareMove(_));
            self.findings.judge(&RESULT_SENT, !asks, || "the game has ended".to_owned());
        }
    }

    /// Whether the features of the engine allow this.
    fn allowed(&mut self, value: &ToEngine) {
        if self.amid {
            return;
        }
        let enabled = match value {
            ToEngine::Ping(_) => Some("ping"),
            ToEngine::SetBoard(_) => Some("setboard"),
            ToEngine::PlayOther => Some("playother"),
            ToEngine::Memory(_) => Some("memory"),
            ToEngine::Cores(_) => Some("smp"),
            ToEngine::Exclude(_) | ToEngine::Include(_) => Some("exclude"),
            ToEngine::SetScore(..) => Some("setscore"),
            ToEngine::Lift(_) | ToEngine::Put(_) | ToEngine::Hover(_) => Some("highlight"),
            ToEngine::Pause | ToEngine::Resume => Some("pause"),
            ToEngine::Ics(_) => Some("ics"),
            _ => None,
        };
        if let Some(name) = enabled {
            let has = self.has(name);
            self.findings.judge(&ENABLED_ONLY, has, || format!("the engine has not set {name}=1"));
        }
        let disabled = match value {
            ToEngine::Time(_) | ToEngine::Otim(_) => Some("time"),
            ToEngine::Draw => Some("draw"),
            ToEngine::Analyze => Some("analyze"),
            ToEngine::White | ToEngine::Black => Some("colors"),
            ToEngine::Nps(_) => Some("nps"),
            _ => None,
        };
        if let Some(name) = disabled {
            let off = self.is_off(name);
            self.findings.judge(&DISABLED, !off, || format!("the engine has set {name}=0"));
        }
        let wants = self.has("usermove");
        match value {
            ToEngine::UserMove(_) => {
                self.findings.judge(&USERMOVE, wants, || "usermove was not asked for".to_owned());
            }
            ToEngine::BareMove(_) => {
                self.findings.judge(&USERMOVE, !wants, || "usermove is missing".to_owned());
            }
            ToEngine::Option { name, .. } => {
                let known = self.options.iter().any(|option| option.name == *name);
                self.findings.judge(&OPTIONS_DECLARED, known, || format!("{name:?} is none"));
            }
            _ => {}
        }
    }

    /// What the engine has to make of it.
    fn obey(&mut self, at: Duration, value: ToEngine) {
        match value {
            ToEngine::Protover(_) => self.protover_at = Some(at),
            ToEngine::Accepted(name) => {
                self.answered(&name);
                self.debug_accepted |= name == "debug";
            }
            ToEngine::Rejected(name) => {
                self.answered(&name);
                if name == "debug" {
                    self.debug_rejected = true;
                    self.findings.judge(&DEBUG_REJECTED, true, String::new);
                }
            }
            ToEngine::New => {
                // In analysis it sets the position and no more (C-676).
                match self.mode {
                    Mode::Analyse => {
                        self.end_search(Mode::Analyse);
                        self.unsure_of_mode = true;
                    }
                    _ => self.end_search(Mode::Play(Side::Second)),
                }
                self.new_said = true;
                self.variant = Some(Variant::NORMAL);
                Variant::NORMAL.name.clone_into(&mut self.name);
                self.set_board(Some(FollowedGame::new(Variant::NORMAL, Notation::Coordinate)));
            }
            ToEngine::Variant(name) => {
                self.variant = Variant::by_name(&name);
                self.name = name;
                self.set_board(
                    self.variant.map(|variant| FollowedGame::new(variant, spelling(variant))),
                );
            }
            ToEngine::Force => self.end_search(Mode::Force),
            ToEngine::Go => {
                self.findings.judge(&NEW_FIRST, self.new_said, || "new was not said".to_owned());
                if let Some(board) = &self.board {
                    self.mode = Mode::Play(board.game().side());
                }
                self.begin(at);
            }
            ToEngine::PlayOther => {
                let side = self.board.as_ref().map(|board| board.game().side());
                self.end_search(side.map_or(Mode::Force, |side| Mode::Play(opposite(side))));
            }
            ToEngine::White => self.colour(Side::First),
            ToEngine::Black => self.colour(Side::Second),
            ToEngine::UserMove(mv) | ToEngine::BareMove(mv) => self.user_move(at, &mv),
            ToEngine::Undo => {
                self.set_up();
                self.take_back(1);
            }
            ToEngine::Remove => self.take_back(2),
            ToEngine::SetBoard(fen) => {
                self.set_up();
                let plays = matches!(self.mode, Mode::Play(_));
                match self.mode {
                    Mode::Analyse => self.end_search(Mode::Analyse),
                    _ => self.end_search(Mode::Force),
                }
                // The document does not say whether an engine that was playing plays on here (C-205).
                self.optional = plays;
                let board =
                    self.variant.or(self.amid.then_some(Variant::NORMAL)).and_then(|variant| {
                        FollowedGame::from_fen(variant, spelling(variant), &fen).ok()
                    });
                self.set_board(board);
            }
            ToEngine::Edit => {
                self.set_up();
                self.editing = true;
                self.set_board(None);
            }
            ToEngine::Result { .. } => self.end_search(Mode::Over),
            ToEngine::Analyze => self.end_search(Mode::Analyse),
            ToEngine::Exit => self.end_search(Mode::Force),
            ToEngine::Ping(number) => {
                self.pings.push_back(Ping { number, at, line: self.findings.line });
            }
            ToEngine::Time(left) => {
                self.clock =
                    Some(Duration::from_millis(left.max(0).unsigned_abs().saturating_mul(10)));
            }
            ToEngine::St(seconds) => {
                self.most = Duration::try_from_secs_f64(seconds).ok();
                self.clock = None;
            }
            ToEngine::Level(_) => self.most = None,
            ToEngine::Post => self.post = Some(true),
            ToEngine::NoPost => {
                let doing = if self.is_showing() { Doing::Showing } else { Doing::Nothing };
                self.crossing.cut(at, self.findings.line, doing);
                self.post = Some(false);
            }
            ToEngine::Hard => self.ponder = true,
            ToEngine::Easy => {
                let doing = if self.ponder { Doing::Showing } else { Doing::Nothing };
                self.crossing.cut(at, self.findings.line, doing);
                self.ponder = false;
            }
            ToEngine::Holding { white, black, .. } => self.holding(at, &white, &black),
            ToEngine::Hint => self.hints += 1,
            ToEngine::Status => self.stats += 1,
            _ => {}
        }
    }

    /// What is in hand now, in a game of two boards (C-535). Who had no move may have one now; a move
    /// that is on its way was made with the hands before.
    fn holding(&mut self, at: Duration, white: &str, black: &str) {
        let Some(board) = self.board.as_mut().filter(|board| board.game().variant().partners)
        else {
            return;
        };
        let waited = board.game().waits();
        if board.hold(white, black) && waited && self.mode == Mode::Play(board.game().side()) {
            self.begin(at);
        }
    }

    fn answered(&mut self, name: &str) {
        if let Some(index) = self.unanswered.iter().position(|feature| feature == name) {
            self.unanswered.remove(index);
        }
    }

    fn end_search(&mut self, mode: Mode) {
        self.unsure_of_mode = false;
        self.cut();
        self.mode = mode;
    }

    /// Something ends what the engine is at: what it still says of that may come behind it.
    fn cut(&mut self) {
        let lost = self.board.is_none() && matches!(self.mode, Mode::Play(_));
        let may_claim = !self.claimed && self.board.as_ref().is_some_and(is_over);
        let doing = match self.thinking.is_some() || self.optional || lost || may_claim {
            true => Doing::Moving,
            false if self.is_showing() => Doing::Showing,
            false => Doing::Nothing,
        };
        self.crossing.cut(self.findings.at, self.findings.line, doing);
        self.thinking = None;
        self.optional = false;
    }

    /// Whether the engine may have lines of play to show.
    fn is_showing(&self) -> bool {
        self.thinking.is_some() || self.mode == Mode::Analyse || self.ponder
    }

    fn set_board(&mut self, board: Option<FollowedGame>) {
        self.board = board;
        self.claimed = false;
    }

    /// Positions are set up where the engine does not play.
    fn set_up(&mut self) {
        let fine = matches!(self.mode, Mode::Force | Mode::Analyse | Mode::Over);
        self.findings.judge(&POSITION_FORCED, fine, || "the engine plays".to_owned());
    }

    fn begin(&mut self, at: Duration) {
        let over = self.board.as_ref().is_some_and(|board| {
            matches!(board.game().verdict(), Verdict::Draw(_) | Verdict::Win(..))
                || board.game().waits()
        });
        // What is over needs no move, nor can who waits for a piece make one; and a draw may be claimed
        // or not.
        self.optional = over;
        let line = self.findings.line;
        self.thinking = (!over).then_some(Turn { since: at, line, flagged: false });
    }

    fn colour(&mut self, side: Side) {
        let right = self.board.as_ref().is_some_and(|board| board.game().side() == side);
        self.end_search(Mode::Play(opposite(side)));
        if !right {
            self.board = None;
        }
    }

    fn user_move(&mut self, at: Duration, mv: &MoveText) {
        self.bad_move = false;
        let Some(board) = &mut self.board else {
            // A description that comes now is too late.
            self.name.clear();
            return;
        };
        let out_of_turn = self.thinking.is_some();
        let played = if out_of_turn {
            Err("it is not their turn".to_owned())
        } else {
            board.play(mv.as_str())
        };
        self.findings.judge(&MOVES_LEGAL, played.is_ok(), || played.clone().unwrap_err());
        if played.is_err() {
            self.bad_move = true;
            return;
        }
        self.claimed = false;
        match self.mode {
            Mode::Play(side) if board.game().side() == side => self.begin(at),
            // Whether the engine goes on with a game that has ended is its affair.
            Mode::Over => self.optional = true,
            _ => {}
        }
    }

    fn take_back(&mut self, count: usize) {
        self.cut();
        self.claimed = false;
        if let Some(board) = &mut self.board {
            for _ in 0..count {
                if !board.undo() {
                    break;
                }
            }
        }
        if count == 1 && self.mode != Mode::Analyse || self.mode == Mode::Over {
            self.mode = Mode::Force;
        }
    }

    fn edit(&mut self, line: &str) {
        if EditLine::parse(line).value == EditLine::Leave {
            self.editing = false;
        }
    }

    fn late(&mut self, at: Duration) {
        if self.thinking.is_none()
            && let Some(Ping { at: asked, .. }) = self.pings.front().copied()
            && at.saturating_sub(asked) > PING_PATIENCE
        {
            self.pings.clear();
            self.findings.miss(&PINGS, format!("ping was said at {:.3} s", asked.as_secs_f64()));
        }
        if let Some(turn) = self.thinking.as_mut().filter(|turn| !turn.flagged)
            && let Some(limit) = self.clock.into_iter().chain(self.most).min()
            && at.saturating_sub(turn.since).saturating_sub(limit) > SLACK + OVERDUE
        {
            turn.flagged = true;
            self.findings.miss(&ON_TIME, format!("{:.3} s, and no move", limit.as_secs_f64()));
        }
    }
}

/// How moves of this game are written: castling in words where rooks stand anywhere (C-316).
fn spelling(variant: Variant) -> Notation {
    match variant == Variant::CHESS960 {
        true => Notation::CastlingWords,
        false => Notation::Coordinate,
    }
}

/// Whether somebody may claim that the game has ended.
fn is_over(board: &FollowedGame) -> bool {
    board.game().verdict() != Verdict::Open
}

fn opposite(side: Side) -> Side {
    match side {
        Side::First => Side::Second,
        Side::Second => Side::First,
    }
}

/// Whether a line to an engine is one of this protocol, and can be understood whole.
pub(crate) fn understands(line: &str) -> bool {
    let Parsed { value, remarks } = ToEngine::parse(line);
    remarks.is_empty()
        && !matches!(
            value,
            ToEngine::Unknown(_) | ToEngine::Malformed { .. } | ToEngine::BareMove(_)
        )
}

/// Whether a line of an engine is one of this protocol, and can be understood whole.
pub(crate) fn is_said(line: &str) -> bool {
    let Parsed { value, remarks } = FromEngine::parse(line);
    remarks.is_empty() && !matches!(value, FromEngine::Unknown(_))
}
