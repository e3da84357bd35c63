//! Which number a position has in a table.
//!
//! A table lists its men in an order of its own and puts them into groups: first the leading group
//! (the pawns of one side; without pawns three men or the two kings), then equal men together. Each
//! group has a number for the squares it stands on, and the position's number is made of these.

use crate::error::Problem;
use crate::maps::{
    BELOW, BINOMIAL, KING_PAIRS, KINGS, LEAD_SIZE, LEAD_START, PAWN_RANKING, TRIANGLE, TRIPLES,
    off_diagonal,
};
use crate::{MAX_MEN, Material};
use ferz_rules::Side;
use ferz_rules::chess::{Board, Kind};

/// A man as tables write it: 1 to 6 for pawn to king, and 8 more for the second side.
pub(crate) const fn code(side: Side, kind: Kind) -> u8 {
    kind as u8 + 1 + 8 * side as u8
}

/// A board as a table sees it: with the side that its name puts first as White.
pub(crate) struct View {
    /// Squares by the code of the man.
    men: [u64; 16],
    /// The side to move.
    pub(crate) turn: Side,
    /// Squares of the leading pawns, the foremost first; these are on files a to d then.
    leads: [u8; MAX_MEN],
    lead_count: usize,
    /// Whether the board was mirrored to bring the foremost pawn there.
    is_flipped: bool,
}

impl View {
    /// `mirrored`: with the colours exchanged.
    pub(crate) fn new(board: &Board, material: Material, mirrored: bool) -> View {
        let mut men = [0; 16];
        for side in [Side::First, Side::Second] {
            for kind in Kind::ALL {
                let set = board.pieces(side, kind).0;
                let (side, set) = if mirrored { (!side, set.swap_bytes()) } else { (side, set) };
                men[usize::from(code(side, kind))] = set;
            }
        }
        let turn = if mirrored { !board.side() } else { board.side() };
        let mut view = View { men, turn, leads: [0; MAX_MEN], lead_count: 0, is_flipped: false };
        view.find_leads(material);
        view
    }

    fn find_leads(&mut self, material: Material) {
        let mut pawns = self.men[usize::from(code(material.leader(), Kind::Pawn))];
        while pawns != 0 && self.lead_count < MAX_MEN {
            self.leads[self.lead_count] = pawns.trailing_zeros() as u8;
            self.lead_count += 1;
            pawns &= pawns - 1;
        }
        let leads = &mut self.leads[..self.lead_count];
        let ranking = |square: &u8| PAWN_RANKING[usize::from(*square & 63)];
        let Some(first) = (0..leads.len()).max_by_key(|index| ranking(&leads[*index])) else {
            return;
        };
        leads.swap(0, first);
        if leads[0] & 7 > 3 {
            self.is_flipped = true;
            leads.iter_mut().for_each(|square| *square ^= 7);
        }
        leads[1..].sort_unstable_by_key(ranking);
    }

    /// The file of the foremost pawn, 0 to 3; 0 without pawns.
    pub(crate) fn file(&self) -> usize {
        if self.lead_count == 0 { 0 } else { usize::from(self.leads[0] & 3) }
    }
}

/// What leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    Pawns,
    /// Three men, one of which at least has no twin.
    Three,
    /// The kings.
    Kings,
}

/// Men that are numbered together.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    men: usize,
    factor: u64,
}

/// How the positions of a table, or of a part of it, are numbered.
#[derive(Debug)]
pub(crate) struct Numbering {
    lead: Lead,
    /// Codes of the men.
    men: Vec<u8>,
    groups: Vec<Group>,
    /// Whether the second group are the other side's pawns.
    has_more_pawns: bool,
    /// How many numbers there are.
    pub(crate) size: u64,
}

impl Numbering {
    /// `men`: as the table lists them. `order`: the places of the leading group, and of the other
    /// side's pawns, among the groups. `file`: that of the foremost pawn.
    pub(crate) fn new(
        material: Material,
        men: Vec<u8>,
        order: [usize; 2],
        file: usize,
    ) -> Result<Numbering, Problem> {
        check_men(material, &men)?;
        let lead = match material {
            _ if material.has_pawns() => Lead::Pawns,
            _ if material.has_single() => Lead::Three,
            _ => Lead::Kings,
        };
        let has_more_pawns = material.pawns(!material.leader()) > 0;
        let mut groups = grouped(lead, &men);
        let fixed = if has_more_pawns { 2 } else { 1 };
        let places = &order[..fixed];
        if places.iter().any(|place| *place >= groups.len()) || fixed == 2 && order[0] == order[1] {
            return Err(Problem::Order);
        }
        let lead_men = groups[0].men;
        let mut free = 64 - groups[..fixed].iter().map(|group| group.men).sum::<usize>();
        let mut next = fixed;
        let mut size = 1;
        for place in 0..groups.len() {
            let (index, ways) = match places.iter().position(|wanted| *wanted == place) {
                Some(0) => (
                    0,
                    match lead {
                        Lead::Pawns => LEAD_SIZE[lead_men][file],
                        Lead::Three => TRIPLES,
                        Lead::Kings => KING_PAIRS,
                    },
                ),
                Some(_) => (1, BINOMIAL[groups[1].men][48 - lead_men]),
                None => {
                    let index = next;
                    let ways = BINOMIAL[groups[index].men][free];
                    free -= groups[index].men;
                    next += 1;
                    (index, ways)
                }
            };
            groups[index].factor = size;
            size *= ways;
        }
        Ok(Numbering { lead, men, groups, has_more_pawns, size })
    }

    /// The number of a position.
    pub(crate) fn number(&self, view: &View) -> u64 {
        let mut squares = [0; MAX_MEN];
        let squares = &mut squares[..self.men.len()];
        self.place(view, squares);
        let first = match self.lead {
            Lead::Pawns => self.number_pawns(squares),
            Lead::Three => {
                turn_into_triangle(squares, 3);
                number_three(squares)
            }
            Lead::Kings => {
                turn_into_triangle(squares, 2);
                let king = TRIANGLE[usize::from(squares[0])];
                KINGS[usize::from(king)][usize::from(squares[1])].into()
            }
        };
        let mut number = first * self.groups[0].factor;
        let mut start = self.groups[0].men;
        for (index, group) in self.groups.iter().enumerate().skip(1) {
            // Pawns stand on 48 squares only, and none of these is on the first rank.
            let lowest = if index == 1 && self.has_more_pawns { 8 } else { 0 };
            let end = start + group.men;
            squares[start..end].sort_unstable();
            let (before, rest) = squares.split_at(start);
            let mut of_group = 0;
            for (place, square) in rest[..group.men].iter().enumerate() {
                let taken = before.iter().filter(|other| *other < square).count();
                let free = (usize::from(*square) - taken).saturating_sub(lowest);
                of_group += BINOMIAL[place + 1][free];
            }
            number += of_group * group.factor;
            start = end;
        }
        number
    }

    /// Puts the squares into the table's order.
    fn place(&self, view: &View, squares: &mut [u8]) {
        let leads = match self.lead {
            Lead::Pawns => view.lead_count.min(squares.len()),
            _ => 0,
        };
        squares[..leads].copy_from_slice(&view.leads[..leads]);
        let flip = if view.is_flipped { 7 } else { 0 };
        let mut men = view.men;
        for (square, code) in squares.iter_mut().zip(&self.men).skip(leads) {
            let set = &mut men[usize::from(code & 15)];
            debug_assert!(*set != 0, "the men of table and board are the same");
            // Without a man left, which cannot be, a1 does no harm.
            *square = (set.trailing_zeros() as u8 & 63) ^ flip;
            *set &= set.wrapping_sub(1);
        }
    }

    fn number_pawns(&self, squares: &[u8]) -> u64 {
        let leads = &squares[..self.groups[0].men];
        let start = LEAD_START[leads.len()][usize::from(leads[0])];
        let others = leads.iter().enumerate().skip(1);
        let ways = others.map(|(place, square)| {
            BINOMIAL[place][usize::from(PAWN_RANKING[usize::from(*square)])]
        });
        start + ways.sum::<u64>()
    }
}

/// Whether the men are those of the material, in an order that can be numbered.
fn check_men(material: Material, men: &[u8]) -> Result<(), Problem> {
    let mut wanted = Vec::with_capacity(MAX_MEN);
    let leader = material.leader();
    let mut add = |side, kind| {
        wanted.extend(std::iter::repeat_n(code(side, kind), material.count(side, kind)))
    };
    // Pawns first, the leading side's before the other's; the rest as it likes.
    for side in [leader, !leader] {
        add(side, Kind::Pawn);
    }
    let pawns = material.pawns(leader) + material.pawns(!leader);
    for side in [Side::First, Side::Second] {
        for kind in &Kind::ALL[1..] {
            add(side, *kind);
        }
    }
    let mut sorted = men.to_vec();
    if pawns > sorted.len() || wanted.len() != sorted.len() {
        return Err(Problem::Pieces);
    }
    sorted[pawns..].sort_unstable();
    wanted[pawns..].sort_unstable();
    if sorted != wanted {
        return Err(Problem::Pieces);
    }
    let is_king = |code: &u8| code & 7 == Kind::King as u8 + 1;
    let needs_kings = !material.has_pawns() && !material.has_single();
    if needs_kings && !men.iter().take(2).all(is_king) {
        return Err(Problem::Order);
    }
    Ok(())
}

fn grouped(lead: Lead, men: &[u8]) -> Vec<Group> {
    let first = match lead {
        Lead::Pawns => 1,
        Lead::Three => 3,
        Lead::Kings => 2,
    };
    let mut groups = vec![Group { men: first, factor: 0 }];
    for index in first..men.len() {
        // Three men or two kings stay among themselves.
        let may_join = index > first || lead == Lead::Pawns;
        match groups.last_mut() {
            Some(group) if may_join && men[index] == men[index - 1] => group.men += 1,
            _ => groups.push(Group { men: 1, factor: 0 }),
        }
    }
    groups
}

/// Mirrors the board until the first man is in the triangle a1-d1-d4, and the first of the `leading`
/// men that is not on the diagonal is below it.
fn turn_into_triangle(squares: &mut [u8], leading: usize) {
    if squares[0] & 7 > 3 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    if squares[0] >> 3 > 3 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off =
        squares.iter().take(leading).map(|square| off_diagonal(*square)).find(|off| *off != 0);
    if off.is_some_and(|off| off > 0) {
        squares.iter_mut().for_each(|square| *square = (*square >> 3 | *square << 3) & 63);
    }
}

/// The number of three men, of which the first is in the triangle.
fn number_three(squares: &[u8]) -> u64 {
    let [a, b, c] = [0, 1, 2].map(|index| u64::from(squares[index]));
    let below = |square: u64| u64::from(BELOW[square as usize]);
    let is_off = |square: u64| off_diagonal(square as u8) != 0;
    // Squares behind those that are taken move up.
    let after_b = u64::from(b > a);
    let after_c = u64::from(c > a) + u64::from(c > b);
    let (rank_a, rank_b, rank_c) =
        (a >> 3, (b >> 3) - after_b.min(b >> 3), (c >> 3) - after_c.min(c >> 3));
    // The first stands below the diagonal in 6 ways of 63 times 62; then come those with the first
    // on the diagonal, then with two, then with all three.
    let (with_one, with_two, with_three) = (6 * 63 * 62, 4 * 28 * 62, 4 * 7 * 28);
    if is_off(a) {
        (u64::from(TRIANGLE[a as usize]) * 63 + b - after_b) * 62 + c - after_c
    } else if is_off(b) {
        with_one + (rank_a * 28 + below(b)) * 62 + c - after_c
    } else if is_off(c) {
        with_one + with_two + (rank_a * 7 + rank_b) * 28 + below(c)
    } else {
        with_one + with_two + with_three + (rank_a * 7 + rank_b) * 6 + rank_c
    }
}
