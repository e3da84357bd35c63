//! How pieces go, in the notation of Ralph Betza with XBoard's additions.
//!
//! ```text
//! G Z C H C Z G    A piece leaps from the dot to the squares of its letters, by W F D N A H C Z G.
//! Z A N D N A Z    K is W and F; R, B and Q ride on as W, F and K.
//! C N F W F N C    Before the letter: f b l r s v h are directions; m moves without taking, c takes,
//! H D W . W D H    e takes in passing, i is a first move, n is stopped by what stands on the way,
//! C N F W F N C    p hops over one piece, g hops and stops behind it, o goes round the edge, a goes
//! Z A N D N A Z    on with a further leg, relative to the last.
//! G Z C H C Z G    After it: how often the step may be repeated; 0 or a doubled letter: any.
//! ```
//!
//! Source: the dialect is described with XBoard and its protocol (`piece`).

use std::fmt::{self, Write};

/// Files and ranks that a step goes, seen by the first side.
pub type Step = (i8, i8);

/// The eight steps of a king, clockwise from straight ahead.
pub const COMPASS: [Step; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// How a piece goes over others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// Over one piece and on, as a cannon takes.
    On,
    /// To the square behind it, as a grasshopper goes.
    Behind,
}

/// One of the ways in which a piece goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    atom: char,
    directions: String,
    /// The first step, in each of its directions.
    pub steps: Vec<Step>,
    /// How often the step may be repeated; 0: to the edge.
    pub range: u8,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may take.
    pub take: bool,
    /// Whether it takes what has just passed its square.
    pub passant: bool,
    /// Whether it is for the first move alone.
    pub initial: bool,
    /// Whether what stands on the way stops a leap.
    pub lame: bool,
    /// What it must hop over.
    pub hop: Option<Hop>,
    /// Whether it goes round the edge.
    pub wrap: bool,
    /// King steps that follow.
    pub then: Vec<Turn>,
}

/// A further leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    directions: String,
    /// Eighths of a circle to turn by, clockwise.
    pub turns: Vec<usize>,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may take.
    pub take: bool,
}

/// All ways in which a piece goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walks(pub Vec<Walk>);

impl Walk {
    /// Whether it goes to the left as it goes to the right.
    pub fn is_symmetric(&self) -> bool {
        let eighths = COMPASS.len();
        self.steps.iter().all(|(x, y)| self.steps.contains(&(-x, *y)))
            && self.then.iter().all(|leg| {
                leg.turns.iter().all(|turn| leg.turns.contains(&((eighths - turn) % eighths)))
            })
    }
}

/// Reads the notation.
///
/// ```
/// use ferz_rules::table::betza;
///
/// let pawn = betza::read("fmWfceFifmnD").unwrap();
/// assert_eq!(pawn.0.len(), 3);
/// assert_eq!(pawn.0[1].steps, [(1, 1), (-1, 1)]);
/// assert_eq!(pawn.to_string(), "mfWcefFminfD");
/// assert_eq!(betza::read("fX").unwrap_err(), "unknown atom \"X\" in the moves \"fX\"");
/// ```
///
/// # Errors
/// Says what it does not understand.
pub fn read(text: &str) -> Result<Walks, String> {
    let mut walks = Vec::new();
    let mut rest = text.chars().peekable();
    while rest.peek().is_some() {
        let mut prefix = String::new();
        while let Some(letter) = rest.next_if(char::is_ascii_lowercase) {
            prefix.push(letter);
        }
        let atom = rest.next().ok_or_else(|| format!("no atom at the end of \"{text}\""))?;
        let doubled = rest.next_if_eq(&atom).is_some();
        let mut digits = String::new();
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let rides = matches!(atom, 'R' | 'B' | 'Q') || doubled;
        let range = match digits.as_str() {
            "" => !rides as u8,
            digits => digits.parse().map_err(|_| format!("too long a range in \"{text}\""))?,
        };
        // Castling stands in the table of the game.
        if atom != 'O' {
            walks.push(walk(&prefix, atom, range).map_err(|why| format!("{why} \"{text}\""))?);
        }
    }
    Ok(Walks(walks))
}

/// XBoard has letters beyond its document which others pass over, or read otherwise: `j` (must jump),
/// `y` (rides and leaps change places), `d` (takes its own), `t` (tame), `k` (kings only).
fn unknown(letter: char, place: &str) -> String {
    match letter {
        'j' | 'y' | 'd' | 't' | 'k' => {
            format!("the letter \"{letter}\" has no meaning that programs share, {place}")
        }
        _ => format!("unknown letter \"{letter}\" {place}"),
    }
}

fn walk(prefix: &str, atom: char, range: u8) -> Result<Walk, String> {
    let mut legs = prefix.split('a');
    let first = legs.next().unwrap_or_default();
    let mut walk = Walk { atom, range, ..Walk::default() };
    for letter in first.chars() {
        match letter {
            'm' => walk.quiet = true,
            'c' => walk.take = true,
            'e' => walk.passant = true,
            'i' => walk.initial = true,
            'n' => walk.lame = true,
            'o' => walk.wrap = true,
            'p' => walk.hop = Some(Hop::On),
            'g' => walk.hop = Some(Hop::Behind),
            'f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h' => walk.directions.push(letter),
            _ => return Err(unknown(letter, "in the moves")),
        }
    }
    let legs: Vec<&str> = legs.collect();
    for (index, leg) in legs.iter().enumerate() {
        walk.then.push(turn(leg, atom, index + 1 == legs.len())?);
    }
    if !(walk.quiet || walk.take || walk.passant) {
        walk.quiet = true;
        // What goes on has not taken, unless it says so.
        walk.take = walk.then.is_empty();
    }
    let bases: &[Step] = match atom {
        'W' | 'R' => &[(0, 1)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(0, 1), (1, 1)],
        'D' => &[(0, 2)],
        'N' => &[(1, 2)],
        'A' => &[(2, 2)],
        'H' => &[(0, 3)],
        'C' | 'L' => &[(1, 3)],
        'Z' | 'J' => &[(2, 3)],
        'G' => &[(3, 3)],
        _ => return Err(format!("unknown atom \"{atom}\" in the moves")),
    };
    let halves = |base: &Step| {
        terms(&walk.directions, *base).iter().all(|term| {
            !term.contains('h') || ["fh", "bh", "lh", "rh", "hl", "hr"].contains(&term.as_str())
        })
    };
    if !bases.iter().all(halves) {
        return Err("half of what is not oblique in the moves".to_owned());
    }
    for base in bases {
        let terms = terms(&walk.directions, *base);
        let steps = turned(*base).into_iter();
        walk.steps.extend(
            steps.filter(|step| terms.is_empty() || terms.iter().any(|term| goes(*step, term))),
        );
    }
    let short = matches!(atom, 'W' | 'F' | 'K') && walk.range == 1;
    if !walk.then.is_empty() && !short {
        return Err("only king steps have further legs in the moves".to_owned());
    }
    // By which squares a lame camel goes no program says.
    let lame = matches!(atom, 'D' | 'A' | 'H' | 'G' | 'N' | 'Z') && walk.range == 1;
    if walk.lame && !lame {
        return Err("this leap cannot be stopped on the way in the moves".to_owned());
    }
    Ok(walk)
}

/// The step in all its directions, each once.
fn turned((x, y): Step) -> Vec<Step> {
    let mut steps = Vec::new();
    for (x, y) in [(x, y), (y, x)] {
        for step in [(x, y), (y, -x), (-x, -y), (-y, x), (-x, y), (x, -y)] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// The letters of directions, one or two together: `fl` is one diagonal, or one knight's leap.
fn terms(letters: &str, base: Step) -> Vec<String> {
    let straight = base.0 == 0 || base.1 == 0;
    let oblique = !straight && base.0 != base.1;
    let upright = |letter: char| matches!(letter, 'f' | 'b' | 'v');
    let mut terms: Vec<String> = Vec::new();
    let mut letters = letters.chars().peekable();
    while let Some(first) = letters.next() {
        let second = letters.next_if(|second| {
            let half = (first == 'h') != (*second == 'h');
            let pair = upright(first) != upright(*second) || (oblique && first == *second);
            !straight && (pair || (oblique && half))
        });
        terms.push([Some(first), second].into_iter().flatten().collect());
    }
    terms
}

/// Whether a step has this direction; the first of two letters is that of its longer part.
fn goes((x, y): Step, term: &str) -> bool {
    let one = |letter| match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        'v' => y != 0,
        _ => x != 0,
    };
    let upright = |letter| matches!(letter, 'f' | 'b' | 'v');
    let oblique = x != 0 && y != 0 && x.abs() != y.abs();
    let mut letters = term.chars();
    let first = letters.next().unwrap_or('v');
    match letters.next() {
        None if oblique && matches!(first, 's' | 'v') => upright(first) == (y.abs() > x.abs()),
        None => one(first),
        // One of the two halves that are each other's mirror image.
        Some(second @ ('l' | 'r')) if first == 'h' => {
            (second == 'r') == ((x * y > 0) == (y.abs() > x.abs()))
        }
        Some('h') => one(first),
        // `fs` of a knight: ahead, but more to the side.
        Some('s') if oblique && upright(first) => one(first) && x.abs() > y.abs(),
        Some('v') if oblique && !upright(first) => one(first) && y.abs() > x.abs(),
        Some(second) if oblique => {
            one(first) && one(second) && upright(first) == (y.abs() > x.abs())
        }
        Some(second) => one(first) && one(second),
    }
}

fn turn(leg: &str, atom: char, last: bool) -> Result<Turn, String> {
    let mut turn = Turn { directions: String::new(), turns: Vec::new(), quiet: false, take: false };
    for letter in leg.chars() {
        match letter {
            'm' => turn.quiet = true,
            'c' => turn.take = true,
            'f' | 'b' | 'l' | 'r' | 's' | 'v' => turn.directions.push(letter),
            _ => return Err(unknown(letter, "of a further leg in the moves")),
        }
    }
    if !(turn.quiet || turn.take) {
        (turn.quiet, turn.take) = (true, last);
    }
    // A king turns by eighths, a wazir and a ferz by quarters.
    let base = if atom == 'K' { (1, 1) } else { (0, 1) };
    let all = if atom == 'K' { vec![0, 1, 2, 3, 5, 6, 7] } else { vec![0, 2, 6] };
    let terms = terms(&turn.directions, base);
    turn.turns = terms.iter().flat_map(|term| turns(term)).copied().collect();
    if terms.is_empty() {
        turn.turns = all;
    }
    Ok(turn)
}

fn turns(term: &str) -> &'static [usize] {
    match term {
        "f" => &[0],
        "fr" | "rf" => &[1],
        "r" => &[2],
        "br" | "rb" => &[3],
        "b" => &[4],
        "bl" | "lb" => &[5],
        "l" => &[6],
        "fl" | "lf" => &[7],
        "s" => &[2, 6],
        "v" => &[0, 4],
        "fs" | "sf" => &[1, 7],
        "bs" | "sb" => &[3, 5],
        _ => &[1, 3, 5, 7],
    }
}

/// Writes the notation: modes, directions, atom, range.
impl fmt::Display for Walks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, walk) in self.0.iter().enumerate() {
            let text = walk.to_string();
            f.write_str(&text)?;
            // A letter written twice would be one ride.
            let next = self.0.get(index + 1).map(Walk::to_string);
            if text.ends_with(walk.atom) && next.is_some_and(|next| next.starts_with(walk.atom)) {
                write!(f, "{}", walk.range)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = !self.passant
            && match self.then.is_empty() {
                true => self.quiet && self.take,
                false => self.quiet && !self.take,
            };
        for (letter, written) in [
            ('m', self.quiet && !plain),
            ('c', self.take && !plain),
            ('e', self.passant),
            ('i', self.initial),
            ('n', self.lame),
            ('o', self.wrap),
            ('p', self.hop == Some(Hop::On)),
            ('g', self.hop == Some(Hop::Behind)),
        ] {
            if written {
                f.write_char(letter)?;
            }
        }
        f.write_str(&self.directions)?;
        for (index, turn) in self.then.iter().enumerate() {
            f.write_char('a')?;
            let last = index + 1 == self.then.len();
            for (letter, written) in [('m', turn.quiet), ('c', turn.take)] {
                if written && !(turn.quiet && turn.take == last) {
                    f.write_char(letter)?;
                }
            }
            f.write_str(&turn.directions)?;
        }
        f.write_char(self.atom)?;
        let usual = !matches!(self.atom, 'R' | 'B' | 'Q') as u8;
        if self.range == usual { Ok(()) } else { write!(f, "{}", self.range) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<Step> {
        let mut steps: Vec<Step> =
            read(text).unwrap().0.into_iter().flat_map(|walk| walk.steps).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn directions_are_of_the_first_side() {
        assert_eq!(steps("W"), [(-1, 0), (0, -1), (0, 1), (1, 0)]);
        assert_eq!(steps("fW"), [(0, 1)]);
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("flF"), [(-1, 1)]);
        assert_eq!(steps("N").len(), 8);
        assert_eq!(steps("fN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("frN"), [(1, 2)]);
        assert_eq!(steps("rfN"), [(2, 1)]);
        assert_eq!(steps("K"), steps("WF"));
        // Halves of a knight's leaps, as Fairy-Stockfish and XBoard have them.
        assert_eq!(steps("hrN"), [(-2, 1), (-1, -2), (1, 2), (2, -1)]);
        assert_eq!(steps("hlN"), [(-2, -1), (-1, 2), (1, -2), (2, 1)]);
        assert_eq!(steps("rhN"), [(1, -2), (1, 2), (2, -1), (2, 1)]);
        assert_eq!((steps("fhN"), steps("J")), (steps("fN"), steps("Z")));
        assert_eq!(steps("C").len() + steps("Z").len(), 16);
    }

    #[test]
    fn what_is_written_reads_the_same() {
        for text in [
            "fmWfceFifmnD",
            "KisO2",
            "mRcpR",
            "aflafrKafraflKafafsKafsafK",
            "KNADcaKmcabK",
            "W3vR",
            "BsRbRfWfDfmabWfcavW",
            "oN",
            "gQ",
            "NN",
            "fmFfceWifmnA",
            "nN",
            "N0",
            "hrNlhC",
            "nZ",
        ] {
            let walks = read(text).expect(text);
            assert_eq!(read(&walks.to_string()), Ok(walks), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, why) in [
            ("f", "no atom at the end of \"f\""),
            ("R999", "too long a range in \"R999\""),
            ("jD", "the letter \"j\" has no meaning that programs share, in the moves \"jD\""),
            ("yR", "the letter \"y\" has no meaning that programs share, in the moves \"yR\""),
            (
                "adK",
                "the letter \"d\" has no meaning that programs share, of a further leg in the moves \"adK\"",
            ),
            ("uR", "unknown letter \"u\" in the moves \"uR\""),
            ("hR", "half of what is not oblique in the moves \"hR\""),
            ("hN", "half of what is not oblique in the moves \"hN\""),
            ("caR", "only king steps have further legs in the moves \"caR\""),
            ("nR", "this leap cannot be stopped on the way in the moves \"nR\""),
            ("nC", "this leap cannot be stopped on the way in the moves \"nC\""),
        ] {
            assert_eq!(read(text).unwrap_err(), why);
        }
    }
}
