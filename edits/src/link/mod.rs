//! Finds the words of a page that become a link.

mod finder;
mod run;
mod unit;

pub(crate) use finder::Finder;
