//! Pages in Bing next to those of Google: which ones get impressions in one search engine only. Figures are never added up.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::Entry;
use crate::common::{Day, EngineError, count};

/// Maximum number of rows.
const MOST_ROWS: usize = 200_000;
/// Maximum number of pages listed that have impressions in Bing.
const LISTED: usize = 500;
/// Maximum number of pages listed that have impressions in Google only.
const LISTED_OF_GOOGLE: usize = 100;

/// Pages of Bing Webmaster Tools in a period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BingPages {
    /// First day.
    pub from: Option<Day>,
    /// Last day.
    pub to: Option<Day>,
    /// The pages, one row each.
    pub pages: Vec<BingPage>,
}

/// A page in Bing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BingPage {
    /// Address, or a path on the host of the site.
    pub page: String,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Average position, from 1; `None` if unknown.
    pub position: Option<f64>,
}

/// Pages in Bing, compared with the pages of the analysed queries in Google.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BingPageReport {
    /// First day.
    pub from: Option<Day>,
    /// Last day.
    pub to: Option<Day>,
    /// Clicks in Bing of all pages.
    pub clicks: f64,
    /// Impressions in Bing of all pages.
    pub impressions: f64,
    /// Number of pages with impressions in Bing.
    pub pages: usize,
    /// Number of these without impressions in Google; `None` if the analysed queries name no page.
    pub only_in_bing: Option<usize>,
    /// Number of pages with impressions in Google and none in Bing; `None` if the analysed queries name no page.
    pub only_in_google: Option<usize>,
    /// Pages by impressions in Bing, at most 500; then those without any, by impressions in Google, at most 100.
    pub rows: Vec<BingPageRow>,
}

/// A page in Bing and in Google. The periods can differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BingPageRow {
    /// Address.
    pub page: String,
    /// Clicks in Bing; `None` if the page has no impressions there.
    pub bing_clicks: Option<f64>,
    /// Impressions in Bing.
    pub bing_impressions: Option<f64>,
    /// Average position in Bing.
    pub bing_position: Option<f64>,
    /// Clicks in Google of the analysed queries; `None` if the page has no impressions there.
    pub google_clicks: Option<f64>,
    /// Impressions in Google of the analysed queries.
    pub google_impressions: Option<f64>,
    /// Average position in Google of the analysed queries.
    pub google_position: Option<f64>,
}

/// Figures of a page in one search engine.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    clicks: f64,
    impressions: f64,
    weighted: f64,
    weight: f64,
}

impl Sums {
    fn add(&mut self, clicks: f64, impressions: f64, (weighted, weight): (f64, f64)) {
        self.clicks += clicks;
        self.impressions += impressions;
        self.weighted += weighted;
        self.weight += weight;
    }

    fn position(self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.weighted / self.weight)
    }
}

/// A page: its address as given, its figures in Bing and in Google.
#[derive(Default)]
struct Found<'a> {
    page: &'a str,
    bing: Sums,
    google: Sums,
}

/// Compares pages in Bing with pages of the analysed queries; `None` if there is no page in Bing. `host` is the host of the site.
///
/// # Errors
/// Returns [`EngineError::TooLarge`] or [`EngineError::InvalidInput`].
pub(super) fn report(
    bing: Option<&BingPages>, entries: &[Entry], host: Option<&str>,
) -> Result<Option<BingPageReport>, EngineError> {
    let Some(bing) = bing.filter(|bing| !bing.pages.is_empty()) else { return Ok(None) };
    let has_google = entries.iter().any(|entry| !entry.pages.is_empty());
    let mut found = found(bing, entries, host)?;
    found.retain(|found| found.bing.impressions > 0.0 || found.google.impressions > 0.0);
    let (mut of_bing, mut of_google): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|found| found.bing.impressions > 0.0);
    of_bing.sort_by(|a, b| b.bing.impressions.total_cmp(&a.bing.impressions).then_with(|| a.page.cmp(b.page)));
    of_google.sort_by(|a, b| b.google.impressions.total_cmp(&a.google.impressions).then_with(|| a.page.cmp(b.page)));
    let only_in_bing = of_bing.iter().filter(|found| found.google.impressions <= 0.0).count();
    let listed = of_bing.iter().take(LISTED).chain(of_google.iter().take(LISTED_OF_GOOGLE));
    Ok(Some(BingPageReport {
        from: bing.from,
        to: bing.to,
        clicks: of_bing.iter().map(|found| found.bing.clicks).sum(),
        impressions: of_bing.iter().map(|found| found.bing.impressions).sum(),
        pages: of_bing.len(),
        only_in_bing: has_google.then_some(only_in_bing),
        only_in_google: has_google.then_some(of_google.len()),
        rows: listed.map(row).collect(),
    }))
}

/// Sums the figures of each page.
fn found<'a>(bing: &'a BingPages, entries: &'a [Entry], host: Option<&str>) -> Result<Vec<Found<'a>>, EngineError> {
    EngineError::check_sizes(&[("`bingPages.pages`", bing.pages.len(), MOST_ROWS)])?;
    let mut pages: BTreeMap<String, Found<'_>> = BTreeMap::new();
    for (at, row) in bing.pages.iter().enumerate() {
        let figures = [row.clicks, row.impressions, row.position.unwrap_or(1.0)];
        if figures.iter().any(|figure| !(0.0..=1e12).contains(figure)) {
            return Err(EngineError::input(format!("bingPages.pages[{at}]"), "must have figures of 0 or more"));
        }
        let weights = row.position.map_or((0.0, 0.0), |position| (position * row.impressions, row.impressions));
        let page = row.page.trim();
        let found = pages.entry(key(page, host)).or_insert_with(|| Found { page, ..Found::default() });
        found.bing.add(row.clicks, row.impressions, weights);
    }
    for figures in entries.iter().flat_map(|entry| &entry.pages) {
        let page = figures.page.as_str();
        let found = pages.entry(key(page, host)).or_insert_with(|| Found { page, ..Found::default() });
        found.google.add(figures.clicks, figures.impressions, (figures.position_sum, figures.position_weight));
    }
    pages.remove("");
    Ok(pages.into_values().collect())
}

/// Key of a page: scheme, `www.`, fragment and a closing slash do not count. A path belongs to the host of the site.
fn key(page: &str, host: Option<&str>) -> String {
    let own = host.filter(|_| page.starts_with('/')).unwrap_or_default();
    let rest = page.split_once("://").map_or(page, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let whole = format!("{own}{rest}");
    whole.strip_prefix("www.").unwrap_or(&whole).trim_end_matches('/').to_owned()
}

fn row(found: &Found<'_>) -> BingPageRow {
    let (bing, google) = (found.bing, found.google);
    let in_bing = |figure: f64| (bing.impressions > 0.0).then_some(figure);
    let in_google = |figure: f64| (google.impressions > 0.0).then_some(figure);
    BingPageRow {
        page: found.page.to_owned(),
        bing_clicks: in_bing(bing.clicks),
        bing_impressions: in_bing(bing.impressions),
        bing_position: bing.position(),
        google_clicks: in_google(google.clicks),
        google_impressions: in_google(google.impressions),
        google_position: google.position(),
    }
}

/// What a reader must know about pages in Bing.
pub(super) fn note(report: &BingPageReport) -> String {
    let BingPageReport { from, to, clicks, impressions, pages, only_in_bing, only_in_google, .. } = report;
    let period = match (from, to) {
        (Some(from), Some(to)) => format!(", {from} to {to}"),
        _ => String::new(),
    };
    let number = |n: usize| count(n as f64);
    let compared = match only_in_bing.zip(*only_in_google) {
        Some((bing, google)) => format!(
            ", {} of them without impressions in Google. Pages with impressions in Google and none in Bing: {}",
            number(bing),
            number(google)
        ),
        None => ". The analysed queries name no page in Google, so pages are not compared".to_owned(),
    };
    format!(
        "Pages in Bing Webmaster Tools{period}: {} clicks and {} impressions of {} pages{compared}. They count in no other figure of this analysis.",
        count(*clicks),
        count(*impressions),
        number(*pages)
    )
}
