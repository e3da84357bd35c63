//! The program under UCCI, as a process: transport, speed of its answers, play.

mod options;
mod play;
mod process;
mod support;
