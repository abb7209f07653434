//! Limits on the size of an input: an error names the field and the limit, before the work begins.

use engines::ActionId;
use engines::action::Body;
use engines::command::{AskError, ask};
use engines::common::{EngineError, EngineId, Unattended};
use engines::competitive::{self, SerpResult, Snapshot};
use engines::keyword::{self, QueryRow};
use serde_json::{Value, json};

/// Asserts that a case of an action is refused, with these words in the message.
fn refused(engine: EngineId, action: &str, case: Value, words: &[&str]) {
    let id = ActionId::find(engine, action).expect("the action");
    let Value::Object(body): Value = case else { panic!("no object") };
    let body: Body = body;
    match ask(id, body, None, None, &Unattended) {
        Err(AskError::Refused { kind: "too-large", detail }) => {
            assert!(words.iter().all(|word| detail.contains(word)), "{engine} {action}: {detail}");
        }
        other => panic!("{engine} {action} with many {words:?}: {:.300}", format!("{other:?}")),
    }
}

fn many(count: usize, item: Value) -> Value {
    Value::Array(vec![item; count])
}

fn numbered(count: usize, item: impl Fn(usize) -> Value) -> Value {
    Value::Array((0..count).map(item).collect())
}

fn snapshot() -> Value {
    json!([{"query": "a", "results": [{"position": 1, "url": "https://a.example/"}]}])
}

#[test]
fn search_results_volumes_and_features_of_pages_are_limited() {
    let case = |field: &str, value: Value| {
        let mut case = json!({"site": "a.example", "snapshots": snapshot()});
        case[field] = value;
        case
    };
    for action in ["share", "discover", "gap", "explain"] {
        let too_many = case("snapshots", many(500_001, json!({"query": "a"})));
        refused(EngineId::Competitive, action, too_many, &["500001 `snapshots`", "500000"]);
        let too_many = case("volumes", many(500_001, json!({"query": "a"})));
        refused(EngineId::Competitive, action, too_many, &["500001 `volumes`", "500000"]);
        let too_many = case("pages", many(200_001, json!({"url": "a"})));
        refused(EngineId::Competitive, action, too_many, &["200001 `pages`", "200000"]);
    }
}

#[test]
fn other_pages_links_and_drafts_are_limited() {
    let facts = numbered(3, |n| {
        let kind = ["service", "place", "business"][n];
        json!({"id": n.to_string(), "kind": kind, "value": "word", "source": "owner"})
    });
    let draft = json!({"title": {"text": "word"}, "blocks": [{"sentences": [{"text": "word"}]}]});
    let case = |field: &str, value: Value| {
        let mut case = json!({"query": "word", "facts": facts, "draft": draft});
        case[field] = value;
        case
    };
    let siblings = case("siblings", many(5_001, json!({"url": "u", "text": "t"})));
    let links = case("links", many(10_001, json!({"url": "u", "anchor": "a"})));
    let long = "word ".repeat(1_000_001);
    let text = case("siblings", many(11, json!({"url": "u", "text": long})));
    let names = case("siblings", json!([{"url": "u", "text": "t", "names": many(10_001, json!("a"))}]));
    for action in ["score", "revise", "compose"] {
        let of = |case: &Value| {
            let mut case = case.clone();
            if action == "compose" {
                case.as_object_mut().expect("an object").remove("draft");
            }
            case
        };
        refused(EngineId::Content, action, of(&siblings), &["5001 `siblings`", "5000"]);
        refused(EngineId::Content, action, of(&links), &["10001 `links`", "10000"]);
        refused(EngineId::Content, action, of(&text), &["characters of `siblings`", "50000000"]);
        refused(EngineId::Content, action, of(&names), &["names of `siblings`", "10000"]);
    }
    let blocks = case("draft", json!({"blocks": many(200_001, json!({}))}));
    refused(EngineId::Content, "score", blocks, &["200001 blocks of `draft`", "200000"]);
    let cited = json!({"blocks": [{"sentences": [{"text": "word", "factIds": many(200_001, json!("0"))}]}]});
    refused(EngineId::Content, "score", case("draft", cited), &["cited facts of `draft`", "200000"]);
}

#[test]
fn results_approvals_and_checks_of_plans_are_limited() {
    let results = many(200_001, json!({"stepId": "0", "idempotencyKey": "k", "outcome": "done"}));
    let known = step();
    let one = json!([known]);
    for (field, value) in [("results", results), ("approvals", many(200_001, json!("0")))] {
        let mut case = json!({"steps": one});
        case[field] = value;
        refused(EngineId::Execution, "apply", case, &[&format!("200001 `{field}`"), "200000"]);
    }
    let case = json!({"steps": one, "only": many(200_001, json!("0"))});
    refused(EngineId::Execution, "undo", case, &["200001 `only`", "200000"]);
    let checks = many(20_001, json!({"name": "a", "expected": 1}));
    refused(EngineId::Execution, "verify", json!({"checks": checks}), &["20001 `checks`", "20000"]);
    let steps = Value::Array(vec![known; 20_001]);
    refused(EngineId::Execution, "apply", json!({"steps": steps.clone()}), &["20001 `steps`", "20000"]);
    refused(EngineId::Execution, "undo", json!({"steps": steps}), &["20001 `steps`", "20000"]);
}

/// A step as `plan` returns it.
fn step() -> Value {
    let page = "<!doctype html><html><head><title>Old</title></head><body></body></html>";
    let case = json!({
        "planId": "p",
        "requests": [{"id": "0", "action": {"kind": "add_title", "site": "s", "path": "index.html", "title": "New"}}],
        "sites": {"s": {"files": {"index.html": page}}},
    });
    let Value::Object(body) = case else { panic!("no object") };
    let id = ActionId::find(EngineId::Execution, "plan").expect("the action");
    ask(id, body, None, None, &Unattended).expect("a plan")["steps"][0].clone()
}

#[test]
fn contexts_priors_and_updates_are_limited() {
    let history = many(1_001, json!({"x": [0.5], "action": 0, "reward": 1}));
    let case = json!({"x": [0.5], "n_actions": 2, "history": history});
    refused(EngineId::Learning, "bandit", case, &["1001 rounds of `history`", "1000"]);
    let case = json!({"x": many(2_001, json!(0.5)), "n_actions": 2});
    refused(EngineId::Learning, "bandit", case, &["2001 values of `x`", "2000"]);
    let case = json!({"priors": many(10_001, json!({"kind": "a", "alpha": 1, "beta": 1}))});
    refused(EngineId::Learning, "curves", case, &["10001 `priors`", "10000"]);
    let updates = many(10_001, json!({"name": "a", "from": "2026-01-01", "to": "2026-01-02"}));
    let y: Vec<f64> = (0..60).map(|n| f64::from(n % 7) + 10.0).collect();
    let case = json!({"y": y, "pre": [0, 39], "post": [40, 59], "updates": updates});
    refused(EngineId::Causal, "impact", case, &["10001 `updates`", "10000"]);
}

#[test]
fn values_of_all_series_together_are_limited() {
    let case = json!({"series": many(51, many(100_000, json!(1)))});
    refused(EngineId::Pattern, "change-points", case, &["5100000 values of `series`", "5000000"]);
}

#[test]
fn markets_and_filters_are_limited() {
    let case = json!({"filters": {"places": many(200_001, json!("a"))}});
    refused(EngineId::Local, "score", case, &["`places` of `filters`", "200000"]);
    let case = json!({"filters": {"verticals": many(10_001, json!("a"))}});
    refused(EngineId::Local, "scan", case, &["`verticals` of `filters`", "10000"]);
    let own = numbered(1_000, |n| json!({"slug": format!("own-{n}"), "name": "Own", "searchesPer100kMonth": 10}));
    let case = json!({"overrides": {"verticals": own}});
    refused(EngineId::Local, "score", case, &["markets that match `filters`", "5000000"]);
}

#[test]
fn queries_and_results_are_limited_by_the_memory_that_they_need() {
    let queries = (0..=110_000).map(|n| QueryRow { query: format!("q{n}"), impressions: 1.0, ..QueryRow::default() });
    let input = keyword::Input { queries: queries.collect(), ..keyword::Input::default() };
    let parameters = keyword::Parameters::default().check().expect("the defaults");
    let refused = keyword::analyse(input, &parameters, None, &Unattended);
    let what = "different `queries` (filter them by site section, or keep those with the most impressions)";
    assert_eq!(refused.map(|_| ()), Err(EngineError::TooLarge { what, got: 110_001, limit: 110_000 }));

    let result =
        |n: u32| SerpResult { position: f64::from(n), url: "https://a.example/".to_owned(), ..SerpResult::default() };
    let results: Vec<SerpResult> = (1..=1_001).map(result).collect();
    let snapshot = Snapshot { query: "a".to_owned(), results, ..Snapshot::default() };
    let snapshots = vec![snapshot; 1_000];
    let input = competitive::Input { site: "a.example".to_owned(), snapshots, ..competitive::Input::default() };
    let parameters = competitive::Parameters::default().check().expect("the defaults");
    let refused = competitive::share(&input, &parameters, &Unattended);
    let what = "results of `snapshots`";
    assert_eq!(refused.map(|_| ()), Err(EngineError::TooLarge { what, got: 1_001_000, limit: 1_000_000 }));
}
