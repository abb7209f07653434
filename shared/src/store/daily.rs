//! A website's searches by day.

use std::collections::{BTreeMap, HashMap};

use sqlx_macros::FromRow;
use uuid::Uuid;

use super::{Db, Result, macros::*};
use crate::domain::daily::{DailyFigures, DailySource, PageDay, SiteDay};

/// Sums of one day in one batch.
#[derive(Debug, FromRow)]
struct Sum {
    batch_id: i64,
    /// 0 for totals of the site, 1 for sums of its pages.
    level: i32,
    page: Option<String>,
    day: String,
    clicks: i64,
    impressions: i64,
    weighted: Option<f64>,
    weight: i64,
}

// A position is the mean weighted by impressions, over the rows that have one.
macro_rules! figures {
    () => {
        " r.date AS day, CAST(SUM(r.clicks) AS BIGINT) AS clicks, CAST(SUM(r.impressions) AS BIGINT) AS impressions,
          SUM(r.position * r.impressions) AS weighted,
          CAST(SUM(CASE WHEN r.position IS NULL THEN 0 ELSE r.impressions END) AS BIGINT) AS weight "
    };
}

macro_rules! counted {
    () => {
        " FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_rows r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND r.period = 'current'
            AND r.date IS NOT NULL "
    };
}

const TOTALS: &str = concat!(
    "SELECT r.batch_id, 0 AS level, NULL AS page,",
    figures!(),
    counted!(),
    "AND r.dimension = 'date' GROUP BY r.batch_id, r.date"
);

const DETAIL: &str = concat!(
    "SELECT r.batch_id, CASE WHEN r.page IS NULL THEN 0 ELSE 1 END AS level, NULL AS page,",
    figures!(),
    counted!(),
    "AND r.dimension = 'detail' GROUP BY r.batch_id, 2, r.date"
);

const PAGES: &str = concat!(
    "SELECT r.batch_id, 1 AS level, r.page,",
    figures!(),
    counted!(),
    "AND r.dimension = 'detail' AND r.page IN (
       SELECT r.page",
    counted!(),
    "AND r.dimension = 'detail' AND r.page IS NOT NULL
        GROUP BY r.page ORDER BY SUM(r.impressions) DESC, r.page LIMIT $3)
     GROUP BY r.batch_id, r.page, r.date"
);

/// The website's days in their order, all from one source: the days that an export counts itself, or else, where no
/// import has any, sums of dated lines. Of a day that several imports have, the newest import's figures are taken.
///
/// # Errors
/// Those of the database.
pub async fn daily(db: &Db, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<SiteDay>> {
    let totals = query_all!(db, Sum, TOTALS, workspace_id, website_id)?;
    if !totals.is_empty() {
        return Ok(newest(totals, DailySource::Days));
    }
    Ok(newest(query_all!(db, Sum, DETAIL, workspace_id, website_id)?, DailySource::Detail))
}

/// The days of the `most` pages with the most impressions, by page, then by day; from dated lines that name a page.
/// Of a day that several imports have, the newest import's figures are taken. A page without impressions on a day has
/// no row of it.
///
/// # Errors
/// Those of the database.
pub async fn daily_pages(db: &Db, workspace_id: Uuid, website_id: Uuid, most: i64) -> Result<Vec<PageDay>> {
    let mut sums = query_all!(db, Sum, PAGES, workspace_id, website_id, most)?;
    let mut newest: HashMap<String, i64> = HashMap::new();
    for sum in &sums {
        let batch = newest.entry(sum.day.clone()).or_insert(sum.batch_id);
        *batch = (*batch).max(sum.batch_id);
    }
    sums.retain(|sum| newest.get(&sum.day) == Some(&sum.batch_id));
    sums.sort_by(|a, b| (&a.page, &a.day).cmp(&(&b.page, &b.day)));
    Ok(sums.into_iter().filter_map(page_day).collect())
}

fn page_day(sum: Sum) -> Option<PageDay> {
    let figures = sum.figures();
    Some(PageDay { page: sum.page?, day: sum.day, figures })
}

/// Of each day the newest batch, and in it totals of the site before sums of its pages, which count a search once for
/// every page that was shown.
fn newest(sums: Vec<Sum>, source: DailySource) -> Vec<SiteDay> {
    let mut days: BTreeMap<String, Sum> = BTreeMap::new();
    let rank = |sum: &Sum| (sum.batch_id, -sum.level);
    for sum in sums {
        if days.get(&sum.day).is_none_or(|other| rank(other) < rank(&sum)) {
            days.insert(sum.day.clone(), sum);
        }
    }
    days.into_values().map(|sum| SiteDay { figures: sum.figures(), day: sum.day, source }).collect()
}

impl Sum {
    #[expect(clippy::cast_precision_loss, reason = "impressions of a day stay far below 2^53")]
    fn figures(&self) -> DailyFigures {
        let position = self.weighted.filter(|_| self.weight > 0).map(|weighted| weighted / self.weight as f64);
        DailyFigures { clicks: self.clicks, impressions: self.impressions, position }
    }
}
