//! What came of a run, in words and as JSON.

use crate::config::System;
use crate::ratings::Rating;
use crate::runner::Summary;
use crate::sprt::{Model, Verdict};
use crate::stats::{Conduct, Estimate, Tally, reasons};
use serde_json::{Value, json};
use std::fmt::Write;

/// One line about how it stands: the score of the first engine against the second, or the leaders.
pub fn score_line(summary: &Summary) -> String {
    if summary.config.system != System::Match {
        let ratings = summary.ratings();
        let leaders = order(summary, &ratings).into_iter().take(3).filter_map(|index| {
            let rating = ratings.get(index)?;
            let points = f64::from(rating.halves) / 2.0;
            Some(format!("{} {points}/{}", summary.name(index), rating.games))
        });
        return leaders.collect::<Vec<_>>().join(", ");
    }
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
    // There is a negative nothing.
    match (estimate.elo.map(|elo| elo + 0.0), estimate.elo_error) {
        (Some(elo), Some(error)) => format!("Elo {elo:+.1} ± {error:.1}"),
        (Some(elo), None) => format!("Elo {elo:+.1}"),
        _ => "Elo unknown".to_owned(),
    }
}

/// The whole result, for people.
pub fn text(summary: &Summary) -> String {
    match summary.config.system {
        System::Match => match_text(summary),
        _ => tournament_text(summary),
    }
}

/// The engines in the order of their points, with their numbers.
pub(crate) fn order(summary: &Summary, ratings: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..summary.config.engines.len()).collect();
    let share = |index: usize| {
        ratings.get(index).map_or(0.0, |rating| match summary.config.system {
            // All have as many games, or it is the point of the thing that some have more.
            System::Swiss | System::Knockout => f64::from(rating.halves),
            _ => f64::from(rating.halves) / f64::from(rating.games.max(1)),
        })
    };
    order.sort_by(|one, other| share(*other).total_cmp(&share(*one)).then(one.cmp(other)));
    order
}

/// Rank, engine, rating with its error, games, points, faults; and who has what against whom.
fn tournament_text(summary: &Summary) -> String {
    let ratings = summary.ratings();
    let order = order(summary, &ratings);
    let widest = summary.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("rank {:widest$}    Elo   error games points  share faults", "engine");
    for at in 1..=order.len() {
        let _ = write!(text, " {at:>7}");
    }
    text.push('\n');
    for (rank, index) in order.iter().enumerate() {
        let Some(rating) = ratings.get(*index) else { continue };
        let points = f64::from(rating.halves) / 2.0;
        let conduct = summary.conduct(*index);
        let error = rating.error.map_or("-".to_owned(), |error| format!("{error:.1}"));
        let _ = write!(
            text,
            "{:>4} {:widest$} {:>+6.1} {error:>7} {:>5} {points:>6.1} {:>5.1}% {:>6}",
            rank + 1,
            summary.name(*index),
            rating.elo,
            rating.games,
            100.0 * points / f64::from(rating.games.max(1)),
            conduct.faults.values().sum::<u32>(),
        );
        for other in &order {
            let tally = Tally::of(&summary.config, &summary.games, *index, *other);
            let cell = match tally.games() {
                0 => "-".to_owned(),
                games => {
                    let points = f64::from(2 * tally.wins + tally.draws) / 2.0;
                    format!("{points}/{games}")
                }
            };
            let _ = write!(text, " {cell:>7}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "ends: {}", ends(summary));
    if let Some(late) = late_line(summary) {
        let _ = writeln!(text, "runner: {late}");
    }
    for index in order {
        let conduct = summary.conduct(index);
        if !conduct.faults.is_empty() {
            let _ = writeln!(text, "{}: {}", summary.name(index), faults(conduct));
        }
    }
    text
}

fn ends(summary: &Summary) -> String {
    let ends = reasons(&summary.games).into_iter();
    ends.map(|(reason, count)| format!("{} {count}", reason.word())).collect::<Vec<_>>().join(", ")
}

fn faults(conduct: &Conduct) -> String {
    let faults = conduct.faults.iter().map(|(kind, count)| format!("{kind} {count}"));
    faults.collect::<Vec<_>>().join(", ")
}

fn match_text(summary: &Summary) -> String {
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
    line(format!("  ends     {}", ends(summary)));
    for index in 0..summary.config.engines.len() {
        let conduct = summary.conduct(index);
        let faults = match faults(conduct) {
            faults if faults.is_empty() => "none".to_owned(),
            faults => faults,
        };
        line(format!(
            "  {}: faults {faults}; {} remarks; {:.3} s a move, longest {:.3} s, depth {:.1}",
            summary.name(index),
            conduct.remarks,
            conduct.seconds_per_move(),
            conduct.longest,
            conduct.depth()
        ));
    }
    let (mean, worst) = summary.lag();
    line(format!(
        "  runner   {:.0} µs from a move to the next engine's orders, at worst {:.1} ms",
        mean,
        worst / 1000.0
    ));
    if let Some(late) = late_line(summary) {
        line(format!("           {late}"));
    }
    text
}

/// About games that say less than others, if there are any.
fn late_line(summary: &Summary) -> Option<String> {
    let late = summary.games.iter().filter(|game| game.late).count();
    (late > 0).then(|| format!("late by more than 10 ms in {late} of the games"))
}

/// The whole result, for programs.
pub fn json(summary: &Summary) -> Value {
    let tally: Tally = summary.tally();
    let ratings = summary.ratings();
    let engines: Vec<_> = (0..summary.config.engines.len())
        .map(|index| {
            let conduct = summary.conduct(index);
            let rating = ratings.get(index);
            json!({ "name": summary.name(index), "rating": rating, "conduct": conduct })
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
        "late": summary.games.iter().filter(|game| game.late).count(),
    })
}
