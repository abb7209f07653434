//! Keywords and clusters: results of the keyword engine for a website.

use chrono::{Datelike, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{money::MoneyRange, text_enum};

text_enum! {
    /// Basis of a search volume, best first.
    VolumeBasis {
        /// A value of the search engine's own tool.
        Exact = "exact",
        /// A tool's estimate.
        Estimate = "estimate",
        /// A range, because the tool gives no single value.
        Bucket = "bucket",
    }
}

/// Monthly search volume as a keyword tool reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolVolume {
    /// Lowest value.
    pub low: u64,
    /// Highest value; equal to `low` unless a bucket.
    pub high: u64,
    /// How it was measured.
    pub basis: VolumeBasis,
}

/// A keyword in the export of a keyword tool, as an import stores it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolKeyword {
    /// The kind of file, such as `keyword_planner`.
    pub source: String,
    /// Monthly search volume.
    pub volume: Option<ToolVolume>,
    /// Organic difficulty, 0 to 100.
    pub difficulty: Option<f64>,
    /// Competition of advertisers, 0 to 1.
    pub ads_competition: Option<f64>,
    /// CPC in cents: the tool's, or else the geometric mean of the bids.
    pub cpc_cents: Option<u64>,
    /// Low end of the bids for the top of the page, in cents.
    pub bid_low_cents: Option<u64>,
    /// High end of the bids for the top of the page, in cents.
    pub bid_high_cents: Option<u64>,
    /// ISO code of the currency.
    pub currency: Option<String>,
    /// Market, as exported.
    pub country: Option<String>,
    /// Intents according to the tool.
    #[serde(default)]
    pub intents: Vec<String>,
    /// Features of the SERP, as exported.
    pub serp_features: Vec<String>,
    /// The ranking page.
    pub page: Option<String>,
    /// Position of that page, from 1.
    pub position: Option<f64>,
    /// Position of that page at the date that the tool compares with.
    pub previous_position: Option<f64>,
    /// Monthly visits at that date.
    #[serde(default)]
    pub previous_traffic: Option<f64>,
    /// That date.
    #[serde(default)]
    pub previous_observed_at: Option<NaiveDate>,
    /// Monthly visits estimated by the tool for that page.
    pub traffic: Option<f64>,
    /// Parent keyword or topic.
    pub parent: Option<String>,
    /// Search volumes by month, oldest first, dated on the first of the month.
    pub monthly: Vec<(NaiveDate, u64)>,
    /// Demand relative to its peak, 0 to 1, oldest first, the last twelve months.
    #[serde(default)]
    pub trend: Vec<f64>,
    /// Day of the data.
    pub observed_at: Option<NaiveDate>,
}

/// Number of months in the mean monthly search volume: one of each season.
const MONTHS_OF_A_YEAR: usize = 12;

impl ToolKeyword {
    /// Returns the monthly search volume: as reported, or else the mean of the latest twelve months, or of all if there are
    /// fewer.
    #[must_use]
    pub fn monthly_volume(&self) -> Option<ToolVolume> {
        self.volume.or_else(|| {
            let newest = &self.monthly[self.monthly.len().saturating_sub(MONTHS_OF_A_YEAR)..];
            let sum = newest.iter().fold(0_u64, |sum, (_, searches)| sum.saturating_add(*searches));
            let mean = sum.checked_div(newest.len() as u64)?;
            Some(ToolVolume { low: mean, high: mean, basis: VolumeBasis::Estimate })
        })
    }

    /// Returns the months from January to December with their share of a mean month: 1.5 is 50 % above the mean. Each month's
    /// value is the mean of its years. `None` unless every month of the year has a value: from the searches by month, or else
    /// from the trend, which ends with the month before `observed_at`.
    #[must_use]
    pub fn seasonality(&self) -> Option<[f64; 12]> {
        let mut sums = [(0.0, 0_u32); 12];
        for (month, searches) in self.months()? {
            let sum = &mut sums[month.month0() as usize];
            #[expect(clippy::cast_precision_loss, reason = "searches of a month stay far below 2^53")]
            let searches = searches as f64;
            *sum = (sum.0 + searches, sum.1 + 1);
        }
        if sums.iter().any(|(_, years)| *years == 0) {
            return None;
        }
        let means = sums.map(|(sum, years)| sum / f64::from(years));
        let mean = means.iter().sum::<f64>() / 12.0;
        (mean > 0.0).then(|| means.map(|month| (month / mean * 1_000.0).round() / 1_000.0))
    }

    /// Returns the searches by month; if the tool has none, the trend in thousandths.
    fn months(&self) -> Option<Vec<(NaiveDate, u64)>> {
        if !self.monthly.is_empty() {
            return Some(self.monthly.clone());
        }
        if self.trend.len() != MONTHS_OF_A_YEAR {
            return None;
        }
        let first = self.observed_at?.checked_sub_months(Months::new(12))?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1,000")]
        let thousandths = |share: &f64| (share.clamp(0.0, 1.0) * 1_000.0).round() as u64;
        let months = (0..12).map_while(|ahead| first.checked_add_months(Months::new(ahead)));
        Some(months.zip(self.trend.iter().map(thousandths)).collect())
    }
}

/// Data of keyword tools on a keyword, except volume and CPC.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MarketFigures {
    /// Organic difficulty, 0 to 100.
    pub difficulty: Option<f64>,
    /// Low end of the bids for the top of the page, in cents.
    pub bid_low_cents: Option<u64>,
    /// High end of the bids for the top of the page, in cents.
    pub bid_high_cents: Option<u64>,
    /// Search volumes by month, oldest first, dated on the first of the month.
    pub monthly: Vec<(NaiveDate, u64)>,
    /// January to December as shares of a mean month.
    pub seasonality: Option<[f64; 12]>,
}

impl From<&ToolKeyword> for MarketFigures {
    fn from(tool: &ToolKeyword) -> Self {
        Self {
            difficulty: tool.difficulty,
            bid_low_cents: tool.bid_low_cents,
            bid_high_cents: tool.bid_high_cents,
            monthly: tool.monthly.clone(),
            seasonality: tool.seasonality(),
        }
    }
}

impl MarketFigures {
    /// Fills unknown fields from an older export.
    #[must_use]
    pub fn or(self, older: Self) -> Self {
        let has_bids = self.bid_low_cents.is_some() || self.bid_high_cents.is_some();
        let bids = if has_bids { &self } else { &older };
        Self {
            difficulty: self.difficulty.or(older.difficulty),
            bid_low_cents: bids.bid_low_cents,
            bid_high_cents: bids.bid_high_cents,
            seasonality: self.seasonality.or(older.seasonality),
            monthly: if self.monthly.is_empty() { older.monthly } else { self.monthly },
        }
    }
}

/// A query with its data and estimates.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewKeyword {
    /// Query as typed.
    pub query: String,
    /// Normalised form, common to variants.
    pub normalised: String,
    /// Intent; `None` if the engine abstained.
    pub intent: Option<String>,
    /// Confidence of the intent, 0 to 1.
    pub intent_confidence: f64,
    /// Number of its cluster in the run.
    pub cluster_no: Option<i64>,
    /// Main keyword of the cluster.
    pub cluster_head: Option<String>,
    /// Clicks in the period.
    pub clicks: i64,
    /// Impressions in the period.
    pub impressions: i64,
    /// Clicks by impressions, 0 to 1; `None` without impressions.
    pub ctr: Option<f64>,
    /// Average position, from 1; `None` when unknown.
    pub position: Option<f64>,
    /// Expected CTR of the site at that position, 0 to 1.
    pub expected_ctr: Option<f64>,
    /// Monthly search volume; `None` when unknown.
    pub volume: Option<f64>,
    /// Source of `volume`.
    pub volume_source: Option<String>,
    /// Cost per click in cents.
    pub cpc_cents: Option<i64>,
    /// Other data of keyword tools; `None` without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub market: Option<MarketFigures>,
    /// The ranking page, if known.
    pub page: Option<String>,
    /// Quick wins: `[{kind, detail, impact, effortMinutes}]`.
    pub wins: Value,
    /// The kinds of those wins, for filtering.
    pub win_kinds: Vec<String>,
    /// Monthly value.
    pub value: Option<MoneyRange>,
    /// Source of the data.
    pub source: String,
    /// First day of the data.
    pub observed_from: Option<NaiveDate>,
    /// Last day of the data.
    pub observed_to: Option<NaiveDate>,
    /// Further results of the engine.
    #[serde(flatten)]
    pub detail: KeywordDetail,
}

/// Further results of the keyword engine on a keyword; each is `None` if unknown or stored by an older version.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct KeywordDetail {
    /// Whether the query names the site's brand.
    pub is_brand: Option<bool>,
    /// Place in the query.
    pub place: Option<String>,
    /// Method that found the intent, such as `lexicon`.
    pub intent_source: Option<String>,
    /// Basis of the monthly value: `leadValue` or `replacementCost`.
    pub value_basis: Option<String>,
    /// Monthly clicks at the target position.
    pub potential_clicks: Option<ClickInterval>,
}

/// Interval of monthly clicks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ClickInterval {
    /// Low end.
    pub low: f64,
    /// Median.
    pub mid: f64,
    /// High end.
    pub high: f64,
    /// Mean.
    pub mean: f64,
}

/// A keyword as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Keyword {
    /// Unique within the workspace.
    pub id: Uuid,
    /// Run that created it.
    pub run_id: Uuid,
    /// The fields of [`NewKeyword`].
    #[serde(flatten)]
    pub body: Json<NewKeyword>,
}

/// A group of keywords that one page can target.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewCluster {
    /// Number in the run.
    pub no: i64,
    /// Main keyword.
    pub head: String,
    /// Number of keywords.
    pub size: i64,
    /// Other results of the engine (members, intent, page, volume, evidence …).
    pub detail: Value,
    /// Mean monthly value in cents, by which the list is sorted.
    pub value_mid_cents: Option<i64>,
    /// Impressions of its members, by which the list is sorted without values.
    pub impressions: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn year(searches: [u64; 12]) -> Vec<(NaiveDate, u64)> {
        let first = month("2025-03-01");
        (0..12).map(|n| first.checked_add_months(Months::new(n)).expect("a month")).zip(searches).collect()
    }

    #[test]
    fn monthly_volume_without_a_figure_is_the_mean_of_the_newest_year() {
        let mut monthly = vec![(month("2025-02-01"), 9_000)];
        monthly.extend(year([100, 200, 100, 200, 100, 200, 100, 200, 100, 200, 100, 200]));
        let tool = ToolKeyword { monthly, ..ToolKeyword::default() };
        assert_eq!(tool.monthly_volume(), Some(ToolVolume { low: 150, high: 150, basis: VolumeBasis::Estimate }));
        let reported = ToolVolume { low: 10, high: 100, basis: VolumeBasis::Bucket };
        assert_eq!(ToolKeyword { volume: Some(reported), ..tool }.monthly_volume(), Some(reported));
        assert_eq!(ToolKeyword::default().monthly_volume(), None);
    }

    #[test]
    fn seasonality_begins_in_january_and_has_mean_one() {
        let tool = ToolKeyword { monthly: year([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 90]), ..ToolKeyword::default() };
        let shares = tool.seasonality().expect("every month is known");
        assert_eq!((shares[0], shares[1], shares[2]), (3.0, 9.0, 0.0), "January and February");
        let short = ToolKeyword { monthly: year([1; 12])[1..].to_vec(), ..ToolKeyword::default() };
        assert_eq!(short.seasonality(), None, "March is missing");
    }

    #[test]
    fn seasonality_of_a_trend_ends_with_the_month_before_the_export() {
        let mut trend = vec![0.5; 12];
        trend[11] = 1.0;
        let tool = ToolKeyword { trend, observed_at: Some(month("2026-06-09")), ..ToolKeyword::default() };
        let shares = tool.seasonality().expect("twelve months");
        let highest = shares.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(month, _)| month);
        assert_eq!(highest, Some(4), "May");
    }

    #[test]
    fn figures_of_a_newer_export_are_completed_by_an_older_one() {
        let newer = MarketFigures { difficulty: Some(20.0), ..MarketFigures::default() };
        let older = MarketFigures { difficulty: Some(60.0), bid_low_cents: Some(310), ..MarketFigures::default() };
        let both = newer.or(older);
        assert_eq!((both.difficulty, both.bid_low_cents), (Some(20.0), Some(310)));
    }
}
