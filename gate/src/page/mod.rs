//! What the checks need to know of a page.

mod blocks;
mod content;
mod links;
mod reading;

pub(crate) use blocks::Block;
pub(crate) use content::{Content, read};
pub(crate) use links::{Link, Target};
use reading::Cascades;
pub(crate) use reading::{Reading, contains_words};
