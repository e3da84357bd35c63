//! Squares that an engine marks on a board where a person moves: CECP's `highlight` (`C-650` to
//! `C-660`).

/// What an engine marks of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(Vec<(String, Mark)>);

/// The mark of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its colour.
    pub colour: Colour,
    /// Whether the piece in hand may go there; others are only marked (`C-658`).
    pub is_target: bool,
}

/// The colours (`C-651`), with what they mean by convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The piece takes there: the engine wants to hear when the pointer is over it (`C-652`).
    Red,
    /// A square to go to.
    Yellow,
    /// What would be taken by the move under the pointer (`C-655`).
    Green,
    /// The move goes on from there (`C-654`).
    Cyan,
    /// The piece must promote, to what the engine's [`Choice`](crate::Event::Choice) says (`C-656`).
    Blue,
    /// The piece promotes (`C-653`).
    Magenta,
    /// No meaning.
    White,
    /// No meaning.
    Dark,
    /// A square to go to that is not shown (`C-660`).
    Transparent,
}

impl Colour {
    fn of(letter: char) -> Option<Colour> {
        Some(match letter.to_ascii_uppercase() {
            'R' => Colour::Red,
            'Y' => Colour::Yellow,
            'G' => Colour::Green,
            'C' => Colour::Cyan,
            'B' => Colour::Blue,
            'M' => Colour::Magenta,
            'W' => Colour::White,
            'D' => Colour::Dark,
            'T' => Colour::Transparent,
            _ => return None,
        })
    }
}

impl Marks {
    /// Reads the board of a `highlight`, whose first rank has this number.
    ///
    /// ```
    /// use ferz_link::{Colour, Marks};
    ///
    /// let marks = Marks::parse("8/8/8/8/4Y3/4yR2/8/8", 1).unwrap();
    /// assert!(marks.may_go_to("e4") && marks.may_go_to("f3"));
    /// assert!(!marks.may_go_to("e3") && !marks.may_go_to("a1"));
    /// assert_eq!(marks.of("f3").map(|mark| mark.colour), Some(Colour::Red));
    /// ```
    ///
    /// # Errors
    /// The letter that is no colour.
    pub fn parse(text: &str, first_rank: usize) -> Result<Marks, char> {
        let rows: Vec<&str> = text.split('/').collect();
        let mut marks = Vec::new();
        for (above, row) in rows.iter().enumerate() {
            let rank = rows.len() - 1 - above + first_rank;
            let (mut file, mut empty) = (0, 0);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    empty = (10 * empty + digit).min(26);
                    continue;
                }
                file += std::mem::take(&mut empty);
                let colour = Colour::of(letter).ok_or(letter)?;
                let name = char::from_digit(10 + file, 36).ok_or(letter)?;
                let mark = Mark { colour, is_target: letter.is_ascii_uppercase() };
                marks.push((format!("{name}{rank}"), mark));
                file += 1;
            }
        }
        Ok(Marks(marks))
    }

    /// The mark of a square.
    pub fn of(&self, square: &str) -> Option<Mark> {
        self.0.iter().find(|(name, _)| name == square).map(|(_, mark)| *mark)
    }

    /// Whether the piece in hand may go to a square: to none that is not marked so (`C-657`).
    pub fn may_go_to(&self, square: &str) -> bool {
        self.of(square).is_some_and(|mark| mark.is_target)
    }

    /// The squares with their marks, the last rank first.
    pub fn all(&self) -> impl Iterator<Item = (&str, Mark)> {
        self.0.iter().map(|(square, mark)| (square.as_str(), *mark))
    }
}
