//! Checks of a page that need the whole crawl.

use std::borrow::Cow;

use super::{Facts, GROUP, Site, Visited, key};
use crate::audit::check::links::is_internal;
use crate::audit::visit::same;
use crate::audit::{Found, Visit, thresholds};
use crate::disk::Table;
use crate::external::ExternalAnswer;
use crate::page::Link;

fn own(site: &Site, visit: &Visit<'_>) -> Option<Visited> {
    site.find(key(visit.url))
}

pub(crate) fn blocked_but_linked(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let linking = if visit.is_allowed { Vec::new() } else { site.linking(visit.url).1 };
    Found::each(linking.into_iter().map(|page| site.page(page)))
}

/// Returns the page that a page names as canonical, if it was visited and is another one.
fn canonical(site: &Site, visit: &Visit<'_>) -> Option<Facts> {
    let named = visit.canonical().filter(|named| visit.is_ok() && !same(named, visit.url))?;
    Some(site.find(key(named))?.1)
}

pub(crate) fn canonical_chain(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let first = canonical(site, visit)?;
    let next = first.canonical.and_then(|next| site.find(next)).map(|(_, next)| next);
    let next = next.filter(|next| next.url != first.url)?;
    Found::each([site.url(&first), site.url(&next)])
}

pub(crate) fn canonical_to_error(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let named = canonical(site, visit)?;
    let is_ok = named.status.is_some_and(|status| (200..300).contains(&status)) && !named.is_redirect;
    Found::when(!is_ok && named.is_allowed, || with_status(site, &named))
}

pub(crate) fn canonical_to_noindex(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let named = canonical(site, visit)?;
    Found::when(named.is_noindex, || site.url(&named))
}

fn with_status(site: &Site, facts: &Facts) -> String {
    let url = site.url(facts);
    match facts.status {
        _ if facts.is_redirect => format!("{url} redirect"),
        Some(status) => format!("{url} {status}"),
        None => format!("{url} no answer"),
    }
}

/// Belongs to the whole website: the start page has it.
pub(crate) fn unreadable_sitemap(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let is_start = visit.depth == Some(0);
    Found::each(site.unread_sitemaps.iter().filter(|_| is_start).map(String::as_str))
}

pub(crate) fn missing_in_sitemap(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let facts = own(site, visit)?.1;
    Found::when(site.has_sitemap && !visit.is_in_sitemap && facts.is_indexable, || site.url(&facts))
}

/// Returns the language versions of a page that were visited, without itself.
fn versions(site: &Site, visit: &Visit<'_>) -> Vec<Facts> {
    let own = key(visit.url);
    let Some((_, facts)) = site.find(own) else { return Vec::new() };
    let mut keys: Vec<u64> = site.alternates(&facts).into_iter().filter(|alternate| *alternate != own).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter().filter_map(|key| site.find(key)).map(|(_, facts)| facts).collect()
}

pub(crate) fn hreflang_no_return(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let own = key(visit.url);
    let is_silent = |version: &Facts| version.is_indexable && !site.alternates(version).contains(&own);
    let silent = versions(site, visit).into_iter().filter(is_silent);
    Found::each(silent.map(|version| site.url(&version)))
}

pub(crate) fn hreflang_not_indexable(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let hidden = versions(site, visit).into_iter().filter(|version| !version.is_indexable);
    Found::each(hidden.map(|version| site.url(&version)))
}

fn duplicate(
    site: &Site, visit: &Visit<'_>, groups: &Table<GROUP>, text: impl Fn(&Facts) -> Option<u64>,
) -> Option<Found> {
    let (number, facts) = own(site, visit).filter(|(_, facts)| facts.is_indexable)?;
    Found::each(site.others(groups, text(&facts)?, number))
}

pub(crate) fn title_duplicate(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    duplicate(site, visit, &site.titles, |facts| facts.title)
}

pub(crate) fn description_duplicate(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    duplicate(site, visit, &site.descriptions, |facts| facts.description)
}

pub(crate) fn heading_duplicate(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    duplicate(site, visit, &site.headings, |facts| facts.heading)
}

pub(crate) fn content_duplicate(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    duplicate(site, visit, &site.contents, |facts| facts.content)
}

pub(crate) fn content_near_duplicate(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let (number, facts) = own(site, visit)?;
    let (other, share) = site.errors.or_default(site.near.get(number))?;
    let is_equal = site.facts(other).is_some_and(|other| other.content == facts.content);
    Found::when(!is_equal, || format!("{} ({:.0} %)", site.page(other), share * 100.0))
}

/// Returns each target of the page's links once, with the link.
fn targets<'a>(visit: &Visit<'a>, is_own: bool) -> Vec<(u64, &'a Link)> {
    let Some(page) = visit.page.filter(|_| visit.is_ok()) else { return Vec::new() };
    let links = page.links.iter().filter(|link| is_internal(page, link) == is_own);
    let mut targets: Vec<(u64, &Link)> = links.filter_map(|link| Some((key(link.url.as_ref()?), link))).collect();
    targets.sort_by_key(|(key, _)| *key);
    targets.dedup_by_key(|(key, _)| *key);
    targets
}

pub(crate) fn broken_link(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let visited = targets(visit, true).into_iter().filter_map(|(key, _)| site.find(key)).map(|(_, facts)| facts);
    let broken = visited.filter(|facts| facts.is_allowed && facts.status.is_none_or(|status| status >= 400));
    Found::each(broken.map(|facts| {
        let url = site.url(&facts);
        facts.status.map_or_else(|| format!("{url} no answer"), |status| format!("{url} {status}"))
    }))
}

/// Returns the links to other websites whose answer `describe` describes.
fn external(
    site: &Site, visit: &Visit<'_>, describe: impl Fn(ExternalAnswer) -> Option<Cow<'static, str>>,
) -> Option<Found> {
    let links = targets(visit, false).into_iter();
    Found::each(links.filter_map(|(key, link)| Some(format!("{} {}", link.href, describe(*site.external.get(&key)?)?))))
}

pub(crate) fn broken_external_link(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    external(site, visit, |answer| match answer {
        ExternalAnswer::Status(404) => Some("404".into()),
        ExternalAnswer::Status(410) => Some("410".into()),
        ExternalAnswer::UnknownHost => Some("unknown host".into()),
        _ => None,
    })
}

/// Other errors may end, or be meant for crawlers and not for visitors.
pub(crate) fn unreachable_external_link(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    external(site, visit, |answer| match answer {
        ExternalAnswer::Status(404 | 410) | ExternalAnswer::UnknownHost => None,
        ExternalAnswer::Status(status) => (status >= 400).then(|| status.to_string().into()),
        ExternalAnswer::NoAnswer => Some("no answer".into()),
        ExternalAnswer::TooSlow => Some("too slow".into()),
        ExternalAnswer::Tls => Some("no valid certificate".into()),
    })
}

pub(crate) fn link_to_redirect(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let visited = targets(visit, true).into_iter().filter_map(|(key, _)| site.find(key)).map(|(_, facts)| facts);
    Found::each(visited.filter(|facts| facts.is_redirect).map(|facts| site.url(&facts)))
}

pub(crate) fn orphan(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let facts = own(site, visit)?.1;
    let is_start = visit.depth == Some(0);
    Found::when(facts.is_indexable && !is_start && site.inlinks(visit.url) == 0, || site.url(&facts))
}

pub(crate) fn few_inlinks(site: &Site, visit: &Visit<'_>) -> Option<Found> {
    let facts = own(site, visit)?.1;
    let count = site.inlinks(visit.url);
    let is_few = (1..thresholds::FEW_INLINKS).contains(&count);
    Found::when(is_few && facts.is_indexable && visit.depth != Some(0), || count.to_string())
}
