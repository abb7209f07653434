//! Events that are kept.

use serde_json::json;
use shared::{
    domain::{new_id, now},
    store::event::{self, Audience, NewEvent},
};

use crate::world::{World, add_user, on_each_database};

fn event(world: &World, n: i32) -> NewEvent {
    NewEvent { audience: Audience::Workspace(world.workspace_id), r#type: "engine:insight", payload: json!({"n": n}) }
}

async fn append(world: &World, events: &[NewEvent]) -> Vec<event::StoredEvent> {
    let mut tx = world.db.begin().await.expect("a transaction");
    let stored = event::append(&mut tx, events, now()).await.expect("append");
    tx.commit().await.expect("commit");
    stored
}

#[tokio::test]
async fn ids_grow_without_gaps_and_a_rolled_back_event_leaves_none() {
    on_each_database(|world| async {
        let base = event::last_id(&world.db, world.user_id).await.expect("last id");
        let first = append(&world, &[event(&world, 1), event(&world, 2)]).await;
        assert_eq!(first.iter().map(|e| e.id - base).collect::<Vec<_>>(), [1, 2], "{}", world.name);
        let mut tx = world.db.begin().await.expect("a transaction");
        event::append(&mut tx, &[event(&world, 3)], now()).await.expect("append");
        drop(tx);
        let next = append(&world, &[event(&world, 4)]).await;
        assert_eq!(next[0].id - base, 3);
        let missed = event::since(&world.db, world.user_id, base + 1, 100).await.expect("since");
        assert_eq!(missed.iter().map(|e| e.payload.0["n"].clone()).collect::<Vec<_>>(), [json!(2), json!(4)]);
        let last = event::since(&world.db, world.user_id, base, 1).await.expect("since");
        assert_eq!((last.len(), last[0].id - base), (1, 3), "the last ones, not the first");
        assert_eq!(event::last_id(&world.db, world.user_id).await.expect("last id") - base, 3);
        world
    })
    .await;
}

#[tokio::test]
async fn concurrent_writers_never_share_an_id() {
    on_each_database(|world| async {
        let base = event::last_id(&world.db, world.user_id).await.expect("last id");
        let writes = (0..20).map(|n| {
            let events = [event(&world, n)];
            let world = &world;
            async move { append(world, &events).await.remove(0).id }
        });
        let mut ids: Vec<i64> = futures::future::join_all(writes).await;
        ids.sort_unstable();
        assert_eq!(ids, (base + 1..=base + 20).collect::<Vec<_>>(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn only_members_are_told() {
    on_each_database(|world| async {
        let stranger = add_user(&world.db, "eve@example.com").await;
        let before = event::last_id(&world.db, stranger).await.expect("last id");
        append(&world, &[event(&world, 1)]).await;
        assert_eq!(event::last_id(&world.db, stranger).await.expect("last id"), before, "{}", world.name);
        let nobody = NewEvent { audience: Audience::Workspace(new_id()), ..event(&world, 2) };
        assert!(append(&world, &[nobody]).await.is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn delete_older_leaves_events_of_the_moment_and_numbers_go_on() {
    on_each_database(|world| async {
        let (db, cut) = (&world.db, now());
        let base = event::last_id(db, world.user_id).await.expect("last id");
        for (n, micros) in (0..).zip([-1, 0, 1]) {
            let mut tx = db.begin().await.expect("a transaction");
            let at = cut + chrono::Duration::microseconds(micros);
            event::append(&mut tx, &[event(&world, n)], at).await.expect("append");
            tx.commit().await.expect("commit");
        }
        // The account's own first event is older too.
        assert_eq!(event::delete_older(db, cut).await.expect("delete"), 2, "{}", world.name);
        let left = event::since(db, world.user_id, 0, 10).await.expect("since");
        assert_eq!(left.iter().map(|one| one.id - base).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(event::delete_older(db, now() + chrono::Duration::days(1)).await.expect("delete"), 2);
        assert!(event::since(db, world.user_id, 0, 10).await.expect("since").is_empty());
        let next = append(&world, &[event(&world, 4)]).await;
        assert_eq!(next[0].id - base, 4, "a number is never used twice");
        world
    })
    .await;
}

#[tokio::test]
async fn events_of_two_workspaces_in_one_transaction_reach_each_members_own() {
    on_each_database(|world| async {
        let bob = add_user(&world.db, "bob@example.com").await;
        let bobs = shared::store::workspace::list(&world.db, bob).await.expect("workspaces")[0].id;
        let theirs = NewEvent { audience: Audience::Workspace(bobs), ..event(&world, 2) };
        let alone = NewEvent { audience: Audience::User(bob), ..event(&world, 3) };
        let stored = append(&world, &[event(&world, 1), theirs, alone]).await;
        let of = |user| {
            let own = stored.iter().filter(|one| one.user_id == user);
            own.map(|one| one.payload.0["n"].clone()).collect::<Vec<_>>()
        };
        assert_eq!((of(world.user_id), of(bob)), (vec![json!(1)], vec![json!(2), json!(3)]), "{}", world.name);
        assert!(append(&world, &[]).await.is_empty());
        world
    })
    .await;
}
