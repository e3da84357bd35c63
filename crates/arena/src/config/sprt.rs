//! What a sequential probability ratio test asks; [`crate::sprt`] answers.

use serde::{Deserialize, Serialize};

/// A test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The strength under the first hypothesis,
    pub elo0: f64,
    /// and under the second.
    pub elo1: f64,
    /// The chance to take the second when the first is true,
    pub alpha: f64,
    /// and the first when the second is true.
    pub beta: f64,
    /// What Elo means.
    pub model: Model,
    /// Pairs are counted, not games.
    pub pairs: bool,
}

/// What Elo means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// By the logistic curve, as ratings do.
    Logistic,
    /// In units of the deviation of a game's result: the same effort whatever the share of draws.
    #[default]
    Normalized,
}

impl Sprt {
    /// Says what is wrong with it, if anything is.
    pub fn check(&self) -> Result<(), String> {
        let is_chance = |chance: f64| chance > 0.0 && chance < 1.0;
        if !self.elo0.is_finite() || !self.elo1.is_finite() || self.elo0 >= self.elo1 {
            return Err(format!("SPRT: {} is not less than {}", self.elo0, self.elo1));
        }
        if !is_chance(self.alpha) || !is_chance(self.beta) || self.alpha + self.beta >= 1.0 {
            return Err(format!("SPRT: chances of error {} and {}", self.alpha, self.beta));
        }
        Ok(())
    }
}
