//! Commands become lines, except for searches.

use super::super::options::{Setting, one_line};
use super::super::text::without_passes;
use super::draft::Draft;
use super::*;
use crate::{GameResult, Opponent, OptionKind, Partner, Touch};
use ferz_wire::Start;
use std::sync::Arc;

impl Cecp {
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
        match command {
            Command::SetOption { name, value } => self.set_option(name, value.as_deref(), out),
            Command::NewGame { variant } => self.new_game(variant, out),
            Command::Place(place) => self.set_place(place),
            Command::Search(search) => self.search(search, out),
            Command::PonderHit { draw_offer } => self.ponder_hit(*draw_offer, out),
            Command::Stop => self.stop(out),
            Command::Pause(on) => self.pause(*on, out),
            Command::Ping(number) => {
                self.user_ping(*number, out);
                Ok(())
            }
            Command::DrawOffer => self.draw_offer(out),
            Command::GameOver { result, comment } => self.game_over(*result, comment, out),
            Command::Opponent(opponent) => self.opponent(opponent, out),
            Command::SetValue { place, value } => self.set_value(place.as_ref(), *value, out),
            Command::Touch(touch) => self.touch(touch, out),
            // C-779.
            Command::Answer { tag, text } => {
                one_line(tag)?;
                one_line(text)?;
                out.push(Output::Line(format!("{tag} {text}")));
                Ok(())
            }
            Command::Partner(news) => self.partner(news, out),
            Command::Book => self.ask_book(out),
            // C-033.
            Command::Console(line) => {
                one_line(line)?;
                out.push(Output::Line(line.clone()));
                Ok(())
            }
            Command::Quit => {
                if self.half.state != State::Leaving {
                    self.say(ToEngine::Quit, out);
                }
                self.half.state = State::Leaving;
                self.job = None;
                Ok(())
            }
            Command::Debug(_) => Err(refused("CECP has no word for debugging")),
            Command::Register(_) => Err(refused("CECP has no registration")),
            Command::Probe(_) => Err(refused("CECP cannot ask what the hash table knows")),
        }
    }

    pub(super) fn idle(&self) -> Result<(), Refused> {
        match self.half.state {
            State::Idle => Ok(()),
            _ => Err(refused("searching")),
        }
    }

    /// `C-490` to `C-494`, and the commands that options stand for. Engines take them at any time.
    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        let builtin =
            self.builtins.iter().position(|builtin| builtin.name.eq_ignore_ascii_case(name));
        if let Some(index) = builtin {
            return self.set_builtin(index, value.unwrap_or_default(), out);
        }
        let setting = self.half.options.check(name, value, self.half.profile.undeclared_options)?;
        let kind = self.half.options.find(&setting.name).map(|decl| decl.kind.clone());
        match kind {
            // All settings go out before the engine keeps them (C-151).
            Some(OptionKind::Save) => {
                for setting in self.half.options.settings().collect::<Vec<_>>() {
                    self.option_line(setting, out);
                }
            }
            // The engine is going to declare its options anew (C-152).
            Some(OptionKind::Reset) => self.half.options.clear(),
            _ => self.half.options.set(&setting),
        }
        self.option_line(setting, out);
        Ok(())
    }

    fn option_line(&self, setting: Setting, out: &mut Vec<Output>) {
        let Setting { name, value } = setting;
        let is_check = matches!(
            self.half.options.find(&name).map(|decl| &decl.kind),
            Some(OptionKind::Check { .. })
        );
        let value = value.map(|value| match (is_check, value.as_str()) {
            (true, "true") => "1".to_owned(),
            (true, "false") => "0".to_owned(),
            _ => value,
        });
        self.say(ToEngine::Option { name, value }, out);
    }

    fn set_builtin(
        &mut self,
        index: usize,
        value: &str,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        one_line(value)?;
        let Some(builtin) = self.builtins.get_mut(index) else { return Ok(()) };
        let number = || match value.trim().parse::<i64>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(refused(format!("{value:?} is no positive number"))),
        };
        let line = match &builtin.kind {
            BuiltinKind::Memory => ToEngine::Memory(number()?),
            BuiltinKind::Cores => ToEngine::Cores(number()?),
            BuiltinKind::Tables(kind) => {
                ToEngine::EgtPath { kind: kind.clone(), path: value.to_owned() }
            }
            BuiltinKind::Ponder => {
                let on = match value.trim().to_ascii_lowercase().as_str() {
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => return Err(refused(format!("{value:?} is neither true nor false"))),
                };
                builtin.value = Some(on.to_string());
                self.want_ponder(on, out);
                return Ok(());
            }
        };
        builtin.value = Some(value.trim().to_owned());
        builtin.sent = true;
        self.say(line, out);
        Ok(())
    }

    /// Settings that are due in each game, the cores last; then the initialisation (`C-063`,
    /// `C-481`, `C-484`, `C-488`).
    fn new_game(&mut self, variant: &str, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.idle()?;
        one_line(variant)?;
        self.knows_game(variant)?;
        let rank = |kind: &BuiltinKind| match kind {
            BuiltinKind::Memory => 0,
            BuiltinKind::Tables(_) => 1,
            BuiltinKind::Cores => 2,
            BuiltinKind::Ponder => 3,
        };
        self.builtins.sort_by_key(|builtin| rank(&builtin.kind));
        let usual = self.half.profile.megabytes.map(|megabytes| megabytes.to_string());
        let unset = |it: &&mut Builtin| it.kind == BuiltinKind::Memory && it.value.is_none();
        if let Some(memory) = self.builtins.iter_mut().find(unset) {
            memory.value = usual;
        }
        for index in 0..self.builtins.len() {
            let Some(builtin) = self.builtins.get(index) else { continue };
            let due = !builtin.sent && builtin.kind != BuiltinKind::Ponder;
            if let Some(value) = builtin.value.clone().filter(|_| due) {
                self.set_builtin(index, &value, out)?;
            }
        }
        self.builtins.iter_mut().for_each(|builtin| builtin.sent = false);
        out.extend(self.half.profile.init.iter().cloned().map(Output::Line));
        let mut draft = Draft::new(self);
        draft.new_game(variant);
        // The draft's `new` is among the lines of the initialisation.
        let lines: Vec<String> = draft.lines.split_off(1);
        let Draft { board, sent, notes, .. } = draft;
        self.commit(board, sent, notes, lines.into_iter(), out);
        self.variant = Some(variant.to_owned());
        self.half.place = None;
        self.half.unsure = true;
        self.in_game = false;
        self.draw_asked = false;
        self.described = false;
        Ok(())
    }

    /// `C-118`, `C-248`: only games that the engine listed, if it listed any. A board of another
    /// size is asked for by its size (`C-121`, `C-122`, `C-249`).
    pub(super) fn knows_game(&self, variant: &str) -> Result<(), Refused> {
        if matches!(variant, "kriegspiel" | "unknown") {
            return Err(refused(format!("engines cannot play {variant:?}")));
        }
        // C-530
        let partners = self.half.facts(variant).is_some_and(|facts| facts.partners);
        if partners && !self.on_server && !self.partnered {
            return Err(refused(format!("{variant} needs a partner")));
        }
        let any_size = |name: &String| name.ends_with("_boardsize");
        let sized = variant.split_once('_').filter(|(size, _)| size.contains(['x', '+']));
        match (self.half.profile.variants.get(), sized) {
            (None, _) => Ok(()),
            (Some(_), _) if self.half.listed(variant).is_some() => Ok(()),
            (Some(list), Some((_, game)))
                if list.iter().any(any_size) && list.iter().any(|name| name == game) =>
            {
                Ok(())
            }
            _ => Err(refused(format!("engine does not play {variant:?}"))),
        }
    }

    /// The position is only remembered: what the engine has to be told of it depends on the
    /// search.
    fn set_place(&mut self, place: &Place) -> Result<(), Refused> {
        self.idle()?;
        self.knows_game(&place.variant)?;
        if let Start::Fen(fen) = &place.start {
            one_line(fen)?;
        }
        for mv in &place.moves {
            one_line(mv.as_str())?;
        }
        self.half.place = Some(Arc::new(without_passes(place, self.half.referee())?.into_owned()));
        Ok(())
    }

    /// Moves the engine to a position without a search.
    fn go_to(&mut self, place: &Place, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.idle()?;
        self.knows_game(&place.variant)?;
        let mut draft = Draft::new(self);
        draft.reach(place, false)?;
        let Draft { board, sent, lines, notes, .. } = draft;
        self.commit(board, sent, notes, lines.into_iter(), out);
        Ok(())
    }

    /// A thinking engine would answer after its move, one without `ping` never: then the answer
    /// is ours.
    fn user_ping(&mut self, number: u64, out: &mut Vec<Output>) {
        let thinking = self.job.as_ref().is_some_and(|job| job.phase == Phase::Thinking);
        if !self.half.profile.ping.yes() {
            self.half.note_once("engine knows no ping: answered for it", out);
            tell(out, Event::Pong(number));
        } else if thinking {
            self.half.note_once("a thinking engine answers no ping: answered for it", out);
            tell(out, Event::Pong(number));
        } else {
            self.half.unsure = false;
            self.ping(PingFor::User(number), out);
        }
    }

    fn pause(&mut self, on: bool, out: &mut Vec<Output>) -> Result<(), Refused> {
        if !self.half.profile.pause.yes() {
            return Err(refused("engine cannot pause"));
        }
        if !matches!(self.half.state, State::Searching(_)) {
            return Err(refused("not searching"));
        }
        self.say(if on { ToEngine::Pause } else { ToEngine::Resume }, out);
        Ok(())
    }

    /// `C-370`, `C-372`
    fn draw_offer(&mut self, out: &mut Vec<Output>) -> Result<(), Refused> {
        if !self.half.profile.draw.yes() {
            return Err(refused("engine wants to hear of no draw offers"));
        }
        self.draw_asked = true;
        self.say(ToEngine::Draw, out);
        Ok(())
    }

    /// `force` and `result` (`C-064`, `C-379`). A search that runs is over with it.
    fn game_over(
        &mut self,
        result: GameResult,
        comment: &str,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        one_line(comment)?;
        let analysing = self.job.as_ref().is_some_and(|job| job.phase == Phase::Analysing);
        if analysing {
            self.say(ToEngine::Exit, out);
        }
        self.say(ToEngine::Force, out);
        self.board.force();
        let comment = Some(comment.replace(['{', '}'], " ")).filter(|text| !text.trim().is_empty());
        self.say(ToEngine::Result { result, comment }, out);
        self.in_game = false;
        if self.job.is_some() {
            if self.half.state != State::Stopping || !self.is_past() {
                self.close_by_fence(out);
            }
        } else {
            self.half.unsure = true;
        }
        Ok(())
    }

    /// `ics`, `computer`, `name`, `rating` (section 19).
    fn opponent(&mut self, opponent: &Opponent, out: &mut Vec<Output>) -> Result<(), Refused> {
        let texts = [&opponent.name, &opponent.server];
        for text in texts.into_iter().flatten() {
            one_line(text)?;
        }
        let on_server = opponent.server.as_deref().is_some_and(|server| server != "-");
        self.on_server = on_server;
        if let Some(server) = opponent.server.clone().filter(|_| self.half.profile.ics.yes()) {
            self.say(ToEngine::Ics(server), out);
        }
        if opponent.computer == Some(true) && self.half.profile.computer.yes() {
            self.say(ToEngine::Computer, out);
        }
        // C-126, C-457: by default only on a server.
        let wants_name = self.half.profile.name.get().unwrap_or(on_server);
        match opponent.name.clone() {
            Some(name) if wants_name => self.say(ToEngine::Name(name), out),
            Some(_) => self.half.note_once("engine does not want to know its opponent's name", out),
            None => {}
        }
        if let (Some(own), Some(rating)) = (opponent.own_rating, opponent.rating) {
            self.say(ToEngine::Rating(own, rating), out);
        }
        Ok(())
    }

    /// `partner` and `ptell` (`C-532` to `C-534`).
    fn partner(&mut self, news: &Partner, out: &mut Vec<Output>) -> Result<(), Refused> {
        if let Partner::Is(text) | Partner::Says(text) = news {
            one_line(text)?;
        }
        let line = match news {
            Partner::Is(name) => ToEngine::Partner(Some(name.clone())),
            Partner::Gone => ToEngine::Partner(None),
            Partner::Says(text) => ToEngine::Ptell(text.clone()),
        };
        match news {
            Partner::Is(_) => self.partnered = true,
            Partner::Gone => self.partnered = false,
            Partner::Says(_) => {}
        }
        self.say(line, out);
        Ok(())
    }

    /// `setscore` (`C-513`, `C-514`): of the position on the board, for all depths.
    fn set_value(
        &mut self,
        place: Option<&Place>,
        value: Option<i32>,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        if !self.half.profile.setscore.yes() {
            return Err(refused("engine takes no scores of positions"));
        }
        let (Some(place), Some(value)) = (place, value) else {
            return Err(refused("CECP cannot clear scores of positions"));
        };
        self.go_to(place, out)?;
        self.say(ToEngine::SetScore(value.into(), 100), out);
        Ok(())
    }

    /// `lift`, `put`, `hover` (`C-520` to `C-525`): of the position that the engine knows, or was last
    /// given if it does nothing else.
    fn touch(&mut self, touch: &Touch, out: &mut Vec<Output>) -> Result<(), Refused> {
        if !self.half.profile.highlight.yes() {
            return Err(refused("engine marks no squares"));
        }
        let (Touch::Lift(square) | Touch::Put(square) | Touch::Hover(square)) = touch;
        one_line(square)?;
        if let (State::Idle, Some(place)) = (self.half.state, self.half.place.clone()) {
            self.go_to(&place, out)?;
        }
        let line = match touch {
            Touch::Lift(square) => ToEngine::Lift(square.clone()),
            Touch::Put(square) => ToEngine::Put(square.clone()),
            Touch::Hover(square) => ToEngine::Hover(square.clone()),
        };
        self.say(line, out);
        Ok(())
    }

    fn ask_book(&mut self, out: &mut Vec<Output>) -> Result<(), Refused> {
        let Some(place) = self.half.place.clone() else { return Err(refused("no position")) };
        self.go_to(&place, out)?;
        self.book = Some(Vec::new());
        self.say(ToEngine::Bk, out);
        // An empty line ends it (C-426), or what comes next (C-427), and something comes.
        match self.half.profile.ping.yes() {
            true => self.fence(out),
            false => self.silence = true,
        }
        Ok(())
    }
}
