//! Fits the numbers of the hand-made evaluation to games of our own.
//!
//! Peter Österlund's method (Texel): the evaluation of a quiet position, squeezed through a logistic
//! curve, should predict how the game ended. The numbers are moved down the gradient of the squared
//! error with Adam (Diederik Kingma and Jimmy Ba). What each number contributes comes from the
//! evaluation's own trace, as in Andrew Grant's description of Ethereal's tuner; the danger for the
//! kings and the complexity are differentiated as they are.
//!
//! * [`data`] turns games into traced positions,
//! * [`model`] is the evaluation as a function of its numbers, with its gradient,
//! * [`fit`] finds better numbers,
//! * [`print`](mod@print) writes them as the source file that the engine compiles,
//! * [`chances`] fits the chances of win, draw and loss.

pub mod chances;
pub mod data;
pub mod fit;
pub mod model;
pub mod print;
