//! Daily totals of an import's dated rows.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde_json::{Value, json};
use sqlx::types::Json;

use crate::store::{Executor, Result, macros::*};

/// Dimensions of rows that are summed: the export's own totals, and its detail rows.
const DIMENSIONS: [&str; 2] = ["date", "detail"];

/// Daily sums: rows of the whole site separate from rows of a page.
#[derive(Debug, Default)]
pub struct SearchDays(BTreeMap<(&'static str, bool, NaiveDate), Sum>);

#[derive(Debug, Default)]
struct Sum {
    clicks: i64,
    impressions: i64,
    weighted: f64,
    weight: i64,
}

/// A row that is added to its day.
#[derive(Debug, Clone, Copy)]
pub struct DatedLine<'a> {
    /// Dimension; only `date` and `detail` are summed.
    pub dimension: &'a str,
    /// Whether it belongs to one page.
    pub is_of_page: bool,
    /// Day of the row.
    pub day: NaiveDate,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Average position, if any.
    pub position: Option<f64>,
}

impl SearchDays {
    /// Adds a row of the current period. Values that are out of range (counts above 2^63, non-finite positions) are capped
    /// or ignored, because one bad row must not fail an import.
    #[expect(clippy::cast_precision_loss, reason = "impressions of a line stay far below 2^53")]
    pub fn add(&mut self, line: DatedLine<'_>) {
        let Some(dimension) = DIMENSIONS.into_iter().find(|known| *known == line.dimension) else { return };
        let sum = self.0.entry((dimension, line.is_of_page, line.day)).or_default();
        sum.clicks = sum.clicks.saturating_add(line.clicks);
        sum.impressions = sum.impressions.saturating_add(line.impressions);
        let weighted = line.position.map(|position| sum.weighted + position * line.impressions as f64);
        if let Some(weighted) = weighted.filter(|weighted| weighted.is_finite()) {
            sum.weighted = weighted;
            sum.weight = sum.weight.saturating_add(line.impressions);
        }
    }

    fn rows(&self) -> Vec<Value> {
        let row = |((dimension, is_of_page, day), sum): (&(&str, bool, NaiveDate), &Sum)| {
            let level = i32::from(*is_of_page);
            json!([dimension, level, day.to_string(), sum.clicks, sum.impressions, sum.weighted, sum.weight])
        };
        self.0.iter().map(row).collect()
    }
}

/// Adds the days of a batch; once for each batch.
///
/// # Errors
/// Returns an error if the query fails; no day is added then.
pub async fn insert_search_days(executor: impl Into<Executor<'_>>, batch_id: i64, days: &SearchDays) -> Result<()> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "INSERT INTO search_days (batch_id, dimension, level, day, clicks, impressions, weighted, weight)
         SELECT $1, value ->> 0, CAST(value ->> 1 AS integer), CAST(value ->> 2 AS date), CAST(value ->> 3 AS bigint),
                CAST(value ->> 4 AS bigint), CAST(value ->> 5 AS double precision), CAST(value ->> 6 AS bigint)
           FROM jsonb_array_elements($2) AS v(value)",
        "INSERT INTO search_days (batch_id, dimension, level, day, clicks, impressions, weighted, weight)
         SELECT $1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
           FROM json_each($2)",
    );
    execute!(executor, sql, batch_id, Json(days.rows())).map(|_| ())
}
