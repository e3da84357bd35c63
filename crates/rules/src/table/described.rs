//! Games that an engine describes: a start position and how each piece goes, as CECP's `setup` and
//! `piece` have it.

use super::catalogue::rules;
use super::region::Grid;
use super::rules::{Castling, CastlingTo, Hands, Kind, Material, Promotion, Royalty, Rules};

/// What an engine says of a game of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The game's name.
    pub name: String,
    /// Where it starts, as FEN.
    pub start: String,
    /// Whether captured pieces come to the hand of who takes them.
    pub hands: bool,
    /// Letters, with `&` where they stand for both sides, and moves in Betza notation. The pieces of
    /// chess go as they do there unless it is said otherwise.
    pub pieces: Vec<(String, String)>,
}

/// The rules of a game that an engine describes. What it cannot describe is as in chess: the king
/// `K` must not be lost, pawns `P` promote on the last rank to any piece of the game.
///
/// ```
/// use ferz_rules::table::{self, Description};
///
/// let small = Description {
///     name: "losalamos".into(),
///     start: "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1".into(),
///     pieces: vec![("P&".into(), "fmWfcF".into())],
///     ..Description::default()
/// };
/// assert_eq!(table::described(&small).unwrap().kind("P").promotes, ["R", "N", "Q"]);
/// ```
///
/// # Errors
/// Says which piece nobody describes, or what about the board cannot be read.
pub fn described(game: &Description) -> Result<Rules, String> {
    let board = game.start.split(['[', ' ']).next().unwrap_or_default();
    let rows: Vec<Vec<Option<String>>> = board.split('/').map(row).collect();
    let (files, ranks) = (rows.first().map_or(0, Vec::len), rows.len());
    if files == 0 || rows.iter().any(|row| row.len() != files) {
        return Err(format!("not a rectangular board: \"{board}\""));
    }
    let mut kinds: Vec<Kind> = Vec::new();
    let both = |id: &str| id.strip_suffix('&').map(str::to_owned);
    for (id, _) in &game.pieces {
        if both(id).is_none() && id.chars().any(char::is_lowercase) {
            return Err(format!(
                "pieces that go otherwise for one side are not known here: \"{id}\""
            ));
        }
    }
    let letters = rows.iter().flatten().flatten().map(|piece| piece.to_uppercase());
    let ids = game.pieces.iter().map(|(id, _)| both(id).unwrap_or_else(|| id.clone()));
    for letter in letters.chain(ids) {
        if kinds.iter().any(|kind| kind.letter == letter) {
            continue;
        }
        let told = game.pieces.iter().rfind(|(id, _)| id.trim_end_matches('&') == letter);
        let moves = match (told, chess_moves(&letter)) {
            (Some((_, moves)), _) => moves.as_str(),
            (None, Some(usual)) => usual,
            (None, None) => return Err(format!("nobody says how \"{letter}\" goes")),
        };
        super::betza::read(moves)?;
        kinds.push(Kind::new(&letter, moves));
    }
    let castles = kinds.iter().find(|kind| kind.letter == KING).and_then(castling);
    let royal = kinds.iter().any(|kind| kind.letter == KING);
    let others: Vec<String> = kinds
        .iter()
        .map(|kind| kind.letter.clone())
        .filter(|letter| letter != KING && letter != PAWN && !letter.starts_with('+'))
        .collect();
    let grid = Grid { files, ranks };
    for kind in &mut kinds {
        kind.royal = kind.letter == KING;
        kind.pawn = kind.letter == PAWN;
        if kind.pawn {
            kind.promotes.clone_from(&others);
        }
        if kind.moves.contains('i') {
            kind.first = places(&rows, &kind.letter, grid);
        }
    }
    let last_rank = format!("*{ranks}");
    Ok(Rules {
        name: game.name.clone(),
        files,
        ranks,
        start: game.start.clone(),
        kinds,
        royalty: if royal { Royalty::One } else { Royalty::Nothing },
        promotion: Promotion { zone: last_rank, forced: true, ..Promotion::default() },
        hands: if game.hands { Hands::Taker } else { Hands::None },
        castling: castles,
        material: Material::Any,
        ..rules("normal").ok_or("no chess to go by")?
    })
}

const KING: &str = "K";
const PAWN: &str = "P";

/// How the pieces of chess go.
fn chess_moves(letter: &str) -> Option<&'static str> {
    Some(match letter {
        "P" => "fmWfceFifmnD",
        "N" => "N",
        "B" => "B",
        "R" => "R",
        "Q" => "Q",
        "K" => "K",
        _ => return None,
    })
}

/// `O2` in the moves of a king: it castles as many files away.
fn castling(king: &Kind) -> Option<Castling> {
    let (_, behind) = king.moves.split_once('O')?;
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    let to = CastlingTo::Steps(digits.parse().unwrap_or(2));
    Some(Castling { to, king: String::new(), rook: "R".into(), from: None, through_check: false })
}

/// The squares where pieces of the first side stand.
fn places(rows: &[Vec<Option<String>>], letter: &str, grid: Grid) -> String {
    let mut squares = Vec::new();
    for (above, row) in rows.iter().enumerate() {
        for (file, piece) in row.iter().enumerate() {
            if piece.as_deref() == Some(letter) {
                squares.push(grid.name(grid.at(file, grid.ranks - 1 - above), 1));
            }
        }
    }
    squares.join(" ")
}

/// One rank of a FEN.
fn row(text: &str) -> Vec<Option<String>> {
    let mut cells = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut empty = digit as usize;
            while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                empty = (empty * 10 + digit as usize).min(26);
                letters.next();
            }
            cells.extend(std::iter::repeat_n(None, empty));
        } else if letter == '+' {
            cells.push(letters.next().map(|letter| format!("+{letter}")));
        } else if letter != '~' {
            cells.push(Some(letter.to_string()));
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, new_game};

    fn of(start: &str, pieces: &[(&str, &str)]) -> Description {
        let pieces = pieces.iter().map(|(id, moves)| ((*id).to_owned(), (*moves).to_owned()));
        Description {
            name: "described".into(),
            start: start.into(),
            hands: false,
            pieces: pieces.collect(),
        }
    }

    /// C-649: chess described as an engine would describe it is chess.
    #[test]
    fn chess_described() {
        let usual = Variant::NORMAL.spec().start_fen;
        let game = of(usual, &[("K&", "KisO2"), ("P&", "fmWfceFifmnD"), ("N&", "N")]);
        let row = super::super::spec(described(&game).unwrap()).unwrap();
        let game = Variant::add(row).unwrap();
        let kings = "r3k2r/pppqpppp/2n5/8/3Pp3/2N5/PPP1QPPP/R3K2R b KQkq d3 0 1";
        let promotes = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        for fen in [usual, kings, promotes] {
            let perft = |game| new_game(game, Some(fen)).unwrap().perft(3);
            assert_eq!(perft(game), perft(Variant::NORMAL), "{fen}");
        }
    }

    #[test]
    fn what_is_no_game() {
        let fails =
            |start: &str, pieces: &[(&str, &str)]| described(&of(start, pieces)).unwrap_err();
        let board = "3k/4/3K w - - 0 1";
        assert_eq!(fails("3k/5/3K w", &[]), "not a rectangular board: \"3k/5/3K\"");
        assert_eq!(fails("", &[]), "not a rectangular board: \"\"");
        assert_eq!(fails("3z/4/3K w", &[]), "nobody says how \"Z\" goes");
        assert_eq!(
            fails(board, &[("n", "N")]),
            "pieces that go otherwise for one side are not known here: \"n\""
        );
        assert!(fails(board, &[("Q&", "fX")]).starts_with("unknown atom \"X\""));
    }
}
