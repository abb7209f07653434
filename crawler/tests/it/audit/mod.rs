//! Issues of pages and crawls.

mod ai;
mod diff;
mod directories;
mod example;
mod score;
mod site;
mod table;
mod visit;
