//! What is asked of engines that do not play chess.
//!
//! The expectations converse about chess. Where an engine lists another game of these and no chess,
//! each game is begun with `variant`, and moves that stand for any moves become others; what is about
//! chess itself does not apply.

/// A game in the place of chess.
pub(super) struct OtherGame {
    /// Its name in CECP.
    name: &'static str,
    /// Moves that stand for any moves, and those that take their places; of each side some that do
    /// not get into each other's way. The last is illegal in both games.
    moves: [(&'static str, &'static str); 13],
    /// A position that engines take some time for, as XBoard writes it.
    rich: &'static str,
    /// Where the moves in the places of Black's begin.
    pub(super) second: &'static [u8],
}

/// All of them.
const GAMES: [OtherGame; 1] = [OtherGame {
    name: "xiangqi",
    moves: [
        ("e2e4", "b2e2"),
        ("d2d4", "c3c4"),
        ("a2a3", "a3a4"),
        ("b2b3", "g3g4"),
        ("g1f3", "h0g2"),
        ("f3g1", "g2h0"),
        ("e7e5", "b9c7"),
        ("d7d5", "c6c5"),
        ("a7a6", "a6a5"),
        ("b8c6", "i9i8"),
        ("g8f6", "h9g7"),
        ("f6g8", "g7h9"),
        ("e2e5", "b2e5"),
    ],
    rich: "rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1H2/9/RHEAKAE1R w 0 1",
    second: b"679",
}];

impl OtherGame {
    /// The game for an engine that lists these; `None` if there is chess among them, or one that is
    /// not known here.
    pub(super) fn among<'a>(
        games: impl Iterator<Item = &'a str> + Clone,
    ) -> Option<&'static OtherGame> {
        let is_all = |game: &&OtherGame| games.clone().all(|name| name.contains(game.name));
        GAMES.iter().find(is_all).filter(|_| games.clone().next().is_some())
    }

    /// The move in the place of this one.
    pub(super) fn other_move(&self, mv: &str) -> Option<&'static str> {
        self.moves.iter().find(|(chess, _)| *chess == mv).map(|(_, other)| *other)
    }

    /// What is said instead of a line; `None` if it is about chess. A move that is legal as it stands
    /// stays.
    pub(super) fn line(&self, line: &str, is_legal: impl Fn(&str) -> bool) -> Option<Vec<String>> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("new") => return Some(vec![line.to_owned(), format!("variant {}", self.name)]),
            Some("setboard") if line.contains(super::RICH) => {
                return Some(vec![format!("setboard {}", self.rich)]);
            }
            Some("setboard" | "edit" | "lift" | "hover" | "put") => return None,
            Some("variant") if words.next() != Some(self.name) => return None,
            _ => {}
        }
        let stays = |word: &str| {
            !looks_like_move(word)
                || is_legal(word)
                || self.moves.iter().any(|(_, other)| *other == word)
        };
        let word = |word: &str| match stays(word) {
            true => Some(word.to_owned()),
            false => self.other_move(word).map(str::to_owned),
        };
        let words: Option<Vec<String>> = line.split(' ').map(word).collect();
        words.map(|words| vec![words.join(" ")])
    }
}

/// A move of either game in coordinates.
fn looks_like_move(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [file, rank] if file.is_ascii_lowercase() && rank.is_ascii_digit());
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && bytes.chunks(2).take(2).all(is_square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Variant, new_game};

    #[test]
    fn lines_in_the_other_game() {
        let said = |line: &str| GAMES[0].line(line, |mv| mv == "h2h4");
        assert_eq!(said("new").unwrap(), ["new", "variant xiangqi"]);
        assert_eq!(said("usermove e2e4").unwrap(), ["usermove b2e2"]);
        assert_eq!(said("h2h4").unwrap(), ["h2h4"]);
        assert_eq!(said("b2e5").unwrap(), ["b2e5"]);
        assert_eq!(said("level 40 5 0").unwrap(), ["level 40 5 0"]);
        assert_eq!(said("e1g1"), None);
        assert_eq!(said("setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), None);
        assert_eq!(said("variant fischerandom"), None);
    }

    /// The moves can be made one after the other, and so can the sequences of the expectations.
    #[test]
    fn the_other_moves_are_legal() {
        let lines = [
            "e2e4 e7e5 g1f3 b8c6",
            "d2d4 d7d5",
            "a2a3 a7a6",
            "b2b3 e7e5",
            "g1f3 g8f6 f3g1 f6g8 g1f3",
        ];
        for other in &GAMES {
            let variant = Variant::by_name(other.name).unwrap();
            for line in lines {
                let mut game = new_game(variant, None).unwrap();
                for mv in line.split(' ') {
                    let other = other.other_move(mv).unwrap();
                    game.play(other).unwrap_or_else(|why| panic!("{other} for {mv}: {why}"));
                }
            }
            let mut game = new_game(variant, None).unwrap();
            assert!(game.play(other.other_move("e2e5").unwrap()).is_err());
        }
    }

    #[test]
    fn which_engines_play_no_chess() {
        let name = |games: &str| {
            let games = games.split(',').filter(|name| !name.is_empty());
            OtherGame::among(games).map(|game| game.name)
        };
        assert_eq!(name("xiangqi"), Some("xiangqi"));
        assert_eq!(name("9x10+0_xiangqi,xiangqi"), Some("xiangqi"));
        assert_eq!((name("normal,xiangqi"), name("shogi"), name("")), (None, None, None));
    }
}
