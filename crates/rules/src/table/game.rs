//! Games by table as games among others: their rows, the texts of their positions, their verdicts.

use super::board::Board;
use super::catalogue::rules;
use super::ends::{End, Why};
use super::judge::{Standing, standing};
use super::layout::Layout;
use super::looks::look;
use super::moves::Move;
use super::rules::{CastlingTo, Royalty, Rules};
use super::set::{Bits, Wide};
use crate::fen::error;
use crate::{
    Castling, DrawReason, Family, FenError, FenStyle, GameSpec, Held, Look, Man, MoveError,
    Notation, Path, Pieces, Playable, Played, Position, Side, Variant, Verdict, WinReason,
};

/// The row of a game of the catalogue, to be [added](Variant::add). It is made anew, and stays in
/// memory, with each call.
///
/// ```
/// use ferz_rules::{Variant, new_game, table};
///
/// let atomic = Variant::add(table::row("atomic").unwrap()).unwrap();
/// let mut game = new_game(atomic, None).unwrap();
/// for text in ["Nf3", "a6", "Ne5", "a5", "Nxf7"] {
///     game.play(text).unwrap();
/// }
/// assert!(game.legal_moves(ferz_rules::Notation::San).is_empty());
/// ```
pub fn row(name: &str) -> Option<GameSpec> {
    Some(spec(rules(name)?).expect("the rules of the catalogue fit together"))
}

/// The row of a game with these rules, on the narrowest board that holds them.
///
/// # Errors
/// Says what in the rules does not fit together.
pub fn spec(rules: Rules) -> Result<GameSpec, String> {
    let squares = rules.files * rules.ranks;
    let fits = |most: usize, kinds: usize| squares <= most && rules.kinds.len() <= kinds;
    if fits(u64::SQUARES, u64::KINDS) {
        spec_of::<u64>(rules)
    } else if fits(u128::SQUARES, u128::KINDS) {
        spec_of::<u128>(rules)
    } else {
        spec_of::<Wide>(rules)
    }
}

fn spec_of<B: Bits>(rules: Rules) -> Result<GameSpec, String> {
    let name: &'static str = rules.name.clone().leak();
    let castling = match &rules.castling {
        None => Castling::None,
        Some(castling) if matches!(castling.to, CastlingTo::Files(..)) => Castling::Usual,
        Some(_) => Castling::Wild,
    };
    let row = GameSpec {
        number: None,
        name,
        aliases: &[],
        title: name,
        family: Family::Other,
        files: rules.files,
        ranks: rules.ranks,
        first_rank: (rules.ranks != 10) as usize,
        start_fen: rules.start.clone().leak(),
        sides: if rules.entering { ["Sente", "Gote"] } else { ["White", "Black"] },
        castling,
        demotes: false,
        wire: Notation::Coordinate,
        offered: false,
        open: Played::<Board<B>>::open,
        data: None,
    };
    let layout: &'static Layout<B> = Box::leak(Box::new(Layout::new(rules)?));
    Ok(GameSpec { data: Some(layout), ..row })
}

fn layout_of<B: Bits>(variant: Variant) -> Option<&'static Layout<B>> {
    variant.spec().data?.downcast_ref::<Layout<B>>()
}

impl<B: Bits> Playable for Board<B> {
    const FAMILY: Family = Family::Other;
    const WIDE_SYMBOLS: bool = false;

    fn from_fen(fen: &str, variant: Variant) -> Result<Board<B>, FenError> {
        let layout = layout_of::<B>(variant);
        let layout = layout.ok_or_else(|| error(variant.name, "a game of another board"))?;
        Board::from_fen(fen, layout)
    }

    fn fen(&self, style: FenStyle) -> String {
        Board::fen(self, style)
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
        layout_of::<B>(variant).map_or_else(Look::default, |layout| look(&layout.rules))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Board::read_move(self, text)
    }

    fn write_move(&self, mv: Move, notation: Notation) -> String {
        Board::write_move(self, mv, notation)
    }

    fn perft(&self, depth: u32) -> u64 {
        Board::perft(self, depth)
    }

    fn verdict(game: &Played<Board<B>>) -> Verdict {
        // What lies before the last irreversible move cannot come back.
        let board = game.board();
        let reach = board.halfmove_clock() as usize;
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
            Why::NoRoyals if self.layout.rules.royalty == Royalty::Last => {
                WinReason::Rule("last royal piece taken")
            }
            Why::NoRoyals => WinReason::Rule("king exploded"),
            Why::Goal => WinReason::Rule("king at its goal"),
            Why::Checks => WinReason::Rule("enough checks"),
            Why::NoPieces => WinReason::Rule("no pieces left"),
            Why::BareKing => WinReason::Rule("bare king"),
            // These are draws.
            Why::Material | Why::Repetition | Why::QuietMoves => WinReason::Rule("no progress"),
        }
    }
}

fn drawn(why: Why, claimed: bool) -> DrawReason {
    match why {
        Why::Stalemate => DrawReason::Stalemate,
        Why::Material => DrawReason::InsufficientMaterial,
        Why::Repetition | Why::PerpetualCheck => DrawReason::Repetition,
        Why::QuietMoves if claimed => DrawReason::FiftyMoves,
        Why::QuietMoves => DrawReason::SeventyFiveMoves,
        Why::Goal => DrawReason::Rule("both kings at their goal"),
        Why::BareKing => DrawReason::Rule("two bare kings"),
        Why::Checkmate | Why::Checks | Why::NoPieces | Why::NoRoyals => {
            DrawReason::Rule("a draw by the rules of the game")
        }
    }
}
