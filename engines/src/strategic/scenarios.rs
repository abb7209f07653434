//! The action `scenarios`: choices for pessimistic, realistic and optimistic incomes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{Bets, Input};
use super::insight;
use super::knapsack::solve;
use super::limits::Limits;
use super::params::Checked;
use super::portfolio::{WORK, assumptions, cents};
use super::worth::at_quantile;
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, Insight};

/// Names and quantiles of the scenarios.
const SCENARIOS: [(&str, f64); 3] = [("pessimistic", 0.1), ("realistic", 0.5), ("optimistic", 0.9)];

/// The best choice of each scenario, and its value in the others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScenariosOutput {
    /// Pessimistic, realistic and optimistic scenario.
    pub scenarios: Vec<Scenario>,
    /// Bets in the best choice of every scenario.
    pub robust: Vec<String>,
    /// The scenario with the minimum-regret choice.
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

/// Finds the best choice of each scenario, and the minimum-regret choice (Savage 1951).
///
/// # Errors
/// Returns an [`EngineError`] that names the invalid field, or [`EngineError::Cancelled`].
pub fn scenarios(input: &Input, params: &Checked, control: &dyn Control) -> Result<ScenariosOutput, EngineError> {
    let bets = Bets::of(input)?;
    let limits = Limits::of(&bets, &vec![true; bets.all.len()], params);
    let values: Vec<Vec<f64>> = SCENARIOS
        .iter()
        .map(|(_, quantile)| bets.all.iter().map(|bet| at_quantile(bet, *quantile, params)).collect())
        .collect();
    let mut choices = Vec::new();
    for (place, values) in values.iter().enumerate() {
        control.progress(30.0 * place as f64, "scenarios", SCENARIOS[place].0);
        let found = solve(&limits.knapsack(values)?, WORK, control)?;
        choices
            .push(found.ok_or_else(|| EngineError::input("opportunities", "leave no choice that keeps the limits"))?);
    }
    let worth = |chosen: &[bool], values: &[f64]| -> f64 {
        values.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(value, _)| value).sum()
    };
    let own: Vec<f64> = choices.iter().zip(&values).map(|(choice, values)| worth(&choice.chosen, values)).collect();
    let scenario = |place: usize| {
        let each: Vec<f64> = values.iter().map(|values| worth(&choices[place].chosen, values)).collect();
        let regret = each.iter().zip(&own).map(|(here, best)| best - here).fold(0.0, f64::max);
        Scenario {
            name: SCENARIOS[place].0.to_owned(),
            ids: ids(&bets, &choices[place].chosen),
            worth_cents: cents(own[place]),
            worth_in_each_cents: each.into_iter().map(cents).collect(),
            regret_cents: cents(regret),
            optimal: choices[place].is_optimal,
        }
    };
    let scenarios: Vec<Scenario> = (0..SCENARIOS.len()).map(scenario).collect();
    let in_all: Vec<bool> = (0..bets.all.len()).map(|at| choices.iter().all(|choice| choice.chosen[at])).collect();
    let least =
        scenarios.iter().min_by_key(|scenario| scenario.regret_cents).map_or("realistic", |scenario| &scenario.name);
    control.progress(100.0, "scenarios", "Done");
    Ok(ScenariosOutput {
        insights: insight::of_scenarios(input, params, &scenarios, in_all.iter().filter(|all| **all).count()),
        robust: ids(&bets, &in_all),
        least_regret: least.to_owned(),
        scenarios,
        assumptions: assumptions(params),
        notes: vec!["Success counts at its probability; where none is given, at one half.".to_owned()],
        needs: Vec::new(),
        currency: bets.currency.to_owned(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn ids(bets: &Bets<'_>, chosen: &[bool]) -> Vec<String> {
    bets.all.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(bet, _)| bet.id.clone()).collect()
}
