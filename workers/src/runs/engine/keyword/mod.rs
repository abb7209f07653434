//! The keyword engine on a website: its input from imports, and its tables.

pub(super) mod bing;
pub(super) mod load;
pub(super) mod save;
