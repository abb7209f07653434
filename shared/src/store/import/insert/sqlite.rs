//! Rows for SQLite: statements of many rows each, in one transaction.
//!
//! Binding values is the main cost, so values common to all rows of a statement are bound once. (JSON unpacked by SQLite
//! is half as fast.)

use std::sync::LazyLock;

use sqlx::{Arguments, AssertSqlSafe, SqliteConnection, SqlitePool, error::BoxDynError, sqlite::SqliteArguments};

use super::{SearchLine, finite, text};
use crate::store::Result;

/// Rows per statement.
const ROWS_AT_ONCE: usize = 500;

#[derive(Debug)]
pub(super) struct Rows {
    pool: SqlitePool,
    batch_id: i64,
    next_no: i64,
    full: Vec<Piece>,
    /// One piece per dimension and period.
    open: Vec<Piece>,
}

/// Rows of one statement.
#[derive(Debug)]
struct Piece {
    dimension: &'static str,
    period: &'static str,
    rows: usize,
    values: SqliteArguments,
}

impl Rows {
    pub(super) const fn new(pool: SqlitePool, batch_id: i64, first_no: i64) -> Self {
        Self { pool, batch_id, next_no: first_no, full: Vec::new(), open: Vec::new() }
    }

    pub(super) fn push(&mut self, line: &SearchLine<'_>) -> Result<()> {
        let place = self.place_of(line);
        let piece = &mut self.open[place];
        piece.add(self.next_no, line).map_err(sqlx::Error::Encode)?;
        self.next_no += 1;
        if piece.rows == ROWS_AT_ONCE {
            self.full.push(self.open.swap_remove(place));
        }
        Ok(())
    }

    fn place_of(&mut self, line: &SearchLine<'_>) -> usize {
        let place = self.open.iter().position(|piece| piece.dimension == line.dimension && piece.period == line.period);
        place.unwrap_or_else(|| {
            self.open.push(Piece::new(line.dimension, line.period));
            self.open.len() - 1
        })
    }

    pub(super) async fn insert(self) -> Result<()> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for piece in self.full.into_iter().chain(self.open) {
            piece.insert(&mut tx, self.batch_id).await?;
        }
        Ok(tx.commit().await?)
    }
}

impl Piece {
    fn new(dimension: &'static str, period: &'static str) -> Self {
        Self { dimension, period, rows: 0, values: SqliteArguments::default() }
    }

    fn add(&mut self, no: i64, line: &SearchLine<'_>) -> std::result::Result<(), BoxDynError> {
        self.rows += 1;
        self.values.add(no)?;
        self.values.add(text(line.query))?;
        self.values.add(text(line.page))?;
        self.values.add(line.date)?;
        self.values.add(text(line.facet))?;
        self.values.add(line.clicks)?;
        self.values.add(line.impressions)?;
        self.values.add(finite(line.position))
    }

    async fn insert(self, tx: &mut SqliteConnection, batch_id: i64) -> Result<()> {
        static OF_FULL: LazyLock<String> = LazyLock::new(|| insertion_of(ROWS_AT_ONCE));
        let is_full = self.rows == ROWS_AT_ONCE;
        let sql = if is_full { OF_FULL.clone() } else { insertion_of(self.rows) };
        // The text contains only placeholders. Texts of other lengths are rare, so they are not kept prepared.
        let insert = sqlx::query_with(AssertSqlSafe(sql), self.values).persistent(is_full);
        insert.bind(batch_id).bind(self.dimension).bind(self.period).execute(tx).await?;
        Ok(())
    }
}

fn insertion_of(rows: usize) -> String {
    // Without numbers, because the driver searches numbered placeholders linearly.
    let values = vec!["(?,?,?,?,?,?,?,?)"; rows].join(",");
    format!(
        "INSERT INTO search_rows
           (batch_id, no, dimension, period, query, page, date, facet, clicks, impressions, position)
         SELECT same.batch_id, column1, same.dimension, same.period, column2, column3, column4, column5, column6, column7,
                column8
           FROM (VALUES {values}) CROSS JOIN (SELECT ? AS batch_id, ? AS dimension, ? AS period) AS same"
    )
}
