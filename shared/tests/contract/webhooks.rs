//! Webhooks and their deliveries: at least once, few at a time, with an end.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use shared::{
    domain::{
        new_id, now,
        webhook::{Attempt, Delivery, DeliveryStatus as Status, TEST_EVENT, Webhook, WebhookEvent as Event},
    },
    store::{
        Db,
        event::{self, Audience, NewEvent},
        webhook::{self, NewWebhook},
    },
    webhooks::DISABLE_AFTER,
};
use uuid::Uuid;

use crate::{
    support::{at, hard_texts, ids_of_pages, other_user, within},
    world::{World, on_each_database},
};

async fn add(world: &World, workspace_id: Uuid, events: &[Event]) -> Uuid {
    let new = NewWebhook {
        id: new_id(),
        workspace_id,
        user_id: world.user_id,
        url: "https://receiver.example/hook?a=1".to_owned(),
        sealed_url: None,
        description: "Zoë's receiver 🦀".to_owned(),
        events: events.to_vec(),
        nonce: vec![0, 1, 255],
    };
    webhook::insert(&world.db, &new, at("2026-05-01T00:00:00Z")).await.expect("insert")
}

async fn find(world: &World, id: Uuid) -> Webhook {
    webhook::find(&world.db, world.workspace_id, id).await.expect("find").expect("the webhook")
}

async fn deliver(world: &World, hook: Uuid, n: usize, now: DateTime<Utc>) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for _ in 0..n {
        let ws = world.workspace_id;
        let insert = async |tx: &mut _| webhook::insert_delivery(tx, hook, ws, TEST_EVENT, &json!({}), now).await;
        ids.push(within(&world.db, insert).await);
    }
    ids
}

async fn due(world: &World, now: DateTime<Utc>) -> Vec<Delivery> {
    webhook::due(&world.db, now, 100).await.expect("due")
}

async fn log(world: &World, hook: Uuid) -> Vec<Delivery> {
    webhook::deliveries(&world.db, world.workspace_id, hook, None, 100).await.expect("deliveries").items
}

async fn fail(db: &Db, delivery: &Delivery, next: Option<DateTime<Utc>>, now: DateTime<Utc>) -> i32 {
    let attempt = Attempt { response_code: Some(503), error: Some("HTTP 503".to_owned()), duration_ms: 12 };
    within(db, async |tx| webhook::mark_failed(tx, delivery, &attempt, next, now).await).await
}

#[tokio::test]
async fn webhook_is_stored_changed_and_deleted_by_its_workspace_only() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let id = add(&world, ws, &[Event::RunFinished, Event::EngineError]).await;
        let stored = find(&world, id).await;
        assert_eq!(stored.events.0, [Event::RunFinished, Event::EngineError], "{}", world.name);
        assert_eq!((stored.nonce.as_slice(), stored.enabled, stored.failures), (&[0, 1, 255][..], true, 0));
        assert_eq!((stored.created_at, stored.disabled_reason), (at("2026-05-01T00:00:00Z"), None));
        for text in hard_texts() {
            let events = sqlx::types::Json(Vec::new());
            let changed = Webhook { description: text.clone(), url: text.clone(), events, ..find(&world, id).await };
            let theirs = Webhook { workspace_id: bobs, ..changed.clone() };
            assert!(!webhook::update(db, &theirs).await.expect("update"));
            assert!(webhook::update(db, &changed).await.expect("update"));
            let stored = find(&world, id).await;
            assert_eq!((stored.description, stored.url, stored.events.0), (text.clone(), text, Vec::new()));
        }
        assert!(webhook::find(db, bobs, id).await.expect("find").is_none());
        assert!(webhook::list(db, bobs).await.expect("list").is_empty());
        let second = add(&world, ws, &[]).await;
        let listed = webhook::list(db, ws).await.expect("list");
        assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), [id, second], "oldest first");
        deliver(&world, id, 2, now()).await;
        assert!(!webhook::delete(db, bobs, id).await.expect("delete"));
        assert!(webhook::delete(db, ws, id).await.expect("delete"));
        assert!(!webhook::delete(db, ws, id).await.expect("delete"), "once");
        assert!(due(&world, now()).await.is_empty(), "its deliveries go with it");
        world
    })
    .await;
}

fn event(audience: Audience, r#type: &'static str, payload: Value) -> NewEvent {
    NewEvent { audience, r#type, payload }
}

#[tokio::test]
async fn events_are_delivered_to_enabled_webhooks_of_the_workspace_that_want_them() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let wants = add(&world, ws, &[Event::RunFinished, Event::PerformanceAlert]).await;
        let others = add(&world, ws, &[Event::EngineInsight]).await;
        let foreign = add(&world, bobs, &[Event::RunFinished]).await;
        let off = add(&world, ws, &[Event::RunFinished]).await;
        webhook::update(db, &Webhook { enabled: false, ..find(&world, off).await }).await.expect("update");
        let moment = at("2026-05-02T00:00:00Z");
        let data = json!({"runId": "r", "text": "Zoë \u{2028} 🦀", "n": 1.5});
        let events = [
            event(Audience::Workspace(ws), "run:finished", data.clone()),
            event(Audience::Workspace(ws), "run:progress", json!({})),
            event(Audience::User(world.user_id), "run:finished", json!({})),
        ];
        within(db, async |tx| event::append(tx, &events, moment).await).await;
        let waiting = due(&world, moment).await;
        assert_eq!(waiting.iter().map(|one| one.webhook_id).collect::<Vec<_>>(), [wants], "{}", world.name);
        let delivery = &waiting[0];
        assert_eq!((delivery.event.as_str(), delivery.status, delivery.attempts), ("run:finished", Status::Waiting, 0));
        let body: Value = serde_json::from_str(&delivery.body).expect("JSON");
        let expected = json!({
            "id": delivery.id, "type": "run:finished", "createdAt": moment, "workspaceId": ws, "data": data,
        });
        assert_eq!(body, expected, "{}", world.name);
        for silent in [others, off] {
            assert!(log(&world, silent).await.is_empty());
        }
        let theirs = webhook::deliveries(db, bobs, foreign, None, 10).await.expect("deliveries");
        assert!(theirs.items.is_empty());
        let mut tx = db.begin().await.expect("a transaction");
        event::append(&mut tx, &events, moment).await.expect("append");
        drop(tx);
        assert_eq!(due(&world, moment).await.len(), 1, "what did not happen is not sent");
        world
    })
    .await;
}

#[tokio::test]
async fn due_takes_few_of_each_webhook_and_the_longest_waiting_first() {
    on_each_database(|world| async {
        let (slow, quick) = (add(&world, world.workspace_id, &[]).await, add(&world, world.workspace_id, &[]).await);
        let moment = at("2026-05-02T00:00:00Z");
        let many = deliver(&world, slow, 10, moment).await;
        let later = deliver(&world, quick, 1, moment + Duration::milliseconds(1)).await;
        assert!(due(&world, moment - Duration::microseconds(1)).await.is_empty(), "{}", world.name);
        let first: Vec<Uuid> = due(&world, moment).await.iter().map(|one| one.id).collect();
        assert_eq!(first, many[..4], "four of one webhook, in their order");
        let both: Vec<Uuid> = due(&world, moment + Duration::seconds(1)).await.iter().map(|one| one.id).collect();
        assert_eq!(both, [&many[..4], &later[..]].concat(), "one slow receiver holds up no other");
        let limited = webhook::due(&world.db, moment + Duration::seconds(1), 2).await.expect("due");
        assert_eq!(limited.iter().map(|one| one.id).collect::<Vec<_>>(), many[..2]);
        world
    })
    .await;
}

#[tokio::test]
async fn claim_gives_a_delivery_to_one_of_two_workers_until_its_time_is_over() {
    on_each_database(|world| async {
        let hook = add(&world, world.workspace_id, &[]).await;
        let moment = at("2026-05-02T00:00:00Z");
        deliver(&world, hook, 1, moment).await;
        let delivery = due(&world, moment).await.remove(0);
        let until = moment + Duration::seconds(30);
        let claim = async |now| {
            let claimed = webhook::claim(&world.db, &delivery, now, until + (now - moment)).await.expect("claim");
            claimed.map(|(hook, attempt)| (hook.id, attempt))
        };
        let (a, b) = tokio::join!(claim(moment), claim(moment));
        assert_eq!(a.or(b), Some((hook, 1)), "{}", world.name);
        assert!(a.is_none() || b.is_none(), "{}: one of two", world.name);
        assert!(due(&world, until - Duration::microseconds(1)).await.is_empty());
        assert_eq!(claim(until - Duration::microseconds(1)).await, None);
        assert_eq!(due(&world, until).await.len(), 1, "its worker has died");
        assert_eq!(claim(until).await, Some((hook, 2)), "the second attempt");
        world
    })
    .await;
}

#[tokio::test]
async fn success_ends_a_delivery_and_forgets_the_webhooks_failures() {
    on_each_database(|world| async {
        let (db, moment) = (&world.db, at("2026-05-02T00:00:00Z"));
        let hook = add(&world, world.workspace_id, &[]).await;
        deliver(&world, hook, 2, moment).await;
        let both = due(&world, moment).await;
        let later = moment + Duration::seconds(30);
        assert_eq!(fail(db, &both[0], Some(later), moment).await, 1, "{}", world.name);
        assert_eq!(fail(db, &both[1], None, moment).await, 2, "counted over all deliveries");
        let waits = log(&world, hook).await.remove(1);
        assert_eq!((waits.status, waits.next_at, waits.finished_at), (Status::Waiting, Some(later), None));
        assert_eq!(
            (waits.response_code, waits.error.as_deref(), waits.duration_ms),
            (Some(503), Some("HTTP 503"), Some(12))
        );
        let failed = log(&world, hook).await.remove(0);
        assert_eq!((failed.status, failed.next_at, failed.finished_at), (Status::Failed, None, Some(moment)));
        let took = Attempt { response_code: Some(204), error: None, duration_ms: 3 };
        let mut tx = db.begin().await.expect("a transaction");
        webhook::mark_delivered(&mut tx, &waits, &took, later).await.expect("delivered");
        tx.commit().await.expect("a commit");
        let ended = log(&world, hook).await.remove(1);
        assert_eq!((ended.status, ended.response_code, ended.error), (Status::Delivered, Some(204), None));
        assert_eq!((ended.next_at, ended.finished_at), (None, Some(later)));
        assert_eq!(find(&world, hook).await.failures, 0);
        assert!(due(&world, at("2999-01-01T00:00:00Z")).await.is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn disable_waits_for_its_number_of_failures_and_ends_what_waits() {
    on_each_database(|world| async {
        let (db, moment) = (&world.db, at("2026-05-02T00:00:00Z"));
        let (hook, other) = (add(&world, world.workspace_id, &[]).await, add(&world, world.workspace_id, &[]).await);
        deliver(&world, hook, 2, moment).await;
        deliver(&world, other, 1, moment).await;
        let delivery = due(&world, moment).await.remove(0);
        let disable = async || within(db, async |tx| webhook::disable(tx, hook, "It failed.", moment).await).await;
        for failures in 1..=DISABLE_AFTER {
            assert!(!disable().await, "{}: after {} failures", world.name, failures - 1);
            assert_eq!(fail(db, &delivery, Some(moment), moment).await, failures);
        }
        let unchanged = find(&world, hook).await;
        webhook::update(db, &unchanged).await.expect("update");
        assert_eq!(find(&world, hook).await.failures, DISABLE_AFTER, "a webhook that stays enabled keeps its failures");
        let (a, b) = tokio::join!(disable(), disable());
        assert!(a != b, "{}: it is reported once", world.name);
        let disabled = find(&world, hook).await;
        assert_eq!((disabled.enabled, disabled.disabled_reason.as_deref()), (false, Some("It failed.")));
        let ended = log(&world, hook).await;
        assert!(ended.iter().all(|one| one.status == Status::Failed && one.next_at.is_none()), "{}", world.name);
        assert_eq!(due(&world, moment).await.iter().map(|one| one.webhook_id).collect::<Vec<_>>(), [other]);
        webhook::update(db, &Webhook { description: "new".to_owned(), ..disabled }).await.expect("update");
        let still = find(&world, hook).await;
        assert_eq!((still.failures, still.disabled_reason.is_some()), (DISABLE_AFTER, true), "a name repairs nothing");
        webhook::update(db, &Webhook { enabled: true, ..still }).await.expect("update");
        let enabled = find(&world, hook).await;
        assert_eq!((enabled.enabled, enabled.failures, enabled.disabled_reason), (true, 0, None));
        world
    })
    .await;
}

#[tokio::test]
async fn redeliver_starts_a_delivery_of_the_workspace_again() {
    on_each_database(|world| async {
        let (db, ws, moment) = (&world.db, world.workspace_id, at("2026-05-02T00:00:00Z"));
        let (hook, other) = (add(&world, ws, &[]).await, add(&world, ws, &[]).await);
        let id = deliver(&world, hook, 1, moment).await[0];
        let delivery = due(&world, moment).await.remove(0);
        webhook::claim(db, &delivery, moment, moment).await.expect("claim");
        fail(db, &delivery, None, moment).await;
        let again = async |ws, hook, id| {
            let later = moment + Duration::days(2);
            webhook::redeliver(db, ws, hook, id, later).await.expect("redeliver").map(|one| (one.status, one.attempts))
        };
        assert_eq!(again(new_id(), hook, id).await, None, "{}: another workspace", world.name);
        assert_eq!(again(ws, other, id).await, None, "another webhook");
        assert_eq!(again(ws, hook, new_id()).await, None);
        assert!(due(&world, at("2999-01-01T00:00:00Z")).await.is_empty());
        assert_eq!(again(ws, hook, id).await, Some((Status::Waiting, 0)));
        let waits = due(&world, moment + Duration::days(2)).await.remove(0);
        assert_eq!((waits.id, waits.body, waits.finished_at), (id, delivery.body, None), "the same message");
        world
    })
    .await;
}

#[tokio::test]
async fn deliveries_are_shown_once_each_while_more_arrive() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let hook = add(&world, ws, &[]).await;
        let mut expected = deliver(&world, hook, 7, now()).await;
        expected.reverse();
        let shown = ids_of_pages(
            async |before| {
                let page = webhook::deliveries(db, ws, hook, before, 3).await.expect("deliveries");
                deliver(&world, hook, 1, now()).await;
                page
            },
            |one| one.id,
        )
        .await;
        assert_eq!(shown, expected, "{}", world.name);
        let foreign = webhook::deliveries(db, new_id(), hook, None, 3).await.expect("deliveries");
        assert!(foreign.items.is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn delete_older_leaves_what_still_waits() {
    on_each_database(|world| async {
        let (db, cut) = (&world.db, at("2026-05-02T00:00:00Z"));
        let hook = add(&world, world.workspace_id, &[]).await;
        for micros in [-1, -1, 0, 1] {
            deliver(&world, hook, 1, cut + Duration::microseconds(micros)).await;
        }
        assert_eq!(webhook::delete_older(db, cut).await.expect("delete"), 0, "{}: all wait", world.name);
        for delivery in log(&world, hook).await.into_iter().skip(1).take(2) {
            fail(db, &delivery, None, cut).await;
        }
        assert_eq!(webhook::delete_older(db, cut).await.expect("delete"), 1);
        assert_eq!(log(&world, hook).await.len(), 3, "the one of the exact moment stays");
        world
    })
    .await;
}
