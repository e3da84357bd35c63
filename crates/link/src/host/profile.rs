//! What one engine can do: assumed by the protocol's defaults, said by the engine, learned from
//! its complaints, or laid down by the user, who is always right (`C-820`).

use ferz_wire::uci::Register;

/// Where a fact about an engine comes from. A later one in this list outweighs an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The protocol's default.
    Assumed,
    /// The engine said so.
    Said,
    /// The engine's behaviour showed it (`C-819`).
    Learned,
    /// The user said so.
    User,
}

/// A fact about an engine, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact<T> {
    value: T,
    source: Source,
}

impl<T> Fact<T> {
    /// A default of the protocol.
    pub fn assumed(value: T) -> Fact<T> {
        Fact { value, source: Source::Assumed }
    }

    /// The value.
    pub fn get(&self) -> &T {
        &self.value
    }

    /// Where it comes from.
    pub fn source(&self) -> Source {
        self.source
    }

    /// Takes a new value, unless the old one comes from a weightier source.
    pub fn set(&mut self, value: T, source: Source) {
        if source >= self.source {
            *self = Fact { value, source };
        }
    }

    /// Lays the value down on behalf of the user.
    pub fn force(&mut self, value: T) {
        self.set(value, Source::User);
    }
}

impl Fact<bool> {
    /// Whether it is so.
    pub fn yes(&self) -> bool {
        self.value
    }
}

/// How an engine takes a depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DepthWords {
    /// `sd N`
    Sd,
    /// `depth`, and the number on a line of its own: GNU Chess 4 (`C-708`).
    DepthLines,
    /// `depth N`, on one line: Phalanx, GNU Chess 6.
    Depth,
    /// Not at all: the output is watched, and the engine told to move.
    Watched,
}

/// How an engine takes a time per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveTimeWords {
    /// `st N`
    St,
    /// `level 1 TIME`: GNU Chess 4 (`C-709`).
    Level,
}

/// Whose point of view an engine's scores have (`U-347`, `C-623`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreView {
    /// The side to move.
    SideToMove,
    /// White, or Red.
    First,
}

/// The number of the first rank on boards of ten ranks (`U-512`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankBase {
    /// `a0` to `i9`
    Zero,
    /// `a1` to `i10`
    One,
}

/// How an engine reads a position of a game whose pieces have two sets of
/// [letters](crate::Facts::letters).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenForm {
    /// `N` and `B` for horse and elephant, six fields: UCCI, and most programs under UCI (`X-106`).
    Knight,
    /// `H` and `E`, six fields.
    Horse,
    /// `H` and `E`, without the two fields that are always `-`: XBoard 4.9 (`C-320`), and all that
    /// HoiXiangqi takes.
    HorseShort,
}

/// What one engine can do and how it wants to be spoken to.
///
/// The boolean features are CECP's (section 6 of its requirements); an engine of another protocol
/// leaves them alone. [`Fact::force`] overrides any of them, before or during a session.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The games it plays, by CECP name; `None` when it did not say (CECP: all).
    pub variants: Fact<Option<Vec<String>>>,
    /// Whose point of view its scores have.
    pub score_view: Fact<ScoreView>,
    /// The first rank on boards of ten ranks.
    pub rank_base: Fact<RankBase>,
    /// How it reads positions where there are two ways; `None` for the custom of its protocol.
    pub fen_form: Fact<Option<FenForm>>,
    /// Take settings of options that it did not declare (`U-158`).
    pub undeclared_options: bool,
    /// The answer to a failed check of its registration at the start (`U-178`).
    pub registration: Register,

    /// UCCI: it answers `isready`, which an engine of the league need not (`X-200`).
    pub isready: Fact<bool>,
    /// UCCI: the centipawns of a horse or a cannon, which its scores count as 100 (`X-261`).
    pub minor_piece: i32,
    /// UCCI: speak as the league's simulator does (`X-213`, `X-349`), to an engine that need not
    /// know more than the league demands.
    pub league: bool,
    /// UCCI: lines of a configuration file, sent after the handshake (`X-348`).
    pub setup: Vec<String>,

    /// CECP: it never said a feature, or complained about `protover` (`C-066`).
    pub version_1: Fact<bool>,
    /// CECP: `ping`
    pub ping: Fact<bool>,
    /// CECP: `setboard`
    pub setboard: Fact<bool>,
    /// CECP: `playother`
    pub playother: Fact<bool>,
    /// CECP: `san`
    pub san: Fact<bool>,
    /// CECP: `usermove`
    pub usermove: Fact<bool>,
    /// CECP: `time`
    pub time: Fact<bool>,
    /// CECP: `draw`
    pub draw: Fact<bool>,
    /// CECP: `sigint`
    pub sigint: Fact<bool>,
    /// CECP: send it SIGINT before a line that comes while it may not be listening, unless it said
    /// `sigint=0`. For old engines only: those of today end by it (`C-047`).
    pub interrupts: bool,
    /// CECP: `sigterm`
    pub sigterm: Fact<bool>,
    /// CECP: `reuse`
    pub reuse: Fact<bool>,
    /// CECP: `analyze`
    pub analyze: Fact<bool>,
    /// CECP: `colors`
    pub colors: Fact<bool>,
    /// CECP: `ics`
    pub ics: Fact<bool>,
    /// CECP: `name`; without a word of the engine it holds on a chess server (`C-126`).
    pub name: Fact<Option<bool>>,
    /// CECP: `pause`
    pub pause: Fact<bool>,
    /// CECP: `nps`. Not tried unless the engine says so (`C-130`).
    pub nps: Fact<bool>,
    /// CECP: `debug`
    pub debug: Fact<bool>,
    /// CECP: `memory`
    pub memory: Fact<bool>,
    /// CECP: `smp`
    pub smp: Fact<bool>,
    /// CECP: `exclude`
    pub exclude: Fact<bool>,
    /// CECP: `setscore`
    pub setscore: Fact<bool>,
    /// CECP: `highlight`
    pub highlight: Fact<bool>,
    /// CECP: `egt`, the formats of endgame tables.
    pub egt: Fact<Vec<String>>,
    /// CECP: options that it has not declared, since they stand for commands: each with its command.
    pub stand_ins: Vec<(String, &'static str)>,
    /// CECP: it may be told that its opponent is a computer.
    pub computer: Fact<bool>,
    /// CECP: it obeys `?`.
    pub move_now: Fact<bool>,
    /// CECP: how it takes a depth limit.
    pub depth_words: Fact<DepthWords>,
    /// CECP: how it takes a time per move.
    pub move_time_words: Fact<MoveTimeWords>,
    /// CECP: it reads fractions of a second in `st`; the document has whole seconds.
    pub fractional_st: Fact<bool>,
    /// CECP: memory that it is given where nobody has set any. XBoard gives some to all, and there are
    /// engines that cannot do without.
    pub megabytes: Option<u32>,
    /// CECP: the lines that begin a game, `new` among them (`C-063`).
    pub init: Vec<String>,
}

impl Default for Profile {
    /// The protocols' defaults.
    fn default() -> Profile {
        let no = || Fact::assumed(false);
        let yes = || Fact::assumed(true);
        Profile {
            variants: Fact::assumed(None),
            score_view: Fact::assumed(ScoreView::SideToMove),
            rank_base: Fact::assumed(RankBase::Zero),
            fen_form: Fact::assumed(None),
            undeclared_options: false,
            registration: Register::Later,
            isready: yes(),
            minor_piece: 400,
            league: false,
            setup: Vec::new(),
            version_1: no(),
            ping: no(),
            setboard: no(),
            playother: no(),
            san: no(),
            usermove: no(),
            time: yes(),
            draw: yes(),
            sigint: yes(),
            interrupts: false,
            sigterm: yes(),
            reuse: yes(),
            analyze: yes(),
            colors: yes(),
            ics: no(),
            name: Fact::assumed(None),
            pause: no(),
            nps: no(),
            debug: no(),
            memory: no(),
            smp: no(),
            exclude: no(),
            setscore: no(),
            highlight: no(),
            egt: Fact::assumed(Vec::new()),
            stand_ins: Vec::new(),
            computer: yes(),
            move_now: yes(),
            depth_words: Fact::assumed(DepthWords::Sd),
            move_time_words: Fact::assumed(MoveTimeWords::St),
            fractional_st: no(),
            megabytes: None,
            init: vec!["new".into(), "random".into()],
        }
    }
}

impl Profile {
    /// The names of CECP's boolean features, in the order of its document.
    pub const FEATURES: [&str; 21] = [
        "ping",
        "setboard",
        "playother",
        "san",
        "usermove",
        "time",
        "draw",
        "sigint",
        "sigterm",
        "reuse",
        "analyze",
        "colors",
        "ics",
        "pause",
        "nps",
        "debug",
        "memory",
        "smp",
        "exclude",
        "setscore",
        "highlight",
    ];

    /// The boolean feature of CECP with this name.
    pub fn feature(&mut self, name: &str) -> Option<&mut Fact<bool>> {
        Some(match name {
            "ping" => &mut self.ping,
            "setboard" => &mut self.setboard,
            "playother" => &mut self.playother,
            "san" => &mut self.san,
            "usermove" => &mut self.usermove,
            "time" => &mut self.time,
            "draw" => &mut self.draw,
            "sigint" => &mut self.sigint,
            "sigterm" => &mut self.sigterm,
            "reuse" => &mut self.reuse,
            "analyze" => &mut self.analyze,
            "colors" => &mut self.colors,
            "ics" => &mut self.ics,
            "pause" => &mut self.pause,
            "nps" => &mut self.nps,
            "debug" => &mut self.debug,
            "memory" => &mut self.memory,
            "smp" => &mut self.smp,
            "exclude" => &mut self.exclude,
            "setscore" => &mut self.setscore,
            "highlight" => &mut self.highlight,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C-820: what the user lays down, the engine does not change; C-819: what is learned stays.
    #[test]
    fn weight_of_sources() {
        let mut ping = Fact::assumed(false);
        ping.set(true, Source::Said);
        assert!(ping.yes());
        ping.set(false, Source::Learned);
        ping.set(true, Source::Said);
        assert!(!ping.yes());
        ping.force(true);
        ping.set(false, Source::Learned);
        assert!(ping.yes());
    }
}
