//! Traffic, leads and money by month, in three scenarios.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight, Interval, Money};
use crate::predictive::{Factor, Need};

/// Three scenarios over months.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenariosOutput {
    /// What the clicks rest on.
    pub basis: Basis,
    /// Month by month; only days ahead are counted.
    pub months: Vec<ScenarioMonth>,
    /// Sums of all months: the 10 % point of each.
    pub pessimistic: Scenario,
    /// The 50 % points.
    pub realistic: Scenario,
    /// The 90 % points.
    pub optimistic: Scenario,
    /// When the first lead is to be expected.
    pub first_lead: FirstLead,
    /// Every factor behind leads and money.
    pub factors: Vec<Factor>,
    /// Findings.
    pub insights: Vec<Insight>,
    /// What the reader should know.
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

/// What the clicks of scenarios rest on.
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
    /// Days of it that lie ahead.
    pub days: u32,
    /// Clicks.
    pub clicks: Interval,
    /// Leads, whole numbers in each draw.
    pub leads: Interval,
    /// Money; `None` without the value of a lead.
    pub value: Option<Money>,
}

/// Sums over all months of one scenario.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scenario {
    /// Clicks.
    pub clicks: f64,
    /// Leads.
    pub leads: f64,
    /// Money in cents; `None` without the value of a lead.
    pub value_cents: Option<i64>,
}

/// When the first lead comes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstLead {
    /// The day by which a first lead is as likely as not; `None` beyond the months.
    pub likely_by: Option<Day>,
    /// The day by which it has come in nine cases of ten; `None` beyond the months.
    pub nearly_certain_by: Option<Day>,
    /// Probability of at least one lead within the months.
    pub probability: f64,
}
