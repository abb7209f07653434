//! List of the checks of all keywords: the history of ranks, with the search results as they were.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    domain::{
        Page, Pair, fetched,
        rank::{KeywordCheck, OverviewState, RankDevice},
        text_enum,
    },
    store::{Executor, Result, imported::pattern, macros::*},
};

/// Later than every check: the last time that fits into nanoseconds, in 2262.
const LAST: DateTime<Utc> = DateTime::from_timestamp_nanos(i64::MAX);

text_enum! {
    /// Order of checks.
    #[schema(as = RankCheckSort)]
    CheckSort {
        /// Latest first.
        Time = "time",
        /// Best rank first; those beyond the depth last.
        Rank = "rank",
        /// Text of the keyword, then latest first.
        Keyword = "keyword",
    }
}

/// Filter and order of checks.
#[derive(Debug, Clone)]
pub struct CheckFilter {
    /// Website.
    pub website_id: Uuid,
    /// Text in the keyword, the page or the hosts of the results.
    pub contains: Option<String>,
    /// Device.
    pub device: Option<RankDevice>,
    /// Country, as two lower-case letters.
    pub country: Option<String>,
    /// Feature of the results.
    pub feature: Option<String>,
    /// State of the AI overview.
    pub overview: Option<OverviewState>,
    /// Whether the AI overview cites the website.
    pub is_cited: Option<bool>,
    /// Checked at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Checked before this time.
    pub until: Option<DateTime<Utc>>,
    /// Order.
    pub sort: CheckSort,
    /// Number of rows before the page.
    pub offset: i64,
    /// Time in nanoseconds since 1970 and keyword of the last check of the previous page, in the order of time.
    pub after: Option<Pair<i64, Uuid>>,
}

impl CheckFilter {
    /// Creates a filter for all checks of a website, latest first.
    #[must_use]
    pub const fn new(website_id: Uuid) -> Self {
        Self {
            website_id,
            contains: None,
            device: None,
            country: None,
            feature: None,
            overview: None,
            is_cited: None,
            since: None,
            until: None,
            sort: CheckSort::Time,
            offset: 0,
            after: None,
        }
    }
}

// Checks of Serper, which reports no AI overviews, are stored as absent.
macro_rules! overview {
    () => {
        "CASE WHEN c.provider = 'serper' THEN 'unknown' ELSE c.ai_overview END"
    };
}

macro_rules! ordered {
    ($order:literal) => {
        (
            ordered!($order, "c.features @> to_jsonb(CAST($6 AS text))"),
            ordered!($order, "EXISTS (SELECT 1 FROM json_each(c.features) AS one WHERE one.value = $6)"),
        )
    };
    ($order:literal, $has_feature:literal) => {
        concat!(
            "SELECT k.keyword, k.country, k.place, k.device, k.language, c.keyword_id, c.run_id, c.checked_at, c.rank,
                    c.absolute_rank, c.depth, c.url, c.other_urls, c.features, c.owned_features, ",
            overview!(),
            " AS ai_overview, c.ai_urls, c.is_cited, c.top_hosts, c.results, c.provider, c.cost_micros
               FROM rank_checks c JOIN tracked_keywords k ON k.id = c.keyword_id
              WHERE c.website_id = $2 AND c.workspace_id = $1
                AND (CAST($3 AS TEXT) IS NULL OR LOWER(k.keyword) LIKE $3 ESCAPE '!' OR LOWER(c.url) LIKE $3 ESCAPE '!'
                     OR LOWER(CAST(c.top_hosts AS TEXT)) LIKE $3 ESCAPE '!')
                AND ($4 IS NULL OR k.device = $4) AND ($5 IS NULL OR k.country = $5) AND ($6 IS NULL OR ",
            $has_feature,
            ") AND ($7 IS NULL OR ",
            overview!(),
            " = $7) AND ($8 IS NULL OR c.is_cited = $8)
                AND c.checked_at >= $9 AND c.checked_at < $10
                AND c.checked_at <= $11 AND (c.checked_at < $11 OR c.keyword_id > $12)
              ORDER BY ",
            $order,
            " LIMIT $13 OFFSET $14"
        )
    };
}

/// Returns a page of the checks of a website's keywords. In the order of time the cursor is that of
/// [`CheckFilter::after`], otherwise the offset of the next page.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn checks(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &CheckFilter, limit: usize,
) -> Result<Page<KeywordCheck>> {
    let mut executor = executor.into();
    let (postgres, sqlite) = match filter.sort {
        CheckSort::Time => ordered!("c.checked_at DESC, c.keyword_id"),
        CheckSort::Rank => ordered!("c.rank ASC NULLS LAST, c.checked_at DESC, c.keyword_id"),
        CheckSort::Keyword => ordered!("LOWER(k.keyword), c.checked_at DESC, c.keyword_id"),
    };
    let sql = executor.dialect(postgres, sqlite);
    // Times are never left open, so that the index by time serves every page.
    let (time, keyword) =
        filter.after.map_or((LAST, Uuid::nil()), |Pair(time, keyword)| (DateTime::from_timestamp_nanos(time), keyword));
    let rows = query_all!(
        executor,
        KeywordCheck,
        sql,
        workspace_id,
        filter.website_id,
        pattern(filter.contains.as_deref()),
        filter.device,
        filter.country.as_deref(),
        filter.feature.as_deref(),
        filter.overview,
        filter.is_cited,
        filter.since.unwrap_or(DateTime::UNIX_EPOCH),
        filter.until.unwrap_or(LAST),
        time,
        keyword,
        fetched(limit),
        filter.offset
    )?;
    let next = filter.offset.saturating_add(i64::try_from(limit).unwrap_or(i64::MAX));
    Ok(Page::from_rows(rows, limit, |row| match filter.sort {
        CheckSort::Time => Pair(nanoseconds(row.check.checked_at), row.check.keyword_id).to_string(),
        CheckSort::Rank | CheckSort::Keyword => next.to_string(),
    }))
}

/// Times of providers are years after 1970 and before 2262.
fn nanoseconds(at: DateTime<Utc>) -> i64 {
    at.timestamp_nanos_opt().unwrap_or(i64::MAX)
}

/// Returns the times of the first and the latest check of a website; `None` without any.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn checks_span(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<(DateTime<Utc>, DateTime<Utc>)>> {
    // Each by itself is read from the end of the index.
    let sql = "SELECT (SELECT MIN(checked_at) FROM rank_checks WHERE website_id = $2 AND workspace_id = $1),
                      (SELECT MAX(checked_at) FROM rank_checks WHERE website_id = $2 AND workspace_id = $1)";
    let row =
        query_opt!(executor.into(), (Option<DateTime<Utc>>, Option<DateTime<Utc>>), sql, workspace_id, website_id)?;
    Ok(row.and_then(|(first, last)| first.zip(last)))
}
