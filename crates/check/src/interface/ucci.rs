//! An engine of UCCI, as far as an interface can tell.

use super::{Act, FLOOD, Player, SLOW, any_move};
use crate::monitor::game::FollowedGame;
use crate::monitor::{Clause, interface};
use ferz_rules::{Notation, Variant};
use ferz_wire::ucci::ToEngine;
use std::time::Duration;

static WAITS: Clause = interface(
    "ucci-host-waits-for-slow-start",
    "an engine that takes three seconds to say ucciok is waited for",
    "X-390",
);
static JUDGES: Clause = interface(
    "ucci-host-judges-moves",
    "an illegal move of the engine is not played",
    "X-095 X-392",
);
static SURVIVES: Clause = interface(
    "ucci-host-survives-floods",
    "a flood of info does not end the session",
    "X-269 X-391",
);
static UNKNOWN: Clause = interface(
    "ucci-host-survives-unknown",
    "unknown lines and an offered draw do not end the session",
    "X-391 X-307 X-309 X-130",
);

pub(super) struct Ucci {
    act: Act,
    over: bool,
    board: Option<FollowedGame>,
    bans: Vec<String>,
    ply: usize,
    due: Option<(Duration, Vec<String>)>,
    waiting: bool,
    searching: bool,
    searches: u32,
    illegal: Option<String>,
    illegal_played: bool,
    lines_after: u32,
    floods: u32,
}

impl Ucci {
    pub(super) fn new(act: Act) -> Ucci {
        Ucci {
            act,
            over: false,
            board: Some(FollowedGame::new(Variant::XIANGQI, Notation::Coordinate)),
            bans: Vec::new(),
            ply: 0,
            due: None,
            waiting: false,
            searching: false,
            searches: 0,
            illegal: None,
            illegal_played: false,
            lines_after: 0,
            floods: 0,
        }
    }

    fn answer(&mut self) -> Vec<String> {
        self.searching = false;
        let mut moves = self.board.as_ref().map(FollowedGame::legal_moves).unwrap_or_default();
        moves.retain(|mv| !self.bans.contains(mv));
        let Some(best) = any_move(&moves, self.ply) else { return vec!["nobestmove".to_owned()] };
        let info = format!("info depth 1 score 0 pv {best}");
        if self.searches == 2 {
            match self.act {
                Act::Crash => {
                    self.over = true;
                    return Vec::new();
                }
                Act::Hang => return Vec::new(),
                Act::Illegal => {
                    self.illegal = Some("a0a0".to_owned());
                    return vec![info, "bestmove a0a0".to_owned()];
                }
                _ => {}
            }
        }
        let mut lines = vec![format!("info time 1 nodes {}", moves.len())];
        if self.act == Act::Odd {
            lines.push("what is this".to_owned());
            lines.push("info idleline [odd]".to_owned());
        }
        if self.act == Act::Flood {
            lines.extend((0..FLOOD).map(|node| format!("info time 1 nodes {node}")));
            self.floods += 1;
            self.lines_after = 0;
        }
        let draw = if self.act == Act::Odd && self.searches % 4 == 2 { " draw" } else { "" };
        lines.extend([info, format!("bestmove {best}{draw}")]);
        lines
    }
}

impl Player for Ucci {
    fn hear(&mut self, line: &str, now: Duration) -> Vec<String> {
        self.lines_after += 1;
        match ToEngine::parse(line).value {
            ToEngine::Ucci => {
                self.lines_after = 0;
                let mut lines = vec![
                    "id name Ferz posing as an engine",
                    "option usemillisec type check default false",
                    "option hashsize type spin min 0 max 1024 default 0",
                    "option style type combo var solid var normal var risky default normal",
                    "option newgame type button",
                    "option bookfiles type string default",
                    "option caption type label",
                ];
                if self.act == Act::Odd {
                    lines.push("hello, this is no line of the protocol");
                }
                lines.push("ucciok");
                let wait = if self.act == Act::Slow { SLOW } else { Duration::ZERO };
                self.due = Some((now + wait, lines.into_iter().map(str::to_owned).collect()));
                Vec::new()
            }
            ToEngine::IsReady => vec!["readyok".to_owned()],
            ToEngine::Position(position) if !self.searching => {
                if let Some(illegal) = &self.illegal {
                    self.illegal_played |= position.moves.iter().any(|mv| mv.as_str() == illegal);
                }
                self.bans.clear();
                self.ply = position.moves.len();
                self.board =
                    FollowedGame::of(Variant::XIANGQI, Notation::Coordinate, &position).ok();
                Vec::new()
            }
            ToEngine::BanMoves(moves) if !self.searching => {
                self.bans = moves.iter().map(|mv| mv.as_str().to_owned()).collect();
                Vec::new()
            }
            ToEngine::Go(go) if !self.searching => {
                self.searches += 1;
                self.searching = true;
                if go.infinite || go.ponder {
                    self.waiting = true;
                } else {
                    let lines = self.answer();
                    self.due = Some((now + Duration::from_millis(5), lines));
                }
                Vec::new()
            }
            ToEngine::Stop | ToEngine::PonderHit { .. } if self.waiting => {
                self.waiting = false;
                self.answer()
            }
            ToEngine::Stop if !self.searching && self.due.is_none() => {
                vec!["nobestmove".to_owned()]
            }
            ToEngine::Probe(_) => vec!["pophash".to_owned()],
            ToEngine::Quit => {
                self.over = true;
                vec!["bye".to_owned()]
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
        let went_on = |what: &str| match self.lines_after {
            0 => Err(format!("nothing was said after {what}")),
            _ => Ok(()),
        };
        let illegal = self.illegal.as_ref().map(|mv| match self.illegal_played {
            true => Err(format!("{mv} stands in a later position")),
            false => Ok(()),
        });
        vec![
            (&WAITS, (self.act == Act::Slow).then(|| went_on("a slow start"))),
            (&UNKNOWN, (self.act == Act::Odd).then(|| went_on("odd lines"))),
            (&SURVIVES, (self.floods > 0).then(|| went_on("a flood"))),
            (&JUDGES, illegal),
        ]
    }
}
