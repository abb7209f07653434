//! The workspace's things as the execution engine has them: records, read and written by their keys.

use engines::execution::record::{
    AnnotationRecord, ExperimentRecord, OpportunityRecord, ScheduleRecord, read as parse, text_of,
};
use serde_json::json;
use shared::{
    domain::{
        annotation::AnnotationKind,
        engine::EngineId,
        experiment::{Arm, ExperimentDesign, ExperimentMetric, ExperimentUnit},
        now,
        run::{NewRun, RunKind},
    },
    store::{
        Tx, annotation::AnnotationBody, event, experiment, experiment::ExperimentBody, record, run,
        schedule::NewSchedule,
    },
};
use uuid::Uuid;

use super::perform::Refusal;
use crate::reconciler::next_tick;

/// For whom and in whose name records are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner {
    pub(super) workspace_id: Uuid,
    pub(super) user_id: Uuid,
}

/// The words of a record; `None` where there is none.
pub(super) async fn read(tx: &mut Tx, workspace_id: Uuid, key: &str) -> Result<Option<String>, Refusal> {
    let (sort, id) = parts(key)?;
    let website = |id: Option<Uuid>| id.map(|id| id.to_string());
    Ok(match sort {
        "opportunity" => record::opportunity(tx, workspace_id, id)
            .await?
            .map(|found| text_of(&OpportunityRecord { title: found.body.0.title, status: found.status.to_string() })),
        "annotation" => record::annotation(tx, workspace_id, id).await?.map(|found| {
            text_of(&AnnotationRecord {
                website: website(found.website_id),
                day: found.day,
                change: found.kind.to_string(),
                title: found.title,
                detail: found.detail,
                pages: found.pages.0,
            })
        }),
        "schedule" => record::schedule(tx, workspace_id, id).await?.map(|found| {
            text_of(&ScheduleRecord {
                website: website(found.website_id),
                engine: found.engine_id.unwrap_or_default(),
                task: found.action.unwrap_or_default(),
                cron: found.cron,
            })
        }),
        "experiment" => record::experiment(tx, workspace_id, id).await?.map(|found| {
            let arm = found.arms.0.into_iter().next().unwrap_or_default();
            text_of(&ExperimentRecord {
                website: arm.website_id.to_string(),
                title: found.title,
                hypothesis: found.hypothesis,
                pages: arm.targets,
                starts_on: found.starts_on,
                days: u32::try_from(found.days).unwrap_or(0),
                annotation: found.annotation_id.map(|id| id.to_string()),
            })
        }),
        other => return Err(Refusal::Unmet(format!("there is no record of the sort `{other}`"))),
    })
}

fn parts(key: &str) -> Result<(&str, Uuid), Refusal> {
    let found = key.split_once('/').and_then(|(sort, id)| Some((sort, id.parse().ok()?)));
    found.ok_or_else(|| Refusal::Unmet(format!("`{key}` names no record")))
}

/// Makes a record what `text` says; `None` takes it away.
pub(super) async fn write(tx: &mut Tx, owner: Owner, key: &str, text: Option<&str>) -> Result<(), Refusal> {
    let (sort, id) = parts(key)?;
    match sort {
        "opportunity" => opportunity(tx, owner, id, words(text)?).await,
        "annotation" => {
            record::delete_annotation(tx, owner.workspace_id, id).await?;
            match text {
                Some(_) => annotation(tx, owner, id, words(text)?).await,
                None => Ok(()),
            }
        }
        "schedule" => match text {
            Some(_) => schedule(tx, owner, id, words(text)?).await,
            None => Ok(record::delete_schedule(tx, owner.workspace_id, id).await?),
        },
        "experiment" => match text {
            Some(_) => begin_experiment(tx, owner, id, words(text)?).await,
            None => Ok(record::delete_experiment(tx, owner.workspace_id, id).await?),
        },
        other => Err(Refusal::Unmet(format!("there is no record of the sort `{other}`"))),
    }
}

fn words<T: serde::de::DeserializeOwned>(text: Option<&str>) -> Result<T, Refusal> {
    text.and_then(parse).ok_or_else(|| Refusal::Unmet("its words cannot be read".to_owned()))
}

async fn opportunity(tx: &mut Tx, owner: Owner, id: Uuid, wanted: OpportunityRecord) -> Result<(), Refusal> {
    let status = wanted.status.parse().map_err(Refusal::Unmet)?;
    let found = record::opportunity(tx, owner.workspace_id, id).await?;
    let found = found.ok_or_else(|| Refusal::Unmet("there is no such opportunity".to_owned()))?;
    let told = record::set_opportunity_status(tx, owner.workspace_id, &found, status, now()).await?;
    event::append(tx, &told.into_iter().collect::<Vec<_>>(), now()).await?;
    Ok(())
}

async fn annotation(tx: &mut Tx, owner: Owner, id: Uuid, wanted: AnnotationRecord) -> Result<(), Refusal> {
    let kind: AnnotationKind = wanted.change.parse().map_err(Refusal::Unmet)?;
    let body = AnnotationBody {
        website_id: website(tx, owner, wanted.website.as_deref()).await?,
        day: wanted.day,
        at: None,
        kind,
        title: wanted.title,
        detail: wanted.detail,
        pages: wanted.pages,
    };
    Ok(record::insert_annotation(tx, owner.workspace_id, owner.user_id, id, &body, now()).await?)
}

/// The time zone of schedules that a plan lays down.
const UTC: &str = "UTC";

async fn schedule(tx: &mut Tx, owner: Owner, id: Uuid, wanted: ScheduleRecord) -> Result<(), Refusal> {
    wanted.engine.parse::<EngineId>().map_err(Refusal::Unmet)?;
    let tick = next_tick(&wanted.cron, UTC, now());
    let new = NewSchedule {
        workspace_id: owner.workspace_id,
        user_id: owner.user_id,
        website_id: website(tx, owner, wanted.website.as_deref()).await?,
        kind: RunKind::Engine,
        engine_id: Some(wanted.engine),
        action: Some(wanted.task),
        payload: record::no_parameters(),
        next_at: tick.ok_or_else(|| Refusal::Unmet(format!("`{}` is no five-field cron", wanted.cron)))?,
        cron: wanted.cron,
        name: String::new(),
        time_zone: UTC.to_owned(),
    };
    Ok(record::insert_schedule(tx, id, &new, now()).await?)
}

/// Writes it down and has it judged.
async fn begin_experiment(tx: &mut Tx, owner: Owner, id: Uuid, wanted: ExperimentRecord) -> Result<(), Refusal> {
    let website_id = website(tx, owner, Some(&wanted.website)).await?.unwrap_or_default();
    let is_site = wanted.pages.is_empty();
    let body = ExperimentBody {
        annotation_id: wanted.annotation.as_deref().and_then(|id| id.parse().ok()),
        title: wanted.title,
        hypothesis: wanted.hypothesis,
        design: ExperimentDesign::BeforeAfter,
        unit: if is_site { ExperimentUnit::Site } else { ExperimentUnit::Page },
        metric: ExperimentMetric::Clicks,
        arms: vec![Arm { website_id, targets: wanted.pages, ..Arm::default() }],
        starts_on: wanted.starts_on,
        days: i32::try_from(wanted.days).unwrap_or(28),
        cents_per_unit: None,
    };
    record::insert_experiment(tx, owner.workspace_id, owner.user_id, id, &body, now()).await?;
    let payload = json!({"experimentId": id});
    let new = NewRun::new(owner.workspace_id, owner.user_id, RunKind::Experiment, payload);
    experiment::begin(tx, owner.workspace_id, id, new.id).await?;
    run::insert_undelivered(tx, &new).await?;
    Ok(())
}

/// The id of a website, which must be the workspace's.
async fn website(tx: &mut Tx, owner: Owner, text: Option<&str>) -> Result<Option<Uuid>, Refusal> {
    let Some(text) = text else { return Ok(None) };
    let gone = || Refusal::Unmet("its website is not there".to_owned());
    let id: Uuid = text.parse().map_err(|_| gone())?;
    if record::has_website(tx, owner.workspace_id, id).await? { Ok(Some(id)) } else { Err(gone()) }
}
