//! Audits one page for a keyword: fetches it as a crawl does, and ranks the fixes.

mod changes;
mod facts;
mod fetch;
mod search;

use engines::content::fixes::{FixInput, page_fixes};
use serde::Deserialize;
use serde_json::json;
use shared::store::page_audit::{self, PageAuditEnd};
use uuid::Uuid;

use super::crawl::robots;
use crate::{context::RunContext, error::JobError, runs::done::Done};
use fetch::Fetched;

/// Message if the operator has disabled fetching pages.
const OFF: &str = "The operator has switched off fetching pages (MOTHERLODE_FETCH_PAGES).";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    page_audit_id: Uuid,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { page_audit_id } = context.payload()?;
    let wanted = page_audit::find(&context.db, context.run.workspace_id, page_audit_id).await?;
    let wanted = wanted.ok_or_else(|| JobError::permanent("page-audit-gone", "The audit no longer exists."))?;
    if !context.outside.fetches_pages {
        return Err(JobError::permanent("switched-off", OFF));
    }
    let fetched = fetch::fetch(context, &wanted.url).await?;
    context.progress(45, "checking", "issues and Lighthouse audits");
    let rules = robots::fetch(context, &fetched.last.url).await?;
    let mut input = facts::input(&fetched, &rules);
    input.url.clone_from(&wanted.url);
    input.keyword.clone_from(&wanted.keyword);
    context.progress(60, "keyword", &wanted.keyword);
    let found = search::load(context, &wanted.keyword, input.page.as_ref()).await?;
    (input.search, input.rivals, input.mentions) = (found.facts, found.rivals, found.mentions);
    rank(context, input, &fetched, page_audit_id).await
}

/// Ranks the fixes and returns the report as the run's effect.
async fn rank(context: &RunContext, input: FixInput, fetched: &Fetched, page_audit_id: Uuid) -> Result<Done, JobError> {
    let ranked = context.compute(move |context| {
        page_fixes(&input, &control::Last(&context)).map_err(|error| control::job_error(&context, &error))
    });
    let mut report = ranked.await?;
    changes::add(&mut report, fetched).map_err(|error| JobError::defect(&error))?;
    let fixes = report.fixes.len();
    let report = serde_json::to_value(&report).map_err(|error| JobError::defect(&error))?;
    let result = json!({"pageAuditId": page_audit_id, "fixes": fixes});
    Ok(Done { result, effects: vec![PageAuditEnd { page_audit_id, report }.into()] })
}

/// The run's progress while the engine works.
mod control {
    use engines::common::{Control, EngineError};

    use crate::{context::RunContext, error::JobError};

    /// Percent of the run at which the engine starts.
    const FROM: f64 = 70.0;

    /// The last part of a run.
    pub(super) struct Last<'a>(pub(super) &'a RunContext);

    impl Control for Last<'_> {
        fn progress(&self, percent: f64, stage: &str, message: &str) {
            let share = FROM + percent.clamp(0.0, 100.0) * (100.0 - FROM) / 100.0;
            #[expect(clippy::cast_possible_truncation, reason = "70 to 100")]
            self.0.progress(share as i32, stage, message);
        }

        fn is_cancelled(&self) -> bool {
            self.0.is_cancelled()
        }
    }

    pub(super) fn job_error(context: &RunContext, error: &EngineError) -> JobError {
        if matches!(error, EngineError::Cancelled) && context.is_cancelled() {
            return JobError::Cancelled;
        }
        JobError::permanent("not-auditable", format!("The page cannot be audited: {error}."))
    }
}
