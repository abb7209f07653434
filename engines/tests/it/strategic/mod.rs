//! The strategic engine.

mod brute_force;
mod certified;
mod edges;
mod income;
mod knapsack;
mod plans;
mod portfolio;
mod relaxation;
mod values;

use engines::common::{Day, Unattended};
use engines::strategic::{Input, Opportunity, Parameters, PortfolioOutput, portfolio};

/// A bet that works for sure and brings `monthly` cents a month.
fn bet(id: &str, monthly: f64, cost: f64, hours: f64) -> Opportunity {
    Opportunity {
        id: id.to_owned(),
        low_cents: Some(0.8 * monthly),
        mid_cents: Some(monthly),
        high_cents: Some(1.2 * monthly),
        success_probability: Some(1.0),
        cost_cents: cost,
        hours,
        months_to_effect: Some(1.0),
        ..Opportunity::default()
    }
}

fn input(opportunities: Vec<Opportunity>) -> Input {
    Input { as_of: Day::parse("2026-11-21"), opportunities, ..Input::default() }
}

fn budget(cents: f64) -> Parameters {
    Parameters { budget_cents: Some(cents), hourly_rate_cents: 0.0, draws: 200, ..Parameters::default() }
}

fn answer(input: &Input, params: Parameters) -> PortfolioOutput {
    portfolio(input, &params.check().unwrap(), &Unattended).unwrap()
}

fn ids(output: &PortfolioOutput) -> Vec<&str> {
    let mut ids: Vec<&str> = output.chosen.iter().map(|bet| bet.id.as_str()).collect();
    ids.sort_unstable();
    ids
}

/// A bet with the same result in every draw.
fn sure(id: &str, monthly: f64, cost: f64, hours: f64) -> Opportunity {
    Opportunity { low_cents: Some(monthly), high_cents: Some(monthly), ..bet(id, monthly, cost, hours) }
}
