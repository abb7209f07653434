//! Distances, hot spots and clustering against PySAL and geodesy.

use engines::stat::{Neighbours, distance_km, getis_ord_star, morans_i};
use proptest::prelude::*;

use crate::table::assert_close;

/// Latitude, longitude, value, neighbours within 35 km (itself included), Gi* by `esda.G_Local(star=True)`.
const POINTS: [(f64, f64, f64, usize, f64); 30] = [
    (41.153, -89.659, 4.93, 5, 2.10853054255885),
    (41.156, -89.354, 7.45, 9, 2.5045733173353324),
    (40.151, -89.354, 2.97, 6, -1.1538742021000377),
    (40.413, -89.333, 3.68, 7, -0.7956501771820955),
    (40.69, -89.109, 5.18, 6, -0.4929525863402065),
    (40.893, -89.564, 3.76, 9, 1.4247191051780264),
    (40.953, -89.441, 34.78, 11, 1.7955377234208105),
    (40.503, -89.988, 5.07, 3, -0.5725553002825506),
    (40.888, -89.732, 5.93, 6, 1.4109398471248553),
    (40.796, -89.528, 2.83, 9, 1.042881635826063),
    (41.095, -88.994, 7.53, 7, 0.973151996223587),
    (40.554, -89.727, 4.33, 5, -1.1091340958069789),
    (40.024, -89.881, 4.18, 3, -0.3894934015527555),
    (41.019, -89.147, 17.19, 10, 2.230229066062186),
    (40.446, -89.112, 8.32, 5, -0.4789264540905047),
    (40.992, -89.278, 9.73, 11, 1.8367587109942805),
    (41.004, -89.234, 3.82, 12, 1.8246399259217017),
    (40.116, -88.958, 2.36, 4, -0.7682515973265367),
    (40.504, -89.174, 4.31, 7, -0.8978691235561841),
    (40.132, -89.897, 6.24, 5, -0.9555013871298282),
    (40.553, -89.9, 2.69, 3, -0.5725553002825506),
    (40.168, -89.333, 7.34, 6, -1.1538742021000377),
    (41.049, -88.968, 4.01, 8, 0.671150621664222),
    (40.335, -88.915, 2.35, 4, -0.5688842924274801),
    (40.763, -89.371, 3.03, 11, 1.6203485262335675),
    (40.28, -89.538, 0.88, 7, -0.9379278998379218),
    (40.785, -89.167, 2.06, 11, 1.657326176850945),
    (40.083, -89.968, 3.55, 3, -0.3894934015527555),
    (40.896, -88.856, 6.29, 7, 0.28662745098139697),
    (40.218, -89.53, 2.91, 6, -0.8705177524704083),
];

fn places() -> Vec<(f64, f64)> {
    POINTS.iter().map(|point| (point.0, point.1)).collect()
}

fn values() -> Vec<f64> {
    POINTS.iter().map(|point| point.2).collect()
}

#[test]
fn hot_spots_agree_with_pysal() {
    let near = Neighbours::within(&places(), 35.0);
    for (at, (found, point)) in getis_ord_star(&values(), &near).into_iter().zip(POINTS).enumerate() {
        assert_eq!(near.of(at).len(), point.3, "neighbours of {at}");
        assert_close(found.unwrap(), point.4, 1e-9, &format!("Gi* of {at}"));
    }
}

/// `esda.Moran(values, weights, transformation="b")`: `I` and `z_norm`.
#[test]
fn clustering_agrees_with_pysal() {
    let (index, z) = morans_i(&values(), &Neighbours::within(&places(), 35.0)).unwrap();
    assert_close(index, 0.030_599_546_322_064_46, 1e-9, "Moran's I");
    assert_close(z, 0.720_694_089_727_698_3, 1e-9, "z");
}

/// A degree of a meridian is 111.19 km on a sphere of 6,371 km; a quarter of the globe is 10,007.5 km.
#[test]
fn distances_on_the_sphere_are_those_of_geometry() {
    let degree = 6_371.0 * std::f64::consts::PI / 180.0;
    let cases = [
        ((0.0, 0.0), (0.0, 0.0), 0.0),
        ((0.0, 0.0), (1.0, 0.0), degree),
        ((0.0, 0.0), (0.0, 1.0), degree),
        ((60.0, 10.0), (61.0, 10.0), degree),
        ((0.0, 0.0), (0.0, 90.0), 90.0 * degree),
        ((0.0, 0.0), (90.0, 45.0), 90.0 * degree),
        ((90.0, 0.0), (-90.0, 77.0), 180.0 * degree),
        ((0.0, 0.0), (0.0, 180.0), 180.0 * degree),
        ((0.0, 179.5), (0.0, -179.5), degree),
        ((90.0, 12.0), (90.0, -140.0), 0.0),
    ];
    for (a, b, wanted) in cases {
        let found = distance_km(a, b);
        assert!((found - wanted).abs() < 1e-6, "{a:?} to {b:?}: {found}, not {wanted}");
    }
}

#[test]
fn points_without_coordinates_have_no_neighbours() {
    let points = [(40.0, -90.0), (f64::NAN, -90.0), (40.0, f64::INFINITY), (40.01, -90.0)];
    let near = Neighbours::within(&points, 5.0);
    assert_eq!([near.of(0), near.of(1), near.of(2), near.of(3)], [&[0, 3][..], &[], &[], &[0, 3]]);
    assert!(near.of(4).is_empty(), "no such point");
    let none = Neighbours::within(&[], 5.0);
    assert!(getis_ord_star(&[], &none).is_empty() && morans_i(&[], &none).is_none());
}

#[test]
fn neighbours_are_found_across_the_date_line_and_around_the_poles() {
    let points =
        [(52.0, 179.9), (52.0, -179.9), (52.0, 178.0), (89.9, 10.0), (89.9, -170.0), (-89.95, 0.0), (-89.95, 100.0)];
    let near = Neighbours::within(&points, 30.0);
    let found: Vec<&[u32]> = (0..7).map(|at| near.of(at)).collect();
    assert_eq!(found, [&[0, 1][..], &[0, 1], &[2], &[3, 4], &[3, 4], &[5, 6], &[5, 6]]);
    for radius in [0.0, 40_000.0, f64::INFINITY] {
        let count = if radius > 0.0 { 7 } else { 1 };
        assert!((0..7).all(|at| Neighbours::within(&points, radius).of(at).len() == count), "{radius} km");
    }
}

#[test]
fn everybody_a_neighbour_of_everybody_has_no_hot_spot() {
    let near = Neighbours::within(&places(), 1_000.0);
    assert!(getis_ord_star(&values(), &near).iter().all(Option::is_none));
    // With complete neighbourhoods Moran's I is its expectation, -1 / (n - 1), without any variance.
    assert!(morans_i(&values(), &near).is_none_or(|(index, _)| (index + 1.0 / 29.0).abs() < 1e-9));
}

#[test]
fn lonely_points_have_a_hot_spot_of_their_own_and_no_clustering() {
    let points: Vec<(f64, f64)> = (0..5).map(|at| (f64::from(at) * 5.0, 0.0)).collect();
    let near = Neighbours::within(&points, 10.0);
    let stars = getis_ord_star(&[1.0, 1.0, 1.0, 1.0, 9.0], &near);
    // Alone, Gi* is the deviation from the mean in standard deviations: (9 - 2.6) / 3.2.
    assert_close(stars[4].unwrap(), 2.0, 1e-12, "the high one");
    assert_close(stars[0].unwrap(), -0.5, 1e-12, "a low one");
    assert_eq!(morans_i(&[1.0, 1.0, 1.0, 1.0, 9.0], &near), None);
}

proptest! {
    #[test]
    fn neighbours_are_those_that_a_look_at_all_pairs_finds(
        points in prop::collection::vec((-90.0..90.0_f64, -180.0..180.0_f64), 1..40), radius in 1.0..5_000.0_f64,
    ) {
        let near = Neighbours::within(&points, radius);
        for (at, point) in points.iter().enumerate() {
            let wanted: Vec<u32> =
                (0..points.len()).filter(|other| distance_km(*point, points[*other]) <= radius).map(|other| other as u32).collect();
            prop_assert_eq!(near.of(at), wanted.as_slice());
        }
    }

    #[test]
    fn distance_is_a_metric(
        a in (-90.0..90.0_f64, -180.0..180.0_f64), b in (-90.0..90.0_f64, -180.0..180.0_f64),
        c in (-90.0..90.0_f64, -180.0..180.0_f64),
    ) {
        let (ab, bc, ac) = (distance_km(a, b), distance_km(b, c), distance_km(a, c));
        prop_assert!((0.0..=6_371.0 * std::f64::consts::PI + 1e-6).contains(&ab));
        prop_assert!((ab - distance_km(b, a)).abs() < 1e-9);
        prop_assert!(ac <= ab + bc + 1e-6, "{ac} is longer than {ab} + {bc}");
        // Turning the globe moves no two places apart.
        let turned = distance_km((a.0, a.1 + 33.0), (b.0, b.1 + 33.0));
        prop_assert!((ab - turned).abs() < 1e-6);
    }

    #[test]
    fn hot_spots_do_not_depend_on_unit_or_zero(shift in -1e3..1e3_f64, factor in 0.01..100.0_f64) {
        let near = Neighbours::within(&places(), 35.0);
        let moved: Vec<f64> = values().iter().map(|value| value * factor + shift).collect();
        for (a, b) in getis_ord_star(&values(), &near).iter().zip(getis_ord_star(&moved, &near)) {
            prop_assert!((a.unwrap() - b.unwrap()).abs() < 1e-6);
        }
        let (one, other) = (morans_i(&values(), &near).unwrap(), morans_i(&moved, &near).unwrap());
        prop_assert!((one.0 - other.0).abs() < 1e-9 && (one.1 - other.1).abs() < 1e-7);
    }
}
