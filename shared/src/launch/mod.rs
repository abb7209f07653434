//! Launches of sites: new sites from their markets, and the deployment that builds them. Requests and campaigns use the same
//! path. Nothing is deployed before a person approves it.

mod name;
mod plan;
mod start;

pub use plan::{Common, Wanted, add_markets, check_free, check_room, new_sites};
pub use start::{Launch, Launched, Prepared, prepare, start, start_prepared};

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
    /// A market got a site while the sites were prepared.
    #[error("{place}: {reason} Reload the page, and choose again.")]
    Taken {
        /// Name of the place.
        place: String,
        /// Why it can have no site.
        reason: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
