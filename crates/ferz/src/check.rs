//! `ferz check` and `ferz blame`: what an engine does that its protocol does not allow, and who
//! broke it first.

use crate::aside;
use anyhow::{Context, Result};
use ferz_check::{
    Act, Command, Error, JudgedConversation, Plan, Profile, Protocol, Report, Stage, Told, Verdict,
};
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What `ferz check` is told.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The engine's protocol: uci, ucci or cecp. Detected if not given.
    #[arg(long)]
    protocol: Option<Protocol>,
    /// Checks whether the engine is ready for this host; may be repeated. `list` shows the names.
    #[arg(long = "profile", value_name = "NAME")]
    profiles: Vec<String>,
    /// Asks only these expectations: one name (`uci-stop` or `stop`), the start of several names
    /// (`clock`), or a requirement (`U-260`); may be repeated.
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Also lists what passed and what does not apply, and shows the conversation of each warning.
    #[arg(long, short)]
    verbose: bool,
    /// Lists all expectations and asks none.
    #[arg(long)]
    list: bool,
    /// Writes the report to this file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Presses every button that the engine declares. A button may destroy data, such as what the
    /// engine has learned, so by default only buttons that clear the hash table are pressed.
    #[arg(long)]
    press_buttons: bool,
    /// Writes the report to this file as JUnit test results.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Acts as an engine of this protocol and grades the interface that started it. Needs
    /// `--report` or the environment variable FERZ_CHECK_REPORT.
    #[arg(long, value_name = "PROTOCOL")]
    interface: Option<Protocol>,
    /// How the acted engine behaves: odd, types, slow, flood, illegal, crash or hang.
    #[arg(long, value_name = "ACT", default_value = "odd", requires = "interface")]
    act: Act,
    /// The file for the interface's grades.
    #[arg(long, value_name = "FILE", requires = "interface")]
    report: Option<PathBuf>,
    /// The engine and its arguments. Everything after its name belongs to the engine.
    #[arg(
        trailing_var_arg = true,
        value_name = "ENGINE",
        required_unless_present_any = ["list", "interface", "profiles"]
    )]
    command: Vec<OsString>,
}

/// Environment variable that names the file for an interface's grades.
const REPORT: &str = "FERZ_CHECK_REPORT";
/// Exit status: wrong usage.
const USAGE: i32 = 2;
/// Exit status: the engine could not be started.
const NOT_STARTED: i32 = 3;
/// Exit status: interrupted, as shells report Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Exit status: the record ends where the engine owes an answer.
const UNANSWERED: i32 = 3;

/// Checks an engine; the exit status is 0 if it passes, 1 if it fails, 2 if we were asked
/// nonsense, 3 if the engine cannot be started, and 130 if the check was interrupted; then what was
/// found by then is reported.
pub fn run(arguments: Arguments) -> Result<i32> {
    if arguments.list {
        for (protocol, expectation) in ferz_check::expectations() {
            if arguments.protocol.is_none_or(|wanted| wanted == protocol) {
                print(&expectation)?;
            }
        }
        return Ok(0);
    }
    if let Some(protocol) = arguments.interface {
        let file = arguments.report.or_else(|| std::env::var_os(REPORT).map(PathBuf::from));
        let Some(file) = file else {
            aside(format_args!("ferz: where are the grades to go? --report FILE, or {REPORT}"));
            return Ok(USAGE);
        };
        return grade(protocol, arguments.act, &file, arguments.json.as_deref());
    }
    let mut profiles = Vec::new();
    for name in &arguments.profiles {
        match Profile::by_name(name) {
            Some(profile) => profiles.push(profile),
            None => {
                for profile in Profile::all() {
                    aside(format_args!(
                        "{:<14} {:<5} {}",
                        profile.name,
                        profile.protocol.to_string(),
                        profile.about
                    ));
                }
                if name == "list" {
                    return Ok(0);
                }
                aside(format_args!("ferz: no profile is named {name:?}"));
                return Ok(USAGE);
            }
        }
    }
    let mut words = arguments.command.into_iter();
    let Some(program) = words.next() else {
        aside(format_args!("ferz: which engine? ferz check [OPTIONS] ENGINE [ARGUMENTS]"));
        return Ok(USAGE);
    };
    let mut plan = Plan::new(Command {
        program,
        arguments: words.collect(),
        pace: Duration::ZERO,
        protocol: None,
    });
    plan.protocol = arguments.protocol;
    plan.only = arguments.only;
    plan.profiles = profiles;
    plan.press_buttons = arguments.press_buttons;
    let interrupted = Arc::clone(&plan.interrupted);
    crate::serve::listen_to_signals(move |_| {
        // A second request means: do not wait.
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        true
    })
    .context("cannot listen to signals")?;
    let progress = Progress::new();
    let mut printed = Ok(());
    let mut warnings = Vec::new();
    let result = ferz_check::check(&plan, &mut |told| match told {
        Told::Asked { id, number, of } => progress.show(&format!("{number}/{of} {id}")),
        Told::Judged(judged) => match judged.verdict {
            // What is wrong stands first, what could be better behind it.
            Verdict::Warn if !arguments.verbose => warnings.push(judged.line()),
            Verdict::Pass | Verdict::NotApplicable if !arguments.verbose => {}
            _ if printed.is_ok() => {
                progress.clear();
                printed = print(&judged.text());
            }
            _ => {}
        },
    });
    progress.clear();
    let report = match result {
        Ok(report) => report,
        Err(error) => {
            aside(format_args!("ferz: {error}"));
            let usage = matches!(error, Error::Name(_) | Error::Profile { .. });
            return Ok(if usage { USAGE } else { NOT_STARTED });
        }
    };
    printed?;
    if !warnings.is_empty() {
        print(&warnings.join("\n"))?;
        print("     (--verbose shows what was said)")?;
    }
    print(&report.summary())?;
    for (file, text) in
        [(&arguments.json, format!("{:#}\n", report.json())), (&arguments.junit, report.junit())]
    {
        if let Some(file) = file {
            std::fs::write(file, text)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    Ok(match report.interrupted {
        Some(_) => INTERRUPTED,
        None => i32::from(!report.is_good()),
    })
}

/// How far the check is, for a person at a terminal: a line that is written over.
struct Progress {
    is_seen: bool,
}

impl Progress {
    fn new() -> Progress {
        Progress { is_seen: std::io::stderr().is_terminal() }
    }

    fn show(&self, text: &str) {
        if self.is_seen {
            // Nobody is harmed where it cannot be written.
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
        }
    }

    fn clear(&self) {
        self.show("");
    }
}

/// Grades the interface that has started us. The files hold the grades so far at any moment, since
/// an interface may end us as it likes.
fn grade(protocol: Protocol, act: Act, file: &Path, json: Option<&Path>) -> Result<i32> {
    let files = |report: &Report, stage: Stage| {
        let mut text: Vec<String> = report.judged.iter().map(ferz_check::Judged::text).collect();
        text.push(report.summary());
        if stage == Stage::Open {
            text.push("(the session was not over yet when this was written)".to_owned());
        }
        let mut value = report.json();
        value["complete"] = (stage == Stage::Over).into();
        let json = json.map(|file| (file, format!("{value:#}\n")));
        std::iter::once((file, text.join("\n") + "\n")).chain(json)
    };
    let ended = Arc::new(AtomicBool::new(false));
    let signal = signals::watch(&ended)?;
    let mut written = Ok(());
    let report = ferz_check::pose(protocol, act, &ended, &mut |report, stage| {
        for (file, text) in files(report, stage) {
            let now = replace(file, &text, stage);
            written = now.with_context(|| format!("cannot write {}", file.display()));
            if written.is_err() {
                break;
            }
        }
        // A place that cannot be written to is no place to begin with.
        if written.is_err() {
            ended.store(true, Ordering::Relaxed);
        }
    });
    written?;
    let good = report.context("cannot pose")?.is_good();
    Ok(match signal.load(Ordering::Relaxed) {
        0 => i32::from(!good),
        signal => 128 + signal,
    })
}

/// Puts a text in the place of a file at once, so that readers see the old one or the new one.
fn replace(file: &Path, text: &str, stage: Stage) -> std::io::Result<()> {
    let is_special = std::fs::metadata(file).is_ok_and(|metadata| !metadata.is_file());
    if is_special {
        // A terminal or a pipe cannot be replaced: it gets the grades once.
        return if stage == Stage::Over { std::fs::write(file, text) } else { Ok(()) };
    }
    // What a link points to is replaced, not the link.
    let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = file.with_file_name(name);
    std::fs::write(&part, text)?;
    std::fs::rename(&part, &file)
}

/// Signals that end us.
mod signals {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicI32};

    /// Sets `ended` at the first signal; the number says which it was. A run that cannot end
    /// in time, because nobody reads its output, is killed.
    #[cfg(unix)]
    pub(super) fn watch(ended: &Arc<AtomicBool>) -> io::Result<Arc<AtomicI32>> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use std::sync::atomic::Ordering;
        const PATIENCE: std::time::Duration = std::time::Duration::from_secs(1);
        let number = Arc::new(AtomicI32::new(0));
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP])?;
        let (ended, told) = (ended.clone(), number.clone());
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                told.store(signal, Ordering::Relaxed);
                ended.store(true, Ordering::Relaxed);
                std::thread::sleep(PATIENCE);
                std::process::exit(128 + signal);
            }
        });
        Ok(number)
    }

    #[cfg(not(unix))]
    pub(super) fn watch(_: &Arc<AtomicBool>) -> io::Result<Arc<AtomicI32>> {
        Ok(Arc::new(AtomicI32::new(0)))
    }
}

/// What `ferz blame` is told.
#[derive(clap::Args, Debug)]
pub struct BlameArguments {
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    /// The record: a file written by `--log`, the Debug Log File of Ferz or Stockfish, the log of
    /// python-chess (level DEBUG), or a log of fastchess (`-log file=F engine=true`), of
    /// cutechess-cli (`-debug all`), or of XBoard (`-debug`).
    transcript: PathBuf,
}

/// Judges a recorded conversation; the exit status is 0 if nobody broke the protocol, 1 if
/// somebody did, 2 if there is nothing to judge, and 3 if nobody did, but an answer is missing.
pub fn blame(arguments: &BlameArguments) -> Result<i32> {
    let name = arguments.transcript.display();
    let record = match ferz_input::file::read(&arguments.transcript) {
        Ok(record) => record,
        Err(why) => {
            aside(format_args!("ferz: cannot read {name}: {why}"));
            return Ok(USAGE);
        }
    };
    let conversations = match ferz_check::blame(&record) {
        Ok(conversations) => conversations,
        Err(why) => {
            aside(format_args!("ferz: {name}: {why}"));
            return Ok(USAGE);
        }
    };
    match arguments.json {
        true => {
            let all: Vec<_> = conversations.iter().map(JudgedConversation::json).collect();
            print(&format!("{:#}", serde_json::Value::from(all)))?;
        }
        false => {
            for conversation in &conversations {
                print(&conversation.text())?;
            }
        }
    }
    let broken = conversations.iter().any(|conversation| conversation.first().is_some());
    let unanswered = conversations.iter().any(|it| it.unanswered().is_some());
    Ok(match (broken, unanswered) {
        (true, _) => 1,
        (false, true) => UNANSWERED,
        (false, false) => 0,
    })
}

fn print(line: &str) -> Result<()> {
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        result => result.context("cannot print"),
    }
}
