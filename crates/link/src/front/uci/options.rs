//! Options in UCI's words: which lines declare them, and what a `setoption` asks for.
//!
//! Most belong to the engine behind. A few are the protocol's own business and end here:
//! `UCI_Chess960`, `UCI_Variant` and `Xiangqi Dialect`, `UCI_Opponent`, `UCI_SetPositionValue`, `UCI_EngineAbout` and the three that
//! only say what to print.

use super::{UciOffers, dialect};
use crate::{Command, Opponent, OptionDecl, OptionKind, Place, Referee, Side};
use ferz_wire::Start;
use ferz_wire::uci::{OptionDecl as Line, OptionKind as LineKind};

/// What `UCI_Variant` calls chess.
const CHESS: &str = "chess";
/// The option that chooses a game (`U-443`).
pub(super) const VARIANT: &str = "UCI_Variant";

/// What a `setoption` asks for.
pub(super) enum Setting {
    /// Chess960 and its castling notation, on or off.
    Chess960(bool),
    /// Another game, by CECP name; `None` for chess.
    Game(Option<&'static str>),
    /// Xiangqi as Pikafish has it, or as Fairy-Stockfish.
    Pikafish(bool),
    /// The opponent.
    Opponent(Opponent),
    /// A value for a position, not yet read.
    PositionValue(String),
    /// What to print; an engine that declares the option itself is told, too.
    Display(Display, Option<Command>),
    /// An option of the engine.
    Engine(Command),
    /// Known, and without effect.
    Nothing,
}

/// What to print.
#[derive(Clone, Copy, Debug)]
pub(super) enum Display {
    /// `wdl`
    Wdl(bool),
    /// `currline`
    CurrentLine(bool),
    /// `refutation`
    Refutations(bool),
}

/// What there is to set.
pub(super) struct Known<'a> {
    pub(super) declared: &'a [OptionDecl],
    pub(super) offers: &'a UciOffers,
    pub(super) chess: bool,
    pub(super) chess960: bool,
    /// Games other than chess.
    pub(super) games: Vec<String>,
    /// Knows them by all their names.
    pub(super) referee: &'a dyn Referee,
    /// The option that says in which dialect one of them comes.
    pub(super) dialects: Option<&'a str>,
}

/// Whether settings of this option add up, so that a later one does not replace an earlier one.
pub(super) fn accumulates(name: &str) -> bool {
    name.eq_ignore_ascii_case("UCI_SetPositionValue")
}

/// The `option` lines: the engine's, then the protocol's own that the engine does not declare.
pub(super) fn declarations(known: &Known<'_>) -> Vec<Line> {
    let Known { declared, offers, chess, chess960, games, referee: _, dialects } = known;
    let combo =
        |choices: Vec<String>| LineKind::Combo { default: choices.first().cloned(), vars: choices };
    let check = || LineKind::Check { default: Some(false) };
    let text = |text: &str| LineKind::String { default: Some(text.to_owned()) };
    let mut lines: Vec<Line> = declared.iter().filter_map(declaration).collect();
    let mut own = Vec::new();
    if *chess960 {
        own.push(("UCI_Chess960", check()));
    }
    if !games.is_empty() {
        let chess = chess.then_some(CHESS);
        let games = chess.into_iter().chain(games.iter().map(String::as_str));
        own.push((VARIANT, combo(games.map(str::to_owned).collect())));
    }
    if let Some(name) = dialects {
        own.push((*name, combo(dialect::CHOICES.map(str::to_owned).to_vec())));
    }
    if offers.wdl {
        own.push(("UCI_ShowWDL", check()));
    }
    if offers.opponent {
        own.push(("UCI_Opponent", text("")));
    }
    if offers.position_values {
        own.push(("UCI_SetPositionValue", text("")));
    }
    if let Some(about) = &offers.about {
        own.push(("UCI_EngineAbout", text(about)));
    }
    for (name, kind) in own {
        if find(declared, name).is_none() {
            lines.push(Line { name: name.to_owned(), kind });
        }
    }
    lines
}

/// One option of the engine as a line; `None` for what UCI cannot show.
pub(super) fn declaration(decl: &OptionDecl) -> Option<Line> {
    let kind = match &decl.kind {
        OptionKind::Check { default } => LineKind::Check { default: Some(*default) },
        OptionKind::Spin { default, min, max } | OptionKind::Slider { default, min, max } => {
            LineKind::Spin { default: Some(*default), min: Some(*min), max: Some(*max) }
        }
        OptionKind::Combo { default, choices } => {
            LineKind::Combo { default: Some(default.clone()), vars: choices.clone() }
        }
        OptionKind::Button | OptionKind::Save | OptionKind::Reset => LineKind::Button,
        OptionKind::Text { default }
        | OptionKind::File { default }
        | OptionKind::Path { default } => LineKind::String { default: Some(default.clone()) },
        OptionKind::Label => return None,
    };
    Some(Line { name: decl.name.clone(), kind })
}

fn find<'a>(declared: &'a [OptionDecl], name: &str) -> Option<&'a OptionDecl> {
    declared.iter().find(|decl| decl.name.eq_ignore_ascii_case(name))
}

/// Reads a `setoption`. The error says why it changes nothing.
pub(super) fn setting(
    name: &str,
    value: Option<&str>,
    known: &Known<'_>,
) -> Result<Setting, String> {
    let decl = find(known.declared, name);
    let forward = decl.map(|decl| engine_setting(decl, value));
    let bad = || format!("option {name} kept: bad value {:?}", value.unwrap_or_default());
    let own = |name_of: &str| name.eq_ignore_ascii_case(name_of);
    let on = value.and_then(truth);
    if own("UCI_Chess960") && known.chess960 {
        return on.map(Setting::Chess960).ok_or_else(bad);
    }
    let is_word = |word: &str| value.is_some_and(|value| value.eq_ignore_ascii_case(word));
    if own(VARIANT) && !known.games.is_empty() && decl.is_none() {
        let game = value.and_then(|value| known.referee.facts(value)).map(|facts| facts.name);
        return match game {
            Some(super::CHESS) if known.chess => Ok(Setting::Game(None)),
            Some(game) if known.referee.variants().iter().any(|other| other == game) => {
                Ok(Setting::Game(Some(game)))
            }
            _ => Err(bad()),
        };
    }
    if known.dialects.is_some_and(own) {
        let choice = dialect::CHOICES.iter().position(|choice| is_word(choice));
        return choice.map(|choice| Setting::Pikafish(choice == 1)).ok_or_else(bad);
    }
    let display = match () {
        () if own("UCI_ShowWDL") => Some(on.map(Display::Wdl)),
        () if own("UCI_ShowCurrLine") => Some(on.map(Display::CurrentLine)),
        () if own("UCI_ShowRefutations") => Some(on.map(Display::Refutations)),
        () => None,
    };
    match display {
        Some(display) if decl.is_some() || known.offers.wdl => {
            return Ok(Setting::Display(display.ok_or_else(bad)?, forward.transpose()?));
        }
        _ => {}
    }
    if own("UCI_Opponent") && known.offers.opponent {
        return Ok(Setting::Opponent(opponent(value.unwrap_or_default())));
    }
    if own("UCI_SetPositionValue") && known.offers.position_values {
        return Ok(Setting::PositionValue(value.unwrap_or_default().to_owned()));
    }
    if own("UCI_EngineAbout") && known.offers.about.is_some() {
        return Ok(Setting::Nothing);
    }
    match forward {
        Some(command) => command.map(Setting::Engine),
        None => Err(match known.offers.withheld.iter().find(|(withheld, _)| own(withheld)) {
            Some((withheld, why)) => format!("option {withheld} kept: {why}"),
            None => format!("unknown option {name}"),
        }),
    }
}

/// A setting of one of the engine's options, checked against its declaration. No clamping: a value
/// that does not fit changes nothing.
fn engine_setting(decl: &OptionDecl, value: Option<&str>) -> Result<Command, String> {
    let name = decl.name.clone();
    let bad = || format!("option {name} kept: bad value {:?}", value.unwrap_or_default());
    let value = match &decl.kind {
        OptionKind::Check { .. } => Some(value.and_then(truth).ok_or_else(bad)?.to_string()),
        OptionKind::Spin { min, max, .. } | OptionKind::Slider { min, max, .. } => {
            let number = value.and_then(|text| text.parse::<i64>().ok());
            let number = number.filter(|number| (min..=max).contains(&number));
            Some(number.ok_or_else(bad)?.to_string())
        }
        OptionKind::Combo { choices, .. } => {
            let wanted = value.ok_or_else(bad)?;
            let choice = choices.iter().find(|choice| choice.eq_ignore_ascii_case(wanted));
            Some(choice.ok_or_else(bad)?.clone())
        }
        OptionKind::Button | OptionKind::Save | OptionKind::Reset => None,
        OptionKind::Text { .. } | OptionKind::File { .. } | OptionKind::Path { .. } => {
            Some(value.unwrap_or_default().to_owned())
        }
        OptionKind::Label => return Err(bad()),
    };
    Ok(Command::SetOption { name, value })
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// `[GM|IM|FM|WGM|WIM|none] [<elo>|none] [computer|human] <name>`; what is missing is unknown.
fn opponent(text: &str) -> Opponent {
    let mut words = text.split_whitespace().peekable();
    let mut opponent = Opponent::default();
    if let Some(title) =
        words.next_if(|word| matches!(*word, "GM" | "IM" | "FM" | "WGM" | "WIM" | "none"))
    {
        opponent.title = Some(title.to_owned()).filter(|title| title != "none");
    }
    if let Some(elo) = words.next_if(|word| *word == "none" || word.parse::<i64>().is_ok()) {
        opponent.rating = elo.parse().ok();
    }
    if let Some(kind) = words.next_if(|word| matches!(*word, "computer" | "human")) {
        opponent.computer = Some(kind == "computer");
    }
    let name = words.collect::<Vec<_>>().join(" ");
    opponent.name = Some(name).filter(|name| !name.is_empty());
    opponent
}

/// `<value> [+] <fen>`, `clear [+] <fen>` or `clearall`; the value is White's.
pub(super) fn position_value(
    text: &str,
    variant: &str,
    referee: &dyn Referee,
) -> Result<Command, String> {
    let mut words = text.split_whitespace().peekable();
    let bad = || format!("no position value: {text:?}");
    let value = match words.next().ok_or_else(bad)? {
        "clearall" => return Ok(Command::SetValue { place: None, value: None }),
        "clear" => None,
        number => Some(number.parse::<i32>().map_err(|_| bad())?),
    };
    words.next_if_eq(&"+");
    let fen = words.collect::<Vec<_>>().join(" ");
    let place = Place { variant: variant.to_owned(), start: Start::Fen(fen), moves: Vec::new() };
    let (record, _) = referee.place(&place).map_err(|why| format!("no position value: {why}"))?;
    let value = match record.side() {
        Side::First => value,
        Side::Second => value.map(i32::saturating_neg),
    };
    Ok(Command::SetValue { place: Some(place), value })
}
