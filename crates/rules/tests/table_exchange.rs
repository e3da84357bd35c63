//! What captures win in games by table, against trying them out.

use ferz_rules::table::set::{Bits, Set, Wide};
use ferz_rules::table::{self, Board, Hands, Move, Royalty, Sort, Width};
use ferz_rules::{FenStyle, Order, Playable, Position, Random, Side, Variant};

/// A man on the board.
#[derive(Clone, Copy)]
struct Man {
    kind: usize,
    /// What it is in the hand of who takes it.
    held: usize,
    side: Side,
    square: usize,
}

impl Man {
    fn at<B: Bits>(board: &Board<B>, square: usize) -> Option<Man> {
        let (kind, side) = board.piece(square)?;
        let kinds = &board.layout().rules().kinds;
        let letter = match (board.promoted().has(square), &kinds[kind].demotes) {
            (true, _) => "P",
            (false, Some(letter)) => letter,
            (false, None) => &kinds[kind].letter,
        };
        let held = kinds.iter().position(|kind| kind.letter == letter).expect("a kind");
        Some(Man { kind, held, side, square })
    }

    /// What it makes a difference of to take it.
    fn stake<B: Bits>(self, board: &Board<B>) -> i32 {
        let layout = board.layout();
        let in_hand =
            if layout.rules().hands == Hands::Taker { layout.worth(self.held) } else { 0 };
        layout.worth(self.kind) + in_hand
    }
}

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
    let squares = match mv.sort() {
        Sort::Passant(victim) => vec![victim],
        Sort::Twice(first) => vec![first, mv.to()],
        Sort::Drop(_) | Sort::Stay => vec![],
        _ => vec![mv.to()],
    };
    let at = |square: &usize| Man::at(board, *square);
    let taken: Vec<Man> =
        squares.iter().filter_map(at).filter(|man| man.side != board.side()).collect();
    let goes =
        |square: &usize| *square == mv.from() || taken.iter().any(|man| man.square == *square);
    let stay = board.occupied().into_iter().filter(|square| !goes(square));
    let mut men: Vec<Man> = stay.filter_map(|square| at(&square)).collect();
    let moved = match mv.sort() {
        Sort::Drop(kind) => Man { kind, held: kind, side: board.side(), square: mv.to() },
        _ => Man { square: mv.to(), ..at(&mv.from()).expect("a man moves") },
    };
    let (kind, promotion) = match mv.sort() {
        Sort::Promotion(kind) => (kind, layout.worth(kind) - layout.worth(moved.kind)),
        _ => (moved.kind, 0),
    };
    men.push(Man { kind, ..moved });
    let won: i32 = taken.iter().map(|man| man.stake(board)).sum();
    won + promotion - answered(board, men, mv.to(), !board.side())
}

/// What a side wins by taking on a square, or 0.
fn answered<B: Bits>(board: &Board<B>, men: Vec<Man>, to: usize, side: Side) -> i32 {
    let kinds = &board.layout().rules().kinds;
    let occupied: Set<B> = men.iter().map(|man| man.square).collect();
    let hits = |by: Side| {
        men.iter().filter(move |man| {
            let others = man.side == by && man.square != to;
            others && board.hits(man.kind, by, man.square, occupied).has(to)
        })
    };
    let taker = hits(side).min_by_key(|man| (kinds[man.kind].royal, man.stake(board)));
    let Some(&taker) = taker else { return 0 };
    let king = kinds[taker.kind].royal && board.royal(side) == Some(taker.square);
    if king && board.layout().rules().royalty == Royalty::One && hits(!side).next().is_some() {
        return 0;
    }
    let victim = men.iter().find(|man| man.square == to).expect("a man to take").stake(board);
    let stay = men.iter().filter(|man| man.square != to && man.square != taker.square);
    let after = stay.copied().chain([Man { square: to, ..taker }]).collect();
    (victim - answered(board, after, to, !side)).max(0)
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

fn gain<B: Bits>(game: &str, fen: &str, mv: &str) -> i32
where
    Board<B>: Playable<Move = Move>,
{
    let game = Variant::by_name(game).expect(game);
    let board = <Board<B> as Playable>::from_fen(fen, game).expect(fen);
    board.gain(board.read_move(mv).expect(mv))
}

/// What comes to hand counts, and a promoted man comes as what it was.
#[test]
fn a_promoted_man_wins_less_than_one_of_its_kind() {
    let house = |fen, mv| gain::<u64>("crazyhouse", fen, mv);
    assert_eq!(house("4k3/8/8/3q4/8/4N3/8/4K3[] w - - 0 1", "e3d5"), 2 * 288);
    assert_eq!(house("4k3/8/8/3q~4/8/4N3/8/4K3[] w - - 0 1", "e3d5"), 288 + 80);
    let shogi = |fen, mv| gain::<u128>("shogi", fen, mv);
    assert_eq!(shogi("4k4/9/9/9/4+p4/9/9/4R4/4K4[] w - - 0 1", "e2e5"), 222 + 66);
    assert_eq!(shogi("4k4/9/9/9/4g4/9/9/4R4/4K4[] w - - 0 1", "e2e5"), 2 * 223);
    assert_eq!(shogi("4k4/9/9/9/9/P8/9/9/4K4[] w - - 0 1", "a4a5"), 0);
    assert_eq!(shogi("4k4/9/P8/9/9/9/9/9/4K4[] w - - 0 1", "a7a8+"), 222 - 66);
}

/// A promoted queen that is lost is a pawn to the other side; a queen is a queen.
#[test]
fn an_exchange_counts_what_comes_to_hand() {
    let wins = |fen, threshold| sees("crazyhouse", fen, "d1d5", threshold);
    // A rook is won for a queen.
    let queen = "4k3/8/4p3/3r4/8/8/8/3QK3[] w - - 0 1";
    assert!(wins(queen, 2 * (195 - 288)) && !wins(queen, 2 * (195 - 288) + 1));
    let promoted = "4k3/8/4p3/3r4/8/8/8/3Q~K3[] w - - 0 1";
    assert!(wins(promoted, 2 * 195 - 288 - 80) && !wins(promoted, 2 * 195 - 288 - 79));
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
