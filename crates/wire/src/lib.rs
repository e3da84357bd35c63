//! Messages of three protocols.
