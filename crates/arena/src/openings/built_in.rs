//! Openings for those who have no file: short lines, and the start positions of Chess960.
//!
//! The lines are six half-moves each, and were chosen by Ferz itself: from the start position one of
//! the moves that its search found to be within 30 or 40 centipawns of the best, at random, again and
//! again; kept if the search judged the position behind them to be within 45 centipawns of a draw. No
//! two of them lead to the same position.

use super::{BadOpenings, Opening, Openings, checked};
use crate::config::{BUILT_IN, Config, OpeningsSpec};
use ferz_rules::chess::chess960_start;
use ferz_rules::{Family, Game, Notation, Random, Variant, Verdict, new_game};
use std::collections::BTreeSet;

/// The lines of this game.
pub(super) fn lines(
    config: &Config,
    variant: Variant,
    spec: &OpeningsSpec,
) -> Result<Openings, BadOpenings> {
    let Some(text) = variant.openings else { return drawn_lines(config, variant, spec) };
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let moves = line.split(' ').map(str::to_owned).collect();
        let opening = Opening { number: index + 1, fen: None, moves };
        let bad = |reason| BadOpenings::Line { file: BUILT_IN.to_owned(), line: index + 1, reason };
        list.push(checked(config, variant, opening).map_err(bad)?);
    }
    Openings::ordered(config, spec, list, crc32fast::hash(text.as_bytes()), BUILT_IN)
}

/// How many lines are drawn for a game that has none of its own.
const DRAWN: u64 = 200;
/// Their half-moves.
const DRAWN_PLIES: usize = 4;

/// Lines for games without a list: random moves, kept if then nothing can be taken at once. Where the
/// men stand so near each other that such lines are few, nothing can be won at once in the others. Who
/// plays both sides of such a line has no advantage.
fn drawn_lines(
    config: &Config,
    variant: Variant,
    spec: &OpeningsSpec,
) -> Result<Openings, BadOpenings> {
    let mut found = BTreeSet::new();
    // Some games hardly have such lines: then there are fewer.
    let tries: [IsLoud; 2] = [can_take, |game| game.can_win_something()];
    for is_loud in tries {
        for part in 0..10 * DRAWN {
            if found.len() as u64 == DRAWN {
                break;
            }
            found.extend(drawn_line(variant, is_loud, config.seed, part));
        }
    }
    if found.is_empty() {
        let reason = format!("no quiet lines of {variant} were found");
        return Err(BadOpenings::Book { file: BUILT_IN.to_owned(), reason });
    }
    let text: String = found
        .iter()
        .flat_map(|(fen, moves)| [fen.clone().unwrap_or_default(), moves.join(" ")])
        .collect();
    let list = found.into_iter().enumerate().map(|(index, (fen, moves))| Opening {
        number: index + 1,
        fen,
        moves,
    });
    Openings::ordered(config, spec, list.collect(), crc32fast::hash(text.as_bytes()), BUILT_IN)
}

/// Whether the side to move could change much at once.
type IsLoud = fn(&dyn Game) -> bool;

fn can_take(game: &dyn Game) -> bool {
    game.legal_moves(Notation::San).iter().any(|mv| mv.contains('x'))
}

/// A start and random moves from it; `None` if then a side is in check, or its turn would be loud.
fn drawn_line(
    variant: Variant,
    is_loud: IsLoud,
    seed: u64,
    part: u64,
) -> Option<(Option<String>, Vec<String>)> {
    let mut random = Random::part(seed, part);
    let fen = variant.drawn_start(random.next_u64());
    let mut game = new_game(variant, fen.as_deref()).ok()?;
    for _ in 0..DRAWN_PLIES {
        let moves = game.legal_moves(variant.wire);
        let mv = moves.get(random.below(moves.len().max(1)))?;
        game.play(mv).ok()?;
    }
    let moves = game.moves(variant.wire);
    let is_quiet =
        |game: &dyn Game| game.verdict() == Verdict::Open && !game.in_check() && !is_loud(game);
    let kept = is_quiet(&*game) && game.pass().is_ok() && is_quiet(&*game);
    kept.then_some((fen, moves))
}

/// The start positions of Chess960, by their numbers, in an order that follows from the seed; of
/// other games that are shuffled as many, drawn by it.
pub(super) fn shuffled(variant: Variant, seed: u64) -> Openings {
    let fens: Vec<String> = match variant.family {
        Family::Chess => (0..).map_while(chess960_start).collect(),
        _ => {
            let draw = |part| variant.drawn_start(Random::part(seed, part).next_u64());
            (0..960).map_while(draw).collect()
        }
    };
    let opening = |(index, fen)| Opening { number: index + 1, fen: Some(fen), moves: Vec::new() };
    let list: Vec<_> = fens.into_iter().enumerate().map(opening).collect();
    let mut order: Vec<u32> = (0..list.len() as u32).collect();
    Random::new(seed).shuffle(&mut order);
    // Runs of versions that knew no such openings have none of it, and go on without.
    Openings { list, order, start: 0, fingerprint: 960 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game that is offered has some, they are quiet, and the same for the same seed.
    #[test]
    fn games_without_a_list_have_drawn_lines() {
        let spec =
            r#"{"file":"builtin","format":null,"order":"sequential","start":1,"plies":null}"#;
        let spec: OpeningsSpec = serde_json::from_str(spec).unwrap();
        let config = Config { seed: 7, ..Config::default() };
        for game in Variant::all().into_iter().filter(|game| game.offered) {
            let config = Config { variant: game.name.to_owned(), ..config.clone() };
            let drawn = lines(&config, game, &spec).expect("some lines");
            assert!(drawn.list.len() >= 64, "{game}: {}", drawn.list.len());
            assert_eq!(lines(&config, game, &spec).ok(), Some(drawn));
        }
    }

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
