//! Inserts records into a batch.

use crate::{
    domain::imported::RecordKind,
    store::{Executor, Result, macros::*},
};

/// Statement for a kind: `of!(table, [column: type, …])`, with a value of a JSON list for each column.
macro_rules! of {
    ($table:literal, [$($column:literal: $type:literal @ $at:literal),+ $(,)?]) => {
        (
            concat!(
                "INSERT INTO ", $table, " (batch_id, no", $(", ", $column,)+
                ") SELECT $1, $2 + ordinality - 1", $(", CAST(value ->> ", $at, " AS ", $type, ")",)+
                " FROM jsonb_array_elements(CAST($3 AS jsonb)) WITH ORDINALITY AS v(value, ordinality)"
            ),
            concat!(
                "INSERT INTO ", $table, " (batch_id, no", $(", ", $column,)+
                ") SELECT $1, $2 + key", $(", value ->> ", $at,)+ " FROM json_each($3)"
            ),
        )
    };
}

const BACKLINKS: (&str, &str) = of!("backlinks", [
    "key": "bigint" @ 0, "provider": "text" @ 1, "source_url": "text" @ 2, "source_host": "text" @ 3,
    "target_url": "text" @ 4, "anchor": "text" @ 5, "is_nofollow": "boolean" @ 6, "is_ugc": "boolean" @ 7,
    "is_sponsored": "boolean" @ 8, "first_seen": "date" @ 9, "last_seen": "date" @ 10, "lost_on": "date" @ 11,
    "is_lost": "boolean" @ 12, "authority": "double precision" @ 13, "authority_name": "text" @ 14,
]);

const SESSIONS: (&str, &str) = of!("page_sessions", [
    "key": "bigint" @ 0, "first_day": "date" @ 1, "last_day": "date" @ 2, "page": "text" @ 3, "source": "text" @ 4,
    "medium": "text" @ 5, "channel": "text" @ 6, "sessions": "bigint" @ 7, "engaged_sessions": "bigint" @ 8,
    "users": "bigint" @ 9, "key_events": "bigint" @ 10, "revenue_cents": "bigint" @ 11, "currency": "text" @ 12,
]);

const LEADS: (&str, &str) = of!("leads", [
    "key": "bigint" @ 0, "external_id": "text" @ 1, "day": "date" @ 2, "page": "text" @ 3, "keyword": "text" @ 4,
    "source": "text" @ 5, "status": "text" @ 6, "value_cents": "bigint" @ 7, "currency": "text" @ 8,
]);

const REVENUE: (&str, &str) = of!("revenue", [
    "key": "bigint" @ 0, "external_id": "text" @ 1, "day": "date" @ 2, "amount_cents": "bigint" @ 3,
    "currency": "text" @ 4, "kind": "text" @ 5, "page": "text" @ 6, "source": "text" @ 7, "vertical": "text" @ 8,
    "place": "text" @ 9,
]);

const CRAWLER_VISITS: (&str, &str) = of!("crawler_visits", [
    "key": "bigint" @ 0, "day": "date" @ 1, "agent": "text" @ 2, "purpose": "text" @ 3, "directory": "text" @ 4,
    "status_class": "integer" @ 5, "requests": "bigint" @ 6,
]);

/// Adds records to a batch, numbered from `first_no`: a JSON list with a list of values for each, in the order of the
/// kind's columns.
///
/// # Errors
/// Returns an error if the query fails; no record is added then.
pub async fn insert(
    executor: impl Into<Executor<'_>>, kind: RecordKind, batch_id: i64, first_no: i64, rows: &str,
) -> Result<()> {
    let (postgres, sqlite) = match kind {
        RecordKind::Backlink => BACKLINKS,
        RecordKind::Sessions => SESSIONS,
        RecordKind::Lead => LEADS,
        RecordKind::Revenue => REVENUE,
        RecordKind::CrawlerVisits => CRAWLER_VISITS,
    };
    let mut executor = executor.into();
    let sql = executor.dialect(postgres, sqlite);
    execute!(executor, sql, batch_id, first_no, rows).map(|_| ())
}
