//! Rows of batches whose website was deleted: they are deleted in pieces, since there may be millions.

use crate::store::{Db, Result, macros::*};

/// Rows that a statement deletes.
const ROWS_AT_ONCE: i64 = 5_000;

macro_rules! numbered {
    ($table:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE batch_id = $1 AND no IN (SELECT no FROM ",
            $table,
            " WHERE batch_id = $1 ORDER BY no LIMIT $2)"
        )
    };
}

/// Statements that delete a piece of the rows of batch `$1`, at most `$2`.
const PIECES: [&str; 9] = [
    numbered!("search_rows"),
    "DELETE FROM search_days WHERE batch_id = $1 AND day IN
       (SELECT day FROM search_days WHERE batch_id = $1 ORDER BY dimension, level, day LIMIT $2)",
    numbered!("keyword_rows"),
    "DELETE FROM observations WHERE batch_id = $1
        AND (kind, no) IN (SELECT kind, no FROM observations WHERE batch_id = $1 ORDER BY kind, no LIMIT $2)",
    numbered!("backlinks"),
    numbered!("page_sessions"),
    numbered!("leads"),
    numbered!("revenue"),
    numbered!("crawler_visits"),
];

/// Deletes a piece of the rows that deleted websites have left. Returns false if there is nothing more. What is left when the
/// process ends follows later.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn sweep_dropped(db: &Db) -> Result<bool> {
    let sql = "SELECT batch_id FROM dropped_batches ORDER BY batch_id LIMIT 1";
    let Some((id,)) = query_opt!(db, (i64,), sql)? else { return Ok(false) };
    for sql in PIECES {
        if execute!(db, sql, id, ROWS_AT_ONCE)? > 0 {
            return Ok(true);
        }
    }
    execute!(db, "DELETE FROM dropped_batches WHERE batch_id = $1", id)?;
    Ok(true)
}
