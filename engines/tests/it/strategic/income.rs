//! What counts as income, and what a plan says about its figures, through the public actions.

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use engines::keyword::{self, Input as KeywordInput, QueryRow, analyse};
use engines::strategic::{ValueBasis, basis_of};
use serde_json::{Value, json};

fn answer(task: &str, opportunities: &[Value], parameters: &Value) -> Value {
    let mut output = Vec::new();
    let case = json!({ "opportunities": opportunities, "parameters": parameters });
    let input = format!("{case}\n");
    run(EngineId::Strategic, task, &mut input.as_bytes(), &mut output, &Options::default(), &Unattended).unwrap();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert!(answer["error"].is_null(), "{answer}");
    answer
}

/// An opportunity of two hours without a cost, whose probability of success nobody knows.
fn unknown(id: &str, monthly: f64) -> Value {
    json!({
        "id": id, "lowCents": 0.5 * monthly, "midCents": monthly, "highCents": 2.0 * monthly, "hours": 2,
        "monthsToEffect": 3,
    })
}

fn with(mut opportunity: Value, field: &str, value: Value) -> Value {
    opportunity[field] = value;
    opportunity
}

fn ids(list: &Value) -> Vec<&str> {
    let mut ids: Vec<&str> = list.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids
}

/// All gaps, worth what their clicks cost as ads, and two pages with income.
fn mixed() -> Vec<Value> {
    let gaps = with(unknown("all gaps", 8_593_200.0), "basis", json!("replacementCost"));
    let total = with(unknown("both pages", 110_000.0), "sums", json!(["drains", "heaters", "not in the list"]));
    let other = with(unknown("a sum of others", 30_000.0), "sums", json!(["not in the list"]));
    vec![gaps, total, unknown("drains", 50_000.0), unknown("heaters", 60_000.0), other]
}

#[test]
fn replacement_cost_and_sums_of_parts_never_enter_a_plan() {
    let hours = json!({ "hours": 80 });
    let output = answer("portfolio", &mixed(), &hours);
    assert_eq!(ids(&output["chosen"]), ["a sum of others", "drains", "heaters"]);
    let only = answer("portfolio", &mixed()[2..], &hours);
    assert_eq!(ids(&only["chosen"]), ids(&output["chosen"]));
    let reasons: Vec<(&str, &str)> = output["rejected"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].as_str().unwrap(), one["reason"].as_str().unwrap()))
        .collect();
    assert!(
        reasons.contains(&("all gaps", "replacementCost")) && reasons.contains(&("both pages", "sumOfOthers")),
        "{reasons:?}"
    );
    // No list shows it as if it earned something.
    assert!(
        output["rejected"].as_array().unwrap().iter().all(|one| one["meanCents"].as_i64().unwrap() <= 0),
        "{output}"
    );
    assert_eq!(output["notes"].as_array().unwrap().len(), 3, "{}", output["notes"]);
    for point in output["frontier"].as_array().unwrap() {
        let ids = point["ids"].to_string();
        assert!(!ids.contains("all gaps") && !ids.contains("both pages"), "{point}");
    }
    let scenarios = answer("scenarios", &mixed(), &hours);
    assert_eq!(scenarios["robust"].as_array().unwrap().len(), 3, "{scenarios}");
    assert!(scenarios["scenarios"].as_array().unwrap().iter().all(|one| !one["ids"].to_string().contains("all gaps")));
    let roadmap = answer("roadmap", &mixed(), &hours);
    assert_eq!(ids(&roadmap["milestones"]), ids(&output["chosen"]));
}

#[test]
fn what_needs_a_replacement_cost_is_not_chosen_for_it() {
    let page = with(unknown("page", 90_000.0), "dependsOn", json!(["site"]));
    let site = with(unknown("site", 1_000_000.0), "basis", json!("replacementCost"));
    let output = answer("portfolio", &[page, site], &json!({ "hours": 80 }));
    assert!(output["chosen"].as_array().unwrap().is_empty(), "{output}");
}

#[test]
fn headline_states_the_mean_and_the_assumption_it_rests_on() {
    let many: Vec<Value> = (0..29).map(|at| unknown(&format!("b{at}"), 60_000.0)).collect();
    let output = answer("portfolio", &many, &json!({ "hours": 80, "budgetCents": 0 }));
    let plan = &output["insights"][0];
    let title = plan["title"].as_str().unwrap();
    let mean = output["totals"]["meanCents"].as_i64().unwrap();
    let sum: i64 = output["chosen"].as_array().unwrap().iter().map(|bet| bet["meanCents"].as_i64().unwrap()).sum();
    assert!((mean - sum).abs() <= 29, "the chart adds up to the headline: {mean} {sum}");
    let units = (mean as f64 / 100.0).round() as i64;
    let amount = format!("${},{:03} on average within 24 months", units / 1_000, units % 1_000);
    assert!(title.starts_with("29 of 29 opportunities for 58 hours: ") && title.contains(&amount), "{title}, {amount}");
    assert!(title.ends_with("to break even if the assumed probabilities of success hold"), "{title}");
    assert!(!title.contains("$0 ") && !title.contains("100 %"), "{title}");
    assert_eq!(plan["impact"]["midCents"].as_i64().unwrap(), mean / 24);
    assert_eq!(output["totals"]["assumedChances"], 29);
    // Nothing is known of its success, so it is no safe claim.
    assert!(plan["confidence"].as_f64().unwrap() <= 0.5, "{plan}");
}

#[test]
fn known_chances_need_no_condition() {
    let known = with(with(unknown("known", 60_000.0), "successProbability", json!(0.8)), "costCents", json!(5_000));
    let output = answer("portfolio", &[known], &json!({ "budgetCents": 10_000 }));
    let plan = &output["insights"][0];
    let title = plan["title"].as_str().unwrap();
    assert!(title.starts_with("1 of 1 opportunities for $50 and 2 hours: "), "{title}");
    assert!(title.ends_with("to break even"), "{title}");
    assert_eq!(
        (plan["confidence"].as_f64(), output["totals"]["assumedChances"].as_u64()),
        (output["totals"]["breakEven"].as_f64(), Some(0))
    );
}

#[test]
fn empty_plan_states_no_amounts() {
    let output = answer("portfolio", &[unknown("dear", 10.0)], &json!({ "hours": 1 }));
    assert_eq!(
        output["insights"][0]["title"],
        "None of 1 opportunities fits the limits and earns back its cost within 24 months"
    );
}

#[test]
fn basis_is_read_from_the_evidence_of_insights_and_quick_wins() {
    let insight = |word: &str| json!([{ "type": "query", "value": 3 }, { "type": "valueBasis", "value": word }]);
    assert_eq!(basis_of(&insight("replacementCost")), Some(ValueBasis::ReplacementCost));
    assert_eq!(basis_of(&insight("leadValue")), Some(ValueBasis::Income));
    let win = |word: Value| json!({ "detail": "at position 8", "valueBasis": word });
    assert_eq!(basis_of(&win(json!("replacementCost"))), Some(ValueBasis::ReplacementCost));
    assert_eq!(basis_of(&win(json!("leadValue"))), Some(ValueBasis::Income));
    let silent =
        [win(Value::Null), win(json!("leads")), json!([{ "type": "query", "value": "leadValue" }]), Value::Null];
    assert!(silent.iter().all(|evidence| basis_of(evidence).is_none()));
}

#[test]
fn quick_wins_worth_what_their_clicks_cost_as_ads_bring_a_plan_no_income() {
    let row = |n: u32| QueryRow {
        query: format!("roof repair {n} austin"),
        clicks: 12.0,
        impressions: 900.0,
        position: Some(8.0),
        cpc_cents: Some(700.0),
        ..QueryRow::default()
    };
    let site = KeywordInput { queries: (0..6).map(row).collect(), period_days: Some(28.0), ..KeywordInput::default() };
    let plan = |value_per_lead_cents: Option<f64>| {
        let parameters = keyword::Parameters { value_per_lead_cents, ..keyword::Parameters::default() };
        let found = analyse(&site, &parameters.check().unwrap(), None, &Unattended).unwrap();
        let evidence = found.insights.iter().filter(|insight| insight.impact.is_some());
        let insights: Vec<Value> = evidence.map(|insight| json!(insight.evidence)).collect();
        let wins: Vec<Value> = found.wins.iter().filter(|win| win.win.impact.is_some()).map(|win| json!(win)).collect();
        assert!(!insights.is_empty() && !wins.is_empty());
        let bases: Vec<Option<ValueBasis>> = insights.iter().chain(&wins).map(basis_of).collect();
        let bets: Vec<Value> = bases
            .iter()
            .enumerate()
            .map(|(at, basis)| with(unknown(&at.to_string(), 50_000.0), "basis", json!(basis.unwrap())))
            .collect();
        answer("portfolio", &bets, &json!({ "hours": 80 }))["chosen"].as_array().unwrap().len()
    };
    assert_eq!(plan(None), 0);
    assert!(plan(Some(15_000.0)) > 0);
}
