//! The words of WXF and Chinese notation: what each letter and character means.

use super::Kind;
use crate::{Digits, Script, Side};

/// What a text says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `h2e2`, `H2-E2`, `a10a9`; file and rank, both from 0.
    Squares([(u8, u8); 2]),
    /// `C2=5`, `炮二平五`, `前炮平五`.
    Relative { kind: Kind, which: Which, turn: Turn, number: u8 },
    /// `B7=P`, `相七变兵`.
    Promotion { kind: Kind, which: Which },
}

/// Which of several pieces moves. Files are counted from 1 at the player's right hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    File(u8),
    Front,
    Middle,
    Rear,
    /// Of the pawns that share a file with another: from the right, then from the front.
    Number(u8),
}

/// Where to, as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Level,
    Forward,
    Back,
}

#[derive(Clone, Copy)]
enum Word {
    Piece(Kind),
    Number(u8),
    Turn(Turn),
    Place(Which),
    Becomes,
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A character of Chinese notation, in simplified or traditional script.
fn word(letter: char) -> Option<Word> {
    Some(match letter {
        '1'..='9' => Word::Number(letter as u8 - b'0'),
        '１'..='９' => Word::Number((letter as u32 - '１' as u32) as u8 + 1),
        '帅' | '帥' | '将' | '將' => Word::Piece(Kind::King),
        '仕' | '士' => Word::Piece(Kind::Advisor),
        '相' | '象' => Word::Piece(Kind::Elephant),
        '马' | '馬' | '傌' => Word::Piece(Kind::Horse),
        '车' | '車' | '俥' => Word::Piece(Kind::Rook),
        '炮' | '砲' | '包' => Word::Piece(Kind::Cannon),
        '兵' | '卒' => Word::Piece(Kind::Pawn),
        '平' => Word::Turn(Turn::Level),
        '进' | '進' => Word::Turn(Turn::Forward),
        '退' => Word::Turn(Turn::Back),
        '前' => Word::Place(Which::Front),
        '中' => Word::Place(Which::Middle),
        '后' | '後' => Word::Place(Which::Rear),
        '变' | '變' => Word::Becomes,
        _ => Word::Number(NUMERALS.iter().position(|numeral| *numeral == letter)? as u8 + 1),
    })
}

/// Takes a move's text apart. Coordinates count ranks from `first_rank`.
pub(super) fn read(text: &str, first_rank: u8) -> Option<Spelling> {
    if text.len() > 32 {
        return None;
    }
    if let Some(squares) = squares(text.as_bytes(), first_rank) {
        return Some(Spelling::Squares(squares));
    }
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    match letters.first()? {
        letter if letter.is_ascii_alphabetic() || "+-.".contains(*letter) => wxf(&letters),
        _ => chinese(&letters),
    }
}

/// `h2e2`, `H2-E2`, and with ranks from 1: `a10-a9`.
fn squares(text: &[u8], first_rank: u8) -> Option<[(u8, u8); 2]> {
    let (from, rest) = square(text, first_rank)?;
    let (to, rest) = square(rest.strip_prefix(b"-").unwrap_or(rest), first_rank)?;
    rest.is_empty().then_some([from, to])
}

fn square(text: &[u8], first_rank: u8) -> Option<((u8, u8), &[u8])> {
    let [file, rest @ ..] = text else { return None };
    let file = file.to_ascii_lowercase().checked_sub(b'a').filter(|file| *file < 9)?;
    let (number, rest) = match rest {
        [b'1', b'0', rest @ ..] if first_rank == 1 => (10, rest),
        [digit @ b'0'..=b'9', rest @ ..] => (digit - b'0', rest),
        _ => return None,
    };
    let rank = number.checked_sub(first_rank)?;
    Some(((file, rank), rest))
}

/// `C2=5`, `C2.5`, `C25`, `C+=5`, `+C=5`, `P.+1`, `Pa+1`, `B7=P`.
fn wxf(letters: &[char]) -> Option<Spelling> {
    let place = |letter: char| {
        Some(match letter {
            '+' => Which::Front,
            '-' => Which::Rear,
            '.' => Which::Middle,
            '1'..='9' => Which::File(letter as u8 - b'0'),
            'a'..='e' => Which::Number(letter as u8 - b'a' + 1),
            _ => return None,
        })
    };
    let (kind, which, rest) = match letters {
        [place_letter @ ('+' | '-' | '.'), piece, rest @ ..] => {
            (*piece, place(*place_letter)?, rest)
        }
        [piece, place_letter, rest @ ..] => (*piece, place(*place_letter)?, rest),
        _ => return None,
    };
    let kind = Kind::from_letter(u8::try_from(kind).ok()?)?;
    let (turn, number) = match rest {
        ['=' | '.', 'P' | 'p'] => return Some(Spelling::Promotion { kind, which }),
        [number] => (Turn::Level, number),
        ['=' | '.', number] => (Turn::Level, number),
        ['+', number] => (Turn::Forward, number),
        ['-', number] => (Turn::Back, number),
        _ => return None,
    };
    let number = number.to_digit(10).filter(|number| *number > 0)? as u8;
    Some(Spelling::Relative { kind, which, turn, number })
}

/// `炮二平五`, `前炮平五`, `炮前平五`, `一兵进一`, `相七变兵`.
fn chinese(letters: &[char]) -> Option<Spelling> {
    let [a, b, c, d] = *letters else { return None };
    let (kind, which) = match (word(a)?, word(b)?) {
        (Word::Piece(kind), Word::Number(file)) => (kind, Which::File(file)),
        (Word::Piece(kind), Word::Place(which)) | (Word::Place(which), Word::Piece(kind)) => {
            (kind, which)
        }
        (Word::Number(number), Word::Piece(kind)) => (kind, Which::Number(number)),
        _ => return None,
    };
    Some(match (word(c)?, word(d)?) {
        (Word::Turn(turn), Word::Number(number)) => {
            Spelling::Relative { kind, which, turn, number }
        }
        (Word::Becomes, Word::Piece(Kind::Pawn)) => Spelling::Promotion { kind, which },
        _ => return None,
    })
}

/// In WXF: `C2=5` or `C2.5`, Red's pieces in capitals.
pub(super) fn write_wxf(spelling: Spelling, side: Side, level: char) -> String {
    let head = |kind: Kind, which: Which| -> [char; 2] {
        let letter = match kind {
            Kind::Horse => 'H',
            Kind::Elephant => 'E',
            kind => kind.letter(),
        };
        let letter = if side == Side::First { letter } else { letter.to_ascii_lowercase() };
        let place = match which {
            Which::File(number) => (b'0' + number) as char,
            Which::Front => '+',
            Which::Middle => '.',
            Which::Rear => '-',
            Which::Number(number) => (b'a' + number - 1) as char,
        };
        [letter, place]
    };
    match spelling {
        Spelling::Squares(_) => String::new(),
        Spelling::Relative { kind, which, turn, number } => {
            let turn = match turn {
                Turn::Level => level,
                Turn::Forward => '+',
                Turn::Back => '-',
            };
            head(kind, which).into_iter().chain([turn, (b'0' + number) as char]).collect()
        }
        Spelling::Promotion { kind, which } => {
            head(kind, which).into_iter().chain([level, 'P']).collect()
        }
    }
}

/// In Chinese. Red's files and steps are numerals, Black's are digits.
pub(super) fn write_chinese(
    spelling: Spelling,
    side: Side,
    script: Script,
    digits: Digits,
) -> String {
    let traditional = script == Script::Traditional;
    let either = |simplified, other| if traditional { other } else { simplified };
    let piece = |kind: Kind| match (kind, side) {
        (Kind::Pawn, Side::First) => '兵',
        (Kind::Pawn, Side::Second) => '卒',
        (Kind::Advisor, Side::First) => '仕',
        (Kind::Advisor, Side::Second) => '士',
        (Kind::Elephant, Side::First) => '相',
        (Kind::Elephant, Side::Second) => '象',
        (Kind::Horse, _) => either('马', '馬'),
        (Kind::Cannon, Side::First) => '炮',
        (Kind::Cannon, Side::Second) => either('炮', '砲'),
        (Kind::Rook, _) => either('车', '車'),
        (Kind::King, Side::First) => either('帅', '帥'),
        (Kind::King, Side::Second) => either('将', '將'),
    };
    let number = |number: u8| match (side, digits) {
        (Side::First, _) => NUMERALS[number as usize - 1],
        (Side::Second, Digits::Half) => (b'0' + number) as char,
        (Side::Second, Digits::Full) => char::from_u32('０' as u32 + number as u32).unwrap_or('０'),
    };
    let head = |kind: Kind, which: Which| match which {
        Which::File(file) => [piece(kind), number(file)],
        Which::Front => ['前', piece(kind)],
        Which::Middle => ['中', piece(kind)],
        Which::Rear => [either('后', '後'), piece(kind)],
        Which::Number(place) => [NUMERALS[place as usize - 1], piece(kind)],
    };
    match spelling {
        Spelling::Squares(_) => String::new(),
        Spelling::Relative { kind, which, turn, number: steps } => {
            let turn = match turn {
                Turn::Level => '平',
                Turn::Forward => either('进', '進'),
                Turn::Back => '退',
            };
            head(kind, which).into_iter().chain([turn, number(steps)]).collect()
        }
        Spelling::Promotion { kind, which } => {
            let pawn = piece(Kind::Pawn);
            head(kind, which).into_iter().chain([either('变', '變'), pawn]).collect()
        }
    }
}
