//! What an interface may set, and what becomes of it.

use super::options::{self, Setting};
use super::{CHESS, CHESS960, KINDS_OF_CHESS, Uci, note, say};
use crate::{Command, FrontOutput, OptionDecl, Place};
use ferz_wire::uci::FromEngine;

impl Uci {
    pub(super) fn introduce(&mut self, out: &mut Vec<FrontOutput>) {
        let text = |key: &str| self.identity.iter().find(|(k, _)| k == key).map(|(_, t)| t.clone());
        // Both lines are compulsory; an engine of another protocol may not have told its author.
        for key in ["name", "author"] {
            let text = text(key).unwrap_or_else(|| "unknown".into());
            say(out, FromEngine::Id { key: key.into(), text });
        }
        for decl in options::declarations(&self.known()) {
            say(out, FromEngine::Option(decl));
        }
        say(out, FromEngine::UciOk);
    }

    /// The engine plays other games than before: the choice of them is declared anew, as
    /// Fairy-Stockfish does when it has read a file of games.
    pub(super) fn declare_games(&self, out: &mut Vec<FrontOutput>) {
        let lines = options::declarations(&self.known()).into_iter();
        for decl in lines.filter(|decl| self.ready && decl.name == options::VARIANT) {
            say(out, FromEngine::Option(decl));
        }
    }

    pub(super) fn knows(&self, game: &str) -> bool {
        self.referee.variants().iter().any(|variant| variant == game)
    }

    fn known(&self) -> options::Known<'_> {
        let mut games = self.referee.variants();
        games.retain(|game| !KINDS_OF_CHESS.contains(&game.as_str()));
        options::Known {
            declared: &self.declared,
            offers: &self.offers,
            chess: self.knows(CHESS),
            chess960: self.knows(CHESS960),
            games,
            referee: &*self.referee,
            dialects: self.dialect.unnamed().map(|unnamed| unnamed.option.as_str()),
        }
    }

    pub(super) fn variant(&self) -> &str {
        let chess = if self.chess960 { CHESS960 } else { CHESS };
        self.dialect.game().unwrap_or(chess)
    }

    pub(super) fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        out: &mut Vec<FrontOutput>,
    ) {
        match options::setting(name, value, &self.known()) {
            Ok(Setting::Chess960(on)) => self.switch_chess960(on, out),
            Ok(Setting::Game(game)) => {
                let facts = game.and_then(|game| self.referee.facts(game));
                let from_zero = facts.is_some_and(|facts| facts.first_rank == 0);
                if self.dialect.set_game(game, from_zero) {
                    self.record = None;
                }
            }
            Ok(Setting::Pikafish(on)) => {
                if self.dialect.set_pikafish(on) {
                    self.record = None;
                }
            }
            Ok(Setting::Opponent(opponent)) => {
                out.push(FrontOutput::Command(Command::Opponent(opponent)));
            }
            Ok(Setting::PositionValue(value)) => {
                match options::position_value(&value, self.variant(), &*self.referee) {
                    Ok(command) => out.push(FrontOutput::Command(command)),
                    Err(why) => self.mistake(out, &why),
                }
            }
            Ok(Setting::Display(display, forward)) => {
                self.reporter.set(display);
                out.extend(forward.map(FrontOutput::Command));
            }
            Ok(Setting::Engine(command)) => out.push(FrontOutput::Command(command)),
            Ok(Setting::Nothing) => {}
            Err(why) => self.mistake(out, &why),
        }
    }

    /// Castling is written otherwise from now on, also for a position that stands already.
    fn switch_chess960(&mut self, on: bool, out: &mut Vec<FrontOutput>) {
        if self.chess960 == on {
            return;
        }
        self.chess960 = on;
        if let Some(record) = &self.record {
            let place = Place { variant: self.variant().into(), ..record.place() };
            match self.referee.place(&place) {
                Ok((record, _)) => self.take(record, out),
                Err(why) => note(out, format!("position kept: {why}")),
            }
        }
    }

    pub(super) fn declare(&mut self, decl: OptionDecl, out: &mut Vec<FrontOutput>) {
        let same = |other: &OptionDecl| other.name.eq_ignore_ascii_case(&decl.name);
        if self.ready
            && let Some(line) = options::declaration(&decl)
        {
            say(out, FromEngine::Option(line));
        }
        match self.declared.iter().position(same) {
            Some(index) => self.declared[index] = decl,
            None => self.declared.push(decl),
        }
    }
}
