//! Which programs play: a run goes on with those it began with.

use super::*;

impl<N: FnMut(&Happening, &Summary)> Director<'_, N> {
    /// Refuses programs that are not those with which the run began, unless they may be others;
    /// returns what plays from now on, if that is something else.
    pub(super) fn compare_programs(
        &mut self,
        known: &[(String, String)],
        before: &[Option<Program>],
        may_differ: bool,
    ) -> Result<Option<Vec<Option<Program>>>, RunError> {
        let engines = self.summary.config.engines.clone();
        let now: Vec<_> = engines.iter().map(Program::of).collect();
        if before.is_empty() {
            let text = "the log does not say which programs have played: nobody knows whether \
                they are the same";
            self.warn(text.to_owned());
        }
        for (index, ((spec, before), now)) in engines.iter().zip(before).zip(&now).enumerate() {
            if before.is_some() && now.is_some() && before != now {
                let program = spec.program.display().to_string();
                let name = known.get(index).map_or(&program, |(name, _)| name).clone();
                let reason = format!("{program} is another program than before");
                if !may_differ {
                    return Err(RunError::OtherProgram { name, reason });
                }
                self.warn(format!("{name}: {reason}"));
            }
        }
        Ok((now != before).then_some(now))
    }

    /// Refuses engines that call themselves otherwise than before, unless they may be others.
    pub(super) fn compare_names(
        &mut self,
        known: &[(String, String)],
        introductions: &[Introduction],
        may_differ: bool,
    ) -> Result<(), RunError> {
        for (introduction, (called, before)) in introductions.iter().zip(known) {
            let id = &introduction.id;
            if id.is_empty() || before.is_empty() || id == before {
                continue;
            }
            let reason = format!("it calls itself {id:?} now, and not {before:?}");
            if !may_differ {
                return Err(RunError::OtherProgram { name: called.clone(), reason });
            }
            self.warn(format!("{called}: {reason}"));
        }
        Ok(())
    }
}
