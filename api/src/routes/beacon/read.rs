//! Checks a report and converts it to an event.

use axum::http::{HeaderMap, header};
use serde::Deserialize;
use shared::domain::{
    now,
    visit::{self, Device, Origin, VisitAction},
};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::RequestContext,
    layer::guard,
    state::AppState,
    visits::{Did, Event, RecordError},
};

const URL_CHARS: usize = 2_000;
const PAGE_CHARS: usize = 500;
const NAME_CHARS: usize = 80;
/// Maximum value of a conversion, in units of the currency.
const MOST_VALUE: f64 = 10_000_000.0;

/// A report of the beacon.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = BeaconReport)]
pub(super) struct Report {
    /// Website.
    pub(super) site: Uuid,
    /// Address of the page.
    #[schema(max_length = 2000)]
    pub(super) url: String,
    /// Address of the referring page; empty for none.
    #[serde(default)]
    pub(super) referrer: String,
    /// What the visitor did.
    pub(super) event: VisitAction,
    /// Name of a conversion.
    #[serde(default)]
    pub(super) name: Option<String>,
    /// Value of a conversion, in units of the website's currency, such as dollars.
    #[serde(default)]
    pub(super) value: Option<f64>,
}

impl Report {
    /// Records the report.
    pub(super) async fn record(self, state: &AppState, context: &RequestContext, headers: &HeaderMap) -> Result<()> {
        guard::count(state, guard::beacon(&state.settings.limits), &context.network()).await?;
        let page = address(&self.url).ok_or_else(|| ApiError::invalid("/url", "must be an http(s) address"))?;
        let host = state.visits.known.host(&state.db, self.site).await?.ok_or(ApiError::NotFound("website"))?;
        check_host(&page, &host, headers)?;
        let value_cents = cents(self.value)?;
        let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let at = now();
        let did = if visit::is_bot(agent) {
            Did::Bot
        } else {
            let visitor = state.visits.visitors.hash(&state.db, at, self.site, &context.network(), agent).await?;
            let origin = origin(&page, &self.referrer, &host, visit::device(agent));
            Did::Visit { visitor, origin, action: self.event, name: name(self.name), value_cents }
        };
        let event = Event { website_id: self.site, at, did };
        state.visits.recorder.record(event).await.map_err(|error| match error {
            RecordError::Full => ApiError::RateLimited(std::time::Duration::from_secs(1)),
            RecordError::Failed => ApiError::unexpected(error),
        })
    }
}

/// Parses an address of a page.
fn address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok().filter(|_| text.chars().count() <= URL_CHARS)?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// Refuses reports of pages that are not of the website. Only browsers are held by this: they send the true `Origin`.
fn check_host(page: &Url, host: &str, headers: &HeaderMap) -> Result<()> {
    let sent = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok()).and_then(|text| Url::parse(text).ok());
    let is_own = |url: &Url| url.host_str().is_some_and(|found| is_of(found, host));
    if is_own(page) && sent.as_ref().is_none_or(is_own) {
        return Ok(());
    }
    Err(ApiError::invalid("/url", format!("is not a page of {host}, the website with this id")))
}

fn is_of(found: &str, host: &str) -> bool {
    found == host || found.strip_suffix(host).is_some_and(|rest| rest.ends_with('.'))
}

fn cents(value: Option<f64>) -> Result<Option<i64>> {
    let Some(value) = value else { return Ok(None) };
    if !(0.0..=MOST_VALUE).contains(&value) {
        return Err(ApiError::invalid("/value", "must be 0 to 10,000,000"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 1e9, as checked")]
    Ok(Some((value * 100.0).round() as i64))
}

fn name(name: Option<String>) -> String {
    name.unwrap_or_default().trim().chars().take(NAME_CHARS).collect()
}

fn origin(page: &Url, referrer: &str, host: &str, device: Device) -> Origin {
    let referrer = Url::parse(referrer).ok();
    let source = visit::source(page, referrer.as_ref(), host);
    let path = page.path().chars().take(PAGE_CHARS).collect();
    Origin { page: path, channel: source.channel, source: source.name, device }
}
