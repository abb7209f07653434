//! Calls of data providers for runs: the connection's credentials, its budget, its cache and the evidence.

mod ledger;
mod limits;
mod open;

pub(crate) use ledger::Ledger;
pub(crate) use open::{Opened, open};
