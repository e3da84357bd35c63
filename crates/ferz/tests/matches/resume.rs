//! Runs that are killed: what comes of them is what would have come of them.

use crate::support::*;
use ferz_arena::log;
use ferz_arena::record::GameRecord;
use std::path::Path;
use std::process::{Child, Command, Stdio};
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
    (run.games.iter().map(timeless).collect(), without_times(&run.pgn))
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

/// The games of a file, in an order that does not depend on who ended first.
fn sorted_games(file: &Path) -> Vec<String> {
    let text = without_times(&std::fs::read_to_string(file).unwrap());
    let mut games: Vec<_> = text.split("[Event ").map(|game| game.trim().to_owned()).collect();
    games.sort();
    games
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

fn number(name: &str, default: u32) -> u32 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Kills runs of one kind so many times at any moment, and ends them: the log, the PGN and the file of
/// `--pgn`, which others have written in before, are those of a run that nobody disturbed.
fn killed(kind: &str, arguments: &[String], kills: u32) {
    let place = Place::new();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = |folder: &Path, pgn: &Path| {
        let (folder, pgn) = (folder.display().to_string(), pgn.display().to_string());
        let command = match folder_is_begun(Path::new(&folder)) {
            true => vec!["--resume", &folder, "--concurrency", "2", "--pgn", &pgn],
            false => [&arguments[..], &["--dir", &folder, "--pgn", &pgn]].concat(),
        };
        place.command_of(kind, &command)
    };
    let others = "[Event \"of others\"]\n\n*\n\n";
    let (whole_folder, whole_pgn) = (place.path("whole"), place.file("whole.pgn", others));
    let began = Instant::now();
    let output = run(&whole_folder, &whole_pgn).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let whole = began.elapsed();
    let (undisturbed, games) = (facts(&Run::read(&whole_folder)), sorted_games(&whole_pgn));
    assert_eq!(games.len(), undisturbed.0.len() + 2);

    let mut dice = Dice(1);
    let (mut killed, mut runs, mut in_games) = (0, 0, 0);
    // So that a run is killed some times, wherever, before it ends.
    let most = (whole.as_millis() as u32 * 2 / 3).max(200);
    while killed < kills {
        let folder = place.path(&format!("killed-{runs}"));
        let pgn = place.file(&format!("killed-{runs}.pgn"), others);
        runs += 1;
        while killed < kills {
            let time = Duration::from_millis(dice.roll(most).into());
            if kill_after(run(&folder, &pgn), time) {
                break;
            }
            killed += 1;
            if folder_is_begun(&folder) {
                in_games += 1;
                let games = games_in(&folder);
                assert!(games.windows(2).all(|pair| pair[0] != pair[1]), "{games:?}");
            }
        }
        let output = run(&folder, &pgn).output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!(facts(&Run::read(&folder)), undisturbed, "{kind} {runs}");
        assert_eq!(sorted_games(&pgn), games, "{kind} {runs}");
    }
    let games = undisturbed.0.len();
    println!(
        "{kind}: {killed} kills, {in_games} after the first start, {runs} runs of {games} games"
    );
}

fn folder_is_begun(folder: &Path) -> bool {
    folder.join(log::FILE).exists()
}

/// `FERZ_KILLS` kills of matches of as many rounds as `FERZ_KILLED_ROUNDS`; 60 and 20 are the long form
/// of this test and of the next one: 300 kills.
#[test]
fn killed_at_any_moment() {
    let place = Place::new();
    killed("match", &arguments(&place, number("FERZ_KILLED_ROUNDS", 6)), number("FERZ_KILLS", 4));
}

/// C-640 to C-648: a run of a game that nobody knew before an engine described it goes on as others do.
#[test]
fn described_games_killed_at_any_moment() {
    let place = Place::new();
    let file = place.file("my.ini", "[centaurs:chess]\nking = k:KN\n").display().to_string();
    let line = format!(
        "'name=a proto=cecp depth=2 FERZ --variants {file}' \
         'name=b proto=cecp depth=1 FERZ --variants {file}' --variant centaurs --rounds 3 \
         --concurrency 2 --max-moves 12 --comments none --seed 5 --openings builtin"
    );
    killed("match", &words(&line), number("FERZ_KILLS", 2));
}

/// A system of each sort: known beforehand, and drawn round by round. So many kills of each.
#[test]
fn tournaments_killed_at_any_moment() {
    let kills = number("FERZ_KILLS", 2);
    let place = Place::new();
    let book = place.file("book.epd", BOOK).display().to_string();
    for system in ["round-robin", "swiss", "knockout", "gauntlet"] {
        let is_short = std::env::var_os("FERZ_KILLS").is_none();
        if is_short && system != "swiss" {
            continue;
        }
        let line = format!(
            "'name=a proto=uci nodes=150 FERZ' 'name=b proto=cecp depth=2 FERZ' \
             'name=c proto=uci nodes=40 FERZ' --system {system} --rounds 2 --concurrency 2 \
             --max-moves 8 --comments none --openings {book}"
        );
        killed("tournament", &words(&line), kills);
    }
}

/// A run is played by one runner at a time; the other is told by whom.
#[test]
fn two_at_once() {
    let place = Place::new();
    let engine = format!("proto=uci st=0.05 {FERZ}");
    let folder = place.path("run").display().to_string();
    let all = [&engine, &engine, "--rounds", "3", "--max-moves", "6", "--dir", &folder];
    let mut child = playing(place.command(&all));
    wait_for_log(&place.path("run"), 1);
    let refused = place.runs(&["--resume", &folder]);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    let wanted = format!("process {} plays in {folder}", child.id());
    assert!(said(&refused).contains(&wanted), "{}", said(&refused));
    assert!(child.wait().unwrap().success());
    assert_eq!(games_in(&place.path("run")), [1, 2, 3, 4, 5, 6]);

    // Two that begin at the same moment: one of them goes on.
    let resume = ["--resume", &folder, "--rounds", "5"];
    let two = [playing(place.command(&resume)), playing(place.command(&resume))];
    let mut ends = two.map(|mut child| child.wait().unwrap().code());
    ends.sort_unstable();
    assert_eq!(ends, [Some(0), Some(1)]);
    assert_eq!(games_in(&place.path("run")), (1..=10).collect::<Vec<_>>());
}

fn playing(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// More rounds are played, and stay; nothing else changes, and nothing is ignored.
#[test]
fn a_run_grows() {
    let place = Place::new();
    let arguments = arguments(&place, 2);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    place.plays(&arguments);
    let folder = place.path("run").display().to_string();
    let resume = |more: &[&str]| place.runs(&[&["--resume", &folder], more].concat());
    for (more, why) in [
        (&["--rounds", "1"][..], "1 rounds: the run has 2"),
        (&["--tc", "5+1"], "--tc: a run goes on as it began"),
        (&["--games", "2"], "--games: a run goes on as it began"),
    ] {
        let output = resume(more);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(why), "{}", said(&output));
    }
    let grown = resume(&["--rounds", "3", "--concurrency", "1"]);
    assert!(grown.status.success(), "{}", said(&grown));
    assert!(resume(&[]).status.success());
    let other = Place::new();
    let three = self::arguments(&other, 3);
    let undisturbed = other.plays(&three.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(facts(&Run::read(&place.path("run"))), facts(&undisturbed));
}

/// An engine whose name stands in a file beside it.
const NAMED: &str = r#"
while read -r line; do case "$line" in
uci) echo "id name $(cat "$(dirname "$0")/name")"; echo uciok;; isready) echo readyok;;
go*) echo bestmove a1a1;; quit) exit 0;; esac; done
"#;

/// A run goes on with the engines that it began with, or with others if that is wanted.
#[test]
#[cfg(unix)]
fn other_engines() {
    let place = Place::new();
    let file = place.file("engine.sh", NAMED);
    place.file("name", "Old");
    let (engine, other) = (format!("proto=uci sh {}", file.display()), format!("proto=uci {FERZ}"));
    place.plays(&[&engine, &other, "--nodes", "9"]);
    let folder = place.path("run").display().to_string();
    let resume = |rounds: &str, more: &[&str]| {
        place.runs(&[&["--resume", &folder, "--rounds", rounds], more].concat())
    };
    let refused = |why: &str| {
        let output = resume("9", &[]);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains(why), "{}", said(&output));
        assert_eq!(games_in(&place.path("run")).last(), Some(&2));
    };
    place.file("name", "New");
    refused("Old: it calls itself \"New\" now, and not \"Old\"");
    place.file("name", "Old");
    place.file("engine.sh", &NAMED.replace("a1a1", "a8a8"));
    refused("is another program than before");
    // Once it is known that they are others, they may go on.
    for (rounds, more) in [("2", &["--other-engines"][..]), ("3", &[])] {
        let output = resume(rounds, more);
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!(said(&output).contains("is another program"), rounds == "2");
    }
    assert_eq!(games_in(&place.path("run")), [1, 2, 3, 4, 5, 6]);
}

/// A log of an older version does not say which programs have played: it is said, and the run goes on.
#[test]
fn a_log_without_programs() {
    let place = Place::new();
    let arguments = arguments(&place, 1);
    place.plays(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let path = place.path("run").join(log::FILE);
    let (events, _) = log::read(&std::fs::read(&path).unwrap(), &path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let mut events = events.into_iter().map(|event| match event {
        log::LogEvent::Run { version, began, openings, config, .. } => {
            log::LogEvent::Run { version, began, openings, config, programs: Vec::new() }
        }
        event => event,
    });
    let mut log = log::Log::create(&place.path("run"), &events.next().unwrap()).unwrap();
    events.for_each(|event| log.add(&event).unwrap());
    drop(log);
    let folder = place.path("run").display().to_string();
    let output = place.runs(&["--resume", &folder, "--rounds", "2"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("does not say which programs"), "{}", said(&output));
    assert_eq!(games_in(&place.path("run")), [1, 2, 3, 4]);
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
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let games = games_in(&place.path("run"));
    assert!(!games.is_empty() && games.len() < 6, "{games:?}");

    let mut child = place.command(&["--resume", &folder]).stdout(Stdio::piped()).spawn().unwrap();
    wait_for_log(&place.path("run"), games.len() + 1);
    signal(child.id());
    signal(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
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
fn wait_for_log(folder: &Path, games: usize) {
    let end = Instant::now() + Duration::from_secs(60);
    while !folder.join("games.pgn").exists() || games_in(folder).len() < games {
        assert!(Instant::now() < end, "no {games} games");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
}
