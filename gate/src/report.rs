//! Result of the gate.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Result of all checks of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateReport)]
pub struct Report {
    /// True if no finding blocks. A person must still approve the release.
    pub passes: bool,
    /// Who must review a release before it is deployed, such as `a licensed attorney`; `null` if the trade needs nobody.
    #[serde(default)]
    pub review: Option<String>,
    /// All checks in order.
    pub checks: Vec<Check>,
    /// What is wrong, blocking findings first.
    pub findings: Vec<Finding>,
}

/// A check with its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateCheck)]
pub struct Check {
    /// Id, `G01` to `G24`.
    pub id: String,
    /// Name in words with hyphens, such as `doorway-similarity`.
    pub name: String,
    /// Title.
    pub title: String,
    /// The most severe level of its findings.
    pub level: Level,
    /// Result.
    pub status: Status,
    /// What was measured.
    pub measured: String,
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateFinding)]
pub struct Finding {
    /// Id of the check.
    pub check: String,
    /// Whether it blocks.
    pub level: Level,
    /// Path of the page; `null` if it concerns the whole site.
    pub page: Option<String>,
    /// What is wrong.
    pub detail: String,
    /// What to do.
    pub fix: String,
}

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateLevel)]
pub enum Level {
    /// The site must not be deployed.
    Block,
    /// The site should be improved.
    Warn,
}

/// Result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GateStatus)]
pub enum Status {
    /// Nothing is wrong.
    Passed,
    /// Something should be improved.
    Warned,
    /// Something blocks the deploy.
    Blocked,
    /// The check does not concern this site.
    NotApplicable,
    /// A person must decide.
    Waiting,
}

impl Report {
    /// Returns true if a finding blocks.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        !self.passes
    }
}
