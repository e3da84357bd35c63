//! An engine of UCI, as far as an interface can tell.

use super::{Act, FLOOD, Player, SLOW, any_move};
use crate::monitor::game::FollowedGame;
use crate::monitor::{Clause, interface};
use ferz_rules::{Notation, Variant};
use ferz_wire::uci::{Go, Register, ToEngine};
use ferz_wire::{PositionText, Start};
use std::time::Duration;

static REGISTERS: Clause = interface(
    "uci-host-answers-registration",
    "registration error is answered by register, and the engine is used all the same",
    "U-177 U-178 U-179",
)
.advised();
static WAITS: Clause = interface(
    "uci-host-waits-for-slow-start",
    "an engine that takes three seconds to say uciok is waited for",
    "U-095 U-480",
);
static JUDGES: Clause = interface(
    "uci-host-judges-moves",
    "an illegal move of the engine is not played",
    "U-077 U-493",
);
static SURVIVES: Clause = interface(
    "uci-host-survives-floods",
    "a flood of info does not end the session",
    "U-495 U-365 U-038",
);
static UNKNOWN: Clause = interface(
    "uci-host-survives-unknown",
    "unknown lines and words of info do not end the session",
    "U-038 U-365 U-100 U-002",
);
static TYPES: Clause = interface(
    "uci-host-survives-types",
    "an option of an unknown type does not end the session",
    "U-398",
)
.advised();
static STOPS: Clause =
    interface("uci-host-stops-infinite", "a search without end is ended by stop", "U-482 U-264");

pub(super) struct Uci {
    act: Act,
    over: bool,
    board: Option<FollowedGame>,
    chess960: bool,
    ply: usize,
    /// When a line is due, and what.
    due: Option<(Duration, Vec<String>)>,
    /// A search that waits for stop.
    waiting: bool,
    waited: bool,
    stopped: bool,
    searches: u32,
    registered: Option<bool>,
    /// The illegal move that was sent.
    illegal: Option<String>,
    illegal_played: bool,
    /// What came after the odd things.
    lines_after_greeting: u32,
    floods: u32,
    lines_after_flood: u32,
}

impl Uci {
    pub(super) fn new(act: Act) -> Uci {
        Uci {
            act,
            over: false,
            board: Some(FollowedGame::new(Variant::NORMAL, Notation::Coordinate)),
            chess960: false,
            ply: 0,
            due: None,
            waiting: false,
            waited: false,
            stopped: false,
            searches: 0,
            registered: None,
            illegal: None,
            illegal_played: false,
            lines_after_greeting: 0,
            floods: 0,
            lines_after_flood: 0,
        }
    }

    fn greeting(&mut self) -> Vec<String> {
        let mut lines = vec![
            "id name Ferz posing as an engine",
            "id author The Ferz developers",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Ponder type check default false",
            "option name MultiPV type spin default 1 min 1 max 5",
            "option name Style type combo default Normal var Solid var Normal var Very Risky",
            "option name Clear Hash type button",
            "option name NalimovPath type string default <empty>",
            "option name UCI_Chess960 type check default false",
            "option name UCI_EngineAbout type string default an engine, see how you treat it",
        ];
        if self.act == Act::Odd {
            lines.extend(["id version 1", "hello, this is no line of the protocol"]);
            self.registered = Some(false);
        }
        if self.act == Act::Types {
            lines.push("option name Book File type filename default book.bin");
        }
        lines.push("uciok");
        if self.act == Act::Odd {
            lines.push("registration checking");
            lines.push("registration error");
        }
        lines.into_iter().map(str::to_owned).collect()
    }

    fn place(&mut self, position: &PositionText) {
        if let Some(illegal) = &self.illegal {
            self.illegal_played |= position.moves.iter().any(|mv| mv.as_str() == illegal);
        }
        let (variant, notation) = match self.chess960 {
            true => (Variant::CHESS960, Notation::KingTakesRook),
            false => (Variant::NORMAL, Notation::Coordinate),
        };
        self.ply = position.moves.len() + usize::from(position.start != Start::Startpos);
        self.board = FollowedGame::of(variant, notation, position).ok();
    }

    fn answer(&mut self) -> Vec<String> {
        let moves = self.board.as_ref().map(FollowedGame::legal_moves).unwrap_or_default();
        let Some(best) = any_move(&moves, self.ply) else {
            return vec!["bestmove 0000".to_owned()];
        };
        let info = format!("info depth 1 score cp 0 time 1 nodes {} pv {best}", moves.len());
        if self.searches == 2 {
            match self.act {
                Act::Crash => {
                    self.over = true;
                    return Vec::new();
                }
                Act::Hang => return Vec::new(),
                Act::Illegal => {
                    self.illegal = Some("a1a1".to_owned());
                    return vec![info, "bestmove a1a1".to_owned()];
                }
                _ => {}
            }
        }
        let mut lines = Vec::new();
        if self.act == Act::Odd {
            lines.push("info depth 1 ebf 3 movesleft 20 string odd, but no fault".to_owned());
            lines.push("what is this".to_owned());
        }
        if self.act == Act::Flood {
            lines.extend((0..FLOOD).map(|node| format!("info depth 1 nodes {node} nps 1000")));
            self.floods += 1;
            self.lines_after_flood = 0;
        }
        lines.extend([info, format!("bestmove {best}")]);
        lines
    }

    fn go(&mut self, go: &Go, now: Duration) {
        self.searches += 1;
        if go.infinite || go.ponder {
            self.waiting = true;
            self.waited |= go.infinite;
            return;
        }
        let lines = self.answer();
        self.due = Some((now + Duration::from_millis(5), lines));
    }
}

impl Player for Uci {
    fn hear(&mut self, line: &str, now: Duration) -> Vec<String> {
        self.lines_after_flood += 1;
        self.lines_after_greeting += 1;
        match ToEngine::parse(line).value {
            ToEngine::Uci => {
                self.lines_after_greeting = 0;
                let lines = self.greeting();
                let wait = if self.act == Act::Slow { SLOW } else { Duration::ZERO };
                self.due = Some((now + wait, lines));
                Vec::new()
            }
            ToEngine::IsReady => vec!["readyok".to_owned()],
            // That is no attempt, and needs no answer.
            ToEngine::Register(Register::Later) => {
                self.registered = Some(true);
                Vec::new()
            }
            ToEngine::Register(_) => {
                self.registered = Some(true);
                vec!["registration checking".to_owned(), "registration error".to_owned()]
            }
            ToEngine::SetOption { name, value } => {
                if name.eq_ignore_ascii_case("UCI_Chess960") {
                    self.chess960 = value.is_some_and(|value| value.eq_ignore_ascii_case("true"));
                }
                Vec::new()
            }
            ToEngine::Position(position) => {
                self.place(&position);
                Vec::new()
            }
            ToEngine::Go(go) => {
                self.go(&go, now);
                Vec::new()
            }
            ToEngine::Stop | ToEngine::PonderHit if self.waiting => {
                self.waiting = false;
                self.stopped = true;
                self.answer()
            }
            ToEngine::Quit => {
                self.over = true;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn wakes_at(&self) -> Option<Duration> {
        self.due.as_ref().map(|(at, _)| *at)
    }

    fn wake(&mut self, _now: Duration) -> Vec<String> {
        self.due.take().map(|(_, lines)| lines).unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn seen(&self) -> Vec<(&'static Clause, Option<Result<(), String>>)> {
        let registered = self.registered.map(|done| match done {
            true => Ok(()),
            false => Err("no register was said".to_owned()),
        });
        let went_on = |lines: u32, what: &str| match lines {
            0 => Err(format!("nothing was said after {what}")),
            _ => Ok(()),
        };
        let after = self.lines_after_greeting;
        let illegal = self.illegal.as_ref().map(|mv| match self.illegal_played {
            true => Err(format!("{mv} stands in a later position")),
            false => Ok(()),
        });
        vec![
            (&REGISTERS, registered),
            (&WAITS, (self.act == Act::Slow).then(|| went_on(after, "a slow start"))),
            (&UNKNOWN, (self.act == Act::Odd).then(|| went_on(after, "odd lines"))),
            (&TYPES, (self.act == Act::Types).then(|| went_on(after, "an option of another type"))),
            (&SURVIVES, (self.floods > 0).then(|| went_on(self.lines_after_flood, "a flood"))),
            (&JUDGES, illegal),
            (
                &STOPS,
                self.waited.then(|| match self.stopped || !self.waiting {
                    true => Ok(()),
                    false => Err("stop was never said".to_owned()),
                }),
            ),
        ]
    }
}
