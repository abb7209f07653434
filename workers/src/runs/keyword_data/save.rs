//! Stores what was found as an import that is not committed yet.

use serde_json::{Value, json};
use shared::{
    domain::{imported::RecordKind, now},
    store::{
        import::{self, ImportEnd, NewImport},
        imported, usage,
    },
};
use uuid::Uuid;

use super::{Work, fetch::Found};
use crate::{context::RunContext, error::JobError, runs::import::backlink};

/// Rows per statement.
const AT_ONCE: usize = 1_000;

/// Stores rows; returns how the import ends, or `None` without rows. The import has the id of the run, so that a later attempt
/// replaces what an earlier one has left.
pub(super) async fn save(context: &RunContext, work: &Work, found: &Found) -> Result<Option<ImportEnd>, JobError> {
    let rows = whole(found.keywords.len() + found.links.len());
    if rows == 0 {
        return Ok(None);
    }
    let db = &context.db;
    let import_id = begin(context, work).await?;
    let batch_id = import::begin_batch(db, import_id, work.website.id, context.run.attempt, now()).await?;
    let reserved = usage::reserve_rows(db, context.workspace, context.run.workspace_id, batch_id, rows, now()).await;
    if let Err(error) = reserved {
        // Otherwise the rows would count until the next attempt or sweep.
        import::delete_batch(db, import_id, None).await?;
        return Err(error.into());
    }
    let bytes = insert(context, batch_id, found).await?;
    // Uploads have a size, and lists show only those.
    import::set_preview(db, import_id, bytes.max(1), &Value::Null).await?;
    Ok(Some(end(work, found, import_id, batch_id, rows)))
}

fn end(work: &Work, found: &Found, import_id: Uuid, batch_id: i64, rows: i64) -> ImportEnd {
    // The totals of a website come from its latest search data: figures of keywords replace none.
    let has_totals = work.website.queries.is_some_and(|queries| queries > 0);
    let queries = if has_totals { 0 } else { whole(found.keywords.len()) };
    let (first, last) = found.days.unzip();
    ImportEnd {
        import_id,
        batch_id,
        rows,
        rejected: 0,
        kinds: found.kinds().map(str::to_owned).collect(),
        rejects: json!({"rows": [], "reasons": []}),
        totals: (queries, 0, 0),
        observed: (first, last),
    }
}

/// Returns the import of the run, without rows of an earlier attempt.
async fn begin(context: &RunContext, work: &Work) -> Result<Uuid, JobError> {
    let (db, run, website_id) = (&context.db, &context.run, work.website.id);
    if import::find(db, run.workspace_id, run.id).await?.is_none() {
        let new = NewImport {
            id: run.id,
            workspace_id: run.workspace_id,
            website_id: Some(website_id),
            user_id: run.user_id,
            file_name: format!("Keyword data of {} from {}", work.website.host, work.opened.provider.name()),
        };
        let mut tx = db.begin().await?;
        import::insert(&mut tx, &new, now()).await?;
        let begun = import::begin(&mut tx, run.workspace_id, run.id, website_id, run.id).await?;
        begun.ok_or_else(|| JobError::defect(&"a new import cannot be filled"))?;
        tx.commit().await?;
    }
    import::delete_batch(db, run.id, None).await?;
    Ok(run.id)
}

/// Inserts the rows; returns their size in bytes.
async fn insert(context: &RunContext, batch_id: i64, found: &Found) -> Result<i64, JobError> {
    let (db, mut no, mut bytes) = (&context.db, 0, 0);
    for piece in found.keywords.as_slice().chunks(AT_ONCE) {
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        import::insert_keyword_rows(db, batch_id, no, piece).await?;
        no += whole(piece.len());
        bytes += piece.iter().map(|(keyword, row)| whole(json!([keyword, row]).to_string().len())).sum::<i64>();
    }
    for (at, piece) in found.links.chunks(AT_ONCE).enumerate() {
        let text = Value::from_iter(piece.iter().map(backlink)).to_string();
        imported::insert(db, RecordKind::Backlink, batch_id, whole(at * AT_ONCE), &text).await?;
        bytes += whole(text.len());
    }
    Ok(bytes)
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
