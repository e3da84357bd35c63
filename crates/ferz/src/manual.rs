//! What the program tells about itself: the groups of its commands, completions for shells, manual
//! pages.

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// The commands, by what they are for. What a build leaves out is not shown.
pub const GROUPS: [(&str, &[&str]); 5] = [
    ("Play and look", &["board", "games", "play", "bench", "perft", "verdict", "export-net"]),
    ("Other engines", &["inspect", "bridge", "polyglot", "uci2wb", "check", "blame"]),
    ("Matches and data", &["match", "tournament", "tune", "numbers", "datagen"]),
    ("Many machines", &["hub", "worker", "submit", "status", "stop"]),
    ("About this program", &["help", "completions", "man"]),
];

/// A list of the commands in their groups, for the help of the whole program.
pub fn grouped(command: &Command) -> String {
    let about = |name: &str| match name {
        "help" => Some("Shows help for a command: `ferz help match`".to_owned()),
        name => command.find_subcommand(name).map(|command| {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            about.lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
        }),
    };
    let mut text = String::new();
    for (title, names) in GROUPS {
        let known: Vec<_> = names.iter().filter_map(|name| Some((name, about(name)?))).collect();
        if known.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{title}:");
        for (name, about) in known {
            let _ = writeln!(text, "  {name:<12} {}", wrapped(&about));
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

/// Breaks a text so that it fits beside the names of commands, in 80 columns.
fn wrapped(text: &str) -> String {
    let (mut lines, mut width) = (String::new(), 0);
    for word in text.split_whitespace() {
        let length = word.chars().count() + 1;
        if width > 0 && width + length > 64 {
            lines.push_str("\n               ");
            width = 0;
        } else if width > 0 {
            lines.push(' ');
        }
        lines.push_str(word);
        width += length;
    }
    lines
}

/// Prints what a shell needs to complete our command line.
pub fn completions(shell: Shell, mut command: Command, out: &mut dyn Write) {
    clap_complete::generate(shell, &mut command, "ferz", out);
}

/// Writes a manual page for the program and one for each command: `ferz.1`, `ferz-match.1`. Says how
/// many.
pub fn pages(command: Command, folder: &Path) -> Result<usize> {
    let named = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", named()))?;
    let count = 1 + deep(&command);
    let command = command.disable_help_subcommand(true);
    clap_mangen::generate_to(command, folder)
        .with_context(|| format!("cannot write into {}", named()))?;
    Ok(count)
}

/// How many commands there are below one.
fn deep(command: &Command) -> usize {
    command.get_subcommands().map(|inner| 1 + deep(inner)).sum()
}

/// Prints the manual page of the program.
pub fn main_page(command: Command, out: &mut dyn Write) -> std::io::Result<()> {
    clap_mangen::Man::new(command).render(out)
}
