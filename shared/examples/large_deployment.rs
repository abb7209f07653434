//! Measures the steps of a deployment of many sites on SQLite, and on PostgreSQL if `DATABASE_URL_TEST` names a server: how long each
//! takes, and how long another writer waits at most. The number of sites is the first argument; default: 10,000.

#[path = "../../testing/databases.rs"]
mod databases;

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use serde_json::{Value, json};
use shared::{
    config::WorkspaceLimits,
    domain::{
        deployment::DeploymentKind,
        new_id, now,
        run::Lane,
        site::{SiteKind, SitePlace},
        user::Role,
    },
    store::{
        Db, PgLimits, StoreError,
        deployment::{self, Acted, CREATED_AT_ONCE, NewBatch, NewDeployment},
        release::NewRelease,
        run::{self, Effect, Finish, Outcome},
        site::{self, NewForm, NewSite, SiteBuilt},
        user::{self, NewUser},
        workspace,
    },
};
use uuid::Uuid;

use databases::{new_postgres, new_sqlite, on_database, sql};

type Done<T> = Result<T, Box<dyn Error + Send + Sync>>;

const NO_LIMITS: WorkspaceLimits =
    WorkspaceLimits { storage_bytes: None, runs_per_day: None, emails_per_day: None, crawl_urls: None };
/// Sites that go live on a day, at most.
const PER_DAY: u32 = 100_000;
/// Number of sites that are built between two measured steps at once.
const BUILT_AT_ONCE: usize = 500;

/// A database with a user and a workspace.
struct Bench {
    name: &'static str,
    db: Db,
    user_id: Uuid,
    workspace_id: Uuid,
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Done<()> {
    let count = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse())?;
    let folder = std::env::temp_dir().join(format!("motherlode-{}", new_id()));
    std::fs::create_dir_all(&folder)?;
    let measured = measure(&bench("sqlite", new_sqlite(&folder).await).await?, count).await;
    std::fs::remove_dir_all(&folder)?;
    measured?;
    let Ok(admin) = std::env::var("DATABASE_URL_TEST") else { return Ok(()) };
    let name = format!("bench_{}", new_id().simple());
    new_postgres(&admin, &name).await;
    let db = Db::connect_postgres(&on_database(&admin, &name), PgLimits { max_connections: 8 })?;
    let bench = bench("postgres", db).await?;
    let measured = measure(&bench, count).await;
    bench.db.close().await;
    sql(&admin, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
    measured
}

async fn bench(name: &'static str, db: Db) -> Done<Bench> {
    db.migrate().await?;
    let new = NewUser {
        id: new_id(),
        email: "ada@example.com".to_owned(),
        first_name: "Ada".to_owned(),
        last_name: "Example".to_owned(),
        company: None,
        role: Role::Free,
        password_hash: None,
    };
    let mut tx = db.begin().await?;
    user::insert(&mut tx, &new, now()).await?;
    tx.commit().await?;
    let workspace_id = workspace::list(&db, new.id).await?.first().ok_or("no workspace")?.id;
    Ok(Bench { name, db, user_id: new.id, workspace_id })
}

/// Measures a deployment that is cancelled while it is planned, and one that is built, approved, paused, resumed, cancelled and
/// retried.
async fn measure(bench: &Bench, count: usize) -> Done<()> {
    let (db, ws) = (&bench.db, bench.workspace_id);
    let (first, _) = step(bench, "start", plan(bench, "a", count)).await?;
    step(bench, "pause planned", acted(deployment::pause(db, ws, first, now()))).await?;
    step(bench, "resume planned", acted(deployment::resume(db, ws, first, now()))).await?;
    step(bench, "cancel planned", acted(deployment::cancel(db, ws, first, now()))).await?;
    let (id, sites) = step(bench, "start", plan(bench, "b", count)).await?;
    step(bench, "create", create(bench, id, count)).await?;
    for part in sites.chunks(BUILT_AT_ONCE) {
        build(bench, part).await?;
    }
    let limits = (NO_LIMITS, PER_DAY);
    let approve = deployment::approve(db, limits, (ws, id), bench.user_id, None, now());
    let started = step(bench, "approve", acted(approve)).await?.due.len();
    step(bench, "pause", acted(deployment::pause(db, ws, id, now()))).await?;
    step(bench, "resume", acted(deployment::resume(db, ws, id, now()))).await?;
    step(bench, "cancel", acted(deployment::cancel(db, ws, id, now()))).await?;
    let retry = deployment::retry(db, limits, (ws, id), bench.user_id, now());
    let retried = step(bench, "retry", acted(retry)).await?.due.len();
    let found = deployment::find(db, ws, id).await?.ok_or("no deployment")?;
    if (started, retried, found.counts.errors) == (count, count, 0) {
        return Ok(());
    }
    Err(format!("{count} sites: {started} approved, {retried} retried, {} errors", found.counts.errors).into())
}

/// Prints how long a step takes, and how long another writer waits at most.
async fn step<T>(bench: &Bench, name: &str, step: impl Future<Output = Done<T>>) -> Done<T> {
    let is_over = Arc::new(AtomicBool::new(false));
    let waits = tokio::spawn(longest_wait(bench.db.clone(), bench.workspace_id, Arc::clone(&is_over)));
    let begun = Instant::now();
    let done = step.await;
    let took = begun.elapsed();
    is_over.store(true, Ordering::Relaxed);
    let longest = waits.await??;
    println!("{}: {name}: {} ms, longest wait {} ms", bench.name, took.as_millis(), longest.as_millis());
    done
}

/// Takes the lock of the workspace, and on SQLite that of all writers, again and again; returns the longest wait.
async fn longest_wait(db: Db, workspace_id: Uuid, is_over: Arc<AtomicBool>) -> Result<Duration, StoreError> {
    let mut longest = Duration::ZERO;
    while !is_over.load(Ordering::Relaxed) {
        let begun = Instant::now();
        let mut tx = db.begin().await?;
        workspace::lock(&mut tx, workspace_id).await?;
        tx.commit().await?;
        longest = longest.max(begun.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(longest)
}

async fn acted<T>(action: impl Future<Output = Result<Acted<T>, StoreError>>) -> Done<T> {
    match action.await? {
        Acted::Done(done) => Ok(done),
        Acted::NotFound => Err("no such deployment".into()),
        _ => Err("the deployment did not allow it".into()),
    }
}

/// Starts a deployment, of which only the first sites exist; returns it with its sites.
async fn plan(bench: &Bench, slug: &str, count: usize) -> Done<(Uuid, Vec<Uuid>)> {
    let new = NewDeployment {
        id: new_id(),
        workspace_id: bench.workspace_id,
        user_id: bench.user_id,
        name: "Large".to_owned(),
        kind: DeploymentKind::Batch,
        plan: json!({}),
    };
    let sites: Vec<NewSite> = (0..count).map(|no| new_site(&format!("{slug}{no}"))).collect();
    let batch = NewBatch::new(new.id, &sites);
    let mut tx = bench.db.begin().await?;
    deployment::insert_batch(&mut tx, NO_LIMITS, &new, &batch, now()).await?;
    tx.commit().await?;
    Ok((new.id, sites.iter().map(|site| site.id).collect()))
}

async fn create(bench: &Bench, id: Uuid, count: usize) -> Done<()> {
    for _ in 0..count.div_ceil(CREATED_AT_ONCE) {
        deployment::create_planned(&bench.db, (bench.workspace_id, id), now()).await?;
    }
    Ok(())
}

/// Builds sites; their releases wait for approval.
async fn build(bench: &Bench, sites: &[Uuid]) -> Done<()> {
    let mut ids = Vec::new();
    for id in sites {
        let found = site::find(&bench.db, bench.workspace_id, *id).await?.ok_or("no site")?;
        ids.extend(found.run_id);
    }
    let at = now();
    let claimed = run::claim(&bench.db, Lane::Batch, &ids, new_id(), 10_000, at, at + TimeDelta::seconds(60)).await?;
    let built = claimed.runs.into_iter().map(|run| {
        let effects: Vec<Effect> = run.website_id.map(|site_id| built(site_id).into()).into_iter().collect();
        Finish { run, outcome: Outcome::Succeeded(Value::Null), effects }
    });
    run::finish(&bench.db, &built.collect::<Vec<_>>(), now()).await?;
    Ok(())
}

/// A build without pages: only its release counts here.
fn built(site_id: Uuid) -> SiteBuilt {
    SiteBuilt {
        site_id,
        name: None,
        pages: Vec::new(),
        release: NewRelease {
            id: new_id(),
            digest: "one".to_owned(),
            files: Vec::new(),
            gate: json!({"passes": true}),
            is_blocked: false,
            needs_review: false,
            rental_id: None,
            preview_key: new_id().simple().to_string(),
            pages: (1, 1),
            blobs: Vec::new(),
        },
        sketches: Vec::new(),
        blocked_by: None,
    }
}

fn new_site(slug: &str) -> NewSite {
    NewSite {
        id: new_id(),
        name: format!("Guide of {slug}"),
        url: format!("https://{slug}.sites.example/"),
        host: format!("{slug}.sites.example"),
        slug: slug.to_owned(),
        kind: SiteKind::Goldmine,
        vertical: "plumbing".to_owned(),
        vertical_name: "Plumbing".to_owned(),
        places: vec![SitePlace { id: "4553433".to_owned(), name: "Tulsa, OK".to_owned() }],
        theme: "harbor".to_owned(),
        seed: 1,
        phone: None,
        phone_is_owned: false,
        target_id: None,
        deployment_id: None,
        form: Some(NewForm { id: new_id(), key: format!("key-{slug}"), consent_text: "I agree.".to_owned() }),
    }
}
