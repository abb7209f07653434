//! Logs, metrics, and traces where the feature `otel` is on.

mod log;
mod metric;
#[cfg(feature = "otel")]
mod trace;

pub use log::{LogFormat, flush_traces, init};
pub use metric::{Metrics, init_metrics};
