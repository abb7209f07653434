//! `motherlode worker`: runs a worker.

use std::process::ExitCode;

use anyhow::anyhow;
use shared::{config::FleetSettings, domain::run::Lane};

use super::{schema, watch};
use crate::{args::WorkerArgs, settings, stop};

/// Executes runs until stopped.
pub(crate) async fn run(args: WorkerArgs) -> anyhow::Result<ExitCode> {
    let mode = settings::distributed(&args.store)?;
    let lanes =
        args.lanes.iter().map(|lane| lane.trim().parse::<Lane>().map_err(|problem| anyhow!("--lanes: {problem}")));
    let lanes = lanes.collect::<anyhow::Result<Vec<_>>>()?;
    let mail = settings::mail(&args.mail)?;
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
    let fleet = FleetSettings { secret, ..fleet };
    workers::run(fleet, backends.clone(), stop).await;
    backends.db.close().await;
    Ok(ExitCode::SUCCESS)
}
