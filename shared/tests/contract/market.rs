//! Own market data: which value counts, undo, versions.

use serde_json::{Value, json};
use shared::{
    domain::{
        market::{MarketKind, MarketRow, MarketSource},
        new_id, now,
    },
    store::market,
};
use uuid::Uuid;

use crate::world::{World, on_each_database};

async fn set(world: &World, rows: &[(MarketKind, &str, Value)]) -> Uuid {
    let row = |(kind, key, body): &(MarketKind, &str, Value)| MarketRow {
        kind: *kind,
        key: (*key).into(),
        body: body.clone(),
    };
    let rows: Vec<MarketRow> = rows.iter().map(row).collect();
    let mut tx = world.db.begin().await.expect("a transaction");
    let origin = (MarketSource::Import, "rates.csv");
    let id = market::insert(&mut tx, world.workspace_id, world.user_id, origin, &rows, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    id
}

async fn values(world: &World) -> Vec<(MarketKind, String, Value)> {
    let found = market::values(&world.db, world.workspace_id, None).await.expect("values");
    found.into_iter().map(|one| (one.kind, one.key, one.body.0)).collect()
}

#[tokio::test]
async fn latest_change_that_is_not_undone_counts() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let first =
            set(&world, &[(MarketKind::Cpc, "plumbing", json!({"a": 1})), (MarketKind::Payout, "hvac||", json!(2))])
                .await;
        let second = set(&world, &[(MarketKind::Cpc, "plumbing", json!({"a": 3}))]).await;
        let cpc = |body: Value| (MarketKind::Cpc, "plumbing".to_owned(), body);
        let payout = (MarketKind::Payout, "hvac||".to_owned(), json!(2));
        assert_eq!(values(&world).await, [cpc(json!({"a": 3})), payout.clone()]);
        let only = market::values(db, ws, Some(MarketKind::Payout)).await.expect("values");
        assert_eq!((only.len(), only[0].user_id, only[0].source), (1, world.user_id, MarketSource::Import));
        let undone = Some((world.user_id, now()));
        assert!(market::set_undone(db, ws, second, undone).await.expect("undo"));
        assert!(!market::set_undone(db, ws, second, undone).await.expect("undo"), "it is undone already");
        assert!(!market::set_undone(db, new_id(), first, undone).await.expect("undo"), "of another workspace");
        assert_eq!(values(&world).await, [cpc(json!({"a": 1})), payout.clone()]);
        set(&world, &[(MarketKind::Cpc, "plumbing", Value::Null)]).await;
        assert_eq!(values(&world).await, [payout], "a removal hides earlier values");
        assert!(market::set_undone(db, ws, second, None).await.expect("redo"));
        assert_eq!(values(&world).await.len(), 1, "the removal is later");
        let page = market::changes(db, ws, None, 2).await.expect("changes");
        assert_eq!((page.items.len(), page.items[0].row_count, page.items[1].id), (2, 1, second));
        assert!(page.items[1].undone_at.is_none() && page.next_cursor.is_some());
        assert!(market::change(db, new_id(), first).await.expect("change").is_none());
        world
    })
    .await;
}

#[tokio::test]
async fn version_changes_with_every_change() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let mut seen = vec![market::version(db, ws).await.expect("version")];
        assert!(seen[0].is_empty());
        let one = set(&world, &[(MarketKind::Cpc, "plumbing", json!(1))]).await;
        seen.push(market::version(db, ws).await.expect("version"));
        let two = set(&world, &[(MarketKind::Cpc, "hvac", json!(1))]).await;
        seen.push(market::version(db, ws).await.expect("version"));
        let undone = Some((world.user_id, now()));
        for (id, undone) in [(one, undone), (one, None), (two, undone)] {
            assert!(market::set_undone(db, ws, id, undone).await.expect("undo"));
            seen.push(market::version(db, ws).await.expect("version"));
        }
        for (at, version) in seen.iter().enumerate() {
            assert!(!seen[..at].contains(version), "{seen:?}");
        }
        assert!(market::version(db, new_id()).await.expect("version").is_empty());
        world
    })
    .await;
}
