//! Regressions of the Statistical Reference Datasets of NIST, and what holds for any regression.

use engines::stat::NormalEquations;
use proptest::prelude::*;

use crate::table::assert_close;

/// Norris: y, x. 36 calibrations of an ozone monitor, lower level of difficulty.
const NORRIS: [(f64, f64); 36] = [
    (0.1, 0.2),
    (338.8, 337.4),
    (118.1, 118.2),
    (888.0, 884.6),
    (9.2, 10.1),
    (228.1, 226.5),
    (668.5, 666.3),
    (998.5, 996.3),
    (449.1, 448.6),
    (778.9, 777.0),
    (559.2, 558.2),
    (0.3, 0.4),
    (0.1, 0.6),
    (778.1, 775.5),
    (668.8, 666.9),
    (339.3, 338.0),
    (448.9, 447.5),
    (10.8, 11.6),
    (557.7, 556.0),
    (228.3, 228.1),
    (998.0, 995.8),
    (888.8, 887.6),
    (119.6, 120.2),
    (0.3, 0.3),
    (0.6, 0.3),
    (557.6, 556.8),
    (339.3, 339.1),
    (888.0, 887.2),
    (998.5, 999.0),
    (778.9, 779.0),
    (10.2, 11.1),
    (117.6, 118.3),
    (228.9, 229.2),
    (668.4, 669.1),
    (449.2, 448.9),
    (0.2, 0.5),
];

/// Pontius: readings of a load cell at 150,000 to 3,000,000 in steps of 150,000, twice.
const PONTIUS: [[f64; 20]; 2] = [
    [
        0.11019, 0.21956, 0.32949, 0.43899, 0.54803, 0.65694, 0.76562, 0.87487, 0.98292, 1.09146, 1.20001, 1.30822,
        1.41599, 1.52399, 1.63194, 1.73947, 1.84646, 1.95392, 2.06128, 2.16844,
    ],
    [
        0.11052, 0.22018, 0.32939, 0.43886, 0.54798, 0.65739, 0.76596, 0.87474, 0.98300, 1.09150, 1.20004, 1.30818,
        1.41613, 1.52408, 1.63159, 1.73965, 1.84696, 1.95445, 2.06177, 2.16829,
    ],
];

/// Longley: employment, then deflator, national product, unemployed, armed forces, population, year.
const LONGLEY: [[f64; 7]; 16] = [
    [60323.0, 83.0, 234289.0, 2356.0, 1590.0, 107608.0, 1947.0],
    [61122.0, 88.5, 259426.0, 2325.0, 1456.0, 108632.0, 1948.0],
    [60171.0, 88.2, 258054.0, 3682.0, 1616.0, 109773.0, 1949.0],
    [61187.0, 89.5, 284599.0, 3351.0, 1650.0, 110929.0, 1950.0],
    [63221.0, 96.2, 328975.0, 2099.0, 3099.0, 112075.0, 1951.0],
    [63639.0, 98.1, 346999.0, 1932.0, 3594.0, 113270.0, 1952.0],
    [64989.0, 99.0, 365385.0, 1870.0, 3547.0, 115094.0, 1953.0],
    [63761.0, 100.0, 363112.0, 3578.0, 3350.0, 116219.0, 1954.0],
    [66019.0, 101.2, 397469.0, 2904.0, 3048.0, 117388.0, 1955.0],
    [67857.0, 104.6, 419180.0, 2822.0, 2857.0, 118734.0, 1956.0],
    [68169.0, 108.4, 442769.0, 2936.0, 2798.0, 120445.0, 1957.0],
    [66513.0, 110.8, 444546.0, 4681.0, 2637.0, 121950.0, 1958.0],
    [68655.0, 112.6, 482704.0, 3813.0, 2552.0, 123366.0, 1959.0],
    [69564.0, 114.2, 502601.0, 3931.0, 2514.0, 125368.0, 1960.0],
    [69331.0, 115.7, 518173.0, 4806.0, 2572.0, 127852.0, 1961.0],
    [70551.0, 116.9, 554894.0, 4007.0, 2827.0, 130081.0, 1962.0],
];

fn fitted(rows: &[(Vec<f64>, f64)]) -> (Vec<f64>, f64) {
    let width = rows[0].0.len();
    let mut equations = NormalEquations::new(width);
    rows.iter().for_each(|(terms, target)| equations.add(terms, *target, 1.0));
    equations.solve(width, |_| 0.0).unwrap()
}

#[test]
fn norris_gives_the_certified_line() {
    let rows: Vec<(Vec<f64>, f64)> = NORRIS.iter().map(|(y, x)| (vec![1.0, *x], *y)).collect();
    let (line, squares) = fitted(&rows);
    assert_close(line[0], -0.262_323_073_774_029, 1e-6, "intercept");
    assert_close(line[1], 1.002_116_818_020_45, 1e-9, "slope");
    assert_close(squares, 26.617_398_529_422_4, 1e-7, "residual sum of squares");
}

#[test]
fn regressions_without_intercept_give_the_certified_slopes() {
    let first: Vec<(Vec<f64>, f64)> = (0..11).map(|at| (vec![60.0 + f64::from(at)], 130.0 + f64::from(at))).collect();
    let second = vec![(vec![4.0], 3.0), (vec![5.0], 4.0), (vec![6.0], 4.0)];
    for (rows, slope, squares) in
        [(first, 2.074_380_165_289_26, 127.272_727_272_727), (second, 0.727_272_727_272_727, 0.272_727_272_727_273)]
    {
        let (found, left) = fitted(&rows);
        assert_close(found[0], slope, 1e-9, "slope");
        assert_close(left, squares, 1e-9, "residual sum of squares");
    }
}

#[test]
fn pontius_gives_the_certified_parabola() {
    // Loads in millions, so that the certified coefficients are multiplied by 1e6 and 1e12.
    let load = |at: usize| 0.15 * (at + 1) as f64;
    let readings = PONTIUS.iter().flat_map(|readings| readings.iter().enumerate());
    let rows: Vec<(Vec<f64>, f64)> = readings.map(|(at, y)| (vec![1.0, load(at), load(at) * load(at)], *y)).collect();
    let (found, _) = fitted(&rows);
    assert_close(found[0], 0.673_565_789_473_684e-3, 1e-4, "constant");
    assert_close(found[1], 0.732_059_160_401_003, 1e-6, "linear");
    assert_close(found[2], -0.316_081_871_345_029e-2, 1e-4, "square");
}

/// The deviations from the means, in units of their spread: as given, the columns are nearly dependent.
#[test]
fn longley_standardised_gives_the_certified_coefficients() {
    let count = LONGLEY.len() as f64;
    let mean: [f64; 7] = std::array::from_fn(|at| LONGLEY.iter().map(|row| row[at]).sum::<f64>() / count);
    let spread: [f64; 7] =
        std::array::from_fn(|at| (LONGLEY.iter().map(|row| (row[at] - mean[at]).powi(2)).sum::<f64>() / count).sqrt());
    let terms = |row: &[f64; 7]| (1..7).map(|at| (row[at] - mean[at]) / spread[at]).collect::<Vec<f64>>();
    let rows: Vec<(Vec<f64>, f64)> = LONGLEY.iter().map(|row| (terms(row), row[0] - mean[0])).collect();
    let (found, squares) = fitted(&rows);
    let certified = [
        15.061_872_271_373_3,
        -0.035_819_179_292_591_0,
        -2.020_229_803_816_83,
        -1.033_226_867_173_59,
        -0.051_104_105_653_580_7,
        1_829.151_464_613_55,
    ];
    for (at, wanted) in certified.into_iter().enumerate() {
        assert_close(found[at] / spread[at + 1], wanted, 1e-5, &format!("coefficient {at}"));
    }
    assert_close(squares, 836_424.055_505_915, 1e-6, "residual sum of squares");
}

#[test]
fn first_terms_alone_are_the_smaller_regression() {
    let mut equations = NormalEquations::new(7);
    let mut smaller = NormalEquations::new(3);
    for row in LONGLEY {
        equations.add(&row, row[0], 1.0);
        smaller.add(&row[1..4], row[0], 1.0);
    }
    let mut reordered = NormalEquations::new(6);
    LONGLEY.iter().for_each(|row| reordered.add(&row[1..], row[0], 1.0));
    let (whole, part) = (reordered.solve(3, |_| 0.0).unwrap(), smaller.solve(3, |_| 0.0).unwrap());
    for (a, b) in whole.0.iter().zip(&part.0) {
        assert_close(*a, *b, 1e-12, "coefficient");
    }
    assert_eq!((whole.1, equations.rows(), smaller.rows()), (part.1, 16, 16));
}

#[test]
fn penalties_shrink_coefficients_and_never_improve_the_fit() {
    let mut equations = NormalEquations::new(2);
    NORRIS.iter().for_each(|(y, x)| equations.add(&[1.0, *x], *y, 1.0));
    let mut before = equations.solve(2, |_| 0.0).unwrap();
    for penalty in [0.01, 0.1, 1.0, 10.0, 1e3, 1e6] {
        let next = equations.solve(2, |term| if term == 1 { penalty * equations.diagonal(1) } else { 0.0 }).unwrap();
        assert!(next.0[1] > 0.0 && next.0[1] < before.0[1], "penalty {penalty}: {next:?}");
        assert!(next.1 > before.1, "penalty {penalty}: {} after {}", next.1, before.1);
        before = next;
    }
}

proptest! {
    #[test]
    fn lines_without_noise_are_recovered(
        (a, b) in (-100.0..100.0_f64, -100.0..100.0_f64),
        xs in prop::collection::vec(-50.0..50.0_f64, 3..40),
    ) {
        prop_assume!(xs.iter().any(|x| (x - xs[0]).abs() > 1.0));
        let rows: Vec<(Vec<f64>, f64)> = xs.iter().map(|x| (vec![1.0, *x], a + b * x)).collect();
        let (line, _) = fitted(&rows);
        let size = 1.0 + a.abs() + 50.0 * b.abs();
        for x in &xs {
            prop_assert!((line[0] + line[1] * x - a - b * x).abs() < 1e-4 * size, "{line:?} of {a} + {b} x");
        }
    }

    #[test]
    fn residuals_are_orthogonal_to_the_terms(
        rows in prop::collection::vec((-10.0..10.0_f64, -10.0..10.0_f64, -10.0..10.0_f64), 6..40),
    ) {
        let given: Vec<(Vec<f64>, f64)> = rows.iter().map(|(a, b, y)| (vec![1.0, *a, *b], *y)).collect();
        let mut equations = NormalEquations::new(3);
        given.iter().for_each(|(terms, y)| equations.add(terms, *y, 1.0));
        let Some((found, squares)) = equations.solve(3, |_| 1e-6) else { return Ok(()) };
        let residual = |(terms, y): &(Vec<f64>, f64)| y - terms.iter().zip(&found).map(|(x, b)| x * b).sum::<f64>();
        for at in 0..3 {
            let product: f64 = given.iter().map(|row| row.0[at] * residual(row)).sum();
            prop_assert!(product.abs() < 1e-2, "term {at}: {product}");
        }
        let sum: f64 = given.iter().map(|row| residual(row).powi(2)).sum();
        prop_assert!((sum - squares).abs() < 1e-6 * (1.0 + sum));
    }

    #[test]
    fn a_weight_of_three_is_the_row_three_times(
        rows in prop::collection::vec((-10.0..10.0_f64, -10.0..10.0_f64), 4..20),
    ) {
        let (mut once, mut thrice) = (NormalEquations::new(2), NormalEquations::new(2));
        for (at, (x, y)) in rows.iter().enumerate() {
            let times = if at % 2 == 0 { 3 } else { 1 };
            once.add(&[1.0, *x], *y, f64::from(times));
            (0..times).for_each(|_| thrice.add(&[1.0, *x], *y, 1.0));
        }
        let (a, b) = (once.solve(2, |_| 1e-3).unwrap(), thrice.solve(2, |_| 1e-3).unwrap());
        prop_assert!(a.0.iter().zip(&b.0).all(|(a, b)| (a - b).abs() < 1e-6 * (1.0 + b.abs())), "{a:?} {b:?}");
    }
}
