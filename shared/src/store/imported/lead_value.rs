//! Revenue per lead.

use chrono::NaiveDate;
use sqlx_macros::FromRow;
use uuid::Uuid;

use super::current;
use crate::store::{Executor, Result, macros::*};

/// Imported leads and revenue in the days that both have.
#[derive(Debug, Clone, PartialEq)]
pub struct LeadRevenue {
    /// Number of leads.
    pub leads: i64,
    /// Revenue, in cents.
    pub amount_cents: i64,
    /// Sum of the squares of the amounts, in cents squared: how unequal they are.
    pub squares: f64,
    /// ISO 4217 code of the currency of all amounts.
    pub currency: String,
    /// First day that both have.
    pub from: NaiveDate,
    /// Last day that both have.
    pub to: NaiveDate,
}

#[derive(Debug, FromRow)]
struct Sums {
    first_day: Option<NaiveDate>,
    last_day: Option<NaiveDate>,
    count: i64,
}

#[derive(Debug, FromRow)]
struct Amounts {
    currency: String,
    amount_cents: i64,
    squares: f64,
}

macro_rules! span {
    ($table:literal, $and:expr) => {
        current!(
            "MIN(r.day) AS first_day, MAX(r.day) AS last_day, COUNT(*) AS count",
            $table,
            concat!(" AND r.day >= $3 AND r.day <= $4", $and)
        )
    };
}

// Rent and income from ads do not come from leads.
macro_rules! of_leads {
    () => {
        " AND LOWER(COALESCE(r.kind, '')) NOT IN ('rent', 'rental', 'ad', 'ads', 'advertising', 'display', 'affiliate')"
    };
}

/// Returns the leads and the revenue of a website in the days from `from` to `to` that both have; `None` if one of them is
/// missing, or if the revenue has several currencies. Rent and income from ads are left out.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn lead_revenue(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Option<LeadRevenue>> {
    let mut executor = executor.into();
    let leads = query_opt!(executor, Sums, span!("leads", ""), workspace_id, website_id, from, to)?;
    let paid = query_opt!(executor, Sums, span!("revenue", of_leads!()), workspace_id, website_id, from, to)?;
    let (Some(leads), Some(paid)) = (leads, paid) else { return Ok(None) };
    let (Some(from), Some(to)) = (leads.first_day.max(paid.first_day), leads.last_day.min(paid.last_day)) else {
        return Ok(None);
    };
    let leads = query_opt!(executor, Sums, span!("leads", ""), workspace_id, website_id, from, to)?;
    let sql = current!(
        "r.currency, CAST(SUM(r.amount_cents) AS BIGINT) AS amount_cents,
         SUM(CAST(r.amount_cents AS DOUBLE PRECISION) * r.amount_cents) AS squares",
        "revenue",
        concat!(" AND r.day >= $3 AND r.day <= $4", of_leads!(), " GROUP BY r.currency")
    );
    let mut amounts = query_all!(executor, Amounts, sql, workspace_id, website_id, from, to)?;
    let leads = leads.map_or(0, |leads| leads.count);
    let (Some(only), true) = (amounts.pop(), leads > 0) else { return Ok(None) };
    let Amounts { currency, amount_cents, squares } = only;
    Ok(amounts.is_empty().then_some(LeadRevenue { leads, amount_cents, squares, currency, from, to }))
}
