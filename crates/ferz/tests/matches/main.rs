//! `ferz match`, as a tester runs it: real processes, the log and the PGN it leaves behind.
#![cfg(feature = "host")]

mod bughouse;
mod ends;
mod faults;
mod kinds;
mod machine;
mod peers;
mod play;
mod resume;
mod rows;
mod support;
mod told;
mod tournaments;
mod tuning;
mod written;
