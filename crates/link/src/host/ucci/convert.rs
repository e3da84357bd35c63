//! UCCI's words for options and news, and the neutral ones.

use super::super::uci::convert;
use crate::{Bound, Info, OptionDecl, OptionKind, Score, ScoreValue};
use ferz_wire::ucci as wire;
use ferz_wire::uci::OptionDecl as UciDecl;

/// Scores beyond this are distances to a mate (`X-263`).
const MATE_FROM: i32 = 9_800;
/// The score of a mate on the board.
const MATE: i32 = 10_000;

/// An option as declared; what is missing is completed, with a remark.
pub(super) fn option(decl: wire::OptionDecl) -> (OptionDecl, Vec<String>) {
    let name = decl.name;
    match decl.kind {
        wire::OptionKind::Label => (OptionDecl { name, kind: OptionKind::Label }, Vec::new()),
        wire::OptionKind::Uci(kind) => convert::option(UciDecl { name, kind }),
    }
}

/// A score in centipawns, from one in which a minor piece is worth `minor_piece` (`X-261`).
pub(super) fn centipawns(value: i32, minor_piece: i32) -> i32 {
    let scaled = i64::from(value) * i64::from(minor_piece) / 100;
    scaled.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// A plain integer as a score (`X-260`, `X-263`). Red's and Black's views are the caller's affair.
pub(super) fn score(value: ScoreValue, minor_piece: i32) -> ScoreValue {
    let ScoreValue::Cp(value) = value else { return value };
    let plies = MATE - value.saturating_abs();
    if value.saturating_abs() <= MATE_FROM || plies < 0 {
        return ScoreValue::Cp(centipawns(value, minor_piece));
    }
    // A mate takes an odd number of plies, being mated an even one. What a program counts
    // otherwise by a ply is the same number of moves.
    ScoreValue::Mate(if value > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

/// News without the free text; `None` if nothing is left. With `is_static` a score of depth 0 is
/// one; else it is the weight of a book move (`X-272`).
pub(super) fn info(info: &wire::Info, is_static: bool, minor_piece: i32) -> Option<Info> {
    let words = |(name, values): &'_ (String, String)| -> Vec<String> {
        let values = values.split_whitespace().map(str::to_owned);
        std::iter::once(name.clone()).chain(values).collect()
    };
    let words: Vec<String> = info.other.iter().flat_map(words).collect();
    let other = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1)
    };
    let has = |name: &str| words.iter().any(|word| word == name);
    let bound = match () {
        () if has("lowerbound") => Bound::Lower,
        () if has("upperbound") => Bound::Upper,
        () => Bound::Exact,
    };
    let of_book = info.depth == Some(0) && !info.pv.is_empty() && !is_static;
    let value = info.score.filter(|_| !of_book);
    let news = Info {
        depth: info.depth,
        seldepth: other("seldepth").and_then(|word| word.parse().ok()),
        time: info.time,
        nodes: info.nodes,
        nps: other("nps").and_then(|word| word.parse().ok()),
        hashfull: other("hashfull").and_then(|word| word.parse().ok()),
        tbhits: other("tbhits").and_then(|word| word.parse().ok()),
        rank: other("multipv").and_then(|word| word.parse().ok()),
        score: value.map(|value| Score { value: score(value, minor_piece), bound }),
        pv: info.pv.clone(),
        current: info.currmove.clone().map(|mv| (mv, info.currmovenumber, None)),
        ..Info::default()
    };
    (news != Info::default()).then_some(news)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a horse is 100 there and 400 here.
    #[test]
    fn centipawns_of_a_pawn() {
        assert_eq!(score(ScoreValue::Cp(-25), 400), ScoreValue::Cp(-100));
        assert_eq!(score(ScoreValue::Cp(i32::MAX), 400), ScoreValue::Cp(i32::MAX));
    }

    /// 10000 less the plies, in either direction, and what is only a high score.
    #[test]
    fn mate_scores() {
        let cases = [
            (9_999, ScoreValue::Mate(1)),
            (9_998, ScoreValue::Mate(1)),
            (9_997, ScoreValue::Mate(2)),
            (-10_000, ScoreValue::Mate(0)),
            (-9_998, ScoreValue::Mate(-1)),
            (9_800, ScoreValue::Cp(9_800)),
            (-9_801, ScoreValue::Mate(-99)),
            (12_000, ScoreValue::Cp(12_000)),
            (i32::MIN, ScoreValue::Cp(i32::MIN)),
        ];
        for (value, wanted) in cases {
            assert_eq!(score(ScoreValue::Cp(value), 100), wanted, "{value}");
        }
        assert_eq!(score(ScoreValue::Mate(-3), 400), ScoreValue::Mate(-3));
    }
}
