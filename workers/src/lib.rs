//! Background work: workers that execute runs, one handler per kind, and the reconciler.
//!
//! The life of a run here: the queue delivers ids to a lane; [`fleet`] fetches as many as it has free slots and
//! claims them by one statement; apalis calls the handler ([`runs`]); the outcome and every
//! row that it leaves behind go to the finisher, which commits many of them together; the [`reconciler`] looks
//! after what was not delivered and what dead workers left.
//!
//! To add a kind of run: its word and policy in `shared::domain::run`, its handler under [`runs`] (load, compute,
//! return; no formula), its line in [`runs::handle`], its effects and the rules of its end
//! in the aggregate whose rows it writes (`shared::store::effect`).
//!
//! This crate opens no HTTP listener and has no formulas.

// Outside tests nothing panics, and only the command-line module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

pub mod collect;
mod context;
mod courier;
mod error;
mod fleet;
mod held;
pub mod models;
mod reconciler;
mod runs;

pub use context::RunContext;
pub use error::JobError;
pub use fleet::run;
