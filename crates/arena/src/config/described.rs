//! A game that an engine has described, as a run keeps it: who goes on with the run, or plays a part of it
//! elsewhere, needs no engine to know the game again.

use ferz_link::{Description, Setup};
use serde::{Deserialize, Serialize};

/// [`Description`], as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Described {
    /// What letters of pieces mean, as XBoard's table does.
    pub letters: Option<String>,
    /// Board, holdings and the game it derives from.
    pub size: Option<String>,
    /// Where the game starts.
    pub fen: String,
    /// How pieces go, by their letters.
    pub pieces: Vec<(String, String)>,
}

impl From<Description> for Described {
    fn from(description: Description) -> Described {
        let Description { setup: Setup { pieces: letters, size, fen }, pieces } = description;
        Described { letters, size, fen, pieces }
    }
}

impl From<&Described> for Description {
    fn from(described: &Described) -> Description {
        let Described { letters, size, fen, pieces } = described.clone();
        Description { setup: Setup { pieces: letters, size, fen }, pieces }
    }
}
