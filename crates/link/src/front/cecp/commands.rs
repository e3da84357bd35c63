//! What each line of the interface does.

use super::clock::{Control, Whose};
use super::game::{Exclusion, Form};
use super::port::Job;
use super::{Cecp, Doing, Mode};
use crate::{Command, Partner, Side};
use ferz_wire::cecp::{Level, ToEngine};
use std::time::Duration;

impl Cecp {
    /// A line outside edit mode and while nothing is paused.
    pub(super) fn command(&mut self, line: &str) {
        match ToEngine::parse(line).value {
            ToEngine::Xboard => self.xboard(),
            // Roughly version 1 with a few commands more (C-757).
            ToEngine::Fritz => {}
            ToEngine::Protover(version) => self.protover(version),
            ToEngine::Accepted(name) => self.accepted(&name),
            ToEngine::Rejected(name) => self.rejected(&name),
            ToEngine::New => self.new_game(), // C-180 to C-188, C-191
            ToEngine::Variant(name) => self.variant(name.trim()), // C-189 to C-191, C-215 to C-218, C-228
            ToEngine::Quit => self.quit(),                        // C-192
            // The evaluation knows no random term (C-193).
            ToEngine::Random => {}
            ToEngine::Force => self.force(), // C-194 to C-196
            ToEngine::Go => self.go(),       // C-197, C-198, C-204
            ToEngine::PlayOther => self.play_other(), // C-199
            ToEngine::White => self.colour(Side::First), // C-200
            ToEngine::Black => self.colour(Side::Second), // C-201
            ToEngine::Level(level) => self.level(level, line), // C-260 to C-270
            ToEngine::St(seconds) => self.st(seconds, line), // C-271, C-277, C-278
            ToEngine::Sd(depth) => self.sd(depth), // C-272 to C-275
            ToEngine::Nps(rate) => self.nps(rate, line), // C-280 to C-283
            ToEngine::Time(time) => self.reading(Whose::Own, time), // C-295
            ToEngine::Otim(time) => self.reading(Whose::Opponent, time), // C-296
            ToEngine::UserMove(text) => self.user_move(text.as_str(), Form::UserMove),
            ToEngine::BareMove(text) => self.user_move(text.as_str(), Form::Bare),
            ToEngine::MoveNow => self.move_now(),
            ToEngine::Ping(number) => self.ping(number), // C-350 to C-355, C-359
            ToEngine::Draw => self.draw_offered(),       // C-370, C-371
            ToEngine::Result { result, comment } => {
                let comment = comment.unwrap_or_default();
                self.game_over();
                self.tell(Command::GameOver { result, comment });
            }
            ToEngine::SetBoard(fen) => self.set_board(fen.trim()), // C-390 to C-396
            ToEngine::Edit => self.edit(),                         // C-399
            ToEngine::Hint => self.hint(),                         // C-425
            ToEngine::Bk => self.ask_book(),                       // C-426, C-428
            ToEngine::Undo => self.undo(),                         // C-429, C-431
            ToEngine::Remove => self.remove(),                     // C-432, C-433
            ToEngine::Hard => self.hard(),                         // C-440
            ToEngine::Easy => self.easy(),                         // C-441, C-443
            ToEngine::Post => self.post = true,                    // C-444
            ToEngine::NoPost => self.post = false,                 // C-445
            ToEngine::Analyze => self.analyze(),
            ToEngine::Exit => self.exit(),
            ToEngine::Status => self.status(),
            ToEngine::Name(name) => {
                self.opponent.name = Some(name);
                self.tell_opponent();
            }
            ToEngine::Rating(own, opponent) => {
                // 0 means unrated (C-458).
                self.opponent.own_rating = Some(own).filter(|rating| *rating != 0);
                self.opponent.rating = Some(opponent).filter(|rating| *rating != 0);
                self.tell_opponent();
            }
            ToEngine::Ics(server) => {
                self.opponent.server = Some(server);
                self.tell_opponent();
            }
            ToEngine::Computer => {
                self.opponent.computer = Some(true);
                self.tell_opponent();
            }
            ToEngine::Pause => self.pause(), // C-470
            // Without a pause there is nothing to resume (C-474).
            ToEngine::Resume => {}
            ToEngine::Memory(megabytes) => self.memory(megabytes), // C-480, C-482
            ToEngine::Cores(cores) => self.cores(cores),           // C-483, C-485
            ToEngine::EgtPath { kind, path } => self.egt_path(&kind, &path), // C-486
            ToEngine::Option { name, value } => self.option(&name, value.as_deref()), // C-490 to C-495
            // C-505 to C-511.
            ToEngine::Exclude(text) => self.exclude(text.as_ref(), Exclusion::Exclude),
            ToEngine::Include(text) => self.exclude(text.as_ref(), Exclusion::Include),
            ToEngine::SetScore(score, _) => self.set_score(score), // C-513
            ToEngine::Lift(square) => self.lift(&square),          // C-520, C-525
            ToEngine::Put(square) => self.put(&square),            // C-521, C-524
            // What would be taken there the board shows itself (C-522).
            ToEngine::Hover(_) => {}
            ToEngine::Partner(Some(name)) => self.partner(Partner::Is(name)), // C-532
            ToEngine::Partner(None) => self.partner(Partner::Gone),           // C-533
            ToEngine::Ptell(text) => self.partner(Partner::Says(text)),       // C-534
            ToEngine::Holding { white, black, .. } => self.holding(&white, &black), // C-535 to C-537
            ToEngine::Reset => {
                let variant = self.table.variant.clone();
                self.set(Command::NewGame { variant });
            }
            ToEngine::Ponder => self.ponder_now(),
            ToEngine::Depth => self.error("unknown command", "depth"),
            ToEngine::Malformed { error, line } => self.error(error, line.trim()),
            ToEngine::Unknown(line) => self.unknown(line.trim()), // C-550
        }
    }

    fn unknown(&mut self, line: &str) {
        match line {
            "" => {}
            // Comments of a log that is played back.
            _ if line.starts_with('#') => {}
            _ if self.is_console(line) => self.ask_engine(line),
            _ => self.error("unknown command", line),
        }
    }

    /// Whether a line is for the engine alone.
    fn is_console(&self, line: &str) -> bool {
        line.split_whitespace().next().is_some_and(|word| self.console.contains(&word))
    }

    fn force(&mut self) {
        self.quiet();
        self.clocks.stop(self.now);
        self.clocks.settle();
        self.mode = Mode::Force;
    }

    fn go(&mut self) {
        if let Mode::Playing(Doing::Thinking) = self.mode {
            return;
        }
        self.quiet();
        self.take_turn();
        if !self.may_play("go") {
            return;
        }
        self.table.seat = self.table.side();
        self.clocks.take_side(self.now, self.table.seat);
        self.clocks.start(self.now, self.table.seat);
        self.think();
    }

    fn play_other(&mut self) {
        self.quiet();
        self.take_turn();
        if !self.may_play("playother") {
            return;
        }
        self.table.seat = !self.table.side();
        self.clocks.take_side(self.now, self.table.seat);
        self.clocks.start(self.now, !self.table.seat);
        self.mode = Mode::Playing(Doing::Waiting);
        self.ponder();
    }

    /// Whether there is a game to play. A finished one is declared finished again (C-207).
    fn may_play(&mut self, command: &str) -> bool {
        if self.table.record().is_none() {
            self.not_now(command);
            return false;
        }
        if let Some(outcome) = self.table.ended() {
            self.result_line(outcome.result, outcome.comment);
            return false;
        }
        true
    }

    /// `white` and `black`: that side is on move, we play the other (C-200, C-201).
    fn colour(&mut self, turn: Side) {
        self.quiet();
        self.clocks.stop(self.now);
        self.table.turn = Some(turn);
        self.table.seat = !turn;
        self.mode = Mode::Playing(Doing::Waiting);
    }

    fn level(&mut self, level: Level, line: &str) {
        let increment = seconds(level.increment);
        let (Some(increment), Ok(moves), Ok(base)) =
            (increment, u32::try_from(level.moves), u64::try_from(level.base))
        else {
            self.error("bad parameter", line.trim());
            return;
        };
        let moves = Some(moves).filter(|moves| *moves > 0);
        let base = Duration::from_secs(base.min(MOST_SECONDS));
        self.control(Control::Level { moves, base, increment });
    }

    fn st(&mut self, time: f64, line: &str) {
        match seconds(time) {
            Some(time) => self.control(Control::PerMove(time)),
            None => self.error("bad parameter", line.trim()),
        }
    }

    fn control(&mut self, control: Control) {
        let (seat, ply, side) = (self.seat(), self.table.ply(), self.table.side());
        self.clocks.set_control(self.now, control, seat, ply, side);
        self.limits_changed();
    }

    fn sd(&mut self, depth: i64) {
        // 0 takes the limit away (C-275).
        self.depth = u32::try_from(depth).ok().filter(|depth| *depth > 0);
        self.limits_changed();
    }

    fn nps(&mut self, rate: i64, line: &str) {
        match u64::try_from(rate) {
            Ok(rate) => {
                self.node_rate = Some(rate);
                self.limits_changed();
            }
            Err(_) => self.error("bad parameter", line.trim()),
        }
    }

    /// `time` and `otim`, in centiseconds; an overdrawn clock means: move at once (C-303).
    fn reading(&mut self, whose: Whose, centiseconds: i64) {
        let left = u64::try_from(centiseconds).unwrap_or(0).min(MOST_SECONDS * 100);
        let left = Duration::from_millis(left * 10);
        self.clocks.reading(self.now, self.seat(), whose, left);
    }

    fn move_now(&mut self) {
        if self.port.job() == Some(Job::Think) {
            self.port.hurry(&mut self.out);
        }
    }

    fn ask_book(&mut self) {
        self.stop_hint();
        let placed = self.table.record().map(super::game::place_of);
        if placed.is_none() {
            self.book(&[]);
        } else if placed == self.table.placed && !self.new_game {
            self.tell(Command::Book);
        } else {
            self.again(|front| {
                front.place();
                front.tell(Command::Book);
            });
        }
    }

    /// A line for the engine alone: it is asked about the position on the board.
    fn ask_engine(&mut self, line: &str) {
        self.stop_hint();
        match self.port.job() {
            Some(Job::Think) => self.not_now(line),
            _ => self.again(|front| {
                front.place();
                front.tell(Command::Console(line.to_owned()));
            }),
        }
    }

    fn hard(&mut self) {
        self.hard = true;
        self.ponder_option();
        // Never before the first move of a game (C-184).
        if self.table.ply() > 0 {
            self.ponder();
        }
    }

    fn easy(&mut self) {
        self.hard = false;
        if let Mode::Playing(Doing::Pondering) = self.mode {
            self.quiet();
            self.mode = Mode::Playing(Doing::Waiting);
        }
        self.ponder_option();
    }

    /// ChessBase's `ponder`: think on the opponent's time, now (C-759).
    fn ponder_now(&mut self) {
        let hard = std::mem::replace(&mut self.hard, true);
        if self.table.ply() > 0 {
            self.ponder();
        }
        self.hard = hard;
    }

    fn analyze(&mut self) {
        if let Mode::Analysing = self.mode {
            return;
        }
        self.quiet();
        self.take_turn();
        self.clocks.stop(self.now);
        self.analyse();
    }

    /// `exit`: analysis ends in force mode (C-689); so does any other search (C-802).
    fn exit(&mut self) {
        match self.mode {
            Mode::Analysing | Mode::Playing(Doing::Thinking | Doing::Pondering) => self.force(),
            _ => self.stop_hint(),
        }
    }

    fn tell_opponent(&mut self) {
        let command = Command::Opponent(self.opponent.clone());
        match self.port.job() {
            None => self.tell(command),
            Some(_) => self.deferred.push(command),
        }
    }

    /// `setscore`: expiry is the engine's business, so the depth is not passed on (C-513).
    fn set_score(&mut self, score: i64) {
        let Some(place) = self.table.record().map(super::game::place_of) else {
            self.not_now("setscore");
            return;
        };
        let value = i32::try_from(score.clamp(-100_000, 100_000)).ok();
        self.set(Command::SetValue { place: Some(place), value });
    }
}

/// No clock needs more than this: some three years.
const MOST_SECONDS: u64 = 100_000_000;

/// A number of seconds as it came; negative and endless ones are none.
fn seconds(number: f64) -> Option<Duration> {
    (number >= 0.0)
        .then(|| Duration::try_from_secs_f64(number.min(MOST_SECONDS as f64)).ok())
        .flatten()
}
