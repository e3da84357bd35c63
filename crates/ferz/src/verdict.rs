//! `ferz verdict`: how a game stands, as the rules have it, in one line.

use crate::variant;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use ferz_referee::GameRecord;
use ferz_rules::{Side, Variant, Verdict};
use ferz_wire::{MoveText, Start};

/// What is asked.
#[derive(Args)]
pub struct Arguments {
    /// The game, by its name in CECP or UCI.
    #[arg(long, value_name = "GAME", default_value = "normal", ignore_case = true, value_parser = variant::any())]
    variant: Variant,
    /// The position as FEN in quotes, or `startpos`; then moves in any notation.
    #[arg(value_name = "FEN|MOVE")]
    words: Vec<String>,
}

/// The verdict in one word and its reason. A move that is not legal is an error that names it.
pub fn run(arguments: &Arguments) -> Result<String> {
    let (start, moves) = match arguments.words.split_first() {
        Some((first, moves)) if first == "startpos" => (Start::Startpos, moves),
        Some((fen, moves)) if fen.contains('/') => (Start::Fen(fen.clone()), moves),
        _ => (Start::Startpos, &arguments.words[..]),
    };
    let mut record = GameRecord::new(arguments.variant.name, &start)
        .map_err(|why| anyhow!("no position: {why}"))?;
    for (at, text) in moves.iter().enumerate() {
        let played = record.play_one(&MoveText::from(text.as_str()));
        played.map_err(anyhow::Error::msg).with_context(|| format!("move {}", at + 1))?;
    }
    let game = record.game();
    Ok(match game.may_declare_win() {
        true => "open: a win may be declared".to_owned(),
        false if game.waits() => "open: no legal move, waits for a piece".to_owned(),
        false => told(&game.verdict()),
    })
}

/// A word that programs can compare, and the reason for people.
fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Open => "open".to_owned(),
        Verdict::Claimable(reason) => format!("claimable-draw: {reason}"),
        Verdict::Draw(reason) => format!("draw: {reason}"),
        Verdict::Win(Side::First, reason) => format!("white-wins: {reason}"),
        Verdict::Win(Side::Second, reason) => format!("black-wins: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variant: Variant, words: &[&str], told: &str) {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let answer = run(&Arguments { variant, words });
        assert_eq!(answer.unwrap_or_else(|error| format!("{error:#}")), told);
    }

    #[test]
    fn one_word_and_its_reason() {
        check(Variant::NORMAL, &[], "open");
        check(Variant::NORMAL, &["f2f3", "e5", "g4", "Qh4"], "black-wins: checkmate");
        check(Variant::NORMAL, &["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "draw: stalemate");
        check(Variant::NORMAL, &["8/8/4k3/8/8/8/8/4K3 w - - 0 1"], "draw: insufficient material");
        let twice = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2);
        check(Variant::CHESS960, &twice, "claimable-draw: repetition");
        let told = "claimable-draw: fifty moves without capture or pawn move";
        check(Variant::NORMAL, &["4k3/8/8/8/8/8/8/4KR2 w - - 99 80", "Rf2"], told);
        check(
            Variant::XIANGQI,
            &["3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"],
            "white-wins: no legal move",
        );
    }

    /// Shogi's king that has entered, and moves as its players write them.
    #[test]
    fn shogi() {
        let shogi = Variant::by_name("shogi").expect("a game of the program");
        let entered = "4K4/+R+R+B+B5/PPPPPPPP1/9/9/9/9/9/4k4[] w - - 0 1";
        check(shogi, &[entered], "open: a win may be declared");
        check(shogi, &["P-7f", "３四歩", "Bx2b+", "同銀"], "open");
        check(shogi, &["P-7e"], "move 1: illegal move \"P-7e\": the piece does not move so");
    }

    /// C-219: a mate that a piece of the partner could block is none.
    #[test]
    fn bughouse() {
        let bughouse = Variant::by_name("bughouse").expect("a game of the program");
        let mated = "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1";
        check(bughouse, &[mated, "Ra8"], "open: no legal move, waits for a piece");
        check(bughouse, &["6k1/8/6K1/8/8/8/8/Q7[] w - - 0 1", "Qg7"], "white-wins: checkmate");
    }

    #[test]
    fn mistakes_are_named() {
        let told = "move 2: illegal move \"e2e4\": ";
        let words = ["startpos", "e4", "e2e4"].map(str::to_owned).to_vec();
        let answer = run(&Arguments { variant: Variant::NORMAL, words });
        assert!(format!("{:#}", answer.unwrap_err()).starts_with(told));
        check(Variant::NORMAL, &["w"], "move 1: not a move: \"w\"");
    }
}
