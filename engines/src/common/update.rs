//! Events that affected every website at the same time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Day;

/// An event that affected all sites: a search engine update, a holiday, an outage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Update {
    /// Name, such as `March core update`.
    pub name: String,
    /// First day.
    pub from: Day,
    /// Last day; absent if it equals the first.
    #[serde(default)]
    pub to: Option<Day>,
}

/// Returns the updates that overlap the days `from` to `to`.
pub(crate) fn overlapping(updates: &[Update], from: Day, to: Day) -> Vec<&Update> {
    updates.iter().filter(|update| update.from <= to && update.to.unwrap_or(update.from) >= from).collect()
}
