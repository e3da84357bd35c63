//! `analyze` to `exit`.

use super::{Cecp, RICH, is_complaint, ms};
use crate::expectation::{Expectation, Finding, Outcome, ensure, must, not_applicable, should};
use crate::run::Subject;
use ferz_wire::cecp::{FromEngine, Thinking};

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must("cecp-analyze", "analyze shows thinking and makes no move", "C-673 C-670", |e| {
        begin(e)?;
        let lines = shown(e, ms(700))?;
        ensure(!lines.is_empty(), "lines of thinking")
    }),
    must("cecp-analyze-exit", "exit ends analysis", "C-678", |e| {
        begin(e)?;
        e.listen(ms(200));
        e.say("exit");
        e.sync()?;
        e.is_idle()
    }),
    must("cecp-analyze-move", "a move in analysis is made and analysed", "C-674", |e| {
        begin(e)?;
        e.listen(ms(200));
        e.user_move("e2e4");
        let said = e.listen(ms(300));
        ensure(!said.iter().any(is_complaint), "e2e4 is legal")?;
        let lines = shown(e, ms(700))?;
        ensure(!lines.is_empty(), "lines of thinking")
    }),
    must("cecp-analyze-undo", "undo in analysis takes a half-move back", "C-675", |e| {
        begin(e)?;
        e.user_move("e2e4");
        e.say("undo");
        e.listen(ms(100));
        e.user_move("e2e4");
        let said = over(e)?;
        ensure(!said.iter().any(is_complaint), "e2e4 is legal again")
    }),
    must(
        "cecp-analyze-new",
        "new in analysis sets the start position, and no move is made",
        "C-676",
        |e| {
            begin(e)?;
            e.say_each(&["new", "st 1"]);
            e.listen(ms(100));
            e.user_move("a2a3");
            // An engine that takes it for a new game answers the move.
            shown(e, ms(1500))?;
            let said = over(e)?;
            ensure(!said.iter().any(is_complaint), "a2a3 is legal")
        },
    ),
    must("cecp-analyze-setboard", "setboard in analysis sets the position", "C-677", |e| {
        e.needs_feature("setboard")?;
        begin(e)?;
        e.say(&format!("setboard {RICH}"));
        let said = e.listen(ms(300));
        ensure(!said.iter().any(is_complaint), format!("no complaint, not {said:?}"))?;
        let lines = shown(e, ms(700))?;
        ensure(!lines.is_empty(), "lines of thinking")
    }),
    must(
        "cecp-analyze-mated",
        "a mated position in analysis is survived, and no move made",
        "C-688",
        |e| {
            e.needs_feature("setboard")?;
            begin(e)?;
            e.say("setboard R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
            shown(e, ms(300))?;
            over(e).map(drop)
        },
    ),
    must("cecp-analyze-goes-on", "analysis goes on when a mate was found", "C-687", |e| {
        e.needs_feature("setboard")?;
        begin(e)?;
        e.say("setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
        shown(e, ms(500))?;
        e.user_move("a1a8");
        let said = over(e)?;
        ensure(!said.iter().any(is_complaint), "a1a8 is legal")
    }),
    should("cecp-analyze-status", ". is answered by stat01:", "C-679 C-680 C-681", |e| {
        begin(e)?;
        e.listen(ms(200));
        e.say(".");
        let found = e.wait_for(ms(1000), |it| matches!(it, FromEngine::Stat01(_)).then_some(()))?;
        ensure(found.is_some(), "stat01: time nodes ply mvleft mvtot")
    }),
    should("cecp-status-idle", ". outside analysis is no error", "C-693", |e| {
        e.new_game()?;
        e.say(".");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "nothing")
    }),
    should("cecp-analyze-settings", "settings in analysis do not end it", "C-691", |e| {
        begin(e)?;
        e.listen(ms(100));
        e.say_each(&["hard", "easy", "level 40 5 0", "time 1000", "otim 1000"]);
        e.is_busy()
    }),
    should("cecp-analyze-twice", "a second analyze is ignored", "C-690", |e| {
        begin(e)?;
        e.say("analyze");
        let said = over(e)?;
        ensure(!said.iter().any(is_complaint), "nothing")
    }),
    should("cecp-analyze-force", "force ends analysis", "C-690", |e| {
        begin(e)?;
        e.listen(ms(100));
        e.say("force");
        e.sync()?;
        e.is_idle()
    }),
    must("cecp-analyze-then-game", "after analysis a game can be played", "C-678 C-689", |e| {
        begin(e)?;
        e.listen(ms(100));
        e.say("exit");
        e.new_game()?;
        e.think(&["level 0 1 0", "st 1", "sd 4"]).map(drop)
    }),
    must("cecp-analyze-quit", "quit ends the program while it analyses", "C-192", |e| {
        begin(e)?;
        e.say("quit");
        ensure(e.talk().ends(ms(3000)).is_some(), "the end of the program")
    }),
];

fn begin(e: &mut Cecp) -> Outcome {
    e.needs_default("analyze")?;
    e.fresh()?;
    analyze(e)?;
    if e.analyses.is_none() {
        // C-554: the old way to say that there is none.
        let is_refusal = |text: &str| text.split_whitespace().next() == Some("analyze");
        let found = e.wait_for(ms(3000), |said| match said {
            FromEngine::Error { text, .. } => is_refusal(text).then_some(false),
            FromEngine::Thinking(_) => Some(true),
            _ => None,
        })?;
        e.analyses = Some(found.is_none_or(|(analyses, _)| analyses));
        e.say("exit");
        analyze(e)?;
    }
    match e.analyses {
        Some(false) => not_applicable("the engine calls analyze an unknown command"),
        _ => Ok(()),
    }
}

/// Begins in a position that is in no book: what an engine shows there is its own thinking.
fn analyze(e: &mut Cecp) -> Outcome {
    e.say_each(&["new", "force", "post"]);
    for mv in ["a2a3", "a7a6", "g1f3", "e7e5"] {
        e.user_move(mv);
    }
    e.sync()?;
    e.say("analyze");
    Ok(())
}

/// Ends analysis; what was said in the last moments of it. Whether `ping` is answered in analysis is
/// another expectation's affair.
fn over(e: &mut Cecp) -> Result<Vec<FromEngine>, Finding> {
    let mut said = e.listen(ms(200));
    e.say("exit");
    said.extend(e.sync()?);
    Ok(said)
}

/// The lines of some time, in which no move may be.
fn shown(e: &mut Cecp, time: std::time::Duration) -> Result<Vec<Thinking>, Finding> {
    let said = e.listen(time);
    if let Some(gone) = e.talk().gone() {
        return Err(gone);
    }
    if let Some(mv) = said.iter().find(|it| matches!(it, FromEngine::Move(_))) {
        return Err(Finding::Unmet(format!("no move in analysis, not {mv:?}")));
    }
    let lines = said.into_iter().filter_map(|it| match it {
        FromEngine::Thinking(line) => Some(*line),
        _ => None,
    });
    Ok(lines.collect())
}
