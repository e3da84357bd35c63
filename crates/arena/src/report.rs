//! What came of a run, in words and as JSON.

use crate::config::{Model, Parameter, System};
use crate::ratings::Rating;
use crate::sprt::Verdict;
use crate::spsa::Tuner;
use crate::stats::{Conduct, Estimate, Tally, by_colour, reasons};
use crate::summary::Summary;
use ferz_rules::Variant;
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
    if let Some(tuner) = &summary.tuner {
        let (played, pairs) = (tuner.path().len(), tuner.pairs());
        return format!("pair {played}/{pairs}: {}", tuned_line(tuner));
    }
    let tally = summary.tally();
    let (one, other) = (summary.name(0), summary.name(1));
    let points = format!("{one} - {other}: {} - {} - {}", tally.wins, tally.losses, tally.draws);
    match tally.estimate() {
        Some(estimate) => format!("{points}  [{:.3}]  {}", estimate.score, elo_words(&estimate)),
        None => format!("{points}  {TOO_FEW}"),
    }
}

const TOO_FEW: &str = "too few games";

/// What tuned options have come to; nothing where none are tuned.
fn tuning_text(summary: &Summary) -> String {
    let Some(tuner) = &summary.tuner else { return String::new() };
    let widest = tuner.now().map(|(parameter, _)| parameter.name.chars().count()).max();
    let widest = widest.unwrap_or(0).max(6);
    let (played, pairs) = (tuner.path().len(), tuner.pairs());
    let mut text = format!("tuned by {played} pairs of games of {pairs}\n");
    let _ = writeln!(text, "  {:widest$} {:>12} {:>12}  moved by", "option", "start", "now");
    for (parameter, value) in tuner.now() {
        let moved = (value - parameter.value) / parameter.c_end;
        let _ = writeln!(
            text,
            "  {:widest$} {:>12} {:>12}  {moved:+.2} pushes",
            parameter.name,
            parameter.value,
            tuned(value, parameter.whole),
        );
    }
    text + "\n"
}

/// The first tuned options, as they are now.
fn tuned_line(tuner: &Tuner) -> String {
    let value = |(parameter, value): (&Parameter, f64)| {
        format!("{} {}", parameter.name, tuned(value, parameter.whole))
    };
    let values = tuner.now().take(4).map(value);
    values.collect::<Vec<_>>().join(", ")
}

/// The value of a tuned option, as it would be set.
fn tuned(value: f64, whole: bool) -> String {
    if whole { format!("{value:.0}") } else { format!("{value:.4}") }
}

/// The same in half a line, without the names of a match; with how the test stands.
pub fn short_line(summary: &Summary) -> String {
    if summary.config.system != System::Match {
        return score_line(summary);
    }
    if let Some(tuner) = &summary.tuner {
        return tuned_line(tuner);
    }
    let tally = summary.tally();
    let elo = tally.estimate().map_or_else(|| TOO_FEW.to_owned(), |estimate| elo_words(&estimate));
    let mut text = format!("+{} -{} ={}  {elo}", tally.wins, tally.losses, tally.draws);
    if let Some(sprt) = summary.sprt {
        let _ = write!(text, "  LLR {:.2} [{:.2}, {:.2}]", sprt.llr, sprt.lower, sprt.upper);
    }
    text
}

/// How late the engines' moves come: measured time less what they report.
pub fn latency_line(summary: &Summary) -> Option<String> {
    let engines = (0..summary.config.engines.len()).filter_map(|index| {
        let (mean, most) = summary.conduct(index).latency()?;
        Some(format!("{} {mean:.1} ms, at most {most:.1}", summary.name(index)))
    });
    let text = engines.collect::<Vec<_>>().join("; ");
    (!text.is_empty()).then(|| format!("latency: {text}"))
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

/// Bounds are told apart where one is further off than the other by more than this part.
const LOPSIDED: f64 = 1.1;

/// `Elo +3.4 ± 5.6`; of few games `Elo +190.8 (+20.1 to +401.2)`, whose bounds are not equally far.
fn elo_words(estimate: &Estimate) -> String {
    let bounds = match (estimate.elo_error, estimate.elo_low, estimate.elo_high) {
        (Some(error), Some(low), Some(high)) => match estimate.elo {
            Some(elo)
                if high - elo < LOPSIDED * (elo - low) && elo - low < LOPSIDED * (high - elo) =>
            {
                return format!("Elo {} ± {error:.1}", signed(elo));
            }
            _ => format!("{} to {}", signed(low), signed(high)),
        },
        (_, Some(low), _) => format!("at least {}", signed(low)),
        (_, None, Some(high)) => format!("at most {}", signed(high)),
        (_, None, None) => TOO_FEW.to_owned(),
    };
    match estimate.elo.map(signed) {
        Some(elo) => format!("Elo {elo} ({bounds})"),
        None => format!("Elo {bounds}"),
    }
}

/// With its sign; nothing has none of its own.
fn signed(value: f64) -> String {
    let text = format!("{value:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

/// The whole result, for people.
pub fn text(summary: &Summary) -> String {
    match summary.config.system {
        System::Match => tuning_text(summary) + &match_text(summary),
        _ => tournament_text(summary),
    }
}

/// The engines in the order of their points, with their numbers.
pub(crate) fn order(summary: &Summary, ratings: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..summary.config.engines.len()).collect();
    let share = |index: usize| {
        ratings.get(index).map_or(0.0, |rating| match summary.config.system {
            // All have as many games, or it is the point of the thing that some have more.
            System::Swiss | System::Knockout => {
                f64::from(rating.halves + bye_halves(summary, index))
            }
            _ => f64::from(rating.halves) / f64::from(rating.games.max(1)),
        })
    };
    order.sort_by(|one, other| share(*other).total_cmp(&share(*one)).then(one.cmp(other)));
    order
}

fn bye_halves(summary: &Summary, index: usize) -> u32 {
    summary.bye_halves.get(index).copied().unwrap_or(0)
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
        let byes = f64::from(bye_halves(summary, *index)) / 2.0;
        let conduct = summary.conduct(*index);
        let error = rating.error.map_or("-".to_owned(), |error| format!("{error:.1}"));
        let _ = write!(
            text,
            "{:>4} {:widest$} {:>6} {error:>7} {:>5} {:>6.1} {:>5.1}% {:>6}",
            rank + 1,
            summary.name(*index),
            signed(rating.elo),
            rating.games,
            points + byes,
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
    let byes = order.iter().filter(|index| bye_halves(summary, **index) > 0).map(|index| {
        let points = f64::from(bye_halves(summary, *index)) / 2.0;
        format!("{} {points}", summary.name(*index))
    });
    let byes: Vec<_> = byes.collect();
    if !byes.is_empty() {
        let _ = writeln!(text, "points without a game (bye): {}", byes.join(", "));
    }
    let _ = writeln!(text, "ends: {}", ends(summary));
    if let Some(latency) = latency_line(summary) {
        let _ = writeln!(text, "{latency}");
    }
    if let Some(same) = same_line(summary) {
        let _ = writeln!(text, "same: {same}");
    }
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
    if let Some(same) = same_line(summary) {
        line(format!("           {same}"));
    }
    match tally.estimate() {
        Some(estimate) => {
            line(format!("  score    {:.2} %", 100.0 * estimate.score));
            line(format!("  strength {}", elo_words(&estimate)));
            let (nelo, error) = (signed(estimate.nelo), estimate.nelo_error);
            line(format!("           normalised {nelo} ± {error:.1}"));
            line(format!("  LOS      {:.2} %", 100.0 * estimate.los));
        }
        None => line(format!("  score    {TOO_FEW}")),
    }
    line(format!("  colours  {} {}", summary.name(0), colours(summary, 0)));
    if tally.pair_count() > 0 {
        line(format!("  pairs    {:?} (with 0, 1/2, 1, 3/2, 2 points)", tally.pairs));
    }
    match tally.open {
        0 => {}
        1 => line("           1 game more, without its other half, is in no figure".to_owned()),
        n => {
            line(format!("           {n} games more, without their other halves, are in no figure"))
        }
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
    if let Some(latency) = latency_line(summary) {
        line(format!("  {latency}"));
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

/// What the two sides are called, the one that begins first.
pub(crate) fn sides(summary: &Summary) -> [&'static str; 2] {
    summary.config.game().unwrap_or(Variant::NORMAL).sides
}

/// How an engine did with each colour.
fn colours(summary: &Summary, index: usize) -> String {
    let [first, second] = by_colour(&summary.games, index)
        .map(|[won, drawn, lost]| format!("+{won} -{lost} ={drawn}"));
    let [one, other] = sides(summary);
    format!("with {one} {first}, with {other} {second}")
}

/// About games that say less than others, if there are any.
fn late_line(summary: &Summary) -> Option<String> {
    let late = summary.games.iter().filter(|game| game.late).count();
    (late > 0).then(|| format!("late by more than 10 ms in {late} of the games"))
}

/// About games that were played more than once, if there are any.
fn same_line(summary: &Summary) -> Option<String> {
    let repeats = summary.repeats();
    let (game, first) = repeats.first()?;
    let games = summary.games.len();
    let different = games - repeats.len();
    Some(format!(
        "{games} games, {different} different: game {game} is game {first} again, move for move"
    ))
}

/// The whole result, for programs.
pub fn json(summary: &Summary) -> Value {
    let tally: Tally = summary.tally();
    let ratings = summary.ratings();
    let engines: Vec<_> = (0..summary.config.engines.len())
        .map(|index| {
            let conduct = summary.conduct(index);
            let rating = ratings.get(index);
            let bye = f64::from(bye_halves(summary, index)) / 2.0;
            json!({
                "name": summary.name(index),
                "rating": rating,
                "bye_points": bye,
                "colours": by_colour(&summary.games, index),
                "conduct": conduct,
            })
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
        "repeats": summary.repeats(),
        "score": tally,
        "estimate": tally.estimate(),
        "sprt": summary.sprt,
        "tuned": summary.tuner.as_ref().map(|tuner| {
            tuner.now().map(|(parameter, now)| json!({ "parameter": parameter, "now": now }))
                .collect::<Vec<_>>()
        }),
        "ends": ends,
        "engines": engines,
        "lag_us": { "mean": mean, "worst": worst },
        "late": summary.games.iter().filter(|game| game.late).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, EngineSpec};
    use crate::stream::What;

    /// A match of games with these results, for the engine that begins, and these moves.
    fn summary(system: System, games: &[(&str, &str)]) -> Summary {
        let engines = vec![EngineSpec::default(); 2];
        let config = Config { system, engines, rounds: 9, ..Config::default() };
        let mut summary = Summary::new(config);
        summary.names = vec!["A".into(), "B".into()];
        for (index, (result, mv)) in games.iter().enumerate() {
            let text = format!(
                r#"{{"number":{},"round":1,"first":{},"second":{},"opening":0,
                "moves":[{{"m":"{mv}"}}],"result":"{result}","reason":"agreement","began":0,
                "seconds":0}}"#,
                index + 1,
                index % 2,
                (index + 1) % 2,
            );
            let game: crate::record::GameRecord = serde_json::from_str(&text).unwrap();
            summary.hear(&What::GameEnds { game: game.clone(), counts: true });
        }
        summary
    }

    #[test]
    fn line_table_and_json_say_the_same() {
        let games = [("1-0", "e2e4"), ("1/2-1/2", "d2d4"), ("1-0", "c2c4")];
        let summary = summary(System::Match, &games);
        let (line, text, json) = (score_line(&summary), text(&summary), json(&summary));
        assert_eq!(line, "A - B: 2 - 0 - 1  [0.750]  Elo +190.8 (at least -202.5)");
        for part in [
            "games    3: won 2, drawn 1, lost 0",
            "score    75.00 %\n",
            "strength Elo +190.8 (at least -202.5)",
            "1 game more, without its other half, is in no figure",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(json["estimate"]["score"], 0.75);
        assert_eq!((&json["score"]["open"], &json["estimate"]["games"]), (&1.into(), &2.into()));
    }

    /// The error is in Elo, and of few games it is not as far up as down.
    #[test]
    fn bounds_of_few_games_and_of_many() {
        let words = |wins, draws, losses| {
            let tally = Tally { wins, draws, losses, ..Tally::default() };
            elo_words(&tally.estimate().unwrap())
        };
        assert_eq!(words(7, 2, 3), "Elo +120.4 (-54.4 to +355.2)");
        assert_eq!(words(700, 200, 300), "Elo +120.4 ± 18.8");
        assert_eq!(words(3, 6, 3), "Elo +0.0 ± 142.8");
        assert_eq!(words(12, 0, 0), "Elo at least +324.9");
        assert_eq!(words(0, 1, 12), "Elo -559.2 (at most -264.1)");
    }

    #[test]
    fn nothing_is_certain_after_one_game_or_two() {
        let one = summary(System::Match, &[("1-0", "e2e4")]);
        assert_eq!(score_line(&one), "A - B: 1 - 0 - 0  too few games");
        assert!(text(&one).contains("score    too few games"), "{}", text(&one));
        assert!(json(&one)["estimate"].is_null());
        let two = text(&summary(System::Match, &[("1-0", "e2e4"), ("1-0", "d2d4")]));
        assert!(!two.contains("± 0.00") && !two.contains("100.00 %\n"), "{two}");
        assert!(two.contains("LOS      50.00 %"), "{two}");
    }

    #[test]
    fn a_game_that_is_played_again_is_named() {
        let games = [("1-0", "e2e4"), ("0-1", "d2d4"), ("1-0", "e2e4"), ("0-1", "c2c4")];
        for system in [System::Match, System::RoundRobin] {
            let summary = summary(system, &games);
            let same = "4 games, 3 different: game 3 is game 1 again, move for move";
            assert!(text(&summary).contains(same), "{}", text(&summary));
            assert_eq!(json(&summary)["repeats"], serde_json::json!([[3, 1]]));
        }
        let different = text(&summary(System::Match, &games[1..]));
        assert!(!different.contains("different"), "{different}");
    }

    #[test]
    fn points_of_byes_are_shown() {
        let mut summary = summary(System::Swiss, &[("1-0", "e2e4"), ("0-1", "d2d4")]);
        summary.bye_halves = vec![0, 4];
        let text = text(&summary);
        assert!(text.contains("points without a game (bye): B 2"), "{text}");
        assert_eq!(json(&summary)["engines"][1]["bye_points"], 2.0);
    }

    #[test]
    fn nothing_has_no_sign_of_its_own() {
        assert_eq!([-0.04, -0.0, 0.04, -0.06].map(signed), ["+0.0", "+0.0", "+0.0", "-0.1"]);
    }
}
