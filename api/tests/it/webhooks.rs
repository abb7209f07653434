//! Webhooks: permissions and stored deliveries. Workers send them.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{domain::run::RunKind, store::webhook};

use crate::{
    fleet,
    world::{Account, World, on_each},
};

/// Body with a public address, which is never called here.
fn wanted() -> Value {
    json!({"url": "https://8.8.8.8/hook", "description": " CRM ", "events": ["run:finished", "run:finished"]})
}

async fn create(world: &World, account: &Account, body: &Value) -> crate::world::Reply {
    world.post("/api/webhooks", body).bearer(&account.token).send().await
}

async fn log(world: &World, account: &Account, id: &str) -> Vec<Value> {
    let path = format!("/api/webhooks/{id}/deliveries");
    let body = world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK);
    body["deliveries"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn webhook_shows_its_secret_once() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let made = create(&world, &ada, &wanted()).await.success(StatusCode::CREATED);
        let secret = made["secret"].as_str().expect("a secret");
        assert!(secret.starts_with("whsec_"), "{secret}");
        let webhook = &made["webhook"];
        assert_eq!((&webhook["description"], &webhook["events"]), (&json!("CRM"), &json!(["run:finished"])));
        let list = world.get("/api/webhooks").bearer(&ada.token).send().await;
        assert!(!list.text().contains(secret), "{}", list.text());
        assert_eq!(list.success(StatusCode::OK)["webhooks"], json!([webhook]));
    })
    .await;
}

#[tokio::test]
async fn webhook_refuses_wrong_fields_and_addresses_of_the_own_network() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        for url in [
            "http://127.0.0.1/",
            "http://localhost:9/",
            "http://[::1]/",
            "http://169.254.169.254/x",
            "ftp://8.8.8.8/",
            "https://ada:secret@8.8.8.8/",
            "nonsense",
        ] {
            let body = json!({"url": url, "events": ["run:finished"]});
            create(&world, &ada, &body).await.problem(422, "invalid-request", &["/url"]);
        }
        let unknown = json!({"url": "https://8.8.8.8/", "events": ["lead:assigned"]});
        create(&world, &ada, &unknown).await.problem(422, "invalid-request", &["/events/0"]);
        let of_a_buyer = json!({"url": "https://8.8.8.8/", "events": []});
        let made = create(&world, &ada, &of_a_buyer).await.success(StatusCode::CREATED);
        assert_eq!(made["webhook"]["events"], json!([]));
        let long = json!({"url": "https://8.8.8.8/", "events": ["run:finished"], "description": "x".repeat(201)});
        create(&world, &ada, &long).await.problem(422, "invalid-request", &["/description"]);
    })
    .await;
}

#[tokio::test]
async fn events_are_written_for_enabled_webhooks_that_subscribe_to_them() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let made = create(&world, &ada, &wanted()).await.success(StatusCode::CREATED);
        let id = made["webhook"]["id"].as_str().expect("an id").to_owned();
        for account in [&ada, &bob] {
            let run = fleet::queued(&world.state, account, RunKind::Probe).await;
            fleet::succeed(&world.state, run, json!({})).await;
        }
        let opportunity = json!({"title": "Not subscribed to"});
        world.post("/api/opportunities", &opportunity).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let deliveries = log(&world, &ada, &id).await;
        assert_eq!(deliveries.len(), 1, "{deliveries:?}");
        assert_eq!((&deliveries[0]["event"], &deliveries[0]["status"]), (&json!("run:finished"), &json!("waiting")));
        let body: Value = serde_json::from_str(deliveries[0]["body"].as_str().expect("a text")).expect("JSON");
        assert_eq!((&body["id"], &body["workspaceId"]), (&deliveries[0]["id"], &json!(ada.workspace_id)));
        let path = format!("/api/webhooks/{id}");
        world.patch(&path, &json!({"enabled": false})).bearer(&ada.token).send().await.success(StatusCode::OK);
        let test = world.post(&format!("{path}/test"), &json!({})).bearer(&ada.token).send().await;
        assert_eq!(test.status, StatusCode::CONFLICT, "{}", test.text());
        let run = fleet::queued(&world.state, &ada, RunKind::Probe).await;
        fleet::succeed(&world.state, run, json!({})).await;
        assert_eq!(log(&world, &ada, &id).await.len(), 1, "a disabled webhook is owed nothing");
        world.patch(&path, &json!({"enabled": true})).bearer(&ada.token).send().await.success(StatusCode::OK);
        let test = world.post(&format!("{path}/test"), &json!({})).bearer(&ada.token).send().await;
        let test = test.success(StatusCode::ACCEPTED)["deliveryId"].clone();
        assert_eq!(log(&world, &ada, &id).await[0]["id"], test);
        let again = format!("{path}/deliveries/{}/redeliver", test.as_str().expect("an id"));
        let body = world.post(&again, &json!({})).bearer(&ada.token).send().await.success(StatusCode::ACCEPTED);
        assert_eq!((&body["delivery"]["id"], &body["delivery"]["attempts"]), (&test, &json!(0)));
        world.call(Method::DELETE, &path).bearer(&ada.token).send().await.success(StatusCode::OK);
        world.get(&path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn address_of_a_webhook_is_write_only() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({"url": "https://8.8.8.8/services/T0/B0/token-abcd", "events": ["run:finished"]});
        let made = create(&world, &ada, &body).await.success(StatusCode::CREATED);
        assert_eq!(made["webhook"]["url"], "https://8.8.8.8/…abcd");
        let id = made["webhook"]["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/webhooks/{id}");
        let address = async || {
            let (db, ws) = (&world.state.db, ada.workspace_id);
            let stored = webhook::find(db, ws, id.parse().expect("an id")).await.expect("find").expect("the webhook");
            assert!(stored.sealed_url.is_some() && !stored.url.contains("token"), "{}", stored.url);
            stored.address(&world.state.vault).expect("opened")
        };
        assert_eq!(address().await, "https://8.8.8.8/services/T0/B0/token-abcd");
        // A client that sends back what it has read changes nothing.
        let same = json!({"url": "https://8.8.8.8/…abcd", "description": "Chat"});
        let changed = world.patch(&path, &same).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(changed["webhook"]["description"], "Chat");
        assert_eq!(address().await, "https://8.8.8.8/services/T0/B0/token-abcd");
        let other = json!({"url": "https://8.8.4.4/services/T0/B0/token-efgh"});
        let changed = world.patch(&path, &other).bearer(&ada.token).send().await;
        assert_eq!(changed.success(StatusCode::OK)["webhook"]["url"], "https://8.8.4.4/…efgh");
        assert_eq!(address().await, "https://8.8.4.4/services/T0/B0/token-efgh");
        for path in ["/api/webhooks".to_owned(), path] {
            let text = world.get(&path).bearer(&ada.token).send().await.text();
            assert!(!text.contains("token"), "{text}");
        }
    })
    .await;
}
