//! The numbers of the evaluation: pairs for the middlegame and the endgame.
//!
//! Written by the tuner, `crates/tune`; edit by hand only together with [`terms`](super::terms).

use super::score::pair;
use super::terms::Params;

#[rustfmt::skip]
pub(super) static PARAMS: Params = Params {
    material: [pair(85, 125), pair(370, 400), pair(385, 415), pair(520, 690), pair(1120, 1280)],
    bishop_pair: pair(25, 55),
    with_pawns: [pair(2, 4), pair(0, 1), pair(-3, -2), pair(0, 0)],
    redundant: [pair(-5, -5), pair(-10, -12)],
    with_queen: [pair(3, 5), pair(0, 0), pair(-5, -5)],
    minors_against_rooks: pair(-2, 0),
    pawn_squares: [
        [
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
        [
            pair(2, 4),       pair(2, 3),       pair(2, 2),       pair(-2, 1),
            pair(-2, 1),      pair(2, 2),       pair(2, 3),       pair(2, 4),
        ],
        [
            pair(-6, 0),      pair(4, -1),      pair(8, -2),      pair(12, -3),
            pair(12, -3),     pair(8, -2),      pair(4, -1),      pair(-6, 0),
        ],
        [
            pair(-3, -2),     pair(7, -3),      pair(11, -4),     pair(21, -5),
            pair(21, -5),     pair(11, -4),     pair(7, -3),      pair(-3, -2),
        ],
        [
            pair(2, 4),       pair(12, 3),      pair(16, 2),      pair(20, 1),
            pair(20, 1),      pair(16, 2),      pair(12, 3),      pair(2, 4),
        ],
        [
            pair(8, 14),      pair(14, 13),     pair(14, 12),     pair(14, 11),
            pair(14, 11),     pair(14, 12),     pair(14, 13),     pair(8, 14),
        ],
        [
            pair(14, 22),     pair(20, 21),     pair(20, 20),     pair(20, 19),
            pair(20, 19),     pair(20, 20),     pair(20, 21),     pair(14, 22),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
    ],
    knight_squares: [
        [pair(-72, -34), pair(-30, -22), pair(-18, -10), pair(-6, 2)],
        [pair(-32, -24), pair(-20, -12), pair(-8, 0), pair(4, 12)],
        [pair(-22, -14), pair(-10, -2), pair(2, 10), pair(14, 22)],
        [pair(-2, -4), pair(10, 8), pair(22, 20), pair(34, 32)],
        [pair(-2, -4), pair(10, 8), pair(22, 20), pair(34, 32)],
        [pair(-2, -14), pair(10, -2), pair(22, 10), pair(34, 22)],
        [pair(-12, -24), pair(0, -12), pair(12, 0), pair(24, 12)],
        [pair(-62, -34), pair(-20, -22), pair(-8, -10), pair(4, 2)],
    ],
    bishop_squares: [
        [pair(-8, -12), pair(-10, -7), pair(-6, -2), pair(-2, 3)],
        [pair(-4, -7), pair(6, -2), pair(4, 3), pair(8, 8)],
        [pair(0, -2), pair(4, 3), pair(14, 8), pair(12, 13)],
        [pair(4, 3), pair(8, 8), pair(12, 13), pair(22, 18)],
        [pair(4, 3), pair(8, 8), pair(12, 13), pair(16, 18)],
        [pair(0, -2), pair(4, 3), pair(8, 8), pair(12, 13)],
        [pair(-4, -7), pair(0, -2), pair(4, 3), pair(8, 8)],
        [pair(-8, -12), pair(-4, -7), pair(0, -2), pair(4, 3)],
    ],
    rook_squares: [
        [pair(-8, -2), pair(-3, -2), pair(2, -2), pair(7, -2)],
        [pair(-12, -2), pair(-7, -2), pair(-2, -2), pair(3, -2)],
        [pair(-12, -2), pair(-7, -2), pair(-2, -2), pair(3, -2)],
        [pair(-8, -2), pair(-3, -2), pair(2, -2), pair(7, -2)],
        [pair(-8, 4), pair(-3, 4), pair(2, 4), pair(7, 4)],
        [pair(-8, 4), pair(-3, 4), pair(2, 4), pair(7, 4)],
        [pair(-2, 4), pair(3, 4), pair(8, 4), pair(13, 4)],
        [pair(-8, 4), pair(-3, 4), pair(2, 4), pair(7, 4)],
    ],
    queen_squares: [
        [pair(-2, -20), pair(0, -12), pair(2, -4), pair(4, 4)],
        [pair(-2, -13), pair(0, -5), pair(2, 3), pair(4, 11)],
        [pair(-2, -6), pair(0, 2), pair(2, 10), pair(4, 18)],
        [pair(-2, 1), pair(0, 9), pair(2, 17), pair(4, 25)],
        [pair(-5, 1), pair(-3, 9), pair(-1, 17), pair(1, 25)],
        [pair(-5, -6), pair(-3, 2), pair(-1, 10), pair(1, 18)],
        [pair(-5, -13), pair(-3, -5), pair(-1, 3), pair(1, 11)],
        [pair(-5, -20), pair(-3, -12), pair(-1, -4), pair(1, 4)],
    ],
    king_squares: [
        [pair(45, -60), pair(60, -44), pair(20, -28), pair(-5, -12)],
        [pair(20, -30), pair(35, -14), pair(-5, 2), pair(-30, 18)],
        [pair(-15, -10), pair(0, 6), pair(-40, 22), pair(-65, 38)],
        [pair(-35, 4), pair(-20, 20), pair(-60, 36), pair(-85, 52)],
        [pair(-50, 12), pair(-35, 28), pair(-75, 44), pair(-100, 60)],
        [pair(-55, 12), pair(-40, 28), pair(-80, 44), pair(-105, 60)],
        [pair(-55, -2), pair(-40, 14), pair(-80, 30), pair(-105, 46)],
        [pair(-55, -35), pair(-40, -19), pair(-80, -3), pair(-105, 13)],
    ],
    knight_mobility: [
        pair(-55, -70),   pair(-31, -41),   pair(-18, -26),   pair(-8, -14),
        pair(1, -4),      pair(9, 5),       pair(17, 14),     pair(23, 22),
        pair(30, 30),
    ],
    bishop_mobility: [
        pair(-45, -60),   pair(-25, -34),   pair(-14, -21),   pair(-6, -10),
        pair(2, -1),      pair(9, 8),       pair(15, 15),     pair(21, 23),
        pair(26, 30),     pair(31, 36),     pair(36, 43),     pair(41, 49),
        pair(46, 54),     pair(50, 60),
    ],
    rook_mobility: [
        pair(-45, -75),   pair(-30, -44),   pair(-21, -27),   pair(-14, -13),
        pair(-7, 0),      pair(-1, 12),     pair(4, 23),      pair(9, 33),
        pair(14, 43),     pair(19, 53),     pair(23, 62),     pair(28, 70),
        pair(32, 79),     pair(36, 87),     pair(40, 95),
    ],
    queen_mobility: [
        pair(-35, -60),   pair(-27, -43),   pair(-21, -33),   pair(-17, -23),
        pair(-13, -15),   pair(-9, -8),     pair(-5, -1),     pair(-2, 6),
        pair(1, 13),      pair(4, 19),      pair(7, 25),      pair(10, 31),
        pair(13, 36),     pair(16, 42),     pair(19, 47),     pair(21, 53),
        pair(24, 58),     pair(26, 63),     pair(29, 68),     pair(31, 73),
        pair(34, 78),     pair(36, 83),     pair(39, 87),     pair(41, 92),
        pair(43, 97),     pair(46, 101),    pair(48, 106),    pair(50, 110),
    ],
    doubled: [pair(-2, -12), pair(-8, -24)],
    isolated: [pair(-5, -8), pair(-14, -16)],
    backward: [pair(-5, -10), pair(-16, -16)],
    double_lever: pair(-4, -30),
    phalanx: [
        pair(0, 0),       pair(3, 0),       pair(10, 4),      pair(10, 8),
        pair(22, 22),     pair(55, 55),     pair(110, 110),   pair(0, 0),
    ],
    supported: [
        pair(0, 0),       pair(0, 0),       pair(12, 6),      pair(9, 6),
        pair(14, 14),     pair(32, 36),     pair(60, 60),     pair(0, 0),
    ],
    rammed: [pair(-6, -4), pair(-4, 2)],
    candidate: [
        pair(0, 0),       pair(0, 2),       pair(2, 4),       pair(6, 12),
        pair(16, 30),     pair(30, 50),     pair(40, 60),     pair(0, 0),
    ],
    passed: [
        pair(0, 0),       pair(0, 10),      pair(0, 14),      pair(-5, 25),
        pair(15, 45),     pair(50, 85),     pair(100, 130),   pair(0, 0),
    ],
    passed_file: [pair(4, 6), pair(0, 4), pair(-4, -4), pair(-8, -8)],
    passed_path: [
        [
            pair(0, 0),       pair(0, 0),       pair(-1, -2),     pair(-2, -5),
            pair(-4, -12),    pair(-10, -22),   pair(-18, -35),   pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(0, -1),      pair(-1, -2),
            pair(-2, -6),     pair(-5, -11),    pair(-9, -18),    pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(1, 1),       pair(1, 3),
            pair(2, 8),       pair(6, 14),      pair(10, 21),     pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(1, 3),       pair(3, 7),
            pair(6, 18),      pair(14, 31),     pair(24, 49),     pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(2, 5),       pair(5, 12),
            pair(10, 30),     pair(24, 54),     pair(42, 84),     pair(0, 0),
        ],
    ],
    passed_our_king: [
        pair(0, 0),       pair(0, 0),       pair(0, -2),      pair(0, -4),
        pair(0, -9),      pair(0, -13),     pair(0, -16),     pair(0, 0),
    ],
    passed_their_king: [
        pair(0, 0),       pair(0, 0),       pair(0, 3),       pair(0, 8),
        pair(0, 16),      pair(0, 24),      pair(0, 28),      pair(0, 0),
    ],
    passed_rook_behind: [pair(5, 12), pair(-5, -12)],
    unstoppable: pair(0, 300),
    shelter: [
        [
            [
                pair(-6, 0),      pair(18, 0),      pair(10, 0),      pair(3, 0),
                pair(1, 0),       pair(0, 0),       pair(-3, 0),      pair(-14, 0),
            ],
            [
                pair(-7, 0),      pair(20, 0),      pair(12, 0),      pair(3, 0),
                pair(1, 0),       pair(0, 0),       pair(-3, 0),      pair(-16, 0),
            ],
            [
                pair(-8, 0),      pair(23, 0),      pair(13, 0),      pair(3, 0),
                pair(2, 0),       pair(0, 0),       pair(-3, 0),      pair(-18, 0),
            ],
            [
                pair(-8, 0),      pair(23, 0),      pair(13, 0),      pair(3, 0),
                pair(2, 0),       pair(0, 0),       pair(-3, 0),      pair(-18, 0),
            ],
        ],
        [
            [
                pair(-8, 0),      pair(22, 0),      pair(12, 0),      pair(3, 0),
                pair(2, 0),       pair(0, 0),       pair(-3, 0),      pair(-17, 0),
            ],
            [
                pair(-9, 0),      pair(25, 0),      pair(14, 0),      pair(4, 0),
                pair(2, 0),       pair(0, 0),       pair(-4, 0),      pair(-19, 0),
            ],
            [
                pair(-10, 0),     pair(28, 0),      pair(16, 0),      pair(4, 0),
                pair(2, 0),       pair(0, 0),       pair(-4, 0),      pair(-22, 0),
            ],
            [
                pair(-10, 0),     pair(28, 0),      pair(16, 0),      pair(4, 0),
                pair(2, 0),       pair(0, 0),       pair(-4, 0),      pair(-22, 0),
            ],
        ],
    ],
    storm: [
        [
            [
                pair(10, 0),      pair(-5, 0),      pair(-26, 0),     pair(-16, 0),
                pair(-6, 0),      pair(-2, 0),      pair(0, 0),       pair(0, 0),
            ],
            [
                pair(10, 0),      pair(-5, 0),      pair(-26, 0),     pair(-16, 0),
                pair(-6, 0),      pair(-2, 0),      pair(0, 0),       pair(0, 0),
            ],
            [
                pair(10, 0),      pair(-5, 0),      pair(-26, 0),     pair(-16, 0),
                pair(-6, 0),      pair(-2, 0),      pair(0, 0),       pair(0, 0),
            ],
            [
                pair(10, 0),      pair(-5, 0),      pair(-26, 0),     pair(-16, 0),
                pair(-6, 0),      pair(-2, 0),      pair(0, 0),       pair(0, 0),
            ],
        ],
        [
            [
                pair(4, -3),      pair(-2, -3),     pair(-10, -3),    pair(-6, -3),
                pair(-2, -3),     pair(-1, -3),     pair(0, -3),      pair(0, -3),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-10, -3),    pair(-6, -3),
                pair(-2, -3),     pair(-1, -3),     pair(0, -3),      pair(0, -3),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-10, -3),    pair(-6, -3),
                pair(-2, -3),     pair(-1, -3),     pair(0, -3),      pair(0, -3),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-10, -3),    pair(-6, -3),
                pair(-2, -3),     pair(-1, -3),     pair(0, -3),      pair(0, -3),
            ],
        ],
    ],
    knight_outpost: [pair(15, 5), pair(35, 18)],
    bishop_outpost: [pair(8, 3), pair(22, 10)],
    reachable_outpost: pair(12, 6),
    minor_behind_pawn: [pair(6, 14), pair(6, 8)],
    far_from_king: [pair(-5, -4), pair(-4, -3)],
    bishop_pawns: pair(-2, -5),
    bishop_blocked_pawns: pair(-2, -1),
    bishop_long_diagonal: pair(22, 10),
    bishop_xray_pawns: pair(-2, -3),
    rook_file: [pair(14, 8), pair(34, 12)],
    rook_on_seventh: pair(2, 25),
    rook_trapped: pair(-30, -6),
    rook_on_queen_file: pair(5, 6),
    queen_exposed: pair(-30, -12),
    queen_infiltration: pair(-2, 12),
    threat_by_pawn: [pair(0, 0), pair(75, 40), pair(75, 50), pair(85, 35), pair(75, 25), pair(0, 0)],
    threat_by_minor: [pair(5, 20), pair(35, 28), pair(38, 30), pair(65, 40), pair(60, 60), pair(0, 0)],
    threat_by_rook: [pair(3, 22), pair(25, 30), pair(25, 35), pair(2, 12), pair(45, 30), pair(0, 0)],
    threat_by_king: pair(18, 55),
    hanging: pair(40, 22),
    queen_protected: pair(10, 4),
    restricted: pair(4, 4),
    threat_by_push: pair(28, 22),
    on_queen: [pair(10, 6), pair(35, 12)],
    space: pair(2, 0),
    tempo: pair(24, 22),
    danger_attacker: [pair(90, 40), pair(70, 30), pair(70, 30), pair(70, 40)],
    danger_hits: pair(60, 20),
    danger_weak: pair(120, 30),
    danger_safe_check: [
        [pair(650, 100), pair(420, 80), pair(850, 120), pair(650, 120)],
        [pair(950, 140), pair(600, 100), pair(1250, 160), pair(950, 160)],
    ],
    danger_unsafe_check: pair(90, 15),
    danger_pinned: pair(80, 20),
    danger_flank: [pair(20, 0), pair(20, 0)],
    danger_flank_defence: pair(-10, 0),
    danger_bare_flank: pair(30, 100),
    danger_defender: [pair(-70, -20), pair(-40, -10)],
    danger_no_queen: pair(-700, -100),
    danger_shelter: [
        [
            pair(16, 0),      pair(-48, 0),     pair(-24, 0),     pair(0, 0),
            pair(8, 0),       pair(12, 0),      pair(16, 0),      pair(48, 0),
        ],
        [
            pair(24, 0),      pair(-72, 0),     pair(-36, 0),     pair(0, 0),
            pair(12, 0),      pair(18, 0),      pair(24, 0),      pair(72, 0),
        ],
    ],
    danger_storm: [
        [
            pair(0, 0),       pair(30, 0),      pair(60, 0),      pair(35, 0),
            pair(10, 0),      pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
        [
            pair(0, 0),       pair(12, 0),      pair(24, 0),      pair(14, 0),
            pair(4, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
    ],
    danger_mobility: pair(6, 0),
    danger_base: pair(0, 0),
    complexity_pawns: pair(0, 8),
    complexity_flanks: pair(0, 50),
    complexity_bare: pair(0, 60),
    complexity_outflanking: pair(0, 5),
    complexity_passed: pair(0, 5),
    complexity_infiltration: pair(0, 15),
    complexity_base: pair(0, -110),
};
