//! One game of the engine against itself.

use crate::format::{Ending, Outcome, Played, Record};
use crate::game::{Playable, Thinker};
use ferz_engine::solo::Step;
use ferz_rules::{End, Position, Random, Rulings, Side, Variant};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which game.
    pub variant: Variant,
    /// Whether each game of a shuffled game begins at a start drawn by lot.
    pub drawn_starts: bool,
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
            variant: Variant::NORMAL,
            drawn_starts: false,
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
pub fn play<P: Playable>(plan: &Plan, number: u64, thinker: &mut dyn Thinker<P>) -> Record<P> {
    let mut random = Random::part(plan.seed, number);
    loop {
        thinker.new_game();
        let plies = plan.random_plies + (number % 2) as usize;
        let Some(mut game) = Running::open(plan, plies, &mut random) else { continue };
        match thinker.judge(&game.board, &game.past, plan.nodes) {
            Some(score) if score.abs() <= plan.max_opening_score => {}
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
            opening: game.opening,
            moves: game.moves,
            outcome,
            ending,
            ..Record::new(plan.variant, game.fen)
        };
    }
}

fn loses(side: Side) -> Outcome {
    match side {
        Side::First => Outcome::BlackWins,
        Side::Second => Outcome::WhiteWins,
    }
}

/// A game being played.
struct Running<P: Position> {
    board: P,
    /// Where it began, if not at the usual start.
    fen: Option<String>,
    /// The positions before this one with the moves made there.
    past: Vec<Step<P>>,
    opening: Vec<P::Move>,
    moves: Vec<Played<P>>,
}

impl<P: Playable> Running<P> {
    /// Plays random moves; `None` if they end the game.
    fn open(plan: &Plan, plies: usize, random: &mut Random) -> Option<Running<P>> {
        let is_drawn = plan.drawn_starts && plan.variant.drawn_start(0).is_some();
        let fen = is_drawn.then(|| plan.variant.drawn_start(random.next_u64())).flatten();
        let board = match &fen {
            Some(fen) => P::from_fen(fen, plan.variant).ok()?,
            None => P::start(plan.variant),
        };
        let mut game =
            Running { board, fen, past: Vec::new(), opening: Vec::new(), moves: Vec::new() };
        for _ in 0..plies {
            let moves = crate::format::ordered_moves(&game.board);
            let mv = *moves.get(random.below(moves.len().max(1)))?;
            game.opening.push(mv);
            game.advance(mv);
        }
        if game.board.legal().is_empty() { None } else { Some(game) }
    }

    fn advance(&mut self, mv: P::Move) {
        self.past.push((self.board, mv));
        self.board.play(mv);
    }

    fn step(&mut self, mv: P::Move, score: i32) {
        let score = if self.board.side().index() == 0 { score } else { -score };
        self.moves.push(Played { mv, score });
        self.advance(mv);
    }

    fn no_moves(&self) -> (Outcome, Ending) {
        let ending = if self.board.in_check() { Ending::Mate } else { Ending::Stalemate };
        // Who could only wait for a piece has lost here: there is no other board.
        (self.outcome(self.board.no_moves().unwrap_or(End::Lost)), ending)
    }

    fn outcome(&self, end: End) -> Outcome {
        match end {
            End::Lost => loses(self.board.side()),
            End::Drawn => Outcome::Draw,
            End::Won => loses(!self.board.side()),
        }
    }

    /// The third occurrence of a position, the first of them `first` plies from the start.
    fn repetition(&self, first: usize) -> (Outcome, Ending) {
        let positions: Vec<P> =
            self.past[first..].iter().map(|(board, _)| *board).chain([self.board]).collect();
        let moves: Vec<_> = self.past[first..].iter().map(|(_, mv)| Some(*mv)).collect();
        match P::loser_of_cycle(Rulings::default(), &positions, &moves) {
            None => (Outcome::Draw, Ending::Repetition),
            Some(side) => (loses(side), Ending::Forbidden),
        }
    }

    /// Whether and how the game has ended, but for mate and stalemate.
    fn end(&self, plan: &Plan) -> Option<(Outcome, Ending)> {
        let board = &self.board;
        if let Some(end) = board.end() {
            return Some((self.outcome(end), Ending::Goal));
        }
        let clock = board.halfmove_clock() as usize;
        let key = board.key();
        let reach = self.past.len().saturating_sub(board.reversible() as usize);
        let recent = self.past.iter().enumerate().skip(reach);
        let seen: Vec<usize> =
            recent.filter(|(_, (board, _))| board.key() == key).map(|(index, _)| index).collect();
        if board.is_dead_draw() {
            return Some((Outcome::Draw, Ending::Material));
        }
        if seen.len() >= 2 {
            return Some(self.repetition(seen[seen.len() - 2]));
        }
        let drawn_at = board.drawn_at(Rulings::default()) as usize;
        let can_go_on =
            || board.no_moves().is_none_or(|end| end == End::Drawn) || !board.legal().is_empty();
        if clock >= drawn_at && can_go_on() {
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
    use crate::format::Version;
    use ferz_rules::{chess, xiangqi};

    type Board = chess::Board;

    /// Plays a move that depends on the position alone, and gives a score from a list.
    struct Scripted<P> {
        score: fn(&P) -> i32,
    }

    impl<P: Playable> Thinker<P> for Scripted<P> {
        fn new_game(&mut self) {}
        fn think(&mut self, board: &P, _: &[Step<P>], _: u64) -> Option<(P::Move, i32)> {
            let moves = crate::format::ordered_moves(board);
            let mv = *moves.get(Random::new(board.key()).below(moves.len().max(1)))?;
            Some((mv, (self.score)(board)))
        }
    }

    fn games(plan: &Plan, score: fn(&Board) -> i32) -> Vec<Record<Board>> {
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
            assert_eq!(
                Record::read(Version::CURRENT, &bytes).map(|(record, _)| record).as_ref(),
                Ok(record)
            );
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

    /// Games of xiangqi end by its own rules.
    #[test]
    fn games_of_xiangqi() {
        let plan = Plan { variant: Variant::XIANGQI, draw_from: 1000, ..Plan::default() };
        for number in 0..12 {
            let mut thinker = Scripted { score: |_: &xiangqi::Board| 50 };
            let record = play(&plan, number, &mut thinker);
            let mut game = xiangqi::XiangqiGame::new(Variant::XIANGQI, None).expect("the start");
            for mv in record.opening.iter().chain(record.moves.iter().map(|played| &played.mv)) {
                assert_eq!(ferz_rules::Game::verdict(&game), ferz_rules::Verdict::Open);
                game.play_move(*mv);
            }
            let expected = match ferz_rules::Game::verdict(&game) {
                ferz_rules::Verdict::Win(Side::First, _) => Outcome::WhiteWins,
                ferz_rules::Verdict::Win(Side::Second, _) => Outcome::BlackWins,
                _ => Outcome::Draw,
            };
            assert_eq!(record.outcome, expected, "{:?}", record.ending);
        }
    }
}
