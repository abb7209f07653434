//! Attribution of a change to pages, queries, devices or countries.

mod drill;
mod input;
mod insight;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use input::{AttributeInput, Checked, Parameters, Row};

use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, Day, EngineError, Insight};

/// An element of a dimension and its share of the change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Element {
    /// Name, such as a page's address or `mobile`.
    pub name: String,
    /// Figure before, scaled to the length of the period after.
    pub expected: f64,
    /// Figure after.
    pub actual: f64,
    /// Share of the whole change: (actual - expected) / (all actual - all expected).
    pub explains: f64,
    /// Change of its share of the total: Jensen-Shannon divergence, bits.
    pub surprise: f64,
    /// Two-sided p-value of such a change of its share by chance.
    pub p: f64,
}

/// The dimension that explains a change best, with its elements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// Dimension, such as `page` or `device`.
    pub dimension: String,
    /// The elements that explain most of the change, largest share first.
    pub elements: Vec<Element>,
    /// Share of the change that they explain together.
    pub explains: f64,
    /// Total surprise.
    pub surprise: f64,
}

/// Explanation of a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attribution {
    /// Total before, scaled to the length of the period after.
    pub expected: f64,
    /// Total after.
    pub actual: f64,
    /// First day of the period after the change; `null` if unknown.
    pub change: Option<Day>,
    /// Days of the period before it; `null` if unknown.
    pub before_days: Option<f64>,
    /// Days of the period from it on; `null` if unknown.
    pub after_days: Option<f64>,
    /// Actual / expected - 1; `null` if the expected value is 0.
    pub relative: Option<f64>,
    /// Dimensions by explanatory power, best first.
    pub explanations: Vec<Explanation>,
    /// The best dimension, then the best within its elements, and so on.
    pub path: Vec<Explanation>,
    /// The insight.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Finds the elements of the dimensions that explain a change.
///
/// Source: Bhagwan et al. (2014), "Adtributor: Revenue debugging in advertising systems", NSDI, algorithm 1,
/// drilled down: the best dimension's elements are kept and the rest explained again.
///
/// # Errors
/// Returns [`EngineError::NoInput`], [`EngineError::TooLarge`], [`EngineError::InvalidInput`] with the field,
/// or [`EngineError::Cancelled`].
pub fn attribute(input: &AttributeInput, params: &Checked, control: &dyn Control) -> Result<Attribution, EngineError> {
    let rows = input.rows()?;
    let total = |of: fn(&input::Counted<'_>) -> f64| rows.iter().map(of).sum::<f64>();
    let (expected, actual) = (total(|row| row.expected), total(|row| row.actual));
    let explanations = drill::explanations(&rows, params, control)?;
    let path = drill::path(&rows, params, control)?;
    let mut attribution = Attribution {
        expected,
        actual,
        change: input.change,
        before_days: input.before_days,
        after_days: input.after_days,
        relative: (expected > 0.0).then(|| actual / expected - 1.0),
        explanations,
        path,
        insights: Vec::new(),
        notes: Vec::new(),
        assumptions: vec!["Each click is counted in one row only.".to_owned()],
        needs: Vec::new(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    if attribution.path.is_empty() {
        attribution
            .notes
            .push("The change affects all parts of the site equally: no dimension explains it.".to_owned());
    }
    if input.is_by_query() {
        attribution.notes.push(queries_missing(input));
    }
    if rows.first().is_some_and(|row| row.values.len() < 2) {
        attribution
            .needs
            .push("Another dimension (page, query, device or country), for a breakdown within the first.".to_owned());
    }
    attribution.insights = insight::insight(input, &attribution).into_iter().collect();
    control.progress(100.0, "done", "Explained");
    Ok(attribution)
}

/// Says how much of the data has no query: measured in these rows, otherwise by a study of other websites.
fn queries_missing(input: &AttributeInput) -> String {
    let metric = input.metric.as_deref().unwrap_or("clicks");
    match input.share_without_query() {
        Some(share) => {
            format!("{:.0} % of the {metric} in these rows have no query, so totals by query are too low.", 100.0 * share)
        }
        None => "Search Console leaves out rare queries, so totals by query can be too low. How much is missing here is unknown: in a study of other websites (Ahrefs, 2022), 46 % of clicks had no query.".to_owned(),
    }
}
