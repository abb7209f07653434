//! Encryption and security headers.

use super::super::{Found, Visit, thresholds};
use super::{page, page_when};

pub(crate) fn not_https(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| page.url.scheme() == "http")
}

pub(crate) fn mixed_content(visit: &Visit<'_>) -> Option<Found> {
    Found::each(&page(visit)?.resources.insecure)
}

pub(crate) fn insecure_form(visit: &Visit<'_>) -> Option<Found> {
    let actions = page(visit)?.forms.iter().filter_map(|form| form.action.as_ref());
    Found::each(actions.filter(|action| action.scheme() == "http").map(|action| action.as_str()))
}

pub(crate) fn hsts_missing(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit).filter(|page| page.url.scheme() == "https")?;
    let seconds = page.transfer.hsts_seconds;
    let is_short = seconds.is_none_or(|seconds| seconds < thresholds::HSTS_SECONDS);
    Found::when(is_short, || seconds.map_or_else(|| "none".to_owned(), |seconds| format!("max-age={seconds}")))
}

pub(crate) fn csp_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| !page.transfer.has_csp)
}

pub(crate) fn frame_protection_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| !page.transfer.has_frame_protection)
}

pub(crate) fn nosniff_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| !page.transfer.is_nosniff)
}

pub(crate) fn referrer_policy_missing(visit: &Visit<'_>) -> Option<Found> {
    let policy = page(visit)?.transfer.referrer_policy.as_deref();
    let is_unsafe =
        policy.is_none_or(|policy| policy.split(',').next_back().unwrap_or_default().trim() == "unsafe-url");
    Found::when(is_unsafe, || policy.unwrap_or("none").to_owned())
}
