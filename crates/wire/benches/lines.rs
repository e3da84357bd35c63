//! Lines per second, next to vampirc-uci on lines that both can read.
//!
//! `cargo bench -p ferz-wire` runs both in one go; compare the medians, or the items per second,
//! of `ours` and `vampirc` for the same line. `answers_…` are lines that only we read.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ferz_wire::{cecp, ucci, uci};

fn main() {
    // A benchmark of parsers that do not understand their lines would measure nothing.
    for name in COMMANDS.iter().chain(MESSAGES) {
        let line = line(name);
        let unknown = matches!(vampirc_uci::parse_one(&line), vampirc_uci::UciMessage::Unknown(..));
        assert!(!unknown, "vampirc-uci cannot read {line:?}");
        let theirs = uci::FromEngine::parse(&line).value;
        let ours = uci::ToEngine::parse(&line).value;
        assert!(
            !matches!(theirs, uci::FromEngine::Unknown(_))
                || !matches!(ours, uci::ToEngine::Unknown(_)),
            "we cannot read {line:?}"
        );
    }
    divan::main();
}

/// To the engine.
const COMMANDS: &[&str] = &["position 80", "go", "setoption", "isready"];
/// From the engine.
const MESSAGES: &[&str] = &["info pv 20", "bestmove", "option"];

const MOVES: [&str; 8] = ["g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8"];

fn moves(count: usize) -> String {
    MOVES.iter().cycle().take(count).map(|mv| format!(" {mv}")).collect()
}

fn line(name: &str) -> String {
    match name {
        "position 80" => format!("position startpos moves{}", moves(80)),
        "go" => "go wtime 300000 btime 298000 winc 2000 binc 2000 movestogo 40".to_owned(),
        "setoption" => "setoption name Hash value 128".to_owned(),
        "isready" => "isready".to_owned(),
        "info pv 20" => format!(
            "info depth 20 seldepth 28 multipv 1 score cp 31 nodes 1234567 nps 1500000 \
             hashfull 240 tbhits 0 time 823 pv{}",
            moves(20)
        ),
        "bestmove" => "bestmove g1f3 ponder g8f6".to_owned(),
        "option" => {
            "option name Style type combo default Normal var Solid var Normal var Risky".to_owned()
        }
        "thinking" => format!("20 31 82 1234567 28 1500000 0\t{}", &moves(20)[1..]),
        "ucci info" => format!("info depth 12 score 31 pv{}", moves(20)),
        other => panic!("no line {other}"),
    }
}

#[divan::bench(args = COMMANDS)]
fn ours_to_engine(bencher: Bencher, name: &str) {
    let line = line(name);
    bencher.counter(ItemsCount::new(1u32)).bench(|| uci::ToEngine::parse(black_box(&line)));
}

#[divan::bench(args = COMMANDS)]
fn vampirc_to_engine(bencher: Bencher, name: &str) {
    let line = line(name);
    bencher.counter(ItemsCount::new(1u32)).bench(|| vampirc_uci::parse_one(black_box(&line)));
}

#[divan::bench(args = MESSAGES)]
fn ours_from_engine(bencher: Bencher, name: &str) {
    let line = line(name);
    bencher.counter(ItemsCount::new(1u32)).bench(|| uci::FromEngine::parse(black_box(&line)));
}

#[divan::bench(args = MESSAGES)]
fn vampirc_from_engine(bencher: Bencher, name: &str) {
    let line = line(name);
    bencher.counter(ItemsCount::new(1u32)).bench(|| vampirc_uci::parse_one(black_box(&line)));
}

#[divan::bench]
fn answers_cecp_thinking(bencher: Bencher) {
    let line = line("thinking");
    bencher.counter(ItemsCount::new(1u32)).bench(|| cecp::FromEngine::parse(black_box(&line)));
}

#[divan::bench]
fn answers_ucci_info(bencher: Bencher) {
    let line = line("ucci info");
    bencher.counter(ItemsCount::new(1u32)).bench(|| ucci::FromEngine::parse(black_box(&line)));
}
