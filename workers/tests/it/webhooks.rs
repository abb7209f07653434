//! Webhooks: from an event in the store to a receiver on this machine.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, OutsideSettings, Secret, WorkspaceLimits},
    domain::{
        buyer::Buyer,
        lead::{LeadSource, LeadSourceKind},
        new_id,
        notification::NotificationKind,
        now,
        webhook::{Delivery, DeliveryStatus, WebhookEvent},
        website::WebsiteKind,
    },
    store::{
        Tx, buyer,
        lead::{self, NewLead, Received},
        notification,
        webhook::{self, NewWebhook},
        website::{self, NewWebsite},
    },
    vault::Vault,
    webhooks::{ATTEMPTS, DISABLE_AFTER, SigningSecret, address, verify},
};
use sqlx::types::Json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode, nothing};

const NONCE: &[u8] = b"sixteen bytes...";

/// A received request.
#[derive(Debug, Clone)]
struct Got {
    head: String,
    body: String,
}

impl Got {
    fn header(&self, name: &str) -> &str {
        let found = self.head.lines().filter_map(|line| line.split_once(": ")).find(|(known, _)| *known == name);
        found.map_or("", |(_, value)| value.trim())
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }
}

/// Responds with the given statuses, then with 200.
#[derive(Clone)]
struct Receiver {
    address: SocketAddr,
    got: Arc<Mutex<Vec<Got>>>,
    answers: Arc<Mutex<VecDeque<&'static str>>>,
}

impl Receiver {
    async fn start(answers: &[&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let answers = Arc::new(Mutex::new(answers.iter().copied().collect()));
        let receiver = Self { address, got: Arc::default(), answers };
        let served = receiver.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(served.clone().serve(stream));
            }
        });
        receiver
    }

    async fn serve(self, mut stream: TcpStream) {
        let mut bytes = Vec::new();
        loop {
            let mut piece = [0; 4096];
            let Ok(read @ 1..) = stream.read(&mut piece).await else { return };
            bytes.extend_from_slice(&piece[..read]);
            let text = String::from_utf8_lossy(&bytes);
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let got = Got { head: head.to_owned(), body: body.to_owned() };
            if got.header("content-length").parse::<usize>().expect("a length") > body.len() {
                continue;
            }
            self.got.lock().expect("the list").push(got);
            let answer = self.answers.lock().expect("the answers").pop_front().unwrap_or("200 OK");
            let text = format!("HTTP/1.1 {answer}\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.write_all(text.as_bytes()).await;
            bytes.clear();
        }
    }

    fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    fn got(&self) -> Vec<Got> {
        self.got.lock().expect("the list").clone()
    }
}

fn secret() -> Secret {
    Secret::new("an installation's secret".to_owned())
}

/// Settings that allow webhooks to this machine.
fn sending(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    let outside = OutsideSettings { fetches_pages: true, guard, browser: None };
    FleetSettings { outside, secret: Some(secret()), ..at.settings() }
}

async fn webhook(at: &Installation, url: String) -> Uuid {
    let new = NewWebhook {
        id: new_id(),
        workspace_id: at.world.workspace_id,
        user_id: at.world.user_id,
        url,
        sealed_url: None,
        description: String::new(),
        events: vec![WebhookEvent::RunFinished],
        nonce: NONCE.to_vec(),
    };
    webhook::insert(&at.backends.db, &new, now()).await.expect("a webhook")
}

/// Waits for the webhook's only delivery until `reached` returns true.
async fn delivery(at: &Installation, id: Uuid, reached: impl Fn(&Delivery) -> bool) -> Delivery {
    for _ in 0..200 {
        let page = webhook::deliveries(&at.backends.db, at.world.workspace_id, id, None, 10).await.expect("the log");
        if let Some(found) = page.items.into_iter().find(&reached) {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{}: the delivery stays as it is", at.world.name);
}

async fn change(at: &Installation, sql: &'static str) {
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    match &mut tx {
        Tx::Postgres(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
        Tx::Sqlite(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
    }
    .expect("a change");
    tx.commit().await.expect("commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn webhook_is_signed_and_retried_until_the_receiver_takes_it() {
    in_each_mode(|at| async {
        let receiver = Receiver::start(&["500 Broken", "302 Found"]).await;
        let id = webhook(&at, receiver.url()).await;
        let worker = at.worker_with(sending(&at));
        let run = at.start(nothing()).await;
        at.ended(run).await;
        for (attempts, status, word) in [(1, 500, "500"), (2, 302, "Redirects are not followed")] {
            let failed = delivery(&at, id, |one| one.attempts == attempts && one.response_code == Some(status)).await;
            assert_eq!(failed.status, DeliveryStatus::Waiting, "{}", at.world.name);
            assert!(failed.error.as_deref().is_some_and(|error| error.contains(word)), "{:?}", failed.error);
            assert!(failed.next_at.is_some_and(|next| next > now() + chrono::Duration::seconds(15)), "a pause");
            change(&at, "UPDATE webhook_deliveries SET next_at = created_at").await;
        }
        let taken = delivery(&at, id, |one| one.status == DeliveryStatus::Delivered).await;
        assert_eq!((taken.attempts, taken.response_code, taken.error), (3, Some(200), None), "{}", at.world.name);
        let got = receiver.got();
        assert_eq!(got.len(), 3, "{}: one request for each attempt", at.world.name);
        let key = SigningSecret::derive(&secret(), NONCE);
        for request in &got {
            assert!(request.head.starts_with("POST /hook HTTP/1.1"), "{}", request.head);
            assert!(verify(&key, request.header("motherlode-signature"), request.body.as_bytes()));
            assert_eq!(request.header("motherlode-id"), taken.id.to_string(), "the id stays the same");
            assert_eq!(request.header("motherlode-event"), "run:finished");
            let body = request.json();
            assert_eq!((&body["id"], &body["type"]), (&json!(taken.id), &json!("run:finished")));
            assert_eq!((&body["data"]["runId"], &body["data"]["status"]), (&json!(run), &json!("succeeded")));
        }
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn receiver_that_does_not_answer_delays_no_other_webhook() {
    in_each_mode(|at| async {
        let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let slow = webhook(&at, format!("http://{}/hook", silent.local_addr().expect("an address"))).await;
        let worker = at.worker_with(sending(&at));
        at.ended(at.start(nothing()).await).await;
        let first = delivery(&at, slow, |one| one.attempts == 1).await.id;
        let receiver = Receiver::start(&[]).await;
        let quick = webhook(&at, receiver.url()).await;
        at.ended(at.start(nothing()).await).await;
        delivery(&at, quick, |one| one.status == DeliveryStatus::Delivered).await;
        let first = delivery(&at, slow, |one| one.id == first).await;
        assert_eq!(first.error, None, "{}: the first attempt still waits for its answer", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn webhook_to_the_own_network_is_never_called() {
    in_each_mode(|at| async {
        let receiver = Receiver::start(&[]).await;
        let by_number = webhook(&at, receiver.url()).await;
        let by_name = webhook(&at, format!("http://localhost:{}/hook", receiver.address.port())).await;
        let worker = at.worker_with(FleetSettings { outside: OutsideSettings::default(), ..sending(&at) });
        at.ended(at.start(nothing()).await).await;
        for id in [by_number, by_name] {
            let refused = delivery(&at, id, |one| one.error.is_some()).await;
            let error = refused.error.unwrap_or_default();
            assert!(error.contains("MOTHERLODE_ALLOW_ADDRESSES"), "{}: {error}", at.world.name);
        }
        assert!(receiver.got().is_empty(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn webhook_that_fails_too_often_is_disabled_with_a_notification() {
    in_each_mode(|at| async {
        let receiver = Receiver::start(&["410 Gone"; 3]).await;
        let id = webhook(&at, receiver.url()).await;
        change(&at, "UPDATE webhooks SET failures = 39").await;
        assert_eq!(DISABLE_AFTER, 40);
        let worker = at.worker_with(sending(&at));
        at.ended(at.start(nothing()).await).await;
        let waits = delivery(&at, id, |one| one.attempts == 1 && one.error.is_some()).await;
        assert_eq!(waits.status, DeliveryStatus::Waiting, "{}", at.world.name);
        let enabled = webhook::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        assert!(enabled.enabled && enabled.failures == DISABLE_AFTER, "{}: it may be down for an hour", at.world.name);
        change(&at, "UPDATE webhook_deliveries SET attempts = 20, next_at = created_at").await;
        assert_eq!(ATTEMPTS, 21);
        let failed = delivery(&at, id, |one| one.status == DeliveryStatus::Failed).await;
        assert_eq!(failed.next_at, None, "{}", at.world.name);
        let disabled = webhook::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        assert!(!disabled.enabled && disabled.disabled_reason.is_some_and(|reason| reason.contains("410")));
        let filter = notification::Filter { kind: Some(NotificationKind::Webhook), unread: true };
        let inbox = notification::list(&at.backends.db, at.world.user_id, filter, None, 10).await.expect("the inbox");
        let [told] = inbox.items.as_slice() else { panic!("{}: {:?}", at.world.name, inbox.items) };
        assert_eq!((told.title.as_str(), told.object_id.clone()), ("Webhook disabled", Some(id.to_string())));
        at.ended(at.start(nothing()).await).await;
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        assert_eq!(receiver.got().len(), 2, "{}: nothing more is sent", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

fn buyer_named(name: &str, webhook_id: Option<Uuid>) -> Buyer {
    Buyer {
        id: new_id(),
        name: name.to_owned(),
        email: webhook_id.is_none().then(|| format!("{name}@example.com")),
        webhook_id,
        price_cents: 4_000,
        currency: "USD".to_owned(),
        verticals: Json(Vec::new()),
        places: Json(Vec::new()),
        daily_cap: None,
        monthly_cap: None,
        opens_minute: None,
        closes_minute: None,
        weekdays: Json(Vec::new()),
        time_zone: "UTC".to_owned(),
        is_exclusive: false,
        priority: if webhook_id.is_some() { 1 } else { 2 },
        is_paused: false,
        created_at: now(),
        updated_at: now(),
    }
}

/// A qualified lead of a form.
async fn lead_of_a_form(at: &Installation) -> Uuid {
    let (db, workspace_id) = (&at.backends.db, at.world.workspace_id);
    let website = NewWebsite {
        name: "Roofs".to_owned(),
        url: "https://roofs.example/".to_owned(),
        host: "roofs.example".to_owned(),
        kind: WebsiteKind::Own,
    };
    let mut tx = db.begin().await.expect("a transaction");
    let website_id = website::insert(&mut tx, workspace_id, &website, now()).await.expect("a website");
    tx.commit().await.expect("commit");
    let source = LeadSource {
        id: new_id(),
        workspace_id,
        website_id,
        kind: LeadSourceKind::Form,
        key: new_id().simple().to_string(),
        name: "Quote form".to_owned(),
        vertical: None,
        place: None,
        consent_text: "I agree.".to_owned(),
        thanks_url: None,
        sealed_secret: None,
        min_seconds: 0,
        is_enabled: true,
        created_at: now(),
    };
    lead::insert_source(db, &source).await.expect("a source");
    let phone = Some("918-555-0123".to_owned());
    let new = NewLead { phone, consent_text: Some(source.consent_text.clone()), ..NewLead::default() };
    match lead::receive(db, &source, &new, now()).await.expect("receive") {
        Received::Stored { id, .. } => id,
        other => panic!("{}: {other:?}", at.world.name),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lead_that_a_webhook_never_receives_goes_to_the_next_buyer_with_a_notification() {
    in_each_mode(|at| async {
        let receiver = Receiver::start(&["503 Down"]).await;
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let hook = webhook(&at, receiver.url()).await;
        let (ann, ben) = (buyer_named("ann", Some(hook)), buyer_named("ben", None));
        for one in [&ann, &ben] {
            buyer::insert(db, ws, one).await.expect("a buyer");
        }
        let id = lead_of_a_form(&at).await;
        lead::route(db, WorkspaceLimits::default(), (ws, id), now()).await.expect("route");
        let lead = async || lead::find(db, ws, id).await.expect("find").expect("the lead");
        assert_eq!(lead().await.buyer_id, Some(ann.id), "{}", at.world.name);
        change(&at, "UPDATE webhook_deliveries SET attempts = 20").await;
        let worker = at.worker_with(sending(&at));
        for _ in 0..200 {
            if lead().await.buyer_id == Some(ben.id) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(lead().await.buyer_id, Some(ben.id), "{}", at.world.name);
        assert_eq!(receiver.got().len(), 1, "{}", at.world.name);
        let enabled = webhook::find(db, ws, hook).await.expect("find").expect("it");
        assert!(enabled.enabled, "{}: one delivery is not enough", at.world.name);
        let filter = notification::Filter { kind: Some(NotificationKind::Webhook), unread: true };
        let inbox = notification::list(db, at.world.user_id, filter, None, 10).await.expect("the inbox");
        let [told] = inbox.items.as_slice() else { panic!("{}: {:?}", at.world.name, inbox.items) };
        assert_eq!(told.title, "Lead not delivered");
        assert!(told.message.contains("503") && told.message.contains("One lead waits"), "{}", told.message);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rank_alert_reaches_slack_and_telegram_as_a_message() {
    in_each_mode(|at| async {
        let receiver = Receiver::start(&[]).await;
        let base = format!("http://{}", receiver.address);
        let alert = json!({"severity": "critical", "message": "\"roof\" left the first 10 results: from 3 to 12."});
        for path in ["/services/T0/B0/secret", "/bot42:secret/sendMessage?chat_id=-7"] {
            let id = webhook(&at, format!("{base}{path}")).await;
            let (db, ws) = (&at.backends.db, at.world.workspace_id);
            let mut tx = db.begin().await.expect("a transaction");
            webhook::insert_delivery(&mut tx, id, ws, "performance:alert", &alert, now()).await.expect("a delivery");
            tx.commit().await.expect("commit");
        }
        let worker = at.worker_with(sending(&at));
        for _ in 0..200 {
            if receiver.got().len() == 2 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let mut got = receiver.got();
        got.sort_by_key(|request| request.head.starts_with("POST /services"));
        let [telegram, slack] = got.as_slice() else { panic!("{}: {got:?}", at.world.name) };
        let text = "Alert (critical)\n\"roof\" left the first 10 results: from 3 to 12.";
        assert!(telegram.head.starts_with("POST /bot42:secret/sendMessage HTTP/1.1"), "{}", telegram.head);
        assert_eq!(telegram.json(), json!({"chat_id": "-7", "text": text}), "{}", at.world.name);
        assert!(slack.head.starts_with("POST /services/T0/B0/secret HTTP/1.1"), "{}", slack.head);
        assert_eq!(slack.json(), json!({"text": text}), "{}", at.world.name);
        let key = SigningSecret::derive(&secret(), NONCE);
        assert!(verify(&key, slack.header("motherlode-signature"), slack.body.as_bytes()));
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn address_is_encrypted_at_its_first_delivery_and_used_from_then_on() {
    let receiver = Receiver::start(&[]).await;
    in_each_mode(|at| async {
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let id = webhook(&at, format!("{}/services/T0/B0/token-wxyz", receiver.url())).await;
        let before = receiver.got().len();
        let worker = at.worker_with(sending(&at));
        for expected in 1..=2 {
            at.ended(at.start(nothing()).await).await;
            let is_done = async || {
                let page = webhook::deliveries(db, ws, id, None, 10).await.expect("the log");
                page.items.len() == expected && page.items.iter().all(|one| one.status == DeliveryStatus::Delivered)
            };
            for _ in 0..200 {
                if is_done().await {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            assert!(is_done().await, "{}: delivery {expected}", at.world.name);
            let stored = webhook::find(db, ws, id).await.expect("find").expect("the webhook");
            assert!(stored.sealed_url.is_some() && !stored.url.contains("token"), "{}: {}", at.world.name, stored.url);
            assert_eq!(stored.shown_url(), format!("http://{}/…wxyz", receiver.address), "{}", at.world.name);
        }
        let got = receiver.got().split_off(before);
        assert_eq!(got.len(), 2, "{}", at.world.name);
        assert!(got.iter().all(|one| one.head.starts_with("POST /hook/services/T0/B0/token-wxyz ")), "{got:?}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn address_of_another_secret_fails_with_its_reason() {
    in_each_mode(|at| async {
        let (id, ws) = (new_id(), at.world.workspace_id);
        let other = Vault::new(&Secret::new("another secret".to_owned()));
        let (shown, sealed) = address::seal(&other, ws, id, "http://127.0.0.1:9/hook", [1; 24]).expect("sealed");
        let new = NewWebhook {
            id,
            workspace_id: ws,
            user_id: at.world.user_id,
            url: shown,
            sealed_url: Some(sealed),
            description: String::new(),
            events: vec![WebhookEvent::RunFinished],
            nonce: NONCE.to_vec(),
        };
        webhook::insert(&at.backends.db, &new, now()).await.expect("a webhook");
        let worker = at.worker_with(sending(&at));
        at.ended(at.start(nothing()).await).await;
        let failed = delivery(&at, id, |one| one.error.is_some()).await;
        let error = failed.error.unwrap_or_default();
        assert!(error.starts_with("The stored address cannot be decrypted"), "{}: {error}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
