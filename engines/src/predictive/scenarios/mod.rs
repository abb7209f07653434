//! Pessimistic, realistic and optimistic scenarios of traffic, leads and revenue.

mod clicks;
mod input;
mod insight;
mod leads;
mod output;

pub use input::ScenariosInput;
pub use output::{Basis, FirstLead, Scenario, ScenarioMonth, ScenariosOutput};

use super::money::{self, Worth, interval};
use super::traffic::{month_places, sums_of};
use super::{Checked, METHOD, METHOD_VERSION, Need};
use crate::common::{Control, EngineError, Interval, Money, checkpoint};
use crate::stat::SplitMix64;

/// Draws of a sum of days.
struct Drawn {
    clicks: Vec<f64>,
    leads: Vec<f64>,
    cents: Option<Vec<f64>>,
}

/// Converts the forecast of clicks to leads and revenue, by month and in total. The pessimistic, realistic and optimistic
/// scenarios are the 10, 50 and 90 % quantiles of each sum.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without clicks or volumes; [`EngineError::InvalidInput`] with the invalid field, or
/// [`EngineError::Cancelled`].
pub fn scenarios(
    input: &ScenariosInput, params: &Checked, control: &dyn Control,
) -> Result<ScenariosOutput, EngineError> {
    control.progress(0.0, "read", "Reading the data");
    let currency = money::currency(input.currency.as_deref())?;
    let futures = clicks::futures(input, params, control)?;
    checkpoint(control)?;
    control.progress(80.0, "scenarios", "Summing leads and money");
    let worth = Worth::draw(params)?;
    let mut random = SplitMix64::new(params.seed ^ 0x1EAD);
    let mut months = Vec::new();
    let days = futures.draws.first().map_or(0, Vec::len);
    let mut all =
        Drawn { clicks: vec![0.0; params.draws as usize], leads: vec![0.0; params.draws as usize], cents: None };
    for (month, places) in month_places(futures.last, days) {
        let drawn = Drawn::of(sums_of(&futures.draws, &places), &worth, &mut random);
        all.add(&drawn);
        months.push(drawn.month(month, places.len(), &currency));
    }
    let (clicks, leads, cents) = all.intervals();
    let scenario = |point: fn(&Interval) -> f64| Scenario {
        clicks: point(&clicks),
        leads: point(&leads),
        value_cents: cents.as_ref().map(|cents| point(cents).round() as i64),
    };
    let mut output = ScenariosOutput {
        basis: futures.basis,
        months,
        pessimistic: scenario(|interval| interval.low),
        realistic: scenario(|interval| interval.mid),
        optimistic: scenario(|interval| interval.high),
        first_lead: leads::open(leads::first(&futures.draws, &worth.conversion, futures.last), params),
        factors: worth.factors,
        insights: Vec::new(),
        notes: futures.notes,
        assumptions: assumptions(futures.basis),
        needs: needs(params),
        currency,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    output.insights = insight::write(input, &output, futures.last);
    control.progress(100.0, "done", "Done");
    Ok(output)
}

impl Drawn {
    fn of(clicks: Vec<f64>, worth: &Worth, random: &mut SplitMix64) -> Self {
        let (expected, _) = worth.of(&clicks);
        let leads = leads::counted(&expected, random);
        let cents = worth.value.as_ref().map(|value| leads.iter().zip(value).map(|(leads, v)| leads * v).collect());
        Self { clicks, leads, cents }
    }

    /// Adds another sum draw by draw: conversion rate and value per lead are the same in all months.
    fn add(&mut self, other: &Self) {
        let add = |sum: &mut [f64], more: &[f64]| sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        add(&mut self.clicks, &other.clicks);
        add(&mut self.leads, &other.leads);
        if let Some(cents) = &other.cents {
            add(self.cents.get_or_insert_with(|| vec![0.0; cents.len()]), cents);
        }
    }

    fn intervals(&self) -> (Interval, Interval, Option<Interval>) {
        (interval(&self.clicks), interval(&self.leads), self.cents.as_ref().map(|cents| interval(cents)))
    }

    fn month(&self, month: String, days: usize, currency: &str) -> ScenarioMonth {
        let (clicks, leads, cents) = self.intervals();
        let value = cents.map(|cents| Money::from_interval(&cents, currency));
        ScenarioMonth { month, days: days as u32, clicks, leads, value }
    }
}

fn assumptions(basis: Basis) -> Vec<String> {
    let mut assumptions = vec![
        "No search engine updates and no site changes beyond what the history contains.".to_owned(),
        "The conversion rate and the value per lead stay constant over the months.".to_owned(),
    ];
    if basis == Basis::Ranks {
        assumptions.push("CTR by position is the median of published studies with a log-normal error (sigma 0.39); each keyword's rank stays at one quantile of its forecast, and the errors of keywords are correlated as in the past (0.5 if unknown).".to_owned());
    }
    assumptions
}

fn needs(params: &Checked) -> Vec<Need> {
    let mut needs = Vec::new();
    if params.value_per_lead_cents.is_none() {
        needs.push(Need::new("value_per_lead", "Set a value per lead to show leads as money"));
    }
    if params.conversion_rate.is_none() {
        needs.push(Need::new(
            "conversion_rate",
            "The built-in conversion rate of 5 % is used: import leads and clicks of the same days, or set a rate",
        ));
    }
    needs
}
