//! `position` and `ucinewgame`. What the engine believes is asked with `searchmoves`, or seen by
//! whose move it answers with.

use super::{RICH, Uci, ms};
use crate::expectation::{Ability, Expectation, Outcome, ensure, must, should};
use crate::run::Subject;

const KNIGHTS: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

pub(super) const ALL: &[Expectation<Uci>] = &[
    must(
        "uci-go-depth-1",
        "go depth 1 on the start position is answered by a move",
        "U-200 U-220 U-237 U-315",
        |e| {
            let search = e.search("startpos", "depth 1")?;
            ensure(search.best.is_some(), "a move")
        },
    ),
    must("uci-searchmoves-one", "searchmoves restricts the search", "U-223", |e| {
        let search = e.search("startpos", "depth 3 searchmoves a2a3")?;
        if search.best() != "a2a3" {
            return Err(e.talk().lacks(Ability::Restrict, "bestmove a2a3"));
        }
        Ok(())
    }),
    should("uci-no-position", "go without a position searches the start position", "U-053", |e| {
        e.fresh()?;
        e.ping()?;
        let search = e.go("depth 1")?;
        white(search.best())
    }),
    must("uci-fen", "position fen sets the position", "U-201", |e| {
        // No move of the start position begins on these squares.
        let search = e.search("fen 4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "depth 1")?;
        ensure(matches!(search.best().get(..2), Some("e1" | "e3")), "a move of e1 or e3")
    }),
    must("uci-moves", "moves are played on the position", "U-202", |e| {
        let search = e.search("startpos moves e2e4", "depth 1")?;
        black(search.best())
    }),
    must("uci-moves-empty", "the list of moves may be empty", "U-203", |e| {
        let search = e.search("startpos moves", "depth 1")?;
        white(search.best())
    }),
    must("uci-fen-moves", "moves may follow a FEN", "U-201 U-202", |e| {
        let search = e.search("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4", "depth 1")?;
        ensure(search.best().starts_with("e8"), "a move of the king on e8")
    }),
    must("uci-fen-short", "a FEN without its clocks is accepted", "U-078", |e| {
        let search = e.search("fen 4k3/8/8/8/8/8/4P3/4K3 b - -", "depth 1")?;
        ensure(search.best().starts_with("e8"), "a move of the king on e8")
    }),
    must("uci-position-kept", "bestmove does not change the position", "U-060 U-054", |e| {
        e.search("startpos", "depth 1")?;
        let again = e.go("depth 1")?;
        white(again.best())
    }),
    must(
        "uci-position-complete",
        "a position line needs no line before it",
        "U-206 U-191 U-192",
        |e| {
            e.search("startpos moves e2e4 e7e5 g1f3", "depth 1")?;
            let other = e.search("fen 7k/8/8/8/8/8/8/K7 w - - 0 1", "depth 1")?;
            ensure(other.best().starts_with("a1"), "a move of the king on a1")
        },
    ),
    must("uci-position-extended", "a line that extends the last one is understood", "U-209", |e| {
        e.search("startpos moves e2e4 e7e5", "depth 1")?;
        let on = e.search("startpos moves e2e4 e7e5 g1f3", "depth 1")?;
        black(on.best())?;
        let back = e.search("startpos moves e2e4", "depth 1")?;
        black(back.best())
    }),
    must("uci-en-passant-moves", "the moves give the right to capture in passing", "U-202", |e| {
        only(e, "startpos moves e2e4 a7a6 e4e5 d7d5", "e5d6")
    }),
    must("uci-en-passant-fen", "the FEN gives the right to capture in passing", "U-201", |e| {
        only(e, "fen rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "e5d6")
    }),
    must("uci-castling-short", "short castling is understood and written e1g1", "U-072", |e| {
        only(e, RICH, "e1g1")
    }),
    must("uci-castling-long", "long castling is understood and written e8c8", "U-072", |e| {
        only(e, "fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8")
    }),
    must("uci-castling-lost", "a king that has moved does not castle any more", "U-202", |e| {
        let there = "startpos moves g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1f1 e8f8 f1e1 f8e8";
        e.talk().needs(Ability::Restrict)?;
        let search = e.search(there, "depth 2 searchmoves e1g1 e1f1")?;
        ensure(search.best() == "e1f1", "bestmove e1f1: e1g1 is not legal")
    }),
    must("uci-promotion-letter", "a promotion is written with a letter", "U-071", |e| {
        let search = e.search("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "depth 3")?;
        let promotion = !search.best().starts_with("a7") || search.best().len() == 5;
        ensure(promotion, "five characters for a move to the last rank")
    }),
    must("uci-underpromotion", "a promotion to a knight is understood", "U-071 U-223", |e| {
        only(e, "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n")
    }),
    must(
        "uci-underpromotion-moves",
        "a promotion to a knight among the moves is one to a knight",
        "U-071 U-202",
        |e| {
            // A queen would mate; after a knight one move of the king is left.
            let search = e.search("fen 7k/P7/6K1/8/8/8/8/8 w - - 0 1 moves a7a8n", "depth 2")?;
            ensure(search.best() == "h8g8", "bestmove h8g8, the only move")
        },
    ),
    must("uci-long-game", "a game of a thousand moves is understood", "U-018 U-208", |e| {
        let moves: Vec<_> = KNIGHTS.iter().cycle().take(1001).copied().collect();
        let search = e.search(&format!("startpos moves {}", moves.join(" ")), "depth 1")?;
        black(search.best())
    }),
    should(
        "uci-long-game-fast",
        "a game of a thousand moves is set up within 100 ms",
        "U-208",
        |e| {
            let moves: Vec<_> = KNIGHTS.iter().cycle().take(1000).copied().collect();
            let line = format!("startpos moves {}", moves.join(" "));
            e.in_time(ms(100), "the position", |e| {
                let began = std::time::Instant::now();
                e.position(&line);
                e.ping()?;
                Ok(began.elapsed())
            })
        },
    ),
    should(
        "uci-illegal-move",
        "an illegal move in the list ends it, and nothing else",
        "U-076",
        |e| {
            e.nonsense()?;
            e.position("startpos moves e2e4 e2e4 d2d4");
            e.ping()?;
            let search = e.go("depth 1")?;
            black(search.best())
        },
    ),
    should("uci-broken-fen", "a FEN that is none does no harm", "U-079", |e| {
        e.nonsense()?;
        e.position("fen xyz");
        e.ping()?;
        e.position("startpos");
        let search = e.go("depth 1")?;
        white(search.best())
    }),
    must("uci-newgame", "ucinewgame is taken, and the next search answers", "U-190", |e| {
        e.say("ucinewgame");
        e.ping()?;
        let search = e.search("startpos", "depth 1")?;
        white(search.best())
    }),
    should("uci-newgame-keeps", "ucinewgame leaves the position", "U-195", |e| {
        e.position("startpos moves e2e4");
        e.say("ucinewgame");
        e.ping()?;
        let search = e.go("depth 1")?;
        black(search.best())
    }),
    should(
        "uci-position-searching",
        "a position that comes during a search is for the next one",
        "U-055",
        |e| {
            e.talk().needs(Ability::Stop)?;
            e.fresh()?;
            e.position("startpos");
            e.begin("infinite");
            e.position("startpos moves e2e4");
            e.ping()?;
            let search = e.stop()?;
            white(search.best())?;
            let next = e.go("depth 1")?;
            black(next.best())
        },
    ),
];

fn white(best: &str) -> Outcome {
    ensure(matches!(best.as_bytes().get(1), Some(b'1' | b'2')), "a first move of White")
}

fn black(best: &str) -> Outcome {
    ensure(matches!(best.as_bytes().get(1), Some(b'5'..=b'8')), "a move of Black")
}

/// The engine knows this move and writes it so.
fn only(e: &mut Uci, position: &str, mv: &str) -> Outcome {
    e.talk().needs(Ability::Restrict)?;
    let search = e.search(position, &format!("depth 2 searchmoves {mv}"))?;
    ensure(search.best() == mv, format!("bestmove {mv}"))
}
