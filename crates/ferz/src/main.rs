//! One binary: engine, and later host, bridge, arena and board.
fn main() {}
