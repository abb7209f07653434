//! Statistics against values computed elsewhere; see `../golden/PROVENANCE.md`.

use engines::stat::{
    Block, Cholesky, NormalEquations, SplitMix64, TOGETHER, Work, benjamini_hochberg, binomial_lower_tail, dot,
    interval_of, middle_as_r, minimise, non_decreasing, normal_quantile, poisson_ratio_test, stratified_uniforms,
    with_products,
};

fn rows(text: &str) -> Vec<Vec<f64>> {
    let numbers = |line: &str| line.split(',').map(|field| field.parse().unwrap()).collect();
    text.lines().skip(1).map(numbers).collect()
}

fn assert_close(got: f64, wanted: f64, relative: f64, what: &str) {
    let distance = (got - wanted).abs();
    assert!(distance <= relative * wanted.abs() + 1e-300, "{what}: got {got}, wanted {wanted}");
}

#[test]
fn binomial_tails_agree_with_scipy() {
    let cases = rows(include_str!("../golden/binomial.csv"));
    assert_eq!(cases.len(), 12);
    for case in cases {
        let got = binomial_lower_tail(case[0], case[1], case[2]);
        assert_close(got, case[3], 1e-9, &format!("P(X <= {} | {}, {})", case[0], case[1], case[2]));
    }
}

#[test]
fn binomial_tail_is_certain_or_impossible_at_the_ends() {
    assert_eq!(binomial_lower_tail(-1.0, 10.0, 0.5), 0.0);
    assert_eq!(binomial_lower_tail(10.0, 10.0, 0.5), 1.0);
    assert_eq!(binomial_lower_tail(3.0, 10.0, 0.0), 1.0);
    assert_eq!(binomial_lower_tail(3.0, 10.0, 1.0), 0.0);
}

#[test]
fn adjusted_p_values_agree_with_scipy() {
    let cases = rows(include_str!("../golden/benjamini_hochberg.csv"));
    let p_values: Vec<f64> = cases.iter().map(|case| case[0]).collect();
    for (got, case) in benjamini_hochberg(&p_values).into_iter().zip(&cases) {
        assert_close(got, case[1], 1e-12, &format!("adjusted {}", case[0]));
    }
}

#[test]
fn adjusted_p_values_keep_their_places_and_take_nan_for_one() {
    let adjusted = benjamini_hochberg(&[0.5, f64::NAN, 0.001]);
    assert_close(adjusted[2], 0.003, 1e-12, "smallest of three");
    assert_eq!(adjusted[1], 1.0);
    assert!(benjamini_hochberg(&[]).is_empty());
}

#[test]
fn no_adjusted_p_value_is_below_its_own() {
    // The largest of n values is adjusted by n / n: in floating point, n * p / n may fall below p.
    let mut random = SplitMix64::new(11);
    for count in 1..300 {
        let p_values: Vec<f64> = (0..count).map(|_| random.uniform()).collect();
        for (p, adjusted) in p_values.iter().zip(benjamini_hochberg(&p_values)) {
            assert!(*p <= adjusted && adjusted <= 1.0, "{p} of {count} became {adjusted}");
        }
    }
}

#[test]
fn normal_quantiles_agree_with_scipy() {
    for case in rows(include_str!("../golden/normal_quantile.csv")) {
        let distance = (normal_quantile(case[0]) - case[1]).abs();
        assert!(distance < 1e-9, "quantile of {}: off by {distance}", case[0]);
    }
}

#[test]
fn equal_rates_give_a_uniform_test() {
    // 2,000 pairs of Poisson counts of mean 50: at 5 % about 100 are significant; 3 deviations allow 130.
    let mut random = SplitMix64::new(7);
    let mut poisson = || {
        let (mut product, mut count) = (random.uniform(), 0.0);
        while product > (-50.0_f64).exp() {
            product *= random.uniform();
            count += 1.0;
        }
        count
    };
    let significant = (0..2_000).filter(|_| poisson_ratio_test(poisson(), 28.0, poisson(), 28.0, 1.0).1 < 0.05).count();
    assert!((70..=130).contains(&significant), "{significant} of 2,000 at 5 %");
}

#[test]
fn a_doubled_rate_is_found_and_no_counts_tell_nothing() {
    let (z, p) = poisson_ratio_test(100.0, 28.0, 200.0, 28.0, 1.0);
    assert!(z > 5.0 && p < 1e-6, "z {z}, p {p}");
    assert_eq!(poisson_ratio_test(0.0, 28.0, 0.0, 28.0, 1.0), (0.0, 1.0));
    assert_eq!(poisson_ratio_test(5.0, 0.0, 5.0, 28.0, 1.0), (0.0, 1.0));
}

#[test]
fn generator_gives_the_published_sequence() {
    // First outputs of Vigna's splitmix64.c for seed 1234567.
    let mut random = SplitMix64::new(1_234_567);
    assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
    assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
}

#[test]
fn stratified_draws_hold_one_of_each_stratum() {
    let mut draws = stratified_uniforms(1_000, &mut SplitMix64::new(1));
    draws.sort_by(f64::total_cmp);
    for (index, draw) in draws.iter().enumerate() {
        assert_close(*draw, (index as f64 + 0.5) / 1_000.0, 1e-12, "stratum");
    }
}

#[test]
fn interval_takes_type_one_quantiles() {
    let mut draws: Vec<f64> = (1..=10).rev().map(f64::from).collect();
    let interval = interval_of(&mut draws).unwrap();
    assert_eq!((interval.low, interval.mid, interval.high, interval.mean), (1.0, 5.0, 9.0, 5.5));
    assert!(interval_of(&mut []).is_none());
}

fn nile() -> Vec<f64> {
    rows(include_str!("../predictive/golden/nile.csv")).into_iter().map(|row| row[0]).collect()
}

fn nile_on_three_lags() -> NormalEquations {
    let nile = nile();
    let mut equations = NormalEquations::new(4);
    for t in 3..nile.len() {
        equations.add(&[1.0, nile[t - 1], nile[t - 2], nile[t - 3]], nile[t], 1.0);
    }
    equations
}

#[test]
fn least_squares_agree_with_statsmodels() {
    let (coefficients, rss) = nile_on_three_lags().solve(4, |_| 0.0).unwrap();
    let wanted = [314.4391919541975, 0.3772958240128649, 0.15447782333243587, 0.12076075239830618];
    for (got, wanted) in coefficients.iter().zip(wanted) {
        assert_close(*got, wanted, 1e-5, "coefficient");
    }
    assert_close(rss, 1_942_358.9408041262, 1e-8, "residual sum of squares");
}

#[test]
fn ridge_agrees_with_the_closed_form() {
    let equations = nile_on_three_lags();
    let penalty = |term: usize| if term == 0 { 0.0 } else { 0.1 * equations.diagonal(term) };
    let (coefficients, _) = equations.solve(4, penalty).unwrap();
    let wanted = [687.6284625819543, 0.10647133888814454, 0.07628198506525592, 0.06359530725237268];
    for (got, wanted) in coefficients.iter().zip(wanted) {
        assert_close(*got, wanted, 1e-5, "coefficient");
    }
}

#[test]
fn equations_without_a_solution_say_so() {
    let mut equations = NormalEquations::new(2);
    assert!(equations.solve(2, |_| 0.0).is_none());
    equations.add(&[0.0, 0.0], 1.0, 1.0);
    assert!(equations.solve(2, |_| 0.0).is_none());
    equations.add(&[f64::NAN, 1.0], 1.0, 1.0);
    assert!(equations.solve(2, |_| 0.0).is_none());
}

#[test]
fn minimising_finds_the_end_of_a_curved_valley() {
    let valley = |p: &[f64]| (1.0 - p[0]).powi(2) + 100.0 * (p[1] - p[0] * p[0]).powi(2);
    let (lowest, value) = minimise(valley, &[-1.2, 1.0], &[0.5, 0.5], 2_000);
    assert!((lowest[0] - 1.0).abs() < 1e-3 && (lowest[1] - 1.0).abs() < 1e-3, "{lowest:?}");
    assert!(value < 1e-6);
}

#[test]
fn minimising_stops_at_its_allowance_and_survives_walls() {
    let mut calls = 0;
    let wall = |p: &[f64]| {
        calls += 1;
        if p[0] < 0.0 { f64::NAN } else { (p[0] - 2.0).powi(2) }
    };
    let (lowest, _) = minimise(wall, &[5.0], &[-1.0], 60);
    assert!((lowest[0] - 2.0).abs() < 0.01);
    assert!(calls <= 70, "{calls}");
}

#[test]
fn trigamma_has_its_known_values() {
    let square = std::f64::consts::PI * std::f64::consts::PI;
    // Abramowitz & Stegun (1964), 6.4.2 and 6.4.4.
    for (x, known) in [(1.0, square / 6.0), (0.5, square / 2.0), (2.0, square / 6.0 - 1.0)] {
        assert!((engines::stat::trigamma(x) - known).abs() < 1e-12, "{x}");
    }
    assert!(engines::stat::trigamma(0.0).is_infinite());
}

#[test]
fn hot_spots_and_clusters_are_found_where_they_were_put() {
    use engines::stat::{Neighbours, distance_km, getis_ord_star, morans_i};
    // A grid of 20 x 20 points, 0.1 degrees apart, with a block of high values in one corner.
    let points: Vec<(f64, f64)> =
        (0..400).map(|at| (40.0 + 0.1 * f64::from(at / 20), -90.0 + 0.1 * f64::from(at % 20))).collect();
    let is_high = |at: i32| at / 20 < 4 && at % 20 < 4;
    let values: Vec<f64> = (0..400).map(|at| if is_high(at) { 10.0 } else { 1.0 + f64::from(at * 7 % 5) }).collect();
    let near = Neighbours::within(&points, 12.0);
    // Every neighbour that a look at all pairs finds, and no other.
    for at in [0, 37, 210, 399] {
        let all: Vec<u32> = (0..400).filter(|other| distance_km(points[at], points[*other as usize]) <= 12.0).collect();
        assert_eq!(near.of(at), all);
    }
    let stars = getis_ord_star(&values, &near);
    assert!(stars[21].unwrap() > 4.0 && stars[390].unwrap() < 2.0);
    assert!(morans_i(&values, &near).unwrap().1 > 3.0);
    assert!(morans_i(&[1.0; 400], &near).is_none() && getis_ord_star(&[1.0; 400], &near).iter().all(Option::is_none));
    // Paris to London: 344 km.
    assert!((distance_km((48.8566, 2.3522), (51.5074, -0.1278)) - 343.6).abs() < 1.0);
}

#[test]
fn isotonic_means_agree_with_scikit_learn() {
    let cases = rows(include_str!("../golden/isotonic.csv"));
    let blocks: Vec<Block> = cases.iter().map(|case| Block { mean: case[0], weight: case[1] }).collect();
    for (got, case) in non_decreasing(&blocks).into_iter().zip(&cases) {
        assert_close(got, case[2], 1e-9, "isotonic mean");
    }
}

#[test]
fn linear_systems_agree_with_numpy() {
    let factor = Cholesky::of(&[4.0, 2.0, 0.6, 2.0, 3.0, 0.4, 0.6, 0.4, 1.5], 3).unwrap();
    let solution = [0.6103202846975089, -1.3558718861209964, 2.117437722419929];
    let diagonal = [0.3861209964412811, 0.501779359430605, 0.7117437722419929];
    let got = factor.solve(&[1.0, -2.0, 3.0]).into_iter().zip(solution);
    got.chain(factor.inverse_diagonal().into_iter().zip(diagonal))
        .for_each(|(a, b)| assert_close(a, b, 1e-12, "numpy"));
    assert_close(factor.ln_determinant(), 2.419478844465545, 1e-12, "determinant");
    assert!(Cholesky::of(&[1.0, 2.0, 2.0, 1.0], 2).is_none() && Cholesky::of(&[f64::NAN], 1).is_none());
}

#[test]
fn an_odd_number_of_values_has_its_middle_twice() {
    let values: Vec<f64> = (0..101).map(|at| f64::from(at * 37 % 101)).collect();
    assert_eq!(middle_as_r(values), [50.0, 50.0]);
}

#[test]
fn an_even_number_of_values_sometimes_misses_its_middle() {
    let mut missed = 0;
    for seed in 1..200_u32 {
        let values: Vec<f64> = (0..72_u32).map(|at| f64::from((at * 7 + 3) * (2 * seed + 1) % 1_009)).collect();
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        let found = middle_as_r(values);
        assert!(found.iter().all(|value| sorted.contains(value)));
        missed += u32::from(found != [sorted[36], sorted[35]]);
    }
    assert!((1..100).contains(&missed), "{missed}");
}

#[test]
fn equal_values_and_a_single_one_have_that_middle() {
    assert_eq!(middle_as_r(vec![4.0; 30]), [4.0, 4.0]);
    assert_eq!(middle_as_r(vec![4.0]), [4.0, 4.0]);
    assert_eq!(middle_as_r(vec![5.0, 3.0]), [5.0, 3.0]);
}

#[test]
fn products_taken_together_are_those_taken_alone_to_the_bit() {
    struct Compare([Vec<f64>; TOGETHER + 1]);
    impl Work for Compare {
        type Output = ();

        fn work(self, products: impl Fn(&[f64], [&[f64]; TOGETHER]) -> [f64; TOGETHER]) {
            let [one, others @ ..] = self.0.each_ref().map(Vec::as_slice);
            assert_eq!(products(one, others), others.map(|other| dot(one, other)));
        }
    }
    for size in [0, 1, 7, 8, 9, 40, 101] {
        let vector = |no: usize| -> Vec<f64> {
            (0..size).map(|at| ((at * 7_919 + no * 104_729) % 1_009) as f64 / 7.0 - 70.0).collect()
        };
        with_products(Compare(std::array::from_fn(vector)));
    }
}
