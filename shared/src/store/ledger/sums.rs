//! Sums over the ledger. Every total that is shown comes from here.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sqlx::types::Json;
use uuid::Uuid;

use super::{
    super::{Executor, Result, macros::*},
    LedgerFilter,
};
use crate::domain::{
    ledger::{AccountBalance, LedgerGroup, LedgerSum},
    site::SitePlace,
};

macro_rules! revenue {
    () => {
        "CAST(COALESCE(SUM(CASE WHEN e.account IN ('lead_revenue', 'rent_revenue', 'refunds')
                                THEN e.credit_cents - e.debit_cents ELSE 0 END), 0) AS BIGINT)"
    };
}

macro_rules! filtered {
    () => {
        " FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
          WHERE t.workspace_id = $1 AND ($2 IS NULL OR t.day >= $2) AND ($3 IS NULL OR t.day <= $3)
            AND ($4 IS NULL OR t.website_id = $4) AND ($5 IS NULL OR t.buyer_id = $5) AND ($6 IS NULL OR t.reason = $6) "
    };
}

macro_rules! grouped {
    ($columns:literal, $group:literal) => {
        concat!(
            "SELECT ",
            $columns,
            ", t.currency, ",
            revenue!(),
            ", CAST(COALESCE(SUM(CASE WHEN e.account IN ('domain_costs', 'hosting_costs', 'other_costs')
                                      THEN e.debit_cents - e.credit_cents ELSE 0 END), 0) AS BIGINT),
               COUNT(DISTINCT t.id)",
            filtered!(),
            "GROUP BY ",
            $group,
            ", t.currency ORDER BY t.currency, ",
            $group
        )
    };
}

type Named = (Option<String>, String, i64, i64, i64);
type Identified = (Option<Uuid>, Option<String>, String, i64, i64, i64);

/// Returns revenue and costs by group and currency, ordered by currency and group.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sums(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &LedgerFilter, by: LedgerGroup,
) -> Result<Vec<LedgerSum>> {
    let executor = executor.into();
    match by {
        LedgerGroup::Website => {
            let sql = grouped!("t.website_id, (SELECT name FROM websites w WHERE w.id = t.website_id)", "t.website_id");
            identified(executor, workspace_id, filter, sql).await
        }
        LedgerGroup::Buyer => {
            let sql = grouped!("t.buyer_id, (SELECT name FROM buyers b WHERE b.id = t.buyer_id)", "t.buyer_id");
            identified(executor, workspace_id, filter, sql).await
        }
        LedgerGroup::Vertical => named(executor, workspace_id, filter, grouped!("t.vertical", "t.vertical")).await,
        LedgerGroup::Place => named(executor, workspace_id, filter, grouped!("t.place", "t.place")).await,
        LedgerGroup::Month => named(executor, workspace_id, filter, grouped!("t.month", "t.month")).await,
        LedgerGroup::Day => named(executor, workspace_id, filter, grouped!("CAST(t.day AS TEXT)", "t.day")).await,
    }
}

async fn named(
    mut executor: Executor<'_>, workspace_id: Uuid, filter: &LedgerFilter, sql: &'static str,
) -> Result<Vec<LedgerSum>> {
    let rows = query_all!(
        executor,
        Named,
        sql,
        workspace_id,
        filter.from,
        filter.to,
        filter.website_id,
        filter.buyer_id,
        filter.reason
    )?;
    let sum = |(name, currency, revenue_cents, cost_cents, transactions)| LedgerSum {
        id: None,
        name,
        currency,
        revenue_cents,
        cost_cents,
        transactions,
    };
    Ok(rows.into_iter().map(sum).collect())
}

async fn identified(
    mut executor: Executor<'_>, workspace_id: Uuid, filter: &LedgerFilter, sql: &'static str,
) -> Result<Vec<LedgerSum>> {
    let rows = query_all!(
        executor,
        Identified,
        sql,
        workspace_id,
        filter.from,
        filter.to,
        filter.website_id,
        filter.buyer_id,
        filter.reason
    )?;
    let sum = |(id, name, currency, revenue_cents, cost_cents, transactions)| LedgerSum {
        id,
        name,
        currency,
        revenue_cents,
        cost_cents,
        transactions,
    };
    Ok(rows.into_iter().map(sum).collect())
}

/// Returns debits and credits by account and currency.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn balances(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &LedgerFilter,
) -> Result<Vec<AccountBalance>> {
    query_all!(
        executor.into(),
        AccountBalance,
        concat!(
            "SELECT e.account, t.currency, CAST(SUM(e.debit_cents) AS BIGINT) AS debit_cents,
                    CAST(SUM(e.credit_cents) AS BIGINT) AS credit_cents",
            filtered!(),
            "GROUP BY e.account, t.currency ORDER BY t.currency, e.account"
        ),
        workspace_id,
        filter.from,
        filter.to,
        filter.website_id,
        filter.buyer_id,
        filter.reason
    )
}

/// Returns the revenue of a workspace in a currency, in cents.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn revenue_cents(executor: impl Into<Executor<'_>>, workspace_id: Uuid, currency: &str) -> Result<i64> {
    let sql = concat!(
        "SELECT ",
        revenue!(),
        " FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
          WHERE t.workspace_id = $1 AND t.currency = $2"
    );
    query_value!(executor.into(), i64, sql, workspace_id, currency)
}

/// Returns the revenue of a workspace in a currency by the tier of its markets, in cents; `None` is the revenue of markets
/// without a tier, and of transactions about no market. The sum is the revenue.
///
/// The market of a transaction is its vertical and place, or its site's vertical and place. The tier of a site with several
/// markets is known if all have the same.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn by_tier(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, currency: &str,
) -> Result<BTreeMap<Option<String>, i64>> {
    let mut executor = executor.into();
    let sql = concat!(
        "SELECT t.vertical, t.place, t.website_id, ",
        revenue!(),
        " FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
          WHERE t.workspace_id = $1 AND t.currency = $2 GROUP BY t.vertical, t.place, t.website_id"
    );
    let rows = query_all!(executor, (Option<String>, Option<String>, Option<Uuid>, i64), sql, workspace_id, currency)?;
    let sql = "SELECT vertical, city || ', ' || state, tier FROM pipeline_markets
                WHERE workspace_id = $1 AND tier IS NOT NULL ORDER BY id DESC";
    let markets = query_all!(executor, (String, String, String), sql, workspace_id)?;
    let tiers: HashMap<_, _> =
        markets.into_iter().map(|(vertical, place, tier)| ((vertical, place.to_lowercase()), tier)).collect();
    let sql = "SELECT website_id, vertical, places FROM sites WHERE workspace_id = $1";
    let sites = query_all!(executor, (Uuid, String, Json<Vec<SitePlace>>), sql, workspace_id)?;
    let sites: HashMap<_, _> = sites.into_iter().map(|(id, vertical, places)| (id, (vertical, places.0))).collect();
    let mut sums = BTreeMap::new();
    for (vertical, place, website_id, cents) in rows {
        let site = website_id.and_then(|id| sites.get(&id));
        let vertical = vertical.or_else(|| site.map(|(vertical, _)| vertical.clone()));
        let places: Vec<String> = match (place, site) {
            (Some(place), _) => vec![place],
            (None, Some((_, places))) => places.iter().map(|place| place.name.clone()).collect(),
            (None, None) => Vec::new(),
        };
        *sums.entry(tier_of(&tiers, vertical.as_deref(), &places)).or_insert(0) += cents;
    }
    Ok(sums)
}

/// Returns the tier that all these markets have.
fn tier_of(tiers: &HashMap<(String, String), String>, vertical: Option<&str>, places: &[String]) -> Option<String> {
    let vertical = vertical?.trim();
    let of = |place: &String| tiers.get(&(vertical.to_owned(), place.trim().to_lowercase())).cloned();
    let found: BTreeSet<Option<String>> = places.iter().map(of).collect();
    found.first().filter(|_| found.len() == 1).cloned().flatten()
}
