//! Metrics for Prometheus.

use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

/// Metrics of the process.
#[derive(Debug, Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Returns the metrics in Prometheus' text format.
    #[must_use]
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Aggregates samples; must be called every few seconds, otherwise histograms grow.
    pub fn upkeep(&self) {
        self.0.run_upkeep();
    }
}

/// Seconds: from a millisecond to ten minutes.
const BUCKETS: &[f64] =
    &[0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 600.0];

/// Starts recording for the whole process.
///
/// # Errors
/// Returns an error if a recorder is installed.
pub fn init_metrics() -> Result<Metrics, BuildError> {
    let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), BUCKETS)?;
    Ok(Metrics(builder.install_recorder()?))
}
