//! Clients of data providers: requests, responses and costs.
//!
//! [`Provider`] names the providers with their capabilities, credentials and prices. Every request passes through one
//! call layer ([`call`]), which reserves money before each attempt, retries, limits time and size, and records the raw
//! response without secrets. The application implements its [`call::Hooks`].

pub mod analytics;
pub mod answers;
pub mod bing;
pub mod call;
pub mod clock;
pub mod data_for_seo;
pub mod error;
pub mod google;
mod json;
pub mod models;
pub mod money;
pub mod provider;
pub mod search_console;
pub mod secret;
pub mod serp;
pub mod serp_api;
pub mod serper;
pub mod speed;
#[cfg(test)]
mod testing;
pub mod web;

pub use self::{
    call::{Call, Called},
    error::ProviderError,
    money::Micros,
    provider::{Capability, CredentialKind, Credentials, Operation, PriceBook, Profile, Provider},
    secret::Secret,
};
