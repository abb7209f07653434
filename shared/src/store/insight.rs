//! Insights.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Db, Result, Tx,
    event::{Audience, NewEvent},
    macros::*,
};
use crate::domain::{
    Page,
    insight::{Insight, NewInsight},
};

/// Keeps what a run found; answers the events that tell of it.
///
/// # Errors
/// Those of the database.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, website_id: Option<Uuid>, engine_id: &str, run_id: Uuid, found: &[NewInsight],
    now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let ids: Vec<Uuid> = found.iter().map(|_| crate::domain::new_id()).collect();
    let rows: Vec<Value> =
        found.iter().zip(&ids).map(|(new, id)| json!({"i": id.simple().to_string(), "b": new})).collect();
    let sql = tx.dialect(
        "INSERT INTO insights (id, workspace_id, website_id, engine_id, run_id, body, verdict, created_at)
         SELECT CAST(value ->> 'i' AS uuid), $2, $3, $4, $5, value -> 'b', 'open', $6 FROM jsonb_array_elements($1)",
        "INSERT INTO insights (id, workspace_id, website_id, engine_id, run_id, body, verdict, created_at)
         SELECT unhex(value ->> 'i'), $2, $3, $4, $5, value -> 'b', 'open', $6 FROM json_each($1)",
    );
    tx_execute!(tx, sql, Json(&rows), workspace_id, website_id, engine_id, run_id, now)?;
    let told = found.iter().zip(ids).map(|(new, id)| NewEvent {
        audience: Audience::Workspace(workspace_id),
        r#type: "engine:insight",
        payload: json!({"insight": {
            "id": id, "engineId": engine_id, "runId": run_id, "websiteId": website_id, "title": new.title,
            "kind": new.kind, "severity": new.severity, "confidence": new.confidence, "impact": new.impact,
            "effortMinutes": new.effort_minutes, "evidence": new.evidence, "method": new.method,
            "methodVersion": new.method_version, "assumptions": new.assumptions, "action": new.action,
            "falsifier": new.falsifier, "expiresAt": new.expires_at, "verdict": "open", "createdAt": now,
        }}),
    });
    Ok(told.collect())
}

/// The workspace's insights, newest first; of one engine or website if given.
///
/// # Errors
/// Those of the database.
pub async fn list(
    db: &Db, workspace_id: Uuid, engine_id: Option<&str>, website_id: Option<Uuid>, before: Option<Uuid>, limit: usize,
) -> Result<Page<Insight>> {
    let rows = query_all!(
        db,
        Insight,
        "SELECT id, engine_id, run_id, website_id, body, verdict, created_at FROM insights
          WHERE workspace_id = $1 AND ($2 IS NULL OR engine_id = $2) AND ($3 IS NULL OR website_id = $3)
            AND ($4 IS NULL OR id < $4) ORDER BY id DESC LIMIT $5",
        workspace_id,
        engine_id,
        website_id,
        before,
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// How many insights each engine has given the workspace.
///
/// # Errors
/// Those of the database.
pub async fn counts(db: &Db, workspace_id: Uuid) -> Result<Vec<(String, i64)>> {
    query_all!(
        db,
        (String, i64),
        "SELECT engine_id, COUNT(*) FROM insights WHERE workspace_id = $1 GROUP BY engine_id",
        workspace_id
    )
}
