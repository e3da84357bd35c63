//! Runs of earlier days, and those that others play just now, read from their logs.

use super::watched::Watched;
use super::{Listed, name_of};
use ferz_arena::log::{self, FILE, LogEvent, read_line};
use ferz_arena::schedule::Schedule;
use ferz_arena::stats::Tally;
use ferz_arena::{Claim, Config, What, pgn, sprt};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The events of a log, one after the other; a line that is not whole ends it.
fn events(folder: &Path) -> Result<impl Iterator<Item = LogEvent>, String> {
    let file = folder.join(FILE);
    let opened = File::open(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = BufReader::new(opened).split(b'\n');
    Ok(lines.map_while(|line| read_line(&line.ok()?).ok()))
}

/// What stands at the beginning of a log, and the names of those who play.
fn beginning(folder: &Path) -> Result<(u64, Config, Vec<String>), String> {
    let mut events = events(folder)?;
    let Some(LogEvent::Run { began, config, .. }) = events.next() else {
        return Err(format!("{}: not the log of a run", folder.display()));
    };
    let mut names = Vec::new();
    for event in events {
        match event {
            LogEvent::Engine { name, .. } => names.push(name),
            _ => break,
        }
    }
    Ok((began, config, names))
}

/// What a list says of a run.
pub(super) fn heading(folder: &Path) -> Result<Listed, String> {
    let (began, _, engines) = beginning(folder)?;
    Ok(Listed { name: name_of(folder), engines, began })
}

/// How a run stands.
pub(super) fn read(folder: &Path) -> Result<Watched, String> {
    // Asked before its log is read: what is not over may be so in a moment, and not the other way round.
    let goes_on = Claim::is_held(folder);
    let (_, config, names) = beginning(folder)?;
    let start = config.openings.as_ref().filter(|spec| spec.file.ends_with(super::START));
    let start = start.and_then(|spec| std::fs::read_to_string(&spec.file).ok());
    let mut watched = Watched::of(&config, start.as_deref().map(str::trim))?;
    watched.hear(&What::RunBegins { names, games: 0, played: 0 });
    let mut course = sprt::Course::new(&config);
    let mut briefs = Vec::new();
    for game in log::games(events(folder)?) {
        if !game.counts(config.replay_late) {
            continue;
        }
        let brief = game.brief();
        if let Some(course) = &mut course {
            course.played(&config, &brief);
        }
        watched.hear(&What::GameEnds { game, counts: true });
        briefs.push(brief);
        if let Some(course) = &course {
            let played = u32::try_from(briefs.len()).unwrap_or(u32::MAX);
            let (score, sprt) = (Tally::default(), Some(*course.standing()));
            watched.hear(&What::Standing { played, expected: played, score, sprt });
        }
    }
    let score = Tally::of(&config, &briefs, 0, 1);
    let played = u32::try_from(briefs.len()).unwrap_or(u32::MAX);
    let sprt = course.as_ref().map(|course| *course.standing());
    let expected = if goes_on { Schedule::new(&config).expected().max(played) } else { played };
    watched.hear(&What::Standing { played, expected, score, sprt });
    if !goes_on {
        watched.end(String::new());
    }
    Ok(watched)
}

/// A game of a run as PGN.
pub(super) fn game(folder: &Path, number: u32) -> Result<String, String> {
    let (_, config, names) = beginning(folder)?;
    // The last of a number counts: it may have been played again.
    let found = log::games(events(folder)?).into_iter().rfind(|game| game.number == number);
    let game = found.ok_or_else(|| format!("game {number} is not over"))?;
    Ok(pgn::write(&config, &names, &game))
}
