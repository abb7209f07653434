//! Collection of external data.

pub mod import;
