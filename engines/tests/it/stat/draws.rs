//! Random numbers: the published generator, and draws that follow their distribution.

use engines::stat::{
    SplitMix64, binomial, interval_of, normal_quantile, poisson, standard_normal, stratified_normals,
    stratified_uniforms,
};
use proptest::prelude::*;

/// Draws of each distribution.
const DRAWS: usize = 20_000;

/// 99.9 % points of chi-square with 1 to 9 degrees of freedom: `scipy.stats.chi2.ppf(0.999, df)`.
const CHI_SQUARE: [f64; 9] = [10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877];

/// Upper ends of the groups but the last, and the probability of each group by `numpy.diff(scipy.stats.poisson.cdf)`.
type Groups = (&'static [f64], &'static [f64]);

const POISSON: [(f64, Groups); 5] = [
    (0.5, (&[0.0, 1.0, 2.0], &[0.606_530_66, 0.303_265_33, 0.075_816_33, 0.014_387_68])),
    (
        3.0,
        (
            &[0.0, 1.0, 2.0, 4.0, 5.0, 6.0, 7.0],
            &[
                0.049_787_07,
                0.149_361_21,
                0.224_041_81,
                0.392_073_16,
                0.100_818_81,
                0.050_409_41,
                0.021_604_03,
                0.011_904_51,
            ],
        ),
    ),
    (
        20.0,
        (
            &[11.0, 14.0, 17.0, 20.0, 24.0, 27.0, 30.0],
            &[
                0.021_386_82,
                0.083_477_46,
                0.192_164_12,
                0.262_064_19,
                0.284_134_79,
                0.104_291_91,
                0.039_006_03,
                0.013_474_68,
            ],
        ),
    ),
    (
        50.0,
        (
            &[36.0, 41.0, 46.0, 50.0, 55.0, 60.0, 65.0],
            &[
                0.023_758_91,
                0.088_530_15,
                0.204_388_54,
                0.220_839_08,
                0.246_953_71,
                0.143_369_42,
                0.054_895_60,
                0.017_264_57,
            ],
        ),
    ),
    // Above 50 a rounded normal distribution with symmetric tails is used, so only the centre is compared.
    (80.0, (&[79.0], &[0.485_128_12, 0.514_871_88])),
];

const BINOMIAL: [(u32, f64, Groups); 3] = [
    (
        10,
        0.3,
        (
            &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
            &[
                0.028_247_52,
                0.121_060_82,
                0.233_474_44,
                0.266_827_93,
                0.200_120_95,
                0.102_919_35,
                0.036_756_91,
                0.010_592_08,
            ],
        ),
    ),
    (
        200,
        0.02,
        (
            &[1.0, 2.0, 4.0, 5.0, 6.0, 8.0, 9.0],
            &[
                0.089_375_48,
                0.145_772_65,
                0.393_695_44,
                0.157_878_89,
                0.104_715_59,
                0.088_387_07,
                0.012_695_59,
                0.007_479_29,
            ],
        ),
    ),
    (
        201,
        0.5,
        (
            &[86.0, 91.0, 96.0, 100.0, 105.0, 110.0, 115.0],
            &[
                0.024_000_73,
                0.078_051_93,
                0.184_285_16,
                0.213_662_18,
                0.259_656_04,
                0.161_261_29,
                0.062_042_02,
                0.017_040_65,
            ],
        ),
    ),
];

/// Pearson's statistic of draws in groups.
fn chi_square(draws: &[f64], (ends, shares): Groups) -> f64 {
    let mut counts = vec![0.0; shares.len()];
    draws.iter().for_each(|draw| counts[ends.partition_point(|end| end < draw)] += 1.0);
    let term = |(count, share): (&f64, &f64)| {
        let expected = share * draws.len() as f64;
        (count - expected).powi(2) / expected
    };
    counts.iter().zip(shares).map(term).sum()
}

/// Largest distance of the empirical distribution from `cdf`, times the root of the count.
fn kolmogorov(mut draws: Vec<f64>, cdf: impl Fn(f64) -> f64) -> f64 {
    draws.sort_by(f64::total_cmp);
    let count = draws.len() as f64;
    let off = |(at, draw): (usize, &f64)| {
        (cdf(*draw) - at as f64 / count).abs().max((cdf(*draw) - (at + 1) as f64 / count).abs())
    };
    draws.iter().enumerate().map(off).fold(0.0, f64::max) * count.sqrt()
}

#[test]
fn generator_gives_the_first_five_published_numbers() {
    let mut random = SplitMix64::new(1_234_567);
    let published = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!(std::array::from_fn(|_| random.next_u64()), published);
}

/// Counts of fifths among 100,000 numbers of seed 987654321, as the task "Pseudo-random numbers/Splitmix64" has them.
#[test]
fn uniform_numbers_fall_into_the_published_fifths() {
    let (mut uniform, mut below) = ([0; 5], [0; 5]);
    let (mut one, mut other) = (SplitMix64::new(987_654_321), SplitMix64::new(987_654_321));
    for _ in 0..100_000 {
        uniform[(one.uniform() * 5.0) as usize] += 1;
        below[other.below(5)] += 1;
    }
    assert_eq!(uniform, [20_027, 19_892, 20_073, 19_978, 20_030]);
    assert_eq!(below, uniform, "a whole number below 5 is the same fifth");
}

#[test]
fn poisson_counts_follow_their_distribution() {
    for (mean, groups) in POISSON {
        let mut random = SplitMix64::new(11);
        let draws: Vec<f64> = (0..DRAWS).map(|_| poisson(mean, &mut random)).collect();
        assert!(draws.iter().all(|draw| *draw >= 0.0 && draw.fract() == 0.0), "whole counts of mean {mean}");
        let found = chi_square(&draws, groups);
        assert!(found < CHI_SQUARE[groups.1.len() - 2], "mean {mean}: chi-square {found}");
    }
}

#[test]
fn mean_and_variance_of_poisson_counts_are_equal() {
    for mean in [0.1, 2.0, 49.9, 50.1, 400.0, 1e6] {
        let mut random = SplitMix64::new(12);
        let draws: Vec<f64> = (0..DRAWS).map(|_| poisson(mean, &mut random)).collect();
        let average = draws.iter().sum::<f64>() / DRAWS as f64;
        let variance = draws.iter().map(|draw| (draw - average).powi(2)).sum::<f64>() / DRAWS as f64;
        assert!((average - mean).abs() < 4.0 * (mean / DRAWS as f64).sqrt(), "mean {average} of {mean}");
        assert!((variance / mean - 1.0).abs() < 0.08, "variance {variance} of {mean}");
    }
    assert_eq!(poisson(0.0, &mut SplitMix64::new(1)), 0.0);
}

#[test]
fn binomial_counts_follow_their_distribution() {
    for (trials, p, groups) in BINOMIAL {
        let mut random = SplitMix64::new(13);
        let draws: Vec<f64> = (0..DRAWS).map(|_| f64::from(binomial(trials, p, &mut random))).collect();
        let found = chi_square(&draws, groups);
        assert!(found < CHI_SQUARE[groups.1.len() - 2], "{trials} trials of {p}: chi-square {found}");
    }
}

#[test]
fn binomial_counts_stay_between_none_and_all() {
    let mut random = SplitMix64::new(14);
    for trials in [0, 1, 200, 201, 1_000_000] {
        assert_eq!(binomial(trials, 0.0, &mut random), 0, "{trials} trials that never succeed");
        assert_eq!(binomial(trials, 1.0, &mut random), trials, "{trials} trials that always succeed");
        for p in [1e-9, 0.001, 0.999, 0.999_999_999] {
            assert!((0..200).all(|_| binomial(trials, p, &mut random) <= trials), "{trials} trials of {p}");
        }
    }
}

#[test]
fn uniform_and_normal_numbers_pass_the_test_of_kolmogorov() {
    for seed in 0..5 {
        let mut random = SplitMix64::new(seed);
        let uniform: Vec<f64> = (0..DRAWS).map(|_| random.uniform()).collect();
        assert!(uniform.iter().all(|draw| (0.0..1.0).contains(draw)));
        // 99.9 % point: `scipy.stats.kstwobign.ppf(0.999)`.
        assert!(kolmogorov(uniform, |x| x) < 1.949, "uniform, seed {seed}");
        let normal: Vec<f64> = (0..2_000).map(|_| standard_normal(&mut random)).collect();
        let inverse = |x: f64| {
            let (mut low, mut high) = (1e-12, 1.0 - 1e-12);
            for _ in 0..50 {
                let middle = 0.5 * (low + high);
                if normal_quantile(middle) < x { low = middle } else { high = middle }
            }
            low
        };
        assert!(kolmogorov(normal, inverse) < 1.949, "normal, seed {seed}");
    }
}

#[test]
fn neighbouring_numbers_are_uncorrelated() {
    for lag in [1, 2, 3, 7] {
        let mut random = SplitMix64::new(99);
        let draws: Vec<f64> = (0..DRAWS).map(|_| random.uniform() - 0.5).collect();
        let product: f64 = draws.iter().zip(&draws[lag..]).map(|(a, b)| 12.0 * a * b).sum();
        assert!(product.abs() / (DRAWS as f64).sqrt() < 3.3, "lag {lag}");
    }
}

#[test]
fn strata_come_in_another_order_for_another_seed() {
    let draw = |seed: u64| stratified_uniforms(200, &mut SplitMix64::new(seed));
    assert_eq!(draw(5), draw(5));
    assert_ne!(draw(5), draw(6));
    // Shuffled: the first place holds every stratum about as often.
    let first: Vec<f64> = (0..2_000).map(|seed| stratified_uniforms(10, &mut SplitMix64::new(seed))[0]).collect();
    for stratum in 0..10 {
        let middle = (f64::from(stratum) + 0.5) / 10.0;
        let count = first.iter().filter(|draw| (**draw - middle).abs() < 1e-9).count();
        assert!((150..=250).contains(&count), "stratum {stratum} came first {count} times of 2,000");
    }
    assert!(stratified_normals(0, &mut SplitMix64::new(1)).is_empty());
}

/// A thousand strata of a normal distribution have its moments far more exactly than a thousand draws.
#[test]
fn stratified_normal_numbers_have_the_moments_of_the_distribution() {
    let draws = stratified_normals(1_000, &mut SplitMix64::new(3));
    let moment = |power: i32| draws.iter().map(|draw| draw.powi(power)).sum::<f64>() / 1_000.0;
    assert!(moment(1).abs() < 1e-9 && moment(3).abs() < 1e-6);
    assert!((moment(2) - 1.0).abs() < 5e-3, "{}", moment(2));
    assert!((moment(4) - 3.0).abs() < 0.1, "{}", moment(4));
}

proptest! {
    #[test]
    fn whole_numbers_stay_below_their_bound(seed in any::<u64>(), bound in 0_usize..1_000) {
        let mut random = SplitMix64::new(seed);
        prop_assert!((0..50).all(|_| random.below(bound) < bound.max(1)));
    }

    #[test]
    fn intervals_move_and_stretch_with_their_draws(
        draws in prop::collection::vec(-1e3..1e3_f64, 1..80), shift in -1e3..1e3_f64, factor in 0.1..10.0_f64,
    ) {
        let one = interval_of(&mut draws.clone()).unwrap();
        let mut moved: Vec<f64> = draws.iter().map(|draw| draw * factor + shift).collect();
        let other = interval_of(&mut moved).unwrap();
        for (a, b) in [(one.low, other.low), (one.mid, other.mid), (one.high, other.high), (one.mean, other.mean)] {
            prop_assert!((a * factor + shift - b).abs() < 1e-6);
        }
        let mut turned: Vec<f64> = draws.iter().rev().copied().collect();
        let back = interval_of(&mut turned).unwrap();
        prop_assert_eq!((back.low, back.mid, back.high), (one.low, one.mid, one.high));
    }
}
