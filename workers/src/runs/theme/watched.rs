//! Cancellation of parsing: when the run is cancelled, or after the time limit.

use std::time::{Duration, Instant};

use engines::common::Control;

use crate::context::RunContext;

pub(super) struct Watched<'a> {
    context: &'a RunContext,
    until: Instant,
}

impl<'a> Watched<'a> {
    pub(super) fn new(context: &'a RunContext, time: Duration) -> Self {
        Self { context, until: Instant::now() + time }
    }
}

impl Control for Watched<'_> {
    fn progress(&self, percent: f64, stage: &str, message: &str) {
        #[expect(clippy::cast_possible_truncation, reason = "0 to 100")]
        self.context.progress(percent.clamp(0.0, 100.0) as i32, stage, message);
    }

    fn is_cancelled(&self) -> bool {
        self.context.is_cancelled() || Instant::now() >= self.until
    }
}
