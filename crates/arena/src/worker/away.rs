//! A worker away from its director: on another machine, or before there is a run.

use super::*;
use std::pin::pin;

/// Starts each engine of a run once, to know who they are; what is odd about them is told to `warn`.
///
/// # Errors
/// When an engine cannot be started, or cannot play the game.
pub async fn introductions(
    config: &Config,
    outside: Outside<'_>,
    control: watch::Receiver<Control>,
    mut warn: impl FnMut(String),
) -> Result<Vec<Introduction>, RunError> {
    let (outlet, mut heard) = Outlet::new(outside.detail);
    let mut worker = Worker::new(Equipment::of(config, outside)?, outlet);
    let met = worker.meet(control.clone()).await;
    worker.leave(control).await;
    while let Ok(happening) = heard.try_recv() {
        if let What::Warning(text) = happening.what {
            warn(text);
        }
    }
    met
}

/// Plays the jobs of one run until it is told to end; games that run then count for nothing.
///
/// # Errors
/// When the run cannot be played here.
pub async fn serve(
    config: &Config,
    work: &impl Work,
    outside: Outside<'_>,
    mut control: watch::Receiver<Control>,
    mut hear: impl FnMut(Happening),
) -> Result<(), RunError> {
    let (outlet, mut heard) = Outlet::new(outside.detail);
    let mut worker = Worker::new(Equipment::of(config, outside)?, outlet);
    {
        let mut working = pin!(worker.work(work));
        loop {
            tokio::select! {
                biased;
                _ = control.wait_for(|control| *control != Control::Go) => break,
                Some(happening) = heard.recv() => hear(happening),
                never = &mut working => match never {},
            }
        }
    }
    worker.abandon().await;
    worker.leave(control).await;
    Ok(())
}
