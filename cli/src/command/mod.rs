//! The subcommands.

mod api;
pub(crate) mod backup;
mod completions;
mod configuration;
mod data_dir;
pub(crate) mod doctor;
mod door;
pub(crate) mod engine;
pub(crate) mod import;
pub(crate) mod kill_switch;
mod migrate;
pub(crate) mod model;
mod openapi;
mod ping;
pub(crate) mod restore;
mod schema;
pub(crate) mod simulate;
mod store;
mod up;
pub(crate) mod user;
mod watch;
mod worker;

use std::process::ExitCode;

use crate::args::{Args, Command};

/// Runs the requested subcommand.
pub(crate) async fn run(args: Args) -> anyhow::Result<ExitCode> {
    let form = if args.json { Form::Json } else { Form::Text };
    match args.command {
        Command::Up(up) => up::run(up, form).await,
        Command::Api(api) => api::run(api, form).await,
        Command::Worker(worker) => worker::run(worker).await,
        Command::Migrate(store) => migrate::run(store, form).await,
        Command::Engine(engine) => engine::run(&engine),
        Command::Simulate(simulate) => simulate::run(&simulate),
        Command::Model(model) => model::run(model, form).await,
        Command::Import(import) => import::run(import, form).await,
        Command::KillSwitch(switch) => kill_switch::run(switch, form).await,
        Command::User(user) => user::run(user, form).await,
        Command::Backup(backup) => backup::run(backup, form).await,
        Command::Restore(restore) => restore::run(restore, form).await,
        Command::Doctor(doctor) => doctor::run(doctor, form).await,
        Command::Ping { url } => ping::run(&url, form).await,
        Command::Completions { shell } => completions::run(shell),
        Command::Configuration => configuration::run(),
        Command::Openapi => openapi::run(),
    }
}

/// Output format of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// For scripts.
    Json,
}
