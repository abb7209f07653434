//! The engines on the command line: JSON Lines in, JSON Lines out.
//!
//! One case a line in, one answer a line out, with the same `id` and in the same order. An invalid case
//! answers `{"id", "error": {"type", "detail"}}` and the rest go on. The caller opens files, picks the
//! exit status and lends a clock: this module only reads, computes and writes.

mod answer;
mod lines;
mod run;
mod task;

pub use run::{CommandError, Options, Outcome, run};
pub use task::{Task, describe, tasks};
