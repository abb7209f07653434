//! Reads and writes the workspace's data as records of the execution engine.

use chrono::NaiveDate;
use engines::{
    common::EngineId,
    execution::record::{
        AnnotationRecord, ExperimentRecord, OpportunityRecord, ScheduleRecord, TaskRecord, read as parse, text_of,
    },
};
use serde_json::json;
use shared::{
    domain::{
        annotation::AnnotationKind,
        experiment::{Arm, ExperimentDesign, ExperimentMetric, ExperimentUnit},
        now,
        run::{NewRun, RunKind},
        schedule::Schedule,
    },
    store::{
        Tx,
        annotation::{self, AnnotationBody},
        event,
        experiment::{self, ExperimentBody},
        opportunity, run,
        schedule::{self, NewSchedule},
        task::{self, Task},
        website,
    },
};
use uuid::Uuid;

use super::refusal::Refusal;
use crate::reconciler::next_tick;

/// Workspace and user on whose behalf records are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner {
    pub(super) workspace_id: Uuid,
    pub(super) user_id: Uuid,
}

/// Reads a record; returns `None` if it does not exist.
pub(super) async fn read(tx: &mut Tx, workspace_id: Uuid, key: &str) -> Result<Option<String>, Refusal> {
    let (sort, id) = parts(key)?;
    let website = |id: Option<Uuid>| id.map(|id| id.to_string());
    Ok(match sort {
        "opportunity" => opportunity::find(tx, workspace_id, id)
            .await?
            .map(|found| text_of(&OpportunityRecord { title: found.body.0.title, status: found.status.to_string() })),
        "annotation" => annotation::find(tx, workspace_id, id).await?.map(|found| {
            text_of(&AnnotationRecord {
                website: website(found.website_id),
                day: found.day.to_string(),
                change: found.kind.to_string(),
                title: found.title,
                detail: found.detail,
                pages: found.pages.0,
            })
        }),
        "task" => task::find(tx, workspace_id, id).await?.map(|found| {
            text_of(&TaskRecord { website: website(found.website_id), title: found.title, detail: found.detail })
        }),
        "schedule" => schedule::find(tx, workspace_id, id).await?.filter(is_of_engine).map(|found| {
            text_of(&ScheduleRecord {
                website: website(found.website_id),
                engine: found.engine_id.unwrap_or_default(),
                task: found.action.unwrap_or_default(),
                cron: found.cron,
            })
        }),
        "experiment" => experiment::find(tx, workspace_id, id).await?.map(|found| {
            let arm = found.arms.0.into_iter().next().unwrap_or_default();
            text_of(&ExperimentRecord {
                website: arm.website_id.to_string(),
                title: found.title,
                hypothesis: found.hypothesis,
                pages: arm.targets,
                starts_on: found.starts_on.to_string(),
                days: u32::try_from(found.days).unwrap_or(0),
                annotation: found.annotation_id.map(|id| id.to_string()),
            })
        }),
        other => return Err(Refusal::Unmet(format!("there is no record of kind `{other}`"))),
    })
}

fn parts(key: &str) -> Result<(&str, Uuid), Refusal> {
    let found = key.split_once('/').and_then(|(sort, id)| Some((sort, id.parse().ok()?)));
    found.ok_or_else(|| Refusal::Unmet(format!("there is no record `{key}`")))
}

/// Replaces a record by `text`; `None` deletes it.
pub(super) async fn write(tx: &mut Tx, owner: Owner, key: &str, text: Option<&str>) -> Result<(), Refusal> {
    let (sort, id) = parts(key)?;
    match sort {
        "opportunity" => set_opportunity(tx, owner, id, words(text)?).await,
        "annotation" => {
            annotation::delete(&mut *tx, owner.workspace_id, id).await?;
            match text {
                Some(_) => insert_annotation(tx, owner, id, words(text)?).await,
                None => Ok(()),
            }
        }
        "task" => match text {
            Some(_) => insert_task(tx, owner, id, words(text)?).await,
            None => Ok(task::delete(tx, owner.workspace_id, id).await?),
        },
        "schedule" => match text {
            Some(_) => insert_schedule(tx, owner, id, words(text)?).await,
            None => Ok(schedule::delete(tx, owner.workspace_id, id).await.map(|_| ())?),
        },
        "experiment" => match text {
            Some(_) => begin_experiment(tx, owner, id, words(text)?).await,
            None => Ok(experiment::delete(tx, owner.workspace_id, id).await.map(|_| ())?),
        },
        other => Err(Refusal::Unmet(format!("there is no record of kind `{other}`"))),
    }
}

/// Plans create and delete only schedules of engines.
fn is_of_engine(schedule: &Schedule) -> bool {
    schedule.kind == RunKind::Engine
}

fn words<T: serde::de::DeserializeOwned>(text: Option<&str>) -> Result<T, Refusal> {
    text.and_then(parse).ok_or_else(|| Refusal::Unmet("its text cannot be read".to_owned()))
}

async fn set_opportunity(tx: &mut Tx, owner: Owner, id: Uuid, wanted: OpportunityRecord) -> Result<(), Refusal> {
    let status = wanted.status.parse().map_err(Refusal::Unmet)?;
    let found = opportunity::find(&mut *tx, owner.workspace_id, id).await?;
    let found = found.ok_or_else(|| Refusal::Unmet("there is no such opportunity".to_owned()))?;
    let changed = opportunity::update(tx, owner.workspace_id, id, status, &found.body.0, now()).await?;
    let events: Vec<_> = changed.into_iter().map(|(_, event)| event).collect();
    event::append(tx, &events, now()).await?;
    Ok(())
}

fn day(text: &str) -> Result<NaiveDate, Refusal> {
    text.parse().map_err(|_| Refusal::Unmet(format!("`{text}` is no day as YYYY-MM-DD")))
}

async fn insert_annotation(tx: &mut Tx, owner: Owner, id: Uuid, wanted: AnnotationRecord) -> Result<(), Refusal> {
    let kind: AnnotationKind = wanted.change.parse().map_err(Refusal::Unmet)?;
    let body = AnnotationBody {
        website_id: website_id(&mut *tx, owner, wanted.website.as_deref()).await?,
        day: day(&wanted.day)?,
        at: None,
        kind,
        title: wanted.title,
        detail: wanted.detail,
        pages: wanted.pages,
    };
    Ok(annotation::insert_as(tx, owner.workspace_id, owner.user_id, id, &body, now()).await?)
}

async fn insert_task(tx: &mut Tx, owner: Owner, id: Uuid, wanted: TaskRecord) -> Result<(), Refusal> {
    let website_id = website_id(&mut *tx, owner, wanted.website.as_deref()).await?;
    let task = Task { website_id, title: wanted.title, detail: wanted.detail };
    Ok(task::insert(tx, owner.workspace_id, owner.user_id, id, &task, now()).await?)
}

/// Time zone of schedules that a plan creates.
const UTC: &str = "UTC";

async fn insert_schedule(tx: &mut Tx, owner: Owner, id: Uuid, wanted: ScheduleRecord) -> Result<(), Refusal> {
    wanted.engine.parse::<EngineId>().map_err(|error| Refusal::Unmet(error.to_string()))?;
    let tick = next_tick(&wanted.cron, UTC, now());
    let new = NewSchedule {
        workspace_id: owner.workspace_id,
        user_id: owner.user_id,
        website_id: website_id(&mut *tx, owner, wanted.website.as_deref()).await?,
        kind: RunKind::Engine,
        engine_id: Some(wanted.engine),
        action: Some(wanted.task),
        payload: json!({"parameters": {}, "input": {}}),
        next_at: tick.ok_or_else(|| Refusal::Unmet(format!("`{}` is no five-field cron", wanted.cron)))?,
        cron: wanted.cron,
        name: String::new(),
        time_zone: UTC.to_owned(),
    };
    Ok(schedule::insert_as(tx, id, &new, now()).await?)
}

/// Stores an experiment and starts its evaluation.
async fn begin_experiment(tx: &mut Tx, owner: Owner, id: Uuid, wanted: ExperimentRecord) -> Result<(), Refusal> {
    let website_id = website_id(tx, owner, Some(&wanted.website)).await?.unwrap_or_default();
    let is_site = wanted.pages.is_empty();
    let body = ExperimentBody {
        annotation_id: wanted.annotation.as_deref().and_then(|id| id.parse().ok()),
        title: wanted.title,
        hypothesis: wanted.hypothesis,
        design: ExperimentDesign::BeforeAfter,
        unit: if is_site { ExperimentUnit::Site } else { ExperimentUnit::Page },
        metric: ExperimentMetric::Clicks,
        arms: vec![Arm { website_id, targets: wanted.pages, ..Arm::default() }],
        starts_on: day(&wanted.starts_on)?,
        days: i32::try_from(wanted.days).unwrap_or(28),
        cents_per_unit: None,
    };
    experiment::insert(tx, owner.workspace_id, owner.user_id, id, &body, now()).await?;
    let payload = json!({"experimentId": id});
    let new = NewRun::new(owner.workspace_id, owner.user_id, RunKind::Experiment, payload);
    experiment::begin(tx, owner.workspace_id, id, new.id).await?;
    run::insert_undelivered(tx, &new).await?;
    Ok(())
}

/// Returns the id of a website, which must belong to the workspace.
async fn website_id(tx: &mut Tx, owner: Owner, text: Option<&str>) -> Result<Option<Uuid>, Refusal> {
    let Some(text) = text else { return Ok(None) };
    let gone = || Refusal::Unmet("its website does not exist".to_owned());
    let id: Uuid = text.parse().map_err(|_| gone())?;
    if website::exists(tx, owner.workspace_id, id).await? { Ok(Some(id)) } else { Err(gone()) }
}
