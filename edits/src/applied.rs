//! Results of applying and checking changes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A page after its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// Bytes of the page. Those outside the changed elements are the same as before.
    pub html: Vec<u8>,
    /// What happened to each change, in the order of the changes.
    pub outcomes: Vec<Outcome>,
}

impl Applied {
    /// Returns true if the page differs from before.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.outcomes.iter().any(|outcome| outcome.status == OutcomeStatus::Changed)
    }

    /// Returns true if every change is on the page now.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.outcomes.iter().all(|outcome| outcome.status != OutcomeStatus::Impossible)
    }
}

/// What happened to a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditOutcome)]
pub struct Outcome {
    /// Result.
    pub status: OutcomeStatus,
    /// Reason why it is impossible, or a remark on the page, such as a second title.
    pub detail: Option<String>,
}

/// Result of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditOutcomeStatus)]
pub enum OutcomeStatus {
    /// The page was changed.
    Changed,
    /// The page already was as requested.
    Unchanged,
    /// The page lacks what the change needs, such as the words of a link.
    Impossible,
}

/// What a page shows, compared with a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditChecked)]
pub struct Checked {
    /// Whether the page shows what the change requests.
    pub is_applied: bool,
    /// What the page shows instead or as requested; `null` if it shows nothing of this kind.
    pub found: Option<String>,
}
