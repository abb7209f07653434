//! The engine on the command line.

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use engines::describe;
use serde_json::{Value, json};

use super::{site, traffic_input};

fn answers(task: &str, input: &str, options: &Options<'_>) -> Vec<Value> {
    let mut output = Vec::new();
    run(EngineId::Predictive, task, &mut input.as_bytes(), &mut output, options, &Unattended).unwrap();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_series_is_answered_in_the_agreed_words() {
    let y: Vec<f64> = (0..48).map(|t| 20.0 + f64::from(t % 12)).collect();
    let case = json!({"id": "M1", "freq": "Monthly", "season": 12, "horizon": 3, "y": y}).to_string();
    let answer = &answers("forecast", &case, &Options::default())[0];
    assert_eq!(answer["id"], "M1");
    for field in ["mean", "lo", "hi"] {
        assert_eq!(answer[field].as_array().unwrap().len(), 3, "{field}");
    }
    assert!(answer["model"].is_string() && answer["quantiles"]["0.1"].is_array());
}

#[test]
fn bad_lines_answer_errors_and_threads_change_nothing() {
    let good =
        |id: u32| json!({"id": id, "season": 1, "horizon": 2, "y": (0..20).map(|t| t % 5 + id).collect::<Vec<u32>>()});
    let lines: Vec<String> = (0..12)
        .map(|id| {
            if id % 4 == 3 { json!({"id": id, "y": [1, null], "horizon": 1}).to_string() } else { good(id).to_string() }
        })
        .collect();
    let input = lines.join("\n");
    let one = answers("forecast", &input, &Options::default());
    assert_eq!(one, answers("forecast", &input, &Options { threads: 3, ..Options::default() }));
    assert_eq!(one[3]["error"]["type"], "invalid-input");
    assert!(one[4]["mean"].is_array());
}

#[test]
fn the_same_task_takes_a_sites_days_and_the_seed_counts() {
    let mut case = serde_json::to_value(traffic_input(&site(80, 6))).unwrap();
    case["parameters"] = json!({"horizonDays": 30, "draws": 200});
    let ask = |seed: Option<u64>| answers("forecast", &case.to_string(), &Options { seed, ..Options::default() });
    let first = ask(None);
    assert_eq!(first[0]["clicks"]["fan"].as_array().unwrap().len(), 30, "{}", first[0]["error"]);
    assert_eq!(first, ask(None));
    assert_ne!(first[0]["clicks"]["total"], ask(Some(7))[0]["clicks"]["total"]);
}

#[test]
fn every_task_is_described_with_its_parameters() {
    let described = describe(EngineId::Predictive);
    let form = |task: &str, part: &str| {
        let schema = &described["tasks"][task][part];
        schema["anyOf"].get(0).unwrap_or(schema)["properties"].clone()
    };
    for task in ["forecast", "ranking", "scenarios"] {
        assert_eq!(form(task, "input")["parameters"]["properties"]["draws"]["default"], 2_000);
        assert!(form(task, "output")["insights"].is_object());
    }
    assert!(described["tasks"]["forecast"]["input"]["anyOf"][1]["properties"]["y"].is_object());
}
