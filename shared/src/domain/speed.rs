//! Tests of pages in a laboratory.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::analytics::VitalsDevice;

/// Tests that a summary counts: the median of five varies half as much as one test (Lighthouse documentation, "Score
/// variability").
pub const COUNTED_TESTS: usize = 5;

/// A test of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SpeedTest {
    /// Connection that tested it.
    pub connection_id: Uuid,
    /// Page.
    pub url: String,
    /// Device that was simulated.
    pub device: VitalsDevice,
    /// Day of the test.
    pub day: NaiveDate,
    /// Score of performance, from 0 to 1.
    pub performance: Option<f64>,
    /// Largest Contentful Paint, in milliseconds.
    pub lcp: Option<f64>,
    /// Cumulative Layout Shift.
    pub cls: Option<f64>,
    /// Total Blocking Time, in milliseconds.
    pub tbt: Option<f64>,
    /// Response time of the server, in milliseconds.
    pub response: Option<f64>,
    /// Version of Lighthouse.
    pub lighthouse: Option<String>,
}

/// The latest tests of a page as one: medians, and how far the scores lie apart.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeedSummary {
    /// The latest test, with medians of the counted tests in place of its figures.
    pub median: SpeedTest,
    /// Number of counted tests, 1 to [`COUNTED_TESTS`].
    pub tests: usize,
    /// Lowest score of performance.
    pub lowest: Option<f64>,
    /// Highest score of performance.
    pub highest: Option<f64>,
}

/// Summarizes the tests of each page, given newest first within each page; pages stay in their order.
#[must_use]
pub fn summaries(tests: &[SpeedTest]) -> Vec<SpeedSummary> {
    tests.chunk_by(|a, b| a.url == b.url).filter_map(summary).collect()
}

fn summary(of_page: &[SpeedTest]) -> Option<SpeedSummary> {
    let counted = &of_page[..of_page.len().min(COUNTED_TESTS)];
    let latest = counted.first()?;
    let median = |figure: fn(&SpeedTest) -> Option<f64>| median(counted.iter().filter_map(figure).collect());
    let scores = || counted.iter().filter_map(|test| test.performance);
    Some(SpeedSummary {
        median: SpeedTest {
            performance: median(|test| test.performance),
            lcp: median(|test| test.lcp),
            cls: median(|test| test.cls),
            tbt: median(|test| test.tbt),
            response: median(|test| test.response),
            ..latest.clone()
        },
        tests: counted.len(),
        lowest: scores().min_by(f64::total_cmp),
        highest: scores().max_by(f64::total_cmp),
    })
}

/// Median; the mean of the middle two of an even number.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = *values.get(middle)?;
    if values.len() % 2 == 1 { Some(upper) } else { Some(f64::midpoint(*values.get(middle - 1)?, upper)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(url: &str, day: u32, performance: Option<f64>, lcp: f64) -> SpeedTest {
        SpeedTest {
            connection_id: Uuid::nil(),
            url: url.to_owned(),
            device: VitalsDevice::Phone,
            day: NaiveDate::from_ymd_opt(2026, 11, day).expect("a day"),
            performance,
            lcp: Some(lcp),
            cls: None,
            tbt: Some(100.0),
            response: None,
            lighthouse: None,
        }
    }

    #[test]
    fn summary_has_the_medians_of_the_latest_five_tests() {
        let scores = [0.9, 0.5, 0.7, 0.8, 0.6, 0.1];
        let mut tests: Vec<SpeedTest> =
            (0..6).map(|n| test("/a", 20 - n, Some(scores[n as usize]), f64::from(n) * 100.0)).collect();
        tests.push(test("/b", 3, None, 900.0));
        tests.push(test("/b", 2, Some(0.4), 700.0));
        let found = summaries(&tests);
        assert_eq!(found.len(), 2);
        let (a, b) = (&found[0], &found[1]);
        assert_eq!((a.tests, a.median.performance, a.lowest, a.highest), (5, Some(0.7), Some(0.5), Some(0.9)));
        assert_eq!((a.median.lcp, a.median.cls, a.median.day), (Some(200.0), None, tests[0].day));
        assert_eq!((b.tests, b.median.performance, b.median.lcp), (2, Some(0.4), Some(800.0)));
        assert!(summaries(&[]).is_empty());
    }
}
