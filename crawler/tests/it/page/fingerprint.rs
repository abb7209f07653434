//! Fingerprints.

use std::collections::HashSet;

use crawler::page::{Fingerprint, content_hash};
use proptest::prelude::*;

fn shingles(text: &str) -> HashSet<Vec<&str>> {
    text.split(' ').collect::<Vec<_>>().windows(5).map(<[&str]>::to_vec).collect()
}

fn jaccard(left: &str, right: &str) -> f64 {
    let (left, right) = (shingles(left), shingles(right));
    left.intersection(&right).count() as f64 / left.union(&right).count() as f64
}

/// Returns words from `from` to `to` of an endless text without repetition.
fn words(from: u32, to: u32) -> String {
    (from..to).map(|number| format!("w{number}")).collect::<Vec<_>>().join(" ")
}

proptest! {
    /// The standard error of 64 minima is at most 1/16; an estimate is within four of them.
    #[test]
    fn similarity_estimates_the_share_of_common_shingles(shift in 0_u32..400) {
        let (left, right) = (words(0, 500), words(shift, 500 + shift));
        let estimate = Fingerprint::new(&left).unwrap().similarity(&Fingerprint::new(&right).unwrap());
        prop_assert!((estimate - jaccard(&left, &right)).abs() <= 0.25, "{estimate} for shift {shift}");
    }

    /// A short text needs many rounds, and one of another length other ones.
    #[test]
    fn similarity_of_short_texts_is_estimated_as_well(from in 0_u32..1_000, length in 5_u32..40, more in 0_u32..400) {
        let (left, right) = (words(from, from + length), words(from, from + length + more));
        let estimate = Fingerprint::new(&left).unwrap().similarity(&Fingerprint::new(&right).unwrap());
        prop_assert!((estimate - jaccard(&left, &right)).abs() <= 0.27, "{estimate} for {length} and {more} words");
    }
}

/// Mean absolute errors of 200 pairs: 0.042 by datasketch 2.0.0 (`MinHash(num_perm=64)`) for the same pairs; the theory
/// gives at most 0.05.
#[test]
fn mean_error_is_that_of_datasketch() {
    let pairs = (0..200).map(|index| {
        (words(1_000 * index, 1_000 * index + 300), words(1_000 * index + index, 1_000 * index + 300 + index))
    });
    let errors: f64 = pairs
        .map(|(left, right)| {
            let estimate = Fingerprint::new(&left).unwrap().similarity(&Fingerprint::new(&right).unwrap());
            (estimate - jaccard(&left, &right)).abs()
        })
        .sum();
    assert!(errors / 200.0 < 0.05, "{}", errors / 200.0);
}

#[test]
fn case_and_white_space_do_not_count() {
    let (left, right) = ("One two  three\nfour FIVE six", "one Two three four five SIX");
    assert_eq!(Fingerprint::new(left), Fingerprint::new(right));
    assert_eq!(content_hash(left), content_hash(right));
    assert_ne!(content_hash("a bc"), content_hash("ab c"));
    assert_eq!(Fingerprint::new("one two three four"), None);
}
