//! A hub and its workers on this machine, with a folder and a port of their own.

use ferz_arena::log::{self, LogEvent};
use ferz_arena::record::GameRecord;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub(crate) const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

/// How long anything here may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// A match whose games follow from the seed alone: so many rounds of fast games.
pub(crate) fn fast(rounds: u32) -> String {
    fixed(rounds, "nodes=150", "depth=2")
}

/// The same, of games that take their time.
pub(crate) fn long(rounds: u32) -> String {
    fixed(rounds, "nodes=15000", "nodes=15000")
}

pub(crate) fn fixed(rounds: u32, one: &str, other: &str) -> String {
    format!(
        "match 'name=a proto=uci {one} FERZ' 'name=b proto=cecp {other} FERZ' --seed 5 \
         --rounds {rounds} --max-moves 12 --openings builtin --comments none"
    )
}

/// The arguments of a line in shell's quotes.
pub(crate) fn words(line: &str) -> Vec<String> {
    shlex::split(&line.replace("FERZ", FERZ)).expect("a line in quotes")
}

/// What must be the same whoever plays, and whatever was killed meanwhile.
#[derive(Debug, PartialEq)]
pub(crate) struct Facts {
    /// The games that count, without times.
    pub(crate) games: Vec<GameRecord>,
    /// The games of the PGN, without times, in an order that does not depend on who ended first.
    pub(crate) pgn: Vec<String>,
    /// Score, Elo and its error, ends, repeated games.
    statistics: [Value; 8],
    ratings: Vec<(Value, Value)>,
}

/// The games in the log of a folder that count: not those in which a busy machine let a worker lie for a
/// second, for they are played again.
pub(crate) fn read(folder: &Path) -> Vec<GameRecord> {
    let mut games = read_all(folder);
    games.retain(|game| game.counts(false));
    games
}

/// All games in the log of a folder.
pub(crate) fn read_all(folder: &Path) -> Vec<GameRecord> {
    let Ok(bytes) = std::fs::read(folder.join(log::FILE)) else { return Vec::new() };
    let (events, _) = log::read(&bytes, folder).expect("a log that can be read");
    let game = |event| if let LogEvent::Game(game) = event { Some(game) } else { None };
    events.into_iter().filter_map(game).collect()
}

fn timeless(mut game: GameRecord) -> GameRecord {
    game.worker.clear();
    (game.began, game.seconds, game.worst_lag, game.mean_lag) = (0, 0.0, 0, 0);
    // A worker that was stopped, or whose machine was late, may have had to play it again.
    (game.late, game.attempt) = (false, 0);
    for mv in &mut game.moves {
        (mv.micros, mv.nps, mv.latency) = (None, None, None);
    }
    game
}

/// Games in PGN without the tags that say when they were played.
fn without_times(pgn: &str) -> String {
    let has_time = |line: &&str| {
        let tag = line.strip_prefix('[').unwrap_or_default().split(' ').next().unwrap_or_default();
        tag.contains("Date")
            || tag.contains("Time") && tag != "TimeControl"
            || tag == "GameDuration"
    };
    pgn.lines().filter(|line| !has_time(line)).collect::<Vec<_>>().join("\n")
}

pub(crate) struct Lab {
    place: TempDir,
    port: u16,
    /// The folder of the hub, as this process sees it.
    hub: PathBuf,
}

/// A program that is killed when it is dropped.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// How it has ended, if it has.
    pub(crate) fn has_ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The server of a hub on a disk of its own: it has to end before the hub, for nobody sees its files then.
pub(crate) struct ServerOf<'a>(pub(crate) &'a Lab);

impl Drop for ServerOf<'_> {
    fn drop(&mut self) {
        self.0.kill_server();
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
        let port = ferz_testkit::free_port();
        let hub = place.path().join("hub");
        Lab { place, port, hub }
    }

    /// Hubs that are started from now on listen there.
    pub(crate) fn use_another_port(&mut self) {
        self.port = ferz_testkit::free_port();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn command_of(&self, program: &[&str], words: &[&str]) -> Command {
        let mut command = Command::new(program[0]);
        command.args(&program[1..]).args(words).current_dir(self.place.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn ferz(&self, words: &[&str]) -> Output {
        self.command_of(&[FERZ], words).output().unwrap()
    }

    pub(crate) fn started(&self, name: &str, words: &[&str]) -> Running {
        self.started_by(&[FERZ], name, words)
    }

    fn started_by(&self, program: &[&str], name: &str, words: &[&str]) -> Running {
        let file = |ending: &str| {
            let path = self.path(&format!("{name}.{ending}"));
            std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap()
        };
        let mut command = self.command_of(program, words);
        Running(command.stdout(file("out")).stderr(file("err")).spawn().unwrap())
    }

    /// What a program has said so far.
    pub(crate) fn said(&self, name: &str) -> String {
        let read = |ending: &str| {
            std::fs::read_to_string(self.path(&format!("{name}.{ending}"))).unwrap_or_default()
        };
        format!("{}{}", read("out"), read("err"))
    }

    /// A hub that may not write files longer than this, in blocks of the shell: as if its disk were full.
    pub(crate) fn hub_with(&self, blocks: u32) -> Running {
        // The signal is left out, and the system's call fails.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        self.hub_by(&["sh", "-c", &script, FERZ])
    }

    pub(crate) fn hub(&self) -> Running {
        self.hub_by(&[FERZ])
    }

    /// A hub whose folder is on a disk of its own, of so many megabytes, which only it and its children see.
    /// The disk is gone when they are.
    #[cfg(target_os = "linux")]
    pub(crate) fn hub_on_a_disk_of(&mut self, megabytes: u32) -> Running {
        std::fs::create_dir(&self.hub).unwrap();
        let may = |flags: &&str| {
            Command::new("unshare").args([flags, "true"]).output().unwrap().status.success()
        };
        let flags = ["-m", "-Urm"].into_iter().find(|flags| may(flags));
        let flags = flags.expect("this system lets nobody but root mount a disk (unshare -Urm)");
        let script = format!("mount -t tmpfs -o size={megabytes}m disk hub && exec \"$0\" \"$@\"");
        let hub = self.hub_by(&["unshare", flags, "sh", "-c", &script, FERZ]);
        self.hub = PathBuf::from(format!("/proc/{}/root{}", hub.id(), self.hub.display()));
        hub
    }

    pub(crate) fn hub_folder(&self) -> &Path {
        &self.hub
    }

    /// A program of a few lines. It is written by another one: what a child of another test has inherited
    /// open for writing the system does not run.
    pub(crate) fn small_program(&self, name: &str, text: &str) {
        let script = "printf %s \"$2\" > \"$1\" && chmod 755 \"$1\"";
        let mut writing = self.command_of(&["sh"], &["-c", script, "sh", name, text]);
        assert!(writing.status().unwrap().success());
    }

    fn hub_by(&self, program: &[&str]) -> Running {
        let _ = std::fs::remove_file(self.path("hub.out"));
        let port = self.port.to_string();
        let words = ["hub", "--dir", "hub", "--port", &port, "--patience", "2"];
        let hub = self.started_by(program, "hub", &words);
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

    /// `ferz match`, `tournament` or `tune` with these arguments, played here by one program; in `alone`.
    pub(crate) fn played_alone(&self, line: &str) -> Facts {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = self.ferz(&[&words[..], &["--dir", "alone"]].concat());
        assert!(output.status.success(), "{output:?}");
        self.facts(&self.path("alone"))
    }

    /// The name of the run.
    pub(crate) fn submit(&self, line: &str) -> String {
        self.submit_with(&[], line)
    }

    pub(crate) fn submit_with(&self, options: &[&str], line: &str) -> String {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = self.ferz(&[&["submit"], options, &[&self.url()], &words[..]].concat());
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout).trim().to_owned()
    }

    pub(crate) fn status(&self) -> Value {
        let output = self.ferz(&["status", "--json", &self.url()]);
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    pub(crate) fn run_folder(&self, run: &str) -> PathBuf {
        self.hub.join("runs").join(run)
    }

    /// How many games the log of a run has. Half pairs count, too.
    pub(crate) fn games(&self, run: &str) -> usize {
        read(&self.run_folder(run)).len()
    }

    /// What came of the run of a folder.
    fn facts(&self, folder: &Path) -> Facts {
        let games: BTreeMap<u32, GameRecord> =
            read(folder).into_iter().map(|game| (game.number, timeless(game))).collect();
        let pgn = std::fs::read_to_string(folder.join("games.pgn")).expect("games");
        let mut pgn: Vec<String> =
            without_times(&pgn).split("[Event ").map(|game| game.trim().to_owned()).collect();
        pgn.sort();
        // What the log comes to, by the program itself.
        let output = self.ferz(&["match", "--resume", &folder.display().to_string(), "--json"]);
        assert!(output.status.success(), "{output:?}");
        let last = text(&output.stdout).lines().last().map(str::to_owned).expect("a result");
        let result: Value = serde_json::from_str(&last).expect("JSON");
        let result = &result["result"];
        let statistics =
            ["games", "finished", "score", "estimate", "ends", "sprt", "repeats", "tuned"]
                .map(|name| result[name].clone());
        let engines = result["engines"].as_array().expect("engines").iter();
        let ratings = engines.map(|engine| (engine["name"].clone(), engine["rating"].clone()));
        Facts { games: games.into_values().collect(), pgn, statistics, ratings: ratings.collect() }
    }

    /// Waits until a run is finished; what came of it.
    pub(crate) fn finished(&self, run: &str) -> Facts {
        self.wait_for("the end of the run", || self.has_ended(run));
        self.facts(&self.run_folder(run))
    }

    pub(crate) fn has_ended(&self, run: &str) -> bool {
        self.run_folder(run).join("ended").exists()
    }

    /// Kills the server of the hub.
    pub(crate) fn kill_server(&self) {
        let id = std::fs::read_to_string(self.hub.join("nats").join("nats.pid"));
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
