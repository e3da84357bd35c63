//! Options: how UCCI declares them, and what a `setoption` asks for.
//!
//! Most belong to the engine behind, which may be of another protocol: then its names are many
//! words, and the same thing may have another name. A few are the protocol's own business and end
//! here: `usemillisec`, `batch`, `debug`, `promotion`, `style`, `newgame`. Setting what nobody has
//! declared is no error: interfaces send what their user chose.

use super::policy::Style;
use crate::{Command, OptionDecl, OptionKind};
use ferz_wire::ucci::{OptionDecl as Line, OptionKind as Kind};
use ferz_wire::uci::OptionKind as LineKind;

/// Options of engines that UCCI calls otherwise.
const ALIASES: [(&str, &str); 4] = [
    ("hashsize", "Hash"),
    ("usebook", "OwnBook"),
    ("bookfiles", "BookFile"),
    ("egtbpaths", "SyzygyPath"),
];
/// What stands for the engine's own book among files.
const OWN_BOOK: &str = "<own>";

/// What is set, as far as it is not the engine's own business.
pub(super) struct Settings {
    /// Clocks are in milliseconds, not in seconds.
    pub(super) milliseconds: bool,
    pub(super) batch: bool,
    pub(super) debug: bool,
    pub(super) promotion: bool,
    use_book: bool,
    /// `None`: the engine's own.
    book_files: Option<String>,
    use_tables: bool,
    table_paths: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            milliseconds: false,
            batch: false,
            debug: false,
            promotion: false,
            use_book: true,
            book_files: None,
            use_tables: true,
            table_paths: String::new(),
        }
    }
}

/// What a `setoption` asks for, beside a change of the settings.
pub(super) enum Setting {
    /// The protocol's own.
    Own(Own),
    /// The engine's.
    Engine(Vec<Command>),
    /// Nothing; the user should know why.
    Tell(String),
}

/// The protocol's own settings.
pub(super) enum Own {
    NewGame,
    /// Another game is played from now on.
    Promotion,
    Style(Style),
    /// All that is in [`Settings`].
    Other,
}

/// The options that the protocol itself brings, where they stand before the engine's.
fn own() -> [(&'static str, LineKind); 3] {
    let off = || LineKind::Check { default: Some(false) };
    [("usemillisec", off()), ("batch", off()), ("debug", off())]
}

/// The `option` lines.
pub(super) fn declarations(declared: &[OptionDecl], promotion: bool) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut add = |name: &str, kind: LineKind| {
        if !name.is_empty() && lines.iter().all(|line| line.name != name) {
            lines.push(Line { name: name.to_owned(), kind: Kind::Uci(kind) });
        }
    };
    for (name, kind) in own() {
        add(name, kind);
    }
    for decl in declared {
        let name = name_of(&decl.name);
        if let Some(kind) = kind_of(&name, &decl.kind) {
            add(&name, kind);
        }
        if name == "egtbpaths" {
            add("useegtb", LineKind::Check { default: Some(true) });
        }
    }
    if promotion {
        add("promotion", LineKind::Check { default: Some(false) });
    }
    let styles = ["solid", "normal", "risky"].map(str::to_owned).to_vec();
    add("style", LineKind::Combo { default: Some("normal".into()), vars: styles });
    add("newgame", LineKind::Button);
    lines
}

/// UCCI's name of an engine's option: one word of small letters. Empty for what has no place here.
fn name_of(name: &str) -> String {
    if let Some((ucci, _)) = ALIASES.iter().find(|(_, other)| other.eq_ignore_ascii_case(name)) {
        return (*ucci).to_owned();
    }
    let folded: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let folded = folded.to_ascii_lowercase();
    // Another protocol's own business; and there is one main line only.
    let foreign = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("UCI_"));
    if foreign || folded == "multipv" { String::new() } else { folded }
}

/// `None` for what cannot be set.
fn kind_of(name: &str, kind: &OptionKind) -> Option<LineKind> {
    let text = |text: &str| LineKind::String { default: Some(text.to_owned()) };
    Some(match kind {
        OptionKind::Check { default } => {
            LineKind::Check { default: Some(name == "usebook" || *default) }
        }
        // Nought lets the engine choose.
        OptionKind::Spin { max, .. } | OptionKind::Slider { max, .. } if is_automatic(name) => {
            LineKind::Spin { default: Some(0), min: Some(0), max: Some(*max) }
        }
        OptionKind::Spin { default, min, max } | OptionKind::Slider { default, min, max } => {
            LineKind::Spin { default: Some(*default), min: Some(*min), max: Some(*max) }
        }
        OptionKind::Combo { default, choices } => {
            LineKind::Combo { default: Some(default.clone()), vars: choices.clone() }
        }
        OptionKind::Button | OptionKind::Save | OptionKind::Reset => LineKind::Button,
        OptionKind::Text { .. } | OptionKind::File { .. } | OptionKind::Path { .. }
            if name == "bookfiles" =>
        {
            text(OWN_BOOK)
        }
        OptionKind::Text { default }
        | OptionKind::File { default }
        | OptionKind::Path { default } => text(default),
        OptionKind::Label => return None,
    })
}

fn is_automatic(name: &str) -> bool {
    matches!(name, "hashsize" | "threads")
}

/// What the engine has to be told at the beginning, so that it is as UCCI's declarations say.
pub(super) fn defaults(declared: &[OptionDecl], settings: &Settings) -> Vec<Command> {
    book(declared, settings)
}

/// The engine's option behind a name of UCCI; its own name is taken too.
fn find<'a>(declared: &'a [OptionDecl], name: &str) -> Option<&'a OptionDecl> {
    let named = |decl: &&OptionDecl| {
        let own = name_of(&decl.name);
        !own.is_empty() && (own.eq_ignore_ascii_case(name) || decl.name.eq_ignore_ascii_case(name))
    };
    declared.iter().find(named)
}

/// Reads a `setoption`. The error says why it changes nothing.
pub(super) fn setting(
    name: &str,
    value: Option<&str>,
    declared: &[OptionDecl],
    promotion: bool,
    settings: &mut Settings,
) -> Result<Setting, String> {
    let value = value.unwrap_or_default().trim();
    let bad = || format!("option {name} kept: bad value {value:?}");
    let on = || truth(value).ok_or_else(bad);
    let decl = find(declared, name);
    let canonical = decl.map_or_else(|| name.to_ascii_lowercase(), |decl| name_of(&decl.name));
    match canonical.as_str() {
        "usemillisec" => settings.milliseconds = on()?,
        "batch" => settings.batch = on()?,
        "newgame" => return Ok(Setting::Own(Own::NewGame)),
        "debug" => {
            settings.debug = on()?;
            return Ok(Setting::Engine(vec![Command::Debug(settings.debug)]));
        }
        "promotion" if promotion => {
            let before = std::mem::replace(&mut settings.promotion, on()?);
            let other = if before == settings.promotion { Own::Other } else { Own::Promotion };
            return Ok(Setting::Own(other));
        }
        "style" if decl.is_none() => {
            return style(value).map(|style| Setting::Own(Own::Style(style))).ok_or_else(bad);
        }
        "usebook" if decl.is_some() => {
            settings.use_book = on()?;
            return Ok(Setting::Engine(book(declared, settings)));
        }
        "bookfiles" if decl.is_some() => {
            settings.book_files = (value != OWN_BOOK).then(|| value.to_owned());
            return Ok(Setting::Engine(book(declared, settings)));
        }
        "useegtb" if find(declared, "egtbpaths").is_some() => {
            settings.use_tables = on()?;
            return Ok(Setting::Engine(tables(declared, settings)));
        }
        "egtbpaths" if decl.is_some() => {
            settings.table_paths = value.to_owned();
            return Ok(Setting::Engine(tables(declared, settings)));
        }
        // Names before version 3.0.
        "selectivity" | "drawmoves" | "repetition" if decl.is_none() => {
            let (name, value) = modern(&canonical, value).ok_or_else(bad)?;
            let decl = find(declared, name).ok_or_else(|| format!("unknown option {name}"))?;
            let command = engine_setting(decl, name, value).ok_or_else(bad)?;
            return Ok(Setting::Engine(vec![command]));
        }
        // The user names a library to have it used: silence would deceive.
        "evalapi" if decl.is_none() && !value.is_empty() => {
            let text = format!("evalapi: this engine takes no library, {value:?} is not used");
            return Ok(Setting::Tell(text));
        }
        _ => {
            let decl = decl.ok_or_else(|| format!("unknown option {name}"))?;
            let command = engine_setting(decl, &canonical, value).ok_or_else(bad)?;
            return Ok(Setting::Engine(vec![command]));
        }
    }
    Ok(Setting::Own(Own::Other))
}

/// A setting of one of the engine's options, checked against its declaration; `None` if the value
/// does not fit: then the old one stays.
fn engine_setting(decl: &OptionDecl, name: &str, value: &str) -> Option<Command> {
    let value = match &decl.kind {
        OptionKind::Check { .. } => Some(truth(value)?.to_string()),
        OptionKind::Spin { default, min, max } | OptionKind::Slider { default, min, max } => {
            let number = value.parse::<i64>().ok()?;
            let number = if number == 0 && is_automatic(name) { *default } else { number };
            Some((min..=max).contains(&&number).then(|| number.to_string())?)
        }
        OptionKind::Combo { choices, .. } => {
            Some(choices.iter().find(|choice| choice.eq_ignore_ascii_case(value))?.clone())
        }
        OptionKind::Button | OptionKind::Save | OptionKind::Reset => None,
        OptionKind::Text { .. } | OptionKind::File { .. } | OptionKind::Path { .. } => {
            Some(value.to_owned())
        }
        OptionKind::Label => return None,
    };
    Some(Command::SetOption { name: decl.name.clone(), value })
}

/// `usebook` and `bookfiles` decide together: no files are no book.
fn book(declared: &[OptionDecl], settings: &Settings) -> Vec<Command> {
    let set = |decl: &OptionDecl, value: String| Command::SetOption {
        name: decl.name.clone(),
        value: Some(value),
    };
    let files = settings.book_files.as_deref();
    let used = settings.use_book && files != Some("");
    let mut commands = Vec::new();
    commands.extend(find(declared, "bookfiles").map(|d| set(d, files.unwrap_or("").to_owned())));
    commands.extend(find(declared, "usebook").map(|decl| set(decl, used.to_string())));
    commands
}

/// `useegtb` and `egtbpaths`, alike. UCCI parts paths by semicolons, the engine as its system does.
fn tables(declared: &[OptionDecl], settings: &Settings) -> Vec<Command> {
    let Some(decl) = find(declared, "egtbpaths") else { return Vec::new() };
    let separator = if cfg!(windows) { ";" } else { ":" };
    let paths = settings.table_paths.replace(';', separator);
    let value = Some(if settings.use_tables { paths } else { String::new() });
    vec![Command::SetOption { name: decl.name.clone(), value }]
}

/// An option of UCCI 2 and its value as they are called now.
fn modern<'a>(name: &str, value: &'a str) -> Option<(&'static str, &'a str)> {
    Some(match name {
        "selectivity" => ("randomness", value),
        "drawmoves" => ("naturalmovelimit", value),
        _ => match value.to_ascii_lowercase().as_str() {
            "asianrule" => ("repetitionrule", "asian"),
            "chineserule" => ("repetitionrule", "chinese"),
            _ => return None,
        },
    })
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" => Some(true),
        "false" | "off" => Some(false),
        _ => None,
    }
}

fn style(text: &str) -> Option<Style> {
    match text.to_ascii_lowercase().as_str() {
        "solid" => Some(Style::Solid),
        "normal" => Some(Style::Normal),
        "risky" => Some(Style::Risky),
        _ => None,
    }
}
