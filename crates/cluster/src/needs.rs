//! What a run needs at the server. The hub has it all in its own folder, and puts there again what the
//! server has lost.

use crate::streams::Streams;
use crate::{ClusterError, Hash};
use std::path::PathBuf;

/// What a run needs.
#[derive(Clone)]
pub(crate) struct Needs {
    pub(crate) streams: Streams,
    /// The name of the run.
    pub(crate) run: String,
    /// What was submitted, as a message.
    pub(crate) submission: Vec<u8>,
    /// Programs and other files.
    pub(crate) files: Vec<Hash>,
    /// Where the hub keeps them.
    pub(crate) folder: PathBuf,
}

impl Needs {
    /// Puts there what is missing; nothing is done where all is there.
    pub(crate) async fn restore(&self) -> Result<(), ClusterError> {
        self.streams.restore().await?;
        for hash in &self.files {
            self.streams.restore_file(hash, &self.folder).await?;
        }
        if self.streams.run(&self.run).await.is_err() {
            self.streams.tell_run(&self.run, self.submission.clone()).await?;
        }
        Ok(())
    }
}
