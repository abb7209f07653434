//! Reviews of the sites of a deployment whose trades are regulated.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::{
    domain::{deployment::NeededReview, release::Review},
    store::{Executor, Result, macros::*},
};

/// What a person states with an approval.
#[derive(Debug, Clone, Default)]
pub struct Reviews {
    /// Review of all sites whose trades have none of their own.
    pub of_all: Option<Review>,
    /// Reviews by the slug of the vertical.
    pub of_verticals: BTreeMap<String, Review>,
    /// [Version](super::waiting_version) of the releases that the person looked at; `None` approves what waits.
    pub seen: Option<String>,
    /// Whether sites without a review wait on. Otherwise nothing is approved while one is missing.
    pub leaves_others: bool,
}

impl Reviews {
    /// Returns the review of the sites of a vertical.
    #[must_use]
    pub fn of(&self, vertical: &str) -> Option<&Review> {
        self.of_verticals.get(vertical).or(self.of_all.as_ref())
    }
}

/// Returns the sites of a deployment of the workspace that wait and that a named person must review, ordered by vertical.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn needed_reviews(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid,
) -> Result<Vec<NeededReview>> {
    query_all!(
        executor.into(),
        NeededReview,
        "SELECT s.website_id AS site_id, (SELECT w.name FROM websites w WHERE w.id = s.website_id) AS name, s.vertical,
                s.vertical_name, l.gate ->> 'review' AS reviewer
           FROM sites s JOIN releases l ON l.website_id = s.website_id AND l.number =
             (SELECT MAX(number) FROM releases WHERE releases.website_id = s.website_id)
          WHERE s.workspace_id = $1 AND s.deployment_id = $2 AND s.status = 'waiting' AND NOT l.is_blocked
            AND l.needs_review AND l.reviewed_at IS NULL
            AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
          ORDER BY s.vertical, s.website_id",
        workspace_id,
        id
    )
}
