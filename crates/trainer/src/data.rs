//! Games as positions that a network sees.

use ferz_datagen::format::{Ending, FormatError, Played};
use ferz_datagen::game::Playable;
use ferz_datagen::reader::{Filter, Games, Sample, samples};
use ferz_engine::eval::network::{Architecture, Game, Inputs, Lookup, NOWHERE, Standard, embedded};
use ferz_engine::eval::{Evaluated, Evaluator};
use ferz_rules::{Random, Side};
use std::io;
use std::path::PathBuf;

/// Positions with more inputs on than this are left out; no game begins with so many.
pub const MOST_MEN: usize = 192;

/// The points of a position of a game whose end is unknown.
pub const OPEN: u8 = 3;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    start: u32,
    count: u8,
    /// How many men stand on the board.
    pieces: u8,
    /// The side to move.
    pub side: Side,
    /// Where the kings stand; see [`NOWHERE`].
    pub kings: [u8; 2],
    /// What the search said, in centipawns for the side to move.
    pub score: i16,
    /// Twice the points of the side to move, or [`OPEN`].
    pub points: u8,
    /// What the evaluation made by hand says, for the side to move; 0 where nobody asked.
    pub by_hand: i16,
}

/// Positions.
#[derive(Clone, Debug)]
pub struct Data {
    /// Of which game.
    pub game: Game,
    /// All of them.
    pub entries: Vec<Entry>,
    men: Vec<u16>,
}

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
}

impl Data {
    /// No positions yet.
    pub fn new(game: Game) -> Data {
        Data { game, entries: Vec::new(), men: Vec::new() }
    }

    /// Whether there is no room for the positions of another game: men have numbers of 32 bits.
    fn is_full(&self) -> bool {
        self.men.len() > (u32::MAX - (1 << 24)) as usize
    }

    /// The men of a position: a code for each, `piece * places + place`.
    #[inline(always)]
    pub fn men(&self, entry: &Entry) -> &[u16] {
        &self.men[entry.start as usize..][..entry.count as usize]
    }

    /// Tells the processor that this position is needed soon: in random order none is near another.
    #[inline(always)]
    pub fn announce(&self, index: Option<&u32>) {
        if let Some(entry) = index.and_then(|index| self.entries.get(*index as usize)) {
            prefetch(entry);
        }
    }

    /// The same for the men of a position that was announced before.
    #[inline(always)]
    pub fn announce_men(&self, index: Option<&u32>) {
        if let Some(entry) = index.and_then(|index| self.entries.get(*index as usize))
            && let [first, .., last] = self.men(entry)
        {
            prefetch(first);
            prefetch(last);
        }
    }

    /// Adds a position; `score` is for the side to move, `points` are twice its own.
    pub fn push<P: Inputs>(&mut self, board: &P, score: i32, points: u8, by_hand: i32) {
        self.push_image(board, score, points, by_hand, |square| square);
    }

    /// Adds the position with left and right exchanged.
    pub fn push_mirrored<P: Inputs>(&mut self, board: &P, score: i32, points: u8, by_hand: i32) {
        let game = self.game;
        self.push_image(board, score, points, by_hand, |square| game.mirrored(square));
    }

    fn push_image<P: Inputs>(
        &mut self,
        board: &P,
        score: i32,
        points: u8,
        by_hand: i32,
        image: impl Fn(usize) -> usize,
    ) {
        let start = self.men.len();
        let (squares, places) = (self.game.squares, self.game.places);
        for piece in 0..self.game.pieces {
            for place in board.men(piece).map(usize::from) {
                let seen = if place < squares { image(place) } else { place };
                self.men.push((piece * places + seen) as u16);
            }
        }
        let count = self.men.len() - start;
        if count > MOST_MEN {
            // From a start of somebody's own.
            self.men.truncate(start);
            return;
        }
        let king = |side| match board.king_square(side) {
            NOWHERE => NOWHERE as u8,
            square => image(square) as u8,
        };
        self.entries.push(Entry {
            start: start as u32,
            count: count as u8,
            pieces: board.count() as u8,
            side: board.side(),
            kings: Side::BOTH.map(king),
            score: score as i16,
            points,
            by_hand: by_hand as i16,
        });
    }

    /// The inputs that a position switches on, for the side to move and for the other.
    #[inline(always)]
    pub fn inputs(
        &self,
        entry: &Entry,
        lookup: &Lookup,
        inputs: &mut [[u32; MOST_MEN]; 2],
    ) -> usize {
        let men = self.men(entry);
        for (inputs, side) in inputs.iter_mut().zip([entry.side, !entry.side]) {
            let view = lookup.view(side, entry.kings[side.index()] as usize);
            for (input, man) in inputs.iter_mut().zip(men) {
                *input = lookup.input_of(side, view, *man as usize) as u32;
            }
        }
        men.len()
    }

    /// The output bucket of a position.
    #[inline(always)]
    pub fn bucket(&self, entry: &Entry, architecture: &Architecture) -> usize {
        architecture.output_bucket(entry.pieces as usize)
    }

    /// A number that differs for different positions.
    pub fn fingerprint(&self) -> u64 {
        let numbers = self
            .entries
            .iter()
            .flat_map(|entry| [entry.start as u64, entry.score as u16 as u64, entry.points as u64]);
        numbers
            .chain(self.men.iter().map(|&man| man as u64))
            .fold(self.game.number.map_or(self.game.kinds, u64::from), |hash, number| {
                (hash.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            })
    }
}

/// A hint; processors without it do the same more slowly.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing that the program could see, and the place is a reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
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
    /// Whether there was no room for the positions of older files.
    pub full: bool,
    /// Positions to fit from games, with their mirror images; from side lines; and imitated ones.
    pub fitted: [usize; 3],
    /// Files that could not be read to their end.
    pub faults: Vec<(PathBuf, FormatError)>,
}

/// No score of an imitated position is larger, nor one with others mixed in.
const MOST: i32 = 4000;

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
/// mixed, not centipawns; `mixing` says how many are worth σ(1).
fn look_ahead<P: Playable>(moves: &mut [Played<P>], share: f64, mixing: u16) {
    let mixing = f64::from(mixing);
    let mut later = None;
    for played in moves.iter_mut().rev() {
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
) -> io::Result<(Data, Data, Source)> {
    let (mut fit, mut judge) = (Data::new(game), Data::new(game));
    let mut random = Random::new(1);
    let mut by_hand = value_of(P::evaluator());
    let mut model = value_of(Standard::new(P::evaluator(), embedded(game)));
    let mut source = Source::default();
    // The newest games, by the strongest program, first.
    for path in files.iter().rev() {
        let mut games = Games::<P>::open(path)?;
        let mut known = None;
        for mut record in games.by_ref() {
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
            let judging = match (record.judges(choice.judge), open) {
                (Some(judging), false) => judging,
                (Some(false), true) => false,
                (None | Some(true), _) => {
                    source.left_out += 1;
                    continue;
                }
            };
            look_ahead(&mut record.moves, choice.look_ahead, choice.mixing);
            let Ok(samples) = samples(&record, &choice.filter) else { continue };
            for Sample { board, score, outcome, .. } in samples {
                if !board.suits() {
                    continue;
                }
                let white = board.side() == Side::First;
                let score = if white { score } else { -score };
                let points = match (open, white) {
                    (true, _) => OPEN,
                    (false, true) => outcome as u8,
                    (false, false) => 2 - outcome as u8,
                };
                if judging {
                    judge.push(&board, score, points, by_hand(&board));
                    continue;
                }
                fit.push(&board, score, points, 0);
                if choice.mirror && board.may_be_mirrored() {
                    fit.push_mirrored(&board, score, points, 0);
                    source.fitted[usize::from(open)] += 1;
                }
                source.fitted[usize::from(open)] += 1;
                for _ in 0..if open { 0 } else { choice.imitated } {
                    if let Some(near) = wander(board, &mut random) {
                        let value = model(&near).clamp(-MOST, MOST);
                        fit.push(&near, value, OPEN, 0);
                        source.fitted[2] += 1;
                    }
                }
            }
            source.full = fit.is_full();
            if source.full || fit.entries.len() >= choice.limit {
                return Ok((fit, judge, source));
            }
        }
        source.faults.extend(games.problem().map(|fault| (path.clone(), fault.clone())));
    }
    Ok((fit, judge, source))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Position, chess};

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
        let filter = Filter { first_ply: 0, quiet: false, max_score: 3000 };
        let choice = Choice {
            filter,
            look_ahead: 0.0,
            mixing: 200,
            mirror: false,
            imitated: 0,
            judge: 2,
            limit: 9999,
        };
        let (fit, judge, source) =
            load::<chess::Board>(Game::CHESS, std::slice::from_ref(&path), &choice)
                .expect("the file");
        std::fs::remove_file(&path).expect("the file of the test");
        assert_eq!((source.games, source.lines, source.left_out), (40, 41, judged + 1));
        assert_eq!(judge.entries.len(), 12 * judged);
        assert_eq!(fit.entries.len(), 13 * (40 - judged));
        assert!(!source.full && source.faults.is_empty(), "{:?}", source.faults);
    }
}
