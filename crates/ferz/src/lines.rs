//! Bytes to lines, whatever ends them: LF, CR, CR LF, LF CR.

/// Cuts a stream of bytes into lines. Empty lines, and with them the second byte of a two-byte
/// line end, are nothing.
#[derive(Debug, Default)]
pub struct LineSplitter {
    buffer: Vec<u8>,
    /// Bytes before this one were given out.
    start: usize,
    /// Bytes before this one hold no line end.
    scanned: usize,
}

impl LineSplitter {
    /// Takes more bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole line, without its end.
    pub fn next_line(&mut self) -> Option<&[u8]> {
        loop {
            let rest = self.buffer.get(self.scanned..)?;
            let Some(length) = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')) else {
                self.scanned = self.buffer.len();
                return None;
            };
            let line = self.start..self.scanned + length;
            self.start = line.end + 1;
            self.scanned = self.start;
            if !line.is_empty() {
                return self.buffer.get(line);
            }
        }
    }

    /// The last line, if the stream ended without a line end.
    pub fn finish(&mut self) -> Option<&[u8]> {
        let line = self.start..self.buffer.len();
        self.start = line.end;
        self.scanned = line.end;
        self.buffer.get(line).filter(|line| !line.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> Vec<String> {
        let mut splitter = LineSplitter::default();
        let mut lines = Vec::new();
        for chunk in chunks {
            splitter.push(chunk);
            while let Some(line) = splitter.next_line() {
                lines.push(String::from_utf8_lossy(line).into_owned());
            }
        }
        lines.extend(splitter.finish().map(|line| String::from_utf8_lossy(line).into_owned()));
        lines
    }

    /// U-015, U-016, X-024, X-025, C-026: every line end.
    #[test]
    fn line_ends() {
        for text in ["uci\nisready\n", "uci\risready\r", "uci\r\nisready\r\n", "uci\n\risready\n\r"]
        {
            assert_eq!(split(&[text.as_bytes()]), ["uci", "isready"], "{text:?}");
        }
    }

    /// U-021: a last line without an end.
    #[test]
    fn last_line() {
        assert_eq!(split(&[b"uci"]), ["uci"]);
        assert_eq!(split(&[b"uci\n"]), ["uci"]);
        assert_eq!(split(&[]), Vec::<String>::new());
    }

    /// However the bytes arrive, the lines are the same.
    #[test]
    fn any_cut() {
        let text = b"uci\r\nposition startpos moves e2e4\n\n\ngo";
        for cut in 0..text.len() {
            let (left, right) = text.split_at(cut);
            assert_eq!(split(&[left, right]), ["uci", "position startpos moves e2e4", "go"]);
        }
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(split(&bytes).len(), 3);
    }
}
