//! Bounds and prices against HiGHS, and what holds of any knapsack.

use engines::common::{Control, EngineError, Unattended};
use engines::strategic::{Knapsack, MAX_ITEMS, MAX_LIMITS, Solution, solve};
use proptest::prelude::*;
use serde_json::Value;

use super::super::table::assert_close;

fn figures(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|figure| figure.as_f64().unwrap()).collect()
}

fn solved(values: &[f64], weights: &[Vec<f64>], limits: &[f64]) -> Option<Solution> {
    let problem = Knapsack::new(values.to_vec(), weights.to_vec(), limits.to_vec()).unwrap();
    solve(&problem, 1_000_000_000, &Unattended).unwrap()
}

#[test]
fn prices_are_the_dual_values_of_the_relaxation() {
    // See PROVENANCE.md: `scipy.optimize.linprog` and `milp` (HiGHS).
    let cases: Vec<Value> = serde_json::from_str(include_str!("../golden/relaxations.json")).unwrap();
    assert_eq!(cases.len(), 14);
    for (number, case) in cases.iter().enumerate() {
        let weights: Vec<Vec<f64>> = case["weights"].as_array().unwrap().iter().map(figures).collect();
        let found = solved(&figures(&case["values"]), &weights, &figures(&case["limits"])).unwrap();
        let (relaxed, best) = (case["relaxed"].as_f64().unwrap(), case["best"].as_f64().unwrap());
        assert_close(found.value, best, 1e-9, &format!("case {number}"));
        assert!(found.is_optimal && found.bound <= relaxed + 1e-6, "case {number}: {} {relaxed}", found.bound);
        for (got, wanted) in found.prices.iter().zip(figures(&case["prices"])) {
            assert!((got - wanted).abs() <= 1e-6 * wanted.abs().max(1.0), "case {number}: {:?}", found.prices);
        }
    }
}

type Problem = (Vec<f64>, Vec<Vec<f64>>, Vec<f64>);

fn any_problem() -> impl Strategy<Value = Problem> {
    (2_usize..14, 1_usize..4).prop_flat_map(|(items, limits)| {
        let figures = |low: i32, high: i32| (low..high).prop_map(f64::from);
        (
            prop::collection::vec(figures(1, 90), items),
            prop::collection::vec(prop::collection::vec(figures(0, 50), items), limits),
            prop::collection::vec(figures(0, 160), limits),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn order_of_items_and_limits_does_not_change_the_value((values, weights, limits) in any_problem(), turn in 1_usize..9) {
        let turned = |row: &Vec<f64>| { let mut row = row.clone(); let by = turn % row.len(); row.rotate_left(by); row };
        let mut other: Vec<Vec<f64>> = weights.iter().map(turned).collect();
        other.reverse();
        let backwards: Vec<f64> = limits.iter().rev().copied().collect();
        let (first, second) = (solved(&values, &weights, &limits).unwrap(), solved(&turned(&values), &other, &backwards).unwrap());
        prop_assert_eq!(first.value, second.value);
        prop_assert!(first.is_optimal && second.is_optimal);
    }

    #[test]
    fn scaling_values_scales_the_value_and_scaling_a_row_changes_nothing((values, weights, limits) in any_problem(), factor in 2_u32..50) {
        let factor = f64::from(factor);
        let first = solved(&values, &weights, &limits).unwrap();
        let dearer: Vec<f64> = values.iter().map(|value| value * factor).collect();
        prop_assert_eq!(solved(&dearer, &weights, &limits).unwrap().value, first.value * factor);
        let wide: Vec<Vec<f64>> = weights.iter().map(|row| row.iter().map(|weight| weight * factor).collect()).collect();
        let more: Vec<f64> = limits.iter().map(|limit| limit * factor).collect();
        prop_assert_eq!(solved(&values, &wide, &more).unwrap().value, first.value);
    }

    #[test]
    fn more_room_never_lowers_the_value_and_a_further_limit_never_raises_it((values, weights, limits) in any_problem(), more in 1_u32..40) {
        let first = solved(&values, &weights, &limits).unwrap();
        let roomy: Vec<f64> = limits.iter().map(|limit| limit + f64::from(more)).collect();
        prop_assert!(solved(&values, &weights, &roomy).unwrap().value >= first.value);
        let mut rows = weights.clone();
        rows.push(vec![1.0; values.len()]);
        let counted = [&limits[..], &[f64::from(more % 4)]].concat();
        let fewer = solved(&values, &rows, &counted).unwrap();
        prop_assert!(fewer.value <= first.value);
        prop_assert!(fewer.chosen.iter().filter(|chosen| **chosen).count() as u32 <= more % 4);
    }

    #[test]
    fn a_worthless_item_changes_nothing_and_a_free_one_adds_its_value((values, weights, limits) in any_problem(), worth in 1_u32..50) {
        let first = solved(&values, &weights, &limits).unwrap();
        let with = |value: f64, weight: f64| {
            let rows: Vec<Vec<f64>> = weights.iter().map(|row| [&row[..], &[weight]].concat()).collect();
            solved(&[&values[..], &[value]].concat(), &rows, &limits).unwrap()
        };
        prop_assert_eq!(with(f64::from(worth), 0.0).value, first.value + f64::from(worth));
        prop_assert_eq!(with(0.0, 5.0).value, first.value);
        prop_assert_eq!(with(-f64::from(worth), 5.0).value, first.value);
    }
}

#[test]
fn equal_items_fill_the_limit_exactly() {
    for (items, weight, limit) in
        [(10, 3.0, 17.0), (50, 7.0, 100.0), (200, 1.0, 0.0), (30, 2.5, 1_000.0), (100, 0.1, 1.0)]
    {
        let found = solved(&vec![4.0; items], &[vec![weight; items]], &[limit]).unwrap();
        let count = found.chosen.iter().filter(|chosen| **chosen).count();
        assert_eq!(count, items.min((limit / weight + 1e-9) as usize), "{items} of {weight} in {limit}");
        assert!(found.is_optimal && found.value == 4.0 * count as f64);
    }
}

#[test]
fn dependency_row_ties_an_item_to_another() {
    // Item 0 has a high value, but requires item 1, which uses the whole limit.
    let tie = vec![1.0, -1.0, 0.0];
    for (limit, wanted) in
        [(10.0, [true, true, true]), (9.0, [true, true, false]), (8.0, [false, false, true]), (0.0, [false; 3])]
    {
        let found = solved(&[50.0, -5.0, 1.0], &[tie.clone(), vec![1.0, 8.0, 1.0]], &[0.0, limit]).unwrap();
        assert_eq!(found.chosen, wanted, "{limit}");
    }
}

#[test]
fn figures_far_apart_are_solved_exactly() {
    let found = solved(&[1e12, 1.0, 1e-3], &[vec![1e9, 1.0, 1e-3]], &[1e9]).unwrap();
    assert_eq!(found.chosen, [true, false, false]);
    let found = solved(&[1e-9, 2e-9, 3e-9], &[vec![1.0, 1.0, 1.0]], &[2.0]).unwrap();
    assert_eq!(found.chosen, [false, true, true]);
    let tenths = solved(&[1.0; 3], &[vec![0.1; 3]], &[0.3]).unwrap();
    assert_eq!(tenths.chosen, [true; 3], "three tenths fit in three tenths");
}

#[test]
fn sizes_and_figures_beyond_the_limits_are_refused_by_field() {
    let problem = |values: Vec<f64>, weights: Vec<Vec<f64>>, limits: Vec<f64>| {
        Knapsack::new(values, weights, limits).unwrap_err()
    };
    assert!(matches!(problem(vec![], vec![], vec![]), EngineError::NoInput { what: "items", .. }));
    assert!(matches!(problem(vec![1.0; MAX_ITEMS + 1], vec![], vec![]), EngineError::TooLarge { what: "items", .. }));
    let many = MAX_LIMITS + 1;
    assert!(matches!(
        problem(vec![1.0], vec![vec![1.0]; many], vec![1.0; many]),
        EngineError::TooLarge { what: "limits", .. }
    ));
    for wrong in [f64::NAN, f64::INFINITY, -1e16] {
        let field = |error: EngineError| match error {
            EngineError::InvalidInput { field, .. } => field,
            other => panic!("{other}"),
        };
        assert_eq!(field(problem(vec![1.0, wrong], vec![], vec![])), "c[1]");
        assert_eq!(field(problem(vec![1.0], vec![vec![1.0], vec![wrong]], vec![1.0, 1.0])), "A[1][0]");
        assert_eq!(field(problem(vec![1.0], vec![vec![1.0]], vec![wrong])), "b[0]");
    }
}

#[test]
fn cancelled_search_ends_without_an_answer() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let problem = Knapsack::new(vec![1.0, 2.0], vec![vec![1.0, 1.0]], vec![1.0]).unwrap();
    assert_eq!(solve(&problem, 1_000_000, &Stopped).unwrap_err(), EngineError::Cancelled);
}
