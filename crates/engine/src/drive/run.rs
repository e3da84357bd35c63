//! One search from its threads' side: who works, who decides, who speaks last.

use crate::api::{Bound, Done, Report};
use crate::drive::control::Control;
use crate::drive::report::Reporter;
use crate::drive::strength::Handicap;
use crate::games::Plays;
use crate::search::root::Found;
use crate::search::score::{DRAW, INFINITE, ended, to_score, waiting};
use crate::search::{STACK, Task, Worker};
use ferz_rules::Position;
use std::sync::Arc;
use std::thread;

/// The workers of an engine.
pub(crate) type Team<G> = Vec<Searcher<G>>;

/// One of them.
pub(crate) type Searcher<G> = Worker<<G as Plays>::Position, <G as Plays>::Judge>;

/// Whether a finished search keeps its answer back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// It answers at once.
    No,
    /// Until the pondered move was played (U-229, U-285).
    UntilHit,
    /// Until it is stopped (U-241, U-242).
    UntilStopped,
}

/// A search with all it needs.
pub(crate) struct Job<G: Plays> {
    pub(crate) task: Task<G::Position>,
    pub(crate) control: Arc<Control>,
    pub(crate) reporter: Reporter<G>,
    pub(crate) hold: Hold,
    pub(crate) handicap: Option<Handicap>,
    pub(crate) book_move: Option<<G::Position as Position>::Move>,
}

impl<G: Plays> Job<G> {
    /// Searches, reports, and gives the workers back.
    pub(crate) fn run(self, mut team: Team<G>) -> Team<G> {
        if self.task.moves.is_empty() {
            let done = self.without_moves();
            self.hold_back();
            self.reporter.outlet.say(Report::Done(done));
            return team;
        }
        if let Some(mv) = self.book_move {
            let best = Some(self.reporter.write_one(mv));
            self.reporter.outlet.say(Report::Done(Done {
                best,
                from_book: true,
                ..Done::default()
            }));
            return team;
        }
        self.search(&mut team);
        for text in self.task.endgames.iter().flat_map(|tables| tables.news()) {
            self.reporter.outlet.say(Report::Note(text));
        }
        self.hold_back();
        let best = vote::<G>(&team);
        self.conclude(&team[best]);
        team
    }

    /// Lazy SMP: all threads search the same root and talk through the hash table alone.
    fn search(&self, team: &mut Team<G>) {
        let helpers = team.len() - 1;
        let share = match self.task.node_limit {
            u64::MAX => u64::MAX,
            limit => (limit / (helpers as u64 + 1)).max(1),
        };
        let [main, others @ ..] = &mut team[..] else { return };
        thread::scope(|scope| {
            for worker in others {
                let mut task = self.task.clone();
                task.node_limit = share;
                let control = self.control.clone();
                // Without a helper the search is only slower.
                let _ = thread::Builder::new()
                    .name("helper".to_owned())
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || worker.think(&task, control, None));
            }
            let mut task = self.task.clone();
            if helpers > 0 && share != u64::MAX {
                task.node_limit -= share * helpers as u64;
            }
            let voice = Box::new(self.reporter.clone());
            main.think(&task, self.control.clone(), Some(voice));
            if helpers > 0 && self.hold == Hold::No && !self.control.uses_whole_time() {
                self.control.end();
            } else {
                self.hold_back();
                self.control.end();
            }
        });
    }

    /// Waits where the answer may not come yet.
    fn hold_back(&self) {
        match self.hold {
            Hold::No => {}
            Hold::UntilHit => self.control.wait_for_word(true),
            Hold::UntilStopped => self.control.wait_for_word(false),
        }
        if self.control.uses_whole_time() {
            self.control.wait_for_time();
        }
    }

    /// Mate, stalemate, an end by another rule, or nothing allowed; or one waits for a piece.
    fn without_moves(&self) -> Done {
        let root = &self.task.root;
        let end = root.end().or_else(|| root.no_moves());
        let value = end.map_or(waiting(DRAW), |end| ended(end, 0));
        self.reporter.found(&Found {
            depth: 0,
            seldepth: 0,
            rank: 1,
            ranks: 1,
            value,
            bound: Bound::Exact,
            line: &[],
        });
        Done { best: None, ponder: None, score: Some(to_score(value)), from_book: false }
    }

    /// The last lines with the last numbers (U-317), and the answer.
    fn conclude(&self, worker: &Searcher<G>) {
        let reporter = &self.reporter;
        let ranks = self.task.ranks.clamp(1, worker.roots.len());
        for (i, root) in worker.roots.iter().take(ranks).enumerate() {
            reporter.found(&Found {
                depth: worker.completed.max(1),
                seldepth: root.seldepth.max(1),
                rank: i + 1,
                ranks,
                value: if root.shown() == -INFINITE { DRAW } else { root.shown() },
                bound: Bound::Exact,
                line: &root.line,
            });
        }
        let choice = self.handicap.map_or(0, |handicap| {
            let choices = worker.roots.iter().take(handicap.choices);
            handicap.pick(&choices.map(|root| root.shown()).collect::<Vec<_>>())
        });
        let root = &worker.roots[choice];
        let line = match root.line.as_slice() {
            [only] => [*only].into_iter().chain(reporter.reply(*only)).collect(),
            line => line[..2.min(line.len())].to_vec(),
        };
        let mut words = reporter.write(&line).into_iter();
        reporter.control.answered();
        reporter.outlet.say(Report::Done(Done {
            best: words.next(),
            ponder: words.next(),
            score: Some(reporter.score(worker.best_value(), 1)),
            from_book: false,
        }));
    }
}

/// Which worker's answer to give: each votes for its move with the weight of its depth and value
/// (Stockfish).
fn vote<G: Plays>(team: &Team<G>) -> usize {
    let least = team.iter().map(Worker::best_value).min().unwrap_or(DRAW);
    let weight =
        |worker: &Searcher<G>| (worker.best_value() - least + 10) as i64 * worker.completed as i64;
    let votes_for = |index: usize| -> i64 {
        let mv = team[index].roots.first().map(|root| root.mv);
        team.iter()
            .filter(|worker| worker.roots.first().map(|root| root.mv) == mv)
            .map(weight)
            .sum()
    };
    (0..team.len())
        .filter(|&i| !team[i].roots.is_empty())
        .max_by_key(|&i| (votes_for(i), weight(&team[i]), std::cmp::Reverse(i)))
        .unwrap_or(0)
}
