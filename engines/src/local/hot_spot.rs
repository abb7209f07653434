//! Clusters of good markets.

use super::columns::Columns;
use super::factor::normal_cdf;
use super::output::HotSpot;
use super::world::World;
use crate::stat::{Neighbours, benjamini_hochberg, distance_km, getis_ord_star, morans_i};

/// Maximum number of hot spots, and the accepted false discovery rate.
const MOST: usize = 15;
const FALSE_SHARE: f64 = 0.05;

/// Returns hot spots (Gi*) of the expected revenue, strongest first and at least one radius apart, and Moran's I
/// with its z.
pub(crate) fn hot_spots(world: &World<'_>, columns: &Columns) -> (Vec<HotSpot>, Option<(f64, f64)>) {
    let mut slot = vec![u32::MAX; world.places.len()];
    for (at, place) in columns.places.iter().enumerate() {
        slot[*place as usize] = at as u32;
    }
    let mut revenue = vec![0.0; columns.places.len()];
    let counts_once = super::dominator::counted_once(world);
    for priced in columns.priced.iter().filter(|priced| counts_once[priced.place as usize]) {
        revenue[slot[priced.place as usize] as usize] += priced.revenue;
    }
    let points: Vec<(f64, f64)> = columns.places.iter().map(|at| point(world, *at)).collect();
    let neighbours = Neighbours::within(&points, world.params.hot_spot_radius_km);
    let stars = getis_ord_star(&revenue, &neighbours);
    let p_values: Vec<f64> = stars.iter().map(|z| z.map_or(1.0, |z| normal_cdf(-z))).collect();
    let q_values = benjamini_hochberg(&p_values);
    let mut order: Vec<(usize, f64)> = stars.iter().enumerate().filter_map(|(at, z)| Some((at, (*z)?))).collect();
    order.retain(|(at, z)| *z > 0.0 && q_values[*at] <= FALSE_SHARE);
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut spots: Vec<(usize, f64)> = Vec::new();
    for (at, z) in order {
        let is_apart =
            |other: &(usize, f64)| distance_km(points[at], points[other.0]) > world.params.hot_spot_radius_km;
        if spots.len() < MOST && spots.iter().all(is_apart) {
            spots.push((at, z));
        }
    }
    let spot = |(at, z): (usize, f64)| {
        let place = &world.places[columns.places[at] as usize];
        let sum: f64 = neighbours.of(at).iter().map(|other| revenue[*other as usize]).sum();
        HotSpot {
            place_id: place.id.to_string(),
            label: place.label(),
            z,
            q: q_values[at],
            revenue_cents: sum.round() as i64,
        }
    };
    let moran = if spots.is_empty() { None } else { morans_i(&revenue, &neighbours) };
    (spots.into_iter().map(spot).collect(), moran)
}

fn point(world: &World<'_>, place: u32) -> (f64, f64) {
    let place = &world.places[place as usize];
    (place.latitude.unwrap_or(f64::NAN), place.longitude.unwrap_or(f64::NAN))
}
