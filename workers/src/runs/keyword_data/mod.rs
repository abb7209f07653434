//! Fetches data on keywords through a connection: volumes, difficulty, ideas, ranked keywords and links.
//!
//! What it finds is an import of the website, which engines and pages read like an upload. A failed call leaves out its part;
//! a run that is retried pays for no call twice, because the cache of the connection answers it.

mod fetch;
mod links;
mod rows;
mod save;

use providers::serp::{Country, country_of};
use serde_json::json;
use shared::{
    domain::{
        keyword_data::{KEYWORD_PROVIDERS, KeywordOrder},
        website::Website,
    },
    ranks,
    store::{
        connection,
        keyword::{self, WantedKeywords},
        website,
    },
};

use crate::{
    collect::provider::{Opened, open_within},
    context::RunContext,
    error::JobError,
    runs::done::Done,
};
use fetch::Found;

/// What a run works on.
#[derive(Debug)]
struct Work {
    order: KeywordOrder,
    website: Website,
    country: &'static Country,
    wanted: WantedKeywords,
    opened: Opened,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let work = load(context).await?;
    let found = fetch::fetch(context, &work).await?;
    if found.calls == 0 {
        return Err(failed(&found));
    }
    context.progress(95, "storing", "Passing the data to the engines");
    done(context, &work, &found).await
}

async fn load(context: &RunContext) -> Result<Work, JobError> {
    let order: KeywordOrder = context.payload()?;
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let found = website::find(db, workspace_id, order.website_id).await?;
    let website = found.filter(|website| website.archived_at.is_none());
    let website = website.ok_or_else(|| JobError::permanent("website-gone", "The website no longer exists."))?;
    let country = country_of(&order.country).ok_or_else(|| JobError::defect(&"an order without a known country"))?;
    let all = connection::list(db, workspace_id).await?;
    let chosen = ranks::choose_of(all, &KEYWORD_PROVIDERS, order.connection_id).ok_or_else(|| {
        let detail = "No connection returns data on keywords. Connect DataForSEO in Settings.";
        JobError::permanent("no-connection", detail)
    })?;
    let opened = open_within(context, chosen.id, Some(order.budget_micros)).await?;
    let wanted = keyword::wanted(db, workspace_id, &order).await?;
    Ok(Work { order, website, country, wanted, opened })
}

/// Returns the error of a run without a single successful call.
fn failed(found: &Found) -> JobError {
    let first = found.failed.first().map(|failure| failure.detail.clone());
    let Some(error) = first.or_else(|| found.stopped.clone()) else {
        return JobError::permanent(
            "no-keywords",
            "There are no keywords to fetch data on. Enter keywords, or track some.",
        );
    };
    let detail = format!("No data on keywords could be fetched: {error}. Nothing was stored.");
    if found.is_transient {
        JobError::transient("provider-unavailable", detail)
    } else {
        JobError::permanent("no-keyword-data", detail)
    }
}

async fn done(context: &RunContext, work: &Work, found: &Found) -> Result<Done, JobError> {
    let end = save::save(context, work, found).await?;
    let spent = connection::spent_by_run(&context.db, context.run.workspace_id, context.run.id).await?;
    let result = json!({
        "websiteId": work.website.id, "importId": end.as_ref().map(|end| end.import_id),
        "keywords": found.keywords.len(), "volumes": found.keywords.volumes(),
        "difficulties": found.keywords.difficulties(), "ideas": found.ideas, "ranked": found.ranked,
        "links": found.links.len(), "unknown": found.keywords.unknown(), "leftOut": work.wanted.left_out, "failed": found.failed,
        "stopped": found.stopped, "costMicros": spent, "budgetMicros": work.order.budget_micros,
    });
    Ok(Done { result, effects: end.into_iter().map(Into::into).collect() })
}
