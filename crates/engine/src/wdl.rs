//! From a value to chances: win, draw, loss.

use crate::search::score::{Value, is_loss, is_win};

/// How values become chances: two logistic curves, in centipawns. `ferz-tune --chances` fits them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chances {
    /// Where a win becomes as likely as not; a loss does at the opposite.
    pub(crate) offset: f64,
    /// How slowly.
    pub(crate) spread: f64,
}

impl Chances {
    /// Chances in per mille of win, draw and loss for the side to move.
    pub(crate) fn of(&self, value: Value) -> [u32; 3] {
        if is_win(value) {
            return [1000, 0, 0];
        }
        if is_loss(value) {
            return [0, 0, 1000];
        }
        let curve = |value: f64| 1000.0 / (1.0 + (-(value - self.offset) / self.spread).exp());
        let win = curve(value as f64).round() as u32;
        let loss = curve(-value as f64).round() as u32;
        [win, 1000 - (win + loss).min(1000), loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Equipped;
    use ferz_rules::{chess, xiangqi};

    /// U-444: three numbers in per mille, in every game.
    #[test]
    fn u444_chances_sum_up_and_mirror() {
        for chances in [chess::Board::CHANCES, xiangqi::Board::CHANCES] {
            for value in (-3000..=3000).step_by(50) {
                let [win, draw, loss] = chances.of(value);
                assert!((999..=1001).contains(&(win + draw + loss)), "{value}");
                assert_eq!(chances.of(-value), [loss, draw, win]);
            }
            assert!(chances.of(chances.offset as Value)[0].abs_diff(500) < 5);
        }
        assert!(chess::Board::CHANCES.of(0)[1] > 600 && chess::Board::CHANCES.of(400)[0] > 850);
    }
}
