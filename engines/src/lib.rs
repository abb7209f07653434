//! The analytic engines. Each answers one question with a published method and evidence.
//!
//! # Lifecycle of a run
//!
//! A run receives a typed input and unchecked parameters, checks the parameters once ([`keyword::Parameters::check`]),
//! computes and returns a result. Progress and cancellation use a [`common::Control`]. The same input, parameters and
//! seed give a byte-identical result for any number of threads.
//!
//! # Restrictions
//!
//! The crate opens no files or connections, reads no clock and uses no hidden randomness: the date of an analysis
//! (`as_of`) and the seed are inputs. `clippy.toml` enforces this. It does not depend on databases, queues or HTTP.
//!
//! # Adding an engine
//!
//! 1. A folder `src/<engine>/` with `mod.rs` (the run), `input.rs`, `params.rs`, `output.rs` and one file per step,
//!    named as in the paper.
//! 2. Its actions in `actions.rs`, each also in the list of `src/actions.rs`; its facts in `common/id.rs`.
//! 3. Tests in `tests/it/<engine>/`: golden values with `PROVENANCE.md`, properties, edges.
//! 4. A method card in `docs/engines/<engine>.md`.
// Outside tests nothing panics, and only the command-line module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]
#![warn(missing_docs, clippy::self_named_module_files)]

pub mod action;
mod actions;
pub mod answers;
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
