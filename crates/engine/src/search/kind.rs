//! Kinds of nodes as types, so that one source serves all and each is compiled for itself.

/// A kind of node (Donald Knuth and Ronald Moore's types 1 to 3, as Tony Marsland named them).
pub(crate) trait Kind {
    /// The root.
    const ROOT: bool;
    /// On the principal variation: the window is open.
    const PV: bool;
    /// Expected to fail high.
    const CUT: bool;
    /// What a child of a scout search is expected to be.
    type Child: Kind;
}

/// The root.
pub(crate) struct Root;
/// On the principal variation.
pub(crate) struct Pv;
/// Expected to fail high: one good move is enough.
pub(crate) struct Cut;
/// Expected to fail low: no move is good enough.
pub(crate) struct All;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    const CUT: bool = false;
    type Child = Cut;
}

impl Kind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    const CUT: bool = false;
    type Child = Cut;
}

impl Kind for Cut {
    const ROOT: bool = false;
    const PV: bool = false;
    const CUT: bool = true;
    type Child = All;
}

impl Kind for All {
    const ROOT: bool = false;
    const PV: bool = false;
    const CUT: bool = false;
    type Child = Cut;
}
