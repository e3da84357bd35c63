//! Moves as people read and type them at the board.

use ferz_rules::{Game, MoveError, Notation};

/// The notation that the players of a game read: SAN, in xiangqi WXF, in shogi the western one.
pub(crate) fn usual(game: &dyn Game) -> Notation {
    if game.look().wedges { Notation::Western } else { game.variant().readable() }
}

/// A legal move as people read it.
pub(crate) fn written(game: &dyn Game, text: &str) -> Result<String, MoveError> {
    game.rewrite(text, usual(game))
}

/// The legal move that a person means, in coordinates. Who types in a hurry writes `nf3`, `exd5+` where
/// there is no check, `e2-e4`: where only one move can be meant, it is that one.
pub(crate) fn meant(game: &dyn Game, text: &str) -> Result<String, MoveError> {
    let why = match game.rewrite(text, Notation::Coordinate) {
        Err(why) => why,
        known => return known,
    };
    let usual = usual(game);
    // In other notations these signs say what happens.
    let signs: &[char] = if usual == Notation::San { &['x', '+', '#', '=', '-', ':'] } else { &[] };
    let bare = |text: &str| {
        let letters = text.chars().filter(|c| !c.is_whitespace() && !signs.contains(c));
        letters.collect::<String>().to_lowercase()
    };
    let typed = bare(text);
    let fits = |known: &String| {
        game.rewrite(known, usual).is_ok_and(|written| bare(&written) == typed)
            || bare(known) == typed
    };
    let mut fitting = game.legal_moves(Notation::Coordinate);
    fitting.retain(fits);
    match <[String; 1]>::try_from(fitting) {
        Ok([only]) => Ok(only),
        Err(_) => Err(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Variant, new_game};

    fn check(variant: Variant, fen: Option<&str>, typed: &str, means: Option<&str>) {
        let game = new_game(variant, fen).expect("a position");
        assert_eq!(meant(&*game, typed).ok().as_deref(), means, "{typed}");
    }

    #[test]
    fn who_types_in_a_hurry_is_understood() {
        let chess = |typed, means| check(Variant::NORMAL, None, typed, means);
        chess("nf3", Some("g1f3"));
        chess("NF3", Some("g1f3"));
        chess("E4", Some("e2e4"));
        chess("e2-e4", Some("e2e4"));
        chess(" e2 e4 ", Some("e2e4"));
        chess("Nf3+", Some("g1f3"));
        chess("nf4", None);
        chess("", None);
        chess("x", None);
        let castles = Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        check(Variant::NORMAL, castles, "o-o", Some("e1g1"));
        check(Variant::NORMAL, castles, "ooo", Some("e1c1"));
        // A bishop or a pawn could: nobody guesses.
        let both = Some("4k3/8/8/8/2p5/1P6/B7/4K3 w - - 0 1");
        check(Variant::NORMAL, both, "bxc4", Some("b3c4"));
        let only = Some("4k3/8/8/8/2p5/8/B7/4K3 w - - 0 1");
        check(Variant::NORMAL, only, "bb3", Some("a2b3"));
        let knights = Some("4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1");
        check(Variant::NORMAL, knights, "nc3", None);
    }

    #[test]
    fn signs_that_say_something_are_heard() {
        let shogi = Variant::by_name("shogi").expect("shogi");
        check(shogi, None, "p-7f", Some("c3c4"));
        check(shogi, None, "p*7f", None);
        check(Variant::XIANGQI, None, "c2=5", Some("h2e2"));
        check(Variant::XIANGQI, None, "c2-5", None);
        let game = new_game(shogi, None).expect("shogi");
        assert_eq!(written(&*game, "c3c4").as_deref(), Ok("P-7f"));
    }
}
