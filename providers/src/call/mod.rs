//! Call layer: every request to a provider passes through a [`Caller`].

mod attempt;
mod backoff;
mod caller;
mod hooks;
mod limiter;
mod record;
mod request;
mod response;
mod settle;
mod sse;
mod stream;
#[cfg(test)]
mod tests;

pub use self::{
    backoff::Policy,
    caller::Caller,
    hooks::{Cache, Evidence, Hooks, Intent, Limiter, Purse, Refusal, Reservation, Stored},
    limiter::LocalLimiter,
    record::{Basis, Call, Called, Charge, Estimate, Fingerprint, Outcome},
    request::Request,
    response::{Parsed, Rejection, Response, classify},
    stream::Stream,
};
pub(crate) use self::{response::short, stream::Progress};
