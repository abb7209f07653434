//! `motherlode migrate`: migrates the schema.

use std::process::ExitCode;

use shared::config::Mode;

use super::data_dir;
use crate::{
    options::StoreArgs,
    out::{self, Form},
    settings,
};

/// Migrates; does nothing if the schema is current.
pub(crate) async fn run(args: StoreArgs, form: Form) -> anyhow::Result<ExitCode> {
    let mode = settings::mode(&args)?;
    let _taken = match &mode {
        Mode::Embedded { data_dir, .. } => Some(data_dir::take(data_dir)?),
        Mode::Distributed { .. } => None,
    };
    let backends = mode.open().await?;
    let (_, before) = backends.db.schema_versions().await?;
    backends.db.migrate().await?;
    let (now, _) = backends.db.schema_versions().await?;
    match form {
        Form::Json => out::json(&serde_json::json!({ "schemaBefore": before, "schemaNow": now }))?,
        Form::Text if before == Some(now) => out::line(format_args!("The schema is up to date: version {now}."))?,
        Form::Text => {
            out::line(format_args!("The schema is at version {now} now; it was at {}.", before.unwrap_or(0)))?
        }
    }
    backends.db.close().await;
    Ok(ExitCode::SUCCESS)
}
