//! Regional sites: one vertical over the places of a metropolitan area.

use std::collections::BTreeMap;

use super::columns::{Columns, Priced};
use super::factor::Factor;
use super::market::{full_months, revenue, tier};
use super::output::{Dominator, DominatorPlace, MoneyRange};
use super::reference::place::{Place, PlaceMatch};
use super::world::World;
use crate::market::CTR_SPREAD;

/// Maximum number of regional sites reported.
const MOST: usize = 20;
/// Maximum number of area pages of a site: fewer than the pages with which the publishing gate lets a site launch (G04), and few
/// enough that each place can have facts of its own (G01). More are doorways by Google's spam policies.
const MOST_PLACES: usize = 40;

/// Returns the best regional sites by expected profit of twelve months, at least two places each.
///
/// A place is included if its area page earns more in a year than it costs, at most [`MOST_PLACES`], best first; the site's own
/// cost counts once.
pub(crate) fn dominators(world: &World<'_>, columns: &Columns) -> Vec<Dominator> {
    let metros: Vec<&'static str> =
        world.places.iter().map(|place| place.metro().map_or("", |(code, _)| code)).collect();
    let counts_once = counted_once(world);
    let metros: Vec<&'static str> =
        metros.into_iter().zip(counts_once).map(|(metro, counts)| if counts { metro } else { "" }).collect();
    let mut groups: BTreeMap<(u32, &'static str), Vec<f64>> = BTreeMap::new();
    let mut full = vec![f64::NAN; world.verticals.len()];
    for priced in &columns.priced {
        let metro = metros[priced.place as usize];
        let full = &mut full[priced.vertical as usize];
        if full.is_nan() {
            *full = full_months(world, priced.vertical);
        }
        let gain = priced.revenue * *full - world.params.page_cents;
        if gain > 0.0 && !metro.is_empty() {
            groups.entry((priced.vertical, metro)).or_default().push(gain);
        }
    }
    let mut order: Vec<((u32, &'static str), f64)> =
        groups.into_iter().filter(|(_, gains)| gains.len() >= 2).map(|(key, gains)| (key, largest(gains))).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order.truncate(MOST);
    order.into_iter().map(|((vertical, metro), _)| dominator(world, columns, vertical, metro, &metros)).collect()
}

/// Sum of the gains of as many places as a site has pages for.
fn largest(mut gains: Vec<f64>) -> f64 {
    gains.sort_by(|a, b| b.total_cmp(a));
    gains.iter().take(MOST_PLACES).sum()
}

/// Returns true for places with a population that no other place of the list includes: Census places, own places,
/// and, where only the county is known, the largest place of the county (a consolidated city, of which the others may
/// be neighbourhoods).
pub(crate) fn counted_once(world: &World<'_>) -> Vec<bool> {
    let mut largest: BTreeMap<&str, f64> = BTreeMap::new();
    for place in world.places.iter() {
        let most = largest.entry(place.county_fips.as_ref()).or_insert(0.0);
        *most = most.max(place.population);
    }
    let counts = |place: &Place| match place.matched {
        PlaceMatch::CensusPlace | PlaceMatch::Own => true,
        PlaceMatch::CountyOnly => largest.get(place.county_fips.as_ref()).is_some_and(|most| place.population >= *most),
        PlaceMatch::Subarea | PlaceMatch::None => false,
    };
    world.places.iter().map(counts).collect()
}

fn dominator(
    world: &World<'_>, columns: &Columns, vertical: u32, metro: &'static str, metros: &[&'static str],
) -> Dominator {
    let full = full_months(world, vertical);
    let worth_it =
        |priced: &&Priced| metros[priced.place as usize] == metro && priced.revenue * full > world.params.page_cents;
    let first = columns.priced.partition_point(|priced| priced.vertical < vertical);
    let of_vertical = columns.priced[first..].iter().take_while(|priced| priced.vertical == vertical);
    let mut members: Vec<Priced> = of_vertical.filter(worth_it).copied().collect();
    members.sort_by(|a, b| b.revenue.total_cmp(&a.revenue).then(a.place.cmp(&b.place)));
    let left_out = members.len().saturating_sub(MOST_PLACES) as u32;
    members.truncate(MOST_PLACES);
    let total = sum(world, vertical, &members);
    let params = world.params;
    let cost = params.setup_cents + 12.0 * params.monthly_cost_cents + params.page_cents * members.len() as f64;
    let confidence = total.confidence(3.0);
    let place = |priced: &Priced| {
        let place = &world.places[priced.place as usize];
        DominatorPlace {
            place_id: place.id.to_string(),
            label: place.label(),
            revenue_cents: priced.revenue.round() as i64,
        }
    };
    let known = &world.verticals[vertical as usize];
    Dominator {
        vertical: known.slug.clone(),
        vertical_name: known.name.clone(),
        metro_code: metro.to_owned(),
        metro: super::reference::place::CBSA_NAME.get(metro).map(ToString::to_string).unwrap_or_default(),
        places: members.iter().map(place).collect(),
        place_count: members.len() as u32,
        left_out,
        revenue: total.money(),
        profit12: MoneyRange::of(&total.scaled(full).range(), cost),
        tier: tier(world, vertical, total.mean - params.monthly_cost_cents, confidence),
        confidence,
        demand_bound: world.models[vertical as usize].rate.as_ref().map_or_else(Default::default, |rate| rate.bound),
    }
}

/// Approximates the sum of log-normal revenues with a shared part of uncertainty by a log-normal of the same mean and
/// variance.
///
/// Source: Fenton (1960), "The sum of log-normal probability distributions in scatter transmission systems", IRE
/// Transactions on Communications Systems 8(1), with covariance m_i m_j (exp(c) - 1) for a shared variance c.
fn sum(world: &World<'_>, vertical: u32, members: &[Priced]) -> Factor {
    let parts: Vec<Factor> =
        members.iter().filter_map(|priced| revenue(&world.factors(vertical, priced.place))).collect();
    let mean: f64 = parts.iter().map(|part| part.mean).sum();
    let shared = shared_variance(world, vertical);
    let side = |deviation: fn(&Factor) -> f64| {
        let own = |part: &Factor| {
            let variance = deviation(part).powi(2);
            part.mean * part.mean * (variance.exp() - shared.min(variance).exp())
        };
        let variance = mean * mean * (shared.exp() - 1.0) + parts.iter().map(own).sum::<f64>();
        (1.0 + variance / (mean * mean).max(1e-300)).ln().sqrt()
    };
    let (low, high) = (side(|part| part.low), side(|part| part.high));
    Factor { low, high, ..Factor::log_normal(mean, low.min(high)) }
}

/// Variance of the logarithm that the markets of a vertical share.
fn shared_variance(world: &World<'_>, vertical: u32) -> f64 {
    let model = &world.models[vertical as usize];
    let rate = model.rate.as_ref().map_or(0.0, |rate| rate.shared);
    let value = model.value.as_ref().map_or(0.0, |value| value.spread);
    // For small probabilities, a standard deviation of the logit is nearly one of the logarithm.
    let chance = model.chance.1 * 0.8;
    rate.powi(2) + value.powi(2) + chance.powi(2) + CTR_SPREAD.powi(2) + model.conversion.low.powi(2)
}
