//! The report of a game: what every position is worth to the engine inside, which moves were
//! mistakes, and how accurate each side was.
//!
//! The numbers are those that lichess has published (lichess.org/page/accuracy): a score becomes the
//! share that one may expect of the game, and what counts of a move is how much of its side's share
//! it loses. They were fitted to games of people at chess; in other games they are a habit.

use crate::lines::Lines;
use crate::notation::written;
use crate::shelf::{OWN, Shelf};
use ferz_host::Engine;
use ferz_link::{Limits, Place, Search};
use ferz_referee::GameRecord;
use ferz_rules::{Game, Side, Verdict};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The engine thinks about a position no shorter and no longer than this, in milliseconds.
const MILLIS: [u64; 2] = [10, 60_000];
/// From such a loss of its share on a move is an inaccuracy, a mistake, a blunder. Lichess counts
/// from -1 to 1 and has twice these numbers.
const LOSSES: [(f64, Judgement); 3] =
    [(0.15, Judgement::Blunder), (0.10, Judgement::Mistake), (0.05, Judgement::Inaccuracy)];

/// What a page asks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum ReportRequest {
    /// A report of the game on the table.
    Report {
        /// For each position, in milliseconds.
        millis: u64,
    },
    /// No report any more.
    Unreport,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// Something was lost.
    Inaccuracy,
    /// More.
    Mistake,
    /// Much.
    Blunder,
}

/// What a position of the game is worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Point {
    /// After so many moves.
    pub ply: usize,
    /// What the first side may expect: 1 is a win, 0 a loss.
    pub share: f64,
    /// The score from the first side's point of view, in pawns; empty where the game is over.
    pub score: String,
    /// The best line, in SAN.
    pub line: Vec<String>,
    /// What the move that led here was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

/// How well a side played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Played {
    /// From 0 to 100; nothing where it did not move.
    pub accuracy: Option<f64>,
    /// How many of each: inaccuracies, mistakes, blunders.
    pub counts: [usize; 3],
}

/// What a page hears.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reported {
    /// Which report: news of an earlier one may still be on their way.
    pub number: u64,
    /// Positions in all.
    pub of: usize,
    /// The next position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Point>,
    /// Both sides, when all positions are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<[Played; 2]>,
    /// Why it cannot go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// Makes the reports of one page, one at a time. They end with it.
pub struct Reporter {
    shelf: Arc<Shelf>,
    tell: mpsc::Sender<Reported>,
    number: u64,
    task: Option<JoinHandle<()>>,
}

impl Reporter {
    /// And what will be heard of it.
    pub fn new(shelf: Arc<Shelf>) -> (Reporter, mpsc::Receiver<Reported>) {
        let (tell, told) = mpsc::channel(64);
        (Reporter { shelf, tell, number: 0, task: None }, told)
    }

    /// Does what a page asks of this game; the number of the report that begins.
    pub fn ask(&mut self, request: &ReportRequest, place: Place) -> u64 {
        if let Some(task) = self.task.take() {
            task.abort();
        }
        self.number += 1;
        if let ReportRequest::Report { millis } = request {
            let time = Duration::from_millis((*millis).clamp(MILLIS[0], MILLIS[1]));
            let (shelf, tell, number) = (Arc::clone(&self.shelf), self.tell.clone(), self.number);
            self.task = Some(tokio::spawn(async move {
                if let Err(why) = report(&shelf, &place, time, number, &tell).await {
                    let failed = Reported { number, failed: Some(why), ..Reported::default() };
                    // A page that has gone needs no report.
                    let _ = tell.send(failed).await;
                }
            }));
        }
        self.number
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

async fn report(
    shelf: &Shelf,
    place: &Place,
    time: Duration,
    number: u64,
    tell: &mpsc::Sender<Reported>,
) -> Result<(), String> {
    let mut engine = shelf.open(OWN).await?;
    engine.new_game(&place.variant).await.map_err(|error| error.to_string())?;
    let mut record = GameRecord::new(&place.variant, &place.start)?;
    let of = place.moves.len() + 1;
    let first = record.game().side();
    let mut points: Vec<Point> = Vec::new();
    for ply in 0..of {
        if let Some(text) = ply.checked_sub(1).and_then(|before| place.moves.get(before)) {
            record.play_one(text)?;
        }
        let here = Place { moves: place.moves[..ply].to_vec(), ..place.clone() };
        let mut point = worth(&mut engine, &here, record.game(), time).await?;
        let mover = if ply % 2 == 1 { first } else { !first };
        point.ply = ply;
        point.judgement = points.last().and_then(|before| judge(loss(before, &point, mover)));
        points.push(point.clone());
        let news = Reported { number, of, point: Some(point), ..Reported::default() };
        if tell.send(news).await.is_err() {
            return Ok(());
        }
    }
    let sides = Some(Side::BOTH.map(|side| played(&points, first, side)));
    // A page that has gone needs no report.
    let _ = tell.send(Reported { number, of, sides, ..Reported::default() }).await;
    Ok(())
}

/// What a position is worth.
async fn worth(
    engine: &mut Engine,
    place: &Place,
    game: &dyn Game,
    time: Duration,
) -> Result<Point, String> {
    match game.verdict() {
        Verdict::Win(side, _) => {
            let share = if side == Side::First { 1.0 } else { 0.0 };
            return Ok(Point { share, ..Point::default() });
        }
        Verdict::Draw(_) => return Ok(Point { share: 0.5, ..Point::default() }),
        Verdict::Open | Verdict::Claimable(_) => {}
    }
    let limits = Limits { move_time: Some(time), ..Limits::default() };
    let mut lines = Lines::of(game.boxed());
    let answer = engine.think(place, Search::within(limits), |info| _ = lines.take(info)).await;
    let answer = answer.map_err(|error| error.to_string())?;
    let opinion = lines.opinion();
    if let Some(best) = opinion.lines.into_iter().next() {
        let (share, score, line) = (best.share, best.score, best.san);
        return Ok(Point { share, score, line, ..Point::default() });
    }
    // A move that it had to make without a thought.
    let best = answer.best.and_then(|best| written(game, best.as_str()).ok());
    Ok(Point { share: 0.5, line: best.into_iter().collect(), ..Point::default() })
}

/// How much of its share a side has lost with its move.
fn loss(before: &Point, after: &Point, mover: Side) -> f64 {
    match mover {
        Side::First => before.share - after.share,
        Side::Second => after.share - before.share,
    }
}

fn judge(loss: f64) -> Option<Judgement> {
    LOSSES.into_iter().find(|(from, _)| loss >= *from).map(|(_, judgement)| judgement)
}

/// How well a side played.
fn played(points: &[Point], first: Side, side: Side) -> Played {
    let shares: Vec<f64> = points.iter().map(|point| point.share * 100.0).collect();
    let weights = weights(&shares);
    let (mut counts, mut moves) = ([0; 3], Vec::new());
    for (at, pair) in points.windows(2).enumerate() {
        let mover = if at % 2 == 0 { first } else { !first };
        if mover != side {
            continue;
        }
        moves.push((accuracy(loss(&pair[0], &pair[1], side)), weights[at]));
        if let Some(judgement) = pair[1].judgement {
            counts[judgement as usize] += 1;
        }
    }
    Played { accuracy: mean(&moves), counts }
}

/// How accurate a move was that lost so much: from 0 to 100.
fn accuracy(loss: f64) -> f64 {
    let percent = 100.0 * loss.max(0.0);
    (103.1668 * (-0.04354 * percent).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How much each move counts: as much as the shares around it swing.
fn weights(shares: &[f64]) -> Vec<f64> {
    let wide = (shares.len() / 10).clamp(2, 8).min(shares.len());
    let swing = |window: &[f64]| {
        let count = window.len().max(1) as f64;
        let mean = window.iter().sum::<f64>() / count;
        let square = window.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / count;
        square.sqrt().clamp(0.5, 12.0)
    };
    // The first moves share the first window.
    let moves = 0..shares.len().saturating_sub(1);
    moves.map(|at| swing(&shares[(at + 2).saturating_sub(wide)..][..wide])).collect()
}

/// Between the weighted mean and the harmonic mean, which one bad move pulls down.
fn mean(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weight: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(value, weight)| value * weight).sum::<f64>() / weight;
    let parts: f64 = moves.iter().map(|(value, _)| 1.0 / value.max(1.0)).sum();
    Some(f64::midpoint(weighted, moves.len() as f64 / parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(shares: &[f64]) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for (ply, share) in shares.iter().enumerate() {
            let mut point = Point { ply, share: *share, ..Point::default() };
            let mover = if ply % 2 == 1 { Side::First } else { Side::Second };
            point.judgement = points.last().and_then(|last| judge(loss(last, &point, mover)));
            points.push(point);
        }
        points
    }

    #[test]
    fn moves_are_judged_by_what_their_side_loses() {
        use Judgement::{Blunder, Inaccuracy, Mistake};
        // White throws away a little, Black nothing, White more, Black gives it back, White wins it.
        let points = points(&[0.5, 0.44, 0.44, 0.33, 0.60, 0.95]);
        let judged: Vec<_> = points.iter().map(|point| point.judgement).collect();
        assert_eq!(judged, [None, Some(Inaccuracy), None, Some(Mistake), Some(Blunder), None]);
        let white = played(&points, Side::First, Side::First);
        let black = played(&points, Side::First, Side::Second);
        assert_eq!((white.counts, black.counts), ([1, 1, 0], [0, 0, 1]));
        assert!(black.accuracy < white.accuracy, "{white:?} {black:?}");
    }

    /// The published curve: nothing lost is everything, ten per cent of the game leave about 64.
    #[test]
    fn accuracy_follows_the_curve() {
        for (loss, shown) in [(-0.2, 100.0), (0.0, 100.0), (0.1, 63.6), (0.5, 8.5), (1.0, 0.0)] {
            assert!((accuracy(loss) - shown).abs() < 0.1, "{loss}: {}", accuracy(loss));
        }
    }

    #[test]
    fn games_without_moves_have_no_accuracy() {
        assert_eq!(played(&points(&[0.5]), Side::First, Side::First), Played::default());
        let one = points(&[0.5, 0.5]);
        assert_eq!(played(&one, Side::Second, Side::First).accuracy, None);
        assert!(played(&one, Side::Second, Side::Second).accuracy.is_some_and(|it| it > 99.0));
    }
}
