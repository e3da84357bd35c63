//! Positions that are set up: each request has the whole position as FEN, so that pages need no
//! place of their own here.

use crate::news::{Change, Refused, SetupNews};
use crate::view::{View, pieces};
use ferz_rules::{Held, Look, Man, Setup, Side, Variant, new_game};

/// No hand holds more of a kind.
const FULL: usize = 40;

/// How a position stands after a change; an empty FEN is the usual start.
///
/// # Errors
/// Says why there is no such game, or no such position on any board of it.
pub fn set_up(variant: &str, fen: &str, change: Option<&Change>) -> Result<SetupNews, Refused> {
    let variant = Variant::by_name(variant).ok_or_else(|| format!("unknown game {variant:?}"))?;
    let start = new_game(variant, None).map_err(|error| error.to_string())?;
    let (look, start_fen) = (start.look(), start.start_fen());
    let read = |fen: &str| {
        Setup::read(variant, fen)
            .map_err(|error| error.all().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    };
    let mut setup = read(if fen.is_empty() { &start_fen } else { fen })?;
    match change {
        None => {}
        Some(Change::Start) => setup = read(&start_fen)?,
        Some(Change::Clear) => setup = Setup { side: setup.side, ..Setup::empty(variant) },
        Some(Change::Turn) => setup.side = !setup.side,
        Some(Change::Put { square, piece }) => {
            let cell = setup.cells.get_mut(*square).ok_or("there is no such square")?;
            *cell = match piece {
                None => None,
                Some(piece) => Some(Man {
                    side: side(piece.side)?,
                    letter: known(&look, &piece.letter)?,
                    promoted: false,
                }),
            };
        }
        Some(Change::Hand { side: of, letter, more }) => {
            let hands = setup.hands.get_or_insert_default();
            deal(&mut hands[side(*of)?.index()], known(&look, letter)?, *more);
        }
    }
    // Games with hands show them, empty ones too.
    if look.kinds.iter().any(|face| face.held) {
        setup.hands.get_or_insert_default();
    }
    let faults = setup.faults().iter().map(ToString::to_string).collect();
    let still = View::still(variant, &look, &setup.cells, setup.hands.as_ref());
    Ok(SetupNews {
        variant: variant.name,
        fen: setup.fen(),
        view: View { turn: setup.side.index(), ..still },
        kinds: pieces(&look),
        faults,
    })
}

fn side(index: usize) -> Result<Side, Refused> {
    Side::BOTH.get(index).copied().ok_or_else(|| format!("there is no side {index}"))
}

/// The letter of a piece of the game.
fn known(look: &Look, letter: &str) -> Result<String, Refused> {
    let face = look.kinds.iter().find(|face| face.letter == letter);
    face.map(|face| face.letter.clone()).ok_or_else(|| format!("no such piece: {letter:?}"))
}

/// One more or one less in a hand.
fn deal(hand: &mut Vec<Held>, letter: String, more: bool) {
    match hand.iter_mut().find(|held| held.letter == letter) {
        Some(held) if more => held.count = (held.count + 1).min(FULL),
        Some(held) => held.count -= 1,
        None if more => hand.push(Held { letter, count: 1 }),
        None => {}
    }
    hand.retain(|held| held.count > 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::news::Put;

    fn put(square: usize, piece: Option<(usize, &str)>) -> Change {
        let piece = piece.map(|(side, letter)| Put { side, letter: letter.to_owned() });
        Change::Put { square, piece }
    }

    #[test]
    fn changes_come_one_by_one_and_all_faults_are_named() {
        let clear = set_up("chess", "", Some(&Change::Clear)).unwrap();
        assert_eq!(clear.fen, "8/8/8/8/8/8/8/8 w - - 0 1");
        assert_eq!(clear.faults.len(), 1, "{:?}", clear.faults);
        let mut fen = clear.fen;
        for change in [put(4, Some((0, "K"))), put(60, Some((1, "K"))), put(0, Some((0, "P")))] {
            fen = set_up("chess", &fen, Some(&change)).unwrap().fen;
        }
        let stands = set_up("chess", &fen, Some(&Change::Turn)).unwrap();
        assert_eq!(stands.fen, "4k3/8/8/8/8/8/8/P3K3 b - - 0 1");
        assert_eq!(stands.faults.len(), 1);
        assert!(stands.faults[0].contains("pawn on the first or last rank"));
        let mended = set_up("chess", &stands.fen, Some(&put(0, None))).unwrap();
        assert_eq!((mended.faults.len(), mended.view.turn, mended.kinds.len()), (0, 1, 12));
        let start = set_up("chess", &mended.fen, Some(&Change::Start)).unwrap();
        assert_eq!(start.fen, Variant::NORMAL.start_fen);
    }

    #[test]
    fn what_is_no_position_is_refused_by_name() {
        for (game, fen, change, named) in [
            ("ludo", "", None, "ludo"),
            ("chess", "8/8 x", None, "\"x\""),
            ("chess", "", Some(put(64, None)), "square"),
            ("chess", "", Some(put(0, Some((2, "K")))), "side 2"),
            ("chess", "", Some(put(0, Some((0, "<b>")))), "<b>"),
        ] {
            let why = set_up(game, fen, change.as_ref()).err().unwrap_or_default();
            assert!(why.contains(named), "{game} {fen}: {why}");
        }
    }

    #[test]
    fn hands_fill_and_empty() {
        let mut hand = Vec::new();
        for _ in 0..100 {
            deal(&mut hand, "P".to_owned(), true);
        }
        assert_eq!(hand, [Held { letter: "P".to_owned(), count: FULL }]);
        for _ in 0..100 {
            deal(&mut hand, "P".to_owned(), false);
        }
        assert_eq!(hand, []);
    }
}
