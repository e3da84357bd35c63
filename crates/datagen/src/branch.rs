//! Side lines of games: what would have come of other moves.
//!
//! Games of good players hold few positions in which somebody has just lost a piece, but a search
//! meets them all the time. So a game is left at some point, a few random moves are made, and the
//! engine plays on for a while. Its outcome is unknown, and left open.

use crate::format::{Played, Record, ordered_moves};
use crate::game::{Playable, Thinker};
use ferz_rules::Random;
use ferz_rules::Side;

/// How side lines are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Nodes for each move.
    pub nodes: u64,
    /// Most random moves; at least one is played.
    pub random_plies: usize,
    /// Moves after them.
    pub plies: usize,
    /// A line ends at a score beyond this.
    pub max_score: i32,
    /// Seed of all lines.
    pub seed: u64,
}

/// Side line `number` of some games; `None` where the random moves end the game, or where nobody
/// knows whose [`source`](Record::source) it would share. The same plan, games and number give the
/// same line.
pub fn branch<P: Playable>(
    plan: &Plan,
    number: u64,
    games: &[Record<P>],
    thinker: &mut dyn Thinker<P>,
) -> Option<Record<P>> {
    let mut random = Random::part(plan.seed, number);
    let game = games.get(random.below(games.len().max(1)))?;
    let mut line = Record {
        left: Some(game.source()?),
        opening: game.opening.clone(),
        ..Record::new(game.variant, game.fen.clone())
    };
    let leave = random.below(game.moves.len() + 1);
    line.opening.extend(game.moves[..leave].iter().map(|played| played.mv));
    let mut board = game.start().ok()?;
    let mut past = Vec::new();
    for mv in &line.opening {
        past.push((board, *mv));
        board.play(*mv);
    }
    for _ in 0..=random.below(plan.random_plies.max(1)) {
        let moves = ordered_moves(&board);
        let mv = *moves.get(random.below(moves.len().max(1)))?;
        line.opening.push(mv);
        past.push((board, mv));
        board.play(mv);
    }
    thinker.new_game();
    for _ in 0..plan.plies {
        let Some((mv, score)) = thinker.think(&board, &past, plan.nodes) else { break };
        if score.abs() > plan.max_score || board.is_dead_draw() {
            break;
        }
        let score = if board.side() == Side::First { score } else { -score };
        line.moves.push(Played { mv, score });
        past.push((board, mv));
        board.play(mv);
    }
    (!line.moves.is_empty()).then_some(line)
}
