//! Waits for a database with the right schema.

use std::time::{Duration, Instant};

use anyhow::bail;
use shared::store::Db;
use tokio_util::sync::CancellationToken;

const WAIT_AT_MOST: Duration = Duration::from_secs(60);

/// Waits until the database responds and has this program's schema.
pub(crate) async fn wait_until_current(db: &Db, stop: &CancellationToken) -> anyhow::Result<()> {
    let begun = Instant::now();
    loop {
        let problem = match db.schema_versions().await {
            Ok((known, Some(applied))) if applied >= known => return Ok(()),
            Ok(_) => "the database's schema is behind this program: run `motherlode migrate`".to_owned(),
            Err(error) if error.is_transient() => error.to_string(),
            Err(error) => return Err(error.into()),
        };
        if begun.elapsed() > WAIT_AT_MOST || stop.is_cancelled() {
            bail!("{problem}");
        }
        tracing::warn!(problem, "not ready yet; trying again");
        tokio::select! { () = stop.cancelled() => {}, () = tokio::time::sleep(Duration::from_secs(1)) => {} }
    }
}
