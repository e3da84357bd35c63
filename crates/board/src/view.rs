//! A position for the page: what the rules say of it and of the looks of its game, as messages.

use ferz_rules::{
    Face, FenStyle, Game, Ground, Held as HeldMen, Look, Man, Notation, Side, Variant,
};
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
    /// All squares have one colour.
    pub plain: bool,
    /// The ranks on both sides of a river.
    pub river: Vec<usize>,
    /// How its players name squares.
    pub names: Names,
    /// Left, bottom, right and top of each palace.
    pub palaces: &'static [[usize; 4]],
    /// What the sides are called.
    pub sides: [&'static str; 2],
    /// Who is to move: 0 or 1.
    pub turn: usize,
    /// What stands on each square.
    pub cells: Vec<Option<Piece>>,
    /// What each side has in hand, in games with hands.
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

/// How squares are named on the rim of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Names {
    /// Files by letters, ranks by numbers from the first side: `e4`.
    #[default]
    Chess,
    /// As in chess; each side counts the files from its right, too: `C2=5`.
    Xiangqi,
    /// Files by numbers from the right, ranks by letters from the top: `7g`.
    Shogi,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// 0 or 1.
    pub side: usize,
    /// Its letter in FEN as the first side's.
    pub letter: String,
    /// What it is called in English; its letter where nobody has named it.
    pub name: String,
    /// The character on it, where pieces have characters.
    pub glyph: Option<&'static str>,
    /// It was promoted.
    pub promoted: bool,
    /// Its sides are told by where it points.
    pub wedge: bool,
    /// It can be in hand.
    pub held: bool,
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
    /// Whether it takes something.
    pub takes: bool,
}

impl View {
    /// The position that a game has reached.
    pub fn of(game: &dyn Game) -> View {
        let (view, look) = (game.view(), game.look());
        let side = view.side;
        let legal = view.moves.into_iter().map(|mv| LegalMove {
            text: mv.text,
            from: mv.path.from,
            drop: mv.path.drop,
            via: mv.path.via,
            to: mv.path.to,
            promotes: mv
                .path
                .promotes
                .map(|letter| piece(&Man { side, letter, promoted: false }, &look)),
            takes: !mv.takes.is_empty(),
        });
        View {
            turn: side.index(),
            legal: legal.collect(),
            checked: view.checked,
            last: last_move(game).map(|last| last.squares).unwrap_or_default(),
            fen: game.fen(FenStyle::XFen),
            ..View::still(game.variant(), &look, &view.cells, view.hands.as_ref())
        }
    }

    /// What stands on a board and beside it: nothing moves.
    pub fn still(
        variant: Variant,
        look: &Look,
        cells: &[Option<Man>],
        hands: Option<&[Vec<HeldMen>; 2]>,
    ) -> View {
        let in_hand = |side: Side, held: &HeldMen| Held {
            piece: piece(&Man { side, letter: held.letter.clone(), promoted: false }, look),
            count: held.count,
        };
        let hand = |hands: &[Vec<HeldMen>; 2], side: Side| {
            hands[side.index()].iter().map(|held| in_hand(side, held)).collect()
        };
        View {
            files: variant.files,
            ranks: variant.ranks,
            first_rank: variant.first_rank,
            points: look.ground == Ground::Points,
            plain: look.ground == Ground::Plain,
            river: look.river.into_iter().flatten().collect(),
            names: names(variant, look),
            palaces: look.palaces,
            sides: variant.sides,
            turn: 0,
            cells: cells.iter().map(|man| man.as_ref().map(|man| piece(man, look))).collect(),
            hands: hands.map(|hands| Side::BOTH.map(|side| hand(hands, side))),
            legal: Vec::new(),
            checked: Vec::new(),
            last: Vec::new(),
            fen: String::new(),
        }
    }
}

fn names(variant: Variant, look: &Look) -> Names {
    match variant.readable() {
        _ if look.wedges => Names::Shogi,
        Notation::Wxf => Names::Xiangqi,
        _ => Names::Chess,
    }
}

/// The last move of a game.
pub(crate) struct LastMove {
    /// Where it began and ended; a drop only ends somewhere.
    pub(crate) squares: Vec<usize>,
    /// It took something.
    pub(crate) takes: bool,
}

/// The last move of a game, if there is one.
pub(crate) fn last_move(game: &dyn Game) -> Option<LastMove> {
    let text = game.moves(Notation::Coordinate).pop()?;
    let mut before = game.boxed();
    before.undo();
    let mv = before.view().moves.into_iter().find(|mv| mv.text == text)?;
    let squares = mv.path.from.into_iter().chain([mv.path.to]).collect();
    Some(LastMove { squares, takes: !mv.takes.is_empty() })
}

/// Every piece of a game, the first side's first.
pub fn pieces(look: &Look) -> Vec<Piece> {
    let of = |side: Side| {
        look.kinds.iter().map(move |face| {
            piece(&Man { side, letter: face.letter.clone(), promoted: false }, look)
        })
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}

fn piece(man: &Man, look: &Look) -> Piece {
    let face = look.kinds.iter().find(|face| face.letter == man.letter);
    let characters = face.and_then(|face| face.characters);
    Piece {
        side: man.side.index(),
        letter: man.letter.clone(),
        name: face.and_then(|face: &Face| face.name).unwrap_or(&man.letter).to_owned(),
        glyph: characters.map(|both| both[man.side.index()]),
        promoted: man.promoted || man.letter.starts_with('+'),
        wedge: look.wedges,
        held: face.is_some_and(|face| face.held),
    }
}

/// Under which heading a game stands among the others.
pub fn group(variant: Variant, look: &Look) -> &'static str {
    let drops = look.kinds.iter().any(|face| face.held);
    match look.ground {
        Ground::Points => "Xiangqi",
        _ if look.wedges => "Shogi",
        _ if variant.files > 8 || variant.ranks > 8 => "Larger boards",
        _ if drops => "Games with drops",
        _ if variant.number.is_some() => "Chess",
        _ => "Chess with other rules",
    }
}
