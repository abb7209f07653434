//! Executes runs by running servers or by this command.

use std::{
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use shared::{
    config::{FleetSettings, Mode},
    domain::{
        now,
        run::{NewRun, Run, RunStatus},
    },
    events,
    store::{Db, run},
    uploads::Uploads,
};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::{
    command::{
        data_dir::{self, DataDir},
        store::Store,
    },
    out,
};

const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Time without a worker after which the caller is notified.
const PATIENCE: Duration = Duration::from_secs(10);

/// The store, and this command's own worker if it has one.
pub(crate) struct Work {
    pub store: Store,
    pub uploads: Uploads,
    fleet: Option<Fleet>,
}

struct Fleet {
    stop: CancellationToken,
    task: JoinHandle<()>,
    _taken: DataDir,
}

impl Work {
    /// Starts a worker in this command if no server can do the work.
    pub(crate) async fn begin(mut store: Store) -> anyhow::Result<Self> {
        let taken = store.taken.take();
        let dir = upload_dir(&store);
        let uploads = Uploads::new(dir, &store.backends.db);
        let mut work = Self { store, uploads, fleet: None };
        if let Some(taken) = taken {
            work.start(taken).await?;
        }
        Ok(work)
    }

    pub(crate) fn db(&self) -> &Db {
        &self.store.backends.db
    }

    async fn start(&mut self, taken: DataDir) -> anyhow::Result<()> {
        let backends = self.store.backends.clone();
        // No other process can hold a run of this directory.
        events::publish_stored(&backends.bus, run::release_all(&backends.db, now()).await?);
        let settings = FleetSettings { upload_dir: upload_dir(&self.store), ..FleetSettings::default() };
        let stop = CancellationToken::new();
        let task = tokio::spawn(workers::run(settings, backends, stop.clone()));
        self.fleet = Some(Fleet { stop, task, _taken: taken });
        Ok(())
    }

    /// Starts a stored run.
    pub(crate) async fn wake(&self, new: &NewRun) -> anyhow::Result<()> {
        let backends = &self.store.backends;
        if self.fleet.is_some() || matches!(self.store.mode, Mode::Distributed { .. }) {
            return backends
                .queue
                .deliver(new.lane, &[new.delivery()])
                .await
                .context("the run is stored, but Redis does not answer");
        }
        // The server's reconciler checks due runs every second.
        Ok(run::postpone(&backends.db, &[new.id], now()).await?)
    }

    /// Waits until a run has ended, and shows its progress.
    pub(crate) async fn ended(&mut self, new: &NewRun) -> anyhow::Result<Run> {
        let begun = Instant::now();
        let mut line = Line::default();
        let mut is_told = false;
        loop {
            let found = run::find_any(self.db(), new.id).await?.context("the run no longer exists")?;
            if found.status.is_final() {
                line.clear();
                return Ok(found);
            }
            if found.status == RunStatus::Running {
                line.show(&format!("{:>3} %  {}", found.percent, found.message));
            } else if begun.elapsed() > PATIENCE {
                self.step_in().await?;
                if !is_told && self.fleet.is_none() {
                    out::note(format_args!("waiting for a worker in the queue (Ctrl-C leaves it there)"));
                    is_told = true;
                }
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Takes over if the embedded mode's server has stopped.
    async fn step_in(&mut self) -> anyhow::Result<()> {
        let Mode::Embedded { data_dir, .. } = &self.store.mode else { return Ok(()) };
        if self.fleet.is_some() {
            return Ok(());
        }
        match data_dir::try_take(data_dir)? {
            Some(taken) => self.start(taken).await,
            None => Ok(()),
        }
    }

    /// Stops this command's worker and closes the store.
    pub(crate) async fn end(self) {
        if let Some(fleet) = self.fleet {
            fleet.stop.cancel();
            // All outcomes are written by now, so a timeout loses nothing.
            match tokio::time::timeout(PATIENCE, fleet.task).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!(%error, "the worker did not end well"),
                Err(_) => tracing::warn!("the worker did not end in time"),
            }
        }
        self.store.backends.db.close().await;
    }
}

/// Folder of uploads; `None` means in the database.
fn upload_dir(store: &Store) -> Option<std::path::PathBuf> {
    match &store.mode {
        Mode::Embedded { data_dir, .. } => Some(data_dir.join("uploads")),
        Mode::Distributed { .. } => None,
    }
}

/// Returns an error unless the run succeeded.
pub(crate) fn succeeded(run: Run) -> anyhow::Result<Run> {
    match run.status {
        RunStatus::Succeeded => Ok(run),
        RunStatus::Cancelled => bail!("it was cancelled"),
        _ => bail!("{}", run.error.map_or_else(|| "it failed".to_owned(), |error| error.0.detail)),
    }
}

/// A progress line that is rewritten on a terminal; nothing if standard error is not a terminal.
#[derive(Default)]
struct Line {
    shown: String,
}

impl Line {
    fn show(&mut self, text: &str) {
        let mut err = std::io::stderr().lock();
        if text != self.shown && err.is_terminal() {
            let _unseen = write!(err, "\r\x1b[2K{text}").and_then(|()| err.flush());
            text.clone_into(&mut self.shown);
        }
    }

    fn clear(&self) {
        if !self.shown.is_empty() {
            let _unseen = write!(std::io::stderr().lock(), "\r\x1b[2K");
        }
    }
}
