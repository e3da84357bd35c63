//! Lines become events, except for features and thinking output.

use super::super::{DepthWords, MoveTimeWords, spelled_oddly, unknown};
use super::*;
use crate::{Marks, Message, MessageKind, Protocol, Refusal, Setup};
use ferz_wire::Start;
use ferz_wire::cecp::{FromEngine, LegacyResult, TellTo, is_known_game, looks_like_move};

/// Complaints about these change nothing (`C-556`).
const HARMLESS: [&str; 18] = [
    "name", "rating", "result", "bk", "computer", "variant", "hint", "random", "accepted",
    "rejected", "depth", "xboard", "hard", "easy", "post", "nopost", "exit", "ics",
];

impl Cecp {
    pub(super) fn reply(&mut self, line: &str, out: &mut Vec<Output>) {
        let line = without_prompt(line);
        let parsed = FromEngine::parse(line);
        // Comments may come at any time; any other line ends the book's (C-427).
        let goes_on = matches!(parsed.value, FromEngine::BookLine(_) | FromEngine::Comment(_));
        if !goes_on {
            self.end_book(out);
        }
        if !matches!(parsed.value, FromEngine::Unknown(_) | FromEngine::BookLine(_)) {
            spelled_oddly(out, parsed.remarks, line);
        }
        match parsed.value {
            // C-084 to C-096.
            FromEngine::Feature(features) => self.features(features, out),
            // C-323, C-574, C-816.
            FromEngine::Move(mv) => self.engine_move(mv.as_str(), line, out),
            // C-582, C-583.
            FromEngine::Result { result, comment } => {
                self.claim(result, comment.unwrap_or_default(), line, out);
            }
            FromEngine::LegacyResult { kind, .. } => self.legacy_result(kind, line, out),
            // C-587, C-728.
            FromEngine::Resign => self.resigned(line, out),
            // C-372, C-590 to C-593.
            FromEngine::OfferDraw => self.offered(line, out),
            // C-357.
            FromEngine::Pong(Some(number)) => self.pong(number, out),
            FromEngine::Pong(None) => odd(out, "pong without a number"),
            // C-629.
            FromEngine::Hint(mv) => tell(out, Event::Hint(self.in_coordinates(&mv))),
            // C-548, C-739.
            FromEngine::IllegalMove { reason, text } => self.illegal_move(reason, &text, out),
            FromEngine::Error { kind, text } => self.error(&kind, &text, out),
            // C-013, C-631.
            FromEngine::Thinking(thinking) => self.thinking(*thinking, line, out),
            FromEngine::Continuation(text) => self.continuation(&text, line, out),
            // C-682, C-683.
            FromEngine::Stat01(stat) => self.status(stat, line, out),
            FromEngine::Tell { to, text } => {
                let was_set_up = matches!(self.board.start, Start::Fen(_));
                let refuses = was_set_up && to == TellTo::UserError && is_illegal_position(&text);
                tell(out, Event::Message(told(to, text)));
                if refuses {
                    // C-394: what was set up stands nowhere, and the moves after it neither.
                    self.misplaced(Refusal::Position, "setboard", "illegal position".into(), out);
                }
            }
            // C-778.
            FromEngine::AskUser { tag, text } => tell(out, Event::Question { tag, text }),
            // C-643 to C-646.
            FromEngine::Setup { pieces, size, fen } => {
                self.described = true;
                tell(out, Event::Setup(Setup { pieces, size, fen }));
            }
            FromEngine::Piece { id, moves } => tell(out, Event::Piece { id, moves }),
            FromEngine::Comment(text) => {
                let text = text.trim().to_owned();
                tell(out, Event::Message(Message { kind: MessageKind::Debug, text }));
            }
            FromEngine::BookLine(text) => match &mut self.book {
                Some(lines) => lines.push(text),
                None => unknown(out, Protocol::Cecp, line),
            },
            FromEngine::Highlight(squares) => {
                let game = self.variant.as_deref().unwrap_or(&self.board.variant);
                let first_rank = self.half.facts(game).map_or(1, |facts| facts.first_rank);
                match Marks::parse(&squares, first_rank) {
                    Ok(marks) => tell(out, Event::Marks(marks)),
                    Err(letter) => odd(out, format!("no colour {letter:?}: {line}")),
                }
            }
            FromEngine::Click(square) => tell(out, Event::Click(square)),
            FromEngine::Choice(pieces) => tell(out, Event::Choice(pieces)),
            // For the moment (C-686).
            FromEngine::FailHigh | FromEngine::FailLow => {}
            FromEngine::Unknown(line) => self.unknown(&line, out),
        }
    }

    fn unknown(&mut self, line: &str, out: &mut Vec<Output>) {
        if line.trim().is_empty() {
            return;
        }
        // GNU Chess 6.
        if let Some(text) = line.trim().strip_prefix("Invalid move:") {
            return match text.trim() {
                "" => odd(out, "engine takes an empty line for a move"),
                text => self.illegal_move(None, text, out),
            };
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        let kind = match word {
            // C-740
            "kibitz" | "whisper" | "tell" | "draw" if self.on_server => Some(MessageKind::Server),
            // C-749
            _ if word.starts_with("warning") => Some(MessageKind::User),
            _ if self.is_fatal(line) => Some(MessageKind::UserError),
            _ => None,
        };
        let Some(kind) = kind else { return unknown(out, Protocol::Cecp, line) };
        tell(out, Event::Message(Message { kind, text: line.trim().to_owned() }));
        if kind == MessageKind::UserError {
            gone(self, out);
        }
    }

    /// What a shell says that could not start the engine (`C-741` to `C-746`). Later such words are
    /// only words (`C-747`).
    fn is_fatal(&self, line: &str) -> bool {
        const WORDS: [&str; 6] = [
            "unknown host",
            "No remote directory",
            "not found",
            "No such file",
            "can't alloc",
            "Permission denied",
        ];
        let silent = self.half.state == State::Boot && !self.handshake.featured;
        silent && WORDS.iter().any(|words| line.contains(words))
    }

    /// What it knows of its book is said.
    pub(super) fn end_book(&mut self, out: &mut Vec<Output>) {
        if let Some(lines) = self.book.take() {
            let mut moves = book_moves(&lines);
            moves.iter_mut().for_each(|(mv, _)| *mv = self.in_coordinates(mv));
            tell(out, Event::BookMoves(moves));
        }
    }

    fn in_coordinates(&self, mv: &MoveText) -> MoveText {
        let place = self
            .half
            .place
            .as_ref()
            .map(|place| Place { moves: self.board.moves.clone(), ..Place::clone(place) });
        let spelled = self.half.referee().zip(place).and_then(|(referee, place)| {
            let (record, _) = referee.place(&place).ok()?;
            record.spell(mv.as_str(), self.half.spelling(&place.variant)).ok()
        });
        spelled.map_or_else(|| mv.clone(), |text| MoveText::new(&text))
    }

    fn engine_move(&mut self, mv: &str, line: &str, out: &mut Vec<Output>) {
        let phase = self.job.as_ref().map(|job| (job.phase, job.search.purpose));
        match phase {
            Some((Phase::Thinking, _)) if !self.is_past() => self.moved(mv, out),
            // It moved before it heard that it should not.
            Some((Phase::Closing, crate::Purpose::Play)) => self.moved(mv, out),
            _ if self.is_fenced() => {
                // C-357: of the past, and already forgotten with it if a `new` came between.
                odd(out, format!("late: {line}"));
                if !self.half.unsure && self.board.mode == draft::Mode::Force {
                    self.board.known = false;
                }
            }
            None if !self.half.profile.ping.yes() && self.board.mode == draft::Mode::Force => {
                // C-361, C-574: the engine has made it on its board.
                odd(out, format!("late: {line}"));
                self.say(ToEngine::Undo, out);
            }
            _ => {
                odd(out, format!("out of turn: {line}"));
                self.board.known = false;
                // Another may follow: it is asked before the next search whether it is done.
                (self.half.strays, self.half.unsure) = (true, true);
            }
        }
    }

    /// What counts only in a game (`C-735`, `C-357`).
    fn counts(&self, line: &str, out: &mut Vec<Output>) -> bool {
        let counts = self.in_game && !self.is_past();
        if !counts {
            odd(out, format!("no game is on: {line}"));
        }
        counts
    }

    pub(super) fn thinks(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.phase == Phase::Thinking)
    }

    fn claim(&mut self, result: GameResult, comment: String, line: &str, out: &mut Vec<Output>) {
        if !self.counts(line, out) {
            return self.doubt(result, comment);
        }
        let loses = match self.engine_side {
            Side::First => GameResult::BlackWins,
            Side::Second => GameResult::WhiteWins,
        };
        if comment.contains("resign") && result == loses {
            // C-585
            return self.resigned(line, out);
        }
        let knows_ping = self.half.profile.ping.yes();
        let Some(job) = self.job.as_mut().filter(|job| job.phase == Phase::Thinking) else {
            return tell(out, Event::Claim { result, comment });
        };
        if job.claim.replace((result, comment)).is_some() {
            return;
        }
        // Without `ping` only the position tells: a claim that is true there, or that comes after
        // thoughts about it, or about moves that it knew, is no old one.
        let is_new = !job.replayed || job.last.is_some() || job.is_at_an_end();
        if knows_ping {
            self.ping(PingFor::Claim, out);
        } else if is_new {
            self.give_up(false, out);
        } else {
            odd(out, format!("maybe of the past: {line}"));
            let _ = self.stop(out);
        }
    }

    /// A claim of the past. If the position has ended by it, the engine may not think at all.
    fn doubt(&mut self, result: GameResult, comment: String) {
        let thinking = |job: &&mut Job| job.phase == Phase::Thinking && job.is_at_an_end();
        if let Some(job) = self.job.as_mut().filter(thinking) {
            job.doubt = Some((result, comment));
        }
    }

    /// It was asked whether it thinks, and has answered without a move.
    pub(super) fn take_claim(&mut self, out: &mut Vec<Output>) {
        let asked = |ping: &Ping| matches!(ping.purpose, PingFor::Claim);
        if !self.thinks() || self.pings.iter().any(asked) {
            return;
        }
        let Some(job) = &mut self.job else { return };
        job.claim = job.claim.take().or(job.doubt.take());
        job.silent = job.claim.is_some() || job.is_at_an_end();
        if job.silent {
            // One that answers while it thinks is taken off its search.
            self.take_off(out);
        }
    }

    /// Section 31: the forms of old engines.
    fn legacy_result(&mut self, kind: LegacyResult, line: &str, out: &mut Vec<Output>) {
        let wins = |side: Side| match side {
            Side::First => GameResult::WhiteWins,
            Side::Second => GameResult::BlackWins,
        };
        let own = self.engine_side;
        let (result, comment) = match kind {
            LegacyResult::WhiteResigns => (GameResult::BlackWins, "White resigns"),
            LegacyResult::BlackResigns => (GameResult::WhiteWins, "Black resigns"),
            LegacyResult::WhiteMates => (GameResult::WhiteWins, "White mates"),
            LegacyResult::BlackMates => (GameResult::BlackWins, "Black mates"),
            LegacyResult::Draw => (GameResult::Draw, "Draw"),
            LegacyResult::ComputerMates => (wins(own), "computer mates"),
            LegacyResult::OpponentMates => (wins(!own), "opponent mates"),
            LegacyResult::ComputerResigns => (wins(!own), "computer resigns"),
            LegacyResult::Checkmate => (wins(!self.board.side()), "checkmate"),
        };
        self.claim(result, comment.to_owned(), line, out);
    }

    /// `C-584`, `C-587`
    fn resigned(&mut self, line: &str, out: &mut Vec<Output>) {
        if !self.counts(line, out) {
            return;
        }
        if self.thinks() {
            self.give_up(true, out);
        } else {
            tell(out, Event::Resign);
        }
    }

    /// With the move that follows (`C-589`), unless it answers an offer.
    fn offered(&mut self, line: &str, out: &mut Vec<Output>) {
        if !self.counts(line, out) {
            return;
        }
        let asked = std::mem::replace(&mut self.draw_asked, false);
        match &mut self.job {
            Some(job) if job.phase == Phase::Thinking && !asked => job.offers = true,
            _ => tell(out, Event::DrawOffer),
        }
    }

    /// A game of the engine's own is described before the answer to the first `ping` (`C-646`).
    pub(super) fn check_setup(&mut self, out: &mut Vec<Output>) {
        let variant = self.variant.clone().unwrap_or_default();
        if !std::mem::replace(&mut self.described, true) && !is_known_game(&variant) {
            odd(out, format!("engine did not describe its game {variant:?}"));
        }
    }

    fn error(&mut self, kind: &str, text: &str, out: &mut Vec<Output>) {
        self.illegal_move(Some(kind.to_owned()), text, out);
    }

    /// Complaints that teach something about the engine (`C-556`, `C-819`).
    fn complaint(&mut self, text: &str, out: &mut Vec<Output>) -> bool {
        let word = text.split_whitespace().next().unwrap_or_default();
        let no = |fact: &mut Fact<bool>| fact.set(false, Source::Learned);
        match word {
            "variant" if self.half.profile.variants.get().is_none() => {
                // C-118 has it play all games, until it says otherwise.
                let plain = vec!["normal".to_owned()];
                self.half.profile.variants.set(Some(plain), Source::Learned);
                self.misplaced(Refusal::Other, text, "unknown game".into(), out);
            }
            "protover" => {
                if self.half.state == State::Boot {
                    self.version_1(out);
                }
            }
            "computer" => no(&mut self.half.profile.computer),
            "draw" => no(&mut self.half.profile.draw),
            "time" | "otim" => no(&mut self.half.profile.time),
            "?" => {
                no(&mut self.half.profile.move_now);
                if self.half.state == State::Stopping && self.thinks() {
                    self.take_off(out);
                }
            }
            "nps" => no(&mut self.half.profile.nps),
            "sd" => {
                self.half.profile.depth_words.set(DepthWords::DepthLines, Source::Learned);
                self.sent.forget_depth();
            }
            "depth" if *self.half.profile.depth_words.get() == DepthWords::DepthLines => {
                self.half.profile.depth_words.set(DepthWords::Watched, Source::Learned);
            }
            "st" => {
                self.half.profile.move_time_words.set(MoveTimeWords::Level, Source::Learned);
                self.sent.forget_time();
            }
            "ping" => {
                no(&mut self.half.profile.ping);
                self.half.patience.over();
                for ping in self.pings.drain(..).collect::<Vec<_>>() {
                    self.answered(ping.purpose, out);
                }
            }
            "analyze" => {
                no(&mut self.half.profile.analyze);
                let (what, reason) = (Refusal::Analysis, "no analysis".to_owned());
                tell(out, Event::Refused { what, text: text.to_owned(), reason });
                if self.job.as_ref().is_some_and(|job| job.phase == Phase::Analysing) {
                    self.give_up(false, out);
                }
            }
            "setboard" => {
                no(&mut self.half.profile.setboard);
                self.misplaced(Refusal::Other, text, "no setboard".into(), out);
            }
            _ => return false,
        }
        odd(out, format!("learned from its complaint: {text}"));
        true
    }

    /// `Illegal move`: old engines take every line for a move.
    fn illegal_move(&mut self, reason: Option<String>, text: &str, out: &mut Vec<Output>) {
        let word = text.split_whitespace().next().unwrap_or_default();
        if self.complaint(text, out) {
        } else if looks_like_move(word) || matches!(word, "" | "usermove") {
            self.illegal(reason, text, out);
        } else if HARMLESS.contains(&word) {
            odd(out, format!("engine does without {word}"));
        } else {
            let reason = reason.unwrap_or_else(|| "taken for a move".to_owned());
            tell(out, Event::Refused { what: Refusal::Other, text: text.to_owned(), reason });
        }
    }

    /// A move of ours that the engine did not make (`C-548`): its board is another one now.
    fn illegal(&mut self, reason: Option<String>, text: &str, out: &mut Vec<Output>) {
        let reason = reason.map_or("illegal move".to_owned(), |why| format!("illegal move: {why}"));
        self.misplaced(Refusal::Move, text, reason, out);
    }

    fn misplaced(&mut self, what: Refusal, text: &str, reason: String, out: &mut Vec<Output>) {
        let behind = self.job.as_ref().map_or(0, |job| job.behind);
        if self.pings.iter().any(|ping| ping.number <= behind) {
            return odd(out, format!("late: {reason}: {text}"));
        }
        self.board.known = false;
        tell(out, Event::Refused { what, text: text.to_owned(), reason });
        let searching = self
            .job
            .as_ref()
            .is_some_and(|job| matches!(job.phase, Phase::Thinking | Phase::Analysing));
        if searching {
            self.say(ToEngine::Force, out);
            self.fence(out);
            self.give_up(false, out);
        }
    }
}

/// GNU Chess prints prompts after analysis, `White (3) : `, which are no results (`C-734`) and hide
/// what follows them.
fn without_prompt(mut line: &str) -> &str {
    while let Some((prompt, rest)) = line.split_once(") : ")
        && let Some(number) =
            prompt.strip_prefix("White (").or_else(|| prompt.strip_prefix("Black ("))
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        line = rest;
    }
    line
}

fn is_illegal_position(text: &str) -> bool {
    const WORDS: &str = "illegal position";
    text.trim().get(..WORDS.len()).is_some_and(|text| text.eq_ignore_ascii_case(WORDS))
}

fn told(to: TellTo, text: String) -> Message {
    // C-538
    if let (TellTo::Ics | TellTo::IcsNoAlias, Some(("ptell", text))) = (to, text.split_once(' ')) {
        return Message { kind: MessageKind::Partner, text: text.trim().to_owned() };
    }
    let kind = match to {
        TellTo::User => MessageKind::User,
        TellTo::UserError => MessageKind::UserError,
        TellTo::Opponent => MessageKind::Opponent,
        TellTo::Others => MessageKind::Others,
        TellTo::All => MessageKind::All,
        TellTo::Ics => MessageKind::Server,
        TellTo::IcsNoAlias => MessageKind::ServerVerbatim,
    };
    Message { kind, text }
}

/// Words that look like moves, each with the percentage behind it.
fn book_moves(lines: &[String]) -> Vec<(MoveText, u32)> {
    let mut moves: Vec<(MoveText, u32)> = Vec::new();
    for word in lines.iter().flat_map(|line| line.split([' ', '\t', ',', '(', ')'])) {
        if looks_like_move(word) {
            moves.push((MoveText::new(word), 0));
        } else if let Some(share) = word.strip_suffix('%').and_then(|share| share.parse().ok())
            && let Some(last) = moves.last_mut()
        {
            last.1 = share;
        }
    }
    moves
}
