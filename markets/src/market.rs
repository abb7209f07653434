//! Markets with their figures, for the pipeline and for campaigns.

use engines::local::{Bound, Market, Tier};
use shared::domain::{
    campaign::{CURRENCY, CampaignTier, Candidate},
    pipeline::NewPipelineMarket,
};

/// Returns a market to add to the pipeline, with its figures.
#[must_use]
pub fn new_market(market: &Market) -> NewPipelineMarket {
    let key = &market.key;
    NewPipelineMarket {
        vertical: key.vertical.clone(),
        vertical_name: key.vertical_name.clone(),
        place_id: key.place_id.clone(),
        city: key.city.clone(),
        state: key.state.clone(),
        currency: CURRENCY.to_owned(),
        tier: market.tier.map(|tier| word(tier).as_str().to_owned()),
        score: market.score,
        demand_bound: bound(market.demand_bound).to_owned(),
        profit: market.profit_month.map(|profit| (profit.p10_cents, profit.mean_cents, profit.p90_cents)),
        revenue_cents: market.revenue.map(|revenue| revenue.mean_cents),
        payout_cents: market.payout.map(|payout| payout.mean_cents),
        run_id: None,
    }
}

/// Returns a market for the rules of campaigns.
#[must_use]
pub fn candidate(market: &Market) -> Candidate {
    let metro = market.key.metro.clone().filter(|metro| !metro.is_empty());
    Candidate { market: new_market(market), confidence: market.confidence, metro }
}

const fn word(tier: Tier) -> CampaignTier {
    match tier {
        Tier::Tier1 => CampaignTier::Tier1,
        Tier::Tier2 => CampaignTier::Tier2,
        Tier::Tier3 => CampaignTier::Tier3,
    }
}

const fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => "lower",
        Bound::Upper => "upper",
        Bound::TwoSided => "two_sided",
        Bound::Unstated => "unstated",
    }
}
