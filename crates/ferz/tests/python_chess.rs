//! Ferz under python-chess, the library that most tools around chess engines are built on, over
//! both protocols. Each test is one function in `python/uci.py` or `python/xboard.py`.

use std::path::Path;
use std::process::Command;

/// Runs one case.
fn case(script: &str, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python");
    let mut python = python();
    python.arg(folder.join(script)).args([env!("CARGO_BIN_EXE_ferz"), name]);
    must(python);
}

fn python() -> Command {
    let mut python = Command::new(ferz_testkit::python());
    // No compiled files beside the scripts.
    python.arg("-B");
    python
}

/// Runs `command`; fails with what it printed.
fn must(mut command: Command) {
    let output = command.output().expect("the interpreter starts");
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The example in the README does what it says, started beside the program.
#[test]
fn python_chess_readme_example() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(readme).expect("the README is there");
    let example = text.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut python = python();
    python.args(["-c", example.expect("an example in Python")]);
    python.current_dir(Path::new(env!("CARGO_BIN_EXE_ferz")).parent().expect("it is in a folder"));
    must(python);
}

/// Names a test after its case, so that the two are found from each other.
macro_rules! cases {
    ($script:literal, $($(#[$attribute:meta])* $test:ident: $case:literal,)*) => {
        $(
            $(#[$attribute])*
            #[test]
            fn $test() {
                case($script, $case);
            }
        )*
    };
}

cases! { "uci.py",
    /// U-011, U-013, U-123, U-235, U-315: from the first move to a result, on the clock.
    python_chess_uci_complete_game: "complete_game",
    /// U-201, U-202, U-191: from a position where Black begins.
    python_chess_uci_black_to_move: "game_from_black_to_move",
    /// U-228, U-229, U-261, U-275, U-276, U-318: with hits and misses.
    python_chess_uci_ponder: "ponder",
    /// U-460, U-463, U-465, U-223: a game and a castling move that has to be spelled right.
    python_chess_uci_chess960: "chess960",
    /// U-241, U-260, U-331, U-334, U-336, U-337, U-338: infinite analysis, ended by `stop`.
    python_chess_uci_analysis: "analysis",
    /// U-339, U-340, U-424: three lines, and more lines than there are moves.
    python_chess_uci_several_lines: "several_lines",
    /// U-234, U-237, U-238, U-239, U-240, U-343: every limit python-chess can send.
    python_chess_uci_limits: "limits",
    /// U-091, U-092, U-093, U-140, U-145, U-380, U-381, U-386, U-387, U-389, U-413: every option
    /// is understood and can be set.
    python_chess_uci_options: "options",
    /// U-427, U-428, U-430: the weakest setting still plays legal moves.
    python_chess_uci_weakened: "weakened",
    /// U-444: chances in per mille.
    python_chess_uci_win_draw_loss: "win_draw_loss",
    /// U-434: who the opponent is.
    python_chess_uci_opponent: "opponent",
    /// U-320: mated and stalemated at the root.
    python_chess_uci_finished_positions: "finished_positions",
    /// U-190, U-120: three games in one process.
    python_chess_uci_several_games: "several_games",
    /// U-302: the end of input during a search.
    python_chess_uci_end_of_input: "end_of_input",
}

cases! { "xboard.py",
    /// C-055, C-057, C-059, C-063, C-064, C-105, C-106, C-197, C-295, C-373, C-565: two games in
    /// the same processes, on the clock.
    python_chess_cecp_complete_game: "complete_game",
    /// C-106, C-197: from a position where Black begins.
    python_chess_cecp_black_to_move: "game_from_black_to_move",
    /// C-332, C-628: with `hard`.
    python_chess_cecp_ponder: "ponder",
    /// C-218, C-316, C-328: castling as `O-O`.
    python_chess_cecp_chess960: "chess960",
    /// C-194, C-195: back with `undo` and `remove`, and on along another line.
    python_chess_cecp_takes_back: "takes_back",
    /// C-351, C-605, C-673, C-678, C-693: analysis, then a game in the same process.
    python_chess_cecp_analysis: "analysis",
    /// C-137: analysis of chosen moves.
    python_chess_cecp_chosen_moves: "chosen_moves",
    /// C-271, C-272, C-278, C-260: fixed time in fractions of seconds, fixed depth, moves per time.
    python_chess_cecp_limits: "limits",
    /// C-136, C-150, C-153, C-155: every option is understood and can be set.
    python_chess_cecp_options: "options",
    /// C-557: `name`, `rating` and `computer` do no harm.
    python_chess_cecp_opponent: "opponent",
    /// C-370: no draw in the first position, and a move comes.
    python_chess_cecp_draw_offer: "draw_offer",
}

/// Random games of python-chess are the same to us: moves and result of each position.
/// `FERZ_VARIANT_GAMES` says how many of each game.
mod variants {
    use super::{Path, python};
    use ferz_rules::{Notation, Side, Variant, Verdict, new_game};

    /// How a game stands, in a word.
    fn word(verdict: &Verdict) -> &'static str {
        match verdict {
            Verdict::Open => "open",
            Verdict::Claimable(_) => "claimable-draw",
            Verdict::Draw(_) => "draw",
            Verdict::Win(Side::First, _) => "white-wins",
            Verdict::Win(Side::Second, _) => "black-wins",
        }
    }

    fn agrees(name: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/variants.py");
        let count = std::env::var("FERZ_VARIANT_GAMES").unwrap_or_else(|_| "24".to_owned());
        let output = python().arg(script).args([name, &count]).output().expect("Python starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let variant = Variant::by_name(name).expect("a game");
        let mut game = new_game(variant, None).expect("it opens");
        let (mut games, mut positions) = (0, 0);
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some(fen) = line.strip_prefix("game ") {
                game = new_game(variant, Some(fen)).expect(fen);
                games += 1;
                continue;
            }
            let [stands, moves, played] =
                line.split('\t').collect::<Vec<_>>().try_into().expect("three fields");
            let place = || format!("{} after {:?}", game.start_fen(), game.moves(Notation::San));
            assert_eq!(word(&game.verdict()), stands, "{}", place());
            let mut ours = game.legal_moves(Notation::Coordinate);
            ours.sort();
            // What may be played when the game is over is not asked.
            if !played.is_empty() {
                assert_eq!(ours.join(" "), moves, "{}", place());
                game.play(played).expect("it is legal");
            }
            positions += 1;
        }
        assert_eq!(games.to_string(), count);
        assert!(positions > 10 * games, "{positions} positions");
    }

    #[test]
    fn python_chess_antichess() {
        agrees("antichess");
    }

    #[test]
    fn python_chess_atomic() {
        agrees("atomic");
    }

    #[test]
    fn python_chess_crazyhouse() {
        agrees("crazyhouse");
    }

    #[test]
    fn python_chess_horde() {
        agrees("horde");
    }

    #[test]
    fn python_chess_king_of_the_hill() {
        agrees("kingofthehill");
    }

    #[test]
    fn python_chess_racing_kings() {
        agrees("racingkings");
    }

    #[test]
    fn python_chess_three_check() {
        agrees("3check");
    }
}
