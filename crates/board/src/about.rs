//! What an engine says of itself, for the page that sets its options.

use ferz_host::Engine;
use ferz_link::{OptionDecl, OptionKind};
use serde::Serialize;

/// What an engine said of itself when it was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// Its name on the list.
    pub name: String,
    /// What it calls itself, and other facts: `author`, `version`.
    pub identity: Vec<(String, String)>,
    /// The protocol it speaks.
    pub protocol: String,
    /// It says that it is not registered: it may lack something until it is.
    pub unregistered: bool,
    /// What it said to its user.
    pub notices: Vec<String>,
    /// Its options.
    pub options: Vec<Choice>,
}

/// An option.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `slider`, `combo`, `button`, `save`, `reset`, `text`, `file`, `path`, `label`.
    pub kind: &'static str,
    /// What it has where nobody has set it.
    pub default: String,
    /// The smallest and the largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[i64; 2]>,
    /// The words to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
}

impl About {
    /// Of an engine of this name on the list.
    pub fn of(name: &str, engine: &Engine) -> About {
        let about = engine.about();
        About {
            name: name.to_owned(),
            identity: about.identity.clone(),
            protocol: engine.protocol().to_string(),
            unregistered: about.unregistered,
            notices: about.notices.clone(),
            options: about.options.iter().map(choice).collect(),
        }
    }
}

fn choice(option: &OptionDecl) -> Choice {
    let name = option.name.clone();
    let of = |kind, default: &str| Choice {
        name: name.clone(),
        kind,
        default: default.to_owned(),
        ..Choice::default()
    };
    let number = |kind, default: &i64, min: &i64, max: &i64| Choice {
        range: Some([*min, *max]),
        ..of(kind, &default.to_string())
    };
    match &option.kind {
        OptionKind::Check { default } => of("check", &default.to_string()),
        OptionKind::Spin { default, min, max } => number("spin", default, min, max),
        OptionKind::Slider { default, min, max } => number("slider", default, min, max),
        OptionKind::Combo { default, choices } => {
            Choice { choices: choices.clone(), ..of("combo", default) }
        }
        OptionKind::Button => of("button", ""),
        OptionKind::Save => of("save", ""),
        OptionKind::Reset => of("reset", ""),
        OptionKind::Text { default } => of("text", default),
        OptionKind::File { default } => of("file", default),
        OptionKind::Path { default } => of("path", default),
        OptionKind::Label => of("label", ""),
    }
}
