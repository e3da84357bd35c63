//! What a text can say about a move, in any notation of the games here.

/// What a text says about a move.
#[derive(Debug, Default)]
pub(super) struct Spelling {
    pub castling: Option<usize>,
    /// A square, or parts of it, where the move starts.
    pub from: (Option<usize>, Option<usize>),
    /// The squares that it goes to, the last one last.
    pub to: Vec<usize>,
    /// The piece that moves, or is dropped.
    pub kind: Option<usize>,
    pub drop: Drops,
    /// What it becomes.
    pub promotion: Promotion,
    /// Whether the text gives both squares and no piece.
    pub squares: bool,
    /// What tells it from others.
    pub relative: Relative,
}

/// Whether a text means a drop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Drops {
    #[default]
    No,
    Yes,
    /// If no piece on the board is meant.
    IfNothingElse,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Promotion {
    /// Not said.
    #[default]
    Open,
    /// It does not.
    None,
    To(usize),
    /// To its only choice.
    Plus,
}

/// How a piece moves, as its own side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Sideways,
    Back,
}

/// Where it comes from, as its own side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flank {
    Left,
    Right,
    /// From right behind.
    Straight,
}

/// What tells pieces of a kind apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Relative {
    pub way: Option<Way>,
    pub flank: Option<Flank>,
}

impl Relative {
    pub(super) fn text(self) -> String {
        let flank = self.flank.map(|flank| match flank {
            Flank::Left => '左',
            Flank::Right => '右',
            Flank::Straight => '直',
        });
        let way = self.way.map(|way| match way {
            Way::Forward => '上',
            Way::Sideways => '寄',
            Way::Back => '引',
        });
        flank.into_iter().chain(way).collect()
    }
}
