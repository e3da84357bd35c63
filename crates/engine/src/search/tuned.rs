//! Numbers of the search that `ferz tune` found (SPSA, James Spall), a set for each game it was run
//! for. How much each set gained is in docs/search.md.

use super::params::Params;

impl Params {
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
}
