//! Bad input in every game: each has an error that names the text at fault, and nothing panics.

use ferz_rules::table::{self, Hands};
use ferz_rules::{MoveError, Variant, new_game};

/// The error that a position is refused with.
#[track_caller]
fn refused(game: Variant, fen: &str) -> String {
    match new_game(game, Some(fen)) {
        Ok(_) => panic!("{}: taken: {fen}", game.name),
        Err(error) => error.to_string(),
    }
}

/// The start of a game: its placement without hands, the hands if it has some, the rest.
fn parts(game: Variant) -> (String, Option<String>, String) {
    let (placement, rest) = game.start_fen.split_once(' ').expect("a FEN");
    match placement.split_once('[') {
        Some((placement, hands)) => {
            (placement.to_owned(), Some(hands.trim_end_matches(']').to_owned()), rest.to_owned())
        }
        None => (placement.to_owned(), None, rest.to_owned()),
    }
}

fn with_first_rank(placement: &str, rank: &str) -> String {
    let (_, others) = placement.split_once('/').expect("several ranks");
    format!("{rank}/{others}")
}

/// A rank too wide or too narrow is named, or the digit in it that no rank can have.
fn names_width(error: &str, rank: &str) -> bool {
    let digit = rank.split_at(1).0;
    error.contains("files") && error.contains(rank)
        || error.contains("no such piece") && error.contains(digit)
}

#[test]
fn positions_that_no_board_can_show() {
    for game in Variant::all() {
        let (placement, hands, rest) = parts(game);
        let brackets = hands.as_ref().map_or(String::new(), |hands| format!("[{hands}]"));
        let name = game.name;
        let with = |rank: &str| format!("{}{brackets} {rest}", with_first_rank(&placement, rank));

        let three_hundred = "p".repeat(300);
        let error = refused(game, &with(&three_hundred));
        assert!(error.contains("files") && error.contains("pppp"), "{name}: {error}");
        for files in [game.files + 1, game.files - 1] {
            let wide = files.to_string();
            let error = refused(game, &with(&wide));
            assert!(names_width(&error, &wide), "{name}: {error}");
        }
        let huge = "99999999999999999999";
        let error = refused(game, &with(huge));
        assert!(names_width(&error, huge), "{name}: {error}");

        for letter in ["!", "é", "₤"] {
            let rank = format!("{letter}{}", game.files - 1);
            let error = refused(game, &with(&rank));
            assert!(error.contains("piece: ") && error.contains(letter), "{name}: {error}");
        }

        let short = placement.split_once('/').expect("several ranks").1;
        let error = refused(game, &format!("{short}{brackets} {rest}"));
        assert!(error.contains("ranks: ") && error.contains(short), "{name}: {error}");

        let (_, after) = rest.split_once(' ').expect("several fields");
        let error = refused(game, &format!("{placement}{brackets} x {after}"));
        assert!(error.contains("side to move") && error.contains('x'), "{name}: {error}");

        let error = refused(game, "");
        assert!(error.contains("empty"), "{name}: {error}");
    }
}

#[test]
fn hands_that_no_side_can_have() {
    for game in Variant::all() {
        let (placement, hands, rest) = parts(game);
        let name = game.name;
        let with = |hands: &str| format!("{placement}[{hands}] {rest}");
        // Hands that are empty at the start need no brackets.
        let has_hands = table::rules(name).is_some_and(|rules| rules.hands != Hands::None);
        assert!(has_hands || hands.is_none(), "{name}");
        match has_hands {
            false => {
                let error = refused(game, &with("P"));
                assert!(error.starts_with("no pieces are held in this game: "), "{name}: {error}");
            }
            true => {
                for many in ["300P", &"P".repeat(300)] {
                    let error = refused(game, &with(many));
                    assert!(error.contains("too many") && error.contains('P'), "{name}: {error}");
                }
                let error = refused(game, &with("!"));
                assert!(error.contains("in hand: \"!\""), "{name}: {error}");
            }
        }
        let error = refused(game, &format!("{placement}[P {rest}"));
        assert!(error.starts_with("brackets stay open: "), "{name}: {error}");
    }
}

#[test]
fn texts_that_are_no_moves() {
    for game in Variant::all() {
        let name = game.name;
        let mut opened = new_game(game, None).expect("its start");
        let long = "a1".repeat(10_000);
        for text in ["", "x", "a1a2,a2a3,a3a4", "a1a2,", ",", "P@", "@@", "z99z98", "é4", &long] {
            let error = match opened.play(text) {
                Ok(()) => panic!("{name}: taken: {text}"),
                Err(error) => error,
            };
            let named = match &error {
                MoveError::Unreadable(named)
                | MoveError::Illegal(named, _)
                | MoveError::Ambiguous(named) => named,
            };
            assert_eq!(named, text, "{name}: {error}");
            assert_eq!(opened.ply(), 0, "{name}: {text}");
        }
    }
}
