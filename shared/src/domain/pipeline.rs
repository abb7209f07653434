//! Markets of a workspace's pipeline.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::{site::SitePlace, text_enum};

text_enum! {
    /// Stage of a market in the pipeline.
    PipelineStage {
        /// It has no score yet, because its demand or payout is unknown.
        Scan = "scan",
        /// It has a score.
        Score = "score",
        /// Its site is being built.
        Build = "build",
        /// Its site is being deployed.
        Deploy = "deploy",
        /// Its site is live.
        Revenue = "revenue",
    }
}

impl PipelineStage {
    /// Returns true if a market may move from this stage to `next`.
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Scan, Self::Score)
                | (Self::Score, Self::Build)
                | (Self::Build, Self::Score | Self::Deploy)
                | (Self::Deploy, Self::Build | Self::Revenue)
                | (Self::Revenue, Self::Deploy)
        )
    }

    /// Returns true if a market in this stage can be removed: it has no site.
    #[must_use]
    pub const fn is_removable(self) -> bool {
        matches!(self, Self::Scan | Self::Score)
    }
}

/// A market to add, with its expected figures. Amounts are whole cents a month.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPipelineMarket {
    /// Slug of the vertical.
    pub vertical: String,
    /// Its name.
    pub vertical_name: String,
    /// Id of the place.
    pub place_id: String,
    /// Its name.
    pub city: String,
    /// State code.
    pub state: String,
    /// ISO 4217 code of the amounts.
    pub currency: String,
    /// Tier: `tier1` to `tier3`.
    pub tier: Option<String>,
    /// 0 to 100.
    pub score: Option<f64>,
    /// Kind of bound of the demand.
    pub demand_bound: String,
    /// Profit: 10 % quantile, mean and 90 % quantile.
    pub profit: Option<(i64, i64, i64)>,
    /// Mean revenue.
    pub revenue_cents: Option<i64>,
    /// Mean payout per lead or call.
    pub payout_cents: Option<i64>,
    /// Scan from which it is added.
    pub run_id: Option<Uuid>,
}

impl NewPipelineMarket {
    /// Returns the first stage of the market.
    #[must_use]
    pub const fn stage(&self) -> PipelineStage {
        if self.score.is_some() { PipelineStage::Score } else { PipelineStage::Scan }
    }

    /// Returns the place as sites store it.
    #[must_use]
    pub fn place(&self) -> SitePlace {
        let name = if self.state.is_empty() { self.city.clone() } else { format!("{}, {}", self.city, self.state) };
        SitePlace { id: self.place_id.clone(), name }
    }
}

/// A market of the pipeline. Its figures are those expected when it was added; amounts are whole cents a month.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PipelineMarket {
    /// Time-ordered.
    pub id: Uuid,
    /// Slug of the vertical.
    pub vertical: String,
    /// Its name.
    pub vertical_name: String,
    /// Id of the place.
    pub place_id: String,
    /// Its name.
    pub city: String,
    /// State code.
    pub state: String,
    /// Stage.
    pub stage: PipelineStage,
    /// ISO 4217 code of the amounts.
    pub currency: String,
    /// Tier: `tier1` to `tier3`.
    pub tier: Option<String>,
    /// 0 to 100.
    pub score: Option<f64>,
    /// Kind of bound of the demand.
    pub demand_bound: String,
    /// 10 % quantile of the profit.
    pub profit_low_cents: Option<i64>,
    /// Mean profit.
    pub profit_cents: Option<i64>,
    /// 90 % quantile of the profit.
    pub profit_high_cents: Option<i64>,
    /// Mean revenue.
    pub revenue_cents: Option<i64>,
    /// Mean payout per lead or call.
    pub payout_cents: Option<i64>,
    /// Scan from which it was added.
    pub run_id: Option<Uuid>,
    /// User who added it.
    pub added_by: Uuid,
    /// Time.
    pub added_at: DateTime<Utc>,
}

/// Number and expected money of the markets of a stage.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct StageSum {
    /// Stage.
    pub stage: PipelineStage,
    /// ISO 4217 code of the sums.
    pub currency: String,
    /// Number of markets.
    pub markets: i64,
    /// Sum of the mean profits that are known.
    pub profit_cents: i64,
}

#[cfg(test)]
mod tests {
    use super::PipelineStage::{self, Build, Deploy, Revenue, Scan, Score};

    #[test]
    fn stages_move_one_step_and_never_skip_the_build() {
        let allowed: Vec<_> = PipelineStage::ALL
            .iter()
            .flat_map(|from| PipelineStage::ALL.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| from.may_become(*to))
            .collect();
        let wanted = [
            (Scan, Score),
            (Score, Build),
            (Build, Score),
            (Build, Deploy),
            (Deploy, Build),
            (Deploy, Revenue),
            (Revenue, Deploy),
        ];
        assert_eq!(allowed, wanted);
    }
}
