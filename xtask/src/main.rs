//! Chores of the workspace: `test`, `tidy`, `coverage`, `peers`.
fn main() {}
