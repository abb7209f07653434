//! Updates of probabilities, rates and payouts by the outcomes of own sites.

use std::collections::BTreeMap;

use super::factor::Factor;
use super::input::Outcome;
use super::model::{self, Value};
use super::reference::vertical::Urgency;
use super::world::{Finder, World};
use crate::market::conversion::{EMERGENCY, PRIOR_MEAN, PRIOR_VISITS};

/// Assumed weight of the known payout compared with the realised one, in paid leads.
const PAYOUT_WEIGHT: f64 = 5.0;

/// Sums of the outcomes of a vertical.
#[derive(Default)]
struct Sums {
    visits: f64,
    leads: f64,
    paid_leads: f64,
    revenue_cents: f64,
}

/// Updates the factors by outcomes: Beta-binomial for probabilities and conversion rates, a weighted mean for payouts.
pub(super) fn apply(world: &mut World<'_>, rows: &[Outcome], finder: &Finder<'_>) {
    let (mut won, mut lost) = (0.0, 0.0);
    let mut sums: BTreeMap<u32, Sums> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let found = world.locate_row(finder, ("outcomes", at), &row.vertical, &row.place, row.state.as_deref());
        let Some((vertical, _)) = found else { continue };
        match row.ranked {
            Some(true) => won += 1.0,
            // A young site that does not rank yet counts as part of a failure.
            Some(false) => lost += model::ranked_by(row.months.min(12.0), world.params.months_to_rank),
            None => {}
        }
        add(sums.entry(vertical).or_default(), row);
    }
    if won + lost > 0.0 && world.params.win_chance.is_none() {
        let (a, b) = model::chance_prior();
        let chance = model::beta_logit(a + won, b + lost);
        world.models.iter_mut().for_each(|model| model.chance = chance);
    }
    for (vertical, sums) in sums {
        move_vertical(world, vertical, &sums);
    }
}

fn add(sums: &mut Sums, row: &Outcome) {
    if let (Some(visits), Some(leads)) = (row.visits, row.leads) {
        sums.visits += visits;
        sums.leads += leads;
    }
    if let (Some(paid), Some(cents)) = (row.accepted_leads, row.revenue_cents) {
        sums.paid_leads += paid;
        sums.revenue_cents += cents;
    }
}

fn move_vertical(world: &mut World<'_>, vertical: u32, sums: &Sums) {
    let is_emergency = world.verticals[vertical as usize].urgency == Urgency::Emergency;
    let given = world.params.conversion_rate;
    let model = &mut world.models[vertical as usize];
    if sums.visits > 0.0 {
        let prior = given.unwrap_or(if is_emergency { PRIOR_MEAN * EMERGENCY } else { PRIOR_MEAN });
        let (a, n) = (prior * PRIOR_VISITS + sums.leads, PRIOR_VISITS + sums.visits);
        let moved = model::conversion(a, n);
        model.conversion = Factor::log_normal((a / n).max(1e-6), moved.low);
        model.conversion_learned = (sums.leads, sums.visits);
    }
    if sums.paid_leads > 0.0 && sums.revenue_cents > 0.0 {
        let realised = sums.revenue_cents / sums.paid_leads;
        model.value = Some(paid(model.value.take(), realised, sums.paid_leads));
        for value in model.value_by_state.values_mut() {
            *value = paid(Some(value.clone()), realised, sums.paid_leads);
        }
    }
}

/// Updates a payout by realised payments.
fn paid(known: Option<Value>, realised: f64, leads: f64) -> Value {
    let known = known.unwrap_or(Value {
        cents: realised,
        ends: (None, None),
        spread: 0.6,
        evidence: "own".into(),
        grade: None,
        year: None,
        sources: Vec::new(),
        unit: "per_lead".to_owned(),
        learned_from: 0.0,
    });
    let weight = leads / (leads + PAYOUT_WEIGHT);
    Value {
        cents: weight * realised + (1.0 - weight) * known.cents,
        ends: (None, None),
        spread: known.spread * (1.0 - weight).sqrt(),
        evidence: "own".into(),
        learned_from: leads,
        ..known
    }
}
