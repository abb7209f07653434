//! Collection of external data.

pub mod import;
pub(crate) mod provider;
