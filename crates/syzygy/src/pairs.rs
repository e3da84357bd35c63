//! The compressed values of a table.
//!
//! Values that often stand side by side are a symbol, pairs of symbols are symbols again, and so on;
//! symbols are written in a canonical prefix code, longer codes with the smaller numbers. They lie
//! in blocks of one size, of which each holds another number of values. A sparse list of positions
//! says near which block a value is.

use crate::bits::Bits;
use crate::error::{Content, Problem};
use crate::source::{Reader, Source};

/// The values of a table, or of a part of it.
#[derive(Debug)]
pub(crate) enum Pairs {
    /// All the same.
    Single(u16),
    Coded(Box<Coded>),
}

/// Where and how they are coded.
#[derive(Debug)]
pub(crate) struct Coded {
    /// Bytes of a block.
    block_size: u64,
    /// Values between two entries of the sparse list.
    span: u64,
    /// Values.
    size: u64,
    /// Blocks with data.
    blocks: u64,
    /// Blocks that have a length, the padding included.
    lengths: u64,
    code: Code,
    sparse_at: u64,
    lengths_at: u64,
    data_at: u64,
}

/// The flag of parts with a single value.
const SINGLE: u8 = 0x80;
/// Longer walks along the blocks would mean that the sparse list is wrong.
const LONGEST_WALK: u32 = 1 << 16;
/// Lengths of blocks that are read at once.
const LENGTHS_AT_ONCE: u64 = 32;

impl Pairs {
    /// Reads the head of a part whose positions have `size` numbers; its flags beside it.
    pub(crate) fn read(
        reader: &mut Reader,
        size: u64,
        content: Content,
    ) -> Result<(Pairs, u8), Problem> {
        let flags = reader.byte()?;
        if flags & SINGLE != 0 {
            let value = reader.byte()?;
            // In tables of distances the byte says nothing, and the value is the first.
            let value = if content == Content::Wdl { value } else { 0 };
            return Ok((Pairs::Single(value.into()), flags));
        }
        let (block_bits, span_bits) = (reader.byte()?, reader.byte()?);
        if block_bits > 16 || span_bits > 31 {
            return Err(Problem::Measure);
        }
        let padding = u64::from(reader.byte()?);
        let blocks = u64::from(reader.long()?);
        let code = Code::read(reader)?;
        let coded = Coded {
            block_size: 1 << block_bits,
            span: 1 << span_bits,
            size,
            blocks,
            lengths: blocks + padding,
            code,
            sparse_at: 0,
            lengths_at: 0,
            data_at: 0,
        };
        Ok((Pairs::Coded(Box::new(coded)), flags))
    }

    /// Places the sparse list from `at` on; says where it ends.
    pub(crate) fn place_sparse(&mut self, at: u64) -> u64 {
        let Pairs::Coded(coded) = self else { return at };
        coded.sparse_at = at;
        at.saturating_add(coded.size.div_ceil(coded.span).saturating_mul(6))
    }

    /// Places the list of lengths.
    pub(crate) fn place_lengths(&mut self, at: u64) -> u64 {
        let Pairs::Coded(coded) = self else { return at };
        coded.lengths_at = at;
        at.saturating_add(coded.lengths.saturating_mul(2))
    }

    /// Places the blocks.
    pub(crate) fn place_data(&mut self, at: u64) -> u64 {
        let at = at.saturating_add(63) & !63;
        let Pairs::Coded(coded) = self else { return at };
        coded.data_at = at;
        at.saturating_add(coded.blocks.saturating_mul(coded.block_size))
    }

    /// The value with this number.
    pub(crate) fn value(&self, source: &Source, number: u64) -> Result<u16, Problem> {
        match self {
            Pairs::Single(value) => Ok(*value),
            Pairs::Coded(coded) => coded.value(source, number),
        }
    }
}

impl Coded {
    fn value(&self, source: &Source, number: u64) -> Result<u16, Problem> {
        if number >= self.size {
            return Err(Problem::Measure);
        }
        let (block, offset) = self.find(source, number)?;
        let mut buffer = Vec::new();
        let at = self.data_at + block * self.block_size;
        let bytes = source.bytes(at, self.block_size as usize, &mut buffer)?;
        self.code.value(bytes, offset)
    }

    /// The block that holds a value, and how many values of the block stand before it.
    fn find(&self, source: &Source, number: u64) -> Result<(u64, u32), Problem> {
        let mut buffer = Vec::new();
        let entry_at = self.sparse_at + number / self.span * 6;
        let &[a, b, c, d, e, f] = source.bytes(entry_at, 6, &mut buffer)? else {
            return Err(Problem::Block);
        };
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        let offset = i64::from(u16::from_le_bytes([e, f]));
        // The entry is for the number in the middle of its span.
        let mut offset = offset + (number % self.span) as i64 - (self.span / 2) as i64;
        let mut lengths = Lengths { coded: self, source, known: Vec::new(), first: 0 };
        for _ in 0..LONGEST_WALK {
            if offset < 0 {
                block = block.checked_sub(1).ok_or(Problem::Block)?;
                offset += lengths.of(block)?;
                continue;
            }
            let length = lengths.of(block)?;
            if offset < length {
                if block >= self.blocks {
                    return Err(Problem::Block);
                }
                return Ok((block, offset as u32));
            }
            offset -= length;
            block += 1;
        }
        Err(Problem::Block)
    }
}

/// The lengths of blocks, some of them at hand.
struct Lengths<'a> {
    coded: &'a Coded,
    source: &'a Source,
    /// Those from the block `first` on; none if the file is in memory as a whole.
    known: Vec<u8>,
    first: u64,
}

impl Lengths<'_> {
    /// The number of values in a block.
    fn of(&mut self, block: u64) -> Result<i64, Problem> {
        if block >= self.coded.lengths {
            return Err(Problem::Block);
        }
        let at = self.coded.lengths_at + 2 * block;
        let bytes = match self.source.borrowed(at, 2) {
            Some(bytes) => bytes,
            None => self.read(block)?,
        };
        let &[low, high] = bytes else { return Err(Problem::Block) };
        Ok(i64::from(u16::from_le_bytes([low, high])) + 1)
    }

    /// Reads it together with its neighbours, unless one of them was asked for before.
    fn read(&mut self, block: u64) -> Result<&[u8], Problem> {
        let count = self.known.len() as u64 / 2;
        if !(self.first..self.first + count).contains(&block) {
            self.first = block.saturating_sub(LENGTHS_AT_ONCE / 2);
            let count = LENGTHS_AT_ONCE.min(self.coded.lengths - self.first) as usize;
            let at = self.coded.lengths_at + 2 * self.first;
            self.source.bytes(at, 2 * count, &mut self.known)?;
        }
        let index = 2 * (block - self.first) as usize;
        self.known.get(index..index + 2).ok_or(Problem::Block)
    }
}

/// The code of the symbols.
#[derive(Debug)]
struct Code {
    /// Bits of the shortest code.
    shortest: u32,
    /// The smallest code of each length, left-aligned; the longest last, and that is 0.
    smallest: Vec<u64>,
    /// The symbol that this code means.
    first_symbols: Vec<u16>,
    symbols: Vec<Symbol>,
}

/// Either a value or two symbols.
#[derive(Clone, Copy, Debug, Default)]
struct Symbol {
    /// The first symbol, or the value.
    left: u16,
    right: u16,
    /// Values beside the first.
    more: u8,
}

/// In the place of a second symbol: the first is a value.
const NO_SYMBOL: u16 = 0xfff;

impl Code {
    fn read(reader: &mut Reader) -> Result<Code, Problem> {
        let (longest, shortest) = (u32::from(reader.byte()?), u32::from(reader.byte()?));
        if !(1..=32).contains(&shortest) || !(shortest..=32).contains(&longest) {
            return Err(Problem::Symbols);
        }
        let lengths = longest - shortest + 1;
        let first_symbols = (0..lengths).map(|_| reader.word()).collect::<Result<Vec<_>, _>>()?;
        let count = reader.word()?;
        if count == 0 || count > NO_SYMBOL + 1 {
            return Err(Problem::Symbols);
        }
        let mut symbols = Vec::with_capacity(count.into());
        for _ in 0..count {
            let [a, b, c] = [reader.byte()?, reader.byte()?, reader.byte()?].map(u16::from);
            symbols.push(Symbol { left: (b & 15) << 8 | a, right: c << 4 | b >> 4, more: 0 });
        }
        reader.skip(u64::from(count & 1))?;
        count_values(&mut symbols)?;
        let smallest = smallest_codes(shortest, &first_symbols)?;
        Ok(Code { shortest, smallest, first_symbols, symbols })
    }

    /// The value behind `offset` others in a block.
    fn value(&self, block: &[u8], mut offset: u32) -> Result<u16, Problem> {
        let mut bits = Bits::new(block);
        let mut symbol = loop {
            let window = bits.window();
            // The last is 0, so there is one.
            let longer = self.smallest.iter().position(|smallest| window >= *smallest);
            let longer = longer.ok_or(Problem::Symbols)?;
            let length = self.shortest + longer as u32;
            let further = (window - self.smallest[longer]) >> (64 - length);
            let number = u64::from(self.first_symbols[longer]) + further;
            let symbol = self.symbols.get(number as usize).ok_or(Problem::Block)?;
            let more = u32::from(symbol.more);
            if !bits.skip(length) {
                return Err(Problem::Block);
            }
            if offset <= more {
                break symbol;
            }
            offset -= more + 1;
        };
        // Parts hold fewer values than the whole, so this ends.
        while symbol.more > 0 {
            let left = self.part(symbol.left)?;
            let of_left = u32::from(left.more) + 1;
            symbol = if offset < of_left {
                left
            } else {
                offset -= of_left;
                self.part(symbol.right)?
            };
        }
        Ok(symbol.left)
    }

    fn part(&self, symbol: u16) -> Result<&Symbol, Problem> {
        self.symbols.get(usize::from(symbol)).ok_or(Problem::Symbols)
    }
}

/// The smallest code of each length, left-aligned: what is behind the longer ones, cut by a bit.
fn smallest_codes(shortest: u32, first_symbols: &[u16]) -> Result<Vec<u64>, Problem> {
    let mut smallest = vec![0u64; first_symbols.len()];
    for index in (0..first_symbols.len().saturating_sub(1)).rev() {
        let (here, longer) = (first_symbols[index], first_symbols[index + 1]);
        let of_longer = here.checked_sub(longer).ok_or(Problem::Symbols)?;
        smallest[index] = (smallest[index + 1] + u64::from(of_longer)) / 2;
    }
    for (index, code) in smallest.iter_mut().enumerate() {
        let length = shortest + index as u32;
        if *code >> length != 0 {
            return Err(Problem::Symbols);
        }
        *code <<= 64 - length;
    }
    Ok(smallest)
}

/// Counts the values of each symbol. A symbol that is part of itself, or has more than 256, is an
/// error.
fn count_values(symbols: &mut [Symbol]) -> Result<(), Problem> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; symbols.len()];
    let mut open = Vec::new();
    for symbol in 0..symbols.len() {
        open.push(symbol);
        while let Some(&top) = open.last() {
            let Symbol { left, right, .. } = symbols[top];
            if states[top] == State::Done || right == NO_SYMBOL {
                states[top] = State::Done;
                open.pop();
                continue;
            }
            let parts = [usize::from(left), usize::from(right)];
            if parts.iter().any(|part| *part >= symbols.len()) {
                return Err(Problem::Symbols);
            }
            let missing = parts.into_iter().find(|part| states[*part] != State::Done);
            match missing {
                None => {
                    let more = parts.map(|part| u32::from(symbols[part].more));
                    let more = u8::try_from(more[0] + more[1] + 1);
                    symbols[top].more = more.map_err(|_| Problem::Symbols)?;
                    states[top] = State::Done;
                    open.pop();
                }
                Some(part) if states[part] == State::Open => return Err(Problem::Symbols),
                Some(part) => {
                    states[top] = State::Open;
                    open.push(part);
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(value: u16) -> Symbol {
        Symbol { left: value, right: NO_SYMBOL, more: 0 }
    }

    fn pair(left: u16, right: u16) -> Symbol {
        Symbol { left, right, more: 0 }
    }

    fn more_of(mut symbols: Vec<Symbol>) -> Result<Vec<u8>, Problem> {
        count_values(&mut symbols)?;
        Ok(symbols.iter().map(|symbol| symbol.more).collect())
    }

    #[test]
    fn symbols_count_their_values() {
        assert_eq!(more_of(vec![pair(1, 2), leaf(3), pair(1, 1)]), Ok(vec![2, 0, 1]));
        let doubling =
            |count: u16| (0..count).map(|n| if n == 0 { leaf(0) } else { pair(n - 1, n - 1) });
        assert_eq!(more_of(doubling(9).collect()).unwrap()[8], 255);
        assert_eq!(more_of(doubling(10).collect()), Err(Problem::Symbols), "512 values");
    }

    #[test]
    fn impossible_symbols_are_refused() {
        for symbols in [
            vec![pair(0, 0)],
            vec![pair(1, 1), pair(0, 0)],
            vec![leaf(0), pair(0, 2), pair(1, 0)],
            vec![leaf(0), pair(0, 7)],
        ] {
            assert_eq!(more_of(symbols), Err(Problem::Symbols));
        }
    }

    #[test]
    fn codes_are_canonical() {
        // Two codes of two bits, one of one bit: 00, 01 and 1.
        assert_eq!(smallest_codes(1, &[2, 0]), Ok(vec![1 << 63, 0]));
        assert_eq!(smallest_codes(3, &[0]), Ok(vec![0]));
        assert_eq!(smallest_codes(1, &[0, 2]), Err(Problem::Symbols), "longer ones have less");
        assert_eq!(smallest_codes(1, &[9, 0]), Err(Problem::Symbols), "too many");
    }

    #[test]
    fn values_are_found_behind_others() {
        let mut symbols = vec![leaf(7), pair(0, 2), leaf(9)];
        count_values(&mut symbols).unwrap();
        let code = Code {
            shortest: 1,
            smallest: smallest_codes(1, &[2, 0]).unwrap(),
            first_symbols: vec![2, 0],
            symbols,
        };
        // 1 01 00: 9, then 7 9, then 7.
        let block = [0b1010_0000];
        let values: Vec<_> = (0..4).map(|offset| code.value(&block, offset)).collect();
        assert_eq!(values, [Ok(9), Ok(7), Ok(9), Ok(7)]);
        assert_eq!(code.value(&block, 200), Err(Problem::Block));
        assert_eq!(code.value(&[], 0), Err(Problem::Block));
    }
}
