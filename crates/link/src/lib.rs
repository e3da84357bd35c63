//! ferz-link
