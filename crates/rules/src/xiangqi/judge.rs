//! Who must vary when a position comes back: perpetual check and perpetual chase.
//!
//! The rules after the book of the Asian Xiangqi Federation, "Asian Rules" below, and after
//! H. G. Muller's reading of it for programs (talkchess.com, "Perpetual chasing in Xiangqi", 2010):
//!
//! * A **threat** is a capture that the side that has just moved could make if it were to move
//!   again, legally, of a piece that cannot then be taken back legally. Taking back is no hindrance
//!   when a horse or a cannon takes a rook, or an advisor or elephant a horse, cannon or rook. A
//!   threat by a piece of the victim's kind that the victim could take itself is an offer to
//!   exchange.
//! * Kings and pawns may threaten what they like, and anyone may threaten a pawn that has not
//!   crossed the river.
//! * A **chase** is a move that makes a threat by a new attack, be it by the piece itself or by
//!   another whose way it opens, or by pinning what protected the victim of an old attack.
//! * A side that gives check with every move of the cycle loses; if both do, it is a draw. Else a
//!   side that chases with every move loses, unless both do.
//! * Where neither side chases so, a side loses that keeps attacking a piece and takes away the lines
//!   of what protects it (the example in the appendix), unless the other side attacks something with
//!   every move. A side that is chased may do the same (diagram 61).
//!
//! The rule sets differ in what counts as a chase, and in how many victims it may have.

use super::{Bitboard, Board, Kind, Move, Square};
use crate::{Offence, Position, Repetition, Side};

/// What becomes of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Neither side must vary, or both: a draw when it has gone on long enough.
    Draw,
    /// This side must vary, or loses.
    Loses(Side, Offence),
}

/// What one side has done with all its moves of a cycle.
struct Conduct {
    only_checks: bool,
    /// Every move a check, a chase or, where that counts, a threat of mate.
    only_attacks: bool,
    /// The pieces chased by every move, as bits of the squares where they stood at first.
    chased: u128,
    /// The same with those that lost their protection's line.
    pressed: u128,
}

impl Conduct {
    /// That of a side that has not moved, or has passed.
    const IDLE: Conduct =
        Conduct { only_checks: false, only_attacks: false, chased: 0, pressed: 0 };
}

/// Judges a cycle: `boards` begins and ends with the same position, `moves` lead from each to the
/// next; `None` is a pass, which attacks nothing.
///
/// ```
/// use ferz_rules::xiangqi::{Judgement, XiangqiGame, judge};
/// use ferz_rules::{Game, Offence, Repetition, Side, Variant};
///
/// let fen = "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1";
/// let mut game = XiangqiGame::new(Variant::XIANGQI, Some(fen)).unwrap();
/// for text in ["d9e9", "d1e1", "e9d9", "e1d1"] {
///     game.play(text).unwrap();
/// }
/// assert_eq!(
///     judge(Repetition::Asian, &game.boards(), game.record()),
///     Judgement::Loses(Side::First, Offence::PerpetualCheck),
/// );
/// ```
pub fn judge(rules: Repetition, boards: &[Board], moves: &[Option<Move>]) -> Judgement {
    let [first, second] = Side::BOTH.map(|side| conduct(rules, side, boards, moves));
    let checks = [first.only_checks, second.only_checks];
    match checks {
        [true, true] => return Judgement::Draw,
        [true, false] => return Judgement::Loses(Side::First, Offence::PerpetualCheck),
        [false, true] => return Judgement::Loses(Side::Second, Offence::PerpetualCheck),
        [false, false] => {}
    }
    let chases = [&first, &second].map(|conduct| match rules {
        Repetition::Chinese => conduct.only_attacks,
        Repetition::Asian | Repetition::Computer => conduct.chased != 0,
    });
    let presses = |us: &Conduct, them: &Conduct| {
        us.pressed != 0 && them.pressed == 0 && !them.only_attacks && chases == [false; 2]
    };
    match chases {
        [true, false] => Judgement::Loses(Side::First, Offence::PerpetualChase),
        [false, true] => Judgement::Loses(Side::Second, Offence::PerpetualChase),
        _ if presses(&first, &second) => Judgement::Loses(Side::First, Offence::PerpetualChase),
        _ if presses(&second, &first) => Judgement::Loses(Side::Second, Offence::PerpetualChase),
        _ => Judgement::Draw,
    }
}

fn conduct(rules: Repetition, side: Side, boards: &[Board], moves: &[Option<Move>]) -> Conduct {
    let mut conduct = Conduct { only_checks: true, only_attacks: true, chased: !0, pressed: !0 };
    let mut any = false;
    // Where the piece of each square stood at first.
    let mut origins: [u8; 90] = std::array::from_fn(|i| i as u8);
    for ((mv, before), after) in moves.iter().zip(boards).zip(boards.iter().skip(1)) {
        let Some(mv) = mv else {
            if before.side() == side {
                return Conduct::IDLE;
            }
            continue;
        };
        origins[mv.to().index()] = origins[mv.from().index()];
        if before.side() != side {
            continue;
        }
        any = true;
        let checks = after.checkers().any();
        conduct.only_checks &= checks;
        if conduct.pressed == 0 && !conduct.only_checks && !conduct.only_attacks {
            break;
        }
        let victims = chased(rules, before, *mv, after);
        let origin = |square: Square| 1u128 << origins[square.index()];
        let origins_of = |set: Bitboard| set.into_iter().map(origin).fold(0, |set, bit| set | bit);
        conduct.chased &= origins_of(victims);
        // The Chinese rules and the simple one do not know it.
        let bare = match rules {
            Repetition::Asian => laid_bare(before, *mv, after),
            Repetition::Chinese | Repetition::Computer => Bitboard::EMPTY,
        };
        conduct.pressed &= origins_of(victims | bare);
        conduct.only_attacks &= checks
            || victims.any()
            || rules == Repetition::Chinese && can_mate(&after.turned(), CHECKS_TO_MATE);
    }
    if any { conduct } else { Conduct::IDLE }
}

/// The pieces that a move chases, by their squares; `before` and `after` are the positions around
/// it. One such set per move is all that a cheaper judge needs to keep.
pub fn chased(rules: Repetition, before: &Board, mv: Move, after: &Board) -> Bitboard {
    let us = before.side();
    let now = after.turned();
    let mut chased = Bitboard::EMPTY;
    for victim in victims(&now) {
        let attackers = after.attackers(victim, after.occupied()) & chasers(&now);
        let chases = |attacker: Square| {
            let earlier = if attacker == mv.to() { mv.from() } else { attacker };
            threatens(rules, &now, attacker, victim)
                && (!attacks(rules, before, earlier, victim)
                    || lost_its_defence(rules, before, earlier, &now, attacker, victim))
        };
        if attackers.into_iter().any(chases) {
            chased |= victim;
        }
    }
    debug_assert_eq!(now.side(), us);
    if rules == Repetition::Chinese {
        let through_checks = won_by_check(&now);
        if (through_checks - chased).any() {
            chased |= through_checks - won_by_check(before);
        }
    }
    chased
}

/// The pieces that were attacked before a move already, protected then, and are no longer because
/// the move stands between them and their protectors, or has left from there. What a check keeps
/// from protecting does not count.
fn laid_bare(before: &Board, mv: Move, after: &Board) -> Bitboard {
    let rules = Repetition::Asian;
    if after.checkers().any() {
        return Bitboard::EMPTY;
    }
    let now = after.turned();
    let laid_bare = |victim: &Square| {
        let attackers = after.attackers(*victim, after.occupied()) & chasers(&now);
        attackers.into_iter().any(|attacker| {
            let earlier = if attacker == mv.to() { mv.from() } else { attacker };
            threatens(rules, &now, attacker, *victim)
                && attacks(rules, before, earlier, *victim)
                && !threatens(rules, before, earlier, *victim)
        })
    };
    victims(&now).into_iter().filter(laid_bare).collect()
}

/// The pieces of the side to move whose threats count.
fn chasers(board: &Board) -> Bitboard {
    board.of_side(board.side()) - board.kind(Kind::King) - board.kind(Kind::Pawn)
}

/// The opponent's pieces that can be chased: all but the king, and pawns before the river.
fn victims(board: &Board) -> Bitboard {
    let them = !board.side();
    let at_home = board.kind(Kind::Pawn) - Bitboard::beyond_river(them);
    board.of_side(them) - board.kind(Kind::King) - at_home
}

/// Whether the side to move could take `victim` with the piece on `attacker`, protected or not.
fn attacks(rules: Repetition, board: &Board, attacker: Square, victim: Square) -> bool {
    let Some(taker) = board.piece_on(attacker) else { return false };
    // The simple rule looks at the lines only: no pins. Who is in check has the same attacks as
    // before; the check did not make them.
    board.reach(taker, attacker).has(victim)
        && (!exact(rules) || board.checkers().any() || board.is_safe(attacker, victim))
}

/// Whether the side to move threatens to take `victim` with the piece on `attacker`.
fn threatens(rules: Repetition, board: &Board, attacker: Square, victim: Square) -> bool {
    !is_exchange(rules, board, attacker, victim) && wins(rules, board, attacker, victim)
}

/// Whether the side to move, if it is its turn in earnest, does well to take `victim`.
fn wins(rules: Repetition, board: &Board, attacker: Square, victim: Square) -> bool {
    let (Some(taker), Some(taken)) = (board.piece_on(attacker), board.piece_on(victim)) else {
        return false;
    };
    if !attacks(rules, board, attacker, victim) {
        return false;
    }
    let always = match taker.kind {
        Kind::Horse | Kind::Cannon => taken.kind == Kind::Rook,
        Kind::Advisor | Kind::Elephant => {
            matches!(taken.kind, Kind::Rook | Kind::Cannon | Kind::Horse)
        }
        Kind::Pawn | Kind::Rook | Kind::King => false,
    };
    let protection = if exact(rules) { Protection::Legal } else { Protection::Simple };
    always || !is_protected(board, Move::new(attacker, victim), protection)
}

/// Whether the victim, a piece of the same kind, could take the attacker itself.
fn is_exchange(rules: Repetition, board: &Board, attacker: Square, victim: Square) -> bool {
    let (Some(taker), Some(taken)) = (board.piece_on(attacker), board.piece_on(victim)) else {
        return false;
    };
    let turned = board.turned();
    taker.kind == taken.kind
        && turned.reach(taken, victim).has(attacker)
        && (!exact(rules) || turned.is_safe(victim, attacker))
}

/// Whether an old attack has become a threat because what answered it is still in reach but may not
/// move so now: it is pinned, or a king that would step into check. A protector that has only lost
/// its line is no matter of the attacker.
fn lost_its_defence(
    rules: Repetition,
    before: &Board,
    earlier: Square,
    now: &Board,
    attacker: Square,
    victim: Square,
) -> bool {
    // Under the Asian rules one check and one threat of mate in turn are no chase of what the check
    // keeps from being protected.
    let checks = rules == Repetition::Asian && now.turned().checkers().any();
    exact(rules)
        && !checks
        && !threatens(rules, before, earlier, victim)
        && (is_exchange(rules, before, earlier, victim)
            || is_protected(before, Move::new(earlier, victim), Protection::Legal)
                && is_protected(now, Move::new(attacker, victim), Protection::InReach))
}

fn exact(rules: Repetition) -> bool {
    rules != Repetition::Computer
}

/// What it takes to protect a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Protection {
    /// A legal capture of what took it.
    Legal,
    /// The same for the king; of the others, to reach the square.
    Simple,
    /// To reach the square.
    InReach,
}

/// Whether what a capture puts on its square can be taken there.
fn is_protected(board: &Board, capture: Move, protection: Protection) -> bool {
    let mut after = *board;
    after.play(capture);
    let square = capture.to();
    let protectors = after.attackers(square, after.occupied()) & after.of_side(after.side());
    protectors.into_iter().any(|from| match protection {
        Protection::InReach => true,
        Protection::Simple if from != after.king(after.side()) => true,
        Protection::Simple | Protection::Legal => after.is_legal(Move::new(from, square)),
    })
}

/// How many checks a threat of mate may take.
const CHECKS_TO_MATE: u32 = 3;

/// Whether the side to move can mate by at most `checks` checks in a row: what the Chinese rules
/// call a threat of mate.
fn can_mate(board: &Board, checks: u32) -> bool {
    checks > 0
        && board.legal().into_iter().filter(|mv| board.gives_check(*mv)).any(|mv| {
            let mut checked = *board;
            checked.play(mv);
            checked.legal().into_iter().all(|answer| {
                let mut answered = checked;
                answered.play(answer);
                can_mate(&answered, checks - 1)
            })
        })
}

/// The opponent's pieces that the side to move wins by giving check first: whatever the answer, it
/// can take the piece afterwards. The Chinese rules count that as a chase.
fn won_by_check(board: &Board) -> Bitboard {
    let rules = Repetition::Chinese;
    let mut won = Bitboard::EMPTY;
    for mv in board.legal() {
        if !board.gives_check(mv) || board.is_capture(mv) {
            continue;
        }
        let mut checked = *board;
        checked.play(mv);
        let mut left = victims(board) - won;
        for answer in checked.legal() {
            let mut answered = checked;
            answered.play(answer);
            let attackers = chasers(&answered);
            left = left
                .into_iter()
                .filter(|victim| {
                    let now = if *victim == answer.from() { answer.to() } else { *victim };
                    (answered.attackers(now, answered.occupied()) & attackers)
                        .into_iter()
                        .any(|attacker| wins(rules, &answered, attacker, now))
                })
                .collect();
            if left.is_empty() {
                break;
            }
        }
        // A mate is more than a chase.
        if checked.count_legal() > 0 {
            won |= left;
        }
    }
    won
}
