//! Markets of the pipeline: adding, sums, removal.

use shared::{
    domain::{
        new_id, now,
        pipeline::{NewPipelineMarket, PipelineStage},
    },
    store::pipeline,
};
use uuid::Uuid;

use crate::world::{World, on_each_database};

pub(crate) fn market(vertical: &str, score: Option<f64>, profit_cents: i64) -> NewPipelineMarket {
    NewPipelineMarket {
        vertical: vertical.to_owned(),
        vertical_name: "Plumbing".to_owned(),
        place_id: "4553433".to_owned(),
        city: "Tulsa, \"O'Brien\" & Søn".to_owned(),
        state: "OK".to_owned(),
        currency: "USD".to_owned(),
        tier: score.map(|_| "tier2".to_owned()),
        score,
        demand_bound: "lower".to_owned(),
        profit: score.map(|_| (-100, profit_cents, 9_000)),
        revenue_cents: score.map(|_| 5_000),
        payout_cents: Some(7_250),
        run_id: None,
    }
}

pub(crate) async fn add(world: &World, market: &NewPipelineMarket) -> bool {
    let mut tx = world.db.begin().await.expect("a transaction");
    let added = pipeline::add(&mut tx, world.workspace_id, world.user_id, market, now()).await.expect("add");
    tx.commit().await.expect("commit");
    added
}

async fn id_of(world: &World, vertical: &str) -> Uuid {
    let found = pipeline::find_market(&world.db, world.workspace_id, vertical, "4553433").await.expect("find");
    found.expect("a market").id
}

#[tokio::test]
async fn pipeline_market_is_added_once_and_gets_its_first_score() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        assert!(add(&world, &market("plumbing", None, 0)).await);
        let id = id_of(&world, "plumbing").await;
        assert_eq!(pipeline::find(db, ws, id).await.expect("find").expect("it").stage, PipelineStage::Scan);
        assert!(!add(&world, &market("plumbing", None, 0)).await, "it is there already");
        assert!(add(&world, &market("plumbing", Some(61.5), 4_000)).await, "it has a score now");
        assert!(!add(&world, &market("plumbing", Some(10.0), 1)).await, "the figures of the first score stay");
        let found = pipeline::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((found.stage, found.score, found.profit_cents), (PipelineStage::Score, Some(61.5), Some(4_000)));
        assert_eq!((found.profit_low_cents, found.city.as_str()), (Some(-100), "Tulsa, \"O'Brien\" & Søn"));
        assert_eq!(pipeline::count(db, ws).await.expect("count"), 1);
        assert!(pipeline::find(db, new_id(), id).await.expect("find").is_none(), "of another workspace");
        world
    })
    .await;
}

#[tokio::test]
async fn pipeline_lists_the_latest_first_and_sums_each_stage() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        for one in [market("plumbing", Some(50.0), 4_000), market("hvac", None, 0), market("roofing", Some(9.0), -500)]
        {
            assert!(add(&world, &one).await);
        }
        let page = pipeline::list(db, ws, None, None, 2).await.expect("list");
        assert_eq!(page.items.iter().map(|one| one.vertical.as_str()).collect::<Vec<_>>(), ["roofing", "hvac"]);
        let before = page.next_cursor.expect("more").parse().expect("an id");
        let rest = pipeline::list(db, ws, None, Some(before), 2).await.expect("list");
        assert_eq!((rest.items.len(), rest.next_cursor), (1, None));
        let scan = pipeline::list(db, ws, Some(PipelineStage::Scan), None, 9).await.expect("list");
        assert_eq!(scan.items[0].vertical, "hvac");
        let sums = pipeline::sums(db, ws).await.expect("sums");
        let sums: Vec<_> = sums.iter().map(|sum| (sum.stage, sum.markets, sum.profit_cents)).collect();
        assert_eq!(sums, [(PipelineStage::Scan, 1, 0), (PipelineStage::Score, 2, 3_500)]);
        assert!(pipeline::sums(db, new_id()).await.expect("sums").is_empty(), "of another workspace");
        world
    })
    .await;
}

#[tokio::test]
async fn pipeline_market_is_removed_by_its_workspace_only() {
    on_each_database(|world| async {
        assert!(add(&world, &market("plumbing", Some(50.0), 4_000)).await);
        let id = id_of(&world, "plumbing").await;
        assert!(!pipeline::remove(&world.db, new_id(), id).await.expect("remove"), "of another workspace");
        assert!(pipeline::remove(&world.db, world.workspace_id, id).await.expect("remove"));
        assert!(!pipeline::remove(&world.db, world.workspace_id, id).await.expect("remove"), "it is gone");
        world
    })
    .await;
}
