//! Workers that are set aside because their games are not like those of the others. The log says so, and
//! all that follows from the log follows without their games.

use super::*;
use crate::log;
use crate::outliers::Outlier;

impl<N: FnMut(&Happening, &Summary)> Director<'_, N> {
    /// Whether games may be played again: where later ones do not depend on them.
    pub(super) fn may_play_again(&self) -> bool {
        let is_free = match self.summary.config.system {
            System::Match | System::RoundRobin | System::Gauntlet => true,
            System::Swiss | System::Knockout => false,
        };
        is_free && self.summary.tuner.is_none()
    }

    /// Jobs of a worker that was set aside are given to others, whatever came of them.
    pub(super) fn is_refused(&self, queue: &impl Queue, done: &Done) -> bool {
        let is_aside = self.aside.contains_key(&done.worker);
        if let (true, Some(first)) = (is_aside, done.games.first())
            && let Some(job) = self.given.get(&first.number)
        {
            queue.give(job.clone());
        }
        is_aside
    }

    /// Who is not like the others, now that this was played.
    pub(super) fn compare(&mut self, done: &Done) -> Option<Outlier> {
        let replay_late = self.summary.config.replay_late;
        let outliers = self.outliers.as_mut()?;
        if !done.games.iter().all(|game| game.counts(replay_late)) {
            return None;
        }
        outliers.take(&done.worker, &done.games);
        outliers.look(&done.worker)
    }

    /// Sets a worker aside. Where its games are played again, what came of the run is made anew from the
    /// log, as if the run went on after it was stopped.
    pub(super) fn set_aside(
        &mut self,
        consumers: &mut Consumers,
        outlier: Outlier,
    ) -> Result<(), RunError> {
        let Outlier { worker, reason } = outlier;
        let again = self.may_play_again();
        let aside = What::SetAside { worker: worker.clone(), reason: reason.clone(), again };
        let happening = Happening::now(aside);
        for consumer in consumers.iter_mut() {
            consumer.hear(&happening, &self.summary)?;
        }
        if let Some(outliers) = &mut self.outliers {
            outliers.leave_out(&worker);
        }
        self.aside.insert(worker, reason);
        if again {
            let file = self.folder.join(log::FILE);
            let read = std::fs::read(&file);
            let bytes = read.map_err(|reason| LogError::Io { file: file.clone(), reason })?;
            let (events, _) = log::read(&bytes, &file)?;
            let names = std::mem::take(&mut self.summary.names);
            self.summary = Summary::new(self.summary.config.clone());
            self.summary.names = names;
            self.outliers = Some(Outliers::default());
            self.attempts.clear();
            self.derived = Derived::new(self.folder, self.openings.len());
            self.recall_jobs(Past::of(events).map(|past| past.games).unwrap_or_default());
            consumers[1] = Box::new(self.written()?);
        }
        self.tell(&happening);
        let standing = self.summary.standing();
        self.tell(&Happening::now(standing));
        Ok(())
    }
}
