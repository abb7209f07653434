//! `motherlode api`: runs an API replica.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use shared::config::ApiSettings;

use super::{listener, schema};
use crate::{
    options::{MailArgs, OutsideArgs, ReportArgs, ServeArgs, SiteArgs, StoreArgs, WorkspaceArgs},
    out::Form,
    settings, stop,
};

/// Flags of `motherlode api`.
#[derive(Debug, Clone, Args)]
pub(crate) struct ApiArgs {
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
}

/// Serves until asked to stop.
pub(crate) async fn run(mut args: ApiArgs, form: Form) -> anyhow::Result<ExitCode> {
    let mode = settings::distributed(&args.store)?;
    let Some(secret) = settings::secret("MOTHERLODE_SECRET", args.serve.secret.as_ref())? else {
        bail!(
            "MOTHERLODE_SECRET is not set: all replicas need the same one, of 32 characters or more (try: openssl rand -hex 32)"
        );
    };
    if secret.reveal().len() < 32 {
        bail!("MOTHERLODE_SECRET is shorter than 32 characters (try: openssl rand -hex 32)");
    }
    let mail = settings::mail(&args.mail)?;
    settings::report_font(&args.reports)?;
    let backends = mode.open().await?;
    let stop = stop::on_signal()?;
    schema::wait_until_current(&backends.db, &stop).await?;
    let metrics = shared::telemetry::init_metrics().context("metrics cannot be recorded")?;
    let (main, live) = listener::open(&mut args.serve).await?;
    let (outside, workspace) = (settings::outside(&args.outside), settings::workspace(&args.workspace));
    let own = Some(settings::own_url(&args.serve));
    let sites = settings::sites(&args.sites, args.serve.public_url.as_deref(), own)?;
    let settings = settings::api(&args.serve, outside, mail.as_ref(), secret, None, workspace)?;
    let settings = ApiSettings { sites, ..settings };
    listener::announce(&settings.public_url, form)?;
    api::serve_on(main, live, settings, backends.clone(), Some(metrics), stop).await?;
    backends.db.close().await;
    Ok(ExitCode::SUCCESS)
}
