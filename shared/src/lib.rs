//! Code shared by the API and the workers: domain types, configuration, the store (all SQL), the queue, the bus, live
//! events and telemetry.
//!
//! Lifecycle of a run in this crate: [`store::run::insert`] writes the row, [`queue::Queue::deliver`] pushes its id to
//! a lane, [`store::run::claim`] assigns it to a worker, [`store::run::finish`] writes its outcome and every derived
//! row in one transaction, and [`bus::Bus`] notifies subscribers.
//!
//! To add an aggregate: a type in [`domain`], a migration under `migrations/` for both databases, a module in [`store`]
//! whose functions take the workspace's id, and a case in the contract suite (`tests/contract`).
//!
//! This crate runs no engines, opens no HTTP listener and has no handlers.

// Outside tests nothing panics, and only the command-line module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

pub mod bus;
pub mod config;
pub mod domain;
pub mod escape;
pub mod events;
pub mod launch;
pub mod limit;
pub mod mail;
pub mod queue;
pub mod ranks;
pub mod results;
pub mod store;
pub mod table;
pub mod telemetry;
pub mod uploads;
pub mod vault;
pub mod webhooks;
pub mod words;
