//! Sums by tier and by vertical.

use std::{cmp::Reverse, collections::BTreeMap};

use serde::Serialize;
use shared::store::ledger::{MarketSum, SiteFigures};
use utoipa::ToSchema;

use super::{Plan, SitesSum, Sum};

/// What the markets of a tier earned and cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalysisTier)]
pub(super) struct TierSum {
    /// `tier1`, `tier2` or `tier3`; `null` for markets without a tier, and for transactions about no market.
    tier: Option<String>,
    #[serde(flatten)]
    all: SitesSum,
}

/// What a vertical earned and cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalysisVertical)]
pub(super) struct VerticalSum {
    /// Slug; `null` for transactions about no vertical.
    vertical: Option<String>,
    /// Name, if a site has the vertical.
    name: Option<String>,
    #[serde(flatten)]
    all: SitesSum,
}

type Groups = BTreeMap<Option<String>, SitesSum>;

/// Returns the sums by tier, the best tier first.
pub(super) fn by_tier(sites: &[SiteFigures], markets: &[MarketSum], plan: &Plan) -> Vec<TierSum> {
    let mut groups = Groups::new();
    for site in sites {
        groups.entry(plan.tier(site)).or_default().sites += 1;
    }
    add(&mut groups, markets, |market| market.tier.clone());
    let mut tiers: Vec<_> = groups.into_iter().map(|(tier, all)| TierSum { tier, all }).collect();
    tiers.sort_by(|a, b| (a.tier.is_none(), &a.tier).cmp(&(b.tier.is_none(), &b.tier)));
    tiers
}

/// Returns the sums by vertical, the highest revenue first.
pub(super) fn by_vertical(sites: &[SiteFigures], markets: &[MarketSum]) -> Vec<VerticalSum> {
    let (mut groups, mut names) = (Groups::new(), BTreeMap::new());
    for site in sites {
        groups.entry(Some(site.vertical.clone())).or_default().sites += 1;
        names.insert(site.vertical.as_str(), site.vertical_name.as_str());
    }
    add(&mut groups, markets, |market| market.vertical.clone());
    let named = |(vertical, all): (Option<String>, SitesSum)| {
        let name = vertical.as_deref().and_then(|slug| names.get(slug)).map(|name| (*name).to_owned());
        VerticalSum { vertical, name, all }
    };
    let mut verticals: Vec<_> = groups.into_iter().map(named).collect();
    verticals.sort_by_key(|one| Reverse(one.all.sum.revenue_cents));
    verticals
}

fn add(groups: &mut Groups, markets: &[MarketSum], key: impl Fn(&MarketSum) -> Option<String>) {
    for market in markets {
        groups.entry(key(market)).or_default().sum.add(Sum::new(market.revenue_cents, market.cost_cents));
    }
}
