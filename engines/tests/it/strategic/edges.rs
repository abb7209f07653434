//! Invalid input.

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use serde_json::{Value, json};

fn answer(task: &str, case: &Value) -> Value {
    let mut output = Vec::new();
    let input = format!("{case}\n");
    run(EngineId::Strategic, task, &mut input.as_bytes(), &mut output, &Options::default(), &Unattended).unwrap();
    serde_json::from_slice(&output).unwrap()
}

#[test]
fn what_cannot_be_used_is_named() {
    let good = json!({ "id": "a", "lowCents": 1, "midCents": 2, "highCents": 3 });
    let with = |name: &str, value: Value| {
        let mut changed = good.clone();
        changed[name] = value;
        json!({ "opportunities": [changed], "parameters": { "budgetCents": 100 } })
    };
    let cases = [
        (json!({ "parameters": { "budgetCents": 1 } }), "opportunities"),
        (json!({ "opportunities": [good] }), "budgetCents"),
        (with("lowCents", json!(5)), "midCents"),
        (with("midCents", Value::Null), "midCents"),
        (with("id", json!("  ")), "id"),
        (with("costCents", json!(-1)), "costCents"),
        (with("hours", json!(1e300)), "hours"),
        (with("successProbability", json!(1.5)), "successProbability"),
        (with("dependsOn", json!(["nobody"])), "dependsOn"),
        (with("dependsOn", json!(["a"])), "dependsOn"),
        (json!({ "opportunities": [good, good], "parameters": { "hours": 1 } }), "opportunities[1].id"),
    ];
    for (case, field) in cases {
        for task in ["portfolio", "scenarios", "roadmap"] {
            let detail = answer(task, &case)["error"]["detail"].as_str().unwrap_or("no error").to_owned();
            assert!(detail.contains(field), "{task} {case}: {detail}");
        }
    }
}

#[test]
fn a_knapsack_that_cannot_be_used_is_refused() {
    let cases = [
        (json!({ "c": [], "A": [], "b": [] }), "no items"),
        (json!({ "c": [1], "A": [[1, 2]], "b": [1] }), "A[0]"),
        (json!({ "c": [1], "A": [[1]], "b": [1, 2] }), "`A`"),
        (json!({ "n": 2, "c": [1], "A": [[1]], "b": [1] }), "`n`"),
        (json!({ "c": [1e300], "A": [[1]], "b": [1] }), "c[0]"),
        (json!({ "c": [1, null], "A": [[1, 1]], "b": [1] }), "null"),
        (json!({ "c": [1, 2], "A": [[1, 1]], "b": [-1] }), "`b`"),
    ];
    for (case, word) in cases {
        let detail = answer("portfolio", &case)["error"]["detail"].as_str().unwrap_or("no error").to_owned();
        assert!(detail.contains(word), "{case}: {detail}");
    }
}

#[test]
fn a_knapsack_without_limits_takes_all_that_is_worth_something() {
    let answer = answer("portfolio", &json!({ "id": 7, "c": [3, -1, 0.5], "A": [], "b": [] }));
    assert_eq!(answer, json!({ "id": 7, "x": [1, 0, 1], "value": 3.5, "bound": 3.5, "gap": 0.0, "optimal": true }));
}

#[test]
fn hostile_words_and_extremes_do_no_harm() {
    let odd = json!({
        "opportunities": [
            { "id": "'; DROP TABLE --", "title": "\u{202e}中文 🎉", "vertical": "", "lowCents": 0, "midCents": 0, "highCents": 0 },
            { "id": "big", "lowCents": 1, "midCents": 1e12, "highCents": 1e12, "costCents": 1e12, "hours": 1e6 },
        ],
        "parameters": { "budgetCents": 0, "hours": 0, "draws": 100 },
    });
    for task in ["portfolio", "scenarios", "roadmap"] {
        let answer = answer(task, &odd);
        assert!(answer["error"].is_null(), "{answer}");
        assert!(!answer.to_string().contains("null,null"));
    }
}
