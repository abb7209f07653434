//! Channel 1 over real sockets.

use std::time::Duration;

use axum::http::StatusCode;
use futures::StreamExt;
use serde_json::{Value, json};
use shared::{
    bus::user_topic,
    domain::{
        notification::{NewNotification, NotificationKind},
        now,
        run::RunKind,
    },
    events::{self, LiveEvent},
    store::{
        self,
        event::{self, Audience, NewEvent, StoredEvent},
    },
};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::{
    fleet,
    live_client::{Plain, Socket, listen, replica},
    world::{Account, World, on_each},
};

/// Stores an event of the account without sending it.
async fn keep(world: &World, account: &Account, event_type: &'static str, payload: Value) -> Vec<StoredEvent> {
    let mut tx = world.state.db.begin().await.expect("the store");
    let new = NewEvent { audience: Audience::User(account.id), r#type: event_type, payload };
    let kept = event::append(&mut tx, &[new], now()).await.expect("the store");
    tx.commit().await.expect("the store");
    kept
}

/// Token of the account that expires after this many seconds.
fn token_for(world: &World, account: &Account, session: uuid::Uuid, seconds: i64) -> String {
    let issued = now() - api::auth::token::ACCESS + chrono::Duration::seconds(seconds);
    api::auth::issue_access(&world.state, account.id, session, issued).expect("a token")
}

async fn session_of(world: &World, account: &Account) -> uuid::Uuid {
    let claims = api::auth::verify_access(&world.state, &account.token, now()).await.expect("a token");
    claims.session
}

#[tokio::test]
async fn connection_receives_only_subscribed_channels() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let mut client = Plain::connect(listen(&world.main).await, &account.token).await;
        let run = fleet::queued(&world.state, &account, RunKind::Probe).await;
        fleet::succeed(&world.state, run, json!({})).await;
        client.expect_nothing().await;
        client.subscribe("runs").await;
        let run = fleet::queued(&world.state, &account, RunKind::Probe).await;
        fleet::succeed(&world.state, run, json!({})).await;
        let told = client.expect("run:finished").await;
        assert_eq!(told["payload"]["runId"], json!(run));
        assert_eq!(told["payload"]["status"], json!("succeeded"));
        assert_eq!(told["id"], json!(store::event::last_id(&world.state.db, account.id).await.unwrap()));
        client.say("unsubscribe", json!({"channel": "runs"})).await;
        assert_eq!(client.expect("unsubscribed").await["payload"]["channels"], json!([]));
        events::publish(&world.state.bus, account.workspace_id, "run:progress", json!({"runId": run, "percent": 5}));
        client.expect_nothing().await;
    })
    .await;
}

#[tokio::test]
async fn channel_1_is_served_at_the_root_of_the_live_port() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let address = listen(&world.live).await;
        for path in ["/", "/ws"] {
            let mut client = Plain::connect_with(address, &format!("{path}?token={}", account.token)).await;
            client.say("ping", json!({"at": 7})).await;
            let pong = client.expect("pong").await;
            assert_eq!(pong["payload"]["at"], json!(7));
            assert!(pong["payload"]["serverTime"].is_string());
        }
    })
    .await;
}

#[tokio::test]
async fn user_events_need_no_subscription() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let mut client = Plain::connect(listen(&world.main).await, &account.token).await;
        let mut tx = world.state.db.begin().await.unwrap();
        let new = NewNotification::new(NotificationKind::Notice, "info", "Hello", "There");
        let told = store::notification::insert(&mut tx, account.id, &new, now()).await.unwrap();
        let kept = event::append(&mut tx, &[told], now()).await.unwrap();
        tx.commit().await.unwrap();
        events::publish_stored(&world.state.bus, kept);
        let frame = client.expect("user:notification").await;
        assert_eq!(frame["payload"]["title"], json!("Hello"));
    })
    .await;
}

#[tokio::test]
async fn invalid_messages_get_an_error_and_keep_the_connection() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let mut client = Plain::connect(listen(&world.main).await, &account.token).await;
        let cases = [
            ("{", "malformed-message"),
            ("7", "malformed-message"),
            ("", "malformed-message"),
            (r#"{"type": 7}"#, "malformed-message"),
            (r#"{"type": "dance"}"#, "unknown-type"),
            (r#"{"type": "subscribe", "payload": {"channel": "secrets"}}"#, "unknown-channel"),
            (r#"{"type": "start_analysis", "payload": {}}"#, "invalid-request"),
            (r#"{"type": "start_analysis", "payload": {"engineId": "none", "idempotencyKey": "k1"}}"#, "not-found"),
            (r#"{"type": "implement_opportunity", "payload": {"opportunityId": "x"}}"#, "invalid-request"),
        ];
        for (text, code) in cases {
            client.0.text(text).await;
            let error = client.expect("error").await;
            assert_eq!(error["payload"]["code"], json!(code), "{text}: {error}");
            assert!(error["payload"]["message"].is_string());
            let key = if text.contains("k1") { json!("k1") } else { json!(null) };
            assert_eq!(error["payload"]["idempotencyKey"], key, "{error}");
        }
        futures::SinkExt::send(&mut client.0.0, Message::binary(vec![0, 159, 146, 150])).await.unwrap();
        assert_eq!(client.expect("error").await["payload"]["code"], json!("malformed-message"));
        let deep = format!(r#"{{"type":"ping","payload":{}{}}}"#, "[".repeat(9_000), "]".repeat(9_000));
        client.0.text(deep).await;
        assert_eq!(client.expect("error").await["payload"]["code"], json!("malformed-message"));
        client.expect_nothing().await;
    })
    .await;
}

#[tokio::test]
async fn invalid_token_closes_with_4401() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        let session = session_of(&world, &account).await;
        let old = token_for(&world, &account, session, -5);
        let foreign = token_for(&world, &account, uuid::Uuid::now_v7(), 60);
        for token in ["", "junk", old.as_str(), foreign.as_str(), &account.refresh] {
            let mut client = Plain(Socket::open(address, &format!("/ws?token={token}")).await);
            let (code, reason) = client.ended().await.expect("a close frame");
            assert_eq!(code, 4401, "{token}");
            assert!(reason.starts_with("Authentication failed"), "{reason}");
        }
    })
    .await;
}

#[tokio::test]
async fn expired_token_closes_the_connection_unless_renewed() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        let session = session_of(&world, &account).await;
        let mut left = Plain::connect(address, &token_for(&world, &account, session, 2)).await;
        let mut renewed = Plain::connect(address, &token_for(&world, &account, session, 2)).await;
        renewed.say("auth", json!({"token": account.token})).await;
        assert!(renewed.expect("authenticated").await["payload"]["expiresAt"].is_string());
        assert_eq!(left.ended().await.map(|(code, _)| code), Some(4401));
        tokio::time::sleep(Duration::from_secs(1)).await;
        renewed.expect_nothing().await;
    })
    .await;
}

#[tokio::test]
async fn renewal_rejects_invalid_and_foreign_tokens() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let address = listen(&world.main).await;
        for token in ["junk", bob.token.as_str()] {
            let mut client = Plain::connect(address, &ada.token).await;
            client.say("auth", json!({"token": token})).await;
            assert_eq!(client.ended().await.map(|(code, _)| code), Some(4401));
        }
    })
    .await;
}

#[tokio::test]
async fn sign_out_closes_only_connections_of_the_session() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let second = Account::from(&world.login("ada@example.com", crate::world::PASSWORD).await);
        let address = listen(&world.main).await;
        let mut ended = Plain::connect(address, &account.token).await;
        let mut stays = Plain::connect(address, &second.token).await;
        world.post("/api/auth/logout", &json!({})).bearer(&account.token).send().await.success(StatusCode::OK);
        assert_eq!(ended.ended().await.map(|(code, _)| code), Some(4401));
        stays.expect_nothing().await;
    })
    .await;
}

#[tokio::test]
async fn events_of_other_workspaces_are_not_received() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let mut client = Plain::connect(listen(&world.main).await, &bob.token).await;
        for channel in ["engines", "opportunities", "performance", "runs", "pipeline", "deployments", "revenue"] {
            client.subscribe(channel).await;
        }
        let run = fleet::queued(&world.state, &ada, RunKind::Probe).await;
        events::publish(&world.state.bus, ada.workspace_id, "run:progress", json!({"runId": run, "percent": 5}));
        fleet::succeed(&world.state, run, json!({})).await;
        events::publish_stored(&world.state.bus, keep(&world, &ada, "user:subscription", json!({})).await);
        client.expect_nothing().await;
        client.say("start_analysis", json!({"engineId": "keyword", "workspaceId": ada.workspace_id})).await;
        assert_eq!(client.expect("error").await["payload"]["code"], json!("not-found"));
    })
    .await;
}

#[tokio::test]
async fn events_are_delivered_once_and_in_order() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let mut client = Plain::connect(listen(&world.main).await, &account.token).await;
        let lost = keep(&world, &account, "user:subscription", json!({"n": 1})).await;
        let also_lost = keep(&world, &account, "user:subscription", json!({"n": 2})).await;
        let came = keep(&world, &account, "user:subscription", json!({"n": 3})).await;
        events::publish_stored(&world.state.bus, came.clone());
        events::publish_stored(&world.state.bus, lost);
        events::publish_stored(&world.state.bus, came);
        events::publish_stored(&world.state.bus, also_lost);
        for n in 1..=3 {
            assert_eq!(client.expect("user:subscription").await["payload"]["n"], json!(n));
        }
        client.expect_nothing().await;
    })
    .await;
}

#[tokio::test]
async fn reconnecting_client_receives_missed_events() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        let seen = store::event::last_id(&world.state.db, account.id).await.unwrap();
        for n in 1..=3 {
            events::publish_stored(&world.state.bus, keep(&world, &account, "run:finished", json!({"n": n})).await);
        }
        let path = format!("/ws?token={}&since={seen}", account.token);
        let mut client = Plain::connect_with(address, &path).await;
        for n in 1..=3 {
            let frame = client.expect("run:finished").await;
            assert_eq!((&frame["payload"]["n"], &frame["id"]), (&json!(n), &json!(seen + n)));
        }
        let replayed = client.expect("replayed").await;
        assert_eq!(replayed["payload"], json!({"count": 3, "complete": true, "lastEventId": seen + 3}));
        events::publish_stored(&world.state.bus, keep(&world, &account, "user:subscription", json!({"n": 4})).await);
        assert_eq!(client.expect("user:subscription").await["id"], json!(seen + 4));
    })
    .await;
}

#[tokio::test]
async fn long_absence_replays_the_last_hundred_events() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        let seen = store::event::last_id(&world.state.db, account.id).await.unwrap();
        for n in 1..=105 {
            keep(&world, &account, "user:subscription", json!({"n": n})).await;
        }
        let mut client = Plain::connect_with(address, &format!("/ws?token={}&since={seen}", account.token)).await;
        for n in 6..=105 {
            assert_eq!(client.expect("user:subscription").await["payload"]["n"], json!(n));
        }
        let replayed = client.expect("replayed").await;
        assert_eq!(replayed["payload"], json!({"count": 100, "complete": false, "lastEventId": seen + 105}));
    })
    .await;
}

#[tokio::test]
async fn burst_of_events_keeps_a_reading_client_connected() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let mut client = Plain::connect(listen(&world.main).await, &account.token).await;
        let mut tx = world.state.db.begin().await.unwrap();
        let new: Vec<NewEvent> = (0..600)
            .map(|n| NewEvent {
                audience: Audience::User(account.id),
                r#type: "user:subscription",
                payload: json!({"n": n}),
            })
            .collect();
        // A client that is behind reads the last 500 events from the store in pieces of 300.
        let mut kept = Vec::new();
        for piece in new.chunks(300) {
            kept.push(event::append(&mut tx, piece, now()).await.unwrap());
        }
        tx.commit().await.unwrap();
        for piece in kept {
            events::publish_stored(&world.state.bus, piece);
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        for n in 100..600 {
            let mut frame = client.expect("user:subscription").await;
            while frame["payload"]["n"].as_u64() < Some(100) {
                frame = client.expect("user:subscription").await;
            }
            assert_eq!(frame["payload"]["n"], json!(n));
        }
    })
    .await;
}

#[tokio::test]
async fn message_flood_closes_with_4429() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let mut client = Plain::connect(listen(&world.main).await, &account.token).await;
        for _ in 0..90 {
            // The server may close before all are sent.
            let _ = futures::SinkExt::send(&mut client.0.0, Message::text(r#"{"type":"ping"}"#)).await;
        }
        assert_eq!(client.ended().await.map(|(code, _)| code), Some(4429));
    })
    .await;
}

#[tokio::test]
async fn long_message_closes_with_1009() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        for size in [70_000, 400_000] {
            let mut client = Plain::connect(address, &account.token).await;
            let text = json!({"type": "ping", "payload": "x".repeat(size)}).to_string();
            let _ = futures::SinkExt::send(&mut client.0.0, Message::text(text)).await;
            assert_eq!(client.ended().await.map(|(code, _)| code), Some(1009), "{size}");
        }
    })
    .await;
}

#[tokio::test]
async fn client_that_does_not_read_is_disconnected() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        let mut slow = Plain::connect(address, &account.token).await;
        let mut quick = Plain::connect(address, &account.token).await;
        let payload = json!({"text": "x".repeat(100_000)});
        let reader = tokio::spawn(async move {
            let mut count = 0;
            while let Some(Ok(message)) = quick.0.0.next().await {
                count += u32::from(message.is_text());
                if count == 400 {
                    return count;
                }
            }
            count
        });
        for _ in 0..400 {
            let event = LiveEvent {
                id: None,
                timestamp: now(),
                r#type: "user:subscription".to_owned(),
                payload: payload.clone(),
            };
            let text = serde_json::to_string(&event).unwrap();
            world.state.bus.publish(&user_topic(account.id), text.into());
            tokio::time::sleep(Duration::from_millis(12)).await;
        }
        assert_eq!(reader.await.unwrap(), 400, "the client that reads gets everything");
        let mut got = 0;
        while let Some(Ok(message)) = slow.0.0.next().await {
            got += u32::from(message.is_text());
        }
        assert!(got < 400, "the client that did not read got all {got} and stayed");
    })
    .await;
}

#[tokio::test]
async fn long_url_and_plain_request_are_rejected() {
    on_each(async |world| {
        let address = listen(&world.main).await;
        let path = format!("/ws?token={}", "x".repeat(8_000));
        let Err(tungstenite::Error::Http(response)) = Socket::try_open(address, &path).await.map(|_| ()) else {
            panic!("a socket with such an address was opened");
        };
        assert_eq!(response.status(), 414);
        world.get("/ws").send().await.problem(426, "not-a-socket", &[]);
        let path = "/ws?token=x&since=soon";
        let Err(tungstenite::Error::Http(response)) = Socket::try_open(address, path).await.map(|_| ()) else {
            panic!("a socket with such an address was opened");
        };
        assert_eq!(response.status(), 422);
    })
    .await;
}

#[tokio::test]
async fn connections_per_user_are_limited() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let address = listen(&world.main).await;
        let mut clients = Vec::new();
        for _ in 0..64 {
            clients.push(Plain::connect(address, &account.token).await);
        }
        let mut one_more = Plain(Socket::open(address, &format!("/ws?token={}", account.token)).await);
        let (code, reason) = one_more.ended().await.expect("a close frame");
        assert_eq!((code, reason.as_str()), (4429, "Too many connection attempts"));
        clients.pop().unwrap().0.0.close(None).await.unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
        Plain::connect(address, &account.token).await;
    })
    .await;
}

#[tokio::test]
async fn start_analysis_message_runs_the_engine() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let website = fleet::website_with_searches(&world.state, &account, "example.com").await;
        let mut client = Plain::connect(listen(&world.main).await, &account.token).await;
        client.subscribe("engines").await;
        client.say("start_analysis", json!({"engineId": "keyword", "action": "analyse"})).await;
        let started = client.expect("analysis:started").await;
        assert_eq!(started["payload"]["run"]["websiteId"], json!(website));
        let status = client.expect("engine:status").await;
        assert_eq!(status["payload"]["engine"]["status"], json!("queued"));
        assert_eq!(status["payload"]["engine"]["name"], json!("Keyword"));
        let run = started["payload"]["run"]["id"].as_str().unwrap().parse().unwrap();
        fleet::fail(&world.state, run, "It could not be done.").await;
        let error = client.expect("engine:error").await;
        assert_eq!(error["payload"]["error"], json!("It could not be done."));
        let stored = client.expect("user:notification").await;
        assert_eq!(stored["payload"]["kind"], json!("engine:error"), "the inbox gets it without subscribing");
        let status = client.expect("engine:status").await;
        assert_eq!(status["payload"]["engine"]["status"], json!("error"));
    })
    .await;
}

#[tokio::test]
async fn implement_opportunity_message_changes_its_status() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let made =
            world.post("/api/opportunities", &json!({"title": "Write a page"})).bearer(&account.token).send().await;
        let id = made.success(StatusCode::CREATED)["opportunity"]["id"].clone();
        let mut client = Plain::connect(listen(&world.main).await, &account.token).await;
        client.say("implement_opportunity", json!({"opportunityId": id})).await;
        let answer = client.expect("opportunity:implementing").await;
        assert_eq!(answer["payload"]["status"], json!("implementing"));
        let listed = world.get("/api/opportunities").bearer(&account.token).send().await.success(StatusCode::OK);
        assert_eq!(listed["opportunities"][0]["status"], json!("implementing"));
    })
    .await;
}

#[tokio::test]
async fn events_reach_clients_of_other_replicas() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let (there, _replica) = replica(&world).await;
        let mut client = Plain::connect(there, &account.token).await;
        client.subscribe("runs").await;
        // A subscription reaches the bus with a short delay; earlier events are read from the store.
        let run = fleet::queued(&world.state, &account, RunKind::Probe).await;
        fleet::succeed(&world.state, run, json!({})).await;
        assert_eq!(client.expect("run:finished").await["payload"]["runId"], json!(run));
        tokio::time::sleep(Duration::from_millis(800)).await;
        let payload = json!({"runId": run, "percent": 50});
        events::publish(&world.state.bus, account.workspace_id, "run:progress", payload);
        assert_eq!(client.expect("run:progress").await["payload"]["percent"], json!(50));
        world.post("/api/auth/logout", &json!({})).bearer(&account.token).send().await.success(StatusCode::OK);
        assert_eq!(client.ended().await.map(|(code, _)| code), Some(4401));
    })
    .await;
}
