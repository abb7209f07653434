//! Call layer: every request to a provider passes through a [`Caller`].

mod hooks;
mod record;

pub use self::{
    hooks::{Cache, Evidence, Hooks, Intent, Limiter, Purse, Refusal, Reservation, Stored},
    record::{Basis, Call, Called, Charge, Estimate, Fingerprint, Outcome},
};
