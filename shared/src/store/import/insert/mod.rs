//! Inserts search rows into a batch.

mod postgres;
mod sqlite;

use chrono::NaiveDate;

use crate::store::{Db, Result};

/// A row of a search report to store.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchLine<'a> {
    /// Dimension: `query`, `page`, `detail`, `date`, `country`, `device` or `appearance`.
    pub dimension: &'static str,
    /// `current` or `previous`.
    pub period: &'static str,
    /// Query.
    pub query: Option<&'a str>,
    /// The page.
    pub page: Option<&'a str>,
    /// The day.
    pub date: Option<NaiveDate>,
    /// The country, device or appearance.
    pub facet: Option<&'a str>,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Average position, from 1.
    pub position: Option<f64>,
}

/// Rows collected in the database's fastest input format, so that the reader of a file prepares them while the database
/// writes the previous ones.
#[derive(Debug)]
pub struct SearchRows {
    rows: Rows,
    len: usize,
    bytes: usize,
}

#[derive(Debug)]
enum Rows {
    Postgres(postgres::Rows),
    Sqlite(sqlite::Rows),
}

impl SearchRows {
    /// Creates an empty collection; the first row of batch `batch_id` has number `first_no`.
    #[must_use]
    pub fn new(db: &Db, batch_id: i64, first_no: i64) -> Self {
        let rows = match db {
            Db::Postgres(pool) => Rows::Postgres(postgres::Rows::new(pool.clone(), batch_id, first_no)),
            Db::Sqlite(sqlite) => Rows::Sqlite(sqlite::Rows::new(sqlite.write.clone(), batch_id, first_no)),
        };
        Self { rows, len: 0, bytes: 0 }
    }

    /// Number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns true without rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Total bytes of their texts.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Returns an error if a value cannot be encoded for the database.
    pub fn push(&mut self, line: &SearchLine<'_>) -> Result<()> {
        self.len += 1;
        self.bytes += [line.query, line.page, line.facet].into_iter().flatten().map(str::len).sum::<usize>();
        match &mut self.rows {
            Rows::Postgres(rows) => {
                rows.push(line);
                Ok(())
            }
            Rows::Sqlite(rows) => rows.push(line),
        }
    }

    /// Stores the rows.
    ///
    /// # Errors
    /// Returns an error if the query fails; then no row is stored.
    pub async fn insert(self) -> Result<()> {
        match self.rows {
            Rows::Postgres(rows) => rows.insert().await,
            Rows::Sqlite(rows) => rows.insert().await,
        }
    }
}

/// Removes NUL, which no database stores in text.
fn text(text: Option<&str>) -> Option<String> {
    text.map(|text| if text.contains('\0') { text.replace('\0', "") } else { text.to_owned() })
}

/// Returns a position if it is finite.
fn finite(position: Option<f64>) -> Option<f64> {
    position.filter(|position| position.is_finite())
}
