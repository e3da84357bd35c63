//! Commands become lines.

use super::super::options::{may_take_long, one_line};
use super::super::outbox::Question;
use super::super::text::side_to_move;
use super::position::Told;
use super::*;
use crate::{Clock, Limits, OptionKind, Search, Spelling};
use ferz_wire::ucci::Go;
use std::sync::Arc;
use std::time::Duration;

impl Ucci {
    pub(super) fn command(
        &mut self,
        command: &Command,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        if let State::New | State::Boot | State::Leaving = self.half.state
            && !matches!(command, Command::Quit)
        {
            return Err(refused("engine takes no commands now"));
        }
        let was_console = std::mem::replace(&mut self.console, false);
        match command {
            //
            Command::SetOption { name, value } => self.set_option(name, value.as_deref(), out),
            Command::NewGame { variant } => self.new_game(variant, out),
            Command::Place(place) => self.place(place, out),
            Command::Search(search) => self.search(search, out),
            Command::PonderHit { draw_offer } => self.ponder_hit(*draw_offer, out),
            Command::Stop => self.stop(out),
            Command::Ping(number) => {
                self.console = was_console;
                self.ping(*number, out);
                Ok(())
            }
            Command::Debug(on) => {
                self.idle()?;
                let setting = self.half.options.check("debug", Some(&on.to_string()), false)?;
                self.apply(setting, out);
                Ok(())
            }
            //
            Command::DrawOffer => {
                odd(out, "UCCI has draw offers only with go and ponderhit: kept for the next");
                self.offered = true;
                Ok(())
            }
            Command::GameOver { .. } => {
                odd(out, "UCCI does not tell engines that a game is over");
                self.offered = false;
                match self.half.state {
                    State::Searching(_) => self.stop(out),
                    _ => Ok(()),
                }
            }
            Command::Opponent(_) => {
                odd(out, "UCCI does not tell engines who the opponent is");
                Ok(())
            }
            Command::Probe(place) => self.probe(place, out),
            Command::Console(line) => {
                self.idle()?;
                one_line(line)?;
                self.outbox.send(line.clone(), out);
                self.console = true;
                Ok(())
            }
            //
            Command::Quit => {
                self.quit(out);
                Ok(())
            }
            Command::Pause(_) => Err(refused("UCCI cannot pause an engine")),
            Command::Register(_) => Err(refused("UCCI has no registration")),
            Command::SetValue { .. } => Err(refused("UCCI takes no scores of positions")),
            Command::Partner(_) => {
                self.half.note_once("UCCI knows no partners", out);
                Ok(())
            }
            Command::Touch(_) => Err(refused("UCCI cannot tell what a person does at the board")),
            Command::Answer { .. } => Err(refused("UCCI has no questions to the user")),
            Command::Book => Err(refused("UCCI cannot ask for book moves")),
        }
    }

    fn idle(&self) -> Result<(), Refused> {
        match self.half.state {
            State::Idle => Ok(()),
            _ => Err(refused("searching")),
        }
    }

    /// `isready`, or our own answer for an engine that does not know the word.
    fn ping(&mut self, number: u64, out: &mut Vec<Output>) {
        if self.asks() {
            return self.ask(Some(number), out);
        }
        self.half.note_once("engine knows no isready: answered for it", out);
        tell(out, Event::Pong(number));
    }

    fn asks(&self) -> bool {
        self.half.profile.isready.yes() && !self.half.profile.league
    }

    fn ask(&mut self, ping: Option<u64>, out: &mut Vec<Output>) {
        let holds = self.half.state == State::Idle;
        if holds {
            self.half.unsure = false;
        }
        self.questions.asked += 1;
        self.outbox.ask(Question { ping, holds }, out);
    }

    /// Lets the engine finish what may have taken it long, so that it does not count as thinking.
    fn be_sure(&mut self, out: &mut Vec<Output>) {
        if self.half.unsure && self.asks() {
            self.ask(None, out);
        }
    }

    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        self.idle()?;
        let setting = self.half.options.check(name, value, self.half.profile.undeclared_options)?;
        let on = setting.value.as_deref().is_some_and(|value| value != "false");
        if setting.name.eq_ignore_ascii_case("batch") && on {
            // It would hear of no stop.
            return Err(refused("batch mode is not for games"));
        }
        if setting.name.eq_ignore_ascii_case("usemillisec") {
            self.millis = on;
        }
        self.apply(setting, out);
        Ok(())
    }

    fn apply(&mut self, setting: Setting, out: &mut Vec<Output>) {
        self.half.unsure |= may_take_long(&setting.name);
        self.half.options.set(&setting);
        let Setting { name, value } = setting;
        self.say(ToEngine::SetOption { name, value }, out);
    }

    /// Sets an option whether it was declared or not; undeclared ones do no harm (`X-194`).
    pub(super) fn setting(&mut self, name: &str, value: Option<&str>, out: &mut Vec<Output>) {
        let setting = match self.half.options.check(name, value, true) {
            Ok(setting) => setting,
            // Declared with other values: the document's are right.
            Err(_) => Setting { name: name.to_owned(), value: value.map(str::to_owned) },
        };
        self.apply(setting, out);
    }

    /// Sets an option that the host takes care of, if the engine has it and it stands otherwise.
    fn manage(&mut self, name: &str, value: &str, out: &mut Vec<Output>) {
        if self.half.options.value(name).is_some_and(|now| now != value) {
            self.setting(name, Some(value), out);
        }
    }

    /// `setoption newgame` for every engine (`X-177`).
    fn new_game(&mut self, variant: &str, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.idle()?;
        let choice = self.game_of(variant)?;
        // The settings of a league's first game went out with the handshake.
        let is_set = std::mem::take(&mut self.fresh) && self.game.as_deref() == Some(variant);
        if !is_set {
            self.choose(variant, choice, out);
            self.setting("newgame", None, out);
            self.half.unsure = true;
        }
        self.half.place = None;
        self.placed = false;
        self.offered = false;
        Ok(())
    }

    /// Whether the engine plays this game; and its own name for it, where it has a choice: UCCI
    /// itself is for one game.
    pub(super) fn game_of(&self, variant: &str) -> Result<Option<String>, Refused> {
        one_line(variant)?;
        let listed = self.half.profile.variants.get().as_ref();
        let by_user = listed.is_some_and(|list| list.iter().any(|name| name == variant));
        let facts = self.half.facts(variant);
        // Where there is nobody to ask, the caller is believed.
        let is_own = facts.map_or(self.half.is_alone(), |facts| facts.unnamed);
        let promotion = self.promotes(variant);
        let plain = self.half.unnamed().filter(|_| promotion);
        let wanted = match variant {
            "normal" => "chess",
            other => plain.as_deref().unwrap_or(other),
        };
        let choice = match self.half.options.find("UCI_Variant").map(|decl| &decl.kind) {
            Some(OptionKind::Combo { choices, .. }) => {
                choices.iter().find(|choice| choice.eq_ignore_ascii_case(wanted)).cloned()
            }
            _ => None,
        };
        let has_promotion =
            self.half.options.is_on("promotion").is_some() || self.half.profile.league;
        if by_user || promotion && has_promotion {
            return Ok(choice);
        }
        if promotion || listed.is_some() || !is_own && choice.is_none() {
            return Err(refused(format!("engine does not play {variant:?}")));
        }
        Ok(choice)
    }

    /// Whether the game is another one with the option `promotion`.
    fn promotes(&self, variant: &str) -> bool {
        self.half.facts(variant).is_some_and(|facts| facts.promoted == Some(variant))
    }

    /// The options that choose a game.
    fn choose(&mut self, variant: &str, choice: Option<String>, out: &mut Vec<Output>) {
        self.game = Some(variant.to_owned());
        if let Some(choice) = choice {
            self.manage("UCI_Variant", &choice, out);
        }
        let promotion = self.promotes(variant);
        match self.half.options.is_on("promotion") {
            Some(now) if now == promotion => {}
            None if !promotion && !self.half.profile.league => {}
            _ => self.setting("promotion", Some(&promotion.to_string()), out),
        }
    }

    fn place(&mut self, place: &Place, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.idle()?;
        let choice = self.game_of(&place.variant)?;
        let Told { text, .. } = self.told(place)?;
        if self.game.as_deref() != Some(&place.variant) {
            self.choose(&place.variant, choice, out);
        }
        self.fresh = false;
        self.be_sure(out);
        self.say(ToEngine::Position(text), out);
        self.banned.clear();
        self.half.place = Some(Arc::new(place.clone()));
        self.placed = true;
        Ok(())
    }

    fn search(&mut self, search: &Search, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.idle()?;
        let Some(place) = self.half.place.clone() else { return Err(refused("no position")) };
        let Told { text, root } = self.told(&place)?;
        let banned = self.bans(search, root.as_deref())?;
        let go = self.go(search, out)?;

        if search.purpose == Purpose::Ponder {
            self.manage("ponder", "true", out);
        }
        self.be_sure(out);
        // A position that was sent already stands after a search, too; to send it again
        // helps engines that have forgotten this, and ends bans.
        if !self.placed {
            self.say(ToEngine::Position(text), out);
            self.banned.clear();
        }
        self.placed = false;
        let ranks_vary = self.half.ranks_vary(&place.variant);
        if self.banned != banned {
            let moves = banned.iter().map(|mv| self.half.outward(mv, &place.variant)).collect();
            self.say(ToEngine::BanMoves(moves), out);
            self.banned.clone_from(&banned);
        }

        let ponders = search.purpose == Purpose::Ponder;
        self.running = Some(Running {
            purpose: search.purpose,
            number: self.outbox.gos + 1,
            side: side_to_move(&place),
            root,
            ranks_vary,
            banned,
            heard: false,
            offered: ponders && search.draw_offer,
            early: None,
            suspect: None,
            no_move: search.limits.static_only,
        });
        self.half.state = State::Searching(search.purpose);
        if go.draw {
            self.offered = false;
        }
        self.say(ToEngine::Go(Box::new(go)), out);
        Ok(())
    }

    /// `banmoves`: a deny list, also for the moves to consider alone (`X-206`, `X-365`).
    fn bans(&self, search: &Search, root: Option<&dyn Record>) -> Result<Vec<MoveText>, Refused> {
        let Some(root) = root else {
            return match search.only.is_empty() {
                true => Ok(search.without.clone()),
                false => Err(refused("UCCI bans moves, and nobody knows the legal ones")),
            };
        };
        let spell = |mv: &str| root.spell(mv, Spelling::Coordinate).ok();
        let spelled = |moves: &[MoveText]| -> Vec<String> {
            moves.iter().filter_map(|mv| spell(mv.as_str())).collect()
        };
        let legal: Vec<String> = root.legal_moves().iter().filter_map(|mv| spell(mv)).collect();
        let (only, without) = (spelled(&search.only), spelled(&search.without));
        let is_banned =
            |mv: &String| !search.only.is_empty() && !only.contains(mv) || without.contains(mv);
        let mut banned: Vec<MoveText> =
            legal.iter().filter(|mv| is_banned(mv)).map(|mv| MoveText::new(mv)).collect();
        let wanted = !(search.only.is_empty() && search.without.is_empty());
        if wanted && banned.len() == legal.len() {
            return Err(refused("no legal move is left to search"));
        }
        if self.half.profile.league {
            let mut more = Ucci::losing_repetitions(root);
            more.retain(|mv| !banned.contains(mv));
            // Who has nothing else must be let do it.
            if banned.len() + more.len() < legal.len() {
                banned.extend(more);
            }
        }
        Ok(banned)
    }

    /// The arguments of `go`.
    fn go(&mut self, search: &Search, out: &mut Vec<Output>) -> Result<Go, Refused> {
        let limits = &search.limits;
        if limits.perft.is_some() {
            return Err(refused("UCCI cannot count moves"));
        }
        let ponders = search.purpose == Purpose::Ponder;
        let mut go = Go {
            ponder: ponders,
            // The two never occur together.
            draw: !ponders && (search.draw_offer || self.offered),
            depth: limits.depth.map(i64::from),
            nodes: limits.nodes.map(saturate),
            ..Go::default()
        };
        let mut notes = Vec::new();
        if limits.static_only {
            go.depth = Some(0);
        }
        if let Some(moves) = limits.mate {
            notes.push("UCCI knows no search for a mate: asked for as many plies");
            let plies = i64::from(moves).saturating_mul(2).saturating_sub(1).max(1);
            go.depth = Some(go.depth.map_or(plies, |depth| depth.min(plies)));
        }
        match (limits.max_time, limits.nodes_per_second) {
            (Some(time), Some(rate)) if rate > 0 => {
                notes.push("UCCI has no clock that counts nodes: asked for as many nodes");
                let nodes = time.as_millis().saturating_mul(rate.into()) / 1000;
                let nodes = saturate(u64::try_from(nodes).unwrap_or(u64::MAX)).max(1);
                go.nodes = Some(go.nodes.map_or(nodes, |other| other.min(nodes)));
            }
            (_, Some(_)) => return Err(refused("UCCI has no clock that counts nodes")),
            (Some(_), None) if limits.clock.is_none() => {
                notes.push("UCCI has no longest time: told as the clock of one move");
            }
            (_, None) => {}
        }
        if limits.move_time.is_some() {
            notes.push("UCCI has no fixed time: told as the clock of one move");
        }
        let one_move = match limits.nodes_per_second {
            None => limits.move_time.into_iter().chain(limits.max_time).min(),
            Some(_) => limits.move_time,
        };
        match (one_move, limits.clock) {
            (Some(time), _) => {
                go.time = Some(self.clock_time(time));
                go.movestogo = Some(1);
            }
            (None, Some(clocks)) => self.clocks(clocks.own, clocks.opponent, &mut go, &mut notes),
            (None, None) => {}
        }
        let limited = go.depth.is_some() || go.nodes.is_some() || go.time.is_some();
        if search.purpose == Purpose::Analyse && *limits != Limits::default() {
            notes.push("UCCI's endless search takes no limits: asked for a limited one");
        }
        go.infinite = !limited;
        for note in notes {
            odd(out, note);
        }
        Ok(go)
    }

    /// Own and opponent's clocks. For each either the moves to go or the increment: the document's
    /// grammar has no more, and without any of the two ElephantEye spends all on one move
    /// (`X-231`, `X-232`).
    fn clocks(
        &self,
        own: Option<Clock>,
        opponent: Option<Clock>,
        go: &mut Go,
        notes: &mut Vec<&'static str>,
    ) {
        let moves_to_go = |clock: Clock| clock.moves_to_go.filter(|moves| *moves > 0);
        let increment =
            |clock: Clock| moves_to_go(clock).is_none().then(|| self.increment(clock.increment));
        if own.is_some_and(|own| moves_to_go(own).is_some() && !own.increment.is_zero()) {
            notes
                .push("UCCI has moves to go or an increment, not both: told without the increment");
        }
        go.time = own.map(|clock| self.clock_time(clock.remaining));
        go.movestogo = own.and_then(moves_to_go).map(i64::from);
        go.increment = own.and_then(increment);
        go.opptime = opponent.map(|clock| self.clock_time(clock.remaining));
        go.oppmovestogo = opponent.and_then(moves_to_go).map(i64::from);
        go.oppincrement = opponent.and_then(increment);
    }

    /// In the unit agreed, rounded down, at least one (`X-244`).
    fn clock_time(&self, time: Duration) -> i64 {
        self.increment(time).max(1)
    }

    fn increment(&self, time: Duration) -> i64 {
        match self.millis {
            true => i64::try_from(time.as_millis()).unwrap_or(i64::MAX),
            false => i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        }
    }

    fn ponder_hit(&mut self, draw_offer: bool, out: &mut Vec<Output>) -> Result<(), Refused> {
        if self.half.state != State::Searching(Purpose::Ponder) {
            return Err(refused("not pondering"));
        }
        self.half.state = State::Searching(Purpose::Play);
        let mut draw = draw_offer || std::mem::take(&mut self.offered);
        if let Some(running) = &mut self.running {
            running.purpose = Purpose::Play;
            draw |= running.offered;
            if let Some(answer) = running.early.take() {
                if draw {
                    odd(out, "the engine has answered already: it hears of no draw offer");
                }
                self.end_search(answer, out);
                return Ok(());
            }
        }
        self.say(ToEngine::PonderHit { draw }, out);
        Ok(())
    }

    fn stop(&mut self, out: &mut Vec<Output>) -> Result<(), Refused> {
        match self.half.state {
            State::Searching(_) => {}
            State::Stopping => return Err(refused("stopping already")),
            _ => return Err(refused("not searching")),
        }
        if let Some(answer) = self.running.as_mut().and_then(|running| running.early.take()) {
            self.end_search(answer, out);
            return Ok(());
        }
        self.half.state = State::Stopping;
        self.say(ToEngine::Stop, out);
        Ok(())
    }

    /// Idle and thinking engines take it (`X-320`).
    fn probe(&mut self, place: &Place, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.game_of(&place.variant)?;
        let Told { text, .. } = self.told(place)?;
        self.questions.probes.push_back(self.questions.asked);
        self.say(ToEngine::Probe(text), out);
        Ok(())
    }

    /// `stop` first, and `quit` behind the answer (`X-334`); what has not gone out never will.
    fn quit(&mut self, out: &mut Vec<Output>) {
        if self.half.state == State::Leaving {
            return;
        }
        self.outbox.drop_waiting();
        let is_running = self.running.is_some() && self.outbox.gos > self.answers;
        let before = std::mem::replace(&mut self.half.state, State::Leaving);
        match before {
            State::Searching(_) if is_running => {
                self.quitting = true;
                out.push(Output::Line(ToEngine::Stop.to_string()));
            }
            State::Stopping if is_running => self.quitting = true,
            _ => self.quit_now(out),
        }
    }
}

fn saturate(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
