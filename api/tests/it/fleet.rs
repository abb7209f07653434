//! A worker's part, played by hand: what takes time is not what these tests are about.

use api::state::AppState;
use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    domain::{
        new_id, now,
        run::{NewRun, Run, RunError, RunKind},
        website::WebsiteKind,
    },
    events,
    store::{
        import::{self, DatedLine, ImportEnd, NewImport, SearchDays},
        run::{self, Effect, Finish, Outcome},
        website::{self, NewWebsite},
    },
};
use uuid::Uuid;

use crate::world::Account;

/// Takes a queued run up.
pub(crate) async fn claim(state: &AppState, id: Uuid) -> Run {
    let found = run::find_any(&state.db, id).await.expect("the store").expect("the run");
    let until = now() + Duration::seconds(60);
    let claimed = run::claim(&state.db, found.lane, &[id], new_id(), 100, now(), until).await.expect("the store").runs;
    claimed.into_iter().next().expect("a queued run")
}

/// Finishes a claimed run and publishes its events, like a worker.
pub(crate) async fn finish(state: &AppState, run: Run, outcome: Outcome, effects: Vec<Effect>) {
    let done = run::finish(&state.db, &[Finish { run, outcome, effects }], now()).await.expect("the store");
    assert_eq!(done.accepted.len(), 1, "the run was no longer ours");
    events::publish_stored(&state.bus, done.events);
}

/// Takes a run up and ends it well.
pub(crate) async fn succeed(state: &AppState, id: Uuid, result: Value) {
    let run = claim(state, id).await;
    finish(state, run, Outcome::Succeeded(result), Vec::new()).await;
}

/// Takes a run up and ends it badly.
pub(crate) async fn fail(state: &AppState, id: Uuid, detail: &str) {
    let run = claim(state, id).await;
    finish(state, run, Outcome::Failed(RunError::new("no-luck", detail)), Vec::new()).await;
}

/// Stores a run of the account's, as its own calls do.
pub(crate) async fn queued(state: &AppState, account: &Account, kind: RunKind) -> Uuid {
    let new = NewRun::new(account.workspace_id, account.id, kind, json!({}));
    run::insert(&state.db, &new).await.expect("the store").run.id
}

/// A website of the account's, without data.
pub(crate) async fn website(state: &AppState, account: &Account, host: &str) -> Uuid {
    let new = NewWebsite {
        name: host.to_owned(),
        url: format!("https://{host}/"),
        host: host.to_owned(),
        kind: WebsiteKind::Own,
    };
    let mut tx = state.db.begin().await.expect("the store");
    let id = website::insert(&mut tx, account.workspace_id, &new, now()).await.expect("the store");
    tx.commit().await.expect("the store");
    id
}

/// A website of the account's with an import of searches that counts.
pub(crate) async fn website_with_searches(state: &AppState, account: &Account, host: &str) -> Uuid {
    website_with(state, account, host, &["gsc_queries"]).await
}

/// A website of the account's with an import of searches and days that counts.
pub(crate) async fn website_with_days(state: &AppState, account: &Account, host: &str) -> Uuid {
    website_with(state, account, host, &["gsc_queries", "gsc_dates"]).await
}

async fn website_with(state: &AppState, account: &Account, host: &str, kinds: &[&str]) -> Uuid {
    let website_id = website(state, account, host).await;
    import_into(state, account, website_id, kinds).await;
    website_id
}

/// Imports tables into a website. Returns the batch.
pub(crate) async fn import_into(state: &AppState, account: &Account, website_id: Uuid, kinds: &[&str]) -> i64 {
    import_with(state, account, website_id, kinds, ((3, 10, 100), (None, None))).await
}

/// Queries, clicks and impressions of an import.
type Totals = (i64, i64, i64);

/// First and last day of an import.
type Observed = (Option<chrono::NaiveDate>, Option<chrono::NaiveDate>);

/// Imports tables with totals and a period into a website. Returns the batch.
pub(crate) async fn import_with(
    state: &AppState, account: &Account, website_id: Uuid, kinds: &[&str], (totals, observed): (Totals, Observed),
) -> i64 {
    let new = NewImport {
        id: new_id(),
        workspace_id: account.workspace_id,
        website_id: Some(website_id),
        user_id: account.id,
        file_name: "Queries.csv".to_owned(),
    };
    import::insert(&state.db, &new, now()).await.expect("the store");
    let read = NewRun {
        website_id: Some(website_id),
        ..NewRun::new(account.workspace_id, account.id, RunKind::Import, json!({"importId": new.id}))
    };
    let run_id = run::insert(&state.db, &read).await.expect("the store").run.id;
    let mut tx = state.db.begin().await.expect("the store");
    let begun = import::begin(&mut tx, account.workspace_id, new.id, website_id, run_id).await.expect("the store");
    assert!(begun.is_some());
    tx.commit().await.expect("the store");
    let run = claim(state, run_id).await;
    let batch_id = import::begin_batch(&state.db, new.id, website_id, run.attempt, now()).await.expect("the store");
    if kinds.contains(&"gsc_dates") {
        let mut days = SearchDays::default();
        for ago in 1..=60 {
            let day = now().date_naive() - chrono::Days::new(ago);
            let line =
                DatedLine { dimension: "date", is_of_page: false, day, clicks: 10, impressions: 100, position: None };
            days.add(line);
        }
        import::insert_search_days(&state.db, batch_id, &days).await.expect("the store");
    }
    let end = ImportEnd {
        import_id: new.id,
        batch_id,
        rows: 3,
        rejected: 0,
        kinds: kinds.iter().map(|kind| (*kind).to_owned()).collect(),
        rejects: json!([]),
        totals,
        observed,
    };
    finish(state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
    batch_id
}
