//! The exact method against HiGHS.

use engines::common::Unattended;
use engines::strategic::{Knapsack, solve};
use serde_json::Value;

fn figures(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|figure| figure.as_f64().unwrap()).collect()
}

#[test]
fn choices_are_worth_what_highs_finds() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../golden/knapsacks.json")).unwrap();
    assert_eq!(cases.len(), 16);
    for (number, case) in cases.iter().enumerate() {
        let weights = case["weights"].as_array().unwrap().iter().map(figures).collect();
        let problem = Knapsack::new(figures(&case["values"]), weights, figures(&case["limits"])).unwrap();
        let found = solve(&problem, 2_000_000_000, &Unattended).unwrap().unwrap();
        assert_eq!(found.value, case["best"].as_f64().unwrap(), "case {number} of {} items", problem.items());
        assert!(found.is_optimal && found.bound == found.value, "case {number}");
        assert!(problem.is_feasible(&found.chosen) && problem.value(&found.chosen) == found.value, "case {number}");
    }
}

#[test]
fn problems_at_the_edges_have_the_obvious_answer() {
    let solved = |values: &[f64], weights: &[f64], limit: f64| {
        let problem = Knapsack::new(values.to_vec(), vec![weights.to_vec()], vec![limit]).unwrap();
        solve(&problem, 1_000_000, &Unattended).unwrap().map(|found| (found.value, found.chosen))
    };
    assert_eq!(solved(&[5.0], &[1.0], 1.0), Some((5.0, vec![true])), "fits exactly");
    assert_eq!(solved(&[5.0], &[2.0], 1.0), Some((0.0, vec![false])), "does not fit");
    assert_eq!(solved(&[-5.0], &[0.0], 1.0), Some((0.0, vec![false])), "a loss is not chosen");
    assert_eq!(solved(&[5.0, 5.0], &[0.0, 0.0], 0.0), Some((10.0, vec![true, true])), "what is free is chosen");
    assert_eq!(solved(&[1.0], &[1.0], -1.0), None, "a limit below zero cannot be kept");
    assert_eq!(solved(&[1.0], &[-2.0], -1.0), Some((1.0, vec![true])), "what brings room is chosen");
}
