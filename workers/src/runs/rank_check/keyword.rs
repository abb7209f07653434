//! The check of one keyword.

use std::sync::{Mutex, PoisonError};

use providers::{
    Provider, ProviderError,
    call::Refusal,
    serp::{Device, Place, SerpRequest, country_of},
};
use shared::{
    domain::{
        now,
        rank::{OverviewState, RankCheck, RankDevice, TrackedKeyword},
    },
    ranks::{self, Earlier, NewStanding, Seen},
    store::rank,
};

use super::{Work, ask, read};
use crate::{collect::provider::refusal, context::RunContext, error::JobError, runs::answer_check::overview};

/// Checks that the volatility is computed from.
const HISTORY: i64 = 60;
const BUDGET: &str = "the monthly budget for rank checks is used up";
const NO_RESULTS: &str = "the provider returned no search results";
const NO_PHONE: &str =
    "Serper returns the results of computers only: track this keyword on desktop, or choose another connection";

/// Why a run stops before all keywords are checked.
#[derive(Debug, Default)]
pub(super) struct Stop(Mutex<Option<String>>);

impl Stop {
    /// Returns the reason, if there is one.
    pub(super) fn reason(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops the run. Returns false if it had stopped already, and keeps the earlier reason then.
    fn set(&self, reason: &str) -> bool {
        let mut stopped = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = stopped.is_none();
        stopped.get_or_insert_with(|| reason.to_owned());
        is_first
    }
}

/// What came of a check.
#[derive(Debug)]
pub(super) enum Checked {
    Stored {
        cost_micros: i64,
    },
    Failed {
        message: String,
        is_transient: bool,
    },
    /// The run had stopped.
    Skipped,
}

/// Checks a keyword. A failure leaves its rank unchanged.
pub(super) async fn check(
    context: &RunContext, work: &Work, keyword: &TrackedKeyword, stop: &Stop,
) -> Result<Checked, JobError> {
    if context.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    if stop.reason().is_some() {
        return Ok(Checked::Skipped);
    }
    if keyword.device == RankDevice::Mobile && work.opened.provider == Provider::Serper {
        return fail(context, keyword, NO_PHONE.to_owned(), false).await;
    }
    let (workspace_id, website_id, at) = (context.run.workspace_id, work.website.id, now());
    let estimate = i64::try_from(work.check_cost.0).unwrap_or(i64::MAX);
    if !rank::reserve(&context.db, workspace_id, website_id, estimate, at).await? {
        stop.set(BUDGET);
        return Ok(Checked::Skipped);
    }
    let asked = ask::ask(&work.opened, &search(work, keyword), &work.website.host).await;
    let cost = match &asked {
        Ok(asked) => i64::try_from(asked.cost.0).unwrap_or(estimate),
        // Earlier pages, or a call whose outcome is unknown, may have cost money.
        Err(error) if may_cost(error) => estimate,
        Err(_) => 0,
    };
    rank::settle(&context.db, workspace_id, website_id, (estimate, cost), at).await?;
    match asked {
        // Hardly any search has no results at all, so a page without one says nothing about the rank.
        Ok(asked) if asked.serp.items.is_empty() => fail(context, keyword, NO_RESULTS.to_owned(), false).await,
        Ok(asked) => store(context, work, keyword, &asked).await,
        Err(ProviderError::Cancelled) => Err(JobError::Cancelled),
        Err(ProviderError::Refused(refusal)) => {
            stop.set(&refused(&refusal));
            Ok(Checked::Skipped)
        }
        Err(error) => {
            if error.needs_user() && stop.set(&error.to_string()) {
                refusal::note(context, work.opened.connection.id, &error).await?;
            }
            fail(context, keyword, error.to_string(), error.is_transient()).await
        }
    }
}

fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::OverBudget(_) => "the budget of the connection does not cover another check".to_owned(),
        other => other.to_string(),
    }
}

const fn may_cost(error: &ProviderError) -> bool {
    !matches!(
        error,
        ProviderError::BadKey
            | ProviderError::NoMoney
            | ProviderError::ExpiredToken
            | ProviderError::InvalidField { .. }
            | ProviderError::Refused(_)
            | ProviderError::BadAddress(_)
    )
}

fn search(work: &Work, keyword: &TrackedKeyword) -> SerpRequest {
    let code = keyword.place_code.and_then(|code| u32::try_from(code).ok());
    let place = if keyword.place.is_empty() {
        let code = code.or_else(|| country_of(&keyword.country).map(|country| country.code));
        Place { country: keyword.country.clone(), code, ..Place::default() }
    } else {
        Place { country: keyword.country.clone(), name: Some(keyword.place.clone()), code, point: None }
    };
    let device = match keyword.device {
        RankDevice::Desktop => Device::Desktop,
        RankDevice::Mobile => Device::Mobile,
    };
    let depth = u32::try_from(work.settings.depth).unwrap_or(10);
    let wants_overview = work.settings.wants_overview;
    SerpRequest { device, depth, wants_overview, ..SerpRequest::new(&keyword.keyword, place, &keyword.language) }
}

async fn store(
    context: &RunContext, work: &Work, keyword: &TrackedKeyword, asked: &ask::Asked,
) -> Result<Checked, JobError> {
    let mut new = read::check(keyword, context.run.id, &work.website.host, asked);
    let history = rank::history(&context.db, context.run.workspace_id, keyword.id, HISTORY).await?;
    let mut seen: Vec<Seen> = history.iter().rev().map(|old| seen(old.checked_at, old.rank, old.depth)).collect();
    seen.push(self::seen(new.checked_at, new.rank, new.depth));
    new.volatility = ranks::volatility(&seen);
    // Before the check, which ends the keyword: a killed run stores the overview again, in the same slot.
    overview::store(context, work.website.id, &asked.serp).await?;
    let days = keyword.checked_at.map_or(0.0, |at| (new.checked_at - at).as_seconds_f64() / 86_400.0);
    let loaded = history.iter().filter(|old| old.ai_overview == OverviewState::Present);
    let cited_before: Vec<bool> = loaded.map(|old| old.is_cited).collect();
    let standing = NewStanding {
        rank: new.rank,
        depth: new.depth,
        owned_features: &new.owned_features,
        features: &new.features,
        is_cited: match new.ai_overview {
            OverviewState::Present => Some(new.is_cited),
            OverviewState::Unknown | OverviewState::Absent | OverviewState::NotLoaded => None,
        },
        cited_before: &cited_before,
        days,
        earlier: earlier(&history),
    };
    new.alerts = ranks::alerts(&work.rules, keyword, standing);
    rank::store_check(&context.db, context.run.workspace_id, work.website.id, &new).await?;
    Ok(Checked::Stored { cost_micros: new.cost_micros })
}

/// Returns the check before the last one, of checks from the newest to the oldest.
fn earlier(history: &[RankCheck]) -> Option<Earlier<'_>> {
    let [last, first, ..] = history else { return None };
    let days = (last.checked_at - first.checked_at).as_seconds_f64() / 86_400.0;
    Some(Earlier { rank: first.rank, depth: first.depth, owned_features: &first.owned_features, days })
}

fn seen(at: chrono::DateTime<chrono::Utc>, rank: Option<i32>, depth: i32) -> Seen {
    let day = (at - chrono::DateTime::UNIX_EPOCH).as_seconds_f64() / 86_400.0;
    let positive = |number: i32| u32::try_from(number).unwrap_or(1);
    Seen { day, rank: rank.map(positive), depth: positive(depth) }
}

async fn fail(
    context: &RunContext, keyword: &TrackedKeyword, message: String, is_transient: bool,
) -> Result<Checked, JobError> {
    rank::record_failure(&context.db, context.run.workspace_id, keyword.id, &message, now()).await?;
    Ok(Checked::Failed { message, is_transient })
}
