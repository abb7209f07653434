//! Self-test of the workers: does only what its payload requests.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{context::RunContext, error::JobError, runs::done::Done};

/// Behaviour of the probe.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
struct Probe {
    /// Duration, in milliseconds.
    sleep_ms: u64,
    /// Number of progress updates.
    progress: u32,
    /// Number of attempts that fail temporarily.
    fail_attempts: i32,
    /// Whether to fail permanently.
    fail: bool,
    /// Returned in the result.
    echo: serde_json::Value,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let probe: Probe = context.payload()?;
    for step in 1..=probe.progress {
        let percent = i32::try_from(u64::from(step) * 100 / u64::from(probe.progress)).unwrap_or(100);
        context.progress(percent, "probing", "");
        if probe.sleep_ms > 0 {
            tokio::time::sleep(Duration::from_millis(probe.sleep_ms / u64::from(probe.progress))).await;
        }
    }
    if probe.progress == 0 && probe.sleep_ms > 0 {
        tokio::time::sleep(Duration::from_millis(probe.sleep_ms)).await;
    }
    if probe.fail {
        return Err(JobError::permanent("asked-to-fail", "The probe was asked to fail."));
    }
    if context.run.attempt <= probe.fail_attempts {
        return Err(JobError::transient("asked-to-retry", "The probe was asked to be tried again."));
    }
    Ok(Done { result: json!({"echo": probe.echo, "attempt": context.run.attempt}), effects: Vec::new() })
}
