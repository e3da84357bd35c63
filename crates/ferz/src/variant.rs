//! Which game: one question, and one spelling of its answers on every command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use ferz_rules::Variant;
use std::ffi::OsStr;

/// Reads a game by any of its names.
pub fn any() -> impl TypedValueParser<Value = Variant> {
    among(|_| true)
}

/// Reads a game that has a name of its own in the protocols.
pub fn offered() -> impl TypedValueParser<Value = Variant> {
    among(|game| game.offered)
}

/// Reads a game that stands for its family: networks and games for training are made for these.
pub fn usual() -> impl TypedValueParser<Value = Variant> {
    among(|game| game.family.usual() == Some(*game))
}

/// Any name that [`Variant::by_name`] takes; the names of CECP are told.
#[derive(Clone)]
struct Names {
    games: Vec<Variant>,
}

fn among(is_meant: fn(&Variant) -> bool) -> impl TypedValueParser<Value = Variant> {
    Names { games: Variant::all().into_iter().filter(is_meant).collect() }
}

impl TypedValueParser for Names {
    type Value = Variant;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Variant, clap::Error> {
        let found = value.to_str().and_then(Variant::by_name);
        if let Some(game) = found.filter(|game| self.games.contains(game)) {
            return Ok(game);
        }
        let told = PossibleValuesParser::new(self.games.iter().map(|game| game.name));
        told.parse_ref(command, argument, value)
            .map(|name| Variant::by_name(&name).expect("one of the names above"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.games.iter().map(|game| PossibleValue::new(game.name))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(
        parser: impl TypedValueParser<Value = Variant> + 'static,
        text: &str,
    ) -> Result<Variant, String> {
        let argument = Arg::new("variant").long("variant").value_parser(parser).ignore_case(true);
        let command = Command::new("ferz").arg(argument);
        let found = command.try_get_matches_from(["ferz", "--variant", text]);
        found.map(|it| *it.get_one("variant").unwrap()).map_err(|error| error.to_string())
    }

    /// The names of CECP and of UCI, in any case.
    #[test]
    fn any_name_is_understood() {
        for game in Variant::all() {
            for name in game.aliases.iter().chain([&game.name, &game.title]) {
                assert_eq!(read(any(), name), Ok(game));
            }
        }
        assert_eq!(read(offered(), "Chess960"), Ok(Variant::CHESS960));
        assert_eq!(read(usual(), "chess"), Ok(Variant::NORMAL));
    }

    #[test]
    fn an_unknown_name_is_told_all_known() {
        let told = read(any(), "ludo").unwrap_err();
        assert!(told.contains("'ludo'"), "{told}");
        for game in Variant::all() {
            assert!(told.contains(game.name), "{told}");
        }
        assert!(read(offered(), "xiangqi-promotion").is_err());
        assert!(read(usual(), "fischerandom").is_err());
    }
}
