//! The options: declared once, set by name.

use crate::api::{OptionError, OptionKind, OptionSpec};
use crate::effort::LEVELS;
use crate::eval::Knowledge;
use crate::strength::RANDOMNESS;
use ferz_rules::Repetition;
use ferz_rules::xiangqi::Rules;
use std::path::Path;

/// What the options say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) hash_mb: i64,
    pub(crate) threads: i64,
    pub(crate) multi_pv: i64,
    pub(crate) move_overhead_ms: i64,
    pub(crate) ponder: bool,
    pub(crate) analyse_mode: bool,
    pub(crate) show_wdl: bool,
    pub(crate) show_current_line: bool,
    pub(crate) show_refutations: bool,
    pub(crate) limit_strength: bool,
    pub(crate) elo: i64,
    pub(crate) skill: i64,
    pub(crate) own_book: bool,
    pub(crate) book_file: String,
    pub(crate) syzygy_path: String,
    pub(crate) syzygy_depth: i64,
    pub(crate) syzygy_limit: i64,
    pub(crate) syzygy_fifty: bool,
    pub(crate) eval_library: String,
    /// Whoever started us lets libraries run.
    pub(crate) libraries: bool,
    pub(crate) eval_file: String,
    /// Index into [`EVALUATIONS`].
    pub(crate) evaluation: usize,
    /// Index into [`REPETITION_RULES`].
    pub(crate) repetition: usize,
    /// Moves by each side; 0 for no limit.
    pub(crate) natural_moves: i64,
    /// Indices into [`LEVELS`].
    pub(crate) idle: usize,
    pub(crate) pruning: usize,
    pub(crate) knowledge: usize,
    /// Index into [`RANDOMNESS`].
    pub(crate) randomness: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hash_mb: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead_ms: 15,
            ponder: false,
            analyse_mode: false,
            show_wdl: false,
            show_current_line: false,
            show_refutations: false,
            limit_strength: false,
            elo: 2000,
            skill: 20,
            own_book: false,
            book_file: String::new(),
            syzygy_path: String::new(),
            syzygy_depth: 1,
            syzygy_limit: 7,
            syzygy_fifty: true,
            eval_library: String::new(),
            libraries: false,
            eval_file: String::new(),
            evaluation: 0,
            repetition: 0,
            natural_moves: 60,
            idle: 0,
            pruning: LEVELS.len() - 1,
            knowledge: LEVELS.len() - 1,
            randomness: 0,
        }
    }
}

/// Weakest and strongest `UCI_Elo`.
pub(crate) const ELO_RANGE: (i64, i64) = (800, 3000);

/// Who must vary in a repetition of xiangqi, by rule set.
const REPETITION_RULES: [&str; 3] = ["asian", "chinese", "computer"];

/// What judges positions where no library does: a network where there is one, or rules by hand.
const EVALUATIONS: [&str; 2] = ["network", "hand-made"];

/// Where an option's value lives.
enum Place<'a> {
    Check(&'a mut bool),
    Spin(&'a mut i64, i64, i64),
    Combo(&'a mut usize, &'static [&'static str]),
    File(&'a mut String),
    Path(&'a mut String),
    Button,
}

/// What setting an option asks the driver to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing beside remembering it.
    None,
    /// Forget what the hash table holds.
    ClearHash,
    /// Open endgame tables or the book anew.
    Files,
    /// Load another evaluation.
    Evaluation,
}

/// The option that runs others' code.
const LIBRARY: &str = "EvalAPI";
const BOOKS: &str = "BookFile";

const NAMES: [&str; 28] = [
    "Hash",
    "Clear Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move Overhead",
    "OwnBook",
    "BookFile",
    "SyzygyPath",
    "SyzygyProbeDepth",
    "SyzygyProbeLimit",
    "Syzygy50MoveRule",
    "EvalFile",
    "Evaluation",
    "EvalAPI",
    "Repetition Rule",
    "Natural Move Limit",
    "Idle",
    "Pruning",
    "Knowledge",
    "Randomness",
    "Skill Level",
    "UCI_LimitStrength",
    "UCI_Elo",
    "UCI_AnalyseMode",
    "UCI_ShowWDL",
    "UCI_ShowCurrLine",
    "UCI_ShowRefutations",
];

impl Options {
    fn place(&mut self, name: &str) -> Place<'_> {
        match name {
            // One terabyte is the most anyone has.
            "Hash" => Place::Spin(&mut self.hash_mb, 1, 1 << 20),
            "Clear Hash" => Place::Button,
            "Threads" => Place::Spin(&mut self.threads, 1, 256),
            "MultiPV" => Place::Spin(&mut self.multi_pv, 1, 256),
            "Ponder" => Place::Check(&mut self.ponder),
            "Move Overhead" => Place::Spin(&mut self.move_overhead_ms, 0, 5000),
            "OwnBook" => Place::Check(&mut self.own_book),
            "BookFile" => Place::File(&mut self.book_file),
            "SyzygyPath" => Place::Path(&mut self.syzygy_path),
            "SyzygyProbeDepth" => Place::Spin(&mut self.syzygy_depth, 1, 100),
            "SyzygyProbeLimit" => Place::Spin(&mut self.syzygy_limit, 0, 7),
            "Syzygy50MoveRule" => Place::Check(&mut self.syzygy_fifty),
            "EvalFile" => Place::File(&mut self.eval_file),
            "Evaluation" => Place::Combo(&mut self.evaluation, &EVALUATIONS),
            "EvalAPI" => Place::File(&mut self.eval_library),
            "Repetition Rule" => Place::Combo(&mut self.repetition, &REPETITION_RULES),
            "Natural Move Limit" => Place::Spin(&mut self.natural_moves, 0, 1000),
            "Idle" => Place::Combo(&mut self.idle, &LEVELS),
            "Pruning" => Place::Combo(&mut self.pruning, &LEVELS),
            "Knowledge" => Place::Combo(&mut self.knowledge, &LEVELS),
            "Randomness" => Place::Combo(&mut self.randomness, &RANDOMNESS),
            "Skill Level" => Place::Spin(&mut self.skill, 0, 20),
            "UCI_LimitStrength" => Place::Check(&mut self.limit_strength),
            "UCI_Elo" => Place::Spin(&mut self.elo, ELO_RANGE.0, ELO_RANGE.1),
            "UCI_AnalyseMode" => Place::Check(&mut self.analyse_mode),
            "UCI_ShowWDL" => Place::Check(&mut self.show_wdl),
            "UCI_ShowCurrLine" => Place::Check(&mut self.show_current_line),
            "UCI_ShowRefutations" => Place::Check(&mut self.show_refutations),
            _ => unreachable!("every name of the list has a place"),
        }
    }

    /// Whether a network may judge positions.
    pub(crate) fn uses_networks(&self) -> bool {
        self.evaluation == 0 && self.knowledge() == Knowledge::Large
    }

    /// How much the evaluation made by hand uses of what it knows.
    pub(crate) fn knowledge(&self) -> Knowledge {
        match self.knowledge {
            0 => Knowledge::None,
            1 => Knowledge::Small,
            2 => Knowledge::Medium,
            _ => Knowledge::Large,
        }
    }

    /// Whether everything about the evaluation is the default.
    pub(crate) fn has_usual_evaluation(&self) -> bool {
        self.eval_library.is_empty() && self.eval_file.is_empty() && self.uses_networks()
    }

    /// How games of xiangqi are judged.
    pub(crate) fn xiangqi_rules(&self) -> Rules {
        let sets = [Repetition::Asian, Repetition::Chinese, Repetition::Computer];
        let plies = 2 * self.natural_moves.clamp(0, 1000) as u32;
        Rules {
            repetition: sets[self.repetition.min(sets.len() - 1)],
            natural_limit: (plies > 0).then_some(plies),
        }
    }

    /// The declarations, with their defaults.
    pub(crate) fn specs(&self) -> Vec<OptionSpec> {
        let mut defaults = Options::default();
        let offered = |name: &&&str| self.libraries || **name != LIBRARY;
        let specs = NAMES.iter().filter(offered).map(|&name| {
            let kind = match defaults.place(name) {
                Place::Check(value) => OptionKind::Check(*value),
                Place::Spin(value, min, max) => OptionKind::Spin { default: *value, min, max },
                Place::Combo(value, choices) => {
                    OptionKind::Combo { default: choices[*value], choices }
                }
                Place::File(value) => OptionKind::File(value.clone()),
                Place::Path(value) => OptionKind::Path(value.clone()),
                Place::Button => OptionKind::Button,
            };
            OptionSpec { name, kind }
        });
        #[allow(unused_mut)]
        let mut specs: Vec<OptionSpec> = specs.collect();
        #[cfg(feature = "tune")]
        specs.extend(crate::search::params::ALL.iter().map(|param| OptionSpec {
            name: param.name,
            kind: OptionKind::Spin {
                default: param.default as i64,
                min: param.min as i64,
                max: param.max as i64,
            },
        }));
        specs
    }

    /// Sets an option. Values out of range change nothing (U-153).
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let Some(known) = NAMES.iter().find(|known| known.eq_ignore_ascii_case(name.trim())) else {
            #[cfg(feature = "tune")]
            if let Some(param) =
                crate::search::params::ALL.iter().find(|param| param.name == name.trim())
            {
                let number = spin(value, param.min as i64, param.max as i64)?;
                param.value.store(number as i32, std::sync::atomic::Ordering::Relaxed);
                return Ok(Effect::None);
            }
            return Err(OptionError::Unknown(name.to_owned()));
        };
        if *known == LIBRARY && !self.libraries {
            return Err(bad(value.unwrap_or_default(), "this engine may load no libraries"));
        }
        match self.place(known) {
            Place::Button => {}
            Place::Check(place) => *place = check(value)?,
            Place::Spin(place, min, max) => *place = spin(value, min, max)?,
            Place::Combo(place, choices) => *place = choice(value, choices)?,
            Place::File(place) => {
                let value = named(value);
                // Only books come in numbers: what is missing among them is told by the search.
                let names =
                    if *known == BOOKS { book_files(value) } else { vec![Path::new(value)] };
                openable(&names)?;
                *place = value.to_owned();
            }
            Place::Path(place) => {
                let value = named(value);
                let mut folders =
                    std::env::split_paths(value).filter(|f| !f.as_os_str().is_empty());
                if !value.is_empty() && !folders.any(|folder| folder.is_dir()) {
                    return Err(OptionError::File(format!("\"{value}\": there is no such folder")));
                }
                *place = value.to_owned();
            }
        }
        Ok(match *known {
            "Clear Hash" => Effect::ClearHash,
            "SyzygyPath" | "SyzygyProbeDepth" | "SyzygyProbeLimit" | "Syzygy50MoveRule"
            | "BookFile" | "OwnBook" => Effect::Files,
            "EvalFile" | "Evaluation" | "Knowledge" | "EvalAPI" => Effect::Evaluation,
            _ => Effect::None,
        })
    }
}

/// What a file or path is to be; nothing for the protocol's word for nothing.
fn named(value: Option<&str>) -> &str {
    value.filter(|&value| value != "<empty>").unwrap_or("")
}

/// Whether one of these files can be read, where there are any.
fn openable(names: &[&Path]) -> Result<(), OptionError> {
    let mut faults = Vec::new();
    for name in names.iter().filter(|name| !name.as_os_str().is_empty()) {
        match ferz_input::file::open(name) {
            Ok(_) => return Ok(()),
            Err(error) => faults.push(format!("\"{}\": {error}", name.display())),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(OptionError::File(faults.join(", "))) }
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
        assert_eq!(options.set("hash", Some("32")), Ok(Effect::None));
        assert_eq!(options.set("PONDER", Some("TRUE")), Ok(Effect::None));
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

    #[test]
    fn rules_of_xiangqi() {
        let mut options = Options::default();
        assert_eq!(options.xiangqi_rules(), Rules::default());
        assert_eq!(options.set("repetition rule", Some("Computer")), Ok(Effect::None));
        assert_eq!(options.set("Natural Move Limit", Some("50")), Ok(Effect::None));
        let rules = Rules { repetition: Repetition::Computer, natural_limit: Some(100) };
        assert_eq!(options.xiangqi_rules(), rules);
        assert_eq!(options.set("Natural Move Limit", Some("0")), Ok(Effect::None));
        assert_eq!(options.xiangqi_rules().natural_limit, None);
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
}
