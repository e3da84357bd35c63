//! Lines in odd forms, and some that no interface should send.

use super::{Cecp, is_complaint, ms};
use crate::expectation::{Expectation, ensure, must, should};
use crate::run::Subject;

pub(super) const ALL: &[Expectation<Cecp>] = &[
    should("cecp-crlf", "lines that end in CR LF are understood", "C-026", |e| {
        e.fresh()?;
        e.send_bytes(b"new\r\nforce\r\n", "new and force, CR LF");
        e.user_move("e2e4");
        e.send_bytes(b"st 1\r\ngo\r\n", "st 1 and go, CR LF");
        e.its_move().map(drop)
    }),
    should("cecp-blanks", "blanks around and between words are tolerated", "C-028", |e| {
        e.nonsense()?;
        e.say_each(&["new", "  level   40  5 0 ", " force "]);
        e.user_move("e2e4");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), format!("no complaint, not {said:?}"))
    }),
    must("cecp-one-piece", "several commands in one piece are all obeyed", "C-023 C-806", |e| {
        e.new_game()?;
        e.say_all(&["level 0 1 0", "st 1", "sd 3", "go"]);
        e.its_move().map(drop)
    }),
    must(
        "cecp-one-piece-thinking",
        "several commands in one piece while it thinks are all obeyed",
        "C-023 C-022",
        |e| {
            e.begin_long()?;
            e.say_all(&["post", "easy", "force"]);
            e.sync()?;
            e.no_move_within(ms(300), "after force")
        },
    ),
    should("cecp-pieces", "a command may come in pieces", "C-020", |e| {
        e.new_game()?;
        for byte in b"easy" {
            e.send_bytes(&[*byte], "a byte");
            std::thread::sleep(ms(2));
        }
        e.send_bytes(b"\n", "the end of the line");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "no complaint")
    }),
    should("cecp-long-line", "a line of 100 kB is survived", "C-027", |e| {
        e.nonsense()?;
        e.say(&"foobar ".repeat(14_000));
        e.sync().map(drop)
    }),
    should("cecp-binary", "bytes that are no text are survived", "C-550", |e| {
        e.nonsense()?;
        e.send_bytes(b"\xff\xfe\x01 x\n", "bytes that are no text");
        e.sync().map(drop)
    }),
    should("cecp-capitals", "commands in capitals are unknown", "C-029", |e| {
        e.nonsense()?;
        e.say_each(&["new", "st 1", "GO"]);
        e.no_move_within(ms(1300), "for GO")
    }),
    should(
        "cecp-fritz",
        "words of other interfaces are survived",
        "C-756 C-757 C-758 C-759",
        |e| {
            e.nonsense()?;
            e.say_each(&["fritz", "reset", "ponder"]);
            e.sync().map(drop)
        },
    ),
    must("cecp-whole-lines", "the engine writes whole lines", "C-020 C-021", |e| {
        e.new_game()?;
        e.sync()?;
        ensure(!e.talk().is_amid_line(), "the end of the last line")
    }),
];
