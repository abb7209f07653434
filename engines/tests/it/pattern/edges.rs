//! Invalid and arbitrary input.

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use engines::pattern::anomalies::{self, AnomalyInput, anomalies};
use engines::pattern::change_points::{ChangePointInput, Parameters, change_points};
use engines::pattern::decompose::{self, DecomposeInput, Periods, decompose};
use proptest::prelude::*;
use serde_json::Value;

/// Returns the output of a task for one line.
fn answer(task: &str, line: &str) -> Value {
    let mut output = Vec::new();
    let mut input = line.as_bytes();
    let _ = run(EngineId::Pattern, task, &mut input, &mut output, &Options::default(), &Unattended);
    serde_json::from_slice(&output).unwrap()
}

#[test]
fn bad_input_is_told_with_the_field() {
    for (task, line, field) in [
        ("change-points", r#"{"series": []}"#, "series"),
        ("change-points", r#"{"series": [[]]}"#, "values"),
        ("change-points", r#"{"series": [[null, null]]}"#, "series[0]"),
        ("change-points", r#"{"series": [[1, 2, 3], [1, 2]]}"#, "series[1]"),
        ("change-points", r#"{"series": [[1e300, 2, 3]]}"#, "series[0][0]"),
        ("change-points", r#"{"series": [[1, 2]], "params": {"penalty": 0}}"#, "penalty"),
        ("change-points", r#"{"daily": []}"#, "daily"),
        ("change-points", r#"{"daily": [{"date": "2026-01-01", "value": 1}]}"#, "daily"),
        (
            "change-points",
            r#"{"daily": [{"date": "2026-01-01", "value": 1}, {"date": "2026-01-01", "value": 2}]}"#,
            "daily[1].date",
        ),
        (
            "change-points",
            r#"{"daily": [{"date": "0001-01-01", "value": 1}, {"date": "9999-01-01", "value": 2}]}"#,
            "days",
        ),
        ("decompose", r#"{"y": [1, 2, 3]}"#, "period"),
        ("decompose", r#"{"y": [1, 2, 3], "period": 2}"#, "y"),
        ("decompose", r#"{"y": [1, 2, 3, 4], "period": 0}"#, "period"),
        ("decompose", r#"{"y": [1, 2, 3, 4], "period": 2, "params": {"s_window": "wide"}}"#, "s_window"),
        ("anomalies", r#"{"y": [1, 2]}"#, "y"),
        ("attribute", r#"{"rows": []}"#, "rows"),
        ("attribute", r#"{"rows": [{"values": {"page": "/"}, "before": -1}]}"#, "before"),
        ("rules", r#"{"transactions": []}"#, "transactions"),
    ] {
        let told = answer(task, line);
        let detail = told["error"]["detail"].as_str().unwrap_or_else(|| panic!("{line}: {told}"));
        assert!(detail.contains(field), "{line}: {detail}");
    }
}

#[test]
fn constant_and_missing_figures_give_no_change() {
    let constant = answer("change-points", &format!("{{\"series\": [{:?}]}}", vec![5.0; 80]));
    assert_eq!(constant["cps"], serde_json::json!([]));
    assert_eq!(answer("change-points", r#"{"series": [[7]]}"#)["cps"], serde_json::json!([]));
}

#[test]
fn a_long_series_is_cut_in_time() {
    let long: Vec<Option<f64>> =
        (0..60_000).map(|at| Some(f64::from(u8::from(at >= 25_001)) + f64::from(at % 10) * 0.01)).collect();
    let input = ChangePointInput { series: vec![long] };
    let params = Parameters { season: Some(0), ..Parameters::default() }.check().unwrap();
    assert_eq!(change_points(&input, &params, &Unattended).unwrap().cps, [25_001]);
}

fn any_series() -> impl Strategy<Value = Vec<Option<f64>>> {
    let value = prop_oneof![
        6 => (-1e3..1e3_f64).prop_map(Some),
        1 => Just(None),
        1 => Just(Some(0.0)),
        1 => (-1e100..1e100_f64).prop_map(Some),
    ];
    prop::collection::vec(value, 0..70)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn change_points_are_in_order_and_inside(series in any_series()) {
        let steps = series.len();
        let input = ChangePointInput { series: vec![series] };
        if let Ok(found) = change_points(&input, &Parameters::default().check().unwrap(), &Unattended) {
            prop_assert!(found.cps.windows(2).all(|pair| pair[0] < pair[1]));
            for change in &found.changes {
                prop_assert!(change.index > 0 && change.index < steps);
                prop_assert!(change.earliest <= change.index && change.index <= change.latest && change.latest < steps);
                prop_assert!((0.0..=1.0).contains(&change.confidence));
            }
        }
    }

    #[test]
    fn no_answer_holds_a_figure_that_is_not_finite(y in any_series(), period in 2_usize..9) {
        let params = anomalies::Parameters::default().check().unwrap();
        if let Ok(found) = anomalies(&AnomalyInput { y: y.clone(), season: Some(period), ..AnomalyInput::default() }, &params, &Unattended) {
            for anomaly in &found.anomalies {
                prop_assert!([anomaly.score, anomaly.lo, anomaly.hi, anomaly.expected].iter().all(|v| v.is_finite()));
            }
        }
        let params = decompose::Parameters { robust: true, ..decompose::Parameters::default() }.check().unwrap();
        let input = DecomposeInput { y, period: Some(Periods::One(period)), ..DecomposeInput::default() };
        if let Ok(parts) = decompose(&input, &params, &Unattended) {
            prop_assert!(parts.trend.iter().chain(&parts.seasons["seasonal"]).all(|v| v.is_finite()));
            prop_assert!(parts.remainder.iter().flatten().all(|v| v.is_finite()));
        }
    }
}
