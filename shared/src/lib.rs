//! What both sides of the queue agree on: domain types, configuration, the store (all SQL), the queue,
//! the bus, live events and telemetry.
//!
//! The life of a run, as this crate sees it: [`store::run::insert`] writes the row, [`queue::Queue::deliver`]
//! carries its id to a lane, [`store::run::claim`] makes it a worker's own, [`store::run::finish`] writes its
//! outcome and every derived row in one transaction, and [`bus::Bus`] tells whoever listens.
//!
//! To add an aggregate: a type in [`domain`], a migration under `migrations/` for both databases, a module in
//! [`store`] whose functions take the workspace's id, and a case in the contract suite (`tests/contract`).
//!
//! This crate deliberately runs no engine, opens no HTTP listener and knows no handler.

// Outside of tests nothing panics by way of an answer, and only the command line's own module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

pub mod addresses;
pub mod bus;
pub mod config;
pub mod domain;
pub mod events;
pub mod limit;
pub mod mail;
pub mod queue;
pub mod results;
pub mod store;
pub mod table;
pub mod telemetry;
pub mod uploads;
pub mod webhooks;
