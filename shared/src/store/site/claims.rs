//! Claims of texts: of two builds at the same time whose pages are near-duplicates, the one that claims first keeps its pages,
//! and the other learns of them before it ends.

use uuid::Uuid;

use super::{PageSketch, StoredSketch};
use crate::{
    domain::run::Run,
    store::{Db, Executor, Result, Tx, macros::*},
};

/// Result of a claim.
#[derive(Debug)]
pub enum SketchClaim {
    /// The pages are the site's; later claims of other sites see them.
    Held,
    /// Others claimed these pages since: compare with them, and claim again with this number.
    Newer(i64, Vec<StoredSketch>),
    /// The attempt no longer holds its run.
    Gone,
}

/// Returns the number of the latest claim of the workspace. Read it before the sketches: none with a lower number is missed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn latest_claim(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    let sql = "SELECT seq FROM sketch_counters WHERE workspace_id = $1";
    Ok(query_opt!(executor.into(), (i64,), sql, workspace_id)?.map_or(0, |(seq,)| seq))
}

/// Claims the pages of a build for a site of the run's workspace, unless other sites claimed pages after the claim `since`.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn claim_sketches(db: &Db, run: &Run, id: Uuid, since: i64, pages: &[PageSketch]) -> Result<SketchClaim> {
    let workspace_id = run.workspace_id;
    let mut tx = db.begin().await?;
    let seq = next(&mut tx, workspace_id).await?;
    let sql = "SELECT id FROM runs WHERE id = $1 AND attempt = $2 AND status = 'running'";
    if query_opt!(&mut tx, (Uuid,), sql, run.id, run.attempt)?.is_none() {
        return Ok(SketchClaim::Gone);
    }
    let newer = newer(&mut tx, workspace_id, id, since).await?;
    if !newer.is_empty() {
        return Ok(SketchClaim::Newer(seq - 1, newer));
    }
    release(&mut tx, id).await?;
    for page in pages {
        let sql = "INSERT INTO sketch_claims (website_id, path, workspace_id, seq, sketch, shingles)
                   VALUES ($1, $2, $3, $4, $5, $6)";
        execute!(&mut tx, sql, id, &page.path, workspace_id, seq, &page.sketch, &page.shingles)?;
    }
    tx.commit().await?;
    Ok(SketchClaim::Held)
}

/// Returns the next number of a claim; its row stays locked until the end of the transaction.
async fn next(tx: &mut Tx, workspace_id: Uuid) -> Result<i64> {
    let sql = "INSERT INTO sketch_counters (workspace_id, seq) VALUES ($1, 1)
               ON CONFLICT (workspace_id) DO UPDATE SET seq = sketch_counters.seq + 1";
    execute!(&mut *tx, sql, workspace_id)?;
    query_value!(&mut *tx, i64, "SELECT seq FROM sketch_counters WHERE workspace_id = $1", workspace_id)
}

async fn newer(tx: &mut Tx, workspace_id: Uuid, id: Uuid, since: i64) -> Result<Vec<StoredSketch>> {
    query_all!(
        &mut *tx,
        StoredSketch,
        "SELECT c.website_id, c.path, c.sketch FROM sketch_claims c
          WHERE c.workspace_id = $1 AND c.website_id <> $2 AND c.seq > $3
         UNION ALL
         SELECT k.website_id, k.path, k.sketch FROM page_sketches k JOIN sites s ON s.website_id = k.website_id
          WHERE s.workspace_id = $1 AND s.website_id <> $2 AND k.seq > $3 AND s.status <> 'offline'
            AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
          ORDER BY 1, 2",
        workspace_id,
        id,
        since
    )
}

/// Removes the claims of a site; returns the number of the latest one, 0 without any.
pub(super) async fn release(tx: &mut Tx, id: Uuid) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(MAX(seq), 0) AS BIGINT) FROM sketch_claims WHERE website_id = $1";
    let seq = query_value!(&mut *tx, i64, sql, id)?;
    execute!(&mut *tx, "DELETE FROM sketch_claims WHERE website_id = $1", id)?;
    Ok(seq)
}
