//! Catchment areas by Huff's model.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reference::place::PlaceMatch;
use super::world::World;
use crate::stat::distance_km;

/// Exponent of the decay of a place's attraction with distance.
const DECAY: f64 = 2.0;
/// Distance of a place from itself, km.
const INSIDE_KM: f64 = 3.0;
/// Maximum distance of places that attract each other, km.
const REACH_KM: f64 = 60.0;
/// Maximum number of neighbours reported.
const MOST: usize = 10;

/// A surrounding place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Neighbour {
    /// Id of the place.
    pub place_id: String,
    /// Name with the state.
    pub label: String,
    /// Great-circle distance, km.
    pub distance_km: f64,
    /// Population.
    pub population: u64,
    /// Share of its population that the explained place attracts, 0 to 1.
    pub share: f64,
}

/// Returns the neighbours from which a place attracts most people. Empty without coordinates.
///
/// P(i -> j) = (S_j / d_ij^2) / sum over k of (S_k / d_ik^2), S the population. Source: Huff
/// (1964), "Defining and estimating a trading area", Journal of Marketing 28(3).
pub(crate) fn catchment(world: &World<'_>, place: u32) -> Vec<Neighbour> {
    let at = |index: u32| {
        let place = &world.places[index as usize];
        Some((place.latitude?, place.longitude?))
    };
    let Some(centre) = at(place) else { return Vec::new() };
    let near = |index: u32, from: (f64, f64), reach: f64| {
        let point = at(index).filter(|point| (point.0 - from.0).abs() * 111.0 <= reach)?;
        let distance = distance_km(from, point);
        (distance <= reach && world.places[index as usize].matched != PlaceMatch::Subarea).then_some((index, distance))
    };
    let all = 0..world.places.len() as u32;
    let around: Vec<(u32, f64)> = all.filter_map(|index| near(index, centre, 2.0 * REACH_KM)).collect();
    let pull =
        |index: u32, distance: f64| world.places[index as usize].population / distance.max(INSIDE_KM).powf(DECAY);
    let share = |origin: u32| {
        let from = at(origin)?;
        let rivals = around.iter().filter_map(|(index, _)| near(*index, from, REACH_KM));
        let total: f64 = rivals.map(|(index, distance)| pull(index, distance)).sum();
        (total > 0.0).then(|| pull(place, distance_km(from, centre)) / total)
    };
    let neighbour = |(index, distance): &(u32, f64)| {
        let known = &world.places[*index as usize];
        Some(Neighbour {
            place_id: known.id.to_string(),
            label: known.label(),
            distance_km: *distance,
            population: known.population as u64,
            share: share(*index)?.min(1.0),
        })
    };
    let is_other = |(index, distance): &&(u32, f64)| *index != place && *distance <= REACH_KM;
    let mut found: Vec<Neighbour> = around.iter().filter(is_other).filter_map(neighbour).collect();
    found.sort_by(|a, b| {
        let drawn = |neighbour: &Neighbour| neighbour.share * neighbour.population as f64;
        drawn(b).total_cmp(&drawn(a)).then(a.place_id.cmp(&b.place_id))
    });
    found.truncate(MOST);
    found
}
