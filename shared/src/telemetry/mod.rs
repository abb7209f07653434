//! Logs and metrics.

mod log;
mod metric;

pub use log::{LogFormat, init_logs};
pub use metric::{Metrics, init_metrics};
