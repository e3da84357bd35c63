//! Lines over an axis, drawn as SVG.

use super::escaped;
use std::fmt::Write;

/// A graph.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) lines: Vec<Line>,
    /// Between two heights at each place: where the line may be as well.
    pub(super) band: Vec<(f64, f64, f64)>,
    /// Heights that are marked.
    pub(super) bounds: Vec<f64>,
    /// What the axis counts.
    pub(super) down: &'static str,
    pub(super) caption: String,
}

/// A line, with its name if there are several.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// The size of a graph, and of the margin for its figures.
const WIDTH: f64 = 700.0;
const HEIGHT: f64 = 220.0;
const MARGIN: f64 = 48.0;

/// Colours in the style.
const COLOURS: usize = 8;

/// More points than the picture has columns show nothing more.
const POINTS: usize = 2_000;

impl Line {
    pub(super) fn new(name: &str, points: Vec<(f64, f64)>) -> Line {
        Line { name: name.to_owned(), points }
    }
}

impl Graph {
    pub(super) fn draw(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let most_x = points().map(|point| point.0).fold(1.0, f64::max);
        let band = self.band.iter().flat_map(|(_, low, high)| [*low, *high]);
        let heights = || points().map(|point| point.1).chain(self.bounds.iter().copied());
        let (low, high) = heights()
            .chain(band)
            .fold((0.0_f64, 0.0_f64), |(low, high), height| (low.min(height), high.max(height)));
        let span = if high > low { high - low } else { 1.0 };
        let x = |value: f64| MARGIN + value / most_x * (WIDTH - MARGIN - 8.0);
        let y = |value: f64| HEIGHT - 20.0 - (value - low) / span * (HEIGHT - 32.0);
        let mut out = format!(
            "<figure><figcaption>{}{}</figcaption>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">",
            escaped(&self.caption),
            self.names()
        );
        if !self.band.is_empty() {
            let upper = thinned(&self.band).map(|(at, _, high)| (x(*at), y(*high)));
            let lower = thinned(&self.band).map(|(at, low, _)| (x(*at), y(*low)));
            let lower: Vec<_> = lower.collect();
            let outline = upper.chain(lower.into_iter().rev());
            let _ = write!(out, "<polygon class=\"band\" points=\"{}\"/>", written(outline));
        }
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
        for (index, line) in self.lines.iter().enumerate() {
            let points = thinned(&line.points).map(|point| (x(point.0), y(point.1)));
            let _ = write!(
                out,
                "<polyline class=\"l{}\" points=\"{}\"/>",
                index % COLOURS,
                written(points)
            );
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

    /// Which colour is whose, if there are several.
    fn names(&self) -> String {
        if self.lines.len() < 2 {
            return String::new();
        }
        let names = self.lines.iter().enumerate().map(|(index, line)| {
            format!(" <span class=\"k{}\">■</span> {}", index % COLOURS, escaped(&line.name))
        });
        format!(":{}", names.collect::<String>())
    }
}

fn thinned<T>(points: &[T]) -> impl Iterator<Item = &T> {
    let (step, count) = ((points.len() / POINTS).max(1), points.len());
    let kept = points.iter().enumerate().filter(move |(at, _)| at % step == 0 || at + 1 == count);
    kept.map(|(_, point)| point)
}

fn written(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(svg: &str, shape: &str) -> Vec<(f64, f64)> {
        let text = svg.split(shape).nth(1).and_then(|rest| rest.split("points=\"").nth(1));
        let text = text.and_then(|rest| rest.split('"').next()).unwrap();
        let point = |text: &str| {
            let (x, y) = text.split_once(',').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        text.split(' ').map(point).collect()
    }

    #[test]
    fn a_graph_stays_in_its_frame() {
        let line = (0..5_000).map(|n| (f64::from(n), f64::from(n % 7) - 3.0)).collect();
        let band = (0..5_000).map(|n| (f64::from(n), -9.0, 9.0)).collect();
        let graph = Graph {
            lines: vec![Line::new("<x>", line), Line::new("y", vec![(0.0, 1.0)])],
            band,
            bounds: vec![-2.94, 2.94],
            down: "games",
            caption: "a < b".into(),
        };
        let svg = graph.draw();
        assert!(svg.contains("a &lt; b") && svg.contains("&lt;x&gt;"));
        let inside = |point: &(f64, f64)| {
            (MARGIN..=WIDTH).contains(&point.0) && (0.0..=HEIGHT).contains(&point.1)
        };
        let line = points(&svg, "polyline");
        assert!((2_000..=2_600).contains(&line.len()), "{}", line.len());
        assert!(line.iter().all(inside) && points(&svg, "polygon").iter().all(inside));
        let empty = Graph { lines: vec![Line::new("", vec![])], down: "x", ..Graph::default() };
        assert!(!empty.draw().contains("NaN"));
    }
}
