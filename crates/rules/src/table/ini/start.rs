//! Start positions of files: FEN with fields left out is made whole.

/// The start position of a game, its fields told apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Start<'a> {
    pub placement: &'a str,
    /// What is held; `None`: there are no brackets.
    pub hands: Option<&'a str>,
    pub side: &'a str,
    pub castling: &'a str,
    /// Checks that are left, as `3+3`.
    pub checks: Option<&'a str>,
    pub counters: Vec<&'a str>,
}

/// Tells the fields apart; which are there differs from file to file.
pub(super) fn read(fen: &str) -> Start<'_> {
    let mut fields = fen.split_whitespace();
    let placement = fields.next().unwrap_or_default();
    let (placement, hands) = match placement.split_once('[') {
        Some((placement, hands)) => (placement, Some(hands.trim_end_matches(']'))),
        None => (placement, None),
    };
    let mut start = Start { placement, hands, side: "w", castling: "-", ..Start::default() };
    for (index, field) in fields.enumerate() {
        if index == 0 {
            start.side = field;
        } else if field.contains('+') {
            start.checks = Some(field);
        } else if field.bytes().all(|byte| byte.is_ascii_digit()) {
            start.counters.push(field);
        } else if field.bytes().all(|byte| byte.is_ascii_alphabetic()) && start.castling == "-" {
            start.castling = field;
        }
    }
    start
}

impl Start<'_> {
    /// The letters of the pieces on the board and in hand, with `+` before those turned over.
    pub(super) fn pieces(&self) -> Vec<String> {
        let mut pieces = Vec::new();
        let mut turned = "";
        for letter in self.placement.chars().chain(self.hands.unwrap_or_default().chars()) {
            match letter {
                '+' => turned = "+",
                _ if letter.is_ascii_alphabetic() => {
                    pieces.push(format!("{turned}{letter}"));
                    turned = "";
                }
                _ => turned = "",
            }
        }
        pieces
    }

    /// A whole FEN.
    pub(super) fn write(&self, held: bool, castles: bool, checks: Option<&str>) -> String {
        let hands = match held {
            true => format!("[{}]", self.hands.unwrap_or_default().replace('-', "")),
            false => String::new(),
        };
        let castling = if castles { self.castling } else { "-" };
        let checks = checks.map(|checks| format!(" {checks}")).unwrap_or_default();
        let clock = self.counters.first().unwrap_or(&"0");
        let moves = self.counters.get(1).unwrap_or(&"1");
        format!("{}{hands} {} {castling} -{checks} {clock} {moves}", self.placement, self.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_told_apart_by_what_they_are() {
        let start = read("rbsgk/4p/5/P4/KGSBR[-] w 0 1");
        assert_eq!((start.castling, start.counters.len()), ("-", 2));
        assert_eq!(start.write(true, true, None), "rbsgk/4p/5/P4/KGSBR[] w - - 0 1");
        let start = read("k7/8 b KQ - 7+7 3");
        assert_eq!(start.write(false, true, start.checks), "k7/8 b KQ - 7+7 3 1");
        assert_eq!(read("k+r[Pp]").pieces(), ["k", "+r", "P", "p"]);
    }
}
