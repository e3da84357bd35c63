//! What comes from outside as files and texts, made harmless in one place.
//!
//! [`file`](mod@file) reads files that a user names: whole, within a limit, and never one without an end.
//! [`text`] decodes bytes of unknown encoding and makes names safe to print.
//!
//! Parsing is left to those who know the format, lines of engines and interfaces to `ferz-wire`.

pub mod file;
pub mod text;
