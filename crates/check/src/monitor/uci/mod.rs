//! Watches a conversation in UCI.

pub(crate) mod clauses;

use super::board::Board;
use super::{Book, Monitor};
use clauses::*;
use ferz_rules::{Notation, Variant};
use ferz_wire::uci::{FromEngine, Go, Info, OptionDecl, OptionKind, ToEngine};
use ferz_wire::{MoveText, Parsed, PositionText, RemarkKind};
use std::time::Duration;

const STOP_PATIENCE: Duration = Duration::from_secs(5);
const PING_PATIENCE: Duration = Duration::from_secs(15);
/// What the way of a line through pipes and programs may cost.
const SLACK: Duration = Duration::from_millis(500);

/// A search under way.
struct Search {
    go: Go,
    /// Where, if the position is known.
    board: Option<Board>,
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
}

/// What is known of the conversation.
pub(crate) struct Uci {
    book: Book,
    said_anything: bool,
    /// `uci`s without their `uciok`.
    greetings: u32,
    greeted: bool,
    pings: u32,
    oldest_ping: Option<Duration>,
    was_ready: bool,
    options: Vec<OptionDecl>,
    multipv: i64,
    chess960: bool,
    variant: Option<Variant>,
    notation: Notation,
    show_refutations: bool,
    show_currline: bool,
    /// Whether a position was sent, and the last one, if it can be understood.
    placed: bool,
    board: Option<Board>,
    search: Option<Search>,
    /// `go`s that came while another search ran: whether they are answered is open.
    extra: u32,
    registration_error: bool,
    registered: bool,
}

impl Default for Uci {
    fn default() -> Uci {
        Uci {
            book: Book::default(),
            said_anything: false,
            greetings: 0,
            greeted: false,
            pings: 0,
            oldest_ping: None,
            was_ready: false,
            options: Vec::new(),
            multipv: 1,
            chess960: false,
            variant: Some(Variant::NORMAL),
            notation: Notation::Coordinate,
            show_refutations: false,
            show_currline: false,
            placed: false,
            board: Some(Board::new(Variant::NORMAL, Notation::Coordinate)),
            search: None,
            extra: 0,
            registration_error: false,
            registered: false,
        }
    }
}

impl Monitor for Uci {
    fn heard_interface(&mut self, at: Duration, line: &str) {
        self.book.hear_interface(at, line);
        self.late(at);
        let Parsed { value, remarks } = ToEngine::parse(line);
        if !line.trim().is_empty() {
            let unknown = matches!(value, ToEngine::Unknown(_));
            let bad = remarks.iter().find(|remark| is_bad(remark.kind));
            self.book.judge(&HOST_KNOWN, !unknown && bad.is_none(), || match bad {
                Some(bad) => format!("{:?} cannot be understood", bad.text),
                None => "no command of the protocol".to_owned(),
            });
        }
        if !self.said_anything && !matches!(value, ToEngine::Unknown(_)) {
            self.said_anything = true;
            self.book.judge(&UCI_FIRST, value == ToEngine::Uci, || {
                "the first command is another one".to_owned()
            });
        }
        if self.greetings > 0 {
            let fine = matches!(value, ToEngine::Quit | ToEngine::Unknown(_));
            self.book.judge(&WAITS_UCIOK, fine, || "uciok has not come yet".to_owned());
        }
        match value {
            ToEngine::Uci => self.greetings += 1,
            ToEngine::IsReady => {
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
                self.book.judge(&PONDERHIT, pondering, || "the engine does not ponder".to_owned());
                if let Some(search) = self.search.as_mut().filter(|search| search.pondering) {
                    search.pondering = false;
                    search.since = at;
                }
            }
            ToEngine::Register(_) => {
                self.book.judge(&REGISTERS, true, String::new);
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
        self.book.turn(at, line);
        self.late(at);
        if line.trim().is_empty() {
            return;
        }
        let Parsed { value, remarks } = FromEngine::parse(line);
        // Programs may greet the person who started them.
        if self.said_anything {
            self.book.judge(&KNOWN, !matches!(value, FromEngine::Unknown(_)), || {
                "no message of the protocol".to_owned()
            });
        }
        if !matches!(value, FromEngine::Unknown(_)) {
            let bad = remarks.iter().find(|remark| is_bad(remark.kind));
            self.book.judge(&WELL_FORMED, bad.is_none(), || {
                format!("{:?} cannot be understood", bad.map_or("", |bad| bad.text.as_str()))
            });
        }
        let encoding = remarks.iter().any(|remark| remark.kind == RemarkKind::Encoding);
        self.book.judge(&ENCODING, !encoding, || "bytes that are not UTF-8".to_owned());
        match value {
            FromEngine::UciOk => {
                self.book.judge(&UCIOK, self.greetings > 0, || "no uci asked for it".to_owned());
                self.greetings = self.greetings.saturating_sub(1);
                self.greeted = true;
            }
            FromEngine::ReadyOk => {
                self.book.judge(&READYOK, self.pings > 0, || "no isready asked for it".to_owned());
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
                self.options.push(option);
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
        let mut book = std::mem::take(&mut self.book);
        book.closed = false;
        *self = Uci { book, ..Uci::default() };
    }

    fn book(&self) -> &Book {
        &self.book
    }

    fn book_mut(&mut self) -> &mut Book {
        &mut self.book
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

impl Uci {
    pub(crate) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    fn declared(&mut self) {
        let in_time = self.greetings > 0;
        self.book.judge(&DECLARED_BEFORE, in_time, || "uciok was said before".to_owned());
    }

    /// What is overdue by now.
    fn late(&mut self, at: Duration) {
        if let Some(search) = &mut self.search
            && let Some(told) = search.told_to_end
            && at > told + STOP_PATIENCE
        {
            search.told_to_end = None;
            self.book.miss(&STOPS, format!("stop was said at {:.3} s", told.as_secs_f64()));
        }
        if let Some(asked) = self.oldest_ping
            && at > asked + PING_PATIENCE
        {
            self.oldest_ping = None;
            self.book.miss(&PINGS, format!("isready was said at {:.3} s", asked.as_secs_f64()));
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        self.book.judge(&SET_IDLE, self.search.is_none(), || "a search runs".to_owned());
        let declared = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        self.book
            .judge(&SETS_DECLARED, declared.is_some(), || format!("{name:?} was not declared"));
        let Some(declared) = declared else { return };
        let fault = value_fault(&declared.kind, value);
        let kind = declared.kind.clone();
        self.book.judge(&SETS_VALUES, fault.is_none(), || fault.clone().unwrap_or_default());
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
        (self.variant, self.notation) = match self.variant {
            Some(game) if game == Variant::NORMAL || game == Variant::CHESS960 => {
                let game = if self.chess960 { Variant::CHESS960 } else { Variant::NORMAL };
                (Some(game), game.wire)
            }
            // Fairy-Stockfish counts the ranks from 1 (U-511).
            Some(game) if game == Variant::XIANGQI => (self.variant, Notation::CoordinateFromOne),
            other => (other, Notation::Coordinate),
        };
        self.board = None;
    }

    fn placing(&mut self) {
        self.book.judge(&PLACE_IDLE, self.search.is_none(), || "a search runs".to_owned());
    }

    fn place(&mut self, position: &PositionText) {
        self.placing();
        self.placed = true;
        if self.search.is_some() {
            // Which position counts then, nobody says (U-055).
            self.board = None;
            return;
        }
        let Some(variant) = self.variant else {
            self.board = None;
            return;
        };
        match Board::of(variant, self.notation, position) {
            Ok(board) => {
                self.book.judge(&MOVES_LEGAL, true, String::new);
                self.spelling_of(position, variant);
                self.board = Some(board);
            }
            Err(why) => {
                // Null moves have no document; which position an engine keeps is its affair.
                self.board = None;
                self.book.judge(&MOVES_LEGAL, false, || why);
            }
        }
    }

    fn spelling_of(&mut self, position: &PositionText, variant: Variant) {
        let start = PositionText { start: position.start.clone(), moves: Vec::new() };
        let Ok(mut board) = Board::of(variant, self.notation, &start) else { return };
        for mv in &position.moves {
            let spelled = board.spelled(mv.as_str());
            self.book.judge(&SENDS_SPELLING, spelled.as_deref() == Some(mv.as_str()), || {
                format!("{mv} is written {}", spelled.clone().unwrap_or_default())
            });
            let _ = board.play(mv.as_str());
        }
    }

    fn go(&mut self, at: Duration, go: Go) {
        self.book.judge(&GO_IDLE, self.search.is_none(), || "a search runs".to_owned());
        if std::mem::take(&mut self.registration_error) {
            self.book.judge(&REGISTERS, false, || "the engine waits for it".to_owned());
        }
        self.book.judge(&POSITION_FIRST, self.placed, || "no position was sent".to_owned());
        self.book.judge(&READY_FIRST, self.was_ready, || "isready was never answered".to_owned());
        let clocks = [go.wtime, go.btime].into_iter().flatten().all(|time| time > 0);
        let fine = clocks && go.movestogo.is_none_or(|moves| moves > 0);
        if go.wtime.is_some() || go.btime.is_some() {
            self.book.judge(&CLOCKS, fine, || "nothing is left on a clock".to_owned());
        }
        if !go.searchmoves.is_empty()
            && let Some(board) = &self.board
        {
            let legal = go.searchmoves.iter().all(|mv| board.legal(mv.as_str()).is_ok());
            self.book.judge(&SEARCHMOVES, legal, || "one of them is not legal".to_owned());
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
        });
    }

    fn best_move(&mut self, at: Duration, best: Option<MoveText>, ponder: Option<MoveText>) {
        let expected = self.search.is_some() || self.extra > 0;
        self.book.judge(&ONE_BESTMOVE, expected, || "no go asked for it".to_owned());
        let Some(search) = self.search.take() else {
            self.extra = self.extra.saturating_sub(1);
            return;
        };
        self.book.judge(&FINAL_INFO, search.last_was_info, || "no info came before it".to_owned());
        if search.pondering || search.go.infinite {
            self.book.judge(&TOO_EARLY, search.told_to_end.is_some(), || {
                if search.pondering { "it was to ponder" } else { "it was to go on" }.to_owned()
            });
        }
        self.on_time(at, &search);
        let Some(board) = &search.board else { return };
        let moves = board.legal_moves();
        // What an engine does with searchmoves of which none is legal is open (U-226).
        let restricted = search.go.searchmoves.iter().any(|mv| board.legal(mv.as_str()).is_ok());
        if restricted || search.go.searchmoves.is_empty() {
            self.book.judge(&NO_MOVE, best.is_some() || moves.is_empty(), || {
                format!("there are {} legal moves", moves.len())
            });
        }
        let Some(best) = best else { return };
        let legal = board.legal(best.as_str());
        self.book.judge(&BEST_LEGAL, legal.is_ok(), || legal.clone().unwrap_err());
        if legal.is_err() {
            return;
        }
        let spelled = board.spelled(best.as_str());
        self.book.judge(&SPELLING, spelled.as_deref() == Some(best.as_str()), || {
            format!("{best} is written {}", spelled.clone().unwrap_or_default())
        });
        if restricted {
            let one_of_them = search.go.searchmoves.contains(&best);
            self.book.judge(&RESTRICTED, one_of_them, || format!("{best} is none of them"));
        }
        if let Some(ponder) = ponder {
            let illegal = board.first_illegal(&[best, ponder]);
            self.book.judge(&PONDER_LEGAL, illegal.is_none(), || illegal.unwrap_or_default());
        }
    }

    /// Whether the clock has fallen.
    fn on_time(&mut self, at: Duration, search: &Search) {
        let Some(board) = &search.board else { return };
        if search.pondering || search.go.infinite {
            return;
        }
        // The increment is gained by the move: it cannot be used for it.
        let time = match board.game().side() {
            ferz_rules::Side::First => search.go.wtime,
            ferz_rules::Side::Second => search.go.btime,
        };
        let limit = match (time, search.go.movetime) {
            (Some(time), _) if time > 0 => time,
            (None, Some(time)) if time > 0 => time + 500,
            _ => return,
        };
        let limit = Duration::from_millis(limit.unsigned_abs());
        let took = at.saturating_sub(search.since);
        self.book.judge(&ON_TIME, took <= limit + SLACK, || {
            format!("{:.3} s of {:.3} s", took.as_secs_f64(), limit.as_secs_f64())
        });
    }

    fn info(&mut self, at: Duration, info: &Info) {
        let show = (self.show_refutations, self.show_currline);
        if info.refutation.is_some() {
            self.book.judge(&UNASKED, show.0, || "UCI_ShowRefutations is not set".to_owned());
        }
        if info.currline.is_some() {
            self.book.judge(&UNASKED, show.1, || "UCI_ShowCurrLine is not set".to_owned());
        }
        if let Some(hashfull) = info.hashfull {
            self.book.judge(&PER_MILLE, hashfull <= 1000, || format!("hashfull is {hashfull}"));
        }
        if info.seldepth.is_some() {
            self.book.judge(&SELDEPTH, info.depth.is_some(), || "depth is missing".to_owned());
        }
        if let Some(wdl) = info.wdl {
            let sum: u32 = wdl.iter().sum();
            self.book.judge(&WDL, sum == 1000, || format!("they make {sum}"));
        }
        if let (Some(nps), Some(nodes), Some(time)) = (info.nps, info.nodes, info.time)
            && time >= Duration::from_millis(200)
        {
            let real = nodes as f64 / time.as_secs_f64();
            let near = (real * 0.5..=real * 2.0).contains(&(nps as f64));
            self.book.judge(&SPEED, near, || format!("nodes by time are {real:.0}"));
        }
        let moving = !info.pv.is_empty() || info.currmove.is_some();
        let Some(search) = &mut self.search else {
            if moving {
                let expected = self.extra > 0;
                self.book.judge(&FORCED_MODE, expected, || "no search runs".to_owned());
            }
            return;
        };
        if moving {
            self.book.judge(&FORCED_MODE, true, String::new);
        }
        search.lines += 1;
        search.last_was_info = true;
        let elapsed = at.saturating_sub(search.began).as_secs_f64();
        if search.lines % 1000 == 0 {
            let lines = search.lines;
            self.book.judge(&TRAFFIC, lines as f64 <= 1000.0 * elapsed.max(1.0), || {
                format!("{lines} lines in {elapsed:.2} s")
            });
        } else if search.lines == 1 {
            self.book.judge(&TRAFFIC, true, String::new);
        }
        if let Some(time) = info.time {
            let last = std::mem::replace(&mut search.last_time, time);
            self.book
                .judge(&TIME_RISES, time >= last, || format!("it was {} before", last.as_millis()));
        }
        if info.currmove.is_some() || info.currline.is_some() || info.refutation.is_some() {
            self.book.judge(&CURR_LATE, elapsed >= 0.95, || {
                format!("{elapsed:.3} s after the beginning")
            });
        }
        if let Some(rank) = info.multipv.filter(|_| !info.pv.is_empty()) {
            let last = std::mem::replace(&mut search.rank, rank);
            self.book.judge(&RANKS, rank == 1 || rank == last + 1, || {
                format!("{rank} comes after {last}")
            });
            let most = self.multipv.max(1).unsigned_abs();
            let moves = search.board.as_ref().map(|board| board.legal_moves().len() as u64);
            let most = moves.map_or(most, |moves| most.min(moves.max(1)));
            self.book.judge(&RANK_COUNT, u64::from(rank) <= most, || {
                format!("line {rank} of at most {most}")
            });
        }
        if !info.pv.is_empty() {
            let complete = info.depth.is_some()
                && info.score.is_some()
                && info.time.is_some()
                && info.nodes.is_some();
            self.book.judge(&PV_COMPLETE, complete, || "one of them is missing".to_owned());
        }
        let Some(board) = &search.board else { return };
        if !info.pv.is_empty() {
            let illegal = board.first_illegal(&info.pv);
            self.book.judge(&PV_LEGAL, illegal.is_none(), || illegal.unwrap_or_default());
            if let Some(first) = info.pv.first()
                && let Some(spelled) = board.spelled(first.as_str())
            {
                self.book.judge(&SPELLING, first == spelled.as_str(), || {
                    format!("{first} is written {spelled}")
                });
            }
        }
        if let Some(mv) = &info.currmove {
            let legal = board.legal(mv.as_str());
            let numbered = info.currmovenumber != Some(0);
            self.book.judge(&CURRMOVE, legal.is_ok() && numbered, || {
                legal.err().unwrap_or_else(|| "it has the number 0".to_owned())
            });
        }
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
