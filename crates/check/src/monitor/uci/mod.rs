//! Watches a conversation in UCI.

pub(crate) mod clauses;
mod hears;
mod ranks;

use super::game::FollowedGame;
use super::{Findings, Monitor, OVERDUE, Owed};
use clauses::*;
use ferz_rules::{Notation, Variant};
use ferz_wire::uci::{FromEngine, Go, OptionDecl, OptionKind, ToEngine};
use ferz_wire::{MoveText, Parsed, PositionText, Remark, RemarkKind};
use std::time::Duration;

const STOP_PATIENCE: Duration = Duration::from_secs(5);
const PING_PATIENCE: Duration = Duration::from_secs(15);
/// What the way of a line through pipes and programs may cost.
const SLACK: Duration = Duration::from_millis(500);

/// A search under way.
struct Search {
    go: Go,
    /// Where, if the position is known.
    board: Option<FollowedGame>,
    /// When its clock began to count.
    since: Duration,
    began: Duration,
    pondering: bool,
    told_to_end: Option<Duration>,
    /// The rank of the last line of several.
    rank: u32,
    last_time: Duration,
    last_was_info: bool,
    lines: u64,
    /// The line of its `go`.
    line: usize,
    /// Its flag has fallen, and that was said.
    flagged: bool,
}

impl Search {
    /// When it has to end, counting from its beginning, as far as it can be known.
    fn limit(&self) -> Option<Duration> {
        let board = self.board.as_ref()?;
        if self.pondering || self.go.infinite {
            return None;
        }
        // The increment is gained by the move: it cannot be used for it.
        let time = match board.game().side() {
            ferz_rules::Side::First => self.go.wtime,
            ferz_rules::Side::Second => self.go.btime,
        };
        let limit = match (time, self.go.movetime) {
            (Some(time), _) if time > 0 => time,
            (None, Some(time)) if time > 0 => time.saturating_add(500),
            _ => return None,
        };
        Some(Duration::from_millis(limit.unsigned_abs()))
    }
}

/// What is known of the conversation.
pub(crate) struct Uci {
    findings: Findings,
    said_anything: bool,
    /// `uci`s without their `uciok`.
    greetings: u32,
    greeted: bool,
    pings: u32,
    oldest_ping: Option<Duration>,
    /// The lines of the last `uci` and `isready`.
    asked: [usize; 2],
    was_ready: bool,
    options: Vec<OptionDecl>,
    multipv: i64,
    chess960: bool,
    variant: Option<Variant>,
    notation: Notation,
    ranks: ranks::Ranks,
    show_refutations: bool,
    show_currline: bool,
    /// Whether a position was sent, and the last one, if it can be understood.
    placed: bool,
    board: Option<FollowedGame>,
    search: Option<Search>,
    /// `go`s that came while another search ran: whether they are answered is open.
    extra: u32,
    registration_error: bool,
    registered: bool,
    /// The record begins amid the conversation: nobody knows what was declared and set before.
    amid: bool,
}

impl Default for Uci {
    fn default() -> Uci {
        Uci {
            findings: Findings::default(),
            said_anything: false,
            greetings: 0,
            greeted: false,
            pings: 0,
            oldest_ping: None,
            asked: [0; 2],
            was_ready: false,
            options: Vec::new(),
            multipv: 1,
            chess960: false,
            variant: Some(Variant::NORMAL),
            notation: Notation::Coordinate,
            ranks: ranks::Ranks::default(),
            show_refutations: false,
            show_currline: false,
            placed: false,
            board: Some(FollowedGame::new(Variant::NORMAL, Notation::Coordinate)),
            search: None,
            extra: 0,
            registration_error: false,
            registered: false,
            amid: false,
        }
    }
}

impl Monitor for Uci {
    fn heard_interface(&mut self, at: Duration, line: &str) {
        self.findings.hear_interface(at, line);
        self.late(at);
        let Parsed { value, remarks } = ToEngine::parse(line);
        if !line.trim().is_empty() {
            let unknown = matches!(value, ToEngine::Unknown(_));
            let bad = remarks.iter().find(|remark| is_bad(remark.kind));
            self.findings.judge(&HOST_KNOWN, !unknown && bad.is_none(), || match bad {
                Some(bad) => format!("{:?} cannot be understood", bad.text),
                None => "no command of the protocol".to_owned(),
            });
        }
        if !self.said_anything && !matches!(value, ToEngine::Unknown(_)) {
            self.said_anything = true;
            self.findings.judge(&UCI_FIRST, value == ToEngine::Uci, || {
                "the first command is another one".to_owned()
            });
        }
        if self.greetings > 0 {
            let fine = matches!(value, ToEngine::Quit | ToEngine::Unknown(_));
            self.findings.judge(&WAITS_UCIOK, fine, || "uciok has not come yet".to_owned());
        }
        match value {
            ToEngine::Uci => {
                self.greetings += 1;
                self.asked[0] = self.findings.line;
            }
            ToEngine::IsReady => {
                self.asked[1] = self.findings.line;
                self.pings += 1;
                self.oldest_ping.get_or_insert(at);
            }
            ToEngine::SetOption { name, value } => self.set(&name, value.as_deref()),
            ToEngine::Position(position) => self.place(&position),
            ToEngine::UciNewGame => {
                self.placing();
                // Whether the position stays is left open (U-195).
                self.board = None;
            }
            ToEngine::Go(go) => self.go(at, *go),
            ToEngine::Stop => {
                if let Some(search) = &mut self.search {
                    search.told_to_end.get_or_insert(at);
                }
            }
            ToEngine::PonderHit => {
                let pondering = self.search.as_ref().is_some_and(|search| search.pondering);
                self.findings
                    .judge(&PONDERHIT, pondering, || "the engine does not ponder".to_owned());
                if let Some(search) = self.search.as_mut().filter(|search| search.pondering) {
                    search.pondering = false;
                    search.since = at;
                }
            }
            ToEngine::Register(_) => {
                self.findings.judge(&REGISTERS, true, String::new);
                self.registration_error = false;
                self.registered = true;
            }
            ToEngine::Quit => {
                if let Some(search) = &mut self.search {
                    search.told_to_end.get_or_insert(at);
                }
            }
            ToEngine::Debug(_) | ToEngine::Unknown(_) => {}
        }
    }

    fn heard_engine(&mut self, at: Duration, line: &str) {
        self.findings.turn(at, line);
        self.late(at);
        if line.trim().is_empty() {
            return;
        }
        let Parsed { value, remarks } = FromEngine::parse(line);
        // Programs may greet the person who started them.
        if self.said_anything {
            self.findings.judge(&KNOWN, !matches!(value, FromEngine::Unknown(_)), || {
                "no message of the protocol".to_owned()
            });
        }
        if !matches!(value, FromEngine::Unknown(_)) {
            let bad = remarks.iter().find(|remark| is_bad(remark.kind) || is_wrong(remark));
            self.findings.judge(&WELL_FORMED, bad.is_none(), || {
                format!("{:?} cannot be understood", bad.map_or("", |bad| bad.text.as_str()))
            });
        }
        let encoding = remarks.iter().any(|remark| remark.kind == RemarkKind::Encoding);
        self.findings.judge(&ENCODING, !encoding, || "bytes that are not UTF-8".to_owned());
        match value {
            FromEngine::UciOk => {
                self.findings
                    .judge(&UCIOK, self.greetings > 0, || "no uci asked for it".to_owned());
                self.greetings = self.greetings.saturating_sub(1);
                self.greeted = true;
            }
            FromEngine::ReadyOk => {
                self.findings
                    .judge(&READYOK, self.pings > 0, || "no isready asked for it".to_owned());
                self.pings = self.pings.saturating_sub(1);
                self.oldest_ping = (self.pings > 0).then_some(at);
                self.was_ready = true;
            }
            FromEngine::Id { .. } => self.declared(),
            FromEngine::Option(option) => {
                self.declared();
                self.options.retain(|old| !old.name.eq_ignore_ascii_case(&option.name));
                if let OptionKind::Spin { default: Some(lines), .. } = option.kind
                    && option.name.eq_ignore_ascii_case("MultiPV")
                {
                    self.multipv = lines;
                }
                if let OptionKind::Combo { default: Some(game), .. } = &option.kind
                    && option.name.eq_ignore_ascii_case("UCI_Variant")
                {
                    self.play_variant(&game.clone());
                }
                if self.options.len() < OPTIONS {
                    self.options.push(option);
                }
            }
            FromEngine::BestMove { best, ponder } => self.best_move(at, best, ponder),
            FromEngine::Info(info) => self.info(at, &info),
            FromEngine::Registration(check) => {
                // An attempt that fails is no start-up any more.
                self.registration_error = check == ferz_wire::uci::Check::Error && !self.registered;
            }
            FromEngine::CopyProtection(_) | FromEngine::Unknown(_) => {}
        }
    }

    fn ended(&mut self, _at: Duration) {
        let mut findings = std::mem::take(&mut self.findings);
        findings.closed = false;
        *self = Uci { findings, ..Uci::default() };
    }

    fn begin_amid(&mut self) {
        self.amid = true;
        self.said_anything = true;
        self.greeted = true;
        self.was_ready = true;
        self.placed = true;
        self.board = None;
    }

    fn owed(&self) -> Option<Owed> {
        let search = self.search.as_ref().filter(|search| {
            !search.pondering && !search.go.infinite || search.told_to_end.is_some()
        });
        let [greeting, ping] = self.asked;
        let what = |what, line| Some(Owed { what, line });
        match search {
            Some(search) => what("bestmove", search.line),
            None if self.pings > 0 => what("readyok", ping),
            None if self.greetings > 0 => what("uciok", greeting),
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

/// What makes a message unreadable, and is not merely odd.
fn is_bad(kind: RemarkKind) -> bool {
    matches!(
        kind,
        RemarkKind::BadNumber
            | RemarkKind::MissingArgument
            | RemarkKind::BadValue
            | RemarkKind::Repeated
    )
}

/// A number below zero where there can be none, or a score without its unit: hosts understand both, and
/// engines must not say them.
fn is_wrong(remark: &Remark) -> bool {
    let is_negative = remark.text.starts_with('-') && remark.text.len() < 12;
    remark.kind == RemarkKind::Saturated && is_negative
        || remark.kind == RemarkKind::Dialect
            && ["score", "cp", "mate"].contains(&remark.text.as_str())
}

/// More options are not remembered: no engine has as many.
const OPTIONS: usize = 2_000;

impl Uci {
    pub(crate) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    fn declared(&mut self) {
        let in_time = self.greetings > 0;
        self.findings.judge(&DECLARED_BEFORE, in_time, || "uciok was said before".to_owned());
    }

    /// What is overdue by now.
    fn late(&mut self, at: Duration) {
        if let Some(search) = &mut self.search
            && let Some(told) = search.told_to_end
            && at.saturating_sub(told) > STOP_PATIENCE
        {
            search.told_to_end = None;
            self.findings.miss(&STOPS, format!("stop was said at {:.3} s", told.as_secs_f64()));
        }
        if let Some(search) = self.search.as_mut().filter(|search| !search.flagged)
            && let Some(limit) = search.limit()
            && at.saturating_sub(search.since).saturating_sub(limit) > SLACK + OVERDUE
        {
            search.flagged = true;
            self.findings.miss(&ON_TIME, format!("{:.3} s, and no move", limit.as_secs_f64()));
        }
        if let Some(asked) = self.oldest_ping
            && at.saturating_sub(asked) > PING_PATIENCE
        {
            self.oldest_ping = None;
            self.findings.miss(&PINGS, format!("isready was said at {:.3} s", asked.as_secs_f64()));
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        self.findings.judge(&SET_IDLE, self.search.is_none(), || "a search runs".to_owned());
        let declared = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        if !self.amid {
            let known = declared.is_some();
            self.findings.judge(&SETS_DECLARED, known, || format!("{name:?} was not declared"));
        }
        let Some(declared) = declared else { return };
        let fault = value_fault(&declared.kind, value);
        let kind = declared.kind.clone();
        self.findings.judge(&SETS_VALUES, fault.is_none(), || fault.clone().unwrap_or_default());
        if fault.is_some() {
            return;
        }
        let value = value.unwrap_or_default();
        let on = value.eq_ignore_ascii_case("true");
        match name.to_ascii_lowercase().as_str() {
            "multipv" => self.multipv = value.parse().unwrap_or(self.multipv),
            "uci_chess960" => {
                self.chess960 = on;
                self.rules();
            }
            "uci_variant" if matches!(kind, OptionKind::Combo { .. }) => self.play_variant(value),
            "uci_showrefutations" => self.show_refutations = on,
            "uci_showcurrline" => self.show_currline = on,
            _ => {}
        }
    }

    fn play_variant(&mut self, name: &str) {
        self.variant = Variant::by_name(name);
        self.rules();
    }

    /// The rules and the spelling have changed: the board is that of the next position.
    fn rules(&mut self) {
        self.ranks = ranks::Ranks::default();
        (self.variant, self.notation) = match self.variant {
            Some(game) if game == Variant::NORMAL || game == Variant::CHESS960 => {
                let game = if self.chess960 { Variant::CHESS960 } else { Variant::NORMAL };
                (Some(game), game.wire)
            }
            // Fairy-Stockfish counts the ranks from 1 (U-511), until a move shows another way.
            Some(game) if ranks::counts_from_zero(game) => {
                (self.variant, Notation::CoordinateFromOne)
            }
            other => (other, Notation::Coordinate),
        };
        self.board = None;
    }

    fn placing(&mut self) {
        self.findings.judge(&PLACE_IDLE, self.search.is_none(), || "a search runs".to_owned());
    }

    fn place(&mut self, position: &PositionText) {
        self.placing();
        self.placed = true;
        if let Some(search) = &mut self.search {
            // Which position counts then, nobody says (U-055), nor which one is searched.
            search.board = None;
            self.board = None;
            return;
        }
        let Some(variant) = self.variant else {
            self.board = None;
            return;
        };
        match FollowedGame::of(variant, self.notation, position) {
            Ok(board) => {
                self.findings.judge(&MOVES_LEGAL, true, String::new);
                self.spelling_of(position, variant);
                self.board = Some(board);
            }
            Err(why) => {
                if let Some(board) = self.counted_otherwise(position, &why) {
                    self.board = Some(board);
                    return;
                }
                // Null moves have no document; which position an engine keeps is its affair.
                self.board = None;
                let others = self.other_games(position);
                self.findings.judge(&MOVES_LEGAL, !others.is_empty(), || why);
                if let [(variant, notation)] = others[..] {
                    (self.variant, self.notation) = (Some(variant), notation);
                    self.board = FollowedGame::of(variant, notation, position).ok();
                }
            }
        }
    }

    /// The games that this position is one of, although nobody has named them: what was set before
    /// the record begins is not known, and some engines of one game need no option for it.
    fn other_games(&self, position: &PositionText) -> Vec<(Variant, Notation)> {
        let is_choice = |it: &OptionDecl| it.name.eq_ignore_ascii_case("UCI_Variant");
        let unnamed = || Variant::all().into_iter().filter(|game| game.unnamed && game.offered);
        let mut games = Vec::new();
        if self.amid {
            games.push((Variant::CHESS960, Notation::KingTakesRook));
            games.extend(unnamed().map(|game| (game, Notation::CoordinateFromOne)));
        }
        if self.amid || !self.options.iter().any(is_choice) {
            games.extend(unnamed().map(|game| (game, Notation::Coordinate)));
        }
        games.retain(|(variant, notation)| FollowedGame::of(*variant, *notation, position).is_ok());
        games
    }

    /// Castling as Chess960 has it, where the record does not say that this is chess.
    fn may_castle_so(&self, line: &[MoveText]) -> bool {
        const CASTLING: [&str; 4] = ["e1h1", "e1a1", "e8h8", "e8a8"];
        self.amid && line.iter().any(|mv| CASTLING.contains(&mv.as_str()))
    }

    fn spelling_of(&mut self, position: &PositionText, variant: Variant) {
        let start = PositionText { start: position.start.clone(), moves: Vec::new() };
        let Ok(mut board) = FollowedGame::of(variant, self.notation, &start) else { return };
        for mv in &position.moves {
            let spelled = board.spelled(mv.as_str());
            self.findings.judge(&SENDS_SPELLING, spelled.as_deref() == Some(mv.as_str()), || {
                format!("{mv} is written {}", spelled.clone().unwrap_or_default())
            });
            let _ = board.play(mv.as_str());
        }
    }

    fn go(&mut self, at: Duration, go: Go) {
        self.findings.judge(&GO_IDLE, self.search.is_none(), || "a search runs".to_owned());
        if std::mem::take(&mut self.registration_error) {
            self.findings.judge(&REGISTERS, false, || "the engine waits for it".to_owned());
        }
        self.findings.judge(&POSITION_FIRST, self.placed, || "no position was sent".to_owned());
        self.findings
            .judge(&READY_FIRST, self.was_ready, || "isready was never answered".to_owned());
        let clocks = [go.wtime, go.btime].into_iter().flatten().all(|time| time > 0);
        let fine = clocks && go.movestogo.is_none_or(|moves| moves > 0);
        if go.wtime.is_some() || go.btime.is_some() {
            self.findings.judge(&CLOCKS, fine, || "nothing is left on a clock".to_owned());
        }
        if !go.searchmoves.is_empty()
            && let Some(board) = &self.board
        {
            let legal = go.searchmoves.iter().all(|mv| board.legal(mv.as_str()).is_ok());
            self.findings.judge(&SEARCHMOVES, legal, || "one of them is not legal".to_owned());
        }
        // An extension without a bestmove (U-253).
        if go.perft.is_some() {
            return;
        }
        if self.search.is_some() {
            self.extra += 1;
            return;
        }
        self.search = Some(Search {
            pondering: go.ponder,
            go,
            board: self.board.clone(),
            since: at,
            began: at,
            told_to_end: None,
            rank: 0,
            last_time: Duration::ZERO,
            last_was_info: false,
            lines: 0,
            line: self.findings.line,
            flagged: false,
        });
    }
}

/// Why an option cannot have this value.
pub(crate) fn value_fault(kind: &OptionKind, value: Option<&str>) -> Option<String> {
    match (kind, value) {
        (OptionKind::Button | OptionKind::String { .. } | OptionKind::Other { .. }, _) => None,
        (_, None) => Some("a value is missing".to_owned()),
        (OptionKind::Check { .. }, Some(value)) => {
            let fine = ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word));
            (!fine).then(|| format!("{value:?} is neither true nor false"))
        }
        (OptionKind::Spin { min, max, .. }, Some(value)) => match value.parse::<i64>() {
            Err(_) => Some(format!("{value:?} is no number")),
            Ok(number) => {
                let fine =
                    min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max);
                (!fine).then(|| format!("{number} is out of range"))
            }
        },
        (OptionKind::Combo { vars, .. }, Some(value)) => {
            let fine = vars.iter().any(|choice| choice.eq_ignore_ascii_case(value));
            (!fine).then(|| format!("{value:?} is none of the choices"))
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
