//! The calls of a run, one after another.

use chrono::{DateTime, NaiveDate, Utc};
use providers::{
    ProviderError,
    call::Refusal,
    data_for_seo::{BacklinkMode, DataForSeo, Market},
    provider::ProviderClient,
};
use serde::Serialize;
use shared::{
    domain::{imported::Backlink, keyword::VolumeBasis, keyword_data::MOST_ROWS},
    words::counted,
};

use super::{Work, links, rows::Rows};
use crate::{collect::provider::refusal, context::RunContext, error::JobError};

/// Keywords of a call.
const AT_ONCE: usize = 1_000;
/// Kind of the table of links.
const LINKS: &str = "data_for_seo_backlinks";
const BUDGET: &str = "the budget does not cover another call";

/// A part that is missing, because its call failed.
#[derive(Debug, Serialize)]
pub(super) struct Failure {
    /// Part in words.
    what: String,
    /// Error in words.
    pub(super) detail: String,
}

/// What the calls have returned.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) keywords: Rows,
    pub(super) links: Vec<Backlink>,
    /// Keywords that only ideas, and only the ranked keywords of a domain, have added.
    pub(super) ideas: usize,
    pub(super) ranked: usize,
    /// Kinds of tables that responses have rows of, as imports name them.
    kinds: Vec<&'static str>,
    /// First and last day of the data.
    pub(super) days: Option<(NaiveDate, NaiveDate)>,
    /// Successful calls, also those that the cache has answered.
    pub(super) calls: usize,
    pub(super) failed: Vec<Failure>,
    /// Why the remaining calls were not made.
    pub(super) stopped: Option<String>,
    pub(super) is_transient: bool,
}

impl Found {
    /// Returns the kinds of tables with rows that are kept.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().copied().filter(|kind| *kind == LINKS || self.keywords.len() > 0)
    }

    /// Notes when data were fetched, and a table that has got rows.
    fn note(&mut self, at: DateTime<Utc>, kind: &'static str, rows: usize) {
        self.calls += 1;
        let day = at.date_naive();
        let (first, last) = self.days.unwrap_or((day, day));
        self.days = Some((first.min(day), last.max(day)));
        if rows > 0 && !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }

    /// Notes a failed call. Another call is of no use if money, access or the quota is missing.
    fn fail(&mut self, step: &Step<'_>, error: &ProviderError) {
        let reason = match error {
            ProviderError::Refused(Refusal::OverBudget(_)) => Some(BUDGET.to_owned()),
            ProviderError::Forbidden(_) => None,
            ProviderError::Refused(_) | ProviderError::Quota { .. } | ProviderError::RateLimited { .. } => {
                Some(error.to_string())
            }
            error => error.needs_user().then(|| error.to_string()),
        };
        self.is_transient |= error.is_transient();
        if !matches!(error, ProviderError::Refused(_)) {
            self.failed.push(Failure { what: step.name(), detail: error.to_string() });
        }
        self.stopped = reason;
    }
}

/// A call.
#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Volumes(&'a [String]),
    Difficulty(&'a [String]),
    Ideas(&'a str),
    Ranked(&'a str),
    Links(&'a str),
}

impl Step<'_> {
    fn name(&self) -> String {
        match self {
            Self::Volumes(keywords) => format!("Volumes of {}", count(keywords.len())),
            Self::Difficulty(keywords) => format!("Difficulty of {}", count(keywords.len())),
            Self::Ideas(seed) => format!("Ideas for {seed}"),
            Self::Ranked(domain) => format!("Ranked keywords of {domain}"),
            Self::Links(host) => format!("Links to {host}"),
        }
    }
}

fn count(keywords: usize) -> String {
    counted(keywords, "keyword", "keywords")
}

/// Makes the calls until all are made, the run is cancelled, or another one is of no use.
pub(super) async fn fetch(context: &RunContext, work: &Work) -> Result<Found, JobError> {
    let client = DataForSeo::connect(&work.opened.access()).map_err(|error| JobError::defect(&error))?;
    let steps = steps(work);
    let mut found = Found::default();
    for (no, step) in steps.iter().enumerate() {
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let percent = i32::try_from(no * 94 / steps.len()).unwrap_or(0);
        context.progress(percent.max(1), "fetching", &step.name());
        match ask(&client, work, *step, &mut found).await {
            Ok(()) => {}
            Err(ProviderError::Cancelled) => return Err(JobError::Cancelled),
            Err(error) => {
                refusal::note(context, work.opened.connection.id, &error).await?;
                found.fail(step, &error);
            }
        }
        if found.stopped.is_some() {
            break;
        }
    }
    Ok(found)
}

/// Returns the calls, those with the surest figures first.
fn steps(work: &Work) -> Vec<Step<'_>> {
    let order = &work.order;
    let keywords = || work.wanted.keywords.chunks(AT_ONCE);
    let mut steps: Vec<Step<'_>> = keywords().map(Step::Volumes).collect();
    if order.difficulty {
        steps.extend(keywords().map(Step::Difficulty));
    }
    steps.extend(order.seeds.iter().map(|seed| Step::Ideas(seed)));
    steps.extend(order.domain.as_deref().filter(|_| order.ranked > 0).map(Step::Ranked));
    if order.links > 0 {
        steps.push(Step::Links(&work.website.host));
    }
    steps
}

async fn ask(client: &DataForSeo, work: &Work, step: Step<'_>, found: &mut Found) -> Result<(), ProviderError> {
    let order = &work.order;
    let market = Market { location_code: work.country.code, language: order.language.clone() };
    match step {
        Step::Volumes(keywords) => {
            let called = client.volumes(keywords, &market).await?;
            let at = called.call.fetched_at;
            let rows = found.keywords.add_all(&called.value, VolumeBasis::Exact, work.country, at);
            found.note(at, "data_for_seo_keywords", rows);
        }
        Step::Difficulty(keywords) => {
            let called = client.difficulty(keywords, &market).await?;
            let at = called.call.fetched_at;
            let rows = found.keywords.add_all(&called.value, VolumeBasis::Estimate, work.country, at);
            found.note(at, "data_for_seo_keywords", rows);
        }
        Step::Ideas(seed) => {
            let called = client.suggestions(seed, &market, order.ideas.clamp(1, MOST_ROWS), 0).await?;
            let (at, before) = (called.call.fetched_at, found.keywords.len());
            let ideas = &called.value.keywords;
            let rows = found.keywords.add_all(ideas, VolumeBasis::Estimate, work.country, at);
            found.ideas += found.keywords.len() - before;
            found.note(at, "data_for_seo_ideas", rows);
        }
        Step::Ranked(domain) => {
            let called = client.ranked_keywords(domain, &market, order.ranked.min(MOST_ROWS), 0).await?;
            let (at, before) = (called.call.fetched_at, found.keywords.len());
            let is_own = links::is_own(domain, &work.website.host);
            let rows = found.keywords.add_ranked(&called.value.keywords, is_own, work.country, at);
            found.ranked += found.keywords.len() - before;
            found.note(at, "data_for_seo_ranked", rows);
        }
        Step::Links(host) => {
            let limit = order.links.min(MOST_ROWS);
            let called = client.backlinks(host, BacklinkMode::OnePerDomain, limit, 0).await?;
            let at = called.call.fetched_at;
            let new = links::read(called.value.links, at);
            let rows = new.len();
            found.links.extend(new);
            found.note(at, LINKS, rows);
        }
    }
    Ok(())
}
