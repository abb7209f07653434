//! Actions of the strategic engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::knapsack::{DEFAULT_WORK, Knapsack, solve};
use super::{Checked, Input, Parameters, PortfolioOutput, RoadmapOutput, ScenariosOutput};
use crate::action::{Alternative, Data, Need, NoParameters, action, output, parameters};
use crate::common::EngineError;

parameters! { Parameters => Checked, seed; }
output! {
    PortfolioOutput { insights assumptions }
    ScenariosOutput { insights assumptions }
    RoadmapOutput { insights assumptions }
    Choice { }
}

action! {
    /// Finds the best portfolio.
    Portfolio = Strategic "portfolio", "The most valuable opportunities for a budget of money and hours; or, with `c`, `A` and `b`, a knapsack with several limits.";
    Input, Parameters => PortfolioOutput;
    reads [Opportunities];
    needs [Need::any(Data::Opportunities)];
    alternative Alternative::of::<PlainKnapsack>("c");
    |input, parameters, control| super::portfolio(input, parameters, control)
}

action! {
    /// Finds the best portfolio in three scenarios.
    Scenarios = Strategic "scenarios", "The best portfolio of a pessimistic, realistic and optimistic scenario, and the opportunities that are in all three.";
    Input, Parameters => ScenariosOutput;
    reads [Opportunities];
    needs [Need::any(Data::Opportunities)];
    |input, parameters, control| super::scenarios(input, parameters, control)
}

action! {
    /// Schedules the best portfolio by week.
    Roadmap = Strategic "roadmap", "The best portfolio by week, with its break-even date and when to stop each opportunity.";
    Input, Parameters => RoadmapOutput;
    reads [Opportunities];
    needs [Need::any(Data::Opportunities)];
    |input, parameters, control| super::roadmap(input, parameters, control)
}

action! {
    /// Solves a knapsack with several limits.
    PlainKnapsack = Strategic "portfolio", "A 0/1 knapsack with several limits.";
    KnapsackInput, NoParameters => Choice;
    |input, _parameters, control| {
        agrees("n", input.n, input.c.len())?;
        agrees("m", input.m, input.b.len())?;
        let problem = Knapsack::new(input.c.clone(), input.weights.clone(), input.b.clone())?;
        let Some(solution) = solve(&problem, DEFAULT_WORK, control)? else {
            return Err(EngineError::input("b", "is infeasible: not even the empty choice meets the limits"));
        };
        let x = solution.chosen.iter().map(|chosen| u8::from(*chosen)).collect();
        let (value, bound) = (solution.value, solution.bound);
        let gap = if bound > value { (bound - value) / value.abs().max(f64::MIN_POSITIVE) } else { 0.0 };
        // A value of 0 has no relative gap; the largest finite number can be written as JSON.
        let gap = gap.min(f64::MAX);
        Ok(Choice { x, value, bound, gap, optimal: solution.is_optimal })
    }
}

/// A 0/1 knapsack: maximise `c x` under `A x <= b`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KnapsackInput {
    /// Number of items; validated with `c` if given.
    pub n: Option<usize>,
    /// Number of limits; validated with `b` if given.
    pub m: Option<usize>,
    /// Value of each of n items.
    pub c: Vec<f64>,
    /// Weight of each item under each of m limits: m rows of n.
    #[serde(rename = "A")]
    pub weights: Vec<Vec<f64>>,
    /// The m limits.
    pub b: Vec<f64>,
}

/// The best choice found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// 1 for each chosen item, otherwise 0.
    pub x: Vec<u8>,
    /// Value of the choice.
    pub value: f64,
    /// Upper bound on the value of any choice.
    pub bound: f64,
    /// Proved gap: no choice is better by more than this share of `value`; 0 if the choice is optimal.
    pub gap: f64,
    /// Whether the choice is proved optimal.
    pub optimal: bool,
}

fn agrees(field: &str, given: Option<usize>, counted: usize) -> Result<(), EngineError> {
    match given {
        Some(given) if given != counted => {
            Err(EngineError::input(field, format!("is {given}, but there are {counted}")))
        }
        _ => Ok(()),
    }
}
