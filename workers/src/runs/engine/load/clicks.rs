//! Clicks by position.

use engines::command::Body;
use serde_json::{Value, json};
use shared::store::{keyword, website};

use crate::{context::RunContext, error::JobError};

/// What searches of the workspace's websites, or of the run's alone, brought at their mean positions, as
/// `clicks: [{site, bucket, position, impressions, clicks}]`. A bucket is the intent of a search.
pub(super) async fn by_position(context: &RunContext, case: &mut Body) -> Result<(), JobError> {
    let workspace_id = context.run.workspace_id;
    let mut clicks: Vec<Value> = Vec::new();
    for site in website::list(&context.db, workspace_id, None).await? {
        if context.run.website_id.is_some_and(|wanted| wanted != site.id) {
            continue;
        }
        clicks.extend(keyword::clicks(&context.db, workspace_id, site.id).await?.into_iter().map(|row| {
            json!({
                "site": site.host, "bucket": row.intent.unwrap_or_else(|| "unknown".to_owned()),
                "position": row.position, "impressions": row.impressions, "clicks": row.clicks,
            })
        }));
    }
    case.insert("clicks".into(), json!(clicks));
    Ok(())
}
