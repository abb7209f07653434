//! Pure types of the crate through their public items: no database, no server.

mod addresses;
mod campaigns;
mod config;
mod cron;
mod digests;
mod leads;
mod ledger;
mod letters;
mod results;
mod runs;
mod signatures;
mod tables;
mod values;
mod words;
