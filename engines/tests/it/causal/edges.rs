//! Invalid and arbitrary input.

use engines::causal::impact::{ImpactInput, Parameters, impact};
use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use proptest::prelude::*;
use serde_json::Value;

fn answer(task: &str, line: &str) -> Value {
    let mut output = Vec::new();
    let mut input = line.as_bytes();
    let _ = run(EngineId::Causal, task, &mut input, &mut output, &Options::default(), &Unattended);
    serde_json::from_slice(&output).unwrap()
}

#[test]
fn bad_input_is_told_with_the_field() {
    let ten = "[1,2,3,4,5,6,7,8,9,10,11,12]";
    for (task, line, field) in [
        ("impact", r#"{"y": []}"#.to_owned(), "values"),
        ("impact", format!(r#"{{"y": {ten}}}"#), "pre"),
        ("impact", format!(r#"{{"y": {ten}, "pre": [0, 3], "post": [4, 11]}}"#), "pre"),
        ("impact", format!(r#"{{"y": {ten}, "pre": [0, 9], "post": [10, 12]}}"#), "pre"),
        ("impact", format!(r#"{{"y": {ten}, "pre": [0, 9], "post": [9, 11]}}"#), "pre"),
        ("impact", format!(r#"{{"y": {ten}, "x": [[1]], "pre": [0, 9], "post": [10, 11]}}"#), "x[0]"),
        ("impact", r#"{"y": [5,5,5,5,5,5,5,5,5,5,9], "pre": [0, 9], "post": [10, 10]}"#.to_owned(), "constant"),
        ("impact", r#"{"y": [1,2,3,4,5,6,7,8,9,10,null], "pre": [0, 9], "post": [10, 10]}"#.to_owned(), "post"),
        (
            "impact",
            format!(r#"{{"y": {ten}, "pre": [0, 9], "post": [10, 11], "params": {{"season": 900}}}}"#),
            "season",
        ),
        ("power", format!(r#"{{"y": {ten}}}"#), "post_steps"),
        ("power", r#"{"y": [1,-1,1,-1,1,-1,1,-1,1,-1], "post_steps": 7}"#.to_owned(), "mean"),
        ("power", r#"{"y": [1,1,1,1,1,1,1,1,1,1], "post_steps": 7}"#.to_owned(), "constant"),
        ("experiment", r#"{"pages": []}"#.to_owned(), "pages"),
        ("experiment", r#"{"pages": [{"page": "/", "y": [1]}]}"#.to_owned(), "pages"),
        (
            "experiment",
            r#"{"pages": [{"y": [1,2,3]},{"y": [1,2,3]},{"y": [1,2,3]},{"y": [1,2,3]}], "change": 2}"#.to_owned(),
            "pages",
        ),
    ] {
        let told = answer(task, &line);
        let detail = told["error"]["detail"].as_str().unwrap_or_else(|| panic!("{line}: {told}"));
        assert!(detail.contains(field), "{line}: {detail}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_series_gives_finite_figures_or_an_error(
        y in prop::collection::vec(prop_oneof![5 => (0.0..100.0_f64).prop_map(Some), 1 => Just(None), 1 => Just(Some(0.0)), 1 => (-1e90..1e90_f64).prop_map(Some)], 20..40),
        x in prop::collection::vec((-1e6..1e6_f64).prop_map(Some), 40),
    ) {
        let end = y.len() - 1;
        let input = ImpactInput { x: vec![x[..y.len()].to_vec()], y, pre: Some([0, 14]), post: Some([15, end]), ..ImpactInput::default() };
        if let Ok(told) = impact(&input, &Parameters::default().check().unwrap(), &Unattended) {
            prop_assert!(told.effect.is_finite() && told.lo.is_finite() && told.hi.is_finite());
            prop_assert!(told.lo <= told.hi && (0.0..=1.0).contains(&told.p));
            prop_assert!(told.counterfactual.iter().chain(&told.counterfactual_lo).chain(&told.counterfactual_hi).all(|v| v.is_finite()));
        }
    }
}
