//! Runs that are not finished, as files.
//!
//! ```text
//! file = "FERZRUN" version:u8 check:u64 plan:u64 data:u64 steps:u64 count:u64
//!        count*f32 (numbers) count*f32 (means) count*f32 (means of squares)
//! ```
//!
//! Numbers have the lowest byte first. The check sum is of all that follows it; `plan` and `data`
//! are fingerprints, so that no run goes on with other positions than it began with.

use crate::supply::Supply;
use crate::train::{Plan, State};
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

const MAGIC: &[u8; 7] = b"FERZRUN";
const VERSION: u8 = 1;

/// Why a run cannot go on.
#[derive(Debug)]
pub enum Unusable {
    /// The file cannot be read.
    File(io::Error),
    /// It is no checkpoint, or a damaged one.
    Damaged,
    /// It belongs to another plan.
    Plan,
    /// It belongs to other positions.
    Data,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::File(error) => write!(f, "{error}"),
            Unusable::Damaged => f.write_str("not a whole checkpoint"),
            Unusable::Plan => f.write_str("it belongs to a run with other settings"),
            Unusable::Data => f.write_str("it belongs to a run over other positions"),
        }
    }
}

impl std::error::Error for Unusable {}

/// A fingerprint: FNV-1a.
pub fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn fingerprint(plan: &Plan) -> u64 {
    sum(format!("{plan:?}").as_bytes())
}

/// Writes a checkpoint; what was there before stays until all is written.
pub fn save(path: &Path, plan: &Plan, data: &dyn Supply, state: &State) -> io::Result<()> {
    let mut body = Vec::with_capacity(32 + 12 * state.numbers.len());
    for number in [fingerprint(plan), data.fingerprint(), state.steps, state.numbers.len() as u64] {
        body.extend(number.to_le_bytes());
    }
    for number in [&state.numbers, &state.mean, &state.square].into_iter().flatten() {
        body.extend(number.to_le_bytes());
    }
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    bytes.extend(sum(&body).to_le_bytes());
    bytes.extend(body);
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes)?;
    fs::rename(&unfinished, path)
}

/// Reads a checkpoint of this plan and these positions; `None` if there is no file.
pub fn load(path: &Path, plan: &Plan, data: &dyn Supply) -> Result<Option<State>, Unusable> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Unusable::File(error)),
    };
    let head = bytes.split_at_checked(MAGIC.len() + 1).ok_or(Unusable::Damaged)?;
    let (check, body) = head.1.split_first_chunk::<8>().ok_or(Unusable::Damaged)?;
    if head.0[..MAGIC.len()] != *MAGIC
        || head.0[MAGIC.len()] != VERSION
        || u64::from_le_bytes(*check) != sum(body)
    {
        return Err(Unusable::Damaged);
    }
    let (head, rest) = body.split_first_chunk::<32>().ok_or(Unusable::Damaged)?;
    let (words, _) = head.as_chunks::<8>();
    let [of_plan, of_data, steps, count] =
        [0, 1, 2, 3].map(|index: usize| u64::from_le_bytes(words[index]));
    if of_plan != fingerprint(plan) {
        return Err(Unusable::Plan);
    }
    if of_data != data.fingerprint() {
        return Err(Unusable::Data);
    }
    let (floats, _) = rest.as_chunks::<4>();
    let floats: Vec<f32> = floats.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let count = count as usize;
    if floats.len() != 3 * count || count == 0 {
        return Err(Unusable::Damaged);
    }
    let part = |index: usize| floats[index * count..][..count].to_vec();
    Ok(Some(State { steps, numbers: part(0), mean: part(1), square: part(2) }))
}
