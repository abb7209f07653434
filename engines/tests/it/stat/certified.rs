//! Statistics against SciPy, NumPy, scikit-learn and statsmodels.

use engines::stat::{
    Block, Cholesky, Neighbours, NormalEquations, SplitMix64, benjamini_hochberg, binomial_lower_tail, distance_km,
    getis_ord_star, interval_of, minimise, morans_i, non_decreasing, normal_quantile, poisson_ratio_test,
    stratified_normals, stratified_uniforms, trigamma,
};
use proptest::prelude::*;

use crate::table::{assert_close, numbers, rows};

#[test]
fn trigamma_agrees_with_scipy() {
    for case in rows(include_str!("../golden/trigamma.csv")) {
        assert_close(trigamma(case[0]), case[1], 1e-9, &format!("trigamma({})", case[0]));
    }
}

#[test]
fn binomial_tails_of_many_sizes_agree_with_scipy() {
    for case in rows(include_str!("../golden/binomial_2.csv")) {
        let got = binomial_lower_tail(case[0], case[1], case[2]);
        assert_close(got, case[3], 1e-8, &format!("P(X <= {} | {}, {})", case[0], case[1], case[2]));
    }
}

#[test]
fn poisson_rate_tests_agree_with_statsmodels() {
    for case in rows(include_str!("../golden/poisson_rates.csv")) {
        let (z, p) = poisson_ratio_test(case[0], case[1], case[2], case[3], 1.0);
        assert!((z - case[4]).abs() < 1e-9, "{case:?}: z {z}");
        assert_close(p, case[5], 1e-7, &format!("{case:?}: p"));
        let (narrow, _) = poisson_ratio_test(case[0], case[1], case[2], case[3], 4.0);
        assert!((narrow - z / 2.0).abs() < 1e-12, "a dispersion of 4 halves z");
    }
}

#[test]
fn isotonic_fit_of_eighty_means_agrees_with_scikit_learn() {
    let cases = rows(include_str!("../golden/isotonic_80.csv"));
    let blocks: Vec<Block> = cases.iter().map(|case| Block { mean: case[0], weight: case[1] }).collect();
    for (got, case) in non_decreasing(&blocks).into_iter().zip(&cases) {
        assert!((got - case[2]).abs() < 1e-12, "got {got}, wanted {}", case[2]);
    }
}

#[test]
fn weighted_least_squares_agrees_with_scikit_learn() {
    let mut equations = NormalEquations::new(5);
    for case in rows(include_str!("../golden/regression.csv")) {
        equations.add(&case[..5], case[5], case[6]);
    }
    assert_eq!(equations.rows(), 25);
    // LinearRegression(fit_intercept=False).fit(X, y, sample_weight).coef_ and the weighted sum of squared residuals.
    let all = [
        3.041_762_777_937_765,
        1.604_208_886_140_96,
        -2.073_783_083_697_076_5,
        0.126_766_021_402_984_26,
        -0.086_406_412_582_792_52,
    ];
    let three = [3.066_821_781_742_294, 1.666_797_252_457_216_7, -2.012_344_198_333_218_5];
    for (wanted, residual) in [(&all[..], 6.654_851_441_543_597), (&three[..], 7.802_138_501_020_552)] {
        let (coefficients, left) = equations.solve(wanted.len(), |_| 0.0).unwrap();
        for (got, wanted) in coefficients.iter().zip(wanted) {
            assert!((got - wanted).abs() < 1e-8, "{coefficients:?}");
        }
        assert_close(left, residual, 1e-7, "residual sum of squares");
    }
}

#[test]
fn regression_without_enough_rows_has_no_answer() {
    let mut equations = NormalEquations::new(2);
    assert!(equations.solve(2, |_| 0.0).is_none(), "no row");
    equations.add(&[0.0, 0.0], 1.0, 1.0);
    assert!(equations.solve(2, |_| 0.0).is_none(), "a column of zeros");
    assert!(equations.solve(2, |_| 1.0).is_some(), "a ridge makes it solvable");
    equations.add(&[f64::NAN, 1.0], 1.0, 1.0);
    assert!(equations.solve(2, |_| 1.0).is_none(), "NaN");
}

#[test]
fn cholesky_solves_and_inverts_as_numpy() {
    let cases = rows(include_str!("../golden/spd.csv"));
    let matrix: Vec<f64> = cases.iter().flat_map(|case| case[..6].to_vec()).collect();
    let b: Vec<f64> = cases.iter().map(|case| case[6]).collect();
    let factor = Cholesky::of(&matrix, 6).unwrap();
    assert_close(factor.ln_determinant(), 13.506_825_016_493_865, 1e-12, "log determinant");
    let found = factor.solve(&b).into_iter().zip(factor.inverse_diagonal());
    for ((x, inverse), case) in found.zip(&cases) {
        assert!((x - case[7]).abs() < 1e-12 && (inverse - case[8]).abs() < 1e-12, "{x} {inverse} {case:?}");
    }
}

#[test]
fn matrices_that_are_not_positive_definite_have_no_factor() {
    for matrix in [[0.0, 0.0, 0.0, 0.0], [1.0, 2.0, 2.0, 1.0], [-1.0, 0.0, 0.0, 1.0], [f64::NAN, 0.0, 0.0, 1.0]] {
        assert!(Cholesky::of(&matrix, 2).is_none(), "{matrix:?}");
    }
}

#[test]
fn intervals_agree_with_numpy_inverted_cdf() {
    for line in include_str!("../golden/quantiles.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let mut draws = numbers(fields[5]);
        assert_eq!(draws.len().to_string(), fields[0]);
        let found = interval_of(&mut draws).unwrap();
        let wanted: Vec<f64> = fields[1..5].iter().map(|field| field.parse().unwrap()).collect();
        assert_eq!([found.low, found.mid, found.high], wanted[..3], "of {} draws", fields[0]);
        assert_close(found.mean, wanted[3], 1e-12, "mean");
    }
    assert!(interval_of(&mut []).is_none());
}

#[test]
fn great_circles_agree_with_scikit_learn() {
    for case in rows(include_str!("../golden/great_circle.csv")) {
        let got = distance_km((case[0], case[1]), (case[2], case[3]));
        assert!((got - case[4]).abs() < 1e-6 + 1e-12 * case[4], "{case:?}: {got}");
        assert_eq!(got, distance_km((case[2], case[3]), (case[0], case[1])), "the way back is as long");
    }
}

#[test]
fn a_checkerboard_is_dispersed_and_two_halves_are_clustered() {
    let points: Vec<(f64, f64)> = (0..64).map(|at| (f64::from(at / 8) * 0.1, f64::from(at % 8) * 0.1)).collect();
    let near = Neighbours::within(&points, 12.0);
    assert_eq!(near.of(0), [0, 1, 8], "itself, the next and the one above");
    let board: Vec<f64> = (0..64).map(|at| f64::from((at / 8 + at % 8) % 2)).collect();
    let halves: Vec<f64> = (0..64).map(|at| f64::from(u8::from(at >= 32))).collect();
    // Every neighbour differs; 16 of 224 ordered pairs of neighbours do.
    assert_close(morans_i(&board, &near).unwrap().0, -1.0, 1e-12, "checkerboard");
    assert_close(morans_i(&halves, &near).unwrap().0, (224.0 - 2.0 * 16.0) / 224.0, 1e-12, "halves");
    assert_eq!(morans_i(&[2.0; 64], &near), None, "equal values");
    let hot = getis_ord_star(&halves, &near);
    assert!(hot[60].unwrap() > 1.0 && hot[3].unwrap() < -1.0, "{:?} {:?}", hot[60], hot[3]);
    assert!(getis_ord_star(&[1.0; 64], &near).iter().all(|z| z.is_none_or(|z| z.abs() < 1e-9)), "equal values");
}

#[test]
fn minimum_of_rosenbrocks_valley_is_found() {
    // (1 - x)^2 + 100 (y - x^2)^2 has its minimum of 0 at (1, 1).
    let valley = |at: &[f64]| (1.0 - at[0]).powi(2) + 100.0 * (at[1] - at[0] * at[0]).powi(2);
    let (found, height) = minimise(valley, &[-1.2, 1.0], &[0.5, 0.5], 2_000);
    assert!((found[0] - 1.0).abs() < 1e-2 && (found[1] - 1.0).abs() < 2e-2 && height < 1e-4, "{found:?} {height}");
    let (stays, infinite) = minimise(|_| f64::NAN, &[3.0], &[1.0], 50);
    assert!(stays[0].is_finite() && infinite == f64::INFINITY, "NaN counts as infinitely high");
}

proptest! {
    #[test]
    fn isotonic_fits_rise_and_keep_the_mean(means in prop::collection::vec((-1e3..1e3_f64, 0.01..10.0_f64), 0..40)) {
        let blocks: Vec<Block> = means.iter().map(|(mean, weight)| Block { mean: *mean, weight: *weight }).collect();
        let fit = non_decreasing(&blocks);
        prop_assert_eq!(fit.len(), blocks.len());
        prop_assert!(fit.windows(2).all(|pair| pair[0] <= pair[1]));
        let sum = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>();
        let before = sum(&mut blocks.iter().map(|block| block.mean * block.weight));
        let after = sum(&mut fit.iter().zip(&blocks).map(|(value, block)| value * block.weight));
        prop_assert!((before - after).abs() < 1e-6, "{before} {after}");
    }

    #[test]
    fn adjusted_p_values_are_never_smaller_and_keep_their_order(p in prop::collection::vec(0.0..=1.0_f64, 1..50)) {
        let q = benjamini_hochberg(&p);
        for (a, b) in (0..p.len()).flat_map(|a| (0..p.len()).map(move |b| (a, b))) {
            prop_assert!(q[a] >= p[a] - 1e-15 && q[a] <= 1.0);
            prop_assert!(p[a] > p[b] || q[a] <= q[b]);
        }
    }

    #[test]
    fn intervals_are_draws_in_order(draws in prop::collection::vec(-1e9..1e9_f64, 1..200)) {
        let found = interval_of(&mut draws.clone()).unwrap();
        prop_assert!(found.low <= found.mid && found.mid <= found.high);
        let share = |point: f64| draws.iter().filter(|draw| **draw <= point).count() as f64 / draws.len() as f64;
        for (point, part) in [(found.low, 0.1), (found.mid, 0.5), (found.high, 0.9)] {
            prop_assert!(draws.contains(&point) && share(point) >= part - 1e-12);
        }
    }

    #[test]
    fn normal_quantiles_are_odd_and_rise(p in 1e-9..0.5_f64) {
        prop_assert!((normal_quantile(p) + normal_quantile(1.0 - p)).abs() < 1e-6);
        prop_assert!(normal_quantile(p) < normal_quantile(p + 1e-3));
    }

    #[test]
    fn strata_hold_one_draw_each(count in 1_usize..300, seed in any::<u64>()) {
        let mut draws = stratified_uniforms(count, &mut SplitMix64::new(seed));
        draws.sort_by(f64::total_cmp);
        for (at, draw) in draws.iter().enumerate() {
            prop_assert!((draw * count as f64).floor() as usize == at);
        }
        let sum: f64 = stratified_normals(count, &mut SplitMix64::new(seed)).iter().sum();
        prop_assert!(sum.abs() < 1e-6, "strata are symmetric: {sum}");
    }

    #[test]
    fn swapping_the_periods_turns_the_sign(a in 0.0..1e4_f64, b in 0.0..1e4_f64, days in 1.0..400.0_f64) {
        let (forth, back) = (poisson_ratio_test(a, days, b, days, 1.0), poisson_ratio_test(b, days, a, days, 1.0));
        prop_assert!((forth.0 + back.0).abs() < 1e-9 && (forth.1 - back.1).abs() < 1e-12);
        prop_assert!((0.0..=1.0).contains(&forth.1));
    }
}
