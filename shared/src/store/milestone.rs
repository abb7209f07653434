//! Milestones.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    event::{Audience, NewEvent},
    milestone::{Milestone, MilestoneStatus},
};

macro_rules! columns {
    () => {
        "id, website_id, metric, title, description, status, target, current, unit, due_at, completed_at"
    };
}

/// Metric of milestones.
#[derive(Debug, Clone, Copy)]
struct Metric {
    name: &'static str,
    unit: &'static str,
    period: &'static str,
    description: &'static str,
}

const CLICKS: Metric = Metric {
    name: "clicks",
    unit: "clicks",
    period: "in a search report",
    description: "Clicks in the period of the latest search report.",
};
const QUERIES: Metric = Metric {
    name: "queries",
    unit: "queries",
    period: "in a search report",
    description: "Distinct queries with impressions in the period of the latest search report.",
};

/// Updates the milestones of a website with the values of its latest import: reached ones are completed, and the next
/// is set. Returns an event for each reached milestone.
///
/// # Errors
/// Returns an error if the query fails.
pub(super) async fn measured(
    tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, clicks: i64, queries: i64, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let mut events = Vec::new();
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    for (metric, value) in [(CLICKS, clicks as f64), (QUERIES, queries as f64)] {
        let reached = write_all!(
            tx,
            Milestone,
            concat!(
                "UPDATE milestones SET current = $3, completed_at = CASE WHEN $3 >= target THEN $4 END,
                   status = CASE WHEN $3 >= target THEN 'completed' ELSE 'in_progress' END
                  WHERE website_id = $1 AND metric = $2 AND status IN ('pending', 'in_progress') RETURNING ",
                columns!()
            ),
            website_id,
            metric.name,
            value,
            now
        )?;
        let is_open = reached.iter().any(|one| one.status != MilestoneStatus::Completed);
        events.extend(reached.iter().filter(|one| one.status == MilestoneStatus::Completed).map(|one| NewEvent {
            audience: Audience::Workspace(workspace_id),
            r#type: "performance:update",
            payload: json!({"websiteId": website_id, "milestone": one}),
        }));
        if !is_open && value > 0.0 {
            set_next(tx, workspace_id, website_id, metric, value, now).await?;
        }
    }
    Ok(events)
}

async fn set_next(
    tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, metric: Metric, value: f64, now: DateTime<Utc>,
) -> Result<()> {
    let target = next_round(value);
    execute!(
        tx,
        "INSERT INTO milestones (id, workspace_id, website_id, metric, title, description, status, target, current,
           unit, created_at) VALUES ($1, $2, $3, $4, $5, $6, 'in_progress', $7, $8, $9, $10)",
        crate::domain::new_id(),
        workspace_id,
        website_id,
        metric.name,
        format!("{} {} {}", grouped(target), metric.unit, metric.period),
        metric.description,
        target,
        value,
        metric.unit,
        now
    )
    .map(|_| ())
}

/// Groups the thousands of a whole number: `200,000`.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the next of 1, 2, 5, 10, 20, 50 … above `value`.
fn next_round(value: f64) -> f64 {
    let mut unit = 1.0;
    loop {
        for step in [1.0, 2.0, 5.0] {
            if step * unit > value {
                return step * unit;
            }
        }
        unit *= 10.0;
    }
}

/// Returns the milestones of a workspace, of one website if given, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>,
) -> Result<Vec<Milestone>> {
    query_all!(
        executor.into(),
        Milestone,
        concat!(
            "SELECT ",
            columns!(),
            " FROM milestones WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2) ORDER BY id LIMIT 500"
        ),
        workspace_id,
        website_id
    )
}

/// Returns the milestone of the workspace; `None` if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Milestone>> {
    let sql = concat!("SELECT ", columns!(), " FROM milestones WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Milestone, sql, id, workspace_id)
}

/// Stores a user's changes of a milestone; returns it with its event.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(tx: &mut Tx, workspace_id: Uuid, one: &Milestone) -> Result<Option<(Milestone, NewEvent)>> {
    let kept = write_opt!(
        tx,
        Milestone,
        concat!(
            "UPDATE milestones SET title = $3, status = $4, target = $5, due_at = $6, completed_at = $7
              WHERE id = $1 AND workspace_id = $2 RETURNING ",
            columns!()
        ),
        one.id,
        workspace_id,
        &one.title,
        one.status,
        one.target,
        one.due_at,
        one.completed_at
    )?;
    Ok(kept.map(|kept| {
        let payload = json!({"websiteId": kept.website_id, "milestone": &kept});
        (kept, NewEvent { audience: Audience::Workspace(workspace_id), r#type: "performance:update", payload })
    }))
}

/// Marks milestones after their due date as missed, in all workspaces; returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn miss(executor: impl Into<Executor<'_>>, now: DateTime<Utc>) -> Result<u64> {
    execute!(
        executor.into(),
        "UPDATE milestones SET status = 'missed' WHERE status IN ('pending', 'in_progress') AND due_at < $1",
        now
    )
}

#[cfg(test)]
mod tests {
    use super::next_round;

    #[test]
    fn targets_are_round_and_above() {
        for (value, target) in [(0.0, 1.0), (1.0, 2.0), (4.9, 5.0), (5.0, 10.0), (999.0, 1000.0), (31_250.0, 50_000.0)]
        {
            assert!((next_round(value) - target).abs() < 1e-9, "{value}");
        }
    }
}
