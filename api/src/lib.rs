//! The HTTP API, the live hub and the built-in web app.
//!
//! Lifecycle of a request: [`layer::context`] assigns its id and client address, [`layer::track`] counts it, the layers
//! of [`router`] limit time, size and rate, an extractor of [`extract`] authenticates the caller and checks the
//! workspace, a handler of [`routes`] calls the store and responds, and [`problem`] converts errors to problem
//! documents.
//!
//! To add an endpoint: a file named by its verb under `routes/<resources>/` with one `handler`, its line in that
//! folder's `router()`, and, for a new resource, a line in [`routes::quick`]. The `OpenAPI` document comes from the
//! same annotations: `cargo run -p api --example openapi` writes it.
//!
//! This crate runs no analysis in a request; slow work is a run. Look-ups of reference data are in [`market`].

// Outside tests nothing panics, and only the command-line module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

pub mod account_mails;
pub mod assistants;
pub mod auth;
mod engine_id;
pub mod error;
pub mod extract;
mod hosting;
pub mod layer;
pub mod live;
pub mod market;
pub mod openapi;
pub mod problem;
pub mod router;
pub mod routes;
mod serve;
pub mod state;
pub mod traffic;
mod uri;
pub mod visits;
pub mod web;

pub use serve::{ServeError, serve, serve_on};
pub use shared::config::ApiSettings;
