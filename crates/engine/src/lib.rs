//! ferz-engine
