//! What a run that checks ranks leaves behind.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::alert;
use crate::{
    config::WorkspaceLimits,
    domain::{
        event::{Audience, NewEvent},
        run::Run,
    },
    store::{
        Result, Tx,
        batch::sql_time,
        effect::{Applied, Apply, NewFindings},
        import::ImportEnd,
        macros::*,
    },
};

/// Least change of a rank that is reported as a live event.
const LEAST_MOVE: i32 = 3;
/// Most reported changes of a run, most valuable first.
const MOST_MOVES: i64 = 10;

/// Effect: a run has checked ranks, and the engines read them.
#[derive(Debug)]
pub struct RankCheckEnd {
    /// Website.
    pub website_id: Uuid,
    /// The checks as an import; `None` if no check succeeded.
    pub import: Option<ImportEnd>,
    /// Keywords and times of the checks in it.
    pub read: Vec<(Uuid, DateTime<Utc>)>,
    /// Next check of each keyword; `None` if the budget does not cover it.
    pub next: Vec<(Uuid, Option<DateTime<Utc>>)>,
    /// Bytes of the observations.
    pub bytes: i64,
    /// Limits of the workspace.
    pub limits: WorkspaceLimits,
}

impl Apply for RankCheckEnd {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        end(tx, run, self, found, now).boxed()
    }
}

async fn end(
    tx: &mut Tx, run: &Run, end: &RankCheckEnd, found: &mut NewFindings, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    set_next(tx, run.workspace_id, &end.next).await?;
    let alerts = alert::send(tx, (run.workspace_id, end.website_id), end.limits, now).await?;
    let Some(import) = &end.import else { return Ok(alerts) };
    mark_read(tx, end, import.import_id).await?;
    // An upload has a size from its end on; checks have that of their observations.
    execute!(&mut *tx, "UPDATE imports SET size_bytes = $2 WHERE id = $1", import.import_id, end.bytes.max(1))?;
    let mut events = import.apply(tx, run, found, now).await?;
    events.extend(moves(tx, run, end.website_id).await?);
    events.extend(alerts);
    Ok(events)
}

async fn set_next(tx: &mut Tx, workspace_id: Uuid, next: &[(Uuid, Option<DateTime<Utc>>)]) -> Result<()> {
    let rows: Vec<Value> =
        next.iter().map(|(id, at)| json!({"i": id.simple().to_string(), "n": at.map(sql_time)})).collect();
    let sql = tx.dialect(
        "UPDATE tracked_keywords SET next_at = v.n FROM jsonb_to_recordset($2) AS v(i uuid, n timestamptz)
          WHERE tracked_keywords.id = v.i AND workspace_id = $1",
        "UPDATE tracked_keywords SET next_at = v.n
           FROM (SELECT unhex(value ->> 'i') i, value ->> 'n' n FROM json_each($2)) AS v
          WHERE tracked_keywords.id = v.i AND workspace_id = $1",
    );
    execute!(tx, sql, workspace_id, Json(&rows)).map(|_| ())
}

async fn mark_read(tx: &mut Tx, end: &RankCheckEnd, import_id: Uuid) -> Result<()> {
    let rows: Vec<Value> =
        end.read.iter().map(|(id, at)| json!({"i": id.simple().to_string(), "n": sql_time(*at)})).collect();
    let sql = tx.dialect(
        "UPDATE rank_checks SET import_id = $1 FROM jsonb_to_recordset($2) AS v(i uuid, n timestamptz)
          WHERE keyword_id = v.i AND checked_at = v.n",
        "UPDATE rank_checks SET import_id = $1
           FROM (SELECT unhex(value ->> 'i') i, value ->> 'n' n FROM json_each($2)) AS v
          WHERE keyword_id = v.i AND checked_at = v.n",
    );
    execute!(tx, sql, import_id, Json(&rows)).map(|_| ())
}

/// Returns an event for each keyword whose rank this run has found changed by three places or more.
async fn moves(tx: &mut Tx, run: &Run, website_id: Uuid) -> Result<Vec<NewEvent>> {
    let sql = "SELECT t.keyword, t.previous_rank, t.rank, t.url FROM tracked_keywords t
                 JOIN rank_checks c ON c.keyword_id = t.id AND c.checked_at = t.checked_at
                WHERE t.workspace_id = $1 AND t.website_id = $2 AND c.run_id = $3 AND ABS(t.rank - t.previous_rank) >= $4
                ORDER BY (SELECT MAX(k.value_cents) FROM keywords k
                           WHERE k.website_id = t.website_id AND k.query = t.query) DESC NULLS LAST, t.rank LIMIT $5";
    let rows = query_all!(
        tx,
        (String, i32, i32, Option<String>),
        sql,
        run.workspace_id,
        website_id,
        run.id,
        LEAST_MOVE,
        MOST_MOVES
    )?;
    let event = |(keyword, old, new, url): (String, i32, i32, Option<String>)| NewEvent {
        audience: Audience::Workspace(run.workspace_id),
        r#type: "performance:ranking",
        payload: json!({
            "websiteId": website_id, "keyword": keyword, "oldPosition": old, "newPosition": new, "url": url,
        }),
    };
    Ok(rows.into_iter().map(event).collect())
}
