//! Logs, metrics, and traces with the feature `otel`.

mod log;
mod metric;
#[cfg(feature = "otel")]
mod trace;

pub use log::{LogFormat, flush_traces, init};
pub use metric::{Metrics, init_metrics};
