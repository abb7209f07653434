//! The analytic engines: each answers one question of its users by a published method, with evidence.
//!
//! # The life of a run
//!
//! Typed input and unchecked parameters come in; the parameters are checked once
//! ([`keyword::Parameters::check`]); the engine computes and returns a result. Progress and
//! cancellation go through a [`common::Control`]. The same input, parameters and seed give the
//! same result to the byte, whatever the number of threads.
//!
//! # What this crate deliberately does not do
//!
//! It opens no file and no connection, reads no clock and draws no hidden randomness: the date of
//! an analysis (`as_of`) and the seed are inputs. `clippy.toml` beside the manifest holds that line.
//! It knows nothing of databases, queues or HTTP.
//!
//! # Adding an engine
//!
//! 1. A folder `src/<engine>/` with `mod.rs` (the run), `input.rs`, `params.rs`, `output.rs` and one
//!    file per step, named as the paper names it.
//! 2. Its actions in `actions.rs`, each also in the list of `src/actions.rs`; its facts in `common/id.rs`.
//! 3. Tests in `tests/it/<engine>/`: golden values with `PROVENANCE.md`, properties, edges.
//! 4. A method card in `docs/engines/<engine>.md`.
// Outside of tests nothing panics by way of an answer, and only the command line's own module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]
#![warn(missing_docs, clippy::self_named_module_files)]

pub mod action;
mod actions;
pub mod causal;
pub mod command;
pub mod common;
pub mod competitive;
pub mod content;
pub mod demo;
pub mod embedding;
pub mod execution;
mod gazetteer;
pub mod keyword;
pub mod learning;
pub mod local;
mod market;
pub mod pattern;
pub mod predictive;
pub mod semantic;
pub mod simulator;
pub mod stat;
pub mod strategic;
pub mod text;

pub use actions::{ActionId, describe};
