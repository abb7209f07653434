//! What a workspace owns beside its sites, as far as actions change it: each thing is a record, a text of JSON lines
//! under a key such as `annotation/ID`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

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
