//! One usable case of every action of the engines that people start: answers, findings and refusals keep the contract.

use std::collections::BTreeSet;

use engines::ActionId;
use engines::action::Body;
use engines::command::{AskError, Options, ask, run};
use engines::common::Unattended;
use serde_json::{Value, json};

use super::name_of;

fn search_results() -> Value {
    let result = |at: usize, host: &str| json!({"position": at + 1, "url": format!("https://{host}/page")});
    let page = |at: usize, hosts: [&str; 3]| {
        let results: Vec<Value> = hosts.iter().enumerate().map(|(at, host)| result(at, host)).collect();
        json!({"query": format!("roof repair {at}"), "observedAt": "2026-11-20", "results": results})
    };
    let hosts = ["a.example", "own.example", "b.example"];
    let snapshots: Vec<Value> =
        (0..6).map(|at| page(at, [hosts[at % 3], hosts[(at + 1) % 3], hosts[(at + 2) % 3]])).collect();
    let volumes: Vec<Value> = (0..6)
        .map(|at| json!({"query": format!("roof repair {at}"), "volume": 100 * (at + 1), "cluster": "roofs"}))
        .collect();
    json!({"asOf": "2026-11-21", "site": "own.example", "snapshots": snapshots, "volumes": volumes, "parameters": {"valuePerLeadCents": 5000}})
}

fn links() -> Value {
    let link = |from: &str, to: &str| json!({"provider": "ahrefs", "sourceUrl": format!("https://{from}/a"), "targetUrl": to, "isFollowed": true, "observedAt": "2026-11-20"});
    let links = [
        link("news.example", "https://own.example/old"),
        link("guide.example", "https://a.example/"),
        link("guide.example", "https://b.example/"),
        link("blog.example", "https://a.example/"),
    ];
    let pages =
        json!([{"url": "https://own.example/old", "status": 404, "observedAt": "2026-11-20", "source": "crawl"}]);
    json!({"asOf": "2026-11-21", "site": "own.example", "links": links, "pages": pages, "parameters": {"maxInsights": 9}})
}

fn searches() -> Value {
    let row = |at: usize| json!({"query": format!("thing{at} word{at}"), "clicks": 20 + at, "impressions": 900, "position": 5.5});
    json!({"asOf": "2026-11-21", "periodDays": 28, "queries": (0..8).map(row).collect::<Vec<_>>(), "parameters": {"valuePerLeadCents": 5000, "draws": 200}})
}

fn pages() -> Value {
    let page = |at: usize, text: &str| json!({"url": format!("https://x.example/{at}"), "title": format!("Page {at}"), "text": text, "headings": [{"level": 2, "text": "What it costs"}]});
    let roofs =
        "Flashing and shingles keep a chimney dry. Shingles crack after hail. Flashing rusts beside the chimney.";
    json!([
        page(0, "Welcome to our company in town."),
        page(1, roofs),
        page(2, roofs),
        page(3, "Copper pipes burst in winter.")
    ])
}

fn facts() -> Value {
    let fact = |id: &str, kind: &str, value: &str| json!({"id": id, "kind": kind, "value": value, "source": "owner", "isOwnerSupplied": true});
    json!([
        fact("svc", "service", "roof repair"),
        fact("place", "place", "Austin, TX"),
        fact("price", "price", "$350 to $900"),
        fact("say", "statement", "Hail cracks shingles")
    ])
}

fn draft() -> Value {
    json!({"title": {"text": "The best roofers"}, "blocks": [{"kind": "paragraph", "sentences": [{"text": "We are the best, for $350.", "factIds": []}]}]})
}

fn bets() -> Value {
    let bet = |at: usize| json!({"id": format!("b{at}"), "lowCents": 1000 * at, "midCents": 2000 * at, "highCents": 4000 * at, "successProbability": 0.6, "costCents": 5000, "hours": 2, "monthsToEffect": 2});
    json!({"asOf": "2026-11-21", "opportunities": (1..6).map(bet).collect::<Vec<_>>(), "parameters": {"budgetCents": 15000, "draws": 200, "hourlyRateCents": 100}})
}

fn plan() -> Value {
    let site = json!({"files": {"p.html": "<head></head><body></body>"}, "baseUrl": "https://a.example"});
    let action = json!({"kind": "add_title", "site": "a", "path": "p.html", "title": "New"});
    json!({"planId": "p", "requests": [{"id": "t", "action": action}], "sites": {"a": site}})
}

/// The steps of [`plan`] as the engine lays them down.
fn steps() -> Value {
    answered(ActionId::ExecutionPlan, &plan()).unwrap()["steps"].clone()
}

fn done() -> Value {
    let steps = steps();
    json!([{"stepId": "t", "idempotencyKey": steps[0]["idempotencyKey"], "outcome": "done"}])
}

fn market() -> Value {
    json!({"asOf": "2026-11-21", "vertical": "plumbing", "place": "Tulsa", "state": "OK"})
}

fn with(mut value: Value, more: Value) -> Value {
    more.as_object().unwrap().iter().for_each(|(name, own)| value[name] = own.clone());
    value
}

/// A case of each action that people start from a form.
fn cases() -> Vec<(ActionId, Value)> {
    let (day, query) = (json!("2026-11-21"), json!("roof repair"));
    let filters = json!({"asOf": day, "filters": {"verticals": ["plumbing"], "states": ["OK"], "limit": 5}});
    let winners = json!({"asOf": day, "query": query, "winners": pages()});
    let written = json!({"asOf": day, "query": query, "intent": "local", "facts": facts()});
    let seen = json!({"checks": [{"name": "title", "url": null, "expected": "New"}], "observed": {"title": "New"}});
    let call =
        json!({"candidates": [{"name": "Joe", "phone": "1", "position": 8, "isAdvertiser": true}], "grossMargin": 0.5});
    vec![
        (ActionId::KeywordAnalyse, searches()),
        (ActionId::KeywordWins, searches()),
        (ActionId::KeywordExpand, json!({"seeds": ["roof repair"], "cities": ["Austin"]})),
        (ActionId::KeywordCluster, json!({"texts": ["roof repair", "roof repairs", "drain cleaning"]})),
        (ActionId::KeywordKeyphrases, json!({"text": "Copper flashing leaks beside the chimney.", "top": 3})),
        (ActionId::CompetitiveShare, search_results()),
        (ActionId::CompetitiveDiscover, search_results()),
        (ActionId::CompetitiveGap, search_results()),
        (ActionId::CompetitiveExplain, search_results()),
        (ActionId::CompetitiveLinks, links()),
        (ActionId::SemanticCoverage, with(winners.clone(), json!({"page": {"url": "/own", "text": "We mend roofs."}}))),
        (ActionId::SemanticOverlap, json!({"asOf": day, "pages": pages()})),
        (ActionId::SemanticLinks, json!({"asOf": day, "pages": pages()})),
        (ActionId::SemanticBrief, with(winners, json!({"facts": ["A permit costs 85 dollars."]}))),
        (ActionId::SemanticSimilarity, json!({"a": "roof repair", "b": "repair a roof"})),
        (ActionId::StrategicPortfolio, bets()),
        (ActionId::StrategicScenarios, bets()),
        (ActionId::StrategicRoadmap, bets()),
        (ActionId::ContentBrief, written.clone()),
        (ActionId::ContentCompose, written.clone()),
        (ActionId::ContentScore, with(written.clone(), json!({"draft": draft()}))),
        (ActionId::ContentRevise, with(written, json!({"draft": draft()}))),
        (ActionId::ExecutionPlan, plan()),
        (ActionId::ExecutionApply, json!({"steps": steps(), "approvals": ["all"]})),
        (ActionId::ExecutionVerify, seen),
        (ActionId::ExecutionUndo, json!({"steps": steps(), "results": done()})),
        (ActionId::LocalScan, filters.clone()),
        (ActionId::LocalScore, filters),
        (ActionId::LocalExplain, with(market(), json!({"parameters": {"draws": 100}}))),
        (ActionId::LocalTenants, with(market(), call)),
    ]
}

fn body(case: &Value) -> Body {
    case.as_object().cloned().unwrap()
}

fn answered(action: ActionId, case: &Value) -> Result<Value, AskError> {
    ask(action, body(case), None, None, &Unattended)
}

#[test]
fn usable_case_of_every_action_is_answered_alike_by_question_and_command_line() {
    let mut asked = BTreeSet::new();
    for (action, case) in cases() {
        let answer = answered(action, &case).unwrap_or_else(|error| panic!("{}: {error}", name_of(action)));
        let mut output = Vec::new();
        let info = action.info();
        let line = format!("{}\n", with(case, json!({"id": "x"})));
        run(info.engine, info.name, &mut line.as_bytes(), &mut output, &Options::default(), &Unattended).unwrap();
        let told: Value = serde_json::from_slice(&output).unwrap();
        // Figures are compared as they are written and read.
        let written: Value = serde_json::from_str(&with(answer, json!({"id": "x"})).to_string()).unwrap();
        assert_eq!(told, written, "{}", name_of(action));
        asked.insert(action);
    }
    assert_eq!(asked.len(), 30);
}

#[test]
fn answer_holds_the_fields_that_its_schema_requires_and_no_others() {
    for (action, case) in cases() {
        let answer = answered(action, &case).unwrap();
        let info = action.info();
        let forms = [Some(info.schemas()), info.alternative_schemas()];
        let fits = |schema: &Value| {
            let properties = schema["properties"].as_object().cloned().unwrap_or_default();
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let own = answer.as_object().unwrap();
            required.iter().all(|name| own.contains_key(name.as_str().unwrap()))
                && own.keys().all(|name| properties.contains_key(name))
        };
        assert!(
            forms.iter().flatten().any(|form| fits(&form.output)),
            "{}: {:?}",
            name_of(action),
            answer.as_object().unwrap().keys()
        );
    }
}

#[test]
fn finding_has_key_evidence_method_and_an_end() {
    let mut told = 0;
    for (action, case) in cases() {
        let answer = answered(action, &case).unwrap();
        let insights = answer["insights"].as_array().cloned().unwrap_or_default();
        let keys: BTreeSet<&str> = insights.iter().filter_map(|insight| insight["key"].as_str()).collect();
        assert_eq!(keys.len(), insights.len(), "{}: a key twice", name_of(action));
        for insight in &insights {
            let text = |name: &str| insight[name].as_str().unwrap_or_default().to_owned();
            let label = format!("{} {}", name_of(action), text("key"));
            assert!(text("key") == text("kind") || text("key").starts_with(&format!("{}:", text("kind"))), "{label}");
            assert_eq!(text("engine"), action.info().engine.as_str(), "{label}");
            let confidence = insight["confidence"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&confidence), "{label}: {confidence}");
            assert!(!insight["evidence"].as_array().unwrap().is_empty(), "{label} has no evidence");
            assert!(text("falsifier").len() > 20 && !text("method").is_empty(), "{label}");
            assert!(
                text("methodVersion").starts_with(action.info().engine.as_str()),
                "{label}: {}",
                text("methodVersion")
            );
            assert!(text("expiresAt").as_str() > "2026-11-21", "{label}: {}", text("expiresAt"));
            if let Some(impact) = insight["impact"].as_object() {
                let cents = |name: &str| impact[name].as_i64().unwrap();
                assert!(cents("lowCents") <= cents("midCents") && cents("midCents") <= cents("highCents"), "{label}");
                assert_eq!(impact["currency"], "USD", "{label}");
            }
            told += 1;
        }
    }
    assert!(told >= 20, "{told} findings");
}

#[test]
fn answer_to_the_same_case_is_the_same_to_the_byte() {
    for (action, case) in cases() {
        let bytes = || answered(action, &case).unwrap().to_string();
        assert_eq!(bytes(), bytes(), "{}", name_of(action));
    }
}

#[test]
fn field_of_a_wrong_type_is_refused_by_its_name() {
    let mut asked = 0;
    for (action, case) in cases() {
        let info = action.info();
        let forms = [Some(info.schemas()), info.alternative_schemas()];
        let fields: BTreeSet<String> = forms
            .iter()
            .flatten()
            .flat_map(|form| {
                form.input["properties"].as_object().cloned().unwrap_or_default().into_iter().map(|(name, _)| name)
            })
            .collect();
        for field in fields.iter().filter(|field| case.get(field.as_str()).is_some()) {
            let wrong = with(case.clone(), json!({field.as_str(): [[false, {"x": 1}]]}));
            match answered(action, &wrong) {
                Err(AskError::Refused { kind, detail }) => {
                    assert_eq!(kind, "invalid-case", "{} `{field}`: {detail}", name_of(action));
                    assert!(detail.contains(field.as_str()), "{} `{field}`: {detail}", name_of(action));
                }
                other => panic!("{} takes a list of a list for `{field}`: {other:?}", name_of(action)),
            }
            asked += 1;
        }
    }
    assert!(asked > 60, "{asked}");
}

#[test]
fn parameters_of_a_case_are_checked_by_name_and_must_be_an_object() {
    for (action, case) in cases() {
        let has_any = action.parameters_schema()["properties"].as_object().is_some_and(|own| !own.is_empty());
        if !has_any || case.get("parameters").is_none() {
            continue;
        }
        for (parameters, word) in [
            (json!({"nobodyKnowsThis": 1}), "nobodyKnowsThis"),
            (json!([1, 2]), "parameters"),
            (json!("x"), "parameters"),
            (json!({"draws": 1}), "draws"),
        ] {
            let beside = if parameters.is_object() { with(case["parameters"].clone(), parameters) } else { parameters };
            let refused = answered(action, &with(case.clone(), json!({"parameters": beside}))).unwrap_err();
            assert!(refused.to_string().contains(word), "{} {word}: {refused}", name_of(action));
        }
        let defaults = answered(action, &with(case.clone(), json!({"parameters": null})));
        assert!(defaults.is_ok() || defaults.unwrap_err().to_string().contains("budgetCents"), "{}", name_of(action));
        let mut renamed = case.clone();
        let own = renamed.as_object_mut().unwrap().remove("parameters").unwrap();
        renamed["params"] = own;
        assert_eq!(answered(action, &renamed), answered(action, &case), "{}", name_of(action));
    }
}

#[test]
fn seed_of_the_caller_goes_before_the_one_of_the_case() {
    for action in
        [ActionId::KeywordAnalyse, ActionId::CompetitiveShare, ActionId::StrategicPortfolio, ActionId::LocalExplain]
    {
        let case = cases().into_iter().find(|(own, _)| *own == action).unwrap().1;
        let seeded = |seed: Option<u64>| ask(action, body(&case), seed, None, &Unattended).unwrap();
        assert_eq!(seeded(Some(1)), seeded(Some(1)), "{}", name_of(action));
        assert_ne!(seeded(Some(1)), seeded(Some(2)), "{}", name_of(action));
    }
}
