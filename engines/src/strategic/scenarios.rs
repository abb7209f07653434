//! The action `scenarios`: choices for pessimistic, realistic and optimistic incomes.

use super::context::{WORK, assumptions, cents};
use super::input::{Bets, Input};
use super::insight;
use super::knapsack::solve;
use super::limits::Limits;
use super::output::{Scenario, ScenariosOutput};
use super::params::Checked;
use super::portfolio::left_out;
use super::present_value::at_quantile;
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError};

/// Names and quantiles of the scenarios.
const SCENARIOS: [(&str, f64); 3] = [("pessimistic", 0.1), ("realistic", 0.5), ("optimistic", 0.9)];

/// Chooses for each scenario, and finds the choice that regrets least (Savage 1951).
///
/// # Errors
/// Returns an [`EngineError`] that names the invalid field, or [`EngineError::Cancelled`].
pub fn scenarios(input: &Input, params: &Checked, control: &dyn Control) -> Result<ScenariosOutput, EngineError> {
    let bets = Bets::of(input)?;
    let is_counted: Vec<bool> = bets.uncounted.iter().map(Option::is_none).collect();
    let limits = Limits::of(&bets, &is_counted, params);
    let values: Vec<Vec<f64>> = SCENARIOS
        .iter()
        .map(|(_, quantile)| bets.all.iter().map(|bet| at_quantile(bet, *quantile, params)).collect())
        .collect();
    let mut choices = Vec::new();
    for (place, values) in values.iter().enumerate() {
        control.progress(30.0 * place as f64, "scenarios", SCENARIOS[place].0);
        let found = solve(&limits.knapsack(values)?, WORK, control)?;
        choices.push(found.ok_or_else(|| EngineError::input("opportunities", "have no choice that meets the limits"))?);
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
        insights: insight::of_scenarios(
            input,
            (params, bets.currency),
            &scenarios,
            in_all.iter().filter(|all| **all).count(),
        ),
        robust: ids(&bets, &in_all),
        least_regret: least.to_owned(),
        scenarios,
        assumptions: assumptions(params, bets.currency),
        notes: notes(&bets),
        needs: Vec::new(),
        currency: bets.currency.to_owned(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn notes(bets: &Bets<'_>) -> Vec<String> {
    let weighted = "Each opportunity is weighted with its probability of success; 0.5 if none is given.".to_owned();
    std::iter::once(weighted).chain(left_out(bets)).collect()
}

fn ids(bets: &Bets<'_>, chosen: &[bool]) -> Vec<String> {
    bets.all.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(bet, _)| bet.id.clone()).collect()
}
