//! Parameters of a search of markets.

use engines::{
    common::Unattended,
    local::{
        Filters, Tier,
        catalog::{FoundMarkets, MarketQuery, Sort, find_markets},
    },
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    market::{own, today},
    state::AppState,
};

/// Maximum number of rows per page.
pub(super) const MOST_ROWS: u32 = 200;
/// Maximum number of a page.
const MOST_PAGES: u32 = 10_000;
const TEXT_CHARS: usize = 200;

/// Unit of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MarketRateKind)]
pub(super) enum RateKind {
    Lead,
    Call,
    Rent,
    Job,
    Appointment,
}

/// Exclusivity of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MarketExclusivity)]
pub(super) enum Exclusivity {
    Exclusive,
    Shared,
    Mixed,
    Unknown,
}

/// Tier of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MarketTierFilter)]
pub(super) enum TierFilter {
    #[default]
    All,
    Tier1,
    Tier2,
    Tier3,
}

/// Order of markets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MarketSort)]
pub(super) enum SortWord {
    #[default]
    Profit,
    Payout,
    Demand,
    Population,
}

/// Query parameters; others are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Words in the name of the vertical or of the place, such as `plumbing tulsa`.
    text: Option<String>,
    /// Slug of a vertical.
    vertical: Option<String>,
    /// State code, such as `OK`.
    state: Option<String>,
    /// Name of a city.
    city: Option<String>,
    /// Name of a city with or without its state, such as `Tulsa, OK`.
    location: Option<String>,
    /// Id of a place.
    place: Option<String>,
    /// Tier by expected monthly profit. Default: `all`.
    #[serde(default)]
    #[param(inline)]
    tier: TierFilter,
    /// Minimum payout per lead or call, in the currency (dollars).
    min_payout: Option<f64>,
    /// Only verticals with a rate of this unit.
    #[param(inline)]
    kind: Option<RateKind>,
    /// Only verticals with a rate of this exclusivity.
    #[param(inline)]
    exclusivity: Option<Exclusivity>,
    /// Minimum population of the place.
    min_population: Option<f64>,
    /// ISO 4217 code of all amounts. Default: `USD`. Built-in amounts are in dollars and are left out for others.
    currency: Option<String>,
    /// Order, best first. Default: `profit`.
    #[serde(default)]
    #[param(inline)]
    sort: SortWord,
    /// Page, from 1. Default: 1.
    page: Option<u32>,
    /// Rows per page, 1 to 200. Default: 50.
    limit: Option<u32>,
}

impl Params {
    /// Returns the number of the page and its rows.
    pub(super) fn paging(&self) -> Result<(u32, u32)> {
        let (page, limit) = (self.page.unwrap_or(1), self.limit.unwrap_or(50));
        if !(1..=MOST_PAGES).contains(&page) {
            return Err(ApiError::invalid("/page", "must be 1 to 10,000"));
        }
        if !(1..=MOST_ROWS).contains(&limit) {
            return Err(ApiError::invalid("/limit", "must be 1 to 200"));
        }
        Ok((page, limit))
    }

    /// Converts the parameters to a query of one page.
    pub(super) fn query(self, only_scored: bool) -> Result<MarketQuery> {
        let (page, limit) = self.paging()?;
        let cents = self.min_payout.map(|amount| amount * 100.0);
        check_range("/minPayout", self.min_payout, 1e7)?;
        check_range("/minPopulation", self.min_population, 1e10)?;
        let words = [self.text, self.city, self.location].map(Option::unwrap_or_default);
        let text = words.join(" ").trim().to_owned();
        if text.chars().count() > TEXT_CHARS {
            return Err(ApiError::invalid("/text", "must have at most 200 characters"));
        }
        Ok(MarketQuery {
            as_of: today(),
            currency: self.currency,
            filters: Filters {
                verticals: self.vertical.into_iter().collect(),
                states: self.state.into_iter().collect(),
                places: self.place.into_iter().collect(),
                min_payout_cents: cents.filter(|cents| *cents > 0.0),
                min_population: self.min_population,
                limit,
                ..Filters::default()
            },
            text,
            unit: self.kind.map(|kind| format!("{kind:?}").to_lowercase()),
            exclusivity: self.exclusivity.map(|one| format!("{one:?}").to_lowercase()),
            own_units: Vec::new(),
            tier: tier(self.tier),
            only_scored,
            sort: sort(self.sort),
            offset: (page as usize - 1) * limit as usize,
        })
    }
}

/// Finds the best markets with a score, for a file. The result is not remembered, because it is large.
pub(super) async fn compute(
    state: &AppState, workspace_id: Uuid, filters: Filters, text: String,
) -> Result<FoundMarkets> {
    let own = own(&state.db, workspace_id).await?;
    let text = text.chars().take(TEXT_CHARS).collect();
    let query = MarketQuery { as_of: today(), filters, text, only_scored: true, ..MarketQuery::default() };
    state.markets.compute(move |params| find_markets(&own.overrides, &query, params, &Unattended)).await
}

const fn tier(word: TierFilter) -> Option<Tier> {
    match word {
        TierFilter::All => None,
        TierFilter::Tier1 => Some(Tier::Tier1),
        TierFilter::Tier2 => Some(Tier::Tier2),
        TierFilter::Tier3 => Some(Tier::Tier3),
    }
}

const fn sort(word: SortWord) -> Sort {
    match word {
        SortWord::Profit => Sort::Profit,
        SortWord::Payout => Sort::Payout,
        SortWord::Demand => Sort::Demand,
        SortWord::Population => Sort::Population,
    }
}

fn check_range(pointer: &str, value: Option<f64>, most: f64) -> Result<()> {
    match value {
        Some(value) if !(0.0..=most).contains(&value) => {
            Err(ApiError::invalid(pointer, format!("must be a number from 0 to {most}")))
        }
        _ => Ok(()),
    }
}
