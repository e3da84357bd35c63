//! What a sequence of commands or events means, whichever way it is put.
//!
//! * A position counts with the search (or question) that uses it, not by itself: CECP has none
//!   without one, and UCI may send it twice.
//! * A position is what it is, whether its start has a name or a FEN.
//! * Pings are counted by their answers: machines ask between for their own ends.
//! * Setting an option to what it is already changes nothing: CECP repeats some in each game.
//! * UCCI tells a position from its last capture on.
//! * UCCI's fronts show numbers when they see fit, and a main line that says nothing new not again.
//! * The opponent is who was described last: CECP tells it in several lines and forgets it at `new`.

use super::session::Speech;
use ferz_link::{Command, Event, MessageKind, Opponent, OptionDecl, Place, Referee};
use ferz_referee::Rules;
use ferz_wire::Start;

/// The start as a FEN.
fn plain(place: &Place) -> Place {
    let start = Place { moves: Vec::new(), ..place.clone() };
    match Rules.place(&start) {
        Ok((record, _)) => Place { start: Start::Fen(record.fen()), ..place.clone() },
        Err(_) => place.clone(),
    }
}

/// The position from its last capture on.
fn since_capture(place: &Place) -> Place {
    let mut place = plain(place);
    let start = Place { moves: Vec::new(), ..place.clone() };
    let Ok((mut record, _)) = Rules.place(&start) else { return place };
    let pieces =
        |fen: &str| fen.split(' ').next().map(|board| board.matches(char::is_alphabetic).count());
    let mut fen = record.fen();
    let mut moves = Vec::new();
    for mv in place.moves {
        if record.play(mv.as_str()).is_err() {
            break;
        }
        let now = record.fen();
        if pieces(&now) == pieces(&fen) {
            moves.push(mv);
        } else {
            moves.clear();
            place.start = Start::Fen(now.clone());
        }
        fen = now;
    }
    Place { moves, ..place }
}

/// Commands, reduced to their meaning.
pub(crate) fn of_commands(commands: &[Command], speech: Speech) -> Vec<String> {
    let mut meaning: Vec<String> = Vec::new();
    let mut place: Option<Place> = None;
    let mut options: Vec<(String, Option<String>)> = Vec::new();
    let plain = if speech == Speech::Ucci { since_capture } else { plain };
    for command in commands {
        match command {
            Command::Ping(_) => {}
            Command::Place(new) => place = Some(plain(new)),
            Command::Search(search) => {
                let mut search = search.clone();
                if speech == Speech::Cecp
                    && let Some(clocks) = &mut search.limits.clock
                    && let Some(opponent) = &mut clocks.opponent
                {
                    // Told once, for both: only the engine's own period is known for sure.
                    opponent.moves_to_go = None;
                    opponent.increment = Default::default();
                }
                meaning.push(format!("{place:?} {search:?}"));
            }
            Command::SetValue { place: Some(valued), value } => {
                meaning.push(format!("{:?} {value:?}", plain(valued)));
            }
            Command::Probe(probed) => meaning.push(format!("probe {:?}", plain(probed))),
            Command::Book | Command::Console(_) => meaning.push(format!("{place:?} {command:?}")),
            Command::SetOption { name, value } => {
                let setting = (name.clone(), value.clone());
                if value.is_some() && options.contains(&setting) {
                    continue;
                }
                options.retain(|(known, _)| known != name);
                options.push(setting);
                meaning.push(format!("{command:?}"));
            }
            Command::Opponent(opponent) if *opponent == Opponent::default() => {}
            Command::Opponent(_) => {
                if meaning.last().is_some_and(|last| last.starts_with("Opponent")) {
                    meaning.pop();
                }
                meaning.push(format!("{command:?}"));
            }
            _ => meaning.push(format!("{command:?}")),
        }
    }
    meaning
}

/// Events, without what a front says by itself.
pub(crate) fn of_events(events: &[Event], speech: Speech) -> Vec<String> {
    let mut last = None;
    events
        .iter()
        .filter(|event| match event {
            // A front that debugs repeats what it was told.
            Event::Message(message) if speech == Speech::Uci => {
                !(message.kind == MessageKind::Note && message.text.starts_with("received "))
            }
            Event::Info(info) if speech == Speech::Ucci => {
                let again = last.as_ref() == Some(info);
                last = Some(info.clone());
                info.depth.is_some() && !again
            }
            Event::BestMove { .. } => {
                last = None;
                true
            }
            Event::Message(message) if speech == Speech::Cecp => {
                !(message.kind == MessageKind::Debug && message.text.starts_with("mode "))
            }
            _ => true,
        })
        .map(|event| match event {
            Event::Option(decl) => format!("{:?}", Event::Option(shown(decl, speech))),
            event => format!("{event:?}"),
        })
        .collect()
}

/// An option as its host hears of it: in CECP names have no blanks, so that every host can set them.
pub(crate) fn shown(decl: &OptionDecl, speech: Speech) -> OptionDecl {
    let mut decl = decl.clone();
    if speech == Speech::Cecp {
        decl.name = decl.name.replace(' ', "").as_str().into();
    }
    decl
}
