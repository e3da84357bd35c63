//! Handicaps: the stronger player begins without some pieces.
//!
//! Those of shogi are the Japan Shogi Association's, who gives them moves first. In chess White gives
//! them, but for the pawn, in xiangqi Red.

use crate::news::{Change, Handicap};
use crate::setup::set_up;
use ferz_rules::{FenStyle, Variant, new_game};

/// The game, what people call the handicap, the squares that are empty, and whether the second side begins.
type Row = (&'static str, &'static str, &'static [&'static str], bool);

const ROWS: &[Row] = &[
    ("normal", "Pawn f7", &["f7"], false),
    ("normal", "Knight b1", &["b1"], false),
    ("normal", "Rook a1", &["a1"], false),
    ("normal", "Queen", &["d1"], false),
    ("xiangqi", "One horse", &["b0"], false),
    ("xiangqi", "Two horses", &["b0", "h0"], false),
    ("xiangqi", "One chariot", &["a0"], false),
    ("shogi", "Lance", &["i9"], true),
    ("shogi", "Bishop", &["h8"], true),
    ("shogi", "Rook", &["b8"], true),
    ("shogi", "Rook and lance", &["b8", "i9"], true),
    ("shogi", "Two pieces", &["b8", "h8"], true),
    ("shogi", "Four pieces", &["b8", "h8", "a9", "i9"], true),
    ("shogi", "Six pieces", &["b8", "h8", "a9", "b9", "h9", "i9"], true),
];

/// The handicaps of a game.
pub(crate) fn of(game: Variant) -> Vec<Handicap> {
    let rows = ROWS.iter().filter(|(name, ..)| *name == game.name);
    rows.filter_map(|(_, title, empty, turn)| {
        let view = set_up(game.name, "", None).ok()?.view;
        let mut fen = String::new();
        for name in *empty {
            let (file, rank) = name.split_at(1);
            let file = usize::from(file.as_bytes()[0] - b'a');
            let rank = rank.parse::<usize>().ok()?.checked_sub(view.first_rank)?;
            let change = Change::Put { square: rank * view.files + file, piece: None };
            fen = set_up(game.name, &fen, Some(&change)).ok()?.fen;
        }
        if *turn {
            fen = set_up(game.name, &fen, Some(&Change::Turn)).ok()?.fen;
        }
        // A right to castle goes with its rook.
        let fen = new_game(game, Some(&fen)).ok()?.fen(FenStyle::XFen);
        Some(Handicap { title, fen })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_are_positions_of_their_games() {
        let mut known = 0;
        for game in Variant::all() {
            for Handicap { title, fen } in of(game) {
                known += 1;
                let position = new_game(game, Some(&fen));
                let position = position.unwrap_or_else(|why| panic!("{title}: {fen}: {why}"));
                assert!(
                    !position.legal_moves(ferz_rules::Notation::Coordinate).is_empty(),
                    "{title}"
                );
            }
        }
        assert_eq!(known, ROWS.len());
        let rook = of(Variant::NORMAL).into_iter().find(|one| one.title == "Rook a1").unwrap();
        assert_eq!(rook.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1");
        let shogi = Variant::by_name("shogi").unwrap();
        let four = of(shogi).into_iter().find(|one| one.title == "Four pieces").unwrap();
        assert!(four.fen.starts_with("1nsgkgsn1/9/ppppppppp/"), "{}", four.fen);
    }
}
