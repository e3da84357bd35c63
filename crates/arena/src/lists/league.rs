//! The INI file of the UCCI league (`UCCILEAG.INI`, in ElephantEye's repository): who plays, with
//! which time, from which positions, and how often.
//!
//! It is read as the league's own program reads it: a line is `Key=value` whatever section it
//! stands in, and lines that begin with `;` are for people. Numbers may carry their unit,
//! `10(分钟)`. All is in GBK or UTF-8.

use super::League;
use crate::clock::{BadTimeControl, TimeControl};
use crate::config::EngineSpec;
use ferz_input::{file, text};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An engine that was told to stop may take this long to answer, if the file says nothing; and the
/// most that it may say.
const STOPPING: Duration = Duration::from_millis(200);
const LONGEST_STOPPING: Duration = Duration::from_millis(500);

/// A unit of time, in milliseconds, by its names.
const UNITS: [(u64, &[&str]); 4] = [
    (1, &["毫秒", "ms", "msec", "millisecond", "milliseconds"]),
    (1_000, &["秒", "秒钟", "s", "sec", "second", "seconds"]),
    (60_000, &["分钟", "分", "min", "minute", "minutes"]),
    (3_600_000, &["小时", "时", "h", "hour", "hours"]),
];
const MS: u64 = UNITS[0].0;
const SECOND: u64 = UNITS[1].0;
const MINUTE: u64 = UNITS[2].0;

/// Keys about publishing on the web, which is not done here.
const LIVE: [&str; 14] = [
    "Host",
    "Path",
    "Password",
    "Extension",
    "Counter",
    "Header",
    "Footer",
    "Port",
    "Refresh",
    "Interval",
    "ProxyHost",
    "ProxyPort",
    "ProxyUser",
    "ProxyPassword",
];

/// What a file says, before the teams are looked at.
struct Settings<'a> {
    league: League,
    initial: Duration,
    increment: Duration,
    stopping: Duration,
    /// Time on this machine that equals a second on the league's machine.
    standard: Duration,
    teams: Vec<&'a str>,
    announced: Option<&'a str>,
    is_live: bool,
}

/// Reads the file. Its teams' files are looked for in `folder`.
pub(super) fn read(bytes: &[u8], folder: &Path) -> Result<(Vec<EngineSpec>, League), String> {
    let text = text::decode(bytes);
    let mut settings = settings(&text)?;
    let scale = settings.standard.as_secs_f64();
    let seconds = |time: Duration| (time.as_secs_f64() * scale * 1000.0).round() / 1000.0;
    let clock: TimeControl =
        format!("{}+{}", seconds(settings.initial), seconds(settings.increment))
            .parse()
            .map_err(|why: BadTimeControl| why.to_string())?;
    let mut has_ratings = false;
    let mut engines = Vec::new();
    for line in std::mem::take(&mut settings.teams) {
        let notes = &mut settings.league.notes;
        engines.push(team(line, folder, &clock, settings.stopping, notes)?);
        has_ratings |= line.split(',').skip(2).take(2).any(|field| !field.trim().is_empty());
    }
    let notes = &mut settings.league.notes;
    if let Some(count) = settings.announced.filter(|text| text.parse() != Ok(engines.len())) {
        notes.push(format!("Teams={count}: left out, it names {} teams", engines.len()));
    }
    if has_ratings {
        notes.push("ratings and K of the teams: left out, the table has ratings of its own".into());
    }
    if settings.is_live {
        notes.push("what is about publishing on the web ([Live], [Proxy]): left out".into());
    }
    Ok((engines, settings.league))
}

fn settings(text: &str) -> Result<Settings<'_>, String> {
    let mut settings = Settings {
        league: League::default(),
        initial: Duration::from_secs(600),
        increment: Duration::ZERO,
        stopping: STOPPING,
        standard: Duration::from_secs(1),
        teams: Vec::new(),
        announced: None,
        is_live: false,
    };
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with(';') || line.starts_with('[') {
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            settings
                .league
                .notes
                .push(format!("{:?}: left out, it is no key=value", text::name(line)));
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        let league = &mut settings.league;
        let is = |name: &str| key.eq_ignore_ascii_case(name);
        if is("Event") {
            league.event = named(value);
        } else if is("Site") {
            league.site = named(value);
        } else if is("Teams") {
            settings.announced = Some(value);
        } else if is("Processors") {
            league.processors = Some(count(line, value)?);
        } else if is("Roundrobins") {
            league.rounds = Some(count(line, value)?);
        } else if is("InitialTime") {
            settings.initial = time(line, value, MINUTE)?;
        } else if is("IncrementalTime") {
            settings.increment = time(line, value, SECOND)?;
        } else if is("StoppingTime") {
            settings.stopping = time(line, value, MS)?;
            if settings.stopping > LONGEST_STOPPING {
                league.notes.push(format!("{line}: 500 ms are taken, the most that there may be"));
                settings.stopping = LONGEST_STOPPING;
            }
        } else if is("StandardCpuTime") {
            settings.standard = time(line, value, MS)?;
        } else if is("Promotion") {
            league.promotion =
                value.eq_ignore_ascii_case("on") || value.eq_ignore_ascii_case("true");
        } else if is("Position") {
            league.positions.push(position(value).to_owned());
        } else if is("Team") {
            settings.teams.push(value);
        } else if LIVE.iter().any(|name| is(name)) {
            settings.is_live = true;
        } else {
            league.notes.push(format!("unknown key {:?}: left out", text::name(key)));
        }
    }
    Ok(settings)
}

/// The positions of a file: where the games of each cycle begin.
pub(crate) fn positions(text: &str) -> Vec<(usize, &str)> {
    let position = |(index, line): (usize, _)| {
        let (key, value) = str::trim(line).split_once('=')?;
        key.trim().eq_ignore_ascii_case("Position").then(|| (index + 1, position(value)))
    };
    text.lines().enumerate().filter_map(position).collect()
}

/// A FEN, without what is said about it.
fn position(value: &str) -> &str {
    value.split(';').next().unwrap_or_default().trim()
}

fn named(value: &str) -> Option<String> {
    Some(text::name(value).into_owned()).filter(|name| !name.is_empty())
}

/// A number without a unit, or with words behind it.
fn count(line: &str, value: &str) -> Result<u32, String> {
    let (number, _) = split_number(value);
    number.parse().ok().filter(|count| *count > 0).ok_or_else(|| format!("{line:?}: no number"))
}

/// `10(分钟)`, `3 s`, or a number alone in the usual unit of its key.
fn time(line: &str, value: &str, usual: u64) -> Result<Duration, String> {
    let (number, unit) = split_number(value);
    let number: f64 = number.parse().map_err(|_| format!("{line:?}: no number before the unit"))?;
    let unit = unit.trim_matches(|c: char| c.is_whitespace() || "()（）".contains(c));
    let factor = match unit {
        "" => usual,
        unit => {
            let is = |name: &&&str| name.eq_ignore_ascii_case(unit);
            let known = UNITS.iter().find(|(_, names)| names.iter().any(|name| is(&name)));
            known.map(|(factor, _)| *factor).ok_or_else(|| {
                format!("{line:?}: unknown unit {unit:?}; known are 分钟, 秒, 毫秒, min, s, ms")
            })?
        }
    };
    Duration::try_from_secs_f64(number * factor as f64 / 1000.0)
        .map_err(|_| format!("{line:?}: no time"))
}

fn split_number(value: &str) -> (&str, &str) {
    let end = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
    value.split_at(end)
}

/// `ABC,name,rating,K,program,option file,URL,go`. The lines of the option file are sent to the
/// engine after its handshake; `go` has the limits of an engine that does not play on the clock.
fn team(
    line: &str,
    folder: &Path,
    clock: &TimeControl,
    stopping: Duration,
    notes: &mut Vec<String>,
) -> Result<EngineSpec, String> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or_default();
    if field(4).is_empty() {
        return Err(format!("\"Team={line}\" names no program"));
    }
    let called = if field(1).is_empty() { field(0) } else { field(1) };
    let (program, other) = found(folder, field(4));
    let note = format!("{} is not there, {} is taken", field(4), program.display());
    if other && !notes.contains(&note) {
        notes.push(note);
    }
    let mut spec = EngineSpec {
        name: Some(text::name(called).into_owned()),
        program,
        protocol: Some(ferz_link::Protocol::Ucci),
        margin: Some(stopping),
        ..EngineSpec::default()
    };
    if !field(5).is_empty() {
        let (file, _) = found(folder, field(5));
        let lines = file::read_text(&file)
            .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
        spec.init = lines.map(str::to_owned).collect();
    }
    let go: Vec<&str> = field(7).split_whitespace().collect();
    match go[..] {
        [] => spec.clock = Some(clock.clone()),
        ["depth", plies] => {
            spec.depth = Some(plies.parse().map_err(|_| format!("{line:?}: no depth"))?);
        }
        ["nodes", nodes] => {
            spec.nodes = Some(nodes.parse().map_err(|_| format!("{line:?}: no nodes"))?);
        }
        _ => return Err(format!("{line:?}: go {:?} is not understood", field(7))),
    }
    if let Some(more) = fields.get(8..).filter(|more| !more.is_empty()) {
        notes.push(format!("{called}: {:?}: left out", text::name(&more.join(","))));
    }
    Ok(spec)
}

/// A file that the list names, where it is: such lists come from systems that write `\` between
/// folders, do not tell capitals from small letters, and let programs end in `.EXE`. `true` if it
/// is another one by name.
fn found(folder: &Path, name: &str) -> (PathBuf, bool) {
    let named = folder.join(name);
    if named.exists() || cfg!(windows) {
        return (named, false);
    }
    let named = folder.join(name.replace('\\', "/"));
    let wanted = named.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let bare = wanted.strip_suffix(".exe").unwrap_or(&wanted);
    let inside = named.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Ok(entries) = std::fs::read_dir(inside.unwrap_or(Path::new("."))) else {
        return (named, false);
    };
    let mut alike: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.file_name()))
        .filter(|entry| {
            let entry = entry.to_string_lossy().to_ascii_lowercase();
            entry == wanted || entry == bare
        })
        .collect();
    alike.sort();
    match alike.pop() {
        Some(entry) if named.file_name() != Some(&entry) => (named.with_file_name(entry), true),
        _ => (named, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_link::Protocol;

    fn gbk(text: &str) -> Vec<u8> {
        encoding_rs::GBK.encode(text).0.into_owned()
    }

    fn complaint(text: &str) -> String {
        read(text.as_bytes(), Path::new("")).unwrap_err()
    }

    /// the clock in minutes and seconds, the span after a stop, engines with
    /// their own limits.
    #[test]
    fn teams_and_their_clock() {
        let text = "[League]\r\nEvent=Check\r\nInitialTime=2\r\nIncrementalTime=1\r\nStoppingTime=150\r\n[Teams]\r\n\
                    Team=ELA,象眼,2000,20,eleeye,,,depth 3\r\nTeam=CYC,,2000,20,cyclone\r\n";
        for bytes in [text.as_bytes(), &gbk(text)] {
            let (list, league) = read(bytes, Path::new("engines")).unwrap();
            let [a, b] = &list[..] else { panic!() };
            assert_eq!(a.name.as_deref(), Some("象眼"));
            assert_eq!((a.depth, a.clock.is_none()), (Some(3), true));
            assert_eq!(b.name.as_deref(), Some("CYC"));
            assert_eq!(b.program, Path::new("engines").join("cyclone"));
            assert_eq!(b.clock.as_ref().unwrap().to_string(), "120+1");
            assert_eq!(b.protocol, Some(Protocol::Ucci));
            assert_eq!(b.margin, Some(Duration::from_millis(150)));
            assert_eq!(league.event.as_deref(), Some("Check"));
        }
    }

    /// The grammar of the league's published file, with units and remarks, in GBK (R-C1).
    #[test]
    fn units_sections_and_remarks() {
        let text = "\
;#======#\r\n[League]\r\nEvent=热身赛\r\nSite=上海\r\nTeams=14\r\nProcessors=2\r\nRoundrobins=3\r\n\
InitialTime=5(分钟)\r\nIncrementalTime=3(秒)\r\nStoppingTime=100(毫秒)\r\nStandardCpuTime=2000(毫秒)\r\n\
Promotion=Off\r\n\r\n[Positions]\r\n\
Position=rnbakab1r/9/1c1c2n2/p1p1p3p/6p2/2P6/P3P1P1P/1C2B1NC1/9/RNBAKA1R1 b - - 0 4   ;甲\r\n\
;Position=not this one\r\n\r\n[Teams]\r\n;缩写,引擎名称\r\nTeam=FOR,宝岛一号,2000,20,ELEEYE.EXE\r\n\
Team=ELE,相眼竞技,2000,20,ELEEYE.EXE,,https://example.org/\r\n\r\n[Live]\r\nHost=example.org\r\n\
Password=secret\r\nRefresh=15(秒)\r\nColour=red\r\n";
        let (list, league) = read(&gbk(text), Path::new("no-such-folder")).unwrap();
        assert_eq!(list.len(), 2);
        assert_eq!(list[0].name.as_deref(), Some("宝岛一号"));
        assert_eq!(list[0].program, Path::new("no-such-folder/ELEEYE.EXE"));
        // A machine of half the speed has twice the time.
        assert_eq!(list[1].clock.as_ref().unwrap().to_string(), "600+6");
        assert_eq!(list[1].margin, Some(Duration::from_millis(100)));
        assert_eq!(league.event.as_deref(), Some("热身赛"));
        assert_eq!(league.site.as_deref(), Some("上海"));
        assert_eq!((league.rounds, league.processors), (Some(3), Some(2)));
        assert_eq!(league.positions.len(), 1);
        assert!(league.positions[0].ends_with("b - - 0 4") && !league.promotion);
        let notes = league.notes.join("\n");
        for word in ["Teams=14", "ratings", "[Live]", "\"Colour\""] {
            assert!(notes.contains(word), "{word}: {notes}");
        }
        assert!(!notes.contains("secret"), "{notes}");
        let places = positions(text);
        assert_eq!(places.len(), 1);
        assert_eq!(
            text.lines().nth(places[0].0 - 1).unwrap().split(' ').next(),
            Some("Position=rnbakab1r/9/1c1c2n2/p1p1p3p/6p2/2P6/P3P1P1P/1C2B1NC1/9/RNBAKA1R1")
        );
    }

    #[test]
    fn a_unit_is_what_it_says() {
        let clock = |text: &str| {
            let file = format!("{text}\nTeam=A,b,1,2,c\n");
            read(file.as_bytes(), Path::new("")).unwrap().0[0].clock.clone().unwrap().to_string()
        };
        for (text, shown) in [
            ("InitialTime=90（秒）", "90"),
            ("InitialTime=1.5 min", "90"),
            ("initialtime = 1 小时", "3600"),
            ("InitialTime=1(分钟)\nIncrementalTime=500(毫秒)", "60+0.5"),
            ("IncrementalTime=2", "600+2"),
        ] {
            assert_eq!(clock(text), shown, "{text}");
        }
    }

    /// between nothing and half a second, a fifth of one if the file does not say.
    #[test]
    fn the_span_after_a_stop() {
        let margin = |text: &str| {
            let file = format!("{text}Team=A,b,1,2,c\n");
            let (list, league) = read(file.as_bytes(), Path::new("")).unwrap();
            (list[0].margin.unwrap().as_millis(), league.notes.join("\n").contains("500 ms"))
        };
        assert_eq!(margin(""), (200, false));
        assert_eq!(margin("StoppingTime=0\n"), (0, false));
        assert_eq!(margin("stoppingtime=9000\n"), (500, true));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, named) in [
            ("Team=A,b,1,2\n", "names no program"),
            ("Team=A,b,1,2,c,,,draw\n", "draw"),
            ("InitialTime=10(天)\n", "unknown unit \"天\""),
            ("InitialTime=ten\n", "InitialTime=ten"),
            ("IncrementalTime=-3(秒)\n", "IncrementalTime=-3"),
            ("Roundrobins=0\n", "Roundrobins=0"),
            ("Team=A,b,1,2,c,no-such.opt\n", "no-such.opt"),
        ] {
            let why = complaint(text);
            assert!(why.contains(named), "{why}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn names_of_another_system() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("ELE")).unwrap();
        std::fs::write(folder.path().join("ELE/eleeye"), "").unwrap();
        std::fs::write(folder.path().join("ELE/Eleeye.opt"), gbk("setoption book 象.dat\n"))
            .unwrap();
        let text = "Team=A,b,1,2,ELE\\ELEEYE.EXE,ELE\\ELEEYE.OPT\n";
        let (list, league) = read(text.as_bytes(), folder.path()).unwrap();
        assert_eq!(list[0].program, folder.path().join("ELE/eleeye"));
        assert_eq!(list[0].init, ["setoption book 象.dat"]);
        assert!(league.notes.iter().any(|note| note.contains("ELEEYE.EXE is not there")));
    }
}
