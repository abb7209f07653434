//! Tests of connections against a provider on this machine.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, OutsideSettings, Secret},
    domain::{
        connection::{Budget, CallStatus, Connection, ConnectionStatus as Status},
        new_id, now,
        run::{NewRun, Run, RunKind, RunStatus},
    },
    store::connection::{self, CallFilter, NewConnection},
    vault::{Credentials, Vault},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode};

/// Recorded answer of Perplexity.
const PERPLEXITY: &str = include_str!("../../../providers/fixtures/perplexity_responses.json");
const KEY: &str = "good-key-0123456789";
const SECRET: &str = "the installation's secret";

/// A provider that accepts one key and counts requests.
struct Provider {
    address: SocketAddr,
    asked: Arc<AtomicUsize>,
}

fn answer(request: &str) -> (&'static str, &'static str) {
    if request.contains("grant_type=authorization_code") {
        let is_whole =
            request.contains("code_verifier=the-verifier-of-this-flow") && request.contains("code=the-code-of-google");
        return match is_whole {
            true => ("200 OK", r#"{"access_token":"access-1","refresh_token":"refresh-0123456789","expires_in":3600}"#),
            false => ("400 Bad Request", r#"{"error":"invalid_grant"}"#),
        };
    }
    if request.contains("grant_type=refresh_token") {
        return ("400 Bad Request", r#"{"error":"invalid_grant"}"#);
    }
    if request.starts_with("GET /webmasters/v3/sites") {
        let body = r#"{"siteEntry":[{"siteUrl":"sc-domain:example.com","permissionLevel":"siteOwner"},
            {"siteUrl":"https://other.example/","permissionLevel":"siteUnverifiedUser"}]}"#;
        return ("200 OK", body);
    }
    if request.starts_with("GET /v1beta/accountSummaries") {
        let body = r#"{"accountSummaries":[{"account":"accounts/1","propertySummaries":
            [{"property":"properties/1234","displayName":"example.com"}]}]}"#;
        return ("200 OK", body);
    }
    if !request.contains(KEY) {
        return ("403 Forbidden", r#"{"message":"Unauthorized"}"#);
    }
    match request.split(' ').nth(1).unwrap_or_default() {
        "/search" => ("200 OK", r#"{"organic":[],"credits":1}"#),
        "/v1/responses" => ("200 OK", PERPLEXITY),
        "/v1/models" => ("200 OK", r#"{"data":[{"id":"llama-3"}]}"#),
        _ => ("404 Not Found", r#"{"message":"no such address"}"#),
    }
}

impl Provider {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = asked.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(async move {
                    let mut request = String::new();
                    let mut part = vec![0; 8_192];
                    // Requests are small; a form may arrive after its head.
                    for _ in 0..2 {
                        let wait = std::time::Duration::from_millis(100);
                        let read = tokio::time::timeout(wait, stream.read(&mut part)).await;
                        let Ok(Ok(length)) = read else { break };
                        request.push_str(&String::from_utf8_lossy(&part[..length]));
                    }
                    let (status, body) = answer(&request);
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
}

fn settings(at: &Installation, secret: &str) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    let outside = OutsideSettings { fetches_pages: true, guard, browser: None };
    FleetSettings { outside, secret: Some(Secret::new(secret.to_owned())), ..at.settings() }
}

async fn add(at: &Installation, to: &Provider, name: &str, fields: Credentials, budget: Budget) -> Uuid {
    let (id, workspace_id) = (new_id(), at.world.workspace_id);
    let vault = Vault::new(&Secret::new(SECRET.to_owned()));
    let mut nonce = [0; 24];
    nonce[..16].copy_from_slice(Uuid::new_v4().as_bytes());
    let new = NewConnection {
        id,
        workspace_id,
        provider: name.to_owned(),
        name: name.to_owned(),
        credentials: Some(vault.seal(workspace_id, id, &fields, nonce).expect("sealed")),
        base_url: Some(format!("http://{}", to.address)),
        settings: json!({}),
        budget,
    };
    connection::insert(&at.backends.db, &new, now()).await.expect("insert");
    id
}

fn key(text: &str) -> Credentials {
    Credentials::from_fields([("key", text.to_owned())])
}

async fn test(at: &Installation, id: Uuid) -> (Run, Connection) {
    let (db, ws) = (&at.backends.db, at.world.workspace_id);
    let new = NewRun::new(ws, at.world.user_id, RunKind::ConnectionTest, json!({"connectionId": id}));
    connection::set_test_run(db, ws, id, new.id).await.expect("the run is recorded");
    at.enqueue(std::slice::from_ref(&new)).await;
    let ended = at.ended(new.id).await;
    (ended, connection::find(db, ws, id).await.expect("find").expect("the connection"))
}

#[tokio::test(flavor = "multi_thread")]
async fn connection_test_stores_status_cost_and_evidence() {
    let provider = Provider::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at, SECRET));
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let good = add(&at, &provider, "serper", key(KEY), Budget::default()).await;
        let (ended, tested) = test(&at, good).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        assert_eq!((tested.status, tested.message.as_deref()), (Status::Connected, Some("The key is valid.")));
        assert!(tested.tested_at.is_some() && tested.used_at.is_some(), "{}", at.world.name);
        let calls = connection::calls(db, ws, &CallFilter::default(), None, 9).await.expect("calls").items;
        assert_eq!((calls.len(), calls[0].status, calls[0].cost_micros), (1, CallStatus::Succeeded, Some(1_000)));
        assert_eq!(calls[0].run_id, Some(ended.id), "{}", at.world.name);
        let evidence_id = calls[0].evidence_id.expect("evidence");
        let info = connection::evidence_info(db, ws, evidence_id).await.expect("info").expect("evidence");
        assert_eq!((info.provider.as_str(), info.size_bytes), ("serper", 26), "{}", at.world.name);
        let spent = connection::spent(db, ws, good, now()).await.expect("spent");
        assert_eq!(spent.month_micros, 1_000, "{}", at.world.name);
        let wrong = add(&at, &provider, "serper", key("wrong-key-0123456789"), Budget::default()).await;
        let (ended, tested) = test(&at, wrong).await;
        assert_eq!((ended.status, tested.status), (RunStatus::Succeeded, Status::Revoked), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_test_asks_the_provider_again() {
    let provider = Provider::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at, SECRET));
        let before = provider.asked.load(Ordering::Relaxed);
        let id = add(&at, &provider, "serper", key(KEY), Budget::default()).await;
        for _ in 0..2 {
            let (_, tested) = test(&at, id).await;
            assert_eq!(tested.status, Status::Connected, "{}: {:?}", at.world.name, tested.message);
        }
        let asked = provider.asked.load(Ordering::Relaxed) - before;
        assert_eq!(asked, 2, "{}: a stored response says nothing about the key", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn language_models_are_tested_as_their_clients_ask_them() {
    let provider = Provider::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at, SECRET));
        let id = add(&at, &provider, "perplexity", key(KEY), Budget::default()).await;
        let (_, tested) = test(&at, id).await;
        assert_eq!(tested.status, Status::Connected, "{}: {:?}", at.world.name, tested.message);
        let calls = connection::calls(&at.backends.db, at.world.workspace_id, &CallFilter::default(), None, 9).await;
        let call = calls.expect("calls").items.remove(0);
        let cost = call.cost_micros.expect("a cost");
        assert!(cost > 0 && cost <= call.reserved_micros, "{}: {call:?}", at.world.name);
        let id = add(&at, &provider, "open_ai", key(KEY), Budget::default()).await;
        let (_, tested) = test(&at, id).await;
        assert_eq!(tested.message.as_deref(), Some("The key can use 1 model."), "{}", at.world.name);
        assert_eq!(tested.account.expect("an account").0["models"], json!(["llama-3"]), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn code_of_google_lists_properties_of_analytics() {
    let provider = Provider::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at, SECRET));
        let fields = [
            ("client_id", "client".to_owned()),
            ("client_secret", "client-secret-0123".to_owned()),
            ("token_url", format!("http://{}", provider.address)),
            ("code", "the-code-of-google".to_owned()),
            ("verifier", "the-verifier-of-this-flow".to_owned()),
            ("redirect_url", "http://127.0.0.1:3000/api/connections/google/callback".to_owned()),
        ];
        let id = add(&at, &provider, "google_analytics", Credentials::from_fields(fields), Budget::default()).await;
        let (_, tested) = test(&at, id).await;
        assert_eq!(tested.message.as_deref(), Some("The account has 1 property."), "{}", at.world.name);
        let account: Value = tested.account.expect("an account").0;
        assert_eq!(account["properties"][0]["property"], "properties/1234", "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn call_over_the_budget_is_not_sent() {
    let provider = Provider::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at, SECRET));
        let before = provider.asked.load(Ordering::Relaxed);
        let budget = Budget { day_budget_micros: Some(999), month_budget_micros: None };
        let id = add(&at, &provider, "serper", key(KEY), budget).await;
        let (_, tested) = test(&at, id).await;
        assert_eq!(tested.status, Status::Error, "{}", at.world.name);
        let message = tested.message.expect("a message");
        assert!(message.contains("budget"), "{}: {message}", at.world.name);
        assert_eq!(provider.asked.load(Ordering::Relaxed), before, "{}: nothing was sent", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_secret_asks_for_the_key_again() {
    let provider = Provider::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at, "another secret"));
        let id = add(&at, &provider, "serper", key(KEY), Budget::default()).await;
        let (ended, tested) = test(&at, id).await;
        assert_eq!(ended.error.expect("an error").0.r#type, "locked", "{}", at.world.name);
        assert_eq!(tested.status, Status::Error, "{}", at.world.name);
        assert!(tested.message.is_some_and(|message| message.contains("Enter the key again")), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn code_of_google_becomes_a_refresh_token_and_lists_properties() {
    let provider = Provider::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at, SECRET));
        let fields = [
            ("client_id", "client".to_owned()),
            ("client_secret", "client-secret-0123".to_owned()),
            ("token_url", format!("http://{}", provider.address)),
            ("code", "the-code-of-google".to_owned()),
            ("verifier", "the-verifier-of-this-flow".to_owned()),
            ("redirect_url", "http://127.0.0.1:3000/api/connections/google/callback".to_owned()),
        ];
        let google = Credentials::from_fields(fields);
        let id = add(&at, &provider, "search_console", google, Budget::default()).await;
        let (ended, tested) = test(&at, id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        assert_eq!(tested.status, Status::Connected, "{}: {:?}", at.world.name, tested.message);
        let account: Value = tested.account.expect("an account").0;
        assert_eq!(account["properties"], json!(["sc-domain:example.com"]), "{}: readable ones", at.world.name);
        let vault = Vault::new(&Secret::new(SECRET.to_owned()));
        let sealed = tested.credentials.expect("sealed");
        let opened = vault.open(at.world.workspace_id, id, &sealed).expect("opened");
        assert_eq!(opened.get("refresh_token").map(Secret::reveal), Some("refresh-0123456789"), "{}", at.world.name);
        assert!(opened.get("code").is_none() && opened.get("verifier").is_none(), "{}", at.world.name);
        let (_, tested) = test(&at, id).await;
        assert_eq!(tested.status, Status::Expired, "{}: the permission was withdrawn", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
