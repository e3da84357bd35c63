//! Games in PGN as openings: where they start, and their moves.
//!
//! Comments, variations, annotations and move numbers are passed over. Moves may be written in any
//! notation of the game: SAN, coordinates, ICCS, WXF, Chinese.

/// A game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PgnGame {
    /// The line where it begins, from 1.
    pub(super) line: usize,
    pub(super) fen: Option<String>,
    pub(super) moves: Vec<String>,
}

/// Reads all games of a text.
pub(super) fn read(text: &str) -> Vec<PgnGame> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line.trim_start_matches('\u{feff}'));
    }
    reader.end();
    reader.games
}

#[derive(Default)]
struct Reader {
    games: Vec<PgnGame>,
    game: PgnGame,
    /// Within a comment in braces.
    in_comment: bool,
    /// How many variations deep.
    depth: u32,
    has_moves: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        // A line that begins with a percent sign is for programs of their own (standard, 6).
        if !self.in_comment && line.starts_with('%') {
            return;
        }
        if !self.in_comment && self.depth == 0 && line.trim_start().starts_with('[') {
            if self.has_moves {
                self.end();
            }
            return self.tag(number, line.trim());
        }
        let mut word = String::new();
        for c in line.chars() {
            match c {
                '}' if self.in_comment => self.in_comment = false,
                _ if self.in_comment => {}
                '{' => {
                    self.word(number, &std::mem::take(&mut word));
                    self.in_comment = true;
                }
                // The rest of the line.
                ';' => break,
                '(' | ')' => {
                    self.word(number, &std::mem::take(&mut word));
                    self.depth =
                        if c == '(' { self.depth + 1 } else { self.depth.saturating_sub(1) };
                }
                c if c.is_whitespace() => self.word(number, &std::mem::take(&mut word)),
                c => word.push(c),
            }
        }
        self.word(number, &word);
    }

    /// `[FEN "…"]`
    fn tag(&mut self, number: usize, line: &str) {
        if self.game.line == 0 {
            self.game.line = number;
        }
        let Some((name, value)) = line.trim_start_matches('[').split_once('"') else { return };
        let value = value.rsplit_once('"').map_or(value, |(value, _)| value);
        if name.trim().eq_ignore_ascii_case("FEN") {
            self.game.fen = Some(value.to_owned());
        }
    }

    fn word(&mut self, number: usize, word: &str) {
        if word.is_empty() || self.depth > 0 {
            return;
        }
        if self.game.line == 0 {
            self.game.line = number;
        }
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            self.has_moves = true;
            return self.end();
        }
        // `12.`, `12...`, or `12.e4` without a blank.
        let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let mv = match after_number.strip_prefix('.') {
            Some(mv) if after_number.len() < word.len() => mv.trim_start_matches('.'),
            _ if after_number.is_empty() => "",
            _ => word,
        };
        let mv = mv.trim_end_matches(['!', '?']);
        if mv.is_empty() || mv.starts_with('$') || mv.chars().all(|c| c == '.') {
            return;
        }
        self.has_moves = true;
        self.game.moves.push(mv.to_owned());
    }

    fn end(&mut self) {
        (self.in_comment, self.depth) = (false, 0);
        let game = std::mem::take(&mut self.game);
        if std::mem::take(&mut self.has_moves) || game.fen.is_some() {
            self.games.push(game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Vec<String>> {
        read(text).into_iter().map(|game| game.moves).collect()
    }

    #[test]
    fn what_is_no_move_is_passed_over() {
        let text = "[Event \"x\"]\n\n1. e4 {a (comment} e5 $1 2.Nf3!? (2. f4 exf4 (2... d5)) \
                    2... Nc6 ; the rest 3. Bb5\n% 3. Bc4\n3. d4 1-0\n";
        assert_eq!(moves(text), [["e4", "e5", "Nf3", "Nc6", "d4"]]);
    }

    #[test]
    fn several_games_with_their_positions() {
        let text = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]\n\n1. a4 *\n\n\
                    [Event \"b\"]\n\n1. d4\n\n[Event \"c\"]\n\n*\n";
        let games = read(text);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].fen.as_deref(), Some("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
        assert_eq!((games[1].fen.as_deref(), games[1].line), (None, 6));
        assert_eq!(moves(text), [vec!["a4"], vec!["d4"], vec![]]);
    }

    #[test]
    fn other_spellings() {
        assert_eq!(moves("1. H2-E2 H7-E7 2. 马八进七 *"), [["H2-E2", "H7-E7", "马八进七"]]);
        assert_eq!(moves("1. 0-0 O-O 2. e8=Q# 1/2-1/2"), [["0-0", "O-O", "e8=Q#"]]);
        assert!(moves("").is_empty());
    }
}
