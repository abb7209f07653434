//! Measures runs in this process.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use shared::{
    domain::run::{NewRun, RunKind, RunStatus},
    store::run,
};

use crate::{
    asked::{Asked, asked},
    process,
    site::Site,
};

const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Measures one action.
pub(crate) async fn one(data_dir: &Path, engine: &str, action: &str) -> anyhow::Result<Value> {
    let found = asked().into_iter().find(|asked| asked.engine == engine && asked.action == action);
    runs(data_dir, vec![found.context("no such action is measured")?]).await
}

/// Measures the default actions of all engines at once, like `run all`.
pub(crate) async fn all(data_dir: &Path) -> anyhow::Result<Value> {
    runs(data_dir, asked().into_iter().filter(|asked| asked.is_default).collect()).await
}

async fn runs(data_dir: &Path, asked: Vec<Asked>) -> anyhow::Result<Value> {
    let site = Site::open(data_dir).await?;
    let worker = site.worker().await;
    let (begun, used) = (Instant::now(), process::processor_time()?);
    let new: Vec<NewRun> = asked.iter().map(|asked| site.run_of(asked)).collect();
    site.enqueue(&new).await?;
    for new in &new {
        let ended = site.ended(new.id, LOOK_EVERY).await?;
        let name = format!("{} {}", ended.engine_id.as_deref().unwrap_or("?"), ended.action.as_deref().unwrap_or("?"));
        ensure!(ended.status == RunStatus::Succeeded, "{name}: {:?}", ended.error);
    }
    let (wall, processor) = (begun.elapsed(), process::processor_time()? - used);
    let peak = process::peak_mib()?;
    let mut bytes = 0;
    for new in &new {
        let result = run::result(&site.backends.db, site.ids.workspace, new.id).await?.unwrap_or_default();
        bytes += result.to_string().len();
    }
    worker.stop().await?;
    site.close().await;
    Ok(json!({
        "runs": new.len(), "wallSeconds": wall.as_secs_f64(), "processorSeconds": processor.as_secs_f64(),
        "peakMib": peak, "resultBytes": bytes,
    }))
}

impl Site {
    fn run_of(&self, asked: &Asked) -> NewRun {
        NewRun {
            website_id: Some(self.ids.website),
            engine_id: Some(asked.engine.to_owned()),
            action: Some(asked.action.to_owned()),
            ..NewRun::new(self.ids.workspace, self.ids.user, RunKind::Engine, asked.payload.clone())
        }
    }
}
