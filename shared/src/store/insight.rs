//! Insights.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Executor, Result, Tx, batch,
    effect::{Applied, Apply, Maker, NewFindings},
    forecast,
    macros::*,
};
use crate::domain::{
    Page,
    event::{Audience, NewEvent},
    fetched,
    forecast::{ForecastKind, NewForecast},
    insight::{Insight, Nature, NewInsight, Verdict},
    run::Run,
};

/// Effect that stores an engine's insights.
#[derive(Debug)]
pub struct NewInsights {
    /// Engine.
    pub engine_id: String,
    /// The version of the engine's parameters: see [`crate::domain::engine_version`].
    pub version: String,
    /// Insights, newest last.
    pub insights: Vec<NewInsight>,
}

impl Apply for NewInsights {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            let events = merge(tx, Maker::new(run, &self.engine_id), &self.version, &self.insights, now).await?;
            found.add_insights(&events);
            Ok(events)
        }
        .boxed()
    }
}

/// Stores the insights of a run: one found by an earlier run is updated and keeps its date and verdict. Returns an
/// `engine:insight` event for each new one.
async fn merge(
    tx: &mut Tx, maker: Maker<'_>, version: &str, found: &[NewInsight], now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let Maker { workspace_id, website_id, engine_id, run_id } = maker;
    let rows: Vec<Value> = last_of_each_key(found)
        .into_iter()
        .map(|new| {
            let id = crate::domain::new_id().simple().to_string();
            json!({"i": id, "k": identity(website_id, new), "b": new, "e": batch::sql_time(new.expires_at)})
        })
        .collect();
    let sql = tx.dialect(POSTGRES, SQLITE);
    let merged = query_all!(tx, Insight, sql, Json(&rows), workspace_id, website_id, engine_id, run_id, now)?;
    let fresh: Vec<Insight> = merged.into_iter().filter(|insight| insight.created_at == now).collect();
    let claims = fresh.iter().filter(|one| one.body.nature == Nature::Claim).map(|one| claim(one, version));
    forecast::insert(tx, maker, &claims.collect::<Vec<_>>(), now).await?;
    Ok(fresh
        .into_iter()
        .map(|insight| NewEvent {
            audience: Audience::Workspace(workspace_id),
            r#type: "engine:insight",
            payload: json!({"insight": insight}),
        })
        .collect())
}

/// Returns the claim of a new insight for the ledger, which is scored when the insight is confirmed or refuted. Facts
/// have no claim.
fn claim(insight: &Insight, version: &str) -> NewForecast {
    NewForecast {
        identity: format!("insight:{}", insight.id),
        kind: ForecastKind::Claim,
        subject: format!("insight:{}", insight.id),
        statement: insight.body.title.clone(),
        probability: Some(insight.body.confidence),
        quantiles: None,
        naive: None,
        model: insight.body.method_version.clone(),
        version: version.to_owned(),
        due_at: insight.body.expires_at,
    }
}

/// Returns the insights in order, only the last of each key, because one statement cannot write a row twice.
fn last_of_each_key(found: &[NewInsight]) -> Vec<&NewInsight> {
    let mut keys = HashSet::new();
    let mut last: Vec<&NewInsight> = found.iter().rev().filter(|new| keys.insert(new.key.as_str())).collect();
    last.reverse();
    last
}

fn identity(website_id: Option<Uuid>, new: &NewInsight) -> String {
    let website = website_id.map(|id| id.to_string()).unwrap_or_default();
    format!("{website}:{}", new.key)
}

const POSTGRES: &str = "
INSERT INTO insights (id, workspace_id, website_id, engine_id, run_id, identity, body, verdict, created_at, expires_at)
SELECT CAST(value ->> 'i' AS uuid), $2, $3, $4, $5, value ->> 'k', value -> 'b', 'open', $6, CAST(value ->> 'e' AS timestamptz)
  FROM jsonb_array_elements($1) WHERE true
ON CONFLICT (workspace_id, engine_id, identity) DO UPDATE SET run_id = excluded.run_id, body = excluded.body,
  expires_at = excluded.expires_at
RETURNING id, engine_id, run_id, website_id, body, verdict, created_at";

const SQLITE: &str = "
INSERT INTO insights (id, workspace_id, website_id, engine_id, run_id, identity, body, verdict, created_at, expires_at)
SELECT unhex(value ->> 'i'), $2, $3, $4, $5, value ->> 'k', value -> 'b', 'open', $6, value ->> 'e'
  FROM json_each($1) WHERE true
ON CONFLICT (workspace_id, engine_id, identity) DO UPDATE SET run_id = excluded.run_id, body = excluded.body,
  expires_at = excluded.expires_at
RETURNING id, engine_id, run_id, website_id, body, verdict, created_at";

/// Returns the insight of the workspace; `None` if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Insight>> {
    let sql = "SELECT id, engine_id, run_id, website_id, body, verdict, created_at FROM insights
                WHERE id = $1 AND workspace_id = $2";
    query_opt!(executor.into(), Insight, sql, id, workspace_id)
}

/// Returns the workspace's insights, newest first; of one engine or website if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, engine_id: Option<&str>, website_id: Option<Uuid>,
    before: Option<Uuid>, limit: usize,
) -> Result<Page<Insight>> {
    let rows = query_all!(
        executor.into(),
        Insight,
        "SELECT id, engine_id, run_id, website_id, body, verdict, created_at FROM insights
          WHERE workspace_id = $1 AND ($2 IS NULL OR engine_id = $2) AND ($3 IS NULL OR website_id = $3)
            AND ($4 IS NULL OR id < $4) ORDER BY id DESC LIMIT $5",
        workspace_id,
        engine_id,
        website_id,
        before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns the number of insights by engine.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn counts(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<(String, i64)>> {
    query_all!(
        executor.into(),
        (String, i64),
        "SELECT engine_id, COUNT(*) FROM insights WHERE workspace_id = $1 GROUP BY engine_id",
        workspace_id
    )
}

/// Sets the verdict of an insight and the outcome of its claim in the ledger, or removes the outcome if the insight is
/// reopened. Returns `None` if the insight does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn judge(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, verdict: Verdict, now: DateTime<Utc>,
) -> Result<Option<Insight>> {
    let sql = "UPDATE insights SET verdict = $3 WHERE id = $1 AND workspace_id = $2
      RETURNING id, engine_id, run_id, website_id, body, verdict, created_at";
    let judged = write_opt!(tx, Insight, sql, id, workspace_id, verdict)?;
    let came = match verdict {
        Verdict::Confirmed => Some(true),
        Verdict::Refuted => Some(false),
        Verdict::Open => None,
        Verdict::Expired => return Ok(judged),
    };
    forecast::settle_claim(tx, workspace_id, id, came, now).await?;
    Ok(judged)
}

/// Expires open insights of all workspaces at the end of their validity; returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn expire(executor: impl Into<Executor<'_>>, now: DateTime<Utc>) -> Result<u64> {
    let sql = "UPDATE insights SET verdict = 'expired' WHERE verdict = 'open' AND expires_at < $1";
    execute!(executor.into(), sql, now)
}
