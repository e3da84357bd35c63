//! A table's game as PGN: kept, and gone on with.

use super::clock::LONGEST;
use super::{DRAWN, Refused, Table};
use crate::news::{LEVELS, NewGame, Path, Person};
use crate::shelf::OWN;
use ferz_rules::pgn::{self, PgnGame};
use ferz_rules::{Notation, Side, Variant};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Tags of ours in a game that is kept: whose moves the person makes, the engine's strength, the clock
/// and what is left of it, in milliseconds.
const PERSON: &str = "FerzPerson";
/// The engines of both sides by their names on the user's list; none stands for the one inside.
const ENGINES: [&str; 2] = ["FerzEngine1", "FerzEngine2"];
const LEVEL: &str = "FerzLevel";
const CLOCK: &str = "FerzClock";
const LEFT: &str = "FerzLeft";

/// This day, as PGN writes it.
pub(super) fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    pgn::date(now.as_secs())
}

impl Table {
    /// Goes on with a game that was kept. Moves that are none end it there, with a remark.
    pub(super) fn resume(
        pgn: &str,
        kept_as: Option<i64>,
        own_name: &str,
    ) -> Result<Table, Refused> {
        let game = pgn::games(pgn).next().ok_or("there is no game in this text")?;
        let tag = |name: &str| game.tag(name).unwrap_or_default().to_owned();
        let variant = game.variant().map_err(|error| error.to_string())?;
        // Games of others have no person of ours: both sides may be moved.
        let person = match tag(PERSON).as_str() {
            "first" => Person::First,
            "second" => Person::Second,
            "neither" => Person::Neither,
            _ => Person::Both,
        };
        let level =
            LEVELS.iter().find(|level| level.name == tag(LEVEL)).map_or("full", |level| level.name);
        let new = NewGame {
            variant: variant.name.to_owned(),
            fen: game.tag("FEN").unwrap_or(variant.start_fen).to_owned(),
            person,
            level: level.to_owned(),
            clock: tag(CLOCK),
            ponder: false,
            engines: ENGINES.map(tag),
        };
        let mut table = Table::begin(&new, own_name)?;
        let start = Path::default();
        table.tree.note(&start, Some(&game.line.intro.join(" ")), None);
        let mut left_out = None;
        for (ply, step) in game.line.moves.iter().enumerate() {
            let why = table.tree.graft(&step.variations, table.record.game());
            left_out = left_out.or(why.map(|why| format!("left out after half-move {ply}: {why}")));
            let played = match step.text.as_str() {
                "--" => Err("the turn was passed".to_owned()),
                text => table.play_quietly(text),
            };
            if let Err(why) = played {
                left_out = Some(format!("half-move {}: {why}", ply + 1));
                break;
            }
            let path = Path { ply: ply + 1, ..Path::default() };
            table.tree.note(&path, Some(&step.comments.join(" ")), Some(&step.glyphs));
        }
        // What could not be taken over stays where it is.
        let kept_as = kept_as.filter(|_| left_out.is_none());
        table.remark = left_out;
        table.judge();
        let told = game.result.clone().unwrap_or_else(|| tag("Result"));
        let told = ["1-0", "0-1", DRAWN].into_iter().find(|score| *score == told);
        if let (None, Some(score)) = (&table.result, told) {
            table.end(score, &tag("Termination"));
        }
        if let Some(clock) = &mut table.clock {
            let left = tag(LEFT);
            let left = left.split(' ').filter_map(|left| left.parse().ok());
            for (clock, left) in clock.left.iter_mut().zip(left) {
                *clock = Duration::from_millis(left).min(LONGEST);
            }
        }
        if let Some(date) = game.tag("Date") {
            date.clone_into(&mut table.begun);
        }
        (table.kept_as, table.touched) = (kept_as, false);
        table.theirs = tag(PERSON).is_empty().then(|| game.tags.clone());
        Ok(table)
    }

    /// The game to be kept, its number here and the one under which it is kept already; nothing while
    /// nothing has happened in it.
    pub fn kept(&self, now: Instant) -> Option<(u64, Option<i64>, PgnGame)> {
        self.touched.then(|| (self.games, self.kept_as, self.pgn(now)))
    }

    /// Who played a side, in a game of others.
    pub(super) fn known(&self, side: Side) -> &str {
        let tags = self.theirs.iter().flatten();
        let names: &[&str] = if side == Side::First { &["White", "Red"] } else { &["Black"] };
        let mut found = tags.filter(|(name, value)| names.contains(&name.as_str()) && value != "?");
        found.next().map_or("", |(_, value)| value)
    }

    /// The game as PGN.
    pub(super) fn pgn(&self, now: Instant) -> PgnGame {
        let mut pgn = match &self.theirs {
            Some(tags) => PgnGame { tags: tags.clone(), ..PgnGame::default() },
            None => self.tags(now),
        };
        pgn.line = self.tree.line();
        let result = match &self.theirs {
            Some(_) => pgn.tag("Result").unwrap_or("*").to_owned(),
            None => self.result.as_ref().map_or("*", |result| result.score).to_owned(),
        };
        pgn.result = Some(result);
        pgn
    }

    /// What is to be known of a game of ours.
    fn tags(&self, now: Instant) -> PgnGame {
        let game = self.record.game();
        let variant = game.variant();
        let mut pgn = PgnGame::default();
        let names = Side::BOTH.map(|side| {
            if self.is_persons(side) { String::new() } else { self.name(side).to_owned() }
        });
        let person = match self.person {
            Person::First => "first",
            Person::Second => "second",
            Person::Both => "both",
            Person::Neither => "neither",
        };
        let result = self.result.as_ref().map_or("*", |result| result.score);
        let first = variant.pgn.first;
        let event =
            [("Event", "Casual game"), ("Site", "?"), ("Date", &self.begun), ("Round", "-")];
        for (name, value) in event {
            pgn.set_tag(name, value);
        }
        for (name, value) in [(first, &names[0]), ("Black", &names[1])] {
            pgn.set_tag(name, if value.is_empty() { "?" } else { value });
        }
        for (name, value) in [("Result", result), (PERSON, person), (LEVEL, self.level.name)] {
            pgn.set_tag(name, value);
        }
        for side in Side::BOTH {
            let name = &self.engines[side.index()];
            if !self.is_persons(side) && name != OWN {
                pgn.set_tag(ENGINES[side.index()], name);
            }
        }
        if variant != Variant::NORMAL {
            pgn.set_tag("Variant", variant.name);
        }
        if let Some(game) = variant.pgn.game {
            pgn.set_tag("Game", game);
        }
        if variant.readable() == Notation::Wxf {
            pgn.set_tag("Format", "WXF");
        }
        if game.start_fen() != variant.start_fen {
            pgn.set_tag("SetUp", "1");
            pgn.set_tag("FEN", &game.start_fen());
        }
        if let Some(clock) = &self.clock {
            pgn.set_tag(CLOCK, &self.control);
            let [first, second] = clock.shown(game.side(), now);
            pgn.set_tag(LEFT, &format!("{first} {second}"));
        }
        if let Some(result) = &self.result {
            pgn.set_tag("Termination", &result.reason);
        }
        pgn
    }
}
