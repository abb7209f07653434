//! Collects the facts of a crawl, page by page.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::near::{self, Minima};
use super::{Facts, Group, Inlinks, MOST_NAMED, Site, key};
use crate::audit::Visit;
use crate::audit::check::links::is_internal;
use crate::external::ExternalAnswer;
use crate::page::{Page, content_hash};

/// Pages and link targets that are kept; further ones are not compared.
const MOST_PAGES: usize = 4_000_000;
/// Language versions of a page.
const MOST_ALTERNATES: usize = 200;

/// Collects the facts of a crawl.
#[derive(Debug, Default)]
pub struct SiteBuilder {
    site: Site,
}

impl SiteBuilder {
    /// Returns a builder without pages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a visit. A second visit of an address is ignored.
    pub fn add(&mut self, visit: &Visit<'_>) {
        let site = &mut self.site;
        let (own, index) = (key(visit.url), site.pages.len());
        let Ok(number) = u32::try_from(index) else { return };
        if index >= MOST_PAGES || site.index.contains_key(&own) {
            return;
        }
        site.index.insert(own, number);
        site.has_sitemap |= visit.is_in_sitemap;
        site.pages.push(facts(visit));
        let Some(page) = visit.page.filter(|_| visit.is_ok()) else { return };
        for target in targets(page) {
            if target == own || (site.inlinks.len() >= MOST_PAGES && !site.inlinks.contains_key(&target)) {
                continue;
            }
            site.inlinks.entry(target).or_default().add(number);
        }
    }

    /// Adds how a page of another website answers.
    pub fn add_external(&mut self, url: &Url, answer: ExternalAnswer) {
        if self.site.external.len() < MOST_PAGES {
            self.site.external.insert(key(url), answer);
        }
    }

    /// Compares the pages with one another.
    #[must_use]
    pub fn build(mut self) -> Site {
        let site = &mut self.site;
        site.titles = groups(&site.pages, |facts| facts.title);
        site.descriptions = groups(&site.pages, |facts| facts.description);
        site.headings = groups(&site.pages, |facts| facts.heading);
        site.contents = groups(&site.pages, |facts| facts.content);
        let minima = site.pages.iter().enumerate().filter(|(_, facts)| facts.is_indexable);
        let minima: Vec<(u32, &Minima)> =
            minima.filter_map(|(index, facts)| Some((u32::try_from(index).ok()?, &**facts.minima.as_ref()?))).collect();
        site.near = near::pairs(&minima);
        self.site
    }
}

impl Inlinks {
    fn add(&mut self, page: u32) {
        if let Some(place) = self.first.get_mut(self.count as usize) {
            *place = page;
        }
        self.count += 1;
    }
}

fn facts(visit: &Visit<'_>) -> Facts {
    let page = visit.page.filter(|_| visit.is_ok());
    let text = |text: Option<&String>| text.filter(|text| !text.is_empty()).map(|text| content_hash(text));
    let heading = page.and_then(|page| page.headings.iter().find(|heading| heading.level == 1));
    let content = page.filter(|page| page.body.content_chars > 0).map(|page| page.body.content_hash);
    Facts {
        url: visit.url.as_str().into(),
        status: visit.status,
        is_redirect: !visit.redirects.is_empty(),
        is_noindex: page.is_some_and(|page| page.robots.is_noindex("googlebot")),
        is_indexable: visit.is_indexable() && page.is_some(),
        is_allowed: visit.is_allowed,
        canonical: visit.canonical().map(key),
        title: text(page.and_then(|page| page.titles.first())),
        description: text(page.and_then(|page| page.descriptions.first())),
        heading: text(heading.map(|heading| &heading.text)),
        content,
        alternates: page.map(alternates).unwrap_or_default(),
        minima: page.and_then(|page| page.body.fingerprint.as_ref()).and_then(near::minima),
    }
}

fn alternates(page: &Page) -> Box<[u64]> {
    page.document
        .alternates
        .iter()
        .filter_map(|alternate| alternate.url.as_ref())
        .map(key)
        .take(MOST_ALTERNATES)
        .collect()
}

/// Returns the keys of the pages of the website that a page links to, each once.
fn targets(page: &Page) -> HashSet<u64> {
    let links = page.links.iter().filter(|link| is_internal(page, link));
    links.filter_map(|link| link.url.as_ref()).map(key).collect()
}

/// Groups the indexable pages by a text; keeps groups of two and more.
fn groups(pages: &[Facts], text: impl Fn(&Facts) -> Option<u64>) -> HashMap<u64, Group> {
    let mut groups: HashMap<u64, Group> = HashMap::new();
    for (index, facts) in pages.iter().enumerate().filter(|(_, facts)| facts.is_indexable) {
        let (Some(hash), Ok(index)) = (text(facts), u32::try_from(index)) else { continue };
        let group = groups.entry(hash).or_default();
        group.count += 1;
        if group.first.len() <= MOST_NAMED {
            group.first.push(index);
        }
    }
    groups.retain(|_, group| group.count > 1);
    groups
}
