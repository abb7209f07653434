//! Output of the portfolio.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Insight, Money};

/// Chosen and rejected opportunities, and the value of more budget or hours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortfolioOutput {
    /// Chosen opportunities, highest value per cost first.
    pub chosen: Vec<Bet>,
    /// Rejected opportunities with reasons.
    pub rejected: Vec<Rejected>,
    /// Totals of the chosen opportunities. Their headline figure is the mean, as in the chart.
    pub totals: Totals,
    /// Risk-adjusted mean value of the choice, in cents.
    pub objective_cents: i64,
    /// Upper bound on the objective of any choice, in cents.
    pub bound_cents: i64,
    /// True if the choice is proved optimal.
    pub optimal: bool,
    /// Value of more budget or hours.
    pub shadow_prices: Vec<ShadowPrice>,
    /// Efficient frontier by increasing risk.
    pub frontier: Vec<FrontierPoint>,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Data that would narrow the result.
    pub needs: Vec<String>,
    /// Number of months in which income counts.
    pub horizon_months: u32,
    /// Currency of all amounts, ISO 4217, such as `USD`.
    pub currency: String,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A chosen opportunity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bet {
    /// Id of the opportunity.
    pub id: String,
    /// Title.
    pub title: String,
    /// Its vertical.
    pub vertical: Option<String>,
    /// One-time cost, in cents.
    pub cost_cents: i64,
    /// Hours of work.
    pub hours: f64,
    /// Net present value over the horizon: 10, 50 and 90 % quantiles.
    pub worth: Money,
    /// Mean net present value, in cents.
    pub mean_cents: i64,
    /// Probability of recovering its cost within the horizon.
    pub break_even: f64,
    /// Stop it if it does not work by the end of this month after the start; `None`: not before the horizon.
    pub stop_after_month: Option<u32>,
}

/// A rejected opportunity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rejected {
    /// Id of the opportunity.
    pub id: String,
    /// Title.
    pub title: String,
    /// `replacementCost`, `sumOfOthers`, `stopRule`, `dependency`, `losesMoney`, `tooLarge` or `crowdedOut`.
    pub reason: String,
    /// Reason, in one sentence.
    pub detail: String,
    /// Mean net present value, in cents.
    pub mean_cents: i64,
    /// Probability of recovering its cost within the horizon.
    pub break_even: f64,
    /// Additional value needed to be chosen, in cents; `None` if not computed or impossible.
    pub short_by_cents: Option<i64>,
}

/// Totals of the chosen opportunities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// One-time cost, in cents.
    pub cost_cents: i64,
    /// Hours of work.
    pub hours: f64,
    /// Net present value over the horizon: 10, 50 and 90 % quantiles.
    pub worth: Money,
    /// Mean net present value, in cents.
    pub mean_cents: i64,
    /// Standard deviation of the net present value, in cents.
    pub deviation_cents: i64,
    /// Mean of its worst tenth, in cents.
    pub worst_tenth_cents: i64,
    /// Probability that the portfolio recovers its cost. It holds only as far as the assumed probabilities of success do.
    pub break_even: f64,
    /// Number of chosen opportunities whose probability of success is assumed, not known from outcomes.
    pub assumed_chances: u32,
}

/// Value of raising a limit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShadowPrice {
    /// `money` (step in cents) or `hours`.
    pub limit: String,
    /// Size of the increase.
    pub step: f64,
    /// Average monthly gain over the horizon, in cents, by solving again.
    pub monthly_gain_cents: i64,
    /// Total gain over the horizon, in cents.
    pub gain_cents: i64,
    /// Marginal value of one unit by the relaxation, cents.
    pub marginal_cents: f64,
}

/// A portfolio on the efficient frontier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FrontierPoint {
    /// Risk weight for which it is optimal.
    pub risk_weight: f64,
    /// Mean net present value, in cents.
    pub mean_cents: i64,
    /// Its risk by the measure of the run, in cents.
    pub risk_cents: i64,
    /// Probability that the portfolio recovers its cost.
    pub break_even: f64,
    /// Ids of the opportunities.
    pub ids: Vec<String>,
}

/// The best choice of each scenario, and its value in the others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenariosOutput {
    /// Pessimistic, realistic and optimistic scenario.
    pub scenarios: Vec<Scenario>,
    /// Bets in the best choice of every scenario.
    pub robust: Vec<String>,
    /// The scenario whose choice has the smallest maximum regret.
    pub least_regret: String,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Data that would narrow the result.
    pub needs: Vec<String>,
    /// Currency of all amounts, ISO 4217, such as `USD`.
    pub currency: String,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// The best choice of one scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scenario {
    /// `pessimistic`, `realistic` or `optimistic`: incomes at their 10, 50 or 90 % quantiles.
    pub name: String,
    /// The bets.
    pub ids: Vec<String>,
    /// Net present value in this scenario, in cents.
    pub worth_cents: i64,
    /// Value of the choice in each scenario, in their order, cents.
    pub worth_in_each_cents: Vec<i64>,
    /// Largest loss compared with the best choice of the actual scenario, in cents.
    pub regret_cents: i64,
    /// True if the choice is proved optimal.
    pub optimal: bool,
}
