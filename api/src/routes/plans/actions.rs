//! Actions of plans in requests.

use ::engines::{
    common::EngineId,
    execution::{
        Action, Request,
        record::{AnnotationRecord, ExperimentRecord, ScheduleRecord, TaskRecord, WHEN_DONE},
    },
};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::{annotation::AnnotationKind, new_id, opportunity::OpportunityStatus},
    store::{annotation, opportunity, schedule, website},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    state::AppState,
};

/// Name of the plan's workspace in the engine.
const WORKSPACE: &str = "workspace";
const TITLE_CHARS: usize = 200;
const DETAIL_CHARS: usize = 10_000;
const PAGES: usize = 500;
const PAGE_CHARS: usize = 2_000;

/// An action.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = NewPlanAction)]
pub(super) enum ActionInput {
    /// Assigns a task to a person and records it once they report it as done. Steps dated when done wait for it.
    #[serde(rename_all = "camelCase")]
    CompleteTask {
        website_id: Option<Uuid>,
        /// What to do, one line.
        title: String,
        #[serde(default)]
        detail: String,
    },
    /// Sets the status of an opportunity.
    #[serde(rename_all = "camelCase")]
    SetOpportunityStatus {
        opportunity_id: Uuid,
        /// One of `discovered`, `in_review`, `implementing`, `implemented`, `failed`, `dismissed`.
        status: OpportunityStatus,
    },
    /// Adds a change to the change log.
    #[serde(rename_all = "camelCase")]
    AddAnnotation {
        /// Default: all websites of the workspace.
        website_id: Option<Uuid>,
        /// Default: the day on which the step is executed.
        day: Option<NaiveDate>,
        /// One of `deploy`, `edit`, `title`, `link`, `migration`, `google_update`, `other`.
        change: AnnotationKind,
        title: String,
        #[serde(default)]
        detail: String,
        #[serde(default)]
        pages: Vec<String>,
    },
    /// Deletes an annotation. Needs separate approval.
    #[serde(rename_all = "camelCase")]
    DeleteAnnotation { annotation_id: Uuid },
    /// Creates a schedule for an engine's action.
    #[serde(rename_all = "camelCase")]
    AddSchedule {
        website_id: Option<Uuid>,
        #[schema(value_type = crate::engine_id::EngineId)]
        engine: EngineId,
        /// One of the engine's actions.
        task: String,
        /// Five-field cron in UTC.
        cron: String,
    },
    /// Deletes a schedule. Needs separate approval.
    #[serde(rename_all = "camelCase")]
    DeleteSchedule { schedule_id: Uuid },
    /// Starts an experiment.
    #[serde(rename_all = "camelCase")]
    StartExperiment {
        website_id: Uuid,
        title: String,
        #[serde(default)]
        hypothesis: String,
        /// Changed pages; empty for the whole site.
        #[serde(default)]
        pages: Vec<String>,
        /// Default: the day on which the step is executed.
        starts_on: Option<NaiveDate>,
        /// Default: 28.
        days: Option<u32>,
    },
}

/// Converts the action to the engine's request; `place` is its number, from 1.
pub(super) async fn request(state: &AppState, workspace_id: Uuid, place: usize, input: ActionInput) -> Result<Request> {
    let (action, reason) = action(state, workspace_id, input).await?;
    let id = format!("{place}-{}", action.word().replace('_', "-"));
    Ok(Request { id, action, depends_on: Vec::new(), reason: Some(reason), impact_cents: None })
}

/// Links an experiment with a change of the same plan on the same day and pages, so that the change does not count as
/// another event that disturbs the experiment.
pub(super) fn name_own_changes(requests: &mut [Request]) {
    let notes: Vec<(String, AnnotationRecord)> = requests
        .iter()
        .filter_map(|request| match &request.action {
            Action::AddAnnotation { annotation, note, .. } => Some((annotation.clone(), note.clone())),
            _ => None,
        })
        .collect();
    for request in requests {
        let Action::StartExperiment { experiment, .. } = &mut request.action else { continue };
        let is_own = |note: &AnnotationRecord| {
            note.website.as_ref() == Some(&experiment.website)
                && note.day == experiment.starts_on
                && note.pages == experiment.pages
        };
        experiment.annotation = notes.iter().find(|(_, note)| is_own(note)).map(|(id, _)| id.clone());
    }
}

/// Makes steps that are dated when done wait for the plan's tasks, because they record the tasks' changes.
pub(super) fn wait_for_tasks(requests: &mut [Request]) {
    let is_task = |request: &&Request| matches!(request.action, Action::CompleteTask { .. });
    let tasks: Vec<String> = requests.iter().filter(is_task).map(|request| request.id.clone()).collect();
    for request in requests.iter_mut().filter(|request| request.action.is_dated_when_done()) {
        request.depends_on.clone_from(&tasks);
    }
}

fn dated(day: Option<NaiveDate>) -> String {
    day.map_or_else(|| WHEN_DONE.to_owned(), |day| day.to_string())
}

/// Returns the action and a short description of its object.
async fn action(state: &AppState, workspace_id: Uuid, input: ActionInput) -> Result<(Action, String)> {
    let site = WORKSPACE.to_owned();
    Ok(match input {
        ActionInput::CompleteTask { website_id, title, detail } => {
            let website = own_website(state, workspace_id, website_id).await?;
            let task = TaskRecord {
                website,
                title: text("title", title, 1, TITLE_CHARS)?,
                detail: text("detail", detail, 0, DETAIL_CHARS)?,
            };
            let title = task.title.clone();
            (Action::CompleteTask { site, id: new_id().to_string(), task }, title)
        }
        ActionInput::SetOpportunityStatus { opportunity_id, status } => {
            let found = opportunity::find(&state.db, workspace_id, opportunity_id).await?;
            let title = found.ok_or(ApiError::NotFound("opportunity"))?.body.0.title;
            let opportunity = opportunity_id.to_string();
            (Action::SetOpportunityStatus { site, opportunity, status: status.to_string() }, title)
        }
        ActionInput::AddAnnotation { website_id, day, change, title, detail, pages } => {
            let website = own_website(state, workspace_id, website_id).await?;
            let note = AnnotationRecord {
                website,
                day: dated(day),
                change: change.to_string(),
                title: text("title", title, 1, TITLE_CHARS)?,
                detail: text("detail", detail, 0, DETAIL_CHARS)?,
                pages: checked_pages(pages)?,
            };
            let title = note.title.clone();
            (Action::AddAnnotation { site, annotation: new_id().to_string(), note }, title)
        }
        ActionInput::DeleteAnnotation { annotation_id } => {
            let found = annotation::find(&state.db, workspace_id, annotation_id).await?;
            let title = found.ok_or(ApiError::NotFound("annotation"))?.title;
            (Action::DeleteAnnotation { site, annotation: annotation_id.to_string() }, title)
        }
        ActionInput::AddSchedule { website_id, engine, task, cron } => {
            let website = own_website(state, workspace_id, website_id).await?;
            let (task, cron) = (text("task", task, 1, TITLE_CHARS)?, text("cron", cron, 1, TITLE_CHARS)?);
            let name = format!("{engine} {task}");
            let schedule = ScheduleRecord { website, engine: engine.to_string(), task, cron };
            (Action::AddSchedule { site, id: new_id().to_string(), schedule }, name)
        }
        ActionInput::DeleteSchedule { schedule_id } => {
            let all = schedule::list(&state.db, workspace_id).await?;
            let found = all.into_iter().find(|one| one.id == schedule_id).ok_or(ApiError::NotFound("schedule"))?;
            let name = format!("{} {}", found.engine_id.unwrap_or_default(), found.action.unwrap_or_default());
            (Action::DeleteSchedule { site, id: schedule_id.to_string() }, name)
        }
        ActionInput::StartExperiment { website_id, title, hypothesis, pages, starts_on, days } => {
            let website = own_website(state, workspace_id, Some(website_id)).await?.unwrap_or_default();
            let experiment = experiment(website, (title, hypothesis), pages, starts_on, days)?;
            let title = experiment.title.clone();
            (Action::StartExperiment { site, id: new_id().to_string(), experiment }, title)
        }
    })
}

fn experiment(
    website: String, (title, hypothesis): (String, String), pages: Vec<String>, starts_on: Option<NaiveDate>,
    days: Option<u32>,
) -> Result<ExperimentRecord> {
    Ok(ExperimentRecord {
        website,
        title: text("title", title, 1, TITLE_CHARS)?,
        hypothesis: text("hypothesis", hypothesis, 0, DETAIL_CHARS)?,
        pages: checked_pages(pages)?,
        starts_on: dated(starts_on),
        days: days.unwrap_or(28),
        annotation: None,
    })
}

async fn own_website(state: &AppState, workspace_id: Uuid, id: Option<Uuid>) -> Result<Option<String>> {
    let Some(id) = id else { return Ok(None) };
    website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    Ok(Some(id.to_string()))
}

fn text(field: &str, value: String, least: usize, most: usize) -> Result<String> {
    if (least..=most).contains(&value.trim().chars().count()) {
        return Ok(value);
    }
    Err(ApiError::invalid(format!("/actions/{field}"), format!("must have {least} to {most} characters")))
}

fn checked_pages(pages: Vec<String>) -> Result<Vec<String>> {
    let is_page = |page: &String| {
        let begins = ["/", "http://", "https://"].iter().any(|start| page.starts_with(start));
        begins && page.chars().count() <= PAGE_CHARS && !page.contains(|c: char| c.is_whitespace() || c == '\0')
    };
    if pages.len() <= PAGES && pages.iter().all(is_page) {
        return Ok(pages);
    }
    Err(ApiError::invalid("/actions/pages", "must be at most 500 addresses (https://…) or paths (/…)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(action: Action) -> Request {
        Request { id: "1".to_owned(), action, depends_on: Vec::new(), reason: None, impact_cents: None }
    }

    fn note(day: &str, pages: &[&str]) -> Request {
        let note = AnnotationRecord {
            website: Some("w".to_owned()),
            day: day.to_owned(),
            change: "edit".to_owned(),
            title: "A text".to_owned(),
            detail: String::new(),
            pages: pages.iter().map(|page| (*page).to_owned()).collect(),
        };
        request(Action::AddAnnotation { site: WORKSPACE.to_owned(), annotation: format!("{day}{pages:?}"), note })
    }

    fn experiment(day: &str, pages: &[&str]) -> Request {
        let experiment = ExperimentRecord {
            website: "w".to_owned(),
            title: "A text".to_owned(),
            hypothesis: String::new(),
            pages: pages.iter().map(|page| (*page).to_owned()).collect(),
            starts_on: day.to_owned(),
            days: 28,
            annotation: None,
        };
        request(Action::StartExperiment { site: WORKSPACE.to_owned(), id: "e".to_owned(), experiment })
    }

    fn named(requests: &[Request]) -> Option<&str> {
        requests.iter().find_map(|request| match &request.action {
            Action::StartExperiment { experiment, .. } => experiment.annotation.as_deref(),
            _ => None,
        })
    }

    #[test]
    fn an_experiment_tries_the_change_of_its_own_plan() {
        let mut own = [note("2026-01-02", &["/b"]), note("2026-01-02", &["/a"]), experiment("2026-01-02", &["/a"])];
        name_own_changes(&mut own);
        assert_eq!(named(&own), Some("2026-01-02[\"/a\"]"));
        let mut other = [note("2026-01-01", &["/a"]), note("2026-01-02", &[]), experiment("2026-01-02", &["/a"])];
        name_own_changes(&mut other);
        assert_eq!(named(&other), None, "another day, other pages");
    }
}
