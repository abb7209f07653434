//! Distributions and tests of counts against SciPy and statsmodels, and laws that they obey.

use engines::stat::{
    SplitMix64, benjamini_hochberg, binomial_lower_tail, normal_quantile, poisson_ratio_test, trigamma,
};
use proptest::prelude::*;

use crate::table::assert_close;

/// Successes, trials, probability, `scipy.stats.binom.cdf`.
const BINOMIAL: [(f64, f64, f64, f64); 15] = [
    (0.0, 1.0, 0.5, 0.5),
    (0.0, 10.0, 1e-12, 0.999_999_999_99),
    (3.0, 5.0, 0.999_999, 9.999_980_000_590_113e-12),
    (1.0, 2.0, 0.333_333_333_333_333_3, 0.888_888_888_888_888_8),
    (49.0, 100.0, 0.5, 0.460_205_381_306_411_03),
    (0.0, 100_000.0, 1e-5, 0.367_877_601_766_572_2),
    (2.0, 100_000.0, 1e-5, 0.919_699_522_635_639_4),
    (99.0, 100.0, 0.99, 0.633_967_658_726_770_9),
    (499.0, 1_000.0, 0.5, 0.487_387_490_910_819_73),
    (550.0, 1_000.0, 0.5, 0.999_304_129_202_789),
    (10.0, 1_000.0, 0.05, 2.797_798_561_485_538_5e-12),
    (5_000.0, 10_000.0, 0.52, 3.280_063_846_135_712_5e-5),
    (1.0, 30.0, 0.083_333_333_333_333_33, 0.273_989_768_157_290_15),
    (29.0, 30.0, 0.9, 0.957_608_841_724_783_8),
    (12.0, 365.0, 0.033_333_333_333_333_33, 0.556_596_553_322_378_2),
];

/// x, `scipy.special.polygamma(1, x)`.
const TRIGAMMA: [(f64, f64); 14] = [
    (1e-6, 1_000_000_000_001.645),
    (1e-3, 1_000_001.642_533_195_9),
    (0.1, 101.433_299_150_792_75),
    (0.25, 17.197_329_154_507_113),
    (0.75, 2.541_879_647_671_607),
    (1.5, 0.934_802_200_544_679_3),
    (3.0, 0.394_934_066_848_226_46),
    (7.25, 0.147_879_233_158_932_2),
    (9.999, 0.105_177_386_676_728_85),
    (10.0, 0.105_166_335_681_685_76),
    (10.001, 0.105_155_287_006_543_97),
    (25.0, 0.040_810_663_257_225_58),
    (100.0, 0.010_050_166_663_333_573),
    (1e8, 1.000_000_005e-8),
];

/// Probability, `scipy.stats.norm.ppf`.
const NORMAL: [(f64, f64); 16] = [
    (1e-300, -37.047_096_299_361_2),
    (1e-100, -21.273_453_560_965_322),
    (1e-20, -9.262_340_089_798_409),
    (1e-10, -6.361_340_902_404_056),
    (1e-4, -3.719_016_485_455_680_4),
    (0.01, -2.326_347_874_040_840_8),
    (0.025, -1.959_963_984_540_054_5),
    (0.05, -1.644_853_626_951_472_9),
    (0.25, -0.674_489_750_196_081_7),
    (0.4, -0.253_347_103_135_799_7),
    (0.6, 0.253_347_103_135_799_7),
    (0.9, 1.281_551_565_544_600_4),
    (0.975, 1.959_963_984_540_054),
    (0.999, 3.090_232_306_167_813),
    (0.9999, 3.719_016_485_455_709),
    (0.999_999_999_9, 6.361_340_889_697_422),
];

#[test]
fn extreme_binomial_tails_agree_with_scipy() {
    for (k, n, p, wanted) in BINOMIAL {
        assert_close(binomial_lower_tail(k, n, p), wanted, 1e-8, &format!("P(X <= {k} | {n}, {p})"));
    }
}

#[test]
fn trigamma_of_tiny_and_huge_arguments_agrees_with_scipy() {
    for (x, wanted) in TRIGAMMA {
        assert_close(trigamma(x), wanted, 1e-9, &format!("trigamma({x})"));
    }
    for nothing in [0.0, -1.5, f64::NAN] {
        assert_eq!(trigamma(nothing), f64::INFINITY, "{nothing}");
    }
}

#[test]
fn normal_quantiles_far_out_agree_with_scipy() {
    for (p, wanted) in NORMAL {
        assert_close(normal_quantile(p), wanted, 1e-8, &format!("quantile of {p}"));
    }
    assert_eq!(normal_quantile(0.5).abs(), 0.0);
}

/// `multipletests(p, method="fdr_bh")` of statsmodels 0.15.0.
#[test]
fn tied_p_values_agree_with_statsmodels() {
    let p = [0.01, 0.01, 0.02, 0.02, 0.5, 0.5, 1.0, 0.0, 0.04, 0.049];
    let wanted = [
        0.033_333_333_333_333_33,
        0.033_333_333_333_333_33,
        0.04,
        0.04,
        0.555_555_555_555_555_6,
        0.555_555_555_555_555_6,
        1.0,
        0.0,
        0.066_666_666_666_666_67,
        0.07,
    ];
    for (got, wanted) in benjamini_hochberg(&p).into_iter().zip(wanted) {
        assert_close(got, wanted, 1e-12, "adjusted");
    }
}

/// 300 worlds of 40 true nulls and 10 real effects: the mean share of false findings is at most the promised 10 %.
#[test]
fn false_discoveries_stay_below_the_promised_rate() {
    let mut random = SplitMix64::new(20_261_123);
    let (mut shares, mut found) = (0.0, 0);
    for _ in 0..300 {
        let nulls = (0..40).map(|_| random.uniform()).collect::<Vec<f64>>();
        let effects = (0..10).map(|_| random.uniform().powi(8) * 0.01).collect::<Vec<f64>>();
        let q = benjamini_hochberg(&[nulls, effects].concat());
        let is_found = |q: &&f64| **q <= 0.1;
        let (false_ones, true_ones) =
            (q[..40].iter().filter(is_found).count(), q[40..].iter().filter(is_found).count());
        found += true_ones;
        shares += false_ones as f64 / (false_ones + true_ones).max(1) as f64;
    }
    assert!((0.05..0.1).contains(&(shares / 300.0)), "{}", shares / 300.0);
    assert!(found > 2_900, "{found} of 3,000 effects found");
}

#[test]
fn one_p_value_is_its_own_adjustment() {
    for p in [0.0, 0.01, 0.5, 1.0] {
        assert_eq!(benjamini_hochberg(&[p]), [p]);
    }
}

/// Krishnamoorthy & Thomson (2004), table 1 of rates with the known sign; a longer time in the second period lowers its rate.
#[test]
fn rates_are_compared_and_not_counts() {
    let same = poisson_ratio_test(1_000.0, 10.0, 2_000.0, 20.0, 1.0);
    assert!(same.0.abs() < 0.02 && same.1 > 0.98, "equal rates over unequal times: {same:?}");
    let falls = poisson_ratio_test(1_000.0, 10.0, 1_000.0, 20.0, 1.0);
    assert!(falls.0 < -10.0 && falls.1 < 1e-20, "{falls:?}");
    assert!(poisson_ratio_test(10.0, 7.0, 30.0, 7.0, 0.2) == poisson_ratio_test(10.0, 7.0, 30.0, 7.0, 1.0));
}

proptest! {
    #[test]
    fn binomial_tails_mirror_failures(n in 1_u32..200, share in 0.0..1.0_f64, p in 0.001..0.999_f64) {
        let k = (share * f64::from(n)).floor().min(f64::from(n) - 1.0);
        let both = binomial_lower_tail(k, f64::from(n), p) + binomial_lower_tail(f64::from(n) - k - 1.0, f64::from(n), 1.0 - p);
        prop_assert!((both - 1.0).abs() < 1e-9, "{both}");
    }

    #[test]
    fn binomial_tails_rise_with_successes_and_fall_with_the_probability(n in 2_u32..150, p in 0.01..0.98_f64) {
        let tail = |k: u32, p: f64| binomial_lower_tail(f64::from(k), f64::from(n), p);
        for k in 0..n {
            prop_assert!(tail(k, p) <= tail(k + 1, p) + 1e-12);
            prop_assert!(tail(k, p) + 1e-12 >= tail(k, p + 0.01));
            prop_assert!((0.0..=1.0).contains(&tail(k, p)));
        }
    }

    /// P(X <= k | n + 1) = p P(X <= k - 1 | n) + (1 - p) P(X <= k | n).
    #[test]
    fn binomial_tails_add_a_trial_by_the_law_of_total_probability(n in 1_u32..120, k in 0_u32..120, p in 0.001..0.999_f64) {
        let tail = |k: f64, n: u32| binomial_lower_tail(k, f64::from(n), p);
        let k = f64::from(k.min(n));
        prop_assert!((tail(k, n + 1) - p * tail(k - 1.0, n) - (1.0 - p) * tail(k, n)).abs() < 1e-9);
    }

    /// Abramowitz & Stegun (1964), 6.4.6 and 6.4.7.
    #[test]
    fn trigamma_obeys_recurrence_and_reflection(x in 0.01..0.99_f64, whole in 0_u32..30) {
        let at = x + f64::from(whole);
        prop_assert!((trigamma(at) - trigamma(at + 1.0) - 1.0 / (at * at)).abs() < 1e-9 * trigamma(at));
        let sine = (std::f64::consts::PI * x).sin();
        let wanted = (std::f64::consts::PI / sine).powi(2);
        prop_assert!((trigamma(x) + trigamma(1.0 - x) - wanted).abs() < 1e-9 * wanted);
        prop_assert!(trigamma(at) > trigamma(at + 0.01));
    }

    #[test]
    fn units_of_time_do_not_change_a_comparison(
        a in 0.0..500.0_f64, b in 0.0..500.0_f64, days in 1.0..100.0_f64, unit in 0.01..100.0_f64,
    ) {
        let (one, other) = (poisson_ratio_test(a, days, b, 7.0, 1.0), poisson_ratio_test(a, days * unit, b, 7.0 * unit, 1.0));
        prop_assert!((one.0 - other.0).abs() < 1e-9 && (one.1 - other.1).abs() < 1e-9);
    }

    #[test]
    fn more_clicks_after_are_never_less_evidence_of_a_rise(a in 1.0..200.0_f64, b in 0.0..200.0_f64, more in 0.1..50.0_f64) {
        let z = |b: f64| poisson_ratio_test(a, 28.0, b, 28.0, 1.0).0;
        prop_assert!(z(b + more) > z(b));
    }

    #[test]
    fn order_and_size_of_a_family_decide_its_adjustment(p in prop::collection::vec(0.0..=1.0_f64, 1..30), turn in 0_usize..30) {
        let mut turned = p.clone();
        turned.rotate_left(turn % p.len());
        let mut wanted = benjamini_hochberg(&p);
        wanted.rotate_left(turn % p.len());
        prop_assert_eq!(benjamini_hochberg(&turned), wanted);
        // One more test that finds nothing makes no other finding clearer.
        let with_null = benjamini_hochberg(&[p.as_slice(), &[1.0]].concat());
        for (alone, among) in benjamini_hochberg(&p).iter().zip(&with_null) {
            prop_assert!(*among >= alone - 1e-12);
        }
        // The largest of them is never multiplied.
        let most = p.iter().copied().fold(0.0, f64::max);
        let largest = benjamini_hochberg(&p).into_iter().fold(0.0, f64::max);
        prop_assert!((largest - most).abs() < 1e-12);
    }
}
