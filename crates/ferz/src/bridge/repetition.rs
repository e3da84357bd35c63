//! Rules of repetition for engines that do not know them, as xiangqi has them: a move by which the mover would
//! lose in the end is left out, unless there is no other.

use super::stack::{Emulation, Way};
use ferz_link::{Command, Now, Place, Search};
use ferz_rules::{Game, Notation, Repetition, Rulings, Variant, new_game_under};
use ferz_wire::{MoveText, Start};

/// Leaves losing repetitions out.
pub(super) struct Repetitions {
    rules: Repetition,
    /// What must not be played in the position given last.
    banned: Vec<MoveText>,
    /// How many moves there are.
    moves: usize,
}

impl Repetitions {
    pub(super) fn new(rules: Repetition) -> Repetitions {
        Repetitions { rules, banned: Vec::new(), moves: 0 }
    }

    fn place(&mut self, place: &Place) {
        self.banned.clear();
        let Some(game) = self.game(place) else { return };
        let losing = game.losing_repetitions(Notation::Coordinate);
        self.banned = losing.iter().map(|mv| MoveText::new(mv)).collect();
        self.moves = game.legal_moves(Notation::Coordinate).len();
    }

    fn game(&self, place: &Place) -> Option<Box<dyn Game>> {
        let variant = Variant::by_name(&place.variant).filter(|game| game.disputed)?;
        let fen = match &place.start {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let rulings = Rulings { repetition: self.rules, ..Rulings::default() };
        let mut game = new_game_under(variant, fen, rulings).ok()?;
        place.moves.iter().all(|mv| game.play(mv.as_str()).is_ok()).then_some(game)
    }

    fn restrict(&self, mut search: Search, way: &mut Way) -> Search {
        let is_banned = |mv: &MoveText| self.banned.contains(mv);
        let wanted = match search.only.len() {
            0 => self.moves,
            only => only,
        };
        let more: Vec<MoveText> = self
            .banned
            .iter()
            .filter(|mv| !search.without.contains(mv))
            .filter(|mv| search.only.is_empty() || search.only.contains(mv))
            .cloned()
            .collect();
        // Who has nothing else must be let do it.
        if more.is_empty() || wanted <= more.len() + search.without.len() {
            return search;
        }
        let texts: Vec<_> = more.iter().map(MoveText::as_str).collect();
        way.note(format!("repetition: left out {}", texts.join(" ")));
        search.only.retain(|mv| !is_banned(mv));
        if search.only.is_empty() {
            search.without.extend(more);
        }
        search
    }
}

impl Emulation for Repetitions {
    fn command(&mut self, _: Now, command: Command, way: &mut Way) {
        let command = match command {
            Command::Search(search) => Command::Search(self.restrict(search, way)),
            other => {
                if let Command::Place(place) = &other {
                    self.place(place);
                }
                other
            }
        };
        way.down(command);
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;

    /// A rook gives check for ever; the king has two squares.
    const CHECKS: &str = "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1";

    fn after(moves: &str) -> Command {
        let moves = moves.split_whitespace().map(Into::into).collect();
        Command::Place(Place { variant: "xiangqi".into(), start: Start::Fen(CHECKS.into()), moves })
    }

    fn said(rules: Repetition, moves: &str, search: Search) -> Vec<String> {
        let mut bench = Bench::new(Repetitions::new(rules));
        bench.command(after(moves)).search(search);
        bench.said()[1..].to_vec()
    }

    /// perpetual check is not played on.
    #[test]
    fn perpetual_check() {
        for rules in [Repetition::Asian, Repetition::Chinese, Repetition::Computer] {
            let said = said(rules, "d9e9 d1e1 e9d9", Search::default());
            assert_eq!(said, ["* repetition: left out e1d1", "> search play without e1d1"]);
        }
    }

    /// Nothing has happened yet; and the one who is checked may repeat.
    #[test]
    fn others_may_repeat() {
        assert_eq!(said(Repetition::Asian, "d9e9", Search::default()), ["> search play"]);
        let said = said(Repetition::Asian, "d9e9 d1e1", Search::default());
        assert_eq!(said, ["> search play"]);
    }

    /// The moves asked for are made fewer, unless none were left.
    #[test]
    fn among_some() {
        let only = |moves: &[&str]| Search {
            only: moves.iter().map(|mv| MoveText::new(mv)).collect(),
            ..Search::default()
        };
        let said = |search| said(Repetition::Asian, "d9e9 d1e1 e9d9", search);
        assert_eq!(said(only(&["e1d1", "e1e2"]))[1], "> search play only e1e2");
        assert_eq!(said(only(&["e1d1"])), ["> search play only e1d1"]);
    }
}
