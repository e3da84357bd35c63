//! What `UCI_Elo` means in games by table.

use crate::drive::strength::Scale;

/// Ratings and nodes a move: the weakest, 1400, three that were measured, the top.
type Steps = [(f64, f64); 6];

/// The nodes of the weakest rating, and the ratings of 300, 1,200, 5,000 and 80,000 nodes.
const fn scale(weakest: f64, [third, fourth, fifth, top]: [f64; 4]) -> Steps {
    [(800.0, weakest), (1400.0, 70.0), (third, 300.0), (fourth, 1200.0), (fifth, 5e3), (top, 80e3)]
}

/// By the names of rows.
///
/// From games against ourselves: 70 nodes are 1400 by agreement, as in xiangqi, then each number of
/// nodes has played the one before it, 80 games (in chu shogi in two halves; steps of more than 450
/// points as a whole and in halves, and the mean counts; crazyhouse, horde, king of the hill and
/// three-check 160 games). The weakest number is the one that loses to 70 nodes as 600 points mean,
/// with the choices and the luck of 800, from 80 games each of three to five numbers. Good to about
/// 100 points a step. The top is 3000, or 300 points above the last step. What was measured when:
/// `docs/games.md`.
static BY_TABLE: &[(&str, Steps)] = &[
    ("3check", scale(23.0, [1750.0, 2030.0, 2450.0, 3000.0])),
    ("antichess", scale(9.0, [1750.0, 2000.0, 2240.0, 3000.0])),
    ("atomic", scale(17.0, [1600.0, 1920.0, 2200.0, 3000.0])),
    ("berolina", scale(15.0, [1760.0, 2330.0, 2890.0, 3190.0])),
    ("capablanca", scale(27.0, [1750.0, 2210.0, 2860.0, 3160.0])),
    ("caparandom", scale(18.0, [1680.0, 2110.0, 2580.0, 3000.0])),
    ("chu", scale(15.0, [1780.0, 2200.0, 2770.0, 3070.0])),
    ("courier", scale(38.0, [1690.0, 2120.0, 2560.0, 3000.0])),
    ("crazyhouse", scale(18.0, [1610.0, 2090.0, 2700.0, 3000.0])),
    ("cylinder", scale(21.0, [1820.0, 2310.0, 2760.0, 3060.0])),
    ("elven", scale(15.0, [1870.0, 2180.0, 2590.0, 3000.0])),
    ("falcon", scale(25.0, [1790.0, 2290.0, 2880.0, 3180.0])),
    ("gothic", scale(24.0, [1840.0, 2260.0, 2880.0, 3180.0])),
    ("great", scale(15.0, [1720.0, 2140.0, 2580.0, 3000.0])),
    ("horde", scale(3.0, [1770.0, 2190.0, 2710.0, 3010.0])),
    ("janus", scale(13.0, [1770.0, 2260.0, 2800.0, 3100.0])),
    ("kingofthehill", scale(19.0, [1690.0, 2050.0, 2410.0, 3000.0])),
    ("knightmate", scale(20.0, [1710.0, 2170.0, 2650.0, 3000.0])),
    ("lion", scale(15.0, [1630.0, 2040.0, 2490.0, 3000.0])),
    ("losers", scale(3.0, [1700.0, 1880.0, 2080.0, 3000.0])),
    ("makruk", scale(31.0, [1680.0, 2040.0, 2390.0, 3000.0])),
    ("placement", scale(23.0, [1680.0, 2080.0, 2520.0, 3000.0])),
    ("racingkings", scale(37.0, [1410.0, 1850.0, 2220.0, 3000.0])),
    ("shatranj", scale(16.0, [1650.0, 2080.0, 2500.0, 3000.0])),
    ("shogi", scale(30.0, [1660.0, 1950.0, 2380.0, 3000.0])),
    ("suicide", scale(9.0, [1810.0, 2080.0, 2320.0, 3000.0])),
    ("super", scale(25.0, [1770.0, 2160.0, 2760.0, 3060.0])),
    ("twokings", scale(19.0, [1740.0, 2150.0, 2580.0, 3000.0])),
];

/// What most games have: the medians of all rows.
pub(super) static USUAL: Steps = scale(18.0, [1730.0, 2120.0, 2580.0, 3000.0]);

/// Games with the scale of another: the same men by nearly the same rules.
const LENT: &[(&str, &str)] = &[("bughouse", "crazyhouse"), ("giveaway", "antichess")];

/// The scale of a game by the name of its row; `None` where nobody has measured one.
pub(super) fn by_table(name: &str) -> Option<Scale> {
    let lender = LENT.iter().find(|(game, _)| *game == name).map_or(name, |(_, lender)| *lender);
    BY_TABLE.iter().find(|(known, _)| *known == lender).map(|(_, steps)| Scale::new(steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;

    #[test]
    fn scales_rise_from_the_weakest_rating_to_the_strongest() {
        for (name, _) in BY_TABLE {
            assert!(Variant::by_name(name).is_some(), "{name}");
        }
        for (name, scale) in BY_TABLE.iter().chain(&[("usual", USUAL)]) {
            assert!(scale.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1), "{name}");
            assert!(scale[0].0 == 800.0 && scale[scale.len() - 1].0 >= 3000.0, "{name}");
        }
        for (name, lender) in LENT {
            assert!(by_table(name) == by_table(lender) && by_table(name).is_some(), "{name}");
        }
        assert_eq!(by_table("duel-of-kings"), None);
    }
}
