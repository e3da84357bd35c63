//! Who plays which side: `new`, `force`, `go`, `playother`, moves, `undo`, `remove`, `?`.

use super::{Cecp, is_complaint, ms};
use crate::expectation::{Expectation, Outcome, ensure, must, not_applicable, should};
use crate::run::Subject;
use ferz_wire::cecp::FromEngine;
use std::time::Instant;

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must("cecp-go", "go brings a move of the side on move", "C-197 C-565 C-310", |e| {
        e.new_game()?;
        let played = e.think(&["level 0 1 0", "st 1"])?;
        ensure(!played.mv.as_str().is_empty(), "a move")
    }),
    must("cecp-new-black", "after new the engine plays Black", "C-180 C-181 C-310", |e| {
        e.say_each(&["new", "easy", "st 1"]);
        e.user_move("e2e4");
        e.its_move().map(drop)
    }),
    must("cecp-goes-on", "after go the engine answers the next move too", "C-198", |e| {
        e.new_game()?;
        e.say_each(&["level 0 1 0", "st 1", "sd 3"]);
        e.user_move("a2a3");
        e.think(&[])?;
        let Some(answer) = any_move(e) else { return not_applicable("the game is over") };
        e.user_move(&answer);
        e.its_move().map(drop)
    }),
    must(
        "cecp-force-silent",
        "in force mode moves are taken and not answered",
        "C-194 C-195",
        |e| {
            e.new_game()?;
            e.user_move("e2e4");
            e.user_move("e7e5");
            e.no_move_within(ms(300), "in force mode")
        },
    ),
    must("cecp-force-go", "go after moves in force mode plays the side on move", "C-197", |e| {
        e.new_game()?;
        e.user_move("e2e4");
        let played = e.think(&["st 1"])?;
        let ranks = e.other.map_or(&b"78"[..], |other| other.second);
        ensure(is_rank(&played.mv, ranks), "a move of Black")
    }),
    must("cecp-force-stops", "after force no move comes", "C-196 C-802 C-022", |e| {
        e.begin_long()?;
        e.say("force");
        e.sync()?;
        e.no_move_within(ms(300), "after force")
    }),
    should("cecp-force-no-move", "force ends a search without a last move", "C-802 C-206", |e| {
        e.begin_long()?;
        e.say("force");
        let said = e.sync()?;
        ensure(!said.iter().any(|it| matches!(it, FromEngine::Move(_))), "no move")
    }),
    must("cecp-new-stops", "after new no move of the old game comes", "C-187 C-802", |e| {
        e.begin_long()?;
        e.say("new");
        e.sync()?;
        e.no_move_within(ms(300), "after new")
    }),
    must("cecp-result-stops", "after result no move comes", "C-380 C-802", |e| {
        e.begin_long()?;
        e.say("result * {stopped}");
        e.sync()?;
        e.no_move_within(ms(300), "after result")
    }),
    should("cecp-setboard-stops", "setboard ends a search without a move", "C-205 C-802", |e| {
        e.needs_feature("setboard")?;
        e.begin_long()?;
        e.say("setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        e.sync()?;
        e.no_move_within(ms(300), "after setboard")
    }),
    should("cecp-go-twice", "a second go is ignored", "C-204", |e| {
        e.nonsense()?;
        e.new_game()?;
        // Not so short that the first search could be over when the second line is read.
        e.say_each(&["level 0 1 0", "st 1", "sd 30"]);
        e.say_all(&["go", "go"]);
        e.its_move()?;
        e.no_move_within(ms(500), "for a second go")
    }),
    must(
        "cecp-playother",
        "after playother the engine answers as the other side",
        "C-199 C-107",
        |e| {
            e.needs_feature("playother")?;
            e.new_game()?;
            e.say_each(&["level 0 1 0", "st 1", "playother"]);
            e.no_move_within(ms(200), "before the opponent's")?;
            e.user_move("e2e4");
            e.its_move().map(drop)
        },
    ),
    must("cecp-undo", "undo takes one half-move back", "C-429", |e| {
        e.new_game()?;
        e.user_move("e2e4");
        e.user_move("e7e5");
        e.say("undo");
        e.sync()?;
        e.user_move("e7e5");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e7e5 is legal again")
    }),
    must("cecp-undo-two", "two undos take two half-moves back", "C-429", |e| {
        e.new_game()?;
        e.user_move("d2d4");
        e.user_move("d7d5");
        e.say_each(&["undo", "undo"]);
        e.sync()?;
        e.user_move("d2d4");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "d2d4 is legal again")
    }),
    must(
        "cecp-remove",
        "remove takes a pair of moves back, and the engine plays on",
        "C-432",
        |e| {
            e.say_each(&["new", "easy", "nopost", "level 0 1 0", "st 1", "sd 3"]);
            e.user_move("e2e4");
            e.its_move()?;
            e.say("remove");
            let said = e.sync()?;
            ensure(!said.iter().any(is_complaint), format!("no complaint, not {said:?}"))?;
            // Legal again only if it was taken back.
            e.user_move("e2e4");
            e.its_move().map(drop)
        },
    ),
    should(
        "cecp-undo-nothing",
        "undo with nothing to take back is an error that does no harm",
        "C-431 C-552",
        |e| {
            e.nonsense()?;
            e.say_each(&["new", "force", "undo"]);
            let said = e.sync()?;
            ensure(
                said.iter().any(|it| matches!(it, FromEngine::Error { .. })),
                "Error (…): undo",
            )?;
            e.user_move("e2e4");
            let said = e.sync()?;
            ensure(!said.iter().any(is_complaint), "e2e4 is legal")
        },
    ),
    must("cecp-move-now", "? has the engine move at once, or is ignored", "C-340 C-342", |e| {
        e.begin_long()?;
        e.say("?");
        match e.move_within(ms(2000))? {
            Some(_) => Ok(()),
            None => e.no_move_within(ms(100), "late after ?"),
        }
    }),
    should("cecp-move-now-quick", "? brings the move within 100 ms", "C-340", |e| {
        e.in_time(ms(100), "the move", |e| {
            e.begin_long()?;
            let began = Instant::now();
            e.say("?");
            e.move_within(ms(3000))?;
            Ok(began.elapsed())
        })
    }),
    must("cecp-move-now-idle", "? while the engine is not to move does nothing", "C-341", |e| {
        e.new_game()?;
        e.say("?");
        e.no_move_within(ms(200), "for ? in force mode")
    }),
    must("cecp-no-echo", "moves of the opponent are not echoed", "C-566", |e| {
        e.new_game()?;
        e.user_move("e2e4");
        let said = e.sync()?;
        ensure(!said.iter().any(|it| matches!(it, FromEngine::Move(_))), "no move")
    }),
    should(
        "cecp-settings-thinking",
        "post, easy, level and computer do not end a search",
        "C-446 C-206 C-801",
        |e| {
            e.begin_long()?;
            for line in
                ["post", "nopost", "post", "easy", "hard", "easy", "time 100000", "otim 100000"]
            {
                e.say(line);
            }
            e.no_move_within(ms(300), "because of them")
        },
    ),
    should(
        "cecp-draw-thinking",
        "draw while the engine thinks does not end the search",
        "C-112 C-370",
        |e| {
            e.needs_default("draw")?;
            e.begin_long()?;
            e.say("draw");
            e.no_move_within(ms(300), "because of draw")
        },
    ),
    must("cecp-castling", "castling is taken as the king's step of two", "C-313", |e| {
        castles(e, "e1g1")
    }),
    must("cecp-castling-long", "long castling is taken as the king's step of two", "C-313", |e| {
        castles(e, "e1c1")
    }),
    must("cecp-promotion", "a promotion is taken with its letter", "C-312", |e| {
        e.place("8/P6k/8/8/8/8/8/K7 w - - 0 1")?;
        e.user_move("a7a8q");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "no complaint of a7a8q")
    }),
    must("cecp-underpromotion", "a promotion to a knight is taken", "C-312", |e| {
        // With pawns left: a knight alone would be a draw to claim.
        e.place("8/P6k/8/8/8/7p/7P/K7 w - - 0 1")?;
        e.user_move("a7a8n");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "no complaint of a7a8n")?;
        e.user_move("h7h6");
        e.user_move("a8b6");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "a8b6 is legal, a move of the knight")
    }),
    must(
        "cecp-promotes",
        "the engine writes a promotion with a small letter",
        "C-312 C-567",
        |e| {
            e.place("8/4P2k/8/8/8/8/8/K7 w - - 0 1")?;
            let played = e.think(&["level 0 1 0", "st 1", "sd 4"])?;
            let Some(letter) = played.mv.as_str().strip_prefix("e7e8") else {
                return not_applicable("the engine writes SAN, or does not promote");
            };
            let fine = ["q", "r", "b", "n"].contains(&letter);
            ensure(fine, format!("move e7e8q, not {}", played.mv))
        },
    ),
    must("cecp-en-passant", "a capture in passing is taken", "C-310", |e| {
        e.new_game()?;
        for mv in ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6"] {
            e.user_move(mv);
        }
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "no complaint")
    }),
    should("cecp-both-forms", "moves are taken with and without usermove", "C-326", |e| {
        e.nonsense()?;
        e.say_each(&["new", "force", "usermove e2e4", "e7e5"]);
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "no complaint")
    }),
    must("cecp-idle-forced", "in force mode the engine does not calculate", "C-194 C-195", |e| {
        e.new_game()?;
        e.user_move("e2e4");
        e.sync()?;
        e.is_idle()
    }),
    must(
        "cecp-idle-easy",
        "with easy the engine does not calculate on the opponent's time",
        "C-441 C-707",
        |e| {
            e.new_game()?;
            e.think(&["easy", "easy", "level 0 1 0", "st 1", "sd 4"])?;
            e.is_idle()
        },
    ),
    must(
        "cecp-idle-new",
        "before the first move the engine does not ponder, whatever hard said",
        "C-184",
        |e| {
            e.fresh()?;
            e.say_each(&["hard", "new"]);
            e.sync()?;
            e.is_idle()
        },
    ),
    must("cecp-easy-ends", "easy ends pondering", "C-443", |e| {
        e.new_game()?;
        e.say_each(&["hard", "level 0 1 0", "st 1", "sd 4"]);
        e.think(&[])?;
        e.talk().spoiled = true;
        e.say("easy");
        e.sync()?;
        e.is_idle()
    }),
    must("cecp-ponder-answer", "a pondering engine answers any move", "C-440 C-331 C-804", |e| {
        e.new_game()?;
        e.say_each(&["hard", "level 0 1 0", "st 1"]);
        e.user_move("a2a3");
        e.think(&[])?;
        e.talk().spoiled = true;
        e.listen(ms(150));
        let Some(answer) = any_move(e) else { return not_applicable("the game is over") };
        e.user_move(&answer);
        e.its_move().map(drop)
    }),
];

/// A legal move of the opponent, seldom the one expected.
fn any_move(e: &Cecp) -> Option<String> {
    e.watched.monitor.board()?.legal_moves().pop()
}

fn is_rank(mv: &ferz_wire::MoveText, ranks: &[u8]) -> bool {
    let san = !ferz_wire::cecp::looks_like_move(mv.as_str()) || mv.as_str().len() < 4;
    san || mv
        .as_str()
        .as_bytes()
        .get(1)
        .is_some_and(|rank| ranks.contains(rank) || !rank.is_ascii_digit())
}

fn castles(e: &mut Cecp, mv: &str) -> Outcome {
    e.place("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
    e.user_move(mv);
    let said = e.sync()?;
    ensure(!said.iter().any(is_complaint), format!("no complaint of {mv}"))
}
