//! Versions of engines.

use serde_json::json;
use shared::{
    domain::{
        engine_version::{NewVersion, PRIOR, VersionRole},
        new_id, now,
    },
    store::engine_version,
};
use uuid::Uuid;

use crate::world::{World, on_each_database};

const ENGINE: &str = "predictive";

async fn store(world: &World, name: &str) -> Option<Uuid> {
    store_for(world, "forecast", name).await
}

async fn store_for(world: &World, action: &str, name: &str) -> Option<Uuid> {
    let parameters = json!({"intervalWidth": 1.5}).as_object().expect("an object").clone();
    let new = NewVersion { name: name.into(), action: action.into(), parameters, note: "why".into() };
    let mut tx = world.db.begin().await.expect("a transaction");
    let id = engine_version::insert(&mut tx, world.workspace_id, world.user_id, ENGINE, &new, now()).await;
    tx.commit().await.expect("commit");
    id.expect("insert")
}

async fn promote(world: &World, workspace_id: Uuid, id: Uuid) -> bool {
    let mut tx = world.db.begin().await.expect("a transaction");
    let promoted = engine_version::promote(&mut tx, workspace_id, ENGINE, id, now()).await.expect("promote");
    if promoted {
        tx.commit().await.expect("commit");
    }
    promoted
}

async fn roll_back(world: &World) -> Option<(String, String)> {
    let mut tx = world.db.begin().await.expect("a transaction");
    let names = engine_version::roll_back(&mut tx, world.workspace_id, ENGINE).await.expect("roll back");
    tx.commit().await.expect("commit");
    names
}

async fn roles(world: &World) -> Vec<(String, VersionRole)> {
    let stored = engine_version::list(&world.db, world.workspace_id, Some(ENGINE)).await.expect("list");
    stored.into_iter().map(|one| (one.name, one.role)).collect()
}

fn pair(name: &str, role: VersionRole) -> (String, VersionRole) {
    (name.to_owned(), role)
}

#[tokio::test]
async fn one_is_in_charge_and_gives_way_step_by_step() {
    use VersionRole::{Challenger, Champion, Retired};
    on_each_database(|world| async {
        let (a, b) = (store(&world, "a").await.expect("stored"), store(&world, "b").await.expect("stored"));
        assert_eq!(store(&world, "a").await, None, "{}: a name stands once", world.name);
        assert!(!promote(&world, new_id(), a).await, "a foreign workspace's is not there");
        assert!(promote(&world, world.workspace_id, a).await);
        assert!(!promote(&world, world.workspace_id, a).await, "what is in charge is no challenger");
        assert_eq!(roles(&world).await, [pair("a", Champion), pair("b", Challenger)], "{}", world.name);
        assert!(promote(&world, world.workspace_id, b).await);
        assert_eq!(roles(&world).await, [pair("a", Challenger), pair("b", Champion)], "{}", world.name);
        assert_eq!(roll_back(&world).await, Some(("b".to_owned(), "a".to_owned())));
        assert_eq!(roles(&world).await, [pair("a", Champion), pair("b", Retired)], "{}", world.name);
        assert_eq!(roll_back(&world).await, Some(("a".to_owned(), PRIOR.to_owned())));
        assert_eq!(roles(&world).await, [pair("a", Retired), pair("b", Retired)]);
        assert_eq!(roll_back(&world).await, None, "the prior cannot be rolled back");
        world
    })
    .await;
}

#[tokio::test]
async fn each_action_has_a_champion_of_its_own() {
    use VersionRole::{Champion, Retired};
    on_each_database(|world| async {
        let clicks = store_for(&world, "forecast", "clicks").await.expect("stored");
        let ranks = store_for(&world, "ranking", "ranks").await.expect("stored");
        assert!(promote(&world, world.workspace_id, clicks).await);
        assert!(promote(&world, world.workspace_id, ranks).await);
        assert_eq!(roles(&world).await, [pair("clicks", Champion), pair("ranks", Champion)], "{}", world.name);
        assert_eq!(roll_back(&world).await, Some(("ranks".to_owned(), PRIOR.to_owned())), "what was promoted last");
        assert_eq!(roles(&world).await, [pair("clicks", Champion), pair("ranks", Retired)], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn a_reset_and_an_end_of_the_comparison_leave_the_prior() {
    on_each_database(|world| async {
        let (a, b) = (store(&world, "a").await.expect("stored"), store(&world, "b").await.expect("stored"));
        assert!(promote(&world, world.workspace_id, a).await);
        let mut tx = world.db.begin().await.expect("a transaction");
        let (workspace_id, retire) = (world.workspace_id, engine_version::retire);
        assert!(!retire(&mut tx, workspace_id, ENGINE, a).await.expect("retire"), "what is in charge stays");
        assert!(retire(&mut tx, workspace_id, ENGINE, b).await.expect("retire"));
        let before = engine_version::reset(&mut tx, workspace_id, ENGINE).await.expect("reset");
        assert_eq!(before, ["a"], "{}", world.name);
        assert!(engine_version::reset(&mut tx, workspace_id, ENGINE).await.expect("reset").is_empty());
        tx.commit().await.expect("commit");
        let stored = engine_version::list(&world.db, workspace_id, None).await.expect("list");
        assert!(stored.iter().all(|one| one.role == VersionRole::Retired), "{}", world.name);
        assert_eq!(json!(stored[0].parameters.0), json!({"intervalWidth": 1.5}));
        world
    })
    .await;
}
