//! `ferz games`: the games that were kept, from the command line.

use crate::{folders, variant};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use ferz_archive::{Archive, Imported, Progress, Query, Source, Summary};
use ferz_rules::Variant;
use std::fs::File;
use std::io::{BufReader, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The arguments of `ferz games`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The file of games [default: games.sqlite in the user's folder of data].
    #[arg(long = "in", value_name = "FILE", global = true)]
    pub file: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub task: Task,
}

/// What can be done with games.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Takes over the games of PGN files.
    ///
    /// Games that are there already are not taken twice, so an import that was interrupted can be
    /// started again.
    Import {
        /// PGN files.
        #[arg(required = true, value_name = "PGN")]
        files: Vec<PathBuf>,
    },
    /// Lists games, the latest first.
    Find {
        /// Which games.
        #[command(flatten)]
        query: Wanted,
        /// Games at most; 0 for all.
        #[arg(long, default_value_t = 50, value_name = "N")]
        most: usize,
    },
    /// Writes games as PGN.
    Export {
        /// The file to write; `-` for standard output.
        #[arg(value_name = "PGN")]
        to: PathBuf,
        /// Which games.
        #[command(flatten)]
        query: Wanted,
    },
    /// Prints one game as PGN, by its number in the list.
    Show {
        /// The number.
        number: i64,
    },
}

/// Which games.
#[derive(Debug, Args)]
pub struct Wanted {
    /// A part of a player's name, in any case.
    #[arg(long, value_name = "NAME", default_value = "")]
    player: String,
    /// The game, by its name in CECP or UCI.
    #[arg(long, value_name = "GAME", ignore_case = true, value_parser = variant::any())]
    variant: Option<Variant>,
    /// A part of the event.
    #[arg(long, value_name = "TEXT", default_value = "")]
    event: String,
    /// A part of the opening's name, or its ECO code.
    #[arg(long, value_name = "TEXT", default_value = "")]
    opening: String,
    /// The first date: 2024, 2024.05 or 2024.05.01.
    #[arg(long, value_name = "DATE", default_value = "")]
    since: String,
    /// The last date, all of the year or month where no day is given.
    #[arg(long, value_name = "DATE", default_value = "")]
    until: String,
    /// The result.
    #[arg(long, value_parser = ["1-0", "0-1", "1/2-1/2", "*"])]
    result: Option<String>,
    /// A position that was reached in the first forty plies, as FEN in quotes.
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Where the games came from.
    #[arg(long, value_parser = ["played", "imported", "watched"])]
    source: Option<String>,
}

impl Wanted {
    fn query(&self, most: usize) -> Query {
        let position = self.position.clone();
        Query {
            player: self.player.clone(),
            variant: self.variant.map(|game| game.name.to_owned()).unwrap_or_default(),
            event: self.event.clone(),
            opening: self.opening.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            result: self.result.clone().unwrap_or_default(),
            source: self.source.as_deref().and_then(Source::named),
            position: position.map(|fen| (self.variant.unwrap_or(Variant::NORMAL), fen)),
            skip: 0,
            most,
        }
    }
}

/// Does what the command line asks for; what is found goes to `out`.
///
/// # Errors
/// Names the file that cannot be read or written, the position that is none, the number of no game.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let usual = || folders::data("games.sqlite");
    let path = arguments.file.clone().or_else(usual);
    let path =
        path.context("no folder for games: neither XDG_DATA_HOME nor HOME is set; use --in FILE")?;
    let open = || Archive::open(&path).with_context(|| format!("cannot open {}", path.display()));
    let there =
        || if path.exists() { open() } else { bail!("no games are kept in {}", path.display()) };
    match &arguments.task {
        Task::Import { files } => import(&mut open()?, files, out),
        Task::Find { query, most } => find(&there()?, &query.query(*most), out),
        Task::Export { to, query } => export(&there()?, to, &query.query(0), out),
        Task::Show { number } => Ok(writeln!(out, "{}", there()?.game(*number)?)?),
    }
}

fn import(archive: &mut Archive, files: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    for path in files {
        let shown = path.display();
        let file = ferz_input::file::open(path).with_context(|| format!("cannot read {shown}"))?;
        let whole = file.metadata().map_or(0, |data| data.len()).max(1);
        let watched = std::io::stderr().is_terminal();
        let told = |progress: Progress| {
            if watched {
                let (games, part) = (progress.new + progress.known, 100 * progress.bytes / whole);
                crate::aside(format_args!("{shown}: {games} games, {part} %"));
            }
            ControlFlow::Continue(())
        };
        let imported = archive.import(BufReader::new(file), told);
        let Imported { progress, remarks, remarked, .. } =
            imported.with_context(|| format!("cannot import {shown}"))?;
        for remark in &remarks {
            crate::aside(format_args!("{shown}: {remark}"));
        }
        if remarked > remarks.len() {
            crate::aside(format_args!("{shown}: {} more remarks", remarked - remarks.len()));
        }
        writeln!(out, "{shown}: {} new, {} known", progress.new, progress.known)?;
    }
    Ok(())
}

fn find(archive: &Archive, query: &Query, out: &mut dyn Write) -> Result<()> {
    let found = archive.find(query)?;
    for game in &found.games {
        writeln!(out, "{}", line(game))?;
    }
    let shown = found.games.len();
    Ok(match found.total - shown {
        0 => writeln!(out, "{shown} games"),
        more => writeln!(out, "{shown} games, and {more} more: --most 0 lists all"),
    }?)
}

/// A game on a line.
fn line(game: &Summary) -> String {
    let known = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let mut line = format!(
        "{:>6}  {:10}  {} - {}  {}  {} plies",
        game.id,
        known(&game.date),
        known(&game.first),
        known(&game.second),
        game.result,
        game.plies
    );
    let chess = Variant::NORMAL.name;
    let others =
        [(game.variant != chess).then_some(&game.variant), Some(&game.opening), Some(&game.event)];
    for text in others.into_iter().flatten().filter(|text| !text.is_empty()) {
        line.push_str("  ");
        line.push_str(text);
    }
    line
}

fn export(archive: &Archive, file: &Path, query: &Query, out: &mut dyn Write) -> Result<()> {
    if file == Path::new("-") {
        archive.export(query, out)?;
        return Ok(());
    }
    let shown = file.display();
    let to = File::create(file).with_context(|| format!("cannot write {shown}"))?;
    let count = archive.export(query, BufWriter::new(to));
    let count = count.with_context(|| format!("cannot write {shown}"))?;
    Ok(writeln!(out, "{count} games written to {shown}")?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Whole {
        #[command(flatten)]
        games: Arguments,
    }

    struct Kept(tempfile::TempDir);

    impl Kept {
        fn new() -> Kept {
            let folder = tempfile::tempdir().expect("a folder");
            let games = "[White \"Ann\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 1-0\n\n\
                         [Variant \"xiangqi\"]\n[Red \"Bo\"]\n\n1. C2=5 *\n";
            std::fs::write(folder.path().join("two.pgn"), games).expect("written");
            Kept(folder)
        }

        fn path(&self, name: &str) -> String {
            self.0.path().join(name).display().to_string()
        }

        /// What the command prints, or why it fails.
        fn run(&self, words: &[&str]) -> Result<String, String> {
            let file = self.path("games");
            let words = ["games"].iter().chain(words).copied().chain(["--in", &file]);
            let whole = Whole::try_parse_from(words).map_err(|error| error.to_string())?;
            let mut out = Vec::new();
            run(&whole.games, &mut out).map_err(|error| format!("{error:#}"))?;
            Ok(String::from_utf8(out).expect("UTF-8"))
        }

        #[track_caller]
        fn prints(&self, words: &[&str], expected: &str) {
            assert_eq!(self.run(words).expect("it is done"), expected, "{words:?}");
        }

        #[track_caller]
        fn fails(&self, words: &[&str], named: &str) {
            let why = self.run(words).expect_err("it fails");
            assert!(why.contains(named), "{words:?}: {why}");
        }
    }

    const ANN: &str = "     1  2024.05.01  Ann - ?  1-0  2 plies\n";
    const BO: &str = "     2  ?           Bo - ?  *  1 plies  xiangqi\n";

    #[test]
    fn games_in_and_out() {
        let kept = Kept::new();
        let (pgn, out) = (kept.path("two.pgn"), kept.path("out.pgn"));
        kept.prints(&["import", &pgn], &format!("{pgn}: 2 new, 0 known\n"));
        kept.prints(&["import", &pgn], &format!("{pgn}: 0 new, 2 known\n"));
        kept.prints(&["find"], &format!("{ANN}{BO}2 games\n"));
        kept.prints(
            &["find", "--most", "1"],
            &format!("{ANN}1 games, and 1 more: --most 0 lists all\n"),
        );
        for words in [
            ["--player", "ann"],
            ["--since", "2024"],
            ["--result", "1-0"],
            ["--position", Variant::NORMAL.start_fen],
        ] {
            kept.prints(&[&["find"], &words[..]].concat(), &format!("{ANN}1 games\n"));
        }
        kept.prints(&["find", "--variant", "Xiangqi"], &format!("{BO}1 games\n"));
        kept.prints(&["export", &out, "--player", "bo"], &format!("1 games written to {out}\n"));
        assert!(kept.run(&["show", "2"]).expect("shown").contains("1. C2=5 *"));
        let written = std::fs::read_to_string(&out).expect("written");
        assert_eq!(written, kept.run(&["export", "-", "--player", "bo"]).expect("printed"));
    }

    #[test]
    fn mistakes_are_named() {
        let kept = Kept::new();
        kept.fails(&["find"], "no games are kept in ");
        kept.fails(&["import", "/dev/zero"], "cannot read /dev/zero");
        kept.run(&["import", &kept.path("two.pgn")]).expect("imported");
        kept.fails(&["show", "9"], "no game has the number 9");
        kept.fails(&["find", "--position", "8/8"], "8/8");
        kept.fails(&["find", "--variant", "ludo"], "ludo");
        kept.fails(&["find", "--result", "2-0"], "2-0");
        kept.fails(&["export", "/nowhere/out.pgn"], "cannot write /nowhere/out.pgn");
    }
}
