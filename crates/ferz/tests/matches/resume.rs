//! Runs that are killed: what comes of them is what would have come of them.

use crate::support::*;
use ferz_arena::log;
use ferz_arena::record::GameRecord;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What must be the same in every run: all but the times.
fn facts(run: &Run) -> (Vec<GameRecord>, String) {
    let timeless = |game: &GameRecord| {
        let mut game = game.clone();
        (game.began, game.seconds, game.worst_lag, game.mean_lag) = (0, 0.0, 0, 0);
        game.late = false;
        for mv in &mut game.moves {
            (mv.micros, mv.nps, mv.latency) = (None, None, None);
        }
        game
    };
    let times = ["[Date ", "[UTC", "[GameStart", "[GameEnd", "[GameDuration"];
    let is_time = |line: &&str| times.iter().any(|tag| line.starts_with(tag));
    let pgn = run.pgn.lines().filter(|line| !is_time(line));
    (run.games.iter().map(timeless).collect(), pgn.collect::<Vec<_>>().join("\n"))
}

/// A match whose games follow from the seed alone: so many rounds of fast games.
fn arguments(place: &Place, rounds: u32) -> Vec<String> {
    let book = place.file("book.epd", BOOK).display().to_string();
    let line = format!(
        "'name=a proto=uci nodes=150 FERZ' 'name=b proto=cecp depth=2 FERZ' --rounds {rounds} \
         --concurrency 2 --max-moves 12 --comments none --seed 5 --openings {book}"
    );
    words(&line)
}

const BOOK: &str = "\
rn1qkbnr/pp1bpp1p/2pp2p1/8/5P2/N1P5/PP1PP1PP/R1BQKBNR w KQkq -
rnbqkb1r/pp1p1ppp/7n/2p1p3/P6P/1PP5/3PPPP1/RNBQKBNR w KQkq -
rnbqkbnr/ppp1ppp1/8/7p/2p3P1/1PN5/P2PPP1P/R1BQKBNR w KQkq -
";

/// Numbers that look random and are the same each time: those of Numerical Recipes' ranqd1.
struct Dice(u32);

impl Dice {
    fn roll(&mut self, below: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(self.0) * u64::from(below)) >> 32) as u32
    }
}

/// Starts or resumes a run and kills it after this time; `true` if it had ended before.
fn kill_after(mut command: Command, time: Duration) -> bool {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let end = Instant::now() + time;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return true;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

/// `FERZ_KILLS` kills of a match of as many rounds as `FERZ_KILLED_ROUNDS`; 30 and 100 are the long
/// form of this test.
#[test]
fn killed_at_any_moment() {
    let number = |name: &str, default: u32| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    let (kills, rounds) = (number("FERZ_KILLS", 4), number("FERZ_KILLED_ROUNDS", 6));
    let place = Place::new();
    let arguments = arguments(&place, rounds);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let began = Instant::now();
    let undisturbed = facts(&place.plays(&arguments));
    let whole = began.elapsed();

    let folder = place.path("killed");
    let folder_name = folder.display().to_string();
    let resume = ["--resume", &folder_name, "--concurrency", "2"];
    let mut dice = Dice(1);
    let mut killed = 0;
    while killed < kills {
        let command = match folder.join(log::FILE).exists() {
            true => place.command(&resume),
            false => place.command(&[&arguments[..], &["--dir", &folder_name]].concat()),
        };
        // So that all the kills fall within the match, wherever.
        let most = (2 * whole.as_millis() as u32 / kills).max(60);
        if kill_after(command, Duration::from_millis(dice.roll(most).into())) {
            // It had ended: the rest of the kills fall on a run that has nothing left to do.
            killed += 1;
            continue;
        }
        killed += 1;
        if folder.join(log::FILE).exists() {
            let games = games_in(&folder);
            assert!(games.windows(2).all(|pair| pair[0] != pair[1]), "{games:?}");
        }
    }
    if !folder.join(log::FILE).exists() {
        let output = place.command(&[&arguments[..], &["--dir", &folder_name]].concat()).output();
        assert!(output.unwrap().status.success());
    }
    let output = place.command(&resume).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(facts(&Run::read(&folder)), undisturbed);
}

/// The numbers of the games in a log, sorted; what is not whole at its end left out.
fn games_in(folder: &Path) -> Vec<u32> {
    let bytes = std::fs::read(folder.join(log::FILE)).unwrap();
    let (events, _) = log::read(&bytes, folder).unwrap();
    let mut numbers: Vec<u32> = events
        .iter()
        .filter_map(|event| match event {
            log::LogEvent::Game(game) => Some(game.number),
            _ => None,
        })
        .collect();
    numbers.sort_unstable();
    numbers
}

/// A log that was cut at any byte behind its first line is one that a run goes on from.
#[test]
fn a_log_cut_anywhere() {
    let place = Place::new();
    let arguments = arguments(&place, 2);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let undisturbed = facts(&place.plays(&arguments));
    let bytes = std::fs::read(place.path("run").join(log::FILE)).unwrap();
    let first = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let mut dice = Dice(7);
    let mut cuts: Vec<usize> = ends.flat_map(|end| [end - 1, end, end + 1]).collect();
    cuts.extend((0..4).map(|_| first + dice.roll((bytes.len() - first) as u32) as usize));
    cuts.retain(|cut| (first..=bytes.len()).contains(cut));
    assert!(cuts.len() > 12);
    for (number, cut) in cuts.into_iter().enumerate() {
        let folder = place.path(&format!("cut-{number}"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join(log::FILE), &bytes[..cut]).unwrap();
        let output = place.runs(&["--resume", &folder.display().to_string()]);
        assert!(output.status.success(), "cut at {cut}: {}", said(&output));
        assert_eq!(facts(&Run::read(&folder)), undisturbed, "cut at {cut}");
    }
}

#[test]
fn a_log_without_its_beginning_is_none() {
    let place = Place::new();
    let folder = place.path("none");
    std::fs::create_dir(&folder).unwrap();
    for text in ["", "{\"crc\":\"00000000\",\"event\":{}}\n", "rubbish\n"] {
        std::fs::write(folder.join(log::FILE), text).unwrap();
        let output = place.runs(&["--resume", &folder.display().to_string()]);
        assert!(!output.status.success());
        assert!(said(&output).contains("is not the log of a run"), "{}", said(&output));
    }
}

/// The run goes on with the openings that it began with, or not at all.
#[test]
fn other_openings() {
    let place = Place::new();
    let arguments = arguments(&place, 1);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    place.plays(&arguments);
    place.file("book.epd", "4k3/8/8/8/8/8/P7/4K3 w - -\n");
    let output = place.runs(&["--resume", &place.path("run").display().to_string()]);
    assert!(said(&output).contains("the openings have changed"), "{}", said(&output));
}

/// The first signal lets the games end that run, the second does not; both leave a run that goes on.
#[cfg(unix)]
#[test]
fn signals() {
    let place = Place::new();
    let engine = format!("proto=uci st=0.05 {FERZ}");
    let folder = place.path("run").display().to_string();
    let all = [&engine, &engine, "--rounds", "3", "--max-moves", "6", "--dir", &folder];
    let mut child = place.command(&all).stdout(Stdio::piped()).spawn().unwrap();
    wait_for_log(&place.path("run"), 0);
    signal(child.id());
    assert!(child.wait().unwrap().success());
    let games = games_in(&place.path("run"));
    assert!(!games.is_empty() && games.len() < 6, "{games:?}");

    let mut child = place.command(&["--resume", &folder]).stdout(Stdio::piped()).spawn().unwrap();
    wait_for_log(&place.path("run"), games.len() + 1);
    signal(child.id());
    signal(child.id());
    assert!(child.wait().unwrap().success());
    let output = place.runs(&["--resume", &folder]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(games_in(&place.path("run")), [1, 2, 3, 4, 5, 6]);
}

#[cfg(unix)]
fn signal(process: u32) {
    let sent = Command::new("sh").arg("-c").arg(format!("kill -INT {process}")).status();
    assert!(sent.unwrap().success());
    // The two are to be told apart.
    std::thread::sleep(Duration::from_millis(30));
}

/// Waits until a run has so many games and plays the next one.
#[cfg(unix)]
fn wait_for_log(folder: &Path, games: usize) {
    let end = Instant::now() + Duration::from_secs(60);
    while !folder.join("games.pgn").exists() || games_in(folder).len() < games {
        assert!(Instant::now() < end, "no {games} games");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
}
