//! Links as the provider reports them.

use chrono::{DateTime, NaiveDate, Utc};
use providers::data_for_seo::Backlink as Link;
use shared::domain::imported::Backlink;

use super::rows::plain;

/// Longest address and text that are kept, in bytes and characters.
const LONGEST_URL: usize = 2_000;
const ANCHOR_CHARS: usize = 500;

/// Returns true for the host itself and its subdomains.
pub(super) fn is_own(domain: &str, host: &str) -> bool {
    domain == host || domain.strip_suffix(host).is_some_and(|rest| rest.ends_with('.'))
}

/// Returns the links with an address of the web, as records of an import.
pub(super) fn read(links: Vec<Link>, at: DateTime<Utc>) -> Vec<Backlink> {
    links.into_iter().filter_map(|link| record(link, at)).collect()
}

fn record(link: Link, at: DateTime<Utc>) -> Option<Backlink> {
    let is_fit = |url: &str| url.len() <= LONGEST_URL && (url.starts_with("https://") || url.starts_with("http://"));
    if !is_fit(&link.url_from) || !is_fit(&link.url_to) {
        return None;
    }
    let host = providers::web::host(&link.url_from)?;
    let authority = link.domain_from_rank.filter(|rank| (0.0..=100.0).contains(rank));
    let is_lost = link.is_lost.unwrap_or(false);
    Some(Backlink {
        provider: "data_for_seo".to_owned(),
        source_host: host.strip_prefix("www.").unwrap_or(&host).to_owned(),
        source_url: plain(&link.url_from),
        target_url: plain(&link.url_to),
        anchor: link.anchor.map(|anchor| plain(&anchor).chars().take(ANCHOR_CHARS).collect()),
        is_nofollow: link.dofollow.map(|follows| !follows),
        is_ugc: None,
        is_sponsored: None,
        first_seen: link.first_seen.as_deref().and_then(day),
        last_seen: (!is_lost).then(|| at.date_naive()),
        lost_on: None,
        is_lost,
        authority_name: authority.map(|_| "DataForSEO domain rank".to_owned()),
        authority,
    })
}

/// Returns the day of a time such as `2026-02-01 08:00:00 +00:00`.
fn day(text: &str) -> Option<NaiveDate> {
    text.get(..10)?.parse().ok()
}
