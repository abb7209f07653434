//! Markets without a new site, in responses.

use serde::{Deserialize, Serialize};
use shared::domain::pipeline::NewPipelineMarket;
use utoipa::ToSchema;

/// A market without a new site, with the reason.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = SkippedMarket)]
pub(crate) struct Skipped {
    /// Slug of the vertical.
    vertical: String,
    /// Id of the place.
    place: String,
    /// Why it has no new site.
    reason: String,
}

impl Skipped {
    pub(crate) fn new(market: &NewPipelineMarket, reason: impl Into<String>) -> Self {
        Self::named(&market.vertical, &market.place_id, reason)
    }

    /// The market of a vertical and a place.
    pub(crate) fn named(vertical: &str, place: &str, reason: impl Into<String>) -> Self {
        Self { vertical: vertical.to_owned(), place: place.to_owned(), reason: reason.into() }
    }
}
