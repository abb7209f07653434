//! Rows of searches on their way into a batch.

mod postgres;
mod sqlite;

use chrono::NaiveDate;

use crate::store::{Db, Result};

/// A line of a search report to be stored.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchLine<'a> {
    /// What it is about: `query`, `page`, `detail`, `date`, `country`, `device` or `appearance`.
    pub dimension: &'static str,
    /// `current` or `previous`.
    pub period: &'static str,
    /// The search.
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

/// Lines collected in the form in which their database takes them fastest, so that whoever reads a file also prepares
/// them, while the database writes those before.
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
    /// None yet; the first one of batch `batch_id` will be number `first_no`.
    #[must_use]
    pub fn new(db: &Db, batch_id: i64, first_no: i64) -> Self {
        let rows = match db {
            Db::Postgres(pool) => Rows::Postgres(postgres::Rows::new(pool.clone(), batch_id, first_no)),
            Db::Sqlite(sqlite) => Rows::Sqlite(sqlite::Rows::new(sqlite.write.clone(), batch_id, first_no)),
        };
        Self { rows, len: 0, bytes: 0 }
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of their texts.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When a value cannot be written in the database's own form.
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

    /// Stores them.
    ///
    /// # Errors
    /// Those of the database; then none of them is stored.
    pub async fn insert(self) -> Result<()> {
        match self.rows {
            Rows::Postgres(rows) => rows.insert().await,
            Rows::Sqlite(rows) => rows.insert().await,
        }
    }
}

/// No database keeps NUL in text.
fn text(text: Option<&str>) -> Option<String> {
    text.map(|text| if text.contains('\0') { text.replace('\0', "") } else { text.to_owned() })
}

/// A position that can be stored.
fn finite(position: Option<f64>) -> Option<f64> {
    position.filter(|position| position.is_finite())
}
