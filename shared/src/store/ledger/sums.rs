//! Sums over the ledger. Every total that is shown comes from here.

use uuid::Uuid;

use super::{
    super::{Executor, Result, macros::*},
    LedgerFilter,
};
use crate::domain::ledger::{AccountBalance, LedgerGroup, LedgerSum};

macro_rules! revenue {
    () => {
        "CAST(COALESCE(SUM(CASE WHEN e.account IN ('lead_revenue', 'rent_revenue', 'refunds')
                                THEN e.credit_cents - e.debit_cents ELSE 0 END), 0) AS BIGINT)"
    };
}

macro_rules! cost {
    () => {
        "CAST(COALESCE(SUM(CASE WHEN e.account IN ('domain_costs', 'hosting_costs', 'provider_costs', 'other_costs')
                                THEN e.debit_cents - e.credit_cents ELSE 0 END), 0) AS BIGINT)"
    };
}

pub(super) use cost;
pub(super) use revenue;

macro_rules! filtered {
    () => {
        " FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
          LEFT JOIN sites s ON s.website_id = t.website_id AND s.workspace_id = t.workspace_id
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
            ", ",
            cost!(),
            ", COUNT(DISTINCT t.id)",
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
        LedgerGroup::Vertical => {
            // As in the sums by market: what names no vertical is about that of its site.
            let sql = grouped!("TRIM(COALESCE(t.vertical, s.vertical))", "TRIM(COALESCE(t.vertical, s.vertical))");
            named(executor, workspace_id, filter, sql).await
        }
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
