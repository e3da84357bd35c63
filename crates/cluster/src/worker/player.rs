//! The player of one run at a worker: its engines, and who waits for which job.

use crate::ClusterError;
use ferz_arena::queue::{Done, InProcess, Job, Queue};
use ferz_arena::{Config, Control, Detail, Happening, Outside, What, introductions, serve};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

/// Who waits for a job, by the number of its first game.
type Waiting = Rc<RefCell<BTreeMap<u32, oneshot::Sender<Done>>>>;

/// The job is played here, for somebody who waits for it.
pub(super) struct AlreadyPlayed;

/// Plays the jobs of a run; when it is dropped, those who wait for one hear so.
pub(super) struct Player {
    queue: Rc<InProcess>,
    engines: usize,
    waiting: Waiting,
    control: watch::Sender<Control>,
    tasks: Option<[JoinHandle<()>; 2]>,
}

impl Player {
    /// Starts each engine once, to see that it starts.
    pub(super) async fn start(
        config: Config,
        outside: Outside<'static>,
        say: Rc<dyn Fn(&str)>,
        tell: impl Fn(Happening) + 'static,
    ) -> Result<Player, ClusterError> {
        let (control, orders) = watch::channel(Control::Go);
        let warn = |text: String| say(&text);
        let known = introductions(&config, outside, orders.clone(), warn).await?;
        if let Some(silent) = known.iter().find(|engine| engine.protocol.is_empty()) {
            let reason = format!("{} does not start here", silent.name);
            return Err(ClusterError::NotHere(reason));
        }
        let (queue, waiting) = (Rc::new(InProcess::default()), Waiting::default());
        let engines = config.engines.len();
        let serving = {
            let queue = queue.clone();
            tokio::task::spawn_local(async move {
                let hear = |happening: Happening| match &happening.what {
                    What::Warning(text) => say(text),
                    What::GameBegins { .. } | What::MoveMade { .. } => tell(happening),
                    _ => {}
                };
                let outside = Outside { detail: Detail::Moves, ..outside };
                if let Err(error) = serve(&config, &*queue, outside, orders, hear).await {
                    say(&error.to_string());
                }
            })
        };
        let handing = {
            let (queue, waiting) = (queue.clone(), waiting.clone());
            tokio::task::spawn_local(async move {
                loop {
                    let done = queue.done().await;
                    let first = done.games.first().map(|game| game.number);
                    let waits = first.and_then(|number| waiting.borrow_mut().remove(&number));
                    if let Some(waits) = waits {
                        let _ = waits.send(done);
                    }
                }
            })
        };
        Ok(Player { queue, engines, waiting, control, tasks: Some([serving, handing]) })
    }

    /// How many engines the run has.
    pub(super) fn engines(&self) -> usize {
        self.engines
    }

    /// Plays a job; what came of it.
    pub(super) fn give(&self, job: Job) -> Result<oneshot::Receiver<Done>, AlreadyPlayed> {
        let (sender, done) = oneshot::channel();
        let Some(first) = job.games.first() else { return Ok(done) };
        match self.waiting.borrow_mut().entry(first.number) {
            Entry::Occupied(_) => return Err(AlreadyPlayed),
            Entry::Vacant(entry) => drop(entry.insert(sender)),
        }
        self.queue.give(job);
        Ok(done)
    }

    /// Its engines end.
    pub(super) async fn end(mut self) {
        let _ = self.control.send(Control::Finish);
        if let Some([serving, handing]) = self.tasks.take() {
            let _ = serving.await;
            handing.abort();
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.control.send(Control::Now);
        self.waiting.borrow_mut().clear();
        if let Some([_, handing]) = &self.tasks {
            handing.abort();
        }
    }
}
