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
        Self { vertical: market.vertical.clone(), place: market.place_id.clone(), reason: reason.into() }
    }
}
