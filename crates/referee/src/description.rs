//! Games in CECP's words: `setup` and `piece`, said of ours and read of others'.

use ferz_link::{Description, Setup};
use ferz_rules::table::{self, Hands};
use ferz_rules::{AddError, Variant};

/// The letters of XBoard's table of pieces, where each has its picture; the last is the king's.
const LETTERS: &str = "PNBRQFEACWMOHIJGDVLSUK";

/// How a game is played whose rules are a table.
pub(crate) fn of(game: Variant) -> Option<Description> {
    let rules = table::rules_of(game)?;
    let letters: Vec<&str> = rules.kinds.iter().map(|kind| kind.letter.as_str()).collect();
    let (held, parent) = match rules.hands {
        Hands::None => (0, "fairy"),
        _ => (letters.iter().filter(|letter| !letter.starts_with('+')).count(), "crazyhouse"),
    };
    let size = format!("{}x{}+{held}_{parent}", rules.files, rules.ranks);
    let pieces = rules.kinds.iter().map(|kind| (format!("{}&", kind.letter), kind.moves.clone()));
    Some(Description {
        setup: Setup {
            pieces: pictures(&letters),
            size: Some(size),
            fen: game.spec().start_fen.to_owned(),
        },
        pieces: pieces.collect(),
    })
}

/// XBoard's table for these letters (C-641): each at its own place, others where one is free.
/// Nothing for letters with a `+`, which need no picture of their own.
fn pictures(letters: &[&str]) -> Option<String> {
    let mut table: Vec<char> = LETTERS.chars().map(|_| '.').collect();
    let places = |letter: char| LETTERS.chars().position(|usual| usual == letter);
    let single = |letter: &&str| letter.chars().next().filter(|_| letter.len() == 1);
    let plain: Vec<char> = letters.iter().filter_map(single).collect();
    for letter in plain.iter().filter(|letter| places(**letter).is_some()) {
        table[places(*letter)?] = *letter;
    }
    for letter in plain.iter().filter(|letter| places(**letter).is_none()) {
        // The pawn's place and the king's mean more than a picture.
        let free = (1..table.len() - 1).rev().find(|at| table[*at] == '.')?;
        table[free] = *letter;
    }
    let white: String = table.into_iter().collect();
    Some(white.clone() + &white.to_lowercase())
}

/// Adds a game that an engine has described: from now on it is refereed like any other (C-644).
///
/// # Errors
/// Says what in the description is not understood.
pub fn define(name: &str, description: &Description) -> Result<(), String> {
    let size = description.setup.size.as_deref().unwrap_or_default();
    let (hands, parent) = match size.split_once('+').and_then(|(_, rest)| rest.split_once('_')) {
        Some((held, parent)) => (held != "0", parent),
        None => (false, ""),
    };
    let game = table::Description {
        name: name.to_lowercase(),
        start: description.setup.fen.clone(),
        hands: hands || matches!(parent, "crazyhouse" | "bughouse" | "shogi"),
        pieces: description.pieces.clone(),
    };
    let row = table::spec(table::described(&game)?)?;
    match Variant::add(ferz_rules::GameSpec { offered: true, ..row }) {
        // Somebody else has described it before.
        Ok(_) | Err(AddError::Taken { .. }) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use ferz_link::{Place, Referee};

    fn small() -> Description {
        Description {
            setup: Setup {
                pieces: Some("PN.RQKpn.rqk".into()),
                size: Some("6x6+0_fairy".into()),
                fen: "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1".into(),
            },
            pieces: vec![("P&".into(), "fmWfcF".into())],
        }
    }

    /// C-640 to C-648: Los Alamos chess as an engine describes it is played by its rules: pawns
    /// without a double step, and no bishops to promote to.
    #[test]
    fn a_described_game_is_refereed() {
        define("losalamos-here", &small()).unwrap();
        assert!(Rules.variants().contains(&"losalamos-here".to_owned()));
        let place = Place::startpos().of("losalamos-here");
        let (record, _) = Rules.place(&place).unwrap();
        let moves = record.legal_moves();
        assert_eq!(moves.len(), 10, "{moves:?}");
        let fen = "k5/3P2/6/6/6/K5 w - - 0 1";
        let (record, _) = Rules.place(&Place::fen(fen).of("losalamos-here")).unwrap();
        let promotions = record.legal_moves().into_iter().filter(|mv| mv.starts_with("d5d6"));
        let mut letters: Vec<_> = promotions.filter_map(|mv| mv.chars().last()).collect();
        letters.sort_unstable();
        assert_eq!(letters, ['n', 'q', 'r']);
    }

    /// What we say of a game is understood by us.
    #[test]
    fn what_is_said_is_understood() {
        define("losalamos-said", &small()).unwrap();
        let game = Variant::by_name("losalamos-said").unwrap();
        let said = of(game).unwrap();
        assert_eq!(
            said.setup.pieces.as_deref(),
            Some("PN.RQ................Kpn.rq................k")
        );
        assert_eq!(said.setup.size.as_deref(), Some("6x6+0_fairy"));
        define("losalamos-again", &said).unwrap();
        let perft = |name: &str| {
            let game = Variant::by_name(name).unwrap();
            ferz_rules::new_game(game, None).unwrap().perft(4)
        };
        assert_eq!(perft("losalamos-again"), perft("losalamos-said"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let mut game = small();
        game.setup.fen = "rnzknr/6/6/6/6/RNQKNR w - - 0 1".into();
        assert_eq!(define("unsaid", &game), Err("nobody says how \"Z\" goes".to_owned()));
    }
}
