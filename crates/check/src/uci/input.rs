//! Lines that no interface should send, and some that one may.

use super::options::is_text;
use super::{Uci, ms};
use crate::expectation::{Expectation, Finding, ensure, must, should};
use crate::run::Subject;
use ferz_wire::uci::FromEngine;

pub(super) const ALL: &[Expectation<Uci>] = &[
    must("uci-empty-lines", "empty lines are survived", "U-036", |e| {
        e.nonsense()?;
        e.say_all(&["", "", "  ", "\t", ""]);
        e.ping().map(drop)
    }),
    should("uci-empty-silent", "empty lines are ignored without a word", "U-036", |e| {
        e.nonsense()?;
        e.say_all(&["", "", "  ", "\t", ""]);
        e.is_well_and_silent()
    }),
    must("uci-blanks", "any white space may stand between and around words", "U-030", |e| {
        e.say_all(&["   position \t  startpos   moves \t e2e4  ", "\tgo   depth \t 1  "]);
        let search = e.finish(crate::expectation::Ability::Go, "bestmove")?;
        ensure(matches!(search.best().as_bytes().get(1), Some(b'5'..=b'8')), "a move of Black")
    }),
    must("uci-isready-blanks", "isready may have blanks around it", "U-030", |e| {
        e.say("   isready \t ");
        e.pong().map(drop)
    }),
    should("uci-crlf", "CR LF ends lines all through", "U-015", |e| {
        e.send_bytes(b"position startpos moves e2e4\r\ngo depth 1\r\n", "position and go, CR LF");
        let search = e.finish(crate::expectation::Ability::Go, "bestmove")?;
        ensure(matches!(search.best().as_bytes().get(1), Some(b'5'..=b'8')), "a move of Black")
    }),
    must("uci-unknown-command", "an unknown command is survived", "U-031 U-033", |e| {
        e.nonsense()?;
        e.say("joho");
        e.say("xyzzy 1 2 3");
        e.ping().map(drop)
    }),
    should(
        "uci-unknown-silent",
        "an unknown command is ignored without a word",
        "U-031 U-037 U-498",
        |e| {
            e.nonsense()?;
            e.say("joho");
            let said = e.ping()?;
            ensure(said.iter().all(is_text), format!("nothing but info string, not {said:?}"))
        },
    ),
    should(
        "uci-unknown-first",
        "a known command behind an unknown word is obeyed",
        "U-031 U-034",
        |e| {
            e.nonsense()?;
            e.say("joho isready");
            let ready = |said: &FromEngine| (*said == FromEngine::ReadyOk).then_some(());
            ensure(e.wait_for(ms(1000), ready)?.is_some(), "readyok")
        },
    ),
    must("uci-unknown-word", "an unknown word inside a command does no harm", "U-032", |e| {
        e.nonsense()?;
        e.say("debug joho on");
        e.say("ucinewgame joho");
        e.ping()?;
        e.say("debug off");
        e.ping().map(drop)
    }),
    should("uci-capitals", "commands in capitals are unknown words", "U-035", |e| {
        e.nonsense()?;
        e.say("UCI");
        e.say("IsReady");
        let said = e.ping()?;
        let taken = said.iter().any(|it| matches!(it, FromEngine::UciOk | FromEngine::ReadyOk));
        ensure(!taken, "no answer to UCI and IsReady")
    }),
    must("uci-long-line", "a line of 100 kB is survived", "U-018", |e| {
        e.nonsense()?;
        e.say(&"joho ".repeat(20_000));
        e.ping().map(drop)
    }),
    should("uci-very-long-line", "a line of 5 MB is survived", "U-018", |e| {
        e.nonsense()?;
        e.say(&"x".repeat(5 << 20));
        e.ping().map(drop)
    }),
    should("uci-binary", "bytes that are no text are survived", "U-020", |e| {
        e.nonsense()?;
        e.send_bytes(b"\xff\xfe\x00\x01 id \x00\n", "bytes that are no text");
        e.ping().map(drop)
    }),
    must(
        "uci-one-write",
        "many commands in one piece are all obeyed, in order",
        "U-013 U-121",
        |e| {
            e.say_all(&["ucinewgame", "position startpos moves d2d4", "go depth 1"]);
            let search = e.finish(crate::expectation::Ability::Go, "bestmove")?;
            ensure(
                matches!(search.best().as_bytes().get(1), Some(b'5'..=b'8')),
                "a move of Black",
            )?;
            e.ping().map(drop)
        },
    ),
    must("uci-pieces", "a command may come in pieces", "U-014", |e| {
        for byte in b"isready" {
            e.send_bytes(&[*byte], "a byte");
            std::thread::sleep(ms(2));
        }
        e.send_bytes(b"\n", "the end of the line");
        e.pong().map(drop)
    }),
    must("uci-whole-lines", "the engine writes whole lines", "U-014 U-017", |e| {
        e.search("startpos", "depth 3")?;
        e.ping()?;
        ensure(!e.talk().is_amid_line(), "the end of the last line")
    }),
    should("uci-answers-of-others", "words of engines in its input do no harm", "U-033", |e| {
        e.nonsense()?;
        e.say_all(&["readyok", "bestmove e2e4", "info depth 1", "id name x"]);
        e.ping().map(drop)
    }),
    should("uci-other-protocols", "the first words of other protocols do no harm", "U-033", |e| {
        e.nonsense()?;
        e.say_all(&["protover 2", "post", "level 40 5 0"]);
        e.ping()?;
        let search = e.search("startpos", "depth 1")?;
        ensure(search.best.is_some(), "a move")
    }),
    should("uci-go-garbage", "go with words that are none is survived", "U-039 U-032", garbage_go),
];

fn garbage_go(e: &mut Uci) -> Result<(), Finding> {
    e.nonsense()?;
    for arguments in ["wtime", "depth -3", "movestogo x depth 1", "searchmoves", "nodes 1e3"] {
        e.position("startpos");
        e.begin(arguments);
        e.say("stop");
        if e.best_within(ms(2000))?.is_none() {
            return Err(Finding::Unmet(format!("bestmove after go {arguments} and stop")));
        }
    }
    Ok(())
}
