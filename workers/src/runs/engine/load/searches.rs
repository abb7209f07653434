//! A website's searches as texts.

use std::collections::HashMap;

use serde_json::json;

use super::{super::keyword::load, Loaded};
use crate::{context::RunContext, error::JobError};

/// Searches grouped at once, those with most impressions: nobody reads groups of more.
const MOST: usize = 20_000;

/// The searches of the run's website, those with most impressions first. Without a website the engine asks for texts.
pub(super) async fn texts(context: &RunContext, loaded: &mut Loaded) -> Result<(), JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(()) };
    let input = load::input(context, website_id).await?;
    let mut impressions: HashMap<String, f64> = HashMap::new();
    for row in input.queries {
        *impressions.entry(row.query).or_default() += row.impressions;
    }
    let mut searches: Vec<(String, f64)> = impressions.into_iter().collect();
    searches.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    if searches.len() > MOST {
        let all = searches.len();
        loaded.assumptions.push(format!("Of {all} searches the {MOST} with most impressions were grouped."));
        searches.truncate(MOST);
    }
    loaded.case.insert("texts".into(), json!(searches.into_iter().map(|(query, _)| query).collect::<Vec<_>>()));
    Ok(())
}
