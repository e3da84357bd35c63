//! Any commands in any order, with an engine that answers when it likes: the engine never gets
//! what the model does not allow (the scripted engine insists on it), and the front always
//! comes back to its senses.

use crate::cecp::support::{Talk, lines};

/// A generator after Marsaglia's xorshift: the same stream on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

#[rustfmt::skip]
const LINES: &[&str] = &[
    "new", "variant fischerandom", "variant nocastle", "variant shogi", "random", "force", "go",
    "go", "go", "playother", "white", "black", "level 40 5 0", "level 0 0:02 1", "st 1", "sd 4",
    "nps 100", "nps 0", "time 1000", "otim 500", "time -1", "e2e4", "e7e5", "g1f3", "b8c6", "d2d4",
    "e5d4", "usermove e2e4", "usermove Nf3", "usermove e1g1", "O-O", "@@@@", "?", "?", "draw",
    "result 1-0 {x}", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
    "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "setboard 7k/8/8/8/8/8/1p6/K7 w - - 0 1",
    "edit", "c", "#", "Ke1", "Ke8", "xa2", ".", ".", "castle KQ", "ep e3", "hint", "hint", "bk",
    "undo", "remove", "hard", "hard", "easy", "post", "nopost", "analyze", "analyze", "exit",
    "name Joe", "rating 1 2", "ics -", "computer", "pause", "resume", "resume", "memory 64",
    "cores 2", "egtpath syzygy /x", "option MultiPV=2", "option MultiPV=x", "option Clear Hash",
    "option Resign Score=100", "exclude e2e4", "exclude all", "include all", "include g1f3",
    "setscore 10 2", "lift e2", "reset", "ponder", "fritz", "xboard", "protover 2", "accepted debug",
    "foo", "ping 1", "ping 2", "! info depth 3 score cp -150 pv e2e4",
    "! info depth 3 score cp 20 currmove e2e4 pv g1f3 g8f6", "! info nodes 5",
];

/// C-800, C-804, C-806, and that nothing of all this panics.
#[test]
fn any_order() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..1000 {
        let mut talk = Talk::new();
        if dice.below(2) == 0 {
            talk.run("xboard\nprotover 2");
        }
        if dice.below(3) > 0 {
            talk.run("slow");
        }
        let mut script = Vec::new();
        for _ in 0..dice.below(80) {
            let line = dice.pick(LINES);
            script.push(line);
            talk.run(line);
            if talk.searching() && dice.below(3) == 0 {
                script.push("(an answer)");
                talk.answer(dice.below(2) == 0);
            }
        }
        // Back to a known state: no search, and the ping is answered when the engine is quiet.
        talk.run(".\nresume\nforce");
        while talk.searching() {
            talk.answer(false);
        }
        let end = lines(&talk.run("ping 99\nnew\nusermove e2e4"));
        assert!(end.contains(&"pong 99".to_owned()), "round {round}: {end:?}\n{script:#?}");
        let end = lines(&talk.run("! best e7e5"));
        assert!(end.contains(&"move e7e5".to_owned()), "round {round}: {end:?}\n{script:#?}");
    }
}
