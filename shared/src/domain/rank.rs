//! Tracked keywords and the checks of their ranks.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Device on which a keyword is tracked.
    RankDevice {
        /// Computer.
        Desktop = "desktop",
        /// Phone.
        Mobile = "mobile",
    }
}

text_enum! {
    /// Whether results have an AI overview.
    OverviewState {
        /// Not known: the provider does not report AI overviews.
        Unknown = "unknown",
        /// They have none.
        Absent = "absent",
        /// They have one, whose sources were not loaded.
        NotLoaded = "not_loaded",
        /// They have one with its sources.
        Present = "present",
    }
}

text_enum! {
    /// Kind of an alert about a rank.
    #[schema(as = RankAlertKind)]
    AlertKind {
        /// The rank dropped by more than it usually moves.
        Drop = "drop",
        /// The website left the first results.
        LeftTop = "left_top",
        /// The website entered the first results.
        EnteredTop = "entered_top",
        /// The website lost a feature of the results.
        LostFeature = "lost_feature",
        /// The AI overview cites the website.
        Cited = "cited",
        /// The AI overview no longer cites the website.
        CitationLost = "citation_lost",
    }
}

text_enum! {
    /// Emails about ranks to which a member subscribes.
    RankTopic {
        /// What changed in a day or a week.
        Digest = "digest",
        /// Alerts, after each run that found some.
        Alerts = "alerts",
    }
}

text_enum! {
    /// Severity of an alert about a rank.
    #[schema(as = RankAlertSeverity)]
    AlertSeverity {
        /// Good news.
        Info = "info",
        /// A loss.
        Warning = "warning",
        /// A loss of one of the first ranks.
        Critical = "critical",
    }
}

/// An alert about a rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct RankAlert {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Keyword.
    pub keyword_id: Uuid,
    /// Text of the keyword.
    pub keyword: String,
    /// Kind.
    pub kind: AlertKind,
    /// Severity.
    pub severity: AlertSeverity,
    /// Message, a sentence.
    pub message: String,
    /// Rank before; `None` if beyond the depth.
    pub old_rank: Option<i32>,
    /// Rank after; `None` if beyond the depth.
    pub new_rank: Option<i32>,
    /// Time of the check.
    pub created_at: DateTime<Utc>,
}

text_enum! {
    /// How often the digest of a website's ranks is sent.
    #[schema(as = RankDigestFrequency)]
    DigestFrequency {
        /// Never.
        Off = "off",
        /// Every day.
        Daily = "daily",
        /// On a day of the week.
        Weekly = "weekly",
    }
}

/// Longest period of a digest, after times at which none was sent, in days.
const LONGEST_PERIOD_DAYS: i64 = 31;

/// When the digest of a website's ranks is sent, and the last one.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct RankDigestSettings {
    /// Frequency.
    pub frequency: DigestFrequency,
    /// Day of weekly digests: 0 is Sunday.
    pub weekday: i32,
    /// Time zone.
    pub time_zone: String,
    /// Whether a digest is sent when nothing has changed.
    pub sends_empty: bool,
    /// Schedule of the runs.
    pub schedule_id: Option<Uuid>,
    /// End of the period of the last digest.
    pub covered_until: Option<DateTime<Utc>>,
    /// Time of the last digest.
    pub last_at: Option<DateTime<Utc>>,
    /// Whether nothing had changed.
    pub last_is_empty: bool,
    /// Its emails.
    pub last_emails: i64,
    /// Its emails that were over the workspace's limit.
    pub last_refused: i64,
}

impl Default for RankDigestSettings {
    /// None; if switched on, weekly on Mondays.
    fn default() -> Self {
        Self {
            frequency: DigestFrequency::Off,
            weekday: 1,
            time_zone: "UTC".to_owned(),
            sends_empty: true,
            schedule_id: None,
            covered_until: None,
            last_at: None,
            last_is_empty: false,
            last_emails: 0,
            last_refused: 0,
        }
    }
}

impl RankDigestSettings {
    /// Returns the start of a day or week that ends at `until`.
    #[must_use]
    pub fn period_before(&self, until: DateTime<Utc>) -> DateTime<Utc> {
        until - TimeDelta::days(if self.frequency == DigestFrequency::Daily { 1 } else { 7 })
    }

    /// Returns the start of the period of the next digest: the end of the last one, so that nothing is reported twice or
    /// not at all. After more than 31 days it is an ordinary period.
    #[must_use]
    pub fn next_from(&self, until: DateTime<Utc>) -> DateTime<Utc> {
        let last = self.covered_until.filter(|at| *at < until && until - *at <= TimeDelta::days(LONGEST_PERIOD_DAYS));
        last.unwrap_or_else(|| self.period_before(until))
    }
}

/// Latest state of a keyword at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct RankState {
    /// Keyword.
    pub keyword_id: Uuid,
    /// Time of the check.
    pub checked_at: DateTime<Utc>,
    /// Position; `None` if beyond `depth`.
    pub rank: Option<i32>,
    /// Checked results.
    pub depth: i32,
    /// AI overview.
    pub ai_overview: OverviewState,
    /// Whether it cites the website.
    pub is_cited: bool,
}

/// Keywords that a website can track.
pub const MOST_KEYWORDS: i64 = 5_000;

/// A keyword to track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTrackedKeyword {
    /// Keyword as entered.
    pub keyword: String,
    /// Country, as two lower-case letters.
    pub country: String,
    /// Name in Google's list of places; empty for the whole country.
    pub place: String,
    /// Number in Google's list of places.
    pub place_code: Option<i64>,
    /// Device.
    pub device: RankDevice,
    /// Language, as two lower-case letters.
    pub language: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Page that should rank.
    pub target_url: Option<String>,
}

impl NewTrackedKeyword {
    /// Returns the keyword as the keyword engine stores queries.
    #[must_use]
    pub fn query(&self) -> String {
        self.keyword.to_lowercase()
    }
}

/// A tracked keyword with its latest check.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct TrackedKeyword {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Keyword as entered.
    pub keyword: String,
    /// Country, as two lower-case letters.
    pub country: String,
    /// Name in Google's list of places; empty for the whole country.
    pub place: String,
    /// Number in Google's list of places.
    pub place_code: Option<i64>,
    /// Device.
    pub device: RankDevice,
    /// Language, as two lower-case letters.
    pub language: String,
    /// Tags.
    pub tags: Json<Vec<String>>,
    /// Page that should rank.
    pub target_url: Option<String>,
    /// Time of addition.
    pub created_at: DateTime<Utc>,
    /// Time of the latest check that succeeded.
    pub checked_at: Option<DateTime<Utc>>,
    /// Position among the ordinary results. `None` if the website was not found within `depth`, or not checked yet.
    pub rank: Option<i32>,
    /// Position among all elements.
    pub absolute_rank: Option<i32>,
    /// Checked results.
    pub depth: Option<i32>,
    /// Page that ranks.
    pub url: Option<String>,
    /// Position at the check before.
    pub previous_rank: Option<i32>,
    /// Checked results at the check before.
    pub previous_depth: Option<i32>,
    /// Best position so far.
    pub best_rank: Option<i32>,
    /// Features of the results.
    pub features: Json<Vec<String>>,
    /// Features in which the website appears.
    pub owned_features: Json<Vec<String>>,
    /// AI overview; `None` before the first check, and if the provider does not report AI overviews.
    pub ai_overview: Option<OverviewState>,
    /// Whether the AI overview cites the website.
    pub is_cited: bool,
    /// Standard deviation of the logarithm of the rank in a day; `None` before the first check.
    pub volatility: Option<f64>,
    /// Next check by the plan of the latest run.
    pub next_at: Option<DateTime<Utc>>,
    /// Time of the latest check, if it failed.
    pub failed_at: Option<DateTime<Utc>>,
    /// Why it failed.
    pub error: Option<String>,
    /// Monthly search volume by the keyword engine.
    pub volume: Option<f64>,
    /// Monthly value in cents by the keyword engine.
    pub value_cents: Option<i64>,
    /// Places won since the check before, at least if one of both is beyond the depth; `None` if unknown.
    pub change: Option<i32>,
}

impl TrackedKeyword {
    /// Returns the keyword as the keyword engine stores queries.
    #[must_use]
    pub fn query(&self) -> String {
        self.keyword.to_lowercase()
    }
}

/// A result in a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckedResult {
    /// Position among the ordinary results.
    pub position: u32,
    /// URL.
    pub url: String,
    /// Host of the URL without `www.`.
    pub host: String,
    /// Title.
    pub title: String,
}

/// A check of a keyword's rank.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct RankCheck {
    /// Keyword.
    pub keyword_id: Uuid,
    /// Run.
    pub run_id: Uuid,
    /// When the provider returned the results.
    pub checked_at: DateTime<Utc>,
    /// Position among the ordinary results; `None` if beyond `depth`.
    pub rank: Option<i32>,
    /// Position among all elements.
    pub absolute_rank: Option<i32>,
    /// Checked results.
    pub depth: i32,
    /// Page that ranks.
    pub url: Option<String>,
    /// Other pages of the website among the results.
    pub other_urls: Json<Vec<String>>,
    /// Features of the results.
    pub features: Json<Vec<String>>,
    /// Features in which the website appears.
    pub owned_features: Json<Vec<String>>,
    /// AI overview.
    pub ai_overview: OverviewState,
    /// Pages that the AI overview cites.
    pub ai_urls: Json<Vec<String>>,
    /// Whether it cites the website.
    pub is_cited: bool,
    /// Hosts of the first ten results.
    pub top_hosts: Json<Vec<String>>,
    /// First ten results; `None` if a later check has replaced them.
    pub results: Option<Json<Vec<CheckedResult>>>,
    /// Provider.
    pub provider: String,
    /// Cost in millionths of a dollar; 0 if the results were cached.
    pub cost_micros: i64,
}

/// A check with its keyword, for lists of all checks.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct KeywordCheck {
    /// Keyword as entered.
    pub keyword: String,
    /// Country, as two lower-case letters.
    pub country: String,
    /// Name in Google's list of places; empty for the whole country.
    pub place: String,
    /// Device.
    pub device: RankDevice,
    /// Language, as two lower-case letters.
    pub language: String,
    /// The check.
    #[sqlx(flatten)]
    pub check: RankCheck,
}

/// A rank at a time, for charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct RankPoint {
    /// Keyword.
    pub keyword_id: Uuid,
    /// Time.
    pub checked_at: DateTime<Utc>,
    /// Position; `None` if beyond `depth`.
    pub rank: Option<i32>,
    /// Checked results.
    pub depth: i32,
}

/// Settings of the rank checks of a website.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct RankSettings {
    /// Connection that returns search results; `None` for the first that can.
    pub connection_id: Option<Uuid>,
    /// Results to check, 10 to 100.
    pub depth: i32,
    /// Whether to load AI overviews that appear after the page.
    pub wants_overview: bool,
    /// Monthly budget in millionths of a dollar.
    pub month_budget_micros: Option<i64>,
    /// Month of `spent_micros`, such as `2026-11`.
    pub spent_month: String,
    /// Spent and reserved in that month.
    pub spent_micros: i64,
    /// Schedule of the daily run.
    pub schedule_id: Option<Uuid>,
}

impl Default for RankSettings {
    /// Twenty results and five dollars a month.
    fn default() -> Self {
        Self {
            connection_id: None,
            depth: 20,
            wants_overview: false,
            month_budget_micros: Some(5_000_000),
            spent_month: String::new(),
            spent_micros: 0,
            schedule_id: None,
        }
    }
}

impl RankSettings {
    /// Returns what checks have spent in the month of `now`.
    #[must_use]
    pub fn spent(&self, now: DateTime<Utc>) -> i64 {
        if self.spent_month == month_of(now) { self.spent_micros } else { 0 }
    }
}

/// Returns the month of a moment, such as `2026-11`.
#[must_use]
pub fn month_of(at: DateTime<Utc>) -> String {
    at.format("%Y-%m").to_string()
}
