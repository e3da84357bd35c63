//! Positions for engines without `setboard`: edit mode (`C-399` to `C-410`).

use crate::{Castling, Oddity};
use ferz_wire::cecp::EditLine;

/// One piece of a FEN.
struct Piece {
    letter: char,
    square: String,
    promoted: bool,
}

/// What edit mode needs to know of a game.
#[derive(Default)]
pub(super) struct Game {
    pub(super) castling: Option<Castling>,
    /// A move of the side that begins, where somebody knows one.
    pub(super) first_move: Option<String>,
}

/// The lines after `new` and `force` that set a position up, and what they cannot tell the engine.
pub(super) fn lines(
    fen: &str,
    game: &Game,
    colors: bool,
) -> Result<(Vec<String>, Vec<Oddity>), String> {
    let mut fields = fen.split_whitespace();
    let placement = fields.next().ok_or("a position without pieces")?;
    let mut black_to_move = fields.next() == Some("b");
    let castling = fields.next().unwrap_or("-");
    let en_passant = fields.next().unwrap_or("-");
    let mut pieces = pieces(placement)?;
    // C-412: the position before the pawn's step, and then the step.
    let step = pawn_step(&mut pieces, en_passant);
    black_to_move ^= step.is_some();

    let mut lines = Vec::new();
    let mut notes = Vec::new();
    if black_to_move {
        // Edit mode does not change the side to move: White moves first (C-406, C-407).
        match &game.first_move {
            Some(mv) => lines.push(mv.clone()),
            None if colors => {}
            None => return Err("a position with Black to move needs setboard".to_owned()),
        }
    }
    lines.push("edit".to_owned());
    lines.push(EditLine::Clear.to_string());
    let (white, black): (Vec<_>, Vec<_>) =
        pieces.iter().partition(|piece| piece.letter.is_uppercase());
    lines.extend(white.into_iter().map(place));
    lines.push(EditLine::ChangeColour.to_string());
    lines.extend(black.into_iter().map(place));
    lines.push(EditLine::Leave.to_string());
    if black_to_move && lines.first().is_some_and(|line| line == "edit") {
        lines.push("black".to_owned());
    }

    let stepped = step.is_some();
    lines.extend(step);
    if en_passant != "-" && !stepped {
        notes.push(Oddity::Untold(format!("edit mode cannot tell of en passant on {en_passant}")));
    }
    let assumed = assumed_castling(&pieces);
    if game.castling == Some(Castling::Usual) && castling_set(castling) != castling_set(&assumed) {
        let text = format!("edit mode cannot tell of castling rights {castling}: {assumed} taken");
        notes.push(Oddity::Untold(text));
    }
    Ok((lines, notes))
}

/// Puts the pawn that can be taken in passing back to where it came from; its step.
fn pawn_step(pieces: &mut [Piece], en_passant: &str) -> Option<String> {
    let (file, rank) = en_passant.split_at_checked(1)?;
    let (letter, from, to) = match rank {
        "6" => ('p', "7", "5"),
        "3" => ('P', "2", "4"),
        _ => return None,
    };
    let (from, to) = (format!("{file}{from}"), format!("{file}{to}"));
    if pieces.iter().any(|piece| piece.square == from) {
        return None;
    }
    let pawn = pieces.iter_mut().find(|piece| piece.letter == letter && piece.square == to)?;
    pawn.square.clone_from(&from);
    Some(from + &to)
}

fn place(piece: &Piece) -> String {
    let Piece { letter, square, promoted } = piece;
    let piece = letter.to_ascii_uppercase();
    EditLine::Place { piece, square: square.clone(), promoted: *promoted }.to_string()
}

/// The pieces of the first field, holdings left aside.
fn pieces(placement: &str) -> Result<Vec<Piece>, String> {
    let placement = placement.split('[').next().unwrap_or_default();
    let ranks: Vec<&str> = placement.split('/').collect();
    // Ten ranks count from 0, all others from 1 (C-319, C-321).
    let top = if ranks.len() == 10 { 9 } else { ranks.len() };
    let mut pieces = Vec::new();
    for (index, rank) in ranks.iter().enumerate() {
        let (mut file, mut empty) = (0_usize, 0_usize);
        let mut promoted = false;
        for c in rank.chars() {
            match c {
                '0'..='9' => {
                    let digit = c.to_digit(10).unwrap_or_default() as usize;
                    empty = empty.saturating_mul(10).saturating_add(digit);
                }
                '+' => promoted = true,
                '~' => {
                    if let Some(Piece { promoted, .. }) = pieces.last_mut() {
                        *promoted = true;
                    }
                }
                letter if letter.is_ascii_alphabetic() => {
                    file = file.saturating_add(std::mem::take(&mut empty));
                    let name = u8::try_from(file).ok().and_then(|file| b'a'.checked_add(file));
                    let name = name.filter(|name| *name <= b'p').ok_or("a board too wide")?;
                    let square = format!("{}{}", char::from(name), top.saturating_sub(index));
                    pieces.push(Piece { letter, square, promoted: std::mem::take(&mut promoted) });
                    file += 1;
                }
                other => return Err(format!("no piece: {other:?} in {placement:?}")),
            }
        }
    }
    match pieces.is_empty() {
        true => Err(format!("no pieces in {placement:?}")),
        false => Ok(pieces),
    }
}

/// What an engine takes for granted after edit mode (`C-408`).
fn assumed_castling(pieces: &[Piece]) -> String {
    let stands = |letter: char, square: &str| {
        pieces.iter().any(|piece| piece.letter == letter && piece.square == square)
    };
    let rights = [
        ('K', stands('K', "e1") && stands('R', "h1")),
        ('Q', stands('K', "e1") && stands('R', "a1")),
        ('k', stands('k', "e8") && stands('r', "h8")),
        ('q', stands('k', "e8") && stands('r', "a8")),
    ];
    let text: String = rights.iter().filter(|right| right.1).map(|right| right.0).collect();
    if text.is_empty() { "-".into() } else { text }
}

fn castling_set(text: &str) -> Vec<char> {
    let letter = |c: char| match c {
        'H' => 'K',
        'A' => 'Q',
        'h' => 'k',
        'a' => 'q',
        other => other,
    };
    let mut rights: Vec<char> = text.chars().filter(|c| *c != '-').map(letter).collect();
    rights.sort_unstable();
    rights.dedup();
    rights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(fen: &str) -> String {
        let chess = Game { castling: Some(Castling::Usual), first_move: Some("a2a3".to_owned()) };
        match lines(fen, &chess, true) {
            Ok((lines, notes)) => {
                let notes = notes.iter().map(|note| format!("? {note}"));
                lines.into_iter().chain(notes).collect::<Vec<_>>().join("\n")
            }
            Err(why) => why,
        }
    }

    /// C-400, C-401, C-403, C-404, C-407.
    #[test]
    fn black_to_move() {
        let fen = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1";
        assert_eq!(edit(fen), "a2a3\nedit\n#\nPa2\nKe1\nc\nKe8\n.");
    }

    /// C-412: en passant comes about by the step of the pawn, from the position before it.
    #[test]
    fn en_passant() {
        let white = "4k3/8/8/3Pp3/8/8/P7/4K3 w - e6 0 1";
        assert_eq!(edit(white), "a2a3\nedit\n#\nPd5\nPa2\nKe1\nc\nKe8\nPe7\n.\ne7e5");
        let black = "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1";
        assert_eq!(edit(black), "edit\n#\nPd2\nKe1\nc\nKe8\nPe4\n.\nd2d4");
    }

    /// C-408, C-409: what edit mode cannot say is noted.
    #[test]
    fn rights_and_en_passant() {
        let fen = "4k3/4p3/8/3Pp3/8/8/8/4K2R w - e6 0 1";
        let notes = "? edit mode cannot tell of en passant on e6\n\
                     ? edit mode cannot tell of castling rights -: K taken";
        let lines = "edit\n#\nPd5\nKe1\nRh1\nc\nKe8\nPe7\nPe5\n.";
        assert_eq!(edit(fen), format!("{lines}\n{notes}"));
        assert!(!edit("4k3/8/8/8/8/8/8/4K2R w K - 0 1").contains('?'));
    }

    /// C-319, C-321: ranks of other boards.
    #[test]
    fn other_boards() {
        let known = Game { castling: None, first_move: Some("a3a4".to_owned()) };
        let of = |fen: &str| lines(fen, &known, true).map(|(lines, _)| lines.join(" "));
        let fen = "4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1";
        assert_eq!(of(fen).as_deref(), Ok("a3a4 edit # Ke0 c Ke9 ."));
        let unknown = Game::default();
        let by_colour = lines(fen, &unknown, true).map(|(lines, _)| lines.join(" "));
        assert_eq!(by_colour.as_deref(), Ok("edit # Ke0 c Ke9 . black"));
        assert!(of("12/11k/12/12/12/12/12/12/12/12/12/K11 w").unwrap().contains("Kl11"));
        assert!(lines(fen, &unknown, false).is_err());
    }

    #[test]
    fn nonsense() {
        assert_eq!(edit(""), "a position without pieces");
        assert_eq!(edit("8/8 w"), "no pieces in \"8/8\"");
        assert_eq!(edit("k?/8 w"), "no piece: '?' in \"k?/8\"");
        assert_eq!(edit("99999999999999999999999k/8 w"), "a board too wide");
    }
}
