//! The keyword engine on one website: its input from imports, and its tables.

pub(super) mod load;
pub(super) mod save;
