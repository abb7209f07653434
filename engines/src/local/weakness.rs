//! Weakness of a SERP.

use super::input::{OrganicResult, PackEntry, SerpSnapshot};
use super::reference::place::Place;
use super::reference::vertical::Vertical;
use crate::text::fold;

/// A market's own deviation of the logit of the chance.
pub(crate) const CHANCE_OWN: f64 = 0.643;
/// The same once its result page was seen whole.
pub(crate) const OWN_SEEN: f64 = 0.35;
/// Assumed difference in logits between the strongest and the weakest SERP, corrected by outcomes.
const LOGITS: f64 = 3.0;
/// Number of reviews below which a business in the pack is weak.
const FEW_REVIEWS: f64 = 20.0;
/// Referring domains of an average page.
const MIDDLE_DOMAINS: f64 = 30.0;

/// Directories, marketplaces and social sites, which are not local businesses.
static DIRECTORIES: &[&str] = &[
    "angi.com",
    "angieslist.com",
    "bbb.org",
    "bark.com",
    "buildzoom.com",
    "chamberofcommerce.com",
    "craigslist.org",
    "expertise.com",
    "facebook.com",
    "fixr.com",
    "forbes.com",
    "homeadvisor.com",
    "homeguide.com",
    "houzz.com",
    "indeed.com",
    "instagram.com",
    "justia.com",
    "lawyers.com",
    "findlaw.com",
    "avvo.com",
    "linkedin.com",
    "manta.com",
    "mapquest.com",
    "networx.com",
    "nextdoor.com",
    "porch.com",
    "quora.com",
    "reddit.com",
    "superpages.com",
    "thebluebook.com",
    "thumbtack.com",
    "todayshomeowner.com",
    "tripadvisor.com",
    "trustpilot.com",
    "yellowpages.com",
    "yelp.com",
    "youtube.com",
    "zocdoc.com",
    "healthgrades.com",
    "usnews.com",
    "threebestrated.com",
];

/// Result of reading a SERP.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    /// 0 (strong) to 1 (weak).
    pub(crate) weakness: f64,
    /// Share of missing evidence.
    pub(crate) missing: f64,
    pub(crate) has_pack: Option<bool>,
    /// Names and values of the parts.
    pub(crate) parts: Vec<(&'static str, f64)>,
    pub(crate) observed_at: Option<String>,
    pub(crate) source: Option<String>,
}

/// Computes the weakness of a SERP; unobserved parts are left out and widen the ranking probability.
pub(crate) fn read(serp: &SerpSnapshot, vertical: &Vertical, place: &Place) -> Seen {
    let top: Vec<&OrganicResult> =
        serp.organic.iter().filter(|result| result.position.is_none_or(|position| position <= 10.0)).take(10).collect();
    let pack = serp.pack.as_deref();
    let parts = [
        ("directories", 0.30, share(&top, |result| is_directory(&result.url))),
        ("titlesThatMissTheMarket", 0.25, titles_that_miss(&top, vertical, place)),
        ("packWithFewReviews", 0.15, pack_share(pack, |entry| entry.votes.map(|votes| votes < FEW_REVIEWS))),
        ("packWithoutSite", 0.10, pack_share(pack, |entry| Some(entry.website.is_none()))),
        ("plainHttp", 0.05, share(&top, |result| result.url.starts_with("http://"))),
        ("fewLinks", 0.15, few_links(&top)),
    ];
    let known: f64 = parts.iter().filter(|part| part.2.is_some()).map(|part| part.1).sum();
    let sum: f64 = parts.iter().filter_map(|part| Some(part.1 * part.2?)).sum();
    Seen {
        weakness: if known > 0.0 { sum / known } else { 0.5 },
        missing: 1.0 - known.min(1.0),
        has_pack: pack.map(|pack| !pack.is_empty()),
        parts: parts.iter().filter_map(|part| Some((part.0, part.2?))).collect(),
        observed_at: serp.observed_at.map(|day| day.to_rfc3339()),
        source: serp.source.clone(),
    }
}

impl Seen {
    /// Says how weak it is, when and where it was seen, and why: `search results of weakness 0.62, seen on 2026-09-01 in
    /// serps.csv (directories 0.70, pages without HTTPS 0.10)`.
    pub(crate) fn sentence(&self) -> String {
        let mut text = format!("search results of weakness {:.2}", self.weakness);
        if let Some(day) = self.observed_at.as_deref().and_then(|at| at.get(..10)) {
            text = format!("{text}, seen on {day}");
        }
        if let Some(source) = &self.source {
            text = format!("{text} in {source}");
        }
        let parts: Vec<String> = self.parts.iter().map(|(name, value)| format!("{} {value:.2}", named(name))).collect();
        if parts.is_empty() { text } else { format!("{text} ({})", parts.join(", ")) }
    }
}

/// Returns the words of a part.
fn named(part: &str) -> &str {
    match part {
        "titlesThatMissTheMarket" => "titles without the service and city",
        "packWithFewReviews" => "map entries with few reviews",
        "packWithoutSite" => "map entries without a site",
        "plainHttp" => "pages without HTTPS",
        "fewLinks" => "few links",
        other => other,
    }
}

/// Contribution of a SERP to the logit of the difficulty; negative for weak SERPs.
pub(crate) fn logit(seen: &Seen) -> f64 {
    LOGITS * (0.5 - seen.weakness) * (1.0 - seen.missing)
}

/// Standard deviation of a market's logit; smaller the more of the SERP was observed.
pub(crate) fn own_spread(seen: &Seen) -> f64 {
    OWN_SEEN + (CHANCE_OWN - OWN_SEEN) * seen.missing
}

fn share(top: &[&OrganicResult], is_weak: impl Fn(&OrganicResult) -> bool) -> Option<f64> {
    let weak = top.iter().filter(|result| is_weak(result)).count();
    (!top.is_empty()).then(|| weak as f64 / top.len() as f64)
}

fn pack_share(pack: Option<&[PackEntry]>, is_weak: impl Fn(&PackEntry) -> Option<bool>) -> Option<f64> {
    let told: Vec<bool> = pack?.iter().filter_map(is_weak).collect();
    let weak = told.iter().filter(|weak| **weak).count();
    (!told.is_empty()).then(|| weak as f64 / told.len() as f64)
}

/// Share of titles that do not name both a service and the city.
fn titles_that_miss(top: &[&OrganicResult], vertical: &Vertical, place: &Place) -> Option<f64> {
    let titles: Vec<String> = top.iter().filter_map(|result| result.title.as_deref().map(fold)).collect();
    let city = fold(&place.name);
    let services: Vec<String> = vertical.seed_keywords.iter().map(|keyword| fold(keyword)).collect();
    if titles.is_empty() || services.is_empty() {
        return None;
    }
    let hits = |title: &&String| title.contains(&city) && services.iter().any(|service| names(title, service));
    Some(1.0 - titles.iter().filter(hits).count() as f64 / titles.len() as f64)
}

/// Returns true if a title contains every word of a service, compared by the first five letters.
pub(super) fn names(title: &str, service: &str) -> bool {
    let stem = |word: &str| word.chars().take(5).collect::<String>();
    service.split(' ').all(|word| title.split(' ').any(|other| stem(other) == stem(word)))
}

/// 1 for no referring domains, 0.5 at 30, towards 0 for many: by the median of the results.
fn few_links(top: &[&OrganicResult]) -> Option<f64> {
    let mut domains: Vec<f64> = top.iter().filter_map(|result| result.referring_domains).collect();
    domains.sort_by(f64::total_cmp);
    let median = *domains.get(domains.len() / 2)?;
    Some(MIDDLE_DOMAINS.ln_1p() / (MIDDLE_DOMAINS.ln_1p() + median.ln_1p()).max(1e-9)).map(|share| share.min(1.0))
}

fn is_directory(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url).split(['/', '?', '#', ':']).next().unwrap_or("");
    let host = host.to_lowercase();
    DIRECTORIES
        .iter()
        .any(|domain| host == *domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')))
}
