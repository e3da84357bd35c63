//! FEN of all games here, in the dialects that interfaces and engines write.
//!
//! ```text
//! placement [hands] side castling passed (checks to give) half-moves moves (+checks given)
//! ```
//!
//! Hands stand in brackets after the placement, or as one more rank: `.../RNBQKBNR[Pp]`,
//! `.../RNBQKBNR/Pp`. Checks are what is left, `3+3`, or what was given, at the end: `+0+0`.
//!
//! Games that promote and drop as shogi does are also read and written in SFEN, as USI has it:
//! `placement side hands moves`, where `b` moves first and the last number counts moves of both sides.

use super::board::{Board, Count, EMPTY};
use super::layout::{Layout, NOWHERE};
use super::region::Grid;
use super::rules::{Counting, Hands, Royalty};
use super::set::{Bits, Set};
use crate::fen::{error, noted, number, push_count};
use crate::{FenError, FenStyle, Side};
use std::fmt::Write;

/// No hand holds more of one kind.
const MOST_HELD: u8 = 100;

impl<B: Bits> Board<B> {
    /// Reads a FEN.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn from_fen(fen: &str, layout: &'static Layout<B>) -> Result<Board<B>, FenError> {
        let mut board = Board::empty(layout);
        if let Some(usual) = board.fen_of_sfen(fen) {
            return Board::from_fen(&usual, layout);
        }
        let mut fields = fen.split_whitespace().peekable();
        let placement = fields.next().ok_or_else(|| error(fen, "empty FEN"))?;
        let (placement, hands) = split_hands(placement, layout.grid.ranks)?;
        let mut faults = board.read_placement(placement);
        match hands {
            Some(hands) => noted(board.read_hands(hands), (), &mut faults),
            // Without a stock pawns become what never runs out.
            None => board.stocked = layout.rules.hands != Hands::Owner,
        }
        match fields.next().unwrap_or("w") {
            "w" => {}
            "b" => board.set_side(Side::Second),
            other => faults.push(error(other, "unknown side to move")),
        }
        let royals = board.check_royals(fen);
        // Fairy-Stockfish and Sjaak II begin shogi without fields for castling and what was passed.
        let (castling, passed) = match fields.peek().copied() {
            Some(field) if field.bytes().all(|byte| byte.is_ascii_digit()) => ("-", "-"),
            _ => (fields.next().unwrap_or("-"), fields.next().unwrap_or("-")),
        };
        noted(board.read_castling(castling), (), &mut faults);
        let mut counters = Vec::new();
        for field in fields {
            match field.split_once('+') {
                Some(("", given)) => noted(board.read_checks(field, given, true), (), &mut faults),
                Some(_) => noted(board.read_checks(field, field, false), (), &mut faults),
                None => counters.push(noted(number(field), 0, &mut faults)),
            }
        }
        board.clock = counters.first().copied().unwrap_or(0);
        let counts = board.layout.rules.counting != Counting::None;
        let limit = passed.parse().ok().filter(|limit| counts && *limit > 0);
        if let Some(limit) = limit {
            board.count = Count { limit, ply: board.clock };
            board.clock = 0;
        }
        let moves = counters.get(1).copied().unwrap_or(1).max(1);
        board.ply = (moves - 1).saturating_mul(2).saturating_add(board.side as u16);
        // Who has just won may leave a king in check.
        if royals.is_empty() && board.end().is_none() && board.in_check_of(!board.side) {
            faults.push(error(fen, "the side not to move is in check"));
        }
        faults.extend(royals);
        if limit.is_none() {
            noted(board.read_passed(passed), (), &mut faults);
        }
        FenError::of(faults)?;
        board.danger = board.find_danger();
        Ok(board)
    }

    /// Puts the pieces on the board; all that is wrong with them.
    fn read_placement(&mut self, placement: &str) -> Vec<FenError> {
        let grid = self.layout.grid;
        let ranks: Vec<&str> = placement.split('/').collect();
        if ranks.len() != grid.ranks {
            return vec![error(placement, "wrong number of ranks")];
        }
        let rows = ranks.iter().enumerate();
        rows.filter_map(|(row, text)| self.read_rank(text, grid.ranks - 1 - row).err()).collect()
    }

    fn read_rank(&mut self, text: &str, rank: usize) -> Result<(), FenError> {
        let grid = self.layout.grid;
        let mut file = 0;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            if letter.is_ascii_digit() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let count = rest[..digits].parse::<usize>().unwrap_or(usize::MAX);
                file = count.saturating_add(file);
                rest = &rest[digits..];
            } else {
                let length = if letter == '+' { 2 } else { letter.len_utf8() };
                let name = rest.get(..length).ok_or_else(|| error(text, "unknown piece"))?;
                let kind = self.layout.kind_of(name);
                let kind = kind.ok_or_else(|| error(name, "unknown piece"))?;
                if file >= grid.files {
                    return Err(error(text, "wrong number of files"));
                }
                let square = grid.at(file, rank);
                self.put(kind, side_of(name), square);
                rest = &rest[length..];
                if let Some(after) = rest.strip_prefix('~') {
                    self.set_promoted(square, true);
                    rest = after;
                }
                file += 1;
            }
            if file > grid.files {
                return Err(error(text, "wrong number of files"));
            }
        }
        if file == grid.files { Ok(()) } else { Err(error(text, "wrong number of files")) }
    }

    fn read_hands(&mut self, hands: &str) -> Result<(), FenError> {
        if self.layout.rules.hands == Hands::None {
            return if matches!(hands, "" | "-") {
                Ok(())
            } else {
                Err(error(hands, "no pieces are held in this game"))
            };
        }
        let mut count = 0;
        for letter in hands.chars().filter(|letter| *letter != '-') {
            if let Some(digit) = letter.to_digit(10) {
                count = (10 * count + digit).min(1000);
                continue;
            }
            let name = letter.to_string();
            let kind = self.layout.kind_of(&name).filter(|kind| *kind < self.hands[0].len());
            let kind = kind.ok_or_else(|| error(&name, "unknown piece in hand"))?;
            let side = side_of(&name);
            let held = self.held(side, kind) as u32 + count.max(1);
            let Some(held) = u8::try_from(held).ok().filter(|held| *held <= MOST_HELD) else {
                return Err(error(hands, "too many pieces in hand"));
            };
            self.set_held(side, kind, held);
            count = 0;
        }
        Ok(())
    }

    fn read_checks(&mut self, field: &str, text: &str, given: bool) -> Result<(), FenError> {
        let most = self.layout.rules.checks;
        let numbers = text.split_once('+').and_then(|(first, second)| {
            Some([first.parse::<u8>().ok()?, second.parse::<u8>().ok()?])
        });
        match numbers {
            Some(numbers) if most > 0 && numbers.iter().all(|number| *number <= most) => {
                for side in Side::BOTH {
                    let number = numbers[side.index()];
                    self.set_checks(side, if given { most - number } else { number });
                }
                Ok(())
            }
            _ => Err(error(field, "unreadable number of checks")),
        }
    }

    fn check_royals(&self, fen: &str) -> Vec<FenError> {
        let rules = &self.layout.rules;
        let royals = self.union(&self.layout.royals);
        let count = |side| {
            let held = self.layout.royals.iter().map(|royal| self.held(side, *royal) as u32);
            (royals & self.of(side)).count() + held.sum::<u32>()
        };
        let fault = |side| {
            let count = count(side);
            match rules.royalty {
                Royalty::Nothing | Royalty::Last | Royalty::Few(_) => None,
                Royalty::FirstKing if count == 0 => Some("a king is missing"),
                Royalty::FirstKing => None,
                Royalty::One if count > 1 => Some("too many kings"),
                // The horde has none, and an exploded king is gone.
                Royalty::One if count == 0 && rules.extinct.is_none() && !rules.explosions => {
                    Some("a king is missing")
                }
                Royalty::One => None,
            }
        };
        // Who has lost the last one loses: both cannot have.
        let ends = rules.royalty == Royalty::Last || rules.explosions;
        let ends = ends && !self.layout.royals.is_empty();
        let none = (ends && Side::BOTH.map(count) == [0, 0]).then_some("both sides lack a king");
        let faults = Side::BOTH.into_iter().filter_map(fault).chain(none);
        faults.map(|reason| error(fen, reason)).collect()
    }

    fn read_castling(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let wrong = |reason| error(field, reason);
        let Some((king_kind, rook_kind)) = self.layout.castlers else {
            return Err(wrong("there is no castling in this game"));
        };
        let grid = self.layout.grid;
        for letter in field.chars() {
            let side = if letter.is_uppercase() { Side::First } else { Side::Second };
            let rank = if side == Side::First { 0 } else { grid.ranks - 1 };
            let row: Set<B> = (0..grid.files).map(|file| grid.at(file, rank)).collect();
            let from = self.layout.rules.castling.as_ref().and_then(|castling| castling.from);
            let column = from.map_or(self.layout.all, |file| self.layout.columns[file]);
            let kings = self.kind(king_kind) & self.of(side) & row & column;
            let rooks = self.kind(rook_kind) & self.of(side) & row;
            let king = kings.first().ok_or_else(|| wrong("no king to castle"))?;
            let rook = match letter.to_ascii_uppercase() {
                'K' => rooks.into_iter().filter(|rook| *rook > king).last(),
                'Q' => rooks.first().filter(|rook| *rook < king),
                file => grid
                    .file_of(&file.to_string())
                    .map(|file| grid.at(file, rank))
                    .filter(|rook| rooks.has(*rook)),
            };
            let rook = match rook {
                Some(rook) => rook,
                // XBoard draws where super chess begins, and writes all rights whatever it draws.
                None if self.layout.rules.hands == Hands::Owner => continue,
                None => return Err(wrong("no rook to castle with")),
            };
            let wing = (rook > king) as usize;
            if self.castled(king, wing).is_none() {
                return Err(wrong("no place to castle to"));
            }
            self.castlers[side.index()] = king as u8;
            self.set_rook(side.index(), wing, rook as u8);
        }
        Ok(())
    }

    /// Reads the square that was passed. What passed it is the piece of the other side from which a
    /// double step over it ends; the right is kept if a piece could use it.
    fn read_passed(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let grid = self.layout.grid;
        let first = (grid.ranks != 10) as usize;
        let target = grid.square_of(field, first);
        let target = target.ok_or_else(|| error(field, "no square that was passed"))?;
        let mover = !self.side;
        let victim = self.passers(target).next();
        if let Some(victim) = victim
            && !self.occupied().has(target)
            && self.can_be_taken_passing(target, self.side)
        {
            self.set_side(mover);
            self.mark_passed(target, victim);
            self.set_side(!mover);
        }
        Ok(())
    }

    /// What may have passed a square with its last move.
    fn passers(&self, target: usize) -> impl Iterator<Item = usize> {
        let gaits = self.layout.gaits[(!self.side).index()].iter().enumerate();
        gaits.flat_map(move |(kind, gait)| {
            let men = self.kind(kind) & self.of(!self.side);
            let over = gait.doubles.iter().flatten().filter(move |double| double.0 == target);
            over.filter(move |double| double.2 && men.has(double.1)).map(|double| double.1)
        })
    }

    /// FEN has no place for the clock beside a count, for the lion that was taken a move ago, and none for the piece that passed
    /// a square where several may have done so.
    pub(super) fn is_told_by_fen(&self) -> bool {
        let (passed, victim) = self.passed;
        let first = || self.passers(passed as usize).next();
        let counted = self.count.limit > 0 && self.clock > 0;
        self.lion == NOWHERE && !counted && (passed == NOWHERE || first() == Some(victim as usize))
    }

    /// Whether SFEN can say all that belongs to a position.
    fn has_sfen(&self) -> bool {
        let rules = &self.layout.rules;
        rules.hands != Hands::None
            && self.promotes_by_choice()
            && rules.castling.is_none()
            && rules.checks == 0
    }

    /// The FEN that an SFEN stands for; `None` if it is no SFEN. A FEN whose second field is the side
    /// has more fields, or two numbers at the end, or its hands elsewhere.
    fn fen_of_sfen(&self, text: &str) -> Option<String> {
        let text = text.trim();
        let text = text.strip_prefix("sfen ").unwrap_or(text);
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [placement, side, hands, moves] = fields.as_slice() else { return None };
        let side = match *side {
            "b" => Side::First,
            "w" => Side::Second,
            _ => return None,
        };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (_, held) = split_hands(placement, self.layout.grid.ranks).ok()?;
        if held.is_some() || is_number(hands) || !is_number(moves) || !self.has_sfen() {
            return None;
        }
        let hands = if *hands == "-" { "" } else { hands };
        let made = moves.parse::<u32>().unwrap_or(u32::MAX).max(1) - 1;
        let [letter, full] = match side {
            Side::First => ["w", &made.div_ceil(2).saturating_add(1).to_string()],
            Side::Second => ["b", &(made / 2 + 1).to_string()],
        };
        Some(format!("{placement}[{hands}] {letter} - - 0 {full}"))
    }

    /// Writes an SFEN.
    fn sfen(&self) -> String {
        let usual = self.fen(FenStyle::XFen);
        let placement = usual.split(['[', ' ']).next().unwrap_or_default();
        let side = if self.side == Side::First { 'b' } else { 'w' };
        let mut hands = String::new();
        for side in Side::BOTH {
            for kind in (0..self.layout.rules.kinds.len()).rev() {
                match self.held(side, kind) {
                    0 => {}
                    1 => hands.push_str(&self.layout.letter(kind, side)),
                    count => _ = write!(hands, "{count}{}", self.layout.letter(kind, side)),
                }
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{placement} {side} {hands} {}", self.ply + 1)
    }

    /// Writes a FEN.
    pub fn fen(&self, style: FenStyle) -> String {
        if style == FenStyle::Sfen && self.has_sfen() {
            return self.sfen();
        }
        let grid = self.layout.grid;
        let mut fen = String::new();
        for rank in (0..grid.ranks).rev() {
            let mut empty = 0;
            for file in 0..grid.files {
                let square = grid.at(file, rank);
                match self.cells.as_ref()[square] {
                    EMPTY => empty += 1,
                    _ => {
                        push_count(&mut fen, empty);
                        empty = 0;
                        fen.push_str(&self.letter_on(square));
                        if self.promoted.has(square) {
                            fen.push('~');
                        }
                    }
                }
            }
            push_count(&mut fen, empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        let rules = &self.layout.rules;
        if rules.hands != Hands::None && self.stocked {
            _ = write!(fen, "[{}]", self.hands_text());
        }
        fen.push_str(if self.side == Side::First { " w " } else { " b " });
        self.write_castling(style, &mut fen);
        match self.passed.0 {
            NOWHERE if self.count.limit > 0 => _ = write!(fen, " {}", self.count.limit),
            NOWHERE => fen.push_str(" -"),
            square => {
                let first = (grid.ranks != 10) as usize;
                _ = write!(fen, " {}", grid.name(square as usize, first));
            }
        }
        if rules.checks > 0 {
            _ = write!(fen, " {}+{}", self.checks[0], self.checks[1]);
        }
        let clock = if self.count.limit > 0 { self.count.ply } else { self.clock };
        _ = write!(fen, " {clock} {}", self.ply / 2 + 1);
        fen
    }

    /// What both sides hold, as letters, the first side's first.
    pub fn hands_text(&self) -> String {
        let mut text = String::new();
        for side in Side::BOTH {
            for kind in (0..self.layout.rules.kinds.len()).rev() {
                let letter = self.layout.letter(kind, side);
                text.push_str(&letter.repeat(self.held(side, kind) as usize));
            }
        }
        text
    }

    /// The letter of the piece on a square as FEN writes it; empty if there is none.
    pub fn letter_on(&self, square: usize) -> String {
        self.piece(square).map_or_else(String::new, |(kind, side)| self.layout.letter(kind, side))
    }

    fn write_castling(&self, style: FenStyle, fen: &mut String) {
        let grid = self.layout.grid;
        let start = fen.len();
        for side in Side::BOTH {
            for (wing, letter) in [(1, 'K'), (0, 'Q')] {
                let rook = self.rooks[side.index()][wing];
                if rook == NOWHERE {
                    continue;
                }
                let rook = rook as usize;
                let letter = if style != FenStyle::Shredder && self.is_outermost(grid, rook, wing) {
                    letter
                } else {
                    (b'A' + grid.file(rook) as u8) as char
                };
                fen.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
            }
        }
        if fen.len() == start {
            fen.push('-');
        }
    }

    /// Whether no other rook of its side stands farther out on its rank.
    fn is_outermost(&self, grid: Grid, rook: usize, wing: usize) -> bool {
        let Some((kind, side)) = self.piece(rook) else { return false };
        let (rank, file) = (grid.rank(rook), grid.file(rook));
        let outer: Set<B> = match wing {
            0 => (0..file).map(|file| grid.at(file, rank)).collect(),
            _ => (file + 1..grid.files).map(|file| grid.at(file, rank)).collect(),
        };
        (outer & self.kind(kind) & self.of(side)).is_empty()
    }
}

impl<B: Bits> Layout<B> {
    /// The letter of a piece as FEN writes it.
    pub fn letter(&self, kind: usize, side: Side) -> String {
        let letter = &self.rules.kinds[kind].letter;
        if side == Side::First { letter.clone() } else { letter.to_ascii_lowercase() }
    }
}

fn side_of(name: &str) -> Side {
    let first = name.chars().any(|letter| letter.is_ascii_uppercase());
    if first { Side::First } else { Side::Second }
}

/// Parts the placement from the hands.
fn split_hands(placement: &str, ranks: usize) -> Result<(&str, Option<&str>), FenError> {
    if let Some((placement, hands)) = placement.split_once('[') {
        let hands = hands.strip_suffix(']').ok_or_else(|| error(hands, "brackets stay open"))?;
        return Ok((placement, Some(hands)));
    }
    match placement.match_indices('/').nth(ranks.saturating_sub(1)) {
        Some((index, _)) => Ok((&placement[..index], Some(&placement[index + 1..]))),
        None => Ok((placement, None)),
    }
}

impl<B: Bits> std::fmt::Display for Board<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.fen(FenStyle::XFen))
    }
}
