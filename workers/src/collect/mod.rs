//! Collection of external data.

pub mod import;
pub mod web;
