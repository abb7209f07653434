//! Towns near a place.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::Neighbor;
use super::find::{is_town, plain};
use crate::local::reference::census::{Town, town_of};
use crate::local::reference::place::{BUILT_IN, Place};
use crate::stat::distance_km;

/// Neighbors that are returned.
const MOST: usize = 8;
/// Greatest distance, in miles.
const FARTHEST: f64 = 30.0;
/// Distance below which two centers are one point, without a direction, in miles.
const NEAREST: f64 = 0.5;
/// Kilometers of a mile.
const KM_PER_MILE: f64 = 1.609_344;
/// Miles of a degree of latitude, at least.
const MILES_PER_DEGREE: f64 = 69.0;
/// Eight winds, clockwise from north.
const WINDS: [&str; 8] = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];

/// A town with its coordinates, in degrees.
struct Spot {
    place: &'static Place,
    town: &'static Town,
    latitude: f64,
    longitude: f64,
}

/// The towns from south to north.
static SPOTS: LazyLock<Vec<Spot>> = LazyLock::new(|| {
    let mut spots: Vec<Spot> = BUILT_IN.iter().filter_map(spot).collect();
    spots.sort_by(|a, b| a.latitude.total_cmp(&b.latitude).then_with(|| a.place.id.cmp(&b.place.id)));
    spots
});

fn spot(place: &'static Place) -> Option<Spot> {
    if !is_town(place) {
        return None;
    }
    Some(Spot { place, town: town_of(&place.id)?, latitude: place.latitude?, longitude: place.longitude? })
}

/// Returns the nearest towns; none for a part of a city, which would name its own city.
pub(super) fn neighbors(place: &'static Place) -> Vec<Neighbor> {
    let Some(from) = spot(place) else { return Vec::new() };
    let mut near: Vec<(f64, &Spot)> = within(&from).collect();
    near.sort_by(nearest_first);
    let mut names = BTreeSet::from([label(place, place)]);
    near.retain(|(_, spot)| names.insert(label(spot.place, place)));
    near.into_iter().take(MOST).map(|(miles, spot)| neighbor(&from, spot, miles)).collect()
}

/// Iterates over the towns in reach with their distances.
fn within<'a>(from: &'a Spot) -> impl Iterator<Item = (f64, &'static Spot)> + 'a {
    let reach = FARTHEST / MILES_PER_DEGREE;
    let first = SPOTS.partition_point(|spot| spot.latitude < from.latitude - reach);
    SPOTS[first..]
        .iter()
        .take_while(move |spot| spot.latitude <= from.latitude + reach)
        .map(move |spot| (miles(from, spot), spot))
        .filter(|(miles, _)| (NEAREST..=FARTHEST).contains(miles))
}

fn nearest_first(a: &(f64, &Spot), b: &(f64, &Spot)) -> Ordering {
    a.0.total_cmp(&b.0).then_with(|| a.1.place.id.cmp(&b.1.place.id))
}

/// Returns the name of a town, with its state if that is not the state of `from`.
fn label(town: &Place, from: &Place) -> String {
    let name = plain(&town.name);
    if town.state == from.state { name.to_owned() } else { format!("{name}, {}", town.state) }
}

fn neighbor(from: &Spot, to: &Spot, miles: f64) -> Neighbor {
    Neighbor {
        name: label(to.place, from.place),
        miles: (miles * 10.0).round() / 10.0,
        direction: direction(from, to).to_owned(),
        population: Some(to.town.counted.as_ref().map_or(to.place.population, |counted| counted.population)),
    }
}

/// Great-circle distance, in miles.
fn miles(from: &Spot, to: &Spot) -> f64 {
    distance_km((from.latitude, from.longitude), (to.latitude, to.longitude)) / KM_PER_MILE
}

/// Returns the wind nearest to the initial bearing of the great circle.
fn direction(from: &Spot, to: &Spot) -> &'static str {
    let (start, end) = (from.latitude.to_radians(), to.latitude.to_radians());
    let across = (to.longitude - from.longitude).to_radians();
    let east = across.sin() * end.cos();
    let north = start.cos() * end.sin() - start.sin() * end.cos() * across.cos();
    let eighth = (east.atan2(north).to_degrees() / 45.0).round().rem_euclid(8.0);
    WINDS[eighth as usize % WINDS.len()]
}
