//! What captures win in games by table, against trying them out.

use ferz_rules::table::set::{Bits, Set, Wide};
use ferz_rules::table::{self, Board, Hands, Move, Royalty, Sort, Width};
use ferz_rules::{FenStyle, Order, Playable, Position, Random, Side, Variant};

/// A kind, whose it is and where it stands.
type Man = (usize, Side, usize);

/// Games of a width in which captures take one man and end no game.
fn games(width: Width) -> Vec<Variant> {
    let is_simple = |game: &Variant| {
        let rules = table::rules(game.name).expect("a game by table");
        !rules.explosions && !rules.compulsory
    };
    let wide = |game: &Variant| table::width(*game) == Some(width);
    Variant::all().into_iter().filter(wide).filter(is_simple).collect()
}

/// What the side to move wins with this move, if each side then takes with its cheapest man or stops.
fn tried<B: Bits>(board: &Board<B>, mv: Move) -> i32 {
    let layout = board.layout();
    let is_enemy = |square: usize| board.of(!board.side()).has(square);
    let taken: Vec<usize> = match mv.sort() {
        Sort::Passant(victim) => vec![victim],
        Sort::Twice(first) => vec![first, mv.to()],
        Sort::Drop(_) | Sort::Stay => vec![],
        _ => vec![mv.to()],
    };
    let taken: Vec<usize> = taken.into_iter().filter(|square| is_enemy(*square)).collect();
    let men = board.occupied().into_iter().filter_map(|square| {
        let (kind, side) = board.piece(square)?;
        (square != mv.from() && !taken.contains(&square)).then_some((kind, side, square))
    });
    let mut men: Vec<Man> = men.collect();
    let moved = || board.piece(mv.from()).expect("a man moves").0;
    let kind = match mv.sort() {
        Sort::Drop(kind) | Sort::Promotion(kind) => kind,
        _ => moved(),
    };
    men.push((kind, board.side(), mv.to()));
    let won: i32 =
        taken.iter().map(|square| layout.value(board.piece(*square).expect("an enemy").0)).sum();
    let promotion = match mv.sort() {
        Sort::Promotion(kind) => layout.value(kind) - layout.value(moved()),
        _ => 0,
    };
    times(board) * won + promotion - answered(board, men, mv.to(), !board.side())
}

/// What comes to hand is won twice.
fn times<B: Bits>(board: &Board<B>) -> i32 {
    if board.layout().rules().hands == Hands::Taker { 2 } else { 1 }
}

/// What a side wins by taking on a square, or 0.
fn answered<B: Bits>(board: &Board<B>, men: Vec<Man>, to: usize, side: Side) -> i32 {
    let kinds = &board.layout().rules().kinds;
    let value = |kind: usize| board.layout().value(kind);
    let occupied: Set<B> = men.iter().map(|(.., square)| *square).collect();
    let hits = |by: Side| {
        men.iter().filter(move |(kind, side, square)| {
            *side == by && *square != to && board.hits(*kind, by, *square, occupied).has(to)
        })
    };
    let taker = hits(side).min_by_key(|(kind, ..)| (kinds[*kind].royal, value(*kind)));
    let Some(&(kind, _, from)) = taker else { return 0 };
    let king = kinds[kind].royal && board.royal(side) == Some(from);
    if king && board.layout().rules().royalty == Royalty::One && hits(!side).next().is_some() {
        return 0;
    }
    let victim = men.iter().find(|(.., square)| *square == to).expect("a man to take").0;
    let mut after: Vec<Man> =
        men.iter().copied().filter(|(.., square)| *square != to && *square != from).collect();
    after.push((kind, side, to));
    (times(board) * value(victim) - answered(board, after, to, !side)).max(0)
}

/// Random games, each exchange in them.
fn agree<B: Bits>(width: Width)
where
    Board<B>: Playable<Move = Move>,
{
    for game in games(width) {
        let mut random = Random::new(7);
        for _ in 0..4 {
            let mut board: Board<B> = Playable::from_fen(game.start_fen, game).expect(game.name);
            for _ in 0..120 {
                let moves = board.legal();
                for mv in moves.iter().filter(|mv| !matches!(mv.sort(), Sort::Castling(_))) {
                    let value = tried(&board, *mv);
                    for threshold in [value, value + 1, random.below(600) as i32 - 300] {
                        let wins = board.see(*mv, threshold);
                        let fen = board.fen(FenStyle::XFen);
                        assert_eq!(wins, value >= threshold, "{game} {fen} {mv:?}: {value}");
                    }
                }
                if moves.is_empty() {
                    break;
                }
                board.play(moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn exchanges_agree_with_trying_them() {
    agree::<u64>(Width::Narrow);
    agree::<u128>(Width::Middle);
    agree::<Wide>(Width::Wide);
}

fn sees(game: &str, fen: &str, mv: &str, threshold: i32) -> bool {
    let game = Variant::by_name(game).expect(game);
    let board = <Board<u64> as Playable>::from_fen(fen, game).expect(fen);
    board.see(board.read_move(mv).expect(mv), threshold)
}

/// A blast counts all men on both sides, and a king decides.
#[test]
fn explosions_win_and_cost_all_that_they_reach() {
    let near_king = "4k3/4p3/8/8/8/8/8/4R1K1 w - - 0 1";
    assert!(sees("atomic", near_king, "e1e7", 5_000));
    // The queen for a pawn alone; then for a pawn and two rooks.
    let pawn = "7k/8/8/3p4/8/8/3Q4/7K w - - 0 1";
    assert!(!sees("atomic", pawn, "d2d5", -300));
    let rooks = "7k/8/2r1r3/3p4/8/8/3Q4/7K w - - 0 1";
    assert!(sees("atomic", rooks, "d2d5", 0));
}
