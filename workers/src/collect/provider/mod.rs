//! Calls of data providers for runs: the connection's credentials, its budget, its cache and the evidence.

pub(crate) mod google;
mod ledger;
mod limits;
mod open;
pub(crate) mod refusal;

pub(crate) use ledger::Ledger;
pub(crate) use open::{Opened, open, open_within};
