//! Conversations with the front alone, see `script`, with a scripted engine behind it: it answers a
//! ping at once and a stop with some legal move, unless the script says `slow`. `blank` is an empty
//! line of the interface, `! introduction` all that the engine says at its start.

use crate::script::{Step, best_move, combo, fact, option, read_event, show, steps};
use expect_test::Expect;
use ferz_link::front::Cecp;
use ferz_link::{
    Command, Event, Front, FrontInput, FrontOutput, OptionKind, Place, Record, Referee,
};
use ferz_referee::Rules;
use ferz_wire::MoveText;
use std::collections::VecDeque;
use std::time::Duration;

/// A front, a scripted engine behind it, and what was said so far.
pub(crate) struct Talk {
    front: Cecp,
    now: Duration,
    slow: bool,
    placed: Place,
    searching: bool,
    stopped: bool,
    text: String,
}

impl Talk {
    /// The engine has introduced itself.
    pub(crate) fn new() -> Talk {
        let mut talk = Talk::unready();
        talk.introduce();
        talk
    }

    /// A person reads, and some words are the engine's.
    pub(crate) fn with_person() -> Talk {
        let mut talk = Talk::unready();
        talk.front = Cecp::new(Box::new(Rules)).with_console(&["d", "help"]);
        talk.introduce();
        talk
    }

    /// The engine has said nothing yet.
    pub(crate) fn unready() -> Talk {
        Talk {
            front: Cecp::new(Box::new(Rules)),
            now: Duration::ZERO,
            slow: false,
            placed: Place::startpos(),
            searching: false,
            stopped: false,
            text: String::new(),
        }
    }

    /// After `protover 2`, with all features accepted and what was said dropped.
    pub(crate) fn v2() -> Talk {
        let mut talk = Talk::new();
        talk.run("xboard\nprotover 2\naccepted ping\nrejected debug");
        talk.text.clear();
        talk
    }

    fn introduce(&mut self) {
        for event in introduction() {
            self.step(FrontInput::Event(event));
        }
    }

    /// Runs a script; what came out since the last call.
    pub(crate) fn run(&mut self, script: &str) -> String {
        for step in steps(script) {
            match step {
                Step::Clock(time) => self.now = time,
                Step::Event("introduction") => self.introduce(),
                Step::Event(event) => self.step(FrontInput::Event(read_event(event))),
                Step::Line("eof") => self.step(FrontInput::Eof),
                Step::Line("slow") => self.slow = true,
                Step::Line("blank") => self.step(FrontInput::Line("")),
                Step::Line(line) => self.step(FrontInput::Line(line)),
            }
        }
        std::mem::take(&mut self.text)
    }

    /// Whether the engine has a search that it was not told to end.
    pub(crate) fn searching(&self) -> bool {
        self.searching
    }

    /// The engine ends its search with its first legal move, and perhaps a reply to ponder on.
    pub(crate) fn answer(&mut self, ponder: bool) {
        let (mut record, _) = Rules.place(&self.placed).expect("a legal position");
        let first = |record: &dyn Record| record.legal_moves().first().cloned();
        let best = first(&*record);
        if let Some(best) = &best {
            record.play(best).expect("a legal move");
        }
        let reply = first(&*record).filter(|_| ponder && best.is_some());
        let text = |text: Option<String>| text.map(|text| MoveText::new(&text));
        self.step(FrontInput::Event(best_move(text(best), text(reply))));
    }

    /// The position the engine has.
    pub(crate) fn placed(&self) -> &Place {
        &self.placed
    }

    pub(crate) fn step(&mut self, input: FrontInput<'_>) {
        let mut replies = VecDeque::new();
        self.one_step(input, &mut replies);
        while let Some(event) = replies.pop_front() {
            self.one_step(FrontInput::Event(event), &mut replies);
        }
    }

    fn one_step(&mut self, input: FrontInput<'_>, replies: &mut VecDeque<Event>) {
        if let FrontInput::Event(Event::BestMove { .. }) = input {
            self.searching = false;
        }
        let mut out = Vec::new();
        self.front.step(self.now, input, &mut out);
        for output in out {
            self.text += &show(&output);
            if let FrontOutput::Command(command) = output {
                self.engine(command, replies);
            }
        }
    }

    /// The scripted engine. It insists on what the model promises to every engine.
    fn engine(&mut self, command: Command, replies: &mut VecDeque<Event>) {
        match command {
            Command::Ping(number) => replies.push_back(Event::Pong(number)),
            Command::Place(place) => {
                assert!(!self.searching, "a position in a search\n{}", self.text);
                let (_, complaint) = Rules.place(&place).expect("a legal position");
                assert_eq!(complaint, None, "{place:?}");
                self.placed = place;
            }
            Command::Search(_) => {
                assert!(!self.searching, "a search in a search\n{}", self.text);
                self.searching = true;
                self.stopped = false;
            }
            Command::SetOption { .. } | Command::NewGame { .. } => {
                assert!(!self.searching, "a setting in a search\n{}", self.text);
            }
            Command::Stop | Command::PonderHit { .. } | Command::Pause(_) => {
                assert!(self.searching, "no search for {command:?}\n{}", self.text);
                assert!(!self.stopped, "{command:?} after a stop\n{}", self.text);
                self.stopped |= command == Command::Stop;
                if command == Command::Stop && !self.slow {
                    let (record, _) = Rules.place(&self.placed).expect("a legal position");
                    let best = record.legal_moves().first().map(|text| MoveText::new(text));
                    replies.push_back(best_move(best, None));
                }
            }
            _ => {}
        }
    }
}

/// Version 2 speaks first.
pub(crate) fn check(script: &str, expected: Expect) {
    expected.assert_eq(&Talk::v2().run(script));
}

/// A host of version 1.
pub(crate) fn check_v1(script: &str, expected: Expect) {
    expected.assert_eq(&Talk::new().run(script));
}

/// Only the lines that the interface gets.
pub(crate) fn heard(script: &str) -> Vec<String> {
    lines(&Talk::v2().run(script))
}

/// The lines for the interface of a transcript.
pub(crate) fn lines(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("< ")).map(str::to_owned).collect()
}

/// The engine of the transcripts: one option of each kind.
fn introduction() -> Vec<Event> {
    vec![
        fact("name", "Script 1.0"),
        fact("author", "Somebody"),
        option("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
        option("Threads", OptionKind::Spin { default: 1, min: 1, max: 64 }),
        option("MultiPV", OptionKind::Spin { default: 1, min: 1, max: 255 }),
        option("UCI_LimitStrength", OptionKind::Check { default: false }),
        option("UCI_Chess960", OptionKind::Check { default: false }),
        option("Style", combo(&["Calm", "Very Risky"])),
        option("Clear Hash", OptionKind::Button),
        option("Book File", OptionKind::File { default: String::new() }),
        option("Log", OptionKind::Text { default: "a=b -c".into() }),
        option("Margin", OptionKind::Slider { default: 5, min: 0, max: 9 }),
        option("SyzygyPath", OptionKind::Path { default: String::new() }),
        Event::Ready,
    ]
}
