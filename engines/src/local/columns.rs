//! Revenue of all markets, computed by columns.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::input::Filters;
use super::market::{full_months, revenue};
use super::model::mean_chance;
use super::output::Totals;
use super::reference::place::PlaceMatch;
use super::weakness::{CHANCE_OWN, OWN_SEEN};
use super::world::World;
use crate::common::{Control, EngineError, checkpoint};

/// A market with its expected monthly revenue in cents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Priced {
    pub(crate) vertical: u32,
    pub(crate) place: u32,
    pub(crate) revenue: f64,
    /// Expected profit of twelve months, by which markets are ranked.
    pub(crate) profit12: f64,
}

/// Maximum number of markets that are compared: six times the built-in ones.
const MAX_MARKETS: usize = 5_000_000;
/// Number of verticals that are priced at the same time, between two looks at whether the caller cancelled.
const VERTICALS_AT_ONCE: usize = 16;
/// Maximum number of verticals, categories, states or kinds of values in a filter.
const MAX_NAMED: usize = 10_000;
/// Maximum number of places in a filter.
const MAX_NAMED_PLACES: usize = 200_000;

/// Every market that matches the filters and has a demand and a payout, in table order.
#[derive(Debug)]
pub(crate) struct Columns {
    pub(crate) priced: Vec<Priced>,
    pub(crate) verticals: Vec<u32>,
    pub(crate) places: Vec<u32>,
    pub(crate) totals: Totals,
    /// Markets with a score, by vertical.
    pub(crate) scored: BTreeMap<u32, u32>,
}

/// Values that places share in a run.
struct PlaceColumns {
    population: Vec<f64>,
    state: Vec<u32>,
    states: Vec<String>,
}

/// Computes the revenue of all markets that match the filters.
///
/// # Errors
/// Returns [`EngineError::TooLarge`] for more markets than are compared in one run, or [`EngineError::Cancelled`].
pub(crate) fn price(world: &World<'_>, filters: &Filters, control: &dyn Control) -> Result<Columns, EngineError> {
    let verticals = admitted_verticals(world, filters);
    let places = admitted_places(world, filters);
    let markets = verticals.len().saturating_mul(places.len());
    EngineError::check_sizes(&[("markets that match `filters`", markets, MAX_MARKETS)])?;
    let columns = place_columns(world, &places);
    let considered = world.verticals.len() as u64 * world.places.len() as u64;
    let admitted = verticals.len() as u64 * places.len() as u64;
    let totals = Totals { considered, admitted, ..Totals::default() };
    let mut result = Columns { priced: Vec::new(), verticals, places, totals, scored: BTreeMap::new() };
    for some in result.verticals.clone().chunks(VERTICALS_AT_ONCE) {
        checkpoint(control)?;
        let one = |vertical: &u32| price_vertical(world, *vertical, filters, &columns, &result.places);
        let priced: Vec<PricedVertical> = some.par_iter().map(one).collect();
        for (vertical, priced) in some.iter().zip(priced) {
            result.add(*vertical, priced);
        }
    }
    result.totals.scored = result.priced.len() as u64;
    Ok(result)
}

impl Columns {
    fn add(&mut self, vertical: u32, priced: PricedVertical) {
        self.scored.insert(vertical, priced.markets.len() as u32);
        self.totals.demand_unknown += priced.demand_unknown;
        self.totals.payout_unknown += priced.payout_unknown;
        self.totals.admitted -= priced.filtered;
        self.priced.extend(priced.markets);
    }
}

/// Checks the number of names in filters.
///
/// # Errors
/// Returns [`EngineError::TooLarge`].
pub(super) fn check_filters(filters: &Filters) -> Result<(), EngineError> {
    EngineError::check_sizes(&[
        ("`verticals` of `filters`", filters.verticals.len(), MAX_NAMED),
        ("`categories` of `filters`", filters.categories.len(), MAX_NAMED),
        ("`states` of `filters`", filters.states.len(), MAX_NAMED),
        ("`bounds` of `filters`", filters.bounds.len(), MAX_NAMED),
        ("`places` of `filters`", filters.places.len(), MAX_NAMED_PLACES),
    ])
}

fn admitted_verticals(world: &World<'_>, filters: &Filters) -> Vec<u32> {
    let admits = |at: &u32| {
        let vertical = &world.verticals[*at as usize];
        (filters.verticals.is_empty() || filters.verticals.contains(&vertical.slug))
            && (filters.categories.is_empty() || filters.categories.contains(&vertical.category))
    };
    (0..world.verticals.len() as u32).filter(admits).collect()
}

fn admitted_places(world: &World<'_>, filters: &Filters) -> Vec<u32> {
    let named: std::collections::BTreeSet<&str> = filters.places.iter().map(String::as_str).collect();
    let states: std::collections::BTreeSet<String> = filters.states.iter().map(|state| state.to_uppercase()).collect();
    let (least, most) = (filters.min_population.unwrap_or(0.0), filters.max_population.unwrap_or(f64::INFINITY));
    let admits = |at: &u32| {
        let place = &world.places[*at as usize];
        let is_named = named.contains(place.id.as_ref());
        (filters.include_subareas || is_named || place.matched != PlaceMatch::Subarea)
            && (place.population >= least && place.population <= most)
            && (states.is_empty() || states.contains(place.state.as_ref()))
            && (named.is_empty() || is_named)
    };
    (0..world.places.len() as u32).filter(admits).collect()
}

fn place_columns(world: &World<'_>, places: &[u32]) -> PlaceColumns {
    let mut known: BTreeMap<&str, u32> = BTreeMap::new();
    let mut columns = PlaceColumns { population: Vec::new(), state: Vec::new(), states: Vec::new() };
    for place in places.iter().map(|at| &world.places[*at as usize]) {
        let next = known.len() as u32;
        let state = *known.entry(place.state.as_ref()).or_insert_with(|| {
            columns.states.push(place.state.to_string());
            next
        });
        columns.population.push(place.population);
        columns.state.push(state);
    }
    columns
}

/// Markets of a vertical, and the numbers of those without a price.
#[derive(Default)]
struct PricedVertical {
    markets: Vec<Priced>,
    demand_unknown: u64,
    payout_unknown: u64,
    filtered: u64,
}

fn price_vertical(
    world: &World<'_>, vertical: u32, filters: &Filters, columns: &PlaceColumns, places: &[u32],
) -> PricedVertical {
    let mut result = PricedVertical::default();
    let model = &world.models[vertical as usize];
    let full = full_months(world, vertical);
    let cost = world.params.setup_cents.round() + 12.0 * world.params.monthly_cost_cents.round();
    let value = |state: &String| model.value_by_state.get(state).or(model.value.as_ref()).map(|value| value.cents);
    let values: Vec<f64> = columns.states.iter().map(|state| value(state).unwrap_or(0.0)).collect();
    let rate = model.rate.as_ref().map_or(0.0, |rate| rate.per_person);
    let is_admitted = model.rate.as_ref().is_some_and(|rate| admits_bound(filters, rate.bound));
    let share = world.click_through(vertical, None).mean * model.conversion.mean * world.params.accepted_share * rate;
    let least = filters.min_payout_cents.unwrap_or(0.0);
    let mut special = world.special.range((vertical, 0)..=(vertical, u32::MAX)).peekable();
    for at in 0..columns.population.len() {
        let place = places[at];
        while special.next_if(|(key, _)| key.1 < place).is_some() {}
        let own = special.next_if(|(key, _)| key.1 == place).is_some();
        let revenue = if own {
            special_revenue(world, vertical, place, filters)
        } else {
            let cents = values[columns.state[at] as usize];
            if rate <= 0.0 {
                Err(Unpriced::Demand)
            } else if cents <= 0.0 {
                Err(Unpriced::Payout)
            } else if cents < least || !is_admitted {
                Err(Unpriced::Filtered)
            } else {
                let chance = match model.difficulty {
                    None => {
                        let crowd = world.rivals.crowd(vertical, place, columns.population[at]);
                        let logit = model.chance.0 - (model.cpc_logit + crowd.logit);
                        mean_chance(logit, model.chance.1, CHANCE_OWN.hypot(crowd.spread))
                    }
                    Some(given) => mean_chance(model.chance.0 - given.0, model.chance.1, OWN_SEEN),
                };
                Ok(columns.population[at] * chance * share * cents)
            }
        };
        match revenue {
            Ok(revenue) => result.markets.push(Priced { vertical, place, revenue, profit12: revenue * full - cost }),
            Err(Unpriced::Demand) => result.demand_unknown += 1,
            Err(Unpriced::Payout) => result.payout_unknown += 1,
            Err(Unpriced::Filtered) => result.filtered += 1,
        }
    }
    result
}

/// Reason why a market has no revenue.
enum Unpriced {
    Demand,
    Payout,
    Filtered,
}

fn admits_bound(filters: &Filters, bound: super::reference::Bound) -> bool {
    filters.bounds.is_empty() || filters.bounds.contains(&bound)
}

/// Revenue of a market with data of its own.
fn special_revenue(world: &World<'_>, vertical: u32, place: u32, filters: &Filters) -> Result<f64, Unpriced> {
    let factors = world.factors(vertical, place);
    if factors.demand.is_none() {
        return Err(Unpriced::Demand);
    }
    let Some(product) = revenue(&factors) else { return Err(Unpriced::Payout) };
    let is_paid = factors.value.is_some_and(|value| value.mean >= filters.min_payout_cents.unwrap_or(0.0));
    if is_paid && admits_bound(filters, factors.bound) { Ok(product.mean) } else { Err(Unpriced::Filtered) }
}

/// Returns the best markets by expected profit of twelve months; ties in table order.
pub(crate) fn best(priced: &[Priced], limit: usize) -> Vec<Priced> {
    let mut order: Vec<u32> = (0..priced.len() as u32).collect();
    let by_profit =
        |a: &u32, b: &u32| priced[*b as usize].profit12.total_cmp(&priced[*a as usize].profit12).then(a.cmp(b));
    if limit == 0 {
        return Vec::new();
    }
    if limit < order.len() {
        order.select_nth_unstable_by(limit - 1, by_profit);
        order.truncate(limit);
    }
    order.sort_unstable_by(by_profit);
    order.into_iter().map(|at| priced[at as usize]).collect()
}
