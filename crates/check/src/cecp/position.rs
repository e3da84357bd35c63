//! `setboard` and `edit`.

use super::{Cecp, is_complaint, ms};
use crate::expectation::{Expectation, Outcome, ensure, must, not_applicable, should};
use crate::run::Subject;
use ferz_wire::cecp::{FromEngine, TellTo};

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must("cecp-setboard", "setboard sets the position", "C-390 C-391", |e| {
        e.place("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
        e.user_move("e2e4");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e2e4 is legal")?;
        e.user_move("e8d7");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e8d7 is legal")
    }),
    must("cecp-setboard-side", "setboard sets the side to move", "C-396", |e| {
        e.place("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")?;
        e.user_move("e8d7");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e8d7 is legal")
    }),
    must("cecp-setboard-go", "go plays from the position that was set", "C-390 C-197", |e| {
        e.place("6k1/8/8/8/8/8/8/K6R w - - 0 1")?;
        e.think(&["level 0 1 0", "st 1", "sd 4"]).map(drop)
    }),
    must("cecp-setboard-rights", "setboard sets the right to castle", "C-392 C-396", |e| {
        e.place("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1")?;
        e.user_move("e1g1");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e1g1 is legal")?;
        e.user_move("e8c8");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e8c8 is legal")
    }),
    must("cecp-setboard-no-rights", "without the right castling is illegal", "C-396 C-545", |e| {
        e.place("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1")?;
        e.user_move("e1g1");
        let said = e.sync()?;
        ensure(said.iter().any(is_complaint), "Illegal move: e1g1")
    }),
    must("cecp-setboard-passing", "setboard sets the right to capture in passing", "C-396", |e| {
        e.place("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3")?;
        e.user_move("e5d6");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e5d6 is legal")
    }),
    should("cecp-setboard-history", "setboard forgets the moves before it", "C-396 C-431", |e| {
        e.needs_feature("setboard")?;
        e.nonsense()?;
        e.say_each(&["new", "force"]);
        e.user_move("e2e4");
        e.say_each(&["setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "undo"]);
        let said = e.sync()?;
        ensure(said.iter().any(is_complaint), "Error (command not legal now): undo")
    }),
    should("cecp-setboard-illegal", "an illegal position is complained of", "C-394", |e| {
        e.needs_feature("setboard")?;
        e.nonsense()?;
        e.say_each(&["new", "force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1"]);
        let said = e.sync()?;
        let told = said.iter().any(|it| {
            is_complaint(it) || matches!(it, FromEngine::Tell { to: TellTo::UserError, .. })
        });
        ensure(told, "tellusererror Illegal position")
    }),
    should(
        "cecp-setboard-illegal-go",
        "in an illegal position the engine does not move",
        "C-395",
        |e| {
            e.needs_feature("setboard")?;
            e.nonsense()?;
            e.say_each(&["new", "force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1", "st 1", "go"]);
            e.no_move_within(ms(1500), "on an empty board")
        },
    ),
    must("cecp-setboard-new", "new ends what an illegal position began", "C-395", |e| {
        e.needs_feature("setboard")?;
        e.nonsense()?;
        e.say_each(&["new", "force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1"]);
        e.sync()?;
        e.say_each(&["new", "force"]);
        e.user_move("e2e4");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e2e4 is legal")
    }),
    should("cecp-setboard-nonsense", "a position that is none is survived", "C-394", |e| {
        e.needs_feature("setboard")?;
        e.nonsense()?;
        e.say_each(&["new", "force", "setboard xyz"]);
        e.sync()?;
        e.say_each(&["new", "force"]);
        e.user_move("e2e4");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e2e4 is legal after new")
    }),
    should("cecp-setboard-dummy", "a dummy move before setboard does no harm", "C-398", |e| {
        e.needs_feature("setboard")?;
        e.fresh()?;
        e.say_each(&["new", "force"]);
        e.user_move("b2b3");
        e.say("setboard 4k3/4p3/8/8/8/8/8/4K3 b - - 0 1");
        e.user_move("e7e5");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e7e5 is legal")
    }),
    must(
        "cecp-edit",
        "edit places pieces on a cleared board",
        "C-399 C-400 C-401 C-403 C-404",
        // A move that is illegal in the start position: an edit that is ignored shows.
        |e| edited(e, &["#", "Ke1", "Pe4", "c", "Ke8", "Pd5", "."], "e4d5"),
    ),
    must(
        "cecp-edit-empty",
        "an edit that changes nothing leaves the position",
        "C-405 C-406",
        |e| edited(e, &["."], "e2e4"),
    ),
    should("cecp-edit-remove", "edit empties squares", "C-402 C-405", |e| {
        edited(e, &["xe2", "."], "e1e2")
    }),
    must("cecp-edit-castling", "after edit king and rook at home may castle", "C-408", |e| {
        edited(e, &["#", "Ke1", "Rh1", "c", "Ke8", "."], "e1g1")
    }),
    must("cecp-edit-black", "edit leaves the side to move", "C-406", |e| {
        e.fresh()?;
        e.say_each(&["new", "force"]);
        e.user_move("a2a3");
        e.say_each(&["edit", "#", "Ke1", "c", "Ke8", "Pe7", "."]);
        let said = e.sync()?;
        knows_edit(e, &said)?;
        e.user_move("e7e5");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e7e5 is legal")
    }),
    should(
        "cecp-edit-unknown",
        "an unknown word in edit is an error, quit is obeyed",
        "C-414",
        |e| {
            e.nonsense()?;
            e.say_each(&["new", "force", "edit", "zz9"]);
            e.listen(ms(100));
            e.say("quit");
            ensure(e.talk().ends(ms(3000)).is_some(), "the end of the program")
        },
    ),
];

/// Who has `setboard` is not sent `edit`, and may say that it does not know it.
fn knows_edit(e: &Cecp, said: &[FromEngine]) -> Outcome {
    let is_refusal =
        |it: &FromEngine| matches!(it, FromEngine::Error { text, .. } if text.trim() == "edit");
    match e.announced().has("setboard") && said.iter().any(is_refusal) {
        true => not_applicable("the engine has setboard, and says that it has no edit"),
        false => Ok(()),
    }
}

/// After this in edit mode, that move of White is legal.
fn edited(e: &mut Cecp, lines: &[&str], mv: &str) -> Outcome {
    e.fresh()?;
    e.say_each(&["new", "force", "edit"]);
    e.say_each(lines);
    let said = e.sync()?;
    knows_edit(e, &said)?;
    e.user_move(mv);
    let said = e.sync()?;
    ensure(!said.iter().any(is_complaint), format!("{mv} is legal"))
}
