//! Rows for PostgreSQL: a list for each column, in one statement.

use chrono::NaiveDate;
use sqlx::PgPool;

use super::{SearchLine, finite, text};
use crate::store::Result;

#[derive(Debug)]
pub(super) struct Rows {
    pool: PgPool,
    batch_id: i64,
    first_no: i64,
    dimension: Vec<&'static str>,
    period: Vec<&'static str>,
    query: Vec<Option<String>>,
    page: Vec<Option<String>>,
    date: Vec<Option<NaiveDate>>,
    facet: Vec<Option<String>>,
    clicks: Vec<i64>,
    impressions: Vec<i64>,
    position: Vec<Option<f64>>,
}

const INSERT: &str = "INSERT INTO search_rows
   (batch_id, no, dimension, period, query, page, date, facet, clicks, impressions, position)
 SELECT $1, $2 + v.ordinality - 1, v.dimension, v.period, v.query, v.page, v.date, v.facet, v.clicks, v.impressions,
        v.position
   FROM UNNEST($3, $4, $5, $6, $7, $8, $9, $10, $11) WITH ORDINALITY
     AS v(dimension, period, query, page, date, facet, clicks, impressions, position, ordinality)";

impl Rows {
    pub(super) const fn new(pool: PgPool, batch_id: i64, first_no: i64) -> Self {
        Self {
            pool,
            batch_id,
            first_no,
            dimension: Vec::new(),
            period: Vec::new(),
            query: Vec::new(),
            page: Vec::new(),
            date: Vec::new(),
            facet: Vec::new(),
            clicks: Vec::new(),
            impressions: Vec::new(),
            position: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, line: &SearchLine<'_>) {
        self.dimension.push(line.dimension);
        self.period.push(line.period);
        self.query.push(text(line.query));
        self.page.push(text(line.page));
        self.date.push(line.date);
        self.facet.push(text(line.facet));
        self.clicks.push(line.clicks);
        self.impressions.push(line.impressions);
        self.position.push(finite(line.position));
    }

    pub(super) async fn insert(self) -> Result<()> {
        let insert = sqlx::query(INSERT).bind(self.batch_id).bind(self.first_no);
        let insert = insert.bind(self.dimension).bind(self.period).bind(self.query).bind(self.page);
        let insert = insert.bind(self.date).bind(self.facet).bind(self.clicks).bind(self.impressions);
        insert.bind(self.position).execute(&self.pool).await?;
        Ok(())
    }
}
