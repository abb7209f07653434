//! Traces by OpenTelemetry's protocol (OTLP over HTTP), in binaries that were built with the feature `otel`.

use std::sync::OnceLock;

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{SdkTracer, SdkTracerProvider},
};
use tracing_opentelemetry::OpenTelemetryLayer;

static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// A layer that sends spans to the collector at `endpoint`, as in `http://127.0.0.1:4318`. To be called outside of any
/// asynchronous runtime: the exporter has a thread of its own.
pub(super) fn layer<S>(endpoint: &str) -> Result<OpenTelemetryLayer<S, SdkTracer>, ExporterBuildError>
where
    S: tracing::Subscriber + for<'span> tracing_subscriber::registry::LookupSpan<'span>,
{
    let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
    let exporter = SpanExporter::builder().with_http().with_endpoint(address).build()?;
    let resource = Resource::builder().with_service_name("motherlode").build();
    let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
    let tracer = provider.tracer("motherlode");
    let _first = PROVIDER.set(provider);
    Ok(tracing_opentelemetry::layer().with_tracer(tracer))
}

/// Sends what has not been sent yet; waits for it a few seconds at most.
pub(super) fn flush() {
    if let Some(provider) = PROVIDER.get()
        && let Err(error) = provider.shutdown()
    {
        tracing::debug!(%error, "the last traces could not be sent");
    }
}
