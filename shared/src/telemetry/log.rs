//! Structured logs on standard error.

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line, for machines.
    Json,
}

/// Starts logging; `filter` as in `info,sqlx=warn`. A second call changes nothing.
pub fn init_logs(format: LogFormat, filter: &str) {
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let registry = tracing_subscriber::registry().with(filter);
    let started = match format {
        LogFormat::Text => registry.with(fmt::layer().with_writer(std::io::stderr).with_target(false)).try_init(),
        LogFormat::Json => {
            registry.with(fmt::layer().json().flatten_event(true).with_writer(std::io::stderr)).try_init()
        }
    };
    if started.is_err() {
        tracing::debug!("logging has been started before");
    }
}
