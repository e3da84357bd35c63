//! A position for the page: what stands where, what is legal, how the board looks.

use ferz_rules::{Family, FenStyle, Game, Notation};
use serde::Serialize;

/// A position. Squares are numbers: file by file from the left of the first side, rank by rank from
/// its own.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// The number of the first rank.
    pub first_rank: usize,
    /// Pieces stand on the points of lines and not in squares.
    pub points: bool,
    /// The ranks on both sides of a river.
    pub river: Vec<usize>,
    /// Left, bottom, right and top of each palace.
    pub palaces: Vec<[usize; 4]>,
    /// What the sides are called.
    pub sides: [&'static str; 2],
    /// Who is to move: 0 or 1.
    pub turn: usize,
    /// What stands on each square.
    pub cells: Vec<Option<Piece>>,
    /// What each side has in hand, in games with drops.
    pub hands: Option<[Vec<Held>; 2]>,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// Where a king is in check.
    pub checked: Vec<usize>,
    /// Where the last move began and ended.
    pub last: Vec<usize>,
    /// The position as FEN.
    pub fen: String,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// 0 or 1.
    pub side: usize,
    /// Its letter in FEN, a capital.
    pub letter: String,
    /// What it is called in English.
    pub name: &'static str,
    /// The character on it, where pieces have characters.
    pub glyph: Option<&'static str>,
    /// It was promoted, and falls back when it is taken.
    pub promoted: bool,
    /// Its sides are told by where it points.
    pub wedge: bool,
}

/// Pieces of a kind in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// The kind.
    #[serde(flatten)]
    pub piece: Piece,
    /// How many.
    pub count: usize,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// As the server takes it back.
    pub text: String,
    /// Where it starts; nowhere for a drop.
    pub from: Option<usize>,
    /// What is dropped: its letter.
    pub drop: Option<String>,
    /// Where it passes with an effect.
    pub via: Vec<usize>,
    /// Where it ends.
    pub to: usize,
    /// What it becomes.
    pub promotes: Option<Piece>,
}

impl View {
    /// The position that a game has reached.
    pub fn of(game: &dyn Game) -> View {
        let spec = game.variant();
        let (files, ranks) = (spec.files, spec.ranks);
        let fen = game.fen(FenStyle::XFen);
        let cells = cells(&fen, spec.family, files, ranks);
        let legal = game.legal_moves(Notation::Coordinate);
        let legal = legal.into_iter().filter_map(|text| legal_move(text, game, files)).collect();
        let turn = game.side().index();
        let royal = |cell: &Option<Piece>| {
            cell.as_ref().is_some_and(|piece| piece.side == turn && piece.letter == "K")
        };
        let checked = match game.in_check() {
            true => (0..cells.len()).filter(|square| royal(&cells[*square])).collect(),
            false => Vec::new(),
        };
        let on_points = spec.family == Family::Xiangqi;
        View {
            files,
            ranks,
            first_rank: spec.first_rank,
            points: on_points,
            river: if on_points { vec![4, 5] } else { Vec::new() },
            palaces: if on_points { vec![[3, 0, 5, 2], [3, 7, 5, 9]] } else { Vec::new() },
            sides: spec.sides,
            turn,
            cells,
            hands: None,
            legal,
            checked,
            last: Vec::new(),
            fen,
        }
    }
}

fn cells(fen: &str, family: Family, files: usize, ranks: usize) -> Vec<Option<Piece>> {
    let mut cells = vec![None; files * ranks];
    let placement = fen.split(' ').next().unwrap_or_default();
    for (row, text) in placement.split('/').enumerate().take(ranks) {
        let mut file = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    if let Some(cell) = cells.get_mut((ranks - 1 - row) * files + file) {
                        *cell = Some(piece(letter, family));
                    }
                    file += 1;
                }
            }
        }
    }
    cells
}

/// Letters, names, and characters of both sides.
const CHESS: [(char, &str, [&str; 2]); 6] = [
    ('K', "king", [""; 2]),
    ('Q', "queen", [""; 2]),
    ('R', "rook", [""; 2]),
    ('B', "bishop", [""; 2]),
    ('N', "knight", [""; 2]),
    ('P', "pawn", [""; 2]),
];
const XIANGQI: [(char, &str, [&str; 2]); 7] = [
    ('K', "general", ["帥", "將"]),
    ('A', "advisor", ["仕", "士"]),
    ('B', "elephant", ["相", "象"]),
    ('N', "horse", ["傌", "馬"]),
    ('R', "chariot", ["俥", "車"]),
    ('C', "cannon", ["炮", "砲"]),
    ('P', "soldier", ["兵", "卒"]),
];

fn piece(letter: char, family: Family) -> Piece {
    let side = usize::from(letter.is_ascii_lowercase());
    let capital = letter.to_ascii_uppercase();
    let kinds: &[(char, &'static str, [&'static str; 2])] = match family {
        Family::Chess => &CHESS,
        Family::Xiangqi => &XIANGQI,
        Family::Other => &[],
    };
    let kind = kinds.iter().find(|(known, ..)| *known == capital);
    let (name, glyph) = kind.map_or(("piece", ""), |(_, name, glyphs)| (*name, glyphs[side]));
    Piece {
        side,
        letter: capital.to_string(),
        name,
        glyph: (!glyph.is_empty()).then_some(glyph),
        promoted: false,
        wedge: false,
    }
}

/// A move in coordinates, taken apart.
fn legal_move(text: String, game: &dyn Game, files: usize) -> Option<LegalMove> {
    let mut rest = text.as_str();
    let mut square = || {
        let file = rest.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let rank: usize = rest[1..1 + digits].parse().ok()?;
        rest = &rest[1 + digits..];
        Some((rank - game.variant().first_rank) * files + usize::from(file))
    };
    let (from, to) = (square()?, square()?);
    let promotes = rest.chars().next().map(|letter| {
        let side = game.side().index();
        let letter = letter.to_ascii_uppercase();
        Piece { side, ..piece(letter, game.variant().family) }
    });
    Some(LegalMove { text, from: Some(from), drop: None, via: Vec::new(), to, promotes })
}
