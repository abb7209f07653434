//! Limits of the operator for each workspace.

use chrono::Duration;
use futures::future::join_all;
use serde_json::json;
use shared::{
    config::WorkspaceLimits,
    domain::{
        new_id, now,
        run::{NewRun, RunKind},
        usage::{OverLimit, Usage, UsageLimit},
    },
    store::{
        Result, StoreError,
        import::{self, NewImport},
        run, usage,
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, count, other_user, try_within, within},
    world::{World, on_each_database},
};

fn runs(most: i64) -> WorkspaceLimits {
    WorkspaceLimits { runs_per_day: Some(most), ..WorkspaceLimits::default() }
}

fn storage(most: i64) -> WorkspaceLimits {
    WorkspaceLimits { storage_bytes: Some(most), ..WorkspaceLimits::default() }
}

fn over<T: std::fmt::Debug>(refused: Result<T>) -> OverLimit {
    match refused {
        Err(StoreError::OverLimit(over)) => over,
        other => panic!("not a limit: {other:?}"),
    }
}

async fn insert(world: &World, limits: WorkspaceLimits, new: &NewRun) -> Result<bool> {
    try_within(&world.db, async |tx| Ok(run::insert_counted(tx, limits, new).await?.fresh)).await
}

async fn used(world: &World) -> Usage {
    usage::find(&world.db, world.workspace_id, now()).await.expect("usage")
}

async fn begun(world: &World) -> Uuid {
    let new = NewImport {
        id: new_id(),
        workspace_id: world.workspace_id,
        website_id: None,
        user_id: world.user_id,
        file_name: "Queries.csv".into(),
    };
    import::insert(&world.db, &new, now()).await.expect("import");
    new.id
}

#[tokio::test]
async fn concurrent_runs_do_not_exceed_the_limit_of_a_day() {
    on_each_database(|world| async {
        let new: Vec<NewRun> = (0..12).map(|_| world.probe()).collect();
        let stored = join_all(new.iter().map(|new| insert(&world, runs(5), new))).await;
        assert_eq!(stored.iter().filter(|stored| stored.is_ok()).count(), 5, "{}", world.name);
        let refused = over(stored.into_iter().find(Result::is_err).expect("a refusal"));
        assert_eq!((refused.limit, refused.used, refused.most), (UsageLimit::Runs, 5, 5), "{}", world.name);
        assert_eq!(count(&world.db, "runs", "1 = 1").await, 5, "{}: a refused run is not stored", world.name);
        assert_eq!(used(&world).await.runs, 5, "{}", world.name);
        let (user_id, workspace_id) = other_user(&world, "bob@example.com").await;
        let of_bob = NewRun::new(workspace_id, user_id, RunKind::Probe, json!({}));
        assert!(insert(&world, runs(5), &of_bob).await.is_ok(), "{}: each workspace has its own", world.name);
        let tomorrow = now() + Duration::days(1);
        let next =
            try_within(&world.db, async |tx| usage::count_runs(tx, runs(5), world.workspace_id, 5, tomorrow).await);
        assert!(next.await.is_ok(), "{}: a new day", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn repeated_requests_and_undoing_do_not_count_as_runs() {
    on_each_database(|world| async {
        let keyed = || NewRun { idempotency_key: Some("one".to_owned()), ..world.probe() };
        assert!(insert(&world, runs(1), &keyed()).await.expect("the first"), "{}", world.name);
        assert!(!insert(&world, runs(1), &keyed()).await.expect("the same"), "{}", world.name);
        for kind in [RunKind::ImportUndo, RunKind::Undo] {
            let undo = NewRun::new(world.workspace_id, world.user_id, kind, json!({}));
            assert!(insert(&world, runs(1), &undo).await.is_ok(), "{}: {kind}", world.name);
        }
        assert_eq!(used(&world).await.runs, 1, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn children_and_retries_count_as_runs() {
    on_each_database(|world| async {
        let parent = NewRun::new(world.workspace_id, world.user_id, RunKind::Batch, json!({}));
        let child = || NewRun { parent_id: Some(parent.id), ..world.probe() };
        let three = [child(), child(), child()];
        let refused = over(run::insert_parent(&world.db, runs(2), &parent, &three).await);
        assert_eq!((refused.used, refused.wanted, refused.most), (0, 3, 2), "{}", world.name);
        run::insert_parent(&world.db, runs(3), &parent, &three).await.expect("three");
        run::cancel(&world.db, world.workspace_id, parent.id, now()).await.expect("cancel");
        let refused = over(run::retry(&world.db, runs(5), world.workspace_id, parent.id, now()).await);
        assert_eq!((refused.used, refused.wanted), (3, 3), "{}", world.name);
        let again = run::retry(&world.db, runs(6), world.workspace_id, parent.id, now()).await.expect("retry");
        assert_eq!(again.map(|(_, due)| due.len()), Some(3), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn concurrent_uploads_and_rows_do_not_exceed_the_storage_limit() {
    on_each_database(|world| async {
        let limits = storage(10_000);
        let (first, second) = (begun(&world).await, begun(&world).await);
        let complete = |id| import::complete(&world.db, limits, id, "Queries.csv", 6_000, &[]);
        let (a, b) = tokio::join!(complete(first), complete(second));
        assert!(a.is_ok() != b.is_ok(), "{}: {a:?} {b:?}", world.name);
        assert_eq!(used(&world).await.storage_bytes, 6_000, "{}", world.name);
        let refused = over(a.and(b));
        assert_eq!((refused.used, refused.wanted, refused.most), (6_000, 6_000, 10_000), "{}", world.name);
        assert!(usage::room(&world.db, limits, world.workspace_id, now()).await.expect("room").check(4_001).is_err());

        let website_id = add_website(&world.db, world.workspace_id, "example.com").await;
        let batch = import::begin_batch(&world.db, first, website_id, 1, now()).await.expect("batch");
        let reserve = || usage::reserve_rows(&world.db, limits, world.workspace_id, batch, 12, now());
        let (a, b) = tokio::join!(reserve(), reserve());
        assert!(a.is_ok() != b.is_ok(), "{}: {a:?} {b:?}", world.name);
        assert_eq!(used(&world).await.storage_bytes, 6_000 + 12 * usage::BYTES_PER_ROW, "{}", world.name);
        import::delete_batch(&world.db, first, None).await.expect("deletion");
        assert_eq!(used(&world).await.storage_bytes, 6_000, "{}: deleted rows free their bytes", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn uploads_that_were_not_imported_are_deleted_after_a_week() {
    on_each_database(|world| async {
        let id = begun(&world).await;
        import::complete(&world.db, WorkspaceLimits::default(), id, "Queries.csv", 6_000, &[]).await.expect("upload");
        let old = |age| now() - age + Duration::seconds(1);
        let list = async |before| import::never_imported(&world.db, before).await.expect("list");
        assert!(list(old(usage::UPLOADS_WITHOUT_IMPORT)).await.is_empty(), "{}", world.name);
        assert_eq!(list(old(Duration::zero())).await, [id], "{}", world.name);
        assert!(import::delete_never_imported(&world.db, id).await.expect("deletion"), "{}", world.name);
        assert_eq!(used(&world).await.storage_bytes, 0, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn emails_of_a_day_are_limited_and_old_days_are_deleted() {
    on_each_database(|world| async {
        let limits = WorkspaceLimits { emails_per_day: Some(2), ..WorkspaceLimits::default() };
        let send = async |at| {
            try_within(&world.db, async |tx| usage::count_email(tx, limits, world.workspace_id, at).await).await
        };
        let sent = join_all((0..5).map(|_| send(now()))).await;
        assert_eq!(sent.iter().filter(|sent| sent.is_ok()).count(), 2, "{}", world.name);
        let refused = over(sent.into_iter().find(Result::is_err).expect("a refusal"));
        assert_eq!((refused.limit, refused.used), (UsageLimit::Emails, 2), "{}", world.name);
        assert!(send(now() - Duration::days(3)).await.is_ok(), "{}", world.name);
        within(&world.db, async |tx| usage::delete_older(tx, now().date_naive() - Duration::days(1)).await).await;
        assert_eq!(count(&world.db, "workspace_days", "1 = 1").await, 1, "{}", world.name);
        world
    })
    .await;
}
