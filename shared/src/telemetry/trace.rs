//! Traces by OTLP over HTTP, in binaries built with the feature `otel`.

use std::sync::OnceLock;

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{SdkTracer, SdkTracerProvider},
};
use tracing_opentelemetry::OpenTelemetryLayer;

static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Returns a layer that sends spans to the collector at `endpoint`, such as `http://127.0.0.1:4318`. Must be called
/// outside any async runtime, because the exporter has its own thread.
pub(super) fn layer<S>(endpoint: &str) -> Result<OpenTelemetryLayer<S, SdkTracer>, ExporterBuildError>
where
    S: tracing::Subscriber + for<'span> tracing_subscriber::registry::LookupSpan<'span>,
{
    // The exporter's HTTP client requires a provider even without TLS; an existing one is kept.
    let _already = rustls::crypto::ring::default_provider().install_default();
    let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
    let exporter = SpanExporter::builder().with_http().with_endpoint(address).build()?;
    let resource = Resource::builder().with_service_name("motherlode").build();
    let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
    let tracer = provider.tracer("motherlode");
    let _first = PROVIDER.set(provider);
    Ok(tracing_opentelemetry::layer().with_tracer(tracer))
}

/// Sends pending spans; waits a few seconds at most.
pub(super) fn flush() {
    if let Some(provider) = PROVIDER.get()
        && let Err(error) = provider.shutdown()
    {
        tracing::debug!(%error, "the last traces could not be sent");
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpListener,
    };

    use tracing_subscriber::layer::SubscriberExt;

    /// Returns head and body of the single request that a collector receives.
    fn received(collector: &TcpListener) -> String {
        let (mut stream, _) = collector.accept().expect("a connection");
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        while !String::from_utf8_lossy(&bytes).contains("a-span-of-this-test") {
            let n = stream.read(&mut buffer).expect("a request");
            assert!(n > 0, "the request ended early: {}", String::from_utf8_lossy(&bytes));
            bytes.extend_from_slice(&buffer[..n]);
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").expect("an answer");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn spans_reach_the_collector() {
        let collector = TcpListener::bind("127.0.0.1:0").expect("a port");
        let endpoint = format!("http://{}/", collector.local_addr().expect("its address"));
        let listening = std::thread::spawn(move || received(&collector));
        let subscriber = tracing_subscriber::registry().with(super::layer(&endpoint).expect("an exporter"));
        tracing::subscriber::with_default(subscriber, || tracing::info_span!("a-span-of-this-test").in_scope(|| {}));
        super::flush();
        let request = listening.join().expect("a request");
        assert!(request.starts_with("POST /v1/traces "), "{request}");
        assert!(request.contains("motherlode"), "the service's name");
    }
}
