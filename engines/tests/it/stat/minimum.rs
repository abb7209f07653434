//! Functions with published minima (Moré, Garbow & Hillstrom 1981; Surjanovic & Bingham 2013).

use engines::stat::minimise;
use proptest::prelude::*;

type Function = fn(&[f64]) -> f64;

/// Name, function, start, minimum, its value.
type Case = (&'static str, Function, &'static [f64], &'static [f64], f64);
const FUNCTIONS: [Case; 9] = [
    ("sphere", |x| x.iter().map(|x| x * x).sum(), &[3.0, -2.0, 1.0, 4.0], &[0.0; 4], 0.0),
    (
        "booth",
        |x| (x[0] + 2.0 * x[1] - 7.0).powi(2) + (2.0 * x[0] + x[1] - 5.0).powi(2),
        &[-5.0, 8.0],
        &[1.0, 3.0],
        0.0,
    ),
    (
        "beale",
        |x| {
            let term = |constant: f64, power: i32| (constant - x[0] + x[0] * x[1].powi(power)).powi(2);
            term(1.5, 1) + term(2.25, 2) + term(2.625, 3)
        },
        &[1.0, 1.0],
        &[3.0, 0.5],
        0.0,
    ),
    ("matyas", |x| 0.26 * (x[0] * x[0] + x[1] * x[1]) - 0.48 * x[0] * x[1], &[7.0, -4.0], &[0.0, 0.0], 0.0),
    (
        "himmelblau",
        |x| (x[0] * x[0] + x[1] - 11.0).powi(2) + (x[0] + x[1] * x[1] - 7.0).powi(2),
        &[4.0, 1.0],
        &[3.0, 2.0],
        0.0,
    ),
    (
        "goldstein and price",
        |x| {
            let (a, b) = (x[0], x[1]);
            let first = 19.0 - 14.0 * a + 3.0 * a * a - 14.0 * b + 6.0 * a * b + 3.0 * b * b;
            let second = 18.0 - 32.0 * a + 12.0 * a * a + 48.0 * b - 36.0 * a * b + 27.0 * b * b;
            (1.0 + (a + b + 1.0).powi(2) * first) * (30.0 + (2.0 * a - 3.0 * b).powi(2) * second)
        },
        &[0.3, -0.7],
        &[0.0, -1.0],
        3.0,
    ),
    (
        "mccormick",
        |x| (x[0] + x[1]).sin() + (x[0] - x[1]).powi(2) - 1.5 * x[0] + 2.5 * x[1] + 1.0,
        &[0.0, 0.0],
        &[-0.547_197_55, -1.547_197_55],
        -1.913_222_95,
    ),
    (
        "easom, near its hole",
        |x| {
            let distance = (x[0] - std::f64::consts::PI).powi(2) + (x[1] - std::f64::consts::PI).powi(2);
            -x[0].cos() * x[1].cos() * (-distance).exp()
        },
        &[2.5, 3.5],
        &[std::f64::consts::PI, std::f64::consts::PI],
        -1.0,
    ),
    (
        "rosenbrock in three dimensions",
        |x| x.windows(2).map(|p| (1.0 - p[0]).powi(2) + 100.0 * (p[1] - p[0] * p[0]).powi(2)).sum(),
        &[-1.2, 1.0, 1.0],
        &[1.0, 1.0, 1.0],
        0.0,
    ),
];

#[test]
fn published_minima_are_found() {
    for (name, function, start, wanted, height) in FUNCTIONS {
        let (found, value) = minimise(function, start, &vec![0.5; start.len()], 4_000);
        assert!((value - height).abs() < 1e-4, "{name}: {value} at {found:?}");
        assert!(found.iter().zip(wanted).all(|(x, w)| (x - w).abs() < 0.02), "{name}: {found:?}");
    }
}

#[test]
fn more_evaluations_are_never_worse() {
    for (name, function, start, ..) in FUNCTIONS {
        let mut before = function(start);
        for allowed in [1, 5, 20, 60, 200, 1_000] {
            let mut calls = 0;
            let counted = |x: &[f64]| {
                calls += 1;
                function(x)
            };
            let (at, value) = minimise(counted, start, &vec![0.5; start.len()], allowed);
            assert!(value <= before, "{name}, {allowed} evaluations: {value} after {before}");
            assert_eq!(value, function(&at), "{name}: the value is that of the point");
            // One step may take a reflection, a contraction and a shrink of the whole simplex.
            assert!(calls <= allowed + 2 * start.len() + 3, "{name}: {calls} calls of {allowed}");
            before = value;
        }
    }
}

#[test]
fn a_function_of_nothing_has_its_only_value() {
    assert_eq!(minimise(|_| 4.25, &[], &[], 100), (vec![], 4.25));
}

#[test]
fn a_flat_function_stays_where_it_started() {
    let (at, value) = minimise(|_| 2.0, &[1.0, 2.0], &[0.5, 0.5], 500);
    assert_eq!((at, value), (vec![1.0, 2.0], 2.0));
}

#[test]
fn a_minimum_halfway_between_the_first_corners_is_found() {
    let (at, _) = minimise(|x| 1.0 + (x[0] - 0.5).powi(2), &[0.0], &[1.0], 500);
    assert!((at[0] - 0.5).abs() < 0.01, "{at:?}");
}

#[test]
fn walls_of_infinity_and_nan_are_not_entered() {
    for wall in [f64::INFINITY, f64::NAN] {
        // The unconstrained minimum, (-1, -1), is outside the bounds; the best allowed corner is (0, 0).
        let bounded = |x: &[f64]| {
            if x[0] < 0.0 || x[1] < 0.0 { wall } else { (x[0] + 1.0).powi(2) + (x[1] + 1.0).powi(2) }
        };
        let (at, value) = minimise(bounded, &[2.0, 3.0], &[0.5, 0.5], 2_000);
        assert!(at.iter().all(|x| *x >= 0.0) && value < 2.5, "{at:?}: {value}");
    }
}

proptest! {
    #[test]
    fn bowls_are_found_wherever_they_are(
        (a, b) in (-100.0..100.0_f64, -100.0..100.0_f64), wide in 0.1..10.0_f64, tilt in -0.9..0.9_f64,
    ) {
        let bowl = |x: &[f64]| {
            let (u, v) = (x[0] - a, x[1] - b);
            u * u + wide * wide * v * v + 2.0 * tilt * wide * u * v
        };
        let (found, value) = minimise(bowl, &[0.0, 0.0], &[1.0, 1.0], 4_000);
        prop_assert!(value < 1e-6, "{value} at {found:?} of {a}, {b}");
    }

    #[test]
    fn adding_a_constant_moves_no_minimum(a in -5.0..5.0_f64, shift in 1.0..50.0_f64) {
        let bowl = |x: &[f64]| 1.0 + (x[0] - a).powi(2);
        let (one, _) = minimise(bowl, &[0.0], &[1.0], 500);
        let (other, value) = minimise(|x| bowl(x) + shift, &[0.0], &[1.0], 500);
        // The search ends when values differ by a ten-thousandth: each point is within its root, 0.01, of the minimum.
        prop_assert!((one[0] - other[0]).abs() < 0.02);
        prop_assert!((value - 1.0 - shift).abs() < 1e-4);
    }
}
