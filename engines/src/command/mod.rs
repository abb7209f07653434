//! The engines on the command line: JSON Lines in, JSON Lines out.
//!
//! One case a line in, one answer a line out, with the same `id` and in the same order. An invalid case
//! answers `{"id", "error": {"type", "detail"}}` and the rest go on. The caller opens files, picks the
//! exit status and lends a clock: this module only reads, computes and writes.

mod ask;
mod lines;
mod run;

pub use crate::action::Options;
pub use ask::{AskError, ask};
pub use run::{CommandError, Outcome, run};
