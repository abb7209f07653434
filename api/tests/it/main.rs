//! Tests of the API through the whole router, on every database.
//!
//! PostgreSQL and Redis are taken from `DATABASE_URL_TEST` and `REDIS_URL_TEST`. Without them only the embedded mode is
//! tested, unless `MOTHERLODE_REQUIRE_SERVERS=1`, which makes that a failure.

mod accounts;
mod administration;
mod annotations;
mod api_keys;
mod bodies;
mod conform;
mod control_characters;
mod crawls;
mod daily;
mod demo;
mod doors;
mod engines;
mod experiments;
mod fleet;
mod hosts;
mod imports;
mod isolation;
mod keywords;
mod limits;
mod links;
mod live1;
mod live2;
mod live_client;
mod live_limits;
mod mails;
mod members;
mod notifications;
mod oauth;
mod openapi;
mod opportunities;
mod others;
mod own_data;
mod performance;
mod plans;
mod races;
mod ranks;
mod recovery;
mod registration;
mod resources;
mod runs;
mod schedules;
mod second_factor;
mod sessions;
mod status;
mod themes;
mod tokens;
mod usage;
mod visits;
mod web;
mod webhooks;
mod websites;
mod with_mail;
mod world;
