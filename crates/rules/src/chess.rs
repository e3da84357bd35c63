//! Orthodox chess and its castling variants.
