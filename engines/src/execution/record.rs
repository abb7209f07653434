//! Records of a workspace that actions change. A record is a text of JSON lines with a key such as `annotation/ID`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::action::Action;
use super::site::Site;

/// An opportunity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpportunityRecord {
    /// What to do, in one sentence.
    pub title: String,
    /// Status.
    pub status: String,
}

/// An entry of the change log.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnotationRecord {
    /// Id of the website; `None` for all websites.
    pub website: Option<String>,
    /// The day, `YYYY-MM-DD`.
    pub day: String,
    /// Kind of change.
    pub change: String,
    /// Title, one line.
    pub title: String,
    /// Details; may be empty.
    #[serde(default)]
    pub detail: String,
    /// Addresses of the changed pages; empty for the whole site.
    #[serde(default)]
    pub pages: Vec<String>,
}

/// Placeholder for the day of execution.
pub const WHEN_DONE: &str = "when done";

/// A task for a person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskRecord {
    /// Id of the website; `None` for no website.
    pub website: Option<String>,
    /// What to do, one line.
    pub title: String,
    /// Instructions or facts; may be empty.
    #[serde(default)]
    pub detail: String,
}

/// A schedule for runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleRecord {
    /// Id of the website; `None` for no website.
    pub website: Option<String>,
    /// Engine.
    pub engine: String,
    /// Action of the engine.
    pub task: String,
    /// Times: five-field cron in UTC.
    pub cron: String,
}

/// An experiment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentRecord {
    /// Id of the website.
    pub website: String,
    /// Title, one line.
    pub title: String,
    /// Hypothesis, with its reason.
    #[serde(default)]
    pub hypothesis: String,
    /// Addresses of the changed pages; empty for the whole site.
    #[serde(default)]
    pub pages: Vec<String>,
    /// First day with the change, `YYYY-MM-DD`.
    pub starts_on: String,
    /// Days to measure, 1 to 365.
    pub days: u32,
    /// Id of the measured change in the change log; `None` if it was not recorded.
    #[serde(default)]
    pub annotation: Option<String>,
}

/// Serialises a record.
pub fn text_of(record: &impl Serialize) -> String {
    serde_json::to_string_pretty(record).unwrap_or_default()
}

/// Parses a record; returns `None` for another kind of record.
pub fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Applies an action to a site's records and returns its inverse.
///
/// # Errors
/// Returns the failed precondition as a sentence.
pub(super) fn perform(site: &mut Site, action: &Action) -> Result<Action, String> {
    let key = action.record().ok_or("it is about no record")?;
    let before = site.records.get(&key).cloned();
    let after = after(before.as_deref(), action)?;
    if before == after {
        return Err("it would change nothing".to_owned());
    }
    match &after {
        Some(text) => site.records.insert(key.clone(), text.clone()),
        None => site.records.remove(&key),
    };
    Ok(Action::RestoreRecord { site: action.site().to_owned(), record: key, content: before, expected: after })
}

/// Returns the content afterwards; `None` if the record is removed.
fn after(before: Option<&str>, action: &Action) -> Result<Option<String>, String> {
    match action {
        Action::SetOpportunityStatus { status, .. } => {
            edited(before, "opportunity", |record: &mut OpportunityRecord| record.status.clone_from(status))
        }
        Action::AddAnnotation { note, .. } => created(before, &note.title, text_of(note)),
        Action::CompleteTask { task, .. } => created(before, &task.title, text_of(task)),
        Action::AddSchedule { schedule, .. } if schedule.cron.split_whitespace().count() != 5 => {
            Err(format!("`{}` is no five-field cron", schedule.cron))
        }
        Action::AddSchedule { schedule, .. } => created(before, &schedule.task, text_of(schedule)),
        Action::StartExperiment { experiment, .. } if !(1..=365).contains(&experiment.days) => {
            Err("an experiment takes 1 to 365 days".to_owned())
        }
        Action::StartExperiment { experiment, .. } => created(before, &experiment.title, text_of(experiment)),
        Action::DeleteAnnotation { .. } => gone(before, "annotation"),
        Action::DeleteSchedule { .. } => gone(before, "schedule"),
        Action::RestoreRecord { content, expected, .. } => {
            if before != expected.as_deref() {
                return Err("it was changed since; nothing is overwritten".to_owned());
            }
            Ok(content.clone())
        }
        _ => Err("it is about no record".to_owned()),
    }
}

fn edited<T: DeserializeOwned + Serialize>(
    before: Option<&str>, noun: &str, edit: impl FnOnce(&mut T),
) -> Result<Option<String>, String> {
    let mut record: T = before.and_then(read).ok_or_else(|| format!("there is no such {noun}"))?;
    edit(&mut record);
    Ok(Some(text_of(&record)))
}

fn created(before: Option<&str>, name: &str, text: String) -> Result<Option<String>, String> {
    match before {
        Some(_) => Err("it is there already".to_owned()),
        None if name.trim().is_empty() => Err("it needs a title".to_owned()),
        None => Ok(Some(text)),
    }
}

fn gone(before: Option<&str>, noun: &str) -> Result<Option<String>, String> {
    before.map(|_| None).ok_or_else(|| format!("there is no such {noun}"))
}
