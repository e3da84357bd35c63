//! The numbers of the evaluation: pairs for the middlegame and the endgame.
//!
//! Written by the tuner, `crates/tune`; edit by hand only together with
//! [`terms`](super::terms).
//! Fitted to 55289 positions of our own games, seed 1.

use super::score::pair;
use super::terms::Params;

#[rustfmt::skip]
pub(super) static PARAMS: Params = Params {
    material: [pair(78, 129), pair(370, 400), pair(376, 415), pair(518, 697), pair(1122, 1284)],
    bishop_pair: pair(33, 53),
    with_pawns: [pair(13, -4), pair(3, 0), pair(-4, -5), pair(-9, -5)],
    redundant: [pair(-19, -2), pair(-12, -22)],
    with_queen: [pair(3, 6), pair(-4, -3), pair(-5, -2)],
    minors_against_rooks: pair(4, 5),
    pawn_squares: [
        [
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
        [
            pair(-10, 1),     pair(7, -6),      pair(-3, -1),     pair(2, 0),
            pair(-8, -2),     pair(8, 22),      pair(14, 10),     pair(-1, 6),
        ],
        [
            pair(-16, -7),    pair(1, -6),      pair(12, -8),     pair(17, -7),
            pair(-1, 1),      pair(15, 2),      pair(16, 9),      pair(-3, 6),
        ],
        [
            pair(-13, 1),     pair(-2, -5),     pair(8, -10),     pair(19, -12),
            pair(12, -4),     pair(10, -3),     pair(2, 5),       pair(-5, 3),
        ],
        [
            pair(4, 8),       pair(18, 0),      pair(20, -2),     pair(0, -7),
            pair(21, -11),    pair(22, -2),     pair(23, 11),     pair(6, 0),
        ],
        [
            pair(11, 6),      pair(13, 12),     pair(7, 5),       pair(14, 14),
            pair(16, 19),     pair(17, 21),     pair(20, 14),     pair(14, 9),
        ],
        [
            pair(20, 20),     pair(22, 26),     pair(22, 29),     pair(13, 19),
            pair(18, 17),     pair(21, 27),     pair(19, 18),     pair(16, 23),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
            pair(0, 0),       pair(0, 0),       pair(0, 0),       pair(0, 0),
        ],
    ],
    knight_squares: [
        [pair(-72, -33), pair(-28, -15), pair(-20, -16), pair(-8, -1)],
        [pair(-20, -23), pair(-26, -9), pair(-5, -7), pair(-11, 11)],
        [pair(-16, -12), pair(1, 1), pair(2, 14), pair(1, 19)],
        [pair(-1, -9), pair(10, 4), pair(18, 13), pair(28, 29)],
        [pair(7, 0), pair(19, 10), pair(22, 26), pair(29, 36)],
        [pair(-2, -11), pair(10, -1), pair(26, 12), pair(34, 18)],
        [pair(-12, -27), pair(3, -9), pair(14, 3), pair(23, 11)],
        [pair(-66, -39), pair(-21, -21), pair(-9, -10), pair(3, 3)],
    ],
    bishop_squares: [
        [pair(-20, -9), pair(-10, -7), pair(-14, 1), pair(-6, 2)],
        [pair(-8, -7), pair(12, -11), pair(6, 0), pair(4, 10)],
        [pair(5, -2), pair(5, 6), pair(18, 4), pair(13, 21)],
        [pair(2, 2), pair(16, 6), pair(12, 21), pair(17, 14)],
        [pair(13, 3), pair(4, 10), pair(18, 10), pair(7, 17)],
        [pair(-2, -6), pair(4, 3), pair(12, 6), pair(7, 17)],
        [pair(2, -4), pair(-5, -8), pair(5, 5), pair(9, 8)],
        [pair(-10, -14), pair(-4, -5), pair(-1, -1), pair(3, 5)],
    ],
    rook_squares: [
        [pair(-5, -11), pair(-7, -10), pair(-1, 1), pair(7, -11)],
        [pair(-16, -7), pair(-16, -7), pair(0, -2), pair(-2, -2)],
        [pair(-14, -4), pair(0, 3), pair(-6, -5), pair(-4, -6)],
        [pair(-6, 5), pair(-6, -1), pair(1, -4), pair(10, -1)],
        [pair(-4, 6), pair(-5, 10), pair(1, 9), pair(6, 4)],
        [pair(0, 9), pair(-3, 15), pair(3, 9), pair(11, 7)],
        [pair(2, 7), pair(4, 4), pair(8, -2), pair(12, 2)],
        [pair(-3, 9), pair(-2, 7), pair(3, 3), pair(6, 1)],
    ],
    queen_squares: [
        [pair(-10, -24), pair(-11, -12), pair(0, -5), pair(6, 3)],
        [pair(-7, -13), pair(-10, -11), pair(-6, 0), pair(6, 6)],
        [pair(-1, -6), pair(9, 5), pair(16, 17), pair(10, 17)],
        [pair(0, 4), pair(0, 9), pair(7, 19), pair(7, 27)],
        [pair(-4, 1), pair(-1, 11), pair(-3, 16), pair(4, 24)],
        [pair(-8, -7), pair(-6, 4), pair(-2, 12), pair(2, 17)],
        [pair(-2, -11), pair(-4, -4), pair(-1, 5), pair(-1, 10)],
        [pair(-6, -19), pair(-2, -11), pair(1, -3), pair(0, 5)],
    ],
    king_squares: [
        [pair(57, -53), pair(56, -37), pair(8, -32), pair(0, -26)],
        [pair(25, -29), pair(35, -14), pair(-10, -1), pair(-39, 16)],
        [pair(-20, -18), pair(0, 7), pair(-35, 24), pair(-64, 39)],
        [pair(-36, 5), pair(-21, 17), pair(-60, 30), pair(-86, 43)],
        [pair(-49, 14), pair(-37, 17), pair(-75, 43), pair(-101, 59)],
        [pair(-55, 9), pair(-39, 33), pair(-79, 50), pair(-105, 65)],
        [pair(-54, -1), pair(-38, 19), pair(-78, 35), pair(-104, 51)],
        [pair(-54, -35), pair(-39, -16), pair(-79, 1), pair(-104, 18)],
    ],
    knight_mobility: [
        pair(-43, -65),   pair(-21, -37),   pair(-12, -29),   pair(-6, -11),
        pair(-5, 5),      pair(5, 5),       pair(12, 15),     pair(18, 20),
        pair(21, 13),
    ],
    bishop_mobility: [
        pair(-38, -56),   pair(-19, -32),   pair(-14, -24),   pair(-2, -14),
        pair(5, 3),       pair(11, 10),     pair(11, 18),     pair(14, 25),
        pair(22, 32),     pair(24, 43),     pair(29, 36),     pair(38, 42),
        pair(45, 52),     pair(48, 57),
    ],
    rook_mobility: [
        pair(-45, -76),   pair(-35, -43),   pair(-15, -24),   pair(-7, -8),
        pair(-9, 6),      pair(-1, 22),     pair(0, 28),      pair(5, 35),
        pair(12, 46),     pair(17, 55),     pair(24, 63),     pair(28, 67),
        pair(35, 69),     pair(36, 74),     pair(38, 92),
    ],
    queen_mobility: [
        pair(-35, -60),   pair(-25, -42),   pair(-17, -33),   pair(-8, -23),
        pair(-13, -16),   pair(-2, -7),     pair(-6, -2),     pair(-5, 3),
        pair(3, 12),      pair(5, 18),      pair(1, 27),      pair(7, 33),
        pair(7, 37),      pair(14, 42),     pair(24, 49),     pair(16, 52),
        pair(26, 59),     pair(22, 63),     pair(26, 67),     pair(33, 75),
        pair(34, 78),     pair(35, 82),     pair(38, 87),     pair(41, 92),
        pair(42, 96),     pair(46, 101),    pair(48, 106),    pair(50, 110),
    ],
    doubled: [pair(3, -5), pair(-12, -8)],
    isolated: [pair(-6, -10), pair(-15, -18)],
    backward: [pair(0, -19), pair(-14, -20)],
    double_lever: pair(-7, -30),
    phalanx: [
        pair(0, 0),       pair(2, 1),       pair(5, 1),       pair(7, 10),
        pair(15, 16),     pair(57, 61),     pair(110, 110),   pair(0, 0),
    ],
    supported: [
        pair(0, 0),       pair(0, 0),       pair(10, 13),     pair(8, 13),
        pair(14, 21),     pair(27, 36),     pair(61, 61),     pair(0, 0),
    ],
    rammed: [pair(-20, -3), pair(4, -7)],
    candidate: [
        pair(0, 0),       pair(-2, 1),      pair(9, 0),       pair(10, 16),
        pair(14, 26),     pair(30, 52),     pair(40, 60),     pair(0, 0),
    ],
    passed: [
        pair(0, 0),       pair(-8, -3),     pair(-1, 10),     pair(1, 25),
        pair(17, 49),     pair(54, 89),     pair(103, 145),   pair(0, 0),
    ],
    passed_file: [pair(16, 4), pair(-4, 7), pair(-3, -3), pair(-12, -3)],
    passed_path: [
        [
            pair(0, 0),       pair(0, 0),       pair(-3, -3),     pair(6, -1),
            pair(-8, 1),      pair(2, -18),     pair(-18, -35),   pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(-4, -5),     pair(-4, -7),
            pair(9, -6),      pair(-14, -13),   pair(-8, -12),    pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(8, 3),       pair(-5, 4),
            pair(8, 5),       pair(9, 12),      pair(9, 25),      pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(-2, -3),     pair(4, 5),
            pair(-4, 13),     pair(10, 27),     pair(24, 49),     pair(0, 0),
        ],
        [
            pair(0, 0),       pair(0, 0),       pair(2, 10),      pair(10, 13),
            pair(9, 29),      pair(26, 62),     pair(44, 89),     pair(0, 0),
        ],
    ],
    passed_our_king: [
        pair(0, 0),       pair(0, 0),       pair(1, -5),      pair(9, -10),
        pair(4, -14),     pair(3, -23),     pair(-10, -29),   pair(0, 0),
    ],
    passed_their_king: [
        pair(0, 0),       pair(0, 0),       pair(-10, 11),    pair(-7, 10),
        pair(-8, 24),     pair(-12, 45),    pair(10, 54),     pair(0, 0),
    ],
    passed_rook_behind: [pair(0, 1), pair(-7, -7)],
    unstoppable: pair(0, 298),
    shelter: [
        [
            [
                pair(-9, -1),     pair(14, 5),      pair(8, 1),       pair(13, -3),
                pair(-6, -1),     pair(6, 0),       pair(-2, 1),      pair(-16, 6),
            ],
            [
                pair(6, 6),       pair(31, -3),     pair(9, 2),       pair(4, -4),
                pair(1, -4),      pair(3, 1),       pair(-3, 0),      pair(-36, 6),
            ],
            [
                pair(-3, 2),      pair(19, 2),      pair(10, 1),      pair(1, 1),
                pair(2, -2),      pair(4, 0),       pair(-3, 0),      pair(-22, -6),
            ],
            [
                pair(-4, 0),      pair(14, -6),     pair(7, -1),      pair(7, 1),
                pair(2, 0),       pair(-4, 0),      pair(-5, -2),     pair(-15, 1),
            ],
        ],
        [
            [
                pair(-8, 0),      pair(37, 1),      pair(16, 5),      pair(3, -4),
                pair(1, -3),      pair(0, 0),       pair(-3, 0),      pair(-22, 2),
            ],
            [
                pair(-9, 0),      pair(27, 4),      pair(25, 9),      pair(4, -2),
                pair(-10, -7),    pair(2, 2),       pair(-4, 0),      pair(-25, 3),
            ],
            [
                pair(-10, 0),     pair(28, 3),      pair(17, -4),     pair(5, 2),
                pair(5, 1),       pair(0, 0),       pair(-4, 0),      pair(-36, -1),
            ],
            [
                pair(-10, 0),     pair(24, -3),     pair(19, 0),      pair(5, 3),
                pair(5, -2),      pair(-2, -1),     pair(-4, -1),     pair(-26, -6),
            ],
        ],
    ],
    storm: [
        [
            [
                pair(11, 2),      pair(-8, -1),     pair(-23, 12),    pair(-2, 5),
                pair(3, 1),       pair(-13, -6),    pair(-9, -5),     pair(3, -2),
            ],
            [
                pair(12, 5),      pair(-10, -4),    pair(-26, 11),    pair(-15, 0),
                pair(-3, 6),      pair(7, 5),       pair(-6, 6),      pair(-2, 2),
            ],
            [
                pair(9, -6),      pair(-5, 1),      pair(-26, 10),    pair(-20, 4),
                pair(-5, -3),     pair(-2, 1),      pair(-1, -9),     pair(-10, -2),
            ],
            [
                pair(10, -3),     pair(-4, -3),     pair(-20, -2),    pair(-18, -5),
                pair(-8, 6),      pair(1, -9),      pair(-5, -2),     pair(-11, 7),
            ],
        ],
        [
            [
                pair(4, -3),      pair(-2, -3),     pair(-20, -6),    pair(-13, -7),
                pair(13, 3),      pair(-3, -1),     pair(7, -1),      pair(1, -2),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-19, -14),   pair(1, -7),
                pair(-2, -4),     pair(-2, -8),     pair(3, -1),      pair(0, -3),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-10, -4),    pair(-9, -3),
                pair(-2, 2),      pair(3, -1),      pair(2, -6),      pair(0, -3),
            ],
            [
                pair(4, -3),      pair(-2, -3),     pair(-10, -3),    pair(-8, -9),
                pair(9, 2),       pair(-3, -6),     pair(-5, -4),     pair(-2, -5),
            ],
        ],
    ],
    knight_outpost: [pair(31, 8), pair(23, 16)],
    bishop_outpost: [pair(9, -9), pair(32, 13)],
    reachable_outpost: pair(11, 5),
    minor_behind_pawn: [pair(1, 27), pair(5, 16)],
    far_from_king: [pair(-5, -5), pair(-4, -1)],
    bishop_pawns: pair(-2, -5),
    bishop_blocked_pawns: pair(-2, 2),
    bishop_long_diagonal: pair(21, -7),
    bishop_xray_pawns: pair(-1, -8),
    rook_file: [pair(22, 2), pair(33, 3)],
    rook_on_seventh: pair(10, 25),
    rook_trapped: pair(-16, -8),
    rook_on_queen_file: pair(9, 4),
    queen_exposed: pair(-24, -12),
    queen_infiltration: pair(-2, 19),
    threat_by_pawn: [pair(0, 0), pair(77, 43), pair(74, 48), pair(87, 37), pair(72, 25), pair(0, 0)],
    threat_by_minor: [pair(2, 21), pair(28, 23), pair(33, 26), pair(62, 35), pair(62, 60), pair(0, 0)],
    threat_by_rook: [pair(1, 21), pair(18, 21), pair(27, 34), pair(2, 15), pair(45, 29), pair(0, 0)],
    threat_by_king: pair(9, 38),
    hanging: pair(19, 24),
    queen_protected: pair(6, 9),
    restricted: pair(4, -2),
    threat_by_push: pair(24, 18),
    on_queen: [pair(8, -4), pair(17, 2)],
    space: pair(3, 1),
    tempo: pair(29, 15),
    danger_attacker: [pair(172, 22), pair(84, 20), pair(116, 16), pair(56, 58)],
    danger_hits: pair(55, 14),
    danger_weak: pair(49, 35),
    danger_safe_check: [
        [pair(582, 102), pair(342, 83), pair(661, 115), pair(517, 114)],
        [pair(870, 130), pair(585, 99), pair(1193, 158), pair(744, 154)],
    ],
    danger_unsafe_check: pair(101, 73),
    danger_pinned: pair(-32, 6),
    danger_flank: [pair(12, 4), pair(29, 16)],
    danger_flank_defence: pair(-17, 2),
    danger_bare_flank: pair(-81, 86),
    danger_defender: [pair(-94, -26), pair(33, 9)],
    danger_no_queen: pair(-739, -126),
    danger_shelter: [
        [
            pair(-18, -23),   pair(-75, 9),     pair(-4, -1),     pair(-2, -6),
            pair(43, 3),      pair(-3, -5),     pair(21, 0),      pair(-31, 2),
        ],
        [
            pair(24, 0),      pair(-33, -22),   pair(9, -8),      pair(-28, 9),
            pair(0, 7),       pair(33, 1),      pair(24, 1),      pair(-30, 11),
        ],
    ],
    danger_storm: [
        [
            pair(7, -4),      pair(53, 13),     pair(51, 11),     pair(-23, 3),
            pair(-54, 6),     pair(-45, 3),     pair(-26, 0),     pair(-27, -26),
        ],
        [
            pair(0, 0),       pair(12, 0),      pair(136, 12),    pair(12, 0),
            pair(-71, -15),   pair(0, 10),      pair(-14, -1),    pair(5, 0),
        ],
    ],
    danger_mobility: pair(-4, -23),
    danger_base: pair(-41, -4),
    complexity_pawns: pair(0, 7),
    complexity_flanks: pair(0, 46),
    complexity_bare: pair(0, 59),
    complexity_outflanking: pair(0, 3),
    complexity_passed: pair(0, 10),
    complexity_infiltration: pair(0, 14),
    complexity_base: pair(0, -99),
};
