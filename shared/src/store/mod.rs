//! The store: all SQL of the product, one module per aggregate, written once for both databases.
//!
//! A function takes `impl Into<Executor<'_>>` and is called with `&db` or `&mut tx`; one that is only right inside a
//! transaction takes `&mut Tx`. Statements use `$n` and the portable subset; where one statement must carry many rows, a module has one text
//! per dialect side by side. Every function that touches a workspace's data takes the workspace's id. "Not
//! found" is `Ok(None)`.
//!
//! To add an aggregate: write its migration for both databases (with the same number, never edited once released),
//! its type in [`crate::domain`], its module here, its line in [`export::TABLES`], and its case in `tests/contract`.

mod batch;
mod db;
mod error;
mod executor;
mod macros;

pub mod account_token;
pub mod achievement;
pub mod analytics;
pub mod annotation;
pub mod answer;
pub mod api_key;
pub mod assistant_grant;
pub mod audit;
pub mod avatar;
pub mod buyer;
pub mod campaign;
pub mod chat;
pub mod connection;
pub mod contact;
pub mod crawl;
pub mod daily;
pub mod deploy_target;
pub mod deployment;
pub mod document;
pub mod edit;
pub mod effect;
mod engine;
pub mod engine_version;
pub mod event;
pub mod experiment;
pub mod export;
pub mod forecast;
pub mod identity;
pub mod import;
pub mod imported;
pub mod insight;
pub mod invoice;
pub mod keyword;
pub mod kill_switch;
pub mod lead;
pub mod lead_settings;
pub mod lease;
pub mod ledger;
pub mod mail;
pub mod market;
pub mod measured;
pub mod member;
pub mod milestone;
pub mod notification;
pub mod opportunity;
pub mod pack;
pub mod page_audit;
pub mod pipeline;
pub mod plan;
pub mod price;
pub mod rank;
pub mod recovery;
pub mod related_question;
pub mod release;
pub mod rental;
pub mod report;
pub mod run;
pub mod schedule;
pub mod search_performance;
pub mod session;
pub mod site;
pub mod site_operator;
pub mod site_outcome;
pub mod speed;
pub mod subscription;
pub mod sync;
pub mod task;
pub mod two_factor;
pub mod upkeep;
pub mod usage;
pub mod user;
pub mod visit;
pub mod vitals;
pub mod webhook;
pub mod website;
pub mod website_access;
pub mod worker;
pub mod workspace;

pub use db::{Db, Durability, PgLimits, Tx};
pub use error::StoreError;
pub use executor::Executor;

/// Result of store functions.
pub type Result<T> = std::result::Result<T, StoreError>;
