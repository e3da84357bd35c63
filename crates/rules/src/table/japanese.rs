//! Moves of games that promote by choice, as players of shogi write them.
//!
//! | | USI | western | Japanese |
//! |---|---|---|---|
//! | move, capture | `7g7f` | `P-7f`, `Bx3c` | `７六歩`; `同角` where the other side has just moved to |
//! | several could | | `G6i-5h` | `５八金左`, `上`, `寄`, `引`, `右`, `直`, `左上` |
//! | promotion, or none | `2d2c+`, `2d2c` | `P-2c+`, `P-2c=` | `２三歩成`, `２三歩不成` |
//! | drop | `P*5e` | `P*5e` | `５五歩`; `５五歩打` where another could move there |
//! | lion's two steps | | `Nx6ex5d` | |
//!
//! Western: the notation of George Hodges, whose ranks have letters; digits are read, too (`P-76`).
//! Japanese: as the Shogi Association tells pieces apart. What that cannot tell apart, and it is
//! only for shogi's own pieces, gets the square it comes from, as files of KIF have it: `５八金(69)`.

use super::board::Board;
use super::moves::{Move, Sort};
use super::notation::castling_words;
use super::rules::By;
use super::set::Bits;
use super::spelling::{Drops, Flank, Promotion, Relative, Spelling, Way};
use crate::Side;

/// Letters and what they are called, the first name for writing.
const NAMES: &[(&str, &[&str])] = &[
    ("P", &["歩"]),
    ("L", &["香"]),
    ("N", &["桂"]),
    ("S", &["銀"]),
    ("G", &["金"]),
    ("B", &["角"]),
    ("R", &["飛"]),
    ("K", &["玉", "王"]),
    ("+P", &["と"]),
    ("+L", &["成香", "杏"]),
    ("+N", &["成桂", "圭"]),
    ("+S", &["成銀", "全"]),
    ("+B", &["馬"]),
    ("+R", &["竜", "龍"]),
];

const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const CHINESE_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A number from 1 to 9, however it is written.
fn digit(letter: char) -> Option<usize> {
    let wide = |digits: [char; 9]| digits.iter().position(|known| *known == letter);
    let place = wide(WIDE_DIGITS).or_else(|| wide(CHINESE_DIGITS)).map(|place| place + 1);
    place.or(letter.to_digit(10).map(|digit| digit as usize)).filter(|digit| *digit > 0)
}

impl<B: Bits> Board<B> {
    /// Files from the right and ranks from the top, both from 1.
    fn counted(&self, square: usize) -> (usize, usize) {
        let grid = self.layout.grid;
        (grid.files - grid.file(square), grid.ranks - grid.rank(square))
    }

    fn square_counted(&self, file: usize, rank: usize) -> Option<usize> {
        let grid = self.layout.grid;
        let (file, rank) = (grid.files.checked_sub(file)?, grid.ranks.checked_sub(rank)?);
        (file < grid.files && rank < grid.ranks).then(|| grid.at(file, rank))
    }

    /// `9i`, or `99` where one digit is enough.
    fn usi_square_at_front<'a>(&self, text: &'a str) -> Option<(usize, &'a str)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if let [letter @ b'a'..=b'z', ..] = text.as_bytes().get(digits..)?
            && let Ok(file) = text[..digits].parse()
            && let Some(square) = self.square_counted(file, (letter - b'a') as usize + 1)
        {
            return Some((square, &text[digits + 1..]));
        }
        let grid = self.layout.grid;
        let mut letters = text.chars();
        let mut number = || letters.next().filter(char::is_ascii_digit).and_then(digit);
        let (file, rank) = (number()?, number()?);
        let square = self.square_counted(file, rank).filter(|_| grid.files.max(grid.ranks) < 10)?;
        Some((square, &text[2..]))
    }

    /// A whole text that is a square as USI and western notation have it.
    pub(super) fn usi_square(&self, text: &str) -> Option<usize> {
        self.usi_square_at_front(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }

    fn start(&self, square: usize) -> (Option<usize>, Option<usize>) {
        (Some(self.layout.grid.file(square)), Some(self.layout.grid.rank(square)))
    }

    pub(super) fn usi_spelling(&self, text: &str) -> Option<Spelling> {
        let (from, rest) = self.usi_square_at_front(text)?;
        let (to, rest) = self.usi_square_at_front(rest)?;
        let promotion = self.promotion(rest, false)?;
        let from = self.start(from);
        Some(Spelling { from, to: vec![to], promotion, squares: true, ..Spelling::default() })
    }

    pub(super) fn western_spelling(&self, text: &str) -> Option<Spelling> {
        let text = text.trim_end_matches(['!', '?']);
        let length = if text.starts_with('+') { 2 } else { 1 };
        let (letter, rest) = text.split_at_checked(length)?;
        let is_piece = letter.ends_with(|letter: char| letter.is_ascii_uppercase());
        let kind = self.layout.kind_of(letter).filter(|_| is_piece)?;
        let marks: &[char] = &['-', 'x'];
        let mut squares = Vec::new();
        let mut rest = rest;
        let starts = !rest.starts_with(marks);
        while let Some((square, after)) =
            self.usi_square_at_front(rest.strip_prefix(marks).unwrap_or(rest))
        {
            squares.push(square);
            rest = after;
        }
        let twice = self.layout.gaits[0][kind].twice.iter().any(|list| !list.is_empty());
        // Two squares of others are start and end, as are those of a lion without a mark before.
        let from = match squares.len() {
            2 | 3 if starts || !twice => self.start(squares.remove(0)),
            _ => (None, None),
        };
        let promotion = match rest {
            "" => Promotion::Open,
            rest => self.promotion(rest, false)?,
        };
        let fits = (1..=1 + twice as usize).contains(&squares.len());
        let kind = Some(kind);
        fits.then(|| Spelling { from, to: squares, kind, promotion, ..Spelling::default() })
    }

    /// Writes a move as `P-7f`.
    pub(super) fn western(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let name = |square: usize| {
            let (file, rank) = self.counted(square);
            format!("{file}{}", (b'a' + rank as u8 - 1) as char)
        };
        match mv.sort() {
            Sort::Drop(kind) => return format!("{}*{}", self.letter_of(kind), name(to)),
            Sort::Castling(rook) => return castling_words(rook > from).to_owned(),
            _ => {}
        }
        let Some((kind, _)) = self.piece(from) else { return self.coordinates(mv) };
        let mut text = self.letter_of(kind).to_owned();
        if !self.rivals(mv, kind).is_empty() {
            text += &name(from);
        }
        if let Sort::Twice(first) = mv.sort() {
            text += &format!("x{}", name(first));
        }
        text.push(if self.of(!self.side).has(to) { 'x' } else { '-' });
        text + &name(to) + &self.promotion_sign(mv)
    }

    pub(super) fn japanese_spelling(&self, text: &str) -> Option<Spelling> {
        if text.is_ascii() {
            return None;
        }
        let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let text = text.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽']);
        let mut letters = text.chars();
        let (file, rank) = (digit(letters.next()?)?, digit(letters.next()?)?);
        let to = self.square_counted(file, rank)?;
        let rest = letters.as_str();
        let named = NAMES.iter().filter_map(|(letter, names)| {
            let rest = names.iter().find_map(|name| rest.strip_prefix(name))?;
            Some((self.layout.kind_of(letter)?, rest))
        });
        // `成銀` is a piece, `銀成` a promotion.
        let (kind, rest) = named.min_by_key(|(_, rest)| rest.len())?;
        let mut spelling = Spelling { kind: Some(kind), to: vec![to], ..Spelling::default() };
        spelling.drop = Drops::IfNothingElse;
        let mut letters = rest.chars();
        while let Some(letter) = letters.next() {
            let relative = &mut spelling.relative;
            match letter {
                '上' | '行' | '入' => relative.way = Some(Way::Forward),
                '寄' => relative.way = Some(Way::Sideways),
                '引' | '退' => relative.way = Some(Way::Back),
                '左' => relative.flank = Some(Flank::Left),
                '右' => relative.flank = Some(Flank::Right),
                '直' => relative.flank = Some(Flank::Straight),
                '打' => spelling.drop = Drops::Yes,
                '成' => spelling.promotion = Promotion::Plus,
                '生' => spelling.promotion = Promotion::None,
                '不' if letters.next() == Some('成') => spelling.promotion = Promotion::None,
                '(' => {
                    let from = self.usi_square(letters.as_str().strip_suffix(')')?)?;
                    spelling.from = self.start(from);
                    break;
                }
                _ => return None,
            }
            if letter != '打' {
                spelling.drop = Drops::No;
            }
        }
        Some(spelling)
    }

    /// Writes a move as `７六歩`.
    pub(super) fn japanese(&self, mv: Move) -> String {
        let kind = match mv.sort() {
            Sort::Drop(kind) => Some(kind),
            Sort::Plain => self.piece(mv.from()).map(|(kind, _)| kind),
            Sort::Promotion(kind) if self.is_turned(kind) => {
                self.piece(mv.from()).map(|(kind, _)| kind)
            }
            _ => None,
        };
        let square = self.square_in_japanese(mv.to());
        let (Some(kind), Some(square)) = (kind, square) else { return self.western(mv) };
        let named = NAMES.iter().find(|(letter, _)| *letter == self.letter_of(kind));
        let Some((_, [name, ..])) = named else { return self.western(mv) };
        let mut text = square + name;
        let rivals = self.rivals(mv, kind);
        if let Sort::Drop(_) = mv.sort() {
            if !rivals.is_empty() {
                text.push('打');
            }
            return text;
        }
        if !rivals.is_empty() {
            text += &self.told_apart(mv, kind, rivals);
        }
        text + match self.promotion_sign(mv).as_str() {
            "+" => "成",
            "=" => "不成",
            _ => "",
        }
    }

    fn told_apart(&self, mv: Move, kind: usize, mut starts: Vec<usize>) -> String {
        starts.push(mv.from());
        let moves: Vec<Move> =
            starts.iter().map(|from| Move::new(*from, mv.to(), Sort::Plain)).collect();
        let way = Some(self.way(mv));
        let flanks: &[Flank] = match self.flank(mv) {
            // Pieces that go far are left or right of each other.
            Flank::Straight if !matches!(self.letter_of(kind), "+B" | "+R") => &[Flank::Straight],
            Flank::Straight => &[Flank::Left, Flank::Right],
            Flank::Left => &[Flank::Left, Flank::Right],
            Flank::Right => &[Flank::Right, Flank::Left],
        };
        let alone = flanks.iter().map(|flank| Relative { way: None, flank: Some(*flank) });
        let both = flanks.iter().map(|flank| Relative { way, flank: Some(*flank) });
        let choices = std::iter::once(Relative { way, flank: None }).chain(alone).chain(both);
        let tells = |relative: &Relative| {
            let mut left = moves.clone();
            self.retain_relative(&mut left, *relative);
            matches!(left[..], [only] if only.from() == mv.from())
        };
        match choices.into_iter().find(tells) {
            Some(relative) => relative.text(),
            None => {
                let (file, rank) = self.counted(mv.from());
                format!("({file}{rank})")
            }
        }
    }

    /// Leaves the moves that are meant by words such as `左` and `上`.
    pub(super) fn retain_relative(&self, moves: &mut Vec<Move>, relative: Relative) {
        if let Some(way) = relative.way {
            moves.retain(|mv| self.way(*mv) == way);
        }
        let Some(flank) = relative.flank else { return };
        if flank == Flank::Straight || moves.iter().any(|mv| self.flank(*mv) == flank) {
            return moves.retain(|mv| self.flank(*mv) == flank);
        }
        // None comes from there: then it is the one farthest there.
        let place = |mv: &Move| {
            let file = self.layout.grid.file(mv.from());
            if (flank == Flank::Left) == (self.side == Side::First) { file } else { 255 - file }
        };
        let first = moves.iter().map(place).min();
        moves.retain(|mv| Some(place(mv)) == first);
    }

    fn way(&self, mv: Move) -> Way {
        let grid = self.layout.grid;
        let (from, to) = (grid.rank(mv.from()), grid.rank(mv.to()));
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => Way::Sideways,
            order if (order == std::cmp::Ordering::Less) == (self.side == Side::First) => {
                Way::Forward
            }
            _ => Way::Back,
        }
    }

    fn flank(&self, mv: Move) -> Flank {
        let grid = self.layout.grid;
        let (from, to) = (grid.file(mv.from()), grid.file(mv.to()));
        match (from == to, (from < to) == (self.side == Side::First)) {
            (true, _) => Flank::Straight,
            (_, true) => Flank::Left,
            (_, false) => Flank::Right,
        }
    }

    /// `７六`, in games with pieces of shogi on boards whose squares have two digits.
    pub(super) fn square_in_japanese(&self, square: usize) -> Option<String> {
        let (file, rank) = self.counted(square);
        let shogi = self.layout.rules.promotion.by == By::StartingOrEnding;
        let digits = (WIDE_DIGITS.get(file - 1)?, CHINESE_DIGITS.get(rank - 1)?);
        shogi.then(|| format!("{}{}", digits.0, digits.1))
    }
}
