//! Bringing outside data in.

pub mod import;
