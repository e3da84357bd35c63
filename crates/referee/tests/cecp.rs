//! CECP's front with games by table: what is said of them, drops, and hands.

use ferz_link::front::Cecp;
use ferz_link::{Command, Event, Front, FrontInput, FrontOutput};
use ferz_referee::Rules;
use ferz_rules::{GameSpec, Variant, table};
use ferz_wire::Start;
use std::time::Duration;

/// A front that knows this game by another name, which nobody knows.
fn front(game: &str, name: &str) -> Talk {
    let rules = table::rules(game).expect("a game of the catalogue");
    let row = table::spec(table::Rules { name: name.to_owned(), ..rules }).expect("its row");
    Variant::add(GameSpec { offered: true, ..row }).expect("a new name");
    Talk::new()
}

struct Talk(Cecp);

impl Talk {
    fn new() -> Talk {
        let mut talk = Talk(Cecp::new(Box::new(Rules)));
        talk.step(FrontInput::Event(Event::Ready));
        talk
    }

    fn step(&mut self, input: FrontInput<'_>) -> Vec<FrontOutput> {
        let mut out = Vec::new();
        self.0.step(Duration::ZERO, input, &mut out);
        out
    }

    /// The lines that come out.
    fn say(&mut self, lines: &str) -> Vec<String> {
        let outputs = lines.lines().flat_map(|line| self.step(FrontInput::Line(line)));
        let line = |output| match output {
            FrontOutput::Line(line) => Some(line),
            _ => None,
        };
        outputs.filter_map(line).collect()
    }

    /// The position that the engine gets.
    fn placed(&mut self) -> (Start, Vec<String>) {
        let outputs = self.step(FrontInput::Line("go"));
        let place = outputs.into_iter().find_map(|output| match output {
            FrontOutput::Command(Command::Place(place)) => Some(place),
            _ => None,
        });
        let place = place.expect("a position");
        (place.start, place.moves.iter().map(ToString::to_string).collect())
    }
}

/// C-640 to C-642, C-647, C-648: a game that no interface knows is described when it is chosen.
#[test]
fn description() {
    let mut front = front("shatranj", "described-shatranj");
    let said = front.say("new\nvariant described-shatranj");
    assert!(said[0].starts_with("setup (P") && said[0].contains(") 8x8+0_fairy "), "{said:?}");
    let pieces = said.iter().filter(|line| line.starts_with("piece ")).count();
    assert_eq!(pieces, table::rules("shatranj").unwrap().kinds.len());
    assert!(said.iter().any(|line| line.starts_with("piece N& N")), "{said:?}");
    assert_eq!(front.say("new\nvariant nocastle"), [""; 0]);
}

/// C-314, C-531, C-520: drops as moves, where a piece in hand may go, and one left out of a search.
#[test]
fn drops() {
    let mut front = front("crazyhouse", "drops");
    front.say("new\nvariant drops\nforce\ne2e4\nd7d5\ne4d5\nd8d5");
    let marks = "highlight 8/3Y4/YYYYYYYY/YYY1YYYY/YYYYYYYY/YYYYYYYY/4Y3/8";
    assert_eq!(front.say("lift P@"), [marks]);
    assert_eq!(front.say("exclude P@e9"), ["Illegal move: P@e9"]);
    assert_eq!(front.say("exclude P@e4"), [""; 0]);
    let outputs = front.step(FrontInput::Line("go"));
    let without = outputs.into_iter().find_map(|output| match output {
        FrontOutput::Command(Command::Search(search)) => Some(search.without),
        _ => None,
    });
    assert_eq!(without.expect("a search"), ["P@e4"]);
    front.say("force\nP@e4");
    let best = Event::BestMove { best: None, ponder: None, draw_offer: false, resign: false };
    front.step(FrontInput::Event(best));
    assert_eq!(front.placed().1.last().map(String::as_str), Some("P@e4"));
}

/// C-535, C-536: hands that are told replace those that are known; C-537: elsewhere they mean nothing.
#[test]
fn hands() {
    let mut front = front("bughouse", "hands");
    front.say("new\nvariant hands\nforce\ne2e4");
    assert_eq!(front.say("holding [NPP] []\nholding [NPP] [R] BR"), [""; 0]);
    let (start, moves) = front.placed();
    let Start::Fen(fen) = start else { panic!("a position of its own") };
    assert!(moves.is_empty());
    let (_, hands) = fen.split_once('[').expect("hands");
    let mut hands: Vec<char> = hands.split(']').next().unwrap().chars().collect();
    hands.sort_unstable();
    assert_eq!(hands, ['N', 'P', 'P', 'r']);
    assert_eq!(front.say("holding [ZZ] []"), ["Error (bad parameter): holding [ZZ] []"]);
    let mut chess = Talk::new();
    assert_eq!(chess.say("new\nforce\ne2e4\nholding [NPP] [R]"), [""; 0]);
    assert_eq!(chess.placed().1, ["e2e4"]);
}
