//! List of tracked keywords.

use uuid::Uuid;

use super::{columns, with_figures};
use crate::{
    domain::{
        Page, fetched,
        rank::{RankDevice, TrackedKeyword},
        text_enum,
    },
    store::{Executor, Result, macros::*},
};

text_enum! {
    /// Order of the list.
    #[schema(as = RankSort)]
    RankSort {
        /// Text of the keyword.
        Keyword = "keyword",
        /// Position; those beyond the depth last.
        Rank = "rank",
        /// Places won since the check before.
        Change = "change",
        /// Monthly search volume.
        Volume = "volume",
        /// Monthly value.
        Value = "value",
        /// Next check.
        Next = "next",
    }
}

/// Filter and order of tracked keywords.
#[derive(Debug, Clone)]
pub struct RankFilter {
    /// Website.
    pub website_id: Uuid,
    /// Text in the keyword, in lower case.
    pub contains: Option<String>,
    /// Tag.
    pub tag: Option<String>,
    /// Device.
    pub device: Option<RankDevice>,
    /// Name of the place; empty for whole countries.
    pub place: Option<String>,
    /// Lowest and highest position.
    pub ranks: Option<(i32, i32)>,
    /// Only keywords that were not found within the depth.
    pub is_beyond: bool,
    /// Feature of the results.
    pub feature: Option<String>,
    /// Order.
    pub sort: RankSort,
    /// Whether the order is descending.
    pub descending: bool,
    /// Number of rows before the page.
    pub offset: i64,
}

impl RankFilter {
    /// Creates a filter for all keywords of a website by text.
    #[must_use]
    pub const fn new(website_id: Uuid) -> Self {
        Self {
            website_id,
            contains: None,
            tag: None,
            device: None,
            place: None,
            ranks: None,
            is_beyond: false,
            feature: None,
            sort: RankSort::Keyword,
            descending: false,
            offset: 0,
        }
    }
}

macro_rules! filtered {
    ($what:expr, $tail:expr) => {
        (
            filtered!($what, $tail, "tags @> to_jsonb(CAST($4 AS text))", "features @> to_jsonb(CAST($10 AS text))"),
            filtered!(
                $what,
                $tail,
                "EXISTS (SELECT 1 FROM json_each(tags) AS one WHERE one.value = $4)",
                "EXISTS (SELECT 1 FROM json_each(features) AS one WHERE one.value = $10)"
            ),
        )
    };
    ($what:expr, $tail:expr, $has_tag:literal, $has_feature:literal) => {
        concat!(
            "SELECT ",
            $what,
            " FROM ",
            with_figures!(),
            " WHERE workspace_id = $1 AND website_id = $2
               AND ($3 IS NULL OR query LIKE '%' || $3 || '%' ESCAPE '\\') AND ($4 IS NULL OR ",
            $has_tag,
            ") AND ($5 IS NULL OR device = $5) AND ($6 IS NULL OR place = $6)
               AND ($7 IS NULL OR rank >= $7) AND ($8 IS NULL OR rank <= $8)
               AND (NOT $9 OR (rank IS NULL AND checked_at IS NOT NULL)) AND ($10 IS NULL OR ",
            $has_feature,
            ") ",
            $tail
        )
    };
}

macro_rules! ordered {
    ($order:literal) => {
        filtered!(columns!(), concat!("ORDER BY ", $order, ", query, id LIMIT $11 OFFSET $12"))
    };
}

/// Returns the statement for each database.
const fn statement(sort: RankSort, descending: bool) -> (&'static str, &'static str) {
    match (sort, descending) {
        (RankSort::Keyword, false) => ordered!("query ASC"),
        (RankSort::Keyword, true) => ordered!("query DESC"),
        (RankSort::Rank, false) => ordered!("rank ASC NULLS LAST"),
        (RankSort::Rank, true) => ordered!("rank DESC NULLS LAST"),
        (RankSort::Change, false) => ordered!("change ASC NULLS LAST"),
        (RankSort::Change, true) => ordered!("change DESC NULLS LAST"),
        (RankSort::Volume, false) => ordered!("volume ASC NULLS LAST"),
        (RankSort::Volume, true) => ordered!("volume DESC NULLS LAST"),
        (RankSort::Value, false) => ordered!("value_cents ASC NULLS LAST"),
        (RankSort::Value, true) => ordered!("value_cents DESC NULLS LAST"),
        (RankSort::Next, false) => ordered!("next_at ASC NULLS LAST"),
        (RankSort::Next, true) => ordered!("next_at DESC NULLS LAST"),
    }
}

fn escape(text: &str) -> String {
    text.to_lowercase().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Lists the tracked keywords that match the filter, in its order; the cursor is the offset of the next page.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &RankFilter, limit: usize,
) -> Result<Page<TrackedKeyword>> {
    let mut executor = executor.into();
    let (postgres, sqlite) = statement(filter.sort, filter.descending);
    let sql = executor.dialect(postgres, sqlite);
    let rows = query_all!(
        executor,
        TrackedKeyword,
        sql,
        workspace_id,
        filter.website_id,
        filter.contains.as_deref().map(escape),
        filter.tag.as_deref(),
        filter.device,
        filter.place.as_deref(),
        filter.ranks.map(|(low, _)| low),
        filter.ranks.map(|(_, high)| high),
        filter.is_beyond,
        filter.feature.as_deref(),
        fetched(limit),
        filter.offset
    )?;
    let next = filter.offset.saturating_add(i64::try_from(limit).unwrap_or(i64::MAX));
    Ok(Page::from_rows(rows, limit, |_| next.to_string()))
}

/// Counts the tracked keywords that match the filter.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn total(executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &RankFilter) -> Result<i64> {
    let mut executor = executor.into();
    let (postgres, sqlite) = filtered!("COUNT(*)", "");
    let sql = executor.dialect(postgres, sqlite);
    query_value!(
        executor,
        i64,
        sql,
        workspace_id,
        filter.website_id,
        filter.contains.as_deref().map(escape),
        filter.tag.as_deref(),
        filter.device,
        filter.place.as_deref(),
        filter.ranks.map(|(low, _)| low),
        filter.ranks.map(|(_, high)| high),
        filter.is_beyond,
        filter.feature.as_deref()
    )
}
