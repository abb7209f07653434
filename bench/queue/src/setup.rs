//! A new installation with workers in this process.

use std::path::PathBuf;

use anyhow::bail;
use serde_json::json;
use shared::{
    config::{Backends, FleetSettings, Mode, Secret},
    domain::{
        new_id, now,
        run::{NewRun, RunKind},
        user::Role,
    },
    store::{Durability, PgLimits, user, workspace},
};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::Args;

/// A running installation.
pub(crate) struct Bench {
    pub(crate) mode: &'static str,
    pub(crate) backends: Backends,
    account: Account,
    stop: CancellationToken,
    fleet: JoinHandle<()>,
    folder: PathBuf,
}

/// An account with its personal workspace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Account {
    pub(crate) user_id: Uuid,
    pub(crate) workspace_id: Uuid,
}

impl Account {
    pub(crate) async fn new(backends: &Backends) -> anyhow::Result<Self> {
        let user_id = new_id();
        let mut tx = backends.db.begin().await?;
        let new = user::NewUser {
            id: user_id,
            email: format!("{user_id}@example.com"),
            first_name: "Bench".to_owned(),
            last_name: String::new(),
            company: None,
            role: Role::Free,
            password_hash: None,
        };
        user::insert(&mut tx, &new, now()).await?;
        tx.commit().await?;
        let Some(workspace) = workspace::list(&backends.db, user_id).await?.into_iter().next() else {
            bail!("the account has no workspace");
        };
        Ok(Self { user_id, workspace_id: workspace.id })
    }

    /// Returns a run with a payload of about 200 bytes.
    pub(crate) fn probe(self, progress: u32) -> NewRun {
        let payload = json!({"progress": progress, "echo": "x".repeat(170)});
        NewRun::new(self.workspace_id, self.user_id, RunKind::Probe, payload)
    }
}

impl Bench {
    pub(crate) async fn new(args: &Args) -> anyhow::Result<Self> {
        let folder = std::env::temp_dir().join(format!("motherlode-bench-{}", new_id()));
        std::fs::create_dir_all(&folder)?;
        let (mode, name) = mode(args, folder.clone())?;
        let backends = mode.open().await?;
        backends.db.migrate().await?;
        let account = Account::new(&backends).await?;
        let settings = FleetSettings {
            interactive_slots: args.concurrency,
            batch_slots: 0,
            per_user: args.per_user.unwrap_or(i32::MAX),
            grace: std::time::Duration::from_millis(100),
            ..FleetSettings::default()
        };
        let stop = CancellationToken::new();
        let fleet = tokio::spawn(workers::run(settings, backends.clone(), stop.clone()));
        // Waits for the workers' first reconciliation before the measurement.
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        Ok(Self { mode: name, backends, account, stop, fleet, folder })
    }

    /// Returns a run with a payload of about 200 bytes.
    pub(crate) fn probe(&self, progress: u32) -> NewRun {
        self.account.probe(progress)
    }

    pub(crate) const fn account(&self) -> Account {
        self.account
    }

    pub(crate) async fn end(self) -> anyhow::Result<()> {
        self.stop.cancel();
        self.fleet.await?;
        self.backends.db.close().await;
        std::fs::remove_dir_all(self.folder)?;
        Ok(())
    }
}

fn mode(args: &Args, folder: PathBuf) -> anyhow::Result<(Mode, &'static str)> {
    match (&args.database_url, &args.redis_url) {
        (Some(database_url), Some(redis_url)) => Ok((
            Mode::Distributed {
                database_url: Secret::new(database_url.clone()),
                redis_url: Secret::new(redis_url.clone()),
                limits: PgLimits { max_connections: 12 },
            },
            "distributed (PostgreSQL, Redis)",
        )),
        (None, None) if args.normal => {
            Ok((Mode::Embedded { data_dir: folder, durability: Durability::ProcessEnd }, "embedded (SQLite NORMAL)"))
        }
        (None, None) => {
            Ok((Mode::Embedded { data_dir: folder, durability: Durability::PowerCut }, "embedded (SQLite FULL)"))
        }
        _ => bail!("the distributed mode needs --database-url and --redis-url"),
    }
}
