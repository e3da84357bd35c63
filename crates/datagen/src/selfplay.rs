//! One game of the engine against itself.

use crate::format::{Ending, Outcome, Played, Record};
use crate::random::Random;
use ferz_engine::solo::Step;
use ferz_rules::Variant;
use ferz_rules::chess::{Board, Move};

/// Who chooses the moves.
pub trait Thinker {
    /// Forgets the last game.
    fn new_game(&mut self);
    /// The best move and its score in centipawns for the side to move, after about so many nodes;
    /// `None` without legal moves. `before` holds the game so far.
    fn think(&mut self, board: &Board, before: &[Step<Board>], nodes: u64) -> Option<(Move, i32)>;
}

/// How games are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which game.
    pub variant: Variant,
    /// Nodes for each move.
    pub nodes: u64,
    /// Random moves at the start; every other game has one more, so that both sides move first.
    pub random_plies: usize,
    /// Openings with a score beyond this are thrown away.
    pub max_opening_score: i32,
    /// The game is won after `win_plies` half-moves with scores of at least this, as both see it.
    pub win_score: i32,
    /// See [`win_score`](Self::win_score).
    pub win_plies: usize,
    /// The game is drawn after `draw_plies` half-moves with scores of at most this,
    pub draw_score: i32,
    /// see [`draw_score`](Self::draw_score),
    pub draw_plies: usize,
    /// but not before this ply.
    pub draw_from: usize,
    /// The game is drawn at this ply.
    pub max_plies: usize,
    /// Seed of all games.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            variant: Variant::Normal,
            nodes: 2000,
            random_plies: 8,
            max_opening_score: 180,
            win_score: 1500,
            win_plies: 6,
            draw_score: 8,
            draw_plies: 12,
            draw_from: 100,
            max_plies: 400,
            seed: 1,
        }
    }
}

/// Plays game `number` of a plan. The same plan, number and thinker give the same game.
pub fn play(plan: &Plan, number: u64, thinker: &mut dyn Thinker) -> Record {
    let mut random = Random::part(plan.seed, number);
    loop {
        thinker.new_game();
        let plies = plan.random_plies + (number % 2) as usize;
        let Some(mut game) = Running::open(plan.variant, plies, &mut random) else { continue };
        match thinker.think(&game.board, &game.past, plan.nodes) {
            Some((_, score)) if score.abs() <= plan.max_opening_score => {}
            _ => continue,
        }
        let (outcome, ending) = loop {
            if let Some(end) = game.end(plan) {
                break end;
            }
            let Some((mv, score)) = thinker.think(&game.board, &game.past, plan.nodes) else {
                break game.no_moves();
            };
            game.step(mv, score);
        };
        return Record {
            variant: plan.variant,
            fen: None,
            opening: game.opening,
            moves: game.moves,
            outcome,
            ending,
        };
    }
}

/// A game being played.
struct Running {
    board: Board,
    /// The positions before this one with the moves made there.
    past: Vec<Step<Board>>,
    opening: Vec<Move>,
    moves: Vec<Played>,
}

impl Running {
    /// Plays random moves; `None` if they end the game.
    fn open(variant: Variant, plies: usize, random: &mut Random) -> Option<Running> {
        let board = Board::start(variant);
        let mut game = Running { board, past: Vec::new(), opening: Vec::new(), moves: Vec::new() };
        for _ in 0..plies {
            let moves = crate::format::ordered_moves(&game.board);
            let mv = *moves.get(random.below(moves.len().max(1)))?;
            game.opening.push(mv);
            game.advance(mv);
        }
        if game.board.legal().is_empty() { None } else { Some(game) }
    }

    fn advance(&mut self, mv: Move) {
        self.past.push((self.board, mv));
        self.board.play(mv);
    }

    fn step(&mut self, mv: Move, score: i32) {
        let score = if self.board.side().index() == 0 { score } else { -score };
        self.moves.push(Played { mv, score });
        self.advance(mv);
    }

    fn no_moves(&self) -> (Outcome, Ending) {
        if !self.board.checkers().any() {
            (Outcome::Draw, Ending::Stalemate)
        } else if self.board.side().index() == 0 {
            (Outcome::BlackWins, Ending::Mate)
        } else {
            (Outcome::WhiteWins, Ending::Mate)
        }
    }

    /// Whether and how the game has ended, but for mate and stalemate.
    fn end(&self, plan: &Plan) -> Option<(Outcome, Ending)> {
        let board = &self.board;
        let clock = board.halfmove_clock() as usize;
        let key = board.key();
        let seen =
            self.past.iter().rev().take(clock).filter(|(board, _)| board.key() == key).count();
        if board.is_dead_draw() {
            return Some((Outcome::Draw, Ending::Material));
        }
        if seen >= 2 {
            return Some((Outcome::Draw, Ending::Repetition));
        }
        if clock >= 100 && !(board.checkers().any() && board.legal().is_empty()) {
            return Some((Outcome::Draw, Ending::FiftyMoves));
        }
        if self.past.len() >= plan.max_plies {
            return Some((Outcome::Draw, Ending::TooLong));
        }
        let all_of_last = |plies: usize, test: &dyn Fn(i32) -> bool| {
            self.moves.len() >= plies
                && self.moves.iter().rev().take(plies).all(|played| test(played.score))
        };
        if all_of_last(plan.win_plies, &|score| score >= plan.win_score) {
            return Some((Outcome::WhiteWins, Ending::AdjudicatedWin));
        }
        if all_of_last(plan.win_plies, &|score| score <= -plan.win_score) {
            return Some((Outcome::BlackWins, Ending::AdjudicatedWin));
        }
        if self.past.len() >= plan.draw_from
            && all_of_last(plan.draw_plies, &|score| score.abs() <= plan.draw_score)
        {
            return Some((Outcome::Draw, Ending::AdjudicatedDraw));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a move that depends on the position alone, and gives a score from a list.
    struct Scripted {
        score: fn(&Board) -> i32,
    }

    impl Thinker for Scripted {
        fn new_game(&mut self) {}
        fn think(&mut self, board: &Board, _: &[Step<Board>], _: u64) -> Option<(Move, i32)> {
            let moves = crate::format::ordered_moves(board);
            let mv = *moves.get(Random::new(board.key()).below(moves.len().max(1)))?;
            Some((mv, (self.score)(board)))
        }
    }

    fn games(plan: &Plan, score: fn(&Board) -> i32) -> Vec<Record> {
        (0..6).map(|number| play(plan, number, &mut Scripted { score })).collect()
    }

    #[test]
    fn games_are_legal_and_repeatable() {
        let plan = Plan::default();
        let records = games(&plan, |_| 50);
        assert_eq!(records, games(&plan, |_| 50));
        assert_ne!(records, games(&Plan { seed: 2, ..plan }, |_| 50));
        for (number, record) in records.iter().enumerate() {
            assert_eq!(record.opening.len(), 8 + number % 2);
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            assert_eq!(Record::read(&bytes).map(|(record, _)| record).as_ref(), Ok(record));
        }
    }

    #[test]
    fn clear_games_are_adjudicated() {
        let lenient = Plan { max_opening_score: 3000, ..Plan::default() };
        for record in games(&lenient, |board| if board.side().index() == 0 { 2000 } else { -2000 })
        {
            assert_eq!(
                (record.outcome, record.ending),
                (Outcome::WhiteWins, Ending::AdjudicatedWin)
            );
            assert_eq!(record.moves.len(), 6);
            assert!(record.moves.iter().all(|played| played.score == 2000));
        }
        for record in games(&lenient, |_| 0) {
            let early = record.opening.len() + record.moves.len() < 100;
            assert!(early || record.ending == Ending::AdjudicatedDraw, "{:?}", record.ending);
        }
    }

    #[test]
    fn a_long_game_is_drawn() {
        let plan = Plan { max_plies: 30, ..Plan::default() };
        assert!(
            games(&plan, |_| 100)
                .iter()
                .all(|record| record.ending == Ending::TooLong || record.moves.len() < 30)
        );
    }
}
