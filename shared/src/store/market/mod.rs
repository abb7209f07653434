//! A workspace's own market data: values that override the reference data, and imported rates.

mod changes;
mod rates;
mod serps;

pub use changes::{change, changes, insert, set_undone, values};
pub use rates::rates;
pub use serps::{StoredResult, results};

use chrono::NaiveDate;
use uuid::Uuid;

use super::{Executor, Result, StoreError, macros::*};

/// Maximum number of own values of a workspace that are read.
pub const MOST_VALUES: i64 = 60_000;

/// Version of a workspace's market data: it changes with every change of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, sqlx_macros::FromRow)]
pub struct Version {
    /// Latest committed import.
    pub latest_batch: i64,
    /// Number of committed imports.
    pub batches: i64,
    /// Sum of the revisions of changes.
    pub revisions: i64,
    /// Number of sites with outcomes.
    pub outcomes: i64,
    /// Last day that their outcomes count.
    pub outcomes_through: Option<NaiveDate>,
}

impl Version {
    /// Returns true if the workspace has no data of its own.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.batches == 0 && self.revisions == 0 && self.outcomes == 0
    }
}

/// Returns the version of a workspace's market data.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn version(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Version> {
    let found = query_opt!(
        executor.into(),
        Version,
        "SELECT CAST(COALESCE(MAX(b.id), 0) AS BIGINT) AS latest_batch, COUNT(b.id) AS batches,
                (SELECT CAST(COALESCE(SUM(revision), 0) AS BIGINT) FROM market_changes WHERE workspace_id = $1)
                  AS revisions,
                (SELECT COUNT(*) FROM site_outcomes WHERE workspace_id = $1) AS outcomes,
                (SELECT MAX(through) FROM site_outcomes WHERE workspace_id = $1) AS outcomes_through
           FROM imports JOIN import_batches b ON b.import_id = imports.id AND b.committed
          WHERE imports.workspace_id = $1",
        workspace_id
    )?;
    Ok(found.unwrap_or_default())
}

/// Returns the error for a stored value that cannot be read.
#[must_use]
pub fn unreadable(workspace_id: Uuid, error: serde_json::Error) -> StoreError {
    StoreError::corrupt("market_rows", "body", workspace_id, error)
}
