//! An engine, in responses.

use ::engines::common::EngineId;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{
        engine::EngineStatus,
        run::{Run, RunKind, RunStatus},
        schedule::Schedule,
    },
    store::{
        self, Db, StoreError,
        run::{EngineFigures, EngineTime},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    data::{self, Data},
    need::{self, Need},
};
use crate::routes::runs::view::{ProgressView, RunErrorView};

/// An intelligence engine and its status in a workspace.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Engine)]
pub(crate) struct EngineView {
    /// Engine id.
    #[schema(value_type = crate::engine_id::EngineId)]
    id: &'static str,
    name: &'static str,
    /// Question that the engine answers.
    question: &'static str,
    description: &'static str,
    /// Its status.
    status: EngineStatus,
    /// Action of the current or latest run.
    action: Option<String>,
    /// Error of the latest run; `null` if it did not fail.
    error: Option<RunErrorView>,
    /// Progress of the current run; `null` without one.
    progress: Option<ProgressView>,
    /// End of the latest run.
    last_run_at: Option<DateTime<Utc>>,
    /// Time of the next scheduled run.
    next_run_at: Option<DateTime<Utc>>,
    /// Duration of the latest run, in milliseconds.
    last_duration_ms: Option<i64>,
    /// Median duration of successful runs, in milliseconds; `null` without any.
    median_duration_ms: Option<i64>,
    /// Number of stored runs.
    runs: i64,
    /// Number of failed runs.
    failures: i64,
    /// Number of insights.
    insights: i64,
    /// Freshness of its results.
    freshness: Freshness,
    /// Calibration of its claims; `null` without outcomes.
    calibration: Option<Calibration>,
    /// Missing data; empty if complete.
    needs: Vec<Need>,
    /// Action that runs on the data alone; `null` if data or input is missing.
    default_action: Option<&'static str>,
    /// Input that every action requires; `null` if an action runs on the data alone.
    input: Option<Need>,
    /// Id of the current or latest run.
    run_id: Option<Uuid>,
    /// Actions that can run now.
    actions: Vec<&'static str>,
}

/// Freshness of the results of an engine.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EngineFreshness)]
pub(crate) struct Freshness {
    /// End of the latest successful run.
    computed_at: Option<DateTime<Utc>>,
    /// Time of the latest import.
    data_at: Option<DateTime<Utc>>,
    /// Whether data were imported after the latest successful run started.
    is_stale: bool,
}

/// Stated confidence of an engine and its share of correct claims.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = EngineCalibration)]
pub(crate) struct Calibration {
    /// Mean stated confidence, 0 to 1.
    claimed: f64,
    /// Share of correct claims, 0 to 1.
    observed: f64,
    /// Number of claims.
    n: i64,
}

/// Data of engine views.
struct Facts {
    figures: Vec<EngineFigures>,
    times: Vec<EngineTime>,
    insights: Vec<(String, i64)>,
    schedules: Vec<Schedule>,
    calibration: Vec<(String, f64, f64, i64)>,
    data: Data,
}

/// Returns all engines of a workspace, for one website if given.
pub(crate) async fn all(db: &Db, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<Vec<EngineView>, StoreError> {
    let facts = facts(db, workspace_id, website_id).await?;
    let mut views = Vec::with_capacity(EngineId::ALL.len());
    for engine in EngineId::ALL {
        views.push(view(db, workspace_id, website_id, engine, &facts).await?);
    }
    Ok(views)
}

/// Returns an engine of a workspace, for one website if given.
pub(crate) async fn one(
    db: &Db, workspace_id: Uuid, website_id: Option<Uuid>, engine: EngineId,
) -> Result<EngineView, StoreError> {
    let facts = facts(db, workspace_id, website_id).await?;
    view(db, workspace_id, website_id, engine, &facts).await
}

/// Returns the engine of a run, for the run's website; `None` for other kinds of runs.
pub(crate) async fn of_run(db: &Db, run: &Run) -> Result<Option<EngineView>, StoreError> {
    let engine = run.engine_id.as_deref().filter(|_| run.kind == RunKind::Engine).and_then(EngineId::parse);
    match engine {
        Some(engine) => one(db, run.workspace_id, run.website_id, engine).await.map(Some),
        None => Ok(None),
    }
}

async fn facts(db: &Db, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<Facts, StoreError> {
    Ok(Facts {
        figures: store::run::by_engine(db, workspace_id, website_id).await?,
        times: store::run::median_times(db, workspace_id, website_id).await?,
        insights: store::insight::counts(db, workspace_id).await?,
        schedules: store::schedule::list(db, workspace_id).await?,
        calibration: store::forecast::calibration(db, workspace_id).await?,
        data: data::read(db, workspace_id, website_id).await?,
    })
}

async fn view(
    db: &Db, workspace_id: Uuid, website_id: Option<Uuid>, engine: EngineId, facts: &Facts,
) -> Result<EngineView, StoreError> {
    let id = engine.as_str();
    let figures = facts.figures.iter().find(|figures| figures.engine_id == id);
    let (mut latest, mut succeeded) = (None, None);
    if figures.is_some() {
        latest = store::run::latest(db, workspace_id, id, website_id, None).await?;
        succeeded = store::run::latest(db, workspace_id, id, website_id, Some(RunStatus::Succeeded)).await?;
    }
    let status = status(engine, latest.as_ref(), &facts.data);
    Ok(EngineView {
        id,
        name: engine.name(),
        question: engine.question(),
        description: engine.description(),
        status,
        action: latest.as_ref().and_then(|run| run.action.clone()),
        error: latest.as_ref().filter(|run| run.status == RunStatus::Failed).and_then(RunErrorView::of),
        progress: latest.as_ref().filter(|run| !run.status.is_final()).map(progress),
        last_run_at: latest.as_ref().and_then(|run| run.finished_at).or_else(|| succeeded.as_ref()?.finished_at),
        next_run_at: next_tick(facts, id),
        last_duration_ms: latest.as_ref().and_then(Run::duration_ms),
        median_duration_ms: median(facts, id),
        runs: figures.map_or(0, |figures| figures.runs),
        failures: figures.map_or(0, |figures| figures.failures),
        insights: facts.insights.iter().find(|(engine, _)| engine == id).map_or(0, |(_, count)| *count),
        freshness: freshness(succeeded.as_ref(), &facts.data),
        calibration: calibration(facts, id),
        needs: if facts.data.suffices(engine) { Vec::new() } else { facts.data.needs(engine) },
        default_action: facts.data.default_action(engine),
        input: need::input(engine),
        run_id: latest.map(|run| run.id),
        actions: data::actions(engine),
    })
}

/// A current run has priority, then missing data, then the latest run.
fn status(engine: EngineId, latest: Option<&Run>, data: &Data) -> EngineStatus {
    match latest.map(|run| run.status) {
        Some(RunStatus::Queued) => EngineStatus::Queued,
        Some(RunStatus::Running) => EngineStatus::Running,
        Some(RunStatus::Paused) => EngineStatus::Paused,
        _ if !data.suffices(engine) => EngineStatus::NeedsData,
        Some(RunStatus::Failed) => EngineStatus::Error,
        Some(RunStatus::Succeeded | RunStatus::Cancelled) | None => EngineStatus::Idle,
    }
}

fn progress(run: &Run) -> ProgressView {
    ProgressView { percent: run.percent, stage: run.stage.clone(), message: run.message.clone() }
}

#[expect(clippy::cast_possible_truncation, reason = "a run takes far less than 2^53 milliseconds")]
fn median(facts: &Facts, id: &str) -> Option<i64> {
    let time = facts.times.iter().find(|time| time.engine_id == id)?;
    Some(time.median_ms.round() as i64)
}

fn calibration(facts: &Facts, id: &str) -> Option<Calibration> {
    let (_, claimed, observed, n) = facts.calibration.iter().find(|(engine, ..)| engine == id)?;
    Some(Calibration { claimed: *claimed, observed: *observed, n: *n })
}

fn next_tick(facts: &Facts, id: &str) -> Option<DateTime<Utc>> {
    let of_engine = facts.schedules.iter().filter(|schedule| schedule.engine_id.as_deref() == Some(id));
    of_engine.filter_map(|schedule| schedule.next_at).min()
}

fn freshness(succeeded: Option<&Run>, data: &Data) -> Freshness {
    let begun = succeeded.and_then(|run| run.started_at);
    Freshness {
        computed_at: succeeded.and_then(|run| run.finished_at),
        data_at: data.last_import_at,
        is_stale: begun.zip(data.last_import_at).is_some_and(|(begun, imported)| imported > begun),
    }
}
