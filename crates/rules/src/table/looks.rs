//! How games by table look: names and characters of their pieces.
//!
//! Western pieces are named by how they go, so that the same piece has one name in all games, those
//! of files included. Names: Ralph Betza's and XBoard's.

use super::board::Board;
use super::moves::{Move, Sort};
use super::rules::{By, Hands, Kind, Rules};
use super::set::Bits;
use crate::{Face, Ground, Held, Look, Man, Path, Side};

/// How a piece goes, and its name.
const NAMES: &[(&str, &str)] = &[
    ("N", "knight"),
    ("B", "bishop"),
    ("R", "rook"),
    ("Q", "queen"),
    ("K", "commoner"),
    ("F", "ferz"),
    ("W", "wazir"),
    ("A", "alfil"),
    ("FfW", "khon"),
    ("BN", "archbishop"),
    ("RN", "chancellor"),
    ("QN", "amazon"),
    ("KN", "veteran"),
    ("BW", "dragon horse"),
    ("RF", "dragon king"),
    ("WD", "war machine"),
    ("FA", "elephant"),
    ("KAD", "great general"),
    ("NAF", "high priestess"),
    ("NWD", "minister"),
    ("KNADcaKmcabK", "lion"),
    ("aflafrKafraflKafafsKafsafK", "falcon"),
];

/// Letters, names, and characters where a piece has one that is the same for both sides.
type Japanese = &'static [(&'static str, &'static str, &'static str)];

const SHOGI: Japanese = &[
    ("P", "pawn", "歩"),
    ("L", "lance", "香"),
    ("N", "knight", "桂"),
    ("S", "silver", "銀"),
    ("G", "gold", "金"),
    ("B", "bishop", "角"),
    ("R", "rook", "飛"),
    ("+P", "tokin", "と"),
    ("+L", "promoted lance", "杏"),
    ("+N", "promoted knight", "圭"),
    ("+S", "promoted silver", "全"),
    ("+B", "dragon horse", "馬"),
    ("+R", "dragon king", "竜"),
];

const CHU: Japanese = &[
    ("P", "pawn", ""),
    ("I", "go-between", ""),
    ("C", "copper", ""),
    ("S", "silver", ""),
    ("G", "gold", ""),
    ("F", "leopard", ""),
    ("E", "drunk elephant", ""),
    ("T", "blind tiger", ""),
    ("X", "phoenix", ""),
    ("O", "kirin", ""),
    ("L", "lance", ""),
    ("A", "reverse chariot", ""),
    ("B", "bishop", ""),
    ("R", "rook", ""),
    ("M", "side mover", ""),
    ("V", "vertical mover", ""),
    ("H", "dragon horse", ""),
    ("D", "dragon king", ""),
    ("Q", "queen", ""),
    ("N", "lion", ""),
    ("+P", "gold", ""),
    ("+I", "drunk elephant", ""),
    ("+C", "side mover", ""),
    ("+S", "vertical mover", ""),
    ("+G", "rook", ""),
    ("+F", "bishop", ""),
    ("+E", "crown prince", ""),
    ("+T", "flying stag", ""),
    ("+X", "queen", ""),
    ("+O", "lion", ""),
    ("+L", "white horse", ""),
    ("+A", "whale", ""),
    ("+B", "dragon horse", ""),
    ("+R", "dragon king", ""),
    ("+M", "free boar", ""),
    ("+V", "flying ox", ""),
    ("+H", "horned falcon", ""),
    ("+D", "soaring eagle", ""),
];

/// The pieces of games that are played with Japanese ones: those that promote by choice.
fn japanese(rules: &Rules) -> Option<Japanese> {
    match rules.promotion.by {
        By::Ending => None,
        By::StartingOrEnding => Some(SHOGI),
        By::EnteringOrTaking => Some(CHU),
    }
}

fn face(kind: &Kind, of: Option<Japanese>) -> Face {
    let plain = Face { letter: kind.letter.clone(), name: None, characters: None, held: false };
    let Some(list) = of else {
        // Round the edge is the board's matter.
        let moves = kind.moves.trim_start_matches('o');
        let known = NAMES.iter().find(|(known, _)| *known == moves).map(|(_, name)| *name);
        let name = match kind {
            _ if kind.royal => Some("king"),
            _ if kind.pawn => Some("pawn"),
            _ => known,
        };
        return Face { name, ..plain };
    };
    if kind.letter == "K" {
        let characters = (list == SHOGI).then_some(["玉", "王"]);
        return Face { name: Some("king"), characters, ..plain };
    }
    match list.iter().find(|(letter, ..)| *letter == kind.letter) {
        Some((_, name, "")) => Face { name: Some(*name), ..plain },
        Some((_, name, text)) => Face { name: Some(*name), characters: Some([*text; 2]), ..plain },
        None => plain,
    }
}

/// How a game with these rules looks.
pub(super) fn look(rules: &Rules) -> Look {
    let of = japanese(rules);
    let is_held = |kind: &Kind| {
        let becomes = |other: &Kind| other.demotes.as_ref().unwrap_or(&other.letter).clone();
        rules.hands != Hands::None
            && rules.kinds.iter().any(|other| !other.royal && becomes(other) == kind.letter)
    };
    let kinds = rules.kinds.iter();
    Look {
        ground: if of.is_some() { Ground::Plain } else { Ground::Chequered },
        wedges: of.is_some(),
        kinds: kinds.map(|kind| Face { held: is_held(kind), ..face(kind, of) }).collect(),
        ..Look::default()
    }
}

impl<B: Bits> Board<B> {
    pub(super) fn man_on(&self, square: usize) -> Option<Man> {
        let (kind, side) = self.piece(square)?;
        let letter = self.layout.rules.kinds[kind].letter.clone();
        Some(Man { side, letter, promoted: self.promoted.has(square) })
    }

    /// What each side holds, the dearest first.
    pub(super) fn held_by_sides(&self) -> Option<[Vec<Held>; 2]> {
        let rules = &self.layout.rules;
        let of = |side| {
            let kinds = rules.kinds.iter().enumerate().rev();
            kinds
                .map(|(kind, has)| (has.letter.clone(), self.held(side, kind).into()))
                .filter(|(_, count)| *count > 0)
                .map(|(letter, count)| Held { letter, count })
                .collect()
        };
        (rules.hands != Hands::None).then(|| Side::BOTH.map(of))
    }

    pub(super) fn path_of(&self, mv: Move) -> Path {
        let letter = |kind: usize| Some(self.layout.rules.kinds[kind].letter.clone());
        let plain = Path { from: Some(mv.from()), to: mv.to(), ..Path::default() };
        match mv.sort() {
            Sort::Drop(kind) => Path { from: None, drop: letter(kind), ..plain },
            Sort::Promotion(kind) => Path { promotes: letter(kind), ..plain },
            Sort::Castling(rook) => Path { to: self.castling_target(mv, rook), ..plain },
            Sort::Twice(first) => Path { via: vec![first], ..plain },
            Sort::Plain | Sort::Passant(_) | Sort::Double(_) | Sort::Stay => plain,
        }
    }
}
