//! The report of a run as one page of HTML that needs nothing else: tables and graphs, drawn here.

use crate::config::System;
use crate::record::GameBrief;
use crate::report;
use crate::runner::Summary;
use crate::sprt::Course;
use crate::stats::loser;
use std::fmt::Write;

/// The page.
pub fn page(summary: &Summary) -> String {
    let mut games: Vec<&GameBrief> = summary.games.iter().collect();
    games.sort_by_key(|game| game.number);
    let mut body = String::new();
    let title = escaped(&summary.config.event);
    let _ = writeln!(body, "<h1>{title}</h1>\n<pre>{}</pre>", escaped(&report::text(summary)));
    if summary.config.system == System::Match {
        let _ = writeln!(body, "{}", scores(summary, &games));
        let _ = writeln!(body, "{}", test(summary, &games));
    }
    let _ = writeln!(body, "{}", time_use(summary));
    let _ = writeln!(body, "{}", engines(summary));
    let _ = writeln!(body, "{}", table(summary, &games));
    let _ = writeln!(body, "{}", failures(summary, &games));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<body>\n{body}</body>\n</html>\n"
    )
}

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:15px/1.4 system-ui,sans-serif;max-width:70rem;margin:1rem auto;\
padding:0 1rem}pre{overflow-x:auto;padding:.6rem;border:1px solid #8884}table{border-collapse:collapse}\
td,th{padding:.15rem .5rem;text-align:left;border-bottom:1px solid #8884}td.n{text-align:right}\
svg{width:100%;height:auto;max-width:46rem}figure{margin:1rem 0}text{font-size:11px;fill:currentColor}\
.axis{stroke:#8888}.a{stroke:#2f6fde;fill:none}.b{stroke:#d9622b;fill:none}.bound{stroke:#8888;\
stroke-dasharray:4 3}details{margin:.4rem 0}";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The score after each game, in per cent.
fn scores(summary: &Summary, games: &[&GameBrief]) -> String {
    let mut points = 0.0;
    let line = games.iter().enumerate().map(|(index, game)| {
        let halves = if game.first == 0 { game.result.halves() } else { 2 - game.result.halves() };
        points += f64::from(halves) / 2.0;
        (index as f64 + 1.0, 100.0 * points / (index as f64 + 1.0))
    });
    let graph = Graph {
        lines: vec![("a", line.collect())],
        bounds: vec![50.0],
        down: "games",
        caption: format!("Score of {} after each game, in per cent", summary.name(0)),
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
        lines: vec![("a", line)],
        bounds: vec![standing.lower, standing.upper],
        down: "games",
        caption: "Logarithm of the likelihood ratio".to_owned(),
    };
    graph.draw()
}

/// Seconds for each move of a game, by its number, on average.
fn time_use(summary: &Summary) -> String {
    let engines = (0..summary.config.engines.len()).zip(["a", "b"]);
    let lines = engines.map(|(engine, class)| {
        let conduct = summary.conduct(engine);
        let sums = conduct.by_number.iter().enumerate().filter(|(_, sum)| sum.1 > 0);
        let line =
            sums.map(|(number, (total, count))| (number as f64 + 1.0, total / f64::from(*count)));
        (class, line.collect())
    });
    let lines = lines.collect();
    let caption = match summary.config.engines.len() {
        2 => format!(
            "Seconds for a move, by its number: {} (blue) and {} (orange)",
            summary.name(0),
            summary.name(1)
        ),
        _ => "Seconds for a move, by its number: the first two engines".to_owned(),
    };
    Graph { lines, bounds: Vec::new(), down: "moves", caption }.draw()
}

fn engines(summary: &Summary) -> String {
    let mut out = String::from(
        "<h2>Engines</h2>\n<table><tr><th>engine<th>command<th>limits<th>moves<th>s a move\
         <th>longest<th>depth<th>faults\n",
    );
    for (index, spec) in summary.config.engines.iter().enumerate() {
        let conduct = summary.conduct(index);
        let faults: Vec<_> =
            conduct.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let _ = writeln!(
            out,
            "<tr><td>{}<td><code>{}</code><td>{}<td class=n>{}<td class=n>{:.3}<td class=n>{:.3}\
             <td class=n>{:.1}<td>{}",
            escaped(summary.name(index)),
            escaped(&spec.program.display().to_string()),
            escaped(&spec.limits()),
            conduct.moves,
            conduct.seconds_per_move(),
            conduct.longest,
            conduct.depth(),
            escaped(&faults.join(", "))
        );
    }
    out + "</table>"
}

fn table(summary: &Summary, games: &[&GameBrief]) -> String {
    let is_xiangqi = summary.config.variant.starts_with("xiangqi");
    let (first, many) = (if is_xiangqi { "Red" } else { "White" }, games.len());
    let mut out = format!(
        "<details><summary>{many} games</summary>\n<table><tr><th>game<th>{first}<th>Black\
         <th>result<th>end<th>half-moves<th>opening<th>late by\n"
    );
    for game in games {
        let _ = writeln!(
            out,
            "<tr><td class=n>{}<td>{}<td>{}<td>{}<td>{}<td class=n>{}<td class=n>{}\
             <td class=n>{:.1} ms",
            game.number,
            escaped(summary.name(game.first)),
            escaped(summary.name(game.second)),
            game.result,
            escaped(&crate::pgn::ending(game, is_xiangqi)),
            game.plies,
            game.opening,
            game.worst_lag as f64 / 1000.0
        );
    }
    out + "</table></details>"
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

/// Lines over an axis.
struct Graph {
    /// Each with its class in the style.
    lines: Vec<(&'static str, Vec<(f64, f64)>)>,
    /// Heights that are marked.
    bounds: Vec<f64>,
    /// What the axis counts.
    down: &'static str,
    caption: String,
}

/// The size of a graph, and of the margin for its figures.
const WIDTH: f64 = 700.0;
const HEIGHT: f64 = 220.0;
const MARGIN: f64 = 48.0;

impl Graph {
    fn draw(&self) -> String {
        let points = || self.lines.iter().flat_map(|(_, line)| line);
        let most_x = points().map(|point| point.0).fold(1.0, f64::max);
        let heights = || points().map(|point| point.1).chain(self.bounds.iter().copied());
        let (low, high) = heights()
            .fold((0.0_f64, 0.0_f64), |(low, high), height| (low.min(height), high.max(height)));
        let span = if high > low { high - low } else { 1.0 };
        let x = |value: f64| MARGIN + value / most_x * (WIDTH - MARGIN - 8.0);
        let y = |value: f64| HEIGHT - 20.0 - (value - low) / span * (HEIGHT - 32.0);
        let mut out = format!(
            "<figure><figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">",
            escaped(&self.caption)
        );
        let mut rule = |class: &str, height: f64| {
            let (at, end) = (y(height), WIDTH - 8.0);
            let _ = write!(
                out,
                "<line class=\"{class}\" x1=\"{MARGIN}\" x2=\"{end}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text x=\"2\" y=\"{:.1}\">{height:.2}</text>",
                at + 4.0
            );
        };
        rule("axis", low);
        rule("axis", high);
        self.bounds.iter().for_each(|bound| rule("bound", *bound));
        for (class, line) in &self.lines {
            // More points than the picture has columns show nothing more.
            let step = (line.len() / 2_000).max(1);
            let points: Vec<String> = line
                .iter()
                .enumerate()
                .filter(|(index, _)| index % step == 0 || index + 1 == line.len())
                .map(|(_, point)| format!("{:.1},{:.1}", x(point.0), y(point.1)))
                .collect();
            let _ = write!(out, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
        }
        let _ = write!(
            out,
            "<text x=\"{:.0}\" y=\"{:.0}\">{most_x} {}</text></svg></figure>",
            WIDTH - 80.0,
            HEIGHT - 4.0,
            self.down
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_others_are_no_markup() {
        assert_eq!(escaped("<b a=\"x\">&"), "&lt;b a=&quot;x&quot;&gt;&amp;");
    }

    #[test]
    fn a_graph_stays_in_its_frame() {
        let line = (0..5_000).map(|n| (f64::from(n), f64::from(n % 7) - 3.0)).collect();
        let graph = Graph {
            lines: vec![("a", line)],
            bounds: vec![-2.94, 2.94],
            down: "games",
            caption: "a < b".into(),
        };
        let svg = graph.draw();
        assert!(svg.contains("a &lt; b"));
        let points = svg.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let points: Vec<(f64, f64)> = points
            .split(' ')
            .map(|point| {
                let (x, y) = point.split_once(',').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            })
            .collect();
        assert!((2_000..=2_600).contains(&points.len()), "{}", points.len());
        let inside = |point: &(f64, f64)| {
            (MARGIN..=WIDTH).contains(&point.0) && (0.0..=HEIGHT).contains(&point.1)
        };
        assert!(points.iter().all(inside));
        let empty =
            Graph { lines: vec![("a", vec![])], bounds: vec![], down: "x", caption: "".into() };
        assert!(!empty.draw().contains("NaN"));
    }
}
