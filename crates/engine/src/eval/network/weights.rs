//! A network: its shape and its numbers.
//!
//! All numbers are integers, so that every processor gets the same sums. The inputs' weights count
//! in 255ths ([`INPUT_UNIT`]), the output's in 64ths ([`OUTPUT_UNIT`]). A hidden value `h` is
//! clipped to 0..=255 and squared; so that `h * weight` fits sixteen bits, an output weight is at
//! most [`OUTPUT_LIMIT`] in size.
//!
//! A second layer, where there is one, reads the same squares in 127ths, so that they fit a byte. Its
//! weights count in 64ths, its sums in [`SECOND_UNIT`]ths; they are clipped to 0..1 and squared, too.
//! The output's weights for them count in [`LAST_UNIT`]ths.

use super::kernel::Kernel;
use super::line::{Bytes, LANES, Line, SQUARES_MOST};
use super::{Game, Lookup};
use std::fmt;

/// What 1.0 is in the hidden layer.
pub(super) const INPUT_UNIT: i64 = 255;
/// What 1.0 is among the weights of the output.
pub(super) const OUTPUT_UNIT: i64 = 64;
/// No output weight is larger.
pub(super) const OUTPUT_LIMIT: i16 = 127;
/// What 1.0 is in the sums of the second layer: 127 × 64.
pub(super) const SECOND_UNIT: i32 = 127 * 64;
/// What 1.0 is among the output's weights for the second layer.
pub(super) const LAST_UNIT: i64 = 4096;
/// The most neurons of the second layer.
pub(super) const SECOND_MOST: usize = 32;
/// What a second layer must be.
const SECOND_NEEDS: &str = "it has a multiple of 4, at most 32, and a hidden layer of at most 1024";
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
    /// Neurons of the second layer, for each output bucket its own; 0 where there is none.
    pub second: usize,
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

    /// How many weights the second layer has.
    pub fn second_weights(&self) -> usize {
        self.output_buckets * self.second * 2 * self.hidden
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
        let squares = 2 * self.hidden / LANES;
        if !self.second.is_multiple_of(4)
            || self.second > SECOND_MOST
            || self.second > 0 && squares > SQUARES_MOST
        {
            return Some(Unfit::Second(self.second));
        }
        if self.mirrored && !self.game.mirrors {
            return Some(Unfit::Mirrored);
        }
        (!buckets_fit).then_some(Unfit::KingBuckets)
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture { game, hidden, mirrored, output_buckets, second, .. } = self;
        write!(f, "{game}, ({}→{hidden})×2→", self.inputs())?;
        if *second > 0 {
            write!(f, "{second}→")?;
        }
        write!(f, "1")?;
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
    /// The second layer's weights, for each bucket and neuron those of the side to move and then the
    /// other's.
    pub second: Vec<i8>,
    /// What the second layer's neurons have without any input, bucket by bucket.
    pub second_biases: Vec<i32>,
    /// The output's weights for the second layer, bucket by bucket.
    pub last: Vec<i16>,
}

/// Why numbers make no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The hidden layer has no possible size.
    Hidden(usize),
    /// Not 1 to 32.
    OutputBuckets(usize),
    /// The second layer: no multiple of 4, or too many neurons for it or below it.
    Second(usize),
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
            Unfit::Second(count) => write!(f, "no second layer of {count} neurons: {SECOND_NEEDS}"),
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
    /// For each bucket and neuron of the second layer `lines` lines.
    pub(super) second: Vec<Bytes>,
    pub(super) second_biases: Vec<i32>,
    pub(super) last: Vec<i16>,
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
            || numbers.second.len() != architecture.second_weights()
            || numbers.second_biases.len() != outputs * architecture.second
            || numbers.last.len() != outputs * architecture.second
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
            second: bytes(&numbers.second),
            second_biases: numbers.second_biases.clone(),
            last: numbers.last.clone(),
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
            second: self.second.iter().flat_map(|bytes| bytes.0).collect(),
            second_biases: self.second_biases.clone(),
            last: self.last.clone(),
        }
    }

    /// The value in centipawns of a position with `pieces` on the board, from both halves of the hidden
    /// layer, the one of the side to move first.
    #[inline]
    pub(super) fn value(&self, kernel: &Kernel, us: &[Line], them: &[Line], pieces: usize) -> i32 {
        let bucket = self.architecture.output_bucket(pieces);
        let weights = &self.output[bucket * 2 * self.lines..][..2 * self.lines];
        let sum = i64::from(kernel.output(us, them, weights));
        let mut output = sum / INPUT_UNIT + i64::from(self.output_biases[bucket]);
        if self.architecture.second > 0 {
            output += self.second_value(kernel, us, them, bucket);
        }
        let value = output * i64::from(self.scale) / (INPUT_UNIT * OUTPUT_UNIT);
        value.clamp(-LIMIT, LIMIT) as i32
    }

    /// What the second layer adds to the output, in 255 × 64ths.
    #[inline]
    fn second_value(&self, kernel: &Kernel, us: &[Line], them: &[Line], bucket: usize) -> i64 {
        let count = self.architecture.second;
        let mut sums = [0; SECOND_MOST];
        let weights = &self.second[bucket * count * self.lines..][..count * self.lines];
        kernel.second(us, them, weights, &mut sums[..count]);
        let here = bucket * count..(bucket + 1) * count;
        let neurons = sums.iter().zip(&self.second_biases[here.clone()]).zip(&self.last[here]);
        let sum: i64 = neurons
            .map(|((sum, bias), weight)| {
                let value = sum.wrapping_add(*bias).clamp(0, SECOND_UNIT);
                i64::from(value * value / SECOND_UNIT) * i64::from(*weight)
            })
            .sum();
        sum * (INPUT_UNIT * OUTPUT_UNIT) / (i64::from(SECOND_UNIT) * LAST_UNIT)
    }
}

/// Numbers as whole lines.
fn lines(numbers: &[i16]) -> Vec<Line> {
    let (whole, _) = numbers.as_chunks::<LANES>();
    whole.iter().map(|numbers| Line(*numbers)).collect()
}

/// Small numbers as whole lines.
fn bytes(numbers: &[i8]) -> Vec<Bytes> {
    let (whole, _) = numbers.as_chunks::<{ 2 * LANES }>();
    whole.iter().map(|numbers| Bytes(*numbers)).collect()
}
