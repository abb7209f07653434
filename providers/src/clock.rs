//! Time and randomness, passed in.

use std::{
    fmt,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use futures::future::BoxFuture;

/// Source of time and randomness.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Returns the current time.
    fn now(&self) -> DateTime<Utc>;

    /// Returns the time since an arbitrary start; it never goes back.
    fn monotonic(&self) -> Duration;

    /// Waits.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;

    /// Returns a random number from 0 to 1, exclusive.
    fn random(&self) -> f64;
}

/// The system's clock and generator of random numbers.
#[derive(Debug, Clone)]
pub struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(time))
    }

    fn random(&self) -> f64 {
        rand::random()
    }
}
