//! Checks the ranks of tracked keywords with the search results of a connection.
//!
//! Each check is stored as soon as it is paid, so a run that is killed continues without asking again: results of a call
//! that was not stored are in the cache of the connection. The observations that engines read are committed at the end.

mod ask;
mod keyword;
mod observe;
mod read;

use std::collections::HashSet;

use futures::{FutureExt, StreamExt, stream};
use providers::{
    Micros,
    serp::{SerpRequest, cost},
};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        now,
        rank::{RankSettings, TrackedKeyword},
        website::Website,
    },
    ranks::{self, AlertRules},
    store::{
        connection,
        rank::{self, RankCheckEnd},
        website,
    },
    words::counted,
};
use uuid::Uuid;

use crate::{
    collect::provider::{Opened, open},
    context::RunContext,
    error::JobError,
    runs::done::Done,
};
use keyword::{Checked, Stop};

/// Searches at once.
const AT_ONCE: usize = 8;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    website_id: Uuid,
    /// Keywords to check at once; without them, those that are due.
    keyword_ids: Option<Vec<Uuid>>,
    /// Connection that overrides the one of the settings.
    connection_id: Option<Uuid>,
}

/// What a run works on.
#[derive(Debug)]
struct Work {
    website: Website,
    settings: RankSettings,
    rules: AlertRules,
    opened: Opened,
    /// Most that a check costs.
    check_cost: Micros,
}

/// What came of the checks of a run.
#[derive(Debug, Default)]
struct Totals {
    checked: usize,
    failed: usize,
    skipped: usize,
    cost_micros: i64,
    first_error: Option<String>,
    is_transient: bool,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let payload: Payload = context.payload()?;
    let work = load(context, &payload).await?;
    let keywords = rank::all(&context.db, context.run.workspace_id, work.website.id).await?;
    let due = due(context, &payload, &work, &keywords).await?;
    context.progress(1, "checking", &counted(due.len(), "keyword is due", "keywords are due"));
    let stop = Stop::default();
    let totals = check(context, &work, &due, &stop).await?;
    let stopped = stop.reason();
    if totals.checked == 0 && totals.failed > 0 {
        return Err(failed(&totals, stopped));
    }
    context.progress(95, "storing", "Passing the ranks to the engines");
    done(context, &work, &totals, stopped).await
}

async fn load(context: &RunContext, payload: &Payload) -> Result<Work, JobError> {
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let found = website::find(db, workspace_id, payload.website_id).await?;
    let website = found.filter(|website| website.archived_at.is_none());
    let website = website.ok_or_else(|| JobError::permanent("website-gone", "The website no longer exists."))?;
    rank::ensure_settings(db, workspace_id, website.id).await?;
    let settings = rank::settings(db, workspace_id, website.id).await?;
    let rules = rank::alert_rules(db, workspace_id, website.id).await?;
    let wanted = payload.connection_id.or(settings.connection_id);
    let chosen = ranks::choose(connection::list(db, workspace_id).await?, wanted).ok_or_else(|| {
        let detail = "No connection returns search results. Connect Serper, DataForSEO or SerpApi in Settings.";
        JobError::permanent("no-connection", detail)
    })?;
    let opened = open(context, chosen.id).await?;
    let check_cost = check_cost(&opened, &settings)
        .ok_or_else(|| JobError::permanent("no-connection", "The connection returns no search results."))?;
    Ok(Work { website, settings, rules, opened, check_cost })
}

fn check_cost(opened: &Opened, settings: &RankSettings) -> Option<Micros> {
    let search = SerpRequest {
        depth: u32::try_from(settings.depth).unwrap_or(10),
        wants_overview: settings.wants_overview,
        ..SerpRequest::default()
    };
    cost(opened.provider, &search, &opened.prices)
}

/// Returns the keywords to check, most important first, without those that an earlier attempt has checked.
async fn due<'a>(
    context: &RunContext, payload: &Payload, work: &Work, keywords: &'a [TrackedKeyword],
) -> Result<Vec<&'a TrackedKeyword>, JobError> {
    let done = rank::checked_in(&context.db, work.website.id, context.run.id).await?;
    let done: HashSet<Uuid> = done.into_iter().collect();
    let asked: Option<HashSet<Uuid>> = payload.keyword_ids.as_ref().map(|ids| ids.iter().copied().collect());
    let planned = ranks::plan(keywords, work.check_cost.0, work.settings.month_budget_micros, now());
    let is_wanted = |plan: &ranks::Planned| match &asked {
        Some(ids) => ids.contains(&plan.id),
        None => plan.is_due,
    };
    let by_id: std::collections::HashMap<Uuid, &TrackedKeyword> =
        keywords.iter().map(|keyword| (keyword.id, keyword)).collect();
    let wanted = planned.iter().filter(|plan| is_wanted(plan) && !done.contains(&plan.id));
    Ok(wanted.filter_map(|plan| by_id.get(&plan.id).copied()).collect())
}

async fn check(context: &RunContext, work: &Work, due: &[&TrackedKeyword], stop: &Stop) -> Result<Totals, JobError> {
    let mut totals = Totals::default();
    let checks: Vec<_> = due.iter().map(|one| keyword::check(context, work, one, stop).boxed()).collect();
    let mut all = stream::iter(checks).buffer_unordered(AT_ONCE);
    while let Some(checked) = all.next().await {
        match checked? {
            Checked::Stored { cost_micros } => {
                totals.checked += 1;
                totals.cost_micros += cost_micros;
            }
            Checked::Skipped => totals.skipped += 1,
            Checked::Failed { message, is_transient } => {
                totals.failed += 1;
                totals.is_transient |= is_transient;
                totals.first_error.get_or_insert(message);
            }
        }
        let ended = totals.checked + totals.failed + totals.skipped;
        let percent = i32::try_from(ended * 94 / due.len().max(1)).unwrap_or(0);
        context.progress(
            percent.max(1),
            "checking",
            &format!("{ended} of {}", counted(due.len(), "keyword", "keywords")),
        );
    }
    Ok(totals)
}

/// Returns the error of a run without a single check.
fn failed(totals: &Totals, stopped: Option<String>) -> JobError {
    let error = totals.first_error.clone().or(stopped).unwrap_or_default();
    let detail = format!("No rank could be checked: {error}. The last ranks are unchanged.");
    if totals.is_transient {
        JobError::transient("provider-unavailable", detail)
    } else {
        JobError::permanent("no-ranks", detail)
    }
}

async fn done(context: &RunContext, work: &Work, totals: &Totals, stopped: Option<String>) -> Result<Done, JobError> {
    let (db, workspace_id, website_id) = (&context.db, context.run.workspace_id, work.website.id);
    let keywords = rank::all(db, workspace_id, website_id).await?;
    let planned = ranks::plan(&keywords, work.check_cost.0, work.settings.month_budget_micros, now());
    let next = planned.iter().map(|plan| (plan.id, plan.next_at)).collect();
    let observed = observe::observe(context, website_id, &work.website.host, &keywords).await?;
    let result = json!({
        "websiteId": website_id, "checked": totals.checked, "failed": totals.failed, "skipped": totals.skipped,
        "costMicros": totals.cost_micros, "stopped": stopped,
    });
    let end = RankCheckEnd {
        website_id,
        import: observed.import,
        read: observed.read,
        next,
        bytes: observed.bytes,
        limits: context.workspace,
    };
    Ok(Done { result, effects: vec![end.into()] })
}
