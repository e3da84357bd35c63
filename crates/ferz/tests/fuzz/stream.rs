//! A stream of commands of three protocols, mixed: right ones, wrong ones, and noise.

use ferz_rules::Random;

/// First lines, most of which choose a protocol.
const FIRST: &[&str] =
    &["uci", "uci", "uci", "xboard", "xboard", "new", "ucci", "ucci", "ucci", "foo", "isready"];

const UCI: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "debug on",
    "debug off",
    "debug",
    "position startpos",
    "position startpos moves {moves}",
    "position fen {fen}",
    "position fen {fen} moves {moves}",
    "go {limits}",
    "go {limits}",
    "go {limits}",
    "go {limits}",
    "go infinite",
    "go ponder {limits}",
    "go searchmoves {moves} {limits}",
    "go",
    "go perft 2",
    "setoption name Hash value {number}",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name Clear Hash",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_SetPositionValue value {number} {fen}",
    "setoption name UCI_SetPositionValue value clearall",
    "setoption name UCI_Opponent value GM {number} human {noise}",
    "setoption name {noise} value {number}",
    "setoption name UCI_Elo value {number}",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "register later",
    "register name {noise} code {number}",
    "startpos",
    "fen {fen}",
    "d",
];

const CECP: &[&str] = &[
    "xboard",
    "protover 2",
    "protover {number}",
    "accepted {noise}",
    "rejected {noise}",
    "rejected usermove",
    "new",
    "variant normal",
    "variant fischerandom",
    "variant {noise}",
    "random",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level {number} 0:01 0",
    "level 40 0:01 {number}",
    "level 0 0 0",
    "st 0.01",
    "sd 2",
    "sd {number}",
    "nps {number}",
    "time 1",
    "time {number}",
    "otim {number}",
    "usermove {move}",
    "usermove {move}",
    "{move}",
    "{move}",
    "?",
    "ping {number}",
    "draw",
    "result 1-0 {noise}",
    "result * {{noise}}",
    "setboard {fen}",
    "edit",
    ".",
    "#",
    "c",
    "Ke1",
    "ke8",
    "Pa4",
    "xa4",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    "name {noise}",
    "rating {number} {number}",
    "computer",
    "pause",
    "resume",
    "memory 5",
    "cores 1",
    "egtpath syzygy {noise}",
    "option Hash={number}",
    "option {noise}",
    "exclude {move}",
    "include {move}",
    "include all",
    "exclude all",
    "setscore {number} {number}",
    "ics {noise}",
    "partner {noise}",
    "fritz",
    "reset",
    "ponder",
];

const UCCI: &[&str] = &[
    "ucci",
    "setoption usemillisec true",
    "setoption usemillisec off",
    "setoption batch true",
    "setoption batch false",
    "setoption debug {noise}",
    "setoption newgame",
    "setoption promotion true",
    "setoption promotion false",
    "setoption usebook false",
    "setoption bookfiles {noise}",
    "setoption evalapi {noise}",
    "setoption hashsize {number}",
    "setoption threads 1",
    "setoption idle small",
    "setoption pruning {noise}",
    "setoption randomness huge",
    "setoption style risky",
    "setoption {noise} {number}",
    "setoption name hashsize value {number}",
    "position startpos",
    "position startpos moves {xmoves}",
    "position fen {xfen}",
    "position fen {xfen} moves {xmoves}",
    "banmoves {xmoves}",
    "banmoves",
    "go time {number} increment 0",
    "go draw time 0 increment 0 opptime {number} oppincrement 0",
    "go depth 2",
    "go depth 0",
    "go depth 1",
    "go nodes 30",
    "go movetime 1",
    "go infinite",
    "go ponder time 1 increment 0",
    "go",
    "probe fen {xfen}",
    "probe startpos moves {xmoves}",
    "ponderhit",
    "ponderhit draw",
    "stop",
    "stop",
    "stop",
    "isready",
    "ucinewgame",
];

const XIANGQI_FENS: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/9/4KA3 b - - 119 80",
    "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
    "9/9/9/9/9/9/9/9/9/9 w",
    "x",
];

const XIANGQI_MOVES: &[&str] = &[
    "h2e2",
    "h9g7",
    "h0g2",
    "b9c7",
    "i0h0",
    "i9h9",
    "e2e6",
    "d9e8",
    "H2-E2",
    "C2=5",
    "炮二平五",
    "a0a1",
    "a9a8",
    "e0e1",
    "e9e8",
    "d0d0",
    "0000",
    "h2h2",
    "j0a0",
    "a3a4",
    "g6g5",
    "b0a2",
    "z",
];

const NOISE: &[&str] = &[
    "",
    " ",
    "\t",
    "\u{7}",
    "{",
    "}",
    "<empty>",
    "value",
    "name",
    "\u{10ffff}",
    "é",
    "'\"\\",
    "0",
    "-",
    "moves",
    "fen",
    "joho debug on",
    "UCI",
    "%n%s",
    "\u{0}",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "-1",
    "-99999999999999999999",
    "99999999999999999999",
    "1.5",
    "1e9",
    "x",
    "",
    "2147483648",
    "-0",
    "+3",
    "0x10",
];

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "xyz",
    "",
    "k/8 w",
    "8/8/8/8/8/8/k7/2K5 w - -",
    "nrk1brbn/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/2K1BR1B w - - 2 12",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 99999999999 -3",
    "P3k3/8/8/8/8/8/8/p3K3 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 150 200",
];

const MOVES: &[&str] = &[
    "e2e4", "e7e5", "g1f3", "b8c6", "d2d4", "d7d5", "e4d5", "e1g1", "e8g8", "O-O", "Nf3", "e4",
    "e5", "exd5", "a7a8q", "a2a1n", "0000", "@@@@", "e2e2", "h9h0", "zz", "P@e4", "e7e8=Q",
    "Qxf7#", "a2a3", "a7a6", "h2h4", "h7h5",
];

/// Limits that end a search soon.
const LIMITS: &[&str] = &[
    "depth 1",
    "depth 2",
    "nodes 30",
    "movetime 1",
    "wtime 5 btime 5",
    "wtime 0 btime 0",
    "wtime -5",
    "btime 9 movestogo 1",
    "mate 1",
    "depth 0",
    "depth x nodes 9",
    "nodes -1",
];

/// The next line of a stream; `first` is the one that begins a session.
pub(crate) fn line(random: &mut Random, first: bool) -> String {
    if first {
        return random.of(FIRST).to_owned();
    }
    let template = match random.below(20) {
        0..6 => random.of(UCI),
        6..12 => random.of(CECP),
        12..18 => random.of(UCCI),
        18 => return noise(random),
        _ => "{noise} {noise}",
    };
    let mut line = fill(random, template);
    if random.below(40) == 0 {
        damage(random, &mut line);
    }
    if takes_much_memory(&line) {
        line.clear();
    }
    line
}

/// A damaged number may be a right one, and ask for a table as large as the machine's memory.
fn takes_much_memory(line: &str) -> bool {
    let numbers = line.split(|c: char| !c.is_ascii_digit());
    let large = numbers.filter_map(|number| number.parse::<u64>().ok()).any(|number| number > 64);
    let line = line.to_ascii_lowercase();
    large && (line.contains("hash") || line.contains("memory"))
}

fn fill(random: &mut Random, template: &str) -> String {
    let mut line = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        line.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        match name {
            "moves" => {
                for _ in 0..random.below(12) {
                    line.push_str(random.of(MOVES));
                    line.push(' ');
                }
            }
            "move" => line.push_str(random.of(MOVES)),
            "xmoves" => {
                for _ in 0..random.below(6) {
                    line.push_str(random.of(XIANGQI_MOVES));
                    line.push(' ');
                }
            }
            "xfen" => line.push_str(random.of(XIANGQI_FENS)),
            "fen" => line.push_str(random.of(FENS)),
            "limits" => line.push_str(random.of(LIMITS)),
            "number" => line.push_str(random.of(NUMBERS)),
            _ => line.push_str(random.of(NOISE)),
        }
        rest = after;
    }
    line.push_str(rest);
    line
}

fn noise(random: &mut Random) -> String {
    let length = random.below(40);
    (0..length).filter_map(|_| char::from_u32(random.below(0x250) as u32)).collect()
}

/// Changes a letter, or cuts the line, or doubles it.
fn damage(random: &mut Random, line: &mut String) {
    let at = random.below(line.len() + 1);
    let at = (0..=at).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    match random.below(3) {
        0 => line.truncate(at),
        1 => line.insert(at, char::from(32 + random.below(95) as u8)),
        _ => {
            let copy = line.clone();
            line.insert_str(at, &copy);
        }
    }
}
