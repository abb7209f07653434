//! Provider calls in the ledger: each call is posted once, in whole cents whose remainder is carried.

use chrono::{DateTime, Duration, Utc};
use shared::{
    domain::{
        connection::{Budget, Settlement},
        ledger::{LedgerGroup, LedgerReason},
        new_id,
        run::NewRun,
    },
    store::{
        connection::{self, NewCall, NewConnection},
        ledger::{self, LedgerFilter},
        run,
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, at, count, succeeded, within},
    world::{World, on_each_database},
};

fn moment() -> DateTime<Utc> {
    at("2026-11-23T12:00:00Z")
}

async fn add_connection(world: &World) -> Uuid {
    let id = new_id();
    let new = NewConnection {
        id,
        workspace_id: world.workspace_id,
        provider: "serper".to_owned(),
        name: "Key".to_owned(),
        credentials: None,
        base_url: None,
        settings: serde_json::json!({}),
        budget: Budget::default(),
    };
    connection::insert(&world.db, &new, moment()).await.expect("insert");
    id
}

/// Adds a call that cost this much, with the run that paid for it.
async fn call(world: &World, connection_id: Uuid, run: Option<(Uuid, i32)>, day: i64, micros: i64) -> Uuid {
    let new = NewCall {
        workspace_id: world.workspace_id,
        connection_id,
        operation: "search".to_owned(),
        run,
        estimate_micros: micros,
        run_budget_micros: None,
        most_per_minute: None,
    };
    let now = moment() + Duration::days(day);
    let id = connection::reserve(&world.db, &new, now).await.expect("reserve").expect("within the budget");
    settle(world, id, micros).await;
    id
}

async fn settle(world: &World, id: Uuid, micros: i64) {
    let settled = Settlement { is_success: true, cost_micros: micros, latency_ms: 5, error: None };
    let ws = world.workspace_id;
    within(&world.db, async |tx| connection::settle(tx, ws, id, &settled, moment()).await).await;
}

/// Posts what is due, twice, as two rounds would; returns the number of transactions.
async fn post(world: &World) -> usize {
    let mut posted = 0;
    for _ in 0..2 {
        for id in ledger::with_unposted_calls(&world.db, 10).await.expect("workspaces") {
            posted += ledger::post_provider_costs(&world.db, id, moment()).await.expect("post").len();
        }
    }
    posted
}

async fn costs(world: &World, website_id: Option<Uuid>) -> i64 {
    let filter = LedgerFilter { website_id, ..LedgerFilter::default() };
    let sums = ledger::sums(&world.db, world.workspace_id, &filter, LedgerGroup::Month).await.expect("sums");
    sums.iter().map(|sum| sum.cost_cents).sum()
}

#[tokio::test]
async fn provider_calls_are_posted_once_in_whole_cents_with_the_remainder_carried() {
    on_each_database(|world| async {
        let id = add_connection(&world).await;
        for _ in 0..25 {
            call(&world, id, None, 0, 600).await;
        }
        assert_eq!((post(&world).await, costs(&world, None).await), (1, 1), "{}: 1.5 cents", world.name);
        assert_eq!((post(&world).await, costs(&world, None).await), (0, 1), "{}", world.name);
        call(&world, id, None, 1, 5_000).await;
        assert_eq!((post(&world).await, costs(&world, None).await), (1, 2), "{}: 2 cents", world.name);
        call(&world, id, None, 1, 9_999).await;
        assert_eq!((post(&world).await, costs(&world, None).await), (0, 2), "{}: less than a cent", world.name);
        for day in 2..5 {
            call(&world, id, None, day, 123_456).await;
        }
        // 0.9999 + 3 x 12.3456 cents, each day posted with what was left before.
        assert_eq!((post(&world).await, costs(&world, None).await), (3, 2 + 38), "{}", world.name);
        let page = ledger::list(&world.db, world.workspace_id, &LedgerFilter::default(), None, 10).await.expect("list");
        assert!(page.items.iter().all(|one| one.reason == LedgerReason::ProviderCalls && !one.is_by_hand));
        assert!(page.items.iter().any(|one| one.note == "25 calls: serper"), "{}: {page:?}", world.name);
        assert_eq!(page.items[0].occurred_at, moment() + Duration::days(4), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn calls_of_a_run_are_posted_for_its_website_when_it_has_ended() {
    on_each_database(|world| async {
        let db = &world.db;
        let id = add_connection(&world).await;
        let website_id = add_website(db, world.workspace_id, "roofs.example").await;
        let new = NewRun { website_id: Some(website_id), ..world.probe() };
        run::insert(db, &new).await.expect("insert");
        let claimed = world.claim(&[new.id], 9).await.runs.remove(0);
        for _ in 0..3 {
            call(&world, id, Some((new.id, claimed.attempt)), 0, 7_000).await;
        }
        assert_eq!(post(&world).await, 0, "{}: the run is running", world.name);
        run::finish(db, &[succeeded(&claimed)], moment()).await.expect("finish");
        assert_eq!((post(&world).await, costs(&world, Some(website_id)).await), (1, 2), "{}", world.name);
        call(&world, id, None, 0, 9_000).await;
        assert_eq!(post(&world).await, 0, "{}: remainders of websites are not mixed", world.name);
        assert_eq!(costs(&world, None).await, 2, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn a_lost_call_counts_with_its_estimate_until_its_cost_is_known() {
    on_each_database(|world| async {
        let (db, id) = (&world.db, add_connection(&world).await);
        let new = NewCall {
            workspace_id: world.workspace_id,
            connection_id: id,
            operation: "search".to_owned(),
            run: None,
            estimate_micros: 50_000,
            run_budget_micros: None,
            most_per_minute: None,
        };
        let lost = connection::reserve(db, &new, moment()).await.expect("reserve").expect("reserved");
        assert_eq!(post(&world).await, 0, "{}: at work", world.name);
        connection::lose_abandoned(db, moment() + Duration::days(1)).await.expect("lose");
        assert_eq!((post(&world).await, costs(&world, None).await), (1, 5), "{}", world.name);
        settle(&world, lost, 20_000).await;
        assert_eq!((post(&world).await, costs(&world, None).await), (0, 5), "{}: 3 cents are left over", world.name);
        assert_eq!(count(db, "provider_cost_remainders", "micros = -30000").await, 1, "{}", world.name);
        call(&world, id, None, 1, 45_000).await;
        assert_eq!((post(&world).await, costs(&world, None).await), (1, 6), "{}: 6.5 in all", world.name);
        world
    })
    .await;
}
