//! What imported keyword tools report of a website's keywords.

use std::collections::HashMap;

use shared::{
    domain::{keyword::MarketFigures, sync::BatchPart},
    store::import::{self, KeywordRow},
};

use super::found::Findings;
use crate::{context::RunContext, error::JobError};

/// Rows of a keyword tool read by one statement; each holds the volumes of many months.
const ROWS_AT_ONCE: i64 = 2_000;

/// Gives every row of a keyword tool's batch to `take`, a few at a time.
///
/// # Errors
/// Returns an error if a query fails or a stored row cannot be read.
pub(super) async fn each_row(
    context: &RunContext, batch_id: i64, mut take: impl FnMut(KeywordRow),
) -> Result<(), JobError> {
    let mut from = 0;
    loop {
        let rows = import::keyword_rows(&context.db, batch_id, from, ROWS_AT_ONCE).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        from = last.no + 1;
        rows.into_iter().for_each(&mut take);
    }
}

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
    let batches = import::batches(&context.db, workspace_id, website_id).await?;
    for batch in batches.iter().filter(|batch| batch.part == BatchPart::All) {
        let add = |row: KeywordRow| {
            let newer = figures.entry(row.keyword.to_lowercase()).or_default();
            *newer = std::mem::take(newer).or(MarketFigures::from(&row.tool));
        };
        each_row(context, batch.id, add).await?;
    }
    Ok(figures)
}

/// Adds the figures to the keywords that the run found.
pub(super) fn add(findings: &mut Findings, figures: &HashMap<String, MarketFigures>) {
    for keyword in findings.keywords.iter_mut().flat_map(|tables| &mut tables.keywords) {
        keyword.market = figures.get(&keyword.query.to_lowercase()).cloned();
    }
}
