//! Input of an attribution.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError, within};

/// Maximum number of rows.
const MAX_ROWS: usize = 2_000_000;
/// Values of the dimension `query` in rows without a query.
const NO_QUERY: [&str; 2] = ["", "(not told)"];
/// Maximum number of dimensions.
const MAX_DIMENSIONS: usize = 12;

/// Values before and after a change, by page, query, device, country or any other dimension.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AttributeInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// The day of the change.
    pub change: Option<Day>,
    /// Metric of the values, such as `clicks`. Default `clicks`.
    pub metric: Option<String>,
    /// Days in the period before the change. Default 1.
    pub before_days: Option<f64>,
    /// Days in the period after the change. Default 1.
    pub after_days: Option<f64>,
    /// Rows; each click must be in only one of them.
    pub rows: Vec<Row>,
}

/// Values of one combination of elements.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Row {
    /// Element of each dimension: `{"page": "/a", "device": "mobile"}`; every row has the same dimensions.
    pub values: BTreeMap<String, String>,
    /// Value before the change, 0 or more.
    pub before: f64,
    /// Value after the change, 0 or more.
    pub after: f64,
}

/// Unchecked parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Attribution parameters")]
pub struct Parameters {
    /// Minimum share of the change that a single element must explain.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub least_of_one: f64,
    /// Share of the change that the elements together must explain.
    #[schemars(range(min = 0.1, max = 1.0))]
    pub least_of_all: f64,
    /// Maximum number of nested dimensions.
    #[schemars(range(min = 1, max = 6))]
    pub depth: usize,
}

impl Default for Parameters {
    // The thresholds of the paper, section 4.
    fn default() -> Self {
        Self { least_of_one: 0.1, least_of_all: 0.67, depth: 3 }
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
        within("leastOfOne", self.least_of_one, 0.0, 1.0)?;
        within("leastOfAll", self.least_of_all, 0.1, 1.0)?;
        within("depth", self.depth as f64, 1.0, 6.0)?;
        Ok(Checked(self))
    }
}

/// One row on the length of the time after.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted<'a> {
    pub(super) values: &'a BTreeMap<String, String>,
    pub(super) expected: f64,
    pub(super) actual: f64,
    /// Time after / time before.
    pub(super) scale: f64,
}

impl AttributeInput {
    /// Returns the validated rows, scaled to the length of the period after the change.
    ///
    /// # Errors
    /// Returns [`EngineError::NoInput`], [`EngineError::TooLarge`], [`EngineError::InvalidInput`] with the field.
    pub(super) fn rows(&self) -> Result<Vec<Counted<'_>>, EngineError> {
        let Some(first) = self.rows.first() else {
            let unlock = "give values before and after by page, query, device or country";
            return Err(EngineError::NoInput { what: "rows", unlock });
        };
        if self.rows.len() > MAX_ROWS {
            return Err(EngineError::TooLarge { what: "rows", got: self.rows.len(), limit: MAX_ROWS });
        }
        let count = first.values.len();
        if count == 0 || count > MAX_DIMENSIONS {
            return Err(EngineError::input("rows[0].values", "must name 1 to 12 dimensions"));
        }
        let scale = length("afterDays", self.after_days)? / length("beforeDays", self.before_days)?;
        let counted = |(place, row): (usize, &'_ Row)| {
            if !row.values.keys().eq(first.values.keys()) {
                let problem = "does not name the same dimensions as rows[0]";
                return Err(EngineError::input(format!("rows[{place}].values"), problem));
            }
            for (field, value) in [("before", row.before), ("after", row.after)] {
                if !(0.0..=1e12).contains(&value) {
                    return Err(EngineError::input(format!("rows[{place}].{field}"), "must be 0 to 1e12"));
                }
            }
            Ok(())
        };
        self.rows.iter().enumerate().try_for_each(counted)?;
        Ok(self
            .rows
            .iter()
            .map(|row| Counted { values: &row.values, expected: row.before * scale, actual: row.after, scale })
            .collect())
    }

    /// Returns true if one dimension is the query.
    pub(super) fn is_by_query(&self) -> bool {
        self.rows.first().is_some_and(|row| row.values.contains_key("query"))
    }

    /// Share of the values, before and after, in rows without a query, 0 to 1; `None` if every row has one or all are 0.
    pub(super) fn share_without_query(&self) -> Option<f64> {
        let (mut without, mut all) = (0.0, 0.0);
        for row in &self.rows {
            let value = row.before + row.after;
            all += value;
            if row.values.get("query").is_some_and(|query| NO_QUERY.contains(&query.trim())) {
                without += value;
            }
        }
        (without > 0.0).then(|| without / all)
    }
}

fn length(field: &str, days: Option<f64>) -> Result<f64, EngineError> {
    match days {
        None => Ok(1.0),
        Some(days) if days > 0.0 && days <= 3_660.0 => Ok(days),
        Some(days) => Err(EngineError::input(field, format!("is {days}, must be above 0 and at most 3660"))),
    }
}
