//! The HTTP API, the live hub and the built-in web app.
//!
//! The life of a request: [`layer::context`] names it and finds out who asks from where, [`layer::track`] counts it,
//! the layers of [`router`] limit it in time, size and rate, an extractor of [`extract`] decides who the caller is
//! and whether the workspace is theirs, a handler of [`routes`] calls the store and answers, and
//! [`problem`] completes whatever went wrong into one shape.
//!
//! To add a call: a file named by its verb under `routes/<resources>/` with one `handler`, its line in that
//! folder's `router()`, and, for a new resource, a line in [`routes::quick`]. The `OpenAPI` document comes from
//! the same annotations: `cargo run -p api --example openapi` writes it anew.
//!
//! This crate deliberately computes no analysis inside a request: what takes time is a run.

// Outside of tests nothing panics by way of an answer, and only the command line's own module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

pub mod account_mails;
pub mod auth;
mod engine_id;
pub mod error;
pub mod extract;
pub mod layer;
pub mod live;
pub mod openapi;
pub mod problem;
pub mod router;
pub mod routes;
mod serve;
pub mod state;
pub mod traffic;
mod uri;
pub mod web;

pub use serve::{ServeError, serve, serve_on};
pub use shared::config::ApiSettings;
