//! The games that both the engine and we know.

use ferz_link::host::Profile;
use ferz_link::{OptionDecl, OptionKind, Place, Protocol, Record, Referee};
use ferz_referee::Rules;

/// A referee of an engine's games alone.
#[derive(Clone, Debug)]
pub(super) struct Games(Vec<String>);

impl Games {
    /// Those of an engine, by what it says of itself.
    pub(super) fn of(protocol: Protocol, profile: &Profile, options: &[OptionDecl]) -> Games {
        let mut games = Rules.variants();
        games.retain(|game| plays(protocol, profile, options, game));
        Games(games)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether the engine plays a game of this CECP name.
fn plays(protocol: Protocol, profile: &Profile, options: &[OptionDecl], game: &str) -> bool {
    if let Some(listed) = profile.variants.get() {
        return listed.iter().any(|name| name == game);
    }
    let named = |name: &str| options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    match protocol {
        // An engine that does not say which is taken to play all (C-116).
        Protocol::Cecp => true,
        Protocol::Ucci => matches!(game, "xiangqi" | "xiangqi-promotion"),
        Protocol::Uci => {
            let choices = match named("UCI_Variant").map(|option| &option.kind) {
                Some(OptionKind::Combo { choices, .. }) => choices.as_slice(),
                _ => &[],
            };
            let chosen = |name: &str| choices.iter().any(|choice| choice == name);
            let chess = choices.is_empty() || chosen("chess");
            match game {
                "normal" | "nocastle" => chess,
                "fischerandom" => chess && named("UCI_Chess960").is_some(),
                // XBoard's own start positions: to UCI they would be positions of chess.
                "wildcastle" => false,
                other => chosen(other),
            }
        }
    }
}

impl Referee for Games {
    fn variants(&self) -> Vec<String> {
        self.0.clone()
    }

    fn place(&self, place: &Place) -> Result<(Box<dyn Record>, Option<String>), String> {
        // The game with promotion is no game of its own in the list.
        let game = place.variant.strip_suffix("-promotion").unwrap_or(&place.variant);
        match self.0.iter().any(|known| known == game) {
            true => Rules.place(place),
            false => Err(format!("the engine does not play {:?}", place.variant)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_link::host::Source;

    fn games(protocol: Protocol, listed: Option<&[&str]>, choices: &[&str]) -> String {
        let mut profile = Profile::default();
        let owned = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        profile.variants.set(listed.map(owned), Source::Said);
        let mut options = Vec::new();
        if !choices.is_empty() {
            let kind = OptionKind::Combo { default: "chess".into(), choices: owned(choices) };
            options.push(OptionDecl { name: "UCI_Variant".into(), kind });
        }
        Games::of(protocol, &profile, &options).variants().join(" ")
    }

    #[test]
    fn games_of_engines() {
        assert_eq!(games(Protocol::Uci, None, &[]), "normal nocastle");
        assert_eq!(games(Protocol::Uci, None, &["xiangqi", "shogi"]), "xiangqi");
        assert_eq!(games(Protocol::Uci, None, &["chess", "xiangqi"]), "normal nocastle xiangqi");
        assert_eq!(games(Protocol::Ucci, None, &[]), "xiangqi");
        assert!(games(Protocol::Cecp, None, &[]).starts_with("normal fischerandom"));
        assert_eq!(games(Protocol::Cecp, Some(&["shogi", "xiangqi"]), &[]), "xiangqi");
    }

    #[test]
    fn only_these_are_refereed() {
        let games = Games(vec!["xiangqi".into()]);
        assert!(games.place(&Place::startpos()).is_err());
        let xiangqi = |name: &str| Place { variant: name.into(), ..Place::startpos() };
        assert!(games.place(&xiangqi("xiangqi")).is_ok());
    }
}
