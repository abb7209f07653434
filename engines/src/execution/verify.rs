//! Checks after a step, and their verification.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::action::Action;
use super::plan::{MOST, MOST_NOTED};
use super::site::Site;
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError};

/// An expected state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// Observed property: `httpStatus`, `title`, `linksTo`, `canonical`, `isIndexable`, `location`, `release`, `gatePassed`, `formWorks`,
    /// `sitemapAccepted`, `content`, `record`.
    pub name: String,
    /// Address to check, if known.
    pub url: Option<String>,
    /// Expected value.
    pub expected: Value,
}

/// A step's checks and observations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct VerifyInput {
    /// Checks.
    pub checks: Vec<Check>,
    /// Observations by name of the check.
    pub observed: BTreeMap<String, Value>,
    /// Number of attempts so far.
    pub attempts: u32,
}

/// A check with its observation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckResult {
    /// Observed property.
    pub name: String,
    /// Expected value.
    pub expected: Value,
    /// Observed value; null if it could not be observed.
    pub observed: Value,
    /// `passed`, `failed` or `unknown`.
    pub outcome: CheckOutcome,
}

/// Outcome of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// The value is as expected.
    Passed,
    /// The value differs.
    Failed,
    /// It could not be observed, which never counts as passed.
    Unknown,
}

/// Result of the verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The step is accepted.
    Accept,
    /// Check again.
    Retry,
    /// Undo the step.
    RollBack,
}

/// Output of `verify`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// Result.
    pub verdict: Verdict,
    /// All checks.
    pub checks: Vec<CheckResult>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Maximum number of attempts at a check without an observation.
const MOST_LOOKS: u32 = 5;

/// Compares observations with the expected state.
///
/// All passed: accept. One failed: roll back. None failed, but some were not observed: retry, and after five
/// attempts roll back.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without checks, because nothing is accepted unverified; [`EngineError::TooLarge`].
pub fn verify(input: &VerifyInput, _control: &dyn Control) -> Result<Verification, EngineError> {
    if input.checks.is_empty() {
        return Err(EngineError::NoInput { what: "checks", unlock: "give the checks of the step" });
    }
    EngineError::check_sizes(&[
        ("`checks`", input.checks.len(), MOST),
        ("values in `observed`", input.observed.len(), MOST_NOTED),
    ])?;
    let result = |check: &Check| {
        let observed = input.observed.get(&check.name).cloned().unwrap_or(Value::Null);
        let outcome = match &observed {
            Value::Null => CheckOutcome::Unknown,
            seen if holds(&check.expected, seen) => CheckOutcome::Passed,
            _ => CheckOutcome::Failed,
        };
        CheckResult { name: check.name.clone(), expected: check.expected.clone(), observed, outcome }
    };
    let checks: Vec<CheckResult> = input.checks.iter().map(result).collect();
    let has = |outcome: CheckOutcome| checks.iter().any(|check| check.outcome == outcome);
    let verdict = if has(CheckOutcome::Failed) {
        Verdict::RollBack
    } else if has(CheckOutcome::Unknown) {
        if input.attempts >= MOST_LOOKS { Verdict::RollBack } else { Verdict::Retry }
    } else {
        Verdict::Accept
    };
    Ok(Verification { verdict, checks, method: METHOD.to_owned(), method_version: METHOD_VERSION.to_owned() })
}

/// Compares for equality; an observed list must contain the expected value.
fn holds(expected: &Value, seen: &Value) -> bool {
    match (expected, seen) {
        (Value::Array(_), _) => expected == seen,
        (_, Value::Array(all)) => all.contains(expected),
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => expected == seen,
    }
}

/// Returns the expected state after an action.
pub(crate) fn checks(action: &Action, site: Option<&Site>) -> Vec<Check> {
    let base = site.and_then(|site| site.base_url.as_deref()).map(|base| base.trim_end_matches('/').to_owned());
    let address = |path: &str| {
        base.as_ref().map(|base| format!("{base}/{}", path.trim_start_matches('/').trim_end_matches("index.html")))
    };
    let check = |name: &str, url: Option<String>, expected: Value| Check { name: name.to_owned(), url, expected };
    let page = |path: &str| {
        vec![check("httpStatus", address(path), json!(200)), check("isIndexable", address(path), json!(true))]
    };
    match action {
        Action::CreatePage { path, .. } => {
            let mut all = page(path);
            all.extend(address(path).map(|url| check("canonical", Some(url.clone()), json!(url))));
            all
        }
        Action::AddTitle { path, title, .. } => {
            [page(path), vec![check("title", address(path), json!(title))]].concat()
        }
        Action::AddInternalLink { path, target, .. } => {
            [page(path), vec![check("linksTo", address(path), json!(target))]].concat()
        }
        Action::PublishVariant { path, variant, .. } => {
            [page(path), vec![check("variant", address(path), json!(variant))]].concat()
        }
        Action::FixRedirect { from, to, .. } => {
            vec![check("httpStatus", address(from), json!(301)), check("location", address(from), json!(to))]
        }
        Action::DeploySite { release, .. } => vec![
            check("httpStatus", address(""), json!(200)),
            check("release", address(""), json!(release)),
            check("isIndexable", address(""), json!(true)),
            check("gatePassed", None, json!(true)),
            check("formWorks", address(""), json!(true)),
        ],
        Action::SubmitSitemap { url, .. } => vec![check("sitemapAccepted", Some(url.clone()), json!(true))],
        Action::PauseSite { .. } => vec![check("httpStatus", address(""), json!(503))],
        Action::ResumeSite { .. } => vec![check("httpStatus", address(""), json!(200))],
        Action::DeletePage { path, .. } => vec![check("httpStatus", address(path), json!(410))],
        Action::RestoreFile { path, content, .. } => {
            vec![check("content", address(path), json!(content.as_deref().unwrap_or("absent")))]
        }
        Action::RestoreRedirect { from, to, .. } => {
            vec![check("location", address(from), json!(to.as_deref().unwrap_or("none")))]
        }
        Action::RestoreRelease { release, .. } => {
            vec![check("release", address(""), json!(release.as_deref().unwrap_or("none")))]
        }
        Action::RestoreRecord { content, .. } => {
            vec![check("record", None, json!(content.as_deref().unwrap_or("absent")))]
        }
        Action::CompleteTask { .. }
        | Action::SetOpportunityStatus { .. }
        | Action::AddAnnotation { .. }
        | Action::AddSchedule { .. }
        | Action::StartExperiment { .. }
        | Action::DeleteAnnotation { .. }
        | Action::DeleteSchedule { .. } => {
            let text = site.and_then(|site| site.text(action));
            vec![check("record", None, json!(text.map_or("absent", String::as_str)))]
        }
        Action::WithdrawSitemap { url, .. } => vec![check("sitemapAccepted", Some(url.clone()), json!(false))],
    }
}
