//! List of keywords.

use uuid::Uuid;

use crate::{
    domain::{Page, fetched, keyword::Keyword, text_enum},
    store::{Executor, Result, macros::*},
};

text_enum! {
    /// Sort order of the list.
    #[schema(as = KeywordSort)]
    Sort {
        /// Mean monthly value.
        Value = "value",
        /// Clicks in the period.
        Clicks = "clicks",
        /// Impressions in the period.
        Impressions = "impressions",
        /// Average position.
        Position = "position",
        /// Text of the query.
        Query = "query",
        /// Monthly search volume.
        Volume = "volume",
    }
}

/// Filter and order of a website's queries.
#[derive(Debug, Clone)]
pub struct Filter {
    /// Website.
    pub website_id: Uuid,
    /// Queries that contain this text, lower-cased.
    pub contains: Option<String>,
    /// Queries with this intent.
    pub intent: Option<String>,
    /// Queries in this cluster.
    pub cluster_no: Option<i64>,
    /// Queries with a quick win of this kind.
    pub win: Option<String>,
    /// Queries with at least this many impressions.
    pub min_impressions: Option<i64>,
    /// Sort order.
    pub sort: Sort,
    /// Whether the order is descending.
    pub descending: bool,
    /// Number of queries to skip.
    pub offset: i64,
}

macro_rules! filtered {
    ($what:literal, $tail:literal) => {
        (
            filtered!($what, $tail, "wins @> to_jsonb(CAST($6 AS text))"),
            filtered!($what, $tail, "EXISTS (SELECT 1 FROM json_each(wins) AS win WHERE win.value = $6)"),
        )
    };
    ($what:literal, $tail:literal, $has_win:literal) => {
        concat!(
            "SELECT ",
            $what,
            " FROM keywords WHERE workspace_id = $1 AND website_id = $2
               AND ($3 IS NULL OR LOWER(query) LIKE '%' || $3 || '%' ESCAPE '\\') AND ($4 IS NULL OR intent = $4)
               AND ($5 IS NULL OR cluster_no = $5) AND ($6 IS NULL OR ",
            $has_win,
            ") AND ($7 IS NULL OR impressions >= $7) ",
            $tail
        )
    };
}

macro_rules! ordered {
    ($order:literal) => {
        filtered!("id, run_id, body", $order)
    };
}

/// Returns the statement for each database.
const fn statement(sort: Sort, descending: bool) -> (&'static str, &'static str) {
    match (sort, descending) {
        (Sort::Value, true) => {
            ordered!("ORDER BY value_cents DESC NULLS LAST, impressions DESC, id LIMIT $8 OFFSET $9")
        }
        (Sort::Value, false) => ordered!("ORDER BY value_cents ASC NULLS LAST, id LIMIT $8 OFFSET $9"),
        (Sort::Clicks, true) => ordered!("ORDER BY clicks DESC, id LIMIT $8 OFFSET $9"),
        (Sort::Clicks, false) => ordered!("ORDER BY clicks ASC, id LIMIT $8 OFFSET $9"),
        (Sort::Impressions, true) => ordered!("ORDER BY impressions DESC, id LIMIT $8 OFFSET $9"),
        (Sort::Impressions, false) => ordered!("ORDER BY impressions ASC, id LIMIT $8 OFFSET $9"),
        (Sort::Position, true) => ordered!("ORDER BY position DESC NULLS LAST, id LIMIT $8 OFFSET $9"),
        (Sort::Position, false) => ordered!("ORDER BY position ASC NULLS LAST, id LIMIT $8 OFFSET $9"),
        (Sort::Query, true) => ordered!("ORDER BY query DESC, id LIMIT $8 OFFSET $9"),
        (Sort::Query, false) => ordered!("ORDER BY query ASC, id LIMIT $8 OFFSET $9"),
        (Sort::Volume, true) => ordered!("ORDER BY volume DESC NULLS LAST, id LIMIT $8 OFFSET $9"),
        (Sort::Volume, false) => ordered!("ORDER BY volume ASC NULLS LAST, id LIMIT $8 OFFSET $9"),
    }
}

/// Lists the website's queries that match the filter, in its order; the cursor is the offset of the next page.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &Filter, limit: usize,
) -> Result<Page<Keyword>> {
    let limit_more = fetched(limit);
    let mut executor = executor.into();
    let (postgres, sqlite) = statement(filter.sort, filter.descending);
    let sql = executor.dialect(postgres, sqlite);
    let rows = query_all!(
        executor,
        Keyword,
        sql,
        workspace_id,
        filter.website_id,
        filter.contains.as_deref().map(escape),
        filter.intent.as_deref(),
        filter.cluster_no,
        filter.win.as_deref(),
        filter.min_impressions,
        limit_more,
        filter.offset
    )?;
    let next = filter.offset + limit_more - 1;
    Ok(Page::from_rows(rows, limit, |_| next.to_string()))
}

/// Counts the website's queries that match the filter.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &Filter) -> Result<i64> {
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
        filter.intent.as_deref(),
        filter.cluster_no,
        filter.win.as_deref(),
        filter.min_impressions
    )
}

/// Escapes wildcards in a text.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Demand of a query.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Volume {
    /// Query.
    pub query: String,
    /// Monthly search volume.
    pub volume: Option<f64>,
    /// CPC, in cents.
    pub cpc_cents: Option<f64>,
    /// Head of its cluster.
    pub cluster_head: Option<String>,
}

/// Returns the demand of every query of a website, without impressions in Bing: they are no searches in Google.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn volumes(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<Volume>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT query, volume, CAST(body ->> 'cpcCents' AS double precision) AS cpc_cents,
                body ->> 'clusterHead' AS cluster_head
           FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND volume IS NOT NULL
            AND NOT (COALESCE(body ->> 'source', '') = 'bing_webmaster' AND COALESCE(body ->> 'volumeSource', '') = 'impressions')",
        "SELECT query, volume, CAST(body ->> 'cpcCents' AS REAL) AS cpc_cents, body ->> 'clusterHead' AS cluster_head
           FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND volume IS NOT NULL
            AND NOT (COALESCE(body ->> 'source', '') = 'bing_webmaster' AND COALESCE(body ->> 'volumeSource', '') = 'impressions')",
    );
    query_all!(executor, Volume, sql, workspace_id, website_id)
}

/// Returns a query of a website; `None` if the keyword engine has not found it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, query: &str,
) -> Result<Option<Keyword>> {
    let sql = "SELECT id, run_id, body FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND query = $3
                ORDER BY impressions DESC, id LIMIT 1";
    query_opt!(executor.into(), Keyword, sql, workspace_id, website_id, query.to_lowercase())
}

/// Returns the queries of a website from Search Console that are questions, those with the most impressions first, at most
/// `most`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn questions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, most: i64,
) -> Result<Vec<String>> {
    let sql = "SELECT query FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND impressions > 0
                  AND (query LIKE 'how %' OR query LIKE 'what %' OR query LIKE 'when %' OR query LIKE 'where %'
                    OR query LIKE 'who %' OR query LIKE 'why %' OR query LIKE 'which %' OR query LIKE 'can %'
                    OR query LIKE 'do %' OR query LIKE 'does %' OR query LIKE 'is %' OR query LIKE 'are %'
                    OR query LIKE 'should %')
                ORDER BY impressions DESC, query LIMIT $3";
    let rows = query_all!(executor.into(), (String,), sql, workspace_id, website_id, most)?;
    Ok(rows.into_iter().map(|(query,)| query).collect())
}

/// Returns the average position of each keyword of a website that has one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn positions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<(String, f64)>> {
    let sql = "SELECT query, position FROM keywords
                WHERE workspace_id = $1 AND website_id = $2 AND position IS NOT NULL";
    query_all!(executor.into(), (String, f64), sql, workspace_id, website_id)
}

/// Clicks and impressions of queries with one intent around a position.
#[derive(Debug, Clone, PartialEq, sqlx_macros::FromRow)]
pub struct Clicks {
    /// Intent; `None` if the engine abstained.
    pub intent: Option<String>,
    /// Mean position, rounded.
    pub position: i64,
    /// Total impressions.
    pub impressions: i64,
    /// Total clicks.
    pub clicks: i64,
}

/// Returns clicks of a website's queries by intent and rounded mean position. Brand queries are excluded, because their
/// CTR hardly depends on the position, and so are rows with more clicks than impressions. Queries of Bing are excluded too: the
/// curves are of Google.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn clicks(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<Clicks>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT intent, CAST(FLOOR(position + 0.5) AS BIGINT) AS position, CAST(SUM(impressions) AS BIGINT) AS impressions,
                CAST(SUM(clicks) AS BIGINT) AS clicks
           FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND position >= 1 AND clicks <= impressions
            AND COALESCE(body ->> 'isBrand', 'false') <> 'true' AND COALESCE(body ->> 'source', '') <> 'bing_webmaster'
          GROUP BY 1, 2 ORDER BY 1, 2",
        "SELECT intent, CAST(position + 0.5 AS INTEGER) AS position, SUM(impressions) AS impressions, SUM(clicks) AS clicks
           FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND position >= 1 AND clicks <= impressions
            AND NOT COALESCE(body ->> 'isBrand', 0) AND COALESCE(body ->> 'source', '') <> 'bing_webmaster'
          GROUP BY 1, 2 ORDER BY 1, 2",
    );
    query_all!(executor, Clicks, sql, workspace_id, website_id)
}
