//! Decisions of steps.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        Page,
        campaign::{CampaignAction, CampaignDecision},
        fetched, new_id,
        pipeline::NewPipelineMarket,
    },
    store::{Executor, Result, Tx, batch::sql_time, macros::*},
};

/// A decision to store.
#[derive(Debug)]
pub(super) struct NewAction<'a> {
    /// Market.
    pub(super) market: &'a NewPipelineMarket,
    /// Decision.
    pub(super) decision: CampaignDecision,
    /// Why.
    pub(super) reason: &'a str,
    /// Part of the budget that it takes, in cents.
    pub(super) cost_cents: i64,
    /// Site.
    pub(super) site_id: Option<Uuid>,
}

/// Lists the decisions of a campaign of the workspace, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn actions(
    executor: impl Into<Executor<'_>>, (workspace_id, campaign_id): (Uuid, Uuid), decision: Option<CampaignDecision>,
    before: Option<Uuid>, limit: usize,
) -> Result<Page<CampaignAction>> {
    let sql = "SELECT id, day, no, vertical, vertical_name, place_id, place, score, decision, reason, cost_cents,
                      deployment_id, site_id, at
                 FROM campaign_actions WHERE campaign_id = $1 AND workspace_id = $2 AND ($3 IS NULL OR decision = $3)
                  AND ($4 IS NULL OR id < $4) ORDER BY id DESC LIMIT $5";
    let rows =
        query_all!(executor.into(), CampaignAction, sql, campaign_id, workspace_id, decision, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Counts the sites that a campaign started on a day.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sites_of_day(executor: impl Into<Executor<'_>>, campaign_id: Uuid, day: NaiveDate) -> Result<i64> {
    let sql = "SELECT COUNT(DISTINCT site_id) FROM campaign_actions
                WHERE campaign_id = $1 AND day = $2 AND decision = 'deployed'";
    query_value!(executor.into(), i64, sql, campaign_id, day)
}

const INSERT: (&str, &str) = (
    "INSERT INTO campaign_actions (id, workspace_id, campaign_id, day, no, vertical, vertical_name, place_id, place, score,
       decision, reason, cost_cents, deployment_id, site_id, at)
     SELECT id, $2, $3, $4, no, ve, vn, pi, pl, sc, de, re, co, CASE WHEN si IS NULL THEN NULL ELSE $5 END, si,
       CAST(at AS timestamptz)
       FROM jsonb_to_recordset($1) AS v(id uuid, no int, ve text, vn text, pi text, pl text, sc double precision, de text,
         re text, co bigint, si uuid, at text)",
    "INSERT INTO campaign_actions (id, workspace_id, campaign_id, day, no, vertical, vertical_name, place_id, place, score,
       decision, reason, cost_cents, deployment_id, site_id, at)
     SELECT unhex(value ->> 'id'), $2, $3, $4, value ->> 'no', value ->> 've', value ->> 'vn', value ->> 'pi',
       value ->> 'pl', value ->> 'sc', value ->> 'de', value ->> 're', value ->> 'co',
       CASE WHEN value ->> 'si' IS NULL THEN NULL ELSE $5 END, unhex(value ->> 'si'), value ->> 'at'
       FROM json_each($1)",
);

/// Stores the decisions of a day, in order. Those with a site belong to the deployment.
pub(super) async fn insert(
    tx: &mut Tx, (workspace_id, campaign_id): (Uuid, Uuid), day: NaiveDate, deployment_id: Option<Uuid>,
    new: &[NewAction<'_>], now: DateTime<Utc>,
) -> Result<()> {
    let hex = |id: Uuid| id.simple().to_string();
    let row = |(no, action): (i32, &NewAction<'_>)| -> Value {
        json!({
            "id": hex(new_id()), "no": no, "ve": action.market.vertical, "vn": action.market.vertical_name,
            "pi": action.market.place_id, "pl": action.market.place().name, "sc": action.market.score,
            "de": action.decision, "re": action.reason, "co": action.cost_cents, "si": action.site_id.map(hex),
            "at": sql_time(now),
        })
    };
    let numbered: Vec<(i32, &NewAction<'_>)> = (1_i32..).zip(new).collect();
    // The log begins with the latest id: the sites of a day come before its other decisions.
    let rows: Vec<Value> = numbered.into_iter().rev().map(row).collect();
    let sql = tx.dialect(INSERT.0, INSERT.1);
    execute!(tx, sql, Json(&rows), workspace_id, campaign_id, day, deployment_id).map(|_| ())
}
