//! A separate store for each test case, for the contract suite and the workers' tests.

#[path = "databases.rs"]
mod databases;

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use serde_json::json;
use shared::{
    bus::Bus,
    domain::{
        new_id, now,
        run::{Lane, NewRun, Run, RunKind},
    },
    queue::Queue,
    store::{
        Db, Durability, PgLimits, run,
        user::{self, NewUser},
    },
};
use uuid::Uuid;

use self::databases::{new_postgres, new_sqlite, on_database, sql};

/// A database with a user and a workspace.
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) db: Db,
    pub(crate) user_id: Uuid,
    pub(crate) workspace_id: Uuid,
    drop: Drop,
}

enum Drop {
    Folder(PathBuf),
    Database { admin: String, name: String },
}

fn server(variable: &str) -> Option<String> {
    let address = std::env::var(variable).ok();
    let required = std::env::var("MOTHERLODE_REQUIRE_SERVERS").is_ok_and(|value| value == "1");
    assert!(address.is_some() || !required, "{variable} is not set, but MOTHERLODE_REQUIRE_SERVERS=1");
    address
}

/// Runs a case on every database.
pub(crate) async fn on_each_database<F, Fut>(case: F)
where
    F: Fn(World) -> Fut,
    Fut: Future<Output = World>,
{
    on_each_database_at(None, case).await;
}

/// Runs a case on every database at a schema version; `None` is the latest.
pub(crate) async fn on_each_database_at<F, Fut>(version: Option<i64>, case: F)
where
    F: Fn(World) -> Fut,
    Fut: Future<Output = World>,
{
    let folder = std::env::temp_dir().join(format!("motherlode-{}", new_id()));
    std::fs::create_dir_all(&folder).expect("a folder for the database");
    let db = match version {
        Some(_) => Db::open_sqlite(&folder.join("test.db"), Durability::ProcessEnd).await.expect("SQLite"),
        None => new_sqlite(&folder).await,
    };
    case(world("sqlite", version, db, Drop::Folder(folder)).await).await.close().await;
    if let Some(admin) = server("DATABASE_URL_TEST") {
        let name = format!("test_{}", new_id().simple());
        match version {
            Some(_) => sql(&admin, &format!("CREATE DATABASE {name}")).await,
            None => new_postgres(&admin, &name).await,
        }
        let address = on_database(&admin, &name);
        let db = Db::connect_postgres(&address, PgLimits { max_connections: 8 }).expect("PostgreSQL");
        let drop = Drop::Database { admin, name };
        case(world("postgres", version, db, drop).await).await.close().await;
    }
}

/// Returns every queue with its name.
pub(crate) fn queues() -> Vec<(&'static str, Queue)> {
    let mut queues = vec![("memory", Queue::memory())];
    if let Some(url) = redis() {
        queues.push(("redis", Queue::redis_named(&url, &format!("test:{}", new_id())).expect("a Redis address")));
    }
    queues
}

/// Returns every bus with its name and two ends, like two processes.
pub(crate) fn buses() -> Vec<(&'static str, Bus, Bus)> {
    let local = Bus::local();
    let mut buses = vec![("local", local.clone(), local)];
    if let Some(url) = redis() {
        buses.push(("redis", Bus::redis(&url).expect("an address"), Bus::redis(&url).expect("an address")));
    }
    buses
}

pub(crate) fn redis() -> Option<String> {
    server("REDIS_URL_TEST")
}

async fn world(name: &'static str, version: Option<i64>, db: Db, drop: Drop) -> World {
    match version {
        Some(version) => db.migrate_to(version).await.expect("migrations"),
        None => db.migrate().await.expect("migrations"),
    }
    let user_id = add_user(&db, "ada@example.com").await;
    let workspace_id = shared::store::workspace::list(&db, user_id).await.expect("workspaces")[0].id;
    World { name, db, user_id, workspace_id, drop }
}

/// Adds an account.
pub(crate) async fn add_user(db: &Db, email: &str) -> Uuid {
    let id = new_id();
    let mut tx = db.begin().await.expect("a transaction");
    let new = NewUser {
        id,
        email: email.to_owned(),
        first_name: "Ada".to_owned(),
        last_name: "Example".to_owned(),
        company: None,
        role: shared::domain::user::Role::Free,
        password_hash: None,
    };
    user::insert(&mut tx, &new, now()).await.expect("an account");
    tx.commit().await.expect("commit");
    id
}

impl World {
    /// Returns a probe run of this world's user.
    pub(crate) fn probe(&self) -> NewRun {
        NewRun::new(self.workspace_id, self.user_id, RunKind::Probe, json!({"sleepMs": 0}))
    }

    /// Stores a probe run.
    pub(crate) async fn stored(&self) -> Run {
        run::insert(&self.db, &self.probe()).await.expect("insert").run
    }

    /// Claims runs for a new worker, with a lease of ten seconds.
    pub(crate) async fn claim(&self, ids: &[Uuid], per_user: i32) -> run::Claim {
        let at = now();
        run::claim(&self.db, Lane::Interactive, ids, new_id(), per_user, at, lease(at)).await.expect("claim")
    }

    /// Loads the current state of a run.
    pub(crate) async fn run(&self, id: Uuid) -> Run {
        run::find(&self.db, self.workspace_id, id).await.expect("find").expect("the run")
    }

    /// Returns the number of the user's runs that count as running.
    pub(crate) async fn running(&self) -> i64 {
        let count = "SELECT CAST(COALESCE(SUM(running), 0) AS BIGINT) FROM user_lanes";
        match &self.db {
            Db::Postgres(pool) => sqlx::query_scalar(count).fetch_one(pool).await.expect("count"),
            Db::Sqlite(sqlite) => sqlx::query_scalar(count).fetch_one(sqlite.reader()).await.expect("count"),
        }
    }

    async fn close(self) {
        self.db.close().await;
        match self.drop {
            Drop::Folder(folder) => std::fs::remove_dir_all(folder).expect("the folder goes"),
            Drop::Database { admin, name } => sql(&admin, &format!("DROP DATABASE {name} WITH (FORCE)")).await,
        }
    }
}

pub(crate) fn lease(at: DateTime<Utc>) -> DateTime<Utc> {
    at + chrono::Duration::seconds(10)
}
