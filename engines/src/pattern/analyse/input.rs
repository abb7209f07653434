//! Input of the website analysis.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError, Update, within};

/// Maximum number of days from the first to the last.
pub const MAX_DAYS: usize = 5_000;
/// Minimum number of known days.
pub const LEAST_DAYS: usize = 21;
/// Maximum number of other sites.
const MAX_OTHERS: usize = 500;
/// Maximum number of search engine updates.
const MAX_UPDATES: usize = 10_000;

/// Daily values of one site, with those of other sites for comparison.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Input {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// The site.
    pub site: Option<String>,
    /// Metric of the values, such as `clicks`. Default `clicks`.
    pub metric: Option<String>,
    /// The values, one per day, in any order; days without a value are missing.
    pub daily: Vec<DayFigure>,
    /// Your other sites over the same days.
    pub others: Vec<OtherSite>,
    /// Daily volatility index of search results (mean 1 - rank-biased overlap).
    pub volatility: Vec<DayFigure>,
    /// Search engine updates.
    pub updates: Vec<Update>,
    /// Value of one unit, cents.
    pub cents_per_unit: Option<f64>,
    /// ISO 4217 code of the amounts. Default `USD`.
    pub currency: Option<String>,
}

/// A figure of a day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DayFigure {
    /// The day.
    pub date: Day,
    /// The figure; `null` is missing.
    pub value: Option<f64>,
}

/// Another site of the same owner.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OtherSite {
    /// Host name.
    pub site: String,
    /// Its values.
    pub daily: Vec<DayFigure>,
}

/// Unchecked parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Pattern engine parameters")]
pub struct Parameters {
    /// Days of the season.
    #[schemars(range(min = 2, max = 400))]
    pub season: usize,
    /// Minimum confidence of reported changes.
    #[schemars(range(min = 0.5, max = 0.999))]
    pub least_confidence: f64,
    /// Accepted share of false anomalies (false discovery rate).
    #[schemars(range(min = 0.000_001, max = 0.5))]
    pub false_discovery_rate: f64,
    /// Smallest reported change: 0.1 is 10%.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub least_change: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { season: 7, least_confidence: 0.8, false_discovery_rate: 0.01, least_change: 0.1 }
    }
}

/// Parameters that passed [`Parameters::check`].
#[derive(Debug, Clone, PartialEq)]
pub struct Checked(Parameters);

impl std::ops::Deref for Checked {
    type Target = Parameters;

    fn deref(&self) -> &Parameters {
        &self.0
    }
}

impl Parameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range; NaN is outside.
    pub fn check(self) -> Result<Checked, EngineError> {
        within("season", self.season as f64, 2.0, 400.0)?;
        within("leastConfidence", self.least_confidence, 0.5, 0.999)?;
        within("falseDiscoveryRate", self.false_discovery_rate, 0.000_001, 0.5)?;
        within("leastChange", self.least_change, 0.0, 1.0)?;
        Ok(Checked(self))
    }
}

/// Values of consecutive days; `None` is missing.
pub(super) type Figures = Vec<Option<f64>>;

/// Values of consecutive days.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Days {
    pub(super) first: Day,
    pub(super) values: Vec<Option<f64>>,
}

impl Days {
    /// The day of a step.
    pub(super) fn day(&self, step: usize) -> Day {
        self.first.plus(i32::try_from(step).unwrap_or(i32::MAX))
    }
}

impl Input {
    /// The site's days, checked.
    ///
    /// # Errors
    /// Returns [`EngineError::NoInput`], [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`].
    pub(super) fn days(&self) -> Result<Days, EngineError> {
        if self.daily.is_empty() {
            let unlock = "import Chart.csv or Dates.csv of a Search Console export, or a bulk export with days";
            return Err(EngineError::NoInput { what: "daily figures", unlock });
        }
        let days = days("daily", &self.daily)?;
        let known = days.values.iter().flatten().count();
        if known < LEAST_DAYS {
            let problem = format!("has {known} known days, at least {LEAST_DAYS} are needed");
            return Err(EngineError::input("daily", problem));
        }
        if self.cents_per_unit.is_some_and(|cents| !(0.0..=1e9).contains(&cents)) {
            return Err(EngineError::input("centsPerUnit", "must be 0 to 1000000000"));
        }
        if self.currency.as_ref().is_some_and(|code| code.len() != 3 || !code.bytes().all(|b| b.is_ascii_uppercase())) {
            return Err(EngineError::input("currency", "must be three capital letters, such as USD"));
        }
        Ok(days)
    }

    /// Returns the other sites and the volatility index over the days of the site.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`], [`EngineError::TooLarge`].
    pub(super) fn company(&self, own: &Days) -> Result<(Vec<Figures>, Figures), EngineError> {
        let figures: usize = self.others.iter().map(|other| other.daily.len()).sum();
        EngineError::check_sizes(&[
            ("other sites", self.others.len(), MAX_OTHERS),
            ("figures of `others`", figures, MAX_OTHERS * MAX_DAYS),
            ("`volatility`", self.volatility.len(), 10 * MAX_DAYS),
            ("`updates`", self.updates.len(), MAX_UPDATES),
        ])?;
        let mut others = Vec::with_capacity(self.others.len());
        for (place, other) in self.others.iter().enumerate() {
            others.push(aligned(&format!("others[{place}].daily"), &other.daily, own)?);
        }
        Ok((others, aligned("volatility", &self.volatility, own)?))
    }
}

fn aligned(field: &str, figures: &[DayFigure], own: &Days) -> Result<Vec<Option<f64>>, EngineError> {
    let by_day = by_day(field, figures)?;
    Ok((0..own.values.len()).map(|step| by_day.get(&own.day(step)).copied().flatten()).collect())
}

fn days(field: &str, figures: &[DayFigure]) -> Result<Days, EngineError> {
    let by_day = by_day(field, figures)?;
    let (Some((first, _)), Some((last, _))) = (by_day.first_key_value(), by_day.last_key_value()) else {
        return Err(EngineError::NoInput { what: "daily figures", unlock: "give values with their dates" });
    };
    let count = last.since(*first) as usize + 1;
    if count > MAX_DAYS {
        return Err(EngineError::TooLarge { what: "days", got: count, limit: MAX_DAYS });
    }
    let at = |step: usize| by_day.get(&first.plus(step as i32)).copied().flatten();
    Ok(Days { first: *first, values: (0..count).map(at).collect() })
}

fn by_day(field: &str, figures: &[DayFigure]) -> Result<BTreeMap<Day, Option<f64>>, EngineError> {
    let mut all = BTreeMap::new();
    for (place, figure) in figures.iter().enumerate() {
        if figure.value.is_some_and(|value| !(-1e15..=1e15).contains(&value)) {
            return Err(EngineError::input(format!("{field}[{place}].value"), "is not a number of at most 1e15"));
        }
        if all.insert(figure.date, figure.value).is_some() {
            return Err(EngineError::input(
                format!("{field}[{place}].date"),
                format!("{} is listed twice", figure.date),
            ));
        }
    }
    Ok(all)
}
