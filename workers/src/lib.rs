//! Background work: workers that execute runs, one handler per kind, and the reconciler.
//!
//! Lifecycle of a run: the queue delivers ids to a lane; [`fleet`] fetches as many as it has free slots and claims them
//! by one statement; apalis calls the handler ([`registry`]); the finisher commits the outcomes with their derived rows
//! in groups; the [`reconciler`] delivers lost runs and recovers those of dead workers.
//!
//! To add a kind of run: its name and policy in `shared::domain::run`, its handler under [`runs`] (load, compute, save;
//! no formula), its line in [`registry`], its effects in `shared::store::run::Effect`.
//!
//! This crate opens no HTTP listener and has no formulas.

// Outside tests nothing panics, and only the command-line module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

pub mod collect;
mod context;
mod courier;
mod error;
mod fleet;
pub mod models;
mod reconciler;
mod registry;
mod runs;

pub use context::RunContext;
pub use error::JobError;
pub use fleet::run;
