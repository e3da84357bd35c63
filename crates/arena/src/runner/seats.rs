//! The engines of a run: who they are, and at which tables they sit.

use super::*;
use crate::cores;
use crate::seat::Share;
use ferz_input::text;

impl<N: FnMut(Notice<'_>)> Runner<'_, N> {
    /// Opens what the run needs beside the engines.
    pub(super) fn equip(&mut self, outside: Outside<'_>) -> Result<(), RunError> {
        self.conversations = outside.conversations.cloned();
        let config = &self.summary.config;
        if let Some(spec) = &config.adjudication.tables {
            self.tables = Some((outside.tables)(spec).map_err(RunError::Tables)?.into());
        }
        if let Some(file) = &config.quirks {
            let bad = |reason: String| RunError::Quirks { file: file.clone(), reason };
            let text = ferz_input::file::read_text(file).map_err(|error| bad(error.to_string()))?;
            let own = Quirks::read(&text).map_err(|error| bad(error.to_string()))?;
            self.quirks = Arc::new(own.before(Quirks::built_in()));
        }
        let (cores, missing) = cores::tables(config);
        self.cores = cores;
        for text in cores::warning(config).into_iter().chain(missing) {
            (self.notice)(Notice::Warning(text));
        }
        self.tell_of_tables();
        Ok(())
    }

    /// Warns of endgame tables that are damaged.
    pub(super) fn tell_of_tables(&mut self) {
        for text in self.tables.iter().flat_map(|tables| tables.news()) {
            (self.notice)(Notice::Warning(text));
        }
    }

    /// What belongs to an engine at this table.
    pub(super) fn share(&self, table: usize) -> Share {
        let cores = self.cores.get(table).cloned().unwrap_or_default();
        Share { cores, nice: self.summary.config.nice }
    }

    pub(super) fn seat(&self, index: usize, share: Share) -> Seat {
        let spec = self.summary.config.engines.get(index).cloned().unwrap_or_default();
        let protocol = self.protocols.get(index).cloned().unwrap_or_default();
        let mut seat = Seat::new(index, Arc::new(spec), share, self.quirks.clone(), protocol);
        seat.conversations.clone_from(&self.conversations);
        seat
    }

    /// A seat of this engine, with the engine in it if one is free.
    pub(super) fn take_seat(&mut self, index: usize, table: usize) -> Seat {
        let share = self.share(table);
        // An engine that runs stays on its cores.
        let fits = |seat: &Seat| seat.index == index && seat.share == share;
        let at = self.free.iter().rposition(fits);
        at.and_then(|at| self.free.remove(at)).unwrap_or_else(|| self.seat(index, share))
    }

    /// Nobody plays here any more. Of a large field not all engines are kept running.
    pub(super) async fn leave_seat(&mut self, seat: Seat) {
        self.free.push_back(seat);
        if self.free.len() > 2 * self.summary.config.concurrency
            && let Some(mut oldest) = self.free.pop_front()
        {
            oldest.quit().await;
        }
    }

    /// Starts each engine once: to know its name, and to end at once if there is none. Engines that
    /// are there but fail are met in the games.
    pub(super) async fn meet(&mut self) -> Result<(), RunError> {
        for index in 0..self.summary.config.engines.len() {
            let mut seat = self.seat(index, self.share(0));
            let spec = seat.spec.clone();
            let program = spec.program.file_stem().unwrap_or_default().to_string_lossy();
            let mut called = spec.name.clone().unwrap_or_else(|| program.into_owned());
            let (mut author, mut protocol) = (String::new(), String::new());
            let mut id = String::new();
            let started = tokio::select! {
                biased;
                () = stopped(&mut self.control) => return Err(RunError::Stopped),
                started = seat.start() => started,
            };
            match started {
                Ok(engine) => {
                    protocol = engine.protocol().to_string();
                    let fact = |wanted: &str| {
                        let identity = &engine.about().identity;
                        let fact = identity.iter().find(|(key, _)| key == wanted);
                        fact.map(|(_, text)| text.clone()).filter(|text| !text.is_empty())
                    };
                    author = fact("author").unwrap_or_default();
                    id = fact("name").unwrap_or_default();
                    if spec.name.is_none() && !id.is_empty() {
                        called = id.clone();
                    }
                }
                Err(failure) if failure.hopeless => {
                    return Err(RunError::Engine { name: called, reason: failure.detail });
                }
                Err(failure) => {
                    (self.notice)(Notice::Warning(format!("{called}: {}", failure.detail)));
                }
            }
            called = text::name(&called).into_owned();
            if let Some(reason) = seat.plays_not(self.variant.name).await {
                return Err(RunError::Engine { name: called, reason });
            }
            for warning in seat.warnings.drain(..) {
                (self.notice)(Notice::Warning(format!("{called}: {warning}")));
            }
            called = ferz_input::text::name(&called).into_owned();
            if self.summary.names.contains(&called) {
                called = format!("{called} ({})", seat.index + 1);
            }
            self.introductions.push(LogEvent::Engine {
                index: seat.index,
                name: called.clone(),
                author,
                protocol,
                id,
            });
            self.summary.names.push(called);
            self.leave_seat(seat).await;
        }
        Ok(())
    }

    /// Refuses programs that are not those with which the run began, unless they may be others;
    /// returns what plays from now on, if that is something else.
    pub(super) fn compare_programs(
        &mut self,
        known: &[(String, String)],
        before: &[Option<Program>],
        may_differ: bool,
    ) -> Result<Option<Vec<Option<Program>>>, RunError> {
        let engines = &self.summary.config.engines;
        let now: Vec<_> = engines.iter().map(Program::of).collect();
        if before.is_empty() {
            let text = "the log does not say which programs have played: nobody knows whether \
                they are the same";
            (self.notice)(Notice::Warning(text.to_owned()));
        }
        for (index, ((spec, before), now)) in engines.iter().zip(before).zip(&now).enumerate() {
            if before.is_some() && now.is_some() && before != now {
                let program = spec.program.display().to_string();
                let name = known.get(index).map_or(&program, |(name, _)| name).clone();
                let reason = format!("{program} is another program than before");
                if !may_differ {
                    return Err(RunError::OtherProgram { name, reason });
                }
                (self.notice)(Notice::Warning(format!("{name}: {reason}")));
            }
        }
        Ok((now != before).then_some(now))
    }

    /// Refuses engines that call themselves otherwise than before, unless they may be others.
    pub(super) fn compare_names(
        &mut self,
        known: &[(String, String)],
        introductions: &[LogEvent],
        may_differ: bool,
    ) -> Result<(), RunError> {
        for (introduction, (called, before)) in introductions.iter().zip(known) {
            let LogEvent::Engine { id, .. } = introduction else { continue };
            if id.is_empty() || before.is_empty() || id == before {
                continue;
            }
            let reason = format!("it calls itself {id:?} now, and not {before:?}");
            if !may_differ {
                return Err(RunError::OtherProgram { name: called.clone(), reason });
            }
            (self.notice)(Notice::Warning(format!("{called}: {reason}")));
        }
        Ok(())
    }
}

/// The owner of the run wants it to end.
async fn stopped(control: &mut watch::Receiver<Control>) {
    if control.wait_for(|control| *control != Control::Go).await.is_err() {
        // Nobody is there to say so.
        std::future::pending::<()>().await;
    }
}
