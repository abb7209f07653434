//! Schedules: a tick fires once, for users who may start runs.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use shared::{
    domain::{new_id, now, run::RunKind, workspace::MemberRole},
    store::{
        Db, member, run,
        schedule::{self, NewSchedule, ScheduleChange},
        user, workspace,
    },
};
use uuid::Uuid;

use crate::{
    support::{at, hard_texts, is_conflict, other_user, within},
    world::{World, on_each_database},
};

const TICK: &str = "2026-07-01T06:30:00Z";

fn new_schedule(world: &World) -> NewSchedule {
    NewSchedule {
        workspace_id: world.workspace_id,
        user_id: world.user_id,
        website_id: None,
        kind: RunKind::Engine,
        engine_id: Some("keyword".to_owned()),
        action: Some("analyse".to_owned()),
        payload: json!({"params": {"a": [1, 2.5, null]}}),
        name: "Every morning".to_owned(),
        cron: "30 6 * * *".to_owned(),
        time_zone: "Europe/Berlin".to_owned(),
        next_at: at(TICK),
    }
}

async fn due(db: &Db, now: DateTime<Utc>) -> Vec<Uuid> {
    schedule::due(db, now).await.expect("due").into_iter().map(|one| one.id).collect()
}

#[tokio::test]
async fn schedule_comes_back_with_every_field_to_its_workspace_only() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        for name in hard_texts() {
            let new = NewSchedule { website_id: Some(new_id()), name: name.clone(), ..new_schedule(&world) };
            let id = schedule::insert(db, &new, at("2026-06-30T00:00:00Z")).await.expect("insert");
            let stored = schedule::find(db, ws, id).await.expect("find").expect("it");
            assert_eq!((&stored.name, stored.website_id), (&name, new.website_id), "{}", world.name);
            assert_eq!((stored.kind, stored.engine_id, stored.action), (new.kind, new.engine_id, new.action));
            assert_eq!((stored.cron, stored.time_zone), (new.cron, new.time_zone));
            assert_eq!((stored.payload.0, stored.next_at), (new.payload, Some(at(TICK))));
            assert_eq!((stored.paused, stored.last_at, stored.last_run_id), (false, None, None));
            assert!(schedule::find(db, new_id(), id).await.expect("find").is_none());
        }
        let shown = schedule::list(db, ws).await.expect("list");
        assert_eq!(shown.into_iter().map(|one| one.name).collect::<Vec<_>>(), hard_texts(), "oldest first");
        assert!(schedule::list(db, new_id()).await.expect("list").is_empty());
        let id = new_id();
        schedule::insert_as(db, id, &new_schedule(&world), now()).await.expect("insert");
        let twin = schedule::insert_as(db, id, &new_schedule(&world), now()).await;
        assert!(is_conflict(&twin), "{}: {twin:?}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn update_and_delete_touch_a_schedule_of_the_workspace_only() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let id = schedule::insert(db, &new_schedule(&world), now()).await.expect("insert");
        let change = ScheduleChange {
            name: String::new(),
            website_id: None,
            engine_id: Some("pattern".to_owned()),
            action: None,
            payload: json!({}),
            cron: "0 0 1 * *".to_owned(),
            time_zone: "UTC".to_owned(),
            paused: true,
            next_at: None,
        };
        assert!(!schedule::update(db, bobs, id, &change).await.expect("update"), "{}", world.name);
        assert!(!schedule::update(db, ws, new_id(), &change).await.expect("update"));
        assert!(schedule::update(db, ws, id, &change).await.expect("update"));
        let stored = schedule::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((stored.name.as_str(), stored.cron.as_str(), stored.paused), ("", "0 0 1 * *", true));
        assert_eq!((stored.engine_id.as_deref(), stored.action, stored.next_at), (Some("pattern"), None, None));
        assert!(due(db, at("2999-01-01T00:00:00Z")).await.is_empty(), "a paused schedule is never due");
        assert!(!schedule::delete(db, bobs, id).await.expect("delete"));
        assert!(schedule::delete(db, ws, id).await.expect("delete"));
        assert!(!schedule::delete(db, ws, id).await.expect("delete"), "once");
        world
    })
    .await;
}

#[tokio::test]
async fn due_begins_at_the_tick_and_lists_the_longest_due_first() {
    on_each_database(|world| async {
        let (db, tick) = (&world.db, at(TICK));
        let later = NewSchedule { next_at: tick + Duration::milliseconds(1), ..new_schedule(&world) };
        let later = schedule::insert(db, &later, now()).await.expect("insert");
        let first = schedule::insert(db, &new_schedule(&world), now()).await.expect("insert");
        assert!(due(db, tick - Duration::microseconds(1)).await.is_empty(), "{}", world.name);
        assert_eq!(due(db, tick).await, [first], "at its moment");
        assert_eq!(due(db, tick + Duration::milliseconds(1)).await, [first, later]);
        world
    })
    .await;
}

#[tokio::test]
async fn due_leaves_out_users_who_may_not_start_runs_any_more() {
    on_each_database(|world| async {
        let (db, ws, tick) = (&world.db, world.workspace_id, at(TICK));
        let (bob, _) = other_user(&world, "bob@example.com").await;
        within(db, async |tx| workspace::insert_member(tx, ws, bob, MemberRole::Editor, now()).await).await;
        let new = NewSchedule { user_id: bob, ..new_schedule(&world) };
        let id = schedule::insert(db, &new, now()).await.expect("insert");
        assert_eq!(due(db, tick).await, [id], "{}: an editor", world.name);
        within(db, async |tx| member::set_role(tx, ws, bob, MemberRole::Viewer).await).await;
        assert!(due(db, tick).await.is_empty(), "a viewer");
        within(db, async |tx| member::set_role(tx, ws, bob, MemberRole::Owner).await).await;
        within(db, async |tx| user::set_disabled(tx, bob, Some(now())).await).await;
        assert!(due(db, tick).await.is_empty(), "shut out");
        within(db, async |tx| user::set_disabled(tx, bob, None).await).await;
        assert_eq!(due(db, tick).await, [id]);
        within(db, async |tx| member::delete(tx, ws, bob).await).await;
        assert!(due(db, tick).await.is_empty(), "no member");
        assert!(schedule::find(db, ws, id).await.expect("find").is_some(), "the schedule itself stays");
        world
    })
    .await;
}

/// One scheduler's look at a tick: the run is stored with the move to the next tick, or neither is.
async fn fire(world: &World, id: Uuid, from: DateTime<Utc>, next: Option<DateTime<Utc>>) -> bool {
    within(&world.db, async |tx| {
        if !schedule::advance(tx, id, from, next).await? {
            return Ok(false);
        }
        let run = run::insert(&mut *tx, &world.probe()).await?.run;
        schedule::note_run(tx, id, run.id).await?;
        Ok(true)
    })
    .await
}

#[tokio::test]
async fn tick_seen_by_three_schedulers_starts_one_run() {
    on_each_database(|world| async {
        let (db, ws, tick) = (&world.db, world.workspace_id, at(TICK));
        let id = schedule::insert(db, &new_schedule(&world), now()).await.expect("insert");
        let next = tick + Duration::days(1);
        let fire = || fire(&world, id, tick, Some(next));
        let (a, b, c) = tokio::join!(fire(), fire(), fire());
        assert_eq!([a, b, c].iter().filter(|fired| **fired).count(), 1, "{}", world.name);
        let runs = run::list(db, ws, &run::Filter::default(), 10).await.expect("runs").items;
        assert_eq!(runs.len(), 1, "{}", world.name);
        let stored = schedule::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((stored.last_at, stored.next_at), (Some(tick), Some(next)));
        assert_eq!(stored.last_run_id, Some(runs[0].id));
        world
    })
    .await;
}

#[tokio::test]
async fn tick_that_is_rolled_back_is_due_again_and_the_last_tick_ends_the_schedule() {
    on_each_database(|world| async {
        let (db, ws, tick) = (&world.db, world.workspace_id, at(TICK));
        let id = schedule::insert(db, &new_schedule(&world), now()).await.expect("insert");
        let mut tx = db.begin().await.expect("a transaction");
        assert!(schedule::advance(&mut tx, id, tick, None).await.expect("advance"));
        drop(tx);
        assert_eq!(due(db, tick).await, [id], "{}: the failure is repaired by the next look", world.name);
        assert!(!fire(&world, id, tick - Duration::microseconds(1), None).await, "another tick");
        assert!(fire(&world, id, tick, None).await);
        assert!(!fire(&world, id, tick, None).await, "once");
        let ended = schedule::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((ended.last_at, ended.next_at), (Some(tick), None));
        assert!(due(db, at("2999-01-01T00:00:00Z")).await.is_empty());
        world
    })
    .await;
}
