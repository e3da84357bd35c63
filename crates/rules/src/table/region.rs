//! Boards as grids: squares, steps and regions.

use super::betza::Step;
use super::set::{Bits, Set};
use crate::Side;

/// Files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Files.
    pub files: usize,
    /// Ranks.
    pub ranks: usize,
}

impl Grid {
    /// How many squares.
    pub fn squares(self) -> usize {
        self.files * self.ranks
    }

    /// The square on a file and a rank, both from 0.
    pub fn at(self, file: usize, rank: usize) -> usize {
        rank * self.files + file
    }

    /// Its file, from 0.
    pub fn file(self, square: usize) -> usize {
        square % self.files
    }

    /// Its rank, from 0.
    pub fn rank(self, square: usize) -> usize {
        square / self.files
    }

    /// How many ranks a square is ahead of the first one, as `side` sees them.
    pub fn ahead(self, square: usize, side: Side) -> usize {
        match side {
            Side::First => self.rank(square),
            Side::Second => self.ranks - 1 - self.rank(square),
        }
    }

    /// The square as the other side sees it: ranks turned.
    pub fn turned(self, square: usize) -> usize {
        self.at(self.file(square), self.ranks - 1 - self.rank(square))
    }

    /// The square with left and right exchanged.
    pub fn mirrored(self, square: usize) -> usize {
        self.at(self.files - 1 - self.file(square), self.rank(square))
    }

    /// The square a step away, seen by `side` across the board from the other, perhaps round the
    /// edge.
    pub fn step(self, square: usize, (x, y): Step, side: Side, wrap: bool) -> Option<usize> {
        let (x, y) = if side == Side::First { (x, y) } else { (-x, -y) };
        let mut file = self.file(square) as isize + x as isize;
        let rank = self.rank(square) as isize + y as isize;
        if wrap {
            file = file.rem_euclid(self.files as isize);
        }
        let on =
            (0..self.files as isize).contains(&file) && (0..self.ranks as isize).contains(&rank);
        on.then(|| self.at(file as usize, rank as usize))
    }

    /// King steps between two squares.
    pub fn distance(self, a: usize, b: usize) -> usize {
        let files = self.file(a).abs_diff(self.file(b));
        files.max(self.rank(a).abs_diff(self.rank(b)))
    }

    /// The squares of a region, seen by `side`: `d4 *8 c*`, or each side's own: `*8 / *2`.
    ///
    /// # Errors
    /// Names the part that is no square, rank or file of this board.
    pub fn region<B: Bits>(self, text: &str, side: Side) -> Result<Set<B>, String> {
        let mut region = Set::none();
        // What is given for each side is not turned.
        let (text, side) = match text.split_once('/') {
            Some((first, _)) if side == Side::First => (first, side),
            Some((_, second)) => (second, Side::First),
            None => (text, side),
        };
        for word in text.split_whitespace() {
            let fault = || format!("no square, rank or file of the board: \"{word}\"");
            let (file, rank) = word.split_at_checked(1).ok_or_else(fault)?;
            let file = match file {
                "*" => None,
                _ => Some(self.file_of(file).ok_or_else(fault)?),
            };
            let rank = match rank {
                "*" => None,
                _ => Some(self.rank_of(rank).ok_or_else(fault)?),
            };
            region |= (0..self.squares())
                .filter(|square| file.is_none_or(|file| file == self.file(*square)))
                .filter(|square| rank.is_none_or(|rank| rank == self.rank(*square)))
                .map(|square| if side == Side::First { square } else { self.turned(square) })
                .collect();
        }
        Ok(region)
    }

    /// A file by its letter.
    pub fn file_of(self, letter: &str) -> Option<usize> {
        let [letter] = letter.as_bytes() else { return None };
        let file = letter.to_ascii_lowercase().checked_sub(b'a')? as usize;
        (file < self.files).then_some(file)
    }

    /// A rank by its number, counted from 1.
    pub fn rank_of(self, number: &str) -> Option<usize> {
        let rank = number.parse::<usize>().ok()?.checked_sub(1)?;
        (rank < self.ranks && !number.starts_with(['+', '0'])).then_some(rank)
    }

    /// A square by its name, ranks counted from `first`.
    pub fn square_of(self, name: &str, first: usize) -> Option<usize> {
        let (file, rank) = name.split_at_checked(1)?;
        let rank = rank.bytes().all(|byte| byte.is_ascii_digit()).then_some(rank)?;
        let rank = rank.parse::<usize>().ok()?.checked_sub(first)?;
        (rank < self.ranks).then_some(self.at(self.file_of(file)?, rank))
    }

    /// The name of a square, ranks counted from `first`.
    pub fn name(self, square: usize, first: usize) -> String {
        format!("{}{}", (b'a' + self.file(square) as u8) as char, self.rank(square) + first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_turned_for_the_second_side() {
        let grid = Grid { files: 8, ranks: 8 };
        let both = |text| Side::BOTH.map(|side| grid.region::<u64>(text, side).unwrap().0);
        assert_eq!(both("*8"), [0xff << 56, 0xff]);
        assert_eq!(both("*8 / a2"), [0xff << 56, 0x100]);
        assert_eq!(both("a* h1"), [0x0101_0101_0101_0181, 0x8101_0101_0101_0101]);
        let wide = Grid { files: 10, ranks: 10 };
        assert_eq!(wide.region::<u128>("a10", Side::First), Ok(Set::of(90)));
        for wrong in ["z1", "a11", "8", "a0", "*x"] {
            assert!(wide.region::<u128>(wrong, Side::First).unwrap_err().contains(wrong));
        }
    }
}
