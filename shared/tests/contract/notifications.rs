//! The inbox behind the bell.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use shared::{
    domain::{
        new_id,
        notification::{NewNotification, Notification, NotificationKind as Kind},
        now,
    },
    store::{
        Db,
        event::{self, Audience, NewEvent},
        notification::{self, Filter},
        workspace,
    },
};
use uuid::Uuid;

use crate::{
    support::{at, hard_texts, ids_of_pages, other_user, within},
    world::on_each_database,
};

fn notice(title: &str) -> NewNotification {
    NewNotification::new(Kind::Notice, "info", title, "A sentence.")
}

async fn insert(db: &Db, user_id: Uuid, new: &NewNotification, now: DateTime<Utc>) -> NewEvent {
    within(db, async |tx| notification::insert(tx, user_id, new, now).await).await
}

async fn all(db: &Db, user_id: Uuid, filter: Filter) -> Vec<Notification> {
    notification::list(db, user_id, filter, None, 100).await.expect("list").items
}

async fn titles(db: &Db, user_id: Uuid, filter: Filter) -> Vec<String> {
    all(db, user_id, filter).await.into_iter().map(|one| one.title).collect()
}

#[tokio::test]
async fn insert_stores_every_field_and_returns_the_event_that_carries_it() {
    on_each_database(|world| async {
        let (db, user, moment) = (&world.db, world.user_id, at("2026-06-01T09:00:00.5Z"));
        let new = NewNotification::new(Kind::EngineError, "error", "Engine Error", "It broke.")
            .about("run", "42", "/intelligence/causal?website=7")
            .within(world.workspace_id);
        let event = insert(db, user, &new, moment).await;
        assert_eq!((event.audience, event.r#type), (Audience::User(user), "user:notification"), "{}", world.name);
        let stored = all(db, user, Filter::default()).await.remove(0);
        assert_eq!((stored.kind, stored.r#type.as_str(), stored.count), (Kind::EngineError, "error", 1));
        assert_eq!((stored.object_type.as_deref(), stored.object_id.as_deref()), (Some("run"), Some("42")));
        assert_eq!(stored.route.as_deref(), Some("/intelligence/causal?website=7"));
        assert_eq!((stored.workspace_id, stored.read_at), (Some(world.workspace_id), None));
        assert_eq!(stored.created_at, moment);
        let mut wire = json!(stored);
        wire["replaces"] = json!([]);
        assert_eq!(event.payload, wire, "what is sent is what a list shows");
        world
    })
    .await;
}

#[tokio::test]
async fn list_filters_by_kind_and_by_unread_and_shows_a_users_own_only() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        insert(db, user, &notice("first"), now()).await;
        insert(db, user, &NewNotification { kind: Kind::Import, ..notice("second") }, now()).await;
        insert(db, bob, &notice("Bob's"), now()).await;
        let unread = Filter { unread: true, kind: None };
        let imports = Filter { unread: false, kind: Some(Kind::Import) };
        assert_eq!(titles(db, user, Filter::default()).await, ["second", "first"], "{}", world.name);
        assert_eq!(titles(db, user, imports).await, ["second"]);
        let read = all(db, user, imports).await[0].id;
        let mark =
            async |user, ids: Option<&[Uuid]>| notification::mark_read(db, user, ids, now()).await.expect("mark");
        assert_eq!(mark(bob, Some(&[read])).await, 0, "another user's stays unread");
        assert_eq!(mark(user, Some(&[])).await, 0, "no ids");
        assert_eq!(mark(user, Some(&[read, read, new_id()])).await, 1);
        assert_eq!(mark(user, Some(&[read])).await, 0, "read before");
        assert_eq!(titles(db, user, unread).await, ["first"]);
        assert!(titles(db, user, Filter { kind: Some(Kind::Import), ..unread }).await.is_empty());
        assert_eq!(notification::unread(db, user).await.expect("unread"), 1);
        assert_eq!(mark(user, None).await, 1);
        assert_eq!(notification::unread(db, user).await.expect("unread"), 0);
        assert_eq!(notification::unread(db, bob).await.expect("unread"), 1);
        world
    })
    .await;
}

#[tokio::test]
async fn list_shows_every_notification_once_while_more_arrive() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        for n in 0..7 {
            insert(db, user, &notice(&n.to_string()), now()).await;
        }
        let expected: Vec<Uuid> = all(db, user, Filter::default()).await.into_iter().map(|one| one.id).collect();
        let seen = ids_of_pages(
            async |before| {
                let page = notification::list(db, user, Filter::default(), before, 3).await.expect("list");
                insert(db, user, &notice("late"), now()).await;
                page
            },
            |one| one.id,
        )
        .await;
        assert_eq!(seen, expected, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn group_replaces_its_unread_notifications_and_adds_up_their_counts() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let grouped = |title: &str, count| NewNotification { count, ..notice(title).grouped("alerts:7") };
        insert(db, bob, &grouped("Bob's", 1), now()).await;
        insert(db, user, &notice("other").grouped("alerts:8"), now()).await;
        insert(db, user, &grouped("one", 1), now()).await;
        let first = all(db, user, Filter::default()).await[0].id;
        let event = insert(db, user, &grouped("two", 4), now()).await;
        assert_eq!(event.payload["replaces"], json!([first]), "{}", world.name);
        assert_eq!(event.payload["count"], 5);
        assert_eq!(titles(db, user, Filter::default()).await, ["two", "other"]);
        notification::mark_read(db, user, None, now()).await.expect("mark");
        let event = insert(db, user, &grouped("three", 1), now()).await;
        assert_eq!((&event.payload["replaces"], &event.payload["count"]), (&json!([]), &json!(1)));
        assert_eq!(titles(db, user, Filter::default()).await, ["three", "two", "other"], "read ones stay");
        assert_eq!(titles(db, bob, Filter::default()).await, ["Bob's"]);
        world
    })
    .await;
}

#[tokio::test]
async fn group_raised_at_the_same_time_loses_no_count() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        let raise = |n: i32| async move { insert(db, user, &notice(&n.to_string()).grouped("g"), now()).await };
        futures::future::join_all((0..12).map(raise)).await;
        let kept = all(db, user, Filter::default()).await;
        assert_eq!(kept.iter().map(|one| one.count).sum::<i64>(), 12, "{}: {} rows", world.name, kept.len());
        world
    })
    .await;
}

#[tokio::test]
async fn texts_of_every_script_and_length_come_back_as_they_were() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        for text in hard_texts() {
            let new = NewNotification { message: text.clone(), ..notice(&text) }.about("thing", &text, text.clone());
            let event = insert(db, user, &new, now()).await;
            let stored = all(db, user, Filter::default()).await.remove(0);
            assert_eq!((&stored.title, &stored.message), (&text, &text), "{}", world.name);
            assert_eq!((stored.route.as_ref(), stored.object_id.as_ref()), (Some(&text), Some(&text)));
            assert_eq!(event.payload["title"], text.as_str());
        }
        world
    })
    .await;
}

#[tokio::test]
async fn delete_older_takes_what_was_read_before_the_moment() {
    on_each_database(|world| async {
        let (db, user, cut) = (&world.db, world.user_id, at("2026-06-01T00:00:00Z"));
        let moments = [("old", -1), ("edge", 0), ("young", 1)];
        for (title, micros) in moments {
            insert(db, user, &notice(title), cut + Duration::microseconds(micros)).await;
        }
        assert_eq!(notification::delete_older(db, cut).await.expect("delete"), 0, "{}: unread stay", world.name);
        notification::mark_read(db, user, None, now()).await.expect("mark");
        assert_eq!(notification::delete_older(db, cut).await.expect("delete"), 1);
        assert_eq!(titles(db, user, Filter::default()).await, ["young", "edge"]);
        world
    })
    .await;
}

async fn append(db: &Db, events: &[NewEvent]) -> Vec<event::StoredEvent> {
    within(db, async |tx| event::append(tx, events, now()).await).await
}

#[tokio::test]
async fn events_worth_a_notification_raise_one_for_every_member() {
    on_each_database(|world| async {
        let (db, ada, ws) = (&world.db, world.user_id, world.workspace_id);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        let (eve, _) = other_user(&world, "eve@example.com").await;
        let role = shared::domain::workspace::MemberRole::Viewer;
        within(db, async |tx| workspace::insert_member(tx, ws, bob, role, now()).await).await;
        let error = |message: &str| NewEvent {
            audience: Audience::Workspace(ws),
            r#type: "engine:error",
            payload: json!({"engineId": "causal", "runId": "r1", "websiteId": "w1", "error": message}),
        };
        let stored = append(db, &[error("first"), error("second")]).await;
        let mut notified: Vec<(Uuid, &str)> = stored.iter().map(|one| (one.user_id, one.r#type.as_str())).collect();
        notified.sort_unstable();
        let mut expected: Vec<(Uuid, &str)> = [ada, bob]
            .iter()
            .flat_map(|id| ["engine:error", "engine:error", "user:notification"].map(|of| (*id, of)))
            .collect();
        expected.sort_unstable();
        assert_eq!(notified, expected, "{}", world.name);
        for user in [ada, bob] {
            let raised = all(db, user, Filter::default()).await.remove(0);
            assert_eq!((raised.kind, raised.count), (Kind::EngineError, 2));
            assert_eq!(raised.route.as_deref(), Some("/intelligence/causal?website=w1"));
            assert_eq!(raised.workspace_id, Some(ws));
        }
        assert!(all(db, eve, Filter::default()).await.is_empty(), "no member");
        append(db, &[error("third")]).await;
        let again = all(db, ada, Filter::default()).await;
        assert_eq!((again.len(), again[0].count, again[0].message.as_str()), (1, 3, "third"));
        world
    })
    .await;
}

#[tokio::test]
async fn events_that_only_change_the_screen_raise_nothing() {
    on_each_database(|world| async {
        let (db, user) = (&world.db, world.user_id);
        let quiet = [
            ("run:finished", json!({"status": "failed"})),
            ("opportunity:updated", json!({"opportunity": {"title": "x"}})),
            ("opportunity:discovered", json!({"opportunity": {"title": "x"}})),
            ("performance:update", json!({})),
            ("user:subscription", json!({"change": "trial_started", "trialEndsAt": "2026-05-01T00:00:00Z"})),
            ("engine:insight", json!({"insight": {"title": "x"}})),
        ];
        let events = quiet.map(|(r#type, payload)| NewEvent { audience: Audience::User(user), r#type, payload });
        assert_eq!(append(db, &events).await.len(), events.len(), "{}", world.name);
        assert!(all(db, user, Filter::default()).await.is_empty());
        let loud = NewEvent {
            audience: Audience::User(user),
            r#type: "user:achievement",
            payload: json!({"achievement": {"id": "first-run", "title": "First finding"}}),
        };
        assert_eq!(append(db, &[loud]).await.len(), 2);
        assert_eq!(titles(db, user, Filter::default()).await, ["Achievement Unlocked!"]);
        world
    })
    .await;
}
