//! Statistics against values computed elsewhere; see `golden/PROVENANCE.md`.

use engines::stat::{
    SplitMix64, benjamini_hochberg, binomial_lower_tail, interval_of, normal_quantile, poisson_ratio_test,
    stratified_uniforms,
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
    let cases = rows(include_str!("golden/binomial.csv"));
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
    let cases = rows(include_str!("golden/benjamini_hochberg.csv"));
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
fn normal_quantiles_agree_with_scipy() {
    for case in rows(include_str!("golden/normal_quantile.csv")) {
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
