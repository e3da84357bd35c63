//! The numbers of the evaluation: pairs for the middlegame and the endgame.
//!
//! Written by the tuner, `crates/tune`; edit by hand only together with
//! [`terms`](super::terms).
//! Fitted to 341878 positions of our own games, seed 1.

use super::score::pair;
use super::terms::Params;

#[rustfmt::skip]
pub(super) static PARAMS: Params = Params {
    material: [pair(74, 132), pair(340, 416), pair(348, 429), pair(509, 744), pair(1116, 1338)],
    bishop_pair: pair(27, 45),
    with_pawns: [pair(9, -3), pair(4, -2), pair(-5, -3), pair(2, -4)],
    redundant: [pair(-5, -20), pair(2, -49)],
    with_queen: [pair(-2, 30), pair(-6, 7), pair(-45, -15)],
    minors_against_rooks: pair(1, 16),
    pawn_squares: [
        [
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
        [
            pair(-18, -4),    pair(7, -4),      pair(-8, 10),     pair(2, 0),
            pair(-14, 28),    pair(4, 19),      pair(21, -4),     pair(1, -4),
        ],
        [
            pair(-22, -7),    pair(-11, 0),     pair(0, -1),      pair(14, 4),
            pair(-8, 6),      pair(13, 4),      pair(20, 1),      pair(-8, -8),
        ],
        [
            pair(-22, 7),     pair(-12, -6),    pair(-1, -5),     pair(18, -9),
            pair(14, -13),    pair(29, -12),    pair(4, 2),       pair(-5, -7),
        ],
        [
            pair(1, 21),      pair(20, -6),     pair(16, -21),    pair(5, -4),
            pair(24, -3),     pair(32, -9),     pair(38, 2),      pair(18, -1),
        ],
        [
            pair(24, 12),     pair(33, -1),     pair(14, 9),      pair(22, 4),
            pair(7, 25),      pair(18, 27),     pair(35, 6),      pair(11, 17),
        ],
        [
            pair(25, 2),      pair(8, 31),      pair(22, 47),     pair(-11, 37),
            pair(34, 35),     pair(34, 56),     pair(31, 9),      pair(22, 9),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
    ],
    knight_squares: [
        [pair(-72, -49), pair(-32, -20), pair(-37, -12), pair(-33, -1)],
        [pair(-11, -21), pair(-11, -15), pair(-6, -18), pair(-18, 9)],
        [pair(-15, -23), pair(5, -7), pair(-2, 6), pair(-3, 20)],
        [pair(13, 14), pair(16, -3), pair(18, 18), pair(14, 37)],
        [pair(16, -4), pair(9, 13), pair(10, 28), pair(19, 41)],
        [pair(-18, 9), pair(8, 11), pair(40, 3), pair(28, 25)],
        [pair(-20, -6), pair(6, -11), pair(34, -3), pair(20, 16)],
        [pair(-85, -67), pair(-18, -11), pair(-12, 14), pair(-10, 10)],
    ],
    bishop_squares: [
        [pair(-28, 6), pair(-6, -16), pair(-14, -4), pair(-25, 7)],
        [pair(-13, 19), pair(14, -26), pair(8, 3), pair(2, 10)],
        [pair(10, 2), pair(5, 14), pair(14, -7), pair(13, 18)],
        [pair(7, 10), pair(35, 4), pair(17, 17), pair(4, -8)],
        [pair(25, 0), pair(5, 6), pair(6, 17), pair(-1, 1)],
        [pair(-2, -1), pair(4, 1), pair(-1, 2), pair(2, 19)],
        [pair(13, -3), pair(-25, -1), pair(1, 16), pair(1, 7)],
        [pair(-27, -18), pair(-12, 22), pair(-12, 6), pair(6, 14)],
    ],
    rook_squares: [
        [pair(-17, -10), pair(-7, -19), pair(-9, -5), pair(2, -12)],
        [pair(-33, -10), pair(-13, -16), pair(-19, -1), pair(-4, -8)],
        [pair(-22, -3), pair(17, -7), pair(-12, 3), pair(-13, -3)],
        [pair(5, 3), pair(-2, 9), pair(-1, 11), pair(-11, 4)],
        [pair(3, 21), pair(14, 19), pair(-10, 20), pair(14, 9)],
        [pair(10, 18), pair(4, 12), pair(11, 19), pair(22, 11)],
        [pair(2, 14), pair(2, 12), pair(12, 0), pair(9, 3)],
        [pair(-2, 8), pair(18, 10), pair(3, 3), pair(8, 3)],
    ],
    queen_squares: [
        [pair(-12, -23), pair(-15, -19), pair(-4, -13), pair(-5, -27)],
        [pair(-15, -13), pair(-1, -3), pair(3, -11), pair(5, 17)],
        [pair(8, 12), pair(11, 15), pair(14, 30), pair(5, 21)],
        [pair(8, -17), pair(-7, 20), pair(-3, 31), pair(9, 36)],
        [pair(10, -11), pair(-7, 20), pair(-19, 23), pair(-9, 17)],
        [pair(2, -3), pair(-19, 6), pair(-3, 5), pair(6, 18)],
        [pair(19, -11), pair(-4, 0), pair(-9, 21), pair(1, 13)],
        [pair(-21, -4), pair(11, -10), pair(7, -11), pair(7, 9)],
    ],
    king_squares: [
        [pair(57, -69), pair(62, -42), pair(11, -34), pair(-14, -39)],
        [pair(16, -28), pair(26, -20), pair(-19, -7), pair(-34, -4)],
        [pair(-17, -16), pair(10, -12), pair(-49, 9), pair(-71, 26)],
        [pair(-29, 1), pair(-20, 12), pair(-62, 19), pair(-84, 34)],
        [pair(-50, 9), pair(-34, 27), pair(-80, 37), pair(-105, 55)],
        [pair(-52, 25), pair(-59, 47), pair(-57, 55), pair(-117, 80)],
        [pair(-52, -6), pair(-33, 39), pair(-67, 62), pair(-102, 84)],
        [pair(-56, -52), pair(-33, -17), pair(-68, 31), pair(-95, 47)],
    ],
    knight_mobility: [
        pair(-31, -49),   pair(-25, -36),   pair(-15, -27),   pair(-9, -6),
        pair(-8, 7),      pair(-3, 15),     pair(1, 18),      pair(7, 20),
        pair(7, 10),
    ],
    bishop_mobility: [
        pair(-24, -26),   pair(-18, -15),   pair(-6, -22),    pair(-3, 1),
        pair(4, 11),      pair(6, 16),      pair(10, 18),     pair(8, 25),
        pair(10, 28),     pair(7, 33),      pair(14, 25),     pair(13, 37),
        pair(29, 37),     pair(15, 43),
    ],
    rook_mobility: [
        pair(-43, -73),   pair(-24, -37),   pair(-8, -6),     pair(-5, 24),
        pair(-3, 22),     pair(1, 29),      pair(2, 38),      pair(4, 36),
        pair(7, 49),      pair(11, 55),     pair(7, 63),      pair(16, 64),
        pair(16, 68),     pair(25, 68),     pair(32, 75),
    ],
    queen_mobility: [
        pair(-30, -54),   pair(-10, -24),   pair(-5, -41),    pair(4, -27),
        pair(1, -10),     pair(3, -33),     pair(5, -10),     pair(4, 10),
        pair(6, 33),      pair(8, 25),      pair(5, 40),      pair(11, 36),
        pair(7, 51),      pair(10, 45),     pair(4, 73),      pair(11, 56),
        pair(8, 61),      pair(7, 76),      pair(16, 72),     pair(33, 71),
        pair(36, 69),     pair(26, 73),     pair(23, 78),     pair(27, 86),
        pair(37, 91),     pair(41, 103),    pair(47, 107),    pair(46, 109),
    ],
    doubled: [pair(-9, -14), pair(-20, -6)],
    isolated: [pair(-2, -17), pair(-9, -21)],
    backward: [pair(2, -11), pair(-8, -23)],
    double_lever: pair(-28, -33),
    phalanx: [
        pair(0, 0),       pair(4, 2),       pair(9, 1),       pair(9, 11),
        pair(18, 1),      pair(70, 61),     pair(111, 113),   pair(0, 0),
    ],
    supported: [
        pair(0, 0),       pair(0, 0),       pair(13, 7),      pair(13, 6),
        pair(12, 8),      pair(44, 37),     pair(69, 63),     pair(0, 0),
    ],
    rammed: [pair(-15, 0), pair(10, -13)],
    candidate: [
        pair(0, 0),       pair(1, -6),      pair(6, -1),      pair(6, 14),
        pair(-4, 23),     pair(11, 55),     pair(40, 60),     pair(0, 0),
    ],
    passed: [
        pair(0, 0),       pair(-16, 3),     pair(-3, 7),      pair(-1, 34),
        pair(12, 62),     pair(59, 77),     pair(116, 179),   pair(0, 0),
    ],
    passed_file: [pair(7, 13), pair(0, 22), pair(-9, 15), pair(-5, -1)],
    passed_path: [
        [
            pair(0, 0),       pair(0, 0),       pair(-6, 4),      pair(10, -6),
            pair(1, -3),      pair(-2, -23),    pair(-17, -71),   pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(-4, -5),     pair(-9, 1),
            pair(1, -4),      pair(-14, -18),   pair(-6, -23),    pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(0, 6),       pair(-3, 6),
            pair(-7, 16),     pair(7, 7),       pair(11, 64),     pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(10, -6),     pair(2, 6),
            pair(11, 18),     pair(20, 13),     pair(24, 49),     pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(-2, -2),     pair(11, 26),
            pair(-3, 40),     pair(31, 74),     pair(53, 146),    pair(0, 0),
        ],
    ],
    passed_our_king: [
        pair(0, 0),       pair(0, 0),       pair(-3, -4),     pair(0, -12),
        pair(-3, -19),    pair(-4, -28),    pair(-12, -38),   pair(0, 0),
    ],
    passed_their_king: [
        pair(0, 0),       pair(0, 0),       pair(-4, 4),      pair(0, 8),
        pair(-2, 23),     pair(-10, 56),    pair(13, 57),     pair(0, 0),
    ],
    passed_connected: [
        pair(0, 0),       pair(19, -27),    pair(16, -11),    pair(-4, 6),
        pair(22, 16),     pair(-7, 31),     pair(25, 32),     pair(0, 0),
    ],
    passed_rook_behind: [pair(7, 14), pair(-12, -14)],
    unstoppable: pair(-1, 251),
    shelter: [
        [
            [
                pair(-4, -6),     pair(10, -9),     pair(1, -1),      pair(22, -10),
                pair(0, 8),       pair(10, 25),     pair(1, 3),       pair(-26, 8),
            ],
            [
                pair(4, 6),       pair(25, -3),     pair(1, 2),       pair(11, -14),
                pair(7, -5),      pair(4, 5),       pair(-3, -3),     pair(-23, 4),
            ],
            [
                pair(10, 2),      pair(20, 0),      pair(-3, 11),     pair(-10, -2),
                pair(-1, 2),      pair(4, -12),     pair(3, -1),      pair(-11, 2),
            ],
            [
                pair(13, 10),     pair(9, -1),      pair(-1, 0),      pair(0, 5),
                pair(1, 2),       pair(-17, 6),     pair(-15, -8),    pair(-2, 0),
            ],
        ],
        [
            [
                pair(-8, 0),      pair(43, -19),    pair(31, -5),     pair(-7, -13),
                pair(-9, -6),     pair(-6, 9),      pair(0, 2),       pair(-22, 10),
            ],
            [
                pair(-9, 0),      pair(31, 4),      pair(24, 5),      pair(10, -3),
                pair(-13, -9),    pair(-6, 10),     pair(-4, 2),      pair(-24, 6),
            ],
            [
                pair(-10, 0),     pair(38, 6),      pair(20, -2),     pair(-8, -9),
                pair(-11, 12),    pair(1, 0),       pair(-2, 8),      pair(-17, 2),
            ],
            [
                pair(-10, 0),     pair(23, -1),     pair(14, 7),      pair(0, -3),
                pair(1, 11),      pair(-13, 4),     pair(-7, -5),     pair(-10, -11),
            ],
        ],
    ],
    storm: [
        [
            [
                pair(10, -7),     pair(-18, 0),     pair(-1, 9),      pair(-6, -5),
                pair(5, -19),     pair(-5, -11),    pair(-2, 10),     pair(-14, -6),
            ],
            [
                pair(19, 13),     pair(4, 0),       pair(-16, 14),    pair(-6, 2),
                pair(-5, 3),      pair(-2, 2),      pair(-6, 5),      pair(-16, 3),
            ],
            [
                pair(23, 3),      pair(-4, 10),     pair(-38, 24),    pair(-9, 1),
                pair(-4, -1),     pair(-3, 2),      pair(-9, -1),     pair(-11, 1),
            ],
            [
                pair(15, 4),      pair(-6, -17),    pair(-29, 1),     pair(-14, 0),
                pair(-12, -2),    pair(0, -11),     pair(3, -5),      pair(-13, 6),
            ],
        ],
        [
            [
                pair(4, -3),      pair(-2, -3),     pair(-12, 1),     pair(10, -9),
                pair(1, 5),       pair(6, 3),       pair(-23, -1),    pair(7, 1),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-34, -6),    pair(20, -20),
                pair(4, -2),      pair(3, -29),     pair(3, -3),      pair(2, -3),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-15, -14),   pair(6, -10),
                pair(-12, 8),     pair(-1, -18),    pair(5, -16),     pair(8, 5),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-15, -2),    pair(-17, 6),
                pair(2, 11),      pair(9, 16),      pair(5, -8),      pair(-14, -13),
            ],
        ],
    ],
    king_to_pawn: pair(-2, -5),
    castling: pair(17, 8),
    knight_outpost: [pair(19, -5), pair(21, 12)],
    bishop_outpost: [pair(10, -4), pair(31, 14)],
    reachable_outpost: pair(14, 10),
    minor_behind_pawn: [pair(1, 15), pair(1, 15)],
    far_from_king: [pair(-7, -1), pair(-4, 1)],
    bishop_pawns: pair(-2, -3),
    bishop_blocked_pawns: pair(-1, -1),
    bishop_long_diagonal: pair(19, 19),
    bishop_xray_pawns: pair(-2, -6),
    rook_file: [pair(17, 1), pair(32, 2)],
    rook_on_seventh: pair(15, 15),
    rook_trapped: pair(-8, -15),
    rook_on_queen_file: pair(5, -2),
    queen_exposed: pair(-17, -9),
    queen_infiltration: pair(-1, 29),
    threat_by_pawn: [pair(0, 0), pair(71, 50), pair(62, 36), pair(68, 32), pair(61, 23), pair(0, 0)],
    threat_by_minor: [pair(4, 18), pair(18, 35), pair(42, 25), pair(59, 17), pair(50, 49), pair(0, 0)],
    threat_by_rook: [pair(0, 17), pair(11, 25), pair(20, 24), pair(3, 17), pair(45, 22), pair(0, 0)],
    threat_by_king: pair(26, 21),
    hanging: pair(17, 27),
    queen_protected: pair(2, 19),
    restricted: pair(3, 1),
    threat_by_push: pair(20, 18),
    on_queen: [pair(10, -7), pair(16, -5)],
    space: pair(1, 4),
    tempo: pair(26, 16),
    danger_attacker: [pair(123, 39), pair(86, 30), pair(57, 29), pair(2, 41)],
    danger_hits: pair(37, 0),
    danger_weak: pair(34, 15),
    danger_safe_check: [
        [pair(324, 99), pair(210, 80), pair(347, 119), pair(242, 120)],
        [pair(501, 140), pair(523, 100), pair(670, 160), pair(403, 161)],
    ],
    danger_unsafe_check: pair(59, 13),
    danger_pinned: pair(-6, 20),
    danger_flank: [pair(23, -37), pair(16, -4)],
    danger_flank_defence: pair(-9, -43),
    danger_bare_flank: pair(-366, 101),
    danger_defender: [pair(-53, -20), pair(-21, -10)],
    danger_no_queen: pair(-542, -101),
    danger_shelter: [
        [
            pair(-55, 0),     pair(-64, 0),     pair(-34, 0),     pair(44, 0),
            pair(78, 0),      pair(-47, 0),     pair(27, 0),      pair(-5, -2),
        ],
        [
            pair(24, 0),      pair(18, 0),      pair(28, 0),      pair(34, 0),
            pair(72, 0),      pair(116, 0),     pair(41, 0),      pair(2, -1),
        ],
    ],
    danger_storm: [
        [
            pair(57, 0),      pair(136, 0),     pair(150, 0),     pair(3, 0),
            pair(-33, 0),     pair(-26, 0),     pair(-41, 0),     pair(22, -6),
        ],
        [
            pair(0, 0),       pair(12, 0),      pair(89, 0),      pair(4, 0),
            pair(-68, 0),     pair(-114, 0),    pair(-140, 0),    pair(27, 0),
        ],
    ],
    danger_mobility: pair(1, -22),
    danger_base: pair(32, -1),
    complexity_pawns: pair(0, 11),
    complexity_flanks: pair(0, 45),
    complexity_bare: pair(0, 122),
    complexity_outflanking: pair(0, 3),
    complexity_passed: pair(0, 10),
    complexity_infiltration: pair(0, 0),
    complexity_base: pair(0, -116),
};
