//! Hosts' halves: commands become lines for an engine.
