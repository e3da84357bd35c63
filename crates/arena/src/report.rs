//! What came of a run, in words and as JSON.

use crate::runner::Summary;
use crate::sprt::{Model, Verdict};
use crate::stats::{Conduct, Estimate, Tally, reasons};
use serde_json::{Value, json};
use std::fmt::Write;

/// One line about the score of the first engine against the second.
pub fn score_line(summary: &Summary) -> String {
    let tally = summary.tally();
    let estimate = tally.estimate();
    format!(
        "{} - {}: {} - {} - {}  [{:.3}]  {}",
        summary.name(0),
        summary.name(1),
        tally.wins,
        tally.losses,
        tally.draws,
        estimate.score,
        elo_words(&estimate),
    )
}

/// How the test stands, if there is one.
pub fn sprt_line(summary: &Summary) -> Option<String> {
    let (standing, sprt) = (summary.sprt?, summary.config.sprt?);
    let model = match sprt.model {
        Model::Logistic => "logistic",
        Model::Normalized => "normalised",
    };
    let verdict = match standing.verdict {
        Verdict::Open => "open",
        Verdict::H0 => "H0: no better than the lower bound",
        Verdict::H1 => "H1: at least as good as the upper bound",
    };
    Some(format!(
        "LLR {:.2} of [{:.2}, {:.2}], {} games, {model} Elo [{}, {}]: {verdict}",
        standing.llr,
        standing.lower,
        standing.upper,
        standing.tally.games(),
        sprt.elo0,
        sprt.elo1,
    ))
}

/// `Elo +3.4 ± 5.6`
fn elo_words(estimate: &Estimate) -> String {
    match (estimate.elo, estimate.elo_error) {
        (Some(elo), Some(error)) => format!("Elo {elo:+.1} ± {error:.1}"),
        (Some(elo), None) => format!("Elo {elo:+.1}"),
        _ => "Elo unknown".to_owned(),
    }
}

/// The whole result, for people.
pub fn text(summary: &Summary) -> String {
    let mut text = String::new();
    let tally = summary.tally();
    let estimate = tally.estimate();
    let mut line = |text_of: String| {
        let _ = writeln!(text, "{text_of}");
    };
    line(format!("{} against {}", summary.name(0), summary.name(1)));
    line(format!(
        "  games    {}: won {}, drawn {}, lost {}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses
    ));
    line(format!(
        "  score    {:.2} % ± {:.2}",
        100.0 * estimate.score,
        100.0 * estimate.score_error
    ));
    line(format!("  strength {}", elo_words(&estimate)));
    if let (Some(nelo), Some(error)) = (estimate.nelo, estimate.nelo_error) {
        line(format!("           normalised {nelo:+.1} ± {error:.1}"));
    }
    line(format!("  LOS      {:.2} %", 100.0 * estimate.los));
    if tally.pair_count() > 0 {
        line(format!("  pairs    {:?} (with 0, 1/2, 1, 3/2, 2 points)", tally.pairs));
    }
    if let Some(sprt) = sprt_line(summary) {
        line(format!("  SPRT     {sprt}"));
    }
    let ends: Vec<_> = reasons(&summary.games)
        .into_iter()
        .map(|(reason, count)| format!("{} {count}", reason.word()))
        .collect();
    line(format!("  ends     {}", ends.join(", ")));
    for index in 0..summary.config.engines.len() {
        let conduct = Conduct::of(&summary.games, index);
        let faults: Vec<_> =
            conduct.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let faults = if faults.is_empty() { "none".to_owned() } else { faults.join(", ") };
        line(format!(
            "  {}: faults {faults}; {} remarks; {:.3} s a move, longest {:.3} s, depth {:.1}",
            summary.name(index),
            conduct.remarks,
            conduct.seconds_per_move,
            conduct.longest,
            conduct.depth
        ));
    }
    let (mean, worst) = summary.lag();
    line(format!(
        "  runner   {:.0} µs from a move to the next engine's orders, at worst {:.1} ms",
        mean,
        worst / 1000.0
    ));
    text
}

/// The whole result, for programs.
pub fn json(summary: &Summary) -> Value {
    let tally: Tally = summary.tally();
    let engines: Vec<_> = (0..summary.config.engines.len())
        .map(|index| {
            let conduct = Conduct::of(&summary.games, index);
            json!({ "name": summary.name(index), "conduct": conduct })
        })
        .collect();
    let ends: serde_json::Map<String, Value> = reasons(&summary.games)
        .into_iter()
        .map(|(reason, count)| (reason.word(), count.into()))
        .collect();
    let (mean, worst) = summary.lag();
    json!({
        "finished": summary.finished,
        "games": tally.games(),
        "score": tally,
        "estimate": tally.estimate(),
        "sprt": summary.sprt,
        "ends": ends,
        "engines": engines,
        "lag_us": { "mean": mean, "worst": worst },
    })
}
