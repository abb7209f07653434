//! Observations of imports: result pages, pages, ranks, payouts.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::batches;
use crate::{
    domain::observation::{Observation, ObservationKind},
    store::{Db, Result, macros::*},
};

/// Rows read by one statement: bodies may be long.
const ROWS_AT_ONCE: i64 = 2_000;

/// Adds rows to a batch, numbered from `first_no`: a JSON list of `[kind, subject, day, body]`.
///
/// # Errors
/// Those of the database; then none of them is added.
pub async fn insert_observations(db: &Db, batch_id: i64, first_no: i64, rows: &str) -> Result<()> {
    let sql = db.dialect(
        "INSERT INTO observations (batch_id, no, kind, subject, day, body)
         SELECT $1, $2 + ordinality - 1, value ->> 0, value ->> 1, value ->> 2, value -> 3
           FROM jsonb_array_elements(CAST($3 AS jsonb)) WITH ORDINALITY AS v(value, ordinality)",
        "INSERT INTO observations (batch_id, no, kind, subject, day, body)
         SELECT $1, $2 + key, value ->> 0, value ->> 1, value ->> 2, value -> 3 FROM json_each($3)",
    );
    execute!(db, sql, batch_id, first_no, rows).map(|_| ())
}

/// Observations of one batch, from number `from` on, at most `limit` of them.
///
/// # Errors
/// Those of the database.
pub async fn observation_rows(
    db: &Db, batch_id: i64, kind: ObservationKind, from: i64, limit: i64,
) -> Result<Vec<Observation>> {
    query_all!(
        db,
        Observation,
        "SELECT batch_id, no, subject, day, body FROM observations
          WHERE batch_id = $1 AND kind = $2 AND no >= $3 ORDER BY no LIMIT $4",
        batch_id,
        kind,
        from,
        limit
    )
}

/// All observations of a kind that count for the website, those of the newest batch last.
///
/// # Errors
/// Those of the database.
pub async fn observations(
    db: &Db, workspace_id: Uuid, website_id: Uuid, kind: ObservationKind,
) -> Result<Vec<Observation>> {
    let mut found = Vec::new();
    for batch in batches(db, workspace_id, website_id).await?.into_iter().rev() {
        let mut from = 0;
        loop {
            let piece = observation_rows(db, batch.id, kind, from, ROWS_AT_ONCE).await?;
            let Some(last) = piece.last() else { break };
            from = last.no + 1;
            found.extend(piece);
        }
    }
    Ok(found)
}

/// How much of one kind a website has.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct ObservationCount {
    /// What kind.
    pub kind: ObservationKind,
    /// Rows that count.
    pub rows: i64,
    /// When the newest of them were imported.
    pub imported_at: Option<DateTime<Utc>>,
}

/// What a website has of each kind; kinds of which it has nothing are left out. Reads keys, no bodies.
///
/// # Errors
/// Those of the database.
pub async fn observation_counts(db: &Db, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<ObservationCount>> {
    query_all!(
        db,
        ObservationCount,
        "SELECT o.kind, COUNT(*) AS rows, MAX(imports.imported_at) AS imported_at
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN observations o ON o.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed GROUP BY o.kind ORDER BY o.kind",
        workspace_id,
        website_id
    )
}
