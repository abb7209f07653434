//! Clock of tests: waits pass at once.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use chrono::{DateTime, Utc};
use futures::future::BoxFuture;

use crate::clock::Clock;

#[derive(Debug)]
pub(crate) struct TestClock {
    passed: Mutex<Duration>,
    sleeps: Mutex<Vec<Duration>>,
}

impl TestClock {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { passed: Mutex::default(), sleeps: Mutex::default() })
    }

    pub(crate) fn advance(&self, time: Duration) {
        *self.passed.lock().unwrap() += time;
    }

    /// Waits so far, in seconds.
    pub(crate) fn sleeps(&self) -> Vec<f64> {
        self.sleeps.lock().unwrap().iter().map(Duration::as_secs_f64).collect()
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339("2026-11-23T10:00:00Z").unwrap().to_utc() + *self.passed.lock().unwrap()
    }

    fn monotonic(&self) -> Duration {
        *self.passed.lock().unwrap()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        self.advance(time);
        self.sleeps.lock().unwrap().push(time);
        Box::pin(tokio::task::yield_now())
    }

    fn random(&self) -> f64 {
        0.5
    }
}
