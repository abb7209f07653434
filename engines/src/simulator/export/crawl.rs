//! Simulated crawl of the site and its competitors.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::output::Simulation;
use super::COPIED;
use crate::stat::SplitMix64;

/// Number of competitors' pages crawled per SERP.
const RIVALS_READ: usize = 3;
/// Minimum and maximum number of sentences of a page.
const SENTENCES: (usize, usize) = (6, 11);

static TEXT: [&str; 16] = [
    "{service} in {place} is done by our own team.",
    "A call in the morning usually means a visit the same day.",
    "The price is agreed in writing before any work on {service} begins.",
    "Most {service} jobs take between one and three hours.",
    "Our people are licensed and insured.",
    "Ask for photographs of earlier {service} work.",
    "If {service} can wait, a visit in the week costs less than one on Sunday.",
    "Every {service} job has a warranty of one year.",
    "We clean up before we leave.",
    "Parts are listed on the bill with their price.",
    "Signs that {service} is needed are easy to miss.",
    "For {service} we serve {place} and its neighbours.",
    "There is no charge for an estimate.",
    "Here is what {service} costs in {place}, and why.",
    "Small repairs are often enough.",
    "We answer the phone day and night.",
];

/// A crawled page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrawledPage {
    /// Address of the page.
    pub url: String,
    /// Its title and first heading.
    pub title: String,
    /// Its main text.
    pub text: String,
    /// Query of the SERP on which it was found; `None` for own pages.
    pub query: Option<String>,
    /// Link targets.
    pub links: Vec<String>,
}

pub(super) fn crawled(world: &Simulation) -> Vec<CrawledPage> {
    let mut pages: Vec<CrawledPage> = (0..world.markets.len()).map(|market| own(world, market)).collect();
    pages.extend(rivals(world));
    pages
}

/// Crawls an own page, which links to the page of the same trade in the next place, so that all are found.
fn own(world: &Simulation, market: usize) -> CrawledPage {
    let known = &world.markets[market];
    let place = &world.places[known.place as usize].name;
    let service = known.trade.trim_start_matches("sim-");
    let next = (market + 1) % world.markets.len();
    // The copy uses the random numbers of the original page.
    let written_as = if market == COPIED.1 { COPIED.0 } else { market };
    CrawledPage {
        url: known.page.clone(),
        title: format!("{} in {place}", capital(service)),
        text: text(service, place, written_as as u64),
        query: None,
        links: vec![world.markets[next].page.clone()],
    }
}

/// Returns the distinct competitors' pages in the last SERP of every query.
fn rivals(world: &Simulation) -> Vec<CrawledPage> {
    let last = world.serps.iter().map(|serp| serp.date).max();
    let mut found: BTreeMap<&str, CrawledPage> = BTreeMap::new();
    for serp in world.serps.iter().filter(|serp| Some(serp.date) == last) {
        let keyword = &world.keywords[serp.keyword as usize];
        let market = &world.markets[keyword.market as usize];
        let place = &world.places[market.place as usize].name;
        for (at, url) in serp.urls.iter().filter(|url| **url != market.page).take(RIVALS_READ).enumerate() {
            found.entry(url).or_insert_with(|| CrawledPage {
                url: url.clone(),
                title: capital(&keyword.query),
                text: text(&keyword.query, place, 1_000 + u64::from(serp.keyword) * 10 + at as u64),
                query: Some(keyword.query.clone()),
                links: Vec::new(),
            });
        }
    }
    found.into_values().collect()
}

fn text(service: &str, place: &str, seed: u64) -> String {
    let mut random = SplitMix64::new(seed ^ 0x5EED_7E27);
    let mut left: Vec<&str> = TEXT.to_vec();
    let count = SENTENCES.0 + random.below(SENTENCES.1 - SENTENCES.0 + 1);
    let chosen: Vec<String> = (0..count)
        .map(|_| left.swap_remove(random.below(left.len())).replace("{service}", service).replace("{place}", place))
        .collect();
    chosen.join(" ")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

pub(super) fn pages(world: &Simulation) -> String {
    let line = |page: CrawledPage| {
        let seen = world.last_day();
        let mut line = json!({
            "url": page.url, "title": page.title, "h1": page.title, "headings": ["What it costs", "Questions"],
            "text": page.text, "links": page.links, "status": 200, "observedAt": seen,
        });
        if let Some(query) = page.query {
            line["query"] = json!(query);
        }
        format!("{line}\n")
    };
    crawled(world).into_iter().map(line).collect()
}
