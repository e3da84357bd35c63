//! The evaluation of games by table, from a file too: what is true of most games. Men are worth their
//! freedom; kings fear what attacks the squares around them.

use super::{Evaluator, Knowledge};
use ferz_rules::Side;
use ferz_rules::table::set::{Bits, Set};
use ferz_rules::table::{Board, Hands, Layout, Move, Royalty};

/// What a man in hand is worth more than on the board, in centipawns: it may go anywhere.
const IN_HAND: i32 = 15;
/// What a king step towards the middle of the board is worth to a piece.
const CENTRE: i32 = 5;
/// What a rank is worth to a king that should stay at home, with all men on the board.
const HOME: i32 = 8;
/// What a king step is worth to a king that wins by reaching a square.
const GOAL: i32 = 30;
/// The same where no check may be given: kings race, and a step is worth more than a minor piece.
const RACE: i32 = 400;
/// What it is worth to be this number of checks away from the win.
const CHECKS: [i32; 4] = [0, 500, 180, 0];
/// Of what men are worth, the share that they are a burden where who has none wins: they move, too.
const BURDEN: i32 = -4;
/// What a square more that a piece attacks is worth.
const MOVE: i32 = 4;
/// What the turn is worth.
const TURN: i32 = 12;
/// What a pawn that no other stops is worth on the rank before the last one.
const PASSED: i32 = 90;
/// The danger of a king that is worth this number of centipawns is its square by [`DANGER`].
const DANGER: i32 = 7;
/// The greatest worth of danger.
const MOST_DANGER: i32 = 600;

/// Men, moves, kings, pawns.
#[derive(Clone, Copy, Default)]
struct Terms {
    men: i32,
    moves: i32,
    kings: i32,
    pawns: i32,
}

impl Terms {
    fn sum(self) -> i32 {
        self.men + self.moves + self.kings + self.pawns
    }
}

/// What follows from the rules of one game.
struct Tables<B: Bits> {
    layout: &'static Layout<B>,
    /// By side, kind and square.
    worth: [Vec<Vec<i32>>; 2],
    /// By kind: how much a man attacks a king, for each square beside it.
    strength: Vec<i32>,
    /// By side and square: where a pawn of the other side stops one from here, and what it is worth
    /// if none does.
    passed: [Vec<(Set<B>, i32)>; 2],
    is_pawn: Vec<bool>,
    is_royal: Vec<bool>,
    pawns: Vec<usize>,
    /// How much kings matter, in quarters; 0: not at all.
    kings: i32,
    gives_away: bool,
    /// What all men but kings are worth at the start, of one side.
    full: i32,
}

/// Judges games by table.
pub struct Tabled<B: Bits> {
    knowledge: Knowledge,
    tables: Option<Box<Tables<B>>>,
}

impl<B: Bits> Tabled<B> {
    /// One with this much knowledge.
    pub fn new(knowledge: Knowledge) -> Tabled<B> {
        Tabled { knowledge, tables: None }
    }

    fn tables(&mut self, layout: &'static Layout<B>) -> &Tables<B> {
        if self.tables.as_ref().is_none_or(|tables| !std::ptr::eq(tables.layout, layout)) {
            self.tables = None;
        }
        self.tables.get_or_insert_with(|| Box::new(Tables::new(layout)))
    }

    /// The terms, for the first side less for the second.
    fn terms(&mut self, position: &Board<B>) -> Terms {
        let knowledge = self.knowledge;
        let tables = self.tables(position.layout());
        let [first, second] = Side::BOTH.map(|side| tables.side(position, side, knowledge));
        Terms {
            men: first.men - second.men,
            moves: first.moves - second.moves,
            kings: first.kings - second.kings,
            pawns: first.pawns - second.pawns,
        }
    }
}

impl<B: Bits> Tables<B> {
    fn new(layout: &'static Layout<B>) -> Tables<B> {
        let (rules, grid) = (layout.rules(), layout.grid());
        let kinds = 0..rules.kinds.len();
        let squares = grid.squares();
        let worth = Side::BOTH.map(|side| {
            let of = |kind| (0..squares).map(|square| worth(layout, kind, side, square)).collect();
            kinds.clone().map(of).collect()
        });
        let far = grid.ranks as i32 - 2;
        let passed = Side::BOTH.map(|side| {
            let of = |square: usize| {
                let stops = (0..squares).filter(|other| {
                    grid.file(square).abs_diff(grid.file(*other)) < 2
                        && grid.ahead(*other, side) > grid.ahead(square, side)
                });
                let rank = grid.ahead(square, side) as i32;
                (stops.collect(), PASSED * rank * rank / (far * far).max(1))
            };
            (0..squares).map(of).collect()
        });
        let strength = kinds.clone().map(|kind| ((layout.value(kind) + 100) / 200).clamp(1, 6));
        let one = rules.royalty == Royalty::One && !rules.gives_away() && !rules.checkless;
        let hard = rules.checks > 0 || rules.hands == Hands::Taker || rules.explosions;
        let start = Board::from_fen(&rules.start, layout).ok();
        let men = start.iter().flat_map(|start| {
            start.of(Side::First).into_iter().filter_map(|square| start.piece(square))
        });
        let full = men.filter(|(kind, _)| !rules.kinds[*kind].royal);
        Tables {
            layout,
            worth,
            strength: strength.collect(),
            passed,
            is_pawn: rules.kinds.iter().map(|kind| kind.pawn).collect(),
            is_royal: rules.kinds.iter().map(|kind| kind.royal).collect(),
            pawns: kinds.filter(|kind| rules.kinds[*kind].pawn).collect(),
            kings: if !one {
                0
            } else if hard {
                8
            } else {
                4
            },
            gives_away: rules.gives_away(),
            full: full.map(|(kind, _)| layout.value(kind)).sum::<i32>().max(1),
        }
    }

    fn side(&self, position: &Board<B>, side: Side, knowledge: Knowledge) -> Terms {
        let layout = self.layout;
        let mut terms = Terms::default();
        let own = position.of(side);
        let occupied = position.occupied();
        let target = position.royal(!side).filter(|_| self.kings > 0);
        let zone = target.map_or(Set::none(), |king| layout.around(king));
        let their_pawns =
            self.pawns.iter().fold(Set::none(), |set, kind| set | position.kind(*kind))
                & position.of(!side);
        let worth = &self.worth[side.index()];
        let (mut attackers, mut danger, mut power) = (0, 0, 0);
        for square in own {
            let Some((kind, _)) = position.piece(square) else { continue };
            terms.men += worth[kind][square];
            power += layout.value(kind);
            if knowledge < Knowledge::Small {
                continue;
            }
            if self.is_pawn[kind] && knowledge >= Knowledge::Large {
                let (stops, bonus) = self.passed[side.index()][square];
                if (stops & their_pawns).is_empty() {
                    terms.pawns += bonus;
                }
            }
            let hits = position.hits(kind, side, square, occupied);
            let near = (hits & zone).count() as i32;
            if near > 0 && !self.is_royal[kind] {
                attackers += 1;
                danger += near * self.strength[kind];
            }
            if !self.is_pawn[kind] && !self.is_royal[kind] {
                terms.moves += MOVE * (hits - own).count() as i32;
            }
        }
        if layout.drops_pieces() {
            for (kind, count) in position.hand(side).iter().enumerate() {
                if *count > 0 {
                    let count = i32::from(*count);
                    terms.men += count * (layout.value(kind) + IN_HAND);
                    power += count * layout.value(kind);
                    danger += count.min(2) * self.strength[kind];
                    attackers += 1;
                }
            }
        }
        if self.gives_away {
            terms.men /= BURDEN;
        }
        if layout.rules().checks > 0 {
            terms.men += CHECKS[usize::from(position.checks_left(side)).min(CHECKS.len() - 1)];
        }
        if knowledge >= Knowledge::Medium && target.is_some() && attackers > 1 {
            // What stands beside a king covers it.
            let cover = (zone & position.of(!side)).count() as i32 - 1;
            danger = (danger - cover).max(0);
            terms.kings = (danger * danger / DANGER).min(MOST_DANGER) * self.kings / 4;
        }
        // Their king should stay at home as long as there is something to attack it with.
        if layout.goal(!side).is_empty()
            && let Some(king) = target
        {
            let away = layout.grid().ahead(king, !side) as i32;
            terms.kings += HOME * away * power.min(self.full) / self.full;
        }
        terms
    }
}

/// What a man of a side is worth on a square.
fn worth<B: Bits>(layout: &Layout<B>, kind: usize, side: Side, square: usize) -> i32 {
    let grid = layout.grid();
    let is = &layout.rules().kinds[kind];
    let value = layout.value(kind);
    let rank = grid.ahead(square, side) as i32;
    if is.royal {
        let goal = layout.goal(side);
        let away = goal.into_iter().map(|there| grid.distance(square, there)).min();
        let step = if layout.rules().checkless { RACE } else { GOAL };
        // Where kings can be lost one by one they count as other men.
        return value - away.map_or(0, |away| step * away as i32);
    }
    if is.pawn {
        // The last steps are worth most.
        let far = grid.ranks as i32 - 1;
        return value + 80 * rank * rank * rank / (far * far * far);
    }
    let off = |at: usize, size: usize| (2 * at as i32 - (size as i32 - 1)).abs() / 2;
    let off = off(grid.file(square), grid.files).max(off(grid.rank(square), grid.ranks));
    value - CENTRE * off
}

impl<B: Bits> Evaluator<Board<B>> for Tabled<B> {
    type State = ();

    fn refresh(&mut self, _: &Board<B>, (): &mut ()) {}

    fn update(&mut self, _: &Board<B>, _: Move, _: &Board<B>, (): &(), (): &mut ()) {}

    fn evaluate(&mut self, position: &Board<B>, (): &()) -> i32 {
        let sum = self.terms(position).sum();
        TURN + if position.side() == Side::First { sum } else { -sum }
    }

    fn explain(&mut self, position: &Board<B>) -> String {
        let terms = self.terms(position);
        let turned = |value: i32| if position.side() == Side::First { value } else { -value };
        let pawns = |value: i32| f64::from(turned(value)) / 100.0;
        format!(
            "men {:+.2}, moves {:+.2}, kings {:+.2}, pawns {:+.2}, turn {:+.2} for the side to move",
            pawns(terms.men),
            pawns(terms.moves),
            pawns(terms.kings),
            pawns(terms.pawns),
            f64::from(TURN) / 100.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Playable, Variant};

    fn judged(game: &str, fen: &str) -> Terms {
        let game = Variant::by_name(game).expect(game);
        let board = <Board<u64> as Playable>::from_fen(fen, game).expect(fen);
        Tabled::new(Knowledge::Large).terms(&board)
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for game in ["3check", "crazyhouse", "atomic", "antichess", "kingofthehill"] {
            let row = Variant::by_name(game).expect(game);
            assert_eq!(judged(game, row.start_fen).sum(), 0, "{game}");
        }
        let white = judged("3check", "r3k3/1p6/8/8/8/2N5/5PPP/6K1 w - - 2+3 0 1");
        let black = judged("3check", "6k1/5ppp/2n5/8/8/8/1P6/R3K3 b - - 3+2 0 1");
        assert_eq!(white.sum(), -black.sum());
    }

    #[test]
    fn men_are_a_burden_where_none_is_the_aim() {
        let more = "4n3/8/8/8/8/8/8/RN2N3 w - - 0 1";
        assert!(judged("antichess", more).men < 0);
        assert!(judged("3check", "4k3/8/8/8/8/8/8/RN2K3 w - - 3+3 0 1").men > 0);
    }

    #[test]
    fn kings_fear_what_is_near_them_and_in_hand() {
        let far = judged("crazyhouse", "6k1/5ppp/8/8/8/8/5PPP/QR4K1[] w - - 0 1");
        let near = judged("crazyhouse", "6k1/5ppp/5Q1R/8/8/8/5PPP/6K1[] w - - 0 1");
        let held = judged("crazyhouse", "6k1/5ppp/5Q1R/8/8/8/5PPP/6K1[NN] w - - 0 1");
        assert!(far.kings < near.kings && near.kings < held.kings);
    }

    #[test]
    fn a_king_of_the_hill_goes_there_and_a_check_given_counts() {
        let there = judged("kingofthehill", "4k3/pppppppp/8/8/8/4K3/PPPPPPPP/8 w - - 0 1");
        let here = judged("kingofthehill", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
        assert!(there.men > here.men);
        let given = judged("3check", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 1+3 0 1");
        assert_eq!(given.men, CHECKS[1]);
    }

    /// To be ahead in the race is worth more than a queen, and no king is in danger.
    #[test]
    fn kings_that_race_run() {
        let ahead = judged("racingkings", "8/8/K7/8/8/8/7k/6qn w - - 0 1");
        assert!(ahead.men > 0 && ahead.kings == 0, "{}", ahead.men);
    }

    #[test]
    fn passed_pawns_are_worth_more_the_farther_they_are() {
        let stopped = judged("3check", "4k3/1p6/8/8/P7/8/8/4K3 w - - 3+3 0 1").pawns;
        let passed = judged("3check", "4k3/6p1/8/8/P7/8/8/4K3 w - - 3+3 0 1").pawns;
        let farther = judged("3check", "4k3/6p1/P7/8/8/8/8/4K3 w - - 3+3 0 1").pawns;
        assert!(stopped < passed && passed < farther);
    }
}
