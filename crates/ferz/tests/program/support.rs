//! Starting the program, asking it, reading its answers.

use ferz_link::{Place, Record};
use ferz_referee::GameRecord;
use ferz_testkit::Session;
use ferz_wire::MoveText;
use ferz_wire::uci::ToEngine;
use std::time::Duration;

/// Nothing may take longer, even on a loaded machine.
pub(crate) const SOON: Duration = Duration::from_secs(5);

/// The program, before its first word.
pub(crate) fn ferz() -> Session {
    Session::program(env!("CARGO_BIN_EXE_ferz"))
}

/// The program, ready to search.
pub(crate) fn uci() -> Session {
    let mut ferz = ferz();
    ferz.send_all(&["uci", "isready"]);
    ferz.expect("readyok");
    ferz
}

/// Sends commands and takes what follows up to `bestmove`: the lines, the last one that one.
pub(crate) fn search(ferz: &mut Session, commands: &[&str]) -> Vec<String> {
    ferz.send_all(commands);
    ferz.expect_until("bestmove", |line| line.starts_with("bestmove "))
}

/// The move of a `bestmove` line.
pub(crate) fn best(lines: &[String]) -> &str {
    let line = lines.last().expect("a bestmove");
    line.split_whitespace().nth(1).expect("a move behind bestmove")
}

/// The number behind a word of an `info` line.
pub(crate) fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split_whitespace().skip_while(|w| *w != word).skip(1);
    let number = words.next().and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no {word} in {line:?}"))
}

/// The last line with a score before `bestmove`.
pub(crate) fn last_info(lines: &[String]) -> &str {
    let info =
        lines.iter().rev().find(|line| line.starts_with("info ") && line.contains(" score "));
    info.expect("an info with a score")
}

/// The game that a `position` line describes.
pub(crate) fn game(line: &str) -> GameRecord {
    let ToEngine::Position(position) = ToEngine::parse(line).value else {
        panic!("no position: {line}")
    };
    let place = Place {
        variant: "normal".into(),
        start: position.start,
        moves: position.moves.iter().map(|mv| MoveText::new(mv.as_str())).collect(),
    };
    GameRecord::of(&place).expect("a position")
}

/// Fails unless the move is legal in the position of this line.
pub(crate) fn assert_legal(position: &str, mv: &str) {
    let legal = game(position).legal_moves();
    assert!(legal.iter().any(|legal| legal == mv), "{mv} after {position}");
}

/// Whether a search lasted so long; what is wrong if not.
pub(crate) fn took(
    what: &str,
    used: Duration,
    range: std::ops::RangeInclusive<u64>,
) -> Result<(), String> {
    let allowed = Duration::from_millis(*range.start())..=Duration::from_millis(*range.end());
    if allowed.contains(&used) { Ok(()) } else { Err(format!("{what}: {used:?}")) }
}
