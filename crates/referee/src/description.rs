//! Games in CECP's words: `setup` and `piece`, said of ours and read of others'.

use ferz_link::{Description, Setup};
use ferz_rules::table::{self, CastlingTo, Hands};
use ferz_rules::{AddError, Castling, Variant};
use ferz_wire::cecp::{BoardSize, sized_game};

/// The letters of XBoard's table of pieces, where each has its picture; the last is the king's.
const LETTERS: &str = "PNBRQFEACWMOHIJGDVLSUK";

/// How a game is played whose rules are a table.
pub(crate) fn of(game: Variant) -> Option<Description> {
    let rules = table::rules_of(game)?;
    let letters: Vec<&str> = rules.kinds.iter().map(|kind| kind.letter.as_str()).collect();
    let parent = if rules.hands == Hands::None { "fairy" } else { "crazyhouse" };
    let size = BoardSize { files: rules.files, ranks: rules.ranks, held: held(game) };
    let size = format!("{size}_{parent}");
    let castling = castling(rules).map_or_else(String::new, |files| format!("isO{files}"));
    let pieces = rules.kinds.iter().map(|kind| {
        let castling = if kind.royal { castling.as_str() } else { "" };
        (format!("{}&", kind.letter), format!("{}{castling}", kind.moves))
    });
    Some(Description {
        setup: Setup {
            pieces: pictures(&letters),
            size: Some(size),
            fen: game.spec().start_fen.to_owned(),
        },
        pieces: pieces.collect(),
    })
}

/// How many files away a king castles, where that is as many on both sides.
fn castling(rules: &table::Rules) -> Option<usize> {
    match rules.castling.as_ref()?.to {
        CastlingTo::Steps(files) => Some(files),
        CastlingTo::Files(left, right) => {
            let rank = rules.start.split(['[', ' ']).next()?.rsplit('/').next()?;
            let king = rank.chars().position(|letter| letter == 'K')?;
            (king.checked_sub(left)? == right.checked_sub(king)?).then_some(right - king)
        }
    }
}

/// How many kinds of piece may be in hand.
pub(crate) fn held(game: Variant) -> usize {
    let Some(rules) = table::rules_of(game).filter(|rules| rules.hands != Hands::None) else {
        return 0;
    };
    rules.kinds.iter().filter(|kind| !kind.letter.starts_with('+') && !kind.royal).count()
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
    let (size, parent) = match sized_game(size) {
        Some((size, parent)) => (Some(size), parent),
        None => (None, ""),
    };
    let game = table::Description {
        name: name.to_lowercase(),
        parent: parent.to_owned(),
        start: description.setup.fen.clone(),
        hands: size.is_some_and(|size| size.held > 0),
        pieces: description.pieces.clone(),
    };
    let rules = table::described(&game)?;
    // It was described before.
    if Variant::by_name(name).is_some_and(|known| table::rules_of(known) == Some(&rules)) {
        return Ok(());
    }
    let row = table::spec(rules.clone())?;
    match Variant::add(ferz_rules::GameSpec { offered: true, ..row }) {
        Ok(_) => Ok(()),
        // Somebody else was quicker.
        Err(AddError::Taken { by, .. }) if table::rules_of(by) == Some(&rules) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether a description can be compared with what we know of a game: its rules are a table.
pub fn is_comparable(game: Variant) -> bool {
    table::rules_of(game).is_some()
}

/// Why what an engine says of a game is another game than the one that we know by its name; nothing
/// where it says the same, as far as it goes (C-640, C-644).
pub fn differs(
    game: Variant,
    setup: Option<&Setup>,
    pieces: &[(String, String)],
) -> Option<String> {
    let rules = table::rules_of(game)?;
    // Shuffled games have many starts.
    let is_shuffled = game.castling == Castling::AnyFile;
    let start = setup.map(|setup| setup.fen.as_str()).filter(|_| !is_shuffled);
    table::differs(rules, start, pieces)
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

    /// Minishogi as Sjaak II describes it: hands, promoted forms, and a zone of one rank.
    #[test]
    fn a_small_shogi_is_refereed() {
        let pieces = [
            ("P&", "fWf@4"),
            ("S&", "FfW"),
            ("B&", "B"),
            ("R&", "R"),
            ("G&", "WfF"),
            ("K&", "K"),
            ("+P&", "WfF"),
            ("+S&", "WfF"),
            ("+B&", "BW"),
            ("+R&", "RF"),
        ];
        let game = Description {
            setup: Setup {
                pieces: Some("P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k".into()),
                size: Some("5x5+5_shogi".into()),
                fen: "rbsgk/4p/5/P4/KGSBR [-] w 0 1".into(),
            },
            pieces: pieces.map(|(id, moves)| (id.into(), moves.into())).to_vec(),
        };
        define("minishogi-said", &game).unwrap();
        let game = Variant::by_name("minishogi-said").unwrap();
        let start = ferz_rules::new_game(game, None).unwrap();
        // As `go perft` of Fairy-Stockfish counts its minishogi.
        assert_eq!([1, 2, 3, 4].map(|depth| start.perft(depth)), [14, 181, 2512, 35401]);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let mut game = small();
        game.setup.fen = "rnzknr/6/6/6/6/RNQKNR w - - 0 1".into();
        assert_eq!(define("unsaid", &game), Err("nobody says how \"Z\" goes".to_owned()));
    }
}
