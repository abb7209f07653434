//! Intervals against published tables.

use engines::answers::{
    JEFFREYS, Prior, Share, Z, beta_quantile, domain_shares, mean_of_posteriors, newcombe, overlap, posterior, prior,
    wilson,
};
use proptest::prelude::*;

/// Count, trials, bounds: Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
const WILSON: [(u32, u32, f64, f64); 4] =
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)];

/// Counts, difference, bounds: Newcombe (1998), "Interval estimation for the difference between independent proportions",
/// table II, method 10.
type Row = ((u32, u32), (u32, u32), f64, f64, f64);
const NEWCOMBE: [Row; 8] = [
    ((56, 70), (48, 80), 0.2, 0.0524, 0.3339),
    ((9, 10), (3, 10), 0.6, 0.1705, 0.8090),
    ((6, 7), (2, 7), 0.5714, 0.0582, 0.8062),
    ((5, 56), (0, 29), 0.0893, -0.0381, 0.1926),
    ((0, 10), (0, 20), 0.0, -0.1611, 0.2775),
    ((0, 10), (0, 10), 0.0, -0.2775, 0.2775),
    ((10, 10), (0, 20), 1.0, 0.6791, 1.0),
    ((10, 10), (0, 10), 1.0, 0.6075, 1.0),
];

/// Tumours of 71 groups of rats: Tarone (1982), as table 5.1 of Gelman et al., "Bayesian Data Analysis", third edition.
const RATS: [(u32, u32); 71] = [
    (0, 20),
    (0, 20),
    (0, 20),
    (0, 20),
    (0, 20),
    (0, 20),
    (0, 20),
    (0, 19),
    (0, 19),
    (0, 19),
    (0, 19),
    (0, 18),
    (0, 18),
    (0, 17),
    (1, 20),
    (1, 20),
    (1, 20),
    (1, 20),
    (1, 19),
    (1, 19),
    (1, 18),
    (1, 18),
    (2, 25),
    (2, 24),
    (2, 23),
    (2, 20),
    (2, 20),
    (2, 20),
    (2, 20),
    (2, 20),
    (2, 20),
    (1, 10),
    (5, 49),
    (2, 19),
    (5, 46),
    (3, 27),
    (2, 17),
    (7, 49),
    (7, 47),
    (3, 20),
    (3, 20),
    (2, 13),
    (9, 48),
    (10, 50),
    (4, 20),
    (4, 20),
    (4, 20),
    (4, 20),
    (4, 20),
    (4, 20),
    (4, 20),
    (10, 48),
    (4, 19),
    (4, 19),
    (4, 19),
    (5, 22),
    (11, 46),
    (12, 49),
    (5, 20),
    (5, 20),
    (6, 23),
    (5, 19),
    (6, 22),
    (6, 20),
    (6, 20),
    (6, 20),
    (16, 52),
    (15, 47),
    (15, 46),
    (9, 24),
    (4, 14),
];

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} instead of {expected}");
}

#[test]
fn wilson_matches_the_published_table() {
    for (count, trials, low, high) in WILSON {
        let found = wilson(count, trials, Z);
        close(found.low, low, 0.000_06);
        close(found.high, high, 0.000_06);
    }
}

#[test]
fn newcombe_matches_the_published_table() {
    for (first, second, estimate, low, high) in NEWCOMBE {
        let found = newcombe(second, first);
        close(found.estimate, estimate, 0.000_06);
        close(found.low, low, 0.000_06);
        close(found.high, high, 0.000_06);
        assert_eq!(found.p < 0.05, low > 0.0 || high < 0.0, "{first:?} {second:?}: {}", found.p);
    }
}

#[test]
fn prior_of_the_rats_is_the_maximum_of_the_likelihood() {
    // Coordinate search with Python's math.lgamma over the same rows: 2.34161, 14.11480.
    let rats = prior(&RATS);
    let Prior { a, b, .. } = rats;
    close(a, 2.341_61, 0.01);
    close(b, 14.114_80, 0.06);
    let last = posterior(rats, 4, 14, Z);
    close(last.mid, (4.0 + a) / (14.0 + a + b), 1e-12);
    assert!(last.mid < 4.0 / 14.0, "shrunk towards the others");
}

#[test]
fn beta_quantiles_match_r() {
    // R: qbeta(c(.025, .5, .975), 2, 5); qbeta(.025, .5, .5).
    close(beta_quantile(2.0, 5.0, 0.025), 0.043_271_9, 1e-6);
    close(beta_quantile(2.0, 5.0, 0.5), 0.264_45, 1e-5);
    close(beta_quantile(2.0, 5.0, 0.975), 0.641_234_6, 1e-6);
    close(beta_quantile(0.5, 0.5, 0.025), 0.001_541_3, 1e-6);
    assert!(beta_quantile(0.0, 1.0, 0.5).is_nan());
}

#[test]
fn few_prompts_have_the_prior_without_knowledge() {
    assert_eq!(prior(&[(5, 5), (0, 5)]), JEFFREYS);
    assert_eq!(prior(&[(5, 5), (0, 0), (0, 0)]), JEFFREYS);
    assert_eq!(mean_of_posteriors(JEFFREYS, &[], Z), None);
    assert_eq!(Share::new(0, 0), None);
}

#[test]
fn topic_of_equal_prompts_is_more_certain_than_each() {
    let counts = [(3, 10); 12];
    let prior = prior(&counts);
    let topic = mean_of_posteriors(prior, &counts, Z).expect("a mean");
    close(topic.mid, 0.3, 0.01);
    let one = posterior(prior, 3, 10, Z);
    assert!(topic.high - topic.low <= one.high - one.low, "{topic:?} {one:?}");
}

#[test]
fn prompts_that_count_always_or_never_leave_a_share_uncertain() {
    for (count, prompts) in [(10, 6), (5, 3), (2, 40)] {
        let always = vec![(count, count); prompts];
        let found = mean_of_posteriors(prior(&always), &always, Z).expect("a mean");
        // As many answers without regard to their prompts, by Wilson.
        let whole = Share::new(count * prompts as u32, count * prompts as u32).expect("answers");
        assert!(found.low < 1.0 - 0.5 * (1.0 - whole.low) && found.low > whole.low - 0.03, "{found:?} {whole:?}");
        let never = vec![(0, count); prompts];
        let other = mean_of_posteriors(prior(&never), &never, Z).expect("a mean");
        close(other.high, 1.0 - found.low, 1e-6);
    }
}

#[test]
fn bootstrap_resamples_answers_and_not_citations() {
    let same = vec![vec!["a.test", "a.test", "b.test"]; 10];
    let found = domain_shares(&same, 5, 1);
    assert_eq!((found[0].domain.as_str(), found[0].citations, found[0].answers), ("a.test", 20, 10));
    let mixed: Vec<Vec<&str>> =
        (0..10).map(|index| if index < 5 { vec!["a.test"; 9] } else { vec!["b.test"] }).collect();
    let found = domain_shares(&mixed, 5, 1);
    assert!(found[0].low < Some(0.8) && found[0].high > Some(0.95), "{found:?}");
    assert_eq!(found, domain_shares(&mixed, 5, 1), "the seed decides");
    let one = domain_shares(&mixed[..1], 5, 1);
    assert_eq!((one[0].share, one[0].low, one[0].high), (1.0, None, None));
    assert_eq!(domain_shares(&[], 5, 1), []);
    assert_eq!(domain_shares(&[Vec::new()], 5, 1), []);
}

#[test]
fn a_few_equal_answers_do_not_make_a_share_certain() {
    // Wilson's lower bound of n of n is n / (n + z^2).
    let seen = |n: f64| n / (n + Z * Z);
    for count in [2_u32, 3, 10, 200] {
        let n = f64::from(count);
        let only = domain_shares(&vec![vec!["a.test"]; count as usize], 5, 1);
        close(only[0].low.expect("a bound"), seen(n), 1e-9);
        assert_eq!((only[0].share, only[0].high), (1.0, Some(1.0)), "{count}");
        let third = domain_shares(&vec![vec!["a.test", "a.test", "b.test"]; count as usize], 5, 1);
        close(third[1].low.expect("a bound"), seen(n) / 3.0, 1e-9);
        close(third[1].high.expect("a bound"), seen(n) / 3.0 + 1.0 - seen(n), 1e-9);
    }
    let with_silent = domain_shares(&[vec!["a.test"], Vec::new(), Vec::new()], 5, 1);
    close(with_silent[0].low.expect("a bound"), seen(1.0), 1e-9);
}

#[test]
fn overlap_is_the_mean_of_all_pairs() {
    let set = |domains: &[&'static str]| domains.iter().copied().collect();
    assert_eq!(overlap(&[set(&["a", "b"]), set(&["b", "c"])]), Some(1.0 / 3.0));
    assert_eq!(overlap(&[set(&["a"]), set(&["a"]), set(&["b"])]), Some(1.0 / 3.0));
    assert_eq!(overlap(&[set(&[]), set(&[])]), None);
    assert_eq!(overlap(&[set(&["a"])]), None);
}

proptest! {
    #[test]
    fn intervals_contain_the_share_and_stay_within_bounds(n in 1_u32..500, part in 0.0..=1.0_f64) {
        let k = (part * f64::from(n)) as u32;
        let share = Share::new(k, n).expect("answers");
        prop_assert!(0.0 <= share.low && share.low <= share.share && share.share <= share.high && share.high <= 1.0);
        let found = posterior(JEFFREYS, k, n, Z);
        prop_assert!(0.0 <= found.low && found.low < found.mid && found.mid < found.high && found.high <= 1.0);
    }

    #[test]
    fn mean_of_prompts_has_an_interval_with_a_width(rows in proptest::collection::vec((0_u32..30, 1_u32..30), 1..20)) {
        let rows: Vec<(u32, u32)> = rows.into_iter().map(|(k, n)| (k.min(n), n)).collect();
        let found = mean_of_posteriors(prior(&rows), &rows, Z).expect("a mean");
        prop_assert!(0.0 <= found.low && found.low < found.mid && found.mid < found.high && found.high <= 1.0, "{found:?}");
        prop_assert!(found.high - found.low > 1e-3, "{found:?}");
    }

    #[test]
    fn difference_changes_its_sign_with_the_order(a in 1_u32..60, b in 1_u32..60, p in 0.0..=1.0_f64, q in 0.0..=1.0_f64) {
        let (x, y) = (((p * f64::from(a)) as u32, a), ((q * f64::from(b)) as u32, b));
        let (forth, back) = (newcombe(x, y), newcombe(y, x));
        prop_assert!((forth.low + back.high).abs() < 1e-12 && (forth.high + back.low).abs() < 1e-12);
        prop_assert!((forth.p - back.p).abs() < 1e-9);
        prop_assert_eq!(forth.p < 0.05 - 1e-9, forth.low > 1e-12 || forth.high < -1e-12);
    }

    #[test]
    fn prior_is_finite_for_all_counts(rows in proptest::collection::vec((0_u32..30, 0_u32..30), 0..20)) {
        let rows: Vec<(u32, u32)> = rows.into_iter().map(|(k, n)| (k.min(n), n)).collect();
        let Prior { a, b, .. } = prior(&rows);
        prop_assert!(a.is_finite() && b.is_finite() && a > 0.0 && b > 0.0 && a + b <= 200.1);
    }
}
