//! Attribution and rules.

use std::collections::BTreeMap;

use engines::common::Unattended;
use engines::pattern::attribute::{self, AttributeInput, Row, attribute};
use engines::pattern::rules::{self, RulesInput, rules};
use engines::stat::SplitMix64;

fn row(page: &str, device: &str, before: f64, after: f64) -> Row {
    let values = [("page", page), ("device", device)].map(|(name, value)| (name.to_owned(), value.to_owned()));
    Row { values: BTreeMap::from(values), before, after }
}

#[test]
fn a_planted_page_on_a_planted_device_is_found() {
    let rows = vec![
        row("/austin", "mobile", 600.0, 200.0),
        row("/austin", "desktop", 400.0, 395.0),
        row("/dallas", "mobile", 500.0, 495.0),
        row("/dallas", "desktop", 500.0, 502.0),
        row("/houston", "mobile", 300.0, 298.0),
        row("/houston", "desktop", 300.0, 301.0),
    ];
    let params = attribute::Parameters::default().check().unwrap();
    let found = attribute(&AttributeInput { rows, ..AttributeInput::default() }, &params, &Unattended).unwrap();
    let path: Vec<(&str, &str)> =
        found.path.iter().map(|step| (step.dimension.as_str(), step.elements[0].name.as_str())).collect();
    assert_eq!(path, [("page", "/austin"), ("device", "mobile")]);
    assert!((found.path[0].explains - 405.0 / 409.0).abs() < 1e-9);
    assert!(found.insights[0].title.contains("/austin"));
}

#[test]
fn an_even_change_has_no_explanation() {
    let rows = vec![
        row("/a", "mobile", 600.0, 480.0),
        row("/a", "desktop", 400.0, 320.0),
        row("/b", "mobile", 500.0, 400.0),
        row("/b", "desktop", 500.0, 400.0),
    ];
    let params = attribute::Parameters::default().check().unwrap();
    let found = attribute(&AttributeInput { rows, ..AttributeInput::default() }, &params, &Unattended).unwrap();
    assert!(found.path.is_empty() && found.insights.is_empty());
    assert!(found.notes.iter().any(|note| note.contains("equally")));
}

fn transactions(count: usize, seed: u64, has_rule: bool) -> Vec<Vec<String>> {
    let mut random = SplitMix64::new(seed);
    let one = |random: &mut SplitMix64| {
        let mut items: Vec<String> = ["a", "b", "c", "d", "e"]
            .iter()
            .filter(|_| random.uniform() < 0.3)
            .map(|item| (*item).to_owned())
            .collect();
        let is_rule = has_rule && items.iter().any(|item| item == "a");
        if random.uniform() < if is_rule { 0.7 } else { 0.2 } {
            items.push("gained".to_owned());
        }
        items
    };
    (0..count).map(|_| one(&mut random)).collect()
}

#[test]
fn a_planted_rule_is_found_and_chance_gives_none() {
    let params = rules::Parameters::default().check().unwrap();
    let found =
        rules(&RulesInput { transactions: transactions(400, 1, true), ..RulesInput::default() }, &params, &Unattended)
            .unwrap();
    let first = &found.rules[0];
    let mut items = first.conditions.clone();
    items.push(first.conclusion.clone());
    items.sort();
    assert_eq!(items, ["a", "gained"]);
    assert!(first.lift > 1.5 && first.q_value < 1e-6);
    let mut false_runs = 0;
    for seed in 0..40 {
        let input = RulesInput { transactions: transactions(200, 100 + seed, false), ..RulesInput::default() };
        false_runs += usize::from(!rules(&input, &params, &Unattended).unwrap().rules.is_empty());
    }
    assert!(false_runs <= 5, "{false_runs} of 40");
}

#[test]
fn the_exact_test_is_fishers() {
    let both = |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect::<Vec<String>>();
    let mut all = vec![both(&["x", "y"]); 4];
    all.extend(vec![both(&["z"]); 4]);
    let params = rules::Parameters { false_discovery_rate: 0.5, ..rules::Parameters::default() }.check().unwrap();
    let found = rules(&RulesInput { transactions: all, ..RulesInput::default() }, &params, &Unattended).unwrap();
    assert!(found.rules.iter().all(|rule| (rule.p - 1.0 / 70.0).abs() < 1e-9 && rule.lift == 2.0));
}
