//! Launches of sites: new sites from their markets, and the deployment that builds them. Requests and campaigns use the same
//! path. Nothing is deployed before a person approves it.

mod name;
mod plan;
mod start;

pub use plan::{Common, Wanted, add_markets, check_room, new_sites};
pub use start::{Launch, Launched, start};

use crate::store::StoreError;

/// Why sites cannot be launched.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The pipeline has too many markets.
    #[error("The pipeline has 10,000 markets, the maximum. Remove some first.")]
    TooManyMarkets,
    /// The workspace has too many sites.
    #[error("A workspace can have at most 10,000 sites, with deleted ones.")]
    TooManySites,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
