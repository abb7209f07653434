//! Output of the scenarios.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight, Interval, Money};
use crate::predictive::{Factor, Need};

/// Three scenarios over months.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenariosOutput {
    /// Basis of the clicks.
    pub basis: Basis,
    /// Results by month; only future days count.
    pub months: Vec<ScenarioMonth>,
    /// 10 % quantiles of the total sums.
    pub pessimistic: Scenario,
    /// Medians of the total sums.
    pub realistic: Scenario,
    /// 90 % quantiles of the total sums.
    pub optimistic: Scenario,
    /// Expected time of the first lead; `None` if leads were counted already, or if a lead is nearly certain.
    pub first_lead: Option<FirstLead>,
    /// Factors of leads and revenue.
    pub factors: Vec<Factor>,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Data that would improve the results.
    pub needs: Vec<Need>,
    /// Currency of all amounts, ISO 4217, such as `USD`.
    pub currency: String,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Basis of the clicks of scenarios.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Basis {
    /// The forecast of daily clicks.
    Traffic,
    /// Rank forecast, monthly search volume and CTR by position.
    Ranks,
}

/// One calendar month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenarioMonth {
    /// The month, such as `2026-12`.
    pub month: String,
    /// Future days of the month.
    pub days: u32,
    /// Clicks.
    pub clicks: Interval,
    /// Leads, integers in each draw.
    pub leads: Interval,
    /// Value; `None` without a value per lead.
    pub value: Option<Money>,
}

/// Totals of one scenario.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scenario {
    /// Clicks.
    pub clicks: f64,
    /// Leads.
    pub leads: f64,
    /// Value in cents; `None` without a value per lead.
    pub value_cents: Option<i64>,
}

/// Time of the first lead.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstLead {
    /// The day by which a first lead has a probability of 50 %; `None` if after the last month.
    pub likely_by: Option<Day>,
    /// The day by which a first lead has a probability of 90 %; `None` if after the last month.
    pub nearly_certain_by: Option<Day>,
    /// Probability of at least one lead within the months.
    pub probability: f64,
}
