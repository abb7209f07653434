//! `motherlode migrate`: brings the schema up to date.

use std::process::ExitCode;

use shared::config::Mode;

use super::data_dir;
use crate::{args::StoreArgs, settings};

/// Migrates; harmless when there is nothing to do.
pub async fn run(args: StoreArgs) -> anyhow::Result<ExitCode> {
    let mode = settings::mode(&args)?;
    let _taken = match &mode {
        Mode::Embedded { data_dir, .. } => Some(data_dir::take(data_dir)?),
        Mode::Distributed { .. } => None,
    };
    let backends = mode.open().await?;
    let (_, before) = backends.db.schema_versions().await?;
    backends.db.migrate().await?;
    let (now, _) = backends.db.schema_versions().await?;
    tracing::info!(schema.before = before, schema.now = now, "the schema is up to date");
    backends.db.close().await;
    Ok(ExitCode::SUCCESS)
}
