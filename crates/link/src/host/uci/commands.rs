//! Commands become lines.

use super::super::options::{may_take_long, one_line};
use super::super::outbox::Question;
use super::super::text::{millis, record_of, side_to_move, without_passes};
use super::super::{FenForm, RankBase, Source};
use super::*;
use crate::{Clock, Limits, Opponent, Search, Spelling};
use ferz_wire::uci::Go;
use ferz_wire::{PositionText, Start};
use std::sync::Arc;

impl Uci {
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
            Command::SetOption { name, value } => self.set_option(name, value.as_deref(), out),
            Command::NewGame { variant } => self.new_game(variant, out),
            Command::Place(place) => self.place(place, out),
            Command::Search(search) => self.search(search, out),
            Command::PonderHit { draw_offer } => self.ponder_hit(*draw_offer, out),
            Command::Stop => self.stop(out),
            Command::Ping(number) => {
                self.console = was_console;
                self.ask(Some(*number), out);
                Ok(())
            }
            Command::Debug(on) => {
                self.say(ToEngine::Debug(Some(*on)), out);
                Ok(())
            }
            Command::Register(register) => {
                if let ferz_wire::uci::Register::As { name, code } = register {
                    one_line(name.as_deref().unwrap_or_default())?;
                    one_line(code.as_deref().unwrap_or_default())?;
                }
                self.registered = true;
                self.say(ToEngine::Register(register.clone()), out);
                Ok(())
            }
            Command::GameOver { .. } => {
                // UCI has no word for it (U-497); a search that still runs is of no use.
                odd(out, "UCI does not tell engines that a game is over");
                match self.half.state {
                    State::Searching(_) => self.stop(out),
                    _ => Ok(()),
                }
            }
            Command::Opponent(opponent) => self.opponent(opponent, out),
            Command::SetValue { place, value } => self.set_value(place.as_ref(), *value, out),
            Command::Console(line) => {
                self.idle()?;
                one_line(line)?;
                self.outbox.send(line.clone(), out);
                self.console = true;
                Ok(())
            }
            Command::Quit => {
                self.quit(out);
                Ok(())
            }
            Command::Pause(_) => Err(refused("UCI cannot pause an engine")),
            Command::DrawOffer => Err(refused("UCI has no draw offers")),
            Command::Probe(_) => Err(refused("UCI cannot ask what the hash table knows")),
            Command::Partner(_) => {
                self.half.note_once("UCI knows no partners", out);
                Ok(())
            }
            Command::Touch(_) => Err(refused("UCI cannot tell what a person does at the board")),
            Command::Answer { .. } => Err(refused("UCI has no questions to the user")),
            Command::Book => Err(refused("UCI cannot ask for book moves")),
        }
    }

    fn idle(&self) -> Result<(), Refused> {
        match self.half.state {
            State::Idle => Ok(()),
            _ => Err(refused("searching")),
        }
    }

    /// Idle, and the engine is fit to be used (`U-173`).
    fn usable(&self) -> Result<(), Refused> {
        self.idle()?;
        match self.copy_protection {
            Some(Check::Error) => Err(refused("engine's copy protection failed")),
            _ => Ok(()),
        }
    }

    fn ask(&mut self, ping: Option<u64>, out: &mut Vec<Output>) {
        let holds = self.half.state == State::Idle;
        if holds {
            self.half.unsure = false;
        }
        self.outbox.ask(Question { ping, holds }, out);
    }

    /// Lets the engine finish what may have taken it long, unless it was asked already.
    fn be_sure(&mut self, out: &mut Vec<Output>) {
        if self.half.unsure {
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
        self.apply(setting, out);
        Ok(())
    }

    fn apply(&mut self, setting: Setting, out: &mut Vec<Output>) {
        self.half.unsure |= may_take_long(&setting.name);
        self.half.options.set(&setting);
        let Setting { name, value } = setting;
        self.say(ToEngine::SetOption { name, value }, out);
    }

    /// Sets an option that the host takes care of, if the engine has it and it stands otherwise.
    fn manage(&mut self, name: &str, value: &str, out: &mut Vec<Output>) -> bool {
        if self.half.options.value(name).is_none_or(|now| now == value) {
            return false;
        }
        match self.half.options.check(name, Some(value), false) {
            Ok(setting) => {
                self.apply(setting, out);
                true
            }
            Err(why) => {
                odd(out, why.reason);
                false
            }
        }
    }

    fn new_game(&mut self, variant: &str, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.usable()?;
        let settings = self.variant_settings(variant)?;
        if self.is_unnamed(variant) {
            let text = "engine does not say what it plays: taken to play";
            odd(out, format!("{text} {variant}, ranks from 0"));
        }
        for (name, value) in settings {
            if name == "UCI_Variant"
                && self.half.ranks_vary(&value)
                && self.plays_by_default(&value)
            {
                // Its ranks count from 1 where the option is used, and maybe from 0 where it is not
                // (U-510, U-511): so it is used, though it says nothing new.
                self.apply(self.half.options.check(name, Some(&value), false)?, out);
            } else {
                self.manage(name, &value, out);
            }
        }
        self.be_sure(out);
        self.say(ToEngine::UciNewGame, out);
        self.half.unsure = true;
        self.half.place = None;
        self.placed = false;
        Ok(())
    }

    /// The options that choose a game (`U-443`, `U-461`), by the name that the engine has for it, or
    /// why this engine does not play it.
    pub(super) fn variant_settings(
        &self,
        variant: &str,
    ) -> Result<Vec<(&'static str, String)>, Refused> {
        let listed = self.half.profile.variants.get().as_ref();
        let by_user = listed.is_some_and(|list| list.iter().any(|name| name == variant));
        let chess960 = self.half.spelling(variant) == Spelling::KingTakesRook;
        if chess960 && self.half.options.is_on("UCI_Chess960").is_none() && !by_user {
            return Err(refused("engine cannot play Chess960"));
        }
        // Chess without castling is chess from a position without the rights.
        let wanted = match variant {
            "normal" | "fischerandom" | "nocastle" => "chess",
            other => other,
        };
        let choice = match self.half.options.find("UCI_Variant").map(|decl| &decl.kind) {
            Some(crate::OptionKind::Combo { choices, .. }) => self.half.name_among(choices, wanted),
            _ => None,
        };
        let has_choice = self.half.options.find("UCI_Variant").is_some();
        // Pikafish and its kin: an interface that asks for xiangqi knows why (U-510, U-512).
        let by_user = by_user || self.is_unnamed(variant);
        if choice.is_none() && !by_user && (wanted != "chess" || has_choice || listed.is_some()) {
            return Err(refused(format!("engine does not play {variant:?}")));
        }
        let mut settings = Vec::new();
        if let Some(choice) = choice {
            settings.push(("UCI_Variant", choice.clone()));
        }
        settings.push(("UCI_Chess960", chess960.to_string()));
        Ok(settings)
    }

    /// A game whose engines need not name it: this one does not say which games it plays, and has no
    /// option of chess.
    fn is_unnamed(&self, game: &str) -> bool {
        let tells = |name| self.half.options.find(name).is_some();
        self.half.facts(game).is_some_and(|facts| facts.unnamed)
            && self.half.profile.variants.get().is_none()
            && !tells("UCI_Variant")
            && !tells("UCI_Chess960")
    }

    fn place(&mut self, place: &Place, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.usable()?;
        if let Start::Fen(fen) = &place.start {
            one_line(fen)?;
        }
        let place = without_passes(place, self.half.referee())?;
        let settings = self.variant_settings(&place.variant)?;
        let message = self.position(&place)?;
        for (name, value) in settings {
            self.manage(name, &value, out);
        }
        self.be_sure(out);
        self.say(message, out);
        self.half.place = Some(Arc::new(place.into_owned()));
        self.placed = true;
        Ok(())
    }

    /// `position`, with castling and ranks as this engine in this game spells them.
    fn position(&self, place: &Place) -> Result<ToEngine, Refused> {
        let mut moves = Vec::with_capacity(place.moves.len());
        let spelling = self.half.spelling(&place.variant);
        // Only texts that are no coordinates need the rules.
        let unclear =
            spelling != Spelling::Coordinate || place.moves.iter().any(|mv| !is_coordinate(mv));
        match self.half.referee().filter(|_| unclear) {
            Some(referee) => {
                let (mut record, _) = referee.place(&place.at_start()).map_err(refused)?;
                for mv in &place.moves {
                    let fault = |_| refused(format!("{mv} is no legal move"));
                    let spelled = record.spell(mv.as_str(), spelling).map_err(fault)?;
                    moves.push(self.half.outward(&MoveText::new(&spelled), &place.variant));
                    record.play(mv.as_str()).map_err(fault)?;
                }
            }
            None if self.half.ranks_vary(&place.variant) => {
                moves.extend(place.moves.iter().map(|mv| self.half.outward(mv, &place.variant)));
            }
            None => moves.extend_from_slice(&place.moves),
        }
        let start = match &place.start {
            Start::Fen(fen) => Start::Fen(self.half.fen(fen, &place.variant, FenForm::Knight)),
            Start::Startpos => match self.half.facts(&place.variant) {
                Some(facts) if !facts.one_start => Start::Fen(facts.start_fen.to_owned()),
                _ => Start::Startpos,
            },
        };
        Ok(ToEngine::Position(PositionText { start, moves }))
    }

    fn search(&mut self, search: &Search, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.usable()?;
        let Some(place) = self.half.place.clone() else { return Err(refused("no position")) };
        let root = record_of(&place, self.half.referee())?;
        let go = self.go(search, &place, out)?;

        let analysing = search.purpose == Purpose::Analyse;
        let mut managed = self.manage("UCI_AnalyseMode", &analysing.to_string(), out);
        if search.purpose == Purpose::Ponder {
            managed |= self.manage("Ponder", "true", out);
        }
        // The mode is set before the position (U-481), and each search has its position (U-052).
        let again = if managed || !self.placed { Some(self.position(&place)?) } else { None };
        self.be_sure(out);
        if let Some(message) = again {
            self.say(message, out);
        }
        self.placed = false;

        self.running = Some(Running {
            purpose: search.purpose,
            number: self.outbox.gos + 1,
            side: side_to_move(&place),
            root,
            ranks_vary: self.half.ranks_vary(&place.variant),
            early: None,
            suspect: None,
            no_move: search.limits.static_only,
            perft: search.limits.perft.is_some(),
        });
        self.half.state = State::Searching(search.purpose);
        self.say(ToEngine::Go(Box::new(go)), out);
        Ok(())
    }

    /// The arguments of `go`.
    fn go(&self, search: &Search, place: &Place, out: &mut Vec<Output>) -> Result<Go, Refused> {
        let limits = &search.limits;
        let mut notes = Vec::new();
        let mut go = Go {
            ponder: search.purpose == Purpose::Ponder,
            infinite: search.purpose == Purpose::Analyse,
            depth: limits.depth.map(i64::from),
            nodes: limits.nodes.map(saturate),
            mate: limits.mate.map(i64::from),
            movetime: limits.move_time.map(millis),
            perft: limits.perft.map(i64::from),
            searchmoves: self.allowed(search, place)?,
            ..Go::default()
        };
        if limits.static_only {
            notes.push("UCI has no static score: asked for a search of one ply");
            go.depth = Some(1);
        }
        match (limits.max_time, limits.nodes_per_second) {
            (Some(time), None) => {
                notes.push("UCI has no longest time: asked for exactly as much");
                let time = millis(time);
                go.movetime = Some(go.movetime.map_or(time, |other| other.min(time)));
            }
            (Some(time), Some(rate)) if rate > 0 => {
                notes.push("UCI has no clock that counts nodes: asked for as many nodes");
                let nodes = time.as_millis().saturating_mul(rate.into()) / 1000;
                let nodes = saturate(u64::try_from(nodes).unwrap_or(u64::MAX)).max(1);
                go.nodes = Some(go.nodes.map_or(nodes, |other| other.min(nodes)));
            }
            (_, Some(_)) => return Err(refused("UCI has no clock that counts nodes")),
            (None, None) => {}
        }
        if search.draw_offer {
            notes.push("UCI has no draw offers: not passed on");
        }
        if let Some(clocks) = limits.clock {
            clocks_to_go(clocks.own, clocks.opponent, side_to_move(place), &mut go);
        }
        if search.purpose == Purpose::Play && *limits == Limits::default() {
            // Without any limit a search is endless, but a `go` that says nothing says less.
            go.infinite = true;
        }
        for note in notes {
            odd(out, note);
        }
        Ok(go)
    }

    /// `searchmoves`: an allow list, also for moves to leave out. Empty for all (`U-227`).
    fn allowed(&self, search: &Search, place: &Place) -> Result<Vec<MoveText>, Refused> {
        if search.only.is_empty() && search.without.is_empty() {
            return Ok(Vec::new());
        }
        let spelling = self.half.spelling(&place.variant);
        let Some(referee) = self.half.referee() else {
            if search.without.is_empty() {
                let only = search.only.iter();
                return Ok(only.map(|mv| self.half.outward(mv, &place.variant)).collect());
            }
            return Err(refused("UCI cannot leave moves out, and nobody knows the legal ones"));
        };
        let (record, _) = referee.place(place).map_err(refused)?;
        let spell = |mv: &str| record.spell(mv, spelling).map(|mv| MoveText::new(&mv)).ok();
        let mut moves: Vec<MoveText> = if search.only.is_empty() {
            record.legal_moves().iter().filter_map(|mv| spell(mv)).collect()
        } else {
            search.only.iter().filter_map(|mv| spell(mv.as_str())).collect()
        };
        for mv in &search.without {
            if let Some(banned) = spell(mv.as_str()) {
                moves.retain(|mv| *mv != banned);
            }
        }
        match moves.is_empty() {
            true => Err(refused("no legal move is left to search")),
            false => Ok(moves.iter().map(|mv| self.half.outward(mv, &place.variant)).collect()),
        }
    }

    fn ponder_hit(&mut self, draw_offer: bool, out: &mut Vec<Output>) -> Result<(), Refused> {
        if self.half.state != State::Searching(Purpose::Ponder) {
            return Err(refused("not pondering"));
        }
        if draw_offer {
            odd(out, "UCI has no draw offers: not passed on");
        }
        self.half.state = State::Searching(Purpose::Play);
        if let Some(running) = &mut self.running {
            running.purpose = Purpose::Play;
            if let Some(answer) = running.early.take() {
                self.end_search(answer, out);
                return Ok(());
            }
        }
        self.say(ToEngine::PonderHit, out);
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

    /// `U-434`, `U-435`.
    fn opponent(&mut self, opponent: &Opponent, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.idle()?;
        if self.half.options.find("UCI_Opponent").is_none() {
            odd(out, "engine does not want to know its opponent");
            return Ok(());
        }
        let title = opponent.title.as_deref().unwrap_or("none");
        let rating = opponent.rating.map_or("none".to_owned(), |rating| rating.to_string());
        let kind = if opponent.computer == Some(true) { "computer" } else { "human" };
        let name = opponent.name.as_deref().unwrap_or("unknown");
        let value = format!("{title} {rating} {kind} {name}");
        let setting = self.half.options.check("UCI_Opponent", Some(&value), false)?;
        self.apply(setting, out);
        Ok(())
    }

    /// `U-439` to `U-441`: a value as White sees it.
    fn set_value(
        &mut self,
        place: Option<&Place>,
        value: Option<i32>,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        self.idle()?;
        let text = match (place, value) {
            (None, None) => "clearall".to_owned(),
            (None, Some(_)) => return Err(refused("a value needs a position")),
            (Some(place), value) => {
                let fen = match (&place.start, self.half.referee()) {
                    (Start::Fen(fen), _) if place.moves.is_empty() => fen.clone(),
                    (_, Some(referee)) => referee.place(place).map_err(refused)?.0.fen(),
                    _ => return Err(refused("nobody knows the position as a FEN")),
                };
                match (value, side_to_move(place)) {
                    (None, _) => format!("clear {fen}"),
                    (Some(value), Side::First) => format!("{value} {fen}"),
                    (Some(value), Side::Second) => format!("{} {fen}", value.saturating_neg()),
                }
            }
        };
        let setting = self.half.options.check("UCI_SetPositionValue", Some(&text), false)?;
        self.say(ToEngine::SetOption { name: setting.name, value: setting.value }, out);
        Ok(())
    }

    /// `stop` first (`U-305`); what has not gone out never will.
    fn quit(&mut self, out: &mut Vec<Output>) {
        self.outbox.drop_waiting();
        let is_running = self.running.is_some() && self.outbox.gos > self.answers;
        if is_running && matches!(self.half.state, State::Searching(_)) {
            out.push(Output::Line(ToEngine::Stop.to_string()));
        }
        if self.half.state != State::Leaving {
            out.push(Output::Line(ToEngine::Quit.to_string()));
        }
        self.half.state = State::Leaving;
    }

    /// Whether its games begin with this one.
    fn plays_by_default(&self, game: &str) -> bool {
        let decl = self.half.options.find("UCI_Variant").map(|decl| &decl.kind);
        matches!(decl, Some(crate::OptionKind::Combo { default, .. }) if default == game)
    }

    /// What an engine with a choice of games plays, and from where it counts ranks (`U-512`).
    pub(super) fn learn_games(&mut self) {
        let Some(crate::OptionKind::Combo { choices, .. }) =
            self.half.options.find("UCI_Variant").map(|decl| &decl.kind)
        else {
            return;
        };
        if choices.iter().any(|choice| self.half.ranks_vary(choice)) {
            self.half.profile.rank_base.set(RankBase::One, Source::Learned);
        }
    }
}

fn saturate(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Clocks by colour (`U-251`, `U-252`), and `movestogo` only where there is an end (`U-236`).
fn clocks_to_go(own: Option<Clock>, opponent: Option<Clock>, side: Side, go: &mut Go) {
    let (white, black) = match side {
        Side::First => (own, opponent),
        Side::Second => (opponent, own),
    };
    let increment = |clock: Clock| i64::try_from(clock.increment.as_millis()).unwrap_or(i64::MAX);
    go.wtime = white.map(|clock| millis(clock.remaining));
    go.btime = black.map(|clock| millis(clock.remaining));
    go.winc = white.map(increment);
    go.binc = black.map(increment);
    let moves_to_go = own.or(opponent).and_then(|clock| clock.moves_to_go);
    go.movestogo = moves_to_go.filter(|moves| *moves > 0).map(i64::from);
}

/// Reads like `e2e4`, `e7e8q`, `a10a11`, `P@h3`: two squares or a drop, nothing about castling.
fn is_coordinate(mv: &MoveText) -> bool {
    let mut bytes = mv.as_str().bytes();
    match (bytes.next(), bytes.next()) {
        (Some(b'a'..=b'p'), Some(b'0'..=b'9')) => mv.as_str().len() >= 4,
        (Some(_), Some(b'@')) => true,
        _ => mv.as_str() == "0000",
    }
}
