//! Rank paths.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError};

/// Default depth of rank checks.
const USUAL_DEPTH: f64 = 100.0;
const MOST_KEYWORDS: usize = 20_000;
const MOST_POINTS: usize = 2_000_000;
/// Maximum length of a path, in days.
const MOST_DAYS: i32 = 3_660;

/// Ranks of keywords over time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RankingInput {
    /// The day of the analysis, from which forecasts count. Default: the last day of any point.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Number of results that were checked; a page below them has rank `None`. Default 100.
    pub depth: Option<f64>,
    /// The keywords with their paths.
    pub keywords: Vec<RankPath>,
}

/// The path of one page for one keyword.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RankPath {
    /// The keyword.
    pub keyword: String,
    /// The page; `None` for the best-ranking page of the site.
    pub page: Option<String>,
    /// Monthly search volume. With a value per lead, rank changes get a monthly value.
    pub volume: Option<f64>,
    /// Days since the page was published, if known.
    pub page_age_days: Option<f64>,
    /// Rank checks in any order, at most one per day. Failed checks are left out.
    pub points: Vec<RankPoint>,
}

/// A rank check.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankPoint {
    /// The day.
    pub date: Day,
    /// Rank, 1 to the depth; `None` if the page was not found within the depth.
    pub rank: Option<f64>,
}

impl RankingInput {
    /// Validates the input and returns the depth.
    ///
    /// # Errors
    /// Returns an [`EngineError`] that names the first invalid field.
    pub(in super::super) fn checked_depth(&self) -> Result<f64, EngineError> {
        let depth = self.depth.unwrap_or(USUAL_DEPTH);
        if !(10.0..=1_000.0).contains(&depth) {
            return Err(EngineError::input("depth", "must be 10 to 1000"));
        }
        if self.keywords.is_empty() {
            let unlock = "connect a licensed rank data provider, or import a rank tracker's export";
            return Err(EngineError::NoInput { what: "rank paths", unlock });
        }
        let points: usize = self.keywords.iter().map(|path| path.points.len()).sum();
        for (what, got, limit) in
            [("keywords", self.keywords.len(), MOST_KEYWORDS), ("rank points", points, MOST_POINTS)]
        {
            if got > limit {
                return Err(EngineError::TooLarge { what, got, limit });
            }
        }
        for (place, path) in self.keywords.iter().enumerate() {
            path.check(place, depth)?;
        }
        Ok(depth)
    }

    /// The day from which forecasts count.
    pub(in super::super) fn origin(&self) -> Option<Day> {
        let last = self.keywords.iter().flat_map(|path| &path.points).map(|point| point.date).max();
        self.as_of.max(last)
    }
}

impl RankPath {
    fn check(&self, place: usize, depth: f64) -> Result<(), EngineError> {
        let field = |name: &str| format!("keywords[{place}].{name}");
        if self.keyword.trim().is_empty() || self.keyword.len() > 2_000 {
            return Err(EngineError::input(field("keyword"), "must have 1 to 2000 bytes of text"));
        }
        for (name, figure) in [("volume", self.volume), ("pageAgeDays", self.page_age_days)] {
            if figure.is_some_and(|figure| !(0.0..=1e12).contains(&figure)) {
                return Err(EngineError::input(field(name), "must be 0 to 1e12"));
            }
        }
        for (row, point) in self.points.iter().enumerate() {
            if point.rank.is_some_and(|rank| !(1.0..=depth).contains(&rank)) {
                let problem = format!("must be 1 to the depth {depth}, or null when the page was not found in it");
                return Err(EngineError::input(field(&format!("points[{row}].rank")), problem));
            }
        }
        let mut dates: Vec<Day> = self.points.iter().map(|point| point.date).collect();
        dates.sort_unstable();
        if let Some(pair) = dates.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(EngineError::input(
                field("points"),
                format!("contain {} twice; one check per day is needed", pair[0]),
            ));
        }
        match (dates.first(), dates.last()) {
            (Some(first), Some(last)) if last.since(*first) > MOST_DAYS => {
                Err(EngineError::input(field("points"), format!("span more than {MOST_DAYS} days")))
            }
            _ => Ok(()),
        }
    }
}
