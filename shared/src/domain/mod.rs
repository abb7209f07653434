//! Domain types used by all layers.

pub mod account_token;
pub mod analytics;
pub mod annotation;
pub mod answer;
pub mod api_key;
pub mod buyer;
pub mod campaign;
pub mod chat;
pub mod connection;
pub mod crawl;
pub mod cron;
pub mod daily;
pub mod deploy_target;
pub mod deployment;
pub mod document;
pub mod edit;
pub mod engine;
pub mod engine_version;
pub mod event;
pub mod experiment;
pub mod forecast;
pub mod import;
pub mod imported;
pub mod insight;
pub mod invoice;
pub mod keyword;
pub mod keyword_data;
pub mod lead;
pub mod lead_settings;
pub mod ledger;
pub mod mail;
pub mod market;
pub mod milestone;
pub mod money;
pub mod notification;
pub mod observation;
pub mod opportunity;
pub mod pack;
pub mod page;
pub mod page_audit;
pub mod pipeline;
pub mod plan;
pub mod price;
pub mod rank;
pub mod release;
pub mod rental;
pub mod report;
pub mod revenue;
pub mod run;
pub mod schedule;
pub mod search_performance;
pub mod session;
pub mod site;
pub mod site_growth;
pub mod site_market;
pub mod site_operator;
pub mod site_theme;
pub mod speed;
pub mod statement;
pub mod sync;
mod text_enum;
pub mod usage;
pub mod user;
pub mod visit;
pub mod webhook;
pub mod website;
pub mod website_settings;
pub mod workspace;

pub use page::{NotACursor, Page, Pair, fetched};
pub(crate) use text_enum::text_enum;

use chrono::{DateTime, SubsecRound, Utc};
use data_encoding::BASE64URL_NOPAD;
use uuid::Uuid;

/// Returns a new time-ordered id (UUIDv7).
#[must_use]
pub fn new_id() -> Uuid {
    Uuid::now_v7()
}

/// Generates an opaque token of 32 random bytes.
#[must_use]
pub fn random_token() -> String {
    let bytes: [u8; 32] = rand::random();
    BASE64URL_NOPAD.encode(&bytes)
}

/// Source of the time.
pub type Clock = fn() -> DateTime<Utc>;

/// Returns the current time in microseconds, the precision of both databases.
#[must_use]
pub fn now() -> DateTime<Utc> {
    Utc::now().trunc_subsecs(6)
}
