//! The signature of an engine: the nodes that `PROGRAM bench` counts. The same search has the same number
//! wherever it runs, so another one says that something went wrong: a build, a network, a machine.

use crate::ClusterError;
use ferz_arena::config::EngineSpec;
use std::io;
use std::process::Stdio;
use std::time::Duration;

/// How long a bench may take.
const PATIENCE: Duration = Duration::from_secs(180);

/// Runs an engine's bench.
///
/// # Errors
/// When it does not end in time, or says no number of nodes.
pub(crate) async fn nodes(spec: &EngineSpec) -> Result<u64, ClusterError> {
    let failed = |reason: io::Error| {
        ClusterError::system(format!("{} bench", spec.program.display()), reason)
    };
    let mut command = tokio::process::Command::new(&spec.program);
    command.args(&spec.arguments).arg("bench").stdin(Stdio::null()).kill_on_drop(true);
    if let Some(folder) = &spec.directory {
        command.current_dir(folder);
    }
    let ended = tokio::time::timeout(PATIENCE, command.output()).await;
    let late = || io::Error::other(format!("it takes longer than {} s", PATIENCE.as_secs()));
    let output = ended.map_err(|_| failed(late()))?.map_err(failed)?;
    // Stockfish says it on its standard error.
    let said =
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    let found = said.iter().find_map(|text| signature(text));
    found.ok_or_else(|| failed(io::Error::other("it says no number of nodes")))
}

/// `1389586 nodes 812345 nps`, `Nodes searched  : 2030154`: the last such line.
fn signature(text: &str) -> Option<u64> {
    text.lines().rev().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let before = words.windows(2).find(|pair| pair[1].eq_ignore_ascii_case("nodes"));
        let before = before.and_then(|pair| pair[0].parse().ok());
        let is_total = line.trim_start().to_ascii_lowercase().starts_with("nodes searched");
        before.or_else(|| words.last().filter(|_| is_total)?.parse().ok())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_engines_say() {
        assert_eq!(signature("1389586 nodes 812345 nps\n"), Some(1_389_586));
        let stockfish = "Position: 1/50\n\n====\nTotal time (ms) : 1\n\
            Nodes searched  : 2030154\nNodes/second    : 1234567\n";
        assert_eq!(signature(stockfish), Some(2_030_154));
        for none in ["", "nodes", "info nodes 5", "x nodes", "Nodes searched: many"] {
            assert_eq!(signature(none), None, "{none}");
        }
    }
}
