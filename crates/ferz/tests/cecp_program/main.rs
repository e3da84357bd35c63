//! The real program as a CECP engine, at the other end of two pipes.

mod analysis;
mod games;
mod process;
mod support;
mod thinking;
