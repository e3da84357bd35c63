//! By what the same game, and the same position, is known again: hashes that stay the same in every
//! version of the program, since they are kept in files.

use ferz_rules::pgn::PgnGame;
use ferz_rules::{FenStyle, Game, Variant};
use sha2::{Digest, Sha256};

fn hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        // No text of ours has it: parts cannot run into each other.
        hash.update([0]);
    }
    hash.finalize().into()
}

/// The mark of a game. Comments, variations and the other tags are not looked at, nor the signs
/// behind a move that some programs leave out.
pub(crate) fn of(game: &PgnGame) -> Vec<u8> {
    let tags = ["Variant", "FEN", "White", "Red", "Black", "Date", "Round"];
    let tags = tags.into_iter().map(|name| game.tag(name).unwrap_or_default());
    let moves = game.line.moves.iter().map(|step| step.text.trim_end_matches(['+', '#']));
    let result = game.result.as_deref().or(game.tag("Result")).unwrap_or("*");
    hash(tags.chain(moves).chain([result]))[..16].to_vec()
}

/// The mark of a position: of its FEN without the counters of moves at the end.
pub(crate) fn of_position(game: &dyn Game) -> i64 {
    let fen = game.fen(FenStyle::XFen);
    let mut fields: Vec<&str> = fen.split(' ').collect();
    for _ in 0..2 {
        if fields.last().is_some_and(|field| field.parse::<u32>().is_ok()) {
            fields.pop();
        }
    }
    let hash = hash([family(game.variant())].into_iter().chain(fields));
    i64::from_le_bytes(hash[..8].try_into().expect("eight bytes"))
}

/// Chess960 and shuffled chess come into positions of chess, which are the same there.
fn family(game: Variant) -> &'static str {
    game.family.usual().unwrap_or(game).name
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{new_game, pgn};

    fn mark(text: &str) -> Vec<u8> {
        of(&pgn::games(text).next().expect("a game"))
    }

    #[test]
    fn the_same_game_is_known_again() {
        let game = mark("[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
        for same in [
            "[Black \"B\"]\n[White \"A\"]\n[Event \"?\"]\n\n1. f3 e5 {well} 2. g4 (2. e4) Qh4 0-1",
            "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4?? Qh4+",
        ] {
            assert_eq!(mark(same), game, "{same}");
        }
        for other in [
            "[White \"A\"]\n[Black \"C\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
            "[White \"A\"]\n[Black \"B\"]\n[Round \"2\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
            "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# *",
            "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 0-1",
        ] {
            assert_ne!(mark(other), game, "{other}");
        }
    }

    /// Files have these numbers in them.
    #[test]
    fn marks_of_positions_stay() {
        let mark =
            |game, fen: Option<&str>| of_position(&*new_game(game, fen).expect("a position"));
        let start = mark(Variant::NORMAL, None);
        assert_eq!(start, -6_484_912_961_391_494_079);
        let later = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 12";
        assert_eq!(mark(Variant::NORMAL, Some(later)), start);
        assert_eq!(mark(Variant::CHESS960, Some(later)), start);
        assert_ne!(mark(Variant::NORMAL, Some(&later.replace(" w ", " b "))), start);
        assert_ne!(mark(Variant::NO_CASTLE, None), start);
    }
}
