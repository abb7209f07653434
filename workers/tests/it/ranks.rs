//! Checks of ranks against a provider of search results on this machine.

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
        connection::{Budget, ConnectionStatus},
        import::ImportStatus,
        mail::Mail,
        new_id, now,
        observation::{ObservationKind, Rank, SerpResult},
        rank::{NewTrackedKeyword, RankDevice, RankSettings, RankTopic, TrackedKeyword},
        run::{NewRun, Run, RunKind, RunStatus},
        website::WebsiteKind,
    },
    store::{
        connection::{self, CallFilter, NewConnection},
        import, mail,
        notification::{self, Filter},
        rank, related_question, user,
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

/// A provider that answers with prepared positions of example.com, and counts the requests of each query.
struct Serps {
    address: SocketAddr,
    /// Position by query; a query without one is not found, -1 is a fault, -2 a refused key, -3 an empty page.
    positions: Arc<Mutex<HashMap<String, i32>>>,
    asked: Arc<Mutex<HashMap<String, usize>>>,
}

fn serp(position: Option<i32>, page: i64) -> String {
    let first = (page - 1) * 10;
    let result = |no: i64| {
        let own = position.is_some_and(|position| i64::from(position) == first + no);
        let host = if own { "www.example.com".to_owned() } else { format!("rival{}.test", first + no) };
        json!({"title": format!("Result {no}"), "link": format!("https://{host}/page"), "position": no})
    };
    let organic: Vec<Value> = (1..=10).map(result).collect();
    json!({"organic": organic, "peopleAlsoAsk": [{"question": "Why?"}], "credits": 1}).to_string()
}

impl Serps {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let all = Self { address, positions: Arc::default(), asked: Arc::default() };
        let (positions, asked) = (all.positions.clone(), all.asked.clone());
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (positions, asked) = (positions.clone(), asked.clone());
                tokio::spawn(async move {
                    let body = request_body(&mut stream).await;
                    let query = body["q"].as_str().unwrap_or_default().to_owned();
                    *asked.lock().expect("a count").entry(query.clone()).or_default() += 1;
                    let position = positions.lock().expect("positions").get(&query).copied();
                    let (status, text) = match position {
                        Some(-2) => ("403 Forbidden", r#"{"message":"Unauthorized."}"#.to_owned()),
                        Some(-3) => ("200 OK", r#"{"credits":1}"#.to_owned()),
                        Some(-1) => ("400 Bad Request", r#"{"message":"no such thing"}"#.to_owned()),
                        other => ("200 OK", serp(other, body["page"].as_i64().unwrap_or(1))),
                    };
                    let head = format!(
                        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                        text.len()
                    );
                    let _ = stream.write_all(format!("{head}{text}").as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        all
    }

    fn place(&self, query: &str, position: i32) {
        self.positions.lock().expect("positions").insert(query.to_owned(), position);
    }

    fn calls(&self, query: &str) -> usize {
        self.asked.lock().expect("a count").get(query).copied().unwrap_or(0)
    }
}

/// Reads a request to the end of its body.
async fn request_body(stream: &mut tokio::net::TcpStream) -> Value {
    let (mut text, mut part) = (String::new(), vec![0; 8_192]);
    loop {
        let Ok(length) = stream.read(&mut part).await else { return Value::Null };
        text.push_str(&String::from_utf8_lossy(&part[..length]));
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
        if let Ok(body) = serde_json::from_str(body) {
            return body;
        }
        if length == 0 {
            return Value::Null;
        }
    }
}

fn settings(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    let outside = OutsideSettings { fetches_pages: true, guard, browser: None };
    FleetSettings { outside, secret: Some(Secret::new(SECRET.to_owned())), ..at.settings() }
}

async fn connect(at: &Installation, to: &Serps) -> Uuid {
    let (id, workspace_id) = (new_id(), at.world.workspace_id);
    let vault = Vault::new(&Secret::new(SECRET.to_owned()));
    let mut nonce = [0; 24];
    nonce[..16].copy_from_slice(Uuid::new_v4().as_bytes());
    let fields = Credentials::from_fields([("key", "a-key-0123456789".to_owned())]);
    let new = NewConnection {
        id,
        workspace_id,
        provider: "serper".to_owned(),
        name: "Serper".to_owned(),
        credentials: Some(vault.seal(workspace_id, id, &fields, nonce).expect("sealed")),
        base_url: Some(format!("http://{}", to.address)),
        settings: json!({}),
        budget: Budget::default(),
    };
    connection::insert(&at.backends.db, &new, now()).await.expect("insert");
    id
}

fn keyword(text: &str) -> NewTrackedKeyword {
    NewTrackedKeyword {
        keyword: text.to_owned(),
        country: "us".to_owned(),
        place: String::new(),
        place_code: None,
        device: RankDevice::Desktop,
        language: "en".to_owned(),
        tags: vec!["first".to_owned()],
        target_url: None,
    }
}

async fn track(at: &Installation, texts: &[&str]) -> Uuid {
    let (db, ws) = (&at.backends.db, at.world.workspace_id);
    let website_id = new_website(at).await;
    let all: Vec<NewTrackedKeyword> = texts.iter().map(|text| keyword(text)).collect();
    let mut tx = db.begin().await.expect("a transaction");
    rank::insert_many(&mut tx, ws, website_id, at.world.user_id, &all, now()).await.expect("keywords");
    tx.commit().await.expect("commit");
    website_id
}

async fn new_website(at: &Installation) -> Uuid {
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

async fn start(at: &Installation, website_id: Uuid, keyword_ids: Option<Vec<Uuid>>) -> Run {
    let payload = match keyword_ids {
        Some(ids) => json!({"websiteId": website_id, "keywordIds": ids}),
        None => json!({"websiteId": website_id}),
    };
    let new = NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::RankCheck, payload);
    let new = NewRun { website_id: Some(website_id), ..new };
    at.enqueue(std::slice::from_ref(&new)).await;
    at.ended(new.id).await
}

async fn by_text(at: &Installation, website_id: Uuid) -> HashMap<String, TrackedKeyword> {
    let all = rank::all(&at.backends.db, at.world.workspace_id, website_id).await.expect("keywords");
    all.into_iter().map(|one| (one.keyword.clone(), one)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rank_check_stores_ranks_costs_and_observations() {
    let serps = Serps::start().await;
    serps.place("plumber waco", 4);
    serps.place("drain cleaning", 13);
    serps.place("broken", -1);
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let connection_id = connect(&at, &serps).await;
        let website_id = track(&at, &["plumber waco", "drain cleaning", "nowhere", "broken"]).await;
        let ended = start(&at, website_id, None).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let all = by_text(&at, website_id).await;
        let found = |text: &str| (all[text].rank, all[text].depth);
        assert_eq!(found("plumber waco"), (Some(4), Some(10)), "{name}: the second page was not needed");
        assert_eq!(found("drain cleaning"), (Some(13), Some(20)), "{name}");
        assert_eq!(found("nowhere"), (None, Some(20)), "{name}: beyond the depth");
        assert_eq!(all["plumber waco"].url.as_deref(), Some("https://www.example.com/page"), "{name}");
        assert_eq!(all["plumber waco"].features.0, ["people_also_ask"], "{name}");
        let questions = related_question::about(db, ws, "Plumber Waco", 10).await.expect("questions");
        let asked: Vec<_> =
            questions.iter().map(|one| (one.query.as_str(), one.question.as_str(), one.times)).collect();
        assert_eq!(asked, [("plumber waco", "Why?", 1)], "{name}: each once for both pages of results");
        let broken = &all["broken"];
        assert_eq!((broken.rank, broken.checked_at), (None, None), "{name}: a failed check changes nothing");
        assert!(broken.error.is_some() && broken.failed_at.is_some(), "{name}");
        assert!(broken.next_at <= Some(now()), "{name}: it is due at once");
        assert!(all["nowhere"].next_at > Some(now()), "{name}");
        // One page, two pages and two pages at a thousandth of a dollar each; the refused one was free.
        let spent = connection::spent(db, ws, connection_id, now()).await.expect("spent");
        assert_eq!(spent.month_micros, 5_000, "{name}");
        let ranks: Vec<Rank> =
            import::read_observations(db, ws, website_id, ObservationKind::Rank).await.expect("ranks");
        assert_eq!(ranks.len(), 3, "{name}");
        let beyond = ranks.iter().find(|rank| rank.keyword == "nowhere").expect("a rank");
        assert_eq!((beyond.position, beyond.depth), (None, Some(20)), "{name}: censored, not a position");
        let results: Vec<SerpResult> =
            import::read_observations(db, ws, website_id, ObservationKind::SerpResult).await.expect("results");
        assert_eq!(results.len(), 30, "{name}");
        let stored = import::find(db, ws, ended.id).await.expect("import").expect("the import of the run");
        assert_eq!((stored.status, stored.rows), (ImportStatus::Imported, 33), "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_check_keeps_the_last_rank() {
    let serps = Serps::start().await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let first = connect(&at, &serps).await;
        serps.place("plumber", 2);
        let website_id = track(&at, &["plumber"]).await;
        assert_eq!(start(&at, website_id, None).await.status, RunStatus::Succeeded, "{name}");
        let id = by_text(&at, website_id).await["plumber"].id;
        let mut connected = first;
        for fault in [-3, -1] {
            // Another connection does not share the cache of the one before.
            connection::disconnect(db, ws, connected, now()).await.expect("disconnect");
            connected = connect(&at, &serps).await;
            serps.place("plumber", fault);
            let failed = start(&at, website_id, Some(vec![id])).await;
            assert_eq!(failed.status, RunStatus::Failed, "{name}: {fault}");
            let kept = by_text(&at, website_id).await["plumber"].clone();
            assert_eq!((kept.rank, kept.previous_rank), (Some(2), None), "{name}: {fault}");
            assert!(kept.failed_at.is_some(), "{name}: {fault}");
        }
        let kept = by_text(&at, website_id).await["plumber"].clone();
        serps.place("plumber", 9);
        assert_eq!(start(&at, website_id, Some(vec![id])).await.status, RunStatus::Succeeded, "{name}");
        let moved = by_text(&at, website_id).await["plumber"].clone();
        assert_eq!((moved.rank, moved.previous_rank, moved.change), (Some(9), Some(2), Some(-7)), "{name}");
        assert_eq!((moved.best_rank, moved.failed_at), (Some(2), None), "{name}");
        assert!(moved.volatility > kept.volatility, "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_key_changes_the_status_of_the_connection_and_notifies_once() {
    let serps = Serps::start().await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let id = connect(&at, &serps).await;
        serps.place("plumber", -2);
        serps.place("roofer", -2);
        let website_id = track(&at, &["plumber", "roofer"]).await;
        for _ in 0..2 {
            assert_eq!(start(&at, website_id, None).await.status, RunStatus::Failed, "{name}");
        }
        let refused = connection::find(db, ws, id).await.expect("a query").expect("the connection");
        assert_eq!(refused.status, ConnectionStatus::Revoked, "{name}");
        assert_eq!(refused.message.as_deref(), Some("The key or password was refused."), "{name}");
        let all = notification::list(db, at.world.user_id, Filter::default(), None, 50).await.expect("a query").items;
        let shown = all.iter().filter(|one| one.title == "Serper needs access").count();
        assert_eq!(shown, 1, "{name}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn alert_is_emailed_once_to_members_who_subscribed_to_alerts() {
    let serps = Serps::start().await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws, user_id) = (&at.backends.db, at.world.workspace_id, at.world.user_id);
        let first = connect(&at, &serps).await;
        serps.place("plumber", 2);
        let website_id = track(&at, &["plumber"]).await;
        let email = user::find(db, user_id).await.expect("a user").expect("the user").email;
        let mut tx = db.begin().await.expect("a transaction");
        user::verify_email(&mut tx, user_id, &email, now()).await.expect("verified");
        tx.commit().await.expect("commit");
        for (topic, token) in [(RankTopic::Alerts, "of-alerts"), (RankTopic::Digest, "of-digests")] {
            let link = (&*format!("{token}-{name}"), "https://lode.example");
            rank::subscribe(db, (ws, website_id), (user_id, topic), link, now()).await.expect("subscribe");
        }
        start(&at, website_id, None).await;
        assert!(alert_mails(&at, &email).await.is_empty(), "{name}: the first check has nothing to compare");
        // Another connection does not share the cache of the first.
        connection::disconnect(db, ws, first, now()).await.expect("disconnect");
        connect(&at, &serps).await;
        serps.positions.lock().expect("positions").clear();
        let id = by_text(&at, website_id).await["plumber"].id;
        assert_eq!(start(&at, website_id, Some(vec![id])).await.status, RunStatus::Succeeded, "{name}");
        let mails = alert_mails(&at, &email).await;
        assert_eq!(mails.len(), 1, "{name}");
        assert_eq!(mails[0].subject, "1 rank alert for example.com", "{name}");
        let text = &mails[0].body_text;
        assert!(text.starts_with("\"plumber\" left the first 10 results: from 2 to beyond "), "{name}: {text}");
        assert!(text.contains(&format!("https://lode.example/unsubscribe?token=of-alerts-{name}")), "{name}: {text}");
        worker.stop().await;
        at
    })
    .await;
}

/// Emails about alerts to an address.
async fn alert_mails(at: &Installation, email: &str) -> Vec<Mail> {
    let all = mail::list(&at.backends.db, None, 200).await.expect("mails").items;
    all.into_iter().filter(|mail| mail.recipient == email && mail.subject.contains("rank alert")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_check_within_hours_costs_nothing_and_adds_no_row() {
    let serps = Serps::start().await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let query = format!("roofer {name}");
        serps.place(&query, 1);
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        connect(&at, &serps).await;
        let website_id = track(&at, &[&query]).await;
        start(&at, website_id, None).await;
        let id = by_text(&at, website_id).await[&query].id;
        assert_eq!(start(&at, website_id, Some(vec![id])).await.status, RunStatus::Succeeded, "{name}");
        assert_eq!(serps.calls(&query), 1, "{name}: the second was answered by the cache");
        assert_eq!(rank::history(db, ws, id, 9).await.expect("history").len(), 1, "{name}");
        let nothing = start(&at, website_id, None).await;
        assert_eq!(nothing.status, RunStatus::Succeeded, "{name}: nothing is due, which is no error");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn budget_of_rank_checks_is_never_exceeded_by_concurrent_runs() {
    let serps = Serps::start().await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let worker = at.worker_with(settings(&at));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let connection_id = connect(&at, &serps).await;
        let texts: Vec<String> = (0..20).map(|no| format!("{name} keyword {no}")).collect();
        let website_id = track(&at, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let limits = RankSettings { depth: 10, month_budget_micros: Some(7_500), ..RankSettings::default() };
        rank::save_settings(db, ws, website_id, &limits).await.expect("settings");
        let ids: Vec<Uuid> = by_text(&at, website_id).await.values().map(|one| one.id).collect();
        let (one, two) =
            tokio::join!(start(&at, website_id, Some(ids.clone())), start(&at, website_id, Some(ids.clone())));
        assert!(one.status.is_final() && two.status.is_final(), "{name}");
        let spent = connection::spent(db, ws, connection_id, now()).await.expect("spent").month_micros;
        assert!((1_000..=7_500).contains(&spent), "{name}: {spent}");
        let calls = connection::calls(db, ws, &CallFilter::default(), None, 99).await.expect("calls").items;
        assert!(calls.len() <= 7, "{name}: {}", calls.len());
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn run_taken_over_asks_only_for_what_is_missing() {
    let serps = Serps::start().await;
    in_each_mode(|at| async {
        let name = at.world.name;
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        connect(&at, &serps).await;
        let texts: Vec<String> = (0..40).map(|no| format!("{name} query {no}")).collect();
        let website_id = track(&at, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let limits = RankSettings { depth: 10, month_budget_micros: None, ..RankSettings::default() };
        rank::save_settings(db, ws, website_id, &limits).await.expect("settings");
        let first = at.worker_with(settings(&at));
        let payload = json!({"websiteId": website_id});
        let new = NewRun::new(ws, at.world.user_id, RunKind::RankCheck, payload);
        let new = NewRun { website_id: Some(website_id), ..new };
        at.enqueue(std::slice::from_ref(&new)).await;
        at.until(new.id, |run| run.percent > 5).await;
        // The worker stops within its grace time, in the middle of the run.
        first.stop().await;
        let second = at.worker_with(settings(&at));
        let ended = at.ended(new.id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let calls: usize = texts.iter().map(|text| serps.calls(text)).sum();
        // Those in flight when it stopped may have been asked twice.
        assert!((40..=48).contains(&calls), "{name}: {calls}");
        let ranks: Vec<Rank> =
            import::read_observations(db, ws, website_id, ObservationKind::Rank).await.expect("ranks");
        assert_eq!(ranks.len(), 40, "{name}: each once");
        second.stop().await;
        at
    })
    .await;
}
