//! Actions to measure.

use serde_json::{Value, json};

/// An action with the input that the caller adds to the website's data.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) engine: &'static str,
    pub(crate) action: &'static str,
    pub(crate) payload: Value,
    /// True for the engine's default action.
    pub(crate) is_default: bool,
}

/// Returns every action that works on the website's data; the first of each engine is its default.
pub(crate) fn asked() -> Vec<Asked> {
    let none = || json!({});
    let list = [
        ("keyword", "analyse", json!({"parameters": {"valuePerLeadCents": 15_000.0}})),
        ("keyword", "wins", none()),
        ("competitive", "discover", none()),
        ("competitive", "gap", none()),
        ("competitive", "share", none()),
        ("competitive", "explain", none()),
        ("semantic", "coverage", none()),
        ("semantic", "overlap", none()),
        ("semantic", "links", none()),
        ("semantic", "brief", none()),
        ("causal", "impact", none()),
        ("causal", "power", none()),
        ("pattern", "change-points", none()),
        ("pattern", "decompose", none()),
        ("pattern", "anomalies", none()),
        ("strategic", "portfolio", hours()),
        ("strategic", "scenarios", hours()),
        ("strategic", "roadmap", hours()),
        ("content", "brief", facts()),
        ("content", "compose", facts()),
        ("predictive", "forecast", none()),
        ("predictive", "ranking", none()),
        ("predictive", "scenarios", none()),
        ("learning", "report", none()),
        ("execution", "plan", titles()),
        ("local", "scan", none()),
    ];
    let mut seen = Vec::new();
    list.into_iter()
        .map(|(engine, action, payload)| {
            let is_default = !seen.contains(&engine);
            seen.push(engine);
            Asked { engine, action, payload, is_default }
        })
        .collect()
}

fn hours() -> Value {
    json!({"parameters": {"hours": 40.0}})
}

fn facts() -> Value {
    let fact = |id: &str, kind: &str, value: &str| json!({"id": id, "kind": kind, "value": value, "source": "owner"});
    let facts = json!([
        fact("f1", "business", "Scale Services"),
        fact("f2", "service", "roof repair"),
        fact("f3", "place", "Oakmere")
    ]);
    json!({"input": {"query": "roof repair oakmere", "facts": facts}})
}

/// Returns titles for a thousand pages of one site.
fn titles() -> Value {
    let path = |at: usize| format!("page-{at}/index.html");
    let page = |at: usize| {
        let html = format!("<!doctype html><html><head><title>Old {at}</title></head><body></body></html>");
        (path(at), Value::String(html))
    };
    let files: serde_json::Map<String, Value> = (0..1_000).map(page).collect();
    let request = |at: usize| {
        let action = json!({"kind": "add_title", "site": "s", "path": path(at), "title": format!("New title {at}")});
        json!({"id": format!("r{at}"), "action": action})
    };
    let requests: Vec<Value> = (0..1_000).map(request).collect();
    json!({"input": {"planId": "scale", "requests": requests, "sites": {"s": {"files": files}}}})
}
