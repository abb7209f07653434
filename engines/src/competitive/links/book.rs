//! Links by site, with the reports of several providers about one link merged.

use std::collections::{BTreeMap, BTreeSet};

use super::input::{Link, LinksInput, MAX_RIVALS};
use super::output::LinkCounts;
use crate::common::{Day, EngineError};
use crate::competitive::result_set::host;

/// Index of your own site.
pub(super) const OWN: usize = 0;

/// Best link of a domain: the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    Followed,
    Unknown,
    NotFollowed,
    Lost,
}

impl Standing {
    fn of(is_live: bool, is_followed: Option<bool>) -> Self {
        match (is_live, is_followed) {
            (false, _) => Self::Lost,
            (true, Some(true)) => Self::Followed,
            (true, None) => Self::Unknown,
            (true, Some(false)) => Self::NotFollowed,
        }
    }
}

/// Best link of each domain.
#[derive(Debug, Clone, Default)]
pub(super) struct Domains<'a>(BTreeMap<&'a str, Standing>);

impl<'a> Domains<'a> {
    pub(super) fn add(&mut self, domain: &'a str, standing: Standing) {
        let best = self.0.entry(domain).or_insert(standing);
        *best = standing.min(*best);
    }

    pub(super) fn get(&self, domain: &str) -> Option<Standing> {
        self.0.get(domain).copied()
    }

    pub(super) fn counts(&self) -> LinkCounts {
        let mut counts = LinkCounts::default();
        for standing in self.0.values() {
            *match standing {
                Standing::Followed => &mut counts.followed,
                Standing::Unknown => &mut counts.unknown,
                Standing::NotFollowed => &mut counts.not_followed,
                Standing::Lost => &mut counts.lost,
            } += 1;
        }
        counts.referring_domains = counts.followed + counts.unknown + counts.not_followed;
        counts
    }
}

/// A link, of which several providers may have reported.
#[derive(Debug)]
pub(super) struct Merged<'a> {
    pub(super) site: usize,
    pub(super) domain: String,
    pub(super) standing: Standing,
    /// Reports of the link.
    pub(super) rows: Vec<&'a Link>,
}

/// Links with a known site.
#[derive(Debug)]
pub(super) struct Book<'a> {
    /// Hosts of the sites: your own first, then its rivals.
    pub(super) sites: Vec<String>,
    pub(super) merged: Vec<Merged<'a>>,
    /// Other sites that links point to, with the number of links.
    pub(super) others: BTreeMap<String, u32>,
    /// Links of a site to itself.
    pub(super) own_links: u32,
    /// Rows without a host.
    pub(super) rejected: u32,
    /// Site of each linked host.
    hosts: BTreeMap<String, Option<usize>>,
}

impl<'a> Book<'a> {
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] without a site.
    pub(super) fn read(input: &'a LinksInput) -> Result<Self, EngineError> {
        let own = host(&input.site);
        if own.is_empty() {
            return Err(EngineError::input("site", "must be the host name of your site, such as www.example.com"));
        }
        let mut book = Self {
            sites: vec![own],
            merged: Vec::new(),
            others: BTreeMap::new(),
            own_links: 0,
            rejected: 0,
            hosts: BTreeMap::new(),
        };
        for rival in input.rivals.iter().map(|rival| host(rival)).filter(|rival| !rival.is_empty()) {
            if !is_of(&rival, &book.sites[OWN]) && !book.sites.contains(&rival) {
                book.sites.push(rival);
            }
        }
        let has_names = book.sites.len() > 1;
        let mut reports: BTreeMap<(usize, &str, String), Vec<&Link>> = BTreeMap::new();
        for link in &input.links {
            if let Some(site) = book.site(link, has_names) {
                reports.entry((site, &link.source_url, page_key(&link.target_url))).or_default().push(link);
            }
        }
        book.merged = reports.into_iter().map(|((site, ..), rows)| merged(site, rows)).collect();
        Ok(book)
    }

    /// Returns the site that a link points to; `None` if the link does not count.
    fn site(&mut self, link: &Link, has_names: bool) -> Option<usize> {
        let (source, target) = (host(&link.source_url), host(&link.target_url));
        if source.is_empty() || target.is_empty() || link.provider.is_empty() {
            self.rejected += 1;
            return None;
        }
        let known = self.hosts.get(&target).copied();
        let site = known.unwrap_or_else(|| self.add_host(link, &target, has_names));
        let Some(found) = site else {
            *self.others.entry(domain_or(&link.target_domain, &target)).or_default() += 1;
            return None;
        };
        if is_of(&source, &self.sites[found]) {
            self.own_links += 1;
            return None;
        }
        Some(found)
    }

    /// Finds the site of a linked host. Without named rivals, another site is a rival.
    fn add_host(&mut self, link: &Link, target: &str, has_names: bool) -> Option<usize> {
        let found = self.sites.iter().position(|site| is_of(target, site)).or_else(|| {
            let is_rival = !has_names && self.sites.len() <= MAX_RIVALS;
            is_rival.then(|| self.sites.push(domain_or(&link.target_domain, target)))?;
            Some(self.sites.len() - 1)
        });
        self.hosts.insert(target.to_owned(), found);
        found
    }

    /// Returns the live and lost links to a site.
    pub(super) fn of(&self, site: usize) -> impl Iterator<Item = &Merged<'a>> {
        self.merged.iter().filter(move |link| link.site == site)
    }

    /// Returns true if a domain is yours or a rival's.
    pub(super) fn is_site(&self, domain: &str) -> bool {
        self.sites.iter().any(|site| is_of(domain, site) || is_of(site, domain))
    }
}

/// Merges the reports about one link. It is lost if every report says so, or if it was lost after it was last seen.
fn merged<'a>(site: usize, rows: Vec<&'a Link>) -> Merged<'a> {
    let seen = |link: &&&Link| link.last_seen.or(link.observed_at);
    let last_seen = rows.iter().filter(|link| !link.is_lost).filter_map(|link| seen(&link)).max();
    let lost_on = rows.iter().filter(|link| link.is_lost).filter_map(|link| link.lost_on.or(link.observed_at)).max();
    let is_seen = rows.iter().any(|link| !link.is_lost);
    let is_live = is_seen && last_seen.zip(lost_on).is_none_or(|(seen, lost)| lost <= seen);
    let stated: BTreeSet<bool> = rows.iter().filter(|link| !link.is_lost).filter_map(|link| link.is_followed).collect();
    let first = rows[0];
    Merged {
        site,
        domain: domain_or(&first.source_domain, &host(&first.source_url)),
        standing: Standing::of(is_live, stated.last().copied()),
        rows,
    }
}

/// Returns the best standing of a report on its own.
pub(super) fn standing(link: &Link) -> Standing {
    Standing::of(!link.is_lost, link.is_followed)
}

/// Returns the registrable domain of a link's page.
pub(super) fn source_domain(link: &Link) -> String {
    domain_or(&link.source_domain, &host(&link.source_url))
}

fn domain_or(domain: &str, host: &str) -> String {
    if domain.is_empty() { host.to_owned() } else { domain.to_lowercase() }
}

/// Returns true for a site itself and its subdomains.
pub(super) fn is_of(name: &str, site: &str) -> bool {
    name == site || name.strip_suffix(site).is_some_and(|rest| rest.ends_with('.'))
}

/// Address without scheme, `www.`, fragment and slash at the end, by which linked and crawled addresses compare as equal.
pub(super) fn page_key(url: &str) -> String {
    let url = url.trim();
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let path = rest.find(['/', '?']).map_or("", |at| &rest[at..]);
    format!("{}{}", host(url), path.trim_end_matches('/'))
}

/// Latest of the days on which rows were imported or fetched.
pub(super) fn as_of<'a>(rows: impl Iterator<Item = &'a Link>) -> Option<Day> {
    rows.filter_map(|link| link.observed_at).max()
}
