//! The exact method compared with exhaustive search.

use engines::common::Unattended;
use engines::strategic::{Knapsack, solve};
use proptest::prelude::*;

/// Returns the best value over all feasible choices.
fn by_trying(values: &[f64], weights: &[Vec<f64>], limits: &[f64]) -> Option<f64> {
    (0..1_u32 << values.len())
        .filter_map(|set| {
            let sum = |row: &[f64]| -> f64 {
                row.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, figure)| figure).sum()
            };
            weights.iter().zip(limits).all(|(row, limit)| sum(row) <= *limit).then(|| sum(values))
        })
        .reduce(f64::max)
}

type Problem = (Vec<f64>, Vec<Vec<f64>>, Vec<f64>);

fn any_problem() -> impl Strategy<Value = Problem> {
    (1_usize..11, 1_usize..4).prop_flat_map(|(items, limits)| {
        let figures = |low: i32, high: i32| (low..high).prop_map(f64::from);
        (
            prop::collection::vec(figures(-20, 100), items),
            prop::collection::vec(prop::collection::vec(figures(-10, 60), items), limits),
            prop::collection::vec(figures(-15, 150), limits),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_choice_equals_the_best_of_all_choices((values, weights, limits) in any_problem()) {
        let problem = Knapsack::new(values.clone(), weights.clone(), limits.clone()).unwrap();
        let found = solve(&problem, 100_000_000, &Unattended).unwrap();
        let best = by_trying(&values, &weights, &limits);
        prop_assert_eq!(found.as_ref().map(|found| found.value), best);
        if let Some(found) = found {
            prop_assert!(found.is_optimal && found.bound == found.value);
            prop_assert!(problem.is_feasible(&found.chosen));
        }
    }
}

/// Tight limits with weights correlated to the values, which is hard for bounds.
fn hard(items: usize) -> Problem {
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 % 1_000.0
    };
    let weights: Vec<Vec<f64>> = (0..5).map(|_| (0..items).map(|_| 1.0 + next()).collect()).collect();
    let values = (0..items).map(|at| (weights.iter().map(|row| row[at]).sum::<f64>() / 5.0 + next() / 2.0).round());
    let limits = weights.iter().map(|row| (row.iter().sum::<f64>() / 4.0).round()).collect();
    (values.collect(), weights, limits)
}

#[test]
fn a_search_that_ends_early_says_so_and_gives_an_honest_bound() {
    let (values, weights, limits) = hard(60);
    let problem = Knapsack::new(values, weights, limits).unwrap();
    let short = solve(&problem, 200_000, &Unattended).unwrap().unwrap();
    let full = solve(&problem, 4_000_000_000, &Unattended).unwrap().unwrap();
    assert!(full.is_optimal);
    assert!(!short.is_optimal);
    assert!(short.bound >= full.value && short.value <= full.value);
}

#[test]
fn equal_runs_give_equal_choices() {
    let (values, weights, limits) = hard(40);
    let problem = Knapsack::new(values, weights, limits).unwrap();
    let first = solve(&problem, 1_000_000_000, &Unattended).unwrap();
    assert_eq!(first, solve(&problem, 1_000_000_000, &Unattended).unwrap());
}
