//! Who ranks for the market of a site, from the SERPs and pages that the workspace has of any of its websites.

use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::observation::{Observation, SeenPage, SerpResult},
    store::{Executor, Result, imported::pattern, macros::*},
};

/// Imports that are looked at, the latest first: older SERPs do not show who ranks now.
const BATCHES: i64 = 200;

const RESULTS: &str = "
SELECT o.batch_id, o.no, o.subject, o.day, o.body
  FROM (SELECT b.id FROM import_batches b JOIN imports ON imports.id = b.import_id
         WHERE imports.workspace_id = $1 AND b.committed ORDER BY b.id DESC LIMIT $4) latest
  JOIN observations o ON o.batch_id = latest.id
 WHERE o.kind = 'serp_result' AND LOWER(o.subject) LIKE $2 ESCAPE '!'
 ORDER BY o.batch_id DESC, o.no LIMIT $3";

/// Returns results of SERPs for queries with this name of a place, the latest first, at most `most`.
///
/// # Errors
/// Returns an error if the query fails, or [`StoreError::Corrupt`](crate::store::StoreError::Corrupt) if a row holds something
/// else.
pub async fn place_results(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, place: &str, most: i64,
) -> Result<Vec<SerpResult>> {
    let Some(place) = pattern(Some(place)) else { return Ok(Vec::new()) };
    let found = query_all!(executor.into(), Observation, RESULTS, workspace_id, place, most, BATCHES)?;
    found.into_iter().map(Observation::read).collect()
}

/// Returns pages of these hosts that the workspace has seen, the latest first, at most `most`.
///
/// # Errors
/// As of [`place_results`].
pub async fn pages_of_hosts(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, hosts: &[String], most: i64,
) -> Result<Vec<SeenPage>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT o.batch_id, o.no, o.subject, o.day, o.body
           FROM (SELECT b.id FROM import_batches b JOIN imports ON imports.id = b.import_id
                  WHERE imports.workspace_id = $1 AND b.committed ORDER BY b.id DESC LIMIT $4) latest
           JOIN observations o ON o.batch_id = latest.id
          WHERE o.kind = 'page' AND o.body ->> 'host' IN (SELECT jsonb_array_elements_text($2))
          ORDER BY o.batch_id DESC, o.no LIMIT $3",
        "SELECT o.batch_id, o.no, o.subject, o.day, o.body
           FROM (SELECT b.id FROM import_batches b JOIN imports ON imports.id = b.import_id
                  WHERE imports.workspace_id = $1 AND b.committed ORDER BY b.id DESC LIMIT $4) latest
           JOIN observations o ON o.batch_id = latest.id
          WHERE o.kind = 'page' AND o.body ->> 'host' IN (SELECT value FROM json_each($2))
          ORDER BY o.batch_id DESC, o.no LIMIT $3",
    );
    let found = query_all!(executor, Observation, sql, workspace_id, Json(hosts), most, BATCHES)?;
    found.into_iter().map(Observation::read).collect()
}
