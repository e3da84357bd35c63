//! Starting the program, asking it, reading its answers.

use ferz_link::{Place, Record};
use ferz_referee::GameRecord;
use ferz_testkit::Session;
use ferz_wire::MoveText;
use ferz_wire::ucci::ToEngine;
use std::time::Duration;

/// Nothing may take longer, even on a loaded machine.
pub(crate) const SOON: Duration = Duration::from_secs(5);

/// The program, before its first word.
pub(crate) fn ferz() -> Session {
    Session::program(env!("CARGO_BIN_EXE_ferz"))
}

/// The program, idle, in milliseconds and without its book.
pub(crate) fn ucci() -> Session {
    let mut ferz = ferz();
    ferz.send("ucci");
    ferz.expect("ucciok");
    ferz.send_all(&["setoption usemillisec true", "setoption usebook false"]);
    ferz
}

/// Sends commands and takes what follows up to the answer: the lines, the last one that one.
pub(crate) fn search(ferz: &mut Session, commands: &[&str]) -> Vec<String> {
    ferz.send_all(commands);
    ferz.expect_until("an answer", is_answer)
}

pub(crate) fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove ") || line == "nobestmove"
}

/// The move of a `bestmove` line.
pub(crate) fn best(lines: &[String]) -> String {
    let line = lines.last().expect("an answer");
    let mv = line.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next());
    mv.unwrap_or_else(|| panic!("no move: {line}")).to_owned()
}

/// The number behind a word of an `info` line.
pub(crate) fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split_whitespace().skip_while(|w| *w != word).skip(1);
    let number = words.next().and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no {word} in {line:?}"))
}

/// The last line with a main line before the answer.
pub(crate) fn last_info(lines: &[String]) -> &str {
    let info = lines.iter().rev().find(|line| line.contains(" score "));
    info.expect("an info with a score")
}

/// The main line of an `info`.
pub(crate) fn pv(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map(|(_, pv)| pv.split(' ').collect()).unwrap_or_default()
}

/// The game that a `position` line describes.
pub(crate) fn game(line: &str, variant: &str) -> GameRecord {
    let ToEngine::Position(position) = ToEngine::parse(line).value else {
        panic!("no position: {line}")
    };
    let place = Place {
        variant: variant.into(),
        start: position.start,
        moves: position.moves.iter().map(|mv| MoveText::new(mv.as_str())).collect(),
    };
    GameRecord::of(&place).expect("a position")
}

/// Fails unless the move is legal in the position of this line.
pub(crate) fn assert_legal(position: &str, mv: &str) {
    let legal = game(position, "xiangqi").legal_moves();
    assert!(legal.iter().any(|legal| legal == mv), "{mv} after {position}");
}
