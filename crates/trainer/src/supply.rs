//! Games as positions to fit to: all of them in memory, or part by part.

use crate::data::{Data, OPEN};
use ferz_datagen::format::{Ending, FormatError, Played, Record, UNSCORED, Version};
use ferz_datagen::game::Playable;
use ferz_datagen::reader::{Filter, Games, Sample, samples};
use ferz_engine::eval::network::{Game, Standard, embedded};
use ferz_engine::eval::{Evaluated, Evaluator};
use ferz_rules::{Random, Side};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{self, SyncSender};

/// No score of an imitated position is larger, nor one with others mixed in.
const MOST: i32 = 4000;
/// Men that are in memory at most: they have numbers of 32 bits.
const MOST_HELD: usize = (u32::MAX - (1 << 24)) as usize;
/// Games that a thread reads at a time.
const AT_ONCE: usize = 1024;

/// Which positions of the games to take.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Which positions.
    pub filter: Filter,
    /// How much of a position's score is the score of the next one, made up the same way.
    pub look_ahead: f64,
    /// Centipawns that are worth σ(1) where scores are mixed so.
    pub mixing: u16,
    /// Whether to take their mirror images too.
    pub mirror: bool,
    /// How many positions near each one to take with the value that the network inside the program
    /// gives them, without a search; by hand if there is none. A network should know at least that
    /// of positions that players who look ahead never reach.
    pub imitated: usize,
    /// Share of games for judging: one in this many.
    pub judge: u64,
    /// No more positions than this.
    pub limit: usize,
    /// Positions that are in memory at the same time: if there are more, they come in parts.
    pub held: usize,
}

/// Positions to fit to.
pub trait Supply: Sync {
    /// How many positions each part has.
    fn parts(&self) -> Vec<usize>;
    /// The positions of a part, made with so many threads. They do not depend on the threads.
    fn part(&self, part: usize, threads: usize) -> Cow<'_, Data>;
    /// A number that differs for different positions.
    fn fingerprint(&self) -> u64;
    /// How many positions there are.
    fn count(&self) -> usize {
        self.parts().iter().sum()
    }
}

impl Supply for Data {
    fn parts(&self) -> Vec<usize> {
        vec![self.entries.len()]
    }

    fn part(&self, _: usize, _: usize) -> Cow<'_, Data> {
        Cow::Borrowed(self)
    }

    fn fingerprint(&self) -> u64 {
        Data::fingerprint(self)
    }
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Games.
    pub games: usize,
    /// Side lines.
    pub lines: usize,
    /// Side lines that are left out: of games that are for judging, or of games that nobody knows.
    pub left_out: usize,
    /// Positions to fit from games, with their mirror images; from side lines; and imitated ones.
    pub fitted: [usize; 3],
    /// Files that could not be read to their end.
    pub faults: Vec<(PathBuf, FormatError)>,
}

/// Where a game lies, and what it gives.
#[derive(Clone, Copy, Debug)]
struct Place {
    file: usize,
    at: usize,
    /// Its number among all games, in the order in which they were read.
    number: usize,
    positions: usize,
    men: usize,
}

/// Games in memory as files hold them, some two bytes a position: their positions are made anew in
/// each epoch, part by part. A part has games from everywhere.
struct Store {
    game: Game,
    choice: Choice,
    files: Vec<(Version, Vec<u8>)>,
    /// In random order.
    games: Vec<Place>,
    /// Which games each part has.
    parts: Vec<Range<usize>>,
    take: Take,
}

/// How to add the positions of some games to others.
type Take = fn(&Store, &[Place], &mut Data);

impl Store {
    /// Games in as few parts as memory allows.
    fn new<P: Playable + Evaluated>(
        game: Game,
        choice: Choice,
        files: Vec<(Version, Vec<u8>)>,
        mut games: Vec<Place>,
    ) -> Store {
        Random::new(1).shuffle(&mut games);
        let positions: usize = games.iter().map(|place| place.positions).sum();
        let men: usize = games.iter().map(|place| place.men).sum();
        // Parts are not all equal: half of the numbers that there are is far from the end.
        let count = positions.div_ceil(choice.held.max(1)).max(men.div_ceil(MOST_HELD / 2)).max(1);
        let (mut parts, mut start, mut passed) = (Vec::new(), 0, 0);
        for (index, place) in games.iter().enumerate() {
            passed += place.positions;
            if passed * count >= positions * (parts.len() + 1) {
                parts.push(start..index + 1);
                start = index + 1;
            }
        }
        Store { game, choice, files, games, parts, take: take_all::<P> }
    }
}

fn take_all<P: Playable + Evaluated>(store: &Store, places: &[Place], data: &mut Data) {
    let mut taker = Taker::<P>::new(store.game, store.choice);
    for place in places {
        let (version, bytes) = &store.files[place.file];
        let (record, _) = Record::read(*version, &bytes[place.at..]).expect("it was read before");
        taker.take(record, place.number, data);
    }
}

impl Supply for Store {
    fn parts(&self) -> Vec<usize> {
        let positions = |games: &Range<usize>| {
            self.games[games.clone()].iter().map(|place| place.positions).sum()
        };
        self.parts.iter().map(positions).collect()
    }

    fn part(&self, part: usize, threads: usize) -> Cow<'_, Data> {
        let games = &self.games[self.parts[part].clone()];
        let mut data = Data::new(self.game);
        let sum = |of: fn(&Place) -> usize| games.iter().map(of).sum();
        data.reserve(sum(|place| place.positions), sum(|place| place.men));
        // Pieces are made side by side and added one after another.
        let pieces = Mutex::new(games.chunks(AT_ONCE).enumerate());
        let (send, receive) = mpsc::sync_channel(threads);
        let work = &|send: SyncSender<(usize, Data)>| {
            loop {
                let piece = pieces.lock().expect("no thread panics").next();
                let Some((number, places)) = piece else { break };
                let mut made = Data::new(self.game);
                (self.take)(self, places, &mut made);
                if send.send((number, made)).is_err() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let send = send.clone();
                scope.spawn(move || work(send));
            }
            drop(send);
            let mut early = BTreeMap::new();
            let mut next = 0;
            for (number, made) in receive {
                early.insert(number, made);
                while let Some(made) = early.remove(&next) {
                    data.append(&made);
                    next += 1;
                }
            }
        });
        Cow::Owned(data)
    }

    fn fingerprint(&self) -> u64 {
        let places = self.games.iter().flat_map(|place| [place.number, place.positions, place.men]);
        let parts = self.parts.iter().map(|games| games.end);
        let numbers = places.chain(parts).map(|number| number as u64);
        let bytes = self.files.iter().flat_map(|(_, bytes)| bytes).map(|byte| u64::from(*byte));
        let choice = format!("{:?}", self.choice).into_bytes().into_iter().map(u64::from);
        numbers.chain(bytes).chain(choice).fold(self.game.kinds, |hash, number| {
            (hash.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

/// Makes positions of games.
struct Taker<P> {
    choice: Choice,
    model: Box<dyn FnMut(&P) -> i32>,
    by_hand: Box<dyn FnMut(&P) -> i32>,
}

impl<P: Playable + Evaluated> Taker<P> {
    fn new(game: Game, choice: Choice) -> Taker<P> {
        Taker {
            choice,
            model: Box::new(value_of(Standard::new(P::evaluator(), embedded(game)))),
            by_hand: Box::new(value_of(P::evaluator())),
        }
    }

    /// Adds the positions of a game; returns how many are its own, and how many imitated. `number`
    /// is the seed of those.
    fn take(&mut self, record: Record<P>, number: usize, data: &mut Data) -> [usize; 2] {
        let Choice { mirror, imitated, .. } = self.choice;
        let mut random = Random::part(1, number as u64);
        let (before, mut near_ones) = (data.entries.len(), 0);
        let open = record.ending == Ending::Open;
        for (board, score, points) in self.positions(record) {
            data.push(&board, score, points, 0);
            if mirror && board.may_be_mirrored() {
                data.push_mirrored(&board, score, points, 0);
            }
            for _ in 0..if open { 0 } else { imitated } {
                if let Some(near) = wander(board, &mut random) {
                    let value = (self.model)(&near).clamp(-MOST, MOST);
                    let before = data.entries.len();
                    data.push(&near, value, OPEN, 0);
                    near_ones += data.entries.len() - before;
                }
            }
        }
        [data.entries.len() - before - near_ones, near_ones]
    }

    /// Adds the positions of a game that is for judging.
    fn take_for_judging(&mut self, record: Record<P>, data: &mut Data) {
        for (board, score, points) in self.positions(record) {
            data.push(&board, score, points, (self.by_hand)(&board));
        }
    }

    /// The positions of a game with their scores and twice the points, for the side to move.
    fn positions(&self, mut record: Record<P>) -> impl Iterator<Item = (P, i32, u8)> + use<P> {
        look_ahead(&mut record.moves, self.choice.look_ahead, self.choice.mixing);
        let open = record.ending == Ending::Open;
        let samples = samples(&record, &self.choice.filter).unwrap_or_default();
        samples.into_iter().filter(|sample| sample.board.suits()).map(move |sample| {
            let Sample { board, score, outcome, .. } = sample;
            let white = board.side() == Side::First;
            let points = match (open, white) {
                (true, _) => OPEN,
                (false, true) => outcome as u8,
                (false, false) => 2 - outcome as u8,
            };
            (board, if white { score } else { -score }, points)
        })
    }
}

/// A position a few random moves away, without check; `None` where there is none.
fn wander<P: Playable + Evaluated>(mut board: P, random: &mut Random) -> Option<P> {
    for _ in 0..=random.below(4) {
        let moves = board.legal();
        board.play(*moves.get(random.below(moves.len().max(1)))?);
    }
    (!board.in_check() && board.suits()).then_some(board)
}

/// What an evaluator says of positions, each by itself.
fn value_of<P, E: Evaluator<P>>(mut evaluator: E) -> impl FnMut(&P) -> i32
where
    P: ferz_rules::Position,
{
    let mut state = Default::default();
    move |board| {
        evaluator.refresh(board, &mut state);
        evaluator.evaluate(board, &state)
    }
}

/// Mixes into each score those after it, each counting `share` of the one before it: what was said
/// a few moves later is as good as a deeper search (Richard Sutton's TD(λ)). Winning chances are
/// mixed, not centipawns; `mixing` says how many are worth σ(1). Moves without a score stay so.
fn look_ahead<P: Playable>(moves: &mut [Played<P>], share: f64, mixing: u16) {
    let mixing = f64::from(mixing);
    let mut later = None;
    for played in moves.iter_mut().rev().filter(|played| played.score != UNSCORED) {
        let said = 1.0 / (1.0 + (-f64::from(played.score) / mixing).exp());
        let chance = later.map_or(said, |later| said + share * (later - said));
        let score = mixing * (chance / (1.0 - chance)).ln();
        played.score = score.clamp(-f64::from(MOST), f64::from(MOST)).round() as i32;
        later = Some(chance);
    }
}

/// The positions of a game in some files, those for fitting and those for judging. Files of other
/// games are read up to their first game, and are among the faults.
pub fn load<P: Playable + Evaluated>(
    game: Game,
    files: &[PathBuf],
    choice: &Choice,
) -> io::Result<(Box<dyn Supply>, Data, Source)> {
    let (mut fit, mut judge) = (Data::new(game), Data::new(game));
    let mut taker = Taker::<P>::new(game, *choice);
    let mut source = Source::default();
    let (mut kept, mut places, mut in_parts) = (Vec::new(), Vec::new(), false);
    // The newest games, by the strongest program, first.
    'files: for path in files.iter().rev() {
        let mut games = Games::<P>::open(path)?;
        let mut known = None;
        let mut at = games.position();
        while let Some(record) = games.next() {
            let place = std::mem::replace(&mut at, games.position());
            if known != Some(record.variant) {
                if Game::of(record.variant) != Some(game) {
                    let fault = FormatError::OtherGame(record.variant);
                    source.faults.push((path.clone(), fault));
                    break;
                }
                known = Some(record.variant);
            }
            let open = record.ending == Ending::Open;
            *if open { &mut source.lines } else { &mut source.games } += 1;
            match (record.judges(choice.judge), open) {
                (Some(true), false) => {
                    taker.take_for_judging(record, &mut judge);
                    continue;
                }
                (Some(false), _) => {}
                (None | Some(true), _) => {
                    source.left_out += 1;
                    continue;
                }
            }
            if in_parts {
                fit = Data::new(game);
            }
            let (entries, men) = (fit.entries.len(), fit.all_men());
            let number = places.len();
            let [own, imitated] = taker.take(record, number, &mut fit);
            source.fitted[usize::from(open)] += own;
            source.fitted[2] += imitated;
            places.push(Place {
                file: kept.len(),
                at: place,
                number,
                positions: fit.entries.len() - entries,
                men: fit.all_men() - men,
            });
            in_parts |= fit.entries.len() > choice.held || fit.all_men() > MOST_HELD;
            if source.fitted.iter().sum::<usize>() >= choice.limit {
                kept.push((games.version(), games.into_bytes()));
                break 'files;
            }
        }
        source.faults.extend(games.problem().map(|fault| (path.clone(), fault.clone())));
        kept.push((games.version(), games.into_bytes()));
    }
    let supply: Box<dyn Supply> = match in_parts {
        false => Box::new(fit),
        true => Box::new(Store::new::<P>(game, *choice, kept, places)),
    };
    Ok((supply, judge, source))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Position, chess};

    const CHOICE: Choice = Choice {
        filter: Filter { first_ply: 0, quiet: false, max_score: 3000 },
        look_ahead: 0.0,
        mixing: 200,
        mirror: false,
        imitated: 0,
        judge: 2,
        limit: 9999,
        held: 9999,
    };

    fn mixed(scores: &[i32], share: f64) -> Vec<i32> {
        let mut random = Random::new(1);
        let mut board = chess::Board::start(ferz_rules::Variant::NORMAL);
        let mut moves = Vec::new();
        for &score in scores {
            let legal = board.legal();
            let mv = legal[random.below(legal.len())];
            moves.push(Played::<chess::Board> { mv, score });
            board.play(mv);
        }
        look_ahead(&mut moves, share, 200);
        moves.iter().map(|played| played.score).collect()
    }

    #[test]
    fn scores_look_ahead() {
        let said = [-3000, 20, 0, 1, 2999];
        assert_eq!(mixed(&said, 0.0), said);
        assert_eq!(mixed(&[10, -500, 70], 1.0), [70, 70, 70]);
        // Half of a sure win and half of an even game are three chances in four.
        let three_in_four = (200.0 * 3_f64.ln()).round() as i32;
        assert_eq!(mixed(&[0, 32_000], 0.5), [three_in_four, MOST]);
        assert_eq!(mixed(&[0, 0, -32_000], 0.5)[1], -three_in_four);
        assert_eq!(mixed(&[10, UNSCORED, 70], 1.0), [70, UNSCORED, 70]);
        assert_eq!(mixed(&[10, UNSCORED, 70], 0.0), [10, UNSCORED, 70]);
    }

    /// Nothing is fitted to what grew from a game that is for judging.
    #[test]
    fn side_lines_of_judged_games_are_left_out() {
        use ferz_datagen::format::{Record, file_start};
        let game = |seed: u64| {
            let mut random = Random::new(seed);
            let mut record = Record::<chess::Board> {
                ending: Ending::TooLong,
                ..Record::new(ferz_rules::Variant::NORMAL, None)
            };
            let mut board = record.start().expect("the start");
            for _ in 0..12 {
                let legal = board.legal();
                let mv = legal[random.below(legal.len())];
                record.moves.push(Played { mv, score: 0 });
                board.play(mv);
            }
            record
        };
        let line = |game: &Record<chess::Board>, left: Option<u64>| {
            let moves: Vec<_> = game.moves.iter().map(|played| played.mv).collect();
            Record {
                left,
                ending: Ending::Open,
                opening: moves[..11].to_vec(),
                moves: game.moves[11..].to_vec(),
                ..game.clone()
            }
        };
        let games: Vec<_> = (0..40).map(game).collect();
        let judged = games.iter().filter(|game| game.judges(2) == Some(true)).count();
        assert!((5..35).contains(&judged), "{judged}");
        let mut bytes = file_start("");
        for game in &games {
            game.write(&mut bytes);
            line(game, game.source()).write(&mut bytes);
        }
        // Whose this is nobody knows.
        line(&games[0], None).write(&mut bytes);
        let path = std::env::temp_dir().join(format!("ferz-judged-{}.games", std::process::id()));
        std::fs::write(&path, bytes).expect("a file for the test");
        let (fit, judge, source) =
            load::<chess::Board>(Game::CHESS, std::slice::from_ref(&path), &CHOICE)
                .expect("the file");
        let in_parts = Choice { held: 200, ..CHOICE };
        let (parts, again, _) =
            load::<chess::Board>(Game::CHESS, std::slice::from_ref(&path), &in_parts)
                .expect("the file");
        std::fs::remove_file(&path).expect("the file of the test");
        assert_eq!((source.games, source.lines, source.left_out), (40, 41, judged + 1));
        assert_eq!(judge.entries.len(), 12 * judged);
        assert_eq!(fit.parts(), [13 * (40 - judged)]);
        assert!(source.faults.is_empty(), "{:?}", source.faults);
        // The same positions in parts, for any number of threads.
        assert_eq!(parts.parts().len(), fit.count().div_ceil(200));
        assert_eq!((parts.count(), again.fingerprint()), (fit.count(), judge.fingerprint()));
        assert_ne!(parts.fingerprint(), fit.fingerprint());
        let all = |supply: &dyn Supply, threads: usize| {
            let mut all = Vec::new();
            for (part, count) in supply.parts().into_iter().enumerate() {
                let data = supply.part(part, threads);
                assert_eq!(data.entries.len(), count);
                let position = |entry| (data.men(entry).to_vec(), entry.score, entry.kings);
                all.extend(data.entries.iter().map(position));
            }
            all
        };
        assert_eq!(all(&*parts, 1), all(&*parts, 3));
        let sorted = |mut all: Vec<_>| {
            all.sort();
            all
        };
        assert_eq!(sorted(all(&*parts, 2)), sorted(all(&*fit, 1)));
    }

    /// A panic in one thread reaches the caller; the others do not wait for its piece.
    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_the_part() {
        let place = |number| Place { file: 0, at: 0, number, positions: 1, men: 1 };
        let games: Vec<_> = (0..4 * AT_ONCE).map(place).collect();
        let parts = std::iter::once(0..games.len()).collect();
        let take: Take = |_, places, _| assert!(places[0].number > 0, "the first game is broken");
        let store =
            Store { game: Game::CHESS, choice: CHOICE, files: Vec::new(), games, parts, take };
        store.part(0, 2);
    }
}
