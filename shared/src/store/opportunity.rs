//! Opportunities.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Db, Result, Tx,
    event::{Audience, NewEvent},
    macros::*,
};
use crate::domain::opportunity::{Opportunity, OpportunityBody, OpportunityStatus};

macro_rules! columns {
    () => {
        "id, website_id, status, body, created_at, updated_at"
    };
}

/// Opportunities that one run tells of, best first: the list has them all, and nobody reads hundreds of messages.
const TOLD_AT_ONCE: usize = 10;

/// Keeps what a run found: an opportunity known by its identity is brought up to date and keeps its status.
/// Returns how many are new, and an `opportunity:discovered` event for the best of them.
///
/// # Errors
/// Those of the database.
pub async fn merge(
    tx: &mut Tx, workspace_id: Uuid, website_id: Option<Uuid>, found: &[(String, OpportunityBody)], now: DateTime<Utc>,
) -> Result<(usize, Vec<NewEvent>)> {
    let rows: Vec<Value> = found
        .iter()
        .map(|(identity, body)| {
            json!({"i": crate::domain::new_id().simple().to_string(), "k": identity, "s": body.score, "b": body})
        })
        .collect();
    let sql = tx.dialect(POSTGRES, SQLITE);
    let merged = tx_all!(tx, Opportunity, sql, Json(&rows), workspace_id, website_id, now)?;
    let mut fresh: Vec<_> = merged.into_iter().filter(|row| row.created_at == row.updated_at).collect();
    fresh.sort_by(|a, b| b.body.score.total_cmp(&a.body.score));
    Ok((fresh.len(), fresh.iter().take(TOLD_AT_ONCE).map(|row| discovered(workspace_id, row)).collect()))
}

fn discovered(workspace_id: Uuid, opportunity: &Opportunity) -> NewEvent {
    NewEvent {
        audience: Audience::Workspace(workspace_id),
        r#type: "opportunity:discovered",
        payload: json!({"opportunity": opportunity}),
    }
}

/// Keeps one that a user wrote down.
///
/// # Errors
/// Those of the database.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, website_id: Option<Uuid>, body: &OpportunityBody, now: DateTime<Utc>,
) -> Result<Option<Opportunity>> {
    let id = crate::domain::new_id();
    tx_opt!(
        tx,
        Opportunity,
        concat!(
            "INSERT INTO opportunities (id, workspace_id, website_id, identity, status, score, body, created_at, updated_at)
             VALUES ($1, $2, $3, $4, 'discovered', $5, $6, $7, $7) RETURNING ",
            columns!()
        ),
        id,
        workspace_id,
        website_id,
        format!("user:{id}"),
        body.score,
        Json(body),
        now
    )
}

/// One of the workspace.
///
/// # Errors
/// Those of the database.
pub async fn find(db: &Db, workspace_id: Uuid, id: Uuid) -> Result<Option<Opportunity>> {
    let sql = concat!("SELECT ", columns!(), " FROM opportunities WHERE id = $1 AND workspace_id = $2");
    query_opt!(db, Opportunity, sql, id, workspace_id)
}

/// The workspace's, best score first; about one website if given.
///
/// # Errors
/// Those of the database.
pub async fn list(db: &Db, workspace_id: Uuid, website_id: Option<Uuid>, limit: i64) -> Result<Vec<Opportunity>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM opportunities WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2)
          ORDER BY score DESC, id LIMIT $3"
    );
    query_all!(db, Opportunity, sql, workspace_id, website_id, limit)
}

/// Changes one of the workspace; answers it as it is now, with `opportunity:updated` to be told.
///
/// # Errors
/// Those of the database.
pub async fn update(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, status: OpportunityStatus, body: &OpportunityBody, now: DateTime<Utc>,
) -> Result<Option<(Opportunity, NewEvent)>> {
    let sql = concat!(
        "UPDATE opportunities SET status = $3, body = $4, score = $5, updated_at = $6
          WHERE id = $1 AND workspace_id = $2 RETURNING ",
        columns!()
    );
    let row = tx_opt!(tx, Opportunity, sql, id, workspace_id, status, Json(body), body.score, now)?;
    Ok(row.map(|row| {
        let r#type = match status {
            OpportunityStatus::Implemented => "opportunity:implemented",
            _ => "opportunity:updated",
        };
        let payload = json!({"opportunity": &row});
        (row, NewEvent { audience: Audience::Workspace(workspace_id), r#type, payload })
    }))
}

const POSTGRES: &str = concat!(
    "INSERT INTO opportunities (id, workspace_id, website_id, identity, status, score, body, created_at, updated_at)
     SELECT CAST(value ->> 'i' AS uuid), $2, $3, value ->> 'k', 'discovered', CAST(value ->> 's' AS double precision),
            value -> 'b', $4, $4 FROM jsonb_array_elements($1) WHERE true
     ON CONFLICT (workspace_id, identity) DO UPDATE SET score = excluded.score, body = excluded.body,
       updated_at = excluded.updated_at RETURNING ",
    columns!()
);

const SQLITE: &str = concat!(
    "INSERT INTO opportunities (id, workspace_id, website_id, identity, status, score, body, created_at, updated_at)
     SELECT unhex(value ->> 'i'), $2, $3, value ->> 'k', 'discovered', value ->> 's', value -> 'b', $4, $4
       FROM json_each($1) WHERE true
     ON CONFLICT (workspace_id, identity) DO UPDATE SET score = excluded.score, body = excluded.body,
       updated_at = excluded.updated_at RETURNING ",
    columns!()
);
