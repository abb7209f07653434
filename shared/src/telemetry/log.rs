//! Structured logs on standard error.

use tracing::Subscriber;
use tracing_subscriber::{
    EnvFilter, Layer,
    field::MakeExt,
    fmt::{self, MakeWriter},
    layer::SubscriberExt,
    registry::LookupSpan,
    util::SubscriberInitExt,
};

use crate::escape;

/// Log format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line, for machines.
    Json,
}

/// Libraries that are quiet below this level, regardless of the filter: they log client messages including tokens, or a line
/// for each odd element of a page, of which a hostile page has a million.
const DISCREET: [&str; 7] = [
    "engineioxide=warn",
    "engineioxide_core=warn",
    "html5ever=error",
    "socketioxide=warn",
    "socketioxide_core=warn",
    "tokio_tungstenite=warn",
    "tungstenite=warn",
];

/// Starts logging (`filter` such as `info,sqlx=warn`), and tracing to the OpenTelemetry collector at `collector` if
/// given. Must be called before any async runtime starts. A second call has no effect.
pub fn init(format: LogFormat, filter: &str, collector: Option<&str>) {
    let filter = discreet(filter);
    let (traces, problem) = traces(collector);
    let registry = tracing_subscriber::registry().with(filter).with(traces);
    let started = match format {
        LogFormat::Text => registry.with(text(std::io::stderr)).try_init(),
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

/// Returns the filter of a user without what libraries must not log.
fn discreet(filter: &str) -> EnvFilter {
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    DISCREET.iter().filter_map(|directive| directive.parse().ok()).fold(filter, EnvFilter::add_directive)
}

/// Returns the layer that writes text. No value of a client can begin a line: control characters are escaped, and further
/// lines of a message are indented.
fn text<S, W>(writer: W) -> impl Layer<S>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    let fields = fmt::format::debug_fn(|writer, field, value| {
        let value = format!("{value:?}");
        match field.name() {
            "message" => write!(writer, "{}", escape::controls_in_lines(&value).replace('\n', "\n  | ")),
            name => write!(writer, "{name}={}", escape::controls(&value)),
        }
    });
    fmt::layer().fmt_fields(fields.delimited(" ")).with_writer(writer).with_target(false)
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
    use std::{
        io::{self, Write},
        sync::{Arc, Mutex},
    };

    use tracing_subscriber::{filter::Directive, layer::SubscriberExt};

    use super::DISCREET;

    #[derive(Clone, Default)]
    struct Memory(Arc<Mutex<Vec<u8>>>);

    impl Write for Memory {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn logged(log: impl FnOnce()) -> String {
        let memory = Memory::default();
        let writer = memory.clone();
        let subscriber =
            tracing_subscriber::registry().with(super::discreet("info")).with(super::text(move || writer.clone()));
        tracing::subscriber::with_default(subscriber, log);
        let bytes = memory.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn every_library_that_must_be_discreet_is_understood() {
        assert!(DISCREET.iter().all(|directive| directive.parse::<Directive>().is_ok()));
    }

    #[test]
    fn odd_elements_of_pages_are_not_logged() {
        let text = logged(|| {
            tracing::warn!(target: "html5ever::tree_builder", "an odd element of a page");
            tracing::warn!("a crawl failed");
        });
        assert!(text.contains("a crawl failed") && !text.contains("odd element"), "{text}");
    }

    #[test]
    fn values_of_clients_forge_no_line_and_no_control_sequence() {
        let forged = "x\n2026-11-23T00:00:00Z  INFO everything is fine\r\u{1b}]0;title\u{7}\u{85}\u{202e}";
        let text = logged(|| {
            let span = tracing::info_span!("request", path = %forged);
            span.in_scope(|| tracing::warn!(error = %forged, "refused {forged}"));
        });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text:?}");
        assert!(lines[1].starts_with("  | 2026-11-23"), "{text:?}");
        assert!(text.contains(r"error=x\n2026-11-23T00:00:00Z  INFO everything is fine\r\u{1b}]0;title"), "{text:?}");
        for control in ['\r', '\u{7}', '\u{85}', '\u{202e}'] {
            assert!(!text.contains(control), "{control:?} in {text:?}");
        }
        assert!(!text.contains("\u{1b}]"), "{text:?}");
    }
}
