//! What moved every website at the same time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Day;

/// Something that moved everybody: an update of the search engine, a holiday, an outage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Update {
    /// Its name, such as `March core update`.
    pub name: String,
    /// Its first day.
    pub from: Day,
    /// Its last day; left out, the first.
    #[serde(default)]
    pub to: Option<Day>,
}

/// Updates that run on any day from `from` to `to`.
pub(crate) fn overlapping(updates: &[Update], from: Day, to: Day) -> Vec<&Update> {
    updates.iter().filter(|update| update.from <= to && update.to.unwrap_or(update.from) >= from).collect()
}
