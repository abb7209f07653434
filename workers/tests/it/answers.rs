//! Checks of AI answers against models on this machine.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, OutsideSettings, Secret},
    domain::{
        answer::{AnswerEngine, AnswerFinish, AnswerSettings, AnswerSurface, Rival, StoredAnswer},
        connection::Budget,
        new_id, now,
        rank::{NewTrackedKeyword, RankDevice},
        run::{NewRun, Run, RunKind, RunStatus},
        website::WebsiteKind,
    },
    store::{
        answer::{self, AnswerFilter, NewPrompt},
        connection::{self, NewConnection},
        rank,
        website::{self, NewWebsite},
    },
    vault::{Credentials, Vault},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode};

pub(crate) const KEY: &str = "good-key-0123456789";
const SECRET: &str = "the installation's secret";
/// Search results with an AI overview.
const SERP: &str = include_str!("../../../providers/fixtures/serp_api_search.json");

/// An answer of Google's AI mode.
const AI_MODE: &str = include_str!("../../../providers/fixtures/serp_api_ai_mode.json");

/// A model server: every second answer cites the website.
struct Model {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

fn cited(number: usize, input_tokens: u64) -> String {
    let (text, url) = match number % 2 {
        0 => ("Acme Plumbing is good <b>really</b>.", "https://www.acme.test/list?utm_source=openai"),
        _ => ("Rival is better.", "https://rival.test/"),
    };
    let note = json!({"type": "url_citation", "start_index": 0, "end_index": 4, "url": url, "title": "List"});
    json!({
        "id": format!("resp_{number}"), "status": "completed", "model": "local-model-2026-01-01",
        "output": [{"type": "message", "role": "assistant",
            "content": [{"type": "output_text", "text": text, "annotations": [note]}]}],
        "usage": {"input_tokens": input_tokens, "output_tokens": 50},
    })
    .to_string()
}

fn chat(number: usize) -> String {
    json!({
        "id": format!("chat_{number}"), "model": "local-model-2026-01-01",
        "choices": [{"message": {"role": "assistant", "content": "Acme Plumbing."}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 20, "completion_tokens": 2048},
    })
    .to_string()
}

pub(crate) async fn read_request(stream: &mut tokio::net::TcpStream) -> String {
    let (mut request, mut part) = (Vec::new(), vec![0; 8_192]);
    while let Ok(length @ 1..) = stream.read(&mut part).await {
        request.extend_from_slice(&part[..length]);
        let text = String::from_utf8_lossy(&request);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let wanted =
            head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
        if body.len() >= wanted.unwrap_or(0) {
            break;
        }
    }
    String::from_utf8_lossy(&request).into_owned()
}

impl Model {
    async fn start(pause: Duration) -> Self {
        Self::reading(100, pause).await
    }

    /// Starts a server whose answers report this number of input tokens.
    async fn reading(input_tokens: u64, pause: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let noted = asked.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let noted = noted.clone();
                tokio::spawn(async move {
                    let request = read_request(&mut stream).await;
                    let number = {
                        let mut noted = noted.lock().expect("a lock");
                        noted.push(request.clone());
                        noted.len()
                    };
                    tokio::time::sleep(pause).await;
                    let (status, body) = match request.contains(KEY) {
                        true if request.contains("google_ai_mode") => ("200 OK", AI_MODE.to_owned()),
                        true if request.starts_with("GET /search") => ("200 OK", SERP.to_owned()),
                        true if request.starts_with("POST /v1/responses") => ("200 OK", cited(number, input_tokens)),
                        true => ("200 OK", chat(number)),
                        false => ("401 Unauthorized", r#"{"error":{"message":"wrong key"}}"#.to_owned()),
                    };
                    let head = format!(
                        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                        body.len()
                    );
                    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { address, asked }
    }

    fn count(&self) -> usize {
        self.asked.lock().expect("a lock").len()
    }
}

pub(crate) fn settings(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    let outside = OutsideSettings { fetches_pages: true, guard, browser: None };
    FleetSettings { outside, secret: Some(Secret::new(SECRET.to_owned())), ..at.settings() }
}

async fn connect(at: &Installation, to: &Model, key: &str) -> Uuid {
    connect_to(at, to, "open_ai", key).await
}

async fn connect_to(at: &Installation, to: &Model, provider: &str, key: &str) -> Uuid {
    connect_at(at, to.address, provider, key).await
}

pub(crate) async fn connect_at(at: &Installation, address: SocketAddr, provider: &str, key: &str) -> Uuid {
    let (id, workspace_id) = (new_id(), at.world.workspace_id);
    let vault = Vault::new(&Secret::new(SECRET.to_owned()));
    let mut nonce = [0; 24];
    nonce[..16].copy_from_slice(id.as_bytes());
    let fields = Credentials::from_fields(["key", "login", "password"].map(|name| (name, key.to_owned())));
    let new = NewConnection {
        id,
        workspace_id,
        provider: provider.to_owned(),
        name: "Local".to_owned(),
        credentials: Some(vault.seal(workspace_id, id, &fields, nonce).expect("sealed")),
        base_url: Some(format!("http://{address}")),
        settings: json!({}),
        budget: Budget::default(),
    };
    connection::insert(&at.backends.db, &new, now()).await.expect("insert");
    id
}

fn engine(connection_id: Uuid, model: &str, web_search: bool) -> AnswerEngine {
    let (input_micros, output_micros) = (Some(1_000_000), Some(10_000_000));
    AnswerEngine { connection_id, model: model.to_owned(), ai_mode: false, web_search, input_micros, output_micros }
}

/// Google's AI mode through a connection.
pub(crate) fn ai_mode(connection_id: Uuid) -> AnswerEngine {
    let engine = engine(connection_id, "", true);
    AnswerEngine { ai_mode: true, input_micros: None, output_micros: None, ..engine }
}

/// A website with one prompt for each text.
async fn website_with(at: &Installation, texts: &[&str], settings: &AnswerSettings) -> Uuid {
    let (db, ws) = (&at.backends.db, at.world.workspace_id);
    let host = "acme.test".to_owned();
    let new =
        NewWebsite { name: "Acme".to_owned(), url: "https://acme.test/".to_owned(), host, kind: WebsiteKind::Own };
    let mut tx = db.begin().await.expect("a transaction");
    let id = website::insert(&mut tx, ws, &new, now()).await.expect("a website");
    let prompt =
        |text: &&str| NewPrompt { text: (*text).to_owned(), topic: "plumbing".to_owned(), ..NewPrompt::default() };
    let prompts: Vec<NewPrompt> = texts.iter().map(prompt).collect();
    answer::insert_prompts(&mut tx, ws, id, &prompts, now()).await.expect("prompts");
    answer::save_settings(&mut tx, ws, id, settings, now()).await.expect("settings");
    tx.commit().await.expect("a commit");
    id
}

fn check(at: &Installation, website_id: Uuid, payload: Value) -> NewRun {
    let new = NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::AnswerCheck, payload);
    NewRun { website_id: Some(website_id), ..new }
}

pub(crate) async fn checked(at: &Installation, website_id: Uuid, payload: Value) -> Run {
    let id = at.enqueue(&[check(at, website_id, payload)]).await[0];
    at.ended(id).await
}

pub(crate) async fn answers(at: &Installation, website_id: Uuid) -> Vec<StoredAnswer> {
    let (db, ws) = (&at.backends.db, at.world.workspace_id);
    answer::list(db, ws, Some(website_id), &AnswerFilter::default(), None, 200).await.expect("answers").items
}

pub(crate) async fn report(at: &Installation, website_id: Uuid) -> Value {
    let found = answer::report(&at.backends.db, at.world.workspace_id, website_id).await.expect("a report");
    found.expect("a report").report.0
}

#[tokio::test(flavor = "multi_thread")]
async fn check_stores_raw_answers_and_reports_shares_with_intervals() {
    let model = Model::start(Duration::ZERO).await;
    in_each_mode(|at| async {
        let (name, ws, db) = (at.world.name, at.world.workspace_id, &at.backends.db);
        let worker = at.worker_with(settings(&at));
        let rival = Rival { host: "rival.test".to_owned(), terms: vec!["Rival".to_owned()] };
        let engines = vec![engine(connect(&at, &model, KEY).await, "local-model", true)];
        let mut wanted = AnswerSettings { rivals: vec![rival], engines, half_width: 0.3, ..AnswerSettings::default() };
        let site = website_with(&at, &["Who is the best plumber?", "Whom to call for a leak?"], &wanted).await;
        let ended = checked(&at, site, json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let stored = answers(&at, site).await;
        assert!((10..=20).contains(&stored.len()), "{name}: {} answers", stored.len());
        let one = &stored[0];
        assert_eq!((one.finish, one.model_version.as_str()), (AnswerFinish::Complete, "local-model-2026-01-01"));
        assert_eq!((one.cost_micros, one.engine.as_str()), (600, "open_ai:local-model:api_web_search"), "{name}");
        let found = report(&at, site).await;
        let topic = &found["report"]["topics"][0];
        assert_eq!((&topic["topic"], &topic["prompts"]), (&json!("plumbing"), &json!(2)), "{name}: {topic}");
        let own = &topic["brands"][0]["citations"];
        let (low, mid, high) = (own["low"].as_f64(), own["mid"].as_f64(), own["high"].as_f64());
        assert!(low > Some(0.1) && low < mid && mid < high && high < Some(0.9), "{name}: {own}");
        assert_eq!(topic["brands"][1]["brand"]["host"], "rival.test", "{name}");
        assert_eq!(topic["brands"][0]["mentions"]["mid"].as_f64().map(|share| share < 0.5), Some(true), "{name}");
        let spent = i64::try_from(stored.len()).expect("few") * 600;
        assert_eq!(found["check"]["spentMicros"], json!(spent), "{name}");

        // Not due again, so nothing is asked.
        let asked = model.count();
        let again = checked(&at, site, json!({})).await;
        assert_eq!((again.status, model.count()), (RunStatus::Succeeded, asked), "{name}: {:?}", again.error);

        // Other names are read in the stored answers.
        wanted.terms = vec!["Acme Plumbing".to_owned()];
        let mut tx = db.begin().await.expect("a transaction");
        answer::save_settings(&mut tx, ws, site, &wanted, now()).await.expect("settings");
        tx.commit().await.expect("a commit");
        let read = checked(&at, site, json!({"onlyRead": true})).await;
        assert_eq!((read.status, model.count()), (RunStatus::Succeeded, asked), "{name}: {:?}", read.error);
        let mentions = &report(&at, site).await["report"]["topics"][0]["brands"][0]["mentions"];
        assert!(mentions["low"].as_f64() > Some(0.1), "{name}: {mentions}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_check_keeps_answers_and_asks_none_of_them_again() {
    let model = Model::start(Duration::from_millis(400)).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let engines = vec![engine(connect(&at, &model, KEY).await, "local-model", true)];
        // Questions that were under way count with the most that they can cost.
        let budget_micros = 50_000_000;
        let wanted = AnswerSettings { engines, half_width: 0.5, budget_micros, ..AnswerSettings::default() };
        let site = website_with(&at, &["One?", "Two?", "Three?"], &wanted).await;
        let before = model.count();
        let first = at.worker_with(settings(&at));
        let id = at.enqueue(&[check(&at, site, json!({}))]).await[0];
        while model.count() < before + 7 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        first.stop().await;
        let kept = answers(&at, site).await;
        assert!(!kept.is_empty() && kept.len() < 15, "{name}: {} answers", kept.len());
        let second = at.worker_with(settings(&at));
        let ended = at.ended(id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let all = answers(&at, site).await;
        assert_eq!(all.len(), 15, "{name}");
        assert!(kept.iter().all(|one| all.iter().any(|other| other.id == one.id)), "{name}: answers are kept");
        // Only questions that were under way are asked again.
        let asked = model.count() - before;
        assert!(asked <= 15 + 4, "{name}: {asked} questions");
        second.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failing_provider_is_named_and_changes_nothing_for_its_engine() {
    let model = Model::start(Duration::ZERO).await;
    in_each_mode(|at| async {
        let (name, ws, db) = (at.world.name, at.world.workspace_id, &at.backends.db);
        let worker = at.worker_with(settings(&at));
        let (good, bad) = (connect(&at, &model, KEY).await, connect(&at, &model, "wrong-key-0123456789").await);
        let both = |second| vec![engine(good, "model-a", true), engine(second, "model-b", true)];
        let wanted = AnswerSettings { engines: both(good), half_width: 0.5, ..AnswerSettings::default() };
        let site = website_with(&at, &["One?"], &wanted).await;
        checked(&at, site, json!({})).await;
        let of_b = |report: &Value| {
            let topics = report["report"]["topics"].as_array().cloned().unwrap_or_default();
            topics.into_iter().find(|topic| topic["engine"] == "open_ai:model-b:api_web_search").expect("the engine")
        };
        let before = of_b(&report(&at, site).await);
        let mut tx = db.begin().await.expect("a transaction");
        let wanted = AnswerSettings { engines: both(bad), ..wanted };
        answer::save_settings(&mut tx, ws, site, &wanted, now()).await.expect("settings");
        tx.commit().await.expect("a commit");
        let ended = checked(&at, site, json!({"askAll": true})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let after = report(&at, site).await;
        assert_eq!(of_b(&after), before, "{name}");
        let failure = &after["check"]["failures"][0];
        assert_eq!(
            (&failure["engine"], &failure["kind"]),
            (&json!("open_ai:model-b:api_web_search"), &json!("bad-key"))
        );
        assert_eq!(after["check"]["answers"], 5, "{name}: the other engine is asked");

        let alone = AnswerSettings { engines: vec![engine(bad, "model-c", true)], ..wanted };
        let mut tx = db.begin().await.expect("a transaction");
        answer::save_settings(&mut tx, ws, site, &alone, now()).await.expect("settings");
        tx.commit().await.expect("a commit");
        let ended = checked(&at, site, json!({"askAll": true})).await;
        let error = ended.error.expect("an error").0;
        assert_eq!(error.r#type, "no-answer", "{name}: {}", error.detail);
        assert!(error.detail.contains("model-c"), "{name}: {}", error.detail);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn check_never_exceeds_its_budget() {
    let model = Model::start(Duration::ZERO).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let engines = vec![engine(connect(&at, &model, KEY).await, "local-model", false)];
        // An answer costs 20,500: 2,048 tokens at $10 and 20 at $1 a million.
        let wanted = AnswerSettings { engines, budget_micros: 50_000, ..AnswerSettings::default() };
        let site = website_with(&at, &["One?", "Two?", "Three?"], &wanted).await;
        let before = model.count();
        let ended = checked(&at, site, json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        assert_eq!((answers(&at, site).await.len(), model.count() - before), (2, 2), "{name}");
        let found = report(&at, site).await;
        assert_eq!(found["check"]["isOutOfBudget"], true, "{name}: {found}");
        assert_eq!(found["check"]["spentMicros"], 41_000, "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_checks_never_exceed_the_budget_of_a_connection() {
    // An answer with web search costs $0.9005: 900,000 tokens at $1 and 50 at $10 a million. It may cost $1.16.
    let model = Model::reading(900_000, Duration::from_millis(50)).await;
    in_each_mode(|at| async {
        let (name, ws, db) = (at.world.name, at.world.workspace_id, &at.backends.db);
        let id = connect(&at, &model, KEY).await;
        let mut stored = connection::find(db, ws, id).await.expect("find").expect("the connection");
        stored.budget = Budget { day_budget_micros: Some(2_400_000), month_budget_micros: None };
        assert!(connection::update(db, &stored).await.expect("update"));
        let wanted = AnswerSettings { engines: vec![engine(id, "local-model", true)], ..AnswerSettings::default() };
        let site = website_with(&at, &["One?", "Two?", "Three?"], &wanted).await;
        let before = model.count();
        let runs =
            at.enqueue(&[check(&at, site, json!({"askAll": true})), check(&at, site, json!({"askAll": true}))]).await;
        let workers = [at.worker_with(settings(&at)), at.worker_with(settings(&at))];
        for run in runs {
            at.ended(run).await;
        }
        let spent = connection::spent(db, ws, id, now()).await.expect("spent").day_micros;
        assert_eq!((model.count() - before, spent), (2, 2 * 900_500), "{name}: a third could exceed the budget");
        for worker in workers {
            worker.stop().await;
        }
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn budget_below_the_price_of_an_answer_asks_nothing_and_says_so() {
    let model = Model::reading(900_000, Duration::ZERO).await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let engines = vec![engine(connect(&at, &model, KEY).await, "local-model", true)];
        let wanted = AnswerSettings { engines, budget_micros: 400_000, ..AnswerSettings::default() };
        let site = website_with(&at, &["One?"], &wanted).await;
        let before = model.count();
        let error = checked(&at, site, json!({})).await.error.expect("an error").0;
        assert_eq!((error.r#type.as_str(), model.count() - before), ("budget", 0), "{name}: {}", error.detail);
        assert!(error.detail.contains("$0.40") && error.detail.contains("$1.17"), "{name}: {}", error.detail);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ai_overview_of_a_rank_check_is_an_answer_of_its_own_surface() {
    let model = Model::start(Duration::ZERO).await;
    in_each_mode(|at| async {
        let (name, ws, db) = (at.world.name, at.world.workspace_id, &at.backends.db);
        let worker = at.worker_with(settings(&at));
        let connection_id = connect_to(&at, &model, "serp_api", KEY).await;
        let site = website_with(&at, &[], &AnswerSettings::default()).await;
        let keyword = NewTrackedKeyword {
            keyword: "plumber".to_owned(),
            country: "us".to_owned(),
            place: String::new(),
            place_code: None,
            device: RankDevice::Desktop,
            language: "en".to_owned(),
            tags: Vec::new(),
            target_url: None,
        };
        let mut tx = db.begin().await.expect("a transaction");
        rank::insert_many(&mut tx, ws, site, at.world.user_id, &[keyword], now()).await.expect("a keyword");
        tx.commit().await.expect("a commit");
        let payload = json!({"websiteId": site, "connectionId": connection_id});
        let new = NewRun::new(ws, at.world.user_id, RunKind::RankCheck, payload);
        let id = at.enqueue(&[NewRun { website_id: Some(site), ..new }]).await[0];
        let ended = at.ended(id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let stored = answers(&at, site).await;
        assert_eq!(stored.len(), 1, "{name}: the overview of the first page");
        assert_eq!((stored[0].surface, stored[0].finish), (AnswerSurface::GoogleAiOverview, AnswerFinish::Complete));
        assert_eq!((stored[0].prompt_text.as_str(), stored[0].provider.as_str()), ("plumber", "serp_api"), "{name}");
        let cited = answer::citations(db, ws, stored[0].id).await.expect("citations");
        assert!(!cited.is_empty(), "{name}");
        let counted = checked(&at, site, json!({"onlyRead": true})).await;
        assert_eq!(counted.status, RunStatus::Succeeded, "{name}: {:?}", counted.error);
        let topic = report(&at, site).await["report"]["topics"][0].clone();
        assert_eq!(topic["engine"], "google::google_ai_overview", "{name}: {topic}");
        assert_eq!(topic["shown"]["count"], 1, "{name}: {topic}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ai_mode_is_asked_several_times_within_the_budget_as_a_surface_of_its_own() {
    let model = Model::start(Duration::ZERO).await;
    in_each_mode(|at| async {
        let (name, ws, db) = (at.world.name, at.world.workspace_id, &at.backends.db);
        let worker = at.worker_with(settings(&at));
        let engines = vec![ai_mode(connect_to(&at, &model, "serp_api", KEY).await)];
        // An answer costs $0.015, so the budget covers seven.
        let wanted = AnswerSettings { engines, budget_micros: 110_000, ..AnswerSettings::default() };
        let site = website_with(&at, &["Who repairs a leak?", "Whom to call?"], &wanted).await;
        let before = model.count();
        let ended = checked(&at, site, json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let stored = answers(&at, site).await;
        assert_eq!((stored.len(), model.count() - before), (7, 7), "{name}: each sample is a request");
        let one = &stored[0];
        assert_eq!((one.surface, one.finish), (AnswerSurface::GoogleAiMode, AnswerFinish::Complete), "{name}");
        assert_eq!((one.engine.as_str(), one.cost_micros), ("serp_api::google_ai_mode", 15_000), "{name}");
        assert_eq!((one.country.as_deref(), one.language.as_deref()), (Some("US"), Some("en")), "{name}");
        let cited = answer::citations(db, ws, one.id).await.expect("citations");
        assert_eq!((cited.len(), cited[0].host.as_str()), (2, "acme.test"), "{name}");
        let found = report(&at, site).await;
        assert_eq!((&found["check"]["isOutOfBudget"], &found["check"]["spentMicros"]), (&json!(true), &json!(105_000)));
        assert_eq!(found["report"]["topics"][0]["engine"], "serp_api::google_ai_mode", "{name}");

        // Other brand terms are read in the raw answers, without a question.
        let changed = AnswerSettings { terms: vec!["Rival".to_owned()], ..wanted };
        let mut tx = db.begin().await.expect("a transaction");
        answer::save_settings(&mut tx, ws, site, &changed, now()).await.expect("settings");
        tx.commit().await.expect("a commit");
        let read = checked(&at, site, json!({"onlyRead": true})).await;
        assert_eq!((read.status, model.count() - before), (RunStatus::Succeeded, 7), "{name}: {:?}", read.error);
        let mentions = answer::mentions(db, ws, one.id).await.expect("mentions");
        assert_eq!(mentions.iter().map(|found| found.term.as_str()).collect::<Vec<_>>(), ["Rival"], "{name}");
        assert_eq!(answer::citations(db, ws, one.id).await.expect("citations").len(), 2, "{name}: read again");
        worker.stop().await;
        at
    })
    .await;
}
