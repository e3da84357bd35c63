//! The options: each declared in one row, set by name.

use crate::api::{OptionError, OptionKind, OptionSpec, SEARCH};
use crate::drive::effort::{Idle, Pruning};
use crate::drive::strength::{ELO_RANGE, Handicap, Randomness, Scale};
use crate::eval::Knowledge;
use crate::search::params::Params;
use ferz_rules::{Family, Repetition, Rulings};
use std::path::Path;

/// What setting an option asks the driver to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing beside remembering it.
    Nothing,
    /// Forget what the hash table holds.
    ClearHash,
    /// Open endgame tables or the book anew.
    Files,
    /// Load another evaluation.
    Evaluation,
}

/// An option that is a deed, not a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Button;

/// What judges positions where no library does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluation {
    /// A network where there is one.
    Network,
    /// Rules by hand.
    HandMade,
}

/// Declares the options, a row each: name, field, type, default; kind and range; the family of games
/// if there is only one; effect.
macro_rules! options {
    ($(
        $(#[$doc:meta])*
        $name:literal $field:ident: $type:ty = $default:expr,
        $kind:ident $(($($range:expr),*))? $(for $family:ident)? $(=> $effect:ident)?;
    )*) => {
        /// What the options say.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct Options {
            $($(#[$doc])* pub(crate) $field: $type,)*
            /// The command line allows libraries.
            pub(crate) libraries: bool,
            /// Numbers of the search that a tuner has set.
            numbers: Vec<(&'static str, i32)>,
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $($field: $default,)* libraries: false, numbers: Vec::new() }
            }
        }

        const ROWS: &[Row] = &[$(Row {
            name: $name,
            effect: options!(@effect $($effect)?),
            family: options!(@family $($family)?),
            place: |options| Place::$kind(&mut options.$field, $($($range),*)?),
        },)*];
    };
    (@family) => { None };
    (@family $family:ident) => { Some(Family::$family) };
    (@effect) => { Effect::Nothing };
    (@effect $effect:ident) => { Effect::$effect };
}

options! {
    // One terabyte is the most anyone has.
    "Hash" hash_mb: i64 = 16, Spin(1, 1 << 20);
    "Clear Hash" clear_hash: Button = Button, Button => ClearHash;
    "Threads" threads: i64 = 1, Spin(1, 256);
    "MultiPV" multi_pv: i64 = 1, Spin(1, 256);
    "Ponder" ponder: bool = false, Check;
    "Move Overhead" move_overhead_ms: i64 = 15, Spin(0, 5000);
    "OwnBook" own_book: bool = false, Check => Files;
    "BookFile" book_file: String = String::new(), Books => Files;
    "SyzygyPath" syzygy_path: String = String::new(), Path for Chess => Files;
    "SyzygyProbeDepth" syzygy_depth: i64 = 1, Spin(1, 100) for Chess => Files;
    "SyzygyProbeLimit" syzygy_limit: i64 = 7, Spin(0, 7) for Chess => Files;
    "Syzygy50MoveRule" syzygy_fifty: bool = true, Check for Chess => Files;
    "EvalFile" eval_file: String = String::new(), File => Evaluation;
    "Evaluation" evaluation: Evaluation = Evaluation::Network, Combo => Evaluation;
    /// Runs others' code.
    "EvalAPI" eval_library: String = String::new(), Library => Evaluation;
    /// Who must vary in a repetition of xiangqi.
    "Repetition Rule" repetition: Repetition = Repetition::Asian, Combo;
    /// Moves by each side; 0 for no limit.
    "Natural Move Limit" natural_moves: i64 = 60, Spin(0, 1000);
    "Idle" idle: Idle = Idle::None, Combo;
    "Pruning" pruning: Pruning = Pruning::Large, Combo;
    "Knowledge" knowledge: Knowledge = Knowledge::Large, Combo => Evaluation;
    "Randomness" randomness: Randomness = Randomness::None, Combo;
    "Skill Level" skill: i64 = 20, Spin(0, 20);
    "UCI_LimitStrength" limit_strength: bool = false, Check;
    "UCI_Elo" elo: i64 = 2000, Spin(ELO_RANGE.0, ELO_RANGE.1);
    "UCI_AnalyseMode" analyse_mode: bool = false, Check;
    "UCI_ShowWDL" show_wdl: bool = false, Check;
    "UCI_ShowCurrLine" show_current_line: bool = false, Check;
    "UCI_ShowRefutations" show_refutations: bool = false, Check;
}

/// A declared option.
struct Row {
    name: &'static str,
    effect: Effect,
    family: Option<Family>,
    place: fn(&mut Options) -> Place<'_>,
}

/// Where an option's value lives, and what it may be.
enum Place<'a> {
    Check(&'a mut bool),
    Spin(&'a mut i64, i64, i64),
    Combo(&'a mut dyn Choice),
    File(&'a mut String),
    /// A file, or several with semicolons between them.
    Books(&'a mut String),
    /// A file that may be named only where libraries may run.
    Library(&'a mut String),
    Path(&'a mut String),
    Button(&'a mut Button),
}

/// A value that is one of a few words.
trait Choice {
    fn words(&self) -> &'static [&'static str];
    fn word(&self) -> &'static str;
    /// Takes the value of a word, whose place among the words this is.
    fn choose(&mut self, place: usize);
}

macro_rules! choices {
    ($($type:ident: $($value:ident $word:literal),*;)*) => {
        $(impl Choice for $type {
            fn words(&self) -> &'static [&'static str] {
                &[$($word),*]
            }

            fn word(&self) -> &'static str {
                match self {
                    $($type::$value => $word,)*
                }
            }

            fn choose(&mut self, place: usize) {
                *self = [$($type::$value),*][place];
            }
        })*
    };
}

choices! {
    Evaluation: Network "network", HandMade "hand-made";
    Repetition: Asian "asian", Chinese "chinese", Computer "computer";
    Idle: None "none", Small "small", Medium "medium", Large "large";
    Pruning: None "none", Small "small", Medium "medium", Large "large";
    Knowledge: None "none", Small "small", Medium "medium", Large "large";
    Randomness: None "none", Tiny "tiny", Small "small", Medium "medium", Large "large", Huge "huge";
}

impl Options {
    /// Whether a network may judge positions.
    pub(crate) fn uses_networks(&self) -> bool {
        self.evaluation == Evaluation::Network && self.knowledge == Knowledge::Large
    }

    /// Whether everything about the evaluation is the default.
    pub(crate) fn has_usual_evaluation(&self) -> bool {
        self.eval_library.is_empty() && self.eval_file.is_empty() && self.uses_networks()
    }

    /// How games are judged where their rules leave a choice.
    pub(crate) fn rulings(&self) -> Rulings {
        let plies = 2 * self.natural_moves.clamp(0, 1000) as u32;
        Rulings { repetition: self.repetition, natural_limit: (plies > 0).then_some(plies) }
    }

    /// How the search is held back in a game with this scale of strength.
    pub(crate) fn handicap(&self, scale: Scale) -> Option<Handicap> {
        let elo = self.limit_strength.then_some(self.elo);
        Handicap::new(scale, elo, self.skill, self.randomness)
    }

    /// The numbers of the search: those of a game, but for what was set.
    pub(crate) fn params(&self, mut game: Params) -> Params {
        for (name, value) in game.fields() {
            if let Some((_, set)) = self.numbers.iter().find(|(set, _)| *set == name) {
                *value = *set;
            }
        }
        game
    }

    /// Sets a number of the search, for whatever game is played.
    fn set_number(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let mut numbers = Params::USUAL.numbers().into_iter();
        let number = numbers.find(|number| number.name == name);
        let number = number.ok_or_else(|| OptionError::Unknown(format!("{SEARCH} {name}")))?;
        let value = spin(value, number.min.into(), number.max.into())? as i32;
        self.numbers.retain(|(set, _)| *set != number.name);
        self.numbers.push((number.name, value));
        Ok(Effect::Nothing)
    }

    /// The declarations, with their defaults.
    pub(crate) fn specs(&self) -> Vec<OptionSpec> {
        let mut defaults = Options::default();
        let mut specs = Vec::new();
        for row in ROWS {
            let kind = match (row.place)(&mut defaults) {
                Place::Library(_) if !self.libraries => continue,
                Place::Check(value) => OptionKind::Check(*value),
                Place::Spin(value, min, max) => OptionKind::Spin { default: *value, min, max },
                Place::Combo(value) => {
                    OptionKind::Combo { default: value.word(), choices: value.words() }
                }
                Place::File(value) | Place::Books(value) | Place::Library(value) => {
                    OptionKind::File(value.clone())
                }
                Place::Path(value) => OptionKind::Path(value.clone()),
                Place::Button(_) => OptionKind::Button,
            };
            specs.push(OptionSpec { name: row.name, kind, family: row.family });
        }
        specs
    }

    /// Sets an option. Values out of range change nothing (U-153).
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let Some(row) = ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(name.trim())) else {
            if let Some(number) = name.trim().strip_prefix(SEARCH) {
                return self.set_number(number.trim(), value);
            }
            return Err(OptionError::Unknown(name.to_owned()));
        };
        let libraries = self.libraries;
        match (row.place)(self) {
            Place::Button(place) => *place = Button,
            Place::Check(place) => *place = check(value)?,
            Place::Spin(place, min, max) => *place = spin(value, min, max)?,
            Place::Combo(place) => place.choose(choice(value, place.words())?),
            Place::Library(_) if !libraries => {
                return Err(bad(value.unwrap_or_default(), "this engine may load no libraries"));
            }
            Place::File(place) | Place::Library(place) => {
                *place = openable(value, |value| vec![Path::new(value)])?;
            }
            // Only books come in numbers: what is missing among them is told by the search.
            Place::Books(place) => *place = openable(value, book_files)?,
            Place::Path(place) => *place = folders(value)?,
        }
        Ok(row.effect)
    }
}

/// What a file or path is to be; nothing for the protocol's word for nothing.
fn named(value: Option<&str>) -> &str {
    value.filter(|&value| value != "<empty>").unwrap_or("")
}

/// The text, if one of the files that it names can be read, or if it names none.
fn openable(
    value: Option<&str>,
    names: impl Fn(&str) -> Vec<&Path>,
) -> Result<String, OptionError> {
    let text = named(value);
    let mut faults = Vec::new();
    for name in names(text).iter().filter(|name| !name.as_os_str().is_empty()) {
        match ferz_input::file::open(name) {
            Ok(_) => return Ok(text.to_owned()),
            Err(error) => faults.push(format!("\"{}\": {error}", name.display())),
        }
    }
    if faults.is_empty() { Ok(text.to_owned()) } else { Err(OptionError::File(faults.join(", "))) }
}

/// The text, if one of the folders that it names is there, or if it names none.
fn folders(value: Option<&str>) -> Result<String, OptionError> {
    let text = named(value);
    let mut folders = std::env::split_paths(text).filter(|f| !f.as_os_str().is_empty());
    if !text.is_empty() && !folders.any(|folder| folder.is_dir()) {
        return Err(OptionError::File(format!("\"{text}\": there is no such folder")));
    }
    Ok(text.to_owned())
}

/// The files that the option names: one, or several with semicolons between them.
pub(crate) fn book_files(text: &str) -> Vec<&Path> {
    // A semicolon may be part of a name.
    if Path::new(text).is_file() {
        return vec![Path::new(text)];
    }
    text.split(';').map(str::trim).filter(|name| !name.is_empty()).map(Path::new).collect()
}

fn bad(value: &str, why: impl Into<String>) -> OptionError {
    OptionError::BadValue(value.to_owned(), why.into())
}

fn check(value: Option<&str>) -> Result<bool, OptionError> {
    let value = value.unwrap_or("").trim();
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Ok(true),
        "false" | "0" | "off" => Ok(false),
        _ => Err(bad(value, "neither true nor false")),
    }
}

fn choice(value: Option<&str>, choices: &[&str]) -> Result<usize, OptionError> {
    let value = value.unwrap_or("").trim();
    let known = choices.iter().position(|choice| choice.eq_ignore_ascii_case(value));
    known.ok_or_else(|| bad(value, format!("none of {}", choices.join(", "))))
}

fn spin(value: Option<&str>, min: i64, max: i64) -> Result<i64, OptionError> {
    let value = value.unwrap_or("").trim();
    match value.parse::<i64>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        Ok(_) => Err(bad(value, format!("not in {min} to {max}"))),
        Err(_) => Err(bad(value, "not a whole number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: Scale = <ferz_rules::chess::Board as crate::games::Equipped>::STRENGTH;

    #[test]
    fn every_declared_option_takes_its_own_default() {
        for spec in Options::default().specs() {
            let value = match spec.kind {
                OptionKind::Check(value) => Some(value.to_string()),
                OptionKind::Spin { default, .. } => Some(default.to_string()),
                OptionKind::Combo { default, .. } => Some(default.to_owned()),
                OptionKind::Button => None,
                OptionKind::Text(text) | OptionKind::File(text) | OptionKind::Path(text) => {
                    Some(text)
                }
            };
            let mut options = Options::default();
            assert!(options.set(spec.name, value.as_deref()).is_ok(), "{}", spec.name);
            assert_eq!(options, Options::default(), "{}", spec.name);
        }
    }

    /// U-142, U-143, U-154: names and symbols without regard to case; `<empty>` is no text.
    #[test]
    fn u142_u143_u154_spelling() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", Some("32")), Ok(Effect::Nothing));
        assert_eq!(options.set("PONDER", Some("TRUE")), Ok(Effect::Nothing));
        let here = env!("CARGO_MANIFEST_DIR");
        assert_eq!(options.set("syzygypath", Some(here)), Ok(Effect::Files));
        assert_eq!((options.hash_mb, options.ponder), (32, true));
        assert_eq!(options.syzygy_path, here);
        assert_eq!(options.set("SyzygyPath", Some("<empty>")), Ok(Effect::Files));
        assert_eq!(options.syzygy_path, "");
    }

    /// U-153, U-155: what does not fit changes nothing and is named.
    #[test]
    fn u153_u155_bad_values() {
        let mut options = Options::default();
        for (name, value) in [
            ("Hash", Some("99999999999")),
            ("Hash", Some("many")),
            ("Hash", None),
            ("Ponder", Some("perhaps")),
            ("UCI_Elo", Some("0")),
            ("Repetition Rule", Some("house")),
        ] {
            let error = options.set(name, value).expect_err("a bad value");
            assert!(matches!(error, OptionError::BadValue(..)), "{name}: {error}");
        }
        assert_eq!(options.set("Hsah", None), Err(OptionError::Unknown("Hsah".to_owned())));
        assert_eq!(options, Options::default());
    }

    /// What cannot be read, or has no end, is refused with its name and the reason; what was set
    /// stays.
    #[test]
    fn files_that_are_none() {
        let here = env!("CARGO_MANIFEST_DIR");
        let manifest = format!("{here}/Cargo.toml");
        for name in ["EvalFile", "BookFile"] {
            let mut options = Options::default();
            options.set(name, Some(&manifest)).expect("a regular file");
            let before = options.clone();
            for (file, why) in [("/nowhere/x", ""), (here, "it is a folder")] {
                let error = options.set(name, Some(file)).expect_err("no file").to_string();
                assert!(error.contains(file) && error.contains(why), "{name}: {error}");
            }
            #[cfg(unix)]
            options.set(name, Some("/dev/zero")).expect_err("it has no end");
            assert_eq!(options, before);
        }
        let mut options = Options::default();
        let error = options.set("BookFile", Some("/nowhere/a;/nowhere/b")).expect_err("neither");
        let error = error.to_string();
        assert!(error.contains("/nowhere/a\": ") && error.contains("/nowhere/b\": "), "{error}");
        let error = options.set("SyzygyPath", Some("/nowhere/at/all")).expect_err("no folder");
        assert!(error.to_string().contains("/nowhere/at/all"), "{error}");
        assert_eq!(options, Options::default());
    }

    /// libraries run as a part of us, so an interface alone cannot name one.
    #[test]
    fn x166_libraries_need_leave() {
        let mut options = Options::default();
        let declared =
            |options: &Options| options.specs().iter().any(|spec| spec.name == "EvalAPI");
        assert!(!declared(&options));
        let file = format!("{}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
        assert!(matches!(options.set("EvalAPI", Some(&file)), Err(OptionError::BadValue(..))));
        options.libraries = true;
        assert!(declared(&options));
        assert_eq!(options.set("EvalAPI", Some(&file)), Ok(Effect::Evaluation));
    }

    /// They are not declared, and set for one game or another alike.
    #[test]
    fn numbers_of_the_search() {
        let mut options = Options::default();
        assert_eq!(options.params(Params::USUAL), Params::USUAL);
        assert_eq!(options.set("Search razor_base", Some("200")), Ok(Effect::Nothing));
        assert_eq!(options.set("Search razor_base", Some("210")), Ok(Effect::Nothing));
        let expected = Params { razor_base: 210, ..Params::USUAL };
        assert_eq!(options.params(Params::USUAL), expected);
        assert!(matches!(
            options.set("Search razor_base", Some("9999")),
            Err(OptionError::BadValue(..))
        ));
        let unknown = OptionError::Unknown("Search razor".to_owned());
        assert_eq!(options.set("Search razor", Some("1")), Err(unknown));
        assert!(options.specs().iter().all(|spec| !spec.name.starts_with(SEARCH)));
    }

    #[test]
    fn rulings_by_options() {
        let mut options = Options::default();
        assert_eq!(options.rulings(), Rulings::default());
        assert_eq!(options.set("repetition rule", Some("Computer")), Ok(Effect::Nothing));
        assert_eq!(options.set("Natural Move Limit", Some("50")), Ok(Effect::Nothing));
        let rulings = Rulings { repetition: Repetition::Computer, natural_limit: Some(100) };
        assert_eq!(options.rulings(), rulings);
        assert_eq!(options.set("Natural Move Limit", Some("0")), Ok(Effect::Nothing));
        assert_eq!(options.rulings().natural_limit, None);
    }

    /// U-414, U-424 to U-428: defaults that the protocol asks for.
    #[test]
    fn u414_u424_u425_u426_u427_u428_defaults() {
        let options = Options::default();
        assert!((1..=16).contains(&options.hash_mb));
        assert_eq!(options.multi_pv, 1);
        assert!(!options.show_current_line && !options.show_refutations);
        assert!(!options.limit_strength && !options.own_book);
        assert!((ELO_RANGE.0..=ELO_RANGE.1).contains(&options.elo));
    }

    /// U-427 to U-430: the rating counts only while strength is limited.
    #[test]
    fn u427_u428_u429_u430_elo() {
        let mut options = Options { elo: 1500, ..Options::default() };
        assert_eq!(options.handicap(SCALE), None);
        options.limit_strength = true;
        assert_eq!(options.handicap(SCALE), Handicap::new(SCALE, Some(1500), 20, Randomness::None));
        assert!(options.handicap(SCALE).is_some());
    }

    /// the words, in their order.
    #[test]
    fn x173_x174_randomness() {
        let mut options = Options::default();
        let words = options.randomness.words();
        assert_eq!(words, ["none", "tiny", "small", "medium", "large", "huge"]);
        let blurs = words.iter().map(|word| {
            options.set("Randomness", Some(word)).expect("a word");
            options.handicap(SCALE).map_or(0, |handicap| handicap.blur)
        });
        let blurs: Vec<_> = blurs.collect();
        assert!(blurs[0] == 0 && blurs.is_sorted_by(|a, b| a < b), "{blurs:?}");
    }
}
