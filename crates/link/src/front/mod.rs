//! Engines' halves: what an interface says becomes commands.
