//! The games that both the engine and we know.

use ferz_link::host::Profile;
use ferz_link::{Description, Facts, OptionDecl, OptionKind, Place, Protocol, Record, Referee};
use ferz_referee::Rules;
use ferz_rules::{Castling, Family, Variant};

/// Xiangqi with UCCI's rule of promotion.
const PROMOTION: Variant = Variant::XIANGQI_PROMOTION;
/// The option of engines of UCCI that have it.
const PROMOTION_OPTION: &str = "promotion";

/// A referee of an engine's games alone.
#[derive(Clone, Debug)]
pub(super) struct Games {
    names: Vec<String>,
    /// It has UCCI's rule of promotion.
    promotion: bool,
}

impl Games {
    /// Those of an engine, by what it says of itself.
    pub(super) fn of(protocol: Protocol, profile: &Profile, options: &[OptionDecl]) -> Games {
        let mut games = Rules.variants();
        games.retain(|game| {
            Variant::by_name(game).is_some_and(|game| plays(protocol, profile, options, game))
        });
        let promotes = |name: &str| options.iter().any(|it| it.name.eq_ignore_ascii_case(name));
        let promotion = match protocol {
            Protocol::Ucci => promotes(PROMOTION_OPTION),
            Protocol::Uci | Protocol::Cecp => plays(protocol, profile, options, PROMOTION),
        };
        Games { names: games, promotion }
    }

    /// Without those that the engine plays otherwise than we know them.
    pub(super) fn leave_out(&mut self, otherwise: &[Variant]) {
        self.names.retain(|name| !otherwise.iter().any(|game| game.name == *name));
    }

    /// Whether some are played with a partner.
    pub(super) fn have_partners(&self) -> bool {
        self.names.iter().any(|name| Rules.facts(name).is_some_and(|facts| facts.partners))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// Whether the engine plays a game.
fn plays(protocol: Protocol, profile: &Profile, options: &[OptionDecl], game: Variant) -> bool {
    if let Some(listed) = profile.variants.get() {
        return listed.iter().any(|name| Variant::by_name(name) == Some(game));
    }
    let named = |name: &str| options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    match protocol {
        // C-118 takes one that does not say which to play all. It would refuse most of them, or play
        // chess all the same; a quirk or `--variant` says otherwise.
        Protocol::Cecp => game == Variant::NORMAL,
        Protocol::Ucci => game.family == Family::Xiangqi,
        Protocol::Uci => {
            let choices = match named("UCI_Variant").map(|option| &option.kind) {
                Some(OptionKind::Combo { choices, .. }) => choices.as_slice(),
                _ => &[],
            };
            let chosen =
                |game: Variant| choices.iter().any(|it| Variant::by_name(it) == Some(game));
            let chess = choices.is_empty() || chosen(Variant::NORMAL);
            match (game.family, game.castling) {
                (Family::Chess, Castling::Usual | Castling::None) => chess,
                (Family::Chess, Castling::AnyFile) => chess && named("UCI_Chess960").is_some(),
                // XBoard's own start positions: to UCI they would be positions of chess.
                (Family::Chess, Castling::Wild) => false,
                _ => chosen(game),
            }
        }
    }
}

impl Referee for Games {
    fn variants(&self) -> Vec<String> {
        self.names.clone()
    }

    fn facts(&self, game: &str) -> Option<Facts> {
        Rules.facts(game)
    }

    fn description(&self, game: &str) -> Option<Description> {
        Rules.description(game)
    }

    fn place(&self, place: &Place) -> Result<(Box<dyn Record>, Option<String>), String> {
        // The game with promotion is no game of its own in the list.
        let promotes = self.promotion && place.variant == PROMOTION.name;
        match promotes || self.names.contains(&place.variant) {
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
        assert_eq!(games(Protocol::Uci, None, &["xiangqi", "ludo"]), "xiangqi");
        assert_eq!(games(Protocol::Uci, None, &["xiangqi", "shogi"]), "xiangqi shogi");
        assert_eq!(games(Protocol::Uci, None, &["chess", "xiangqi"]), "normal nocastle xiangqi");
        assert_eq!(
            games(Protocol::Uci, None, &["standard", "threecheck"]),
            "normal nocastle 3check"
        );
        assert_eq!(games(Protocol::Ucci, None, &[]), "xiangqi");
        assert_eq!(games(Protocol::Cecp, None, &[]), "normal");
        assert_eq!(games(Protocol::Cecp, Some(&["ludo", "xiangqi"]), &[]), "xiangqi");
    }

    #[test]
    fn only_these_are_refereed() {
        let mut games = Games { names: vec!["xiangqi".into()], promotion: false };
        assert!(games.place(&Place::startpos()).is_err());
        let xiangqi = |name: &str| Place { variant: name.into(), ..Place::startpos() };
        assert!(games.place(&xiangqi("xiangqi")).is_ok());
        //
        assert!(games.place(&xiangqi(PROMOTION.name)).is_err());
        games.promotion = true;
        assert!(games.place(&xiangqi(PROMOTION.name)).is_ok());
    }
}
