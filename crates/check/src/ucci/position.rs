//! `position`, `banmoves`, `probe`.

use super::{MATE, RICH, STALEMATE, START, Ucci, ms};
use crate::expectation::{Expectation, Outcome, ensure, must, should};
use crate::run::Subject;
use ferz_wire::ucci::FromEngine;

pub(super) const ALL: &[Expectation<Ucci>] = &[
    must(
        "ucci-go-depth-1",
        "go depth 1 on the start position is answered by a move",
        "X-220 X-221 X-300",
        |e| {
            let search = e.search(START, "depth 1")?;
            ensure(search.best.is_some(), "bestmove")
        },
    ),
    // A league engine need not know startpos.
    should("ucci-startpos", "startpos is the start position", "X-115 X-205", |e| {
        let search = e.search("startpos", "depth 1")?;
        red(search.best())
    }),
    must("ucci-fen", "position fen sets the position", "X-205 X-105 X-106", |e| {
        let search = e.search("fen 3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1", "depth 1")?;
        ensure(matches!(search.best().get(..2), Some("e0" | "f0")), "a move of e0 or f0")
    }),
    must("ucci-side", "the FEN says who is on move", "X-107", |e| {
        let search = e.search(
            "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
            "depth 1",
        )?;
        black(search.best())
    }),
    must("ucci-moves", "moves are played on the position", "X-205 X-109", |e| {
        let search = e.search(&format!("{START} moves h2e2"), "depth 1")?;
        black(search.best())
    }),
    must("ucci-captures", "the moves may hold captures", "X-112 X-114", |e| {
        let search = e.search(&format!("{START} moves h2e2 h7e7 e2e6 d9e8"), "depth 1")?;
        ensure(search.best.is_some(), "a move of Red")
    }),
    must("ucci-position-kept", "bestmove does not change the position", "X-054 X-055", |e| {
        e.search(START, "depth 1")?;
        let again = e.go("depth 1")?;
        red(again.best())
    }),
    must("ucci-position-complete", "a position line needs no line before it", "X-205", |e| {
        e.search(&format!("{START} moves h2e2"), "depth 1")?;
        let other = e.search("fen 4k4/9/9/P8/9/9/9/9/9/3K5 w - - 0 1", "depth 1")?;
        ensure(matches!(other.best().get(..2), Some("d0" | "a6")), "a move of d0 or a6")
    }),
    should("ucci-no-position", "go without a position searches the start position", "X-063", |e| {
        e.fresh()?;
        e.talk().spoiled = true;
        e.begin("depth 1");
        let best = e.best_within(ms(2000))?.map(|search| search.best().to_owned());
        red(best.as_deref().unwrap_or_default())
    }),
    should("ucci-fen-letters", "E and H stand for elephant and horse too", "X-108", |e| {
        e.nonsense()?;
        let fen = "fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";
        let search = e.search(fen, "depth 1")?;
        red(search.best())
    }),
    should("ucci-illegal-move", "an illegal move in the list is survived", "X-094", |e| {
        e.nonsense()?;
        e.position(&format!("{START} moves h2e2 h2e2"));
        e.ping().map(drop)
    }),
    should("ucci-broken-fen", "a FEN that is none is survived", "X-116", |e| {
        e.nonsense()?;
        e.position("fen x");
        e.ping()?;
        let search = e.search(START, "depth 1")?;
        red(search.best())
    }),
    must("ucci-mated", "a mated side has no move: nobestmove", "X-312 X-096", |e| dead(e, MATE)),
    must("ucci-stalemated", "a side without a move has lost: nobestmove", "X-312 X-096", |e| {
        dead(e, STALEMATE)
    }),
    must("ucci-banmoves", "a banned move is not played", "X-206", |e| {
        let left = ban_all_but_one(e);
        let search = e.go("depth 3")?;
        ensure(search.best() == left, format!("bestmove {left}, all others are banned"))
    }),
    must("ucci-banmoves-stay", "banned moves stay banned until the next position", "X-208", |e| {
        let left = ban_all_but_one(e);
        for _ in 0..2 {
            let search = e.go("depth 2")?;
            ensure(search.best() == left, format!("bestmove {left}, all others are banned"))?;
        }
        let free = e.search(RICH, "depth 4")?;
        ensure(free.best() != left, format!("a better move than {left}, which nothing speaks for"))
    }),
    must("ucci-banmoves-sample", "the document's example of a banned move", "X-215", |e| {
        let fen = "fen 1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1";
        e.position(fen);
        e.say("banmoves a7a6");
        let search = e.go("depth 3")?;
        ensure(search.best() != "a7a6", "another move than a7a6")
    }),
    should("ucci-banmoves-all", "with all moves banned: nobestmove", "X-210", |e| {
        e.fresh()?;
        e.position("fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
        e.say("banmoves d0d1 d0e0");
        e.begin("depth 1");
        e.talk().spoiled = true;
        let answer = e.best_within(ms(2000))?;
        ensure(answer.is_some_and(|search| search.best.is_none()), "nobestmove")
    }),
    should("ucci-banmoves-illegal", "illegal moves among the banned are ignored", "X-211", |e| {
        e.nonsense()?;
        e.position(START);
        e.say("banmoves a0a9 zz h2e2");
        let search = e.go("depth 2")?;
        ensure(search.best() != "h2e2", "another move than h2e2")
    }),
    should("ucci-probe", "probe is answered by pophash", "X-320 X-322 X-325", |e| {
        e.fresh()?;
        e.search(START, "depth 4")?;
        e.say(&format!("probe {START}"));
        let found =
            e.wait_for(ms(1000), |said| matches!(said, FromEngine::PopHash { .. }).then_some(()))?;
        ensure(found.is_some(), "pophash")
    }),
    must("ucci-probe-harmless", "probe does not change the position", "X-321", |e| {
        e.position(START);
        e.say(&format!("probe {START} moves h2e2"));
        e.listen(ms(50));
        let search = e.go("depth 1")?;
        red(search.best())
    }),
    must(
        "ucci-perpetual",
        "a move that would give perpetual check is not forced upon the engine",
        "X-113",
        |e| {
            // A check that was given twice: whatever the engine plays is legal.
            let fen = "fen 3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1";
            let search = e.search(&format!("{fen} moves e2d2 d9e9 d2e2 e9d9"), "depth 3")?;
            ensure(search.best.is_some(), "a move")
        },
    ),
];

/// The one move that is left.
fn ban_all_but_one(e: &mut Ucci) -> String {
    e.position(RICH);
    let mut moves = e.watched.monitor.legal_moves();
    // The rook in the corner: other moves are better.
    let left = moves.iter().position(|mv| mv.starts_with("a0")).unwrap_or(0);
    let left = moves.swap_remove(left);
    e.say(&format!("banmoves {}", moves.join(" ")));
    left
}

fn red(best: &str) -> Outcome {
    ensure(matches!(best.as_bytes().get(1), Some(b'0'..=b'3')), "a first move of Red")
}

fn black(best: &str) -> Outcome {
    ensure(matches!(best.as_bytes().get(1), Some(b'6'..=b'9')), "a move of Black")
}

fn dead(e: &mut Ucci, position: &str) -> Outcome {
    let search = e.search(position, "depth 2")?;
    ensure(search.best.is_none(), format!("nobestmove, not {}", search.best()))
}
