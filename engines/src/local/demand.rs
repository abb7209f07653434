//! Measured search volumes, with shrinkage between the places of a vertical.

use std::collections::BTreeMap;

use super::input::MeasuredVolume;
use super::model::{CITY_SPREAD, Measured, Rate, room};
use super::reference::Bound;
use super::world::{Finder, World};
use crate::stat::trigamma;

/// Assumed standard deviation of the logarithm of a tool's estimate, and of a counted number.
const ESTIMATE_SPREAD: f64 = 0.5;
const COUNTED_SPREAD: f64 = 0.2;
/// Minimum number of measured places for estimating their own spread.
const LEAST_FOR_SPREAD: usize = 5;

/// Measured search volume of a place.
struct Row<'a> {
    place: u32,
    /// Monthly search volume for each person.
    rate: f64,
    /// Effective count of the figure: 1 / (1 / counted searches + spread^2).
    count: f64,
    input: &'a MeasuredVolume,
}

/// Shrinks measured search volumes towards their vertical and updates the vertical's rate.
///
/// The rates of the places of a vertical are Gamma around its mean. Mean and variance are estimated by moments (Marshall
/// 1991, "Mapping disease and mortality rates using empirical Bayes estimators", JRSS C 40(2), equations 2 and 3; after
/// Clayton & Kaldor 1987) from five places on, and a place's rate is its posterior mean. The mean itself is combined
/// with the published one, weighted by precision on the log scale.
pub(super) fn apply(world: &mut World<'_>, rows: &[MeasuredVolume], finder: &Finder<'_>) {
    let mut by_vertical: BTreeMap<u32, BTreeMap<u32, Row<'_>>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let found = world.locate_row(finder, ("volumes", at), &row.vertical, &row.place, row.state.as_deref());
        if let Some((vertical, place)) = found {
            let population = world.places[place as usize].population.max(1.0);
            by_vertical.entry(vertical).or_default().insert(place, measured(row, place, population));
        }
    }
    for (vertical, rows) in by_vertical {
        let rows: Vec<Row<'_>> = rows.into_values().collect();
        shrink(world, vertical, &rows);
    }
}

fn measured(row: &MeasuredVolume, place: u32, population: f64) -> Row<'_> {
    let counted = row.searches * row.months.unwrap_or(12.0);
    let spread = if row.exact { COUNTED_SPREAD } else { ESTIMATE_SPREAD };
    // A place with a volume of zero counts as half a search, so that its weight is not zero.
    let count = 1.0 / (1.0 / counted.max(0.5) + spread * spread);
    Row { place, rate: row.searches / population, count, input: row }
}

fn shrink(world: &mut World<'_>, vertical: u32, rows: &[Row<'_>]) {
    let (mean, between) = moments(world, rows);
    let published = world.models[vertical as usize].rate.clone();
    // If every place was measured at zero, the rate comes from the published figure.
    let Some(rate) = (if mean > 0.0 { Some(combined(published, mean, between, rows.len())) } else { published }) else {
        return;
    };
    // Gamma(a, b) with the mean of the rate and the coefficient of variation `between`.
    let shape = 1.0 / (rate.between * rate.between).max(1e-6);
    for row in rows {
        let population = world.places[row.place as usize].population;
        let exposure = if row.rate > 0.0 { row.count / row.rate } else { row.count / rate.per_person };
        let seen = if row.rate > 0.0 { row.count } else { 0.0 };
        let posterior = (shape + seen) / (shape / rate.per_person + exposure);
        let special = world.special.entry((vertical, row.place)).or_default();
        special.measured = Some(Measured {
            mean: posterior * population,
            spread: trigamma(shape + seen).sqrt(),
            raw: row.input.searches,
            source: row.input.source.clone(),
            observed_at: row.input.observed_at.map(|day| day.to_rfc3339()),
        });
    }
    world.models[vertical as usize].rate = Some(rate);
}

/// Returns the mean rate and its coefficient of variation between places.
fn moments(world: &World<'_>, rows: &[Row<'_>]) -> (f64, f64) {
    let people = |row: &Row<'_>| world.places[row.place as usize].population;
    let exposure: f64 = rows.iter().map(people).sum();
    let mean = rows.iter().map(|row| row.rate * people(row)).sum::<f64>() / exposure.max(1.0);
    if rows.len() < LEAST_FOR_SPREAD || mean <= 0.0 {
        return (mean, CITY_SPREAD);
    }
    let square = rows.iter().map(|row| people(row) * (row.rate - mean).powi(2)).sum::<f64>() / exposure;
    let noise = rows.iter().map(|row| people(row) * mean * mean / row.count).sum::<f64>() / exposure;
    (mean, ((square - noise).max(0.0).sqrt() / mean).clamp(0.05, 3.0))
}

/// Combines the published and the measured rate, weighted by precision.
fn combined(published: Option<Rate>, mean: f64, between: f64, count: usize) -> Rate {
    let own = (between * between + 0.05) / count as f64;
    let measured =
        Rate { per_person: mean, shared: own.sqrt(), between, bound: Bound::TwoSided, measured: count as u32 };
    let Some(published) = published else { return measured };
    let (below, above) = room(published.bound);
    let prior = published.shared.powi(2) + below.max(above).powi(2);
    let weight = prior / (prior + own);
    let log = weight * mean.ln() + (1.0 - weight) * published.per_person.ln();
    Rate {
        per_person: log.exp(),
        shared: (prior * own / (prior + own)).sqrt(),
        bound: if weight > 0.5 { Bound::TwoSided } else { published.bound },
        ..measured
    }
}
