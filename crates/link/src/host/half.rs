//! What the hosts' halves have in common, whatever their protocol.

use super::options::{Options, refused};
use super::text::{fen_as, shift_ranks};
use super::{FenForm, Patience, Profile, RankBase, State, odd, tell};
use crate::{
    Awaited, Command, Dialect, Event, Facts, Input, Output, Place, Protocol, Referee, Refused,
    Spelling,
};
use ferz_wire::MoveText;
use ferz_wire::cecp::{BoardSize, sized_game};
use std::sync::Arc;

/// The host's half of any of the protocols.
pub trait HostHalf: Dialect + Send {
    /// Its protocol.
    fn protocol(&self) -> Protocol;
    /// Where the conversation stands.
    fn state(&self) -> State;
    /// What is known of the engine.
    fn profile(&self) -> &Profile;
    /// The same, to lay something down.
    fn profile_mut(&mut self) -> &mut Profile;
    /// Whether the engine plays this game, as far as it has told; or why not.
    fn can_play(&self, variant: &str) -> Result<(), Refused>;
}

/// What each of them keeps.
pub(super) struct Half {
    pub(super) state: State,
    pub(super) profile: Profile,
    referee: Option<Box<dyn Referee>>,
    pub(super) options: Options,
    pub(super) patience: Patience,
    /// The position last given.
    pub(super) place: Option<Arc<Place>>,
    /// Something was said that the engine may need time for: it is asked before the next search
    /// whether it is done.
    pub(super) unsure: bool,
    /// It has given answers that no search asked for.
    pub(super) strays: bool,
    /// What is logged only once.
    pub(super) noted: Vec<&'static str>,
}

impl Half {
    pub(super) fn new(profile: Profile, referee: Option<Box<dyn Referee>>) -> Half {
        Half {
            state: State::New,
            profile,
            referee,
            options: Options::default(),
            patience: Patience::default(),
            place: None,
            unsure: false,
            strays: false,
            noted: Vec::new(),
        }
    }

    /// Asks the engine whether it is done before its first search (`U-123`, `U-124`).
    pub(super) fn unsure(mut self) -> Half {
        self.unsure = true;
        self
    }

    /// Who can follow a game, if anybody.
    pub(super) fn referee(&self) -> Option<&dyn Referee> {
        self.referee.as_deref().filter(|referee| referee.follows())
    }

    /// Whether there is nobody who knows any game.
    pub(super) fn is_alone(&self) -> bool {
        self.referee.is_none()
    }

    pub(super) fn facts(&self, game: &str) -> Option<Facts> {
        self.referee.as_ref()?.facts(game)
    }

    /// Which of these names is the game's: itself, or another name of it.
    pub(super) fn name_among<'a>(&self, names: &'a [String], game: &str) -> Option<&'a String> {
        let itself = names.iter().find(|name| name.eq_ignore_ascii_case(game));
        itself.or_else(|| {
            let game = self.facts(game)?.name;
            names.iter().find(|name| self.facts(name).is_some_and(|facts| facts.name == game))
        })
    }

    /// The name that an engine of CECP has for a game, as far as it has listed its games. It may have a
    /// size in front, which has to be the game's (`C-121`).
    pub(super) fn listed(&self, game: &str) -> Option<&String> {
        let names = self.profile.variants.get().as_ref()?;
        self.name_among(names, game).or_else(|| {
            let facts = self.facts(game)?;
            let usual = BoardSize { files: facts.files, ranks: facts.ranks, held: facts.held };
            names.iter().find(|name| {
                sized_game(name).is_some_and(|(size, plain)| {
                    size == usual && self.facts(plain).is_some_and(|it| it.name == facts.name)
                })
            })
        })
    }

    /// The game of engines that name none.
    pub(super) fn unnamed(&self) -> Option<String> {
        let referee = self.referee.as_ref()?;
        referee
            .variants()
            .into_iter()
            .find(|game| referee.facts(game).is_some_and(|facts| facts.unnamed))
    }

    /// How moves of this game are written between the machines.
    pub(super) fn spelling(&self, game: &str) -> Spelling {
        self.facts(game).map_or(Spelling::Coordinate, |facts| facts.spelling)
    }

    /// Whether ranks count from 0 here: engines may count them otherwise.
    pub(super) fn ranks_vary(&self, game: &str) -> bool {
        self.facts(game).is_some_and(|facts| facts.first_rank == 0)
    }

    /// A move with its ranks as the engine counts them.
    pub(super) fn outward(&self, mv: &MoveText, game: &str) -> MoveText {
        match self.ranks_vary(game) {
            true => shift_ranks(mv, RankBase::Zero, *self.profile.rank_base.get()),
            false => mv.clone(),
        }
    }

    /// Letters of pieces that have two.
    pub(super) fn letters(&self, game: &str) -> &'static [(char, char)] {
        self.facts(game).map_or(&[], |facts| facts.letters)
    }

    /// A position as the engine reads it, which may not be the custom of its protocol.
    pub(super) fn fen(&self, fen: &str, game: &str, custom: FenForm) -> String {
        fen_as(fen, self.letters(game), self.profile.fen_form.get().unwrap_or(custom))
    }

    /// Logs an emulation once.
    pub(super) fn note_once(&mut self, text: &'static str, out: &mut Vec<Output>) {
        if !self.noted.contains(&text) {
            self.noted.push(text);
            odd(out, text);
        }
    }
}

/// A protocol's own part.
pub(super) trait Speaks {
    const PROTOCOL: Protocol;
    fn half(&self) -> &Half;
    fn half_mut(&mut self) -> &mut Half;
    /// The first words.
    fn begin(&mut self, out: &mut Vec<Output>);
    /// Carries out a command, or refuses it.
    fn obey(&mut self, command: &Command, out: &mut Vec<Output>) -> Result<(), Refused>;
    /// A line of the engine.
    fn hear(&mut self, line: &str, out: &mut Vec<Output>);
    /// The patience that should run now.
    fn awaits(&self) -> Option<Awaited>;
    /// What was awaited has not come.
    fn missed(&mut self, awaited: Awaited, out: &mut Vec<Output>);
    /// The engine is gone, and with it its search.
    fn forget_search(&mut self);
    fn plays(&self, variant: &str) -> Result<(), Refused>;
}

/// One step of any of them.
pub(super) fn step(
    machine: &mut impl Speaks,
    input: Input<'_>,
    out: &mut Vec<Output>,
) -> Result<(), Refused> {
    match (input, machine.half().state) {
        (Input::Start, State::New) => {
            machine.half_mut().state = State::Boot;
            machine.begin(out);
        }
        (Input::Start, _) => return Err(refused("started already")),
        (Input::Command(_), State::Gone) => return Err(refused("engine is gone")),
        (Input::Command(command), _) => machine.obey(command, out)?,
        (Input::Line(line), State::Gone) => odd(out, format!("said when gone: {line}")),
        (Input::Line(line), _) => machine.hear(line, out),
        (Input::Timeout, _) => match machine.half().patience.awaited {
            None => odd(out, "nothing was awaited"),
            Some(awaited) => machine.missed(awaited, out),
        },
        (Input::Eof, _) => gone(machine, out),
    }
    let awaited = machine.awaits();
    machine.half_mut().patience.want(awaited, out);
    Ok(())
}

/// The engine does not do what was awaited: it hangs, and is given up.
pub(super) fn hangs(machine: &mut impl Speaks, missing: &str, out: &mut Vec<Output>) {
    odd(out, format!("engine does not respond: {missing}"));
    gone(machine, out);
}

/// The engine is gone; that is told once.
pub(super) fn gone(machine: &mut impl Speaks, out: &mut Vec<Output>) {
    if machine.half().state != State::Gone {
        machine.half_mut().state = State::Gone;
        machine.forget_search();
        tell(out, Event::Gone);
    }
}

impl<T: Speaks + Dialect + Send> HostHalf for T {
    fn protocol(&self) -> Protocol {
        T::PROTOCOL
    }

    fn state(&self) -> State {
        self.half().state
    }

    fn profile(&self) -> &Profile {
        &self.half().profile
    }

    fn profile_mut(&mut self) -> &mut Profile {
        &mut self.half_mut().profile
    }

    fn can_play(&self, variant: &str) -> Result<(), Refused> {
        self.plays(variant)
    }
}
