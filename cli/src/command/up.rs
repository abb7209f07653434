//! `motherlode up`: runs everything in one process.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use shared::{
    config::{ApiSettings, FleetSettings, Mode},
    domain::{now, run::Lane},
    events,
    store::run,
};

use super::{data_dir, listener};
use crate::{
    options::{FleetArgs, MailArgs, OutsideArgs, ReportArgs, ServeArgs, SiteArgs, StoreArgs, WorkspaceArgs},
    out::Form,
    settings, stop,
};

/// Flags of `motherlode up`.
#[derive(Debug, Clone, Args)]
pub(crate) struct UpArgs {
    #[command(flatten)]
    pub store: StoreArgs,
    #[command(flatten)]
    pub serve: ServeArgs,
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
    #[command(flatten)]
    pub fleet: FleetArgs,
    /// Maximum number of concurrent runs per lane. From two on, one user cannot hold them all; from three on, one is for short runs.
    #[arg(long, env = "MOTHERLODE_WORKERS", default_value_t = 6)]
    pub workers: usize,
}

/// Serves and executes runs until stopped.
pub(crate) async fn run(mut args: UpArgs, form: Form) -> anyhow::Result<ExitCode> {
    // Either URL alone is an error of its own; here both mean the same mistake.
    let Ok(mode @ Mode::Embedded { .. }) = settings::mode(&args.store) else {
        bail!(
            "DATABASE_URL or REDIS_URL is set, but `motherlode up` is the embedded mode: use `motherlode api` and \
             `motherlode worker` with both, or unset both"
        );
    };
    let data_dir = &args.store.data_dir.clone();
    let _taken = data_dir::take(data_dir)?;
    let secret = match settings::secret("MOTHERLODE_SECRET", args.serve.secret.as_ref())? {
        Some(secret) => secret,
        None => data_dir::secret(data_dir)?,
    };
    let mail = settings::mail(&args.mail)?;
    let (main, live) = listener::open(&mut args.serve).await?;
    let backends = mode.open().await.with_context(|| format!("the data directory {}", data_dir.display()))?;
    backends.db.migrate().await?;
    // No other process can hold a run of this directory, so interrupted runs restart at once.
    events::publish_stored(&backends.bus, run::release_all(&backends.db, now()).await?);
    let stop = stop::on_signal()?;
    let model = settings::model(&args.fleet.sentences, data_dir);
    let fleet = settings::fleet(
        &args.fleet,
        settings::outside(&args.outside),
        mail.clone(),
        args.workers,
        Lane::ALL,
        Some(data_dir),
        model,
    );
    settings::report_font(&args.reports)?;
    let workspace = settings::workspace(&args.workspace);
    let own = Some(settings::own_url(&args.serve));
    let sites = settings::sites(&args.sites, args.serve.public_url.as_deref(), own)?;
    let fleet = FleetSettings { secret: Some(secret.clone()), workspace, sites: sites.clone(), ..fleet };
    let workers = tokio::spawn(workers::run(fleet, backends.clone(), stop.clone()));
    let outside = settings::outside(&args.outside);
    let api_settings = settings::api(&args.serve, outside, mail.as_ref(), secret, Some(data_dir), workspace)?;
    let api_settings = ApiSettings { sites, ..api_settings };
    let metrics = shared::telemetry::init_metrics().context("metrics cannot be recorded")?;
    listener::announce(&api_settings.public_url, form)?;
    let served = api::serve_on(main, live, api_settings, backends.clone(), Some(metrics), stop.clone()).await;
    stop.cancel();
    workers.await?;
    backends.db.close().await;
    served?;
    Ok(ExitCode::SUCCESS)
}
