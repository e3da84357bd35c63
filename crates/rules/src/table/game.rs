//! Games by table as games among others: their rows, the texts of their positions, their verdicts.

use super::board::Board;
use super::ends::{End, Why};
use super::judge::{Standing, standing};
use super::layout::Layout;
use super::looks::look;
use super::moves::Move;
use super::rules::{CastlingTo, Repetition, Royalty, Rules};
use super::set::{Bits, Wide};
use crate::fen::error;
use crate::{
    Castling, DrawReason, Family, FenError, FenStyle, GameSpec, Held, Look, Man, MoveError,
    Notation, Path, PgnForm, Pieces, Playable, Played, Position, Side, Variant, Verdict, WinReason,
};
use std::sync::OnceLock;

/// How wide the board of a game by table is: which [`Board`] holds its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// `Board<u64>`
    Narrow,
    /// `Board<u128>`
    Middle,
    /// `Board<Wide>`
    Wide,
}

impl Width {
    /// That of the narrowest board for these rules.
    fn of(rules: &Rules) -> Width {
        let squares = rules.files * rules.ranks;
        let fits = |most: usize, kinds: usize| squares <= most && rules.kinds.len() <= kinds;
        if fits(u64::SQUARES, u64::KINDS) {
            Width::Narrow
        } else if fits(u128::SQUARES, u128::KINDS) {
            Width::Middle
        } else {
            Width::Wide
        }
    }
}

/// How wide the board of a game is; `None` if it is not played by table.
pub fn width(game: Variant) -> Option<Width> {
    let data = game.spec().data?;
    [Width::Narrow, Width::Middle, Width::Wide].into_iter().find(|width| match width {
        Width::Narrow => data.is::<Prepared<u64>>(),
        Width::Middle => data.is::<Prepared<u128>>(),
        Width::Wide => data.is::<Prepared<Wide>>(),
    })
}

/// Whether a game is played by table, on boards of this width.
pub fn is_as_wide<B: Bits>(game: Variant) -> bool {
    game.spec().data.is_some_and(|data| data.is::<Prepared<B>>())
}

/// The rules of a game that is played by table.
pub fn rules_of(game: Variant) -> Option<&'static Rules> {
    let data = game.spec().data?;
    let narrow = || data.downcast_ref::<Prepared<u64>>().map(|game| &game.rules);
    let middle = || data.downcast_ref::<Prepared<u128>>().map(|game| &game.rules);
    let wide = || data.downcast_ref::<Prepared<Wide>>().map(|game| &game.rules);
    narrow().or_else(middle).or_else(wide)
}

/// What the row of a game holds: its rules, and from its first position on what is made of them.
struct Prepared<B: Bits> {
    rules: Rules,
    layout: OnceLock<Layout<B>>,
}

impl<B: Bits> Prepared<B> {
    /// The game ready for play.
    fn layout(&self) -> Result<&Layout<B>, String> {
        match self.layout.get() {
            Some(layout) => Ok(layout),
            None => {
                let layout = Layout::new(self.rules.clone())?;
                Ok(self.layout.get_or_init(|| layout))
            }
        }
    }
}

/// The row of a game with these rules, on the narrowest board that holds them, to be
/// [added](Variant::add).
///
/// ```
/// use ferz_rules::{GameSpec, Variant, new_game, table};
///
/// let mut rules = table::rules("atomic").unwrap();
/// rules.castling = None;
/// rules.start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".to_owned();
/// let row = table::spec(rules).unwrap();
/// let game = Variant::add(GameSpec { name: "atomic-without-castling", ..row }).unwrap();
/// assert_eq!(new_game(game, None).unwrap().perft(2), 400);
/// ```
///
/// # Errors
/// Says what in the rules does not fit together.
pub fn spec(rules: Rules) -> Result<GameSpec, String> {
    match Width::of(&rules) {
        Width::Narrow => checked(prepared::<u64>(rules)),
        Width::Middle => checked(prepared::<u128>(rules)),
        Width::Wide => checked(prepared::<Wide>(rules)),
    }
}

/// The same for rules that are known to fit together: nothing is made of them yet.
pub(super) fn row(rules: Rules) -> GameSpec {
    match Width::of(&rules) {
        Width::Narrow => row_of(prepared::<u64>(rules)),
        Width::Middle => row_of(prepared::<u128>(rules)),
        Width::Wide => row_of(prepared::<Wide>(rules)),
    }
}

/// A row is needed as long as a game of it may be played.
fn prepared<B: Bits>(rules: Rules) -> &'static Prepared<B> {
    Box::leak(Box::new(Prepared { rules, layout: OnceLock::new() }))
}

fn checked<B: Bits>(prepared: &'static Prepared<B>) -> Result<GameSpec, String> {
    prepared.layout()?;
    Ok(row_of(prepared))
}

fn row_of<B: Bits>(prepared: &'static Prepared<B>) -> GameSpec {
    let rules = &prepared.rules;
    let castling = match &rules.castling {
        None => Castling::None,
        Some(castling) if matches!(castling.to, CastlingTo::Files(..)) => Castling::Usual,
        Some(_) => Castling::Wild,
    };
    let is_japanese = matches!(rules.repetition, Repetition::Japanese | Repetition::Attacks);
    GameSpec {
        number: None,
        name: &rules.name,
        aliases: &[],
        title: &rules.name,
        family: Family::Other,
        files: rules.files,
        ranks: rules.ranks,
        first_rank: (rules.ranks != 10) as usize,
        start_fen: &rules.start,
        sides: if is_japanese { ["Sente", "Gote"] } else { ["White", "Black"] },
        starts_differ: false,
        castling,
        demotes: false,
        letters: &[],
        pgn: PgnForm::STANDARD,
        openings: None,
        opening_names: None,
        unnamed: false,
        disputed: false,
        wire: Notation::Coordinate,
        offered: false,
        partners: false,
        open: Played::<Board<B>>::open,
        data: Some(prepared),
    }
}

fn prepared_of<B: Bits>(variant: Variant) -> Option<&'static Prepared<B>> {
    variant.spec().data?.downcast_ref()
}

impl<B: Bits> Playable for Board<B> {
    const FAMILY: Family = Family::Other;
    const WIDE_SYMBOLS: bool = false;

    fn from_fen(fen: &str, variant: Variant) -> Result<Board<B>, FenError> {
        let prepared = prepared_of::<B>(variant);
        let prepared = prepared.ok_or_else(|| error(variant.name, "a game of another board"))?;
        let layout = prepared.layout().map_err(|_| error(variant.name, "rules that do not fit"))?;
        Board::from_fen(fen, layout)
    }

    fn fen(&self, style: FenStyle) -> String {
        Board::fen(self, style)
    }

    fn fresh_key(&self) -> u64 {
        Board::fresh_key(self)
    }

    fn is_told_by_fen(&self) -> bool {
        Board::is_told_by_fen(self)
    }

    fn look(&self, file: usize, rank: usize, _: Pieces) -> Option<char> {
        self.letter_on(self.layout.grid.at(file, rank)).chars().last()
    }

    fn man(&self, file: usize, rank: usize) -> Option<Man> {
        self.man_on(self.layout.grid.at(file, rank))
    }

    fn hands(&self) -> Option<[Vec<Held>; 2]> {
        self.held_by_sides()
    }

    fn checked(&self, _: &[Option<Man>]) -> Vec<usize> {
        self.royal(self.side).filter(|_| Board::in_check(self)).into_iter().collect()
    }

    fn path(&self, mv: Move) -> Path {
        self.path_of(mv)
    }

    fn looks(variant: Variant) -> Look {
        prepared_of::<B>(variant).map_or_else(Look::default, |game| look(&game.rules))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Board::read_move(self, text)
    }

    fn read_move_in(&self, text: &str, notation: Notation) -> Result<Move, MoveError> {
        Board::read_move_in(self, text, notation)
    }

    fn write_move(&self, mv: Move, notation: Notation) -> String {
        Board::write_move(self, mv, notation)
    }

    fn square_in_japanese(&self, square: usize) -> Option<String> {
        Board::square_in_japanese(self, square)
    }

    fn may_declare_win(&self) -> bool {
        Board::may_declare_win(self)
    }

    fn verdict(game: &Played<Board<B>>) -> Verdict {
        // What cannot come back does not matter.
        let board = game.board();
        let reach = board.reversible() as usize;
        let boards = game.boards_from(game.record().len().saturating_sub(reach));
        match standing(&boards) {
            Standing::Open | Standing::MayDeclare => Verdict::Open,
            Standing::Claimable(why) => Verdict::Claimable(drawn(why, true)),
            Standing::Over(End { winner: None, why }) => Verdict::Draw(drawn(why, false)),
            Standing::Over(End { winner: Some(side), why }) => {
                Verdict::Win(side, board.won(side, why))
            }
        }
    }
}

impl<B: Bits> Board<B> {
    fn won(&self, side: Side, why: Why) -> WinReason {
        match why {
            // Losers win by being mated.
            Why::Checkmate if side == self.side => WinReason::Rule("own king mated"),
            Why::Checkmate => WinReason::Checkmate,
            Why::Stalemate => WinReason::Stalemate,
            Why::PerpetualCheck => WinReason::PerpetualCheck,
            Why::PerpetualAttack => WinReason::Rule("perpetual attack"),
            Why::NoRoyals if self.layout.rules.royalty == Royalty::Last => {
                WinReason::Rule("last royal piece taken")
            }
            Why::NoRoyals => WinReason::Rule("king exploded"),
            Why::Goal if self.layout.runners == self.layout.royals => {
                WinReason::Rule("king at its goal")
            }
            Why::Goal => WinReason::Rule("goal reached"),
            Why::Checks => WinReason::Rule("enough checks"),
            Why::NoPieces if self.layout.needed.is_empty() => WinReason::Rule("no pieces left"),
            Why::NoPieces => WinReason::Rule("no pieces of a kind left"),
            Why::BareKing => WinReason::Rule("bare king"),
            // These are draws.
            Why::Material | Why::QuietMoves | Why::Counted => WinReason::Rule("no progress"),
            Why::Repetition => WinReason::Rule("repetition"),
        }
    }
}

fn drawn(why: Why, claimed: bool) -> DrawReason {
    match why {
        Why::Stalemate => DrawReason::Stalemate,
        Why::Material => DrawReason::InsufficientMaterial,
        Why::Repetition | Why::PerpetualCheck | Why::PerpetualAttack => DrawReason::Repetition,
        Why::QuietMoves if claimed => DrawReason::FiftyMoves,
        Why::QuietMoves => DrawReason::SeventyFiveMoves,
        Why::Counted => DrawReason::Rule("not mated within the count"),
        Why::Goal => DrawReason::Rule("both kings at their goal"),
        Why::BareKing => DrawReason::Rule("two bare kings"),
        Why::Checkmate | Why::Checks | Why::NoPieces | Why::NoRoyals => {
            DrawReason::Rule("a draw by the rules of the game")
        }
    }
}
