//! Damaged files for every reader of files: no panic, no hang, no memory without measure.
//!
//! The number is small here. By hand, longer:
//!
//! ```text
//! FERZ_FUZZ_FILES=100000 cargo test --profile quick -p ferz --test fuzz files -- --nocapture
//! ```

use crate::mutation;
use crate::{ONE_AT_A_TIME, status_kib};
use ferz_arena::Config;
use ferz_arena::config::{Format, OpeningsSpec, Order, Policy};
use ferz_arena::openings::{self, Openings};
use ferz_arena::{lists, log};
use ferz_engine::book::{Book, Elephant, Polyglot};
use ferz_engine::eval::network::{Accumulators, Architecture, Game, Network, Numbers};
use ferz_rules::Random;
use ferz_rules::{Variant, chess, xiangqi};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// One file may not take longer, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// All of a reader's files may not need more memory than this.
const MEMORY: u64 = 256 << 10;

/// How many files each reader gets: a few, or what the environment says.
fn files() -> u64 {
    let wanted = std::env::var("FERZ_FUZZ_FILES").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(300)
}

/// Names the file that did it.
struct Case<'a> {
    reader: &'a str,
    seed: u64,
}

impl Drop for Case<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: file {} has done it", self.reader, self.seed);
        }
    }
}

/// Gives a reader its files; `read` says whether it took one.
fn feed(reader: &'static str, samples: &[Vec<u8>], mut read: impl FnMut(&[u8]) -> bool) {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for sample in samples {
        assert!(read(sample), "{reader}: an undamaged sample is not read");
    }
    let watched = Arc::new(AtomicU64::new(0));
    watch(reader, &watched);
    let (before, began) = (status_kib("VmRSS:"), Instant::now());
    let (mut taken, mut slowest) = (0, Duration::ZERO);
    for seed in 0..files() {
        let _case = Case { reader, seed };
        watched.store(seed, Ordering::Relaxed);
        let bytes = mutation::file(&mut Random::new(seed), samples);
        let began = Instant::now();
        taken += u64::from(read(&bytes));
        slowest = slowest.max(began.elapsed());
    }
    watched.store(u64::MAX, Ordering::Relaxed);
    let grown = status_kib("VmRSS:").saturating_sub(before);
    println!(
        "{reader}: {} files, {taken} taken, {:.1} s, the slowest {slowest:.1?}, {grown} KiB more",
        files(),
        began.elapsed().as_secs_f64()
    );
    assert!(slowest < PATIENCE, "{reader}: {slowest:?} for one file");
    assert!(grown < MEMORY, "{reader}: {grown} KiB more");
}

/// Ends the program when a file hangs, or asks for memory without measure, and names it.
fn watch(reader: &'static str, seed: &Arc<AtomicU64>) {
    let seed = seed.clone();
    let limit = status_kib("VmRSS:") + 8 * MEMORY;
    std::thread::spawn(move || {
        let (mut last, mut since) = (0, Instant::now());
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let now = seed.load(Ordering::Relaxed);
            if now == u64::MAX {
                return;
            }
            if now != last {
                (last, since) = (now, Instant::now());
            }
            let memory = status_kib("VmRSS:");
            if since.elapsed() > 3 * PATIENCE || memory > limit {
                eprintln!("{reader}: file {now} hangs, or takes {memory} KiB");
                std::process::abort();
            }
        }
    });
}

/// A reader that wants a file's name; the file lies in a folder of its own.
fn by_name(name: &str, mut read: impl FnMut(&Path) -> bool) -> impl FnMut(&[u8]) -> bool {
    // In memory where that is possible: a disk would be the slowest part.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let folder = folder.expect("a folder");
    let path = folder.path().join(name);
    // What a list may name beside itself.
    std::fs::write(folder.path().join("options.ini"), b"setoption style normal\n").expect("a file");
    move |bytes| {
        let _kept = &folder;
        std::fs::write(&path, bytes).expect("a file is written");
        read(&path)
    }
}

fn texts(samples: &[&str]) -> Vec<Vec<u8>> {
    samples.iter().map(|sample| sample.as_bytes().to_vec()).collect()
}

#[test]
fn files_of_the_league() {
    let plain = "[UCCI League]\nEvent=One\nSite=Here\n\n[Teams]\nRoundrobins=2\nProcessors=1\nTeams=2\n\
        Team=EY,Eleeye,1600,0,eleeye.exe,options.ini,http://x,\n\
        Team=FZ,Ferz,1500,10,ferz,,http://y,depth 5\n[Options]\n\
        InitialTime=10(分钟)\nIncrementalTime=3(秒)\nStoppingTime=200(毫秒)\nStandardCpuTime=1000\n\
        Promotion=Off\n[Positions]\nPosition=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1; it\n";
    // "(分钟)" in GBK.
    let gbk = b"InitialTime=5(\xb7\xd6\xd6\xd3)\nTeam=A,\xcf\xf3\xd1\xdb,0,0,a.exe,,,nodes 100\n"
        .to_vec();
    let samples = [texts(&[plain]), vec![gbk]].concat();
    feed("league", &samples, by_name("league.ini", |file| lists::read(file).is_ok()));
}

#[test]
fn files_of_engines() {
    let toml = "[[engine]]\nname = \"A\"\ncommand = \"stockfish -x 'y z'\"\nprotocol = \"uci\"\n\
        options = { Hash = 64, Ponder = false, Style = \"wild\" }\nlimits = [\"tc=8+0.08\", \"depth=9\"]\n\
        dir = \"engines\"\n[[engine]]\ncommand = \"b\"\n";
    feed("TOML", &texts(&[toml]), by_name("list.toml", |file| lists::read(file).is_ok()));
    let json = r#"[{"command": "sf -x", "name": "SF", "protocol": "uci", "workingDirectory": "/tmp",
        "options": [{"name": "Hash", "value": 32, "type": "spin", "min": 1}, {"name": "OwnBook",
        "value": true}], "stderrFile": "", "variants": ["standard"], "restart": "on"},
        {"command": "./xb", "name": "XB", "protocol": "xboard", "initStrings": ["easy"],
        "whitepov": true, "timeoutScale": 2.5, "ponder": false}]"#;
    feed(
        "engines.json",
        &texts(&[json]),
        by_name("engines.json", |file| lists::read(file).is_ok()),
    );
}

#[test]
fn files_of_quirks() {
    let table = "[[engine]]\nprogram = \"gnuchess\"\nwhy = \"reads ahead\"\npace = 300\n\
        protocol = \"cecp\"\n[[engine]]\nname = \"X*\"\nwhy = \"y\"\nfeatures = { ping = false }\n";
    let own = include_str!("../../../host/src/quirks.toml");
    let samples: Vec<Vec<u8>> = match ferz_host::Quirks::read(table) {
        Ok(_) => texts(&[table, own]),
        Err(_) => texts(&[own]),
    };
    feed("quirks", &samples, |bytes| {
        let Ok(quirks) = ferz_host::Quirks::read(&ferz_input::text::decode(bytes)) else {
            return false;
        };
        quirks.prepare(&mut ferz_host::Launch::new("gnuchess"));
        true
    });
}

/// The openings of a file of this format.
fn open(format: Format, plies: Option<usize>, variant: Variant, file: &Path) -> bool {
    let spec = OpeningsSpec {
        file: file.to_owned(),
        format: Some(format),
        order: Order::Random,
        start: 3,
        plies,
        policy: Policy::Encounter,
    };
    let config = Config { openings: Some(spec), ..Config::default() };
    let no_book = |_: &Path, _| -> Result<Box<dyn openings::Book>, String> { Err("none".into()) };
    Openings::of(&config, variant, &no_book).is_ok_and(|openings| {
        assert!(openings.get(7).moves.len() < 10_000);
        !openings.is_empty()
    })
}

#[test]
fn files_of_openings() {
    let pgn = "[Event \"x\"]\n[White \"A \\\"b\\\"\"]\n[Result \"1-0\"]\n\n1. e4 {good} e5 $1 2. Nf3 (2. f4 exf4\n\
        (2... d5 3. exd5)) 2... Nc6 ; best\n3. Bb5 a6 4. O-O 1-0\n\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\
        [SetUp \"1\"]\n\n1. a8=Q+ Kd7 *\n";
    let short = "1. d4 d5 *\n\n%a line for programs\n1. c4 1/2-1/2\n";
    let read = |file: &Path| open(Format::Pgn, Some(6), Variant::NORMAL, file);
    feed("PGN", &texts(&[pgn, short]), by_name("games.pgn", read));
    let epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"a;b\";\n\n# a line\n\
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 17\n";
    let read = |file: &Path| open(Format::Epd, None, Variant::NORMAL, file);
    feed("EPD", &texts(&[epd]), by_name("list.epd", read));
    let shuffled = "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1\n\
        bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n";
    let read = |file: &Path| open(Format::Epd, None, Variant::CHESS960, file);
    feed("EPD of Chess960", &texts(&[shuffled]), by_name("list.epd", read));
    let xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n\
        3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 3 9\n";
    let read = |file: &Path| open(Format::Epd, None, Variant::XIANGQI, file);
    feed("EPD of xiangqi", &texts(&[xiangqi]), by_name("list.epd", read));
}

/// The entries in order and whole, for three in four: disorder is found before anything else.
fn ordered(bytes: &[u8], size: usize, key: fn(&[u8]) -> u64, number: &mut u64) -> Vec<u8> {
    *number += 1;
    if *number % 4 == 3 {
        return bytes.to_vec();
    }
    let mut entries: Vec<&[u8]> = bytes.chunks_exact(size).collect();
    entries.sort_by_key(|entry| key(entry));
    entries.concat()
}

/// The moves of a book from the start on, as long as it knows some.
macro_rules! follow {
    ($book:expr, $board:expr) => {{
        let mut board = $board;
        for _ in 0..40 {
            let moves = $book.moves(&board);
            let Some((mv, _)) = moves.first() else { break };
            board.play(*mv);
        }
    }};
}

#[test]
fn files_of_books() {
    let begin = |bytes: &[u8]| bytes[..bytes.len().min(4096) / 16 * 16].to_vec();
    let own = Book::<Polyglot>::own();
    let key = |entry: &[u8]| entry.iter().take(8).fold(0, |key, byte| key << 8 | u64::from(*byte));
    let mut number = 0;
    feed("Polyglot", &[begin(own.bytes())], |bytes| {
        let bytes = ordered(bytes, 16, key, &mut number);
        let Ok(book) = Book::<Polyglot>::from_bytes(bytes) else { return false };
        follow!(book, chess::Board::start(Variant::NORMAL));
        book.entries().count() == book.len()
    });
    let own = Book::<Elephant>::own();
    let key =
        |entry: &[u8]| entry.iter().take(4).rev().fold(0, |key, byte| key << 8 | u64::from(*byte));
    feed("ElephantEye", &[begin(own.bytes())], |bytes| {
        let bytes = ordered(bytes, 8, key, &mut number);
        let Ok(book) = Book::<Elephant>::from_bytes(bytes) else { return false };
        follow!(book, xiangqi::Board::start(Variant::XIANGQI));
        book.entries().count() == book.len()
    });
}

/// A small network with weights of all sizes.
fn network(game: Game, hidden: usize, output_buckets: usize) -> Vec<u8> {
    let king_buckets = vec![0; game.squares];
    let shape =
        Architecture { game, hidden, mirrored: false, king_buckets, output_buckets, second: 0 };
    let mut random = Random::new(hidden as u64);
    let mut weights = |count: usize| {
        (0..count).map(|_| (random.next_u64() % 200) as i16 - 100).collect::<Vec<i16>>()
    };
    let numbers = Numbers {
        inputs: weights(shape.inputs() * hidden),
        biases: weights(hidden),
        output: weights(output_buckets * 2 * hidden),
        output_biases: vec![i32::MAX; output_buckets],
        ..Numbers::default()
    };
    Network::new(shape, 400, "for a test", &numbers).expect("a network").to_bytes()
}

/// The check sum of what stands behind it, so that damage gets past it: FNV-1a, as the format says.
fn with_sum(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some((head, body)) = bytes.split_at_mut_checked(16) {
        let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        head[8..].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

#[test]
fn files_of_networks() {
    let samples = [network(Game::CHESS, 32, 1), network(Game::CHESS, 32, 4)];
    // The smallest of xiangqi are longer than a mutation may be.
    let mut number = 0_u64;
    feed("networks", &samples, |bytes| {
        number += 1;
        let bytes = if number % 8 == 3 { bytes.to_vec() } else { with_sum(bytes) };
        let Ok(network) = Network::for_game(Game::CHESS, &bytes) else { return false };
        let board = chess::Board::start(Variant::NORMAL);
        Accumulators::new(Arc::new(network)).fresh_value(&board);
        true
    });
}

/// The checksum of the events' log: CRC-32.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

/// The log with the checksums of what its lines say, so that damage gets past them.
fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let event = line.strip_prefix(b"{\"crc\":\"").and_then(|rest| {
            let begin = rest.windows(9).position(|window| window == b"\"event\":")? + 8;
            rest[begin..].strip_suffix(b"}\n")
        });
        match event {
            Some(event) => {
                let head = format!("{{\"crc\":\"{:08x}\",\"event\":", crc(event));
                all.extend([head.as_bytes(), event, b"}\n"].concat());
            }
            None => all.extend_from_slice(line),
        }
    }
    all
}

#[test]
fn files_of_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let event = |text: &str| -> log::LogEvent { serde_json::from_str(text).expect("an event") };
    let config = serde_json::to_string(&Config::default()).expect("JSON");
    let run =
        format!("\"version\":{},\"began\":1,\"openings\":2,\"config\":{config}", log::VERSION);
    let game = r#"{"number":1,"round":1,"first":0,"second":1,"opening":0,
        "moves":[{"m":"e2e4"},{"m":"e7e5"}],"result":"1-0","reason":"time","began":3,"seconds":0.5}"#;
    let first = event(&format!("{{\"run\":{{{run}}}}}"));
    let mut log = log::Log::create(folder.path(), &first).expect("a log");
    log.add(&event(&format!("{{\"game\":{game}}}"))).expect("a line");
    log.add(&event(r#"{"resumed":{"at":9,"rounds":4}}"#)).expect("a line");
    let sample = std::fs::read(folder.path().join(log::FILE)).expect("the log");
    let mut number = 0_u64;
    feed("events.jsonl", &[sample], |bytes| {
        number += 1;
        let bytes = if number % 4 == 3 { bytes.to_vec() } else { with_checksums(bytes) };
        log::read(&bytes, Path::new("events.jsonl")).is_ok()
    });
}

#[test]
fn files_of_conversations() {
    let transcript = "# ferz transcript 1\n# command x\n0.000041 > uci\n0.003417 < id name X\n\
        0.003419 ! a line\n0.003430 < option name Hash type spin default 16 min 1 max 1024\n\
        0.003500 < uciok\n0.004000 > isready\n0.004100 < readyok\n0.005000 > position startpos moves e2e4\n\
        0.006000 > go wtime 60000 btime 60000\n0.007000 < info depth 1 score mate 1 pv e7e5\n\
        0.008000 < bestmove e7e5 ponder g1f3\n0.009 * hangs: no answer to a ping\n";
    let ours = "    0.022305 > isready\n    0.022400 < readyok\n    0.03 > go depth 1\n";
    let ucci = "    0.000000 > ucci\n    0.000001 < ucciok\n    0.000002 > position fen \
        rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2\n\
        \x20   0.000003 > banmoves h9g7\n    0.000004 > go time 100 increment 0\n    0.000005 < nobestmove\n";
    let stockfish =
        ">> isready\n<< readyok\n>> position startpos\n>> go infinite\n>> stop\n<< bestmove e2e4\n";
    let cecp = "0.000000 > xboard\n0.000001 > protover 2\n0.000002 < feature ping=1 setboard=1 done=1 \
        option=\"A -spin 1 0 9\"\n0.000003 > accepted ping\n0.1 > new\n0.200000 > level 40 5 0\n0.300000 > e2e4\n\
        0.400000 < 1 20 0 30 e7e5\n0.500000 < move e7e5\n0.600000 > ping 1\n0.700000 < pong 1\n\
        0.800000 > edit\n0.810000 > #\n0.820000 > Ke1\n0.830000 > .\n0.900000 < 1-0 {White mates}\n";
    let cecp = format!("# ferz transcript 1\n{}", cecp.replace("0.1 >", "0.100000 >"));
    let transcript = transcript.replace("0.009 *", "0.009000 *");
    let others = [
        &include_bytes!("../../../check/tests/logs/fastchess.log")[..],
        include_bytes!("../../../check/tests/logs/cutechess.log"),
        include_bytes!("../../../check/tests/logs/xboard.debug"),
        include_bytes!("../../../check/tests/logs/python-chess.log"),
    ];
    // The beginning of a long log is enough.
    let mut samples: Vec<Vec<u8>> = others
        .iter()
        .map(|log| log.split_inclusive(|byte| *byte == b'\n').take(60).collect::<Vec<_>>().concat())
        .collect();
    samples.extend(texts(&[&transcript, &cecp, ucci, stockfish, ours]));
    feed("blame", &samples, |bytes| {
        let Ok(conversations) = ferz_check::blame(bytes) else { return false };
        for conversation in &conversations {
            assert!(!conversation.text().is_empty());
            assert!(conversation.json().is_object());
        }
        true
    });
}

/// R-D2: what has no end is refused at once, with its name, wherever a file is named.
#[cfg(unix)]
#[test]
fn files_without_an_end() {
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo runs").success());
    let fifo = fifo.to_str().expect("a name");
    for file in ["/dev/zero", fifo] {
        for arguments in [
            &["blame", file][..],
            &["inspect", "--quirks", file, ferz],
            &["bridge", "--quirks", file, ferz],
            &["match", "--engines", file, "--nodes", "1"],
            &["match", ferz, ferz, "--nodes", "1", "--openings", file],
            &["match", ferz, ferz, "--nodes", "1", "--quirks", file],
        ] {
            let output = std::process::Command::new(ferz)
                .args(arguments)
                .current_dir(folder.path())
                .stdin(std::process::Stdio::null())
                .output()
                .expect("ferz starts");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success(), "{arguments:?}: {output:?}");
            assert!(
                said.contains(file) && said.contains("no regular file"),
                "{arguments:?}: {said}"
            );
        }
    }
}
