//! `Illegal move` and `Error`.

use super::{Cecp, is_complaint};
use crate::expectation::{Expectation, Outcome, ensure, must, should};
use crate::run::Subject;
use ferz_wire::cecp::FromEngine;

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must(
        "cecp-illegal-move",
        "an illegal move is answered by Illegal move",
        "C-545 C-195 C-325",
        |e| illegal(e, "e2e5"),
    ),
    must("cecp-illegal-kept", "after an illegal move the position is as before", "C-547", |e| {
        e.nonsense()?;
        e.say_each(&["new", "force"]);
        // Not at the start of the game, where nothing can be taken back.
        e.user_move("e2e4");
        e.user_move("e2e5");
        e.sync()?;
        e.user_move("e7e5");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e7e5 is legal")
    }),
    must(
        "cecp-illegal-turn",
        "a move of the other side is answered by Illegal move",
        "C-195 C-545",
        |e| illegal(e, "e7e5"),
    ),
    must(
        "cecp-illegal-check",
        "a king left in check is answered by Illegal move",
        "C-546 C-545",
        |e| {
            e.needs_feature("setboard")?;
            e.nonsense()?;
            e.say_each(&["new", "force", "setboard 4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"]);
            e.sync()?;
            e.user_move("e2c3");
            let said = e.sync()?;
            ensure(
                said.iter().any(|it| matches!(it, FromEngine::IllegalMove { .. })),
                "Illegal move: e2c3",
            )
        },
    ),
    should("cecp-illegal-text", "Illegal move repeats the move", "C-545", |e| {
        e.nonsense()?;
        e.say_each(&["new", "force"]);
        let mv = e.other.and_then(|other| other.other_move("e2e5")).unwrap_or("e2e5");
        e.user_move(mv);
        let said = e.sync()?;
        let repeated = said
            .iter()
            .any(|it| matches!(it, FromEngine::IllegalMove { text, .. } if text.trim() == mv));
        ensure(repeated, format!("Illegal move: {mv}"))
    }),
    must("cecp-illegal-no-move", "an illegal move is not answered by a move", "C-547 C-195", |e| {
        e.nonsense()?;
        e.say_each(&["new", "easy", "st 1"]);
        e.user_move("e2e5");
        e.no_move_within(super::ms(1500), "after an illegal one")
    }),
    must("cecp-unknown-command", "an unknown command is survived", "C-550", |e| {
        e.nonsense()?;
        e.say("foobar 1 2 3");
        e.sync().map(drop)
    }),
    should(
        "cecp-unknown-error",
        "an unknown command is answered by Error (unknown command)",
        "C-550 C-325",
        |e| {
            e.nonsense()?;
            e.say("foobar");
            let said = e.sync()?;
            ensure(
                said.iter().any(is_complaint),
                format!("Error (unknown command): foobar, not {said:?}"),
            )
        },
    ),
    should("cecp-bad-level", "a level that is none is answered by an error", "C-285 C-553", |e| {
        e.nonsense()?;
        e.say("level x");
        let said = e.sync()?;
        ensure(said.iter().any(is_complaint), "Error (bad parameter): level x")
    }),
    should("cecp-level-many", "too many parameters are answered by an error", "C-553", |e| {
        e.nonsense()?;
        e.say("level 1 2 3 4 5 6 7");
        let said = e.sync()?;
        ensure(said.iter().any(is_complaint), "Error (too many parameters): level 1 2 3 4 5 6 7")
    }),
    should(
        "cecp-informed",
        "name, rating, computer, random and ics are taken without an error",
        "C-193 C-455 C-458 C-460 C-462 C-557",
        |e| {
            e.say_each(&["new", "random", "name Garry Kasparov", "rating 2600 1500", "computer"]);
            if e.announced().has("ics") {
                e.say("ics -");
            }
            let said = e.sync()?;
            ensure(!said.iter().any(is_complaint), format!("no complaint, not {said:?}"))
        },
    ),
    should(
        "cecp-nps",
        "nps is obeyed, switched off, or answered by an error",
        "C-128 C-129",
        |e| {
            e.needs_default("nps")?;
            if e.announced().has("nps") {
                return Ok(());
            }
            e.nonsense()?;
            e.say("nps 1000");
            let said = e.sync()?;
            ensure(said.iter().any(is_complaint), "feature nps, or Error (unknown command): nps")
        },
    ),
    should(
        "cecp-bughouse",
        "words of bughouse are survived",
        "C-532 C-533 C-534 C-535 C-537",
        |e| {
            e.nonsense()?;
            e.say_each(&["partner somebody", "partner", "ptell hello", "holding [PPPRQ] []"]);
            e.sync().map(drop)
        },
    ),
    should("cecp-unknown-variant", "an unknown game is answered by an error", "C-190", |e| {
        e.nonsense()?;
        e.say_each(&["new", "variant ludo"]);
        let said = e.sync()?;
        ensure(said.iter().any(is_complaint), "Error (unsupported variant): ludo")
    }),
    should("cecp-memory", "memory is taken", "C-480 C-482", |e| {
        e.needs_feature("memory")?;
        e.fresh()?;
        e.say_each(&["memory 64", "memory 0"]);
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "no complaint")
    }),
    must("cecp-cores", "cores is taken, and a search follows", "C-483 C-134", |e| {
        e.needs_feature("smp")?;
        e.fresh()?;
        e.say_each(&["cores 2", "new", "force"]);
        e.sync()?;
        e.think(&["level 0 1 0", "st 1", "sd 4"]).map(drop)
    }),
];

fn illegal(e: &mut Cecp, mv: &str) -> Outcome {
    e.nonsense()?;
    e.say_each(&["new", "force"]);
    e.sync()?;
    e.user_move(mv);
    let said = e.sync()?;
    let told = said.iter().any(|it| matches!(it, FromEngine::IllegalMove { .. }));
    ensure(told, format!("Illegal move: {mv}, not {said:?}"))
}
