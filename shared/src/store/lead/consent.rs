//! Texts that a form asked consent to before its text was changed.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::{Executor, Result, Tx, macros::*};
use crate::domain::lead::{LeadSource, consent_version};

/// Keeps the text of a source for pages that still show it. The workspace must be locked.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn keep(tx: &mut Tx, source: &LeadSource, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO earlier_consents (source_id, version, consent_text, replaced_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (source_id, version) DO UPDATE SET replaced_at = excluded.replaced_at",
        source.id,
        &consent_version(&source.consent_text),
        &source.consent_text,
        now
    )
    .map(|_| ())
}

/// Returns an earlier text of a source by its version.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn earlier(executor: impl Into<Executor<'_>>, source_id: Uuid, version: &str) -> Result<Option<String>> {
    let sql = "SELECT consent_text FROM earlier_consents WHERE source_id = $1 AND version = $2";
    Ok(query_opt!(executor.into(), (String,), sql, source_id, version)?.map(|(text,)| text))
}
