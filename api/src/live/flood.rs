//! Flood protection of connections.

use std::time::Instant;

use super::limits::{BURST, PER_SECOND};

/// Token bucket that limits the messages of one connection.
#[derive(Debug)]
pub(crate) struct Bucket {
    drops: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(now: Instant) -> Self {
        Self { drops: BURST, at: now }
    }

    /// Returns true if another message at `now` is within the limits.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.drops = (self.drops + passed * PER_SECOND).min(BURST) - 1.0;
        self.drops >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut bucket = Bucket::full(start);
        assert!((0..60).all(|_| bucket.take(start)));
        assert!(!bucket.take(start));
    }

    #[test]
    fn patience_fills_the_bucket_again() {
        let start = Instant::now();
        let mut bucket = Bucket::full(start);
        assert!((0..60).all(|_| bucket.take(start)));
        let later = start + Duration::from_secs(1);
        assert!((0..10).all(|_| bucket.take(later)));
        assert!(!bucket.take(later));
    }
}
