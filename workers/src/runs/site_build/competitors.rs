//! Competitors of a site: the businesses that rank for its markets, as far as the workspace has their SERPs and pages.

use std::collections::{BTreeMap, BTreeSet};

use gate::Competitor;
use shared::{
    domain::{
        observation::SerpResult,
        site::{Site, SitePlace},
    },
    store::site,
};

use super::questions::phrases;
use crate::{context::RunContext, error::JobError};

/// Places whose SERPs are looked at.
const PLACES: usize = 10;
/// Results and pages of a look-up.
const RESULTS: i64 = 2_000;
const PAGES: i64 = 200;
/// Telephone numbers of a business, and competitors in all.
const PHONES: usize = 5;
const MOST: usize = 500;

/// Loads the competitors of a site.
pub(super) async fn load(context: &RunContext, site: &Site) -> Result<Vec<Competitor>, JobError> {
    let phrases = phrases(site);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for place in site.places.iter().take(PLACES) {
        let results = site::place_results(&context.db, site.workspace_id, city(place), RESULTS).await?;
        let is_of_trade = |result: &&SerpResult| {
            let query = result.query.to_lowercase();
            phrases.iter().any(|phrase| query.contains(phrase))
        };
        results.iter().filter(is_of_trade).for_each(|result| add(&mut names, result));
    }
    let own = own_hosts(context, site).await?;
    names.retain(|host, _| !own.contains(host));
    let hosts: Vec<String> = names.keys().cloned().collect();
    let phones = phones(context, site, &hosts).await?;
    Ok(names.into_iter().flat_map(|(host, name)| competitors(&host, &name, &phones)).take(MOST).collect())
}

/// Name of a place without its state.
fn city(place: &SitePlace) -> &str {
    place.name.split(',').next().unwrap_or_default().trim()
}

fn add(names: &mut BTreeMap<String, String>, result: &SerpResult) {
    let name = result.title.as_deref().and_then(|title| business(title, &result.domain)).unwrap_or_default();
    let known = names.entry(result.domain.clone()).or_default();
    if known.is_empty() {
        *known = name;
    }
}

/// Returns the part of a title that is the name of the business: the one that the domain is made of.
fn business(title: &str, domain: &str) -> Option<String> {
    let letters =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let label = letters(domain.split('.').next().unwrap_or_default());
    let mut parts = title.split(['|', '·', '–', '—', ':']).flat_map(|part| part.split(" - ")).map(str::trim);
    let is_name = |part: &&str| {
        let part = letters(part);
        part.len() >= 4 && (label == part || label.starts_with(&part) || part.starts_with(&label) && label.len() >= 4)
    };
    parts.find(is_name).map(str::to_owned)
}

async fn own_hosts(context: &RunContext, site: &Site) -> Result<BTreeSet<String>, JobError> {
    let others = site::others(&context.db, site.workspace_id, site.id).await?;
    Ok(others.into_iter().map(|other| other.host.trim_start_matches("www.").to_owned()).collect())
}

/// Returns the telephone numbers on pages of these hosts.
async fn phones(
    context: &RunContext, site: &Site, hosts: &[String],
) -> Result<BTreeMap<String, BTreeSet<String>>, JobError> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    if hosts.is_empty() {
        return Ok(found);
    }
    for page in site::pages_of_hosts(&context.db, site.workspace_id, hosts, PAGES).await? {
        let known = found.entry(page.host).or_default();
        let text = [page.title, page.description, page.text].into_iter().flatten().collect::<Vec<_>>().join("\n");
        known.extend(gate::phones(&text).into_iter().take(PHONES.saturating_sub(known.len())));
    }
    Ok(found)
}

/// Returns a competitor for each telephone number of a business, at least one.
fn competitors(host: &str, name: &str, phones: &BTreeMap<String, BTreeSet<String>>) -> Vec<Competitor> {
    let one = |phone: &str| Competitor { name: name.to_owned(), domain: host.to_owned(), phone: phone.to_owned() };
    match phones.get(host).filter(|phones| !phones.is_empty()) {
        Some(phones) => phones.iter().map(|phone| one(phone)).collect(),
        None => vec![one("")],
    }
}

#[cfg(test)]
mod tests {
    use super::business;

    #[test]
    fn business_is_the_part_of_a_title_that_its_domain_is_made_of() {
        for (title, domain, name) in [
            ("Plumber in Tulsa | Acme Plumbing", "acmeplumbing.example", Some("Acme Plumbing")),
            ("Acme Plumbing - 24 hour service", "acme-plumbing.example", Some("Acme Plumbing")),
            ("THE BEST 10 Plumbers in Tulsa, OK - Yelp", "yelp.com", Some("Yelp")),
            ("Emergency plumber, call now", "brownandsons.example", None),
            ("", "acme.example", None),
        ] {
            assert_eq!(business(title, domain).as_deref(), name, "{title}");
        }
    }
}
