//! The numbers of the evaluation: pairs for the middlegame and the endgame.
//!
//! Written by the tuner, `crates/tune`; edit by hand only together with
//! [`terms`](super::terms).
//! Fitted to 137788 positions of our own games, seed 1.

use super::score::pair;
use super::terms::Params;

#[rustfmt::skip]
pub(super) static PARAMS: Params = Params {
    material: [pair(74, 132), pair(362, 409), pair(371, 421), pair(507, 733), pair(1127, 1299)],
    bishop_pair: pair(28, 40),
    with_pawns: [pair(10, -3), pair(2, 1), pair(-2, -5), pair(3, 2)],
    redundant: [pair(-14, -12), pair(-6, -25)],
    with_queen: [pair(-8, 21), pair(-3, -4), pair(-20, -9)],
    minors_against_rooks: pair(3, 10),
    pawn_squares: [
        [
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
        [
            pair(-17, 4),     pair(8, -6),      pair(0, 17),      pair(9, -15),
            pair(-5, 20),     pair(11, 26),     pair(22, -4),     pair(4, -6),
        ],
        [
            pair(-22, -5),    pair(-3, 1),      pair(5, -1),      pair(18, -3),
            pair(-1, 4),      pair(21, 2),      pair(26, 4),      pair(-5, -1),
        ],
        [
            pair(-25, 0),     pair(-11, -9),    pair(0, 1),       pair(19, -12),
            pair(13, -11),    pair(25, -9),     pair(3, 1),       pair(-4, -1),
        ],
        [
            pair(-3, 19),     pair(21, 0),      pair(5, -14),     pair(-9, -13),
            pair(22, -19),    pair(18, -12),    pair(32, 13),     pair(17, 0),
        ],
        [
            pair(11, 13),     pair(21, 6),      pair(3, -1),      pair(0, 11),
            pair(-2, 19),     pair(25, 27),     pair(34, 3),      pair(9, 20),
        ],
        [
            pair(19, 5),      pair(24, 40),     pair(26, 43),     pair(1, 20),
            pair(23, 26),     pair(21, 32),     pair(22, 16),     pair(21, 25),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
    ],
    knight_squares: [
        [pair(-72, -41), pair(-32, -14), pair(-35, -15), pair(-25, 5)],
        [pair(1, -27), pair(-21, -5), pair(-7, -13), pair(-18, 11)],
        [pair(-13, -23), pair(4, 2), pair(-5, 5), pair(-2, 27)],
        [pair(14, 2), pair(17, -3), pair(17, 11), pair(25, 31)],
        [pair(16, 9), pair(11, 10), pair(19, 25), pair(25, 34)],
        [pair(2, -3), pair(20, 5), pair(26, 3), pair(32, 20)],
        [pair(-8, -24), pair(2, -15), pair(26, 4), pair(19, 13)],
        [pair(-74, -43), pair(-20, -16), pair(-4, -1), pair(-8, 7)],
    ],
    bishop_squares: [
        [pair(-26, 1), pair(-13, -11), pair(-13, 3), pair(-12, 3)],
        [pair(-5, 0), pair(12, -16), pair(13, 7), pair(6, 14)],
        [pair(14, 0), pair(11, 3), pair(22, -5), pair(16, 22)],
        [pair(10, 6), pair(25, 6), pair(13, 14), pair(17, 1)],
        [pair(15, 3), pair(-4, 12), pair(11, 11), pair(-1, 5)],
        [pair(-2, 1), pair(-3, -4), pair(9, 3), pair(6, 10)],
        [pair(6, 1), pair(-19, -1), pair(-2, 10), pair(11, 12)],
        [pair(-14, -13), pair(-6, 0), pair(-1, -1), pair(2, 9)],
    ],
    rook_squares: [
        [pair(-16, -11), pair(-1, -22), pair(-6, -6), pair(6, -10)],
        [pair(-30, -12), pair(-22, -11), pair(-19, 7), pair(-11, -7)],
        [pair(-6, -14), pair(10, 4), pair(-1, 5), pair(1, -11)],
        [pair(3, -4), pair(2, 7), pair(-5, 10), pair(-1, -3)],
        [pair(11, 13), pair(11, 13), pair(-7, 14), pair(3, 11)],
        [pair(-4, 21), pair(-2, 24), pair(-3, 16), pair(12, 9)],
        [pair(15, 10), pair(12, 5), pair(3, 6), pair(-1, 5)],
        [pair(6, -3), pair(-3, 9), pair(8, 8), pair(6, 4)],
    ],
    queen_squares: [
        [pair(-17, -20), pair(-21, -7), pair(1, -10), pair(0, -20)],
        [pair(-5, -12), pair(-12, -12), pair(1, -9), pair(8, 12)],
        [pair(0, -2), pair(14, 12), pair(18, 26), pair(4, 27)],
        [pair(7, 2), pair(-1, 14), pair(10, 20), pair(22, 32)],
        [pair(5, -4), pair(-7, 13), pair(-16, 11), pair(-5, 6)],
        [pair(0, -2), pair(-12, 4), pair(-7, 6), pair(9, 21)],
        [pair(10, -6), pair(-9, 3), pair(-6, 12), pair(4, 6)],
        [pair(-10, -13), pair(-2, -14), pair(2, -3), pair(-2, 5)],
    ],
    king_squares: [
        [pair(63, -63), pair(61, -38), pair(11, -28), pair(-11, -34)],
        [pair(21, -31), pair(33, -20), pair(-11, -4), pair(-32, 10)],
        [pair(-29, -23), pair(-1, 2), pair(-43, 15), pair(-70, 38)],
        [pair(-36, 3), pair(-27, 15), pair(-57, 20), pair(-83, 45)],
        [pair(-48, 11), pair(-39, 13), pair(-76, 45), pair(-100, 61)],
        [pair(-56, 6), pair(-41, 44), pair(-77, 58), pair(-108, 66)],
        [pair(-51, 8), pair(-36, 21), pair(-71, 44), pair(-102, 62)],
        [pair(-52, -33), pair(-35, -10), pair(-77, 3), pair(-100, 27)],
    ],
    knight_mobility: [
        pair(-33, -57),   pair(-23, -40),   pair(-11, -30),   pair(-7, -15),
        pair(-8, 8),      pair(-1, 12),     pair(7, 16),      pair(13, 26),
        pair(20, 9),
    ],
    bishop_mobility: [
        pair(-28, -40),   pair(-17, -28),   pair(-7, -25),    pair(-1, -9),
        pair(6, 1),       pair(8, 9),       pair(10, 18),     pair(11, 29),
        pair(18, 33),     pair(16, 37),     pair(22, 33),     pair(30, 40),
        pair(42, 50),     pair(37, 52),
    ],
    rook_mobility: [
        pair(-39, -71),   pair(-29, -40),   pair(-11, -8),    pair(-4, 11),
        pair(-5, 21),     pair(1, 21),      pair(3, 32),      pair(8, 31),
        pair(6, 50),      pair(12, 55),     pair(11, 64),     pair(18, 65),
        pair(29, 65),     pair(31, 73),     pair(29, 85),
    ],
    queen_mobility: [
        pair(-37, -59),   pair(-12, -36),   pair(-13, -31),   pair(-8, -25),
        pair(-5, -16),    pair(-3, -13),    pair(0, -5),      pair(0, 1),
        pair(4, 14),      pair(7, 21),      pair(5, 35),      pair(6, 38),
        pair(9, 43),      pair(15, 46),     pair(14, 65),     pair(10, 54),
        pair(18, 52),     pair(17, 72),     pair(23, 65),     pair(41, 82),
        pair(34, 72),     pair(35, 78),     pair(30, 79),     pair(37, 88),
        pair(40, 94),     pair(43, 98),     pair(48, 106),    pair(50, 110),
    ],
    doubled: [pair(-5, -12), pair(-19, -11)],
    isolated: [pair(-1, -17), pair(-9, -19)],
    backward: [pair(1, -14), pair(-8, -21)],
    double_lever: pair(-11, -28),
    phalanx: [
        pair(0, 0),       pair(2, 2),       pair(6, -1),      pair(9, 11),
        pair(15, 10),     pair(59, 68),     pair(110, 110),   pair(0, 0),
    ],
    supported: [
        pair(0, 0),       pair(0, 0),       pair(9, 4),       pair(11, 9),
        pair(13, 12),     pair(45, 44),     pair(62, 64),     pair(0, 0),
    ],
    rammed: [pair(-12, -3), pair(-1, -4)],
    candidate: [
        pair(0, 0),       pair(2, -12),     pair(7, 1),       pair(6, 8),
        pair(3, 30),      pair(16, 54),     pair(40, 60),     pair(0, 0),
    ],
    passed: [
        pair(0, 0),       pair(-19, -2),    pair(1, 19),      pair(3, 24),
        pair(15, 53),     pair(57, 84),     pair(108, 167),   pair(0, 0),
    ],
    passed_file: [pair(15, 9), pair(1, 10), pair(-10, 11), pair(-11, 1)],
    passed_path: [
        [
            pair(0, 0),       pair(0, 0),       pair(-2, 3),      pair(18, -8),
            pair(-5, 6),      pair(6, -23),     pair(-24, -55),   pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(-9, -5),     pair(-9, -10),
            pair(11, -10),    pair(-19, -9),    pair(-7, -9),     pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(11, 5),      pair(1, -2),
            pair(3, 10),      pair(3, 13),      pair(14, 44),     pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(11, -6),     pair(-8, 7),
            pair(-3, 6),      pair(16, 11),     pair(24, 49),     pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(-6, 14),     pair(13, 26),
            pair(5, 35),      pair(32, 72),     pair(51, 115),    pair(0, 0),
        ],
    ],
    passed_our_king: [
        pair(0, 0),       pair(0, 0),       pair(3, -6),      pair(14, -16),
        pair(-1, -16),    pair(-2, -29),    pair(-21, -35),   pair(0, 0),
    ],
    passed_their_king: [
        pair(0, 0),       pair(0, 0),       pair(-14, 4),     pair(-16, 16),
        pair(-6, 26),     pair(-11, 54),    pair(29, 52),     pair(0, 0),
    ],
    passed_connected: [
        pair(0, 0),       pair(12, -28),    pair(31, -8),     pair(-4, 7),
        pair(29, 13),     pair(12, 20),     pair(17, 29),     pair(0, 0),
    ],
    passed_rook_behind: [pair(6, 3), pair(-12, -13)],
    unstoppable: pair(0, 293),
    shelter: [
        [
            [
                pair(3, -5),      pair(10, -5),     pair(6, -4),      pair(24, -8),
                pair(-9, 2),      pair(2, 11),      pair(-1, 2),      pair(-27, 15),
            ],
            [
                pair(10, 12),     pair(23, -3),     pair(4, -5),      pair(6, -13),
                pair(11, -8),     pair(-4, -3),     pair(-4, -1),     pair(-26, 9),
            ],
            [
                pair(-5, 2),      pair(18, 0),      pair(1, 7),       pair(-2, 0),
                pair(10, -2),     pair(11, 1),      pair(-2, -4),     pair(-18, 3),
            ],
            [
                pair(5, 10),      pair(6, -3),      pair(5, 1),       pair(1, 2),
                pair(11, 1),      pair(-12, 1),     pair(-7, -4),     pair(-7, -2),
            ],
        ],
        [
            [
                pair(-8, 0),      pair(43, -14),    pair(23, 0),      pair(-12, -20),
                pair(4, -2),      pair(3, 6),       pair(-3, 0),      pair(-29, 14),
            ],
            [
                pair(-9, 0),      pair(34, 3),      pair(26, 4),      pair(5, 2),
                pair(-25, -13),   pair(-5, 3),      pair(-3, 1),      pair(-22, 9),
            ],
            [
                pair(-10, 0),     pair(36, 2),      pair(17, -7),     pair(6, 10),
                pair(-9, -3),     pair(-2, -2),     pair(-4, 0),      pair(-26, 6),
            ],
            [
                pair(-10, 0),     pair(22, 1),      pair(16, 8),      pair(-2, 5),
                pair(9, -3),      pair(-7, 2),      pair(-5, -2),     pair(-17, -10),
            ],
        ],
    ],
    storm: [
        [
            [
                pair(12, -5),     pair(-13, 2),     pair(-20, 14),    pair(-2, -7),
                pair(5, -11),     pair(-10, -6),    pair(-1, 3),      pair(-6, -14),
            ],
            [
                pair(14, 10),     pair(-8, 0),      pair(-18, 9),     pair(-13, 0),
                pair(-8, 9),      pair(-3, 0),      pair(-4, 11),     pair(-11, -3),
            ],
            [
                pair(13, 1),      pair(-10, 3),     pair(-27, 13),    pair(-15, 1),
                pair(-3, -2),     pair(-4, -3),     pair(-8, 3),      pair(-13, -2),
            ],
            [
                pair(8, 1),       pair(-5, 3),      pair(-12, -11),   pair(-15, 0),
                pair(-11, 5),     pair(-2, -7),     pair(2, 2),       pair(-12, 1),
            ],
        ],
        [
            [
                pair(4, -3),      pair(-2, -3),     pair(-25, -16),   pair(2, 5),
                pair(5, 1),       pair(5, 7),       pair(-5, 4),      pair(3, 0),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-25, -15),   pair(15, -14),
                pair(8, -1),      pair(5, -19),     pair(1, -3),      pair(0, -2),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(0, -5),      pair(2, 6),
                pair(-10, 5),     pair(-4, -8),     pair(9, -9),      pair(1, -7),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-11, -4),    pair(-7, 0),
                pair(1, 7),       pair(4, 2),       pair(-9, -6),     pair(-4, -7),
            ],
        ],
    ],
    king_to_pawn: pair(-4, -6),
    castling: pair(15, 12),
    knight_outpost: [pair(16, -3), pair(13, 19)],
    bishop_outpost: [pair(10, -8), pair(30, 18)],
    reachable_outpost: pair(12, 12),
    minor_behind_pawn: [pair(-2, 24), pair(1, 20)],
    far_from_king: [pair(-7, -1), pair(-5, 3)],
    bishop_pawns: pair(-5, -2),
    bishop_blocked_pawns: pair(-1, -1),
    bishop_long_diagonal: pair(19, 6),
    bishop_xray_pawns: pair(-3, -9),
    rook_file: [pair(17, 0), pair(29, -1)],
    rook_on_seventh: pair(13, 18),
    rook_trapped: pair(-10, -15),
    rook_on_queen_file: pair(7, -9),
    queen_exposed: pair(-21, -8),
    queen_infiltration: pair(2, 19),
    threat_by_pawn: [pair(0, 0), pair(75, 48), pair(56, 44), pair(76, 35), pair(64, 25), pair(0, 0)],
    threat_by_minor: [pair(4, 17), pair(24, 28), pair(39, 20), pair(60, 22), pair(51, 52), pair(0, 0)],
    threat_by_rook: [pair(3, 16), pair(13, 30), pair(26, 25), pair(7, 16), pair(43, 28), pair(0, 0)],
    threat_by_king: pair(19, 30),
    hanging: pair(18, 24),
    queen_protected: pair(2, 24),
    restricted: pair(5, 0),
    threat_by_push: pair(17, 18),
    on_queen: [pair(11, -15), pair(15, -13)],
    space: pair(3, 1),
    tempo: pair(28, 15),
    danger_attacker: [pair(171, 41), pair(102, 37), pair(72, 10), pair(8, 64)],
    danger_hits: pair(61, -3),
    danger_weak: pair(36, 57),
    danger_safe_check: [
        [pair(450, 168), pair(302, 147), pair(478, 189), pair(351, 162)],
        [pair(712, 108), pair(638, 101), pair(1082, 156), pair(519, 177)],
    ],
    danger_unsafe_check: pair(74, 93),
    danger_pinned: pair(-56, 60),
    danger_flank: [pair(20, 22), pair(5, 71)],
    danger_flank_defence: pair(-14, -3),
    danger_bare_flank: pair(-208, 57),
    danger_defender: [pair(-48, -62), pair(68, 116)],
    danger_no_queen: pair(-803, -184),
    danger_shelter: [
        [
            pair(-46, -60),   pair(-109, -59),  pair(-27, 29),    pair(66, 41),
            pair(104, -11),   pair(1, 2),       pair(24, -6),     pair(-61, 22),
        ],
        [
            pair(24, 0),      pair(-9, -55),    pair(-18, 2),     pair(1, 71),
            pair(-59, 20),    pair(132, 13),    pair(23, 1),      pair(-8, -65),
        ],
    ],
    danger_storm: [
        [
            pair(80, -24),    pair(65, 27),     pair(88, 60),     pair(-72, 25),
            pair(-24, -22),   pair(-44, -8),    pair(-55, 55),    pair(18, -123),
        ],
        [
            pair(0, 0),       pair(12, 0),      pair(113, 18),    pair(-14, -12),
            pair(-121, -40),  pair(-119, 6),    pair(-9, 12),     pair(7, -5),
        ],
    ],
    danger_mobility: pair(1, -12),
    danger_base: pair(-13, -15),
    complexity_pawns: pair(0, 8),
    complexity_flanks: pair(0, 40),
    complexity_bare: pair(0, 74),
    complexity_outflanking: pair(0, 2),
    complexity_passed: pair(0, 8),
    complexity_infiltration: pair(0, 13),
    complexity_base: pair(0, -99),
};
