//! Differences and facts of a page before and after its changes.

use edits::{Applied, Change, OutcomeStatus, PageFacts};
use serde_json::{Value, json};

use super::source::Found;
use crate::{context::RunContext, error::JobError};

/// A page with its changes.
#[derive(Debug)]
pub(super) struct Changed {
    pub(super) file: String,
    pub(super) before: Vec<u8>,
    pub(super) after: Vec<u8>,
    /// What the page shows of each of its changes before they are made.
    pub(super) checked: Vec<Value>,
    /// Changes that the page has no place for: their position among those of the page, and the reason.
    pub(super) problems: Vec<(usize, String)>,
    pub(super) preview: Value,
}

/// Applies the changes of a page on another thread.
pub(super) async fn changed(
    context: &RunContext, found: Found, changes: Vec<Change>, url: Option<String>,
) -> Result<Result<Changed, String>, JobError> {
    context.compute(move |context| compute(&context, found, &changes, url.as_deref())).await
}

fn compute(
    context: &RunContext, found: Found, changes: &[Change], url: Option<&str>,
) -> Result<Result<Changed, String>, JobError> {
    let cancelled = || context.is_cancelled();
    let wanted: Vec<&Change> = changes.iter().collect();
    let applied = match edits::apply(&found.bytes, &wanted, &cancelled) {
        Ok(applied) => applied,
        Err(edits::ApplyError::Cancelled) => return Err(JobError::Cancelled),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let (before, after) = match (facts(&found.bytes, &cancelled)?, facts(&applied.html, &cancelled)?) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(problem), _) | (_, Err(problem)) => return Ok(Err(problem)),
    };
    let mut checked = Vec::with_capacity(changes.len());
    for change in changes {
        checked.push(check(&found.bytes, change, &cancelled)?);
    }
    let preview = json!({
        "path": found.file, "url": url, "hunks": edits::diff(&found.bytes, &applied.html), "before": before, "after": after,
        "notes": notes(&applied),
    });
    let problems = problems(&applied);
    Ok(Ok(Changed { file: found.file, before: found.bytes, after: applied.html, checked, problems, preview }))
}

fn facts(html: &[u8], cancelled: &dyn Fn() -> bool) -> Result<Result<PageFacts, String>, JobError> {
    match edits::facts(html, cancelled) {
        Ok(facts) => Ok(Ok(facts)),
        Err(edits::ApplyError::Cancelled) => Err(JobError::Cancelled),
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// Returns what a page shows of a change. A page that cannot be read shows nothing.
pub(super) fn check(html: &[u8], change: &Change, cancelled: &dyn Fn() -> bool) -> Result<Value, JobError> {
    match edits::check(html, change, cancelled) {
        Ok(checked) => serde_json::to_value(checked).map_err(|error| JobError::defect(&error)),
        Err(edits::ApplyError::Cancelled) => Err(JobError::Cancelled),
        Err(error) => Ok(unseen(&error.to_string())),
    }
}

/// What is known of a change whose page cannot be read.
pub(super) fn unseen(reason: &str) -> Value {
    json!({ "isApplied": false, "found": null, "problem": reason })
}

/// Returns true if a change is on the website.
pub(super) fn is_applied(checked: &Value) -> bool {
    checked.get("isApplied").and_then(Value::as_bool) == Some(true)
}

fn problems(applied: &Applied) -> Vec<(usize, String)> {
    let all = applied.outcomes.iter().enumerate();
    all.filter(|(_, outcome)| outcome.status == OutcomeStatus::Impossible)
        .map(|(at, outcome)| (at, outcome.detail.clone().unwrap_or_default()))
        .collect()
}

fn notes(applied: &Applied) -> Vec<&str> {
    let is_done = |outcome: &&edits::Outcome| outcome.status != OutcomeStatus::Impossible;
    applied.outcomes.iter().filter(is_done).filter_map(|outcome| outcome.detail.as_deref()).collect()
}
