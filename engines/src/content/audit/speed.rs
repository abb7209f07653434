//! Core Web Vitals of the pages, with the clicks of those that fail.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::SIGNATURE;
use super::input::AuditInput;
use super::output::PageAudit;
use super::plain::shortened;
use super::site::key;
use crate::common::{Action, Day, EngineError, Evidence, Finding, Insight, Nature, Severity, count};

/// Maximum number of rows of figures.
const MOST_ROWS: usize = 20_000;
/// Largest figure: a day in milliseconds.
const MOST_MS: f64 = 86_400_000.0;
/// Insights for each one about speed.
const SHARE: usize = 5;
/// Minutes to speed up a page: a convention of this product.
const EFFORT_MINUTES: u32 = 240;

/// Origin of Core Web Vitals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VitalsBasis {
    /// 75th percentile of visits of real users.
    #[default]
    Field,
    /// Simulated visit in a laboratory. It has no INP, and Google does not assess pages by it.
    Lab,
}

/// Core Web Vitals of a page, or of all pages of the origin.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PageVitals {
    /// Address of the page, or the origin.
    pub url: String,
    /// Whether the figures are of all pages of the origin.
    pub is_origin: bool,
    /// Visits of users, or a laboratory.
    pub basis: VitalsBasis,
    /// `phone` or `desktop`.
    pub device: String,
    /// Largest Contentful Paint, in milliseconds.
    pub lcp: Option<f64>,
    /// Interaction to Next Paint, in milliseconds.
    pub inp: Option<f64>,
    /// Cumulative Layout Shift.
    pub cls: Option<f64>,
    /// First day of the visits.
    pub from: Option<Day>,
    /// Last day of the visits, or the day of the latest test.
    pub to: Option<Day>,
    /// Source, such as `Chrome UX Report`.
    pub source: String,
}

/// Metric of the Core Web Vitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Vital {
    /// Largest Contentful Paint.
    Lcp,
    /// Interaction to Next Paint.
    Inp,
    /// Cumulative Layout Shift.
    Cls,
}

/// A metric that is not good.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedVital {
    /// Metric.
    pub metric: Vital,
    /// Its figure: milliseconds, for the shift without a unit.
    pub value: f64,
    /// Largest figure that is good.
    pub good: f64,
    /// Whether it is poor; otherwise it needs improvement.
    pub is_poor: bool,
}

/// A page, or the origin, whose Core Web Vitals are not good on a device.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlowPage {
    /// Address of the page, or the origin.
    pub url: String,
    /// Whether the figures are of all pages of the origin.
    pub is_origin: bool,
    /// Visits of users, or a laboratory.
    pub basis: VitalsBasis,
    /// Device.
    pub device: String,
    /// Metrics that are not good.
    pub failed: Vec<FailedVital>,
    /// Clicks in the period on all devices: of the page, or of the pages without field data of their own for the origin.
    /// `None` if clicks are unknown.
    pub clicks: Option<f64>,
    /// What to change first.
    pub fix: String,
    /// Source.
    pub source: String,
    /// First day of the visits.
    pub from: Option<Day>,
    /// Last day of the visits, or the day of the latest test.
    pub to: Option<Day>,
}

/// Largest good figure and smallest poor figure of each metric, at the 75th percentile.
///
/// Source: Google, <https://web.dev/articles/vitals>.
const THRESHOLDS: [(Vital, f64, f64); 3] =
    [(Vital::Lcp, 2_500.0, 4_000.0), (Vital::Inp, 200.0, 500.0), (Vital::Cls, 0.1, 0.25)];

impl PageVitals {
    fn figure(&self, vital: Vital) -> Option<f64> {
        match vital {
            Vital::Lcp => self.lcp,
            // A laboratory has no interactions.
            Vital::Inp => self.inp.filter(|_| self.basis == VitalsBasis::Field),
            Vital::Cls => self.cls,
        }
    }

    fn failed(&self) -> Vec<FailedVital> {
        let failed = THRESHOLDS.into_iter().filter_map(|(metric, good, poor)| {
            let value = self.figure(metric).filter(|value| *value > good)?;
            Some(FailedVital { metric, value, good, is_poor: value > poor })
        });
        failed.collect()
    }
}

/// Checks sizes and figures.
pub(super) fn check(rows: &[PageVitals]) -> Result<(), EngineError> {
    EngineError::check_sizes(&[("`vitals`", rows.len(), MOST_ROWS)])?;
    for (at, row) in rows.iter().enumerate() {
        for (field, figure) in [("lcp", row.lcp), ("inp", row.inp), ("cls", row.cls)] {
            if figure.is_some_and(|figure| !(0.0..=MOST_MS).contains(&figure)) {
                return Err(EngineError::input(format!("vitals[{at}].{field}"), "must be 0 to 86,400,000"));
            }
        }
    }
    Ok(())
}

/// Finds the pages whose Core Web Vitals are not good, most clicks first. Of a page and a device, field data count before
/// those of a laboratory, and later ones before earlier ones.
pub(super) fn slow_pages(input: &AuditInput, audits: &[PageAudit]) -> Vec<SlowPage> {
    let mut rows: BTreeMap<(String, &str), &PageVitals> = BTreeMap::new();
    for row in input.vitals.iter().filter(|row| THRESHOLDS.iter().any(|(vital, ..)| row.figure(*vital).is_some())) {
        let rank = |row: &PageVitals| (std::cmp::Reverse(row.basis), row.to);
        let place = if row.is_origin { format!("origin {}", key(&row.url)) } else { key(&row.url) };
        let known = rows.entry((place, &row.device)).or_insert(row);
        if rank(row) > rank(known) {
            *known = row;
        }
    }
    let clicks = Clicks::new(input, audits);
    let measured = |device: &str| -> BTreeSet<&str> {
        let own =
            rows.iter().filter(|((_, of), row)| *of == device && !row.is_origin && row.basis == VitalsBasis::Field);
        own.map(|((place, _), _)| place.as_str()).collect()
    };
    let mut slow: Vec<SlowPage> = rows
        .iter()
        .filter_map(|((place, device), row)| {
            let failed = row.failed();
            let own = if row.is_origin { clicks.without(&measured(device)) } else { clicks.of(place) };
            (!failed.is_empty()).then(|| slow_page(row, failed, own))
        })
        .collect();
    slow.sort_by(|a, b| {
        let poor = |page: &SlowPage| page.failed.iter().filter(|vital| vital.is_poor).count();
        let most = b.clicks.unwrap_or(-1.0).total_cmp(&a.clicks.unwrap_or(-1.0));
        let order = most.then(a.basis.cmp(&b.basis)).then(poor(b).cmp(&poor(a)));
        order.then_with(|| (&a.url, &a.device).cmp(&(&b.url, &b.device)))
    });
    slow
}

fn slow_page(row: &PageVitals, failed: Vec<FailedVital>, clicks: Option<f64>) -> SlowPage {
    let fixes: Vec<&str> = failed.iter().map(|vital| fix(vital.metric)).collect();
    SlowPage {
        url: row.url.clone(),
        is_origin: row.is_origin,
        basis: row.basis,
        device: row.device.clone(),
        clicks,
        fix: fixes.join(". "),
        source: row.source.clone(),
        from: row.from,
        to: row.to,
        failed,
    }
}

/// What Google names first for each metric (web.dev, "Optimize LCP", "Optimize INP", "Optimize CLS").
fn fix(metric: Vital) -> &'static str {
    match metric {
        Vital::Lcp => "LCP: answer faster, and load the main image of the first screen early, without lazy loading",
        Vital::Inp => "INP: split long JavaScript tasks, and load fewer scripts",
        Vital::Cls => "CLS: state the size of images, videos and embeds, and insert nothing above visible content",
    }
}

/// Clicks of pages in the period.
struct Clicks {
    /// By the part of the address that counts; `None` if no clicks are known at all.
    by_page: Option<BTreeMap<String, f64>>,
}

impl Clicks {
    fn new(input: &AuditInput, audits: &[PageAudit]) -> Self {
        if input.queries.is_empty() && input.pages.iter().all(|page| page.clicks.is_none()) {
            return Self { by_page: None };
        }
        let mut by_page: BTreeMap<String, f64> = BTreeMap::new();
        audits.iter().for_each(|page| *by_page.entry(key(&page.url)).or_default() += page.clicks);
        // Pages that the crawl has not found.
        let crawled: BTreeSet<String> = by_page.keys().cloned().collect();
        for row in &input.queries {
            let place = key(&row.page);
            if !crawled.contains(&place) {
                *by_page.entry(place).or_default() += row.clicks;
            }
        }
        Self { by_page: Some(by_page) }
    }

    fn of(&self, place: &str) -> Option<f64> {
        Some(self.by_page.as_ref()?.get(place).copied().unwrap_or(0.0))
    }

    fn without(&self, measured: &BTreeSet<&str>) -> Option<f64> {
        let rest = self.by_page.as_ref()?.iter().filter(|(place, _)| !measured.contains(place.as_str()));
        Some(rest.map(|(_, clicks)| clicks).sum())
    }
}

/// Returns the findings about speed: at most one in five insights.
pub(super) fn insights(slow: &[SlowPage], input: &AuditInput, most: usize) -> Vec<Insight> {
    slow.iter().take(most.div_ceil(SHARE)).map(|page| insight(page, input)).collect()
}

fn insight(page: &SlowPage, input: &AuditInput) -> Insight {
    let is_field = page.basis == VitalsBasis::Field;
    let is_poor = page.failed.iter().any(|vital| vital.is_poor);
    let clicks = json!({ "clicks": page.clicks, "periodDays": input.period_days, "devices": "all" });
    let vitals = json!({ "failed": page.failed, "basis": page.basis, "device": page.device, "from": page.from, "fix": page.fix });
    let finding = Finding {
        kind: "core_web_vitals",
        subject: format!("{}:{}", page.device, page.url),
        title: title(page, input.period_days),
        // One simulated visit is a reason to look, not to act, unless it is far from good.
        severity: if is_field || is_poor { Severity::Opportunity } else { Severity::Info },
        nature: Nature::Fact,
        confidence: if is_field { 0.95 } else { 0.5 },
        effort_minutes: EFFORT_MINUTES,
        evidence: vec![
            Evidence::new("core_web_vitals", &page.url, vitals, &page.source, page.to),
            Evidence::new("clicks", &page.url, clicks, "queries of this run", None),
        ],
        assumptions: vec![
            "The clicks are those that land on the page, not a gain: no published figure states what faster pages add"
                .to_owned(),
        ],
        action: Some(Action::new("improve_speed", "Make the page faster", Some(page.url.clone()))),
        falsifier: "The next 28 days of field data have good values at the 75th percentile".to_owned(),
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}

fn title(page: &SlowPage, period_days: Option<f64>) -> String {
    let figures: Vec<String> = page.failed.iter().map(figure).collect();
    let what = if page.is_origin { "All pages together" } else { "The page" };
    let who = match page.basis {
        VitalsBasis::Field => "fail Core Web Vitals for visitors",
        VitalsBasis::Lab => "are slow in a lab test, without field data,",
    };
    let device = if page.device == "phone" { "phones" } else { "desktops" };
    let clicks = page.clicks.map_or_else(String::new, |clicks| {
        let period = period_days.map_or_else(String::new, |days| format!(" in {} days", count(days)));
        format!("; {} clicks{period}", count(clicks))
    });
    let verb = if page.is_origin { who.to_owned() } else { who.replacen("fail", "fails", 1).replacen("are", "is", 1) };
    format!("{what} {} {verb} on {device}: {}{clicks}", shortened(&page.url, 120), figures.join(", "))
}

/// A figure with its threshold.
fn figure(vital: &FailedVital) -> String {
    match vital.metric {
        Vital::Lcp => format!("LCP {:.1} s (good: up to 2.5 s)", vital.value / 1_000.0),
        Vital::Inp => format!("INP {:.0} ms (good: up to 200 ms)", vital.value),
        Vital::Cls => format!("CLS {:.2} (good: up to 0.1)", vital.value),
    }
}
