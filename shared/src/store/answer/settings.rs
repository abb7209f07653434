//! Settings of a website's answer checks.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::answer::{AnswerSettings, StoredSettings},
    store::{Executor, Result, Tx, macros::*},
};

/// Returns the settings of a website; defaults if none are stored.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn settings(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<StoredSettings> {
    let sql = "SELECT revision, settings FROM answer_settings WHERE workspace_id = $1 AND website_id = $2";
    let row = query_opt!(executor.into(), (i64, Json<AnswerSettings>), sql, workspace_id, website_id)?;
    let (revision, settings) = row.map(|(revision, settings)| (revision, settings.0)).unwrap_or_default();
    Ok(StoredSettings { revision, settings })
}

/// Stores the settings of a website of the workspace. The revision grows if terms or rivals change.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn save_settings(
    tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, changed: &AnswerSettings, now: DateTime<Utc>,
) -> Result<StoredSettings> {
    let stored = settings(&mut *tx, workspace_id, website_id).await?;
    let is_other = stored.settings.terms != changed.terms || stored.settings.rivals != changed.rivals;
    let revision = stored.revision + i64::from(is_other);
    execute!(
        tx,
        "INSERT INTO answer_settings (website_id, workspace_id, revision, settings, updated_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (website_id) DO UPDATE SET revision = excluded.revision, settings = excluded.settings,
           updated_at = excluded.updated_at WHERE answer_settings.workspace_id = excluded.workspace_id",
        website_id,
        workspace_id,
        revision,
        Json(changed),
        now
    )?;
    Ok(StoredSettings { revision, settings: changed.clone() })
}
