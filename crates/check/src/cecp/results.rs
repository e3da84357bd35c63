//! The end of games: claims, draws, resignation, `result`.

use super::{Cecp, is_complaint, ms};
use crate::expectation::{Expectation, Outcome, ensure, must, not_applicable, should};
use ferz_wire::cecp::{FromEngine, GameResult};

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must(
        "cecp-claims-own-mate",
        "after its own mate the engine says the result",
        "C-575 C-576",
        |e| {
            e.place("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?;
            let played = e.think(&["level 0 1 0", "st 1", "sd 4"])?;
            if !["a1a8", "Ra8", "Ra8#", "Ra8+"].contains(&played.mv.as_str()) {
                return not_applicable("the engine does not mate");
            }
            claimed(e, GameResult::WhiteWins)
        },
    ),
    must(
        "cecp-claims-others-mate",
        "after the opponent's mate the engine says the result",
        "C-575 C-576",
        |e| {
            e.needs_feature("setboard")?;
            e.place("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?;
            if e.announced().has("playother") {
                e.say("playother");
            }
            e.user_move("a1a8");
            claimed(e, GameResult::WhiteWins)
        },
    ),
    must(
        "cecp-claims-stalemate",
        "after a stalemate the engine says the result",
        "C-575 C-576",
        |e| {
            e.needs_feature("setboard")?;
            e.place("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")?;
            if e.announced().has("playother") {
                e.say("playother");
            }
            e.user_move("f1f7");
            claimed(e, GameResult::Draw)
        },
    ),
    must("cecp-mated-no-move", "a mated engine makes no move", "C-207 C-573", |e| {
        e.place("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1")?;
        e.say_each(&["st 1", "go"]);
        e.no_move_within(ms(1500), "when mated")
    }),
    must("cecp-stalemated-no-move", "a stalemated engine makes no move", "C-207 C-573", |e| {
        e.place("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
        e.say_each(&["st 1", "go"]);
        e.no_move_within(ms(1500), "when stalemated")
    }),
    should(
        "cecp-result",
        "result in every form is taken without a word",
        "C-373 C-374 C-376 C-381",
        |e| {
            for result in
                ["1-0 {White mates}", "0-1 {Black resigns}", "1/2-1/2 {Draw agreed}", "* {x}"]
            {
                e.say(&format!("result {result}"));
            }
            let said = e.sync()?;
            ensure(!said.iter().any(is_complaint), format!("nothing, not {said:?}"))
        },
    ),
    must("cecp-after-result", "after result nothing is played", "C-380 C-805", |e| {
        e.say_each(&["new", "easy", "st 1", "result 1-0 {White resigns}"]);
        e.sync()?;
        e.no_move_within(ms(300), "after result")
    }),
    must(
        "cecp-new-after-result",
        "after result and new a game can be played",
        "C-064 C-805",
        |e| {
            e.say_each(&["new", "result * {x}", "new", "easy", "level 0 1 0", "st 1", "sd 4"]);
            e.sync()?;
            e.user_move("e2e4");
            e.its_move().map(drop)
        },
    ),
    must("cecp-draw", "draw is taken, and the game goes on", "C-370 C-371", |e| {
        e.needs_default("draw")?;
        e.say_each(&["new", "easy", "level 0 1 0", "st 1", "sd 4", "draw"]);
        let said = e.sync()?;
        let ends = said.iter().any(|it| matches!(it, FromEngine::Result { .. }));
        ensure(!ends, "offer draw where it agrees, and no result")?;
        e.user_move("e2e4");
        e.its_move().map(drop)
    }),
];

/// The engine says this result, soon.
fn claimed(e: &mut Cecp, wanted: GameResult) -> Outcome {
    let found = e.wait_for(ms(1000), |said| match said {
        FromEngine::Result { result, .. } => Some(*result),
        _ => None,
    })?;
    let result = found.map(|(result, _)| result);
    ensure(result == Some(wanted), format!("{wanted:?}, not {result:?}"))
}
