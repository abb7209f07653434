//! What a run leaves behind: written in the transaction that ends it, so it counts exactly once.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    domain::{
        forecast::NewForecast,
        insight::NewInsight,
        keyword::{NewCluster, NewKeyword},
        notification::NewNotification,
        opportunity::OpportunityBody,
        plan::PlanStatus,
        run::{Run, RunError, RunKind},
    },
    store::{
        Result, Tx, achievement,
        event::{Audience, NewEvent},
        experiment::{self, Again, Judged},
        forecast, import, insight, keyword, milestone, notification, opportunity,
        plan::{self, LaidDown},
    },
};

use super::{finish::Finish, news::News};

/// One sort of rows that a run leaves behind.
#[derive(Debug, Clone)]
pub enum Effect {
    /// The keyword engine's tables for a website take the place of the older ones.
    Keywords {
        /// The website.
        website_id: Uuid,
        /// Every search.
        keywords: Vec<NewKeyword>,
        /// Every group.
        clusters: Vec<NewCluster>,
    },
    /// Findings of an engine.
    Insights {
        /// The engine.
        engine_id: String,
        /// The version of the engine's parameters: see [`crate::domain::engine_version`].
        version: String,
        /// Newest last.
        insights: Vec<NewInsight>,
    },
    /// What an engine foretells, to be scored when it is due.
    Forecasts {
        /// The engine.
        engine_id: String,
        /// Each with an identity of its own.
        forecasts: Vec<NewForecast>,
    },
    /// What came of forecasts: 0 or 1 for a claim, the measured figure for a quantity.
    Outcomes(Vec<(Uuid, f64)>),
    /// Opportunities by an identity that stays the same from run to run.
    Opportunities(Vec<(String, OpportunityBody)>),
    /// An import's rows count from now on.
    ImportEnd(ImportEnd),
    /// An import's rows are out again.
    ImportUndone {
        /// Which import.
        import_id: Uuid,
    },
    /// What was found out about an experiment.
    Experiment(Box<Judged>),
    /// The steps of a plan.
    LaidDown(LaidDown),
    /// Where a plan stands from now on.
    PlanStands {
        /// Which plan.
        id: Uuid,
        /// Where.
        status: PlanStatus,
        /// Why.
        detail: String,
    },
    /// Its user is told.
    Notify(NewNotification),
}

/// How reading an import ended.
#[derive(Debug, Clone)]
pub struct ImportEnd {
    /// Which import.
    pub import_id: Uuid,
    /// The attempt's rows.
    pub batch_id: i64,
    /// Rows that count.
    pub rows: i64,
    /// Rows refused.
    pub rejected: i64,
    /// The kinds of tables that had rows, each once.
    pub kinds: Vec<String>,
    /// The first of them, with file, line and reason.
    pub rejects: Value,
    /// Distinct searches, their clicks and their impressions.
    pub totals: (i64, i64, i64),
    /// First and last day that the data covers, `YYYY-MM-DD`, where known.
    pub observed: (Option<String>, Option<String>),
}

/// Which run of which engine a row is from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Maker<'a> {
    pub(crate) workspace_id: Uuid,
    pub(crate) website_id: Option<Uuid>,
    pub(crate) engine_id: &'a str,
    pub(crate) run_id: Uuid,
}

impl<'a> Maker<'a> {
    fn of(run: &Run, engine_id: &'a str) -> Self {
        Self { workspace_id: run.workspace_id, website_id: run.website_id, engine_id, run_id: run.id }
    }
}

/// Writes one effect; returns the events that it causes, and counts in `news` what it found.
pub(super) async fn apply(
    tx: &mut Tx, finish: &Finish, effect: &Effect, news: &mut News, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let run = &finish.run;
    match effect {
        Effect::Keywords { website_id, keywords, clusters } => {
            keyword::replace(tx, run.workspace_id, *website_id, run.id, keywords, clusters).await
        }
        Effect::Insights { engine_id, version, insights } => {
            let events = insight::merge(tx, Maker::of(run, engine_id), version, insights, now).await?;
            news.insights(&events);
            Ok(events)
        }
        Effect::Forecasts { engine_id, forecasts } => {
            forecast::insert(tx, Maker::of(run, engine_id), forecasts, now).await.map(|()| Vec::new())
        }
        Effect::Outcomes(outcomes) => forecast::settle(tx, run.workspace_id, outcomes, now).await,
        Effect::Opportunities(found) => {
            let (count, events) = opportunity::merge(tx, run.workspace_id, run.website_id, found, now).await?;
            news.opportunities(count, &events);
            Ok(events)
        }
        Effect::ImportEnd(end) => {
            import::commit(tx, end, now).await?;
            judge_again(tx, run, Again::Open).await?;
            match run.website_id {
                Some(website_id) => compare(tx, run, website_id, end.totals, now).await,
                None => Ok(Vec::new()),
            }
        }
        Effect::ImportUndone { import_id } => {
            import::undone(tx, *import_id).await?;
            if let Some(website_id) = run.website_id {
                forecast::measure_again(tx, run.workspace_id, website_id, now).await?;
            }
            judge_again(tx, run, Again::All).await.map(|()| Vec::new())
        }
        Effect::Experiment(judged) => {
            experiment::judge(tx, run.workspace_id, run.id, judged, now).await.map(|()| Vec::new())
        }
        Effect::LaidDown(laid) => {
            plan::lay_down(tx, run.workspace_id, run.id, laid, now).await?;
            opportunity::after_plan(tx, run.workspace_id, laid.id, now).await
        }
        Effect::PlanStands { id, status, detail } => {
            plan::settle(tx, run.workspace_id, *id, run.id, *status, detail, now).await?;
            opportunity::after_plan(tx, run.workspace_id, *id, now).await
        }
        Effect::Notify(new) => Ok(vec![notification::insert(tx, run.user_id, new, now).await?]),
    }
}

/// Holds what an import measured against what was foretold, and what was aimed at.
async fn compare(
    tx: &mut Tx, run: &Run, website_id: Uuid, (queries, clicks, _): (i64, i64, i64), now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let mut events = forecast::settle_due(tx, run.workspace_id, website_id, now).await?;
    if queries > 0 {
        events.extend(milestone::measured(tx, run.workspace_id, website_id, clicks, queries, now).await?);
    }
    Ok(events)
}

async fn judge_again(tx: &mut Tx, run: &Run, again: Again) -> Result<()> {
    let Some(website_id) = run.website_id else { return Ok(()) };
    experiment::judge_again(tx, run, website_id, again).await
}

/// What a run's good end means beyond its effects.
pub(super) async fn with_success(tx: &mut Tx, run: &Run, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    achievement::after_run(tx, run.user_id, run.kind, now).await
}

/// What a run's end without success means beyond the run itself.
pub(super) async fn without_success(tx: &mut Tx, run: &Run, error: Option<&RunError>) -> Result<Vec<NewEvent>> {
    match run.kind {
        RunKind::Import => {
            let detail = error.map_or("Cancelled. No results were stored.", |error| error.detail.as_str());
            import::failed(tx, run.id, detail).await?;
            Ok(Vec::new())
        }
        RunKind::Plan | RunKind::Apply | RunKind::Undo => plan_stops(tx, run, error).await,
        RunKind::Engine => Ok(error.map(|error| engine_error(run, error)).into_iter().collect()),
        RunKind::Batch
        | RunKind::Experiment
        | RunKind::ImportPreview
        | RunKind::ImportUndo
        | RunKind::Probe
        | RunKind::Theme => Ok(Vec::new()),
    }
}

/// A plan whose run broke off stands where it is: what was done is done, and the rest can be asked for again.
async fn plan_stops(tx: &mut Tx, run: &Run, error: Option<&RunError>) -> Result<Vec<NewEvent>> {
    let Some(id) = run.payload["planId"].as_str().and_then(|id| id.parse().ok()) else { return Ok(Vec::new()) };
    let status = if run.kind == RunKind::Plan { PlanStatus::Blocked } else { PlanStatus::Halted };
    let detail = error.map_or("The run was cancelled.", |error| error.detail.as_str());
    let now = crate::domain::now();
    plan::settle(tx, run.workspace_id, id, run.id, status, detail, now).await?;
    opportunity::after_plan(tx, run.workspace_id, id, now).await
}

fn engine_error(run: &Run, error: &RunError) -> NewEvent {
    NewEvent {
        audience: Audience::Workspace(run.workspace_id),
        r#type: "engine:error",
        payload: json!({
            "engineId": run.engine_id, "runId": run.id, "websiteId": run.website_id, "error": error.detail,
        }),
    }
}
