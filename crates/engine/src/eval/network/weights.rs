//! A network: its shape and its numbers.
//!
//! All numbers are integers, so that every processor gets the same sums. The inputs' weights count
//! in 255ths ([`INPUT_UNIT`]), the output's in 64ths ([`OUTPUT_UNIT`]). A hidden value `h` is
//! clipped to 0..=255 and squared; so that `h * weight` fits sixteen bits, an output weight is at
//! most [`OUTPUT_LIMIT`] in size.

use super::kernel::Kernel;
use super::line::{LANES, Line};
use super::{Game, Lookup};
use std::fmt;

/// What 1.0 is in the hidden layer.
pub(super) const INPUT_UNIT: i64 = 255;
/// What 1.0 is among the weights of the output.
pub(super) const OUTPUT_UNIT: i64 = 64;
/// No output weight is larger.
pub(super) const OUTPUT_LIMIT: i16 = 127;
/// No position is worth more than this, short of a mate.
const LIMIT: i64 = 15_000;

/// The shape of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// The game.
    pub game: Game,
    /// Neurons of the hidden layer for each side: a multiple of 32.
    pub hidden: usize,
    /// Whether a king on the right half mirrors the board.
    pub mirrored: bool,
    /// The bucket of each square of the own king, as its side sees it; empty for a single one.
    pub king_buckets: Vec<u8>,
    /// Sets of output weights, by the number of pieces on the board.
    pub output_buckets: usize,
}

impl Architecture {
    /// How many sets of inputs there are.
    pub fn buckets(&self) -> usize {
        self.king_buckets.iter().max().map_or(1, |&most| most as usize + 1)
    }

    /// How many inputs there are for each side.
    pub fn inputs(&self) -> usize {
        self.buckets() * self.game.pieces * self.game.places
    }

    /// The set of output weights for this number of pieces.
    #[inline(always)]
    pub fn output_bucket(&self, pieces: usize) -> usize {
        // Short numbers are divided quicker.
        let most = self.game.men as u32;
        let before = (pieces as u32).clamp(1, most) - 1;
        (before * self.output_buckets as u32 / most) as usize
    }

    /// Whether there can be a network of this shape.
    pub fn check(&self) -> Result<(), Unfit> {
        self.fault().map_or(Ok(()), Err)
    }

    /// Why there can be no network of this shape.
    pub(super) fn fault(&self) -> Option<Unfit> {
        let buckets_fit = self.king_buckets.is_empty()
            || self.king_buckets.len() == self.game.squares
                && self.king_buckets.iter().all(|&bucket| bucket < 64);
        if self.hidden == 0 || !self.hidden.is_multiple_of(LANES) || self.hidden > 4096 {
            return Some(Unfit::Hidden(self.hidden));
        }
        if !(1..=32).contains(&self.output_buckets) {
            return Some(Unfit::OutputBuckets(self.output_buckets));
        }
        if self.mirrored && !self.game.mirrors {
            return Some(Unfit::Mirrored);
        }
        (!buckets_fit).then_some(Unfit::KingBuckets)
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture { game, hidden, mirrored, output_buckets, .. } = self;
        write!(f, "{game}, ({}→{hidden})×2→1", self.inputs())?;
        if *mirrored {
            write!(f, ", mirrored")?;
        }
        if self.buckets() > 1 {
            write!(f, ", {} king buckets", self.buckets())?;
        }
        if *output_buckets > 1 {
            write!(f, ", {output_buckets} output buckets")?;
        }
        Ok(())
    }
}

/// The numbers of a network, in the units of this module's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The inputs' weights: those of the first input, then those of the next.
    pub inputs: Vec<i16>,
    /// What the hidden neurons have without any input.
    pub biases: Vec<i16>,
    /// The output's weights, for each bucket those of the side to move and then the other's.
    pub output: Vec<i16>,
    /// What each output has without any neuron, in 255 × 64ths.
    pub output_biases: Vec<i32>,
}

/// Why numbers make no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The hidden layer has no possible size.
    Hidden(usize),
    /// Not 1 to 32.
    OutputBuckets(usize),
    /// Not one for each square, or too many.
    KingBuckets,
    /// The game is not the same left and right, or has no king to mirror it by.
    Mirrored,
    /// Too many numbers or too few.
    Size,
    /// An output weight is too large.
    OutputWeight(i16),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Hidden(size) => write!(f, "{size} is no size of a hidden layer"),
            Unfit::OutputBuckets(count) => write!(f, "{count} output buckets"),
            Unfit::KingBuckets => f.write_str("the king buckets do not fit the board"),
            Unfit::Mirrored => f.write_str("the game has no mirror"),
            Unfit::Size => f.write_str("the numbers do not fit the shape"),
            Unfit::OutputWeight(weight) => {
                write!(f, "an output weight of {weight} is beyond {OUTPUT_LIMIT}")
            }
        }
    }
}

impl std::error::Error for Unfit {}

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) architecture: Architecture,
    pub(super) lookup: Lookup,
    /// Centipawns that the output's 1.0 is worth.
    pub(super) scale: u16,
    pub(super) note: String,
    /// For each input `lines` lines.
    pub(super) inputs: Vec<Line>,
    pub(super) biases: Vec<Line>,
    /// For each bucket twice `lines` lines.
    pub(super) output: Vec<Line>,
    pub(super) output_biases: Vec<i32>,
    /// Lines of one side's half of the hidden layer.
    pub(super) lines: usize,
}

impl Network {
    /// A network of this shape with these numbers. `scale` says how many centipawns the output's
    /// 1.0 is worth; `note` is for people.
    pub fn new(
        architecture: Architecture,
        scale: u16,
        note: &str,
        numbers: &Numbers,
    ) -> Result<Network, Unfit> {
        if let Some(fault) = architecture.fault() {
            return Err(fault);
        }
        let (hidden, outputs) = (architecture.hidden, architecture.output_buckets);
        if numbers.inputs.len() != architecture.inputs() * hidden
            || numbers.biases.len() != hidden
            || numbers.output.len() != outputs * 2 * hidden
            || numbers.output_biases.len() != outputs
        {
            return Err(Unfit::Size);
        }
        let within = |weight: &&i16| !(-OUTPUT_LIMIT..=OUTPUT_LIMIT).contains(*weight);
        if let Some(&weight) = numbers.output.iter().find(within) {
            return Err(Unfit::OutputWeight(weight));
        }
        Ok(Network {
            lookup: Lookup::new(&architecture),
            scale,
            note: note.to_owned(),
            inputs: lines(&numbers.inputs),
            biases: lines(&numbers.biases),
            output: lines(&numbers.output),
            output_biases: numbers.output_biases.clone(),
            lines: hidden / LANES,
            architecture,
        })
    }

    /// The same network for another game; `None` if that has other men, another board or no mirror
    /// where this one needs it.
    pub(super) fn lent_to(mut self, game: Game) -> Option<Network> {
        let own = self.architecture.game;
        self.architecture.game = game;
        let fits = Game { name: own.name, ..game } == own && own.men == game.men;
        (fits && self.architecture.fault().is_none()).then_some(self)
    }

    /// Its shape.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// What its maker noted, a "key value" a line.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Centipawns that the output's 1.0 is worth.
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// The numbers.
    pub fn numbers(&self) -> Numbers {
        let flat = |lines: &[Line]| lines.iter().flat_map(|line| line.0).collect();
        Numbers {
            inputs: flat(&self.inputs),
            biases: flat(&self.biases),
            output: flat(&self.output),
            output_biases: self.output_biases.clone(),
        }
    }

    /// The value in centipawns of a position with `pieces` on the board, from both halves of the hidden
    /// layer, the one of the side to move first.
    #[inline]
    pub(super) fn value(&self, kernel: &Kernel, us: &[Line], them: &[Line], pieces: usize) -> i32 {
        let bucket = self.architecture.output_bucket(pieces);
        let weights = &self.output[bucket * 2 * self.lines..][..2 * self.lines];
        let sum = i64::from(kernel.output(us, them, weights));
        let output = sum / INPUT_UNIT + i64::from(self.output_biases[bucket]);
        let value = output * i64::from(self.scale) / (INPUT_UNIT * OUTPUT_UNIT);
        value.clamp(-LIMIT, LIMIT) as i32
    }
}

/// Numbers as whole lines.
fn lines(numbers: &[i16]) -> Vec<Line> {
    let (whole, _) = numbers.as_chunks::<LANES>();
    whole.iter().map(|numbers| Line(*numbers)).collect()
}
