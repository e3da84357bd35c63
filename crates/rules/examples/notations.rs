//! Plays moves, in whatever notation they are, and writes them in the others:
//!
//! ```text
//! notations normal e4 e7e5 Nf3
//! notations xiangqi 炮二平五 h9g7
//! ```

use ferz_rules::{Digits, FenStyle, Game, MoveError, Notation, Script, Variant, new_game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (variant, moves) = words.split_first().ok_or("usage: notations GAME [MOVE…]")?;
    let variant = Variant::by_name(variant).ok_or("no game has this name")?;
    let game = play(variant, moves)?;
    print!("{}", told(&*game));
    Ok(())
}

/// The game after these moves; the first that is not legal is named.
pub(crate) fn play(variant: Variant, moves: &[String]) -> Result<Box<dyn Game>, MoveError> {
    let mut game = new_game(variant, None).expect("every game has a start position");
    for mv in moves {
        game.play(mv)?;
    }
    Ok(game)
}

/// The moves in each notation of the game, and how it stands.
pub(crate) fn told(game: &dyn Game) -> String {
    let chinese = Notation::Chinese(Script::Simplified, Digits::Full);
    let notations = match game.variant().family {
        ferz_rules::Family::Chess | ferz_rules::Family::Other => {
            vec![Notation::Coordinate, Notation::San]
        }
        ferz_rules::Family::Xiangqi => {
            vec![Notation::Coordinate, Notation::Iccs, Notation::Wxf, chinese]
        }
    };
    let mut text = String::new();
    for notation in notations {
        text += &format!("{}\n", game.moves(notation).join(" "));
    }
    let verdict = game.verdict();
    text + &format!("{}\n{verdict:?}\n{}", game.fen(FenStyle::XFen), game.picture())
}
