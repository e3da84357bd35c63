//! The file that games are appended to, where other runs append theirs, too. A run that was killed may
//! have left a game of its own out, or half of one: when it goes on, each of its games is made to
//! stand there once.

use ferz_arena::Config;
use ferz_arena::log::Log;
use ferz_arena::pgn;
use ferz_input::file;
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// How a game begins.
const BEGIN: &[u8] = b"[Event ";

/// Appends the games of a run that the file lacks; returns how many.
///
/// # Errors
/// The system's, or those of the log.
pub(super) fn mend(
    path: &Path,
    folder: &Path,
    config: &Config,
    names: &[String],
) -> io::Result<u32> {
    let state = RandomState::new();
    let key = |text: &[u8]| state.hash_one(text.trim_ascii());
    let mut there = HashSet::new();
    // The last game, and where it begins; it may not be whole.
    let (mut last, mut begin) = (Vec::new(), 0);
    let mut lines = BufReader::new(file::open(path)?);
    let (mut line, mut at) = (Vec::new(), 0);
    while lines.read_until(b'\n', &mut line)? > 0 {
        let may_begin = BEGIN.starts_with(&line) && (last.is_empty() || last.ends_with(b"\n\n"));
        if line.starts_with(BEGIN) || may_begin {
            there.insert(key(&last));
            last.clear();
            begin = at;
        }
        at += line.len() as u64;
        last.append(&mut line);
    }
    let (mut missing, mut is_torn) = (Vec::new(), false);
    let games = Log::games_in_order(folder, config, |game| {
        let text = pgn::write(config, names, game);
        let bytes = text.as_bytes();
        is_torn |= !last.is_empty() && last.len() < bytes.len() && bytes.starts_with(&last);
        missing.push(text);
        Ok(())
    });
    games.map_err(io::Error::other)?;
    if is_torn {
        OpenOptions::new().write(true).open(path)?.set_len(begin)?;
    } else {
        there.insert(key(&last));
    }
    missing.retain(|text| !there.contains(&key(text.as_bytes())));
    let mut out = file::append(path)?;
    if !is_torn && !missing.is_empty() && !last.is_empty() && !last.ends_with(b"\n") {
        // Somebody else's game, whose end lacks what divides it from the next.
        out.write_all(b"\n\n")?;
    }
    out.write_all(missing.concat().as_bytes())?;
    Ok(missing.len() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_arena::log::{FILE, LogEvent, VERSION};
    use ferz_arena::record::GameRecord;

    /// Whatever part of our last game a kill has left in the file, and whatever others have put there.
    #[test]
    fn each_game_stands_there_once() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::default();
        let names = ["A".to_owned(), "B".to_owned()];
        let run = LogEvent::Run {
            version: VERSION,
            began: 0,
            openings: 0,
            config: config.clone(),
            programs: Vec::new(),
        };
        let mut log = Log::create(folder.path(), &run).unwrap();
        let mut games = Vec::new();
        for number in 1..=3 {
            let text = format!(
                r#"{{"number":{number},"round":1,"first":0,"second":1,"opening":0,
                "moves":[{{"m":"e2e4"}}],"result":"1-0","reason":"resignation","began":0,
                "seconds":0}}"#
            );
            let game: GameRecord = serde_json::from_str(&text).unwrap();
            log.add_game(&game).unwrap();
            games.push(pgn::write(&config, &names, &game));
        }
        drop(log);
        assert!(folder.path().join(FILE).exists());
        let path = folder.path().join("all.pgn");
        let others = "[Event \"another\"]\n\n1. d4 *\n\n".to_owned();
        let ours = games.concat();
        for cut in 0..=ours.len() {
            std::fs::write(&path, others.clone() + &ours[..cut]).unwrap();
            mend(&path, folder.path(), &config, &names).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), others.clone() + &ours, "{cut}");
        }
        // The first is missing, and somebody else came after.
        let text = games[1].clone() + &games[2] + &others;
        std::fs::write(&path, &text).unwrap();
        assert_eq!(mend(&path, folder.path(), &config, &names).unwrap(), 1);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text + &games[0]);
    }
}
