//! Runs whose games are played by others: the director has a queue, and no engines of its own.

use super::*;
use crate::log;

/// Who plays a run, and what is known of its engines, which need not be on this machine.
pub struct Elsewhere<'a, Q> {
    /// Where jobs are left. Each is a pair of games where the run has pairs: a pair comes from one
    /// worker, or is void.
    pub queue: &'a Q,
    /// What the engines said of themselves.
    pub introductions: Vec<Introduction>,
    /// Their programs.
    pub programs: Vec<Option<Program>>,
}

/// Plays a run elsewhere: begins it, or goes on with it if its log has begun.
///
/// # Errors
/// As [`run`] and [`resume`]; and where its pairs cannot be jobs.
pub async fn run_elsewhere<Q: Queue>(
    config: Config,
    claim: &Claim,
    control: watch::Receiver<Control>,
    outside: Outside<'_>,
    elsewhere: Elsewhere<'_, Q>,
    notice: impl FnMut(&Happening, &Summary),
) -> Result<Summary, RunError> {
    config.check()?;
    let variant = config.game()?;
    let openings = Openings::of(&config, variant, outside.books)?;
    let Elsewhere { queue, introductions, programs } = elsewhere;
    let first = LogEvent::Run {
        version: VERSION,
        began: now(),
        openings: openings.fingerprint,
        config: config.clone(),
        programs,
    };
    let file = claim.folder().join(log::FILE);
    let (log, past) = match file.exists() {
        true => Log::open(claim.folder()).map(|(log, events)| (Some(log), Past::of(events)))?,
        false => (None, None),
    };
    let (mut log, past) = match (log, past) {
        (Some(log), Some(past)) => (log, Some(past)),
        (_, _) => {
            // Whoever began it was killed before its first line was whole.
            if file.exists() {
                let failed = |reason| RunError::Write { file: file.clone(), reason };
                std::fs::remove_file(&file).map_err(failed)?;
            }
            (Log::create(claim.folder(), &first)?, None)
        }
    };
    if past.as_ref().is_some_and(|past| past.openings != openings.fingerprint) {
        return Err(RunError::OtherOpenings);
    }
    let mut director = Director::new(config, variant, openings, claim, control, outside, notice);
    let config = &director.summary.config;
    director.in_pairs |= config.has_pairs();
    director.outliers = Some(Outliers::default());
    let mut known = 0;
    match past {
        Some(past) => {
            known = past.known.len();
            director.aside = past.aside;
            director.recall_jobs(past.games);
            log.add(&LogEvent::Resumed { at: now(), rounds: None, programs: None })?;
        }
        None => director.warn_of_openings(),
    }
    let names = director.introduce(&mut log, introductions, known)?;
    let mut consumers = director.begins(log, names)?;
    for (worker, reason) in director.aside.clone() {
        let again = director.may_play_again();
        director.tell(&Happening::now(What::SetAside { worker, reason, again }));
    }
    let mut wakes = async |director: &mut Director<'_, _>| {
        tokio::select! {
            biased;
            Ok(()) = director.control.changed() => Wake::Control,
            done = queue.done() => Wake::Done(done),
        }
    };
    director.direct(queue, &mut consumers, &mut wakes).await?;
    director.ends(&mut consumers)
}

impl<N: FnMut(&Happening, &Summary)> Director<'_, N> {
    /// The jobs of an earlier run: both games of a pair count, or none. The games of a job stand in the
    /// log one behind the other, so a pair that was cut off is a first game without its second.
    pub(super) fn recall_jobs(&mut self, games: Vec<GameRecord>) {
        if !self.in_pairs {
            return games.into_iter().for_each(|game| self.recall_job(vec![game]));
        }
        if self.summary.tuner.is_some() {
            let mut games = whole_pairs(games).into_iter();
            while let (Some(first), Some(second)) = (games.next(), games.next()) {
                self.recall_job(vec![first, second]);
            }
            return;
        }
        let replay_late = self.summary.config.replay_late;
        let mut first: Option<GameRecord> = None;
        for game in games {
            match first.take() {
                Some(before) if before.number + 1 == game.number && game.number % 2 == 0 => {
                    if before.counts(replay_late) && game.counts(replay_late) {
                        self.recall_job(vec![before, game]);
                    } else {
                        for game in [before, game] {
                            self.attempts.insert(game.number, game.attempt + 1);
                        }
                    }
                }
                _ => first = Some(game),
            }
        }
    }
    fn recall_job(&mut self, games: Vec<GameRecord>) {
        let replay_late = self.summary.config.replay_late;
        let is_first = |game: &GameRecord| {
            game.counts(replay_late) && !self.summary.schedule().is_played(game.number)
        };
        if let (Some(outliers), Some(game)) = (&mut self.outliers, games.first())
            && games.iter().all(is_first)
        {
            outliers.take(&game.worker, &games);
        }
        games.into_iter().for_each(|game| self.recall(game));
    }
}
