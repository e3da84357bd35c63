//! Who plays whom, when: all of it follows from the configuration and, where a round depends on the
//! one before, from the results of the games. So a run that was killed goes on with the same
//! pairings.
//!
//! Games are numbered from 1, encounter by encounter. Matches, round robins and gauntlets are known
//! in advance; Swiss and knockout tournaments draw a round when the one before is played.

use crate::config::{Config, Policy, System};
use crate::record::GameBrief;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// Its number, from 1.
    pub number: u32,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// The number of the engine that has White or Red, from 0.
    pub first: usize,
    /// The other one's.
    pub second: usize,
    /// The opening, counting through the list from 0.
    pub opening: usize,
}

/// Two engines that play some games, the first of them with White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Encounter {
    round: u32,
    one: usize,
    other: usize,
    /// How often all have played against all before.
    cycle: u32,
}

/// Replays of a drawn knockout encounter, at most; then the engine that stands
/// first in the list is through.
const AGAIN: usize = 3;

/// The games of a run.
#[derive(Clone, Debug)]
pub struct Schedule {
    system: System,
    players: usize,
    rounds: u32,
    games: u32,
    repeat: bool,
    swap: bool,
    reverse: bool,
    seeds: usize,
    policy: Policy,
    /// The encounters, where the list is not as good as endless.
    drawn: Vec<Encounter>,
    /// The first player's points in halves, by the number of the game.
    played: BTreeMap<u32, u32>,
    /// Swiss: who had no opponent, round by round. Knockout: who need not play in the round drawn
    /// last.
    byes: Vec<usize>,
}

impl Schedule {
    /// The schedule of a run that begins.
    pub fn new(config: &Config) -> Schedule {
        let mut schedule = Schedule {
            system: config.system,
            players: config.engines.len(),
            rounds: config.rounds,
            games: config.games.max(1),
            repeat: config.repeat,
            swap: config.swap,
            reverse: config.reverse,
            seeds: config.seeds.unwrap_or(1) as usize,
            policy: config.openings.as_ref().map(|spec| spec.policy).unwrap_or_default(),
            drawn: Vec::new(),
            played: BTreeMap::new(),
            byes: Vec::new(),
        };
        match schedule.system {
            System::Match => {}
            System::RoundRobin => schedule.draw_round_robin(),
            System::Gauntlet => schedule.draw_gauntlet(),
            System::Swiss | System::Knockout => schedule.draw(),
        }
        schedule
    }

    /// How many games are known.
    pub fn known(&self) -> u32 {
        let encounters = match self.system {
            System::Match => self.rounds,
            _ => self.drawn.len().try_into().unwrap_or(u32::MAX),
        };
        encounters.saturating_mul(self.games)
    }

    /// How many games there will be, as far as one can know.
    pub fn expected(&self) -> u32 {
        let players = self.players as u32;
        let encounters = match self.system {
            System::Swiss => self.rounds.saturating_mul(players / 2),
            // What was drawn, again and again perhaps, and one encounter for each who will be out.
            System::Knockout => self.drawn.len() as u32 + self.through().saturating_sub(1),
            _ => return self.known(),
        };
        encounters.saturating_mul(self.games).max(self.known())
    }

    /// How many of a knockout are left when the round that was drawn last is over.
    fn through(&self) -> u32 {
        let round = self.drawn.last().map_or(0, |encounter| encounter.round);
        let last = self.drawn.iter().filter(|encounter| encounter.round == round);
        let pairs: BTreeSet<_> =
            last.map(|game| (game.one.min(game.other), game.one.max(game.other))).collect();
        (pairs.len() + self.byes.len()) as u32
    }

    /// Points for rounds of a Swiss tournament in which a player had no opponent, in halves.
    pub fn bye_halves(&self, player: usize) -> u32 {
        if self.system != System::Swiss {
            return 0;
        }
        let byes = self.byes.iter().filter(|bye| **bye == player).count() as u32;
        byes * 2 * self.games
    }

    /// A game by its number; `None` when it is not known yet, or never.
    pub fn pairing(&self, number: u32) -> Option<Pairing> {
        let index = number.checked_sub(1).filter(|index| *index < self.known())?;
        let (at, game) = (index / self.games, index % self.games);
        let Encounter { round, one, other, cycle } = self.encounter(at)?;
        let (first, second) = if self.is_turned(game) { (other, one) } else { (one, other) };
        let at = match self.policy {
            Policy::Encounter => at,
            Policy::Round => cycle,
        };
        let opening = match self.repeat {
            true => at * self.games.div_ceil(2) + game / 2,
            false => at * self.games + game,
        };
        Some(Pairing { number, round, first, second, opening: opening as usize })
    }

    /// Whether the second engine of an encounter has White or Red in its game with this index.
    fn is_turned(&self, game: u32) -> bool {
        (self.swap && game % 2 == 1) != self.reverse
    }

    fn encounter(&self, index: u32) -> Option<Encounter> {
        match self.system {
            System::Match => {
                // Single games change colours, too.
                let turned = self.swap && self.games == 1 && index % 2 == 1;
                let (one, other) = if turned { (1, 0) } else { (0, 1) };
                Some(Encounter { round: index + 1, one, other, cycle: index })
            }
            _ => self.drawn.get(index as usize).copied(),
        }
    }

    /// A game was played; perhaps the next round can be drawn.
    pub fn played(&mut self, game: &GameBrief) {
        self.played.insert(game.number, game.result.halves());
        let is_drawn_anew = matches!(self.system, System::Swiss | System::Knockout);
        if is_drawn_anew && self.played.len() as u32 >= self.known() {
            self.draw();
        }
    }

    /// Whether this game was played.
    pub fn is_played(&self, number: u32) -> bool {
        self.played.contains_key(&number)
    }

    /// Whether all games are played.
    pub fn is_complete(&self) -> bool {
        self.played.len() as u32 >= self.known()
    }

    fn draw(&mut self) {
        match self.system {
            System::Swiss => self.draw_swiss(),
            System::Knockout => self.draw_knockout(),
            _ => {}
        }
    }

    /// Each against each, after the circle method: one stays, the others go round.
    fn draw_round_robin(&mut self) {
        let places = self.players + self.players % 2;
        let each = places.saturating_sub(1);
        for cycle in 0..self.rounds {
            for turn in 0..each {
                let round = cycle * each as u32 + turn as u32 + 1;
                for board in 0..places / 2 {
                    let at = |place: usize| match place {
                        0 => 0,
                        place => (place - 1 + turn) % each + 1,
                    };
                    let (mut one, mut other) = (at(board), at(places - 1 - board));
                    // Nobody has White all the time.
                    if (board == 0 && turn % 2 == 1) || (board > 0 && board % 2 == 1) {
                        (one, other) = (other, one);
                    }
                    if cycle % 2 == 1 {
                        (one, other) = (other, one);
                    }
                    if one < self.players && other < self.players {
                        self.drawn.push(Encounter { round, one, other, cycle });
                    }
                }
            }
        }
    }

    /// The first, or several of them, against each of the others.
    fn draw_gauntlet(&mut self) {
        for cycle in 0..self.rounds {
            for seed in 0..self.seeds.min(self.players) {
                for other in self.seeds..self.players {
                    let (one, other) = if cycle % 2 == 1 { (other, seed) } else { (seed, other) };
                    self.drawn.push(Encounter { round: cycle + 1, one, other, cycle });
                }
            }
        }
    }

    /// Points of the encounter with this index, in halves: of its first engine and of its second.
    fn points(&self, index: usize) -> (u32, u32) {
        let mut points = (0, 0);
        for game in 0..self.games {
            let number = index as u32 * self.games + game + 1;
            let Some(halves) = self.played.get(&number) else { continue };
            let (first, second) = (*halves, 2 - *halves);
            let (one, other) = if self.is_turned(game) { (second, first) } else { (first, second) };
            points = (points.0 + one, points.1 + other);
        }
        points
    }

    /// Those of equal score play each other, as far as they have not done so.
    fn draw_swiss(&mut self) {
        let round = self.drawn.last().map_or(0, |encounter| encounter.round) + 1;
        if round > self.rounds || self.players < 2 {
            return;
        }
        let mut points = vec![0; self.players];
        let mut whites = vec![0_i32; self.players];
        let mut met = BTreeSet::new();
        for (index, Encounter { one, other, .. }) in self.drawn.iter().enumerate() {
            let (of_one, of_other) = self.points(index);
            points[*one] += of_one;
            points[*other] += of_other;
            whites[*one] += 1;
            whites[*other] -= 1;
            met.insert((*one.min(other), *one.max(other)));
        }
        for bye in &self.byes {
            points[*bye] += 2 * self.games;
        }
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by_key(|player| (std::cmp::Reverse(points[*player]), *player));
        if order.len() % 2 == 1 {
            let fresh = order.iter().rposition(|player| !self.byes.contains(player));
            self.byes.push(order.remove(fresh.unwrap_or(order.len() - 1)));
        }
        let mut steps = 0;
        let pairs = pair_up(&order, &met, &mut steps)
            .unwrap_or_else(|| order.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect());
        for (one, other) in pairs {
            let (one, other) =
                if whites[one] > whites[other] { (other, one) } else { (one, other) };
            self.drawn.push(Encounter { round, one, other, cycle: round - 1 });
        }
    }

    /// Winners play winners; in the first round the strong seeds meet the weak.
    fn draw_knockout(&mut self) {
        let round = self.drawn.last().map_or(0, |encounter| encounter.round);
        if round == 0 {
            return self.draw_bracket(1, &bracket(self.players));
        }
        // Encounters of the round by the pair that played, with what was played again.
        let mut pairs: Vec<(usize, usize, u32, u32, usize)> = Vec::new();
        for (index, encounter) in self.drawn.iter().enumerate() {
            if encounter.round != round {
                continue;
            }
            let (low, high) =
                (encounter.one.min(encounter.other), encounter.one.max(encounter.other));
            let (of_one, of_other) = self.points(index);
            let (of_low, of_high) =
                if encounter.one == low { (of_one, of_other) } else { (of_other, of_one) };
            match pairs.iter_mut().find(|pair| (pair.0, pair.1) == (low, high)) {
                Some(pair) => {
                    (pair.2, pair.3, pair.4) = (pair.2 + of_low, pair.3 + of_high, pair.4 + 1);
                }
                None => pairs.push((low, high, of_low, of_high, 0)),
            }
        }
        let again: Vec<_> =
            pairs.iter().filter(|pair| pair.2 == pair.3 && pair.4 < AGAIN).collect();
        if !again.is_empty() {
            let again = again.into_iter().map(|pair| match pair.4 % 2 {
                0 => Encounter { round, one: pair.1, other: pair.0, cycle: round - 1 },
                _ => Encounter { round, one: pair.0, other: pair.1, cycle: round - 1 },
            });
            let again: Vec<_> = again.collect();
            return self.drawn.extend(again);
        }
        let mut alive: Vec<usize> = self.byes.clone();
        alive.extend(pairs.iter().map(|pair| if pair.3 > pair.2 { pair.1 } else { pair.0 }));
        if alive.len() > 1 {
            // As the bracket has them: the winner over a seed takes its place.
            alive.sort_by_key(|player| self.place_of(*player));
            let seeds: Vec<Option<usize>> = alive.into_iter().map(Some).collect();
            self.byes.clear();
            self.draw_bracket(round + 1, &seeds);
        }
    }

    /// Neighbours in the list play each other; who has none is through.
    fn draw_bracket(&mut self, round: u32, places: &[Option<usize>]) {
        for pair in places.chunks(2) {
            match *pair {
                [Some(one), Some(other)] => {
                    self.drawn.push(Encounter { round, one, other, cycle: round - 1 });
                }
                [Some(alone), None] | [None, Some(alone)] | [Some(alone)] => self.byes.push(alone),
                _ => {}
            }
        }
    }

    /// Where a player stands in the bracket of the first round.
    fn place_of(&self, player: usize) -> usize {
        let places = bracket(self.players);
        places.iter().position(|place| *place == Some(player)).unwrap_or(player)
    }
}

/// The players of a knockout in an order in which neighbours meet, the first seed far from the
/// second: `1 8 4 5 2 7 3 6`. Places without a player are free passes.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < players {
        let size = seeds.len() * 2;
        seeds = seeds.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    seeds.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

/// Pairs the players in their order, so that nobody meets twice; `None` if that cannot be, or would
/// take too long to find.
fn pair_up(
    order: &[usize],
    met: &BTreeSet<(usize, usize)>,
    steps: &mut u32,
) -> Option<Vec<(usize, usize)>> {
    let Some((&one, rest)) = order.split_first() else { return Some(Vec::new()) };
    for (at, &other) in rest.iter().enumerate() {
        *steps += 1;
        if *steps > 100_000 {
            return None;
        }
        if met.contains(&(one.min(other), one.max(other))) {
            continue;
        }
        let mut left = rest.to_vec();
        left.remove(at);
        if let Some(mut pairs) = pair_up(&left, met, steps) {
            pairs.insert(0, (one, other));
            return Some(pairs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::EngineSpec;
    use crate::record::{GameRecord, GameResult};

    fn config(system: System, players: usize, rounds: u32, games: u32) -> Config {
        let engines = vec![EngineSpec::default(); players];
        Config { system, engines, rounds, games, ..Config::default() }
    }

    fn all(config: &Config) -> Vec<(u32, usize, usize, usize)> {
        let schedule = Schedule::new(config);
        let pairings = (1..).map_while(|number| schedule.pairing(number));
        pairings.map(|game| (game.round, game.first, game.second, game.opening)).collect()
    }

    /// Plays all games; `result` says who wins.
    fn play(config: &Config, result: impl Fn(&Pairing) -> GameResult) -> Vec<Pairing> {
        let mut schedule = Schedule::new(config);
        let mut pairings = Vec::new();
        while let Some(pairing) = schedule.pairing(pairings.len() as u32 + 1) {
            assert!(!schedule.is_complete());
            schedule.played(&record(&pairing, result(&pairing)));
            pairings.push(pairing);
        }
        assert!(schedule.is_complete());
        pairings
    }

    fn record(pairing: &Pairing, result: GameResult) -> GameBrief {
        let text = format!(
            r#"{{"number":{},"round":{},"first":{},"second":{},"opening":0,"moves":[],
            "result":"{result}","reason":"agreement","began":0,"seconds":0}}"#,
            pairing.number, pairing.round, pairing.first, pairing.second
        );
        serde_json::from_str::<GameRecord>(&text).unwrap().brief()
    }

    /// The engine with the lower number wins.
    fn stronger(pairing: &Pairing) -> GameResult {
        if pairing.first < pairing.second { GameResult::First } else { GameResult::Second }
    }

    #[test]
    fn pairs_share_an_opening_with_colours_changed() {
        let games = all(&config(System::Match, 2, 2, 2));
        assert_eq!(games, [(1, 0, 1, 0), (1, 1, 0, 0), (2, 0, 1, 1), (2, 1, 0, 1)]);
        let openings: Vec<_> =
            all(&config(System::Match, 2, 2, 4)).iter().map(|game| game.3).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn without_repeat_each_game_has_its_own() {
        let config = Config { repeat: false, ..config(System::Match, 2, 2, 2) };
        assert_eq!(all(&config).iter().map(|game| game.3).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    #[test]
    fn single_games_change_colours() {
        let games = all(&config(System::Match, 2, 3, 1));
        assert_eq!(games, [(1, 0, 1, 0), (2, 1, 0, 1), (3, 0, 1, 2)]);
    }

    #[test]
    fn each_against_each() {
        for players in 2..9 {
            for cycles in 1..3 {
                let games = all(&config(System::RoundRobin, players, cycles, 1));
                let mut met = BTreeMap::new();
                let mut busy = BTreeSet::new();
                let mut whites = vec![0_i32; players];
                for (round, one, other, _) in games {
                    *met.entry((one.min(other), one.max(other))).or_insert(0) += 1;
                    // Nobody plays two games of a round.
                    assert!(busy.insert((round, one)) && busy.insert((round, other)));
                    whites[one] += 1;
                    whites[other] -= 1;
                }
                assert_eq!(met.len(), players * (players - 1) / 2);
                assert!(met.values().all(|count| *count == cycles));
                assert!(whites.iter().all(|balance| balance.abs() <= 2), "{players}: {whites:?}");
            }
        }
    }

    #[test]
    fn the_first_against_all() {
        let games = all(&config(System::Gauntlet, 4, 1, 2));
        let pairs: Vec<_> = games.iter().map(|game| (game.1, game.2)).collect();
        assert_eq!(pairs, [(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)]);
    }

    #[test]
    fn several_against_all_others() {
        let config = Config { seeds: Some(2), ..config(System::Gauntlet, 4, 1, 2) };
        let games = all(&config);
        let pairs: Vec<_> = games.iter().map(|game| (game.1, game.2)).collect();
        assert_eq!(pairs, [(0, 2), (2, 0), (0, 3), (3, 0), (1, 2), (2, 1), (1, 3), (3, 1)]);
    }

    #[test]
    fn colours_as_they_are_asked_for() {
        let colours = |swap, reverse, games| -> Vec<_> {
            let config = Config { swap, reverse, ..config(System::Match, 2, 2, games) };
            all(&config).iter().map(|game| game.1).collect()
        };
        assert_eq!(colours(true, false, 2), [0, 1, 0, 1]);
        assert_eq!(colours(true, true, 2), [1, 0, 1, 0]);
        assert_eq!(colours(false, false, 2), [0, 0, 0, 0]);
        assert_eq!(colours(false, true, 2), [1, 1, 1, 1]);
        assert_eq!(colours(true, true, 1), [1, 0]);
        assert_eq!(colours(false, false, 1), [0, 0]);
        let knockout = Config { reverse: true, ..config(System::Knockout, 4, 1, 2) };
        let last = *play(&knockout, stronger).last().unwrap();
        assert_eq!(last.first + last.second, 1);
    }

    /// As the UCCI league has it: a cycle of games for each position.
    #[test]
    fn one_opening_for_a_cycle() {
        let spec = r#"{"file":"x.ini","format":"league","order":"sequential","start":1,
            "plies":null,"policy":"round"}"#;
        let openings = Some(serde_json::from_str(spec).unwrap());
        let config = Config { openings, ..config(System::RoundRobin, 3, 2, 2) };
        let openings: Vec<_> = all(&config).iter().map(|game| game.3).collect();
        assert_eq!(openings, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn swiss_players_do_not_meet_twice() {
        for players in [4, 7, 8, 16] {
            let games = play(&config(System::Swiss, players, 3, 2), stronger);
            let mut met = BTreeSet::new();
            for pair in games.chunks(2) {
                let (one, other) = (pair[0].first, pair[0].second);
                assert_eq!((pair[1].first, pair[1].second), (other, one));
                assert!(met.insert((one.min(other), one.max(other))), "{players}: {met:?}");
            }
            assert_eq!(games.len(), 3 * 2 * (players / 2));
        }
        // In the second round winners meet winners: the odd numbers have lost.
        let games = play(&config(System::Swiss, 4, 2, 1), stronger);
        let sums: Vec<_> = games.iter().map(|game| game.first + game.second).collect();
        assert_eq!(sums, [1, 5, 2, 4]);
    }

    #[test]
    fn a_knockout_leaves_one() {
        for players in 2..10 {
            let games = play(&config(System::Knockout, players, 1, 2), stronger);
            assert_eq!(games.len(), 2 * (players - 1));
            let last = games.last().unwrap();
            let mut finalists = [last.first, last.second];
            finalists.sort_unstable();
            assert_eq!(finalists, [0, 1], "{players}");
        }
    }

    #[test]
    fn a_drawn_knockout_is_played_again() {
        let games = play(&config(System::Knockout, 2, 1, 2), |_| GameResult::Draw);
        assert_eq!(games.len(), 2 * (1 + AGAIN));
        let games = play(&config(System::Knockout, 4, 1, 1), |game| match game.number {
            1..=3 => GameResult::Draw,
            _ => stronger(game),
        });
        assert!(games.len() > 3);
        assert_eq!(bracket(8).into_iter().flatten().collect::<Vec<_>>(), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    /// Games that a draw makes necessary are expected as soon as they are known.
    #[test]
    fn no_game_is_beyond_what_is_expected() {
        for players in 2..10 {
            let config = config(System::Knockout, players, 1, 2);
            let mut schedule = Schedule::new(&config);
            assert_eq!(schedule.expected(), 2 * (players as u32 - 1));
            let mut number = 0;
            while let Some(pairing) = schedule.pairing(number + 1) {
                number += 1;
                assert!(number <= schedule.expected(), "{number} of {}", schedule.expected());
                let result = if number % 3 == 0 { stronger(&pairing) } else { GameResult::Draw };
                schedule.played(&record(&pairing, result));
            }
            assert_eq!(schedule.expected(), number);
        }
    }

    #[test]
    fn a_bye_of_a_swiss_tournament_is_worth_a_whole_encounter() {
        let schedule = Schedule::new(&config(System::Swiss, 3, 2, 2));
        let byes: Vec<_> = (0..3).map(|player| schedule.bye_halves(player)).collect();
        assert_eq!(byes, [0, 0, 4]);
        let knockout = Schedule::new(&config(System::Knockout, 3, 1, 2));
        assert_eq!(knockout.bye_halves(0), 0);
    }

    /// What was drawn follows from the games, in whatever order they came.
    #[test]
    fn the_order_of_results_does_not_matter() {
        let config = config(System::Swiss, 6, 3, 2);
        let games = play(&config, stronger);
        let mut schedule = Schedule::new(&config);
        for round in games.chunks(6) {
            for pairing in round.iter().rev() {
                assert_eq!(schedule.pairing(pairing.number), Some(*pairing));
                schedule.played(&record(pairing, stronger(pairing)));
            }
        }
        assert!(schedule.is_complete());
    }
}
