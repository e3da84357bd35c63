//! Several games of one process.

use super::{Cecp, ms};
use crate::expectation::{Expectation, Finding, ensure, must};
use crate::run::Subject;

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must("cecp-games", "several games in one process", "C-064 C-063 C-115", |e| {
        e.needs_default("reuse")?;
        for opening in ["e2e4", "d2d4", "g1f3"] {
            e.say_each(&["new", "random", "easy", "nopost", "level 0 1 0", "st 1", "sd 3"]);
            e.sync()?;
            play(e, opening, 5)?;
            e.say("result * {enough}");
            e.say("force");
            e.sync()?;
        }
        Ok(())
    }),
    must("cecp-long-force", "eighty moves in force mode are all taken", "C-195 C-310", |e| {
        e.new_game()?;
        // A push of pawns between, so that no position comes a third time: some engines claim that.
        for file in ["a", "b", "c", "d", "e", "f", "g"] {
            for (white, black) in [("23", "76"), ("34", "65")] {
                for mv in ["g1h3", "g8h6", "h3g1", "h6g8"] {
                    e.user_move(mv);
                }
                for ranks in [white, black] {
                    let (from, to) = ranks.split_at(1);
                    e.user_move(&format!("{file}{from}{file}{to}"));
                }
                let said = e.sync()?;
                ensure(!said.iter().any(super::is_complaint), "no complaint")?;
            }
        }
        Ok(())
    }),
    must(
        "cecp-many-stops",
        "ten searches begun and ended by force leave no move behind",
        "C-196 C-816",
        |e| {
            e.begin_long()?;
            for _ in 0..10 {
                e.say_each(&["force", "go"]);
            }
            e.say("force");
            e.sync()?;
            e.no_move_within(ms(300), "after force")
        },
    ),
    must(
        "cecp-fritz-cycle",
        "a game told anew for each move brings a move each time",
        "C-762 C-763",
        |e| {
            e.fresh()?;
            let moves = ["e2e4", "e7e5", "g1f3", "b8c6"];
            for known in 0..moves.len() {
                e.say_each(&["new", "hard", "easy", "force"]);
                for mv in &moves[..known] {
                    e.user_move(mv);
                }
                e.say_each(&["level 0 1:32 0", "post", "st 1", "sd 3", "go"]);
                e.its_move()?;
            }
            Ok(())
        },
    ),
];

fn play(e: &mut Cecp, opening: &str, count: usize) -> Result<(), Finding> {
    e.user_move(opening);
    for _ in 0..count {
        e.its_move()?;
        let Some(answer) = e.watched.monitor.board().and_then(|board| board.legal_moves().pop())
        else {
            break;
        };
        e.user_move(&answer);
    }
    e.its_move().map(drop)
}
