//! What is made of the engine's lines.

use super::clauses::*;
use super::{Cecp, FollowedGame, Mode, Ping, SLACK};
use ferz_link::Setup;
use ferz_rules::{Notation, Side, Verdict};
use ferz_wire::MoveText;
use ferz_wire::cecp::{Feature, FeatureValue, FromEngine, GameResult, OptionDecl, pv_moves};
use std::time::Duration;

/// Scores from here on are mates (C-620).
const MATE: u64 = 100_000;

/// No engine has more features and options.
const FEATURES_KEPT: usize = 2_000;

impl Cecp {
    pub(super) fn hear(&mut self, at: Duration, value: FromEngine) {
        match value {
            FromEngine::Feature(features) => self.features(features),
            FromEngine::Move(mv) => self.engine_move(at, &mv),
            FromEngine::Result { result, comment } => {
                self.claim(result, comment.as_deref().unwrap_or_default());
            }
            FromEngine::Setup { pieces, size, fen } => self.set_out(Setup { pieces, size, fen }),
            FromEngine::Piece { id, moves } => self.piece(id, moves),
            FromEngine::Resign => self.give_up(),
            FromEngine::Pong(number) => self.pong(number),
            FromEngine::IllegalMove { text, .. } => {
                // Only what is certainly legal is judged: the board is known, and the move is on it.
                let last = self
                    .board
                    .as_ref()
                    .and_then(|board| board.game().moves(Notation::Coordinate).last().cloned());
                let ours = last.is_some_and(|last| text.trim() == last) && !self.bad_move;
                self.findings
                    .judge(&FALSE_COMPLAINT, !ours, || format!("{} is legal", text.trim()));
                if ours {
                    self.board = None;
                }
                // A complaint of something else than a move leaves the turn as it is.
                if ours || self.bad_move {
                    self.thinking = None;
                    self.optional = true;
                }
            }
            FromEngine::Error { kind, text } => {
                const KNOWN: [&str; 19] = [
                    "xboard", "new", "quit", "force", "go", "random", "level", "time", "otim",
                    "accepted", "rejected", "post", "nopost", "hard", "easy", "computer", "name",
                    "rating", "result",
                ];
                let word = text.split_whitespace().next().unwrap_or_default();
                if ["undo", "remove"].contains(&word) {
                    // What was to be taken back may still be there.
                    self.board = None;
                }
                let needless = KNOWN.contains(&word) && kind.contains("unknown");
                self.findings
                    .judge(&FALSE_ERROR, !needless, || format!("{word} is an ordinary command"));
            }
            FromEngine::Thinking(thinking) => {
                let remark = thinking.ply == 0 || thinking.pv.trim_start().starts_with('(');
                if !remark {
                    self.thinking_line(&thinking);
                }
            }
            FromEngine::Hint(_) => {
                // `easy` may cross the hint of a search on the opponent's time.
                let asked = self.hints > 0 || self.ponder || !self.pings.is_empty();
                self.findings.judge(&HINT_ASKED, asked, || "nobody has asked".to_owned());
                self.hints = self.hints.saturating_sub(1);
            }
            FromEngine::Stat01(_) => {
                self.findings.judge(&STAT_ASKED, self.stats > 0, || "nobody has asked".to_owned());
                self.stats = self.stats.saturating_sub(1);
            }
            FromEngine::Comment(_) if self.debug_rejected => {
                self.findings.judge(&DEBUG_REJECTED, false, || "debug was rejected".to_owned());
            }
            FromEngine::Comment(_) if self.protover_at.is_some() && self.done.is_some() => {
                let accepted = self.debug_accepted;
                self.findings
                    .judge(&DEBUG_LINES, accepted, || "debug was not asked for".to_owned());
            }
            _ => {}
        }
    }

    fn features(&mut self, features: Vec<Feature>) {
        // What goes on for ever is not kept.
        self.unanswered.truncate(FEATURES_KEPT);
        self.options.truncate(FEATURES_KEPT);
        for Feature { name, value } in features {
            if self.done == Some(true) && name != "done" {
                let option = name == "option";
                self.findings.judge(&FEATURE_LATE, option, || format!("{name} comes late"));
            }
            match (name.as_str(), &value) {
                ("done", FeatureValue::Int(number)) => self.done = Some(*number != 0),
                ("option", FeatureValue::Text(text)) => {
                    self.unanswered.push_back(name.clone());
                    self.options.extend(OptionDecl::parse(text).map(|option| option.value));
                }
                _ => self.unanswered.push_back(name.clone()),
            }
            if self.features.len() < FEATURES_KEPT {
                self.features.insert(name, value);
            }
        }
    }

    fn engine_move(&mut self, at: Duration, mv: &MoveText) {
        let due = self.thinking.is_some() || self.optional;
        let is_legal = |board: &FollowedGame| board.legal(mv.as_str()).is_ok();
        let fits = due && self.board.as_ref().is_none_or(is_legal);
        if self.crossing.moves() && !fits {
            // It may have been said before what ended the search was read.
            self.crossing.move_has_come();
            return;
        }
        if std::mem::take(&mut self.unsure_of_mode) {
            // It took `new` in analysis for a new game, which is a fault of its own.
            self.board = None;
        }
        self.optional = false;
        let on_turn = due || self.board.is_none();
        self.findings.judge(&MOVE_ON_TURN, on_turn, || "it is not the engine's turn".to_owned());
        if let Some(turn) = self.thinking.take()
            && let Some(limit) = self.clock.take().into_iter().chain(self.most).min()
            && !turn.flagged
        {
            let took = at.saturating_sub(turn.since);
            self.findings.judge(&ON_TIME, took <= limit + SLACK, || {
                format!("{:.3} s of {:.3} s", took.as_secs_f64(), limit.as_secs_f64())
            });
        }
        let Some(board) = &mut self.board else { return };
        if !on_turn {
            return;
        }
        let legal = board.legal(mv.as_str());
        self.findings.judge(&MOVE_LEGAL, legal.is_ok(), || legal.clone().unwrap_err());
        if legal.is_err() {
            self.board = None;
            return;
        }
        let coordinate = board.spelled(mv.as_str());
        // Coordinates are only called the best for hosts of version 1 (C-567, C-568).
        let san = board.game().rewrite(mv.as_str(), Notation::San).ok();
        let fine =
            [&coordinate, &san].iter().any(|spelled| spelled.as_deref() == Some(mv.as_str()));
        self.findings.judge(&MOVE_SPELLING, fine, || {
            format!("{mv} is written {}", coordinate.clone().unwrap_or_default())
        });
        let _ = board.play(mv.as_str());
        self.claimed = false;
    }

    fn pong(&mut self, number: Option<i64>) {
        let expected = self.pings.pop_front();
        let right = expected.is_some_and(|ping| ping.number == number);
        self.findings.judge(&PONG_ORDER, right, || match expected {
            Some(Ping { number: Some(asked), .. }) => {
                format!("ping {asked} is to be answered first")
            }
            _ => "no ping asked for it".to_owned(),
        });
        if let Some(ping) = expected {
            let before = self.thinking.is_some_and(|turn| turn.line < ping.line);
            self.findings
                .judge(&PONG_AFTER_MOVE, !before, || "the move has not come yet".to_owned());
            self.crossing.read_up_to(ping.line);
        }
    }

    fn claim(&mut self, result: GameResult, comment: &str) {
        let resigns = comment.to_ascii_lowercase().contains("resign");
        if let Some(board) = self.board.as_ref().filter(|_| !resigns) {
            let true_claim = matches!(
                (board.game().verdict(), result),
                (Verdict::Win(Side::First, _), GameResult::WhiteWins)
                    | (Verdict::Win(Side::Second, _), GameResult::BlackWins)
                    | (Verdict::Draw(_) | Verdict::Claimable(_), GameResult::Draw)
                    | (_, GameResult::Unfinished)
            );
            if self.crossing.claims() {
                self.crossing.claim_has_come();
            } else {
                let fen = board.game().fen(ferz_rules::FenStyle::XFen);
                self.findings.judge(&TRUE_CLAIM, true_claim, || format!("the position is {fen}"));
            }
        }
        self.give_up();
    }

    /// The engine calls the game ended. Whether it makes a move all the same is its affair.
    fn give_up(&mut self) {
        self.optional |= self.thinking.take().is_some();
        self.claimed = true;
        self.mode = Mode::Over;
    }

    fn thinking_line(&mut self, thinking: &ferz_wire::cecp::Thinking) {
        if !self.crossing.shown() {
            match self.post {
                Some(on) => self.findings.judge(&POST_OFF, on, || "nopost was said".to_owned()),
                None => {
                    self.findings.judge(&POST_DEFAULT, false, || "post was not said".to_owned());
                }
            }
        }
        let some = thinking.seldepth.is_some() || thinking.speed.is_some();
        let all =
            thinking.seldepth.is_some() && thinking.speed.is_some() && thinking.tbhits.is_some();
        self.findings.judge(&PV_TAB, all || !some, || "some of them are missing".to_owned());
        if let Some(board) =
            self.board.as_ref().filter(|_| self.thinking.is_some() && !self.crossing.shown())
            && let Some(first) = pv_moves(&thinking.pv).next()
            && ferz_wire::cecp::looks_like_move(first)
        {
            let legal =
                board.game().rewrite(first, Notation::Coordinate).map_err(|e| e.to_string());
            self.findings.judge(&PV_LEGAL, legal.is_ok(), || legal.clone().unwrap_err());
            if thinking.score.unsigned_abs() >= MATE
                && let Some(wins) = board.wins(pv_moves(&thinking.pv))
            {
                let score = thinking.score;
                self.findings.judge(&SCORE_SIDE, (score > 0) == wins, || {
                    let whose = if wins { "the opponent" } else { "the engine" };
                    format!("the score is {score}, and the line mates {whose}")
                });
            }
        }
    }
}
