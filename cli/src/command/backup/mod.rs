//! `motherlode backup`: writes a consistent snapshot to one file while servers are running.
//!
//! In the embedded mode a zip with the database, the secret, the uploads and a manifest with checksums; in the
//! distributed mode a PostgreSQL archive by `pg_dump`, which includes the uploads.

pub(crate) mod archive;
pub(crate) mod manifest;
pub(crate) mod postgres;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use shared::{config::Mode, domain::now};

use super::store::{self, Missing};
use crate::{
    options::StoreArgs,
    out::{self, Form},
};

const EXAMPLES: &str = "\
The file holds password hashes and the secret that signs tokens: keep it as you would keep those.

Examples:
  motherlode backup
  motherlode backup /backups/motherlode-$(date +%F).zip
  motherlode restore /backups/motherlode-2026-11-21.zip --data-dir restored";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BackupArgs {
    /// File to write; it must not exist. Default: motherlode-backup-TIME in the current folder.
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub store: StoreArgs,
}

/// Writes the file.
pub(crate) async fn run(args: BackupArgs, form: Form) -> anyhow::Result<ExitCode> {
    let store = store::open(&args.store, Missing::Refuse).await?;
    let extension = if matches!(store.mode, Mode::Embedded { .. }) { "zip" } else { "pgdump" };
    let file = args
        .file
        .unwrap_or_else(|| PathBuf::from(format!("motherlode-backup-{}.{extension}", now().format("%Y%m%d-%H%M%S"))));
    if file.exists() {
        bail!("{} exists already: choose another name", file.display());
    }
    let part = file.with_file_name(format!("{}.part", file.file_name().unwrap_or_default().to_string_lossy()));
    let written = match &store.mode {
        Mode::Embedded { data_dir, .. } => archive::write(&store.backends.db, data_dir, &part).await,
        Mode::Distributed { database_url, .. } => postgres::dump(database_url, &part).await,
    };
    store.backends.db.close().await;
    if let Err(error) = written {
        let _gone = std::fs::remove_file(&part);
        return Err(error);
    }
    std::fs::rename(&part, &file).with_context(|| format!("{} cannot be written", file.display()))?;
    let size_bytes = std::fs::metadata(&file)?.len();
    match form {
        Form::Json => out::json(&json!({ "file": file, "sizeBytes": size_bytes }))?,
        Form::Text => out::line(format_args!("Wrote {} ({}).", file.display(), size(size_bytes)))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Formats a size in KiB or MiB, rounded up.
fn size(bytes: u64) -> String {
    match bytes {
        bytes if bytes < 1 << 20 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        bytes => format!("{} MiB", bytes.div_ceil(1 << 20)),
    }
}
