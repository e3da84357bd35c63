//! What looks like a move, and the moves in a line of thinking output. No board is asked.

/// The length of the square that the text begins with: a file `a`..`p` and one or two digits.
pub(super) fn square_length(text: &[u8]) -> Option<usize> {
    match text {
        [b'a'..=b'p', b'1'..=b'9', b'0'..=b'9', ..] => Some(3),
        [b'a'..=b'p', b'0'..=b'9', ..] => Some(2),
        _ => None,
    }
}

/// Whether a word looks like a move in some notation: coordinates of any board with one or more
/// legs, drops, castling, null moves, standard algebraic notation.
///
/// ```
/// use ferz_wire::cecp::looks_like_move;
/// for word in ["e2e4", "e7e8q", "P@h3", "O-O", "a10a11", "c4d5,d5e4", "@@@@", "Nbxd7+", "e8=Q"] {
///     assert!(looks_like_move(word), "{word}");
/// }
/// for word in ["foo", "hello", "e9e", "12", "quit", "setboard"] {
///     assert!(!looks_like_move(word), "{word}");
/// }
/// ```
pub fn looks_like_move(word: &str) -> bool {
    let bare = word.trim_end_matches(['+', '#', '!', '?']);
    if matches!(word, "@@@@" | "0000") {
        return true;
    }
    // Fairy-Stockfish names a castling move that it does not make `O-O-o`.
    let castling = ["O-O", "O-O-O", "0-0", "0-0-0"];
    if castling.iter().any(|castles| castles.eq_ignore_ascii_case(bare)) {
        return true;
    }
    let legs = bare.strip_suffix(',').unwrap_or(bare);
    !legs.is_empty()
        && legs.split(',').all(|leg| is_coordinate_move(leg.as_bytes()) || is_drop(leg.as_bytes()))
        || is_san(bare.as_bytes())
}

/// From-square, perhaps `-` or `x`, to-square, perhaps a promotion.
fn is_coordinate_move(leg: &[u8]) -> bool {
    // A two-digit first rank may be a one-digit rank and nothing else, never both: the file of
    // the second square stands between.
    let Some(from) = square_length(leg) else { return false };
    let rest = match &leg[from..] {
        [b'-' | b'x' | b':', rest @ ..] => rest,
        rest => rest,
    };
    square_length(rest).is_some_and(|to| is_promotion(&rest[to..]))
}

/// Nothing, or a piece letter with or without `=`, brackets; `+` for pieces of shogi.
fn is_promotion(text: &[u8]) -> bool {
    match text {
        [] | [b'=' | b'+'] => true,
        [letter] | [b'=' | b'/', letter] | [b'(', letter, b')'] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

/// `P@h3`, `+P@h3`, `@h3`
fn is_drop(leg: &[u8]) -> bool {
    let Some(at) = leg.iter().position(|&byte| byte == b'@' || byte == b'*') else { return false };
    let (piece, square) = (&leg[..at], &leg[at + 1..]);
    let piece = piece.strip_prefix(b"+").unwrap_or(piece);
    piece.len() <= 1
        && piece.iter().all(u8::is_ascii_alphabetic)
        && square_length(square) == Some(square.len())
}

/// `e4`, `exd5`, `Nf3`, `N1f3`, `Nbxd7`, `e8=Q`, `e8Q`
fn is_san(word: &[u8]) -> bool {
    let (piece, rest) = match word {
        [b'+', b'A'..=b'Z', rest @ ..] => (true, rest),
        [b'A'..=b'Z', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    // The square of destination is the last one; in front of it a file, a rank, a capture sign.
    (0..rest.len().min(5)).any(|to| {
        let (origin, target) = rest.split_at(to);
        let Some(length) = square_length(target) else { return false };
        let origin = origin.strip_suffix(b"x").or(origin.strip_suffix(b"-")).unwrap_or(origin);
        let origin_fits = match origin {
            [] => true,
            [b'a'..=b'p'] => true,
            [b'0'..=b'9'] => piece,
            _ => square_length(origin) == Some(origin.len()),
        };
        // Without a sign the piece is a capital: `e8Q`, but not `e8e`.
        let promotion = &target[length..];
        origin_fits && is_promotion(promotion) && !matches!(promotion, [b'a'..=b'z'])
    })
}

/// The words of a line of thinking output that may be moves: without move numbers and dots
/// (`C-632`); nothing of a line that begins with `(`, which says something else (`C-624`).
///
/// ```
/// use ferz_wire::cecp::pv_moves;
/// assert!(pv_moves("12. Nf3 Nc6 13.Bb5 ... a6").eq(["Nf3", "Nc6", "Bb5", "a6"]));
/// assert!(pv_moves("1... e5").eq(["e5"]));
/// assert_eq!(pv_moves("(e4 64%, d4 24%)").count(), 0);
/// ```
pub fn pv_moves(pv: &str) -> impl Iterator<Item = &str> {
    let pv = if crate::words::trim(pv).starts_with('(') { "" } else { pv };
    crate::words::words(pv).map(without_number).filter(|word| !word.is_empty())
}

/// `e4` of `1.e4`; nothing of `1.`, `1...`, `...`, `17`.
fn without_number(word: &str) -> &str {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let behind = &word[digits..];
    let move_text = behind.trim_start_matches('.');
    // `0-0` and `0000` begin with digits and no dot follows.
    if behind.len() == move_text.len() && !behind.is_empty() || word == "0000" {
        word
    } else {
        move_text
    }
}
