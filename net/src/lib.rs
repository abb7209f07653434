//! Requests to addresses that users enter: only public addresses, unless the operator allows others.
//!
//! [`addresses`] decides which addresses may be called. With the feature `client`, [`client`] builds an HTTP client that
//! connects to no others, and [`fetch`] fetches a document within limits.

pub mod addresses;
#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "client")]
mod error;
#[cfg(feature = "client")]
pub mod fetch;

#[cfg(feature = "client")]
pub use error::FetchError;
