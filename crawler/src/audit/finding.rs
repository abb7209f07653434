//! What a check found.

use serde::{Deserialize, Serialize};

use super::Issue;

/// Examples that a finding carries.
const MOST_EXAMPLES: usize = 10;

/// An issue of a page with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Issue that was found.
    pub issue: Issue,
    /// Number of places that have the issue.
    pub count: u64,
    /// First examples; the definition of the issue says what they are.
    pub evidence: Vec<String>,
}

/// Places that have an issue, before they are attached to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Found {
    count: u64,
    examples: Vec<String>,
}

impl Found {
    /// Collects places; `None` if there are none.
    pub(crate) fn each<T: Into<String>>(places: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut found = Self::default();
        for place in places {
            found.count += 1;
            if found.examples.len() < MOST_EXAMPLES {
                found.examples.push(place.into());
            }
        }
        (found.count > 0).then_some(found)
    }

    /// Returns one place if the condition holds.
    pub(crate) fn when(holds: bool, example: impl FnOnce() -> String) -> Option<Self> {
        holds.then(|| Self { count: 1, examples: vec![example()] })
    }

    /// Replaces the number of places, if not all of them were collected.
    pub(crate) fn of(self, count: u64) -> Self {
        Self { count: count.max(self.count), ..self }
    }

    pub(crate) fn with_issue(self, issue: Issue) -> Finding {
        Finding { issue, count: self.count, evidence: self.examples }
    }
}
