//! Applies the conflict rule of an import.

use uuid::Uuid;

use crate::{
    domain::imported::{ConflictRule, RecordKind},
    store::{Executor, Result, macros::*},
};

macro_rules! existing {
    ($table:literal, $and:literal) => {
        concat!(
            "UPDATE ",
            $table,
            " SET superseded = TRUE WHERE batch_id = $1 AND EXISTS (SELECT 1 FROM ",
            $table,
            " o JOIN import_batches b ON b.id = o.batch_id WHERE o.key = ",
            $table,
            ".key AND b.website_id = $2 AND b.committed AND NOT o.superseded AND o.batch_id <> $1",
            $and,
            ")"
        )
    };
}

/// Supersedes the records of a batch that lose against stored ones. A later undo of the stored ones does not bring them
/// back: import the file again.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn supersede(
    executor: impl Into<Executor<'_>>, rule: ConflictRule, kind: RecordKind, website_id: Uuid, batch_id: i64,
) -> Result<()> {
    let sql = match (rule, kind) {
        // Sums of two logs add up.
        (ConflictRule::Newest, _) | (_, RecordKind::CrawlerVisits) => return Ok(()),
        (ConflictRule::Highest, RecordKind::Backlink) => {
            existing!("backlinks", " AND o.authority > COALESCE(backlinks.authority, -1)")
        }
        (ConflictRule::Highest, _) => return Ok(()),
        (ConflictRule::Existing, RecordKind::Backlink) => existing!("backlinks", ""),
        (ConflictRule::Existing, RecordKind::Sessions) => existing!("page_sessions", ""),
        (ConflictRule::Existing, RecordKind::Lead) => existing!("leads", ""),
        (ConflictRule::Existing, RecordKind::Revenue) => existing!("revenue", ""),
    };
    execute!(executor.into(), sql, batch_id, website_id).map(|_| ())
}
