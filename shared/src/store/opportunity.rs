//! Opportunities.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Executor, Result, Tx, achievement,
    effect::{Applied, Apply, NewFindings},
    macros::*,
};
use crate::domain::{
    edit::{Edit, EditStatus},
    event::{Audience, NewEvent},
    opportunity::{Opportunity, OpportunityBody, OpportunityStatus},
    plan::{PlanStatus, StepOutcome},
    run::Run,
};

macro_rules! columns {
    () => {
        "id, website_id, status, body, created_at, updated_at"
    };
}

/// Maximum number of events per run, best opportunities first.
const MOST_EVENTS: usize = 10;

/// Effect that stores opportunities, identified across runs.
#[derive(Debug)]
pub struct NewOpportunities(pub Vec<(String, OpportunityBody)>);

impl Apply for NewOpportunities {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            let (count, events) = merge(tx, run.workspace_id, run.website_id, &self.0, now).await?;
            found.add_opportunities(count, &events);
            Ok(events)
        }
        .boxed()
    }
}

/// Stores the opportunities of a run: a known one is updated and keeps its status. One edited by a person keeps its text and
/// score. Returns the number of new ones, and an `opportunity:discovered` event for the best of them.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn merge(
    tx: &mut Tx, workspace_id: Uuid, website_id: Option<Uuid>, found: &[(String, OpportunityBody)], now: DateTime<Utc>,
) -> Result<(usize, Vec<NewEvent>)> {
    let rows: Vec<Value> = last_of_each_identity(found)
        .into_iter()
        .map(|(identity, body)| {
            json!({"i": crate::domain::new_id().simple().to_string(), "k": identity, "s": body.score, "b": body})
        })
        .collect();
    let sql = tx.dialect(POSTGRES, SQLITE);
    let merged = query_all!(tx, Opportunity, sql, Json(&rows), workspace_id, website_id, now)?;
    let mut fresh: Vec<_> = merged.into_iter().filter(|row| row.created_at == row.updated_at).collect();
    fresh.sort_by(|a, b| b.body.score.total_cmp(&a.body.score));
    Ok((fresh.len(), fresh.iter().take(MOST_EVENTS).map(|row| discovered(workspace_id, row)).collect()))
}

/// Returns the opportunities in order, only the last of each identity, because one statement cannot write a row twice.
fn last_of_each_identity(found: &[(String, OpportunityBody)]) -> Vec<&(String, OpportunityBody)> {
    let mut identities = HashSet::new();
    let mut last: Vec<_> = found.iter().rev().filter(|(identity, _)| identities.insert(identity)).collect();
    last.reverse();
    last
}

fn discovered(workspace_id: Uuid, opportunity: &Opportunity) -> NewEvent {
    NewEvent {
        audience: Audience::Workspace(workspace_id),
        r#type: "opportunity:discovered",
        payload: json!({"opportunity": opportunity}),
    }
}

/// Stores an opportunity entered by a user.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, website_id: Option<Uuid>, body: &OpportunityBody, now: DateTime<Utc>,
) -> Result<Option<Opportunity>> {
    let id = crate::domain::new_id();
    write_opt!(
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

/// Returns the opportunity of the workspace; `None` if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Opportunity>> {
    let sql = concat!("SELECT ", columns!(), " FROM opportunities WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Opportunity, sql, id, workspace_id)
}

/// Returns the workspace's opportunities, highest score first; of one website if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>, limit: i64,
) -> Result<Vec<Opportunity>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM opportunities WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2)
          ORDER BY score DESC, id LIMIT $3"
    );
    query_all!(executor.into(), Opportunity, sql, workspace_id, website_id, limit)
}

/// Updates an opportunity of the workspace; returns it with its event `opportunity:updated`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, status: OpportunityStatus, body: &OpportunityBody, now: DateTime<Utc>,
) -> Result<Option<(Opportunity, NewEvent)>> {
    let sql = concat!(
        "UPDATE opportunities SET status = $3, body = $4, score = $5, updated_at = $6
          WHERE id = $1 AND workspace_id = $2 RETURNING ",
        columns!()
    );
    let row = write_opt!(tx, Opportunity, sql, id, workspace_id, status, Json(body), body.score, now)?;
    Ok(row.map(|row| {
        let r#type = match status {
            OpportunityStatus::Implemented => "opportunity:implemented",
            _ => "opportunity:updated",
        };
        let payload = json!({"opportunity": &row});
        (row, NewEvent { audience: Audience::Workspace(workspace_id), r#type, payload })
    }))
}

/// Updates the opportunity of a plan after the plan ended: `implemented` if its task was done, `failed` if nothing was
/// executed, `in_review` if it was undone. Returns the events to send; none for a plan with another source or a plan
/// that continues.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn after_plan(tx: &mut Tx, workspace_id: Uuid, plan_id: Uuid, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let sql = "SELECT source, status, created_by FROM plans WHERE id = $1 AND workspace_id = $2";
    let plan = query_opt!(tx, (Option<String>, PlanStatus, Uuid), sql, plan_id, workspace_id)?;
    let Some((Some(source), status, user_id)) = plan else { return Ok(Vec::new()) };
    let id = source.strip_prefix("opportunity:").and_then(|id| id.parse::<Uuid>().ok());
    let (Some(id), Some((from, to))) = (id, end_of(tx, plan_id, status).await?) else { return Ok(Vec::new()) };
    let Some(found) = find(&mut *tx, workspace_id, id).await? else { return Ok(Vec::new()) };
    if found.status != from {
        return Ok(Vec::new());
    }
    let changed = update(tx, workspace_id, id, to, &found.body.0, now).await?;
    let mut events: Vec<NewEvent> = changed.into_iter().map(|(_, event)| event).collect();
    if to == OpportunityStatus::Implemented {
        events.extend(achievement::award_outcomes(tx, user_id, now).await?);
    }
    Ok(events)
}

/// Updates the opportunity of an edit after a step of it ended: `implemented` if the website shows the changes, `failed` if they
/// failed, `in_review` if they were undone or cancelled. Returns the events to send; none for an edit that continues.
pub(super) async fn after_edit(
    tx: &mut Tx, edit: &Edit, status: EditStatus, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    use OpportunityStatus::{Dismissed, Failed, Implemented, Implementing, InReview};
    let Some(id) = edit.opportunity_id else { return Ok(Vec::new()) };
    let Some(found) = find(&mut *tx, edit.workspace_id, id).await? else { return Ok(Vec::new()) };
    let to = match (status, found.status) {
        (EditStatus::Applied, from) if !matches!(from, Implemented | Dismissed) => Implemented,
        (EditStatus::RolledBack | EditStatus::Failed, Implementing) => Failed,
        (EditStatus::Undone, Implemented) | (EditStatus::Cancelled, Implementing) => InReview,
        _ => return Ok(Vec::new()),
    };
    let changed = update(tx, edit.workspace_id, id, to, &found.body.0, now).await?;
    let mut events: Vec<NewEvent> = changed.into_iter().map(|(_, event)| event).collect();
    if to == Implemented {
        events.extend(achievement::award_outcomes(tx, edit.created_by, now).await?);
    }
    Ok(events)
}

/// Returns the status that a plan's status ends, and the following status; `None` while the plan continues.
async fn end_of(
    tx: &mut Tx, plan_id: Uuid, status: PlanStatus,
) -> Result<Option<(OpportunityStatus, OpportunityStatus)>> {
    use OpportunityStatus::{Failed, Implemented, Implementing, InReview};
    Ok(match status {
        PlanStatus::Rejected | PlanStatus::RolledBack | PlanStatus::Blocked => Some((Implementing, Failed)),
        PlanStatus::Undone => Some((Implemented, InReview)),
        PlanStatus::Finished => {
            task_is_done(tx, plan_id).await?.map(|done| (Implementing, if done { Implemented } else { Failed }))
        }
        PlanStatus::Planning | PlanStatus::Waiting | PlanStatus::Running | PlanStatus::Halted => None,
    })
}

/// Returns whether the tasks of a plan were done; `None` for a plan without tasks.
async fn task_is_done(tx: &mut Tx, plan_id: Uuid) -> Result<Option<bool>> {
    let sql = "SELECT body, outcome, taken_back_at FROM plan_steps WHERE plan_id = $1";
    let steps = query_all!(tx, (Json<Value>, Option<StepOutcome>, Option<DateTime<Utc>>), sql, plan_id)?;
    let mut tasks = steps.into_iter().filter(|(body, ..)| body["action"]["kind"] == "complete_task").peekable();
    if tasks.peek().is_none() {
        return Ok(None);
    }
    Ok(Some(tasks.all(|(_, outcome, back)| outcome == Some(StepOutcome::Verified) && back.is_none())))
}

const POSTGRES: &str = concat!(
    "INSERT INTO opportunities (id, workspace_id, website_id, identity, status, score, body, created_at, updated_at)
     SELECT CAST(value ->> 'i' AS uuid), $2, $3, value ->> 'k', 'discovered', CAST(value ->> 's' AS double precision),
            value -> 'b', $4, $4 FROM jsonb_array_elements($1) WHERE true
     ON CONFLICT (workspace_id, identity) DO UPDATE SET
       score = CASE WHEN opportunities.body ->> 'edited' = 'true' THEN opportunities.score ELSE excluded.score END,
       body = CASE WHEN opportunities.body ->> 'edited' = 'true' THEN opportunities.body ELSE excluded.body END,
       updated_at = excluded.updated_at RETURNING ",
    columns!()
);

const SQLITE: &str = concat!(
    "INSERT INTO opportunities (id, workspace_id, website_id, identity, status, score, body, created_at, updated_at)
     SELECT unhex(value ->> 'i'), $2, $3, value ->> 'k', 'discovered', value ->> 's', value -> 'b', $4, $4
       FROM json_each($1) WHERE true
     ON CONFLICT (workspace_id, identity) DO UPDATE SET
       score = CASE WHEN opportunities.body ->> 'edited' THEN opportunities.score ELSE excluded.score END,
       body = CASE WHEN opportunities.body ->> 'edited' THEN opportunities.body ELSE excluded.body END,
       updated_at = excluded.updated_at RETURNING ",
    columns!()
);
