//! Games as traced positions.

use ferz_datagen::format::Record;
use ferz_datagen::reader::{Filter, Games, samples};
use ferz_engine::eval::chess::{Class, HandMade, Trace, fields};
use std::io;
use std::path::PathBuf;

/// A number of the table and how often it counts.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Its index.
    pub index: u16,
    /// How often, for White less for Black where both are together.
    pub times: i16,
}

/// A position as the model sees it. Its terms lie in [`Set::terms`] one class after another.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Where its terms begin: linear, danger for White's king, danger for Black's, complexity.
    starts: [u32; 4],
    end: u32,
    /// The game phase.
    pub phase: u8,
    /// Part of the endgame value that counts when White is ahead, when Black is; of 128.
    pub scale: [u8; 2],
    /// The value of the evaluation that made the trace.
    pub value: i16,
    /// The search's score, from White's point of view.
    pub score: i16,
    /// White's points.
    pub points: f32,
}

/// Positions for tuning.
#[derive(Clone, Debug, Default)]
pub struct Set {
    /// All positions.
    pub entries: Vec<Entry>,
    terms: Vec<Term>,
}

impl Set {
    /// The terms of one class of a position.
    #[inline]
    pub fn terms(&self, entry: &Entry, class: usize) -> &[Term] {
        let end = entry.starts.get(class + 1).copied().unwrap_or(entry.end);
        &self.terms[entry.starts[class] as usize..end as usize]
    }

    /// Adds a position.
    pub fn push(&mut self, trace: &Trace, score: i32, points: f64) {
        let mut starts = [0; 4];
        let [white, black] = &*trace.counts;
        let parts: [(Class, &dyn Fn(usize) -> i16); 4] = [
            (Class::Linear, &|index| white[index] - black[index]),
            (Class::Danger, &|index| white[index]),
            (Class::Danger, &|index| black[index]),
            (Class::Complexity, &|index| white[index]),
        ];
        for (start, (class, times)) in starts.iter_mut().zip(parts) {
            *start = self.terms.len() as u32;
            for field in FIELDS.iter().filter(|field| field.class == class) {
                for index in field.range() {
                    let times = times(index);
                    if times != 0 {
                        self.terms.push(Term { index: index as u16, times });
                    }
                }
            }
        }
        self.entries.push(Entry {
            starts,
            end: self.terms.len() as u32,
            phase: trace.phase as u8,
            scale: trace.scale.map(|scale| scale as u8),
            value: trace.value as i16,
            score: score as i16,
            points: points as f32,
        });
    }
}

static FIELDS: std::sync::LazyLock<Vec<ferz_engine::eval::chess::Field>> =
    std::sync::LazyLock::new(fields);

/// Which positions of the games to take.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Which positions.
    pub filter: Filter,
    /// Only every so many-th position of a game: neighbours tell little new.
    pub every: usize,
    /// No more than this many positions.
    pub limit: usize,
}

/// Whether a game's positions are for judging: one in ten, and the same ones whenever the game is
/// read, so that no table is ever fitted to them.
fn judges(record: &Record) -> bool {
    let moves = record.opening.iter().chain(record.moves.iter().map(|played| &played.mv));
    // FNV-1a, Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo.
    let hash = moves.take(24).fold(0xcbf2_9ce4_8422_2325_u64, |hash, mv| {
        (hash ^ u64::from(mv.bits())).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash >> 32) % 10 == 0
}

/// The positions of the games, those for fitting and those for judging.
pub fn load(files: &[PathBuf], choice: &Choice) -> io::Result<(Set, Set)> {
    let (mut fit, mut judge) = (Set::default(), Set::default());
    let mut evaluation = HandMade::new();
    let mut trace = Trace::default();
    let mut number = 0usize;
    // The newest games, by the strongest program, first.
    for path in files.iter().rev() {
        for record in Games::open(path)? {
            number += 1;
            let set = if judges(&record) { &mut judge } else { &mut fit };
            let Ok(samples) = samples(&record, &choice.filter) else { continue };
            for sample in samples.iter().skip(number % choice.every).step_by(choice.every) {
                evaluation.trace(&sample.board, &mut trace);
                let sure = trace.special || trace.scale.contains(&0);
                if !sure && trace.value.abs() < 4000 {
                    set.push(&trace, sample.score, sample.outcome.points());
                }
            }
            if fit.entries.len() >= choice.limit {
                return Ok((fit, judge));
            }
        }
    }
    Ok((fit, judge))
}
