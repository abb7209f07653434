//! Objects of other users behave like missing ones, in every call and wherever their id occurs: in the path, the query or
//! the body. The calls are taken from the API description, so that new ones are tested too.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{engine_version::PRIOR, new_id},
    store::{
        insight::NewInsights,
        run::{Effect, Outcome},
    },
};

use crate::{
    answers, assistant_grants, campaigns, connections, crawls, deploy_targets, deployments, documents, edits, engines,
    evidence, fleet, imports, leads, packs, page_audits, plans, ranks, rentals, reports, run_capsules, sites,
    world::{Account, Reply, World, on_each},
};

/// Ids by what they name: the part of the path before them, or the parameter's own name.
type Ids = BTreeMap<&'static str, String>;

/// One way to name what is another's.
struct Attempt {
    method: Method,
    path: String,
    body: Value,
}

/// What a parameter or property names, and the key of its id.
const NAMES: [(&str, &str); 21] = [
    ("websiteId", "websites"),
    ("annotationId", "annotations"),
    ("insightId", "insights"),
    ("opportunityId", "opportunities"),
    ("runId", "runs"),
    ("before", "runs"),
    ("after", "runs"),
    ("inviteId", "invites"),
    ("versionId", "versions"),
    ("userId", "users"),
    ("deliveryId", "deliveries"),
    ("connectionId", "connections"),
    ("promptId", "prompts"),
    ("buyerId", "buyers"),
    ("rentalId", "rentals"),
    ("webhookId", "webhooks"),
    ("deployment", "deployments"),
    ("releaseId", "releases"),
    ("targetId", "deploy-targets"),
    ("documentId", "documents"),
    ("issue", "report-issues"),
];

/// Calls that may be made with anything in the place of an id, as they touch nothing but the caller's own.
/// The beacon is for visitors, who have no account.
const HARMLESS: [&str; 2] = ["/api/notifications/read", "/t"];

/// Returns a body with the other required fields, so that the call looks up the id.
fn body_of(method: &Method, path: &str) -> Value {
    match (method.as_str(), path.rsplit('/').find(|part| !part.starts_with('{')).unwrap_or_default()) {
        ("POST", "annotations") => json!({"kind": "edit", "title": "Theirs", "day": "2026-09-01"}),
        ("POST", "opportunities") | ("PATCH", "annotations" | "opportunities") => json!({"title": "Theirs"}),
        ("POST", "invites") => json!({"email": "eve@example.com", "role": "owner"}),
        ("POST", "versions") if path.contains("documents") => json!({"baseVersion": 1, "draft": {}}),
        ("POST", "compose") => json!({"baseVersion": 1}),
        ("POST", "estimate") => json!({"connectionId": new_id(), "model": "m"}),
        ("POST", "draft") => json!({"baseVersion": 0, "connectionId": new_id(), "model": "m", "budgetMicros": 1}),
        ("POST", "documents") => json!({"title": "Theirs"}),
        ("PATCH", "documents") => json!({"revision": 1, "title": "Theirs"}),
        ("POST", "versions") => json!({"name": "theirs", "parameters": {"targetPosition": 4}}),
        ("POST", "approve" | "reject" | "undo") if path.contains("plans") => json!({"steps": []}),
        ("POST", "google") => json!({"provider": "search_console"}),
        ("PATCH", "connections") => json!({"name": "Theirs"}),
        ("POST" | "PUT", "buyers") => json!({"name": "Theirs", "email": "eve@example.com", "priceCents": 1}),
        ("POST", "lead-sources") => json!({"kind": "form", "name": "Theirs", "consentText": "Yes"}),
        ("PATCH", "lead-sources") => json!({"name": "Theirs"}),
        ("POST", "move") if path.contains("rentals") => json!({"move": "end"}),
        ("POST", "move") if path.contains("invoices") => json!({"move": "pay"}),
        ("POST", "move") => json!({"move": "qualify"}),
        ("POST" | "PUT", "rentals") => json!({"tenant": {"name": "Theirs"}, "priceCents": 100}),
        ("POST", "ledger") => json!({"reason": "rent", "amountCents": 1}),
        ("POST", "prompts") => json!({"prompts": [{"text": "Theirs?"}]}),
        ("POST", "markets") => json!({"markets": [{"vertical": "plumbing", "place": "4553433"}]}),
        ("POST", "sites") => json!({"kind": "goldmine", "vertical": "plumbing", "places": ["4544349"]}),
        ("POST", "deploy-goldmines") => json!({"markets": [{"vertical": "plumbing", "place": "4544349"}]}),
        ("POST", "batch-deploy") => json!({"verticals": ["plumbing"], "limit": 1, "kind": "goldmine"}),
        ("POST", "generate-and-deploy") => json!({"vertical": "plumbing", "place": "4544349"}),
        ("POST", "edits") => json!({"changes": [{"kind": "set_title", "path": "/", "title": "Theirs"}]}),
        ("PATCH", "edits") => json!({"title": "Theirs"}),
        ("DELETE", "pages") => json!({"path": "/"}),
        ("POST", "pages") => json!({"label": "Theirs", "documentId": new_id()}),
        ("POST", "page-text") => json!({"path": "/", "documentId": new_id()}),
        ("PUT", "access") => json!({"kind": "folder", "settings": {}}),
        ("PATCH", "sites" | "deploy-targets") => json!({"name": "Theirs"}),
        ("POST", "campaigns" | "dry-run" | "forecast") => campaigns::body(),
        ("PATCH", "campaigns") => json!({"name": "Theirs"}),
        ("POST", "schedules") => json!({"engineId": "keyword", "action": "analyse", "cron": "daily"}),
        ("PATCH", "schedules") => json!({"name": "Theirs"}),
        ("PATCH", "webhooks") => json!({"description": "Theirs"}),
        ("PATCH", "experiments") => json!({"days": 14}),
        ("PATCH", "insights") => json!({"verdict": "refuted"}),
        ("PATCH", "milestones") => json!({"status": "completed"}),
        ("PATCH", "members") => json!({"role": "viewer"}),
        ("PATCH", "workspaces" | "websites") => json!({"name": "Theirs"}),
        ("POST", "reports") => json!({"settings": {"brandName": "Theirs"}}),
        ("PUT", "reports") => json!({"brandName": "Theirs"}),
        ("PUT", "digest") => json!({"frequency": "off"}),
        ("PUT", "subscription") => json!({"isSubscribed": false}),
        ("DELETE", "websites") => json!({"host": "example.com"}),
        _ => json!({}),
    }
}

/// The id that a parameter of this path takes.
fn id_for<'a>(ids: &'a Ids, path: &str, name: &str) -> &'a str {
    let before = || path.split(&format!("/{{{name}}}")).next().and_then(|start| start.rsplit('/').next());
    let known = NAMES.iter().find(|(known, _)| *known == name).map(|(_, key)| *key);
    let key = known.or_else(before).unwrap_or(name);
    ids.get(key).unwrap_or_else(|| panic!("{path} takes an id that this test does not know: add {key} to everything"))
}

/// The path with an id for each of its parameters that takes one; an engine's for the others.
fn filled(path: &str, ids: &Ids) -> String {
    let mut whole = path.to_owned();
    while let Some((_, rest)) = whole.split_once('{') {
        let name = rest.split('}').next().unwrap_or_default().to_owned();
        let is_engine = name == "id" && whole.split("/{").next().is_some_and(|start| start.ends_with("-engines"));
        let id = match name.as_str() {
            "id" if is_engine => "keyword",
            // A number within the record before it.
            "no" => "2",
            "number" | "a" | "b" => "1",
            "language" => "en",
            "vertical" => "water-damage",
            _ => id_for(ids, path, &name),
        };
        whole = whole.replacen(&format!("{{{name}}}"), id, 1);
    }
    whole
}

fn takes_id(schema: &Value) -> bool {
    schema.to_string().contains(r#""format":"uuid""#)
}

/// The names of a call's parameters of one place that take an id, and whether they must be there.
fn parameters(call: &Value, place: &str) -> Vec<(String, bool)> {
    let all = call["parameters"].as_array().cloned().unwrap_or_default();
    // Where a list goes on is no name of anything.
    let names = |one: &Value| takes_id(&one["schema"]) && one["name"] != "cursor";
    let of_place = all.into_iter().filter(|one| one["in"] == place && names(one));
    of_place.map(|one| (one["name"].as_str().expect("a name").to_owned(), one["required"] == true)).collect()
}

/// The first word of each choice that a call requires in its query.
fn choices(call: &Value) -> Vec<String> {
    let all = call["parameters"].as_array().cloned().unwrap_or_default();
    let required =
        all.iter().filter(|one| one["in"] == "query" && one["required"] == true && !takes_id(&one["schema"]));
    let pair = |one: &Value| Some(format!("{}={}", one["name"].as_str()?, one["schema"]["enum"][0].as_str()?));
    required.filter_map(pair).collect()
}

/// Returns the properties of a call's body that are ids. Nested ones (arms of an experiment, actions of a plan) are
/// tested with those resources.
fn properties(document: &Value, call: &Value) -> Vec<String> {
    let mut schema = &call["requestBody"]["content"]["application/json"]["schema"];
    while let Some(name) = schema["$ref"].as_str() {
        schema = document.pointer(name.trim_start_matches('#')).expect("a schema");
    }
    let all = schema["properties"].as_object().cloned().unwrap_or_default();
    all.into_iter().filter(|(_, schema)| takes_id(schema)).map(|(name, _)| name).collect()
}

/// Every way in which one call can be given an id.
fn ways(document: &Value, method: &Method, path: &str, ids: &Ids, own: &Ids) -> Vec<Attempt> {
    let call = &document["paths"][path][method.as_str().to_lowercase()];
    let body = body_of(method, path);
    let attempt = |path: String, body: Value| Attempt { method: method.clone(), path, body };
    let mut all = Vec::new();
    let in_path = parameters(call, "path");
    if !in_path.is_empty() {
        all.push(attempt(filled(path, ids), body.clone()));
    }
    if in_path.len() > 1 {
        let mixed = Ids::from_iter(ids.clone().into_iter().chain([("workspaces", own["workspaces"].clone())]));
        all.push(attempt(filled(path, &mixed), body.clone()));
    }
    let in_query = parameters(call, "query");
    let (needed, free): (Vec<_>, Vec<_>) = in_query.into_iter().partition(|(_, needed)| *needed);
    let choices = choices(call);
    let query = |names: &[&str]| {
        let pairs = names.iter().map(|name| format!("{name}={}", id_for(ids, path, name)));
        format!("{}?{}", filled(path, own), pairs.chain(choices.clone()).collect::<Vec<_>>().join("&"))
    };
    if !needed.is_empty() {
        let names: Vec<&str> = needed.iter().map(|(name, _)| name.as_str()).collect();
        all.push(attempt(query(&names), body.clone()));
    }
    all.extend(free.iter().map(|(name, _)| attempt(query(&[name]), body.clone())));
    for name in properties(document, call) {
        let mut body = body.clone();
        body[&name] = json!(id_for(ids, path, &name));
        all.push(attempt(filled(path, own), body));
    }
    all
}

/// Returns every way to pass an id to any call. `own` is used for other required ids.
fn attempts(ids: &Ids, own: &Ids) -> Vec<Attempt> {
    let text = api::openapi::document_text().expect("a document");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            if item.get(method.to_lowercase()).is_some() && !HARMLESS.contains(&path.as_str()) {
                all.extend(ways(&document, &method.parse().expect("a method"), path, ids, own));
            }
        }
    }
    all
}

async fn id_of(world: &World, by: &Account, path: &str, body: Value, pointer: &str) -> String {
    let reply = world.post(path, &body).bearer(&by.token).header("prefer", "wait=0").send().await;
    assert!(reply.status.is_success(), "{path}: {}", reply.text());
    reply.json().pointer(pointer).and_then(Value::as_str).expect(pointer).to_owned()
}

async fn first_id(world: &World, by: &Account, path: &str, pointer: &str) -> String {
    let body = world.get(path).bearer(&by.token).send().await.success(StatusCode::OK);
    body.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("{path}: {body}")).to_owned()
}

/// A run of the keyword engine that has ended with an insight.
async fn ran(world: &World, by: &Account) -> String {
    let run = id_of(world, by, "/api/intelligence-engines/keyword/execute", json!({}), "/run/id").await;
    let claimed = fleet::claim(&world.state, run.parse().expect("an id")).await;
    let insights = vec![engines::insight("One")];
    let found = Effect::from(NewInsights { engine_id: "keyword".to_owned(), version: PRIOR.into(), insights });
    fleet::finish(
        &world.state,
        claimed,
        Outcome::Succeeded(json!({"figures": {}})),
        vec![found, run_capsules::case().into()],
    )
    .await;
    run
}

/// One of everything that has an id, of this account.
async fn everything(world: &World, by: &Account) -> Ids {
    let website = fleet::website_with_days(&world.state, by, "example.com").await.to_string();
    let (note, experiment) =
        (json!({"kind": "edit", "title": "Mine", "day": "2026-09-01"}), json!({"websiteId": website}));
    let experiment = json!({"title": "Mine", "arms": [experiment], "startsOn": "2026-09-01"});
    let workspace = id_of(world, by, "/api/workspaces", json!({"name": "Agency"}), "/workspace/id").await;
    let invites = format!("/api/workspaces/{workspace}/invites");
    let invite = json!({"email": "eve@example.com", "role": "viewer"});
    let version = json!({"name": "mine", "parameters": {"targetPosition": 4}});
    let schedule = json!({"engineId": "keyword", "action": "analyse", "cron": "daily", "websiteId": website});
    let prompts = json!({"websiteId": website, "prompts": [{"text": "Mine?"}]});
    let value = json!({"values": [{"kind": "cpc", "vertical": "plumbing", "typical": 500}]});
    let market = json!({"markets": [{"vertical": "plumbing", "place": "4553433"}]});
    let (site, _, release) = sites::live(world, by).await;
    let (deployment, _) = deployments::two(world, by).await;
    let (rental, invoice) = rentals::rented(world, by, &website).await;
    let (report, issue) = reports::stored(world, by, &website).await;
    let mut all = Ids::from([
        ("reports", report),
        ("report-issues", issue),
        ("runs", ran(world, by).await),
        ("rentals", rental),
        ("invoices", invoice),
        ("sites", site.to_string()),
        ("releases", release.to_string()),
        ("deployments", deployment),
        ("campaigns", campaigns::draft(world, by).await),
        ("deploy-targets", deploy_targets::netlify(world, by).await),
        ("buyers", leads::buyer(world, by).await),
        ("lead-sources", leads::form(world, by, &website).await["id"].as_str().expect("an id").to_owned()),
        ("received-leads", leads::received(world, by, &website).await),
        ("ledger", posted(world, by).await),
        ("insights", first_id(world, by, "/api/intelligence-engines/insights", "/insights/0/id").await),
        ("connections", connections::serper(world, by).await),
        ("crawls", crawls::stored(world, by, website.parse().expect("an id")).await),
        ("page-audits", page_audits::stored(world, by).await),
        ("edits", edits::prepared(world, by, &website).await),
        ("documents", documents::stored(world, by).await),
        ("history", packs::changed(world, by).await),
        ("keywords", ranks::tracked(world, by, &website).await),
        ("answers", answers::stored(world, by, website.parse().expect("an id")).await),
        ("prompts", id_of(world, by, "/api/answers/prompts", prompts, "/prompts/0/id").await),
        ("annotations", id_of(world, by, "/api/annotations", note, "/annotation/id").await),
        ("experiments", id_of(world, by, "/api/experiments", experiment, "/experiment/id").await),
        ("imports", imports::uploaded(world, by, json!({"container": "text", "files": [], "warnings": []})).await),
        ("market-changes", id_of(world, by, "/api/market-values", value, "/changeId").await),
        ("markets", id_of(world, by, "/api/dominator-pipeline/markets", market, "/markets/0/id").await),
        ("milestones", first_id(world, by, "/api/performance/milestones", "/milestones/0/id").await),
        ("opportunities", id_of(world, by, "/api/opportunities", json!({"title": "Mine"}), "/opportunity/id").await),
        ("plans", plans::planned(world, by).await),
        ("invites", id_of(world, by, &invites, invite, "/invite/id").await),
        ("versions", id_of(world, by, "/api/intelligence-engines/keyword/versions", version, "/versions/1/id").await),
        ("schedules", id_of(world, by, "/api/schedules", schedule, "/schedule/id").await),
        ("workspaces", workspace),
        ("websites", website),
    ]);
    all.extend(called(world, by).await);
    all.extend(admitted(world, by).await);
    all
}

/// Who may sign in, and what acts for them.
async fn admitted(world: &World, by: &Account) -> Ids {
    let key = json!({"name": "A script", "scopes": ["read"]});
    Ids::from([
        ("api-keys", id_of(world, by, "/api/user/api-keys", key, "/apiKey/id").await),
        ("assistants", assistant_grants::connected(world, by).await),
        ("sessions", first_id(world, by, "/api/auth/sessions", "/sessions/0/id").await),
        ("users", by.id.to_string()),
        // Only administrators may name one.
        ("contact-messages", new_id().to_string()),
    ])
}

/// A ledger entry by hand.
async fn posted(world: &World, by: &Account) -> String {
    let rent = json!({"reason": "rent", "amountCents": 1});
    id_of(world, by, "/api/ledger", rent, "/transaction/id").await
}

/// A webhook with its delivery, and what a provider sent.
async fn called(world: &World, by: &Account) -> Ids {
    // A public address, which nobody calls here.
    let webhook = json!({"url": "https://8.8.8.8/hook", "events": ["run:finished"]});
    let webhook = id_of(world, by, "/api/webhooks", webhook, "/webhook/id").await;
    let delivery = id_of(world, by, &format!("/api/webhooks/{webhook}/test"), json!({}), "/deliveryId").await;
    Ids::from([("webhooks", webhook), ("deliveries", delivery), ("evidence", evidence::stored(world, by).await)])
}

async fn tried(world: &World, by: &Account, attempt: &Attempt) -> Reply {
    let call = world.call(attempt.method.clone(), &attempt.path).bearer(&by.token).header("prefer", "wait=0");
    if attempt.method == Method::GET { call.send().await } else { call.json(&attempt.body).send().await }
}

/// What an account reads of its own by every call that takes an id.
async fn reads(world: &World, by: &Account, attempts: &[Attempt]) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let is_read = |one: &&Attempt| one.method == Method::GET && !one.path.starts_with("/api/admin/");
    for attempt in attempts.iter().filter(is_read) {
        let reply = tried(world, by, attempt).await;
        assert_eq!(reply.status, StatusCode::OK, "{}: {}", attempt.path, reply.text());
        // How well the server does is nobody's, and the period of a preview ends now.
        let text = reply.text();
        let theirs = text.split(",\"systemHealth\":").next().unwrap_or_default();
        let theirs = if attempt.path.contains("/digest/preview") {
            theirs.split_once("\"isEmpty\":").map_or("", |(_, digest)| digest)
        } else {
            theirs
        };
        all.insert(attempt.path.clone(), theirs.to_owned());
    }
    all
}

/// An answer without what is every answer's own, and without how well the server does.
fn said(reply: &Reply) -> Value {
    if reply.header("content-type").starts_with("text/csv") {
        return reply.text().into();
    }
    let mut body = reply.json();
    for own in ["instance", "requestId", "systemHealth"] {
        body.as_object_mut().expect("an object").remove(own);
    }
    body
}

#[tokio::test]
async fn every_call_hides_records_of_other_workspaces() {
    on_each(async |world| {
        // The first account is the administrator.
        world.register("root@example.com").await;
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let theirs = everything(&world, &ada).await;
        let own = everything(&world, &bob).await;
        let none: Ids = theirs.keys().map(|key| (*key, new_id().to_string())).collect();
        let (known, unknown) = (attempts(&theirs, &own), attempts(&none, &own));
        assert!(known.len() > 80, "{} attempts", known.len());
        let before = reads(&world, &ada, &known).await;
        for (attempt, missing) in known.iter().zip(&unknown) {
            let (method, path) = (&attempt.method, &attempt.path);
            let told = tried(&world, &bob, attempt).await;
            let absent = tried(&world, &bob, missing).await;
            let refused = if path.starts_with("/api/admin/") { StatusCode::FORBIDDEN } else { StatusCode::NOT_FOUND };
            // A list that is filtered by what is not there is empty.
            let is_filter = method == Method::GET && path.contains('?') && told.status == StatusCode::OK;
            assert!(told.status == refused || is_filter, "{method} {path} {}: {}", attempt.body, told.text());
            assert_eq!(said(&told), said(&absent), "{method} {path} {}: they can be told apart", attempt.body);
        }
        for (path, text) in reads(&world, &ada, &known).await {
            assert_eq!(text, before[&path], "{path}: nothing was changed");
        }
    })
    .await;
}
