//! Data on keywords from a provider on this machine, which answers in the shapes of DataForSEO.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, OutsideSettings, Secret},
    domain::{
        connection::Budget,
        import::ImportStatus,
        imported::RecordFilter,
        keyword::{ToolKeyword, VolumeBasis},
        new_id, now,
        price::PriceOverride,
        run::{NewRun, Run, RunKind, RunStatus},
        website::WebsiteKind,
    },
    store::{
        connection::{self, CallFilter, NewCall, NewConnection},
        import, imported, price, run,
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

const SECRET: &str = "the installation's secret";

/// A provider that counts its requests by path and by what they ask for.
pub(crate) struct Labs {
    address: SocketAddr,
    asked: Arc<Mutex<HashMap<String, usize>>>,
}

fn envelope(cost: f64, results: Value) -> String {
    let task = json!({"status_code": 20_000, "status_message": "Ok.", "cost": cost, "result": results});
    json!({"status_code": 20_000, "status_message": "Ok.", "cost": cost, "tasks": [task]}).to_string()
}

fn failed(code: i64, message: &str) -> String {
    let task = json!({"status_code": code, "status_message": message, "cost": 0, "result": null});
    json!({"status_code": 20_000, "status_message": "Ok.", "cost": 0, "tasks": [task]}).to_string()
}

fn volume(keyword: &Value) -> Value {
    if keyword == "unheard of" {
        return json!({"keyword": keyword, "search_volume": null, "cpc": null, "monthly_searches": null});
    }
    let months =
        json!([{"year": 2026, "month": 10, "search_volume": 300}, {"year": 2026, "month": 9, "search_volume": 340}]);
    json!({
        "keyword": keyword, "search_volume": 320, "cpc": 22.87, "competition_index": 71, "low_top_of_page_bid": 10.5,
        "high_top_of_page_bid": 41.2, "monthly_searches": months,
    })
}

fn idea(text: &str) -> Value {
    json!({
        "keyword": text, "keyword_info": {"search_volume": 90, "cpc": 4.5, "monthly_searches": []},
        "keyword_properties": {"keyword_difficulty": 12}, "search_intent_info": {"main_intent": "commercial"},
    })
}

/// Status and body for a task, at its n-th request from 1.
fn reply(path: &str, task: &Value, time: usize) -> (&'static str, String) {
    let keywords = || task["keywords"].as_array().cloned().unwrap_or_default();
    let ok = |cost: f64, results: Value| ("200 OK", envelope(cost, results));
    match (path.rsplit('/').nth(1).unwrap_or_default(), task["keyword"].as_str().unwrap_or_default()) {
        ("search_volume", _) => ok(0.075, keywords().iter().map(volume).collect()),
        ("bulk_keyword_difficulty", _) => {
            let items: Vec<Value> =
                keywords().iter().map(|text| json!({"keyword": text, "keyword_difficulty": 18})).collect();
            ok(0.020_3, json!([{"total_count": items.len(), "items": items}]))
        }
        ("keyword_suggestions", "broken") => ("200 OK", failed(40_501, "Invalid Field: 'keyword'.")),
        ("keyword_suggestions", "limited") if time == 1 => ("429 Too Many Requests", "{}".to_owned()),
        ("keyword_suggestions", "nothing") => ok(0.02, Value::Null),
        ("keyword_suggestions", seed) => {
            let items = json!([idea(seed), idea(&format!("cheap {seed}"))]);
            ok(0.020_2, json!([{"total_count": 2, "items": items}]))
        }
        ("ranked_keywords", _) => {
            let serp = json!({"rank_group": 4, "rank_absolute": 7, "url": "https://example.com/waco", "etv": 18.4});
            let item = json!({"keyword_data": idea("plumber near me"), "ranked_serp_element": {"serp_item": serp}});
            ok(0.020_1, json!([{"total_count": 412, "items": [item]}]))
        }
        ("backlinks", _) => {
            let link = json!({
                "url_from": "https://www.blog.test/post", "url_to": "https://example.com/", "dofollow": true,
                "anchor": "a good plumber", "domain_from_rank": 22, "first_seen": "2026-02-01 08:00:00 +00:00",
            });
            let script = json!({"url_from": "javascript:alert(1)", "url_to": "https://example.com/"});
            ok(0.020_06, json!([{"total_count": 51, "items": [link, script]}]))
        }
        _ => ("404 Not Found", "{}".to_owned()),
    }
}

impl Labs {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let all = Self { address, asked: Arc::default() };
        let asked = all.asked.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let asked = asked.clone();
                tokio::spawn(async move {
                    let (path, task) = request(&mut stream).await;
                    let key = format!("{path} {}", task["keyword"].as_str().unwrap_or_default());
                    let time = {
                        let mut asked = asked.lock().expect("a count");
                        let time = asked.entry(key).or_default();
                        *time += 1;
                        *time
                    };
                    let (status, text) = reply(&path, &task, time);
                    let head = format!(
                        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nretry-after: 0\r\ncontent-length: {}\r\n\
                         connection: close\r\n\r\n",
                        text.len()
                    );
                    let _ = stream.write_all(format!("{head}{text}").as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        all
    }

    /// Number of all requests so far.
    pub(crate) fn calls(&self) -> usize {
        self.asked.lock().expect("a count").values().sum()
    }
}

/// Reads a request to the end of its body; returns its path and its task.
async fn request(stream: &mut tokio::net::TcpStream) -> (String, Value) {
    let (mut text, mut part) = (String::new(), vec![0; 8_192]);
    loop {
        let Ok(length) = stream.read(&mut part).await else { return (String::new(), Value::Null) };
        text.push_str(&String::from_utf8_lossy(&part[..length]));
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
        if let Ok(body) = serde_json::from_str::<Value>(body) {
            let path = text.split_whitespace().nth(1).unwrap_or_default();
            return (path.to_owned(), body[0].clone());
        }
        if length == 0 {
            return (String::new(), Value::Null);
        }
    }
}

pub(crate) fn settings(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    let outside = OutsideSettings { fetches_pages: true, guard, browser: None };
    FleetSettings { outside, secret: Some(Secret::new(SECRET.to_owned())), ..at.settings() }
}

pub(crate) async fn connect(at: &Installation, to: &Labs) -> Uuid {
    let (id, workspace_id) = (new_id(), at.world.workspace_id);
    let vault = Vault::new(&Secret::new(SECRET.to_owned()));
    let mut nonce = [0; 24];
    nonce[..16].copy_from_slice(Uuid::new_v4().as_bytes());
    let fields = Credentials::from_fields([
        ("login", "me@example.com".to_owned()),
        ("password", "a-password-0123456789".to_owned()),
    ]);
    let new = NewConnection {
        id,
        workspace_id,
        provider: "data_for_seo".to_owned(),
        name: "DataForSEO".to_owned(),
        credentials: Some(vault.seal(workspace_id, id, &fields, nonce).expect("sealed")),
        base_url: Some(format!("http://{}", to.address)),
        settings: json!({}),
        budget: Budget::default(),
    };
    connection::insert(&at.backends.db, &new, now()).await.expect("insert");
    id
}

pub(crate) async fn new_website(at: &Installation) -> Uuid {
    let new = NewWebsite {
        name: "Example".to_owned(),
        url: "https://example.com/".to_owned(),
        host: "example.com".to_owned(),
        kind: WebsiteKind::Own,
    };
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    let id = website::insert(&mut tx, at.world.workspace_id, &new, now()).await.expect("a website");
    tx.commit().await.expect("commit");
    id
}

/// Starts an order with a budget of a dollar unless it has its own.
async fn start(at: &Installation, website_id: Uuid, order: Value) -> NewRun {
    let mut payload = json!({"websiteId": website_id, "country": "us", "language": "en", "budgetMicros": 1_000_000});
    for (name, value) in order.as_object().expect("fields") {
        payload[name] = value.clone();
    }
    let new = NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::KeywordData, payload);
    let new = NewRun { website_id: Some(website_id), ..new };
    at.enqueue(std::slice::from_ref(&new)).await;
    new
}

/// Runs an order to its end.
async fn fetch(at: &Installation, website_id: Uuid, order: Value) -> Run {
    let new = start(at, website_id, order).await;
    at.ended(new.id).await
}

pub(crate) async fn result(at: &Installation, run: &Run) -> Value {
    assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
    run::result(&at.backends.db, at.world.workspace_id, run.id).await.expect("a query").expect("a result")
}

async fn rows(at: &Installation, website_id: Uuid) -> HashMap<String, ToolKeyword> {
    let (db, ws) = (&at.backends.db, at.world.workspace_id);
    let mut all = HashMap::new();
    for batch in import::batches(db, ws, website_id).await.expect("batches") {
        for row in import::keyword_rows(db, batch.id, 0, 1_000).await.expect("rows") {
            all.insert(row.keyword, row.tool);
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn keyword_data_stores_volumes_difficulty_and_ideas_with_their_cost() {
    in_each_mode(|at| async {
        let labs = Labs::start().await;
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let connection_id = connect(&at, &labs).await;
        let website_id = new_website(&at).await;
        let order = json!({
            "keywords": ["plumber waco", "unheard of"], "difficulty": true, "seeds": ["plumber"], "ideas": 10,
        });
        let ended = fetch(&at, website_id, order.clone()).await;
        let found = result(&at, &ended).await;
        // The difficulty of a keyword without a volume is a figure of it.
        assert_eq!(
            (&found["keywords"], &found["volumes"], &found["ideas"]),
            (&json!(4), &json!(3), &json!(2)),
            "{name}"
        );
        assert_eq!((&found["unknown"], &found["failed"], &found["stopped"]), (&json!(0), &json!([]), &json!(null)));
        assert_eq!(found["costMicros"], 75_000 + 20_300 + 20_200, "{name}: as the provider reports it");
        let spent = connection::spent(db, ws, connection_id, now()).await.expect("spent");
        assert_eq!(spent.month_micros, 115_500, "{name}");
        let stored = rows(&at, website_id).await;
        let own = &stored["plumber waco"];
        let volume = own.volume.expect("a volume");
        assert_eq!((volume.low, volume.basis, own.difficulty), (320, VolumeBasis::Exact, Some(18.0)), "{name}");
        assert_eq!((own.cpc_cents, own.bid_low_cents, own.source.as_str()), (Some(2_287), Some(1_050), "data_for_seo"));
        assert_eq!(own.monthly.iter().map(|(_, searches)| *searches).collect::<Vec<_>>(), [340, 300], "{name}");
        assert_eq!(own.observed_at, Some(now().date_naive()), "{name}");
        assert_eq!((stored["unheard of"].volume, stored["unheard of"].difficulty), (None, Some(18.0)), "{name}");
        let new = &stored["cheap plumber"];
        assert_eq!(
            (new.volume.map(|one| one.basis), new.intents.as_slice()),
            (Some(VolumeBasis::Estimate), &["commercial".to_owned()][..])
        );
        let import = import::find(db, ws, ended.id).await.expect("import").expect("the import of the run");
        assert_eq!((import.status, import.rows), (ImportStatus::Imported, 4), "{name}");
        let kinds = import::kinds(db, ws, Some(website_id)).await.expect("kinds");
        assert_eq!(kinds, ["data_for_seo_ideas", "data_for_seo_keywords"], "{name}");
        let again = fetch(&at, website_id, order).await;
        assert_eq!(result(&at, &again).await["costMicros"], 0, "{name}");
        assert_eq!(labs.calls(), 3, "{name}: the cache has answered the second run");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_parts_are_named_and_the_others_stored() {
    in_each_mode(|at| async {
        let labs = Labs::start().await;
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        connect(&at, &labs).await;
        let website_id = new_website(&at).await;
        // A task error under status 200, a rate limit that is waited for, and an empty result.
        let order = json!({"seeds": ["broken", "limited", "nothing"], "ideas": 10});
        let found = result(&at, &fetch(&at, website_id, order).await).await;
        assert_eq!((&found["keywords"], &found["ideas"]), (&json!(2), &json!(2)), "{name}");
        let failed = found["failed"].as_array().expect("a list");
        assert_eq!((failed.len(), &failed[0]["what"]), (1, &json!("Ideas for broken")), "{name}");
        assert!(failed[0]["detail"].as_str().is_some_and(|text| text.contains("Invalid Field")), "{name}: {found}");
        // Nothing found is no error, and no import.
        let empty = fetch(&at, website_id, json!({"seeds": ["nothing"], "ideas": 20})).await;
        let found = result(&at, &empty).await;
        assert_eq!((&found["keywords"], &found["importId"]), (&json!(0), &json!(null)), "{name}");
        assert!(import::find(db, ws, empty.id).await.expect("a query").is_none(), "{name}");
        // Only failures: the run fails and stores nothing.
        let broken = fetch(&at, website_id, json!({"seeds": ["broken"], "ideas": 10})).await;
        assert_eq!(broken.status, RunStatus::Failed, "{name}");
        let error = broken.error.expect("an error").0;
        assert_eq!(error.r#type, "no-keyword-data", "{name}");
        assert!(error.detail.contains("Nothing was stored"), "{name}: {}", error.detail);
        assert_eq!(rows(&at, website_id).await.len(), 2, "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn budget_of_a_run_is_kept_by_reserving_the_most_that_a_call_costs() {
    in_each_mode(|at| async {
        let labs = Labs::start().await;
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        connect(&at, &labs).await;
        let website_id = new_website(&at).await;
        // The volumes cost 0.075 dollars; the difficulty may cost 0.0201.
        let order = json!({"keywords": ["plumber"], "difficulty": true, "budgetMicros": 95_099});
        let found = result(&at, &fetch(&at, website_id, order).await).await;
        assert_eq!((&found["volumes"], &found["difficulties"]), (&json!(1), &json!(0)), "{name}");
        assert_eq!(found["stopped"], "the budget does not cover another call", "{name}");
        assert_eq!((&found["costMicros"], labs.calls()), (&json!(75_000), 1), "{name}");
        let order = json!({"keywords": ["roofer"], "budgetMicros": 74_999});
        let refused = fetch(&at, website_id, order).await;
        assert_eq!((refused.status, labs.calls()), (RunStatus::Failed, 1), "{name}: nothing was sent");
        worker.stop().await;
        at
    })
    .await;
}

/// A worker that claims a run, reserves a call of it and dies.
async fn die(at: &Installation, new: &NewRun, connection_id: Uuid, estimate_micros: i64) {
    let (db, workspace_id) = (&at.backends.db, at.world.workspace_id);
    let lease = now() + chrono::Duration::seconds(1);
    let claim = run::claim(db, new.lane, &[new.id], new_id(), 10, now(), lease).await.expect("claim");
    assert_eq!(claim.runs.len(), 1, "{}", at.world.name);
    let call = NewCall {
        workspace_id,
        connection_id,
        operation: "bulk_keyword_difficulty".to_owned(),
        run: Some((new.id, claim.runs[0].attempt)),
        estimate_micros,
        run_budget_micros: Some(1_000_000),
        most_per_minute: None,
    };
    connection::reserve(db, &call, now()).await.expect("reserve").expect("a call");
}

#[tokio::test(flavor = "multi_thread")]
async fn run_of_a_dead_worker_repeats_no_answered_call_and_imports_once() {
    in_each_mode(|at| async {
        let labs = Labs::start().await;
        let (name, db, ws) = (at.world.name, &at.backends.db, at.world.workspace_id);
        let worker = at.worker_with(settings(&at));
        let connection_id = connect(&at, &labs).await;
        let website_id = new_website(&at).await;
        // What the first call of the dead worker left: a response in the cache.
        let first = fetch(&at, website_id, json!({"keywords": ["plumber"]})).await;
        assert_eq!((result(&at, &first).await["costMicros"].clone(), labs.calls()), (json!(75_000), 1), "{name}");
        worker.stop().await;
        let new = start(&at, website_id, json!({"keywords": ["plumber"], "difficulty": true})).await;
        die(&at, &new, connection_id, 20_100).await;
        assert!(import::find(db, ws, new.id).await.expect("a query").is_none(), "{name}: nothing is half imported");
        let worker = at.worker_with(settings(&at));
        let ended = at.ended(new.id).await;
        let found = result(&at, &ended).await;
        assert_eq!((ended.attempt, labs.calls()), (2, 2), "{name}: the volumes are not asked for again");
        // The provider may have charged the call whose response was lost, so its estimate counts as well.
        assert_eq!(found["costMicros"], 20_300 + 20_100, "{name}");
        let spent = connection::spent(db, ws, connection_id, now()).await.expect("spent");
        assert_eq!(spent.month_micros, 75_000 + 20_300 + 20_100, "{name}");
        let import = import::find(db, ws, new.id).await.expect("a query").expect("the import of the run");
        assert_eq!((import.status, import.rows), (ImportStatus::Imported, 1), "{name}");
        let batches = import::batches(db, ws, website_id).await.expect("batches");
        let own: Vec<_> = batches.iter().filter(|batch| batch.import_id == new.id).collect();
        assert_eq!(own.len(), 1, "{name}");
        let stored = import::keyword_rows(db, own[0].id, 0, 10).await.expect("rows");
        let [row] = stored.as_slice() else { panic!("{name}: {stored:?}") };
        assert!(row.tool.volume.is_some() && row.tool.difficulty == Some(18.0), "{name}: {row:?}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reservation_uses_the_price_that_the_operator_entered() {
    in_each_mode(|at| async {
        let labs = Labs::start().await;
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        connect(&at, &labs).await;
        let website_id = new_website(&at).await;
        let dear = PriceOverride {
            provider: "data_for_seo".to_owned(),
            subject: "search_volume".to_owned(),
            unit: "call".to_owned(),
            micros: 90_000,
            changed_at: now(),
        };
        price::replace(db, &dear, at.world.user_id).await.expect("a price");
        // The built-in price, which the provider reports too, would fit.
        let order = json!({"keywords": ["plumber"], "budgetMicros": 89_999});
        let refused = fetch(&at, website_id, order).await;
        assert_eq!((refused.status, labs.calls()), (RunStatus::Failed, 0), "{name}: nothing was sent");
        let found = fetch(&at, website_id, json!({"keywords": ["plumber"], "budgetMicros": 90_000})).await;
        assert_eq!(result(&at, &found).await["costMicros"], 75_000, "{name}: as the provider reports it");
        let calls = connection::calls(db, ws, &CallFilter::default(), None, 9).await.expect("calls").items;
        assert_eq!((calls.len(), calls[0].reserved_micros), (1, 90_000), "{name}");
        assert!(price::reset(db, "data_for_seo", "search_volume", "call").await.expect("reset"), "{name}");
        let cheap = json!({"keywords": ["roofer"], "budgetMicros": 75_000});
        assert_eq!(result(&at, &fetch(&at, website_id, cheap).await).await["volumes"], 1, "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ranked_keywords_and_links_are_stored_where_imports_are() {
    in_each_mode(|at| async {
        let labs = Labs::start().await;
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        connect(&at, &labs).await;
        let website_id = new_website(&at).await;
        let rival = json!({"domain": "rival.test", "ranked": 10});
        assert_eq!(result(&at, &fetch(&at, website_id, rival).await).await["ranked"], 1, "{name}");
        assert_eq!(rows(&at, website_id).await["plumber near me"].position, None, "{name}: a rival's");
        let own = json!({"domain": "example.com", "ranked": 10, "links": 10});
        let ended = fetch(&at, website_id, own).await;
        let found = result(&at, &ended).await;
        assert_eq!(
            (&found["ranked"], &found["links"]),
            (&json!(1), &json!(1)),
            "{name}: a link has an address of the web"
        );
        let links = imported::backlinks(db, ws, website_id, &RecordFilter::default(), 10).await.expect("links").items;
        let [link] = links.as_slice() else { panic!("{name}: {links:?}") };
        assert_eq!((link.record.provider.as_str(), link.record.source_host.as_str()), ("data_for_seo", "blog.test"));
        assert_eq!((link.record.is_nofollow, link.record.authority), (Some(false), Some(22.0)), "{name}");
        let import = import::find(db, ws, ended.id).await.expect("import").expect("the import of the run");
        assert_eq!((import.status, import.rows), (ImportStatus::Imported, 2), "{name}");
        worker.stop().await;
        at
    })
    .await;
}
