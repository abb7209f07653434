//! Loads a website's queries as texts.

use std::collections::HashMap;

use super::{super::keyword::load, Loaded};
use crate::{context::RunContext, error::JobError};

/// Maximum number of queries, those with the most impressions.
const MOST: usize = 20_000;

/// Loads the queries of the run's website by impressions, descending; empty for a run without a website.
pub(super) async fn texts(context: &RunContext, loaded: &mut Loaded) -> Result<Vec<String>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let input = load::input(context, website_id).await?;
    let mut impressions: HashMap<String, f64> = HashMap::new();
    for row in input.queries {
        *impressions.entry(row.query).or_default() += row.impressions;
    }
    let mut queries: Vec<(String, f64)> = impressions.into_iter().collect();
    queries.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    if queries.len() > MOST {
        let all = queries.len();
        loaded.assumptions.push(format!("Of {all} queries the {MOST} with most impressions were grouped."));
        queries.truncate(MOST);
    }
    Ok(queries.into_iter().map(|(query, _)| query).collect())
}
