//! The 960 start positions of Chess960.

/// The start position with this number, from 0 to 959, as FEN; 518 is that of normal chess.
/// `None` for other numbers.
///
/// The numbers are Reinhard Scharnagl's: in mixed base, the place of the bishop on light squares,
/// of the bishop on dark ones, of the queen among the free squares, and of the two knights; what is
/// left is rook, king, rook.
///
/// ```
/// use ferz_rules::{Variant, chess::chess960_start};
///
/// assert_eq!(chess960_start(518).as_deref(), Some(Variant::NORMAL.start_fen));
/// assert_eq!(chess960_start(960), None);
/// ```
pub fn chess960_start(number: usize) -> Option<String> {
    if number >= 960 {
        return None;
    }
    let mut rank = [' '; 8];
    let mut digits = number;
    let mut digit = |base| {
        let digit = digits % base;
        digits /= base;
        digit
    };
    rank[2 * digit(4) + 1] = 'B';
    rank[2 * digit(4)] = 'B';
    put(&mut rank, digit(6), 'Q');
    // The first knight and the distance to the second, among the five free squares.
    let (mut first, mut gap) = (0, digit(10));
    while gap > 3 - first {
        gap -= 4 - first;
        first += 1;
    }
    put(&mut rank, first, 'N');
    put(&mut rank, first + gap, 'N');
    for letter in ['R', 'K', 'R'] {
        put(&mut rank, 0, letter);
    }
    let white: String = rank.into_iter().collect();
    let black = white.to_ascii_lowercase();
    Some(format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"))
}

/// Puts a piece on the n-th free square.
fn put(rank: &mut [char; 8], n: usize, letter: char) {
    if let Some(square) = rank.iter_mut().filter(|square| **square == ' ').nth(n) {
        *square = letter;
    }
}
