//! Gives up responses that trickle.

use std::time::{Duration, Instant};

/// Time before the rate is judged.
const GRACE: Duration = Duration::from_secs(5);

/// Measures the rate of a response since its headers.
pub(super) struct Pace {
    begun: Instant,
    min_rate: u64,
}

impl Pace {
    pub(super) fn new(min_rate: u64) -> Self {
        Self { begun: Instant::now(), min_rate }
    }

    /// Returns true if fewer bytes a second came than required.
    pub(super) fn is_too_slow(&self, received: u64) -> bool {
        let passed = self.begun.elapsed();
        passed > GRACE && received < self.min_rate.saturating_mul(passed.as_secs())
    }
}
