//! Input of the strategic engine.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError};

/// Maximum number of opportunities per run.
const MAX_OPPORTUNITIES: usize = 1_000;
/// Maximum amount, in cents.
const MAX_CENTS: f64 = 1e12;

/// Opportunities to choose from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Input {
    /// The day of the analysis: the first week of a roadmap and validity start here.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// The opportunities.
    pub opportunities: Vec<Opportunity>,
}

/// An opportunity that costs money or hours.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Opportunity {
    /// Unique id, used in `dependsOn` and in the result.
    pub id: String,
    /// Title; the id if absent.
    pub title: Option<String>,
    /// Trade or other group with correlated outcomes; concentration limits apply per group.
    pub vertical: Option<String>,
    /// Monthly income once it works: 10 % quantile, in cents. Required with the other two.
    pub low_cents: Option<f64>,
    /// Median, in cents.
    pub mid_cents: Option<f64>,
    /// 90 % quantile, in cents.
    pub high_cents: Option<f64>,
    /// Probability that it works within the horizon, 0 to 1. `None`: uniform from 0 to 1.
    pub success_probability: Option<f64>,
    /// One-time cost, in cents.
    pub cost_cents: f64,
    /// Hours of work.
    pub hours: f64,
    /// Monthly cost, in cents.
    pub monthly_cost_cents: f64,
    /// Months until it takes effect. `None`: 3 to 12 are assumed.
    pub months_to_effect: Option<f64>,
    /// Ids of prerequisites, which must be chosen too and done first.
    pub depends_on: Vec<String>,
    /// What the monthly value is. Only income counts.
    pub basis: ValueBasis,
    /// Ids of opportunities whose values this one sums. It is left out where one of them is in the list, so that
    /// nothing counts twice; other ids are ignored.
    pub sums: Vec<String>,
}

/// What a monthly value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ValueBasis {
    /// Money that it brings.
    #[default]
    Income,
    /// What its clicks would cost as ads: money that nobody receives, so it never counts as income.
    ReplacementCost,
}

/// Why the value of an opportunity does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Uncounted {
    /// Its value is a replacement cost.
    ReplacementCost,
    /// It sums other opportunities of the list.
    Sum,
}

/// Validated opportunities, with prerequisites as indices.
#[derive(Debug, Clone)]
pub(super) struct Bets<'a> {
    pub(super) all: &'a [Opportunity],
    pub(super) needs: Vec<Vec<usize>>,
    /// Why the value of each opportunity does not count; `None` where it counts.
    pub(super) uncounted: Vec<Option<Uncounted>>,
    pub(super) currency: &'a str,
}

impl<'a> Bets<'a> {
    /// Validates an input.
    ///
    /// # Errors
    /// Returns an [`EngineError`] that names the opportunity, the field and the requirement.
    pub(super) fn of(input: &'a Input) -> Result<Self, EngineError> {
        let all = &input.opportunities;
        if all.is_empty() {
            let unlock = "run the Keyword or Local engine, or enter opportunities with their cost and monthly value";
            return Err(EngineError::NoInput { what: "opportunities", unlock });
        }
        if all.len() > MAX_OPPORTUNITIES {
            return Err(EngineError::TooLarge { what: "opportunities", got: all.len(), limit: MAX_OPPORTUNITIES });
        }
        all.iter().enumerate().try_for_each(|(at, bet)| check(at, bet))?;
        let mut places = BTreeMap::new();
        for (at, bet) in all.iter().enumerate() {
            if places.insert(bet.id.as_str(), at).is_some() {
                return Err(EngineError::input(
                    format!("opportunities[{at}].id"),
                    format!("`{}` is listed twice", bet.id),
                ));
            }
        }
        let needs =
            all.iter().enumerate().map(|(at, bet)| needs_of(at, bet, &places)).collect::<Result<Vec<_>, _>>()?;
        let uncounted = all.iter().map(|bet| uncounted(bet, &places)).collect();
        let bets = Self { all, needs, uncounted, currency: input.currency.as_deref().unwrap_or("USD") };
        bets.check_circles()?;
        Ok(bets)
    }

    pub(super) fn title(&self, at: usize) -> &str {
        self.all[at].title.as_deref().unwrap_or(&self.all[at].id)
    }

    /// Number of opportunities whose value does not count for a reason.
    pub(super) fn left_out(&self, reason: Uncounted) -> usize {
        self.uncounted.iter().filter(|found| **found == Some(reason)).count()
    }

    fn check_circles(&self) -> Result<(), EngineError> {
        let mut is_done = vec![false; self.all.len()];
        loop {
            let ready = |at: &usize| !is_done[*at] && self.needs[*at].iter().all(|need| is_done[*need]);
            match (0..self.all.len()).find(ready) {
                Some(at) => is_done[at] = true,
                None => break,
            }
        }
        match is_done.iter().position(|done| !done) {
            None => Ok(()),
            Some(at) => {
                Err(EngineError::input(format!("opportunities[{at}].dependsOn"), "contains a dependency cycle"))
            }
        }
    }
}

fn uncounted(bet: &Opportunity, places: &BTreeMap<&str, usize>) -> Option<Uncounted> {
    let is_listed = |id: &String| *id != bet.id && places.contains_key(id.as_str());
    match bet.basis {
        ValueBasis::ReplacementCost => Some(Uncounted::ReplacementCost),
        ValueBasis::Income => bet.sums.iter().any(is_listed).then_some(Uncounted::Sum),
    }
}

fn needs_of(at: usize, bet: &Opportunity, places: &BTreeMap<&str, usize>) -> Result<Vec<usize>, EngineError> {
    let place = |id: &String| {
        places.get(id.as_str()).copied().ok_or_else(|| {
            EngineError::input(format!("opportunities[{at}].dependsOn"), format!("names `{id}`, which does not exist"))
        })
    };
    bet.depends_on.iter().map(place).collect()
}

fn check(at: usize, bet: &Opportunity) -> Result<(), EngineError> {
    let field = |name: &str| format!("opportunities[{at}].{name}");
    if bet.id.trim().is_empty() {
        return Err(EngineError::input(field("id"), "is empty"));
    }
    let (Some(low), Some(mid), Some(high)) = (bet.low_cents, bet.mid_cents, bet.high_cents) else {
        let problem = "must be given with `lowCents` and `highCents`: the monthly value, from the engine that found it";
        return Err(EngineError::input(field("midCents"), problem));
    };
    let amounts = [
        ("lowCents", low),
        ("midCents", mid),
        ("highCents", high),
        ("costCents", bet.cost_cents),
        ("monthlyCostCents", bet.monthly_cost_cents),
        ("hours", bet.hours),
    ];
    for (name, amount) in amounts {
        if !(0.0..=MAX_CENTS).contains(&amount) {
            return Err(EngineError::input(field(name), "must be 0 to 1e12"));
        }
    }
    if low > mid || mid > high {
        return Err(EngineError::input(field("midCents"), "must lie between `lowCents` and `highCents`"));
    }
    if bet.success_probability.is_some_and(|p| !(0.0..=1.0).contains(&p)) {
        return Err(EngineError::input(field("successProbability"), "must be 0 to 1"));
    }
    if bet.months_to_effect.is_some_and(|months| !(0.0..=600.0).contains(&months)) {
        return Err(EngineError::input(field("monthsToEffect"), "must be 0 to 600"));
    }
    Ok(())
}
