//! Loads clicks by position.

use engines::learning::ClickRow;
use shared::store::{keyword, website};

use super::count;
use crate::{context::RunContext, error::JobError};

/// Loads clicks by mean position of the queries of the workspace's websites, or of the run's only. A bucket is the intent
/// of a query.
pub(super) async fn by_position(context: &RunContext) -> Result<Vec<ClickRow>, JobError> {
    let workspace_id = context.run.workspace_id;
    let mut clicks = Vec::new();
    for site in website::list(&context.db, workspace_id, None).await? {
        if context.run.website_id.is_some_and(|wanted| wanted != site.id) {
            continue;
        }
        let rows = keyword::clicks(&context.db, workspace_id, site.id).await?;
        clicks.extend(rows.into_iter().map(|row| ClickRow {
            site: site.host.clone(),
            bucket: row.intent.unwrap_or_else(|| "unknown".to_owned()),
            position: count(row.position),
            impressions: count(row.impressions),
            clicks: count(row.clicks),
        }));
    }
    Ok(clicks)
}
