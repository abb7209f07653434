//! What a workspace owns beside its sites, as far as actions change it: each thing is a record, a text of JSON lines
//! under a key such as `annotation/ID`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::action::Action;
use super::site::Site;

/// An opportunity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpportunityRecord {
    /// What to do, in a sentence.
    pub title: String,
    /// Where it stands.
    pub status: String,
}

/// A change in the log of changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnotationRecord {
    /// Id of the website; `None` for all.
    pub website: Option<String>,
    /// The day, `YYYY-MM-DD`.
    pub day: String,
    /// What sort of change.
    pub change: String,
    /// In one line.
    pub title: String,
    /// In full; may be empty.
    #[serde(default)]
    pub detail: String,
    /// Addresses of the pages that changed; none for the whole site.
    #[serde(default)]
    pub pages: Vec<String>,
}

/// Stands for a day that is not known before the step is done.
pub const WHEN_DONE: &str = "when done";

/// A task that a person does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskRecord {
    /// Id of the website; `None` for none.
    pub website: Option<String>,
    /// What to do, in one line.
    pub title: String,
    /// How, or with which facts; may be empty.
    #[serde(default)]
    pub detail: String,
}

/// Runs that a clock starts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleRecord {
    /// Id of the website; `None` for none.
    pub website: Option<String>,
    /// The engine.
    pub engine: String,
    /// Its action.
    pub task: String,
    /// When: five-field cron in UTC.
    pub cron: String,
}

/// Something that is tried and measured.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentRecord {
    /// Id of the website.
    pub website: String,
    /// In one line.
    pub title: String,
    /// What is believed, and why.
    #[serde(default)]
    pub hypothesis: String,
    /// Addresses of the pages that are changed; none for the whole site.
    #[serde(default)]
    pub pages: Vec<String>,
    /// First day with the change, `YYYY-MM-DD`.
    pub starts_on: String,
    /// Days that are looked at, 1 to 365.
    pub days: u32,
    /// Id of the change in the log that is what is tried; `None` where nobody noted it.
    #[serde(default)]
    pub annotation: Option<String>,
}

/// The words of a record.
pub fn text_of(record: &impl Serialize) -> String {
    serde_json::to_string_pretty(record).unwrap_or_default()
}

/// A record of its words; `None` for words of another sort of record.
pub fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Does an action to a site's records and answers the action that takes it back.
///
/// # Errors
/// The precondition that does not hold, as a sentence.
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

/// The words afterwards; `None` where nothing is left.
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
