//! Numbers of the search that `ferz tune` found (SPSA, James Spall), a set for each game it was run
//! for. How much each set gained is in docs/search.md.

use super::params::Params;

/// By the names of rows.
static BY_TABLE: [(&str, Params); 2] =
    [("atomic", Params::ATOMIC), ("crazyhouse", Params::CRAZYHOUSE)];

impl Params {
    /// Those of a game by table, by the name of its row.
    pub(crate) fn by_table(name: &str) -> Params {
        let row = BY_TABLE.iter().find(|(row, _)| *row == name);
        row.map_or(Params::USUAL, |(_, params)| *params)
    }

    /// Chess with network c12: 5134 pairs of games at 3000 nodes a move.
    pub(crate) const CHESS: Params = Params {
        aspiration_delta: 14,
        reverse_futility_ply: 61,
        reverse_futility_improving: 56,
        reverse_futility_worsening: 24,
        probcut_margin: 142,
        probcut_table_margin: 368,
        futility_ply: 75,
        futility_history: 143,
        capture_futility_base: 173,
        capture_futility_ply: 160,
        see_capture_history: 29,
        see_quiet: 17,
        history_prune: 2176,
        history_depth: 3126,
        singular_margin: 9,
        singular_margin_pv: 21,
        double_margin: 14,
        reduction_base: 1038,
        reduction_factor: 527,
        reduction_noisy_factor: 353,
        reduction_not_improving: 751,
        reduction_cut: 2638,
        reduction_cut_no_move: 904,
        reduction_was_pv: 367,
        reduction_pv: 740,
        reduction_cutoffs: 989,
        reduction_check: 969,
        reduction_killer: 595,
        reduction_capture_history: 7710,
        reduction_correction: 5,
        reduction_window: 365,
        deeper_base: 38,
        bonus_ply: 154,
        bonus_max: 1560,
        malus_ply: 384,
        threat_order: 3354,
        check_order: 7912,
        eval_history: 61,
        correction_pawn: 90,
        correction_moves: 148,
        quiet_futility: 141,
        ..Params::USUAL
    };

    /// Xiangqi with network x10: 2521 pairs of games at 2500 nodes a move.
    pub(crate) const XIANGQI: Params = Params {
        aspiration_delta: 16,
        razor_square: 90,
        reverse_futility_ply: 47,
        reverse_futility_improving: 70,
        reverse_futility_worsening: 28,
        null_slack: 115,
        null_depth_divisor: 42,
        null_eval_divisor: 142,
        probcut_table_margin: 312,
        futility_base: 64,
        capture_futility_base: 237,
        capture_futility_ply: 183,
        see_capture: 115,
        see_capture_history: 35,
        see_quiet: 16,
        history_prune: 3142,
        history_depth: 3281,
        singular_margin: 15,
        double_margin: 15,
        reduction_base: 1150,
        reduction_factor: 518,
        reduction_noisy_factor: 283,
        reduction_table_capture: 1112,
        reduction_pv: 496,
        reduction_cutoffs: 1022,
        reduction_killer: 1075,
        reduction_history: 8286,
        reduction_capture_history: 7669,
        reduction_correction: 4,
        reduction_window: 388,
        deeper_base: 23,
        bonus_ply: 205,
        bonus_max: 1822,
        malus_ply: 404,
        malus_max: 1249,
        correction_pawn: 72,
        correction_pieces: 165,
        correction_moves: 95,
        quiet_futility: 134,
        ..Params::USUAL
    };

    /// Crazyhouse with its fifth network: 2717 pairs of games at 5000 nodes a move.
    pub(crate) const CRAZYHOUSE: Params = Params {
        aspiration_delta: 19,
        razor_square: 120,
        reverse_futility_ply: 53,
        reverse_futility_improving: 78,
        reverse_futility_worsening: 25,
        null_slack: 112,
        null_depth_divisor: 58,
        null_eval_divisor: 153,
        probcut_margin: 127,
        probcut_table_margin: 370,
        futility_base: 59,
        futility_ply: 85,
        futility_history: 68,
        capture_futility_base: 151,
        capture_futility_ply: 155,
        see_capture: 130,
        see_capture_history: 24,
        see_check: 117,
        see_quiet: 13,
        history_depth: 2452,
        singular_margin: 11,
        singular_margin_pv: 23,
        double_margin: 21,
        reduction_base: 976,
        reduction_factor: 419,
        reduction_noisy_base: 438,
        reduction_cut: 2334,
        reduction_cut_no_move: 885,
        reduction_was_pv: 792,
        reduction_cutoffs: 813,
        reduction_check: 1129,
        reduction_killer: 713,
        reduction_history: 7492,
        deeper_base: 40,
        bonus_max: 2063,
        check_order: 8975,
        eval_history: 23,
        correction_pawn: 115,
        correction_pieces: 102,
        correction_moves: 76,
        quiet_futility: 188,
        ..Params::USUAL
    };

    /// Atomic chess with its third network: 3865 pairs of games at 5000 nodes a move.
    pub(crate) const ATOMIC: Params = Params {
        aspiration_delta: 15,
        reverse_futility_ply: 58,
        reverse_futility_worsening: 26,
        null_slack: 150,
        null_eval_divisor: 187,
        probcut_margin: 136,
        probcut_table_margin: 292,
        futility_base: 44,
        futility_ply: 63,
        futility_history: 60,
        capture_futility_base: 152,
        capture_futility_ply: 181,
        see_capture: 70,
        see_capture_history: 34,
        see_quiet: 14,
        singular_margin_pv: 8,
        double_margin: 9,
        reduction_base: 713,
        reduction_noisy_factor: 293,
        reduction_not_improving: 805,
        reduction_was_pv: 576,
        reduction_check: 888,
        reduction_history: 6864,
        reduction_capture_history: 5447,
        reduction_correction: 12,
        deeper_base: 32,
        bonus_max: 1452,
        malus_ply: 406,
        malus_max: 1643,
        check_order: 9239,
        eval_history: 66,
        correction_pieces: 109,
        correction_moves: 130,
        quiet_futility: 162,
        ..Params::USUAL
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;

    #[test]
    fn every_set_is_in_range_and_of_a_game() {
        for (name, set) in &BY_TABLE {
            assert!(Variant::by_name(name).is_some(), "{name}");
            assert!(Params::by_table(name) == *set && *set != Params::USUAL, "{name}");
        }
        assert_eq!(Params::by_table("duel-of-kings"), Params::USUAL);
        let sets = BY_TABLE.iter().map(|(_, set)| *set);
        for set in sets.chain([Params::CHESS, Params::XIANGQI]) {
            for it in set.numbers() {
                assert!((it.min..=it.max).contains(&it.value), "{}: {}", it.name, it.value);
            }
        }
    }
}
