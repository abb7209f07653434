//! Tests of pages in the laboratory of PageSpeed Insights.

use uuid::Uuid;

use super::{
    Db, Executor, Result,
    macros::*,
    sync::{Target, hold},
};
use crate::domain::{analytics::VitalsDevice, speed::SpeedTest};

/// Stores a test, in place of one of the same page, device and day. Returns false if the run is no longer held; nothing
/// changes then.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn replace(db: &Db, target: &Target, run: (Uuid, i32), test: &SpeedTest) -> Result<bool> {
    let mut tx = db.begin().await?;
    if !hold(&mut tx, run).await? {
        return Ok(false);
    }
    let id = target.connection_id;
    execute!(
        &mut tx,
        "INSERT INTO speed_tests (connection_id, workspace_id, website_id, url, device, day, performance, lcp, cls, tbt,
           response, lighthouse) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (connection_id, url, device, day) DO UPDATE SET performance = excluded.performance,
           lcp = excluded.lcp, cls = excluded.cls, tbt = excluded.tbt, response = excluded.response,
           lighthouse = excluded.lighthouse",
        id,
        target.workspace_id,
        target.website_id,
        &test.url,
        test.device,
        test.day,
        test.performance,
        test.lcp,
        test.cls,
        test.tbt,
        test.response,
        test.lighthouse.as_deref()
    )?;
    execute!(
        &mut tx,
        "UPDATE sync_sources SET rows = (SELECT COUNT(*) FROM speed_tests WHERE connection_id = $1 AND website_id = $4),
           first_day = CASE WHEN first_day < $3 THEN first_day ELSE $3 END, last_day = $3, last_final_day = $3
          WHERE connection_id = $1 AND workspace_id = $2",
        id,
        target.workspace_id,
        test.day,
        target.website_id
    )?;
    tx.commit().await?;
    Ok(true)
}

/// Returns the tests of a website, by page and newest first; at most `most`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn history(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, device: Option<VitalsDevice>, most: i64,
) -> Result<Vec<SpeedTest>> {
    let sql =
        "SELECT connection_id, url, device, day, performance, lcp, cls, tbt, response, lighthouse FROM speed_tests
                WHERE workspace_id = $1 AND website_id = $2 AND ($3 IS NULL OR device = $3)
                ORDER BY url, device, day DESC LIMIT $4";
    query_all!(executor.into(), SpeedTest, sql, workspace_id, website_id, device, most)
}
