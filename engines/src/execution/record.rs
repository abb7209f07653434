//! Records of a workspace that actions change. A record is a text of JSON lines with a key such as `annotation/ID`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// An opportunity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpportunityRecord {
    /// Recommendation, in one sentence.
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
