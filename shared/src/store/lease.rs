//! Named leases with at most one holder each.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, macros::*};

/// Takes or extends the lease `name` for `holder` until `until`; returns false if somebody else holds it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn hold(
    executor: impl Into<Executor<'_>>, name: &str, holder: Uuid, now: DateTime<Utc>, until: DateTime<Utc>,
) -> Result<bool> {
    let held = execute!(
        executor.into(),
        "INSERT INTO leases (name, holder, until) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
          WHERE leases.holder = excluded.holder OR leases.until < $4",
        name,
        holder,
        until,
        now
    )?;
    Ok(held == 1)
}

/// Releases the lease at once, if `holder` has it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn release(executor: impl Into<Executor<'_>>, name: &str, holder: Uuid) -> Result<()> {
    execute!(executor.into(), "DELETE FROM leases WHERE name = $1 AND holder = $2", name, holder).map(|_| ())
}
