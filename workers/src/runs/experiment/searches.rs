//! Loads daily search data of an experiment.

use shared::{
    domain::{
        daily::PageDay,
        experiment::{Arm, ExperimentUnit},
        website::WebsiteKind,
    },
    store::{daily, website},
};

use crate::{context::RunContext, error::JobError};

/// Maximum number of pages or queries, those with the most impressions.
const MOST_READ: i64 = 5_000;

/// Loads the days of each page, query or website.
pub(super) async fn load(context: &RunContext, unit: ExperimentUnit, arm: &Arm) -> Result<Vec<PageDay>, JobError> {
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    Ok(match unit {
        ExperimentUnit::Page => daily::daily_pages(db, workspace_id, arm.website_id, MOST_READ).await?,
        ExperimentUnit::Query => daily::daily_queries(db, workspace_id, arm.website_id, MOST_READ).await?,
        ExperimentUnit::Site => sites(context, arm).await?,
    })
}

/// Loads the arm's website first, then the workspace's others.
async fn sites(context: &RunContext, arm: &Arm) -> Result<Vec<PageDay>, JobError> {
    let workspace_id = context.run.workspace_id;
    let mut rows = Vec::new();
    for site in website::list(&context.db, workspace_id, None).await? {
        let is_own = site.id == arm.website_id;
        if is_own || (site.kind == WebsiteKind::Own && site.last_import_at.is_some()) {
            let days = daily::daily(&context.db, workspace_id, site.id).await?;
            rows.extend(days.into_iter().map(|one| PageDay {
                page: if is_own { String::new() } else { site.host.clone() },
                day: one.day,
                figures: one.figures,
            }));
        }
    }
    Ok(rows)
}
