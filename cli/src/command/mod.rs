//! The subcommands.

mod api;
mod data_dir;
mod migrate;
mod schema;
mod up;
mod worker;

use std::process::ExitCode;

use crate::args::{Args, Command};

/// Does what the command line asks.
pub async fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.command {
        Command::Up(up) => up::run(up).await,
        Command::Api(api) => api::run(api).await,
        Command::Worker(worker) => worker::run(worker).await,
        Command::Migrate(store) => migrate::run(store).await,
    }
}
