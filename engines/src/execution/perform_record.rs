//! Performs actions on the records of a workspace.

use serde::{Serialize, de::DeserializeOwned};

use super::action::Action;
use super::record::{OpportunityRecord, read, text_of};
use super::site::Site;

/// Applies an action to a site's records and returns its inverse.
///
/// # Errors
/// Returns the failed precondition as a sentence.
pub(super) fn perform(site: &mut Site, action: &Action) -> Result<Action, String> {
    let key = action.record().ok_or("the action does not change a record")?;
    let before = site.records.get(&key).cloned();
    let after = after(before.as_deref(), action)?;
    if before == after {
        return Err("the action would change nothing".to_owned());
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
            Err(format!("`{}` is not a five-field cron expression", schedule.cron))
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
                return Err("it was changed in the meantime; it is not overwritten".to_owned());
            }
            Ok(content.clone())
        }
        _ => Err("the action does not change a record".to_owned()),
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
        Some(_) => Err("the record already exists".to_owned()),
        None if name.trim().is_empty() => Err("the title is empty".to_owned()),
        None => Ok(Some(text)),
    }
}

fn gone(before: Option<&str>, noun: &str) -> Result<Option<String>, String> {
    before.map(|_| None).ok_or_else(|| format!("there is no such {noun}"))
}
