//! `motherlode worker`: runs a worker.

use std::{net::SocketAddr, process::ExitCode};

use anyhow::anyhow;
use clap::Args;
use shared::{config::FleetSettings, domain::run::Lane};

use super::{schema, watch};
use crate::{
    options::{FleetArgs, MailArgs, OutsideArgs, ReportArgs, SiteArgs, StoreArgs, WorkspaceArgs},
    settings, stop,
};

/// Flags of `motherlode worker`.
#[derive(Debug, Clone, Args)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub store: StoreArgs,
    #[command(flatten)]
    pub outside: OutsideArgs,
    #[command(flatten)]
    pub mail: MailArgs,
    #[command(flatten)]
    pub workspace: WorkspaceArgs,
    #[command(flatten)]
    pub sites: SiteArgs,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// Public URL of the app, the same as the API's: the forms of sites are sent to it. Without it sites have no form.
    #[arg(long, env = "MOTHERLODE_PUBLIC_URL")]
    pub public_url: Option<String>,
    #[command(flatten)]
    pub fleet: FleetArgs,
    /// Maximum number of concurrent runs per lane. From two on, one user cannot hold them all; from three on, one is for short runs.
    #[arg(long, env = "MOTHERLODE_CONCURRENCY", default_value_t = 6)]
    pub concurrency: usize,
    /// Address for /healthz and /metrics, for example 127.0.0.1:9100. Off by default.
    #[arg(long, env = "MOTHERLODE_WATCH_LISTEN", value_name = "ADDRESS:PORT")]
    pub watch_listen: Option<SocketAddr>,
    /// Token for remote access to /metrics (or MOTHERLODE_METRICS_TOKEN_FILE).
    #[arg(long, env = "MOTHERLODE_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// Secret that signs webhooks: the same as the API's (or MOTHERLODE_SECRET_FILE). Without it this worker sends none.
    #[arg(long, env = "MOTHERLODE_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// Lanes to serve.
    #[arg(long, env = "MOTHERLODE_LANES", value_delimiter = ',', default_value = "interactive,batch")]
    pub lanes: Vec<String>,
}

/// Executes runs until stopped.
pub(crate) async fn run(args: WorkerArgs) -> anyhow::Result<ExitCode> {
    let mode = settings::distributed(&args.store)?;
    let lanes =
        args.lanes.iter().map(|lane| lane.trim().parse::<Lane>().map_err(|problem| anyhow!("--lanes: {problem}")));
    let lanes = lanes.collect::<anyhow::Result<Vec<_>>>()?;
    let mail = settings::mail(&args.mail)?;
    settings::report_font(&args.reports)?;
    let backends = mode.open().await?;
    let stop = stop::on_signal()?;
    schema::wait_until_current(&backends.db, &stop).await?;
    if let Some(listen) = args.watch_listen {
        let token = settings::secret("MOTHERLODE_METRICS_TOKEN", args.metrics_token.as_ref())?;
        watch::start(listen, token, backends.db.clone(), stop.clone()).await?;
    }
    let model = settings::model(&args.fleet.sentences, &args.store.data_dir);
    let secret = settings::secret("MOTHERLODE_SECRET", args.secret.as_ref())?;
    let outside = settings::outside(&args.outside);
    let fleet = settings::fleet(&args.fleet, outside, mail, args.concurrency, &lanes, None, model);
    let sites = settings::sites(&args.sites, args.public_url.as_deref(), None)?;
    let fleet = FleetSettings { secret, workspace: settings::workspace(&args.workspace), sites, ..fleet };
    workers::run(fleet, backends.clone(), stop).await;
    backends.db.close().await;
    Ok(ExitCode::SUCCESS)
}
