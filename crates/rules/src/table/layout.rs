//! The rules of a game made ready for play: tables instead of texts.

use super::betza;
use super::features::Features;
use super::gait::{Gait, Lame};
use super::lines::Lines;
use super::region::Grid;
use super::rules::{By, Hands, Kind, Royalty, Rules};
use super::set::{Bits, Set};
use crate::Random;
use crate::Side;

/// How many kinds of piece can be in hand.
pub(super) const HELD: usize = 16;
/// The kind that a marked man is in hand: games list their pawn first.
pub(super) const PAWN: usize = 0;
/// No square.
pub(super) const NOWHERE: u8 = 255;

/// Kinds are told apart by their freedom as the men of chess are: pawns, minor pieces, rooks, queens.
pub(super) const CLASSES: usize = 4;
/// The least that a kind of each class is worth by its freedom, but for the first.
const LEAST: [i32; CLASSES - 1] = [180, 400, 700];

/// A game ready for play, on a board of one width.
#[derive(Debug)]
pub struct Layout<B: Bits> {
    pub(super) rules: Rules,
    pub(super) grid: Grid,
    pub(super) all: Set<B>,
    pub(super) lines: Lines<B>,
    /// For each side how each kind goes.
    pub(super) gaits: [Vec<Gait<B>>; 2],
    /// For each side how it attacks.
    pub(super) hunters: [Hunters<B>; 2],
    /// The royal kinds.
    pub(super) royals: Vec<usize>,
    /// What each kind promotes to.
    pub(super) promotes: Vec<Vec<usize>>,
    /// What each kind is in hand.
    pub(super) held_as: Vec<usize>,
    /// Where each side promotes.
    pub(super) zone: [Set<B>; 2],
    /// The rank farthest from each side.
    pub(super) last_rank: [Set<B>; 2],
    /// From where each kind of each side can never move.
    pub(super) stuck: [Vec<Set<B>>; 2],
    /// Where each kind of each side may be dropped.
    pub(super) drops: [Vec<Set<B>>; 2],
    /// Where a piece of each side wins, and which.
    pub(super) goal: [Set<B>; 2],
    pub(super) runners: Vec<usize>,
    /// Kinds of which a side must not run out.
    pub(super) needed: Vec<Vec<usize>>,
    /// By which moves each kind promotes, and whether it must.
    pub(super) promoting: Vec<(By, bool)>,
    /// Files.
    pub(super) columns: Vec<Set<B>>,
    /// The squares a king step away, and the square itself.
    pub(super) around: Vec<Set<B>>,
    /// Lions, and pieces too small to be taken on the way to one.
    pub(super) lions: Vec<usize>,
    pub(super) trifles: Vec<usize>,
    /// Kinds that stay when something explodes beside them.
    pub(super) pawns: Vec<usize>,
    /// The kinds that [counts](super::rules::Counting) ask for: rook, khon, knight.
    pub(super) counted: [Option<usize>; 3],
    /// Kinds that never run out in a stock.
    pub(super) plenty: Vec<usize>,
    /// The kind that is dropped on squares of both colours.
    pub(super) bishops: Option<usize>,
    /// The kind that castles, and the kind that it castles with.
    pub(super) castlers: Option<(usize, usize)>,
    /// Whether lines and leaps say all about checks, so that pins and checkers suffice.
    pub(super) simple: bool,
    /// Whether kings are never taken.
    pub(super) keeps_kings: bool,
    /// Whether a check may need a closer look, since some leap goes along a line or can be stopped.
    pub(super) tricky: bool,
    /// Whether a man that goes can let others attack along lines at most, which it stood on itself.
    pub(super) opens_lines_alone: bool,
    /// Whether the game can end by more than the lack of moves.
    pub(super) may_end: bool,
    /// Whether dropped pieces come from a hand.
    pub(super) drops_pieces: bool,
    /// The dark squares: a1 and those of its colour.
    pub(super) dark: Set<B>,
    /// What each kind is worth by its freedom.
    pub(super) values: Vec<i32>,
    /// What each kind is worth on the board to exchanges: as measured, or by its freedom.
    pub(super) worths: Vec<i32>,
    /// What it makes a difference of to take each kind, roughly: who takes it may have it in hand.
    pub(super) stakes: Vec<i32>,
    /// The class of each kind by its freedom; `None`: royal.
    pub(super) classes: Vec<Option<usize>>,
    pub(super) features: Features,
    /// Hash numbers: of pieces on squares, pieces in hand, squares of state, sides.
    pub(super) keys: Keys,
}

/// How a side attacks, its kinds grouped by what they have in common.
#[derive(Debug)]
pub(super) struct Hunters<B: Bits> {
    /// Kinds that leap alike; the first stands for all.
    pub leapers: Vec<Vec<usize>>,
    /// For each set of whole lines the kinds that have it.
    pub liners: Vec<(u8, Vec<usize>)>,
    /// Kinds with other rides.
    pub riders: Vec<usize>,
    /// For each square the lame leaps that take there: kind, start and ways.
    pub lame: Vec<Vec<(usize, usize, Lame<B>)>>,
}

#[derive(Debug)]
pub(super) struct Keys {
    squares: usize,
    pieces: Vec<u64>,
    hands: Vec<u64>,
    state: Vec<u64>,
    pub side: u64,
}

/// The most checks that a game may ask for.
const CHECKS: u8 = 20;

impl Keys {
    fn new(squares: usize, kinds: usize) -> Keys {
        let mut random = Random::after(0x7ab1e);
        let mut many = |number: usize| (0..number).map(|_| random.next_u64()).collect::<Vec<_>>();
        Keys {
            squares,
            pieces: many(2 * kinds * squares),
            hands: many(2 * HELD),
            state: many(4 * 256),
            side: many(1)[0],
        }
    }

    /// A piece on a square.
    #[inline(always)]
    pub(super) fn piece(&self, piece: usize, square: usize) -> u64 {
        self.pieces[piece * self.squares + square]
    }

    /// The number of pieces of a kind in hand.
    #[inline(always)]
    pub(super) fn hand(&self, side: usize, kind: usize, count: u8) -> u64 {
        self.hands[side * HELD + kind].wrapping_mul(count as u64)
    }

    /// A piece that was once another, on a square.
    #[inline(always)]
    pub(super) fn promoted(&self, square: usize) -> u64 {
        self.state[square]
    }

    /// A right to castle with the rook of a square.
    #[inline(always)]
    pub(super) fn castling(&self, square: u8) -> u64 {
        if square == NOWHERE { 0 } else { self.state[256 + square as usize] }
    }

    /// A square that can be taken in passing.
    #[inline(always)]
    pub(super) fn passed(&self, square: u8) -> u64 {
        if square == NOWHERE { 0 } else { self.state[512 + square as usize] }
    }

    /// A square where a lion was taken.
    #[inline(always)]
    pub(super) fn lion(&self, square: u8) -> u64 {
        if square == NOWHERE { 0 } else { self.state[768 + square as usize].rotate_left(7) }
    }

    /// Checks that a side has still to give.
    #[inline(always)]
    pub(super) fn checks(&self, side: usize, count: u8) -> u64 {
        self.state[768 + 128 * side + count as usize].rotate_left(23)
    }
}

/// The class of a kind that is worth this much by its freedom.
fn class_of(value: i32) -> usize {
    LEAST.iter().filter(|least| value >= **least).count()
}

impl<B: Bits> Layout<B> {
    /// Makes the rules of a game ready for play.
    ///
    /// # Errors
    /// Says what in them does not fit together, or not this width.
    pub fn new(rules: Rules) -> Result<Layout<B>, String> {
        let grid = Grid { files: rules.files, ranks: rules.ranks };
        let squares = grid.squares();
        if squares > B::SQUARES || rules.files > 26 || squares == 0 {
            return Err(format!("too large a board: {}x{}", rules.files, rules.ranks));
        }
        if rules.kinds.is_empty() || rules.kinds.len() > B::KINDS {
            return Err(format!("too many kinds of piece, or none: {}", rules.kinds.len()));
        }
        if rules.checks > CHECKS {
            return Err(format!("more than {CHECKS} checks to count: {}", rules.checks));
        }
        let mut lines = Lines::new(grid);
        let walks = rules.kinds.iter().map(|kind| betza::read(&kind.moves));
        let walks = walks.collect::<Result<Vec<_>, _>>()?;
        let mut gaits_of = |side| {
            let pairs = rules.kinds.iter().zip(&walks);
            pairs
                .map(|(kind, walks)| Gait::new(kind, walks, side, grid, &mut lines))
                .collect::<Result<Vec<_>, String>>()
        };
        let gaits = [gaits_of(Side::First)?, gaits_of(Side::Second)?];
        let find = |letter: &String| {
            let found = rules.kinds.iter().position(|kind| kind.letter == *letter);
            found.ok_or_else(|| format!("no kind of piece: \"{letter}\""))
        };
        let all_of = |letters: &[String]| letters.iter().map(find).collect::<Result<Vec<_>, _>>();
        let mut held_as = Vec::new();
        for (index, kind) in rules.kinds.iter().enumerate() {
            held_as.push(kind.demotes.as_ref().map_or(Ok(index), find)?);
        }
        if rules.hands != Hands::None && held_as.iter().any(|kind| *kind >= HELD) {
            return Err("too many kinds of piece for a hand".to_owned());
        }
        let both = |text: &str| {
            Ok::<_, String>([grid.region(text, Side::First)?, grid.region(text, Side::Second)?])
        };
        let stuck = [0, 1].map(|side: usize| {
            let of = |gait: &Gait<B>| {
                (0..squares).filter(|square| !gait.moves_from(*square, &lines)).collect()
            };
            gaits[side].iter().map(of).collect::<Vec<Set<B>>>()
        });
        let all: Set<B> = (0..squares).collect();
        let mut drops = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for (index, kind) in rules.kinds.iter().enumerate() {
                drops[side.index()].push(match kind.drops.as_str() {
                    "" => all - stuck[side.index()][index],
                    text => grid.region(text, side)?,
                });
            }
        }
        let hunters = [Hunters::new(&gaits[0], squares), Hunters::new(&gaits[1], squares)];
        let any = |is: fn(&Gait<B>) -> bool| gaits[0].iter().any(is);
        let hops = any(|gait| gait.rays.iter().any(|ray| ray.hop.is_some()));
        let wraps = walks.iter().flat_map(|walks| &walks.0).any(|walk| walk.wrap);
        let far = |gait: &Gait<B>| {
            (0..squares)
                .any(|from| gait.take[from].into_iter().any(|to| lines.between(from, to).any()))
        };
        let bears = |letter: &str| rules.kinds.iter().position(|kind| kind.letter == letter);
        let castlers = match &rules.castling {
            Some(castling) if castling.king.is_empty() => {
                let king = bears("K").or_else(|| rules.kinds.iter().position(|kind| kind.royal));
                Some((king.ok_or("no king to castle with")?, find(&castling.rook)?))
            }
            Some(castling) => Some((find(&castling.king)?, find(&castling.rook)?)),
            None => None,
        };
        let lions = rules.lions.as_ref();
        let blasts_without_checks = rules.explosions && rules.checkless;
        let royals: Vec<usize> =
            (0..rules.kinds.len()).filter(|kind| rules.kinds[*kind].royal).collect();
        let runners = match rules.goal.as_ref().map_or(&[][..], |goal| &goal.kinds) {
            [] => royals.clone(),
            letters => all_of(letters)?,
        };
        let needed = rules.extinct.as_ref().map_or(&[][..], |extinct| &extinct.kinds);
        let game = (rules.promotion.by, rules.promotion.forced);
        let freedom =
            |(kind, gait): (&Kind, &Gait<B>)| if kind.pawn { 100 } else { gait.value(&lines) };
        let values: Vec<i32> = rules.kinds.iter().zip(&gaits[0]).map(freedom).collect();
        let measured = |(kind, value): (&Kind, &i32)| match kind.worth {
            0 => *value,
            worth => i32::from(worth),
        };
        let worths: Vec<i32> = rules.kinds.iter().zip(&values).map(measured).collect();
        let in_hand = |kind: usize| match rules.hands {
            Hands::Taker => worths[held_as[kind]],
            _ => 0,
        };
        let stakes = (0..worths.len()).map(|kind| worths[kind] + in_hand(kind)).collect();
        Ok(Layout {
            grid,
            all,
            royals,
            runners,
            needed: needed.iter().map(|letters| all_of(letters)).collect::<Result<_, _>>()?,
            promoting: rules.kinds.iter().map(|kind| kind.promoting.unwrap_or(game)).collect(),
            promotes: rules
                .kinds
                .iter()
                .map(|kind| all_of(&kind.promotes))
                .collect::<Result<_, _>>()?,
            held_as,
            zone: both(&rules.promotion.zone)?,
            last_rank: both(&format!("*{}", rules.ranks))?,
            stuck,
            drops,
            goal: both(rules.goal.as_ref().map_or("", |goal| &goal.squares))?,
            columns: (0..grid.files)
                .map(|file| (0..squares).filter(|square| grid.file(*square) == file).collect())
                .collect(),
            around: (0..squares)
                .map(|here| (0..squares).filter(|there| grid.distance(here, *there) < 2).collect())
                .collect(),
            lions: (0..rules.kinds.len()).filter(|kind| rules.kinds[*kind].lion).collect(),
            pawns: (0..rules.kinds.len()).filter(|kind| rules.kinds[*kind].pawn).collect(),
            trifles: all_of(lions.map_or(&[], |lions| &lions.trifles))?,
            counted: Layout::<B>::kinds_counted(&rules),
            plenty: all_of(rules.promotion.stock.as_deref().unwrap_or_default())?,
            bishops: rules.kinds.iter().position(|kind| kind.both_colours),
            castlers,
            dark: (0..squares)
                .filter(|square| (grid.file(*square) + grid.rank(*square)).is_multiple_of(2))
                .collect(),
            simple: !hops
                && !wraps
                && !blasts_without_checks
                && !rules.facing
                && rules.royalty == Royalty::One,
            keeps_kings: rules.royalty == Royalty::One && !rules.explosions,
            tricky: any(|gait| !gait.lame.is_empty()) || gaits[0].iter().any(far),
            opens_lines_alone: !hops && gaits[0].iter().all(|gait| gait.lame.is_empty()),
            may_end: rules.goal.is_some()
                || rules.checks > 0
                || rules.extinct.is_some()
                || rules.bare.is_some()
                || rules.explosions
                || rules.royalty == Royalty::Last,
            drops_pieces: matches!(rules.hands, Hands::Taker | Hands::Partner | Hands::Given),
            classes: rules
                .kinds
                .iter()
                .zip(&values)
                .map(|(kind, value)| (!kind.royal).then(|| class_of(*value)))
                .collect(),
            values,
            worths,
            stakes,
            features: Features::of(&rules),
            keys: Keys::new(squares, rules.kinds.len()),
            hunters,
            gaits,
            lines,
            rules,
        })
    }

    /// The rules that it was made from.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What those who judge positions are told of them.
    #[inline(always)]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Files and ranks.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The squares a king step away from a square, and itself.
    #[inline(always)]
    pub fn around(&self, square: usize) -> Set<B> {
        self.around[square]
    }

    /// Where the royal pieces of a side, or others that the rules name, win.
    pub fn goal(&self, side: Side) -> Set<B> {
        self.goal[side.index()]
    }

    /// What a kind is worth, roughly: a pawn is 100, others by their freedom.
    #[inline(always)]
    pub fn value(&self, kind: usize) -> i32 {
        self.values[kind]
    }

    /// What a kind on the board is worth to exchanges, in centipawns: as measured, or by its freedom.
    pub fn worth(&self, kind: usize) -> i32 {
        self.worths[kind]
    }

    /// Whether men are dropped from a hand.
    #[inline(always)]
    pub fn drops_pieces(&self) -> bool {
        self.drops_pieces
    }

    /// The number of a kind by its letter as FEN writes it for the first side, in any case.
    pub(super) fn kind_of(&self, letter: &str) -> Option<usize> {
        self.rules.kinds.iter().position(|kind| kind.letter.eq_ignore_ascii_case(letter))
    }
}

impl<B: Bits> Hunters<B> {
    fn new(gaits: &[Gait<B>], squares: usize) -> Hunters<B> {
        let mut hunters = Hunters {
            leapers: Vec::new(),
            liners: Vec::new(),
            riders: Vec::new(),
            lame: vec![Vec::new(); squares],
        };
        for (kind, gait) in gaits.iter().enumerate() {
            if gait.take.iter().any(|set| set.any()) {
                let alike = |group: &&mut Vec<usize>| gaits[group[0]].take == gait.take;
                match hunters.leapers.iter_mut().find(alike) {
                    Some(group) => group.push(kind),
                    None => hunters.leapers.push(vec![kind]),
                }
            }
            for lines in [gait.lines & Lines::<B>::ROOK, gait.lines & Lines::<B>::BISHOP] {
                match hunters.liners.iter_mut().find(|(known, _)| *known == lines) {
                    Some((_, kinds)) => kinds.push(kind),
                    None if lines != 0 => hunters.liners.push((lines, vec![kind])),
                    None => {}
                }
            }
            if gait.rays.iter().any(|ray| ray.take) {
                hunters.riders.push(kind);
            }
            for (from, leaps) in gait.lame.iter().enumerate() {
                for lame in leaps.iter().filter(|lame| lame.take) {
                    hunters.lame[lame.to].push((kind, from, lame.clone()));
                }
            }
        }
        hunters
    }
}
