//! Reference values of statsmodels and R; see PROVENANCE.md.

use engines::common::Unattended;
use engines::pattern::decompose::{DecomposeInput, Decomposed, Parameters, Periods, decompose};
use serde_json::{Value, json};

fn golden() -> Value {
    serde_json::from_str(include_str!("golden/stl.json")).unwrap()
}

fn figures(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|figure| figure.as_f64().unwrap()).collect()
}

fn decomposed(y: &Value, periods: Periods, params: Value) -> Decomposed {
    let input = DecomposeInput { y: super::some(&figures(y)), period: Some(periods), ..DecomposeInput::default() };
    let params: Parameters = serde_json::from_value(params).unwrap();
    decompose(&input, &params.check().unwrap(), &Unattended).unwrap()
}

fn assert_close(ours: &[f64], theirs: &Value, bound: f64) {
    let theirs = figures(theirs);
    assert_eq!(ours.len(), theirs.len());
    for (step, (a, b)) in ours.iter().zip(&theirs).enumerate() {
        assert!((a - b).abs() < bound, "step {step}: {a} {b}");
    }
}

#[test]
fn stl_is_that_of_statsmodels() {
    let golden = golden();
    let params = json!({"s_window": 7, "s_degree": 1, "t_window": 15, "l_window": 9, "jump": 1});
    let ours = decomposed(&golden["y"], Periods::One(7), params);
    assert_close(&ours.trend, &golden["plain"]["trend"], 1e-9);
    assert_close(&ours.seasons["seasonal"], &golden["plain"]["seasonal"], 1e-9);
}

#[test]
fn robust_stl_is_that_of_r() {
    let golden: Value = serde_json::from_str(include_str!("golden/stl_r_robust.json")).unwrap();
    let params = json!({"s_window": 7, "robust": true});
    let ours = decomposed(&golden["y"], Periods::One(12), params);
    assert_close(&ours.trend, &golden["trend"], 1e-6);
    assert_close(&ours.seasons["seasonal"], &golden["seasonal"], 1e-6);
}

#[test]
fn mstl_is_that_of_statsmodels() {
    let golden = golden();
    let ours = decomposed(&golden["y2"], Periods::Several(vec![7, 30]), json!({}));
    assert_close(&ours.trend, &golden["mstl"]["trend"], 1e-9);
    assert_close(&ours.seasons["seasonal_7"], &golden["mstl"]["seasonal_7"], 1e-9);
    assert_close(&ours.seasons["seasonal_30"], &golden["mstl"]["seasonal_30"], 1e-9);
}

#[test]
fn the_parts_of_a_decomposition_add_up() {
    let golden = golden();
    let ours = decomposed(&golden["y"], Periods::One(7), json!({ "s_window": "periodic" }));
    for (step, y) in figures(&golden["y"]).iter().enumerate() {
        let sum = ours.trend[step] + ours.seasons["seasonal"][step] + ours.remainder[step].unwrap();
        assert!((sum - y).abs() < 1e-9);
        assert!((ours.seasons["seasonal"][step] - ours.seasons["seasonal"][step % 7]).abs() < 1e-12);
    }
}
