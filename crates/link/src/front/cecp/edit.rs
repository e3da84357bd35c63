//! Edit mode: a position set up piece by piece, on the text of a FEN.
//!
//! Works on any rectangular board; only the referee knows whether the outcome can be played.

use super::game::Board;
use super::{Cecp, Mode};
use crate::Castling;
use crate::Side;
use ferz_wire::cecp::EditLine;

/// A board under construction.
#[derive(Debug)]
pub(super) struct Editor {
    grid: Grid,
    /// Holdings behind the board, brackets included.
    holdings: String,
    side: Side,
    colour: Side,
    /// Castling rights as ChessBase's `castle` names them (C-760).
    castling: Option<String>,
    /// En passant square or file from ChessBase's `ep` (C-761).
    en_passant: Option<String>,
    /// Back to analysis; else to force mode.
    analysing: bool,
}

/// The squares of a board, the highest rank first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid(Vec<Vec<Option<String>>>);

impl Grid {
    /// Reads the board field of a FEN.
    pub(super) fn parse(board: &str) -> Grid {
        Grid(board.split('/').map(row).collect())
    }

    /// Reads the board field of a FEN that may be anything; what has not the size of `model` is an
    /// empty board of that size.
    fn parse_like(board: &str, model: &Grid) -> Grid {
        let grid = Grid::parse(board);
        let fits =
            grid.0.len() == model.0.len() && grid.0.iter().all(|row| row.len() == model.width());
        if fits { grid } else { Grid(vec![vec![None; model.width()]; model.0.len()]) }
    }

    fn width(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    /// Boards with exactly ten ranks count from 0 (C-319).
    fn first_rank(&self) -> usize {
        if self.0.len() == 10 { 0 } else { 1 }
    }

    /// Row and column of a square's name.
    fn square(&self, name: &str) -> Option<(usize, usize)> {
        let mut chars = name.chars();
        let file = chars.next()?.to_ascii_lowercase();
        if !file.is_ascii_lowercase() {
            return None;
        }
        let column = file as usize - 'a' as usize;
        let digits = chars.as_str();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let rank: usize = digits.parse().ok()?;
        let from_below = rank.checked_sub(self.first_rank())?;
        let row = self.0.len().checked_sub(from_below.checked_add(1)?)?;
        (column < self.width()).then_some((row, column))
    }

    pub(super) fn put(&mut self, square: &str, piece: Option<String>) -> bool {
        let Some((row, column)) = self.square(square) else { return false };
        match self.0.get_mut(row).and_then(|row| row.get_mut(column)) {
            Some(cell) => {
                *cell = piece;
                true
            }
            None => false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().flatten().for_each(|cell| *cell = None);
    }

    fn piece(&self, square: &str) -> Option<&str> {
        let (row, column) = self.square(square)?;
        self.0.get(row)?.get(column)?.as_deref()
    }

    /// Whether a piece of one square takes what stands on another: of the other side, then.
    pub(super) fn is_taken(&self, from: &str, to: &str) -> bool {
        let side = |square: &str| Some(self.piece(square)?.contains(char::is_uppercase));
        matches!((side(from), side(to)), (Some(own), Some(other)) if own != other)
    }

    /// Columns of a piece on the back rank of a side.
    fn on_back_rank(&self, side: Side, piece: char) -> Vec<usize> {
        let row = match side {
            Side::First => self.0.last(),
            Side::Second => self.0.first(),
        };
        let wanted = coloured(piece, side);
        let Some(row) = row else { return Vec::new() };
        row.iter()
            .enumerate()
            .filter(|(_, cell)| cell.as_deref() == Some(wanted.as_str()))
            .map(|(column, _)| column)
            .collect()
    }
}

impl std::fmt::Display for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, row) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for cell in row {
                match cell {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        f.write_str(piece)?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        Ok(())
    }
}

/// One rank: numbers of empty squares, letters with `+` before or `~` behind.
fn row(text: &str) -> Vec<Option<String>> {
    let mut cells: Vec<Option<String>> = Vec::new();
    let mut empty = 0usize;
    let mut prefix = String::new();
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            empty = (empty * 10 + digit as usize).min(26);
            continue;
        }
        cells.resize(cells.len() + std::mem::take(&mut empty), None);
        match c {
            '+' => prefix.push('+'),
            '~' => {
                if let Some(Some(last)) = cells.last_mut() {
                    last.push('~');
                }
            }
            c => cells.push(Some(format!("{}{c}", std::mem::take(&mut prefix)))),
        }
    }
    cells.resize(cells.len() + empty, None);
    cells
}

fn coloured(piece: char, side: Side) -> String {
    match side {
        Side::First => piece.to_ascii_uppercase().to_string(),
        Side::Second => piece.to_ascii_lowercase().to_string(),
    }
}

impl Editor {
    fn new(fen: &str, model: &Grid, analysing: bool) -> Editor {
        let mut fields = fen.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let side = if fields.next() == Some("b") { Side::Second } else { Side::First };
        let (squares, holdings) = match board.find('[') {
            Some(at) => board.split_at(at),
            None => (board, ""),
        };
        Editor {
            grid: Grid::parse_like(squares, model),
            holdings: holdings.into(),
            side,
            colour: Side::First,
            castling: None,
            en_passant: None,
            analysing,
        }
    }

    fn fen(&self, castling: &str) -> String {
        let side = if self.side == Side::First { "w" } else { "b" };
        let ep = match self.en_passant.as_deref() {
            // A file letter alone: the rank follows from the side to move.
            Some(file) if file.len() == 1 && file != "-" => {
                let rank = if self.side == Side::First { 6 } else { 3 };
                format!("{file}{rank}")
            }
            Some(square) if !square.is_empty() => square.to_owned(),
            _ => "-".into(),
        };
        let castling = self.castling.as_deref().unwrap_or(castling);
        format!("{}{} {side} {castling} {ep} 0 1", self.grid, self.holdings)
    }
}

impl Cecp {
    /// `edit`
    pub(super) fn edit(&mut self) {
        self.quiet();
        self.clocks.stop(self.now);
        let analysing = matches!(self.mode, Mode::Analysing);
        let (home, _) = self.home();
        let editor = Editor::new(&self.table.fen(), &home, analysing);
        self.mode = Mode::Edit(Box::new(editor));
    }

    pub(super) fn edit_line(&mut self, line: EditLine) {
        let Mode::Edit(editor) = &mut self.mode else { return };
        match line {
            EditLine::ChangeColour => editor.colour = !editor.colour,
            EditLine::Clear => editor.grid.clear(),
            EditLine::Place { piece, square, promoted } => {
                let mut cell = coloured(piece, editor.colour);
                if promoted && !editor.holdings.is_empty() {
                    cell.push('~');
                }
                if !editor.grid.put(&square, Some(cell)) {
                    self.error("bad parameter", &format!("{piece}{square}"));
                }
            }
            EditLine::Remove(square) => {
                if !editor.grid.put(&square, None) {
                    self.error("bad parameter", &format!("x{square}"));
                }
            }
            EditLine::Castle(field) => {
                let field = field.trim();
                editor.castling = Some(if field.is_empty() { "-" } else { field }.into());
            }
            EditLine::EnPassant(square) => editor.en_passant = Some(square.trim().into()),
            EditLine::Leave => self.leave_edit(),
            EditLine::Quit => self.quit(),
            EditLine::Unknown(line) if line.trim().is_empty() => {}
            EditLine::Unknown(line) => self.error("unknown command", line.trim()),
        }
    }

    fn leave_edit(&mut self) {
        let Mode::Edit(editor) = std::mem::replace(&mut self.mode, Mode::Force) else { return };
        if editor.analysing {
            self.mode = Mode::Analysing;
        }
        let fen = editor.fen(&self.rights(&editor.grid));
        self.take_fen(&fen);
        self.after_set_up();
    }

    /// The board of this game at its start, and whether anybody may castle there.
    fn home(&self) -> (Grid, bool) {
        let fen = match Board::start(&*self.referee, &self.table.variant) {
            Board::Legal(start) => start.fen(),
            Board::Illegal { fen } => fen,
        };
        let mut fields = fen.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let squares = board.split('[').next().unwrap_or_default();
        (Grid::parse(squares), fields.nth(1).is_some_and(|rights| rights != "-"))
    }

    /// Castling rights after edit: kings and rooks at home may castle (C-408); in shuffle games
    /// with castling any king and rook of the back rank (C-411).
    fn rights(&self, grid: &Grid) -> String {
        let (home, castles) = self.home();
        if !castles {
            return "-".into();
        }
        let anywhere = self.table.castling() == Some(Castling::AnyFile);
        let wild = self.table.castling() == Some(Castling::Wild);
        let mut rights = String::new();
        for side in [Side::First, Side::Second] {
            let home_kings = home.on_back_rank(side, 'k');
            let home_rooks = home.on_back_rank(side, 'r');
            let king = grid.on_back_rank(side, 'k').into_iter().find(|king| {
                anywhere || home_kings.contains(king) || (wild && (*king == 3 || *king == 4))
            });
            let Some(king) = king else { continue };
            let rooks = grid.on_back_rank(side, 'r');
            let may = |rook: &usize| anywhere || home_rooks.contains(rook);
            if rooks.iter().any(|rook| *rook > king && may(rook)) {
                rights += &coloured('k', side);
            }
            if rooks.iter().any(|rook| *rook < king && may(rook)) {
                rights += &coloured('q', side);
            }
        }
        if rights.is_empty() { "-".into() } else { rights }
    }
}
