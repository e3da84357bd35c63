//! Positions of tables, and folders of damaged ones.
#![allow(dead_code, unreachable_pub)]

use ferz_rules::{Variant, chess::Board};
use ferz_syzygy::Material;
use std::path::{Path, PathBuf};

/// The tables to test with: those of `FERZ_SYZYGY`, or the few that are here.
pub fn folder() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy");
    std::env::var_os("FERZ_SYZYGY").map_or(here, PathBuf::from)
}

/// A number from the environment.
pub fn setting(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// The names of the tables in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of tables");
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            entry.ok()?.file_name().to_str()?.strip_suffix(".rtbw").map(str::to_owned)
        })
        .filter(|name| Material::from_name(name).is_some())
        .collect();
    names.sort();
    names
}

/// Random numbers (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as usize % limit.max(1)
    }

    pub fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// A legal position with these men, each side being either; often with a pawn that can be taken
    /// en passant.
    pub fn position(&mut self, name: &str) -> Board {
        loop {
            if let Ok(board) = Board::from_fen(&self.try_position(name), Variant::NORMAL) {
                return board;
            }
        }
    }

    fn try_position(&mut self, name: &str) -> String {
        let (first, second) = name.split_once('v').expect("the name of a table");
        let (white, black) = if self.chance(2) { (first, second) } else { (second, first) };
        let letters = white.chars().chain(black.chars().map(|letter| letter.to_ascii_lowercase()));
        let mut squares = [None; 64];
        for letter in letters {
            loop {
                // Many pawns beside each other, for en passant.
                let is_central = "Pp".contains(letter) && self.chance(2);
                let square = if is_central { 24 + self.below(16) } else { self.below(64) };
                let is_pawn_on_the_edge = "Pp".contains(letter) && [0, 7].contains(&(square / 8));
                if squares[square].is_none() && !is_pawn_on_the_edge {
                    squares[square] = Some(letter);
                    break;
                }
            }
        }
        let white_to_move = self.chance(2);
        let target = self.en_passant(&squares, white_to_move);
        let rank = |rank: usize| -> String {
            (0..8).map(|file| squares[rank * 8 + file].unwrap_or('1')).collect()
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        let turn = if white_to_move { "w" } else { "b" };
        format!("{} {turn} - {target} 0 1", ranks.join("/"))
    }

    /// A square behind a pawn that may have made a double step, in most cases where there is one.
    fn en_passant(&mut self, squares: &[Option<char>; 64], white_to_move: bool) -> String {
        let (pawn, rank, behind) = if white_to_move { ('p', 4, 5) } else { ('P', 3, 2) };
        let origin = if white_to_move { 6 } else { 1 };
        let is_free = |rank: usize, file: usize| squares[rank * 8 + file].is_none();
        let file = (0..8).find(|&file| {
            squares[rank * 8 + file] == Some(pawn) && is_free(behind, file) && is_free(origin, file)
        });
        match file {
            Some(file) if !self.chance(5) => {
                format!("{}{}", (b'a' + file as u8) as char, behind + 1)
            }
            _ => "-".to_owned(),
        }
    }
}
