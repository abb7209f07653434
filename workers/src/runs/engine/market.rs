//! What imported keyword tools report of a website's keywords.

use std::collections::HashMap;

use shared::{domain::keyword::MarketFigures, store::import};

use super::found::Findings;
use crate::{context::RunContext, error::JobError};

/// Returns the figures of keyword tools by keyword in lower case; where several imports have one, the newest counts. Empty when
/// the findings have no use for them.
///
/// # Errors
/// Returns an error if a query fails or a stored row cannot be read.
pub(super) async fn figures(
    context: &RunContext, findings: &Findings,
) -> Result<HashMap<String, MarketFigures>, JobError> {
    let mut figures: HashMap<String, MarketFigures> = HashMap::new();
    let is_used = findings.opportunities.is_some() || findings.keywords.is_some();
    let (workspace_id, Some(website_id), true) = (context.run.workspace_id, context.run.website_id, is_used) else {
        return Ok(figures);
    };
    for batch in import::batches(&context.db, workspace_id, website_id).await? {
        for row in import::keyword_rows(&context.db, batch.id).await? {
            let newer = figures.entry(row.keyword.to_lowercase()).or_default();
            *newer = std::mem::take(newer).or(MarketFigures::from(&row.tool));
        }
    }
    Ok(figures)
}

/// Adds the figures to the keywords that the run found.
pub(super) fn add(findings: &mut Findings, figures: &HashMap<String, MarketFigures>) {
    for keyword in findings.keywords.iter_mut().flat_map(|tables| &mut tables.keywords) {
        keyword.market = figures.get(&keyword.query.to_lowercase()).cloned();
    }
}
