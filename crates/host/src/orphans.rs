//! Processes that engines have started and left behind in a session of their own: they are in
//! nobody's group, so that the signal which ends an engine's group does not reach them.
//!
//! On Linux a program can adopt such orphans ([`adopt_orphans`]). Each engine then carries a mark in
//! its environment, which what it starts inherits; when an engine has ended, those of the adopted
//! that bear its mark are ended, too. A process that has cleared its environment is not recognised,
//! and nobody adopts when the host itself was killed.

#[cfg(target_os = "linux")]
pub use linux::adopt_orphans;
#[cfg(target_os = "linux")]
pub(crate) use linux::{Mark, sweep, sweep_all};

/// Nothing can be adopted here.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn adopt_orphans() -> std::io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
    use std::collections::BTreeMap;
    use std::fs;
    use std::io;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::time::Duration;
    use tokio::process::{Child, Command};

    const NAME: &str = "FERZ_ENGINE";
    /// What was killed is gone within a moment, and then its own children are ours.
    const MOMENT: Duration = Duration::from_millis(2);
    /// Generations of processes that are followed.
    const GENERATIONS: usize = 50;

    static ADOPTS: AtomicBool = AtomicBool::new(false);
    static STARTED: AtomicU64 = AtomicU64::new(0);
    /// The marks of the engines that run, by their process.
    static ENGINES: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());

    fn engines() -> MutexGuard<'static, BTreeMap<i32, String>> {
        ENGINES.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on this process adopts what its engines leave behind, and ends it with them.
    ///
    /// It also collects the exit status of every child that is no engine of this crate. So this is
    /// for programs that start no other processes.
    ///
    /// # Errors
    /// The system's.
    pub fn adopt_orphans() -> io::Result<()> {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        ADOPTS.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// What one engine, and all it has started, is known by.
    #[derive(Debug)]
    pub(crate) struct Mark(Option<i32>);

    impl Mark {
        /// Starts a marked engine.
        pub(crate) fn spawn(command: &mut Command) -> io::Result<(Mark, Child)> {
            if !ADOPTS.load(Ordering::Relaxed) {
                return Ok((Mark(None), command.spawn()?));
            }
            let number = STARTED.fetch_add(1, Ordering::Relaxed);
            let mark = format!("{}-{number}", std::process::id());
            command.env(NAME, &mark);
            // Nobody may take the new process for an orphan before it is known.
            let mut engines = engines();
            let child = command.spawn()?;
            let process = child.id().and_then(|process| i32::try_from(process).ok());
            if let Some(process) = process {
                engines.insert(process, mark);
            }
            Ok((Mark(process), child))
        }

        /// The engine has ended: what bears its mark is to end, too.
        pub(crate) fn forget(&mut self) {
            if let Some(process) = self.0.take() {
                engines().remove(&process);
            }
        }
    }

    /// Ends what engines have left behind that have ended, generation by generation.
    pub(crate) async fn sweep_all() {
        for _ in 0..GENERATIONS {
            if !sweep() {
                return;
            }
            tokio::time::sleep(MOMENT).await;
        }
    }

    /// Ends the adopted that bear the mark of no running engine; whether there were any.
    pub(crate) fn sweep() -> bool {
        if !ADOPTS.load(Ordering::Relaxed) {
            return false;
        }
        let ours = format!("{NAME}={}-", std::process::id());
        let engines = engines();
        let mut found = false;
        for child in children().into_iter().filter(|child| !engines.contains_key(child)) {
            let Some(pid) = Pid::from_raw(child) else { continue };
            let environment = fs::read(format!("/proc/{child}/environ")).unwrap_or_default();
            let mut mark = environment
                .split(|byte| *byte == 0)
                .filter_map(|variable| std::str::from_utf8(variable).ok())
                .filter(|variable| variable.starts_with(&ours));
            let orphan = mark
                .next()
                .and_then(|variable| variable.split_once('='))
                .is_some_and(|(_, mark)| !engines.values().any(|engine| engine == mark));
            if orphan {
                found = true;
                let _ = kill_process(pid, Signal::KILL);
            }
            // No other process collects the ended ones.
            let _ = waitpid(Some(pid), WaitOptions::NOHANG);
        }
        found
    }

    /// The processes whose parent we are, engines and guards among them.
    fn children() -> Vec<i32> {
        let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
        let lists = threads
            .flatten()
            .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists
            .flat_map(|list| {
                list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>()
            })
            .collect()
    }
}
