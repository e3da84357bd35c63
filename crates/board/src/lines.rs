//! The lines of an analysis: what an engine says, in words and numbers for people.

use crate::notation::usual;
use ferz_link::{Info, Score, ScoreValue};
use ferz_rules::{Game, Notation, Side};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// No more moves of a line are shown.
const LONGEST: usize = 24;

/// What an engine thinks of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Opinion {
    /// In plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// How many.
    pub nodes: u64,
    /// In a second.
    pub nps: u64,
    /// Its lines, the best first.
    pub lines: Vec<Line>,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// 1 for the best.
    pub rank: u32,
    /// In plies.
    pub depth: u32,
    /// In pawns from the first side's point of view, or `#3` and `#-3`: who mates, and in how many
    /// moves.
    pub score: String,
    /// What the first side may expect of the game: 1 is a win, 0 a loss.
    pub share: f64,
    /// Its chances, where the engine says them: the first side wins, nobody, the second side; per mille.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u32; 3]>,
    /// The moves for people.
    pub san: Vec<String>,
    /// The moves as [`View::legal`](crate::View) has them.
    pub moves: Vec<String>,
}

/// Gathers what an engine says of one position.
pub struct Lines {
    game: Box<dyn Game>,
    notation: Notation,
    lines: BTreeMap<u32, Line>,
    seen: Opinion,
}

impl Lines {
    /// Of this position.
    pub fn of(game: Box<dyn Game>) -> Lines {
        let notation = usual(&*game);
        Lines { game, notation, lines: BTreeMap::new(), seen: Opinion::default() }
    }

    /// Takes what an engine says. `true` if there is something new to show.
    pub fn take(&mut self, info: &Info) -> bool {
        let seen = &mut self.seen;
        seen.depth = info.depth.unwrap_or(seen.depth);
        seen.seldepth = info.seldepth.unwrap_or(seen.seldepth);
        seen.nodes = info.nodes.unwrap_or(seen.nodes);
        // who says no speed has said it by nodes and time.
        let speed = |(nodes, time): (u64, Duration)| match time.as_micros() {
            0 => None,
            time => u64::try_from(u128::from(nodes) * 1_000_000 / time).ok(),
        };
        let nps = info.nps.or_else(|| info.nodes.zip(info.time).and_then(speed));
        seen.nps = nps.unwrap_or(seen.nps);
        let Some(score) = info.score.filter(|_| !info.pv.is_empty()) else { return false };
        let rank = info.rank.unwrap_or(1);
        let (mut san, mut moves) = (Vec::new(), Vec::new());
        let mut game = self.game.boxed();
        for text in info.pv.iter().take(LONGEST) {
            let text = text.as_str();
            let (Ok(people), Ok(machine)) =
                (game.rewrite(text, self.notation), game.rewrite(text, Notation::Coordinate))
            else {
                break;
            };
            if game.play(&machine).is_err() {
                break;
            }
            san.push(people);
            moves.push(machine);
        }
        if san.is_empty() {
            return false;
        }
        let side = self.game.side();
        let wdl = info.wdl.map(|[win, draw, loss]| match side {
            Side::First => [win, draw, loss],
            Side::Second => [loss, draw, win],
        });
        let line = Line {
            rank,
            depth: info.depth.unwrap_or_default(),
            score: shown(score, side),
            share: wdl.map_or_else(|| share(score, side), share_of),
            wdl,
            san,
            moves,
        };
        // A line says what it knows again when it has nothing new: that is no news.
        self.lines.insert(rank, line.clone()) != Some(line)
    }

    /// What the engine thinks now.
    pub fn opinion(&self) -> Opinion {
        Opinion { lines: self.lines.values().cloned().collect(), ..self.seen.clone() }
    }
}

/// A score from the first side's point of view.
pub fn shown(score: Score, side: Side) -> String {
    let sign = if side == Side::First { 1 } else { -1 };
    match score.value {
        ScoreValue::Cp(cp) => format!("{:+.2}", f64::from(sign * cp) / 100.0),
        ScoreValue::Mate(moves) => format!("#{}", sign * moves),
    }
}

/// What the first side may expect by a score: the curve that lichess fitted to games of people
/// (lichess.org/page/accuracy).
fn share(score: Score, side: Side) -> f64 {
    let own = match score.value {
        ScoreValue::Cp(cp) => 1.0 / (1.0 + (-0.003_682_08 * f64::from(cp)).exp()),
        ScoreValue::Mate(moves) => f64::from(u8::from(moves > 0)),
    };
    if side == Side::First { own } else { 1.0 - own }
}

fn share_of([win, draw, loss]: [u32; 3]) -> f64 {
    let all = f64::from(win) + f64::from(draw) + f64::from(loss);
    if all == 0.0 { 0.5 } else { (f64::from(win) + f64::from(draw) / 2.0) / all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_link::Bound;
    use ferz_rules::{Variant, new_game};

    fn info(cp: i32, rank: Option<u32>, pv: &str) -> Info {
        let pv = pv.split_whitespace().map(Into::into).collect();
        let score = Some(Score { value: ScoreValue::Cp(cp), bound: Bound::Exact });
        Info { score, rank, pv, depth: Some(7), ..Info::default() }
    }

    #[test]
    fn lines_are_of_the_first_sides_view_and_legal() {
        let mut game = new_game(Variant::NORMAL, None).expect("chess");
        game.play("e4").expect("legal");
        let mut lines = Lines::of(game);
        assert!(lines.take(&info(-31, None, "e7e5 g1f3 b8c6")));
        assert!(lines.take(&info(-40, Some(2), "c7c5 e1e8 a7a6")));
        assert!(!lines.take(&info(-40, Some(2), "c7c5 e1e8 a7a6")));
        assert!(!lines.take(&info(0, Some(3), "e2e4")), "no legal move");
        assert!(!lines.take(&Info { nodes: Some(12), ..Info::default() }));
        let opinion = lines.opinion();
        assert_eq!((opinion.depth, opinion.nodes, opinion.lines.len()), (7, 12, 2));
        let [best, other] = &opinion.lines[..] else { panic!("two lines") };
        assert_eq!((best.score.as_str(), best.san.join(" ")), ("+0.31", "e5 Nf3 Nc6".to_owned()));
        assert!(best.share > 0.5 && best.share < 0.6);
        assert_eq!((other.san.len(), other.moves.join(" ")), (1, "c7c5".to_owned()));
    }

    /// nodes divided by milliseconds are thousands in a second.
    #[test]
    fn speed_that_is_not_said_is_reckoned() {
        let mut lines = Lines::of(new_game(Variant::NORMAL, None).expect("chess"));
        let said = |nodes, time, nps| Info {
            nodes: Some(nodes),
            time: Some(Duration::from_millis(time)),
            nps,
            ..Info::default()
        };
        for (info, nps) in [
            (said(3_000, 0, None), 0),
            (said(120_000, 60, None), 2_000_000),
            (said(9, 1, Some(77)), 77),
            (Info::default(), 77),
            (said(u64::MAX, 1, None), 77),
        ] {
            lines.take(&info);
            assert_eq!(lines.opinion().nps, nps, "{info:?}");
        }
    }

    #[test]
    fn mates_and_chances() {
        let mut game = new_game(Variant::NORMAL, None).expect("chess");
        game.play("e4").expect("legal");
        let mut lines = Lines::of(game);
        let score = Some(Score { value: ScoreValue::Mate(3), bound: Bound::Exact });
        let mate = Info { score, ..info(0, None, "e7e5") };
        assert!(lines.take(&mate));
        let line = &lines.opinion().lines[0];
        assert_eq!((line.score.as_str(), line.share), ("#-3", 0.0));
        assert!(lines.take(&Info { wdl: Some([100, 600, 300]), ..info(-50, None, "e7e5") }));
        let line = &lines.opinion().lines[0];
        assert_eq!((line.wdl, line.share), (Some([300, 600, 100]), 0.6));
    }
}
