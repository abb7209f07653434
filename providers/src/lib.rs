//! Clients of data providers: requests, responses and costs.
//!
//! [`Provider`] names the providers with their capabilities, credentials and prices. Every request passes through one
//! call layer ([`call`]), which reserves money before each attempt, retries, limits time and size, and records the raw
//! response without secrets. The application implements its [`call::Hooks`].

pub mod call;
pub mod clock;
pub mod error;
pub mod google;
mod json;
pub mod money;
pub mod provider;
pub mod search_console;
pub mod secret;
#[cfg(test)]
mod testing;

pub use self::{
    call::{Call, Called},
    error::ProviderError,
    money::Micros,
    provider::{Capability, CredentialKind, Credentials, Operation, PriceBook, Profile, Provider},
    secret::Secret,
};
