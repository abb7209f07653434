//! The fleet in both modes: SQLite with the queue in process, PostgreSQL with Redis.

#[path = "../../../testing/world.rs"]
#[expect(dead_code, reason = "the contract suite uses the rest of it")]
mod world;

mod answer_places;
mod answer_reads;
mod answers;
mod audit;
mod branch_edits;
mod campaigns;
mod capsules;
mod connections;
mod crawl;
mod crawl_fixes;
mod crawl_large;
mod digests;
mod document_scores;
mod documents;
mod drafts;
mod edits;
mod engine;
mod experiment;
mod fairness;
mod faults;
mod fleet;
mod google;
mod installation;
mod keyword_data;
mod keyword_schedules;
mod limits;
mod links;
mod local_scope;
mod market;
mod measured;
mod model;
mod page_audit;
mod plan;
mod ranks;
mod rentals;
mod reports;
mod second_readings;
mod site_batches;
mod site_deploys;
mod site_edits;
mod site_growth;
mod site_market;
mod site_own_pages;
mod sites;
mod sources;
mod sync;
mod theme;
#[path = "../../../engines/tests/it/semantic/tiny.rs"]
mod tiny;
mod webhooks;
