//! Parameters of the simulated market.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError, within};

/// Unchecked parameters of the market; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Parameters {
    /// First day of the series.
    pub start: Day,
    /// Number of days, 60 to 1,500.
    pub days: u32,
    /// Number of invented places, 1 to 60.
    pub places: u32,
    /// Number of invented trades, 1 to 6.
    pub trades: u32,
    /// Competitors per market, 3 to 30.
    pub rivals: u32,
    /// Search volume relative to small towns: 1 is a few hundred monthly searches for a trade in a place, 50 is a city.
    pub demand: f64,
    /// Host of the own pages; `None` uses one host per trade.
    pub host: Option<String>,
    /// Amplitude of the yearly season: 0.3 is 30 % above and below the mean.
    pub season: f64,
    /// Planned changes; `None` uses a mix of all kinds, a third of them without effect.
    pub changes: Option<Vec<PlannedChange>>,
    /// Planned search engine updates; `None` uses one at two thirds of the time.
    pub updates: Option<Vec<PlannedUpdate>>,
    /// Seed of the random numbers. The same seed gives the same market.
    pub seed: u64,
}

/// A planned change of a page.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedChange {
    /// Index of the page: markets are numbered by trade, then place.
    pub page: u32,
    /// Days from the start.
    pub day: u32,
    /// Kind of effect.
    pub kind: ChangeKind,
    /// For `title`, the relative increase of the CTR at a given position (0.2 is 20 %); for `content` and `links`,
    /// the added strength; 0 for `none`.
    pub size: f64,
}

/// Kind of effect of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// A better title: higher CTR at the same position.
    Title,
    /// Better content: more strength immediately.
    Content,
    /// Links: more strength over four weeks.
    Links,
    /// No effect.
    None,
}

/// A search engine update.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedUpdate {
    /// Days from the start.
    pub day: u32,
    /// Strength added to every own page; negative values subtract.
    pub size: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            start: Day::default().plus(FIRST_DAY),
            days: 420,
            places: 8,
            trades: 3,
            rivals: 14,
            demand: 1.0,
            host: None,
            season: 0.25,
            changes: None,
            updates: None,
            seed: 20_260_101,
        }
    }
}

/// 2025-01-01, in days from 1970-01-01; any day works.
const FIRST_DAY: i32 = 20_089;

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
    /// Returns [`EngineError::InvalidParameter`] for the first one outside its range; NaN is outside every range.
    pub fn check(self) -> Result<Checked, EngineError> {
        within("days", f64::from(self.days), 60.0, 1_500.0)?;
        within("places", f64::from(self.places), 1.0, 60.0)?;
        within("trades", f64::from(self.trades), 1.0, 6.0)?;
        within("rivals", f64::from(self.rivals), 3.0, 30.0)?;
        within("demand", self.demand, 0.01, 10_000.0)?;
        if self.host.as_ref().is_some_and(|host| !host.ends_with(".example")) {
            let problem = "must end in .example, which nobody can register".to_owned();
            return Err(EngineError::InvalidParameter { field: "host", problem });
        }
        within("season", self.season, 0.0, 0.9)?;
        let pages = f64::from(self.places * self.trades);
        for change in self.changes.iter().flatten() {
            within("changes.page", f64::from(change.page), 0.0, pages - 1.0)?;
            within("changes.day", f64::from(change.day), 1.0, f64::from(self.days) - 1.0)?;
            within("changes.size", change.size, -5.0, 5.0)?;
        }
        for update in self.updates.iter().flatten() {
            within("updates.day", f64::from(update.day), 1.0, f64::from(self.days) - 1.0)?;
            within("updates.size", update.size, -5.0, 5.0)?;
        }
        Ok(Checked(self))
    }
}
