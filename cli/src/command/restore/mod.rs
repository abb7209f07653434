//! `motherlode restore`: restores a backup.
//!
//! Existing data are not changed before the whole archive has been unpacked and verified.

mod check;
mod swap;

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use shared::{
    config::Mode,
    store::{Db, Durability, upkeep},
};

use super::{backup::postgres, data_dir};
use crate::{
    options::StoreArgs,
    out::{self, Form},
    settings,
};

const EXAMPLES: &str = "\
Examples:
  motherlode restore motherlode-backup-20261121-120000.zip --data-dir restored
  motherlode restore motherlode-backup-20261121-120000.zip --force        what is there now is moved aside, not deleted";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RestoreArgs {
    /// Backup file of `motherlode backup`.
    pub file: PathBuf,
    /// Replace existing data. In embedded mode they are moved aside; in distributed mode they are lost.
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub store: StoreArgs,
}

/// Restores a backup; servers must be stopped.
pub(crate) async fn run(args: RestoreArgs, form: Form) -> anyhow::Result<ExitCode> {
    let mode = settings::mode(&args.store)?;
    let is_postgres = is_postgres_archive(&args.file)?;
    let answer = match &mode {
        Mode::Embedded { data_dir, .. } if !is_postgres => embedded(&args, data_dir).await?,
        Mode::Distributed { database_url, .. } if is_postgres => {
            let backends = mode.open().await?;
            if !args.force && !upkeep::is_empty(&backends.db).await? {
                bail!("the database is not empty: name an empty one, or give --force to replace what it holds");
            }
            backends.db.close().await;
            postgres::restore(database_url, &args.file).await?;
            json!({ "restored": args.file })
        }
        Mode::Embedded { .. } => {
            bail!("this backup is of a distributed installation: set DATABASE_URL and REDIS_URL to restore it")
        }
        Mode::Distributed { .. } => {
            bail!("this backup is of an embedded installation: unset DATABASE_URL and REDIS_URL to restore it")
        }
    };
    match form {
        Form::Json => out::json(&answer)?,
        Form::Text => {
            out::line(format_args!("Restored {}.", args.file.display()))?;
            if let Some(aside) = answer["movedAside"].as_str() {
                out::line(format_args!("What was there is in {aside}."))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn is_postgres_archive(file: &Path) -> anyhow::Result<bool> {
    let mut head = Vec::new();
    let source = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
    source.take(5).read_to_end(&mut head)?;
    Ok(head == b"PGDMP")
}

async fn embedded(args: &RestoreArgs, data_dir: &Path) -> anyhow::Result<serde_json::Value> {
    let _taken = data_dir::take(data_dir)?;
    if !args.force && Mode::sqlite_file(data_dir).exists() {
        bail!(
            "{} holds an installation already: choose another --data-dir, or give --force to move it aside",
            data_dir.display()
        );
    }
    let fresh = data_dir.join(format!("restore-{}", shared::domain::new_id()));
    let restored = unpack(&args.file, data_dir, &fresh).await;
    let _gone = std::fs::remove_dir_all(&fresh);
    restored
}

async fn unpack(file: &Path, data_dir: &Path, fresh: &Path) -> anyhow::Result<serde_json::Value> {
    let (archive, target) = (file.to_owned(), fresh.to_owned());
    let manifest = tokio::task::spawn_blocking(move || check::unpack(&archive, &target)).await??;
    check_database(fresh).await?;
    let aside = swap::into_place(fresh, data_dir)?;
    Ok(
        json!({ "restored": file, "createdAt": manifest.created_at, "files": manifest.files.len(), "movedAside": aside }),
    )
}

/// Checks the integrity of the unpacked database, and that this program knows its schema.
async fn check_database(dir: &Path) -> anyhow::Result<()> {
    let db = Db::open_sqlite(&Mode::sqlite_file(dir), Durability::PowerCut).await?;
    let Db::Sqlite(sqlite) = &db else { bail!("the embedded mode's database is SQLite") };
    let damages = sqlite.damages().await.context("the backup's database cannot be read")?;
    let (known, applied) = db.schema_versions().await?;
    db.close().await;
    if let Some(first) = damages.first() {
        bail!("the backup's database is damaged: {first}");
    }
    if applied.is_none_or(|applied| applied > known) {
        bail!("the backup is of a newer version of this program: install that one first");
    }
    Ok(())
}
