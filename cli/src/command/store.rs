//! Store of an installation, for commands that access it while servers are running.

use std::path::Path;

use anyhow::{Context, bail};
use shared::config::{Backends, Mode};

use super::data_dir::{self, DataDir};
use crate::{options::StoreArgs, settings};

/// What to do if there is no installation yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Create one.
    Create,
    /// Return an error.
    Refuse,
}

/// An opened store.
#[derive(Debug)]
pub(crate) struct Store {
    /// Mode of the installation.
    pub mode: Mode,
    /// Database, queue, bus and limiter.
    pub backends: Backends,
    /// Lock on the data directory, if no server holds it.
    pub taken: Option<DataDir>,
}

/// Opens the configured store and checks its schema.
pub(crate) async fn open(args: &StoreArgs, missing: Missing) -> anyhow::Result<Store> {
    let mode = settings::mode(args)?;
    match &mode {
        Mode::Embedded { data_dir, .. } => {
            if missing == Missing::Refuse && !Mode::sqlite_file(data_dir).exists() {
                bail!(
                    "there is no installation in {}: begin one with `motherlode up`, or name another with --data-dir",
                    data_dir.display()
                );
            }
            let taken = data_dir::try_take(data_dir)?;
            let backends = open_backends(&mode, data_dir).await?;
            if taken.is_some() {
                backends.db.migrate().await?;
            }
            check(&backends, "stop the server that runs here and start this version of it").await?;
            Ok(Store { mode, backends, taken })
        }
        Mode::Distributed { .. } => {
            let backends = mode.open().await?;
            check(&backends, "run `motherlode migrate`").await?;
            Ok(Store { mode, backends, taken: None })
        }
    }
}

async fn open_backends(mode: &Mode, data_dir: &Path) -> anyhow::Result<Backends> {
    mode.open().await.with_context(|| format!("the data directory {}", data_dir.display()))
}

async fn check(backends: &Backends, cure: &str) -> anyhow::Result<()> {
    let (known, applied) = backends.db.schema_versions().await?;
    match applied.unwrap_or(0) {
        applied if applied < known => bail!("the database's schema is behind this program: {cure}"),
        applied if applied > known => bail!("the database has had a newer version of this program: install that one"),
        _ => Ok(()),
    }
}
