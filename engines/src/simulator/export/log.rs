//! Simulated change log.

use serde::{Deserialize, Serialize};

use super::super::output::Simulation;
use crate::common::Day;

/// A change, or an update of the search engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggedChange {
    /// Date.
    pub day: Day,
    /// `title`, `edit`, `link` or `google_update`.
    pub kind: String,
    /// Description. Changes with and without effect have the same descriptions.
    pub title: String,
    /// Addresses of the changed pages; empty for an update.
    pub pages: Vec<String>,
}

pub(super) fn logged(world: &Simulation) -> Vec<LoggedChange> {
    let change = |entry: &super::super::output::ChangeEntry| LoggedChange {
        day: entry.date,
        kind: kind(&entry.description).to_owned(),
        title: entry.description.clone(),
        pages: vec![entry.page.clone()],
    };
    let update = |update: &super::super::output::TrueUpdate| LoggedChange {
        day: world.day(update.day as usize),
        kind: "google_update".to_owned(),
        title: "Simulated core update".to_owned(),
        pages: Vec::new(),
    };
    let mut all: Vec<LoggedChange> = world.change_log.iter().map(change).collect();
    all.extend(world.truth.updates.iter().map(update));
    all.sort_by(|a, b| (a.day, &a.pages).cmp(&(b.day, &b.pages)));
    all
}

fn kind(description: &str) -> &'static str {
    match description {
        text if text.starts_with("Title") => "title",
        text if text.starts_with("Links") => "link",
        _ => "edit",
    }
}
