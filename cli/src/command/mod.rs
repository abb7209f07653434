//! The subcommands.

pub(crate) mod api;
pub(crate) mod backup;
pub(crate) mod capsule;
pub(crate) mod completions;
pub(crate) mod configuration;
pub(crate) mod crawl;
mod data_dir;
pub(crate) mod doctor;
pub(crate) mod engine;
pub(crate) mod import;
pub(crate) mod kill_switch;
mod listener;
pub(crate) mod migrate;
pub(crate) mod model;
pub(crate) mod notices;
pub(crate) mod openapi;
pub(crate) mod ping;
pub(crate) mod restore;
mod schema;
pub(crate) mod simulate;
mod store;
pub(crate) mod tool;
pub(crate) mod up;
pub(crate) mod user;
mod watch;
pub(crate) mod worker;
