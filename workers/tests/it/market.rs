//! Runs of the local engine with own market data.

use serde_json::{Value, json};
use shared::{
    domain::{
        market::{MarketKind, MarketRow, MarketSource},
        now,
        run::{NewRun, RunKind, RunStatus},
    },
    store::{market, run},
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode};

/// Stores own values as one change; returns its id.
async fn set(at: &Installation, rows: &[(MarketKind, &str, Value)]) -> Uuid {
    let row = |(kind, key, body): &(MarketKind, &str, Value)| MarketRow {
        kind: *kind,
        key: (*key).into(),
        body: body.clone(),
    };
    let rows: Vec<MarketRow> = rows.iter().map(row).collect();
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    let origin = (MarketSource::Form, "mine");
    let id =
        market::insert(&mut tx, at.world.workspace_id, at.world.user_id, origin, &rows, now()).await.expect("change");
    tx.commit().await.expect("commit");
    id
}

/// Explains plumbing in an own place, which only the loader knows.
async fn explained(at: &Installation) -> (RunStatus, Value) {
    let new = NewRun {
        engine_id: Some("local".into()),
        action: Some("explain".into()),
        ..NewRun::new(
            at.world.workspace_id,
            at.world.user_id,
            RunKind::Engine,
            json!({"input": {"vertical": "plumbing", "place": "Toronto", "state": "ON"}, "parameters": {}}),
        )
    };
    at.enqueue(std::slice::from_ref(&new)).await;
    let ended = at.ended(new.id).await;
    let result = run::result(&at.backends.db, at.world.workspace_id, new.id).await.expect("result");
    (ended.status, result.map_or(Value::Null, |result| result))
}

#[tokio::test(flavor = "multi_thread")]
async fn local_engine_uses_own_values_and_names_their_source() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let place = json!({"type": "place", "value": {"id": "ca-on-toronto", "name": "Toronto", "state": "ON", "latitude": null, "longitude": null, "population": 2_794_356.0, "households": null, "country": "CA"}});
        let payout = json!({"type": "payout", "value": {"vertical": "plumbing", "state": null, "city": "ca-on-toronto", "unit": "lead", "amountCents": 40_000.0, "currency": "USD", "source": "Buyer A", "validFrom": null, "validTo": null}});
        let tiers = json!({"type": "tiers", "value": {"vertical": "plumbing", "tier1Cents": 10.0, "tier2Cents": 5.0}});
        let change = set(&at, &[(MarketKind::Place, "ca-on-toronto", place), (MarketKind::Payout, "plumbing||ca-on-toronto", payout), (MarketKind::Tiers, "plumbing", tiers)]).await;
        let (status, result) = explained(&at).await;
        assert_eq!(status, RunStatus::Succeeded, "{}", at.world.name);
        assert_eq!((&result["market"]["city"], &result["market"]["tier"]), (&json!("Toronto"), &json!("tier1")));
        let payout = result["parts"].as_array().and_then(|parts| parts.iter().find(|part| part["name"] == "payout"));
        let payout = payout.expect("a payout");
        assert_eq!((&payout["multiplied"], &payout["evidence"]), (&json!(40_000.0), &json!("own")));
        assert_eq!(payout["sources"][0]["title"], "Buyer A");
        let undone = Some((at.world.user_id, now()));
        assert!(market::set_undone(&at.backends.db, at.world.workspace_id, change, undone).await.expect("undo"));
        assert_eq!(explained(&at).await.0, RunStatus::Failed, "the place is gone with its change");
        worker.stop().await;
        at
    })
    .await;
}
