//! Editorial library: what a careful journalist knows about each trade, as typed statements.
//!
//! A [`Pack`] holds the statements, terms and questions of one vertical. It is a text file (`packs/LANGUAGE/VERTICAL.md`)
//! that [`parse`](parse()) reads, [`print`](print()) writes and [`check`](check()) tests against the editorial rules.
//! [`library`] holds the built-in packs. The format is described in `README.md`.

mod check;
mod conditions;
pub mod library;
mod pack;
mod parse;
mod print;
pub mod prose;
mod section;

pub use check::{Finding, Level, Shingles, check};
pub use conditions::{Area, Climate, Conditions, HousingAge, Intent, Season, State};
pub use pack::{Entry, Exclusion, Pack, Question, Source, Statement, Terms};
pub use parse::{MOST_BYTES, Mistake, lines, parse};
pub use print::print;
pub use section::Section;
