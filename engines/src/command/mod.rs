//! The engines on the command line: JSON Lines in, JSON Lines out.
//!
//! One case per input line, one answer per output line, with the same `id` and in the same order. An invalid case
//! answers `{"id", "error": {"type", "detail"}}` and the others are still answered. The caller opens files, sets the
//! exit status and provides a clock: this module only reads, computes and writes.

mod ask;
mod lines;
mod run;

pub use crate::action::Options;
pub use ask::{AskError, ask};
pub use run::{CommandError, Outcome, run};
