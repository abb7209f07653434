//! What to do next.

use shared::{
    domain::{
        opportunity::{Opportunity, OpportunityStatus},
        report::{ReportAction, ReportActions, ReportSource},
    },
    store::{StoreError, opportunity},
};

use super::Scope;

const MOST: usize = 3;
/// Opportunities that are read.
const MOST_READ: i64 = 1_000;

pub(super) async fn section(scope: Scope<'_>) -> Result<Option<ReportActions>, StoreError> {
    let all = opportunity::list(scope.db, scope.workspace_id, Some(scope.website.id), MOST_READ).await?;
    let is_open =
        |one: &&Opportunity| matches!(one.status, OpportunityStatus::Discovered | OpportunityStatus::InReview);
    let open: Vec<&Opportunity> = all.iter().filter(is_open).collect();
    if open.is_empty() {
        return Ok(None);
    }
    let action = |one: &&Opportunity| ReportAction {
        title: one.body.title.clone(),
        value: one.body.impact.clone(),
        effort_minutes: one.body.effort_minutes,
    };
    Ok(Some(ReportActions {
        source: ReportSource { name: "Opportunities by score".to_owned(), as_of: scope.at.date_naive() },
        next: open.iter().take(MOST).map(action).collect(),
        open: open.len(),
    }))
}
