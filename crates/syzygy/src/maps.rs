//! The numbers that tables give to squares, and how many ways there are to place men.
//!
//! Positions that are mirror images of each other share one number. So a first piece of a table
//! without pawns stands in the triangle a1-d1-d4, and a first pawn on one of the files a to d.
//! All tables are made by the compiler.

/// `BINOMIAL[k][n]`: ways to choose k of n squares.
pub(crate) static BINOMIAL: [[u64; 64]; 7] = binomials();

/// Squares of the triangle a1-d1-d4, those below the diagonal first.
pub(crate) static TRIANGLE: [u8; 64] = triangle();

/// Squares below the diagonal a1-h8.
pub(crate) static BELOW: [u8; 64] = below();

/// Pairs of kings: the number of the first in the triangle, the square of the second.
pub(crate) static KINGS: [[u16; 64]; 10] = kings();

/// Ways to place two kings, mirror images not counted.
pub(crate) const KING_PAIRS: u64 = 462;

/// Ways to place three different men, mirror images not counted.
pub(crate) const TRIPLES: u64 = 31332;

/// How far in front of others a pawn is as the leading one: 47 on a2, 46 on h2, 45 on a3 and so on,
/// file by file towards the middle.
pub(crate) static PAWN_RANKING: [u8; 64] = pawn_ranking();

/// Where the numbers begin, by the count of leading pawns and the square of the first.
pub(crate) static LEAD_START: [[u64; 64]; 6] = lead_starts();

/// How many there are, by the file of the first.
pub(crate) static LEAD_SIZE: [[u64; 4]; 6] = lead_sizes();

/// Above zero: above the diagonal a1-h8.
pub(crate) const fn off_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

const fn binomials() -> [[u64; 64]; 7] {
    let mut ways = [[0; 64]; 7];
    let mut n = 0;
    while n < 64 {
        ways[0][n] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            ways[k][n] = ways[k - 1][n - 1] + ways[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    ways
}

const fn triangle() -> [u8; 64] {
    let mut numbers = [0; 64];
    let mut next = 0;
    let mut on_diagonal = 0;
    while on_diagonal < 2 {
        let mut square = 0;
        while square < 28 {
            let off = off_diagonal(square);
            let wanted = if on_diagonal == 1 { off == 0 } else { off < 0 };
            if wanted && square & 7 < 4 {
                numbers[square as usize] = next;
                next += 1;
            }
            square += 1;
        }
        on_diagonal += 1;
    }
    numbers
}

const fn below() -> [u8; 64] {
    let mut numbers = [0; 64];
    let (mut square, mut next) = (0, 0);
    while square < 64 {
        if off_diagonal(square) < 0 {
            numbers[square as usize] = next;
            next += 1;
        }
        square += 1;
    }
    numbers
}

const fn touch(a: u8, b: u8) -> bool {
    (a >> 3).abs_diff(b >> 3) <= 1 && (a & 7).abs_diff(b & 7) <= 1
}

/// Those with both kings on the diagonal come last.
const fn kings() -> [[u16; 64]; 10] {
    let numbers = triangle();
    let mut pairs = [[0; 64]; 10];
    let mut next = 0;
    let mut round = 0;
    while round < 2 {
        let mut wanted = 0;
        while wanted < 10 {
            let mut first = 0;
            while first < 28 {
                let is_inside = first & 7 < 4 && off_diagonal(first) <= 0;
                if is_inside && numbers[first as usize] == wanted {
                    let mut second = 0;
                    while second < 64 {
                        let (a, b) = (off_diagonal(first), off_diagonal(second));
                        let is_last = a == 0 && b == 0;
                        let is_double = a == 0 && b > 0;
                        if !touch(first, second) && !is_double && is_last == (round == 1) {
                            pairs[wanted as usize][second as usize] = next;
                            next += 1;
                        }
                        second += 1;
                    }
                }
                first += 1;
            }
            wanted += 1;
        }
        round += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    pairs
}

const fn pawn_ranking() -> [u8; 64] {
    let mut ranking = [0; 64];
    let mut next = 48;
    let mut file = 0;
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            next -= 2;
            ranking[rank * 8 + file] = next + 1;
            ranking[rank * 8 + 7 - file] = next;
            rank += 1;
        }
        file += 1;
    }
    ranking
}

/// Where numbers begin; and behind the last rank of a file how many there are.
const fn leads() -> ([[u64; 64]; 6], [[u64; 4]; 6]) {
    let (ways, ranking) = (binomials(), pawn_ranking());
    let (mut starts, mut sizes) = ([[0; 64]; 6], [[0; 4]; 6]);
    let mut count = 1;
    while count < 6 {
        let mut file = 0;
        while file < 4 {
            let mut next = 0;
            let mut rank = 1;
            while rank < 7 {
                let square = rank * 8 + file;
                starts[count][square] = next;
                next += ways[count - 1][ranking[square] as usize];
                rank += 1;
            }
            sizes[count][file] = next;
            file += 1;
        }
        count += 1;
    }
    (starts, sizes)
}

const fn lead_starts() -> [[u64; 64]; 6] {
    leads().0
}

const fn lead_sizes() -> [[u64; 4]; 6] {
    leads().1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_known_numbers() {
        assert_eq!((BINOMIAL[0][0], BINOMIAL[1][62], BINOMIAL[2][62]), (1, 62, 1891));
        assert_eq!((BINOMIAL[5][47], BINOMIAL[3][2]), (1_533_939, 0));
    }

    #[test]
    fn squares_have_each_a_number() {
        // b1 is the first of the triangle, d4 the last.
        assert_eq!((TRIANGLE[1], TRIANGLE[19], TRIANGLE[0], TRIANGLE[27]), (0, 5, 6, 9));
        assert_eq!((BELOW[1], BELOW[55]), (0, 27));
        assert_eq!((PAWN_RANKING[8], PAWN_RANKING[15], PAWN_RANKING[52]), (47, 46, 0));
    }

    #[test]
    fn one_leading_pawn_has_six_squares_on_a_file() {
        assert_eq!(LEAD_SIZE[1], [6; 4]);
        assert_eq!(LEAD_SIZE[2].iter().sum::<u64>(), 576, "pairs of pawns up to mirroring");
    }
}
