//! Isotonic regression against its characterisation by averages, and in worked examples.

use engines::stat::{Block, non_decreasing};
use proptest::prelude::*;

fn blocks(means: &[f64], weights: &[f64]) -> Vec<Block> {
    means.iter().zip(weights).map(|(mean, weight)| Block { mean: *mean, weight: *weight }).collect()
}

/// The greatest of the least averages: max over starts at or before, min over ends at or after.
///
/// Source: Robertson, Wright & Dykstra (1988), "Order restricted statistical inference", theorem 1.4.4.
fn by_averages(blocks: &[Block]) -> Vec<f64> {
    let average = |from: usize, to: usize| {
        let weight: f64 = blocks[from..=to].iter().map(|block| block.weight).sum();
        blocks[from..=to].iter().map(|block| block.mean * block.weight).sum::<f64>() / weight
    };
    let least = |from: usize, at: usize| (at..blocks.len()).map(|to| average(from, to)).fold(f64::INFINITY, f64::min);
    (0..blocks.len()).map(|at| (0..=at).map(|from| least(from, at)).fold(f64::NEG_INFINITY, f64::max)).collect()
}

/// Means, weights and what `IsotonicRegression().fit(x, y, sample_weight)` of scikit-learn 1.9.1 makes of them.
#[test]
fn worked_examples_are_pooled() {
    let cases: [(&[f64], &[f64], &[f64]); 8] = [
        (&[], &[], &[]),
        (&[3.0], &[2.0], &[3.0]),
        (&[1.0, 2.0, 3.0], &[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]),
        (&[3.0, 2.0, 1.0], &[1.0, 1.0, 1.0], &[2.0, 2.0, 2.0]),
        (&[3.0, 1.0], &[1.0, 3.0], &[1.5, 1.5]),
        (&[1.0, 3.0, 2.0, 4.0], &[1.0, 1.0, 1.0, 1.0], &[1.0, 2.5, 2.5, 4.0]),
        (&[5.0, 1.0, 3.0, 0.0], &[1.0, 1.0, 1.0, 1.0], &[2.25, 2.25, 2.25, 2.25]),
        (&[0.0, 10.0, 4.0, 4.0, 20.0], &[1.0, 1.0, 2.0, 3.0, 1.0], &[0.0, 5.0, 5.0, 5.0, 20.0]),
    ];
    for (means, weights, wanted) in cases {
        assert_eq!(non_decreasing(&blocks(means, weights)), wanted, "{means:?} weighing {weights:?}");
    }
}

#[test]
fn equal_means_stay_equal() {
    let fit = non_decreasing(&blocks(&[0.3; 50], &[2.0; 50]));
    assert!(fit.len() == 50 && fit.iter().all(|value| (value - 0.3).abs() < 1e-12), "{fit:?}");
}

#[test]
fn a_heavy_block_moves_little_and_a_light_one_gives_way() {
    let fit = non_decreasing(&blocks(&[1.0, 0.0], &[1e12, 1.0]));
    assert!((fit[0] - 1.0).abs() < 1e-9 && fit[0] == fit[1], "{fit:?}");
}

proptest! {
    #[test]
    fn fits_are_the_greatest_of_the_least_averages(
        given in prop::collection::vec((-100.0..100.0_f64, 0.1..10.0_f64), 1..14),
    ) {
        let given: Vec<Block> = given.into_iter().map(|(mean, weight)| Block { mean, weight }).collect();
        for (fit, wanted) in non_decreasing(&given).into_iter().zip(by_averages(&given)) {
            prop_assert!((fit - wanted).abs() < 1e-9, "{fit} is not {wanted}");
        }
    }

    #[test]
    fn fitting_a_fit_changes_nothing(given in prop::collection::vec((-100.0..100.0_f64, 0.1..10.0_f64), 0..40)) {
        let given: Vec<Block> = given.into_iter().map(|(mean, weight)| Block { mean, weight }).collect();
        let once = non_decreasing(&given);
        let again: Vec<Block> = once.iter().zip(&given).map(|(mean, block)| Block { mean: *mean, ..*block }).collect();
        for (a, b) in once.iter().zip(non_decreasing(&again)) {
            prop_assert!((a - b).abs() < 1e-9);
        }
    }

    #[test]
    fn fits_shift_stretch_and_mirror_with_the_means(
        means in prop::collection::vec(-100.0..100.0_f64, 1..30), shift in -50.0..50.0_f64, factor in 0.1..9.0_f64,
    ) {
        let ones = vec![1.0; means.len()];
        let fit = non_decreasing(&blocks(&means, &ones));
        let moved: Vec<f64> = means.iter().map(|mean| mean * factor + shift).collect();
        for (a, b) in fit.iter().zip(non_decreasing(&blocks(&moved, &ones))) {
            prop_assert!((a * factor + shift - b).abs() < 1e-8);
        }
        // Read backwards with the sign turned, a rising sequence rises.
        let mirrored: Vec<f64> = means.iter().rev().map(|mean| -mean).collect();
        for (a, b) in fit.iter().rev().zip(non_decreasing(&blocks(&mirrored, &ones))) {
            prop_assert!((a + b).abs() < 1e-8);
        }
    }

    #[test]
    fn fits_stay_between_the_least_and_the_largest_mean(means in prop::collection::vec(-1e6..1e6_f64, 1..40)) {
        let fit = non_decreasing(&blocks(&means, &vec![1.0; means.len()]));
        let (least, most) = means.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), v| (l.min(*v), m.max(*v)));
        prop_assert!(fit.iter().all(|value| (least - 1e-6..=most + 1e-6).contains(value)));
    }
}
