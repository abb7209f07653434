//! Search results of a workspace, which show how strong the competitors of its markets are.

use uuid::Uuid;

use crate::{
    domain::observation::{ObservationKind, SerpResult},
    store::{Executor, Result, import, macros::*},
};

/// Maximum number of imports and checks with search results that are read, the latest.
const MOST_BATCHES: i64 = 200;
/// Maximum number of search results that are read, the latest.
const MOST_RESULTS: usize = 20_000;
/// Rows of a statement.
const ROWS_AT_ONCE: i64 = 2_000;

/// A search result with the import or check that has it.
#[derive(Debug, Clone)]
pub struct StoredResult {
    /// Name of the import, such as `serps.csv` or `Ranks of example.com`.
    pub source: String,
    /// The result.
    pub result: SerpResult,
}

/// A batch of rows with search results.
#[derive(Debug, sqlx_macros::FromRow)]
struct Batch {
    id: i64,
    source: String,
}

/// Returns search results of the workspace, at most 20,000 of the latest imports and checks. Sample websites are left out.
///
/// # Errors
/// Returns an error if a query fails or a stored result cannot be read.
pub async fn results(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<StoredResult>> {
    let mut executor = executor.into();
    let sql = "SELECT b.id, imports.file_name AS source
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN websites w ON w.id = b.website_id
          WHERE imports.workspace_id = $1 AND b.committed
            AND EXISTS (SELECT 1 FROM observations o WHERE o.batch_id = b.id AND o.kind = 'serp_result')
            AND w.kind <> 'sample'
          ORDER BY b.id DESC LIMIT $2";
    let batches = query_all!(executor, Batch, sql, workspace_id, MOST_BATCHES)?;
    let mut found = Vec::new();
    for batch in batches {
        let mut from = 0;
        loop {
            let kind = ObservationKind::SerpResult;
            let piece = import::observation_rows(&mut executor, batch.id, kind, from, ROWS_AT_ONCE).await?;
            let Some(last) = piece.last() else { break };
            from = last.no + 1;
            for row in piece {
                if found.len() == MOST_RESULTS {
                    return Ok(found);
                }
                found.push(StoredResult { source: batch.source.clone(), result: row.read()? });
            }
        }
    }
    Ok(found)
}
