//! Openings for those who have no file: short lines, and the start positions of Chess960.
//!
//! The lines are six half-moves each, and were chosen by Ferz itself: from the start position one of
//! the moves that its search found to be within 30 or 40 centipawns of the best, at random, again and
//! again; kept if the search judged the position behind them to be within 45 centipawns of a draw. No
//! two of them lead to the same position.

use super::{BadOpenings, Opening, Openings, checked};
use crate::config::{BUILT_IN, Config, OpeningsSpec};
use ferz_rules::chess::chess960_start;
use ferz_rules::{Family, Random, Variant};

const CHESS: &str = include_str!("chess.txt");
const XIANGQI: &str = include_str!("xiangqi.txt");

/// The lines of this game.
pub(super) fn lines(
    config: &Config,
    variant: Variant,
    spec: &OpeningsSpec,
) -> Result<Openings, BadOpenings> {
    let text = match variant.family {
        Family::Chess if variant == Variant::NORMAL => CHESS,
        Family::Xiangqi => XIANGQI,
        Family::Chess | Family::Other => {
            let reason = format!("there are none of {variant}");
            return Err(BadOpenings::Book { file: BUILT_IN.to_owned(), reason });
        }
    };
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let moves = line.split(' ').map(str::to_owned).collect();
        let opening = Opening { number: index + 1, fen: None, moves };
        let bad = |reason| BadOpenings::Line { file: BUILT_IN.to_owned(), line: index + 1, reason };
        list.push(checked(config, variant, opening).map_err(bad)?);
    }
    Openings::ordered(config, spec, list, crc32fast::hash(text.as_bytes()), BUILT_IN)
}

/// The start positions of Chess960, by their numbers, in an order that follows from the seed.
pub(super) fn shuffled(seed: u64) -> Openings {
    let fens = (0..).map_while(chess960_start);
    let opening = |(index, fen)| Opening { number: index + 1, fen: Some(fen), moves: Vec::new() };
    let list: Vec<_> = fens.enumerate().map(opening).collect();
    let mut order: Vec<u32> = (0..list.len() as u32).collect();
    Random::new(seed).shuffle(&mut order);
    // Runs of versions that knew no such openings have none of it, and go on without.
    Openings { list, order, start: 0, fingerprint: 960 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_lines_can_be_played_and_differ() {
        for name in ["normal", "xiangqi"] {
            let spec =
                r#"{"file":"builtin","format":null,"order":"random","start":1,"plies":null}"#;
            let spec: OpeningsSpec = serde_json::from_str(spec).unwrap();
            let config = Config { variant: name.into(), ..Config::default() };
            let openings = lines(&config, config.game().unwrap(), &spec).unwrap();
            assert_eq!(openings.len(), 64);
            let moves: BTreeSet<_> = (0..64).map(|index| &openings.get(index).moves).collect();
            assert!(moves.len() == 64 && moves.iter().all(|moves| moves.len() == 6));
        }
        let config = Config { variant: "nocastle".into(), ..Config::default() };
        let spec = r#"{"file":"builtin","format":null,"order":"random","start":1,"plies":null}"#;
        let none = lines(&config, config.game().unwrap(), &serde_json::from_str(spec).unwrap());
        assert!(none.unwrap_err().to_string().contains("there are none of"));
    }

    /// Without a file games of Chess960 begin at positions drawn by the seed, each once.
    #[test]
    fn chess960_is_drawn() {
        let config = |seed| Config { variant: "fischerandom".into(), seed, ..Config::default() };
        let nothing: crate::openings::Library<'_> = &|_, _| Err(String::new());
        let of = |seed| {
            let config = config(seed);
            let openings = Openings::of(&config, config.game().unwrap(), nothing).unwrap();
            (0..960).map(|index| openings.get(index).fen.clone().unwrap()).collect::<Vec<_>>()
        };
        let (one, again, other) = (of(1), of(1), of(2));
        assert_eq!(one, again);
        assert_ne!(one[..20], other[..20]);
        assert_eq!(one.iter().collect::<BTreeSet<_>>().len(), 960);
        let game = config(1).game().unwrap();
        for fen in one.iter().take(50) {
            let opening = Opening { number: 1, fen: Some(fen.clone()), moves: Vec::new() };
            let kept = checked(&config(1), game, opening.clone());
            assert_eq!(kept.as_ref(), Ok(&opening));
        }
    }
}
