//! The report of a run as one page of HTML that needs nothing else: tables and graphs, drawn here.

mod games;
mod graph;

use crate::config::{Config, DrawRule, EngineSpec, Format, Order, System};
use crate::machine::machine;
use crate::pgn;
use crate::record::GameBrief;
use crate::report;
use crate::sprt::Course;
use crate::stats::{Estimate, Running, by_colour, loser};
use crate::summary::Summary;
use ferz_input::text;
pub(crate) use games::{Shown, Sources};
use graph::{Graph, Line};
use std::fmt::Write as _;
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes the page.
pub(crate) fn page(
    out: &mut dyn io::Write,
    summary: &Summary,
    sources: &Sources,
    shown: &Shown,
) -> io::Result<()> {
    let mut games: Vec<&GameBrief> = summary.games.iter().collect();
    games.sort_by_key(|game| game.number);
    let title = escaped(&summary.config.event);
    // Nothing is loaded from anywhere.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{}</style>\n<body>",
        include_str!("style.css")
    )?;
    writeln!(out, "<h1>{title}</h1>\n<pre>{}</pre>", escaped(&report::text(summary)))?;
    writeln!(out, "{}", played(summary, sources))?;
    match summary.config.system {
        System::Match if summary.tuner.is_some() => writeln!(out, "{}", tuning(summary))?,
        System::Match => writeln!(out, "{}\n{}", strength(summary, &games), test(summary, &games))?,
        _ => writeln!(out, "{}", standings(summary, &games))?,
    }
    writeln!(out, "{}", time_use(summary))?;
    writeln!(out, "{}", engines(summary, sources))?;
    writeln!(out, "{}", colours(summary))?;
    table(out, summary, &games, shown)?;
    shown.viewer(out, summary, &games)?;
    writeln!(out, "{}\n</body>\n</html>", failures(summary, &games))
}

/// What was played: all that is needed to play it again.
fn played(summary: &Summary, sources: &Sources) -> String {
    let config = &summary.config;
    let system = match config.system {
        System::Match => "match",
        System::RoundRobin => "each against each",
        System::Gauntlet => "gauntlet",
        System::Swiss => "Swiss",
        System::Knockout => "knockout",
    };
    let count = sources.openings;
    let openings = match config.openings.as_ref().map(|spec| (spec, spec.format())) {
        None if count > 1 => format!("{count} positions, drawn by the seed"),
        None | Some((_, Format::Start)) => "the start position".to_owned(),
        Some((spec, format)) => {
            let order = match spec.order {
                Order::Sequential => "in their order",
                Order::Random => "shuffled by the seed",
            };
            let plies =
                spec.plies.map_or_else(String::new, |plies| format!(", {plies} half-moves"));
            let file = match format {
                Format::BuiltIn => "Ferz's own".to_owned(),
                _ => spec.file.display().to_string(),
            };
            format!("{count} of {file}, {order}, from number {}{plies}", spec.start)
        }
    };
    let affinity = if config.affinity { ", engines on cores of their own" } else { "" };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let moment = |seconds: u64| {
        let day = ferz_rules::pgn::date(seconds).replace('.', "-");
        format!("{day} {} UTC", ferz_rules::pgn::time_of_day(seconds % 86_400))
    };
    let rows = [
        ("game", config.variant.clone()),
        ("system", format!("{system}, {} rounds of {} games", config.rounds, config.games)),
        ("openings", openings),
        ("seed", config.seed.to_string()),
        ("games at a time", format!("{}{affinity}", config.concurrency)),
        ("ended early", adjudication(config)),
        ("began", moment(sources.began)),
        ("ended", moment(now)),
        ("machine", machine()),
        ("played by", format!("Ferz {}", env!("CARGO_PKG_VERSION"))),
    ];
    let mut out = String::from("<h2>What was played</h2>\n<table>\n");
    for (what, text) in rows {
        let _ = writeln!(out, "<tr><th>{what}<td>{}", escaped(&text));
    }
    out + "</table>"
}

/// When games end before the rules end them.
fn adjudication(config: &Config) -> String {
    let rules = &config.adjudication;
    let mut words = Vec::new();
    if let Some(resign) = &rules.resign {
        let both = if resign.two_sided { ", said by both" } else { "" };
        words.push(format!("lost after {} moves at -{}{both}", resign.moves, resign.score));
    }
    if let Some(draw) = &rules.draw {
        let DrawRule { from_move, moves, score } = draw;
        words.push(format!("drawn from move {from_move} after {moves} moves within {score}"));
    }
    if let Some(moves) = rules.max_moves {
        words.push(format!("drawn after {moves} moves"));
    }
    if let Some(tables) = &rules.tables {
        words.push(format!("by the tables in {}", tables.path));
    }
    if words.is_empty() { "never".to_owned() } else { words.join("; ") }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// More than this is not drawn: 99.7 per cent of the points.
const MOST_ELO: f64 = 1000.0;

/// The difference in Elo after each pair that counts, and between what it is with 95 %.
fn strength(summary: &Summary, games: &[&GameBrief]) -> String {
    let mut running = Running::default();
    let mut course = Vec::new();
    for (index, game) in games.iter().enumerate() {
        running.played(&summary.config, game);
        course.extend(running.tally().estimate().map(|estimate| (index as f64 + 1.0, estimate)));
    }
    // A few games tell next to nothing: what they leave open would hide all that comes later.
    let bounds = |estimate: &Estimate| {
        let low = estimate.elo_low.unwrap_or(-MOST_ELO).clamp(-MOST_ELO, MOST_ELO);
        let high = estimate.elo_high.unwrap_or(MOST_ELO).clamp(-MOST_ELO, MOST_ELO);
        (low, high)
    };
    let (low, high) = course.last().map_or((0.0, 0.0), |(_, last)| bounds(last));
    let (bottom, top) = ((2.0 * low - high).min(0.0), (2.0 * high - low).max(0.0));
    let drawn = |elo: f64| elo.clamp(bottom, top).clamp(-MOST_ELO, MOST_ELO);
    let (points, band) = course
        .iter()
        .map(|(at, estimate)| {
            let all = MOST_ELO.copysign(estimate.score - 0.5);
            let (low, high) = bounds(estimate);
            ((*at, drawn(estimate.elo.unwrap_or(all))), (*at, drawn(low), drawn(high)))
        })
        .unzip();
    let graph = Graph {
        lines: vec![Line::new(summary.name(0), points)],
        band,
        bounds: vec![0.0],
        down: "games",
        caption: format!(
            "Elo of {} over {} after each game; in the band it is with a chance of 95 %",
            summary.name(0),
            summary.name(1)
        ),
    };
    graph.draw()
}

/// What part of the points each engine of a tournament had after each game, in per cent.
fn standings(summary: &Summary, games: &[&GameBrief]) -> String {
    let lines = (0..summary.config.engines.len()).map(|engine| {
        let (mut halves, mut count) = (0, 0);
        let points = games.iter().enumerate().filter_map(|(index, game)| {
            halves += match engine {
                engine if engine == game.first => game.result.halves(),
                engine if engine == game.second => 2 - game.result.halves(),
                _ => return None,
            };
            count += 1;
            Some((index as f64 + 1.0, 50.0 * f64::from(halves) / f64::from(count)))
        });
        Line::new(summary.name(engine), points.collect())
    });
    let graph = Graph {
        lines: lines.collect(),
        bounds: vec![50.0],
        down: "games",
        caption: "Share of the points after each game, in per cent".to_owned(),
        ..Graph::default()
    };
    graph.draw()
}

/// The test after each game that counts.
fn test(summary: &Summary, games: &[&GameBrief]) -> String {
    let Some(mut course) = Course::new(&summary.config) else { return String::new() };
    let mut line = vec![(0.0, 0.0)];
    for game in games {
        course.played(&summary.config, game);
        let standing = course.standing();
        let now = (f64::from(standing.tally.games()), standing.llr);
        if line.last() != Some(&now) {
            line.push(now);
        }
    }
    let standing = course.standing();
    let graph = Graph {
        lines: vec![Line::new("", line)],
        bounds: vec![standing.lower, standing.upper],
        down: "games",
        caption: "Logarithm of the likelihood ratio".to_owned(),
        ..Graph::default()
    };
    graph.draw()
}

/// The way of each tuned option.
fn tuning(summary: &Summary) -> String {
    let Some(tuner) = &summary.tuner else { return String::new() };
    let lines = tuner.parameters().iter().enumerate().map(|(index, parameter)| {
        let at = |values: &Vec<f64>| (values[index] - parameter.value) / parameter.c_end;
        let way = tuner.path().iter().enumerate().map(|(pair, now)| (pair as f64 + 1.0, at(now)));
        Line::new(&parameter.name, std::iter::once((0.0, 0.0)).chain(way).collect())
    });
    let graph = Graph {
        lines: lines.collect(),
        bounds: vec![0.0],
        down: "pairs",
        caption: "How far each option has moved from its start, in its pushes (c_end)".to_owned(),
        ..Graph::default()
    };
    graph.draw()
}

/// Seconds for each move of a game, by its number, on average.
fn time_use(summary: &Summary) -> String {
    let lines = (0..summary.config.engines.len()).map(|engine| {
        let conduct = summary.conduct(engine);
        let sums = conduct.by_number.iter().enumerate().filter(|(_, sum)| sum.1 > 0);
        let line =
            sums.map(|(number, (total, count))| (number as f64 + 1.0, total / f64::from(*count)));
        Line::new(summary.name(engine), line.collect())
    });
    let (lines, caption) = (lines.collect(), "Seconds for a move, by its number".to_owned());
    Graph { lines, down: "moves", caption, ..Graph::default() }.draw()
}

fn engines(summary: &Summary, sources: &Sources) -> String {
    let mut out = String::from(
        "<h2>Engines</h2>\n<table><tr><th>engine<th>protocol<th>command<th>options<th>limits<th>moves\
         <th>s a move<th>longest<th>latency<th>depth<th>faults\n",
    );
    let nobody = (String::new(), "?".to_owned());
    for (index, spec) in summary.config.engines.iter().enumerate() {
        let conduct = summary.conduct(index);
        let faults: Vec<_> =
            conduct.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let (author, protocol) = sources.engines.get(&index).unwrap_or(&nobody);
        let by =
            if author.is_empty() { String::new() } else { format!(" by {}", text::name(author)) };
        let latency = conduct.latency().map_or_else(
            || "-".to_owned(),
            |(mean, most)| format!("{mean:.1} ms, at most {most:.1}"),
        );
        let _ = writeln!(
            out,
            "<tr><td>{}{}<td>{}<td><code>{}</code><td>{}<td>{}<td class=n>{}<td class=n>{:.3}\
             <td class=n>{:.3}<td class=n>{latency}<td class=n>{:.1}<td>{}",
            escaped(summary.name(index)),
            escaped(&by),
            escaped(protocol),
            escaped(&command(spec)),
            escaped(&options(spec)),
            escaped(&spec.limits()),
            conduct.moves,
            conduct.seconds_per_move(),
            conduct.longest,
            conduct.depth(),
            escaped(&faults.join(", "))
        );
    }
    out + "</table>\n<p>Latency is what was measured less what the engine reports.</p>"
}

fn command(spec: &EngineSpec) -> String {
    let words = std::iter::once(spec.program.to_string_lossy().into_owned());
    words.chain(spec.arguments.iter().cloned()).collect::<Vec<_>>().join(" ")
}

fn options(spec: &EngineSpec) -> String {
    let options = spec.options.iter().map(|setting| match &setting.value {
        Some(value) => format!("{}={value}", setting.name),
        None => setting.name.clone(),
    });
    let ponders = spec.ponder.then(|| "ponders".to_owned());
    options.chain(ponders).collect::<Vec<_>>().join(", ")
}

/// How the engines did with each colour.
fn colours(summary: &Summary) -> String {
    let [first, second] = report::sides(summary);
    let mut out = format!(
        "<h2>Colours</h2>\n<table><tr><th>engine<th>with {first}: won<th>drawn<th>lost<th>share\
         <th>with {second}: won<th>drawn<th>lost<th>share\n"
    );
    for index in 0..summary.config.engines.len() {
        let _ = write!(out, "<tr><td>{}", escaped(summary.name(index)));
        for [won, drawn, lost] in by_colour(&summary.games, index) {
            let games = won + drawn + lost;
            let share = match games {
                0 => "-".to_owned(),
                games => format!("{:.1} %", 50.0 * f64::from(2 * won + drawn) / f64::from(games)),
            };
            let _ = write!(
                out,
                "<td class=n>{won}<td class=n>{drawn}<td class=n>{lost}<td class=n>{share}"
            );
        }
        out.push('\n');
    }
    out + "</table>"
}

fn table(
    out: &mut dyn io::Write,
    summary: &Summary,
    games: &[&GameBrief],
    shown: &Shown,
) -> io::Result<()> {
    let (sides @ [first, second], many) = (report::sides(summary), games.len());
    writeln!(
        out,
        "<details><summary>{many} games</summary>\n<table><tr><th>game<th>{first}<th>{second}\
         <th>result<th>end<th>half-moves<th>opening<th>late by"
    )?;
    for game in games {
        writeln!(
            out,
            "<tr><td class=n>{}<td>{}<td>{}<td>{}<td>{}<td class=n>{}<td class=n>{}\
             <td class=n>{:.1} ms",
            shown.button(game.number),
            escaped(summary.name(game.first)),
            escaped(summary.name(game.second)),
            game.result,
            escaped(&pgn::ending((game.result, game.reason, &game.detail), sides)),
            game.plies,
            game.opening,
            game.worst_lag as f64 / 1000.0
        )?;
    }
    writeln!(out, "</table></details>")
}

/// Games that were lost by a fault, with the last lines of the conversation.
fn failures(summary: &Summary, games: &[&GameBrief]) -> String {
    let mut out = String::new();
    for game in games.iter().filter(|game| game.reason.is_fault()) {
        if out.is_empty() {
            out.push_str("<h2>Faults</h2>\n");
        }
        let _ = writeln!(
            out,
            "<details><summary>game {}: {}: {} {}</summary>\n<pre>{}</pre></details>",
            game.number,
            escaped(loser(game).map_or("?", |loser| summary.name(loser))),
            game.reason.word(),
            escaped(&game.detail),
            escaped(&game.last_lines.join("\n"))
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{OpeningsSpec, Setting};
    use crate::record::{GameBrief, GameRecord};
    use crate::stream::What;

    #[test]
    fn texts_of_others_are_no_markup() {
        assert_eq!(escaped("<b a=\"x\">&"), "&lt;b a=&quot;x&quot;&gt;&amp;");
    }

    /// A run of four games between engines of awkward names.
    fn run(system: System) -> String {
        let option =
            Setting { name: "Skill Level".into(), value: Some("10".into()), optional: false };
        let engine = EngineSpec {
            program: "stockfish".into(),
            arguments: vec!["-x".into()],
            options: vec![option],
            clock: "8+0.08".parse().ok(),
            ..EngineSpec::default()
        };
        let spec = r#"{"file":"book.epd","format":null,"order":"random","start":3,"plies":null}"#;
        let openings: OpeningsSpec = serde_json::from_str(spec).unwrap();
        let config = Config {
            system,
            engines: vec![engine, EngineSpec::default(), EngineSpec::default()],
            openings: Some(openings),
            seed: 77,
            rounds: 2,
            ..Config::default()
        };
        let mut summary = Summary::new(config);
        summary.names = ["</script><b>A".into(), "B".into(), "C".into()].into();
        let mut shown = Shown::default();
        let mut sources = Sources { began: 951_782_399, openings: 40, ..Sources::default() };
        sources.engines.insert(0, ("T. <Author>".into(), "UCI".into()));
        for (number, result) in [(1, "1-0"), (2, "0-1"), (3, "1/2-1/2"), (4, "1-0")] {
            let (first, second) = if number % 2 == 1 { (0, 1) } else { (1, 0) };
            let text = format!(
                r#"{{"number":{number},"round":1,"first":{first},"second":{second},"opening":0,
                "moves":[{{"m":"e2e4"}},{{"m":"e7e5","s":31,"d":9,"t":1200000,"l":2000}}],
                "result":"{result}","reason":"agreement","detail":"<i>","began":0,"seconds":0}}"#
            );
            let game: GameRecord = serde_json::from_str(&text).unwrap();
            summary.hear(&What::GameEnds { game: game.clone(), counts: true });
            shown.add(&game, &pgn::game(&summary.config, &summary.names, &game));
        }
        let mut out = Vec::new();
        page(&mut out, &summary, &sources, &shown).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// N21: everything that is needed to know what was played.
    #[test]
    fn the_page_says_what_was_played() {
        let page = run(System::Match);
        for wanted in [
            "<h1>Ferz match</h1>",
            "40 of book.epd, shuffled by the seed, from number 3",
            "<tr><th>seed<td>77",
            "<tr><th>began<td>2000-02-28 23:59:59 UTC",
            "<tr><th>ended<td>20",
            "<tr><th>machine<td>",
            concat!("<td>Ferz ", env!("CARGO_PKG_VERSION")),
            "Skill Level=10",
            "stockfish -x",
            "by T. &lt;Author&gt;<td>UCI",
            "8+0.08",
            "2.0 ms, at most 2.0",
            "Elo of &lt;/script&gt;&lt;b&gt;A over B after each game",
            "<polygon class=\"band\"",
            "<td class=n>1<td class=n>1<td class=n>0<td class=n>75.0 %",
            "<button data-game=\"1\">1</button>",
            "\"s\":\"e4 e5\"",
            "\"c\":\"|+0.31 9 1.200\"",
        ] {
            assert!(page.contains(wanted), "{wanted}: {page}");
        }
    }

    /// The band is in Elo, as far as it can be drawn: two won games leave everything open above.
    #[test]
    fn the_band_is_in_elo() {
        let game = |number: u32, result: &str| {
            let text = format!(
                r#"{{"number":{number},"round":1,"first":{},"second":{},"opening":0,"moves":[],
                "result":"{result}","reason":"agreement","began":0,"seconds":0}}"#,
                1 - number % 2,
                number % 2,
            );
            serde_json::from_str::<GameRecord>(&text).unwrap().brief()
        };
        let mut summary = Summary::new(Config { rounds: 9, ..Config::default() });
        summary.names = vec!["A".into(), "B".into()];
        let mut games = vec![game(1, "1-0"), game(2, "0-1")];
        let svg = |games: &[GameBrief]| strength(&summary, &games.iter().collect::<Vec<_>>());
        let two = svg(&games);
        assert!(two.contains(">1000.00</text>") && !two.contains("NaN"), "{two}");
        games.extend((3..=80).map(|n| game(n, if n % 4 < 2 { "1-0" } else { "0-1" })));
        let many = svg(&games);
        let top = many.split("class=\"axis\"").nth(2).and_then(|rest| rest.split("</text>").next());
        let top = top.and_then(|text| text.rsplit('>').next()).and_then(|text| text.parse().ok());
        assert!(top.is_some_and(|top: f64| top > 50.0 && top < 600.0), "{many}");
        assert!(svg(&[]).contains("<figure>"));
    }

    /// Nothing of others is markup, in tables or in the data of the games; and nothing is loaded.
    #[test]
    fn the_page_is_safe() {
        let page = run(System::Match);
        assert!(!page.contains("<b>A") && !page.contains("<i>"), "{page}");
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("http://") && !page.contains("https://"));
        assert!(page.contains("\\u003c/script>\\u003cb>A"), "{page}");
    }

    #[test]
    fn all_engines_of_a_tournament_have_their_graphs() {
        let page = run(System::RoundRobin);
        assert_eq!(page.matches("<polyline class=\"l2\"").count(), 2, "{page}");
        assert!(page.contains("<span class=\"k1\">■</span> B"), "{page}");
        assert!(page.contains("each against each, 2 rounds of 2 games"));
    }
}
