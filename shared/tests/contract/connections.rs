//! Connections to data providers: isolation, encryption, budgets under concurrency, calls, evidence and cache.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use shared::{
    config::Secret,
    domain::{
        connection::{
            Budget, BudgetPeriod, BudgetScope, CallStatus, ConnectionStatus as Status, Refusal, Settlement, Spent,
        },
        new_id,
        run::{NewRun, RunKind},
    },
    store::{
        Db,
        connection::{self, CallFilter, CallRate, NewCall, NewConnection, NewEvidence, SpendBy},
        run::{self, Finish, Outcome},
    },
    vault::{Credentials, Locked, Vault},
};
use uuid::Uuid;

use crate::{
    support::{at, count, execute, ids_of_pages, literal, other_user, within},
    world::{World, on_each_database},
};

const KEY: &str = "sk-live-0123456789-wxyz";

fn vault() -> Vault {
    Vault::new(&Secret::new("the installation's secret".to_owned()))
}

fn key() -> Credentials {
    Credentials::from_fields([("key", KEY.to_owned())])
}

fn moment() -> DateTime<Utc> {
    at("2026-11-23T12:00:00Z")
}

const fn budget(day: Option<i64>, month: Option<i64>) -> Budget {
    Budget { day_budget_micros: day, month_budget_micros: month }
}

async fn add(world: &World, workspace_id: Uuid, budget: Budget) -> Uuid {
    let id = new_id();
    let new = NewConnection {
        id,
        workspace_id,
        provider: "serper".to_owned(),
        name: "Zoë's key".to_owned(),
        credentials: Some(vault().seal(workspace_id, id, &key(), rand_nonce()).expect("sealed")),
        base_url: None,
        settings: json!({"property": "sc-domain:example.com"}),
        budget,
    };
    connection::insert(&world.db, &new, moment()).await.expect("insert");
    id
}

/// Random bytes from two fresh ids.
fn rand_nonce() -> [u8; 24] {
    let (a, b) = (Uuid::new_v4(), Uuid::new_v4());
    let bytes: Vec<u8> = a.as_bytes().iter().chain(b.as_bytes()).copied().take(24).collect();
    bytes.try_into().expect("24 bytes")
}

fn call(workspace_id: Uuid, connection_id: Uuid, estimate_micros: i64) -> NewCall {
    let operation = "search".to_owned();
    NewCall {
        workspace_id,
        connection_id,
        operation,
        run: None,
        estimate_micros,
        run_budget_micros: None,
        most_per_minute: None,
    }
}

async fn reserve(world: &World, id: Uuid, estimate: i64, now: DateTime<Utc>) -> Result<Uuid, Refusal> {
    connection::reserve(&world.db, &call(world.workspace_id, id, estimate), now).await.expect("reserve")
}

async fn settle(world: &World, call_id: Uuid, cost_micros: i64, is_success: bool) -> bool {
    let error = (!is_success).then(|| "network".to_owned());
    let settled = Settlement { is_success, cost_micros, latency_ms: 120, error };
    let ws = world.workspace_id;
    within(&world.db, async |tx| connection::settle(tx, ws, call_id, &settled, moment()).await).await
}

async fn spent(world: &World, owner: Uuid, now: DateTime<Utc>) -> (i64, i64) {
    let Spent { day_micros, month_micros } =
        connection::spent(&world.db, world.workspace_id, owner, now).await.expect("spent");
    (day_micros, month_micros)
}

#[tokio::test]
async fn connection_is_read_and_changed_by_its_workspace_only() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let id = add(&world, ws, budget(Some(5), None)).await;
        let stored = connection::find(db, ws, id).await.expect("find").expect("the connection");
        assert_eq!((stored.status, stored.budget), (Status::Untested, budget(Some(5), None)), "{}", world.name);
        assert!(connection::find(db, bobs, id).await.expect("find").is_none());
        assert!(connection::list(db, bobs).await.expect("list").is_empty());
        let theirs = shared::domain::connection::Connection { workspace_id: bobs, ..stored.clone() };
        assert!(!connection::update(db, &theirs).await.expect("update"));
        assert!(!connection::disconnect(db, bobs, id, moment()).await.expect("disconnect"));
        let sealed = vault().seal(bobs, id, &key(), rand_nonce()).expect("sealed");
        assert!(!connection::replace_credentials(db, bobs, id, &sealed).await.expect("replace"));
        let foreign = connection::reserve(db, &call(bobs, id, 1), moment()).await.expect("reserve");
        assert_eq!(foreign, Err(Refusal::Disconnected), "{}: no call of another workspace", world.name);
        let own = reserve(&world, id, 1, moment()).await.expect("reserved");
        let settled = Settlement { is_success: true, cost_micros: 1, latency_ms: 1, error: None };
        let foreign = within(db, async |tx| connection::settle(tx, bobs, own, &settled, moment()).await).await;
        assert!(!foreign, "{}", world.name);
        assert!(connection::calls(db, bobs, &CallFilter::default(), None, 9).await.expect("calls").items.is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn stored_credentials_are_ciphertext_that_opens_in_its_row_only() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (a, b) = (add(&world, ws, Budget::default()).await, add(&world, ws, Budget::default()).await);
        let read = async |id| connection::find(db, ws, id).await.expect("find").expect("one").credentials.expect("sealed");
        let (first, second) = (read(a).await, read(b).await);
        assert_ne!(first.as_bytes(), second.as_bytes(), "{}: the same key differs in each row", world.name);
        for sealed in [&first, &second] {
            let bytes = sealed.as_bytes();
            assert!(!bytes.windows(6).any(|part| KEY.as_bytes().windows(6).any(|of| of == part)), "{}", world.name);
        }
        assert_eq!(vault().open(ws, a, &first), Ok(key()));
        let (to, from) = (literal(db, b), literal(db, a));
        let moved = format!(
            "UPDATE connections SET credentials = (SELECT credentials FROM connections WHERE id = {from}) WHERE id = {to}"
        );
        assert_eq!(execute(db, &moved).await, 1);
        assert_eq!(vault().open(ws, b, &read(b).await), Err(Locked), "{}: moved to another row", world.name);
        let changed = Vault::new(&Secret::new("another secret".to_owned()));
        assert_eq!(changed.open(ws, a, &first), Err(Locked), "{}", world.name);
        assert!(connection::disconnect(db, ws, a, moment()).await.expect("disconnect"));
        assert!(connection::find(db, ws, a).await.expect("find").is_none());
        let kept = count(db, "connections", &format!("id = {from} AND credentials IS NOT NULL")).await;
        assert_eq!(kept, 0, "{}: erased at once", world.name);
        assert_eq!(reserve(&world, a, 0, moment()).await, Err(Refusal::Disconnected), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn concurrent_reservations_never_exceed_any_of_the_four_budgets() {
    on_each_database(|world| async {
        let (db, ws) = (world.db.clone(), world.workspace_id);
        let limits = [
            (budget(Some(1_000), None), Budget::default(), 10),
            (budget(None, Some(700)), Budget::default(), 7),
            (Budget::default(), budget(Some(1_500), None), 5),
            (Budget::default(), budget(None, Some(1_700)), 4),
        ];
        let mut before = 0;
        for (own, of_workspace, expected) in limits {
            let id = add(&world, ws, own).await;
            // Budgets of the workspace leave room for what the previous rounds spent.
            let plus = |limit: Option<i64>| limit.map(|limit| limit.max(before + expected * 100));
            let of_workspace = budget(plus(of_workspace.day_budget_micros), plus(of_workspace.month_budget_micros));
            connection::set_budget(&db, ws, of_workspace).await.expect("budget");
            let tasks: Vec<_> = (0..40)
                .map(|_| {
                    let db: Db = db.clone();
                    tokio::spawn(async move { connection::reserve(&db, &call(ws, id, 100), moment()).await })
                })
                .collect();
            let mut taken = 0;
            for task in tasks {
                match task.await.expect("a task").expect("no deadlock") {
                    Ok(_) => taken += 1,
                    Err(refusal) => assert!(matches!(refusal, Refusal::OverBudget { .. }), "{refusal:?}"),
                }
            }
            assert_eq!(taken, expected, "{}: {own:?} {of_workspace:?}", world.name);
            before += taken * 100;
            assert_eq!(spent(&world, id, moment()).await, (taken * 100, taken * 100), "{}", world.name);
        }
        assert_eq!(spent(&world, ws, moment()).await, (before, before), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn concurrent_callers_share_the_calls_of_a_minute() {
    on_each_database(|world| async {
        let (db, ws) = (world.db.clone(), world.workspace_id);
        let id = add(&world, ws, Budget::default()).await;
        let other = add(&world, ws, Budget::default()).await;
        let rate = Some(CallRate { most: 7, is_of_operation: false });
        let limited = move |id: Uuid| NewCall { most_per_minute: rate, ..call(ws, id, 0) };
        let tasks: Vec<_> = (0..30)
            .map(|_| {
                let db = db.clone();
                tokio::spawn(async move { connection::reserve(&db, &limited(id), moment()).await })
            })
            .collect();
        let mut taken = 0;
        for task in tasks {
            match task.await.expect("a task").expect("no deadlock") {
                Ok(_) => taken += 1,
                Err(refusal) => assert_eq!(refusal, Refusal::TooFast { until: moment() + Duration::minutes(1) }),
            }
        }
        assert_eq!(taken, 7, "{}", world.name);
        let at = async |new: NewCall, seconds: i64| {
            connection::reserve(&db, &new, moment() + Duration::seconds(seconds)).await.expect("reserve")
        };
        assert!(at(limited(id), 59).await.is_err(), "{}: the first is not yet a minute old", world.name);
        assert!(at(limited(other), 0).await.is_ok(), "{}: each connection has its own limit", world.name);
        let rate = Some(CallRate { most: 7, is_of_operation: true });
        let places = NewCall { operation: "places".to_owned(), most_per_minute: rate, ..call(ws, id, 0) };
        assert!(at(places, 0).await.is_ok(), "{}: an operation with a limit of its own", world.name);
        assert!(at(limited(id), 60).await.is_ok(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn concurrent_calls_of_a_run_never_exceed_its_budget() {
    on_each_database(|world| async {
        let (db, ws) = (world.db.clone(), world.workspace_id);
        // The calls of a run may go through several connections.
        let ids = [add(&world, ws, Budget::default()).await, add(&world, ws, budget(Some(100_000), None)).await];
        let run_id = world.stored().await.id;
        let attempt = world.claim(&[run_id], 9).await.runs.remove(0).attempt;
        let of_run = |id: Uuid, micros: i64| NewCall {
            run: Some((run_id, attempt)),
            run_budget_micros: Some(1_050),
            ..call(ws, id, micros)
        };
        let tasks: Vec<_> = (0..40)
            .map(|n| {
                let (db, new) = (db.clone(), of_run(ids[n % 2], 100));
                tokio::spawn(async move { connection::reserve(&db, &new, moment()).await })
            })
            .collect();
        let mut taken = Vec::new();
        for task in tasks {
            match task.await.expect("a task").expect("no deadlock") {
                Ok(call_id) => taken.push(call_id),
                Err(refusal) => assert!(matches!(refusal, Refusal::OverRunBudget { .. }), "{refusal:?}"),
            }
        }
        assert_eq!((taken.len(), spent(&world, ws, moment()).await), (10, (1_000, 1_000)), "{}", world.name);
        let refused = connection::reserve(&db, &of_run(ids[0], 100), moment()).await.expect("reserve");
        assert_eq!(refused, Err(Refusal::OverRunBudget { budget_micros: 1_050, spent_micros: 1_000 }));
        assert_eq!(spent(&world, ids[0], moment()).await.0 % 100, 0, "{}: nothing of it is reserved", world.name);
        let free = connection::reserve(&db, &of_run(ids[0], 0), moment()).await.expect("reserve");
        assert!(free.is_ok(), "{}: {free:?}", world.name);
        assert!(settle(&world, taken[0], 20, true).await);
        let again = connection::reserve(&db, &of_run(ids[1], 100), moment()).await.expect("reserve");
        assert!(again.is_ok(), "{}: what was not spent is free again: {again:?}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn concurrent_reservations_and_settlements_keep_the_sums_exact() {
    on_each_database(|world| async {
        let (db, ws) = (world.db.clone(), world.workspace_id);
        let ids = [add(&world, ws, budget(Some(400), None)).await, add(&world, ws, Budget::default()).await];
        connection::set_budget(&db, ws, budget(None, Some(1_000))).await.expect("budget");
        let tasks: Vec<_> = (0..60)
            .map(|n| {
                let (db, id) = (db.clone(), ids[n % 2]);
                tokio::spawn(async move {
                    let taken = connection::reserve(&db, &call(ws, id, 100), moment()).await.expect("reserve");
                    let Ok(call_id) = taken else { return 0 };
                    let settled = Settlement { is_success: true, cost_micros: 30, latency_ms: 1, error: None };
                    let mut tx = db.begin().await.expect("a transaction");
                    assert!(connection::settle(&mut tx, ws, call_id, &settled, moment()).await.expect("settle"));
                    tx.commit().await.expect("commit");
                    30
                })
            })
            .collect();
        let mut total = 0;
        for task in tasks {
            total += task.await.expect("a task");
        }
        assert!(total <= 1_000, "{}: {total}", world.name);
        assert_eq!(spent(&world, ws, moment()).await, (total, total), "{}", world.name);
        let own = spent(&world, ids[0], moment()).await.0 + spent(&world, ids[1], moment()).await.0;
        assert_eq!(own, total, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn refusal_names_the_budget_and_reserves_nothing() {
    on_each_database(|world| async {
        let id = add(&world, world.workspace_id, budget(Some(100), Some(150))).await;
        reserve(&world, id, 80, moment()).await.expect("reserved");
        let over = reserve(&world, id, 30, moment()).await;
        let expected = Refusal::OverBudget {
            scope: BudgetScope::Connection,
            period: BudgetPeriod::Day,
            budget_micros: 100,
            spent_micros: 80,
        };
        assert_eq!(over, Err(expected), "{}", world.name);
        assert_eq!(spent(&world, id, moment()).await, (80, 80), "{}: nothing was added", world.name);
        assert_eq!(spent(&world, world.workspace_id, moment()).await, (80, 80), "{}", world.name);
        assert!(reserve(&world, id, 0, moment()).await.is_ok(), "{}: free calls go on", world.name);
        let tomorrow = moment() + Duration::days(1);
        let month = reserve(&world, id, 80, tomorrow).await;
        assert!(matches!(month, Err(Refusal::OverBudget { period: BudgetPeriod::Month, spent_micros: 80, .. })));
        reserve(&world, id, 70, tomorrow).await.expect("the day is new, the month covers it");
        reserve(&world, id, 100, at("2026-12-01T00:00:00Z")).await.expect("the month is new");
        world
    })
    .await;
}

#[tokio::test]
async fn settlement_releases_the_difference_of_its_own_day_once() {
    on_each_database(|world| async {
        let (ws, late) = (world.workspace_id, at("2026-11-30T23:59:59Z"));
        let id = add(&world, ws, Budget::default()).await;
        let call_id = reserve(&world, id, 100, late).await.expect("reserved");
        let new_month = late + Duration::seconds(2);
        assert!(settle(&world, call_id, 40, true).await);
        assert_eq!(spent(&world, id, late).await, (40, 40), "{}", world.name);
        assert_eq!(spent(&world, id, new_month).await, (0, 0), "{}: of the day of the call", world.name);
        assert!(!settle(&world, call_id, 0, true).await, "{}: once", world.name);
        assert_eq!(spent(&world, id, late).await, (40, 40), "{}", world.name);
        let dear = reserve(&world, id, 10, late).await.expect("reserved");
        assert!(settle(&world, dear, 25, false).await);
        assert_eq!(spent(&world, ws, late).await, (65, 65), "{}: a higher cost counts as it is", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn reservation_of_a_dead_run_is_lost_and_keeps_counting() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = add(&world, ws, Budget::default()).await;
        let run_id = world.stored().await.id;
        let held = world.claim(&[run_id], 9).await.runs.remove(0);
        let of_run = NewCall { run: Some((run_id, held.attempt)), ..call(ws, id, 100) };
        let call_id = connection::reserve(db, &of_run, moment()).await.expect("reserve").expect("reserved");
        let free = reserve(&world, id, 7, moment()).await.expect("reserved without a run");
        assert_eq!(connection::lose_abandoned(db, moment()).await.expect("lose"), 0, "{}: all go on", world.name);
        let stale = NewCall { run: Some((run_id, held.attempt + 1)), ..of_run.clone() };
        let refused = connection::reserve(db, &stale, moment()).await.expect("reserve");
        assert_eq!(refused, Err(Refusal::RunLost), "{}: fenced", world.name);
        run::finish(db, &[Finish { run: held, outcome: Outcome::Succeeded(json!({})), effects: Vec::new() }], moment())
            .await
            .expect("finish");
        assert_eq!(connection::lose_abandoned(db, moment()).await.expect("lose"), 1, "{}", world.name);
        let later = moment() + Duration::minutes(10);
        assert_eq!(connection::lose_abandoned(db, later).await.expect("lose"), 1, "{}: after its time", world.name);
        let calls = connection::calls(db, ws, &CallFilter::default(), None, 9).await.expect("calls").items;
        assert!(calls.iter().all(|one| one.status == CallStatus::Lost), "{}: {calls:?}", world.name);
        assert_eq!(spent(&world, id, moment()).await, (107, 107), "{}: the provider may have charged", world.name);
        assert!(settle(&world, call_id, 60, true).await, "{}: the cost is known after all", world.name);
        assert!(settle(&world, free, 7, true).await);
        assert_eq!(spent(&world, id, moment()).await, (67, 67), "{}", world.name);
        assert_eq!(connection::reserve(db, &of_run, moment()).await.expect("reserve"), Err(Refusal::RunLost));
        world
    })
    .await;
}

#[tokio::test]
async fn calls_are_filtered_paged_and_summed() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (a, b) = (add(&world, ws, Budget::default()).await, add(&world, ws, Budget::default()).await);
        let mut made = Vec::new();
        for (n, id) in [a, a, b, a].into_iter().enumerate() {
            let day = moment() + Duration::days(i64::try_from(n).expect("few") / 2);
            let call_id = reserve(&world, id, 100, day).await.expect("reserved");
            if n < 3 {
                assert!(settle(&world, call_id, 10, n != 1).await);
            }
            made.push(call_id);
        }
        made.reverse();
        let page = async |before| connection::calls(db, ws, &CallFilter::default(), before, 3).await.expect("calls");
        assert_eq!(ids_of_pages(page, |one| one.id).await, made, "{}", world.name);
        let only =
            async |filter: CallFilter| connection::calls(db, ws, &filter, None, 9).await.expect("calls").items.len();
        assert_eq!(only(CallFilter { connection_id: Some(b), ..CallFilter::default() }).await, 1, "{}", world.name);
        assert_eq!(only(CallFilter { status: Some(CallStatus::Failed), ..CallFilter::default() }).await, 1);
        let today = moment().date_naive();
        assert_eq!(only(CallFilter { to: Some(today), ..CallFilter::default() }).await, 2);
        assert_eq!(only(CallFilter { operation: Some("other".to_owned()), ..CallFilter::default() }).await, 0);
        let to = today + Duration::days(5);
        let days = connection::spend(db, ws, SpendBy::Day, None, today, to).await.expect("spend");
        let days: Vec<_> = days.iter().map(|row| (row.group.as_str(), row.calls, row.failed, row.micros)).collect();
        assert_eq!(days, [("2026-11-23", 2, 1, 20), ("2026-11-24", 2, 0, 110)], "{}", world.name);
        let by = connection::spend(db, ws, SpendBy::Operation, Some(b), today, to).await.expect("spend");
        assert_eq!((by[0].group.as_str(), by[0].micros), ("serper/search", 10), "{}", world.name);
        let of_each = connection::spend(db, ws, SpendBy::Connection, None, today, to).await.expect("spend");
        let ids: Vec<Uuid> = of_each.iter().map(|row| row.group.parse().expect("an id")).collect();
        assert_eq!(ids, [a, b], "{}: the highest first", world.name);
        let stats = connection::stats(db, ws, today).await.expect("stats");
        assert_eq!((stats.calls, stats.succeeded, stats.micros), (3, 2, 30), "{}", world.name);
        assert_eq!(stats.mean_latency_ms, Some(120.0), "{}", world.name);
        assert_eq!(connection::delete_calls_older(db, moment() + Duration::days(9)).await.expect("delete"), 3);
        world
    })
    .await;
}

#[tokio::test]
async fn cache_belongs_to_its_connection_and_ends_with_its_credentials() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let (a, b) = (add(&world, ws, Budget::default()).await, add(&world, ws, Budget::default()).await);
        let new = NewEvidence {
            workspace_id: ws,
            provider: "serper",
            operation: "search",
            sha256: &[7; 32],
            size_bytes: 5,
            body: &[0, 1, 255],
            fetched_at: moment(),
            expires_at: moment() + Duration::days(30),
        };
        let evidence_id = connection::insert_evidence(db, &new).await.expect("evidence");
        let until = moment() + Duration::days(1);
        connection::remember(db, ws, a, "f", evidence_id, until).await.expect("remember");
        let cached = async |ws, id, now| connection::cached(db, ws, id, "f", now).await.expect("cached");
        assert_eq!(cached(ws, a, moment()).await, Some((evidence_id, moment(), vec![0, 1, 255])), "{}", world.name);
        assert_eq!(cached(ws, b, moment()).await, None, "{}: another account", world.name);
        assert_eq!(cached(bobs, a, moment()).await, None, "{}", world.name);
        assert_eq!(cached(ws, a, until).await, None, "{}: expired", world.name);
        assert!(connection::evidence_info(db, bobs, evidence_id).await.expect("info").is_none());
        let info = connection::evidence_info(db, ws, evidence_id).await.expect("info").expect("evidence");
        assert_eq!((info.sha256, info.size_bytes), (vec![7; 32], 5), "{}", world.name);
        let sealed = vault().seal(ws, a, &key(), rand_nonce()).expect("sealed");
        assert!(connection::replace_credentials(db, ws, a, &sealed).await.expect("replace"));
        assert_eq!(cached(ws, a, moment()).await, None, "{}: another account may answer now", world.name);
        let end = moment() + Duration::days(30);
        assert_eq!(connection::delete_expired_evidence(db, end).await.expect("delete"), 1, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn result_for_a_replaced_key_changes_nothing() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = add(&world, ws, Budget::default()).await;
        let mut ended = Vec::new();
        for _ in 0..2 {
            let new = NewRun::new(ws, world.user_id, RunKind::ConnectionTest, json!({}));
            let run_id = run::insert(db, &new).await.expect("insert").run.id;
            connection::set_test_run(db, ws, id, run_id).await.expect("set");
            ended.push(world.claim(&[run_id], 9).await.runs.remove(0));
        }
        let tested = |status| connection::ConnectionTested {
            connection_id: id,
            status,
            message: Some("It works.".to_owned()),
            account: Some(json!({"callsLeft": 3})),
            credentials: None,
        };
        let statuses = [Status::Revoked, Status::Connected];
        for (run, status) in ended.into_iter().zip(statuses) {
            let effects = vec![tested(status).into()];
            run::finish(db, &[Finish { run, outcome: Outcome::Succeeded(json!({})), effects }], moment())
                .await
                .expect("finish");
            let stored = connection::find(db, ws, id).await.expect("find").expect("one");
            let expected = if status == Status::Connected { Status::Connected } else { Status::Untested };
            assert_eq!(stored.status, expected, "{}", world.name);
        }
        let sent = count(db, "events", "type = 'connection:status'").await;
        assert_eq!(sent, 1, "{}: one change, one event", world.name);
        world
    })
    .await;
}
