//! A market of the pipeline, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::domain::pipeline::{PipelineMarket, PipelineStage};
use utoipa::ToSchema;
use uuid::Uuid;

/// A market of the pipeline, with the figures that were expected when it was added.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PipelineMarket)]
pub(super) struct MarketView {
    id: Uuid,
    /// Slug of the vertical.
    vertical: String,
    vertical_name: String,
    /// Id of the place.
    place_id: String,
    city: String,
    /// State code.
    state: String,
    stage: PipelineStage,
    /// ISO 4217 code of the amounts.
    currency: String,
    /// `tier1`, `tier2` or `tier3`; `null` if demand or payout is unknown or the confidence is too low.
    tier: Option<String>,
    /// 0 to 100; `null` if unknown.
    score: Option<f64>,
    /// `lower`, `upper`, `two_sided` or `unstated`.
    demand_bound: String,
    /// Monthly profit, 10 % quantile; `null` if unknown, as for the other amounts.
    profit_low_cents: Option<i64>,
    /// Monthly profit, mean.
    profit_cents: Option<i64>,
    /// Monthly profit, 90 % quantile.
    profit_high_cents: Option<i64>,
    /// Monthly revenue, mean.
    revenue_cents: Option<i64>,
    /// Payout per lead or call, mean.
    payout_cents: Option<i64>,
    /// Scan from which it was added.
    run_id: Option<Uuid>,
    /// User who added it.
    added_by: Uuid,
    added_at: DateTime<Utc>,
}

impl From<PipelineMarket> for MarketView {
    fn from(market: PipelineMarket) -> Self {
        Self {
            id: market.id,
            vertical: market.vertical,
            vertical_name: market.vertical_name,
            place_id: market.place_id,
            city: market.city,
            state: market.state,
            stage: market.stage,
            currency: market.currency,
            tier: market.tier,
            score: market.score,
            demand_bound: market.demand_bound,
            profit_low_cents: market.profit_low_cents,
            profit_cents: market.profit_cents,
            profit_high_cents: market.profit_high_cents,
            revenue_cents: market.revenue_cents,
            payout_cents: market.payout_cents,
            run_id: market.run_id,
            added_by: market.added_by,
            added_at: market.added_at,
        }
    }
}
