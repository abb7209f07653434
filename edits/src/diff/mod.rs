//! Differences between two versions of a file.

mod blocks;
mod group;
mod myers;
mod view;

pub(crate) use group::{Change, Group, groups, lines};
pub use view::diff;
