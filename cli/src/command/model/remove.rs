//! `motherlode model remove`.

use anyhow::bail;
use clap::Args;
use serde_json::json;
use workers::models;

use super::{DataDirArg, place::Place, wanted};
use crate::out::{self, Form};

#[derive(Debug, Args)]
pub(crate) struct RemoveArgs {
    /// Model name.
    #[arg(default_value = models::DEFAULT)]
    pub name: String,
    #[command(flatten)]
    pub place: DataDirArg,
}

/// Deletes a model; a process that has loaded it continues with its copy in memory.
pub(super) fn run(args: &RemoveArgs, form: Form) -> anyhow::Result<()> {
    let name = wanted::checked(&args.name)?;
    let folder = models::folder(&args.place.data_dir);
    let is_there = models::installed(&folder)?.iter().any(|model| model.name == name);
    if !is_there || !Place::take(&args.place.data_dir)?.remove(&name)? {
        bail!("there is no model {name} in {} (see: motherlode model list)", folder.display());
    }
    match form {
        Form::Json => out::json(&json!({ "removed": name })),
        Form::Text => Ok(out::line(format_args!("Removed {name}."))?),
    }
}
