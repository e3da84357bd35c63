//! The books and endgame tables that analysis shows.

use anyhow::{Result, anyhow};
use ferz_board::{Outcome, Says, Source, Sources};
use ferz_engine::book::TextBook;
use ferz_engine::syzygy::{Judge, Wdl};
use ferz_rules::{FenStyle, Game, Variant, chess};
use std::path::{Path, PathBuf};

/// The games of which there are books.
const WITH_BOOKS: [Variant; 2] = [Variant::NORMAL, Variant::XIANGQI];

/// Opens tables and books; those inside the program come last.
pub(super) fn open(syzygy: Option<&str>, books: &[PathBuf]) -> Result<Sources> {
    let mut sources: Vec<Box<dyn Source>> = Vec::new();
    if let Some(path) = syzygy {
        let judge = Judge::open(path, None, true).map_err(|why| anyhow!("--syzygy: {why}"))?;
        judge.news().into_iter().for_each(|text| crate::aside(format_args!("{text}")));
        sources.push(Box::new(Tables(judge)));
    }
    for file in books {
        sources.push(Box::new(book(file)?));
    }
    for game in WITH_BOOKS {
        if let Some(book) = ferz_engine::own_book(game) {
            sources.push(Box::new(Book { name: "Ferz".to_owned(), game, book }));
        }
    }
    Ok(sources.into())
}

/// A book of one of the games that have them.
fn book(file: &Path) -> Result<Book> {
    let mut why = Vec::new();
    for game in WITH_BOOKS {
        match ferz_engine::open_book(game, file) {
            Ok(book) => {
                let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                return Ok(Book { name, game, book });
            }
            Err(reason) => why.push(reason),
        }
    }
    Err(anyhow!("--book: {}", why.join("; ")))
}

struct Book {
    name: String,
    game: Variant,
    book: Box<dyn TextBook>,
}

impl Source for Book {
    fn name(&self) -> &str {
        &self.name
    }

    fn moves(&self, game: &dyn Game) -> Vec<(String, Says)> {
        if game.variant() != self.game {
            return Vec::new();
        }
        let mut moves = self.book.moves(game);
        moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        let all: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let share = |weight: u32| (u64::from(weight) * 1000).checked_div(all).unwrap_or(0) as u32;
        moves.into_iter().map(|(text, weight)| (text, Says::Share(share(weight)))).collect()
    }
}

struct Tables(Judge);

impl Source for Tables {
    fn name(&self) -> &str {
        "Syzygy"
    }

    fn moves(&self, game: &dyn Game) -> Vec<(String, Says)> {
        let Ok(board) = chess::Board::from_fen(&game.fen(FenStyle::XFen), game.variant()) else {
            return Vec::new();
        };
        let outcome = |wdl| match wdl {
            Wdl::Win => Outcome::Win,
            Wdl::CursedWin => Outcome::CursedWin,
            Wdl::Draw => Outcome::Draw,
            Wdl::BlessedLoss => Outcome::BlessedLoss,
            Wdl::Loss => Outcome::Loss,
        };
        let mut moves: Vec<_> = self.0.moves(&board).into_iter().collect();
        // The fastest win, and the slowest loss.
        moves.sort_by_key(|(_, wdl, plies)| match outcome(*wdl) {
            lost @ (Outcome::Loss | Outcome::BlessedLoss) => (lost, u32::MAX - plies),
            other => (other, *plies),
        });
        moves.into_iter().map(|(mv, wdl, plies)| (mv, Says::Outcome(outcome(wdl), plies))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::new_game;

    fn known(sources: &Sources, game: Variant, fen: Option<&str>) -> Vec<(String, String, Says)> {
        let game = new_game(game, fen).expect("a position");
        let moves = sources.iter().flat_map(|source| {
            let named = |(text, says)| (source.name().to_owned(), text, says);
            source.moves(&*game).into_iter().map(named).collect::<Vec<_>>()
        });
        moves.collect()
    }

    #[test]
    fn the_books_of_the_program_know_their_games() {
        let sources = open(None, &[]).expect("no files");
        for game in WITH_BOOKS {
            let known = known(&sources, game, None);
            let shares = known.iter().map(|(_, _, says)| match says {
                Says::Share(share) => *share,
                Says::Outcome(..) => 0,
            });
            let all: u32 = shares.sum();
            assert!(known.len() > 1 && (950..=1000).contains(&all), "{known:?}");
        }
        let atomic = Variant::by_name("atomic").expect("a game");
        assert_eq!(known(&sources, atomic, None), []);
    }

    #[test]
    fn tables_tell_what_each_move_leads_to() {
        let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/data/syzygy");
        let sources = open(Some(tables), &[]).expect("tables");
        let fen = "8/8/8/8/8/1k6/4R3/K7 w - - 0 1";
        let known = known(&sources, Variant::NORMAL, Some(fen));
        assert_eq!(known[0].0, "Syzygy");
        let outcome = |text: &str| {
            let (_, _, says) = known.iter().find(|(_, mv, _)| mv == text).expect(text);
            *says
        };
        // python-chess counts 28 plies behind Re1 and 32 behind Rb2: chess.syzygy, probe_dtz.
        assert_eq!(outcome("e2e1"), Says::Outcome(Outcome::Win, 29));
        assert_eq!(outcome("e2b2"), Says::Outcome(Outcome::Win, 33));
        assert_eq!(outcome("e2c2"), Says::Outcome(Outcome::Draw, 0));
        // The fastest win first, and what is no win behind all wins.
        let order: Vec<Says> = known.iter().map(|(_, _, says)| *says).collect();
        let (wins, other) = order.split_at(order.len() - 1);
        assert_eq!(other, [Says::Outcome(Outcome::Draw, 0)]);
        let plies = |says: &Says| match says {
            Says::Outcome(Outcome::Win, plies) => *plies,
            other => panic!("{other:?}"),
        };
        assert!(wins.is_sorted_by_key(plies), "{known:?}");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let why = |syzygy, books: &[PathBuf]| match open(syzygy, books) {
            Ok(_) => panic!("nothing is there"),
            Err(why) => format!("{why:#}"),
        };
        assert!(why(Some("/nowhere"), &[]).contains("/nowhere"));
        let file = PathBuf::from("/nowhere/book.bin");
        assert!(why(None, &[file]).contains("/nowhere/book.bin"));
    }
}
