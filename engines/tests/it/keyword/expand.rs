//! Candidates from seeds.

use engines::common::Unattended;
use engines::keyword::{ExpandInput, expand};

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn seeds_cities_and_patterns_make_candidates_once() {
    let input = ExpandInput {
        seeds: texts(&["Roof Repair"]),
        modifiers: texts(&["{service} {city}", "{city} {service}", "{service} cost", "{service} in {city}"]),
        cities: texts(&["Austin", "Dallas"]),
        known: texts(&["costs of roof repairs"]),
    };
    let output = expand(&input, &Unattended).unwrap();
    let queries: Vec<&str> = output.candidates.iter().map(|candidate| candidate.query.as_str()).collect();
    assert_eq!(queries, ["roof repair austin", "roof repair dallas"]);
    assert_eq!(output.duplicates, 5);
    assert_eq!(output.candidates[0].city.as_deref(), Some("austin"));
}

#[test]
fn built_in_patterns_serve_where_none_are_given() {
    let input = ExpandInput { seeds: texts(&["plumber"]), cities: texts(&["Austin"]), ..ExpandInput::default() };
    let output = expand(&input, &Unattended).unwrap();
    let has = |query: &str| output.candidates.iter().any(|candidate| candidate.query == query);
    assert!(has("plumber near me") && has("emergency plumber") && has("plumber cost") && has("plumber austin"));
    assert!(!output.candidates.iter().any(|candidate| candidate.query.contains('{')));
    assert!(!output.candidates.iter().any(|candidate| candidate.query.contains("salary")));
}

#[test]
fn patterns_without_a_slot_and_missing_seeds_are_named() {
    let input = ExpandInput { seeds: texts(&["a"]), modifiers: texts(&["cost"]), ..ExpandInput::default() };
    assert!(expand(&input, &Unattended).unwrap_err().to_string().contains("modifiers[0]"));
    assert_eq!(expand(&ExpandInput::default(), &Unattended).unwrap_err().kind(), "no-input");
}
