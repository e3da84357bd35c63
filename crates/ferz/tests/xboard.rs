//! Games under XBoard 4.9 in a virtual display, against other people's engines.
//!
//! What XBoard thinks of an engine stands in its debug file: every line both ways, and each
//! complaint. A game counts when the file with the games has its result and the debug file has no
//! complaint about us.

use ferz_testkit::peer;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// One match at a time: several boards on a small machine would only measure its load.
static ONE: Mutex<()> = Mutex::new(());

/// Longer than any match here should take.
const PATIENCE: Duration = Duration::from_secs(300);

/// A screen that nobody sees.
struct Screen {
    server: Child,
    name: String,
}

impl Screen {
    fn start() -> Screen {
        let mut server = Command::new(peer("Xvfb"))
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let stdout = server.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut number).expect("Xvfb names its display");
        Screen { server, name: format!(":{}", number.trim()) }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A match of two games, colours changing, we are the first engine.
struct Match {
    folder: PathBuf,
    arguments: Vec<String>,
    _one: MutexGuard<'static, ()>,
}

impl Match {
    fn against(name: &str, opponent: &Path) -> Match {
        let one = ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xboard").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let opponent = opponent.to_str().expect("a path in UTF-8");
        let arguments = [
            "-fcp",
            env!("CARGO_BIN_EXE_ferz"),
            "-scp",
            opponent,
            "-ini",
            "/dev/null",
            "-noGUI",
            "-xexit",
            "-debug",
            "-debugfile",
            "debug.txt",
            "-sgf",
            "games.pgn",
            "-thinking",
            "-ponder",
            "-mg",
            "2",
            "-mps",
            "0",
            "-tc",
            "0:04",
            "-inc",
            "0.1",
        ];
        let arguments = arguments.iter().map(ToString::to_string).collect();
        Match { folder, arguments, _one: one }
    }

    fn with(mut self, arguments: &[&str]) -> Match {
        self.arguments.extend(arguments.iter().map(ToString::to_string));
        self
    }

    fn file(self, name: &str, text: &str) -> Match {
        fs::write(self.folder.join(name), text).expect("a file");
        self
    }

    /// Plays; gives what XBoard wrote: the games, and the conversation.
    fn play(self) -> (String, String) {
        let screen = Screen::start();
        let mut board = Command::new(peer("xboard"))
            .args(&self.arguments)
            .current_dir(&self.folder)
            .env("DISPLAY", &screen.name)
            .env("HOME", &self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("xboard starts");
        let deadline = Instant::now() + PATIENCE;
        while board.try_wait().expect("xboard's state").is_none() {
            if Instant::now() > deadline {
                let _ = board.kill();
                let _ = board.wait();
                let debug = fs::read_to_string(self.folder.join("debug.txt")).unwrap_or_default();
                panic!("no end after {PATIENCE:?}; the last lines:\n{}", tail(&debug));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let read = |name: &str| {
            let bytes = fs::read(self.folder.join(name)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        (read("games.pgn"), read("debug.txt"))
    }

    /// Plays two games to their ends, without a complaint.
    fn check(self) -> (String, String) {
        let (games, debug) = self.play();
        let results: Vec<_> = games.lines().filter(|line| line.starts_with("[Result ")).collect();
        assert_eq!(results.len(), 2, "{games}\n{}", tail(&debug));
        for result in results {
            assert_ne!(result, "[Result \"*\"]", "{games}\n{}", tail(&debug));
        }
        let complaints: Vec<_> = debug.lines().filter(|line| is_complaint(line)).collect();
        assert!(complaints.is_empty(), "{complaints:#?}");
        assert!(debug.contains("first : feature done=1"), "{}", tail(&debug));
        assert!(debug.contains("<first : Hint: "), "we ponder");
        // Moves of ours, in both games.
        assert!(debug.matches("<first : move ").count() > 10, "{games}");
        (games, debug)
    }
}

/// Whether a line of the debug file says that something is wrong with us.
fn is_complaint(line: &str) -> bool {
    // XBoard has no `setscore` and says so; that is no complaint.
    let ours = line.contains("first :") && !line.contains("rejected setscore");
    let wrong = ["Illegal", "Error", "rejected", "telluser", "exited", "unexpected"];
    let lost = ["forfeits", "Illegal move", "illegal move", "False", "false claim", "exited"];
    (ours && wrong.iter().any(|word| line.contains(word)))
        || (line.starts_with("GameEnds(") && lost.iter().any(|word| line.contains(word)))
}

/// Fairy-Max 5.0b without the line `computer`, which it reads as a move with squares that nobody has
/// set: where the stack is unlucky it crashes in about every third game. XBoard sends it always.
fn fairymax() -> PathBuf {
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xboard/fairymax.sh");
    let path = peer("fairymax");
    let text = format!("#!/bin/sh\nsed -u '/^computer$/d' | {}\n", path.display());
    // Other tests may be starting it: one that is there already stays.
    if fs::read_to_string(&script).ok().as_ref() != Some(&text) {
        fs::create_dir_all(script.parent().expect("a folder")).expect("a folder");
        let own = script.with_extension(std::process::id().to_string());
        fs::write(&own, text).expect("a script");
        fs::set_permissions(&own, fs::Permissions::from_mode(0o755)).expect("it may be run");
        fs::rename(&own, &script).expect("a script");
    }
    script
}

fn tail(text: &str) -> String {
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(30)..].join("\n")
}

/// C-018, C-056, C-071, C-119, C-310, C-332, C-440, C-565: against Fairy-Max.
#[test]
fn xboard_fairymax() {
    Match::against("fairymax", &fairymax()).check();
}

/// The same against GNU Chess 6, whose own frontend needs two helping hands. It says no word of
/// `sigint`, so XBoard interrupts it before its commands, and some of these signals make it deaf:
/// the shell keeps them from it. And its prompt `White (1) : ` looks like `White mates` to XBoard
/// when a game begins (C-723, C-734): the prompts are cut off.
#[test]
fn xboard_gnuchess() {
    let wrapper = format!(
        "trap '' INT\n{} | sed -u -E 's/^((White|Black) \\([0-9]+\\) : )+//'\n",
        peer("gnuchess").display()
    );
    Match::against("gnuchess", Path::new("sh gnuchess.sh")).file("gnuchess.sh", &wrapper).check();
}

/// The games that XBoard lists and we play; chess, Chess960 and xiangqi have tests of their own.
const LISTED: &[&str] = &[
    "wildcastle",
    "nocastle",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "atomic",
    "3check",
    "shogi",
    "capablanca",
    "gothic",
    "falcon",
    "shatranj",
    "courier",
    "knightmate",
    "berolina",
    "janus",
    "caparandom",
    "cylinder",
    "super",
    "great",
    "lion",
    "elven",
    "chu",
    "makruk",
];

/// Games that XBoard 4.9 judges by other rules: kings take where they would explode, Berolina pawns do
/// not go aslant, and no piece of great shatranj leaps from d1 to d3.
const JUDGED_OTHERWISE: &[&str] = &["atomic", "berolina", "great"];

/// Two games of a game between two of our engines, where XBoard checks each move: what is wrong.
fn faults_in(game: &str, engine: &str, file: Option<(&str, &str)>) -> Vec<String> {
    let mut two = Match::against(&format!("game-{game}"), Path::new(engine));
    if let Some((name, text)) = file {
        two = two.file(name, text);
    }
    // Depth ends the thinking, so that no busy machine loses on time.
    let quick = ["-tc", "20", "-depth", "2", "-xponder", "-adjudicateDrawMoves", "60"];
    let judges = if JUDGED_OTHERWISE.contains(&game) { "false" } else { "true" };
    let two = two.with(&["-testLegality", judges]);
    let (games, debug) = two.with(&["-fcp", engine, "-variant", game]).with(&quick).play();
    eprintln!("{game}: {} moves of the first", debug.matches("<first : move ").count());
    let mut faults = Vec::new();
    let ended = |line: &&str| line.starts_with("[Result ") && !line.contains('*');
    if games.lines().filter(ended).count() != 2 {
        faults.push(format!("no two results:\n{games}\n{}", tail(&debug)));
    }
    if !debug.contains(">first : variant ") && !debug.contains(">first : setup") {
        faults.push("the game was not chosen".to_owned());
    }
    if debug.matches("<first : move ").count() < 4 {
        faults.push(format!("hardly a move:\n{}", tail(&debug)));
    }
    let complaints = debug
        .lines()
        .filter(|line| is_complaint(line) || is_complaint(&line.replace("second :", "first :")));
    faults.extend(complaints.map(str::to_owned));
    faults.into_iter().map(|fault| format!("{game}: {fault}")).collect()
}

/// C-219 to C-246: XBoard's games. `FERZ_XBOARD_GAMES` is `all`, or the names of some.
#[test]
fn xboard_games() {
    let wanted =
        std::env::var("FERZ_XBOARD_GAMES").unwrap_or_else(|_| "crazyhouse lion".to_owned());
    let games = match wanted.as_str() {
        "all" => LISTED.to_vec(),
        names => names.split_whitespace().collect(),
    };
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let faults: Vec<String> =
        games.into_iter().flat_map(|game| faults_in(game, ferz, None)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// C-640 to C-648: a game from a file, which XBoard learns of our `setup` and `piece`.
#[test]
fn xboard_game_from_a_file() {
    let file = "[smallhouse:crazyhouse]\nmaxRank = 6\nmaxFile = f\nqueen = -\nbishop = -\n\
        archbishop = a\npromotionRegionWhite = *6\npromotionRegionBlack = *1\n\
        promotionPieceTypes = arn\ndoubleStep = false\ncastling = false\n\
        startFen = rnaknr/pppppp/6/6/PPPPPP/RNAKNR[] w - - 0 1\n";
    let ferz = format!("{} --variants games.ini", env!("CARGO_BIN_EXE_ferz"));
    let faults = faults_in("smallhouse", &ferz, Some(("games.ini", file)));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// C-390, C-406: from a position with Black to move.
#[test]
fn xboard_from_a_position() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3\n";
    let (games, debug) = Match::against("position", &fairymax())
        .file("start.fen", fen)
        .with(&["-lpf", "start.fen", "-lpi", "1"])
        .check();
    assert_eq!(games.matches("[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/").count(), 2, "{games}");
    assert!(debug.contains(">first : setboard r1bqkbnr/pppp1ppp/2n5/4p3/"));
}

/// C-218, C-316, C-328, C-392: Chess960. Of the peers none plays it by XBoard's book, so we are
/// on both sides: two programs, and XBoard checks each move.
#[test]
fn xboard_chess960() {
    let (games, debug) = Match::against("chess960", Path::new(env!("CARGO_BIN_EXE_ferz")))
        .with(&["-variant", "fischerandom"])
        .check();
    assert_eq!(games.matches("[Variant \"fischerandom\"]").count(), 2, "{games}");
    assert!(debug.contains(">first : variant fischerandom"));
}

/// C-118, C-119, C-228, C-319, C-748: Chinese chess, in XBoard's colours and ranks, against
/// HoiXiangqi and MaxQi. XBoard judges each move, and repetitions by its own rules.
#[test]
fn xboard_xiangqi() {
    for opponent in ["hoixiangqi", "maxqi"] {
        let (games, debug) = Match::against(&format!("xiangqi-{opponent}"), &peer(opponent))
            .with(&["-variant", "xiangqi"])
            .check();
        assert_eq!(games.matches("[Variant \"xiangqi\"]").count(), 2, "{games}");
        assert!(debug.contains(">first : variant xiangqi"), "{}", tail(&debug));
    }
}

/// C-320, C-390: Chinese chess from a position, as XBoard writes it.
#[test]
fn xboard_xiangqi_from_a_position() {
    let fen = "rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1H2/9/RHEAKAE1R b - - 3 2\n";
    let (games, debug) = Match::against("xiangqi-position", &peer("hoixiangqi"))
        .file("start.fen", fen)
        .with(&["-variant", "xiangqi", "-lpf", "start.fen", "-lpi", "1"])
        .check();
    assert_eq!(games.matches("[FEN \"rheakae1r/9/1c4hc1/").count(), 2, "{games}");
    assert!(debug.contains(">first : setboard rheakae1r/9/1c4hc1/"), "{}", tail(&debug));
}

/// `ferz bridge`: an engine of UCI in XBoard, with pondering, where PolyGlot would stand.
#[cfg(feature = "host")]
#[test]
fn xboard_bridge() {
    let bridge =
        format!("{} bridge -- {}", env!("CARGO_BIN_EXE_ferz"), peer("stockfish").display());
    let (games, _) = Match::against("bridge", &fairymax()).with(&["-fcp", &bridge]).check();
    assert_eq!(games.matches("\"Stockfish 15.1\"").count(), 2, "{games}");
}

/// `ferz bridge`: the other engines, one game each: of CECP, and of UCI and UCCI in xiangqi. For UCCI
/// Debian has no engine, so it is ours.
#[cfg(feature = "host")]
#[test]
fn xboard_bridges() {
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let path = |name: &str| peer(name).display().to_string();
    for (name, protocol, engine, variant, second) in [
        ("cecp", "cecp", path("phalanx"), "normal", fairymax()),
        ("uci-xiangqi", "uci", path("fairy-stockfish"), "xiangqi", peer("hoixiangqi")),
        ("ucci", "ucci", ferz.to_owned(), "xiangqi", peer("hoixiangqi")),
    ] {
        let bridge = format!("{ferz} bridge --engine-protocol={protocol} -- {engine}");
        let (games, debug) = Match::against(&format!("bridge-{name}"), &second)
            .with(&["-fcp", &bridge, "-variant", variant, "-mg", "1", "-tc", "0:02"])
            .play();
        let complaints: Vec<_> = debug.lines().filter(|line| is_complaint(line)).collect();
        assert!(complaints.is_empty(), "{name}: {complaints:#?}");
        let ended = games.lines().any(|line| line.starts_with("[Result ") && !line.contains('*'));
        assert!(ended, "{name}: {games}\n{}", tail(&debug));
        assert!(debug.matches("<first : move ").count() > 5, "{name}: {games}");
    }
}

/// XBoard starts the adapter by its own words for PolyGlot and for UCI2WB; Ferz stands for both.
#[test]
fn xboard_adapters() {
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let stockfish = peer("stockfish").display().to_string();
    for (name, option, adapter, mark) in [
        ("polyglot", "-adapterCommand", "polyglot -noini -ec \"%fcp\" -ed \"%fd\"", "-fUCI"),
        ("uci2wb", "-uxiAdapter", "uci2wb -%variant \"%fcp\" \"%fd\"", "-fUCCI"),
    ] {
        let adapter = format!("{ferz} {adapter}");
        let (games, _) = Match::against(name, &fairymax())
            .with(&["-fcp", &stockfish, mark, option, &adapter])
            .check();
        assert_eq!(games.matches("\"Stockfish 15.1\"").count(), 2, "{name}: {games}");
    }
}

/// C-001, C-058, C-066: a host of version 1, by XBoard's own switch: no features, bare moves.
#[test]
fn xboard_version_1() {
    let (_, debug) =
        Match::against("version1", &fairymax()).with(&["-firstProtocolVersion", "1"]).play();
    assert!(!debug.contains("first : protover"), "{}", tail(&debug));
    assert!(debug.matches("<first : move ").count() > 10, "{}", tail(&debug));
    let complaints: Vec<_> = debug.lines().filter(|line| is_complaint(line)).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// C-261, C-266, C-267: forty moves in a period, and a fixed time for each move.
#[test]
fn xboard_other_time_controls() {
    for (name, control) in
        [("period", &["-mps", "10", "-tc", "0:01"][..]), ("st", &["-st", "0:01"])]
    {
        let (games, debug) =
            Match::against(name, &fairymax()).with(control).with(&["-mg", "1"]).play();
        let complaints: Vec<_> = debug.lines().filter(|line| is_complaint(line)).collect();
        assert!(complaints.is_empty(), "{name}: {complaints:#?}");
        let ended = games.lines().any(|line| line.starts_with("[Result ") && !line.contains('*'));
        assert!(ended, "{name}: {games}\n{}", tail(&debug));
    }
}

/// C-055, C-085, C-092, C-109, C-310: what `ferz check --interface` says of XBoard, and what
/// `ferz blame` makes of its debug file.
#[cfg(feature = "host")]
#[test]
fn xboard_graded() {
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let pose = format!("{ferz} check --interface cecp --report grades.txt");
    let game = Match::against("graded", &fairymax()).with(&["-fcp", &pose, "-mg", "1"]);
    let folder = game.folder.clone();
    let (games, debug) = game.play();
    let grades = fs::read_to_string(folder.join("grades.txt")).unwrap_or_default();
    assert!(grades.contains("the interface (cecp): "), "{games}\n{}", tail(&debug));
    assert!(grades.contains(" 0 failed"), "{grades}");
    let output = Command::new(ferz).arg("blame").arg(folder.join("debug.txt")).output();
    let said = output.expect("ferz starts").stdout;
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("first (cecp, ") && said.contains("second (cecp, "), "{said}");
}
