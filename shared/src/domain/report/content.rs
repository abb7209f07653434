//! Content of a report, frozen when it is made. Every section states its source and its date.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ReportBrand, ReportSection};
use crate::domain::{experiment::ExperimentVerdict, money::MoneyRange, text_enum};

/// First and last day, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportPeriod {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
}

/// Where the figures of a section come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportSource {
    /// Name of the source, such as `Google Search Console`.
    pub name: String,
    /// Last day that it covers.
    pub as_of: NaiveDate,
}

/// Figures of search results.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportSearchFigures {
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Clicks divided by impressions, 0 to 1; `null` without impressions.
    pub ctr: Option<f64>,
    /// Average position weighted by impressions, from 1.
    pub position: Option<f64>,
}

/// Clicks and impressions of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportDay {
    /// Day.
    pub day: NaiveDate,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
}

/// A query or page with its change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportTopRow {
    /// Query or address.
    pub name: String,
    /// Figures of the period.
    pub current: ReportSearchFigures,
    /// Figures of the previous period.
    pub previous: ReportSearchFigures,
}

/// Search results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportSearch {
    /// Source.
    pub source: ReportSource,
    /// Figures of the period.
    pub current: ReportSearchFigures,
    /// Figures of the previous period; `null` if the data do not cover it.
    pub previous: Option<ReportSearchFigures>,
    /// Days of the period with data, in order.
    pub days: Vec<ReportDay>,
    /// Queries with the most clicks, at most ten.
    pub queries: Vec<ReportTopRow>,
    /// Pages with the most clicks, at most ten.
    pub pages: Vec<ReportTopRow>,
}

/// Visits and conversions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportVisitFigures {
    /// Visits.
    pub visits: i64,
    /// Visits with a conversion, or key events of Google Analytics.
    pub conversions: i64,
}

/// Visits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportVisits {
    /// Source.
    pub source: ReportSource,
    /// Counts of the period.
    pub current: ReportVisitFigures,
    /// Counts of the previous period; `null` if the data do not cover it.
    pub previous: Option<ReportVisitFigures>,
}

/// A keyword whose rank moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportMove {
    /// Keyword.
    pub keyword: String,
    /// Device and place.
    pub at: String,
    /// Rank before; `null` if beyond the checked results.
    pub from: Option<i32>,
    /// Rank after; `null` if beyond the checked results.
    pub to: Option<i32>,
}

/// Ranks of tracked keywords.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportRanks {
    /// Source.
    pub source: ReportSource,
    /// Tracked keywords.
    pub tracked: usize,
    /// Keywords checked in the period.
    pub checked: usize,
    /// Keywords that entered the first ten results or moved up.
    pub won: Vec<ReportMove>,
    /// Keywords that left the first ten results or moved down.
    pub lost: Vec<ReportMove>,
}

text_enum! {
    /// Severity of an issue that crawls find.
    ReportIssueSeverity {
        /// Search engines or visitors cannot use a page as intended.
        Error = "error",
        /// It costs visits.
        Warning = "warning",
        /// It could be better.
        Notice = "notice",
    }
}

/// Issues of one severity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportSeverity {
    /// How bad it is.
    pub severity: ReportIssueSeverity,
    /// Findings: an issue on a page.
    pub open: i64,
    /// Findings that no earlier crawl had.
    pub new: i64,
    /// Findings that the latest crawl shows as fixed.
    pub fixed: i64,
}

/// An issue of the latest crawl.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportIssueCount {
    /// What is wrong.
    pub title: String,
    /// How bad it is.
    pub severity: ReportIssueSeverity,
    /// Pages that have it.
    pub pages: i64,
}

/// Issues that crawls found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportIssues {
    /// Source.
    pub source: ReportSource,
    /// Crawled pages.
    pub pages: i64,
    /// Mean score of the pages, 0 to 100.
    pub score: Option<f64>,
    /// Counts by severity, worst first.
    pub severities: Vec<ReportSeverity>,
    /// Most frequent errors and warnings, at most five.
    pub top: Vec<ReportIssueCount>,
}

/// A change of the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportChange {
    /// Day.
    pub day: NaiveDate,
    /// Title.
    pub title: String,
}

/// A measured effect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportEffect {
    /// What was tried.
    pub title: String,
    /// Verdict.
    pub verdict: ExperimentVerdict,
    /// Effect relative to the expected value, such as 0.12; `null` if unknown.
    pub relative: Option<f64>,
    /// Lower end of its 95% interval.
    pub lo: Option<f64>,
    /// Upper end of its 95% interval.
    pub hi: Option<f64>,
    /// Last evaluated day.
    pub until: String,
}

/// Changes and their effects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportChanges {
    /// Source.
    pub source: ReportSource,
    /// Number of changes in the period.
    pub count: usize,
    /// Latest changes, at most twenty.
    pub changes: Vec<ReportChange>,
    /// Evaluated experiments that ran in the period, at most ten.
    pub effects: Vec<ReportEffect>,
}

/// Money in a currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportMoney {
    /// ISO 4217 code.
    pub currency: String,
    /// Cents of the period.
    pub current_cents: i64,
    /// Cents of the previous period.
    pub previous_cents: i64,
}

/// Leads and revenue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportRevenue {
    /// Source.
    pub source: ReportSource,
    /// Leads of the period, without spam and duplicates.
    pub leads: i64,
    /// Leads of the previous period.
    pub previous_leads: i64,
    /// Revenue after refunds.
    pub revenue: Vec<ReportMoney>,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportAction {
    /// What to do, one sentence.
    pub title: String,
    /// Estimated monthly value.
    #[schema(value_type = Option<ReportMoneyRange>)]
    pub value: Option<MoneyRange>,
    /// Effort, in minutes.
    pub effort_minutes: Option<i32>,
}

/// A monthly estimate of money.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportMoneyRange {
    /// The 10th percentile, in cents.
    pub low_cents: i64,
    /// The mean, in cents.
    pub mid_cents: i64,
    /// The 90th percentile, in cents.
    pub high_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
}

/// The next actions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportActions {
    /// Source.
    pub source: ReportSource,
    /// Open opportunities with the highest score, at most three.
    pub next: Vec<ReportAction>,
    /// Number of open opportunities.
    pub open: usize,
}

/// A chosen section without data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportMissing {
    /// Section.
    pub section: ReportSection,
    /// What to connect.
    pub text: String,
    /// Path of the app where it is connected.
    pub path: String,
}

/// Content of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportContent {
    /// Title.
    pub title: String,
    /// Name of the website.
    pub website: String,
    /// Its host.
    pub host: String,
    /// Name and look of the sender.
    pub brand: ReportBrand,
    /// Period.
    pub period: ReportPeriod,
    /// Period of the same length before it.
    pub previous: ReportPeriod,
    /// Time at which it was made.
    pub made_at: DateTime<Utc>,
    /// Chosen sections, in their order.
    pub sections: Vec<ReportSection>,
    /// Search results.
    pub search: Option<ReportSearch>,
    /// Visits.
    pub visits: Option<ReportVisits>,
    /// Ranks.
    pub ranks: Option<ReportRanks>,
    /// Issues.
    pub issues: Option<ReportIssues>,
    /// Changes.
    pub changes: Option<ReportChanges>,
    /// Leads and revenue.
    pub revenue: Option<ReportRevenue>,
    /// Next actions.
    pub actions: Option<ReportActions>,
    /// Chosen sections without data.
    pub missing: Vec<ReportMissing>,
}
