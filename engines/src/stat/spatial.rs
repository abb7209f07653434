//! Spatial statistics: distances, hot spots and clustering.

use std::collections::BTreeMap;

const EARTH_RADIUS_KM: f64 = 6_371.0;
/// Side of a cell of the search grid, degrees.
const CELL: f64 = 0.5;
/// Cells around the globe.
const AROUND: i32 = 720;

/// Great-circle distance between two points `(latitude, longitude)` in degrees, km.
///
/// Source: Sinnott (1984), "Virtues of the haversine", Sky and Telescope 68(2).
pub fn distance_km(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (lat_a, lat_b) = (a.0.to_radians(), b.0.to_radians());
    let half_lat = ((lat_b - lat_a) / 2.0).sin();
    let half_lon = ((b.1 - a.1).to_radians() / 2.0).sin();
    let h = half_lat * half_lat + lat_a.cos() * lat_b.cos() * half_lon * half_lon;
    2.0 * EARTH_RADIUS_KM * h.sqrt().min(1.0).asin()
}

/// Neighbours: for each point the indices within a radius, including itself, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbours(Vec<Vec<u32>>);

impl Neighbours {
    /// Finds neighbours of points `(latitude, longitude)` within `radius_km`; points without finite coordinates have
    /// none.
    pub fn within(points: &[(f64, f64)], radius_km: f64) -> Self {
        let mut cells: BTreeMap<(i32, i32), Vec<u32>> = BTreeMap::new();
        for (at, point) in points.iter().enumerate().filter(|(_, point)| point.0.is_finite() && point.1.is_finite()) {
            cells.entry(cell(*point)).or_default().push(at as u32);
        }
        let of = |point: &(f64, f64)| near(*point, points, &cells, radius_km);
        Self(points.iter().map(of).collect())
    }

    /// Returns the neighbours of a point.
    pub fn of(&self, index: usize) -> &[u32] {
        self.0.get(index).map_or(&[], Vec::as_slice)
    }
}

fn cell(point: (f64, f64)) -> (i32, i32) {
    ((point.0 / CELL).floor() as i32, (point.1 / CELL).floor() as i32)
}

fn near(point: (f64, f64), points: &[(f64, f64)], cells: &BTreeMap<(i32, i32), Vec<u32>>, radius_km: f64) -> Vec<u32> {
    if !(point.0.is_finite() && point.1.is_finite()) {
        return Vec::new();
    }
    let rows = ((radius_km / 111.0 / CELL).ceil() as i32).min(AROUND);
    let columns = ((widest_longitude(point.0, radius_km) / CELL).ceil() as i32).min(AROUND);
    let (row, column) = cell(point);
    // Neighbours across the date line are a turn of the globe away in cells.
    let crosses = column - columns < -AROUND / 2 || column + columns >= AROUND / 2;
    let turns: &[i32] = if crosses { &[-AROUND, 0, AROUND] } else { &[0] };
    let mut found = Vec::new();
    for lat in row - rows..=row + rows {
        for turn in turns {
            let (from, to) = (column - columns + turn, column + columns + turn);
            for (_, members) in cells.range((lat, from)..=(lat, to)) {
                let inside = |other: &&u32| distance_km(point, points[**other as usize]) <= radius_km;
                found.extend(members.iter().filter(inside));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Largest difference of longitude, in degrees, within a radius of a point at a latitude; half a turn where the radius
/// reaches a pole.
///
/// Source: Bronstein & Semendjajew, "Handbook of mathematics", right spherical triangles: sin(longitude) = sin(radius) /
/// cos(latitude).
fn widest_longitude(latitude: f64, radius_km: f64) -> f64 {
    let (radius, latitude) = (radius_km / EARTH_RADIUS_KM, latitude.to_radians());
    if radius + latitude.abs() >= std::f64::consts::FRAC_PI_2 {
        return 180.0;
    }
    (radius.sin() / latitude.cos()).min(1.0).asin().to_degrees()
}

/// Computes Gi* of every point: the deviation of the sum over its neighbourhood (including itself) from its
/// expectation, in standard deviations. `None` if undefined (all values equal, no neighbours, all neighbours).
///
/// Source: Ord & Getis (1995), "Local spatial autocorrelation statistics", Geographical Analysis 27(4), equation (13)
/// with binary weights; after Getis & Ord (1992).
pub fn getis_ord_star(values: &[f64], neighbours: &Neighbours) -> Vec<Option<f64>> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let square = values.iter().map(|value| value * value).sum::<f64>() / count.max(1.0);
    let deviation = (square - mean * mean).max(0.0).sqrt();
    let star = |at: usize| {
        let near = neighbours.of(at);
        let weight = near.len() as f64;
        let spread = ((count * weight - weight * weight) / (count - 1.0)).max(0.0).sqrt() * deviation;
        let sum: f64 = near.iter().map(|other| values[*other as usize]).sum();
        (weight > 0.0 && spread > 1e-12 * mean.abs().max(1e-300)).then(|| (sum - mean * weight) / spread)
    };
    (0..values.len()).map(star).collect()
}

/// Computes Moran's I over binary neighbours (excluding the point itself) with its z-score under randomness; `None`
/// if undefined.
///
/// Source: Moran (1950), Biometrika 37; variance under normality as in Cliff & Ord (1981), "Spatial processes", 1.5.
pub fn morans_i(values: &[f64], neighbours: &Neighbours) -> Option<(f64, f64)> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let total: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let (mut cross, mut weight, mut rows) = (0.0, 0.0, 0.0);
    for (at, value) in values.iter().enumerate() {
        let others = neighbours.of(at).iter().filter(|other| **other as usize != at);
        let mut own = 0.0;
        for other in others {
            cross += (value - mean) * (values[*other as usize] - mean);
            own += 1.0;
        }
        weight += own;
        rows += (2.0 * own) * (2.0 * own);
    }
    if !(total > 0.0 && weight > 0.0 && count > 2.0) {
        return None;
    }
    let index = count / weight * cross / total;
    let expected = -1.0 / (count - 1.0);
    let s1 = 2.0 * weight;
    let variance = (count * count * s1 - count * rows + 3.0 * weight * weight)
        / (weight * weight * (count * count - 1.0))
        - expected * expected;
    (variance > 0.0).then(|| (index, (index - expected) / variance.sqrt()))
}
