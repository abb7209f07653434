//! Observations of imports: SERPs, pages, ranks, payouts.

use chrono::{DateTime, NaiveDate, Utc};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::batches;
use crate::{
    domain::{
        Page, Pair, fetched,
        forecast::RankChecks,
        observation::{Observation, ObservationKind, PayoutUnit, Rank, SeenPage, SerpResult},
    },
    store::{Executor, Result, StoreError, macros::*},
};

/// Rows per statement, because bodies may be long.
const ROWS_AT_ONCE: i64 = 2_000;
/// Pages per statement, whose texts are long.
const LONG_ROWS_AT_ONCE: i64 = 500;

/// Adds rows to a batch, numbered from `first_no`: a JSON list of `[kind, subject, day, body]`.
///
/// # Errors
/// Returns an error if the query fails; no row is added then.
pub async fn insert_observations(
    executor: impl Into<Executor<'_>>, batch_id: i64, first_no: i64, rows: &str,
) -> Result<()> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "INSERT INTO observations (batch_id, no, kind, subject, day, body)
         SELECT $1, $2 + ordinality - 1, value ->> 0, value ->> 1, CAST(value ->> 2 AS date), value -> 3
           FROM jsonb_array_elements(CAST($3 AS jsonb)) WITH ORDINALITY AS v(value, ordinality)",
        "INSERT INTO observations (batch_id, no, kind, subject, day, body)
         SELECT $1, $2 + key, value ->> 0, value ->> 1, value ->> 2, value -> 3 FROM json_each($3)",
    );
    execute!(executor, sql, batch_id, first_no, rows).map(|_| ())
}

/// Returns observations of one batch from number `from` on, at most `limit`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn observation_rows(
    executor: impl Into<Executor<'_>>, batch_id: i64, kind: ObservationKind, from: i64, limit: i64,
) -> Result<Vec<Observation>> {
    query_all!(
        executor.into(),
        Observation,
        "SELECT batch_id, no, subject, day, body FROM observations
          WHERE batch_id = $1 AND kind = $2 AND no >= $3 ORDER BY no LIMIT $4",
        batch_id,
        kind,
        from,
        limit
    )
}

/// Returns all committed observations of a kind for the website, the latest batch last.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn observations(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, kind: ObservationKind,
) -> Result<Vec<Observation>> {
    each_observation(executor.into(), workspace_id, website_id, kind, Ok).await
}

/// The same observations as values of their type. Rows are converted piece by piece, which takes a fraction of the memory of
/// all rows.
///
/// # Errors
/// [`StoreError::Corrupt`] when a row holds something else; an error if a query fails.
pub async fn read_observations<T: DeserializeOwned>(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, kind: ObservationKind,
) -> Result<Vec<T>> {
    each_observation(executor.into(), workspace_id, website_id, kind, Observation::read).await
}

/// Reads the latest observations of a kind as values of their type, at most `most_rows` of them, and of these as many as have
/// `most_bytes` by `size` together. Returns them with the latest batch last, and whether some were left out.
///
/// # Errors
/// [`StoreError::Corrupt`] when a row holds something else; an error if a query fails.
pub async fn read_latest<T: DeserializeOwned>(
    executor: impl Into<Executor<'_>>, (workspace_id, website_id): (Uuid, Uuid), kind: ObservationKind,
    (most_rows, most_bytes): (usize, usize), size: impl Fn(&T) -> usize,
) -> Result<(Vec<T>, bool)> {
    let mut executor = executor.into();
    let (mut found, mut rows, mut bytes, mut is_cut) = (Vec::new(), 0, 0, false);
    'batches: for batch in batches(&mut executor, workspace_id, website_id).await? {
        let (mut from, mut of_batch) = (0, Vec::new());
        loop {
            let piece = observation_rows(&mut executor, batch.id, kind, from, LONG_ROWS_AT_ONCE).await?;
            let Some(last) = piece.last() else { break };
            from = last.no + 1;
            for row in piece {
                let value = row.read()?;
                bytes += size(&value);
                is_cut = rows >= most_rows || bytes > most_bytes;
                if is_cut {
                    found.push(of_batch);
                    break 'batches;
                }
                rows += 1;
                of_batch.push(value);
            }
        }
        found.push(of_batch);
    }
    Ok((found.into_iter().rev().flatten().collect(), is_cut))
}

async fn each_observation<T>(
    mut executor: Executor<'_>, workspace_id: Uuid, website_id: Uuid, kind: ObservationKind,
    convert: impl Fn(Observation) -> Result<T>,
) -> Result<Vec<T>> {
    let mut found = Vec::new();
    for batch in batches(&mut executor, workspace_id, website_id).await?.into_iter().rev() {
        let mut from = 0;
        loop {
            let piece = observation_rows(&mut executor, batch.id, kind, from, ROWS_AT_ONCE).await?;
            let Some(last) = piece.last() else { break };
            from = last.no + 1;
            for row in piece {
                found.push(convert(row)?);
            }
        }
    }
    Ok(found)
}

const PAGE_AT: &str = "
SELECT o.batch_id, o.no, o.subject, o.day, o.body
  FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN observations o ON o.batch_id = b.id
 WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND o.kind = 'page' AND o.subject = $3
 ORDER BY o.batch_id DESC, o.no DESC LIMIT 1";

/// Returns a page as it was last seen.
///
/// # Errors
/// Returns an error if the query fails, or [`StoreError::Corrupt`] if the row holds something else.
pub async fn page_at(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, url: &str,
) -> Result<Option<SeenPage>> {
    let found = query_opt!(executor.into(), Observation, PAGE_AT, workspace_id, website_id, url)?;
    found.map(Observation::read).transpose()
}

const PAGES_OF_QUERY: &str = "
SELECT o.batch_id, o.no, o.subject, o.day, o.body
  FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN observations o ON o.batch_id = b.id
 WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND o.kind = 'page'
   AND LOWER(o.body ->> 'query') = $3
 ORDER BY o.batch_id DESC, o.no DESC LIMIT $4";

/// Returns pages that were fetched for a query, the latest first, at most `most`.
///
/// # Errors
/// Returns an error if the query fails, or [`StoreError::Corrupt`] if a row holds something else.
pub async fn pages_of_query(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, query: &str, most: i64,
) -> Result<Vec<SeenPage>> {
    let query = query.to_lowercase();
    let found = query_all!(executor.into(), Observation, PAGES_OF_QUERY, workspace_id, website_id, query, most)?;
    found.into_iter().map(Observation::read).collect()
}

/// Rows that [`most_pages_of_a_query`] looks at, so that it stays in milliseconds.
const MOST_LOOKED_AT: i64 = 2_000;

/// SQLite would read the bodies of all pages by the key of the table without the name of the index.
macro_rules! other_pages {
    ($index:literal) => {
        concat!(
            "SELECT COALESCE(MAX(pages), 0) FROM (
               SELECT COUNT(DISTINCT subject) AS pages FROM (
                 SELECT b.website_id, SUBSTR(LOWER(o.body ->> 'query'), 1, 200) AS query, o.subject
                   FROM import_batches b JOIN imports ON imports.id = b.import_id
                        JOIN websites w ON w.id = b.website_id JOIN observations o ",
            $index,
            " ON o.batch_id = b.id
                  WHERE imports.workspace_id = $1 AND ($2 IS NULL OR b.website_id = $2) AND b.committed AND o.kind = 'page'
                    AND o.body ->> 'query' IS NOT NULL AND o.body ->> 'text' <> ''
                    AND COALESCE(CAST(o.body ->> 'status' AS TEXT), '200') = '200' AND o.body ->> 'host' <> w.host
                  LIMIT $3) AS found
                GROUP BY website_id, query) AS counted"
        )
    };
}

/// Returns the number of pages of other hosts that were fetched for a query, with text, and with the status 200 or none: of the
/// query with most, in the workspace or for one website. Looks at the first 2,000 pages, so the number is a lower bound.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn most_pages_of_a_query(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>,
) -> Result<i64> {
    let mut executor = executor.into();
    let sql = executor.dialect(other_pages!(""), other_pages!("INDEXED BY observations_of_queries"));
    query_value!(executor, i64, sql, workspace_id, website_id, MOST_LOOKED_AT)
}

const RESULTS_OF_QUERY: &str = "
SELECT o.batch_id, o.no, o.subject, o.day, o.body
  FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN observations o ON o.batch_id = b.id
 WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND o.kind = 'serp_result'
   AND LOWER(o.subject) = $3
 ORDER BY o.day DESC, o.batch_id DESC, o.no LIMIT $4";

/// Returns imported search results of a query, the latest first, at most `most`.
///
/// # Errors
/// Returns an error if the query fails, or [`StoreError::Corrupt`] if a row holds something else.
pub async fn results_of_query(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, query: &str, most: i64,
) -> Result<Vec<SerpResult>> {
    let query = query.to_lowercase();
    let found = query_all!(executor.into(), Observation, RESULTS_OF_QUERY, workspace_id, website_id, query, most)?;
    found.into_iter().map(Observation::read).collect()
}

const PAGES_WITH_TEXT: &str = "
SELECT o.batch_id, o.no, o.subject, o.day, o.body
  FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN observations o ON o.batch_id = b.id
 WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND o.kind = 'page'
   AND LOWER(o.body ->> 'text') LIKE '%' || $3 || '%' ESCAPE '\\'
 ORDER BY o.batch_id DESC, o.no LIMIT $4";

/// Returns pages whose text has these words, the latest import first, at most `most`.
///
/// # Errors
/// Returns an error if the query fails, or [`StoreError::Corrupt`] if a row holds something else.
pub async fn pages_with_text(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, text: &str, most: i64,
) -> Result<Vec<SeenPage>> {
    let text = text.to_lowercase().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let found = query_all!(executor.into(), Observation, PAGES_WITH_TEXT, workspace_id, website_id, text, most)?;
    found.into_iter().map(Observation::read).collect()
}

const RANKS: &str = "
SELECT o.batch_id, o.no, o.subject, o.day, o.body
  FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN observations o ON o.batch_id = b.id
 WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND o.kind = 'rank' AND o.day >= $3 AND o.day <= $4
 ORDER BY o.batch_id, o.no";

/// Returns a website's ranks from day `from` to day `to`, both inclusive. For a day imported twice, the later import
/// counts.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn ranks(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<RankChecks> {
    query_all!(executor.into(), Observation, RANKS, workspace_id, website_id, from, to).and_then(checks)
}

fn checks(rows: Vec<Observation>) -> Result<RankChecks> {
    let mut checks = RankChecks::new();
    for row in rows {
        let key = format!("{} of batch {}", row.no, row.batch_id);
        let rank: Rank = row.read()?;
        let day = rank.date.parse().map_err(|error| {
            let error: chrono::ParseError = error;
            StoreError::corrupt("observations", "body", key, error)
        })?;
        checks.entry(rank.keyword).or_default().insert(day, rank.position);
    }
    Ok(checks)
}

/// Number of a website's observations of one kind.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct ObservationCount {
    /// Kind.
    pub kind: ObservationKind,
    /// Number of committed rows.
    pub rows: i64,
    /// Time of the latest import.
    pub imported_at: Option<DateTime<Utc>>,
}

/// Counts a website's observations by kind, without kinds that have none. Reads only keys, no bodies.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn observation_counts(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<ObservationCount>> {
    query_all!(
        executor.into(),
        ObservationCount,
        "SELECT o.kind, COUNT(*) AS rows, MAX(imports.imported_at) AS imported_at
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN observations o ON o.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed GROUP BY o.kind ORDER BY o.kind",
        workspace_id,
        website_id
    )
}

/// Filter of observations.
#[derive(Debug, Clone, Default)]
pub struct ObservationFilter {
    /// Text in the subject, case-insensitive.
    pub contains: Option<String>,
    /// First day.
    pub from: Option<NaiveDate>,
    /// Last day.
    pub to: Option<NaiveDate>,
    /// Unit of a payout.
    pub unit: Option<PayoutUnit>,
    /// Text in the city or the state of a payout, case-insensitive.
    pub place: Option<String>,
    /// First digit of the HTTP status of a page.
    pub status: Option<u8>,
    /// Batch and number of the last observation of the previous page.
    pub after: Option<Pair<i64, i64>>,
}

/// An observation with its import.
#[derive(Debug, Clone, serde::Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ImportedObservation {
    /// Id of its batch; later imports have higher ids.
    pub batch_id: i64,
    /// Number in the batch.
    pub no: i64,
    /// Subject.
    pub subject: String,
    /// Day of the observation, if known.
    pub day: Option<NaiveDate>,
    /// Body.
    pub body: sqlx::types::Json<serde_json::Value>,
    /// The import.
    pub import_id: Uuid,
    /// File name of the import.
    pub file_name: String,
    /// Time of the import.
    pub imported_at: Option<DateTime<Utc>>,
}

/// Returns a page of a website's observations of a kind, latest import first, in the order of the import.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn observation_page(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, kind: ObservationKind,
    filter: &ObservationFilter, limit: usize,
) -> Result<Page<ImportedObservation>> {
    let (batch, no) = Pair::unzip(filter.after);
    let within = |text: &String| format!("%{}%", escaped(&text.to_lowercase()));
    let status = filter.status.map(|digit| format!("{digit}__"));
    let rows = query_all!(
        executor.into(),
        ImportedObservation,
        "SELECT o.batch_id, o.no, o.subject, o.day, o.body, imports.id AS import_id, imports.file_name,
                imports.imported_at
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN observations o ON o.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND o.kind = $3
            AND (CAST($4 AS TEXT) IS NULL OR LOWER(o.subject) LIKE $4 ESCAPE '!')
            AND ($5 IS NULL OR o.day >= $5) AND ($6 IS NULL OR o.day <= $6)
            AND ($7 IS NULL OR o.batch_id < $7 OR (o.batch_id = $7 AND o.no > $8))
            AND (CAST($10 AS TEXT) IS NULL OR o.body ->> 'unit' = $10)
            AND (CAST($11 AS TEXT) IS NULL
                 OR LOWER(COALESCE(o.body ->> 'city', '') || ', ' || COALESCE(o.body ->> 'state', '')) LIKE $11 ESCAPE '!')
            AND (CAST($12 AS TEXT) IS NULL OR o.body ->> 'status' LIKE $12)
          ORDER BY o.batch_id DESC, o.no LIMIT $9",
        workspace_id,
        website_id,
        kind,
        filter.contains.as_ref().map(within),
        filter.from,
        filter.to,
        batch,
        no,
        fetched(limit),
        filter.unit.map(PayoutUnit::as_str),
        filter.place.as_ref().map(within),
        status
    )?;
    Ok(Page::from_rows(rows, limit, |row| Pair(row.batch_id, row.no).to_string()))
}

/// Escapes the wildcards of LIKE.
pub(super) fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}
