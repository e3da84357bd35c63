//! The keeper: a thread that writes every change of the game into the file of games, so that nothing
//! is lost when the program is killed. The table does not wait for the disk.

use ferz_archive::{Archive, Id, Result, Source};
use ferz_rules::pgn::PgnGame;
use std::sync::mpsc::{Receiver, Sender, channel};

/// A game at a table, as it stands now.
pub(crate) struct State {
    /// Its number at the table.
    pub(crate) game: u64,
    /// The number under which it is kept already.
    pub(crate) kept_as: Option<Id>,
    pub(crate) pgn: PgnGame,
}

/// Starts the keeper. It ends when nobody can tell it anything more; `failed` hears why a change could
/// not be written.
pub(crate) fn start(archive: Archive, failed: impl Fn(String) + Send + 'static) -> Sender<State> {
    let (tell, told) = channel();
    std::thread::spawn(move || keep(archive, &told, failed));
    tell
}

fn keep(mut archive: Archive, told: &Receiver<State>, failed: impl Fn(String)) {
    let mut current = None;
    while let Ok(state) = told.recv() {
        if let Err(error) = write(&mut archive, &mut current, state) {
            failed(format!("this game is not kept: {error}"));
        }
    }
}

fn write(archive: &mut Archive, current: &mut Option<(u64, Id)>, state: State) -> Result<()> {
    let State { game, kept_as, pgn } = state;
    let known = match current {
        Some((known, id)) if *known == game => Some(*id),
        _ => kept_as,
    };
    // A game that somebody removed meanwhile begins anew.
    let known = known.filter(|id| archive.game(*id).is_ok());
    let id = match known {
        Some(id) => archive.update(id, &pgn).map(|()| id)?,
        None => archive.begin(&pgn, Source::Played)?,
    };
    *current = Some((game, id));
    Ok(())
}
