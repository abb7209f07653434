//! Rows of searches on their way into a batch.

use std::sync::{Arc, LazyLock};

use sqlx::{AssertSqlSafe, SqliteConnection};

use super::Text;
use crate::store::{Db, Result};

/// Rows that one statement puts into SQLite.
const ROWS_AT_ONCE: usize = 500;

/// Dimension, period, search, page, day, facet, clicks, impressions, position.
type Line<'a> =
    (Text<'a>, Text<'a>, Option<Text<'a>>, Option<Text<'a>>, Option<Text<'a>>, Option<Text<'a>>, i64, i64, Option<f64>);

/// Adds rows to a batch, numbered from `first_no`: a JSON list of lists of dimension, period, search, page, day, facet,
/// clicks, impressions and position.
///
/// # Errors
/// Those of the database; then none of them is added.
pub async fn insert_search_rows(db: &Db, batch_id: i64, first_no: i64, rows: &str) -> Result<()> {
    match db {
        Db::Postgres(pool) => {
            sqlx::query(UNPACKED).bind(batch_id).bind(first_no).bind(rows).execute(pool).await?;
            Ok(())
        }
        Db::Sqlite(sqlite) => {
            let mut tx = sqlite.write.begin_with("BEGIN IMMEDIATE").await?;
            insert_in_pieces(&mut tx, batch_id, first_no, rows).await?;
            Ok(tx.commit().await?)
        }
    }
}

const UNPACKED: &str = "INSERT INTO search_rows
   (batch_id, no, dimension, period, query, page, date, facet, clicks, impressions, position)
 SELECT $1, $2 + ordinality - 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
        CAST(value ->> 6 AS bigint), CAST(value ->> 7 AS bigint), CAST(value ->> 8 AS double precision)
   FROM jsonb_array_elements(CAST($3 AS jsonb)) WITH ORDINALITY AS v(value, ordinality)";

/// SQLite takes longer to unpack a row of JSON than to store it, so it is given the fields.
async fn insert_in_pieces(tx: &mut SqliteConnection, batch_id: i64, first_no: i64, rows: &str) -> Result<()> {
    static WHOLE_PIECE: LazyLock<String> = LazyLock::new(|| insertion_of(ROWS_AT_ONCE));
    let lines: Vec<Line<'_>> = serde_json::from_str(rows).map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
    let mut no = first_no;
    let mut words = Words::default();
    for piece in lines.chunks(ROWS_AT_ONCE) {
        let sql = if piece.len() == ROWS_AT_ONCE { WHOLE_PIECE.clone() } else { insertion_of(piece.len()) };
        // The text holds placeholders alone.
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (dimension, period, search, page, day, facet, clicks, impressions, position) in piece {
            query = query.bind(batch_id).bind(no).bind(words.shared(dimension)).bind(words.shared(period));
            query = query.bind(search.as_deref()).bind(page.as_deref()).bind(day.as_deref()).bind(facet.as_deref());
            query = query.bind(*clicks).bind(*impressions).bind(*position);
            no += 1;
        }
        query.execute(&mut *tx).await?;
    }
    Ok(())
}

fn insertion_of(rows: usize) -> String {
    let mut sql = String::from(
        "INSERT INTO search_rows (batch_id, no, dimension, period, query, page, date, facet, clicks, impressions, position) VALUES ",
    );
    // Without numbers: the driver looks a numbered parameter up among all that there are.
    let rows = vec!["(?,?,?,?,?,?,?,?,?,?,?)"; rows];
    sql.push_str(&rows.join(","));
    sql
}

/// Words that come back in every row, each kept once.
#[derive(Debug, Default)]
struct Words(Vec<Arc<str>>);

impl Words {
    fn shared(&mut self, word: &str) -> Arc<str> {
        if let Some(known) = self.0.iter().find(|known| &***known == word) {
            return known.clone();
        }
        let new: Arc<str> = word.into();
        self.0.push(new.clone());
        new
    }
}
