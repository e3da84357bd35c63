//! The real program at the other end of two pipes.

mod arguments;
mod go;
mod process;
mod robust;
mod support;
mod xboard;
