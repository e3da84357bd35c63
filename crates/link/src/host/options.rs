//! The options an engine has declared: what may be sent, spelled as the engine spells it.

use crate::{OptionDecl, OptionKind, Refused};

/// The options of one engine with their present values.
#[derive(Debug, Default)]
pub(super) struct Options {
    list: Vec<(OptionDecl, Option<String>)>,
}

/// A setting that the engine will understand.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The name as the engine declared it.
    pub(super) name: String,
    /// `true` and `false` for a check, a choice as declared, a number; `None` for a button.
    pub(super) value: Option<String>,
}

impl Options {
    /// Adds an option, or replaces the one of the same name (`U-400`, `C-163`).
    pub(super) fn declare(&mut self, decl: OptionDecl) {
        match self.list.iter_mut().find(|(old, _)| old.name.eq_ignore_ascii_case(&decl.name)) {
            Some(slot) => *slot = (decl, None),
            None => self.list.push((decl, None)),
        }
    }

    /// Forgets all of them (`C-152`).
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    /// An option by name; where none has it, by the letters and digits of a name alone: engines
    /// spell one option with and without blanks and underscores in the one protocol and the other.
    pub(super) fn find(&self, name: &str) -> Option<&OptionDecl> {
        let mut all = self.list.iter().map(|(decl, _)| decl);
        all.clone().find(|decl| decl.name.eq_ignore_ascii_case(name)).or_else(|| {
            let mut alike = all.by_ref().filter(|decl| plain(&decl.name).eq(plain(name)));
            // Two of them, or nothing but signs, is no name.
            alike.next().filter(|_| alike.next().is_none() && plain(name).next().is_some())
        })
    }

    /// The present value of an option: what was set, else its default.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        let (decl, value) =
            self.list.iter().find(|(decl, _)| decl.name.eq_ignore_ascii_case(name))?;
        value.clone().or_else(|| default_text(&decl.kind))
    }

    /// Whether a check option is declared, and how it stands.
    pub(super) fn is_on(&self, name: &str) -> Option<bool> {
        match self.find(name)?.kind {
            OptionKind::Check { .. } => self.value(name).map(|value| value == "true"),
            _ => None,
        }
    }

    /// Remembers what was sent.
    pub(super) fn set(&mut self, setting: &Setting) {
        let slot =
            self.list.iter_mut().find(|(decl, _)| decl.name.eq_ignore_ascii_case(&setting.name));
        if let Some((_, value)) = slot {
            value.clone_from(&setting.value);
        }
    }

    /// The settings made so far, in the order of declaration.
    pub(super) fn settings(&self) -> impl Iterator<Item = Setting> {
        self.list.iter().filter_map(|(decl, value)| {
            Some(Setting { name: decl.name.clone(), value: Some(value.clone()?) })
        })
    }

    /// Puts a wish into the engine's spelling, or says why it cannot have it (`U-157`). Nothing
    /// is clamped.
    pub(super) fn check(
        &self,
        name: &str,
        value: Option<&str>,
        undeclared: bool,
    ) -> Result<Setting, Refused> {
        one_line(name)?;
        one_line(value.unwrap_or_default())?;
        let Some(decl) = self.find(name) else {
            if undeclared {
                let value = value.map(str::to_owned);
                return Ok(Setting { name: name.to_owned(), value });
            }
            return Err(refused(format!("engine has no option {name:?}")));
        };
        let text = value.unwrap_or_default();
        let bad =
            |why: String| refused(format!("option {:?} does not take {text:?}: {why}", decl.name));
        let value = match &decl.kind {
            OptionKind::Check { .. } => Some(match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" | "yes" => "true".to_owned(),
                "false" | "off" | "0" | "no" => "false".to_owned(),
                _ => return Err(bad("neither true nor false".into())),
            }),
            OptionKind::Spin { min, max, .. } | OptionKind::Slider { min, max, .. } => {
                let number: i64 = text.trim().parse().map_err(|_| bad("no number".into()))?;
                if number < *min || number > *max {
                    return Err(bad(format!("not within {min} to {max}")));
                }
                Some(number.to_string())
            }
            OptionKind::Combo { choices, .. } => {
                let choice = choices
                    .iter()
                    .find(|choice| choice.as_str() == text)
                    .or_else(|| choices.iter().find(|choice| choice.eq_ignore_ascii_case(text)));
                Some(choice.ok_or_else(|| bad("not among its choices".into()))?.clone())
            }
            OptionKind::Button | OptionKind::Save | OptionKind::Reset => None,
            OptionKind::Text { .. } | OptionKind::File { .. } | OptionKind::Path { .. } => {
                Some(text.trim().to_owned())
            }
            OptionKind::Label => return Err(bad("it is a caption".into())),
        };
        Ok(Setting { name: decl.name.clone(), value })
    }
}

/// The default of an option as a setting would spell it.
/// The letters and digits of a name, without their case.
fn plain(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
}

fn default_text(kind: &OptionKind) -> Option<String> {
    match kind {
        OptionKind::Check { default } => Some(default.to_string()),
        OptionKind::Spin { default, .. } | OptionKind::Slider { default, .. } => {
            Some(default.to_string())
        }
        OptionKind::Combo { default, .. }
        | OptionKind::Text { default }
        | OptionKind::File { default }
        | OptionKind::Path { default } => Some(default.clone()),
        OptionKind::Button | OptionKind::Save | OptionKind::Reset | OptionKind::Label => None,
    }
}

/// What goes into a line must not begin another one.
pub(super) fn one_line(text: &str) -> Result<(), Refused> {
    if text.contains(['\n', '\r']) {
        return Err(refused(format!("more than one line: {text:?}")));
    }
    Ok(())
}

pub(super) fn refused(reason: impl Into<String>) -> Refused {
    Refused { reason: reason.into() }
}

/// Whether a general list of options leaves this one out, because the host sets it by itself or
/// because it is unknown and bears the protocol's mark (`U-383`, `U-410` to `U-412`).
pub fn is_managed_option(name: &str) -> bool {
    const KNOWN: [&str; 5] =
        ["UCI_ShowCurrLine", "UCI_ShowRefutations", "UCI_LimitStrength", "UCI_Elo", "UCI_ShowWDL"];
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    let marked = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("UCI_"));
    is("Ponder") || marked && !KNOWN.iter().any(|known| is(known))
}

/// Whether a general list of UCCI's options leaves this one out: the host sets it by itself, or it
/// is for those who look for faults (`X-178`).
pub fn is_managed_ucci_option(name: &str) -> bool {
    const MANAGED: [&str; 6] = ["usemillisec", "newgame", "ponder", "promotion", "batch", "debug"];
    MANAGED.iter().any(|managed| name.eq_ignore_ascii_case(managed))
}

/// Sorts settings into the order in which engines take them best: threads, then memory, then the
/// tables and the games, then the rest, a strength before its switch (`U-159`, `U-415`, `U-418`, `U-431`).
///
/// ```
/// let mut settings = vec![("SyzygyPath", "/t"), ("Style", "x"), ("Hash", "64"), ("Threads", "2")];
/// settings.sort_by_key(|(name, _)| ferz_link::host::setting_order(name));
/// assert_eq!(settings.iter().map(|setting| setting.0).collect::<Vec<_>>(),
///     ["Threads", "Hash", "SyzygyPath", "Style"]);
/// ```
pub fn setting_order(name: &str) -> u8 {
    match name.to_ascii_lowercase().as_str() {
        "threads" => 0,
        "hash" | "hashsize" => 1,
        "nalimovpath" | "nalimovcache" | "syzygypath" | "gaviotapath" | "egtbpaths"
        | "variantpath" => 2,
        "uci_limitstrength" => 4,
        _ => 3,
    }
}

/// Whether setting it may take the engine long enough to be asked afterwards (`U-124`).
pub(super) fn may_take_long(name: &str) -> bool {
    setting_order(name) <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        let mut options = Options::default();
        for (name, kind) in [
            ("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
            ("Ponder", OptionKind::Check { default: false }),
            (
                "Style",
                OptionKind::Combo {
                    default: "Normal".into(),
                    choices: vec!["Very Risky".into(), "Normal".into()],
                },
            ),
            ("Clear Hash", OptionKind::Button),
            ("SyzygyPath", OptionKind::Path { default: String::new() }),
        ] {
            options.declare(OptionDecl { name: name.into(), kind });
        }
        options
    }

    fn check(name: &str, value: &str) -> String {
        match options().check(name, Some(value), false) {
            Ok(Setting { name, value: Some(value) }) => format!("{name}={value}"),
            Ok(Setting { name, value: None }) => name,
            Err(refused) => refused.reason,
        }
    }

    /// U-157, U-158, U-142, U-145.
    #[test]
    fn settings_in_the_engines_spelling() {
        assert_eq!(check("hash", " 32 "), "Hash=32");
        assert_eq!(check("Hash", "0"), r#"option "Hash" does not take "0": not within 1 to 1024"#);
        assert_eq!(check("Hash", "many"), r#"option "Hash" does not take "many": no number"#);
        assert_eq!(check("Ponder", "TRUE"), "Ponder=true");
        assert_eq!(
            check("Ponder", "x"),
            r#"option "Ponder" does not take "x": neither true nor false"#
        );
        assert_eq!(check("Style", "very risky"), "Style=Very Risky");
        assert_eq!(
            check("Style", "Bold"),
            r#"option "Style" does not take "Bold": not among its choices"#
        );
        assert_eq!(check("clear hash", "now"), "Clear Hash");
        assert_eq!(check("ClearHash", "now"), "Clear Hash");
        assert_eq!(check("Hsah", "1"), r#"engine has no option "Hsah""#);
        assert_eq!(check("SyzygyPath", "/a\nquit"), "more than one line: \"/a\\nquit\"");
    }

    #[test]
    fn a_user_may_set_what_was_not_declared() {
        let setting = options().check("Secret", Some("1"), true);
        assert_eq!(setting, Ok(Setting { name: "Secret".into(), value: Some("1".into()) }));
    }

    /// U-400, C-163: the second declaration counts.
    #[test]
    fn second_declaration_replaces() {
        let mut options = options();
        options.declare(OptionDecl {
            name: "HASH".into(),
            kind: OptionKind::Spin { default: 1, min: 1, max: 2 },
        });
        assert_eq!(options.value("hash").as_deref(), Some("1"));
        assert_eq!(options.list.len(), 5);
    }

    /// U-383, U-410, U-411, U-412: what a list of options hides. U-421: the option is called `Ponder`.
    #[test]
    fn managed_options() {
        for name in ["Ponder", "UCI_AnalyseMode", "UCI_Foo", "uci_opponent"] {
            assert!(is_managed_option(name), "{name}");
        }
        for name in ["Hash", "UCI_Elo", "Clear Hash", "Ö"] {
            assert!(!is_managed_option(name), "{name}");
        }
    }

    /// X-178: what a list of UCCI's options hides.
    #[test]
    fn managed_ucci_options() {
        assert!(["batch", "debug", "usemillisec"].into_iter().all(is_managed_ucci_option));
        assert!(!["hashsize", "style", "selectivity"].into_iter().any(is_managed_ucci_option));
    }

    /// U-159, U-415, U-418: threads, memory and tables among the first, in this order.
    #[test]
    fn order_of_settings() {
        let mut names = ["Style", "NalimovCache", "Hash", "NalimovPath", "Threads", "hashsize"];
        names.sort_by_key(|name| setting_order(name));
        let wanted = ["Threads", "Hash", "hashsize", "NalimovCache", "NalimovPath", "Style"];
        assert_eq!(names, wanted);
        // U-124: the engine is asked before it searches.
        assert!(names[..5].iter().all(|name| may_take_long(name)) && !may_take_long("Style"));
    }

    /// U-431: the strength comes before the switch.
    #[test]
    fn strength_before_switch() {
        assert!(setting_order("UCI_Elo") < setting_order("UCI_LimitStrength"));
    }
}
