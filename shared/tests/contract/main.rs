//! The contract suite: the same cases on SQLite and PostgreSQL, in process and on Redis.
//!
//! PostgreSQL and Redis are those of `DATABASE_URL_TEST` and `REDIS_URL_TEST`. Without them only the embedded half
//! runs, unless `MOTHERLODE_REQUIRE_SERVERS=1`, which makes that a failure.

mod accounts;
mod annotations;
mod answers;
mod bing;
mod bus;
mod chat;
mod connections;
mod crawls;
mod credentials;
mod deploy_targets;
mod deployments;
mod digests;
mod documents;
mod edits;
mod engine_versions;
mod events;
mod experiments;
mod export;
mod imported;
mod imports;
mod launches;
mod lead_webhooks;
mod leads;
mod ledger;
mod limits;
mod lines;
mod market;
mod members;
mod migrations;
mod notifications;
mod observations;
mod operations;
mod opportunities;
mod packs;
mod page_audits;
mod pipeline;
mod planning;
mod plans;
mod progress;
mod provider_costs;
mod proxy;
mod queue;
mod related_questions;
mod releases;
mod rentals;
mod run_cases;
mod run_claims;
mod run_ends;
mod runs;
mod schedules;
mod sessions;
mod site_growth;
mod site_outcomes;
mod sites;
mod support;
mod tables;
mod transactions;
mod uploads;
mod usage;
mod webhooks;
mod websites;
#[path = "../../../testing/world.rs"]
mod world;
