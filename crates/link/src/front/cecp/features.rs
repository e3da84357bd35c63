//! The handshake, and the engine's options in CECP's words.

use super::Cecp;
use crate::{Command, OptionDecl, OptionKind};
use ferz_wire::cecp::{self, Feature, FeatureValue, FromEngine, TellTo, ToEngine};
use ferz_wire::uci::Check;

/// What the engine said about itself, and the interface about itself.
pub(super) struct About {
    name: String,
    /// The engine has introduced itself.
    pub(super) ready: bool,
    options: Vec<OptionDecl>,
    /// Protocol version; 1 until `protover` says otherwise.
    pub(super) version: i64,
    /// `protover` came before the engine was ready: the features are owed.
    owed: bool,
    /// `#` lines are welcome.
    pub(super) debug: bool,
}

/// Options that the interface sets by commands of its own, or that say what every CECP host knows
/// by other means.
const COVERED: [&str; 11] = [
    "hash",
    "threads",
    "ponder",
    "uci_chess960",
    "uci_variant",
    "uci_analysemode",
    "uci_opponent",
    "uci_showcurrline",
    "uci_showrefutations",
    "uci_setpositionvalue",
    "uci_showwdl",
];

/// An option of this front, not of the engine: resign at minus this score.
const RESIGN: &str = "Resign Score";

const EGT_KINDS: [&str; 4] = ["syzygy", "nalimov", "gaviota", "scorpio"];

impl About {
    pub(super) fn new() -> About {
        About {
            name: String::new(),
            ready: false,
            options: Vec::new(),
            version: 1,
            owed: false,
            debug: false,
        }
    }

    pub(super) fn identity(&mut self, key: &str, text: String) {
        if key == "name" {
            self.name = text;
        }
    }

    /// An option by name, without regard to letter case and to what CECP names cannot hold.
    fn find(&self, name: &str) -> Option<&OptionDecl> {
        let wanted = plain(name);
        self.options.iter().find(|option| plain(&option.name) == wanted)
    }

    /// The option that names the directory of these endgame tables.
    fn tables(&self, kind: &str) -> Option<&OptionDecl> {
        self.find(&format!("{kind}path"))
    }

    fn egt(&self) -> Vec<&'static str> {
        EGT_KINDS.into_iter().filter(|kind| self.tables(kind).is_some()).collect()
    }

    /// Whether an option is offered as such: not what has a command of its own.
    fn offered(&self, option: &OptionDecl) -> bool {
        let name = option.name.to_ascii_lowercase();
        let tables = EGT_KINDS.iter().any(|kind| name == format!("{kind}path"));
        !(tables || COVERED.contains(&name.as_str()) || option.kind == OptionKind::Label)
    }
}

/// Names compare by letters and digits alone: CECP's are alphanumeric, with blanks (C-160).
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
}

/// A name as CECP may have it. Without the blanks that it could have, too (C-160): python-chess ends
/// a name at the first of them, and with it lichess-bot. What `find` looks for is the same name.
fn shown(name: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    let words = name.split(|letter| !is_part(letter)).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    };
    let mut words = words.peekable();
    let first = words.next().unwrap_or_default();
    match words.peek() {
        None => first.to_owned(),
        Some(_) => capital(first) + &words.map(capital).collect::<String>(),
    }
}

fn text(name: &str, value: impl Into<String>) -> Feature {
    // A string ends at the next double quote; there is no way to write one (C-077).
    let value = value.into().replace(['"', '\n', '\r'], "'");
    Feature { name: name.into(), value: FeatureValue::Text(value) }
}

fn number(name: &str, value: i64) -> Feature {
    Feature { name: name.into(), value: FeatureValue::Int(value) }
}

fn definition(option: &OptionDecl) -> Option<Feature> {
    let kind = match &option.kind {
        OptionKind::Check { default } => cecp::OptionKind::Check(*default),
        OptionKind::Spin { default, min, max } => {
            cecp::OptionKind::Spin { value: *default, min: *min, max: *max }
        }
        OptionKind::Slider { default, min, max } => {
            cecp::OptionKind::Slider { value: *default, min: *min, max: *max }
        }
        OptionKind::Combo { default, choices } => cecp::OptionKind::Combo {
            choices: choices.clone(),
            current: choices.iter().position(|choice| choice == default).unwrap_or(0),
        },
        OptionKind::Button => cecp::OptionKind::Button,
        OptionKind::Save => cecp::OptionKind::Save,
        OptionKind::Reset => cecp::OptionKind::Reset,
        OptionKind::Text { default } => cecp::OptionKind::String(default.clone()),
        OptionKind::File { default } => cecp::OptionKind::File(default.clone()),
        OptionKind::Path { default } => cecp::OptionKind::Path(default.clone()),
        OptionKind::Label => return None,
    };
    let option = cecp::OptionDecl { name: shown(&option.name), kind };
    let mut words = option.to_string();
    if ["-string", "-file", "-path"].iter().any(|kind| words.ends_with(kind)) {
        // XBoard 4.9 rejects the option without the blank behind its type.
        words.push(' ');
    }
    Some(text("option", words))
}

/// The value of an option as the engine takes it, or what is wrong with it.
fn checked_value(kind: &OptionKind, value: Option<&str>) -> Result<Option<String>, String> {
    let value = match (kind, value) {
        (OptionKind::Button | OptionKind::Save | OptionKind::Reset, _) => return Ok(None),
        (_, Some(value)) => value.trim(),
        (_, None) => return Err("it needs a value".into()),
    };
    match kind {
        OptionKind::Check { .. } => match value {
            "1" | "true" => Ok(Some("true".into())),
            "0" | "false" => Ok(Some("false".into())),
            _ => Err("0 or 1 is wanted".into()),
        },
        OptionKind::Spin { min, max, .. } | OptionKind::Slider { min, max, .. } => {
            match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(Some(number.to_string())),
                _ => Err(format!("a number from {min} to {max} is wanted")),
            }
        }
        OptionKind::Combo { choices, .. } => {
            match choices.iter().find(|choice| choice.eq_ignore_ascii_case(value)) {
                Some(choice) => Ok(Some(choice.clone())),
                None => Err(format!("one of these is wanted: {}", choices.join(", "))),
            }
        }
        _ => Ok(Some(value.into())),
    }
}

impl Cecp {
    /// A line before the engine has introduced itself. Nothing is lost (C-070).
    pub(super) fn early_line(&mut self, line: &str) {
        match ToEngine::parse(line).value {
            ToEngine::Quit => self.quit(),
            ToEngine::Xboard => self.xboard(),
            ToEngine::Protover(version) if self.early.is_empty() => {
                self.about.version = version.max(2);
                self.about.owed = true;
                self.say(FromEngine::Feature(vec![number("done", 0)]));
            }
            _ => self.early.push_back(line.into()),
        }
    }

    pub(super) fn engine_ready(&mut self) {
        if std::mem::replace(&mut self.about.ready, true) {
            return;
        }
        if std::mem::take(&mut self.about.owed) {
            self.features();
        }
        while let Some(line) = self.early.pop_front() {
            if !self.gone {
                self.line(&line);
            }
        }
    }

    /// `xboard`: we never prompt; an empty line is the custom (C-056).
    pub(super) fn xboard(&mut self) {
        self.out.push(crate::FrontOutput::Line(String::new()));
    }

    /// `protover N`, whatever the number (C-060).
    pub(super) fn protover(&mut self, version: i64) {
        self.about.version = version.max(2);
        self.features();
    }

    fn features(&mut self) {
        let name = match self.about.name.as_str() {
            "" => "engine",
            name => name,
        }
        .to_owned();
        let flags = [
            ("ping", 1),
            ("setboard", 1),
            ("playother", 1),
            ("san", 0),
            ("usermove", 1),
            ("time", 1),
            ("draw", i64::from(self.policy.hears_offers)),
            ("sigint", 0),
            ("sigterm", 0),
            ("reuse", 1),
            ("analyze", 1),
            ("colors", 0),
            ("ics", 1),
            ("name", 1),
            ("pause", 1),
            ("nps", 1),
            ("debug", 1),
        ];
        self.say(FromEngine::Feature(
            flags.into_iter().map(|(name, value)| number(name, value)).collect(),
        ));
        let about = &self.about;
        let known = |name: &str| i64::from(about.find(name).is_some());
        let mut tables = vec![
            number("memory", known("Hash")),
            number("smp", known("Threads")),
            number("exclude", 1),
            number("setscore", 1),
            number("highlight", 1),
        ];
        if !about.egt().is_empty() {
            tables.push(text("egt", about.egt().join(",")));
        }
        self.say(FromEngine::Feature(vec![text("myname", name), self.games()]));
        self.say(FromEngine::Feature(tables));
        let options: Vec<Feature> = self
            .about
            .options
            .iter()
            .filter(|option| self.about.offered(option))
            .filter_map(definition)
            .chain(self.resign_option())
            .collect();
        for option in options {
            self.say(FromEngine::Feature(vec![option]));
        }
        self.say(FromEngine::Feature(vec![number("done", 1)]));
    }

    fn games(&self) -> Feature {
        text("variants", self.referee.variants().join(","))
    }

    /// The games, which are others than before (C-136 has features at any time).
    pub(super) fn say_games(&mut self) {
        self.say(FromEngine::Feature(vec![self.games()]));
    }

    /// The front's own option, unless the engine decides about that itself.
    fn resign_option(&self) -> Option<Feature> {
        let default = self.policy.resign_score.into();
        let kind = OptionKind::Spin { default, min: 0, max: 10_000 };
        let own = OptionDecl { name: RESIGN.into(), kind };
        self.about.find(RESIGN).is_none().then(|| definition(&own)).flatten()
    }

    /// The engine declares an option; after the handshake the interface hears of it at once
    /// (C-136).
    pub(super) fn declare(&mut self, option: OptionDecl) {
        let told = self.about.ready && self.about.version >= 2 && self.about.offered(&option);
        if told && let Some(feature) = definition(&option) {
            self.say(FromEngine::Feature(vec![feature]));
        }
        self.about.options.retain(|known| known.name != option.name);
        self.about.options.push(option);
    }

    /// `accepted NAME`
    pub(super) fn accepted(&mut self, name: &str) {
        if name.trim() == "debug" {
            self.about.debug = true;
        }
    }

    /// `rejected NAME`
    pub(super) fn rejected(&mut self, name: &str) {
        if name.trim() == "debug" {
            self.about.debug = false;
        }
    }

    /// `option NAME[=VALUE]`
    pub(super) fn option(&mut self, name: &str, value: Option<&str>) {
        if plain(name) == plain(RESIGN) && self.about.find(RESIGN).is_none() {
            match value.and_then(|value| value.trim().parse().ok()) {
                Some(score) if (0..=10_000).contains(&score) => self.policy.resign_score = score,
                _ => self.bad_option(name, value, "a number from 0 to 10000 is wanted"),
            }
            return;
        }
        let Some(option) = self.about.find(name) else {
            self.error("unknown option", name);
            return;
        };
        match checked_value(&option.kind, value) {
            Ok(value) => {
                let name = option.name.clone();
                self.tables = self.tables.take().filter(|tables| *tables != name);
                self.set(Command::SetOption { name, value });
            }
            Err(reason) => self.bad_option(name, value, &reason),
        }
    }

    /// One line for the program, one for the person who typed it.
    fn bad_option(&mut self, name: &str, value: Option<&str>, reason: &str) {
        let given = match value {
            Some(value) => format!("option {name}={value}"),
            None => format!("option {name}"),
        };
        self.error("bad parameter", &given);
        let text = format!("{given}: {reason}");
        self.say(FromEngine::Tell { to: TellTo::User, text });
    }

    /// Sets a spin option by name as near to the number as its range allows.
    fn set_near(&mut self, name: &str, wanted: i64) -> bool {
        let Some(option) = self.about.find(name) else { return false };
        let OptionKind::Spin { min, max, .. } = option.kind else { return false };
        let name = option.name.clone();
        let value = wanted.max(min).min(max).to_string();
        self.set(Command::SetOption { name, value: Some(value) });
        true
    }

    /// `memory N`: the hash table gets what other declared caches leave of it (C-480, C-482).
    pub(super) fn memory(&mut self, megabytes: i64) {
        let megabytes = match self.room.megabytes {
            // Nobody can mean that, and to take all there is would harm everybody else.
            Some(free) if megabytes > free => free / 4,
            _ => megabytes,
        };
        let caches: i64 = self
            .about
            .options
            .iter()
            .filter(|option| option.name.to_ascii_lowercase().ends_with("cache"))
            .map(|option| match option.kind {
                OptionKind::Spin { default, .. } => default,
                _ => 0,
            })
            .fold(0, i64::saturating_add);
        if !self.set_near("Hash", megabytes.saturating_sub(caches)) {
            self.error("unknown command", &format!("memory {megabytes}"));
        }
    }

    /// `cores N`
    pub(super) fn cores(&mut self, cores: i64) {
        let cores = cores.min(self.room.cores.unwrap_or(cores));
        if !self.set_near("Threads", cores) {
            self.error("unknown command", &format!("cores {cores}"));
        }
    }

    /// `egtpath TYPE PATH`
    pub(super) fn egt_path(&mut self, kind: &str, path: &str) {
        match self.about.tables(kind) {
            Some(option) => {
                let name = option.name.clone();
                self.tables = Some(name.to_string());
                self.set(Command::SetOption { name, value: Some(path.into()) });
            }
            None => self.error("unknown command", &format!("egtpath {kind} {path}")),
        }
    }

    /// `hard` and `easy`: the engine may divide its time otherwise.
    pub(super) fn ponder_option(&mut self) {
        if let Some(option) = self.about.find("Ponder") {
            let name = option.name.clone();
            let command = Command::SetOption { name, value: Some(self.hard.to_string()) };
            match self.port.job() {
                None => self.tell(command),
                // Not worth a disturbance (C-446).
                Some(_) => self.deferred.push(command),
            }
        }
    }

    /// State of the engine's registration or copy protection.
    pub(super) fn checked(&mut self, state: Check) {
        if state == Check::Error {
            let text = "the engine is not registered".into();
            self.say(FromEngine::Tell { to: TellTo::UserError, text });
        }
    }
}
