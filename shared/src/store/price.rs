//! Prices of data providers that replace the built-in ones, for the whole installation.

use uuid::Uuid;

use super::{Executor, Result, macros::*};
use crate::domain::price::PriceOverride;

/// Returns every replaced price.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>) -> Result<Vec<PriceOverride>> {
    let sql =
        "SELECT provider, subject, unit, micros, changed_at FROM price_overrides ORDER BY provider, subject, unit";
    query_all!(executor.into(), PriceOverride, sql)
}

/// Replaces a built-in price.
///
/// # Errors
/// Returns an error if the query fails, as for a price out of range.
pub async fn replace(executor: impl Into<Executor<'_>>, price: &PriceOverride, changed_by: Uuid) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO price_overrides (provider, subject, unit, micros, changed_by, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (provider, subject, unit) DO UPDATE SET micros = excluded.micros,
           changed_by = excluded.changed_by, changed_at = excluded.changed_at",
        &price.provider,
        &price.subject,
        &price.unit,
        price.micros,
        changed_by,
        price.changed_at
    )
    .map(|_| ())
}

/// Returns to the built-in price. Returns false if it was not replaced.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn reset(executor: impl Into<Executor<'_>>, provider: &str, subject: &str, unit: &str) -> Result<bool> {
    let sql = "DELETE FROM price_overrides WHERE provider = $1 AND subject = $2 AND unit = $3";
    Ok(execute!(executor.into(), sql, provider, subject, unit)? > 0)
}
