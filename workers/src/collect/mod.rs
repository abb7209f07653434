//! Bringing outside data in.

pub mod import;
pub mod web;
