//! The report of the checks, in responses. It is stored with the release.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Result of all checks of a release.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateReport)]
pub(super) struct Report {
    /// True if no finding blocks. A person must still approve the release.
    passes: bool,
    /// All checks in order.
    checks: Vec<Check>,
    /// What is wrong, blocking findings first.
    findings: Vec<Finding>,
}

/// A check with its result.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateCheck)]
pub(super) struct Check {
    /// Id, `G01` to `G24`.
    id: String,
    /// Name in words with hyphens, such as `doorway-similarity`.
    #[serde(default)]
    name: String,
    title: String,
    /// The most severe level of its findings.
    level: Level,
    status: Status,
    /// What was measured; may be empty.
    #[serde(default)]
    measured: String,
}

/// Something that is wrong.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateFinding)]
pub(super) struct Finding {
    /// Id of the check.
    check: String,
    level: Level,
    /// Path of the page; `null` if it concerns the whole site.
    page: Option<String>,
    /// What is wrong.
    detail: String,
    /// What to do.
    fix: String,
}

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateLevel)]
pub(super) enum Level {
    /// The site must not be deployed.
    Block,
    /// The site should be improved.
    Warn,
}

/// Result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateStatus)]
pub(super) enum Status {
    /// Nothing is wrong.
    Passed,
    /// Something should be improved.
    Warned,
    /// Something forbids the deployment.
    Blocked,
    /// The check does not concern this site.
    NotApplicable,
    /// A person must decide.
    Waiting,
}
