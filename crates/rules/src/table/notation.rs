//! Reading and writing moves of all games here.
//!
//! | | coordinates | SAN |
//! |---|---|---|
//! | move, capture | `e2e4` | `Nf3`, `exd5` |
//! | promotion | `e7e8q` | `e8=Q` |
//! | optional promotion, or none | `b7b9+`, `b7b9` | `Pb9+`, `Pb9=` |
//! | drop | `P@e4` | `P@e4` |
//! | castling | `e1g1`; king takes rook where that is ambiguous | `O-O` |
//! | capture on the way | `c4d5,d5e6` | `Lxd5-e6` |
//! | step away and back | `e4e4` | `Le4-e4` |
//!
//! Those of shogi and its kin have spellings of their own: `japanese`.

use super::board::Board;
use super::moves::{Move, Sort};
use super::ranks;
use super::rules::By;
use super::set::Bits;
use super::spelling::{Drops, Promotion, Spelling};
use crate::{MoveError, Notation, Position};

impl<B: Bits> Board<B> {
    /// Reads a legal move in any notation.
    ///
    /// # Errors
    /// Says why the text is no legal move.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let moves = self.legal();
        // In CECP a piece that may step away and back passes so, and it does not matter which one.
        let stays = |mv: &&Move| text == "@@@@" && mv.sort() == Sort::Stay;
        if let Some(mv) = moves.iter().find(stays) {
            return Ok(*mv);
        }
        let spelling = self.spelling(text).ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
        let mut fitting: Vec<Move> =
            moves.iter().copied().filter(|mv| self.fits(*mv, &spelling)).collect();
        if spelling.drop == Drops::IfNothingElse {
            let moved = |mv: &Move| !matches!(mv.sort(), Sort::Drop(_));
            if fitting.iter().any(moved) {
                fitting.retain(moved);
            }
        }
        self.retain_relative(&mut fitting, spelling.relative);
        if fitting.len() > 1 && spelling.promotion == Promotion::Open {
            // What does not say that it promotes does not.
            let plain = |mv: &Move| !matches!(mv.sort(), Sort::Promotion(_));
            if fitting.iter().filter(|mv| plain(mv)).count() > 0 {
                fitting.retain(plain);
            }
        }
        if fitting.len() > 1 && spelling.squares {
            // The king's step goes before castling between the same squares.
            fitting.retain(|mv| !matches!(mv.sort(), Sort::Castling(_)));
        }
        match fitting.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(MoveError::Illegal(text.to_owned(), self.reason_against(&spelling, &moves))),
            _ => Err(MoveError::Ambiguous(text.to_owned())),
        }
    }

    /// Reads a legal move known to be in a notation.
    ///
    /// # Errors
    /// As [`read_move`](Self::read_move).
    pub fn read_move_in(&self, text: &str, notation: Notation) -> Result<Move, MoveError> {
        if notation != Notation::CoordinateFromOne || self.first_rank() > 0 {
            return self.read_move(text);
        }
        let unreadable = || MoveError::Unreadable(text.to_owned());
        // What is wrong with a move is said of the text as it came.
        self.read_move(&ranks::from_zero(text).ok_or_else(unreadable)?).map_err(|why| match why {
            MoveError::Unreadable(_) => unreadable(),
            MoveError::Illegal(_, reason) => MoveError::Illegal(text.to_owned(), reason),
            MoveError::Ambiguous(_) => MoveError::Ambiguous(text.to_owned()),
        })
    }

    fn reason_against(&self, spelling: &Spelling, moves: &[Move]) -> &'static str {
        let rules = &self.layout.rules;
        let from = match spelling.from {
            (Some(file), Some(rank)) => Some(self.layout.grid.at(file, rank)),
            _ => None,
        };
        if moves.is_empty() {
            return "the game is over";
        }
        if let Some(from) = from {
            match self.piece(from) {
                None => return "no piece there",
                Some((_, side)) if side != self.side => return "the piece is the opponent's",
                _ => {}
            }
        }
        if spelling.drop == Drops::Yes
            && spelling.kind.is_some_and(|kind| self.held(self.side, kind) == 0)
        {
            return "no such piece in hand";
        }
        let promotions = |mv: &Move| {
            matches!(mv.sort(), Sort::Promotion(_))
                && spelling.to == [mv.to()]
                && Some(mv.from()) == from
        };
        if moves.iter().any(promotions) {
            return "no such promotion";
        }
        if self.in_check() {
            "in check"
        } else if rules.compulsory && moves.iter().any(|mv| self.is_capture(*mv)) {
            "a capture is compulsory"
        } else {
            "the piece does not move so"
        }
    }

    /// Whether a legal move is what the text says.
    fn fits(&self, mv: Move, spelling: &Spelling) -> bool {
        let grid = self.layout.grid;
        let (from, to) = (mv.from(), mv.to());
        if let Some(wing) = spelling.castling {
            return matches!(mv.sort(), Sort::Castling(rook) if (rook > from) as usize == wing);
        }
        if let Sort::Drop(kind) = mv.sort() {
            return spelling.drop != Drops::No
                && spelling.kind == Some(kind)
                && spelling.to == [to];
        }
        let (file, rank) = spelling.from;
        let starts = file.is_none_or(|file| file == grid.file(from))
            && rank.is_none_or(|rank| rank == grid.rank(from));
        let moved = self.piece(from).map(|(kind, _)| kind);
        if spelling.drop == Drops::Yes
            || !starts
            || spelling.kind.is_some_and(|kind| moved != Some(kind))
        {
            return false;
        }
        let promotes = match (mv.sort(), &spelling.promotion) {
            (Sort::Promotion(_), Promotion::Open) => true,
            (Sort::Promotion(kind), Promotion::Plus) => self.is_turned(kind),
            (Sort::Promotion(kind), Promotion::To(said)) => kind == *said,
            (Sort::Promotion(_), Promotion::None) => false,
            (_, Promotion::Open | Promotion::None) => true,
            _ => false,
        };
        let goes = match mv.sort() {
            Sort::Castling(rook) => {
                spelling.squares && (spelling.to == [to] || spelling.to == [rook])
            }
            Sort::Twice(first) => spelling.to == [first, to],
            // A lion's two squares may be its start and its end.
            _ => spelling.to == [to] || spelling.to == [from, to],
        };
        promotes && goes
    }

    fn spelling(&self, text: &str) -> Option<Spelling> {
        let castling = text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
        match castling.as_str() {
            "O-O" => return Some(Spelling { castling: Some(1), ..Spelling::default() }),
            "O-O-O" => return Some(Spelling { castling: Some(0), ..Spelling::default() }),
            _ => {}
        }
        self.drop_spelling(text)
            .or_else(|| self.squares_spelling(text))
            .or_else(|| self.usi_spelling(text))
            .or_else(|| self.japanese_spelling(text).filter(|_| self.promotes_by_choice()))
            .or_else(|| self.western_spelling(text).filter(|_| self.promotes_by_choice()))
            .or_else(|| self.san_spelling(text))
    }

    /// A square at the front of a text, and the rest; capitals are pieces.
    fn square_at_front<'a>(&self, text: &'a str) -> Option<(usize, &'a str)> {
        if !text.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            return None;
        }
        let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        // The longest number that is a rank.
        (1..=digits.min(2)).rev().find_map(|digits| {
            let square = self.layout.grid.square_of(&text[..1 + digits], self.first_rank())?;
            Some((square, &text[1 + digits..]))
        })
    }

    /// The number of the first rank: 0 where there are ten.
    fn first_rank(&self) -> usize {
        (self.layout.grid.ranks != 10) as usize
    }

    fn drop_spelling(&self, text: &str) -> Option<Spelling> {
        let (letter, square) = text.split_once(['@', '*'])?;
        let square = square.trim_end_matches(['+', '#', '!', '?']);
        let letter = if letter.is_empty() { "P" } else { letter };
        let kind = self.layout.kind_of(letter)?;
        let to = match self.square_at_front(square) {
            Some((to, "")) => to,
            _ => self.usi_square(square)?,
        };
        Some(Spelling { drop: Drops::Yes, kind: Some(kind), to: vec![to], ..Spelling::default() })
    }

    fn squares_spelling(&self, text: &str) -> Option<Spelling> {
        let grid = self.layout.grid;
        let (from, rest) = self.square_at_front(text)?;
        let (to, mut rest) = self.square_at_front(rest.trim_start_matches(['-', 'x']))?;
        let mut squares = vec![to];
        if let Some(leg) = rest.strip_prefix(',') {
            let (again, leg) = self.square_at_front(leg)?;
            let (last, after) = self.square_at_front(leg)?;
            if again != to {
                return None;
            }
            squares.push(last);
            rest = after;
        }
        Some(Spelling {
            from: (Some(grid.file(from)), Some(grid.rank(from))),
            to: squares,
            promotion: self.promotion(rest, false)?,
            squares: true,
            ..Spelling::default()
        })
    }

    /// Whether pieces promote by choice, to one kind each, as in shogi.
    pub(super) fn promotes_by_choice(&self) -> bool {
        self.layout.rules.promotion.by != By::Ending
    }

    /// Whether a kind is another one turned over, and is written with a `+`.
    pub(super) fn is_turned(&self, kind: usize) -> bool {
        self.promotes_by_choice() && self.letter_of(kind).starts_with('+')
    }

    /// What stands after the squares; `san`: there `+` may be a check.
    pub(super) fn promotion(&self, text: &str, san: bool) -> Option<Promotion> {
        if self.promotes_by_choice() {
            return match text {
                "" if san => Some(Promotion::Open),
                "" | "=" => Some(Promotion::None),
                "+" => Some(Promotion::Plus),
                letter => Some(Promotion::To(self.layout.kind_of(letter.trim_start_matches('='))?)),
            };
        }
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let text = text.trim_start_matches(['=', '(', '/']).trim_end_matches(')');
        match text {
            "" => Some(Promotion::Open),
            letter => Some(Promotion::To(self.layout.kind_of(letter)?)),
        }
    }

    fn san_spelling(&self, text: &str) -> Option<Spelling> {
        let length = if text.starts_with('+') { 2 } else { 1 };
        let letter = text.get(..length)?;
        let is_piece = letter.bytes().any(|byte| byte.is_ascii_uppercase());
        let (kind, mut rest) = match is_piece {
            true => (self.layout.kind_of(letter)?, &text[length..]),
            false => (self.layout.rules.kinds.iter().position(|kind| kind.pawn)?, text),
        };
        // All squares, and parts of squares, in their order.
        let mut from = (None, None);
        let mut squares = Vec::new();
        loop {
            rest = rest.trim_start_matches(['x', '-', ':']);
            if let Some((square, after)) = self.square_at_front(rest) {
                squares.push(square);
                rest = after;
                continue;
            }
            let part = rest.get(..1).unwrap_or_default();
            if let Some(file) = self.layout.grid.file_of(part).filter(|_| squares.is_empty())
                && part.bytes().all(|byte| byte.is_ascii_lowercase())
            {
                from.0 = Some(file);
                rest = &rest[1..];
                continue;
            }
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let rank = rest[..digits].parse::<usize>().ok();
            match rank.and_then(|rank| rank.checked_sub(self.first_rank())) {
                Some(rank) if squares.is_empty() && rank < self.layout.grid.ranks => {
                    from.1 = Some(rank);
                }
                _ => break,
            }
            rest = &rest[digits..];
        }
        // `Ng1f3` has both squares; a lion has two ends.
        let grid = self.layout.grid;
        let lion = self.layout.gaits[0][kind].twice.iter().any(|list| !list.is_empty());
        if squares.len() > 1 && (!lion || squares.len() > 2) {
            let start = squares.remove(0);
            from = (Some(grid.file(start)), Some(grid.rank(start)));
        }
        if squares.is_empty() || squares.len() > 1 + lion as usize {
            return None;
        }
        let promotion = self.promotion(rest, true)?;
        let kind = Some(kind);
        Some(Spelling { from, to: squares, kind, promotion, ..Spelling::default() })
    }

    /// Writes a legal move.
    pub fn write_move(&self, mv: Move, notation: Notation) -> String {
        match (notation, mv.sort()) {
            (Notation::San, _) => self.san(mv),
            (Notation::Western, _) if self.promotes_by_choice() => self.western(mv),
            (Notation::Japanese, _) if self.promotes_by_choice() => self.japanese(mv),
            (Notation::CastlingWords, Sort::Castling(rook)) => {
                castling_words(rook > mv.from()).to_owned()
            }
            (Notation::KingTakesRook, Sort::Castling(rook)) => {
                self.name(mv.from()) + &self.name(rook)
            }
            (Notation::CoordinateFromOne, _) if self.first_rank() == 0 => {
                ranks::from_one(&self.coordinates(mv))
            }
            _ => self.coordinates(mv),
        }
    }

    fn name(&self, square: usize) -> String {
        self.layout.grid.name(square, self.first_rank())
    }

    pub(super) fn coordinates(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let plain = self.name(from) + &self.name(to);
        match mv.sort() {
            Sort::Drop(kind) => format!("{}@{}", self.letter_of(kind), self.name(to)),
            Sort::Promotion(kind) if self.is_turned(kind) => plain + "+",
            Sort::Promotion(kind) => plain + &self.letter_of(kind).to_ascii_lowercase(),
            Sort::Twice(first) => {
                let first = self.name(first);
                format!("{}{first},{first}{}", self.name(from), self.name(to))
            }
            Sort::Castling(rook) => self.name(from) + &self.name(self.castling_target(mv, rook)),
            _ => plain,
        }
    }

    /// Where castling ends in coordinates: on the rook's square where the king could go to its own
    /// by itself.
    pub(super) fn castling_target(&self, mv: Move, rook: usize) -> usize {
        let (from, to) = (mv.from(), mv.to());
        let near = self.layout.grid.distance(from, to) < 2;
        if near || self.is_legal(Move::new(from, to, Sort::Plain)) { rook } else { to }
    }

    pub(super) fn letter_of(&self, kind: usize) -> &str {
        &self.layout.rules.kinds[kind].letter
    }

    fn san(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let mut san = match mv.sort() {
            Sort::Castling(rook) => castling_words(rook > from).to_owned(),
            Sort::Drop(_) => self.coordinates(mv),
            _ => self.san_of_step(mv, to),
        };
        if self.promotes_by_choice() {
            return san;
        }
        let next = self.after(mv);
        if next.in_check() {
            let over = next.end().is_some() || next.count_legal() == 0;
            san.push(if over { '#' } else { '+' });
        }
        san
    }

    fn san_of_step(&self, mv: Move, to: usize) -> String {
        let from = mv.from();
        let Some((kind, _)) = self.piece(from) else { return self.coordinates(mv) };
        let is_pawn = self.layout.rules.kinds[kind].pawn && !self.promotes_by_choice();
        let takes = self.is_capture(mv);
        let rivals = self.rivals(mv, kind);
        let mut san = String::new();
        if !is_pawn {
            san.push_str(self.letter_of(kind));
        }
        san.push_str(&self.origin(from, &rivals, is_pawn && takes));
        let first = match mv.sort() {
            Sort::Twice(first) => Some(first),
            _ => None,
        };
        let ends_with_capture = self.of(!self.side).has(to);
        if let Some(first) = first {
            san += &format!("x{}{}", self.name(first), if ends_with_capture { "x" } else { "-" });
        } else if matches!(mv.sort(), Sort::Stay) {
            san += &format!("{}-", self.name(from));
        } else if takes {
            san.push('x');
        }
        san += &self.name(to);
        san + &self.promotion_sign(mv)
    }

    /// What a move becomes, or `=` where it does not though it might by choice.
    pub(super) fn promotion_sign(&self, mv: Move) -> String {
        let might = |other: &Move| {
            (other.from(), other.to()) == (mv.from(), mv.to())
                && matches!(other.sort(), Sort::Promotion(_))
        };
        match mv.sort() {
            Sort::Promotion(kind) if self.is_turned(kind) => "+".to_owned(),
            Sort::Promotion(kind) => format!("={}", self.letter_of(kind)),
            _ if self.promotes_by_choice() && self.legal().iter().any(might) => "=".to_owned(),
            _ => String::new(),
        }
    }

    /// Where other pieces of the kind stand that could be meant.
    pub(super) fn rivals(&self, mv: Move, kind: usize) -> Vec<usize> {
        let moves = self.legal().into_iter();
        let mut starts: Vec<usize> = moves
            .filter(|other| self.is_rival(mv, *other, kind))
            .map(|other| other.from())
            .collect();
        // Each once, though it may promote or not.
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// Whether another piece of the kind could be meant.
    fn is_rival(&self, mv: Move, other: Move, kind: usize) -> bool {
        let same_way = match (mv.sort(), other.sort()) {
            (Sort::Twice(first), Sort::Twice(second)) => first == second,
            (Sort::Twice(_), _) | (_, Sort::Twice(_) | Sort::Drop(_) | Sort::Castling(_)) => false,
            _ => true,
        };
        same_way
            && other.to() == mv.to()
            && other.from() != mv.from()
            && self.piece(other.from()).is_some_and(|(piece, _)| piece == kind)
    }

    /// What tells the start of a move from those of its rivals.
    fn origin(&self, from: usize, rivals: &[usize], file_anyway: bool) -> String {
        let grid = self.layout.grid;
        let name = self.name(from);
        let (file, rank) = name.split_at(1);
        let same_file = rivals.iter().any(|rival| grid.file(*rival) == grid.file(from));
        let same_rank = rivals.iter().any(|rival| grid.rank(*rival) == grid.rank(from));
        match (rivals.is_empty(), same_file, same_rank) {
            (true, ..) if file_anyway => file.to_owned(),
            (true, ..) => String::new(),
            (_, false, _) => file.to_owned(),
            (_, _, false) if !file_anyway => rank.to_owned(),
            _ => name,
        }
    }
}

pub(super) fn castling_words(towards_h: bool) -> &'static str {
    if towards_h { "O-O" } else { "O-O-O" }
}
