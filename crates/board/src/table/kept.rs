//! A table's game as PGN: kept, and gone on with.

use super::clock::LONGEST;
use super::{DRAWN, Refused, Table};
use crate::news::{LEVELS, NewGame, Person};
use crate::shelf::OWN;
use ferz_rules::pgn::{self, PgnGame};
use ferz_rules::{Notation, Side, Variant};
use std::time::{Duration, Instant};

/// Tags of ours in a game that is kept: whose moves the person makes, the engine's strength, the clock
/// and what is left of it, in milliseconds.
const PERSON: &str = "FerzPerson";
/// The engines of both sides by their names on the user's list; none stands for the one inside.
const ENGINES: [&str; 2] = ["FerzEngine1", "FerzEngine2"];
const LEVEL: &str = "FerzLevel";
const CLOCK: &str = "FerzClock";
const LEFT: &str = "FerzLeft";

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
            engines: ENGINES.map(tag),
        };
        let mut table = Table::begin(&new, own_name)?;
        for (ply, step) in game.line.moves.iter().enumerate() {
            let played = match step.text.as_str() {
                "--" => Err("the turn was passed".to_owned()),
                text => table.play_quietly(text),
            };
            if let Err(why) = played {
                table.remark = Some(format!("half-move {}: {why}", ply + 1));
                break;
            }
        }
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
        (table.kept_as, table.touched) = (kept_as, false);
        Ok(table)
    }

    /// The game to be kept, its number here and the one under which it is kept already; nothing while
    /// nothing has happened in it.
    pub fn kept(&self, now: Instant) -> Option<(u64, Option<i64>, PgnGame)> {
        self.touched.then(|| (self.games, self.kept_as, self.pgn(now)))
    }

    /// The game as PGN.
    fn pgn(&self, now: Instant) -> PgnGame {
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
        let step = |text: String| pgn::Step { text, ..pgn::Step::default() };
        pgn.line.moves = game.moves(Notation::San).into_iter().map(step).collect();
        pgn.result = Some(result.to_owned());
        pgn
    }
}
