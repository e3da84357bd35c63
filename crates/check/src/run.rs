//! Asks one expectation after the other, and judges what came of it.

use crate::expectation::{Expectation, Finding, How, Outcome, not_applicable};
use crate::judged::{Judged, Verdict};
use crate::machine::Watch;
use crate::monitor::Level;
use crate::monitor::{Breach, Monitor};
use crate::talk::{Line, Said, Talk, ms};
use crate::watched::Watched;
use ferz_host::transcript::Way;
use std::time::{Duration, Instant};

/// A conversation in one of the protocols.
pub(crate) trait Subject: Sized {
    type Monitor: Monitor + Default;

    fn watched(&mut self) -> &mut Watched<Self::Monitor>;
    /// Has the engine running, greeted and idle, starting it if need be.
    fn prepare(&mut self) -> Result<(), Finding>;
    /// Greets, hears the answer, and sets what makes conversations alike.
    fn greet(&mut self) -> Result<(), Finding>;
    /// Brings the engine back to where the next expectation begins.
    fn settle(&mut self) -> Result<(), Finding>;
    /// Whether it has answered in this protocol at all.
    fn was_understood(&mut self) -> bool;
    /// The engine, as it names itself.
    fn name(&self) -> String;

    fn talk(&mut self) -> &mut Talk {
        &mut self.watched().talk
    }

    /// A new process that was told nothing yet.
    fn restart(&mut self) -> Result<(), Finding> {
        self.watched().restart()
    }

    /// The same, where an expectation is about it: a slow engine is asked only some of these.
    fn restart_again(&mut self) -> Result<(), Finding> {
        self.talk().has_time_to_start()?;
        self.restart()
    }

    /// A new process, greeted, for expectations that change more than they can mend. The next
    /// expectation gets another one.
    fn fresh(&mut self) -> Result<(), Finding> {
        if !self.watched().untouched {
            self.restart_again()?;
            self.greet()?;
        }
        self.talk().spoiled = true;
        Ok(())
    }

    /// As [`fresh`](Subject::fresh), for expectations that say nonsense: what the engine says about
    /// it is not judged by others.
    fn nonsense(&mut self) -> Result<(), Finding> {
        self.fresh()?;
        self.watched().monitor.close();
        Ok(())
    }

    /// The next line; `None` when none has come until then. The end of the engine is an error.
    fn hear(&mut self, until: Instant) -> Result<Option<Said>, Finding> {
        self.watched().hear(until)
    }

    /// Tries up to three times: a busy machine may delay any single attempt, a fault of the engine
    /// shows in all of them.
    fn in_time(
        &mut self,
        limit: Duration,
        what: &str,
        mut attempt: impl FnMut(&mut Self) -> Result<Duration, Finding>,
    ) -> Outcome {
        let mut shortest = Duration::MAX;
        for _ in 0..3 {
            shortest = shortest.min(attempt(self)?);
            if shortest <= limit {
                return Ok(());
            }
        }
        Err(Finding::Unmet(format!("{what} within {limit:?}; the best of 3 took {shortest:?}")))
    }

    /// The processor time used in a pause of this length; on a busy machine, what would have been
    /// used on a quiet one.
    fn load(&mut self, pause: Duration) -> Result<Duration, Finding> {
        let before = self.talk().usage();
        let began = Instant::now();
        while let Ok(Some(_)) = self.hear(began + pause) {}
        match (before, self.talk().usage()) {
            (Some(before), Some(after)) => Ok(after.since(&before, began.elapsed())),
            _ => not_applicable("this system does not say how much processor time a program uses"),
        }
    }

    /// Hardly any processor time is used: less than a third of one processor, which is little for a
    /// search and much for waiting.
    fn is_idle(&mut self) -> Outcome {
        let until = Instant::now() + ms(50);
        while let Ok(Some(_)) = self.hear(until) {}
        let mut least = Duration::MAX;
        for _ in 0..3 {
            least = least.min(self.load(ms(300))?);
            if least <= ms(90) {
                return Ok(());
            }
        }
        Err(Finding::Unmet(format!("hardly any processor time, not {least:?} in 300 ms")))
    }
}

/// Which expectations are wanted.
pub(crate) fn is_wanted(only: &[String], id: &str) -> bool {
    only.is_empty() || only.iter().any(|wanted| id == wanted || is_prefix(wanted, id))
}

/// `uci-go` stands for `uci-go-depth` and all others that begin so.
fn is_prefix(wanted: &str, id: &str) -> bool {
    id.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('-'))
}

/// What is heard of a check while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// An expectation is about to be asked.
    Asked {
        /// Its name.
        id: &'static str,
        /// It is this one, from 1,
        number: usize,
        /// of so many.
        of: usize,
    },
    /// How one came out.
    Judged(&'a Judged),
}

/// Asks all that is wanted; `told` hears of each as it is asked and judged. When somebody interrupts,
/// what was judged by then is all there is.
pub(crate) fn run<S: Subject>(
    subject: &mut S,
    all: &[&Expectation<S>],
    only: &[String],
    told: &mut dyn FnMut(Told<'_>),
) -> Vec<Judged> {
    let mut judged = Vec::new();
    let watch = Watch::new();
    // A whole name is no beginning of others.
    let named = |only: &String| all.iter().any(|it| it.id == only);
    let is_wanted = |only: &[String], id: &str| {
        only.is_empty()
            || only.iter().any(|wanted| wanted == id || !named(wanted) && is_prefix(wanted, id))
    };
    // What is watched is seen in the others' conversations: where nothing else is wanted, in all.
    let watching_alone =
        !all.iter().any(|it| matches!(it.how, How::Ask(_)) && is_wanted(only, it.id));
    let asked: Vec<_> = all
        .iter()
        .filter_map(|expectation| {
            let How::Ask(ask) = expectation.how else { return None };
            let wanted = is_wanted(only, expectation.id);
            let left_out = expectation.on_demand && only.is_empty();
            ((wanted || watching_alone) && !left_out).then_some((expectation, ask, wanted))
        })
        .collect();
    let of = asked.len();
    for (index, (expectation, ask, wanted)) in asked.into_iter().enumerate() {
        told(Told::Asked { id: expectation.id, number: index + 1, of });
        let look = watch.begin();
        let mut result = ask_one(subject, expectation, ask);
        if subject.talk().is_interrupted() {
            break;
        }
        result.late = watch.end(&look).filter(|_| result.is_unmet());
        if wanted {
            told(Told::Judged(&result));
            judged.push(result);
        }
    }
    subject.talk().kill();
    for expectation in all {
        if let How::Watch(clause) = expectation.how
            && is_wanted(only, expectation.id)
        {
            let findings = subject.watched().monitor.findings();
            let breaches: Vec<&Breach> =
                findings.breaches.iter().filter(|breach| breach.clause == clause).collect();
            let times = findings.judged.get(clause.id).copied().unwrap_or(0);
            let result = watched(expectation, &breaches, times);
            told(Told::Judged(&result));
            judged.push(result);
        }
    }
    judged
}

fn ask_one<S: Subject>(
    subject: &mut S,
    expectation: &Expectation<S>,
    ask: fn(&mut S) -> Result<(), Finding>,
) -> Judged {
    let began = Instant::now();
    let talk = subject.talk();
    talk.current = expectation.id;
    talk.log.clear();
    let mut outcome = subject.prepare().and_then(|()| ask(subject));
    if outcome.is_ok() {
        outcome = subject.settle();
    } else if subject.settle().is_err() {
        // It has failed already.
        subject.talk().spoiled = true;
    }
    let (verdict, why) = match outcome {
        Ok(()) => (Verdict::Pass, String::new()),
        Err(Finding::NotApplicable(why)) => (Verdict::NotApplicable, why),
        Err(Finding::Unmet(expected)) => (unmet(expectation.level), expected),
        Err(Finding::Silent(_, what)) => (unmet(expectation.level), what),
        // Who ends before it has greeted is no engine, whatever was asked.
        Err(Finding::Gone(why)) if !subject.was_understood() => {
            (Verdict::Fail, format!("an answer, but {why}"))
        }
        Err(Finding::Gone(why)) => (unmet(expectation.level), format!("an answer, but {why}")),
    };
    if verdict == Verdict::Warn {
        subject.talk().forgive();
    }
    let talk = match verdict {
        Verdict::Fail | Verdict::Warn => excerpt(&subject.talk().log),
        _ => Vec::new(),
    };
    Judged::new(expectation, verdict, why, talk, began.elapsed())
}

fn unmet(level: Level) -> Verdict {
    match level {
        Level::Must => Verdict::Fail,
        Level::Should => Verdict::Warn,
    }
}

fn watched<S>(expectation: &Expectation<S>, breaches: &[&Breach], times: u64) -> Judged {
    let (verdict, why) = match breaches {
        [] if times == 0 => (Verdict::NotApplicable, "nothing of the kind was said".to_owned()),
        [] => (Verdict::Pass, String::new()),
        [first] => (unmet(expectation.level), first.why.clone()),
        [first, rest @ ..] => {
            let why = format!("{}; and {} more like it", first.why, rest.len());
            (unmet(expectation.level), why)
        }
    };
    let mut talk = Vec::new();
    for breach in breaches.iter().take(3) {
        for asked in &breach.after {
            talk.push(Line { at: breach.at, way: Way::To, text: asked.clone() });
        }
        if !breach.text.is_empty() && breach.after.last() != Some(&breach.text) {
            let text = breach.text.chars().take(400).collect();
            talk.push(Line { at: breach.at, way: Way::From, text });
        }
    }
    Judged::new(expectation, verdict, why, talk, Duration::ZERO)
}

/// A conversation in short: what the engine was told, and of its lines the first and the last few.
fn excerpt(log: &[Line]) -> Vec<Line> {
    let mut short = Vec::new();
    for run in log.chunk_by(|one, other| one.way == other.way) {
        // What was asked matters more than what an engine says while it thinks.
        let (head, tail) = match run.first().map(|entry| entry.way) {
            Some(Way::To) => (6, 8),
            _ => (2, 4),
        };
        if run.len() <= head + tail + 1 {
            short.extend_from_slice(run);
            continue;
        }
        let left_out = run.len() - head - tail;
        let text = format!("… {left_out} lines more …");
        short.extend_from_slice(&run[..head]);
        short.push(Line { at: run[head].at, way: Way::Note, text });
        short.extend_from_slice(&run[run.len() - tail..]);
    }
    short
}
