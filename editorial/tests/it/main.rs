//! Tests of packs through the public functions.

mod format;
mod packs;
