//! What stands beside a game to find it by.

use ferz_input::text::name;
use ferz_rules::pgn::PgnGame;

/// Where a game came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Played here.
    Played,
    /// From a file.
    Imported,
    /// A game of a match that was watched.
    Watched,
}

impl Source {
    const ALL: [Source; 3] = [Source::Played, Source::Imported, Source::Watched];

    /// As it stands in the file.
    pub fn name(self) -> &'static str {
        match self {
            Source::Played => "played",
            Source::Imported => "imported",
            Source::Watched => "watched",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Source> {
        Source::ALL.into_iter().find(|source| source.name() == name)
    }
}

/// A game in a list. Texts are as the PGN has them, made safe to show; empty where it says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: crate::Id,
    /// The game by its name, or what the tag `Variant` says where no such game is known.
    pub variant: String,
    /// Who plays the first side: White, Red.
    pub first: String,
    /// Who plays the second side.
    pub second: String,
    /// The tag `Event`.
    pub event: String,
    /// The tag `Date`: `2024.05.01`, `2024.??.??`.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: String,
    /// Name or code of the opening.
    pub opening: String,
    /// How many moves were played, counted for each side.
    pub plies: usize,
    /// Where it came from.
    pub source: Source,
}

/// What the tags of a game say.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) variant: String,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) result: String,
    pub(crate) opening: String,
    pub(crate) plies: usize,
}

impl Facts {
    pub(crate) fn of(game: &PgnGame) -> Facts {
        let tag = |names: &[&str]| {
            let value = names.iter().find_map(|name| game.tag(name));
            let value = value.map(|value| name(value).into_owned());
            // Unknown values, as the standard writes them (8.1.1).
            value.filter(|value| !matches!(value.as_str(), "?" | "-")).unwrap_or_default()
        };
        let variant = match game.variant() {
            Ok(variant) => variant.name.to_owned(),
            Err(_) => tag(&["Variant", "Game"]),
        };
        let result = game.result.as_deref().or(game.tag("Result")).unwrap_or("*");
        Facts {
            variant,
            first: tag(&["White", "Red", "Sente"]),
            second: tag(&["Black", "Gote"]),
            event: tag(&["Event"]),
            date: tag(&["Date", "UTCDate"]),
            result: name(result).into_owned(),
            opening: tag(&["Opening", "ECO"]),
            plies: game.line.moves.len(),
        }
    }

    /// Both names, to search in.
    pub(crate) fn names(&self) -> String {
        format!("{}\n{}", self.first, self.second).to_lowercase()
    }
}
