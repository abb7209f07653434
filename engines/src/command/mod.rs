//! The engines on the command line: JSON Lines in, JSON Lines out.
//!
//! One case a line in, one answer a line out, with the same `id` and in the same order. An invalid case
//! answers `{"id", "error": {"type", "detail"}}` and the rest go on. The caller opens files, picks the
//! exit status and lends a clock: this module only reads, computes and writes.

mod ask;
mod fault;
mod lines;
mod run;
mod task;

pub use ask::{AskError, ask};
pub(crate) use fault::{Fault, read, take_parameters, written};
pub use run::{CommandError, Options, Outcome, run};
pub(crate) use task::{Answer, Means, Session, object, schema_of};
pub use task::{Body, Task, describe, input_names, parameters_schema, takes_model, tasks};
