//! Numbers and texts as bytes, and the way back without trust.

use super::FormatError;

/// A place in bytes that are read from the front.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    /// Whether all was read.
    pub(super) fn is_done(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(super) fn take(&mut self, len: u64) -> Result<&'a [u8], FormatError> {
        let len = usize::try_from(len).map_err(|_| FormatError::Overlong)?;
        let end = self.at.checked_add(len).ok_or(FormatError::Overlong)?;
        let part = self.bytes.get(self.at..end).ok_or(FormatError::Truncated)?;
        self.at = end;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64)?);
        Ok(array)
    }

    pub(super) fn byte(&mut self) -> Result<u8, FormatError> {
        Ok(self.array::<1>()?[0])
    }

    pub(super) fn u16(&mut self) -> Result<u16, FormatError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, FormatError> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn varint(&mut self) -> Result<u64, FormatError> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err(FormatError::Overlong)
    }

    /// A text of this length.
    pub(super) fn text(&mut self, len: u64) -> Result<String, FormatError> {
        Ok(String::from_utf8_lossy(self.take(len)?).into_owned())
    }
}

pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A text behind its length.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

pub(super) fn zigzag(value: i32) -> u64 {
    ((value << 1) ^ (value >> 31)) as u32 as u64
}

pub(super) fn unzigzag(value: u64) -> Result<i32, FormatError> {
    let value = u32::try_from(value).map_err(|_| FormatError::Overlong)?;
    Ok((value >> 1) as i32 ^ -((value & 1) as i32))
}

/// Fletcher's check sum with 16 bits.
pub(super) fn check(bytes: &[u8]) -> u16 {
    let (mut low, mut high) = (1u32, 0u32);
    for byte in bytes {
        low = (low + u32::from(*byte)) % 255;
        high = (high + low) % 255;
    }
    (high << 8 | low) as u16
}
