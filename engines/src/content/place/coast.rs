//! How far a place is from the warm sea: the Gulf of Mexico and the Atlantic south of Cape Hatteras.

use super::PlaceFacts;
use super::find::find;

/// Distance from the sea beyond which hurricanes, surge and salt are not what readers plan for, in miles. Chosen so that
/// Houston, Baton Rouge and Orlando are near, and San Antonio, Dallas and Shreveport are not.
const NEAR: f64 = 100.0;
/// Miles of a degree of latitude.
const MILES_PER_DEGREE: f64 = 69.0;
/// State without a place far from the sea.
const ISLANDS: &str = "HI";

/// Points of the open coast from Brownsville to Cape Hatteras, as latitude and longitude in degrees, to about ten miles. Between them
/// the coast counts as straight.
const COAST: [(f64, f64); 44] = [
    (25.95, -97.15),
    (27.30, -97.35),
    (27.83, -97.05),
    (28.43, -96.40),
    (28.93, -95.30),
    (29.28, -94.78),
    (29.70, -93.85),
    (29.77, -93.30),
    (29.55, -92.30),
    (29.40, -91.30),
    (29.10, -90.20),
    (29.00, -89.20),
    (30.05, -89.50),
    (30.39, -88.90),
    (30.23, -88.00),
    (30.33, -87.10),
    (30.38, -86.50),
    (30.15, -85.75),
    (29.68, -85.35),
    (29.85, -84.65),
    (30.08, -84.20),
    (29.67, -83.40),
    (29.13, -83.05),
    (28.15, -82.80),
    (27.30, -82.57),
    (26.45, -81.95),
    (25.90, -81.70),
    (25.15, -81.10),
    (24.55, -81.80),
    (25.10, -80.40),
    (25.80, -80.12),
    (26.70, -80.03),
    (27.65, -80.35),
    (28.45, -80.53),
    (29.20, -81.00),
    (30.29, -81.39),
    (31.10, -81.40),
    (32.00, -80.85),
    (32.70, -79.90),
    (33.20, -79.20),
    (33.85, -78.00),
    (34.20, -77.80),
    (34.60, -76.55),
    (35.25, -75.53),
];

/// Returns true for a place of the reference data that is far from the warm sea; false also for an unknown one.
pub(in crate::content) fn is_inland(place: &PlaceFacts) -> bool {
    let state = place.state.trim();
    let Ok(found) = find(&place.name, Some(state).filter(|state| !state.is_empty())) else { return false };
    let (Some(latitude), Some(longitude)) = (found.latitude, found.longitude) else { return false };
    state != ISLANDS && miles((latitude, longitude)) > NEAR
}

/// Returns the distance from the coast in miles. The earth counts as flat within the segments, which is exact to a hundredth here.
fn miles(from: (f64, f64)) -> f64 {
    let width = MILES_PER_DEGREE * from.0.to_radians().cos();
    let flat =
        |(latitude, longitude): (f64, f64)| ((longitude - from.1) * width, (latitude - from.0) * MILES_PER_DEGREE);
    COAST.windows(2).map(|pair| distance(flat(pair[0]), flat(pair[1]))).fold(f64::INFINITY, f64::min)
}

/// Returns the distance of a segment from the origin.
fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = (-(a.0 * dx + a.1 * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (a.0 + along * dx).hypot(a.1 + along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, state: &str) -> bool {
        is_inland(&PlaceFacts { name: name.to_owned(), state: state.to_owned(), ..PlaceFacts::default() })
    }

    #[test]
    fn places_far_from_the_warm_sea_are_inland() {
        for (name, state) in [("Dallas", "TX"), ("San Antonio", "TX"), ("Shreveport", "LA"), ("Phoenix", "AZ")] {
            assert!(of(name, state), "{name}");
        }
        let near = [("Houston", "TX"), ("Baton Rouge", "LA"), ("Orlando", "FL"), ("Mobile", "AL"), ("Honolulu", "HI")];
        for (name, state) in near {
            assert!(!of(name, state), "{name}");
        }
        assert!(!of("Xyzzyville", "TX"), "nothing is known of it");
    }

    #[test]
    fn distance_is_measured_to_the_nearest_point_of_a_segment() {
        assert!((distance((-3.0, 4.0), (3.0, 4.0)) - 4.0).abs() < 1e-12);
        assert!((distance((3.0, 4.0), (9.0, 4.0)) - 5.0).abs() < 1e-12);
    }
}
