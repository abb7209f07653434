//! Imported data with tables of their own: backlinks, sessions of landing pages, leads, revenue and visits of crawlers.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Kind of imported record; each has a table.
    RecordKind {
        /// Links of other websites: [`Backlink`].
        Backlink = "backlink",
        /// Sessions by landing page or by source: [`PageSessions`].
        Sessions = "sessions",
        /// Leads: [`Lead`].
        Lead = "lead",
        /// Revenue: [`Revenue`].
        Revenue = "revenue",
        /// Visits of crawlers: [`CrawlerVisits`].
        CrawlerVisits = "crawler_visits",
    }
}

text_enum! {
    /// Which of two rows about the same thing counts.
    ConflictRule {
        /// The row of the later import.
        Newest = "newest",
        /// The row that is already stored.
        Existing = "existing",
        /// The row with the higher authority; for other data the later one.
        Highest = "highest",
    }
}

#[expect(clippy::derivable_impls, reason = "the macro declares the variants without attributes of their own")]
impl Default for ConflictRule {
    fn default() -> Self {
        Self::Newest
    }
}

/// A link of another website according to one provider.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Backlink {
    /// Provider: `ahrefs`, `semrush`, `majestic`, or the word of the file.
    pub provider: String,
    /// Page with the link.
    pub source_url: String,
    /// Host of that page in lower case, without `www.`.
    pub source_host: String,
    /// Linked page.
    pub target_url: String,
    /// Text of the link.
    pub anchor: Option<String>,
    /// Whether the link has `rel=nofollow`; `null` if unknown.
    pub is_nofollow: Option<bool>,
    /// Whether the link has `rel=ugc`; `null` if unknown.
    pub is_ugc: Option<bool>,
    /// Whether the link has `rel=sponsored`; `null` if unknown.
    pub is_sponsored: Option<bool>,
    /// Day on which the provider found the link.
    pub first_seen: Option<NaiveDate>,
    /// Day on which the provider last saw the link.
    pub last_seen: Option<NaiveDate>,
    /// Day on which the provider no longer found the link.
    pub lost_on: Option<NaiveDate>,
    /// Whether the provider reports the link as lost.
    pub is_lost: bool,
    /// The provider's figure of the linking website or page.
    pub authority: Option<f64>,
    /// Name of that figure, such as `Ahrefs domain rating`. Figures of different names are not comparable.
    pub authority_name: Option<String>,
}

/// Sessions of a landing page or source in a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PageSessions {
    /// First day.
    pub first_day: Option<NaiveDate>,
    /// Last day; the first one for data by day.
    pub last_day: Option<NaiveDate>,
    /// Landing page as exported.
    pub page: Option<String>,
    /// Source, such as `google`.
    pub source: Option<String>,
    /// Medium, such as `organic`.
    pub medium: Option<String>,
    /// Channel group, such as `Organic Search`.
    pub channel: Option<String>,
    /// Sessions.
    pub sessions: i64,
    /// Engaged sessions.
    pub engaged_sessions: Option<i64>,
    /// Active users.
    pub users: Option<i64>,
    /// Key events.
    pub key_events: Option<i64>,
    /// Revenue in cents.
    pub revenue_cents: Option<i64>,
    /// ISO code of its currency, if the file has it.
    pub currency: Option<String>,
}

/// A lead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Lead {
    /// Id in the system that recorded it; two rows with the same id are one lead.
    pub external_id: Option<String>,
    /// Day.
    pub day: NaiveDate,
    /// Page on which it was made.
    pub page: Option<String>,
    /// Keyword that led to it.
    pub keyword: Option<String>,
    /// Source, such as `google` or `phone`.
    pub source: Option<String>,
    /// Status as exported, such as `won`.
    pub status: Option<String>,
    /// Value in cents.
    pub value_cents: Option<i64>,
    /// ISO code of its currency.
    pub currency: Option<String>,
}

/// An amount received or refunded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Revenue {
    /// Id in the system that recorded it; two rows with the same id are one entry.
    pub external_id: Option<String>,
    /// Day.
    pub day: NaiveDate,
    /// Amount in cents, negative for a refund.
    pub amount_cents: i64,
    /// ISO code of the currency.
    pub currency: String,
    /// Kind as exported, such as `lead` or `rent`.
    pub kind: Option<String>,
    /// Page that earned it.
    pub page: Option<String>,
    /// Payer or source.
    pub source: Option<String>,
    /// Vertical, such as `plumbing`.
    pub vertical: Option<String>,
    /// Place, such as `Austin, TX`.
    pub place: Option<String>,
}

/// Clicks and impressions of a query or a page in Bing.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct BingRow {
    /// Query; `null` in the report of pages.
    pub query: Option<String>,
    /// Page; `null` in the report of queries.
    pub page: Option<String>,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Average position, from 1.
    pub position: Option<f64>,
    /// First day of the report, if known.
    pub first_day: Option<NaiveDate>,
    /// Last day of the report, if known.
    pub last_day: Option<NaiveDate>,
    /// Time at which a connection fetched it; `None` for an imported file.
    #[serde(skip)]
    pub fetched_at: Option<DateTime<Utc>>,
}

/// A report of Bing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct BingGroup {
    /// File name of the import.
    pub file_name: String,
    /// First day, if known.
    pub first_day: Option<NaiveDate>,
    /// Last day, if known.
    pub last_day: Option<NaiveDate>,
    /// Whether its rows are pages; otherwise queries.
    pub is_by_page: bool,
    /// Number of rows.
    pub rows: i64,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Time at which a connection fetched it; `None` for an imported file.
    #[serde(skip)]
    pub fetched_at: Option<DateTime<Utc>>,
}

/// A record with its import.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Imported<T> {
    /// Batch of the record; later imports have higher ids.
    #[serde(skip)]
    pub batch_id: i64,
    /// Number in the batch.
    #[serde(skip)]
    pub no: i64,
    /// The record.
    #[sqlx(flatten)]
    #[serde(flatten)]
    pub record: T,
    /// The import.
    pub import_id: Uuid,
    /// File name of the import.
    pub file_name: String,
    /// Time of the import.
    pub imported_at: Option<DateTime<Utc>>,
}

/// Filter of records. Text filters ignore case.
#[derive(Debug, Clone, Default)]
pub struct RecordFilter {
    /// Text in any of the record's texts.
    pub contains: Option<String>,
    /// Provider, channel or source, status, or kind.
    pub group: Option<String>,
    /// First day.
    pub from: Option<NaiveDate>,
    /// Last day.
    pub to: Option<NaiveDate>,
    /// For backlinks: `followed`, `nofollow`, `ugc` or `sponsored`.
    pub rel: Option<LinkRel>,
    /// For backlinks: lost or not.
    pub is_lost: Option<bool>,
    /// Batch and number of the last record of the previous page.
    pub after: Option<super::Pair<i64, i64>>,
}

text_enum! {
    /// Relation of a link.
    LinkRel {
        /// Neither nofollow nor ugc nor sponsored.
        Followed = "followed",
        /// `rel=nofollow`.
        Nofollow = "nofollow",
        /// `rel=ugc`.
        Ugc = "ugc",
        /// `rel=sponsored`.
        Sponsored = "sponsored",
    }
}

/// Backlinks of one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct BacklinkGroup {
    /// Provider.
    pub provider: String,
    /// Links, including lost ones.
    pub links: i64,
    /// Hosts with a link that is not lost.
    pub referring_domains: i64,
    /// Lost links.
    pub lost: i64,
    /// Links with nofollow, ugc or sponsored.
    pub not_followed: i64,
    /// Time of the latest import.
    pub imported_at: Option<DateTime<Utc>>,
}

/// Sessions of one period and dimension.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SessionPeriod {
    /// First day.
    pub first_day: Option<NaiveDate>,
    /// Last day.
    pub last_day: Option<NaiveDate>,
    /// Whether the rows are of landing pages; otherwise of sources.
    pub is_by_page: bool,
    /// Number of rows.
    pub rows: i64,
    /// Sessions.
    pub sessions: i64,
    /// Key events, of rows that have them.
    pub key_events: Option<i64>,
}

/// Leads of one status and currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct LeadGroup {
    /// Status.
    pub status: Option<String>,
    /// Currency of the values.
    pub currency: Option<String>,
    /// Number of leads.
    pub leads: i64,
    /// Sum of the values in cents.
    pub value_cents: Option<i64>,
}

/// Revenue of one kind and currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct RevenueGroup {
    /// Kind.
    pub kind: Option<String>,
    /// Currency.
    pub currency: String,
    /// Number of entries.
    pub entries: i64,
    /// Sum in cents.
    pub amount_cents: i64,
}

/// Requests of a crawler in an access log, summed. The crawler is what the requests claim to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CrawlerVisits {
    /// Day in UTC.
    pub day: NaiveDate,
    /// Name of the crawler.
    pub agent: String,
    /// `training`, `searchIndex` or `userRequest`.
    pub purpose: String,
    /// First part of the path, such as `/blog/`; `None` for all others.
    pub directory: Option<String>,
    /// First digit of the status, 1 to 5.
    pub status_class: i32,
    /// Requests.
    pub requests: i64,
}

/// Requests of a crawler to a directory.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct VisitGroup {
    /// Name of the crawler, as its requests claim.
    pub agent: String,
    /// `training`, `searchIndex` or `userRequest`.
    pub purpose: String,
    /// First part of the path, such as `/blog/`; `None` for all others.
    pub directory: Option<String>,
    /// Requests.
    pub requests: i64,
    /// Requests with a status from 400 on.
    pub failed: i64,
    /// First day.
    pub first_day: NaiveDate,
    /// Last day.
    pub last_day: NaiveDate,
}

/// How recent the logs of a website are.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct VisitSource {
    /// Last day of the log.
    pub last_day: NaiveDate,
    /// File with that day.
    pub file_name: String,
    /// When it was imported.
    pub imported_at: Option<DateTime<Utc>>,
}

/// Which visits of crawlers are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VisitFilter {
    /// Purpose.
    pub purpose: Option<String>,
    /// Name of the crawler.
    pub agent: Option<String>,
    /// Directory.
    pub directory: Option<String>,
    /// First day.
    pub from: Option<NaiveDate>,
    /// Last day.
    pub to: Option<NaiveDate>,
    /// Groups to skip.
    pub offset: i64,
}
