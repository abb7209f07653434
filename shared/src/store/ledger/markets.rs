//! Sums over the ledger by the tier and vertical of markets.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sqlx::types::Json;
use uuid::Uuid;

use super::sums::{cost, revenue};
use crate::{
    domain::site::SitePlace,
    store::{Executor, Result, macros::*},
};

/// Revenue and costs of the markets of a tier and vertical.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketSum {
    /// Tier; `None` for markets without a tier, and for transactions about no market.
    pub tier: Option<String>,
    /// Slug of the vertical; `None` for transactions about no vertical.
    pub vertical: Option<String>,
    /// Revenue after refunds, in cents.
    pub revenue_cents: i64,
    /// Costs, in cents.
    pub cost_cents: i64,
}

/// Transactions about the same market and site.
#[derive(sqlx_macros::FromRow)]
struct Group {
    vertical: Option<String>,
    place: Option<String>,
    website_id: Option<Uuid>,
    revenue_cents: i64,
    cost_cents: i64,
}

/// Returns revenue and costs of a workspace in a currency by tier and vertical, ordered by both. The sums are the totals of
/// the currency.
///
/// The market of a transaction is its vertical and place, or its site's vertical and place. The tier of a site with several
/// markets is known if all have the same.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn by_market(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, currency: &str,
) -> Result<Vec<MarketSum>> {
    let mut executor = executor.into();
    let sql = concat!(
        "SELECT t.vertical, t.place, t.website_id, ",
        revenue!(),
        " AS revenue_cents, ",
        cost!(),
        " AS cost_cents FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
          WHERE t.workspace_id = $1 AND t.currency = $2 GROUP BY t.vertical, t.place, t.website_id"
    );
    let groups = query_all!(executor, Group, sql, workspace_id, currency)?;
    let sql = "SELECT vertical, city || ', ' || state, tier FROM pipeline_markets
                WHERE workspace_id = $1 AND tier IS NOT NULL ORDER BY id DESC";
    let markets = query_all!(executor, (String, String, String), sql, workspace_id)?;
    let tiers: HashMap<_, _> =
        markets.into_iter().map(|(vertical, place, tier)| ((vertical, place.to_lowercase()), tier)).collect();
    let sql = "SELECT website_id, vertical, places FROM sites WHERE workspace_id = $1";
    let sites = query_all!(executor, (Uuid, String, Json<Vec<SitePlace>>), sql, workspace_id)?;
    let sites: HashMap<_, _> = sites.into_iter().map(|(id, vertical, places)| (id, (vertical, places.0))).collect();
    let mut sums = BTreeMap::<_, (i64, i64)>::new();
    for group in groups {
        let site = group.website_id.and_then(|id| sites.get(&id));
        let vertical = group.vertical.or_else(|| site.map(|(vertical, _)| vertical.clone()));
        let vertical = vertical.map(|vertical| vertical.trim().to_owned());
        let places: Vec<String> = match (group.place, site) {
            (Some(place), _) => vec![place],
            (None, Some((_, places))) => places.iter().map(|place| place.name.clone()).collect(),
            (None, None) => Vec::new(),
        };
        let tier = tier_of(&tiers, vertical.as_deref(), &places);
        let sum = sums.entry((tier, vertical)).or_default();
        *sum = (sum.0 + group.revenue_cents, sum.1 + group.cost_cents);
    }
    let sum = |((tier, vertical), (revenue_cents, cost_cents))| MarketSum { tier, vertical, revenue_cents, cost_cents };
    Ok(sums.into_iter().map(sum).collect())
}

/// Returns the revenue of a workspace in a currency by the tier of its markets, in cents; `None` is the revenue of markets
/// without a tier, and of transactions about no market. The sum is the revenue.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn by_tier(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, currency: &str,
) -> Result<BTreeMap<Option<String>, i64>> {
    let mut tiers = BTreeMap::new();
    for sum in by_market(executor, workspace_id, currency).await? {
        *tiers.entry(sum.tier).or_insert(0) += sum.revenue_cents;
    }
    Ok(tiers)
}

/// Returns the tier that all these markets have.
fn tier_of(tiers: &HashMap<(String, String), String>, vertical: Option<&str>, places: &[String]) -> Option<String> {
    let vertical = vertical?;
    let of = |place: &String| tiers.get(&(vertical.to_owned(), place.trim().to_lowercase())).cloned();
    let found: BTreeSet<Option<String>> = places.iter().map(of).collect();
    found.first().filter(|_| found.len() == 1).cloned().flatten()
}
