//! An engine of CECP, as far as an interface can tell.

use super::{Act, FLOOD, Player, SLOW, any_move};
use crate::monitor::game::FollowedGame;
use crate::monitor::{Clause, interface};
use ferz_rules::{Notation, Side, Variant};
use ferz_wire::MoveText;
use ferz_wire::cecp::ToEngine;
use std::time::Duration;

static WAITS: Clause = interface(
    "cecp-host-waits-for-slow-start",
    "an engine that says done=0 is waited for",
    "C-081 C-083",
);
static JUDGES: Clause = interface(
    "cecp-host-judges-moves",
    "after an illegal move of the engine the game does not go on",
    "C-574 C-817",
);
static SURVIVES: Clause =
    interface("cecp-host-survives-floods", "a flood of thinking does not end the session", "C-818");
static UNKNOWN: Clause = interface(
    "cecp-host-survives-unknown",
    "unknown features and lines, and an offered draw, do not end the session",
    "C-092 C-818 C-590",
);
static REJECTS: Clause =
    interface("cecp-host-rejects-unknown", "an unknown feature is rejected", "C-085 C-092");

pub(super) struct Cecp {
    act: Act,
    over: bool,
    board: Option<FollowedGame>,
    /// The side that is played; `None` in force mode and analysis.
    plays: Option<Side>,
    due: Option<(Duration, Vec<String>)>,
    searches: u32,
    illegal: bool,
    moves_after_illegal: u32,
    lines_after: u32,
    floods: u32,
    rejected: Option<bool>,
}

impl Cecp {
    pub(super) fn new(act: Act) -> Cecp {
        Cecp {
            act,
            over: false,
            board: Some(FollowedGame::new(Variant::NORMAL, Notation::Coordinate)),
            plays: Some(Side::Second),
            due: None,
            searches: 0,
            illegal: false,
            moves_after_illegal: 0,
            lines_after: 0,
            floods: 0,
            rejected: None,
        }
    }

    fn features(&mut self, now: Duration) -> Vec<String> {
        let mut lines = vec![
            "feature myname=\"Ferz posing as an engine\" ping=1 setboard=1 usermove=1 colors=0",
            "feature sigint=0 sigterm=0 variants=\"normal\" playother=1 memory=1 smp=1",
            "feature option=\"Style -combo Solid /// *Normal /// Very Risky\"",
            "feature option=\"Contempt -spin 0 -100 100\" option=\"Own Book -check 1\"",
            "feature option=\"Clear Hash -button\" option=\"Book -file book.bin\"",
            "feature option=\"Name -string\" option=\"Tables -path /\" option=\"Width -slider 5 1 9\"",
        ];
        if self.act == Act::Odd {
            lines.push("feature nonsense=\"a b\" debug=1");
            self.rejected = Some(false);
        }
        let mut now_said: Vec<String> = Vec::new();
        let done = vec!["feature done=1".to_owned()];
        if self.act == Act::Slow {
            now_said.push("feature done=0".to_owned());
        }
        now_said.extend(lines.into_iter().map(str::to_owned));
        match self.act {
            Act::Slow => self.due = Some((now + SLOW, done)),
            _ => now_said.extend(done),
        }
        now_said
    }

    /// The move of the side that is played, if it is on turn.
    fn think(&mut self, now: Duration) {
        let Some(board) = &mut self.board else { return };
        if self.plays != Some(board.game().side()) {
            return;
        }
        self.searches += 1;
        let moves = board.legal_moves();
        let Some(best) = any_move(&moves, board.game().ply()).cloned() else { return };
        let mut lines = vec![format!("1 0 0 {} {best}", moves.len())];
        if self.searches == 2 {
            match self.act {
                Act::Crash => {
                    self.over = true;
                    return;
                }
                Act::Hang => return,
                Act::Illegal => {
                    self.illegal = true;
                    self.plays = None;
                    self.due = Some((now, vec!["move a1a1".to_owned()]));
                    return;
                }
                _ => {}
            }
        }
        if self.act == Act::Flood {
            lines.extend((0..FLOOD).map(|node| format!("1 0 0 {node} {best}")));
            self.floods += 1;
            self.lines_after = 0;
        }
        if self.act == Act::Odd && self.searches == 2 {
            lines.push("# a remark".to_owned());
            lines.push("what is this".to_owned());
            lines.push("offer draw".to_owned());
        }
        lines.push(format!("move {best}"));
        let _ = board.play(&best);
        if board.legal_moves().is_empty() && !board.game().waits() {
            let result = match (board.game().in_check(), board.game().side()) {
                (false, _) => "1/2-1/2 {Stalemate}",
                (true, Side::First) => "0-1 {Black mates}",
                (true, Side::Second) => "1-0 {White mates}",
            };
            lines.push(result.to_owned());
        }
        self.due = Some((now + Duration::from_millis(5), lines));
    }

    fn user_move(&mut self, mv: &MoveText, now: Duration) -> Vec<String> {
        if self.illegal {
            self.moves_after_illegal += 1;
        }
        if let Some(board) = &mut self.board
            && board.play(mv.as_str()).is_err()
        {
            return vec![format!("Illegal move: {mv}")];
        }
        self.think(now);
        Vec::new()
    }
}

impl Player for Cecp {
    fn hear(&mut self, line: &str, now: Duration) -> Vec<String> {
        self.lines_after += 1;
        match ToEngine::parse(line).value {
            ToEngine::Protover(_) => {
                self.lines_after = 0;
                return self.features(now);
            }
            ToEngine::Rejected(name) if name == "nonsense" => self.rejected = Some(true),
            ToEngine::New => {
                self.board = Some(FollowedGame::new(Variant::NORMAL, Notation::Coordinate));
                self.plays = Some(Side::Second);
                self.due = None;
                self.illegal = false;
            }
            ToEngine::Force | ToEngine::Result { .. } | ToEngine::Analyze | ToEngine::Exit => {
                self.plays = None;
                self.due = None;
            }
            ToEngine::Go => {
                self.plays = self.board.as_ref().map(|board| board.game().side());
                self.think(now);
            }
            ToEngine::PlayOther => {
                self.plays = self.board.as_ref().map(|board| match board.game().side() {
                    Side::First => Side::Second,
                    Side::Second => Side::First,
                });
            }
            ToEngine::UserMove(mv) | ToEngine::BareMove(mv) => return self.user_move(&mv, now),
            ToEngine::Undo => {
                self.board.as_mut().map(FollowedGame::undo);
            }
            ToEngine::Remove => {
                self.board.as_mut().map(|board| board.undo() && board.undo());
            }
            ToEngine::SetBoard(fen) => {
                let board = FollowedGame::from_fen(Variant::NORMAL, Notation::Coordinate, &fen);
                self.board = board.ok();
            }
            ToEngine::Ping(number) => {
                // While thinking, the move comes first (C-353).
                let number = number.map_or(String::new(), |number| format!(" {number}"));
                let mut lines = self.due.take().map(|(_, lines)| lines).unwrap_or_default();
                lines.push(format!("pong{number}"));
                return lines;
            }
            ToEngine::Quit => self.over = true,
            _ => {}
        }
        Vec::new()
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
        let illegal = (self.act == Act::Illegal && self.searches >= 2).then(|| {
            match self.moves_after_illegal {
                0 => Ok(()),
                _ => Err("another move was sent".to_owned()),
            }
        });
        let rejected = self.rejected.map(|done| match done {
            true => Ok(()),
            false => Err("rejected nonsense was not said".to_owned()),
        });
        vec![
            (&WAITS, (self.act == Act::Slow).then(|| went_on("a slow start"))),
            (&UNKNOWN, (self.act == Act::Odd).then(|| went_on("odd lines"))),
            (&SURVIVES, (self.floods > 0).then(|| went_on("a flood"))),
            (&REJECTS, rejected),
            (&JUDGES, illegal),
        ]
    }
}
