//! Experiments.

use std::collections::BTreeSet;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use futures::{FutureExt, TryFutureExt};
use serde_json::json;
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Db, Executor, Result, Tx,
    effect::{Applied, Apply, NewFindings},
    macros::*,
    run::insert::insert_undelivered,
};
use crate::domain::{
    Page,
    experiment::{
        Arm, Experiment, ExperimentDesign, ExperimentMetric, ExperimentUnit, ExperimentVerdict, Outcome, Power,
    },
    fetched,
    run::{Lane, NewRun, Run, RunKind},
};

macro_rules! columns {
    () => {
        "id, annotation_id, title, hypothesis, design, unit, metric, arms, starts_on, days, cents_per_unit, power,
         outcome, verdict, run_id, judged_at, created_by, created_at, updated_at"
    };
}

/// Editable fields of an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct ExperimentBody {
    /// Change log entry of the tested change.
    pub annotation_id: Option<Uuid>,
    /// Title, one line.
    pub title: String,
    /// Hypothesis, with its reason.
    pub hypothesis: String,
    /// Design of an experiment.
    pub design: ExperimentDesign,
    /// Unit of targets and controls.
    pub unit: ExperimentUnit,
    /// Metric.
    pub metric: ExperimentMetric,
    /// One part per website.
    pub arms: Vec<Arm>,
    /// First day with the change.
    pub starts_on: NaiveDate,
    /// Days to measure from then on.
    pub days: i32,
    /// Value of one unit, in cents.
    pub cents_per_unit: Option<f64>,
}

/// Filter of experiments.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only with a part on this website.
    pub website_id: Option<Uuid>,
    /// Only with this verdict.
    pub verdict: Option<ExperimentVerdict>,
    /// Only entries older than this one.
    pub before: Option<Uuid>,
}

/// Effect that stores a run's evaluation of an experiment.
#[derive(Debug)]
pub struct Evaluation {
    /// Id of the experiment.
    pub id: Uuid,
    /// Parts, with the drawn split.
    pub arms: Vec<Arm>,
    /// Power analysis.
    pub power: Power,
    /// Verdict and outcome; `None` before there are days to evaluate.
    pub outcome: Option<(ExperimentVerdict, Outcome)>,
}

/// Stores a new experiment; returns its id.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, id: Uuid, body: &ExperimentBody, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO experiments (id, workspace_id, annotation_id, title, hypothesis, design, unit, metric, arms,
           starts_on, days, cents_per_unit, created_by, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)",
        id,
        workspace_id,
        body.annotation_id,
        &body.title,
        &body.hypothesis,
        body.design,
        body.unit,
        body.metric,
        Json(&body.arms),
        body.starts_on,
        body.days,
        body.cents_per_unit,
        user_id,
        now
    )?;
    link_websites(tx, id, &body.arms).await
}

/// Stores the websites on which an experiment has parts.
async fn link_websites(tx: &mut Tx, id: Uuid, arms: &[Arm]) -> Result<()> {
    execute!(tx, "DELETE FROM experiment_websites WHERE experiment_id = $1", id)?;
    let websites: BTreeSet<Uuid> = arms.iter().map(|arm| arm.website_id).collect();
    for website_id in websites {
        let sql = "INSERT INTO experiment_websites (experiment_id, website_id) VALUES ($1, $2)";
        execute!(tx, sql, id, website_id)?;
    }
    Ok(())
}

/// Returns the experiment of the workspace; `None` if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Experiment>> {
    let sql = concat!("SELECT ", columns!(), " FROM experiments WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Experiment, sql, id, workspace_id)
}

/// Returns the workspace's experiments, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &Filter, limit: usize,
) -> Result<Page<Experiment>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM experiments WHERE workspace_id = $1
            AND ($2 IS NULL OR id IN (SELECT experiment_id FROM experiment_websites WHERE website_id = $2))
            AND ($3 IS NULL OR verdict = $3) AND ($4 IS NULL OR id < $4) ORDER BY id DESC LIMIT $5"
    );
    let limit_more = fetched(limit);
    let rows = query_all!(
        executor.into(),
        Experiment,
        sql,
        workspace_id,
        filter.website_id,
        filter.verdict,
        filter.before,
        limit_more
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Updates an experiment of the workspace and withdraws its result. Returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, body: &ExperimentBody, now: DateTime<Utc>,
) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE experiments SET annotation_id = $3, title = $4, hypothesis = $5, design = $6, unit = $7, metric = $8,
           arms = $9, starts_on = $10, days = $11, cents_per_unit = $12, power = NULL, outcome = NULL, verdict = NULL,
           judged_at = NULL, updated_at = $13 WHERE id = $1 AND workspace_id = $2",
        id,
        workspace_id,
        body.annotation_id,
        &body.title,
        &body.hypothesis,
        body.design,
        body.unit,
        body.metric,
        Json(&body.arms),
        body.starts_on,
        body.days,
        body.cents_per_unit,
        now
    )?;
    if changed > 0 {
        link_websites(tx, id, &body.arms).await?;
    }
    Ok(changed > 0)
}

/// Sets the run that will evaluate an experiment of the workspace; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn begin(tx: &mut Tx, workspace_id: Uuid, id: Uuid, run_id: Uuid) -> Result<bool> {
    let sql = "UPDATE experiments SET run_id = $3 WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(tx, sql, id, workspace_id, run_id)? > 0)
}

impl Apply for Evaluation {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        store_evaluation(tx, run.workspace_id, run.id, self, now).map_ok(|()| Vec::new()).boxed()
    }
}

/// Stores an evaluation, unless the experiment was changed after the run started, in which case another run follows.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn store_evaluation(
    tx: &mut Tx, workspace_id: Uuid, run_id: Uuid, found: &Evaluation, now: DateTime<Utc>,
) -> Result<()> {
    let (verdict, outcome) = found.outcome.as_ref().map(|(verdict, outcome)| (*verdict, Json(outcome))).unzip();
    execute!(
        tx,
        "UPDATE experiments SET arms = $4, power = $5, outcome = $6, verdict = $7, judged_at = $8, updated_at = $8
          WHERE id = $1 AND workspace_id = $2 AND run_id = $3",
        found.id,
        workspace_id,
        run_id,
        Json(&found.arms),
        Json(&found.power),
        outcome,
        verdict,
        now
    )
    .map(|_| ())
}

/// Change of a website's days, which determines the experiments to evaluate again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DataChange {
    /// Days were added: experiments with unmeasured planned days.
    Added,
    /// Days were removed: all experiments, after their results are withdrawn.
    Removed,
}

/// Starts a run for each experiment that depends on days changed by `changed_by`.
///
/// # Errors
/// Returns an error if a statement fails.
pub(super) async fn evaluate_again(tx: &mut Tx, changed_by: &Run, website_id: Uuid, change: DataChange) -> Result<()> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM experiments WHERE workspace_id = $1
            AND id IN (SELECT experiment_id FROM experiment_websites WHERE website_id = $2) ORDER BY id"
    );
    let all = query_all!(tx, Experiment, sql, changed_by.workspace_id, website_id)?;
    for found in all {
        match change {
            DataChange::Added if found.outcome.as_ref().is_some_and(|outcome| !outcome.is_preliminary) => continue,
            DataChange::Added => {}
            DataChange::Removed => withdraw(tx, found.id).await?,
        }
        let new = NewRun {
            lane: Lane::Batch,
            idempotency_key: Some(format!("judge:{}:{}", found.id, changed_by.id)),
            ..NewRun::new(
                changed_by.workspace_id,
                changed_by.user_id,
                RunKind::Experiment,
                json!({"experimentId": found.id}),
            )
        };
        let run = insert_undelivered(&mut *tx, &new).await?.run;
        begin(tx, changed_by.workspace_id, found.id, run.id).await?;
    }
    Ok(())
}

/// Longest planned duration of an experiment, in days.
const LONGEST: u64 = 365;
/// Maximum number of experiments evaluated again in one transaction.
const AT_ONCE: i64 = 500;

/// Starts a run for each experiment on visits whose last complete day was not evaluated; nothing else reports that a day of
/// visits is over. Returns their number.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn evaluate_visits(db: &Db, now: DateTime<Utc>) -> Result<usize> {
    let today = now.date_naive();
    let mut tx = db.begin().await?;
    let due = due_today(&mut tx, today).await?;
    for found in &due {
        let new = NewRun {
            lane: Lane::Batch,
            idempotency_key: Some(format!("judge:{}:{today}", found.id)),
            ..NewRun::new(found.workspace_id, found.created_by, RunKind::Experiment, json!({"experimentId": found.id}))
        };
        let inserted = insert_undelivered(&mut tx, &new).await?;
        if inserted.fresh {
            begin(&mut tx, found.workspace_id, found.id, inserted.run.id).await?;
        }
    }
    tx.commit().await?;
    Ok(due.len())
}

macro_rules! due_today {
    ($is_over:literal) => {
        concat!(
            "SELECT experiments.id, experiments.workspace_id, created_by FROM experiments
               JOIN members ON members.workspace_id = experiments.workspace_id AND members.user_id = created_by
              WHERE metric IN ('visits', 'conversions', 'ai_visits') AND starts_on > $1 AND starts_on < $2
                AND updated_at < $3 AND (outcome IS NULL OR NOT (",
            $is_over,
            ")) ORDER BY experiments.id LIMIT $4"
        )
    };
}

/// Open experiments on visits that were neither created, changed nor evaluated today, of users who are still members.
async fn due_today(tx: &mut Tx, today: NaiveDate) -> Result<Vec<Due>> {
    let sql =
        tx.dialect(due_today!("outcome ->> 'isPreliminary' = 'false'"), due_today!("outcome ->> 'isPreliminary' = 0"));
    let midnight = today.and_time(NaiveTime::MIN).and_utc();
    query_all!(tx, Due, sql, today - Days::new(LONGEST + 2), today, midnight, AT_ONCE)
}

#[derive(sqlx_macros::FromRow)]
struct Due {
    id: Uuid,
    workspace_id: Uuid,
    created_by: Uuid,
}

/// Withdraws the result of an experiment.
async fn withdraw(tx: &mut Tx, id: Uuid) -> Result<()> {
    let sql = "UPDATE experiments SET power = NULL, outcome = NULL, verdict = NULL, judged_at = NULL WHERE id = $1";
    execute!(tx, sql, id).map(|_| ())
}

/// Deletes an experiment of the workspace; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM experiments WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id)? > 0)
}
