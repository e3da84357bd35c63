//! A hub and its workers on this machine, with a folder and a port of their own.

use ferz_arena::log::{self, LogEvent};
use serde_json::Value;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

/// How long anything here may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// What must be the same whoever plays: number, moves, result, reason.
pub(crate) type Games = Vec<(u32, String, String, String)>;

pub(crate) struct Lab {
    place: TempDir,
    port: u16,
}

/// A program that is killed when it is dropped.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.kill_server();
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Lab {
    pub(crate) fn new() -> Lab {
        ferz_testkit::peer("nats-server");
        let place = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Lab { place, port }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(FERZ);
        command.args(words).current_dir(self.place.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn ferz(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    fn started(&self, name: &str, words: &[&str]) -> Running {
        let file = |ending: &str| {
            let path = self.path(&format!("{name}.{ending}"));
            std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap()
        };
        let mut command = self.command(words);
        Running(command.stdout(file("out")).stderr(file("err")).spawn().unwrap())
    }

    /// What a program has said so far.
    pub(crate) fn said(&self, name: &str) -> String {
        let read = |ending: &str| {
            std::fs::read_to_string(self.path(&format!("{name}.{ending}"))).unwrap_or_default()
        };
        format!("{}{}", read("out"), read("err"))
    }

    pub(crate) fn hub(&self) -> Running {
        let _ = std::fs::remove_file(self.path("hub.out"));
        let port = self.port.to_string();
        let words =
            ["hub", "--dir", "hub", "--bind", "127.0.0.1", "--port", &port, "--patience", "2"];
        let hub = self.started("hub", &words);
        self.wait_for("a hub", || {
            self.said("hub").contains("ferz worker nats://")
                && self.ferz(&["status", &self.url()]).status.success()
        });
        hub
    }

    /// The address that the hub prints.
    pub(crate) fn url(&self) -> String {
        let said = self.said("hub");
        let address = said.split_whitespace().find(|word| word.starts_with("nats://"));
        address.unwrap_or_default().to_owned()
    }

    pub(crate) fn worker(&self, name: &str, words: &[&str]) -> Running {
        let url = self.url();
        let all = ["worker", &url, "--dir", name, "--name", name, "--concurrency", "1"];
        self.started(name, &[&all, words].concat())
    }

    /// A match whose games follow from the seed alone.
    fn words(rounds: u32) -> Vec<String> {
        let line = format!(
            "'name=a proto=uci nodes=150 {FERZ}' 'name=b proto=cecp depth=2 {FERZ}' --seed 5 \
             --rounds {rounds} --max-moves 12 --openings builtin"
        );
        shlex::split(&line).unwrap()
    }

    /// The games as `ferz match` plays them here.
    pub(crate) fn played_alone(&self, rounds: u32) -> Games {
        let words = Self::words(rounds);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = self.ferz(&[&["match"], &words[..], &["--dir", "alone"]].concat());
        assert!(output.status.success(), "{output:?}");
        let games = self.read(&self.path("alone"));
        assert_eq!(games.len() as u32, 2 * rounds);
        games
    }

    /// The name of the run.
    pub(crate) fn submit(&self, rounds: u32) -> String {
        let words = Self::words(rounds);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = self.ferz(&[&["submit", &self.url()], &words[..]].concat());
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout).trim().to_owned()
    }

    pub(crate) fn status(&self) -> Value {
        let output = self.ferz(&["status", "--json", &self.url()]);
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    pub(crate) fn run_folder(&self, run: &str) -> PathBuf {
        self.path("hub").join("runs").join(run)
    }

    /// The games of a run so far.
    pub(crate) fn games(&self, run: &str) -> Games {
        self.read(&self.run_folder(run))
    }

    fn read(&self, folder: &std::path::Path) -> Games {
        let Ok(bytes) = std::fs::read(folder.join(log::FILE)) else { return Vec::new() };
        let (events, _) = log::read(&bytes, folder).unwrap();
        let mut games: Games = Vec::new();
        for event in events {
            if let LogEvent::Game(game) = event {
                let moves: Vec<_> = game.moves.iter().map(|mv| mv.text.clone()).collect();
                let result = game.result.to_string();
                games.push((game.number, moves.join(" "), result, game.reason.word()));
            }
        }
        games.sort();
        games
    }

    /// Waits until a run is finished; its games.
    pub(crate) fn finished(&self, run: &str) -> Games {
        let ended = self.run_folder(run).join("ended");
        self.wait_for("the end of the run", || ended.exists());
        self.games(run)
    }

    /// Kills the server of the hub.
    pub(crate) fn kill_server(&self) {
        let id = std::fs::read_to_string(self.path("hub").join("nats").join("nats.pid"));
        if let Ok(id) = id {
            let _ = Command::new("kill").args(["-9", id.trim()]).output();
        }
    }

    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str, mut is_there: impl FnMut() -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_there() {
            if Instant::now() > end {
                let said =
                    ["hub", "one", "other"].map(|name| format!("{name}: {}", self.said(name)));
                panic!("{what}: waited in vain\n{}", said.join("\n"));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}
