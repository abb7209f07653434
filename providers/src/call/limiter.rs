//! Token buckets within one process.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;

use super::Limiter;
use crate::{
    clock::Clock,
    provider::{Operation, Provider, RateLimit},
};

/// Longest pause: a provider that asks for years is asked again the next day.
const LONGEST_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);

/// Token bucket: it holds `burst` tokens and refills steadily. A debt makes the next requests wait in turn.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    tokens: f64,
    filled_at: Duration,
    paused_until: Duration,
}

/// Rate limits within one process, by provider. Callers that use the same account share one.
#[derive(Debug)]
pub struct LocalLimiter {
    clock: Arc<dyn Clock>,
    overrides: HashMap<Provider, RateLimit>,
    /// By provider, and by operation where an operation has a limit of its own.
    buckets: Mutex<HashMap<(Provider, Option<&'static str>), Bucket>>,
}

impl LocalLimiter {
    /// Creates a limiter with the limits of [`crate::provider::Profile`].
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, overrides: HashMap::new(), buckets: Mutex::default() }
    }

    /// Overrides the limit of a provider.
    #[must_use]
    pub fn with(mut self, provider: Provider, rate: RateLimit) -> Self {
        self.overrides.insert(provider, rate);
        self
    }

    /// Takes a token and returns how long to wait for it.
    fn take(&self, operation: Operation) -> Duration {
        let rate = self.overrides.get(&operation.provider).copied().unwrap_or_else(|| operation.rate());
        let (now, burst) = (self.clock.monotonic(), f64::from(rate.burst.max(1)));
        let per_second = f64::from(rate.per_minute.max(1)) / 60.0;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let full = Bucket { tokens: burst, filled_at: now, paused_until: Duration::ZERO };
        let bucket = buckets.entry(key(operation)).or_insert(full);
        let refill = now.saturating_sub(bucket.filled_at).as_secs_f64() * per_second;
        bucket.tokens = (bucket.tokens + refill).min(burst) - 1.0;
        bucket.filled_at = now;
        let debt = Duration::from_secs_f64((-bucket.tokens).max(0.0) / per_second);
        debt.max(bucket.paused_until.saturating_sub(now))
    }
}

fn key(operation: Operation) -> (Provider, Option<&'static str>) {
    (operation.provider, operation.own_rate().map(|_| operation.key))
}

impl Limiter for LocalLimiter {
    fn acquire(&self, operation: Operation) -> BoxFuture<'_, ()> {
        let wait = self.take(operation);
        if wait.is_zero() { Box::pin(async {}) } else { self.clock.sleep(wait) }
    }

    fn pause(&self, operation: Operation, until: DateTime<Utc>) {
        let wait = (until - self.clock.now()).to_std().unwrap_or_default().min(LONGEST_PAUSE);
        let until = self.clock.monotonic() + wait;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let empty = Bucket { tokens: 0.0, filled_at: self.clock.monotonic(), paused_until: until };
        buckets.entry(key(operation)).or_insert(empty).paused_until = until;
    }

    fn paused_until(&self, operation: Operation) -> Option<DateTime<Utc>> {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let left = buckets.get(&key(operation))?.paused_until.checked_sub(self.clock.monotonic())?;
        let left = TimeDelta::from_std(left).ok().filter(|left| !left.is_zero())?;
        self.clock.now().checked_add_signed(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestClock;

    #[test]
    fn limiter_after_the_burst_spaces_requests_evenly() {
        let clock = TestClock::new();
        let rate = RateLimit { burst: 2, per_minute: 60, source: "test" };
        let limiter = LocalLimiter::new(clock.clone()).with(Provider::Serper, rate);
        let waits: Vec<u64> = (0..4).map(|_| limiter.take(Operation::SERPER_SEARCH).as_secs()).collect();
        assert_eq!(waits, [0, 0, 1, 2]);
        clock.advance(Duration::from_secs(60));
        assert_eq!(limiter.take(Operation::SERPER_SEARCH), Duration::ZERO);
    }

    #[test]
    fn operation_with_a_limit_of_its_own_leaves_the_others_alone() {
        let limiter = LocalLimiter::new(TestClock::new());
        let waits: Vec<_> = (0..7).map(|_| limiter.take(Operation::DATA_FOR_SEO_VOLUMES).as_secs()).collect();
        assert_eq!(waits, [0, 0, 0, 0, 0, 0, 6]);
        assert_eq!(limiter.take(Operation::DATA_FOR_SEO_SERP), Duration::ZERO);
    }

    #[test]
    fn limiter_after_a_pause_waits_until_its_end() {
        let clock = TestClock::new();
        let limiter = LocalLimiter::new(clock.clone());
        let until = clock.now() + TimeDelta::seconds(30);
        limiter.pause(Operation::SERPER_SEARCH, until);
        assert_eq!(limiter.paused_until(Operation::SERPER_SEARCH), Some(until));
        assert_eq!(limiter.paused_until(Operation::SERP_API_SEARCH), None);
        assert_eq!(limiter.take(Operation::SERPER_SEARCH), Duration::from_secs(30));
        assert_eq!(limiter.take(Operation::SERP_API_SEARCH), Duration::ZERO);
        clock.advance(Duration::from_secs(30));
        assert_eq!(limiter.paused_until(Operation::SERPER_SEARCH), None, "it is over");
    }

    #[test]
    fn pause_of_years_ends_after_a_day() {
        let clock = TestClock::new();
        let limiter = LocalLimiter::new(clock.clone());
        limiter.pause(Operation::SERPER_SEARCH, clock.now() + TimeDelta::days(3_650));
        assert_eq!(limiter.paused_until(Operation::SERPER_SEARCH), Some(clock.now() + TimeDelta::days(1)));
    }
}
