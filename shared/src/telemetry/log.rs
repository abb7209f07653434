//! Structured logs on standard error.

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

/// Log format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line, for machines.
    Json,
}

/// Libraries that log client messages including tokens below this level, regardless of the filter.
const DISCREET: [&str; 6] = [
    "engineioxide=warn",
    "engineioxide_core=warn",
    "socketioxide=warn",
    "socketioxide_core=warn",
    "tokio_tungstenite=warn",
    "tungstenite=warn",
];

/// Starts logging (`filter` such as `info,sqlx=warn`), and tracing to the OpenTelemetry collector at `collector` if
/// given. Must be called before any async runtime starts. A second call has no effect.
pub fn init(format: LogFormat, filter: &str, collector: Option<&str>) {
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let filter = DISCREET.iter().filter_map(|directive| directive.parse().ok()).fold(filter, EnvFilter::add_directive);
    let (traces, problem) = traces(collector);
    let registry = tracing_subscriber::registry().with(filter).with(traces);
    let started = match format {
        LogFormat::Text => registry.with(fmt::layer().with_writer(std::io::stderr).with_target(false)).try_init(),
        LogFormat::Json => {
            registry.with(fmt::layer().json().flatten_event(true).with_writer(std::io::stderr)).try_init()
        }
    };
    if started.is_err() {
        tracing::debug!("logging has been started before");
    }
    if let Some(problem) = problem {
        tracing::warn!(problem, "there will be no traces");
    }
}

/// Sends pending traces; must be called at the end of the process, outside any async runtime.
pub fn flush_traces() {
    #[cfg(feature = "otel")]
    super::trace::flush();
}

#[cfg(feature = "otel")]
fn traces<S>(
    collector: Option<&str>,
) -> (Option<tracing_opentelemetry::OpenTelemetryLayer<S, opentelemetry_sdk::trace::SdkTracer>>, Option<String>)
where
    S: tracing::Subscriber + for<'span> tracing_subscriber::registry::LookupSpan<'span>,
{
    match collector.map(super::trace::layer) {
        None => (None, None),
        Some(Ok(layer)) => (Some(layer), None),
        Some(Err(error)) => (None, Some(error.to_string())),
    }
}

#[cfg(not(feature = "otel"))]
fn traces(collector: Option<&str>) -> (Option<tracing_subscriber::layer::Identity>, Option<String>) {
    (None, collector.map(|_| "this binary was built without the feature `otel`".to_owned()))
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::filter::Directive;

    use super::DISCREET;

    #[test]
    fn every_library_that_must_be_discreet_is_understood() {
        assert!(DISCREET.iter().all(|directive| directive.parse::<Directive>().is_ok()));
    }
}
