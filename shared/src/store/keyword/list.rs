//! The table of searches.

use uuid::Uuid;

use crate::{
    domain::{Page, fetched, keyword::Keyword, text_enum},
    store::{Executor, Result, macros::*},
};

text_enum! {
    /// What the table is ordered by.
    #[schema(as = KeywordSort)]
    Sort {
        /// Worth a month, mean.
        Value = "value",
        /// Clicks in the period.
        Clicks = "clicks",
        /// Impressions in the period.
        Impressions = "impressions",
        /// Average position.
        Position = "position",
        /// The search itself.
        Query = "query",
        /// Monthly search volume.
        Volume = "volume",
    }
}

/// Which searches of a website are wanted, and in what order.
#[derive(Debug, Clone)]
pub struct Filter {
    /// Which website.
    pub website_id: Uuid,
    /// Searches that contain this, lower-cased.
    pub contains: Option<String>,
    /// Of this intent.
    pub intent: Option<String>,
    /// Of this cluster.
    pub cluster_no: Option<i64>,
    /// With a quick win of this kind.
    pub win: Option<String>,
    /// With at least this many impressions.
    pub min_impressions: Option<i64>,
    /// What to order by.
    pub sort: Sort,
    /// Whether the greatest come first.
    pub descending: bool,
    /// How many to pass over.
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

/// The website's searches that pass the filter, in its order; the cursor is the offset of the next page.
///
/// # Errors
/// Those of the database.
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

/// How many of the website's searches pass the filter.
///
/// # Errors
/// Those of the database.
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

/// Takes the wildcards' meaning from a text.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// What is known of a search's demand.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Volume {
    /// The search.
    pub query: String,
    /// Monthly search volume.
    pub volume: Option<f64>,
    /// Cost of a click, in cents.
    pub cpc_cents: Option<f64>,
    /// The head of its group.
    pub cluster_head: Option<String>,
}

/// The demand of every search of a website.
///
/// # Errors
/// Those of the database.
pub async fn volumes(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<Volume>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT query, volume, CAST(body ->> 'cpcCents' AS double precision) AS cpc_cents,
                body ->> 'clusterHead' AS cluster_head
           FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND volume IS NOT NULL",
        "SELECT query, volume, CAST(body ->> 'cpcCents' AS REAL) AS cpc_cents, body ->> 'clusterHead' AS cluster_head
           FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND volume IS NOT NULL",
    );
    query_all!(executor, Volume, sql, workspace_id, website_id)
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

/// What searches of one intent brought around a position.
#[derive(Debug, Clone, PartialEq, sqlx_macros::FromRow)]
pub struct Clicks {
    /// Their intent; `None` where the engine abstained.
    pub intent: Option<String>,
    /// Their mean position, rounded.
    pub position: i64,
    /// Impressions of all of them.
    pub impressions: i64,
    /// Clicks of all of them.
    pub clicks: i64,
}

/// What a website's searches brought, by intent and rounded mean position. Searches for the brand are left out: they are
/// clicked for its name, wherever it stands. So are lines with more clicks than impressions.
///
/// # Errors
/// Those of the database.
pub async fn clicks(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<Clicks>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT intent, CAST(FLOOR(position + 0.5) AS BIGINT) AS position, CAST(SUM(impressions) AS BIGINT) AS impressions,
                CAST(SUM(clicks) AS BIGINT) AS clicks
           FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND position >= 1 AND clicks <= impressions
            AND COALESCE(body ->> 'isBrand', 'false') <> 'true' GROUP BY 1, 2 ORDER BY 1, 2",
        "SELECT intent, CAST(position + 0.5 AS INTEGER) AS position, SUM(impressions) AS impressions, SUM(clicks) AS clicks
           FROM keywords WHERE workspace_id = $1 AND website_id = $2 AND position >= 1 AND clicks <= impressions
            AND NOT COALESCE(body ->> 'isBrand', 0) GROUP BY 1, 2 ORDER BY 1, 2",
    );
    query_all!(executor, Clicks, sql, workspace_id, website_id)
}
