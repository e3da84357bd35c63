//! Whether what an engine says of a game by CECP's `setup` and `piece` is the game that we know by the name.

use super::betza::{self, Hop, Step, Walk, Walks};
use super::rules::Rules;
use std::collections::BTreeSet;

/// One thing that a piece can do, however its notation writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deed {
    /// So many steps with nothing on the way but what it hops over.
    Slide { step: Step, times: u8, how: How },
    /// A leap that what stands beside its way can stop.
    Lame { step: Step, how: How },
    /// Several legs: the first step, then eighths of a circle; for each whether it may move and take.
    Legs { step: Step, how: How, quiet: bool, then: Vec<(usize, bool, bool)> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct How {
    take: bool,
    hop: u8,
    wrap: bool,
}

/// All that a piece can do, and what it can do as its first move alone. Taking in passing is not compared: it
/// means nothing where nobody moves two squares.
fn deeds(walks: &Walks, longest: u8) -> [BTreeSet<Deed>; 2] {
    let mut all = [BTreeSet::new(), BTreeSet::new()];
    for walk in &walks.0 {
        let found = &mut all[usize::from(walk.initial)];
        for step in &walk.steps {
            let modes = [(walk.quiet, false), (walk.take, true)];
            for (_, take) in modes.into_iter().filter(|(may, _)| *may) {
                add(walk, *step, take, longest, found);
            }
            // The first of several legs may do neither where it says nothing.
            if !walk.then.is_empty() && !walk.quiet && !walk.take {
                add(walk, *step, false, longest, found);
            }
        }
    }
    let [always, first] = all;
    let first = first.difference(&always).cloned().collect();
    [always, first]
}

fn add(walk: &Walk, step: Step, take: bool, longest: u8, found: &mut BTreeSet<Deed>) {
    let hop = walk.hop.map_or(0, |hop| 1 + u8::from(hop == Hop::Behind));
    let how = How { take, hop, wrap: walk.wrap };
    if !walk.then.is_empty() {
        let mut ways: Vec<Vec<(usize, bool, bool)>> = vec![Vec::new()];
        for leg in &walk.then {
            let longer = |way: &Vec<_>| {
                let turned = leg.turns.iter().map(|turn| (*turn, leg.quiet, leg.take));
                turned.map(|last| [&way[..], &[last]].concat()).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        let legs = |then| Deed::Legs { step, how, quiet: walk.quiet, then };
        return found.extend(ways.into_iter().map(legs));
    }
    // A lame leap in a straight line is so many steps of its unit.
    let (x, y) = (step.0.unsigned_abs(), step.1.unsigned_abs());
    let times = if x == 0 || y == 0 || x == y { x.max(y).max(1) } else { 1 };
    let unit = (step.0 / times as i8, step.1 / times as i8);
    match walk.range {
        1 if walk.lame && times > 1 => found.extend([Deed::Slide { step: unit, times, how }]),
        1 if walk.lame && x.max(y) > 1 => found.extend([Deed::Lame { step, how }]),
        range => {
            let most = if range == 0 { longest } else { range.min(longest) };
            found.extend((1..=most).map(|times| Deed::Slide { step, times, how }));
        }
    }
}

/// Why a description is of another game than these rules; nothing where both agree as far as it goes: the
/// start, if it is told one, and how each piece goes of which it speaks.
///
/// ```
/// use ferz_rules::table;
///
/// let shatranj = table::rules("shatranj").unwrap();
/// let pieces = [("Q&".to_owned(), "F".to_owned()), ("N&".to_owned(), "N".to_owned())];
/// assert_eq!(table::differs(&shatranj, None, &pieces), None);
/// let pieces = [("Q&".to_owned(), "K".to_owned())];
/// assert_eq!(
///     table::differs(&shatranj, None, &pieces).unwrap(),
///     "its \"Q\" goes \"K\", and here \"F\""
/// );
/// ```
pub fn differs(rules: &Rules, start: Option<&str>, pieces: &[(String, String)]) -> Option<String> {
    let board = |fen: &str| fen.split(['[', ' ']).next().unwrap_or_default().to_owned();
    if let Some(start) = start.map(board) {
        let own = board(&rules.start);
        if start != own {
            return Some(format!("it begins at \"{start}\", and here at \"{own}\""));
        }
    }
    let longest = rules.files.max(rules.ranks) as u8;
    for (id, moves) in pieces {
        let letter = id.trim_end_matches('&').to_uppercase();
        let Some(own) = rules.kinds.iter().find(|kind| kind.letter == letter) else { continue };
        // A hand and its drops are no moves of Betza's.
        let said = super::described::without_drops(moves);
        let differs = match (betza::read(&said), betza::read(&own.moves)) {
            (Ok(said), Ok(own)) => deeds(&said, longest) != deeds(&own, longest),
            _ => true,
        };
        if differs {
            return Some(format!("its \"{letter}\" goes \"{moves}\", and here \"{}\"", own.moves));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn compare(one: &str, other: &str) -> bool {
        let read = |text| deeds(&betza::read(text).expect(text), 8);
        read(one) == read(other)
    }

    #[test]
    fn one_piece_written_in_several_ways() {
        for (one, other) in [
            ("K", "WF"),
            ("Q", "RB"),
            ("Q", "FWRB"),
            ("R", "W99"),
            ("fmWfceFifmnD", "fcFfmWifmW2"),
            ("fmWfceF", "fmWfcF"),
            ("nD", "nvDnsD"),
            ("FfW", "fWfFbF"),
            ("mWcW", "W"),
        ] {
            assert!(compare(one, other), "{one} {other}");
        }
    }

    #[test]
    fn other_pieces() {
        for (one, other) in [
            ("K", "W"),
            ("D", "nD"),
            ("nN", "N"),
            ("R", "W3"),
            ("fmWfcF", "fmFfcW"),
            ("fmWfcFifmnD", "fmWfcF"),
            ("mRcpR", "R"),
            ("oR", "R"),
            ("mcaK", "K"),
        ] {
            assert!(!compare(one, other), "{one} {other}");
        }
    }
}
