//! Games as traced positions.

use ferz_datagen::format::Ending;
use ferz_datagen::game::Playable;
use ferz_datagen::reader::{Filter, Games, samples};
use ferz_engine::eval::terms::{Class, Field};
use ferz_engine::eval::trace::Trace;
use ferz_engine::eval::{Evaluated, Tunable};
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
#[derive(Clone, Debug)]
pub struct Set {
    /// The parts of the evaluation's table.
    pub fields: Vec<Field>,
    /// All positions.
    pub entries: Vec<Entry>,
    terms: Vec<Term>,
}

impl Set {
    /// No positions yet, for a table with these parts.
    pub fn new(fields: Vec<Field>) -> Set {
        Set { fields, entries: Vec::new(), terms: Vec::new() }
    }

    /// How many numbers the table has.
    pub fn numbers(&self) -> usize {
        self.fields.iter().map(|field| field.len).sum()
    }

    /// The terms of one class of a position.
    #[inline]
    pub fn terms(&self, entry: &Entry, class: usize) -> &[Term] {
        let end = entry.starts.get(class + 1).copied().unwrap_or(entry.end);
        &self.terms[entry.starts[class] as usize..end as usize]
    }

    /// Adds a position.
    pub fn push(&mut self, trace: &Trace, score: i32, points: f64) {
        let mut starts = [0; 4];
        let [white, black] = &trace.counts;
        let parts: [(Class, &dyn Fn(usize) -> i16); 4] = [
            (Class::Linear, &|index| white[index] - black[index]),
            (Class::Danger, &|index| white[index]),
            (Class::Danger, &|index| black[index]),
            (Class::Complexity, &|index| white[index]),
        ];
        for (start, (class, times)) in starts.iter_mut().zip(parts) {
            *start = self.terms.len() as u32;
            for field in self.fields.iter().filter(|field| field.class == class) {
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

/// Which positions of the games to take.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Which positions.
    pub filter: Filter,
    /// Takes one position in `every` of a game: neighbours tell little new.
    pub every: usize,
    /// No more than this many positions.
    pub limit: usize,
}

/// Share of games for judging: one in this many.
const JUDGE: u64 = 10;

/// The positions of the games, those for fitting and those for judging.
pub fn load<P>(files: &[PathBuf], choice: &Choice) -> io::Result<(Set, Set)>
where
    P: Playable + Evaluated<Evaluator: Tunable<P>>,
{
    let fields = P::Evaluator::fields();
    let (mut fit, mut judge) = (Set::new(fields.clone()), Set::new(fields));
    let mut evaluation = P::evaluator();
    let mut trace = P::Evaluator::blank();
    let mut number = 0usize;
    // The newest games, by the strongest program, first.
    for path in files.iter().rev() {
        for record in Games::<P>::open(path)? {
            number += 1;
            let Some(judging) = record.judges(JUDGE).filter(|_| record.ending != Ending::Open)
            else {
                continue;
            };
            let set = if judging { &mut judge } else { &mut fit };
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
