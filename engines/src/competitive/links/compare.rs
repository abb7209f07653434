//! Referring domains of your site and of its rivals.

use std::collections::{BTreeMap, BTreeSet};

use super::book::{Book, Domains, Merged, OWN, Standing, as_of, source_domain, standing};
use super::input::Link;
use super::output::{LinkProspect, LinkSite, LinkSource};

/// Least number of rivals that a prospect links to.
pub(super) const LEAST_RIVALS: usize = 2;

/// Counts the referring domains of each site by provider: providers find different links, so their figures do not compare.
pub(super) fn sites(book: &Book<'_>) -> Vec<LinkSite> {
    let mut rows: BTreeMap<(&str, usize), Vec<&Link>> = BTreeMap::new();
    for link in &book.merged {
        link.rows.iter().for_each(|row| rows.entry((&row.provider, link.site)).or_default().push(row));
    }
    let mut sites: Vec<LinkSite> = rows
        .into_iter()
        .map(|((provider, site), rows)| {
            let named: Vec<(String, Standing)> = rows.iter().map(|row| (source_domain(row), standing(row))).collect();
            let mut domains = Domains::default();
            named.iter().for_each(|(domain, standing)| domains.add(domain, *standing));
            LinkSite {
                provider: provider.to_owned(),
                domain: book.sites[site].clone(),
                is_own: site == OWN,
                domains: domains.counts(),
                as_of: as_of(rows.into_iter()),
            }
        })
        .collect();
    sites.sort_by(|a, b| {
        let most = b.domains.referring_domains.cmp(&a.domains.referring_domains);
        a.provider.cmp(&b.provider).then(most).then(b.is_own.cmp(&a.is_own)).then_with(|| a.domain.cmp(&b.domain))
    });
    sites
}

/// Finds domains with live links to at least two rivals and none to your site.
pub(super) fn prospects(book: &Book<'_>) -> Vec<LinkProspect> {
    let mut own = Domains::default();
    book.of(OWN).for_each(|link| own.add(&link.domain, link.standing));
    let mut linking: BTreeMap<&str, Vec<&Merged<'_>>> = BTreeMap::new();
    for link in book.merged.iter().filter(|link| link.site != OWN && link.standing != Standing::Lost) {
        linking.entry(&link.domain).or_default().push(link);
    }
    let mut prospects: Vec<LinkProspect> = linking
        .into_iter()
        .filter(|(domain, _)| own.get(domain).is_none_or(|best| best == Standing::Lost) && !book.is_site(domain))
        .filter_map(|(domain, links)| prospect(book, domain, &links, own.get(domain).is_some()))
        .collect();
    prospects.sort_by(|a, b| {
        let rank = |one: &LinkProspect| (one.rivals.len(), one.followed_rivals, one.linked_before);
        rank(b).cmp(&rank(a)).then_with(|| a.domain.cmp(&b.domain))
    });
    prospects
}

fn prospect(book: &Book<'_>, domain: &str, links: &[&Merged<'_>], linked_before: bool) -> Option<LinkProspect> {
    let mut rivals: BTreeMap<usize, Standing> = BTreeMap::new();
    for link in links {
        let best = rivals.entry(link.site).or_insert(link.standing);
        *best = link.standing.min(*best);
    }
    if rivals.len() < LEAST_RIVALS {
        return None;
    }
    let example = links.iter().min_by_key(|link| (link.standing, &link.rows[0].source_url))?;
    let figures = links.iter().flat_map(|link| &link.rows).filter_map(|row| {
        let figure = row.authority.filter(|figure| figure.is_finite())?;
        Some((row.authority_name.as_deref()?, figure))
    });
    let authority = figures.min_by(|a, b| a.0.cmp(b.0).then(b.1.total_cmp(&a.1)));
    Some(LinkProspect {
        domain: domain.to_owned(),
        followed_rivals: rivals.values().filter(|best| **best == Standing::Followed).count() as u32,
        rivals: rivals.into_keys().map(|site| book.sites[site].clone()).collect(),
        linked_before,
        example: example.rows[0].source_url.clone(),
        authority: authority.map(|(_, figure)| figure),
        authority_name: authority.map(|(name, _)| name.to_owned()),
    })
}

/// Summarises the links that count by provider.
pub(super) fn sources(book: &Book<'_>) -> Vec<LinkSource> {
    let mut sources: BTreeMap<&str, LinkSource> = BTreeMap::new();
    for row in book.merged.iter().flat_map(|link| link.rows.iter()) {
        let source = sources.entry(&row.provider).or_insert_with(|| LinkSource {
            provider: row.provider.clone(),
            links: 0,
            lost: 0,
            from: row.observed_at,
            to: row.observed_at,
        });
        source.links += 1;
        source.lost += u32::from(row.is_lost);
        source.from = source.from.into_iter().chain(row.observed_at).min();
        source.to = source.to.max(row.observed_at);
    }
    sources.into_values().collect()
}

/// Returns the providers that have links to your site and to a rival.
pub(super) fn common_providers(sites: &[LinkSite]) -> BTreeSet<&str> {
    let of = |is_own: bool| -> BTreeSet<&str> {
        sites.iter().filter(|site| site.is_own == is_own).map(|site| site.provider.as_str()).collect()
    };
    of(true).intersection(&of(false)).copied().collect()
}
